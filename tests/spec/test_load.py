"""Specs: what is read, and that every mistake is reported at once, with its place and a hint."""

from __future__ import annotations

import os
import pickle
import re
import shutil
from pathlib import Path

import pytest

from pnp.errors import Location, SpecError
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.terms import Lang

TOML = "components/lowtide/game.toml"
CSV = "components/lowtide/shells.csv"


def change(project: Project, file: str, old: str, new: str) -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def errors(project: Project) -> str:
    with pytest.raises(SpecError) as caught:
        load_game(project, "lowtide")
    assert all(problem.where.file and problem.message for problem in caught.value.problems)
    assert not any(", got " in problem.said for problem in caught.value.problems)
    return str(caught.value)


def test_a_game_is_read_whole(lowtide: Game) -> None:
    assert lowtide.title == {Lang.FR: "Marée basse", Lang.EN: "Low Tide"}
    assert lowtide.players == [1, 4]
    assert {name: deck.count for name, deck in lowtide.decks.items()} == {
        "shells": 13, "tides": 7, "pebbles": 5, "fisher": 1, "leaf": 1,
    }  # fmt: skip
    assert lowtide.decks["shells"].size == (44, 68)
    whelk, cockle, _ = lowtide.decks["shells"].designs
    assert (whelk.id, whelk.count, whelk.fields["cost"]) == ("whelk", 4, 2)
    assert cockle.fields["cost"] == 0, "an empty cell is the default"
    assert whelk.field("name", Lang.EN) == "Whelk"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            TOML,
            "players = [1, 4]",
            "players = [4, 1]",
            'players must be [fewest, most], each from 1 to 99, not "[4, 1]"',
        ),
        (TOML, "players = [1, 4]", "players = [2]", 'players must be [fewest, most], each from 1 to 99, not "[2]"'),
        (TOML, "players = [1, 4]", "players = [0, 4]", "players must be [fewest, most], each from 1 to 99"),
        (TOML, "age = 6", "agee = 6", "game.toml: age is missing [E0203]"),
        (TOML, "age = 6", "agee = 6", 'agee is not a known key [E0202]\n  hint: did you mean "age"?'),
        (TOML, "minutes = 10", 'minutes = "ten"', 'minutes must be a whole number, not "ten"'),
        (TOML, 'fr = "Marée basse", en', "en", 'title has no "fr" text'),
        (TOML, 'fr = "Marée basse"', 'fr = " "', 'title has no "fr" text'),
        (TOML, 'score = { fr = "Marque", en', "score = { en", 'text.score has no "fr" text'),
        (TOML, 'score = { fr = "Marque", en', "score = { de = 'x', en", 'text.score has an unknown language "de"'),
        (TOML, "mini = [44, 68]", "mini = [0, 68]", "sizes.mini must be a width and a height in mm"),
        (TOML, "mini = [44, 68]", "mini = [-44, 68]", "each from 5 to 1200"),
        (TOML, "mini = [44, 68]", "mini = [nan, 68]", "sizes.mini must be a width"),
        (TOML, "mini = [44, 68]", "mini = [inf, 68]", "sizes.mini must be a width"),
        (TOML, "mini = [44, 68]", "mini = [44]", "sizes.mini must be a width"),
        (TOML, 'size = "mini"', 'size = "minny"', "decks.shells.size must be a size in mm, a name from sizes"),
        (TOML, 'size = "mini"', 'size = "minny"', 'did you mean "mini"?'),
        (TOML, 'kind = "card"', 'kind = "crad"', "decks.shells.kind must be one of card, tile, token, standee, pad"),
        (TOML, 'edge = { front = "#ffffff"', 'edge = { front = "whitish"', "must be a colour like #fbf3df"),
        (TOML, 'back = "wave.svg.j2"', 'bakc = "wave.svg.j2"', 'did you mean "back"?'),
        (
            TOML,
            'front = "shell.svg.j2"',
            'front = "shel.svg.j2"',
            'there is no template "shel.svg.j2" [E0401]\n  hint: did you mean "shell.svg.j2"?',
        ),
        (
            TOML,
            'front = "shell.svg.j2"',
            'front = "../../../../etc/passwd"',
            "must be a template inside the project's folder",
        ),
        (TOML, 'front = "shell.svg.j2"', 'front = "/etc/passwd"', "must be a template inside the project's folder"),
        (
            TOML,
            'table = "shells.csv"',
            'table = "../../../../etc/passwd"',
            "must be a file inside the project's folder",
        ),
        (TOML, 'table = "shells.csv"', 'table = "/etc/passwd"', "must be a file inside the project's folder"),
        (
            TOML,
            'table = "shells.csv"',
            'table = "shell.csv"',
            'decks.shells.table: there is no file "shell.csv" [E0101]\n  hint: did you mean "shells.csv"?',
        ),
        (TOML, 'table = "shells.csv"\n', "", "decks.shells has neither a table nor rows [E0205]"),
        (TOML, 'rows = [{ id = "fisher" }]', "rows = 3", 'decks.fisher.rows must be a list of rows, not "3"'),
        (TOML, 'rows = [{ id = "fisher" }]', "rows = []", 'decks.fisher.rows must be a list of rows, not "[]"'),
        (
            TOML,
            'rows = [{ id = "fisher" }]',
            'rows = [{ idd = "fisher" }]',
            'rows[1] has an unknown column "idd" [E0302]\n  hint: did you mean "id"?',
        ),
        (
            TOML,
            '{ id = "tide-2" }',
            '{ id = "tide-1" }',
            'rows[2]: id is not unique: "tide-1", first used in game.toml: decks.tides.rows[1]',
        ),
        (
            TOML,
            'id = "pebble", count = 5',
            'id = "pebble", count = 0',
            'rows[1]: count must be a whole number from 1 to 999, not "0"',
        ),
        (TOML, "leaves = 3", "leaves = 0", "leaves must be at least 1"),
        (TOML, "foot = 10", "foot = nan", "decks.fisher.foot must be a finite number"),
        (
            TOML,
            'shape = "circle"\nsize = [22, 22]',
            'shape = "circle"\nsize = [22, 23]',
            "decks.pebbles is a circle, which cannot be 22 × 23 mm",
        ),
        (TOML, "count = 13", "count = 14", "box[1] (coquillages): the box has 14, but the deck shells has 13"),
        (
            TOML,
            'of = ["fisher"]',
            'of = ["fishers"]',
            'of: there is no deck "fishers" [E0206]\n  hint: did you mean "fisher"?',
        ),
        (
            TOML,
            'of = ["shells"]',
            'of = ["shells"]\nwhere = { colour = "red" }',
            'box[1].where: the deck shells has no column "colour" [E0207]',
        ),
        (TOML, 'cost = { type = "int"', 'cost = { tipe = "int"', 'did you mean "type"?'),
        (TOML, 'cost = { type = "int"', 'count = {}\ncost = { type = "int"', 'decks.shells.columns has "count" twice'),
        (
            TOML,
            'cost = { type = "int"',
            'name_fr = {}\ncost = { type = "int"',
            'decks.shells.columns has "name_fr" twice',
        ),
        (TOML, 'title = { fr = "Marée', "title = fr = {{", "game.toml:3 is not valid TOML: "),
        (
            CSV,
            "id,count,name_fr",
            "id,count,nam_fr",
            'shells.csv:1 has an unknown column "nam_fr" [E0302]\n  hint: did you mean "name_fr"?',
        ),
        (CSV, "id,count,name_fr", "id,count,nam_fr", 'shells.csv:1 has no column "name_fr"'),
        (CSV, "whelk,4", "whelk,x", 'shells.csv:2: count must be a whole number from 1 to 999, not "x"'),
        (CSV, "whelk,4", "whelk,0", "to leave the piece out, delete its row"),
        (CSV, "whelk,4", "whelk,-1", 'not "-1"'),
        (CSV, "whelk,4", "whelk,nan", 'not "nan"'),
        (CSV, "whelk,4", "whelk,1000000", 'not "1000000"'),
        (CSV, "whelk,4", "Whelk 1,4", "shells.csv:2: id must be a name of lowercase letters, digits, - and _"),
        (CSV, "cockle,4", "whelk,4", 'shells.csv:3: id is not unique: "whelk", first used in shells.csv:2'),
        (CSV, "whelk,4", "whelk,1_0", 'not "1_0"'),
        (CSV, "whelk,4", "whelk," + "9" * 400, "count must be a whole number"),
        (CSV, "Bulot", "Bul\x01ot", 'name_fr has a control character: "Bul\\x01ot"'),
        (TOML, "age = 6", "age = " + "9" * 5000, "is not valid TOML: a number has too many digits"),
        (
            TOML,
            'type = "int", min = 0, max = 9, default = 0',
            'type = "int", default = "foo"',
            'columns.cost has the default "foo", which the column does not allow',
        ),
        (TOML, "min = 0, max = 9", "min = 9, max = 0", "columns.cost has a min of 9, above its max of 0"),
        (TOML, "[decks.leaf]", "[decks]\nfoo = 3\n[decks.leaf]", 'decks.foo must be a table of keys, not "3"'),
        (TOML, 'edge = { front = "#ffffff"', 'edge = { fornt = "#ffffff"', 'did you mean "front"?'),
        (TOML, 'fr = "Marée basse"', 'fr = "Marée\\nbasse"', "title must be on one line"),
        (TOML, 'front = "shell.svg.j2"', 'front = "' + "a" * 300 + '.j2"', "decks.shells.front"),
        (CSV, "Whelk,2", "Whelk,x", "leave the cell empty for a free card"),
        (CSV, "Whelk,2", "Whelk,12", 'cost must be a whole number from 0 to 9, not "12"'),
        (CSV, "Bulot,", ",", "shells.csv:2: name_fr is empty"),
        (CSV, "Bulot,", "Bulot,Buccin,", "shells.csv:2 must have at most 7 cells, not 8 (the first extra one is "),
        (CSV, '"Prends', '"Prends" "', "shells.csv:2 is not a valid row of a CSV table: "),
    ],
)
def test_a_mistake_is_named_with_its_place_and_a_hint(
    copied: Project, file: str, old: str, new: str, message: str
) -> None:
    change(copied, file, old, new)
    found = errors(copied)
    assert message in found
    assert re.search(r"components/lowtide/(game\.toml|shells\.csv)", found)


