"""Locations: problems carry file and line, row and column, key, piece and side; text is made of them to be printed."""

from __future__ import annotations

from typing import Any

import pytest

import pnp
from pnp.errors import Location, PnpError, SpecError, option_location
from pnp.project.folders import Project, bundled_project
from pnp.project.lines import add_line, template_location
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
    return add_line(caught.value.problems[0].where, project)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (Location(CSV, line=3, row=3, column="cost"), f"{CSV}:3: cost"),
        (Location(CSV, line=3, row=3), f"{CSV}:3"),
        (Location(CSV), CSV),
        (Location("cards.json", row=4, column="cost"), "cards.json, row 4: cost"),
        (Location("cards.ods", sheet="Big ones", row=4, column="cost"), "cards.ods#Big ones, row 4: cost"),
        (Location("cards [2].csv", line=3, row=3, column="cost"), "cards [2].csv:3: cost"),
        (Location(TOML) / "decks" / "shells" / "size", f"{TOML}: decks.shells.size"),
        (Location(TOML, key="decks.tides.rows", row=5, column="id"), f"{TOML}: decks.tides.rows[5]: id"),
        (Location(TOML, key="box[2]", detail="sand"), f"{TOML}: box[2] (sand)"),
        (Location(TIDE, line=2), f"{TIDE}:2"),
        (
            Location(TIDE, line=2, game="lowtide", piece="tide-1", side="back", look=3, detail="style"),
            f"{TIDE}:2: lowtide: tide-1 (back, look 3): style",
        ),
        (Location(game="lowtide", piece="whelk", side="front"), "lowtide: whelk (front)"),
        (Location("sheets.pdf", page=3), "sheets.pdf, page 3"),
        (option_location("--paper"), "--paper"),
        (Location(), ""),
    ],
)
def test_a_location_as_people_read_it(where: Location, text: str) -> None:
    assert str(where) == text


@pytest.mark.parametrize(
    ("where", "shared", "name"),
    [
        (Location(CSV, line=3, row=3, column="cost"), Location(CSV, column="cost"), "3"),
        (
            Location(TIDE, line=2, game="lowtide", piece="tide-1", side="back", look=3),
            Location(TIDE, line=2, game="lowtide"),
            "tide-1 (back, look 3)",
        ),
        (Location(TOML, key="box", piece="whelk"), Location(TOML, key="box"), "whelk"),
    ],
)
def test_what_many_cards_or_rows_have_in_common(where: Location, shared: Location, name: str) -> None:
    assert where.shared() == shared
    assert where.case_name == name


def test_only_what_applies_is_in_json() -> None:
    known: dict[str, Any] = {"file": CSV, "line": 3, "row": 3, "column": "cost"}
    assert Location(**known).plain() == known


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (Location(TOML, key="decks.shells.size"), 41),
        (Location(TOML, key="decks.tides.rows", row=5, column="id"), 58),
        (Location(TOML, key="decks.shells.no.such.key"), 38),
        (Location(TOML), 0),
        (Location(CSV, line=3, row=3), 3),
        (Location("../../etc/passwd.toml", key="root"), 0),
        (Location("a\0b.toml", key="x"), 0),
        (Location("none.toml", key="x"), 0),
        (option_location("--paper"), 0),
    ],
)
def test_the_line_of_a_key_is_found_when_it_is_needed(project: Project, where: Location, line: int) -> None:
    assert add_line(where, project) == where.at(line=line)


def test_a_template_of_pnp_is_marked_as_such(project: Project) -> None:
    path = bundled_project().templates / "_shared" / "picture.svg.j2"
    where = template_location(str(path), 6, project)
    assert where == Location("templates/_shared/picture.svg.j2", bundled=True, line=6)
    assert project.path(where) == path


def test_lines_of_the_spec_are_those_of_the_file(project: Project) -> None:
    lines = (project.root / TOML).read_text("utf-8").split("\n")
    place = add_line(Location(TOML, key="decks.shells.columns.cost"), project)
    assert lines[place.line - 1].startswith("cost = {")


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
    assert copied.path(place) == copied.root / CSV


def test_a_spec_that_is_no_toml_has_the_line_of_the_mistake(copied: Project) -> None:
    change(copied, TOML, "age = 6", "age = = 6")
    assert place_of(copied).line == 7


def test_problems_of_a_face_name_piece_and_template(copied: Project) -> None:
    change(copied, TIDE, "{% endblock %}", '{{ art("shelf", 1, 1, 1) }}\n{% endblock %}')
    with pytest.raises(PnpError) as caught:
        pnp.render_faces("lowtide", ["tide-2"], start=copied.root)
    places = [problem.where for problem in caught.value.problems]
    assert [(place.piece, place.side) for place in places] == [("tide-2", "front"), ("tide-2", "back")]
    assert {(place.file, place.line) for place in places} == {(TIDE, 6)}


def test_problems_of_a_piece_without_a_face_name_it(copied: Project) -> None:
    change(copied, TOML, '{ id = "tide-1" }', '{ id = "whelk" }')
    place = place_of(copied)
    assert (place.piece, place.key) == ("whelk", "decks.tides")
