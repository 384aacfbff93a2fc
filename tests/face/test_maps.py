"""Maps and tracks in templates: cells with their rows from a lookup table, and tables checked against their grid."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from pnp.errors import RenderError, SpecError
from pnp.store.cache import Cache
from tests.spec.untidy import DECK, HEAD, read, write, written
from tests.spec.workbooks import xlsx

MAP = "cell,terrain,height\n0101,wood,3\n0102,hill,\n0201,lake,1\n0202,,2\n"
SPEC = f"""{HEAD}[data.map]
table = "map.csv"
grid = {{ hexes = [2, 2] }}
{DECK}rows = [{{ name = "Fox" }}]
"""


def spec(grid: str) -> str:
    return SPEC.replace("hexes = [2, 2]", grid)


def names(call: str) -> str:
    return f'{call}|map(attribute="name")|join(" ")'


def refused(folder: Path, text: str = SPEC, table: str = MAP) -> str:
    with pytest.raises(SpecError) as caught:
        read(folder, text, map_csv=table)
    return str(caught.value)


def rendered(folder: Path, body: str, text: str = SPEC, table: str = MAP) -> str:
    return written(write(folder, text, body, map_csv=table), "fox")[0]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (names('hexgrid("map", 0, 0, 60, 60)'), "0101 0201 0102 0202"),
        ('hexgrid("map", 0, 0, 60, 60)|map(attribute="data.terrain")|join(",")', "wood,lake,hill,"),
        ('hexgrid("map", 0, 0, 60, 60)|sum(attribute="data.height")', "6"),
        ('hexgrid("map", 0, 0, 60, 60)["0102"].data.terrain', "hill"),
        ('hexgrid("map", 0, 0, size=20)["0102"].y|round(3)', "30.0"),
        ('hexgrid("map", 0, 0, size=20)|length', "4"),
        (names("hexgrid([2, 3], 0, 0, 60, 60, first='A0')"), "A0 B0 A1 B1 A2 B2"),
        (names("hexgrid((3, 2), 0, 0, 60, 60, edges='half', top='pointy')"), "0101 0201 0301 0102 0202"),
        (names("grid([2, 2], 0, 0, 60, 60, corner='bottom left')"), "A1 B1 A2 B2"),
        ("grid([2, 2], 0, 0, 60, 60, corner='bottom left')['B2'].outline", "M30 0L60 0L60 30L30 30Z"),
        ("grid([2, 1], 1, 2, size=[5, 6], gap=1).w", "11"),
        (names("track([3, 1], 'M 0 0 H 30')"), "3 2 1"),
        ("track([0, 2], 'M 0 0 H 30', size=4)[1].outline", "M10 -2L20 -2L20 2L10 2Z"),
        (names("ring([1, 3], 30, 30, 20, turn=15)"), "1 2 3"),
        ("ring([1, 4], 30, 30, 20, 10)[2].x", "45.0"),
        (names("spiral([1, 3], 30, 30, 20, 5, turns=1)"), "1 2 3"),
        ("grid([1, 1], 0, 0, 10, 10)['C3'] is defined", "False"),
    ],
)
def test_templates_go_through_cells(tmp_path: Path, body: str, text: str) -> None:
    assert rendered(tmp_path, body) == text


def test_a_printed_grid_draws_its_lines(tmp_path: Path) -> None:
    shown = rendered(tmp_path, "grid([2, 1], 0, 0, 20, 10)")
    assert shown == (
        '<path d="M0 0L10 0L10 10L0 10L0 0M10 0L20 0L20 10L10 10" fill="none" stroke="#000000" stroke-width="0.2"/>'
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('grid("map", 0, 0, 60, 60)', 'grid(cells) must be a table whose grid has squares, not "map"'),
        ('track("map", "M 0 0 H 9")', 'track(cells) must be a table whose grid has steps, not "map"'),
        ('hexgrid("mpa", 0, 0, 60, 60)', 'hexgrid(cells) must be a lookup table with a grid, not "mpa"'),
        ('hexgrid("mpa", 0, 0, 60, 60)', 'did you mean "map"?'),
        ("hexgrid([2.5, 3], 0, 0, 60, 60)", "hexgrid(cells) must be the columns and rows, as in [20, 14]"),
        ("hexgrid([0, 3], 0, 0, 60, 60)", "hexgrid(cells) must be the columns and rows"),
        ("hexgrid([2, 3, 4], 0, 0, 60, 60)", "hexgrid(cells) must be the columns and rows"),
        ("hexgrid([2, 3], 0, 0)", "hexgrid(cells) needs a width and a height, or the size of a cell"),
        ("hexgrid([2, 3], 0, 0, 0, 60)", "hexgrid(w) must be more than 0, not 0"),
        ("hexgrid([2, 3], 0, 0, 60, 60, top='round')", 'hexgrid(top) must be one of flat, pointy, not "round"'),
        ("hexgrid([2, 3], 0, 0, 60, 60, first='#')", "hexgrid(cells) must be the name of the first cell: 0101, A1"),
        ("hexgrid([1, 3], 0, 0, 60, 60, edges='half')", "must have at least 2 columns and 2 rows for half hexes"),
        ("hexgrid([200, 200], 0, 0, 60, 60)", "must have at most 10,000 cells"),
        ("grid([2, 2], 0, 0, 9, 9, gap=9)", "grid(cells) has no room for its cells"),
        ("grid([2, 2], 0, 0, size=[1, 2, 3])", "grid(size) must be a number, or a width and a height"),
        ("grid([2, 2], 0, 0, size='big')", "grid(size) must be a number"),
        ("track([0, 9], 'nonsense')", "track(path) must be SVG path data"),
        ("track([0, 9], 'M 0 0 H 9', size=0)", "track(size) must be more than 0, not 0"),
        ("track([0, 9], 'M 0 0 H 9', gap=2)", "track(path) has no room for its cells"),
        ("track(['0', 9], 'M 0 0 H 9')", "track(cells) must be the first and last number"),
        ("ring([1, 6], 0, 0, 9, 9)", "ring(inner) must be at least 0 and less than 9, not 9"),
        ("spiral([1, 6], 0, 0, 9, turns=99)", "spiral(turns) must be a number from 0.25 to 50, not 99"),
        ("hexgrid('map', 0, 0, 60, 60)['9999'].x", "the grid has no '9999'; the grid has: 0101, 0201, 0102, 0202"),
        (
            "hexgrid('map', 0, 0, 60, 60)['0101'].data.terain",
            "a row of data.map has no 'terain' (did you mean 'terrain'",
        ),
    ],
)
def test_wrong_arguments_are_named(tmp_path: Path, call: str, message: str) -> None:
    with pytest.raises(RenderError) as caught:
        rendered(tmp_path, call)
    assert message in re.sub(r"&#39;", "'", str(caught.value))


def test_a_cell_that_does_not_exist_is_reported(tmp_path: Path) -> None:
    said = refused(tmp_path, table=MAP.replace("0202", "0302"))
    assert 'map.csv:5 must be a cell of the grid, from 0101 to 0202, not "0302" [E0317]' in said
    assert "data.map has no row for 0202 [E0317]" in said


def test_a_cell_with_two_rows_is_reported(tmp_path: Path) -> None:
    said = refused(tmp_path, table=f"{MAP}0101,hill,1\n")
    assert 'map.csv:6 has the cell of another row: "0101", first used in map.csv:2 [E0317]' in said


def test_missing_cells_are_listed_once_unless_the_map_may_be_incomplete(tmp_path: Path) -> None:
    table = "cell,terrain,height\n0101,wood,3\n"
    said = refused(tmp_path, spec("hexes = [20, 14]"), table)
    assert "data.map has no row for 0201, 0301, 0401" in said
    assert "and 267 more [E0317]" in said
    sparse = spec("hexes = [20, 14], complete = false")
    body = 'hexgrid("map", 0, 0, 60, 60)|map(attribute="data.terrain")|unique|join("-")'
    assert rendered(tmp_path, body, sparse, table) == "wood-"
    body = '"[" ~ hexgrid("map", 0, 0, 60, 60)["0201"].data.height ~ "]"'
    assert rendered(tmp_path, body, sparse, table) == "[]"


def test_a_default_fills_the_cells_without_a_row(tmp_path: Path) -> None:
    text = spec("squares = [2, 2], complete = false").replace(
        "[decks.cards]", '[data.map.columns]\nterrain = { default = "sea" }\n[decks.cards]'
    )
    body = 'grid("map", 0, 0, 60, 60)|map(attribute="data.terrain")|join(" ")'
    assert rendered(tmp_path, body, text, "cell,terrain\nB1,land\n") == "sea land sea sea"


@pytest.mark.parametrize("first", ["0101", "0001"])
def test_zeros_that_a_spreadsheet_removed_are_put_back(tmp_path: Path, first: str) -> None:
    """A spreadsheet turns 0101 into the number 101 unless its column is text."""
    column = int(first) // 100
    rows: list[list[object]] = [["cell", "terrain"]]
    rows += [[col * 100 + row, f"t{col}{row}"] for col in (column, column + 1) for row in (1, 2)]
    text = spec(f'hexes = [2, 2], first = "{first}"').replace("map.csv", "map.xlsx")
    project = write(
        tmp_path, text, 'hexgrid("map", 0, 0, 60, 60)["' + first + '"].data.terrain', map_xlsx=xlsx({"Map": rows})
    )
    assert written(project, "fox")[0] == f"t{column}1"


def test_a_track_has_its_rows(tmp_path: Path) -> None:
    text = spec("steps = [0, 3], complete = false")
    table = "step,prize\n2,coin\n"
    assert rendered(tmp_path, 'track("map", "M 0 0 H 40")["2"].data.prize', text, table) == "coin"
    assert rendered(tmp_path, 'ring("map", 9, 9, 8)|map(attribute="data.prize")|join("-")', text, table) == "--coin-"


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("top = 'flat'", "data.map.grid must have one of hexes, squares and steps"),
        ("hexes = [2, 2], squares = [2, 2]", "data.map.grid must have one of hexes, squares and steps"),
        ("hexes = [2]", "data.map.grid.hexes must have at least 2 items"),
        ("hexes = [2, 0]", "data.map.grid.hexes[2] must be at least 1"),
        ("hexes = [2, 2], top = 'round'", "data.map.grid.top must be one of flat, pointy"),
        ("hexes = [2, 2], shfit = 'odd'", 'did you mean "shift"?'),
        ("hexes = [2, 2], first = '#'", "data.map.grid must be the name of the first cell: 0101, A1, 1.1"),
        ("hexes = [120, 2]", "data.map.grid needs more digits to name 100 columns or rows, for example 001001"),
        ("steps = [0, 20000]", "data.map.grid must have at most 10,000 cells"),
    ],
)
def test_mistakes_in_a_grid_are_named(tmp_path: Path, grid: str, message: str) -> None:
    assert message in refused(tmp_path, spec(grid))


def test_faces_are_drawn_again_when_the_map_changes(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    body = 'hexgrid("map", 0, 0, 60, 60)["0101"].data.terrain'
    project = write(tmp_path, SPEC, body, map_csv=MAP)
    assert written(project, "fox", cache=cache) == ("wood", True)
    assert written(project, "fox", cache=cache) == ("wood", False)
    write(tmp_path, SPEC, body, map_csv=MAP.replace("wood", "fens"))
    assert written(project, "fox", cache=cache) == ("fens", True)


def test_faces_are_drawn_again_when_the_grid_changes(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    body = 'hexgrid("map", 0, 0, 60, 60)["0101"].corners|length ~ hexgrid("map", 0, 0, 60, 60).w|round'
    flat, fresh = written(write(tmp_path, SPEC, body, map_csv=MAP), "fox", cache=cache)
    assert fresh
    pointy, fresh = written(
        write(tmp_path, spec("hexes = [2, 2], top = 'pointy'"), body, map_csv=MAP), "fox", cache=cache
    )
    assert fresh
    assert flat != pointy


def test_a_map_of_2400_hexes_is_drawn_in_a_second(tmp_path: Path) -> None:
    body = """'' }}{% for hex in hexgrid([60, 40], 0, 0, 63, 88) %}<path d="{{ hex.outline }}" fill="#eeffee"/>{{
        text(hex.name, hex.x - 1, hex.y - 1, 2, 1, size=0.2) }}{% endfor %}{{ ''"""
    project = write(tmp_path, SPEC, body, map_csv=MAP)
    begun = time.process_time()
    svg, _ = written(project, "fox")
    assert svg.count("<path") == svg.count("<text") == 2400
    assert time.process_time() - begun < 3  # 0.5 s on a quiet machine
