"""Schemas: they take what pnp takes, and refuse what it refuses."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import pnp as library
from pnp import config
from pnp.face.layout import BOX_KINDS, LAYOUT_KEYS
from pnp.memo import read
from pnp.reference.schema import ACTION, MEMO, SECTION, documents, schemas
from pnp.spec.load import DECK_KEYS, SPEC_KEYS
from pnp.spec.model import BoxItem, Column, Edge, Model, Rule
from tests.cli.command import run_command
from tests.own_game import unpack_game
from tests.reference.checking import check_file

ROOT = Path(__file__).parents[2]
GAMES = [*ROOT.glob("components/*/game.toml"), *ROOT.glob("tests/sample/components/*/game.toml")]
MEMOS = list(ROOT.glob("components/*/memo*.toml"))

DECK = {"size": "poker", "front": "card.svg.j2", "table": "cards.csv"}
GAME = {"title": "Low Tide", "decks": {"cards": DECK}}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_our_own_games_pass(path: Path) -> None:
    assert check_file("game.schema.json", tomllib.loads(path.read_text("utf-8"))) == []


@pytest.mark.parametrize("path", MEMOS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_our_own_memos_pass(path: Path) -> None:
    assert check_file("memo.schema.json", tomllib.loads(path.read_text("utf-8"))) == []


def test_the_game_of_the_docs_passes(tmp_path: Path) -> None:
    home = unpack_game(tmp_path) / "components/lowtide"
    assert check_file("game.schema.json", tomllib.loads((home / "game.toml").read_text("utf-8"))) == []
    for memo in home.glob("memo*.toml"):
        assert check_file("memo.schema.json", tomllib.loads(memo.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "change",
    [
        {"title": {"fr": "Marée basse", "pt-BR": "Maré baixa"}},
        {"languages": "de"},
        {"languages": ["zh-Hant", "en"]},
        {"decks": {"cards": DECK | {"size": [63, 88.5]}}},
        {"decks": {"cards": DECK | {"size": ["2.5in", "3.5in"]}}},
        {"decks": {"cards": DECK | {"table": ["a.csv", "b.xlsx#Events"], "copies": "How many", "when": "cost > 0"}}},
        {"decks": {"cards": {"size": "a6", "front": "x", "rows": [{"id": "fox", "Card Name": "Fox", "n": 3}]}}},
        {"decks": {"cards": {"size": "poker", "pictures": "dragons"}}},
        {"decks": {"cards": {"size": "poker", "pictures": {"from": "a.pdf", "grid": [3, 3], "pages": 1}}}},
        {"sizes": {"chit": "22x22"}, "text": {"score": "Score"}, "numbers": {"hand": 5}},
        {"box": [{"name": "cards", "count": 3, "of": ["cards"], "where": {"cost": 2}}]},
        {"rule": [{"form": "count", "of": "cards", "columns": ["a"], "value": ["x", 2], "is": 3}]},
    ],
)
def test_a_game_may_be_written_plainly_or_in_full(change: dict[str, Any]) -> None:
    assert check_file("game.schema.json", GAME | change) == []


@pytest.mark.parametrize(
    "layout",
    [
        {},
        {"ground": {"by": "kind", "owl": "#fff", "else": "{kind}.png"}, "units": "px@300", "origin": [37.5, 37]},
        {"title": {"text": 3, "color": "#fff", "box": [1, 2, 3, 4.5], "size": {"by": "kind", "owl": 3, "else": 4}}},
        {"like": "card.toml", "title": {"size": 3}, "panel": {"rect": "none", "when": "cost > 2"}},
        {"box": {"stack": ["a"], "box": {"by": "kind", "owl": [1, 2, 3, 4]}}, "a": {"image": "{a}", "height": 5}},
    ],
)
def test_a_layout_may_choose_inherit_and_be_american(layout: dict[str, Any]) -> None:
    assert check_file("layout.schema.json", layout) == []


@pytest.mark.parametrize(
    ("schema", "content"),
    [
        ("game", {"decks": {"cards": DECK}}),
        ("game", GAME | {"titel": "x"}),
        ("game", GAME | {"players": 4}),
        ("game", GAME | {"players": [1, 2, 3]}),
        ("game", GAME | {"age": "eight"}),
        ("game", GAME | {"strict": "yes"}),
        ("game", GAME | {"decks": {}}),
        ("game", GAME | {"decks": {"Cards": DECK}}),
        ("game", GAME | {"decks": {"cards": DECK | {"sizes": "poker"}}}),
        ("game", GAME | {"decks": {"cards": DECK | {"size": [63]}}}),
        ("game", GAME | {"decks": {"cards": DECK | {"kind": "crad"}}}),
        ("game", GAME | {"decks": {"cards": DECK | {"rows": [{}]}}}),
        ("game", GAME | {"decks": {"cards": {"size": "poker", "front": "x"}}}),
        ("game", GAME | {"decks": {"cards": DECK | {"columns": {"cost": {"type": "integer"}}}}}),
        ("game", GAME | {"decks": {"cards": DECK | {"edge": {"front": "#whit"}}}}),
        ("game", GAME | {"box": [{"name": "cards", "count": 0, "of": ["cards"]}]}),
        ("game", GAME | {"rule": {"form": "count"}}),
        ("game", GAME | {"rule": [{"form": "counts", "of": "cards"}]}),
        ("game", GAME | {"id": "lowtide"}),
        ("game", GAME | {"decks": {"cards": DECK | {"pictures": "dragons"}}}),
        ("game", GAME | {"decks": {"cards": {"size": "poker", "pictures": {"form": "dragons"}}}}),
        ("game", GAME | {"decks": {"cards": {"size": "poker", "table": "cards.csv"}}}),
        ("pnp", {"papr": "a4"}),
        ("pnp", {"sides": "both"}),
        ("pnp", {"bleed": 11}),
        ("pnp", {"cut": "lines"}),
        ("pnp", {"languages": []}),
        ("pnp", {"output": 3}),
        ("layout", {"title": 3}),
        ("layout", {"unit": "mm"}),
        ("layout", {"units": "furlong"}),
        ("layout", {"title": {"box": [1, 2, 3, 4]}}),
        ("layout", {"title": {"text": "a", "rect": "#fff"}}),
        ("layout", {"title": {"text": "a", "box": [1, 2, 3]}}),
        ("layout", {"title": {"text": "a", "align": "middle"}}),
        ("layout", {"title": {"text": "a", "size": {"owl": 3}}}),
        ("layout", {"title": {"text": "a", "size": {"by": "kind"}}}),
        ("layout", {"title": {"text": "a", "size": {"by": "kind", "owl": "large"}}}),
        ("layout", {"like": "card.toml", "title": {"sise": 3}}),
        ("layout", {"like": "card.svg.j2", "title": {"size": 3}}),
        ("memo", {"subtitle": "without sections"}),
        ("memo", {"section": [{"heading": "no id"}]}),
        ("memo", {"section": [{"id": "turn", "step": ["x"]}]}),
        ("memo", {"section": [{"id": "turn", "only": ["a7"]}]}),
        ("memo", {"section": [{"id": "turn", "actions": [{"cost": "1"}]}]}),
        ("memo", {"section": [{"id": "turn"}], "colour": "#blue"}),
        ("memo", {"section": [{"id": "turn", "intro": {"short": "no text"}}]}),
    ],
)
def test_what_pnp_refuses_is_marked_in_the_editor(schema: str, content: dict[str, Any]) -> None:
    assert check_file(f"{schema}.schema.json", content) != []


def test_the_schemas_have_the_keys_that_are_read() -> None:
    game, project, memo, layout = documents().values()
    assert set(game["properties"]) == set(SPEC_KEYS)
    deck = game["properties"]["decks"]["additionalProperties"]
    assert set(deck["properties"]) == set(DECK_KEYS)
    inner: dict[type[Model], Any] = {
        Column: deck["properties"]["columns"]["additionalProperties"],
        Edge: deck["properties"]["edge"],
    }
    inner |= {BoxItem: game["properties"]["box"]["items"], Rule: game["properties"]["rule"]["items"]}
    for model, schema in inner.items():
        assert set(schema["properties"]) == {field.alias or name for name, field in model.model_fields.items()}
    assert set(project["properties"]) == set(config.KEYS)
    assert set(memo["properties"]) == set(MEMO) == set(read.KEYS)
    assert set(SECTION) == set(read.SECTION_KEYS)
    assert set(ACTION) == set(read.ACTION_KEYS)
    assert set(layout["properties"]) == set(LAYOUT_KEYS)
    for kind, box in zip(BOX_KINDS.values(), layout["additionalProperties"]["anyOf"], strict=True):
        assert set(box["properties"]) - {"color"} == set(kind.model_fields)


def test_editors_need_to_follow_nothing() -> None:
    """No reference, no key newer than draft 7, no null, which TOML does not have."""
    for content in schemas().values():
        text = content.decode()
        assert json.loads(text)["$schema"] == "http://json-schema.org/draft-07/schema#"
        assert not any(word in text for word in ("$ref", "$defs", "prefixItems", '"null"'))


def test_the_command_writes_them_into_the_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = library.start_project("mygame", start=tmp_path).folder
    for path in (home / ".pnp").iterdir():
        path.write_text("old", "utf-8")
    code, out, _ = run_command(("schema",), home / "components", capsys, monkeypatch)
    assert code == 0
    for name, content in schemas().items():
        assert (home / ".pnp" / name).read_bytes() == content
        assert name in out
    assert run_command(("schema", "mine"), tmp_path, capsys, monkeypatch)[0] == 0
    assert {path.name for path in (tmp_path / "mine").iterdir()} == set(schemas())
    (tmp_path / "file").write_text("", "utf-8")
    code, _, err = run_command(("schema", "file"), tmp_path, capsys, monkeypatch)
    assert code == 1
    assert err.startswith("file cannot be written: File exists [E0103]\n")
