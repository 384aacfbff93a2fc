"""A game as data for other programs: by its schema, and the same as the spec says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import pnp
from tests.export.exported import exported
from tests.own_game import unpack_game

SCHEMA = json.loads(Path(__file__).with_name("data.schema.json").read_text("utf-8"))
GAMES = {"conquete": 56, "cotcotcollec": 113, "winston": 74, "koko": 78, "lowtide": 27}


def _data(game: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((exported("data", game).folder / f"{game}.json").read_text("utf-8"))
    return content


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_what_the_schema_says(game: str) -> None:
    content = _data(game)
    jsonschema.Draft202012Validator(SCHEMA).validate(content)
    pieces = sum(piece["count"] for deck in content["decks"] for piece in deck["pieces"])
    assert content["count"] == pieces == exported("data", game).pieces == GAMES[game]


def test_the_schema_refuses_what_is_wrong() -> None:
    content = _data("lowtide")
    for key, wrong in (("version", 2), ("decks", []), ("title", "Low Tide"), ("more", 1)):
        assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(content | {key: wrong})


def test_texts_come_in_all_languages() -> None:
    content = _data("lowtide")
    assert content["title"] == {"fr": "Marée basse", "en": "Low Tide"}
    [whelk] = [piece for piece in content["decks"][0]["pieces"] if piece["id"] == "whelk"]
    assert whelk["fields"]["name"] == {"fr": "Bulot", "en": "Whelk"}
    assert whelk["fields"]["cost"] == 2


def test_the_options_of_the_rules() -> None:
    rules = pnp.find_game("winston")
    found = _data("winston")["rules"]
    assert {name: option["choices"] for name, option in found["options"].items()} == {
        name: list(option.choices) for name, option in rules.options.items()
    }
    assert found["presets"] == {name: dict(values) for name, values in rules.presets.items()}
    assert _data("lowtide")["rules"] is None


def test_code_that_may_not_run_is_not_run(tmp_path: Path) -> None:
    folder = unpack_game(tmp_path / "mine")
    [game] = [path.parent.name for path in folder.glob("components/*/rules.py")]
    made = pnp.export_game(game, "data", out=tmp_path / "out", start=folder)
    assert json.loads((made.folder / f"{game}.json").read_text("utf-8"))["rules"] is None
    assert any("the rules' options are left out" in notice for notice in made.notices)
    made = pnp.export_game(game, "data", out=tmp_path / "out", start=folder, allow_code=True)
    assert json.loads((made.folder / f"{game}.json").read_text("utf-8"))["rules"] is not None
