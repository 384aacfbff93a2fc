"""Specs: what is read, and that every mistake is reported at once, with its place and a hint."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pnp.errors import SpecError
from pnp.resources import Project
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
    assert all(problem.where and problem.expected and problem.found for problem in caught.value.problems)
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
        (TOML, "players = [1, 4]", "players = [4, 1]", "players as [fewest, most]"),
        (TOML, "players = [1, 4]", "players = [2]", "players as [fewest, most]"),
        (TOML, "players = [1, 4]", "players = [0, 4]", "players as [fewest, most], each from 1 to 99"),
        (TOML, "age = 6", "agee = 6", 'age: expected a value, got none'),
        (TOML, "age = 6", "agee = 6", 'agee: expected a known key, got "agee" [E0202]\n  hint: did you mean "age"?'),
        (TOML, "minutes = 10", 'minutes = "ten"', "minutes: expected a whole number"),
        (TOML, 'fr = "Marée basse", en', "en", 'a text in "fr" too'),
        (TOML, 'fr = "Marée basse"', 'fr = " "', 'a text in "fr" too'),
        (TOML, 'score = { fr = "Marque", en', "score = { en", 'text.score: expected a text in "fr" too'),
        (TOML, 'score = { fr = "Marque", en', "score = { de = 'x', en", "unknown language"),
        (TOML, "mini = [44, 68]", "mini = [0, 68]", "sizes.mini: expected a width and a height in mm"),
        (TOML, "mini = [44, 68]", "mini = [-44, 68]", "each from 5 to 1200"),
        (TOML, "mini = [44, 68]", "mini = [nan, 68]", "sizes.mini: expected a width"),
        (TOML, "mini = [44, 68]", "mini = [inf, 68]", "sizes.mini: expected a width"),
        (TOML, "mini = [44, 68]", "mini = [44]", "sizes.mini: expected a width"),
        (TOML, 'size = "mini"', 'size = "minny"', 'decks.shells.size: expected a size in mm, or one of sizes'),
        (TOML, 'size = "mini"', 'size = "minny"', 'did you mean "mini"?'),
        (TOML, 'kind = "card"', 'kind = "crad"', "decks.shells.kind: expected one of card, tile, token, standee, pad"),
        (TOML, 'edge = { front = "#ffffff"', 'edge = { front = "whitish"', "expected a colour like #fbf3df"),
        (TOML, 'back = "wave.svg.j2"', 'bakc = "wave.svg.j2"', 'did you mean "back"?'),
        (TOML, 'front = "shell.svg.j2"', 'front = "shel.svg.j2"', 'did you mean "shell.svg.j2"?'),
        (TOML, 'front = "shell.svg.j2"', 'front = "../../../../etc/passwd"', "inside the project's folder"),
        (TOML, 'front = "shell.svg.j2"', 'front = "/etc/passwd"', "inside the project's folder"),
        (TOML, 'table = "shells.csv"', 'table = "../../../../etc/passwd"', "a file inside the project's folder"),
        (TOML, 'table = "shells.csv"', 'table = "/etc/passwd"', "a file inside the project's folder"),
        (TOML, 'table = "shells.csv"', 'table = "shell.csv"', 'did you mean "shells.csv"?'),
        (TOML, 'table = "shells.csv"\n', "", "expected a table, or rows, got neither"),
        (TOML, 'rows = [{ id = "fisher" }]', "rows = []", "expected a list of rows"),
        (TOML, 'rows = [{ id = "fisher" }]', 'rows = [{ idd = "fisher" }]', 'did you mean "id"?'),
        (TOML, '{ id = "tide-2" }', '{ id = "tide-1" }', '"tide-1" again (first game.toml: decks.tides.rows[1])'),
        (TOML, 'id = "pebble", count = 5', 'id = "pebble", count = 0', "count: expected a whole number from 1 to 999"),
        (TOML, "leaves = 3", "leaves = 0", "leaves: expected at least 1"),
        (TOML, "foot = 10", "foot = nan", "foot"),
        (TOML, 'shape = "circle"\nsize = [22, 22]', 'shape = "circle"\nsize = [22, 23]', "a circle as wide as high"),
        (TOML, "count = 13", "count = 14", "box[1] (coquillages): expected 14, got 13 in the deck shells"),
        (TOML, 'of = ["fisher"]', 'of = ["fishers"]', 'did you mean "fisher"?'),
        (TOML, 'of = ["shells"]', 'of = ["shells"]\nwhere = { colour = "red" }', "a column of shells"),
        (TOML, 'cost = { type = "int"', 'cost = { tipe = "int"', 'did you mean "type"?'),
        (TOML, 'cost = { type = "int"', 'count = {}\ncost = { type = "int"', '"count" twice'),
        (TOML, 'cost = { type = "int"', 'name_fr = {}\ncost = { type = "int"', '"name_fr" twice'),
        (TOML, 'title = { fr = "Marée', "title = fr = {{", "expected TOML, got a mistake"),
        (CSV, "id,count,name_fr", "id,count,nam_fr", 'did you mean "name_fr"?'),
        (CSV, "id,count,name_fr", "id,count,nam_fr", 'expected a column "name_fr"'),
        (CSV, "whelk,4", "whelk,x", 'shells.csv:2: count: expected a whole number from 1 to 999, got "x"'),
        (CSV, "whelk,4", "whelk,0", "delete the row to leave it out"),
        (CSV, "whelk,4", "whelk,-1", 'got "-1"'),
        (CSV, "whelk,4", "whelk,nan", 'got "nan"'),
        (CSV, "whelk,4", "whelk,1000000", 'got "1000000"'),
        (CSV, "whelk,4", "Whelk 1,4", "shells.csv:2: id: expected a name"),
        (CSV, "cockle,4", "whelk,4", 'shells.csv:3: id: expected an id of its own for each row, got "whelk" again'),
        (CSV, "whelk,4", "whelk,1_0", 'got "1_0"'),
        (CSV, "whelk,4", "whelk," + "9" * 400, "count: expected a whole number"),
        (CSV, "Bulot", "Bul\x01ot", "without control characters, got \"Bul\\x01ot\""),
        (TOML, "age = 6", "age = " + "9" * 5000, "a mistake"),
        (TOML, 'type = "int", min = 0, max = 9, default = 0', 'type = "int", default = "foo"', "a default that"),
        (TOML, "min = 0, max = 9", "min = 9, max = 0", "min below max"),
        (TOML, "[decks.leaf]", "[decks]\nfoo = 3\n[decks.leaf]", "decks.foo: expected a table of keys"),
        (TOML, 'edge = { front = "#ffffff"', 'edge = { fornt = "#ffffff"', 'did you mean "front"?'),
        (TOML, 'fr = "Marée basse"', 'fr = "Marée\\nbasse"', "a text on one line"),
        (TOML, 'front = "shell.svg.j2"', 'front = "' + "a" * 300 + '.j2"', "decks.shells.front"),
        (CSV, "Whelk,2", "Whelk,x", "leave the cell empty for a free card"),
        (CSV, "Whelk,2", "Whelk,12", "cost: expected a whole number from 0 to 9"),
        (CSV, "Bulot,", ",", "name_fr: expected a text, got an empty cell"),
        (CSV, "Bulot,", "Bulot,Buccin,", "7 cells"),
        (CSV, '"Prends', '"Prends" "', "check the quotes"),
    ],
)  # fmt: skip
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
    assert f"{CSV}:2: count" in places
    assert f"{CSV}:4: count" in places
    assert f"{TOML}: age" in places
    assert f"{TOML}: agee" in places
    assert f"{TOML}: sizes.mini" in places
    assert f"{TOML}: decks.tides.kind" in places


@pytest.mark.parametrize("name", ["shells.csv", "game.toml"])
def test_a_link_that_leaves_the_project_is_refused(copied: Project, tmp_path: Path, name: str) -> None:
    inside = copied.components / "lowtide" / name
    outside = tmp_path / name
    inside.rename(outside)
    inside.symlink_to(outside)
    assert "inside the project's folder" in errors(copied)


def test_a_linked_template_that_leaves_the_project_is_refused(copied: Project, tmp_path: Path) -> None:
    inside = copied.templates / "lowtide" / "shell.svg.j2"
    inside.rename(tmp_path / "shell.svg.j2")
    inside.symlink_to(tmp_path / "shell.svg.j2")
    assert "a template inside the project's folder" in errors(copied)


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
    assert "at most 16 MB" in errors(copied)


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
    assert '"fisher" of the deck fisher, which it does not list' in errors(copied)


def test_too_many_pieces_are_refused(copied: Project) -> None:
    rows = ", ".join(f'{{ id = "p{n}", count = 999 }}' for n in range(11))
    change(copied, TOML, '{ id = "pebble", count = 5 }', rows)
    assert "at most 9999 pieces" in errors(copied)


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
    assert errors(copied).startswith(f"{TOML}: expected a file")
