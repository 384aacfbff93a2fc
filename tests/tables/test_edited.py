"""Tables of a game: shown whatever is wrong with it, edited, and saved without harm to what others do."""

from __future__ import annotations

import json
import stat
import time
from pathlib import Path

import pytest

import pnp
from pnp.errors import Location, PnpError, Problem, SpecError
from pnp.project.folders import GameRef, bundled_project
from pnp.spec.table_files import address_hash
from pnp.tables.document import EditError, content_hash
from pnp.tables.edit import edits_schema, read_edits
from pnp.tables.edited import TableChangedError
from tests.spec.workbooks import ods, xlsx
from tests.tables.project import CARDS, DECK, make_project

TABLE = "components/reef/cards.csv"
SET = {"do": "set", "row": 1, "column": 3, "value": "4"}


@pytest.fixture
def game(tmp_path: Path) -> GameRef:
    return make_project(tmp_path)


def file(game: GameRef, name: str = "cards.csv") -> Path:
    return game.project.components / game.id / name


def test_a_table_with_its_decks_columns_and_pieces(game: GameRef) -> None:
    [table] = pnp.tables_of(game)
    assert (table.table, table.decks, table.form, table.read_only) == (TABLE, ["cards"], "text", "")
    assert (table.encoding, table.delimiter, table.version) == ("UTF-8", ",", content_hash(CARDS.encode()))
    assert [(column.heading, column.name, column.role, column.type) for column in table.columns] == [
        ("id", "id", "id", "text"),
        ("Card Name", "card_name", "name", "text"),
        ("kind", "kind", "", "choice"),
        ("cost", "cost", "", "int"),
        ("Qty", "qty", "count", "text"),
    ]
    assert [column.heading for column in table.columns if column.declared] == ["kind", "cost"]
    assert table.columns[2].choices == ["crab", "fish"]
    assert (table.columns[3].min, table.columns[3].max, table.columns[3].hint[:5]) == (0, 9, "leave")
    assert [(row.row, row.line, row.pieces) for row in table.rows] == [(1, 2, ["pike"]), (2, 3, ["nipper"])]
    assert json.loads(table.model_dump_json())["rows"][0]["cells"] == ["pike", "Pike", "fish", "3", "2"]


def test_a_saved_cell_says_which_card_changed(game: GameRef) -> None:
    saved = pnp.save_table(game, TABLE, [SET], content_hash(CARDS.encode()))
    assert file(game).read_bytes() == CARDS.encode().replace(b",3,", b",4,")
    assert saved.changes.changed == {"pike": ["cost"]}
    assert (saved.changes.count, saved.changes.added, saved.changes.removed, saved.problems) == (1, [], [], [])
    assert saved.table.version == content_hash(file(game).read_bytes())
    again = pnp.save_table(
        game, TABLE, [{"do": "duplicate", "row": 2}, {"do": "delete", "row": 1}], saved.table.version
    )
    assert (again.changes.added, again.changes.removed) == (["nipper-2"], ["pike"])
    assert [row.pieces for row in again.table.rows] == [["nipper"], ["nipper-2"]]


def test_a_file_that_was_changed_meanwhile_is_shown_and_not_overwritten(game: GameRef) -> None:
    opened = pnp.open_table(game, TABLE)
    opened.apply(SET)
    theirs = CARDS.replace("Pike", "Old pike")
    file(game).write_text(theirs, newline="")
    for save in (opened.save, lambda: pnp.save_table(game, TABLE, [SET], opened.version)):
        with pytest.raises(TableChangedError, match=r"cards\.csv has been changed since it was opened") as caught:
            save()
        assert file(game).read_bytes() == theirs.encode()
        assert caught.value.table is not None
        assert caught.value.table.rows[0].cells[1] == "Old pike"
        assert caught.value.table.version == content_hash(theirs.encode())
    pnp.save_table(game, TABLE, [SET], content_hash(theirs.encode()))
    assert file(game).read_text("utf-8").splitlines()[1] == "pike,Old pike,fish,4,2"
    file(game).unlink()
    with pytest.raises(TableChangedError, match=r"cards\.csv has been deleted or renamed") as gone:
        opened.save()
    assert gone.value.table is None
    assert [path.name for path in file(game).parent.iterdir()] == ["game.toml"]


