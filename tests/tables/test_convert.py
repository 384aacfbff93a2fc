"""Workbooks and JSON files become CSV files that the game uses from then on, and nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pnp
from pnp.errors import PnpError
from pnp.tables.convert import convert_to_csv
from tests.spec.workbooks import ods, xlsx
from tests.tables.project import DECK, make_project

ROWS = [
    ["id", "Card Name", "kind", "cost", "Qty"],
    ["pike", 'Pike, the "big"', "fish", "3", "2"],
    ["eel", "Eel", "fish", "", "1"],
]
COMMENTED = DECK.replace(
    'table = "cards.csv"', '# every fish\ntable   = "cards.xlsx#Big Fish"  # from the shared drive'
)


def test_a_sheet_becomes_a_csv_and_game_toml_keeps_everything_else(tmp_path: Path) -> None:
    game = make_project(tmp_path, COMMENTED, cards__xlsx=xlsx({"Small": [["id"]], "Big Fish": ROWS}))
    [before] = pnp.tables_of(game)
    spec = tmp_path / "components/reef/game.toml"
    text, book = spec.read_text("utf-8"), (tmp_path / "components/reef/cards.xlsx").read_bytes()
    assert convert_to_csv(game, before.table) == "components/reef/cards-big-fish.csv"
    [after] = pnp.tables_of(game)
    assert [row.cells for row in after.rows] == [row.cells for row in before.rows]
    assert (after.form, after.read_only, after.problems) == ("text", "", [])
    assert spec.read_text("utf-8") == text.replace("cards.xlsx#Big Fish", "cards-big-fish.csv")
    assert (tmp_path / "components/reef/cards.xlsx").read_bytes() == book


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cards.ods", ods({"Cards": ROWS})),
        ("cards.json", json.dumps([dict(zip(ROWS[0], each, strict=True)) for each in ROWS[1:]]).encode()),
    ],
)
def test_other_formats(tmp_path: Path, name: str, content: bytes) -> None:
    spec = DECK.replace('"cards.csv"', f'["{name}", "more.csv"]')
    game = make_project(
        tmp_path, spec, more__csv="id,Card Name,kind\nray,Ray,fish\n", **{name.replace(".", "__"): content}
    )
    (tmp_path / "components/reef/cards.csv").unlink()
    pieces = pnp.load_game(game).count
    assert convert_to_csv(game, f"components/reef/{name}") == "components/reef/cards.csv"
    assert 'table = ["cards.csv", "more.csv"]' in (tmp_path / "components/reef/game.toml").read_text("utf-8")
    assert pnp.load_game(game).count == pieces


def test_no_file_is_replaced(tmp_path: Path) -> None:
    game = make_project(tmp_path, DECK.replace("cards.csv", "cards.ods"), cards__ods=ods({"Cards": ROWS}))
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(PnpError, match=r"components/reef/cards\.csv cannot be created: it already exists"):
        convert_to_csv(game, "components/reef/cards.ods")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == files


@pytest.mark.parametrize("table", ["components/reef/cards.csv", "components/reef/none.csv", "../cards.csv"])
def test_what_cannot_be_converted_is_reported(tmp_path: Path, table: str) -> None:
    with pytest.raises(PnpError, match=r"cannot be converted to CSV|has no table"):
        convert_to_csv(make_project(tmp_path), table)


def test_if_game_toml_cannot_be_changed_there_is_no_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_project(tmp_path, COMMENTED, cards__xlsx=xlsx({"Big Fish": ROWS}))
    spec = tmp_path / "components/reef/game.toml"

    def changed_meanwhile(*_: object) -> int:
        spec.write_text(spec.read_text("utf-8") + "# more\n", "utf-8")
        return 1

    monkeypatch.setattr("pnp.tables.convert._replace_table", changed_meanwhile)
    with pytest.raises(PnpError, match="has been changed since it was opened"):
        convert_to_csv(game, "components/reef/cards.xlsx#Big Fish")
    assert not (tmp_path / "components/reef/cards-big-fish.csv").exists()