def test_all_mistakes_are_reported_at_once(copied: Project) -> None:
    change(copied, TOML, "age = 6", "agee = 6")
    change(copied, TOML, "mini = [44, 68]", "mini = [nan, 68]")
    change(copied, TOML, 'kind = "tile"', 'kind = "tyle"')
    change(copied, CSV, "whelk,4", "whelk,0")
    change(copied, CSV, "oyster,5", "oyster,many")
    with pytest.raises(SpecError) as caught:
        load_game(copied, "lowtide")
    places = [problem.where for problem in caught.value.problems]
    assert Location(CSV, line=2, row=2, column="count") in places
    assert Location(CSV, line=4, row=4, column="count") in places
    assert Location(TOML, key="age") in places
    assert Location(TOML, key="agee") in places
    assert Location(TOML, key="sizes.mini") in places
    assert Location(TOML, key="decks.tides.kind") in places


def test_the_same_mistake_in_several_rows_is_reported_once(copied: Project) -> None:
    change(copied, CSV, "whelk,4", "whelk,many")
    change(copied, CSV, "oyster,5", "oyster,0")
    assert errors(copied).startswith(
        f"{CSV}: count must be a whole number from 1 to 999, in 2 rows [E0301]:\n"
        '  row 2: "many"\n  row 4: "0"\n  hint: '
    )