def test_undo_and_redo_across_savings(game: GameRef) -> None:
    opened = pnp.open_table(game, TABLE)
    opened.apply(SET, {"do": "insert", "row": 1, "rows": [["", "Crab", "crab"]]})
    view = opened.view()
    assert (view.changed, view.can_undo, view.can_redo) == (True, True, False)
    assert [(row.row, row.line, row.pieces) for row in view.rows] == [(1, 2, []), (2, 3, []), (3, 4, ["nipper"])]
    saved = opened.save()
    assert (saved.table.changed, saved.table.can_undo) == (False, True)
    assert saved.changes.added == ["crab"]
    opened.undo()
    assert opened.view().changed
    assert file(game).read_bytes() != CARDS.encode()
    undone = opened.save()
    assert file(game).read_bytes() == CARDS.encode()
    assert (undone.changes.removed, undone.changes.changed) == (["crab"], {"pike": ["cost"]})
    opened.redo()
    assert opened.save().changes.added == ["crab"]
    assert not opened.view().can_redo


def test_a_table_is_shown_and_fixed_when_its_game_cannot_be_read(tmp_path: Path) -> None:
    broken = CARDS.replace("fish", "bird").replace(",1,", ",x,") + "eel,Eel,fish,1,1,what\r\n"
    game = make_project(tmp_path, cards__csv=broken)
    with pytest.raises(SpecError):
        pnp.load_game(game)
    [table] = pnp.tables_of(game)
    assert not table.read_only
    assert [(each.row, each.column, each.message) for each in table.problems] == [
        (3, None, 'must have at most 5 cells, not 6 (the first extra one is "what")'),
        (1, 2, 'must be one of crab, fish, not "bird"'),
        (2, 3, 'must be a whole number from 0 to 9, not "x"'),
    ]
    assert json.loads(table.problems[1].model_dump_json()) == {
        "where": f"{TABLE}:2: kind",
        "location": {"file": TABLE, "line": 2, "row": 2, "column": "kind"},
        "message": 'must be one of crab, fish, not "bird"',
        "hint": "",
        "code": "E0301",
        "subject": True,
        "table": TABLE,
        "row": 1,
        "column": 2,
    }
    assert [row.pieces for row in table.rows] == [[], [], []]
    opened = pnp.open_table(game, TABLE)
    opened.apply({"do": "move", "row": 2, "to": 1})
    assert [(each.row, each.column) for each in opened.view().problems] == [(3, None), (2, 2), (1, 3)]
    opened.apply({"do": "set", "row": 1, "column": 3, "value": "1"})
    assert [(each.row, each.column) for each in opened.view().problems] == [(3, None), (2, 2), (None, 3)]
    saved = opened.save()
    assert saved.changes.changed == {"nipper": []}
    opened.apply(
        {"do": "set", "row": 3, "column": 5, "value": ""}, {"do": "set", "row": 2, "column": 2, "value": "crab"}
    )
    saved = opened.save()
    assert not saved.problems
    assert (saved.changes.changed, saved.changes.added) == ({"pike": []}, ["eel"])
    opened.apply({"do": "set", "row": 2, "column": 2, "value": "whale"})
    assert (saved := opened.save()).changes.unread == ["pike"]
    assert saved.changes.count == 1
    assert pnp.load_game(make_project(tmp_path)).count == 3


@pytest.mark.parametrize(
    "spec",
    [
        DECK + "\n[decks.wrong]\nsize = 3\n",
        DECK.replace("card.svg.j2", "none.svg.j2"),
        'languages = "no tag"\n' + DECK,
        DECK.replace('type = "int"', 'type = "colours"'),
        "strict = true\n" + DECK,
    ],
)
def test_other_mistakes_in_the_spec_hinder_nobody(tmp_path: Path, spec: str) -> None:
    game = make_project(tmp_path, spec)
    with pytest.raises(SpecError):
        pnp.load_game(game)
    table = next(table for table in pnp.tables_of(game) if table.table == TABLE)
    assert not table.read_only
    assert pnp.save_table(game, TABLE, [SET], table.version).problems
    assert b",4,2" in file(game).read_bytes()


def test_a_spec_that_is_no_toml_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="TOML"):
        pnp.tables_of(make_project(tmp_path, "[decks"))


SHEETS: dict[str, list[list[object]]] = {"Cards": [["id", "kind", "cost"], ["pike", "fish", 3]]}
WEB = "https://example.org/cards.csv"


