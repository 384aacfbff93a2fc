"""Nets of dice: folded up in space, all edges meet, and every row is on the face where a real die has it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import acos, atan2, cos, dist, pi, sin, sqrt
from typing import Final

import pytest

from pnp.geometry.outline import Outline, Point
from pnp.geometry.solids import DieNet, Polygon, die_net, face_outline, face_size, solid, text_box

SIDES: Final = (4, 6, 8, 12, 20)
CORNERS: Final = {4: 4, 6: 8, 8: 6, 12: 20, 20: 12}
BETWEEN: Final = {4: acos(1 / 3), 6: pi / 2, 8: acos(-1 / 3), 12: acos(-1 / sqrt(5)), 20: acos(-sqrt(5) / 3)}
"""Angle between adjacent faces, from a table of formulas."""
EDGE: Final = 18.0
Vector = tuple[float, float, float]


def minus(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def cross(one: Vector, other: Vector) -> Vector:
    (a, b, c), (d, e, f) = one, other
    return b * f - c * e, c * d - a * f, a * e - b * d


def turned(point: Vector, about: Vector, axis: Vector, angle: float) -> Vector:
    """Return a point rotated about a line."""
    length = sqrt(dot(axis, axis))
    k = (axis[0] / length, axis[1] / length, axis[2] / length)
    v = minus(point, about)
    along, side = dot(k, v) * (1 - cos(angle)), cross(k, v)
    x, y, z = (v[at] * cos(angle) + side[at] * sin(angle) + k[at] * along + about[at] for at in range(3))
    return x, y, z


def edges(polygon: Polygon) -> list[tuple[Point, Point]]:
    return list(pairwise((*polygon, polygon[0])))


def joined(net: DieNet) -> dict[int, list[tuple[int, Point, Point]]]:
    """Return the neighbours of each face that hang together on the paper."""
    found: dict[int, list[tuple[int, Point, Point]]] = {face.row: [] for face in net.faces}
    for one in net.faces:
        for a, b in edges(one.polygon):
            for other in net.faces:
                for c, d in edges(other.polygon):
                    if other is not one and dist(a, d) < 1e-4 and dist(b, c) < 1e-4:
                        found[one.row].append((other.row, a, b))
    return found


def folded(net: DieNet, sides: int) -> dict[int, list[Vector]]:
    """Return the corners of each face in space, with the print outside: the paper is folded away from the viewer."""
    places: dict[int, list[Vector]] = {
        face.row: [(x, -y, 0.0) for x, y in face.polygon] for face in net.faces
    }  # seen from above, with z towards the viewer
    neighbours = joined(net)

    def fold(row: int, parent: int) -> list[int]:
        """Fold everything that hangs on a face, and return it all."""
        whole = [row]
        for other, a, b in neighbours[row]:
            if other == parent:
                continue
            part = fold(other, row)
            begin, end = (a[0], -a[1], 0.0), (b[0], -b[1], 0.0)
            for each in part:
                places[each] = [turned(point, begin, minus(begin, end), pi - BETWEEN[sides]) for point in places[each]]
            whole += part
        return whole

    assert sorted(fold(0, -1)) == list(range(sides))
    return places


@pytest.mark.parametrize("sides", SIDES)
def test_a_net_folds_up_and_all_edges_meet(sides: int) -> None:
    net = die_net(sides, EDGE)
    places = folded(net, sides)
    corners: list[Vector] = []
    for points in places.values():
        for point in points:
            if not any(dist(point, other) < 1e-3 for other in corners):
                corners.append(point)
    assert len(corners) == CORNERS[sides]
    met: Counter[frozenset[int]] = Counter()
    for points in places.values():
        numbers = [min(range(len(corners)), key=lambda at: dist(corners[at], point)) for point in points]
        met.update(frozenset(ends) for ends in pairwise((*numbers, numbers[0])))
    assert set(met.values()) == {2}
    centre = tuple(sum(values) / len(corners) for values in zip(*corners, strict=True))
    for points in places.values():
        a, b, c = points[:3]
        printed = cross(minus(a, b), minus(c, b))  # clockwise on paper, so the print looks this way
        assert dot(printed, minus(a, (centre[0], centre[1], centre[2]))) > 0, "the print is outside"
        assert dist(a, b) == pytest.approx(EDGE, abs=1e-4)


@pytest.mark.parametrize("sides", [6, 8, 12, 20])
def test_opposite_faces_add_up(sides: int) -> None:
    places = folded(die_net(sides, EDGE), sides)
    middles = {row: tuple(sum(v) / len(points) for v in zip(*points, strict=True)) for row, points in places.items()}
    for row, middle in middles.items():
        farthest = max(middles, key=lambda other: dist(middles[other], middle))
        assert row + farthest == sides - 1


def test_the_first_three_rows_of_a_cube_run_counterclockwise() -> None:
    places = folded(die_net(6, EDGE), 6)
    everything = [point for points in places.values() for point in points]
    centre = tuple(sum(v) / len(everything) for v in zip(*everything, strict=True))
    one, two, three = (minus(tuple(sum(v) / 4 for v in zip(*places[row], strict=True)), centre) for row in range(3))
    assert dot(cross(one, two), three) > 0, "seen from their corner, 1, 2 and 3 run clockwise"


@pytest.mark.parametrize(("sides", "most"), [(8, 4), (12, 4), (20, 3)])
def test_numbers_are_spread_evenly_around_corners(sides: int, most: int) -> None:
    sums: Counter[int] = Counter()
    for number, face in enumerate(solid(sides).faces, 1):
        sums.update(dict.fromkeys(face, number))
    average = sum(sums.values()) / len(sums)
    assert all(abs(each - average) <= most for each in sums.values())


def overlap(one: Polygon, other: Polygon) -> float:
    """Return by how much two convex polygons overlap, in mm; negative if they are apart."""
    least = 1e9
    for (x1, y1), (x2, y2) in [*edges(one), *edges(other)]:
        length = dist((x1, y1), (x2, y2))
        nx, ny = (y2 - y1) / length, (x1 - x2) / length
        spans = [[x * nx + y * ny for x, y in each] for each in (one, other)]
        least = min(least, min(max(spans[0]), max(spans[1])) - max(min(spans[0]), min(spans[1])))
    return least


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("edge", [8.0, 18.0, 60.0])
def test_one_tab_for_each_glued_edge_clear_of_everything(sides: int, edge: float) -> None:
    net = die_net(sides, edge)
    assert len(net.tabs) == {4: 3, 6: 7, 8: 5, 12: 19, 20: 11}[sides]
    assert len(net.folds) == sides - 1 + len(net.tabs)
    for tab in net.tabs:
        assert all(overlap(tab, face.polygon) < 1e-2 for face in net.faces)
        foot, top = dist(tab[0], tab[3]), dist(tab[1], tab[2])
        assert min(foot, top) < 0.95 * max(foot, top), "a tab is tapered"
        assert max(foot, top) == pytest.approx(edge - 1), "a tab is a little shorter than its edge"
    for one, other in combinations(net.tabs, 2):
        assert overlap(one, other) < 1e-2
    for one_face, other_face in combinations(net.faces, 2):
        assert overlap(one_face.polygon, other_face.polygon) < 1e-2


@pytest.mark.parametrize("sides", SIDES)
def test_the_cut_goes_round_all_faces_and_tabs(sides: int) -> None:
    net = die_net(sides, EDGE)
    assert net.outline.crossing() is None
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(net.outline.polygon))) / 2
    parts = [*(face.polygon for face in net.faces), *net.tabs]
    assert area == pytest.approx(sum(abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(each))) / 2 for each in parts))
    left, top, width, height = net.outline.box
    assert (left, top, width, height) == pytest.approx((0, 0, *net.size))


@pytest.mark.parametrize("sides", SIDES)
def test_art_covers_its_face_and_stays_off_its_neighbours(sides: int) -> None:
    net = die_net(sides, EDGE)
    for face in net.faces:
        art = Outline(face.art[0], tuple((point,) for point in (*face.art[1:], face.art[0])))
        middle = face.box.x + face.box.width / 2, face.box.y + face.box.height / 2
        inner = [(x + (middle[0] - x) * 0.01, y + (middle[1] - y) * 0.01) for x, y in face.polygon]
        assert all(art.holds(point) for point in inner)
        for other in net.faces:
            shrunk = [
                (x + (other.box.x + other.box.width / 2 - x) * 0.1, y + (other.box.y + other.box.height / 2 - y) * 0.1)
                for x, y in other.polygon
            ]
            assert other is face or not any(art.holds(point) for point in shrunk)
    assert {face.turn for face in net.faces} <= {0, 180}
    assert {face.turn for face in net.faces} == ({0} if sides == 6 else {0, 180})


@pytest.mark.parametrize("sides", SIDES)
def test_a_face_in_its_box(sides: int) -> None:
    size, line, square = face_size(sides, EDGE), face_outline(sides, EDGE), text_box(sides, EDGE)
    assert line.box == pytest.approx((0, 0, *size), abs=1e-6)
    around = [dist(a, b) for a, b in pairwise(line.polygon)]
    assert around == pytest.approx([EDGE] * len(around))
    assert line.room(square.x + 0.01, square.y + 0.01, square.right - 0.01, square.bottom - 0.01) >= 0
    assert square.width > 0.46 * EDGE
    angles = {round(atan2(b[1] - a[1], b[0] - a[0]), 6) for a, b in pairwise(line.polygon)}
    assert round(pi, 6) in angles, "the lowest edge is level"
