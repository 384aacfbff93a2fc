"""Outlines: distances, growth and turns, against what can be computed by hand or counted point by point."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import Location
from pnp.geometry.outline import Outline, Point, circle, hexagon, is_regular, rectangle
from pnp.geometry.units import Size
from pnp.spec.custom_outline import parse_path_data
from tests.shapes import FISH

CARD = Size(60, 80)
SHAPES = {
    "rect": rectangle(CARD),
    "rounded": rectangle(CARD, 9),
    "circle": circle(Size(30, 30)),
    "flat": hexagon(Size(60, 30 * sqrt(3))),
    "pointy": hexagon(Size(30 * sqrt(3), 60)),
    "fish": parse_path_data(FISH, Size(40, 30), Location("fish")),
}


def dense(outline: Outline) -> list[Point]:
    """Points all along an outline."""
    points: list[Point] = []
    for a, b in pairwise(outline.polygon):
        steps = max(1, int(dist(a, b) / 0.05))
        points += [(a[0] + (b[0] - a[0]) * t / steps, a[1] + (b[1] - a[1]) * t / steps) for t in range(steps)]
    return points


@given(st.floats(0, 30), st.floats(0, 30), st.floats(0, 3), st.floats(0, 3))
def test_a_box_in_a_circle_is_as_far_from_it_as_its_farthest_corner(x: float, y: float, w: float, h: float) -> None:
    far = max(hypot(a - 15, b - 15) for a in (x, x + w) for b in (y, y + h))
    assert SHAPES["circle"].room(x, y, x + w, y + h) == pytest.approx(15 - far, abs=0.01)


@pytest.mark.parametrize("name", SHAPES)
@given(st.floats(-5, 65), st.floats(-5, 85))
def test_a_point_is_as_far_from_the_cut_as_its_nearest_point(name: str, x: float, y: float) -> None:
    outline = SHAPES[name]
    assert outline.distance((x, y)) == pytest.approx(min(dist((x, y), each) for each in dense(outline)), abs=0.04)


def test_a_letter_near_a_round_corner_is_measured_to_the_arc() -> None:
    assert SHAPES["rect"].room(4, 4, 6, 6) == 4
    assert SHAPES["rounded"].room(4, 4, 6, 6) == pytest.approx(9 - hypot(5, 5))
    assert SHAPES["rounded"].room(1, 1, 3, 3) < 0, "it lies on what is rounded off"
    assert SHAPES["rounded"].room(4, 40, 6, 42) == pytest.approx(4)


def test_a_letter_between_two_fins_is_outside() -> None:
    fish = SHAPES["fish"]
    assert fish.room(33, 13, 35, 15) > 0
    assert fish.room(30, 3, 32, 5) < 0, "in the box, and not on the fish"
    notch = parse_path_data("M0 0 H40 V30 H21 V5 H19 V30 H0 Z", Size(40, 30), Location("notch"))
    assert notch.room(10, 10, 30, 12) == 0, "all of its corners are inside, and the cut runs through it"
    assert notch.room(10, 1, 30, 3) == pytest.approx(1)


@pytest.mark.parametrize("name", SHAPES)
def test_a_grown_outline_keeps_its_distance_all_round(name: str) -> None:
    outline = SHAPES[name]
    grown = outline.grown(0.15)
    assert not any(outline.holds(point) for point in dense(grown))
    away = [outline.distance(point) for point in dense(grown)]
    assert min(away) == pytest.approx(0.15, abs=0.01)
    assert max(away) < 0.6, "longer only at sharp corners"


def test_a_hex_and_a_round_corner_grow_exactly() -> None:
    grown = SHAPES["pointy"].grown(3)
    assert grown.box == pytest.approx((-3, -2 * sqrt(3), 30 * sqrt(3) + 6, 60 + 4 * sqrt(3)))
    assert SHAPES["rounded"].grown(2).distance((9, 9)) == pytest.approx(11)


@pytest.mark.parametrize("name", SHAPES)
def test_lines_to_cut_along_are_outside_the_piece(name: str) -> None:
    outline = SHAPES[name]
    for line in outline.cut_lines(0.15):
        assert not any(outline.holds(point) for point in line.polygon)
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(line.polygon)]
        assert min(outline.distance(point) for point in middles) == pytest.approx(0.15, abs=0.01)
    assert len(outline.cut_lines(0.15)) == {"rect": 0, "rounded": 4}.get(name, 1)


def test_the_lines_of_round_corners_stay_in_the_corners_that_are_cut_off() -> None:
    """A neighbour that shares the straight cut must not get any of them."""
    for line in SHAPES["rounded"].cut_lines(0.15):
        assert all(-1e-6 <= x <= 60 + 1e-6 and -1e-6 <= y <= 80 + 1e-6 for x, y in line.polygon)


def test_it_lies_in_its_box_however_it_is_turned() -> None:
    fish, size = SHAPES["fish"], Size(40, 30)
    nose = (2.0, 15.0)
    for rotation, box, wanted in (
        (0, (10, 20, 40, 30), (12, 35)),
        (90, (10, 20, 30, 40), (25, 22)),
        (180, (10, 20, 40, 30), (48, 35)),
        (270, (10, 20, 30, 40), (25, 58)),
        (0, (10, 20, 80, 60), (14, 50)),
    ):
        assert fish.start == nose
        assert fish.placed(size, box, rotation).start == pytest.approx(wanted)
    rounded = SHAPES["rounded"].placed(CARD, (0, 0, 80, 60), 90)
    assert rounded.distance((9, 9)) == pytest.approx(9), "its corners stay round"


def test_the_other_side_is_mirrored() -> None:
    assert SHAPES["fish"].mirrored(Size(40, 30)).start == (38, 15)
    assert SHAPES["fish"].mirrored(Size(40, 30)).mirrored(Size(40, 30)) == SHAPES["fish"]


@pytest.mark.parametrize(
    ("size", "regular"),
    [((60, 52), True), ((52, 60), True), ((60, 60), False), ((60, 50), False), ((9, 8), False), ((60, 51.5), True)],
)
def test_a_hex_has_sides_of_one_length(size: tuple[float, float], regular: bool) -> None:
    assert is_regular(Size(*size)) is regular