@pytest.mark.parametrize(
    ("named", "name", "content", "reason"),
    [
        ("cards.xlsx#Cards", "cards.xlsx", xlsx(SHEETS), "it is a workbook; edit it in a spreadsheet program"),
        ("cards.ods", "cards.ods", ods(SHEETS), "it is a workbook; edit it in a spreadsheet program"),
        (
            "cards.json",
            "cards.json",
            b'[{"id": "pike", "kind": "fish", "cost": 3}]',
            "it is a JSON file; edit it in a text editor",
        ),
        (
            WEB,
            f"pulled/cards-{address_hash(WEB)}.csv",
            b"id,kind,cost\npike,fish,3\n",
            f"it is a copy of {WEB}; edit it there",
        ),
        ("pulled/c.csv", "pulled/c.csv", b"id,kind,cost\npike,fish,3\n", "it is a copy fetched by pnp pull"),
    ],
)
def test_what_can_only_be_shown_is_shown_with_the_reason(
    tmp_path: Path, named: str, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / "components" / "reef" / "pulled").mkdir(parents=True)
    game = make_project(tmp_path, DECK.replace("cards.csv", named), **{name.replace(".", "__"): content})
    [table] = pnp.tables_of(game)
    assert reason in table.read_only
    assert [column.heading for column in table.columns] == ["id", "kind", "cost"]
    assert [(row.cells, row.pieces) for row in table.rows] == [(["pike", "fish", "3"], ["pike"])]
    with pytest.raises(EditError, match=f" cannot be edited: {reason}"):
        pnp.save_table(game, table.table, [SET], table.version)
    assert file(game, name).read_bytes() == content


def test_rows_in_the_spec_are_shown_with_the_reason(tmp_path: Path) -> None:
    rows = 'rows = [{ id = "pike", kind = "fish", cost = 12 }, { id = "eel", kind = "fish" }]'
    game = make_project(tmp_path, DECK.replace('table = "cards.csv"', rows))
    [table] = pnp.tables_of(game)
    assert (table.form, table.read_only) == ("spec", "its rows are written in game.toml; edit them there")
    assert [(row.row, row.line, row.cells, row.pieces) for row in table.rows] == [
        (1, 1, ["pike", "fish", "12"], []),
        (2, 2, ["eel", "fish", ""], ["eel"]),
    ]
    assert [(each.row, each.column) for each in table.problems] == [(1, 2)]


def test_a_file_with_wrong_quotes_is_named(tmp_path: Path) -> None:
    [table] = pnp.tables_of(make_project(tmp_path, cards__csv='id,b\nfox,"x" y\n'))
    assert table.read_only.startswith(f"{TABLE}:2 is not a valid row of a CSV table: ")
    assert not table.rows
    assert [(each.table, each.row) for each in table.problems] == [(TABLE, None)]


def test_permissions_and_links_stay(game: GameRef) -> None:
    path = file(game)
    path.chmod(0o640)
    pnp.save_table(game, TABLE, [SET], content_hash(path.read_bytes()))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.rename(game.project.root / "shared.csv")
    path.symlink_to(game.project.root / "shared.csv")
    pnp.save_table(game, TABLE, [SET | {"value": "5"}], content_hash(path.read_bytes()))
    assert path.is_symlink()
    assert b",5," in (game.project.root / "shared.csv").read_bytes()
    (game.project.root / "shared.csv").chmod(0o444)
    [table] = pnp.tables_of(game)
    assert table.read_only == "the file is write-protected"


def test_no_file_outside_the_project_is_written(tmp_path: Path) -> None:
    game = make_project(tmp_path / "project")
    outside = tmp_path / "outside.csv"
    file(game).rename(outside)
    file(game).symlink_to(outside)
    assert pnp.tables_of(game) == []
    for name in (TABLE, str(outside), "../outside.csv", "components/reef/game.toml"):
        with pytest.raises(PnpError, match="reef has no table"):
            pnp.save_table(game, name, [SET], content_hash(CARDS.encode()))
    file(game).unlink()
    outside.rename(file(game))
    opened = pnp.open_table(game, TABLE)
    opened.apply(SET)
    file(game).rename(outside)
    file(game).symlink_to(outside)  # after it was opened
    with pytest.raises(PnpError, match="is a link that points outside the project's folder"):
        opened.save()
    assert outside.read_bytes() == CARDS.encode()