def test_designs_know_their_rows(copied: Project) -> None:
    game = load_game(copied, "lowtide")
    assert [(row.row, row.place) for row in game.decks["shells"].designs] == [
        (number, Location(CSV, line=number, row=number)) for number in (2, 3, 4)
    ]
    assert [(row.row, row.place) for row in game.decks["pebbles"].designs] == [
        (1, Location(TOML, key="decks.pebbles.rows", row=1))
    ]
    assert pickle.loads(pickle.dumps(game)) == game
    again = copied.components / "lowtide" / "again.csv"
    shutil.copy(copied.root / CSV, again)
    [other, *_] = load_game(copied, "lowtide", instead={"shells.csv": again}).decks["shells"].designs
    assert other.place == Location(str(again), line=2, row=2), "a table from elsewhere has its path as it was given"


def test_an_id_in_two_decks_is_reported_with_piece_and_deck(copied: Project) -> None:
    change(copied, TOML, '{ id = "tide-1" }', '{ id = "whelk" }')
    with pytest.raises(SpecError) as caught:
        load_game(copied, "lowtide")
    [problem] = caught.value.problems
    assert problem.where == Location(TOML, key="decks.tides", deck="tides", piece="whelk")
    assert str(problem).startswith(f"{TOML}: decks.tides: whelk has an id that is also used in decks.shells [E0306]")


