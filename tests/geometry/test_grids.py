"""Cells of grids, tracks, rings and spirals: exact places, names, and shapes that meet without gaps."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import cos, dist, isclose, pi, sin, sqrt

import pytest

from pnp.geometry.grids import (
    Lattice,
    MapCell,
    MapCells,
    Numbering,
    ring_cells,
    spiral_cells,
    step_names,
    track_cells,
)

Points = tuple[tuple[float, float], ...]


def area(points: Points) -> float:
    """The area of a shape; positive if its corners are clockwise on paper."""
    return sum(a * d - c * b for (a, b), (c, d) in zip(points, (*points[1:], points[0]), strict=True)) / 2


def near(found: object, wanted: object) -> bool:
    """Whether two points, numbers or lists of them are equal to a millionth of a millimetre."""
    if isinstance(wanted, list | tuple):
        assert isinstance(found, list | tuple)
        assert len(found) == len(wanted)
        return all(near(one, other) for one, other in zip(found, wanted, strict=True))
    return bool(found == pytest.approx(wanted, abs=1e-6))


def hexes(cols: int, rows: int, **keys: object) -> Lattice:
    return Lattice(cols, rows, **({"first": "0101", "hexes": True} | keys))  # type: ignore[arg-type]


def test_squares_fill_their_box_to_the_edge() -> None:
    cells = Lattice(4, 2, "A1").cells(10, 20, 86, 41, None, gap=2)
    assert [cell.name for cell in cells] == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
    assert cells["A1"].corners == ((10, 20), (30, 20), (30, 39.5), (10, 39.5))
    assert near(cells["D2"].corners[2], (96, 61))
    assert near((cells["B1"].x, cells["B1"].y), (42, 29.75))
    assert (cells.x, cells.y, cells.w, cells.h) == (10, 20, 86, 41)


def test_squares_of_a_size_are_in_the_middle_of_their_box_or_at_its_corner() -> None:
    assert Lattice(3, 2, "1").cells(0, 0, 50, 50, [10, 20])["1"].corners[0] == (10, 5)
    assert Lattice(3, 2, "1").cells(7, 8, None, None, [10, 20], gap=1)["6"].corners[0] == (29, 29)


def test_flat_hexes_of_a_size() -> None:
    """20 mm from side to side: sides of 20/√3, columns 1.5 sides apart, even columns 10 mm lower."""
    side = 20 / sqrt(3)
    cells = hexes(3, 2).cells(5, 6, None, None, [20, 20])
    assert near((cells["0101"].x, cells["0101"].y), (5 + side, 16))
    assert near((cells["0201"].x, cells["0201"].y), (5 + 2.5 * side, 26))
    assert near((cells["0302"].x, cells["0302"].y), (5 + 4 * side, 36))
    assert near((cells.w, cells.h), (5 * side, 50))
    upper_left, upper_right, right, *_ = cells["0101"].corners
    assert near(upper_left, (5 + side / 2, 6))
    assert near(upper_right, (5 + 1.5 * side, 6))
    assert near(right, (5 + 2 * side, 16))


def test_pointy_hexes_of_a_size() -> None:
    side = 20 / sqrt(3)
    cells = hexes(2, 3, top="pointy").cells(0, 0, None, None, [20, 20])
    assert near((cells["0101"].x, cells["0101"].y), (10, side))
    assert near((cells["0102"].x, cells["0102"].y), (20, 2.5 * side))
    assert near((cells["0203"].x, cells["0203"].y), (30, 4 * side))
    assert near(cells["0101"].corners[0], (10, 0))
    assert near((cells.w, cells.h), (50, 5 * side))


@pytest.mark.parametrize("top", ["flat", "pointy"])
@pytest.mark.parametrize("shift", ["even", "odd"])
@pytest.mark.parametrize("edges", ["whole", "half"])
def test_hexes_are_as_large_as_fits_and_centred(top: str, shift: str, edges: str) -> None:
    cells = hexes(7, 5, top=top, shift=shift, edges=edges).cells(3, 4, 200, 120, None)
    assert isclose(cells.w, 200) or isclose(cells.h, 120)
    assert cells.w <= 200 + 1e-9
    assert cells.h <= 120 + 1e-9
    assert near((cells.x + cells.w / 2, cells.y + cells.h / 2), (103, 64))


def test_shift_says_which_columns_are_lower() -> None:
    tops = {
        shift: [cell.y for cell in hexes(4, 1, shift=shift).cells(0, 0, None, None, [10, 10])]
        for shift in ("even", "odd")
    }
    assert near(tops["even"], [5, 10, 5, 10])
    assert near(tops["odd"], [10, 5, 10, 5])


@pytest.mark.parametrize("top", ["flat", "pointy"])
@pytest.mark.parametrize("shift", ["even", "odd"])
def test_half_hexes_make_a_rectangle_without_gaps(top: str, shift: str) -> None:
    """The areas of all cells add up to that of the rectangle, and every shifted line has one hex less."""
    cells = hexes(7, 6, top=top, shift=shift, edges="half").cells(0, 0, 300, 300, None)
    assert isclose(sum(area(cell.cut or cell.corners) for cell in cells), cells.w * cells.h)
    along, missing = ("col", {"even": 3, "odd": 4}[shift]) if top == "flat" else ("row", 3)
    assert len(cells) == 42 - missing
    counts = Counter(getattr(cell, along) for cell in cells)
    full = 6 if top == "flat" else 7
    shifted = [number for number, count in counts.items() if count == full - 1]
    assert all(number % 2 == (shift == "odd") for number in shifted)
    corner = cells["0101"] if shift == "even" else cells["0201" if top == "flat" else "0102"]
    whole = area(corner.corners)
    expected = whole / 4 if shift == "even" else whole / 2
    assert isclose(area(corner.cut), expected)


def test_maps_with_half_hexes_join_at_every_edge() -> None:
    """The upper edge cuts the same columns as the lower edge, and the left edge the same rows as the right one."""
    cells = hexes(5, 4, edges="half").cells(0, 0, None, None, [10, 10])
    on = {edge: sorted(round(cell.x, 6) for cell in cells if isclose(cell.y, edge, abs_tol=1e-9)) for edge in (0, 30)}
    assert on[0] == on[30]
    assert len(on[0]) == 3
    sides = {cells.x: [], cells.x + cells.w: []}  # type: dict[float, list[float]]
    for cell in cells:
        for edge, found in sides.items():
            if isclose(cell.x, edge, abs_tol=1e-9):
                found.append(round(cell.y, 6))
    left, right = sides.values()
    assert left == right
    assert len(left) == 4


@pytest.mark.parametrize(
    ("first", "wanted"),
    [
        ("0101", ["0101", "0301", "0302"]),
        ("0000", ["0000", "0200", "0201"]),
        ("2101", ["2101", "2301", "2302"]),
        ("001001", ["001001", "003001", "003002"]),
        ("A1", ["A1", "C1", "C2"]),
        ("a01", ["a01", "c01", "c02"]),
        ("Y9", ["Y9", "AA9", "AA10"]),
        ("1A", ["1A", "3A", "3B"]),
        ("1.1", ["1.1", "3.1", "3.2"]),
        ("08-08", ["08-08", "10-08", "10-09"]),
        ("A-A", ["A-A", "C-A", "C-B"]),
        ("1", ["1", "3", "6"]),
        ("099", ["099", "101", "104"]),
        ("Z", ["Z", "BB", "EE"]),
    ],
)
def test_names_count_up_from_the_first(first: str, wanted: list[str]) -> None:
    numbering = Numbering(first)
    assert [numbering.name(1, 1, 1), numbering.name(3, 1, 3), numbering.name(3, 2, 6)] == wanted


@pytest.mark.parametrize("first", ["", "01 01 01", "AB1", "é1", "A١", "#", "1--1"])
def test_a_name_that_cannot_be_counted_is_refused(first: str) -> None:
    with pytest.raises(ValueError, match="must be the name of the first cell"):
        Numbering(first)


def test_a_hundredth_column_needs_three_digits() -> None:
    with pytest.raises(ValueError, match="needs more digits"):
        hexes(100, 2).names()
    assert hexes(100, 2, first="001001").names()[-1] == "100002"


def test_names_are_counted_from_their_corner() -> None:
    def at(corner: str, name: str) -> tuple[float, float]:
        cell = Lattice(8, 8, "A1", corner).cells(0, 0, 80, 80, None)[name]  # type: ignore[arg-type]
        return cell.x, cell.y

    assert [at(corner, "A1") for corner in ("top left", "top right", "bottom left", "bottom right")] == [
        (5, 5), (75, 5), (5, 75), (75, 75),
    ]  # fmt: skip
    assert at("bottom left", "C1") == (25, 75)
    lowest = hexes(3, 3, edges="half", corner="bottom left").cells(0, 0, None, None, [10, 10])
    assert near((lowest["0201"].y, lowest["0101"].y), (15, 20))  # a shifted column ends higher, and begins with 01
    assert lowest["0202"].y < lowest["0201"].y


def test_lines_draw_every_side_once() -> None:
    cells = hexes(3, 3).cells(0, 0, None, None, [10, 10])
    sides = Counter[frozenset[tuple[float, float]]]()
    for cell in cells:
        rounded = [(round(x, 3), round(y, 3)) for x, y in cell.corners]
        sides.update(frozenset(side) for side in zip(rounded, [*rounded[1:], rounded[0]], strict=True))
    drawn = cells.lines.count("L")
    assert drawn == len(sides) < 9 * 6
    assert f"{cells}" == f'<path d="{cells.lines}" fill="none" stroke="#000000" stroke-width="0.2"/>'


def test_a_gap_is_left_between_the_sides_of_hexes() -> None:
    cells = hexes(1, 2).cells(0, 0, None, None, [10, 10], gap=2)
    assert isclose(cells["0102"].corners[0][1] - cells["0101"].corners[3][1], 2)


def test_a_track_round_a_rectangle_has_a_square_on_every_corner() -> None:
    """50 spaces of 10 mm: 16 and 7 between the corners of a board of 180 by 90 mm."""
    path = [(5.0, 5.0), (175.0, 5.0), (175.0, 85.0), (5.0, 85.0), (5.0, 5.0)]
    cells = track_cells(step_names(0, 49), path, 10)
    assert [near((cells[n].x, cells[n].y), at) for n, at in ((0, (5, 5)), (17, (175, 5)), (25, (175, 85)))] == [
        True
    ] * 3
    assert near(sorted(cells["0"].corners), [(0, 0), (0, 10), (10, 0), (10, 10)])
    assert near(sorted(cells["1"].corners), [(10, 0), (10, 10), (20, 0), (20, 10)])
    assert near([cells["3"].turn, cells["20"].turn, cells["49"].turn], [0, 90, -90])
    assert isclose(sum(area(cell.corners) for cell in cells), 180 * 90 - 160 * 70)


def test_a_gap_shortens_a_corner_on_the_two_sides_it_shares() -> None:
    for path in ([(0.0, 0.0), (60.0, 0.0), (60.0, 30.0)], [(60.0, 30.0), (60.0, 0.0), (0.0, 0.0)]):
        cells = track_cells(step_names(1, 10), path, 10, gap=1)
        corner = next(cell for cell in cells if near((cell.x, cell.y), (60, 0)))
        assert near(sorted(corner.corners), [(55.5, -5), (55.5, 4.5), (65, -5), (65, 4.5)])
        assert isclose(area(corner.corners), 9.5 * 9.5)  # clockwise, and its sides do not cross


def test_spaces_between_corners_are_shared_by_length() -> None:
    cells = track_cells(step_names(1, 10), [(0.0, 0.0), (60.0, 0.0), (60.0, 30.0)], 10)
    corner = next(cell for cell in cells if near((cell.x, cell.y), (60, 0)))
    assert corner.name == "7"  # 55 mm before it, 25 mm after it
    assert near(cells["1"].corners, [(0, -5), (55 / 6, -5), (55 / 6, 5), (0, 5)])
    assert near(cells["10"].y, 30 - 25 / 6)


def test_a_track_along_a_curve_has_spaces_of_one_length_that_meet() -> None:
    curve = [(100 - 80 * cos(pi * n / 200), 100 - 80 * sin(pi * n / 200)) for n in range(201)]
    cells = list(track_cells(step_names(1, 20), curve, 12))
    for one, other in pairwise(cells):
        half = len(one.corners) // 2
        assert near(one.corners[half - 1], other.corners[0])
        assert near(one.corners[half], other.corners[-1])
        assert isclose(dist((one.x, one.y), (100, 100)), 80, rel_tol=1e-4)
    assert isclose(sum(area(cell.corners) for cell in cells), pi / 2 * (86**2 - 74**2), rel_tol=1e-3)


def test_a_closed_curve_has_its_first_space_on_its_start() -> None:
    curve = [(50 * sin(pi * n / 180), -50 * cos(pi * n / 180)) for n in range(361)]
    cells = track_cells(step_names(12, 1), curve)
    assert near((cells["12"].x, cells["12"].y), (0, -50))
    assert cells["11"].x > 20
    assert isclose(cells["6"].y, 50, abs_tol=1e-6)


def test_more_corners_than_spaces_are_not_matched() -> None:
    zigzag = [(10.0 * n, 10.0 * (n % 2)) for n in range(9)]
    cells = list(track_cells(step_names(1, 4), zigzag, 2))
    assert len(cells) == 4
    assert near((cells[0].x, cells[0].y), (10, 10))


def test_a_gap_larger_than_the_spaces_is_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        track_cells(step_names(1, 100), [(0.0, 0.0), (50.0, 0.0)], 5, gap=1)


def test_a_ring_begins_at_the_top_and_runs_clockwise() -> None:
    cells = ring_cells(step_names(0, 3), 50, 50, 40, 20)
    assert near([(cell.x, cell.y) for cell in cells], [(50, 20), (80, 50), (50, 80), (20, 50)])
    assert near([cell.turn for cell in cells], [0, 90, 180, 270])
    assert isclose(sum(area(cell.corners) for cell in cells), pi * (40**2 - 20**2), rel_tol=1e-3)
    turned = ring_cells(step_names(0, 3), 50, 50, 40, 0, turn=45)
    assert turned["0"].x > 50
    assert isclose(area(turned["0"].corners), pi * 400, rel_tol=1e-3)


def test_the_turns_of_a_spiral_touch_and_its_spaces_are_equally_long() -> None:
    cells = spiral_cells(step_names(1, 40), 0, 0, 50, 10, turns=3)
    assert isclose(dist((0, 0), cells["1"].corners[0]), 50)
    far = [min(dist((0, 0), point) for point in cell.corners) for cell in cells]
    assert isclose(far[-1], 10)
    assert far == sorted(far, reverse=True)
    middles = [(cell.x, cell.y) for cell in cells]
    steps = [dist(a, b) for a, b in pairwise(middles)]
    assert max(steps) - min(steps) < 0.15 * max(steps)
    inner = [dist((0, 0), point) for point in cells["1"].corners]
    assert isclose(inner[0] - inner[-1], 10)  # 40 mm shared by 3 turns and the width of the last


def test_a_hexagonal_path_has_a_space_on_each_of_its_corners() -> None:
    path = [(60 * cos(pi * n / 3), 60 * sin(pi * n / 3)) for n in range(7)]
    cells = track_cells(step_names(1, 30), path, 8)
    for x, y in path:
        assert min(dist((x, y), (cell.x, cell.y)) for cell in cells) < 1e-6
    assert all(area(cell.corners) > 0 for cell in cells)


def test_too_many_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 10,000"):
        Lattice(101, 100, "1")
    with pytest.raises(ValueError, match="at most 10,000"):
        step_names(0, 10_000)
    assert len(step_names(1, 10_000)) == 10_000


def test_a_cell_is_found_by_name_or_number() -> None:
    cells = MapCells([MapCell("7", 0, 0, 1, 1, 1, ((0, 0), (1, 0), (1, 1)))])
    assert cells[7] is cells["7"]
    assert cells["7"].outline == "M0 0L1 0L1 1Z"
    with pytest.raises(KeyError):
        cells["8"]