def test_decks_share_tables(tmp_path: Path) -> None:
    more = (
        DECK.replace("title", "#").replace("decks.cards", "decks.more").replace('"cards.csv"', '["b.csv", "cards.csv"]')
    )
    game = make_project(tmp_path, DECK + more, b__csv="Card Name,kind\nEel,fish\nEel,fish\n")
    cards, other = pnp.tables_of(game)
    assert (cards.decks, other.decks) == (["cards", "more"], ["more"])
    assert [row.pieces for row in cards.rows] == [["pike", "pike"], ["nipper", "nipper"]]
    assert [row.pieces for row in other.rows] == [["eel"], ["eel-2"]]
    pnp.save_table(game, other.table, [{"do": "delete", "row": 2}], other.version)
    assert [len(table.rows) for table in pnp.tables_of(game)] == [2, 1]


def test_a_copy_takes_no_id_of_another_table(tmp_path: Path) -> None:
    spec = DECK.replace('"cards.csv"', '["cards.csv", "b.csv"]')
    game = make_project(tmp_path, spec, b__csv="id,kind,cost\npike-2,fish,1\n")
    opened = pnp.open_table(game, TABLE)
    opened.apply({"do": "duplicate", "row": 1})
    assert opened.view().rows[1].cells[0] == "pike-3"
    assert not opened.save().problems


def test_a_strict_table_in_two_languages() -> None:
    [table] = [each for each in pnp.tables_of("cotcotcollec", start=bundled_project().root) if "cards" in each.decks]
    assert {column.role: column.name for column in table.columns if column.role} == {
        "id": "id", "count": "count", "looks": "looks", "name": "name_fr",
    }  # fmt: skip
    assert {column.heading: column.language for column in table.columns if column.name.startswith("line_")} == {
        "line_fr": "fr", "line_en": "en",
    }  # fmt: skip
    assert all(column.declared for column in table.columns if column.role in ("", "name"))
    assert [row.pieces for row in table.rows] == [[row.cells[0]] for row in table.rows]


def test_where_a_problem_lies(game: GameRef) -> None:
    tables = pnp.tables_of(game)

    def place(where: Location) -> tuple[str | None, int | None, int | None]:
        placed = pnp.place_problem(Problem(where, "a", code="E0301"), tables)
        assert placed.where == str(where)
        assert placed.location == where.plain()
        return placed.table, placed.row, placed.column

    cards = Location(TABLE)
    third = cards.at(line=3, row=3)
    assert place(third.at(column="cost")) == (TABLE, 2, 3)
    assert place(third.at(column="card_name")) == (TABLE, 2, 1)
    assert place(third.at(column="Card Name")) == (TABLE, 2, 1)
    assert place(third) == (TABLE, 2, None)
    assert place(cards.at(line=1, row=1)) == (TABLE, 0, None)
    assert place(cards.at(line=77, row=77, column="cost")) == (TABLE, None, 3)
    assert place(cards) == (TABLE, None, None)
    assert place(Location(f"{TABLE}.bak", line=3, row=3)) == (None, None, None)
    assert place(Location("components/reef/game.toml", key="decks.cards.size")) == (None, None, None)
    template = Location("templates/card.svg.j2", line=3, game="reef", piece="nipper", side="front")
    assert place(template) == (TABLE, 2, None)
    assert place(template.at(piece="nobody")) == (None, None, None)


