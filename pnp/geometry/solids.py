"""Dice as regular solids: their faces, which row each shows, and their nets with glue tabs, unfolded by computing.

The first row is on a face opposite the last one, the second opposite the last but one, and so on. On a cube, the first
three rows run counterclockwise around their common corner. On dice with 8, 12 and 20 faces, rows are spread so that
the numbers around every corner add up to nearly the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import atan2, cos, hypot, pi, radians, sin, sqrt, tan
from typing import Final, NamedTuple

from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline, Point, rectangle
from pnp.geometry.units import Size

CORNERS: Final = {4: 3, 6: 4, 8: 3, 12: 5, 20: 3}
"""Number of corners of a face, by the number of faces."""
GOLDEN: Final = (1 + sqrt(5)) / 2
SPILL: Final = 1.0
"""How far ink extends over the fold of a tab, in mm, so that no white shows on the edge."""
TALLEST: Final = 7.0
"""Largest height of a tab, in mm."""
INSET: Final = 0.5
"""How much shorter a tab is than its edge at each end, in mm, so that it does not push the corner open."""
STEEP: Final = 60.0
"""Angle between the sides of a tab and its fold, in degrees, where there is room."""
_STEP: Final = 0.1
_SEAM: Final = 0.03
_TOUCH: Final = 1e-3
_TINY: Final = 1e-6
_ROUND: Final = 9

Vector = tuple[float, float, float]
Polygon = tuple[Point, ...]


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _cross(one: Vector, other: Vector) -> Vector:
    return (
        one[1] * other[2] - one[2] * other[1], one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )  # fmt: skip


def _minus(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _scaled(vector: Vector, by: float) -> Vector:
    return vector[0] * by, vector[1] * by, vector[2] * by


def _unit(vector: Vector) -> Vector:
    return _scaled(vector, 1 / sqrt(_dot(vector, vector)))


class Solid(NamedTuple):
    """A regular solid whose edges are 1 long, with its centre at the origin."""

    corners: tuple[Vector, ...]
    faces: tuple[tuple[int, ...], ...]
    """The corners of each face, counterclockwise from outside; the face of the first row first."""

    def normal(self, face: int) -> Vector:
        """Return the direction that a face looks in."""
        points = [self.corners[corner] for corner in self.faces[face]]
        return _unit((sum(x for x, _, _ in points), sum(y for _, y, _ in points), sum(z for _, _, z in points)))

    @property
    def height(self) -> float:
        """Distance between opposite faces; of a d4, between a face and the corner opposite."""
        near = _dot(self.normal(0), self.corners[self.faces[0][0]])
        return near - min(_dot(self.normal(0), corner) for corner in self.corners)


@lru_cache(maxsize=8)
def solid(sides: int) -> Solid:
    """Return the regular solid with 4, 6, 8, 12 or 20 faces, in the order of the rows of a die."""
    corners, looks = _CORNERS[sides](), _CORNERS[_DUAL[sides]]()
    if sides == 4:
        looks = [_scaled(look, -1) for look in looks]
    faces = [_face(corners, look) for look in looks]
    first, second = faces[0][:2]
    edge = _minus(corners[first], corners[second])
    corners = [_scaled(corner, 1 / sqrt(_dot(edge, edge))) for corner in corners]
    order = _spread(faces, looks) if sides > 6 else range(sides)
    return Solid(tuple(corners), tuple(faces[at] for at in order))


def _signs(*sizes: float) -> Iterator[Vector]:
    """Yield a point with every choice of signs."""
    choices = [(size,) if size == 0 else (size, -size) for size in sizes]
    yield from product(*choices)


def _turned(x: float, y: float, z: float) -> Iterator[Vector]:
    """Yield a point with every choice of signs and every rotation of its coordinates."""
    for sizes in ((x, y, z), (z, x, y), (y, z, x)):
        yield from _signs(*sizes)


def _axes() -> list[Vector]:
    """Return the axes in the order of the faces of a cube: the first is opposite the last, and so on."""
    return [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0), (-1, 0, 0)]


_CORNERS: Final[dict[int, Callable[[], list[Vector]]]] = {
    4: lambda: [corner for corner in _signs(1, 1, 1) if corner[0] * corner[1] * corner[2] > 0],
    6: lambda: list(_signs(1, 1, 1)),
    8: _axes,
    12: lambda: [*_signs(1, 1, 1), *_turned(0, 1 / GOLDEN, GOLDEN)],
    20: lambda: list(_turned(0, GOLDEN, 1)),
}
"""Corners of the solids by the number of faces, in any size."""
_DUAL: Final = {4: 4, 6: 8, 8: 6, 12: 20, 20: 12}
"""The solid whose corners are in the directions of the faces."""


def _face(corners: Sequence[Vector], look: Vector) -> tuple[int, ...]:
    """Return the corners farthest in a direction, counterclockwise as seen from there."""
    farthest = max(_dot(corner, look) for corner in corners)
    around = [at for at, corner in enumerate(corners) if _dot(corner, look) > farthest - _TINY]
    up = _unit(look)
    first = corners[around[0]]
    across = _unit(_minus(first, _scaled(up, _dot(first, up))))
    down = _cross(up, across)
    return tuple(sorted(around, key=lambda at: atan2(_dot(corners[at], down), _dot(corners[at], across)) % (2 * pi)))


def _spread(faces: Sequence[tuple[int, ...]], looks: Sequence[Vector]) -> list[int]:
    """Return the faces in the order of their rows: opposite rows on opposite faces, and corners with equal sums."""
    pairs: list[list[int]] = []
    for at, look in enumerate(looks):
        opposite = next(other for other, back in enumerate(looks) if _dot(_unit(look), _unit(back)) < -1 + _TINY)
        if at < opposite:
            pairs.append([at, opposite])
    most = len(faces) + 1

    def uneven() -> int:
        numbers = {face: number for number, (face, _) in enumerate(pairs, 1)}
        numbers |= {face: most - number for number, (_, face) in enumerate(pairs, 1)}
        sums: dict[int, int] = {}
        for at, face in enumerate(faces):
            for corner in face:
                sums[corner] = sums.get(corner, 0) + numbers[at]
        return sum(each * each for each in sums.values())

    best, before = uneven(), -1
    while best != before:
        before = best
        for one, other in [(at, at) for at in range(len(pairs))] + list(combinations(range(len(pairs)), 2)):
            kept = pairs[one], pairs[other]
            for first, second in product((1, -1), repeat=2):
                pairs[one], pairs[other] = kept[1][::first], kept[0][::second]
                if (found := uneven()) < best:
                    best, kept = found, (pairs[other][::second], pairs[one][::first])
                    break
                pairs[one], pairs[other] = kept
    return [face for face, _ in pairs] + [face for _, face in reversed(pairs)]


def face_size(sides: int, edge: float) -> Size:
    """Return the size of the box around a face, with a corner of a triangle or a pentagon at the top."""
    match CORNERS[sides]:
        case 3:
            return Size(edge, edge * sqrt(3) / 2)
        case 4:
            return Size(edge, edge)
        case _:
            return Size(edge * GOLDEN, edge * sqrt(5 + 2 * sqrt(5)) / 2)


def face_outline(sides: int, edge: float) -> Outline:
    """Return the outline of a face in its box, upright."""
    width, height = face_size(sides, edge)
    if CORNERS[sides] == 4:
        return rectangle(Size(width, height))
    [first, *rest] = _upright(sides, edge)
    return Outline(first, tuple((corner,) for corner in (*rest, first)))


def _upright(sides: int, edge: float) -> list[Point]:
    """Return the corners of a face in its box, clockwise on paper from the top (the upper left one of a square)."""
    width, height = face_size(sides, edge)
    match CORNERS[sides]:
        case 3:
            return [(width / 2, 0.0), (width, height), (0.0, height)]
        case 4:
            return [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
        case _:
            shoulder = edge * sin(pi / 5)
            foot = (width - edge) / 2
            return [(width / 2, 0.0), (width, shoulder), (width - foot, height), (foot, height), (0.0, shoulder)]


def text_box(sides: int, edge: float) -> Rect:
    """Return the largest upright square in a face, in mm from the upper left corner of its box."""
    width, height = face_size(sides, edge)
    line = face_outline(sides, edge)
    if CORNERS[sides] == 4:
        return Rect(0, 0, width, height)
    if CORNERS[sides] == 3:
        side = width * height / (width + height)
        return Rect((width - side) / 2, height - side, side, side)
    slope = edge * sin(pi / 5) / width  # its upper corners are on the slopes at the top
    low, high = 0.0, width
    for _ in range(40):
        side = (low + high) / 2
        fits = line.room((width - side) / 2, slope * side + _TINY, (width + side) / 2, slope * side + side) > -_TINY
        low, high = (side, high) if fits else (low, side)
    return Rect((width - low) / 2, slope * low, low, low)


class NetFace(NamedTuple):
    """A face on a net, in mm from the upper left corner of the net."""

    row: int
    """Row that it shows, from 0."""
    polygon: Polygon
    """Its corners, clockwise on paper."""
    box: Rect
    turn: int
    """Rotation of its art: 0, or 180 if it is upside down."""
    art: Polygon
    """Where its art shows: the face, its bleed over cuts and its spill onto tabs."""


class DieNet(NamedTuple):
    """A die unfolded on paper, seen from the printed side, in mm from its upper left corner."""

    size: Size
    faces: tuple[NetFace, ...]
    """The faces in the order of their rows."""
    folds: tuple[tuple[float, float, float, float], ...]
    """The folds between faces and below tabs, each as x1, y1, x2, y2."""
    tabs: tuple[Polygon, ...]
    outline: Outline
    """The cutting line."""


class _Rim(NamedTuple):
    """An edge on the rim of an unfolded die, counterclockwise with y upward."""

    face: int
    ends: tuple[int, int]
    """Its corners of the solid."""
    begin: Point
    end: Point
    before: float
    """Angle of the gap to the edge before it, in radians."""
    after: float

    def quad(self, height: float, before: float, after: float, inset: float = 0.0) -> Polygon:
        """Return a strip of that height outside the edge, with these angles at its ends.

        It begins and ends `inset` mm inside the edge.
        """
        (x1, y1), (x2, y2) = self.begin, self.end
        length = hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        x1, y1, x2, y2 = x1 + ux * inset, y1 + uy * inset, x2 - ux * inset, y2 - uy * inset
        first, last = height / tan(before), height / tan(after)
        return (
            (x1, y1), (x1 + ux * first + uy * height, y1 + uy * first - ux * height),
            (x2 - ux * last + uy * height, y2 - uy * last - ux * height), (x2, y2),
        )  # fmt: skip


@lru_cache(maxsize=32)
def die_net(sides: int, edge: float, bleed: float = 3.0) -> DieNet:
    """Return the net of a die with edges of that length, with a tab on one edge of each pair that is glued."""
    body = solid(sides)
    placed, tree = _unfold(body, edge)
    rim = _rim(body, placed, tree)
    flat = {face: tuple(corners.values()) for face, corners in placed.items()}
    tabs = _tabs(rim, flat, edge)
    arts = _arts(rim, tabs, flat, tree, placed, bleed)
    cut = [point for at, each in enumerate(rim) for point in (each.begin, *tabs.get(at, ()))]
    left, top = min(x for x, _ in cut), max(y for _, y in cut)

    def on_paper(points: Sequence[Point]) -> Polygon:
        """Return points with y downward from the corner of the net, clockwise if they are counterclockwise."""
        return tuple((round(x - left, _ROUND), round(top - y, _ROUND)) for x, y in reversed(points))

    start, *rest = on_paper(cut)
    outline = Outline(start, tuple((point,) for point in (*rest, start)))
    folds = [tuple(placed[face][corner] for corner in ends) for face, ends in tree]
    folds += [(tab[0], tab[-1]) for tab in tabs.values()]
    faces = []
    for face in range(len(body.faces)):
        polygon = on_paper(flat[face])
        xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
        box = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        turn = 0 if sum(y > box.bottom - _TINY for y in ys) == 2 else 180
        faces.append(NetFace(face, polygon, box, turn, on_paper(arts[face])))
    _, _, width, height = outline.box
    lines = tuple((a[0], a[1], b[0], b[1]) for a, b in map(on_paper, folds))
    return DieNet(Size(width, height), tuple(faces), lines, tuple(map(on_paper, tabs.values())), outline)


_Placed = dict[int, dict[int, Point]]
"""The corners of each face on paper, counterclockwise with y upward."""
_Tree = list[tuple[int, tuple[int, int]]]
"""The faces that are attached to another, each with the edge between them."""


def _unfold(body: Solid, edge: float) -> tuple[_Placed, _Tree]:
    """Return a compact net: each face is attached where the box around the net stays smallest."""
    first = body.faces[0]
    placed: _Placed = {0: _laid(first, first[0], (0.0, 0.0), (edge, 0.0))}
    tree: _Tree = []
    while len(placed) < len(body.faces):
        ways = [
            (_box_area([*placed.values(), corners]), face, ends, corners)
            for host, there in placed.items()
            for ends in _edges(body.faces[host])
            for face, around in enumerate(body.faces)
            if face not in placed and set(ends) <= set(around)
            for corners in [_laid(around, ends[1], there[ends[1]], there[ends[0]])]
        ]
        _, face, ends, corners = min(ways, key=lambda way: way[:3])
        placed[face] = corners
        tree.append((face, ends))
    return placed, tree


def _edges(face: Sequence[int]) -> list[tuple[int, int]]:
    return list(pairwise((*face, face[0])))


def _laid(face: tuple[int, ...], first: int, begin: Point, end: Point) -> dict[int, Point]:
    """Return where the corners of a face are if the edge after its corner `first` goes from `begin` to `end`."""
    at = face.index(first)
    turn = 2 * pi / len(face)
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    found, point = {}, begin
    for corner in (*face[at:], *face[:at]):
        found[corner] = point
        point = point[0] + dx, point[1] + dy
        dx, dy = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
    return found


def _box_area(faces: Sequence[dict[int, Point]]) -> float:
    xs, ys = ([point[axis] for face in faces for point in face.values()] for axis in (0, 1))
    return round((max(xs) - min(xs)) * (max(ys) - min(ys)), 6)


def _rim(body: Solid, placed: _Placed, tree: _Tree) -> list[_Rim]:
    """Return the edges around a net, in order."""
    joints = {frozenset(ends): face for face, ends in tree}

    def around(face: int, first: int) -> Iterator[tuple[int, tuple[int, int]]]:
        corners = body.faces[face]
        for a, b in _edges((*corners[first:], *corners[:first])):
            child = joints.get(frozenset((a, b)))
            if child == face:
                continue  # the edge that it is attached by
            if child is not None and child in placed and _meets(placed, face, child, a, b):
                yield from around(child, body.faces[child].index(a))
            else:
                yield face, (a, b)

    edges = [(face, ends, placed[face][ends[0]], placed[face][ends[1]]) for face, ends in around(0, 0)]
    angles = [atan2(end[1] - begin[1], end[0] - begin[0]) for _, _, begin, end in edges]
    gaps = [pi + (after - before + pi) % (2 * pi) - pi for before, after in pairwise((*angles, angles[0]))]
    return [_Rim(*each, gaps[at - 1], gaps[at]) for at, each in enumerate(edges)]


def _meets(placed: _Placed, one: int, other: int, a: int, b: int) -> bool:
    """Return whether two faces have an edge at the same place of the paper."""
    return all(
        hypot(placed[one][corner][0] - placed[other][corner][0], placed[one][corner][1] - placed[other][corner][1])
        < _TINY
        for corner in (a, b)
    )


def _tabs(rim: Sequence[_Rim], flat: dict[int, Polygon], edge: float) -> dict[int, Polygon]:
    """Return a tab for each pair of edges that meet, by the number of the edge that it is on."""
    pairs: dict[frozenset[int], list[int]] = {}
    for at, each in enumerate(rim):
        pairs.setdefault(frozenset(each.ends), []).append(at)
    tabs: dict[int, Polygon] = {}
    for both in pairs.values():
        found = [(height, -at, tab) for at in both for height, tab in [_tab(rim[at], flat, tabs.values(), edge)]]
        _, at, tab = max(found)
        tabs[-at] = tab
    return dict(sorted(tabs.items()))


def _tab(on: _Rim, flat: dict[int, Polygon], others: Iterable[Polygon], edge: float) -> tuple[float, Polygon]:
    """Return the highest tab on an edge that is clear of all faces and of other tabs, and its height."""
    before, after = (min(radians(STEEP), gap / 2) for gap in (on.before, on.after))
    height = min(TALLEST, 0.4 * edge, 0.7 * edge / (1 / tan(before) + 1 / tan(after)))
    blocked = [*(polygon for face, polygon in flat.items() if face != on.face), *others]
    while height > _STEP:
        tab = on.quad(height, before, after, INSET)
        if not any(_overlap(tab, other) for other in blocked):
            break
        height -= _STEP
    return round(height, 6), on.quad(height, before, after, INSET)


def _arts(
    rim: Sequence[_Rim], tabs: dict[int, Polygon], flat: dict[int, Polygon], tree: _Tree, placed: _Placed, bleed: float
) -> dict[int, list[Point]]:
    """Return where the art of each face shows, counterclockwise: its bleed keeps clear of other faces and of tabs."""
    outer: dict[tuple[int, Point], Polygon] = {}
    for at, each in enumerate(rim):
        if at in tabs:
            angles = [atan2(SPILL, _along(tabs[at], end)) for end in (0, 1)]
            outer[each.face, each.begin] = each.quad(SPILL, angles[0], angles[1], INSET)
            continue
        before, after = (min(pi / 2, gap / 2) for gap in (each.before, each.after))
        blocked = [*(polygon for face, polygon in flat.items() if face != each.face), *tabs.values()]
        length = hypot(each.end[0] - each.begin[0], each.end[1] - each.begin[1])
        reach = min(bleed, 0.9 * length / max(1 / tan(before) + 1 / tan(after), _TINY))
        while reach > _STEP and any(_overlap(each.quad(reach, before, after), other) for other in blocked):
            reach -= _STEP
        outer[each.face, each.begin] = each.quad(reach, before, after)
    arts: dict[int, list[Point]] = {face: [] for face in flat}
    for face, corners in flat.items():
        for begin, end in pairwise((*corners, corners[0])):
            strip = outer.get((face, begin))
            if strip is None:  # a fold: a hair of art below the neighbour, so that no white shows between them
                gap = _Rim(face, (0, 0), begin, end, 0, 0)
                strip = gap.quad(_SEAM, radians(STEEP), radians(STEEP))
            arts[face] += [point for point in (begin, *strip) if point not in arts[face][-1:]]
    return arts


def _along(tab: Polygon, end: int) -> float:
    """Return how far the side of a tab runs along its fold within the width of the spill."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = tab
    length = hypot(x4 - x1, y4 - y1)
    ux, uy = (x4 - x1) / length, (y4 - y1) / length
    near, far = ((x1, y1), (x2, y2)) if end == 0 else ((x4, y4), (x3, y3))
    run = abs((far[0] - near[0]) * ux + (far[1] - near[1]) * uy)
    rise = abs((far[0] - near[0]) * uy - (far[1] - near[1]) * ux)
    return SPILL * run / rise


def _overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether two convex polygons overlap; touching is no overlap."""
    for polygon in (one, other):
        for (x1, y1), (x2, y2) in pairwise((*polygon, polygon[0])):
            nx, ny = y2 - y1, x1 - x2
            length = hypot(nx, ny)
            spans = [[(x * nx + y * ny) / length for x, y in each] for each in (one, other)]
            if min(max(spans[0]), max(spans[1])) - max(min(spans[0]), min(spans[1])) < _TOUCH:
                return False
    return True
