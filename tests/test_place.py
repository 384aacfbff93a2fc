"""Places: what messages name is found again, by file and line, row and column, key, piece and side."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import pnp
from pnp.errors import PnpError, Problem, SpecError
from pnp.place import Location, find_place, read_place
from pnp.resources import Project
from pnp.spec.load import load_game

TOML = "components/lowtide/game.toml"
CSV = "components/lowtide/shells.csv"
TIDE = "templates/lowtide/tide.svg.j2"


def change(project: Project, file: str, old: str, new: str) -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def place_of(project: Project) -> Location:
    """Where the first problem of a game is."""
    with pytest.raises(SpecError) as caught:
        load_game(project, "lowtide")
    return find_place(caught.value.problems[0], project)


@pytest.mark.parametrize(
    ("where", "known"),
    [
        (f"{CSV}:3: cost", {"file": CSV, "line": 3, "row": 3, "column": "cost"}),
        (f"{CSV}:3", {"file": CSV, "line": 3, "row": 3}),
        (CSV, {"file": CSV}),
        (f"{TOML}: decks.shells.size", {"file": TOML, "line": 41, "key": "decks.shells.size"}),
        (
            f"{TOML}: decks.tides.rows[5]: id",
            {"file": TOML, "line": 58, "key": "decks.tides.rows[5]", "row": 5, "column": "id"},
        ),
        (f"{TIDE}:2", {"file": TIDE, "line": 2}),
        (
            f'{TIDE}:2: lowtide: tide-1 (back, look 3): text "a: b"',
            {"file": TIDE, "line": 2, "game": "lowtide", "piece": "tide-1", "side": "back", "look": 3},
        ),
        (
            f'lowtide: whelk (front): text "{CSV}:3: cost"',
            {"game": "lowtide", "piece": "whelk", "side": "front", "look": 1},
        ),
        ("picture.svg.j2:6", {"file": "templates/_shared/picture.svg.j2", "ours": True, "line": 6}),
        ("components/lowtide/cards.csv:3", {}),
        ("../../etc/passwd:3", {}),
        ("--paper", {}),
        ("a\0b:3", {}),
        ("x" * 5000, {}),
    ],
)
def test_a_place_is_read_back(project: Project, where: str, known: dict[str, Any]) -> None:
    place = read_place(where, project)
    assert place.plain() == {"shown": where, **known}
    assert place.path(project) is None or (place.path(project) or Path()).is_file()


def test_lines_of_the_spec_are_those_of_the_file(project: Project) -> None:
    lines = (project.root / TOML).read_text("utf-8").split("\n")
    place = read_place(f"{TOML}: decks.shells.columns.cost", project)
    assert lines[place.line - 1].startswith("cost = {")


@pytest.mark.parametrize("name", ["cards#2.csv", "cards [v2].csv", "cards [2].csv"])
def test_odd_names_of_tables_are_read_back(copied: Project, name: str) -> None:
    file = f"components/lowtide/{name}"
    shutil.copy(copied.root / CSV, copied.root / file)
    place = read_place(f"{file}:3: cost", copied)
    assert (place.file, place.row, place.column) == (file, 3, "cost")


def test_rows_of_json_and_workbooks_have_no_line(copied: Project) -> None:
    folder = copied.root / "components" / "lowtide"
    (folder / "cards.json").write_text("[]", "utf-8")
    (folder / "cards.ods").write_bytes(b"PK\x03\x04")
    listed = read_place("components/lowtide/cards.json[4]: cost", copied)
    assert (listed.row, listed.line, listed.column) == (4, 0, "cost")
    sheet = read_place("components/lowtide/cards.ods#Big ones:4: cost", copied)
    assert (sheet.row, sheet.line, sheet.sheet, sheet.column) == (4, 0, "Big ones", "cost")


def test_problems_of_a_spec_have_their_line(copied: Project) -> None:
    change(copied, TOML, 'back = "wave.svg.j2"', 'bakc = "wave.svg.j2"')
    place = place_of(copied)
    assert (copied.root / TOML).read_text("utf-8").split("\n")[place.line - 1] == 'bakc = "wave.svg.j2"'
    assert place.key == "decks.shells.bakc"


def test_what_is_missing_is_missed_in_its_table(copied: Project) -> None:
    change(copied, TOML, 'title = { fr = "Marées", en = "Tides" }\nkind = "tile"\n', "")
    assert (copied.root / TOML).read_text("utf-8").split("\n")[place_of(copied).line - 1].startswith("[decks.tides]")


def test_problems_of_a_row_have_its_line(copied: Project) -> None:
    change(copied, CSV, "whelk,4", "whelk,many")
    place = place_of(copied)
    assert (place.file, place.line, place.row, place.column) == (CSV, 2, 2, "count")
    assert place.path(copied) == copied.root / CSV


def test_a_spec_that_is_no_toml_has_the_line_of_the_mistake(copied: Project) -> None:
    change(copied, TOML, "age = 6", "age = = 6")
    assert place_of(copied).line == 7


def test_problems_of_a_face_name_piece_and_template(copied: Project) -> None:
    change(copied, TIDE, "{% endblock %}", '{{ art("shelf", 1, 1, 1) }}\n{% endblock %}')
    with pytest.raises(PnpError) as caught:
        pnp.render_faces("lowtide", ["tide-2"], start=copied.root)
    places = [find_place(problem, copied) for problem in caught.value.problems]
    assert [(place.piece, place.side) for place in places] == [("tide-2", "front"), ("tide-2", "back")]
    assert {(place.file, place.line) for place in places} == {(TIDE, 6)}


def test_problems_of_a_piece_without_a_face_name_it(copied: Project) -> None:
    change(copied, TOML, '{ id = "tide-1" }', '{ id = "whelk" }')
    place = place_of(copied)
    assert (place.piece, place.key) == ("whelk", "decks.tides")


def test_other_problems_have_no_place(project: Project) -> None:
    assert find_place(Problem("faces", "all drawn", "some", code="E1401"), project) == Location("faces")