def test_where_a_problem_is_in_a_workbook_and_in_the_spec(tmp_path: Path) -> None:
    rows = 'rows = [{ id = "pike", kind = "fish" }, { id = "eel", kind = "fish" }]'
    sheets: dict[str, list[list[object]]] = {
        name: [["id", "kind"], [name.lower(), "fish"]] for name in ("Big", "Small")
    }
    spec = DECK.replace("cards.csv", "c.xlsx#Big")
    spec += DECK.replace("title", "#").replace("decks.cards", "decks.more").replace("cards.csv", "c.xlsx#Small")
    spec += DECK.replace("title", "#").replace("decks.cards", "decks.few").replace('table = "cards.csv"', rows)
    tables = pnp.tables_of(make_project(tmp_path, spec, c__xlsx=xlsx(sheets)))
    big, small, few = [table.table for table in tables]
    assert [(table.file, table.sheet, table.key) for table in tables] == [
        ("components/reef/c.xlsx", "Big", ""),
        ("components/reef/c.xlsx", "Small", ""),
        ("components/reef/game.toml", "", "decks.few.rows"),
    ]

    def place(where: Location) -> tuple[str | None, int | None, int | None]:
        placed = pnp.place_problem(Problem(where, "a", code="E0301"), tables)
        return placed.table, placed.row, placed.column

    book, toml = Location("components/reef/c.xlsx"), Location("components/reef/game.toml")
    assert place(book.at(sheet="Small", row=2, column="kind")) == (small, 1, 1)
    assert place(book.at(sheet="Big", row=1)) == (big, 0, None)
    assert place(book.at(sheet="Huge", row=2)) == (None, None, None)
    assert place(book) == (big, None, None)
    assert place((toml / "decks" / "few" / "rows").at(row=2, column="kind")) == (few, 2, 1)
    assert place(toml / "decks" / "few" / "rows") == (few, None, None)
    assert place(toml / "decks" / "few" / "size") == (None, None, None)
    assert place(Location(piece="eel")) == (few, 2, None)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"do": "paint"}, r"edits\[1\]\.do must be one of 'set', .*, not \"paint\""),
        (
            {"do": "set", "row": 1, "column": 0, "value": "x", "colour": "red"},
            r"edits\[1\]\.set\.colour is not a known key",
        ),
        (
            {"do": "set", "row": "1", "column": 0, "value": "x"},
            r"edits\[1\]\.set\.row must be a valid integer, not \"1\"",
        ),
        (
            {"do": "set", "row": -1, "column": 0, "value": "x"},
            r"set\.row must be greater than or equal to 0, not \"-1\"",
        ),
        ({"do": "set", "row": 1, "column": 0, "value": "x" * 40_000}, r"set\.value must have at most 32767 characters"),
        ({"do": "delete", "row": 0}, r"delete\.row must be greater than or equal to 1"),
        ({"do": "insert", "row": 1, "rows": []}, r"insert\.rows must have at least 1 item"),
        ({"do": "fill", "row": 1}, r"edits\[1\]\.fill\.column is missing"),
        ("set", r"edits\[1\] must be an edit, with a key do, not \"set\""),
        ({"row": 1}, r"edits\[1\] must be an edit, with a key do"),
    ],
)
def test_edits_are_checked_before_they_are_made(game: GameRef, edit: object, message: str) -> None:
    with pytest.raises(EditError, match=message):
        pnp.save_table(game, TABLE, [edit], content_hash(CARDS.encode()))  # type: ignore[list-item]
    assert file(game).read_bytes() == CARDS.encode()


def test_edits_as_json_say_the_same_again() -> None:
    edits = [SET, {"do": "paste", "row": 1, "column": 0, "text": "a\tb"}, {"do": "move", "row": 1, "count": 2, "to": 5}]
    assert [edit.model_dump() for edit in read_edits(edits)] == edits
    assert set(edits_schema()["items"]["discriminator"]["mapping"]) == {
        "set", "insert", "duplicate", "delete", "move", "paste", "fill", "arrange", "columns",
    }  # fmt: skip


def test_nothing_is_written_where_nothing_was_edited(game: GameRef) -> None:
    before = file(game).stat()
    pnp.save_table(game, TABLE, [SET | {"value": " 3 "}], content_hash(CARDS.encode()))
    assert file(game).stat().st_mtime_ns == before.st_mtime_ns
    assert file(game).stat().st_ino == before.st_ino


def test_what_changed_of_five_hundred_cards_is_known_at_once(tmp_path: Path) -> None:
    rows = "".join(f"c{number},Card {number},fish,1,1\r\n" for number in range(500))
    before = pnp.load_game(make_project(tmp_path, cards__csv=CARDS + rows))
    after = pnp.load_game(
        make_project(tmp_path, cards__csv=CARDS + rows.replace("Card 77,fish,1,1", "Card 77,fish,1,3"))
    )
    began = time.process_time()
    changes = pnp.changed_pieces(before, after)
    assert time.process_time() - began < 0.1
    assert changes.changed == {"c77": ["count"]}
    assert pnp.changed_pieces(after, after).count == 0


def test_what_was_undone_leaves_nothing_to_save(game: GameRef) -> None:
    table = pnp.open_table(game, TABLE)
    table.apply({"do": "duplicate", "row": 1})
    assert table.view().changed
    table.undo()
    assert not table.view().changed
