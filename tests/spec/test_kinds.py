"""Kinds of pieces: every class answers everything, and nothing else in pnp asks which kind a piece is."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

import pnp
from pnp.geometry.units import Size
from pnp.spec.kinds import KINDS, Back, Flat, PieceKind, TabletopForm, flat_side_by_side
from pnp.spec.model import Deck, Design
from pnp.terms import Lang, Side, Stock
from pnp.words import Texts, spoken

ASKED = re.compile(r"""\.kind\b.*(\bis\b|\bin\b|[!=]=).*["'(]|\bKind\.[A-Z]""")
"""Code that compares the kind of a deck with a name."""


def deck_of(kind: PieceKind, **keys: object) -> Deck:
    back = None if kind.back is Back.NONE else "back.svg.j2"
    usual = {
        "name": "pieces",
        "title": {Lang.EN: "Pieces"},
        "size": Size(30, 40),
        "front": "front.svg.j2",
        "back": back,
    }
    designs = [Design(id=f"n{number}") for number in range(6 if kind.rolled else 1)]
    if kind.rolled:
        del usual["size"]
    return Deck.model_validate(usual | {"designs": designs, "kind": kind} | keys)


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_kind_answers_everything(kind: PieceKind) -> None:
    deck = deck_of(kind)
    assert isinstance(kind.stock, Stock)
    assert isinstance(kind.tabletop, TabletopForm)
    assert deck.printed_on is kind.stock
    assert kind.keys <= {field.alias or name for name, field in Deck.model_fields.items()}
    assert kind.plies == (2 if kind.folds_up else 1)
    assert kind.knife_line(deck, deck.cut_line()) == deck.cut_line()
    step = kind.assembly([deck])
    for lang in spoken():
        assert step is None or "{name}" in Texts("steps")[lang][step]
        assert Texts("kinds")[lang][kind]
        assert Texts("steps")[lang][f"a-{kind}"]
        assert Texts("web")[lang][f"kind-{kind}"]


@pytest.mark.parametrize("foot", [0.0, 7.5])
@pytest.mark.parametrize("kind", KINDS.values())
def test_a_flat_has_room_for_its_parts(kind: PieceKind, foot: float) -> None:
    size = Size(30, 40)
    flat = kind.flat(size, foot if "foot" in kind.keys else 0)
    assert flat.parts[0].side is Side.FRONT
    assert kind.folds_up == (len(flat.parts) > 1)
    for part in flat.parts:
        assert part.size == (size.turned if part.turn % 180 else size)
        assert 0 <= part.x <= flat.size.width - part.size.width
        assert 0 <= part.y <= flat.size.height - part.size.height
        assert (flat.folded_edge(part.side) is not None) == kind.folds_up


def test_joints() -> None:
    standee = PieceKind("standee").flat(Size(30, 40), 8)
    assert [standee.folded_edge(side) for side in Side] == [1, 1]  # head to head
    beside = flat_side_by_side(Size(30, 40))
    assert [beside.folded_edge(side) for side in Side] == [2, 0]
    assert Flat(Size(30, 40), beside.parts[:1]).folded_edge(Side.FRONT) is None


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_is_its_name_and_one_object(name: str) -> None:
    kind = PieceKind(name)
    assert kind == name
    assert f"{kind}" == name
    assert pickle.loads(pickle.dumps(kind)) is kind
    assert copy.deepcopy(kind) is kind
    deck = deck_of(kind)
    assert deck.model_copy(deep=True).kind is kind
    assert f'"kind":"{name}"' in deck.model_dump_json()
    if not kind.rolled:  # the faces of a die are a deck that no spec can describe
        assert Deck.model_validate_json(deck.model_dump_json(exclude={"edge"})).kind is kind


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="'boat' is not a kind of piece"):
        PieceKind("boat")
    with pytest.raises(
        ValidationError, match="Input should be 'card', 'tile', 'token', 'standee', 'pad', 'board' or 'die'"
    ):
        TypeAdapter(PieceKind).validate_python("boat")


def test_a_net_is_a_kind_that_no_spec_can_name() -> None:
    net = PieceKind("net")
    assert deck_of(net).kind is net
    assert "net" not in KINDS
    with pytest.raises(
        ValidationError, match="Input should be 'card', 'tile', 'token', 'standee', 'pad', 'board' or 'die'"
    ):
        TypeAdapter(PieceKind).validate_python("net")


def test_nothing_else_asks_for_a_kind() -> None:
    root = Path(pnp.__file__).parent
    files = [path for path in (*root.rglob("*.py"), *root.glob("web/static/*.js")) if path.name != "kinds.py"]
    lines = [f"{path.name}: {line.strip()}" for path in files for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if "deck" in line and ASKED.search(line.split("for", 1)[0])] == []