@pytest.mark.parametrize("name", ["shells.csv", "game.toml"])
def test_a_link_that_leaves_the_project_is_refused(copied: Project, tmp_path: Path, name: str) -> None:
    inside = copied.components / "lowtide" / name
    outside = tmp_path / name
    inside.rename(outside)
    inside.symlink_to(outside)
    said = {
        "shells.csv": "must be a file inside the project's folder",
        "game.toml": "is a link that points outside the",
    }
    assert said[name] in errors(copied)


def test_a_linked_template_that_leaves_the_project_is_refused(copied: Project, tmp_path: Path) -> None:
    inside = copied.templates / "lowtide" / "shell.svg.j2"
    inside.rename(tmp_path / "shell.svg.j2")
    inside.symlink_to(tmp_path / "shell.svg.j2")
    assert "must be a template inside the project's folder, not " in errors(copied)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"id,count\n",
        b"\xff\xfeid,count\n",
        b"id,count,name_fr,name_en,cost,rule_fr,rule_en\n" + b"\xe9t\xe9,1\n",
        b'id,count,"name_fr\n',
        b"\0\0\0",
        b"id,count,name_fr,name_en,cost,rule_fr,rule_en\n" + b"a," * 100_000,
    ],
)
def test_a_broken_table_gets_a_clear_error(copied: Project, content: bytes) -> None:
    (copied.components / "lowtide" / "shells.csv").write_bytes(content)
    assert "shells" in errors(copied)


def test_a_huge_table_is_refused(copied: Project) -> None:
    with (copied.components / "lowtide" / "shells.csv").open("ab") as table:
        table.truncate(17_000_000)
    assert "shells.csv cannot be read: it is larger than 16 MB (17 MB) [E0105]" in errors(copied)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 10_000, b"a = 1\na = 2", b"decks = 3", b"box = 'x'"])
def test_a_broken_spec_gets_a_clear_error(copied: Project, content: bytes) -> None:
    (copied.components / "lowtide" / "game.toml").write_bytes(content)
    assert "game.toml" in errors(copied)


def test_tables_from_a_french_spreadsheet_are_read(copied: Project, lowtide: Game) -> None:
    path = copied.components / "lowtide" / "shells.csv"
    text = path.read_text("utf-8").replace('"', "").replace("basse ; sinon", "basse, sinon")
    rows = [line.split(",", 6) for line in text.splitlines()]
    rows[3] = ["oyster", "5", "Huître à perle", "Pearl oyster", "9", "Gagne.", "Win."]
    rows[2][5:] = ["Rien.", "Nothing."]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(";".join(row) for row in rows).encode())
    game = load_game(copied, "lowtide")
    assert [design.id for design in game.decks["shells"].designs] == ["whelk", "cockle", "oyster"]
    assert game.decks["shells"].designs[2].field("name", Lang.FR) == "Huître à perle"


def test_the_box_is_checked_both_ways(copied: Project) -> None:
    change(copied, TOML, '[[box]]\nname = { fr = "pêcheur", en = "fisher" }\ncount = 1\nof = ["fisher"]\n', "")
    assert "game.toml: box: fisher: no line lists this piece of the deck fisher [E0211]" in errors(copied)


def test_too_many_pieces_are_refused(copied: Project) -> None:
    rows = ", ".join(f'{{ id = "p{n}", count = 999 }}' for n in range(11))
    change(copied, TOML, '{ id = "pebble", count = 5 }', rows)
    assert "game.toml: decks must have at most 9,999 pieces in total, not 11,013 [E0105]" in errors(copied)


@pytest.mark.parametrize("kind", ["a folder", "a pipe", "a link to nowhere"])
def test_a_spec_that_is_no_file_is_named_and_not_passed_over(copied: Project, kind: str) -> None:
    path = copied.root / TOML
    path.unlink()
    if kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("there are no pipes in folders here")
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")
    assert copied.games() == ["lowtide"]
    said = {
        "a folder": "cannot be read: it is a folder, not a file",
        "a pipe": "cannot be read: it is a pipe, not a file",
    }
    assert errors(copied).startswith(f"{TOML} {said.get(kind, 'does not exist')} [E010")
