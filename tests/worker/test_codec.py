"""The codec: typed values pass between processes as plain data, and nothing else does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from threading import Barrier
from typing import Any, Literal, NamedTuple, TypedDict

import pytest

from pnp.errors import Location, Problem
from pnp.memo.cards import MEMO_CARDS
from pnp.press.job import CompanionMaker, Job
from pnp.project.folders import Project, bundled_project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.kinds import PieceKind
from pnp.spec.load import load_game
from pnp.spec.model import Deck, Design, Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from pnp.worker.codec import CodecError, Message, decode, encode, pack, unpack


class Pair(NamedTuple):
    one: int
    other: Side


class Notes(TypedDict):
    name: str
    sizes: list[float]


@dataclass(frozen=True)
class Leaf:
    name: str
    notes: Notes
    children: tuple[Leaf, ...] = ()


LEAF = Leaf("a", {"name": "n", "sizes": [1, 2.5]}, (Leaf("b", {"name": "m", "sizes": []}),))


def sent(hint: Any, value: object) -> Any:
    """A value as it arrives: all of it but the blobs went through JSON."""
    plain, objects, blobs = encode(hint, value)
    plain, objects = json.loads(json.dumps([plain, objects]))
    return decode(hint, Message(plain, objects, blobs))


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, 7),
        (float, 7),
        (str, "tide\ud800"),
        (bytes, b"\0\xff"),
        (None, None),
        (Any, {"a": [1, None, {"b": 2.5}]}),
        (Path, Path("a/b")),
        (Lang, Lang("pt-BR")),
        (PieceKind, PieceKind("standee")),
        (Ink, Ink.LOW),
        (Literal["a", "b"], "b"),
        (Pair, Pair(1, Side.BACK)),
        (dict[tuple[str, Side], bytes], {("a", Side.FRONT): b"1", ("b", Side.BACK): b""}),
        (set[int], {1, 2}),
        (frozenset[str], frozenset({"a"})),
        (tuple[int, ...], (1, 2, 3)),
        (tuple[int, str], (1, "a")),
        (int | None, None),
        (Pair | None, Pair(2, Side.FRONT)),
        (str | int | dict[Lang, str], {Lang("fr"): "marée"}),
        (str | int | dict[Lang, str], "3"),
        (str | int | dict[Lang, str], 3),
        (Leaf | Pair, LEAF),
        (Leaf | Pair, Pair(1, Side.BACK)),
        (Leaf, LEAF),
        (Location, Location("cards.csv", line=3, row=3, column="cost")),
        (list[Problem], [Problem(Location(), "it broke", "mind it", found="x", code="E0204")]),
        (CompanionMaker, MEMO_CARDS),
        (Job, Job(Layout(parse_paper("a4")), memo=MEMO_CARDS)),
    ],
    ids=repr,
)
def test_values_arrive_as_they_are(hint: Any, value: object) -> None:
    found = sent(hint, value)
    assert found == value
    assert type(found) is type(value)
    assert unpack(hint, pack(hint, value)) == value


@pytest.mark.parametrize("name", bundled_project().games())
def test_whole_games_arrive_as_they_are(name: str) -> None:
    game = load_game(bundled_project(), name)
    found = sent(Game, game)
    assert found == game
    assert found.model_dump_json() == game.model_dump_json()
    assert found.decks.keys() == game.decks.keys()


def test_a_model_knows_which_fields_were_given(lowtide: Game) -> None:
    """A box does not print the default range of players where the spec does not give one."""
    silent = lowtide.model_construct(_fields_set={"id", "title"}, **dict(lowtide))
    for game, given in ((lowtide, lowtide.model_fields_set), (silent, {"id", "title"})):
        arrived = decode(Game, encode(Game, game))
        assert arrived.model_fields_set == given
        assert arrived.player_range == game.player_range
    assert silent.player_range == ""


def test_what_is_used_in_several_places_is_sent_once(project: Project) -> None:
    game = load_game(project, "lowtide")
    deck = game.decks["shells"]
    wanted = [(deck, design) for design in deck.designs] * 100
    message = encode(list[tuple[Deck, Design]], wanted)
    assert len(message.objects) < 20
    found = decode(list[tuple[Deck, Design]], message)
    assert found == wanted
    assert len({id(each[0]) for each in found}) == 1


def test_a_cache_is_known_by_its_folder(tmp_path: Path) -> None:
    assert sent(Cache, Cache(tmp_path)).folder == tmp_path
    assert not sent(Cache, Cache.disabled()).enabled


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, "7"), (int, True), (int, 7.5), (str, 7), (bytes, "b"), (None, 0), (bool, 1), (Literal["a"], "b"),
        (Any, object()), (Any, {1: 2}), (Any, b"x"), (Leaf, Pair(1, Side.BACK)), (Pair | None, LEAF),
        (tuple[int, str], (1,)), (str | int, None),
    ],
)  # fmt: skip
def test_what_is_of_another_type_is_not_sent(hint: Any, value: object) -> None:
    with pytest.raises((CodecError, ValueError, AttributeError, TypeError)):
        encode(hint, value)


@pytest.mark.parametrize("hint", [Callable[[int], int], type, complex, Callable[..., None]])
def test_what_has_no_declared_fields_cannot_be_sent(hint: Any) -> None:
    with pytest.raises(TypeError, match="cannot be sent"):
        encode(hint, None)


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (int, Message("7", [], [])),
        (int, Message(True, [], [])),
        (bytes, Message(0, [], [])),
        (bytes, Message(-1, [], [b"x"])),
        (list[int], Message("ab", [], [])),
        (tuple[int, int], Message([1], [], [])),
        (Path, Message(["/"], [], [])),
        (Lang, Message("../..", [], [])),
        (PieceKind, Message("nothing", [], [])),
        (Side, Message("left", [], [])),
        (Leaf, Message(0, [], [])),
        (Leaf, Message(-1, [], [])),
        (Leaf, Message("0", [["a", ["n", []], []]], [])),
        (Leaf, Message(0, [["a", ["n", []]]], [])),
        (Leaf, Message(0, [["a", ["n", []], [0]]], [])),
        (Leaf | Pair, Message([2, 0], [], [])),
        (CompanionMaker, Message(["os", "system", "true"], [], [])),
        (CompanionMaker, Message(["pnp.worker.supervisor", "end_all", 0], [], [])),
        (dict[str, int], Message([["a"]], [], [])),
    ],
)
def test_whatever_arrives_is_of_the_declared_type_or_refused(hint: Any, message: Message) -> None:
    with pytest.raises(CodecError):
        decode(hint, message)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]\n", b"[0, [], [5]]\nab", b"\x80\x04."])
def test_whatever_was_kept_is_of_the_declared_type_or_refused(content: bytes) -> None:
    with pytest.raises(CodecError):
        unpack(bytes, content)


def test_threads_may_encode_the_first_value_of_a_class_together() -> None:
    """The coders of its fields are made then; another thread must not see only some of them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for number in range(200):
            fields = [(f"field_{place}", tuple[int, ...]) for place in range(12)]
            cls = make_dataclass(f"Wide{number}", fields)
            value, together = cls(*[(1, 2)] * 12), Barrier(4)

            def work(cls: type = cls, value: object = value, together: Barrier = together) -> object:
                together.wait(10)
                return decode(cls, encode(cls, value))

            with ThreadPoolExecutor(4) as pool:
                assert [each.result() for each in [pool.submit(work) for _ in range(4)]] == [value] * 4
    finally:
        sys.setswitchinterval(before)
