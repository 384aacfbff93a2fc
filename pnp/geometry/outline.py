"""Outlines: the lines that pieces are cut along, in mm from the piece's upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import Final

from pnp.geometry.units import Size, trim

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Segment = tuple[Point, ...]
"""A segment to the next point: one point for a straight line, two (corner and end) for a quarter circle around a
corner, three for a cubic Bézier curve."""

ROUND: Final = 4 / 3 * (sqrt(2) - 1)
"""Length of the Bézier handles of a quarter circle, as a share of the radius."""
FLATNESS: Final = 0.005
"""Maximum distance between a curve and its polygon, in mm."""
MITER_LIMIT: Final = 4.0
"""Miter limit: how many times as far as its sides the tip of a spike may move outward."""
HALVINGS: Final = 2
"""How often a curve is halved before it is offset; shorter curves are more exact."""
HEX_RATIO: Final = sqrt(3) / 2
"""Ratio of the shorter to the longer side of a hexagon's bounding box."""
UNEVEN: Final = 0.5
"""Tolerance for the box of a regular hexagon, in mm, because sizes are rounded."""
ON: Final = 0.05
"""Maximum distance of a line that counts as running along an edge, in mm."""
_TINY: Final = 1e-9


@dataclass(frozen=True)
class Outline:
    """A closed line of segments."""

    start: Point
    steps: tuple[Segment, ...]
    upright: bool = False
    """Whether a quarter turn leaves it unchanged within its box, as for a rectangle or a circle."""
    marked: bool = False
    """Whether crop marks show its straight sides, so that only its corners need a line."""
    half: Size | None = None
    """Box of half a standee, foot included; its last segment is the fold at the upper edge, which is not cut."""

    @property
    def plain(self) -> bool:
        """Whether it is a rectangle with sharp corners, for which crop marks are enough."""
        return self.marked and all(len(step) == 1 for step in self.steps)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The start, and the end points of all segments."""
        return (self.start, *(step[-1] for step in self.steps))

    @cached_property
    def box(self) -> Box:
        """Bounding box."""
        xs, ys = [x for x, _ in self.polygon], [y for _, y in self.polygon]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    @cached_property
    def polygon(self) -> tuple[Point, ...]:
        """The outline as straight lines; the last point equals the first."""
        return (self.start, *(point for at, step in self._from() for point in _flatten(at, step)))

    @staticmethod
    def flat(start: Point, step: Segment) -> list[Point]:
        """Return points that approximate a segment by straight lines, without its start."""
        return _flatten(start, step)

    def placed(self, size: Size, box: Box, rotation: int = 0) -> Outline:
        """Return the outline of a piece of that size placed in a box and rotated clockwise by multiples of 90°."""
        turn = 0 if self.upright else rotation % 360 // 90
        left, top, width, height = box

        def place(point: Point) -> Point:
            u, v = point[0] / size.width, point[1] / size.height
            u, v = ((u, v), (1 - v, u), (1 - u, 1 - v), (v, 1 - u))[turn]
            return left + u * width, top + v * height

        return self._mapped([place(point) for point in self._control()])

    def mirrored(self, size: Size) -> Outline:
        """Return the outline as seen from the back of a piece of that size."""
        return _mirrored(self, size)

    def grown(self, by: float) -> Outline:
        """Return the outline offset outward, in mm: exact for lines and quarter circles, approximate for curves."""
        finer = replace(self, steps=tuple(part for at, step in self._from() for part in _halved(at, step, HALVINGS)))
        points = finer._control()
        distinct = [points[0]]
        for point in points[1:]:
            if _apart(point, distinct[-1]) > _TINY:
                distinct.append(point)
        if _apart(distinct[0], distinct[-1]) <= _TINY:
            distinct.pop()
        outward = by if _area(distinct) > 0 else -by
        moved = {
            point: _offset_corner(distinct[at - 1], point, distinct[(at + 1) % len(distinct)], outward)
            for at, point in enumerate(distinct)
        }
        nearest = [min(distinct, key=lambda other: _apart(point, other)) for point in points]
        return finer._mapped([moved[point] for point in nearest])

    def cut_lines(self, away: float) -> list[Outline]:
        """Return the lines that show the cut, `away` mm outside it; none if crop marks are enough."""
        if self.half is not None:
            return [self.grown(away)._opened(self.half)]
        if not self.marked:
            return [self.grown(away)]
        return [_corner_line(at, *step, away) for at, step in self._from() if len(step) == 2]

    def along(self, y: float) -> list[int]:
        """Return the numbers of the segments that run straight along the height `y`."""
        return [
            number
            for number, (at, step) in enumerate(self._from())
            if len(step) == 1 and max(abs(at[1] - y), abs(step[0][1] - y)) <= ON
        ]

    def standing(self, size: Size, foot: float) -> Outline:
        """Return the outline of half a standee, from that of its figure: with a foot, and the fold at the top."""
        [fold] = self.along(0)
        (left, _), (right, _) = self.points[fold], self.points[fold + 1]
        steps = list(self.steps)
        height, low = size.height, size.height + foot
        if foot:
            [sole] = self.along(height)
            (begin, _), (end, _) = self.points[sole], self.points[sole + 1]
            steps[sole : sole + 1] = [((begin, height),), ((begin, low),), ((end, low),), ((end, height),)]
            fold += 3 if sole < fold else 0
        before, after = steps[:fold], steps[fold + 1 :]
        whole = [*after, *before]
        whole[-1] = (*whole[-1][:-1], (left, 0.0))
        return Outline((right, 0.0), (*whole, ((right, 0.0),)), half=Size(size.width, low))

    def holds(self, point: Point) -> bool:
        """Whether a point is inside."""
        x, y = point
        inside = False
        for (ax, ay), (bx, by) in pairwise(self.polygon):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        return inside

    def distance(self, point: Point) -> float:
        """Return the distance of a point from the outline, in mm."""
        lines = (_to_line(point, a, b) for a, b in self._lines)
        arcs = (_to_arc(point, *arc) for arc in self._arcs)
        return min((*lines, *arcs))

    def room(self, left: float, top: float, right: float, bottom: float) -> float:
        """Return the distance of a box inside from the outline, in mm; negative if the box extends beyond it."""
        if self.plain:
            x, y, width, height = self.box
            return min(left - x, top - y, x + width - right, y + height - bottom)
        corners = [(x, y) for x in (left, right) for y in (top, bottom)]
        outside = [corner for corner in corners if not self.holds(corner)]
        if outside:
            return -max(map(self.distance, outside))
        if any(_meets(a, b, (left, top, right, bottom)) for a, b in pairwise(self.polygon)):
            return 0.0
        points = (hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) for x, y in self.points)
        return min(*map(self.distance, corners), *points)

    def crossing(self) -> Point | None:
        """Return a point near which the line crosses itself, or None."""
        lines = sorted(enumerate(pairwise(self.polygon)), key=lambda line: min(line[1][0][0], line[1][1][0]))
        last = len(lines) - 1
        for at, (number, (a, b)) in enumerate(lines):
            for other, (c, d) in lines[at + 1 :]:
                if min(c[0], d[0]) > max(a[0], b[0]):
                    break
                if abs(number - other) not in (1, last) and _cross(a, b, c, d):
                    return round((a[0] + b[0]) / 2, 2), round((a[1] + b[1]) / 2, 2)
        return None

    def curves(self, handle: float = ROUND) -> Iterator[Segment]:
        """Yield the segments as lines and curves only; `handle` is the handle length of quarter circles."""
        for start, step in self._from():
            if len(step) != 2:
                yield step
                continue
            corner, end = step
            yield _toward(start, corner, handle), _toward(end, corner, handle), end

    def svg(self) -> str:
        """Return the outline as SVG path data; the path of a standee is open at the fold."""
        if self.half is not None:
            return replace(self, steps=self.steps[:-1], half=None).svg().removesuffix(" Z")
        drawn = [f"M{_written(self.start)}"]
        drawn += [f"{'L' if len(step) == 1 else 'C'}{' '.join(map(_written, step))}" for step in self.curves()]
        return " ".join([*drawn, "Z"])

    def _from(self) -> Iterator[tuple[Point, Segment]]:
        """Return the segments, each after its start point."""
        return zip(self.points, self.steps, strict=False)

    def _opened(self, box: Size) -> Outline:
        """Return the outline without its fold (the last segment), clipped to a box: beyond it is another piece."""
        whole = self._mapped([(min(max(x, 0), box.width), min(max(y, 0), box.height)) for x, y in self._control()])
        return Outline(whole.start, whole.steps[:-1])

    def _control(self) -> list[Point]:
        """Return all points, including control points."""
        return [self.start, *(point for step in self.steps for point in step)]

    def _mapped(self, points: list[Point]) -> Outline:
        """Return the same segments with other points."""
        rest = iter(points[1:])
        return replace(self, start=points[0], steps=tuple(tuple(next(rest) for _ in step) for step in self.steps))

    @cached_property
    def _lines(self) -> list[tuple[Point, Point]]:
        steps = [(at, step) for at, step in self._from() if len(step) != 2]
        return [line for at, step in steps for line in pairwise((at, *_flatten(at, step)))]

    @cached_property
    def _arcs(self) -> list[tuple[Point, Point, Point]]:
        return [(at, step[0], step[1]) for at, step in self._from() if len(step) == 2]


@lru_cache(maxsize=64)
def rectangle(size: Size, corner: float = 0) -> Outline:
    """Return a rectangle; `corner` is the radius of its corners, in mm."""
    width, height = size
    steps: list[Segment] = []
    corners = [(width, 0.0), (width, height), (0.0, height), (0.0, 0.0)]
    toward = [(-1, 0), (0, -1), (1, 0), (0, 1)]
    for number, (x, y) in enumerate(corners):
        (bx, by), (ax, ay) = toward[number], toward[number - 3]
        if corner:
            steps.append(((x + bx * corner, y + by * corner),))
            steps.append(((x, y), (x - ax * corner, y - ay * corner)))
        else:
            steps.append(((x, y),))
    return Outline((corner, 0.0), tuple(steps), upright=not corner, marked=True)


@lru_cache(maxsize=64)
def circle(size: Size) -> Outline:
    """Return the circle in a square box."""
    x, y = size.width / 2, size.height / 2
    right, bottom = size
    steps: tuple[Segment, ...] = (
        ((right, 0.0), (x, 0.0)), ((0.0, 0.0), (0.0, y)), ((0.0, bottom), (x, bottom)), ((right, bottom), (right, y)),
    )  # fmt: skip
    return Outline((right, y), steps, upright=True)


@lru_cache(maxsize=64)
def hexagon(size: Size) -> Outline:
    """Return the hexagon in a box: flat side up if the box is wider than high, otherwise point up."""
    width, height = size
    if is_flat(size):
        corners = [(width / 4, 0.0), (width * 3 / 4, 0.0), (width, height / 2)]
    else:
        corners = [(width / 2, 0.0), (width, height / 4), (width, height * 3 / 4)]
    corners += [(width - x, height - y) for x, y in corners]
    return Outline(corners[0], tuple((corner,) for corner in (*corners[1:], corners[0])))


def is_flat(size: Size) -> bool:
    """Whether a hexagon in that box has a flat side up."""
    return size.width > size.height


def is_regular(size: Size) -> bool:
    """Whether a hexagon in that box is regular, within the precision of cutting."""
    short, long = sorted(size)
    return abs(long * HEX_RATIO - short) <= min(UNEVEN, short / 50)


def hex_hint(size: Size) -> str:
    """Return a hint with the sizes of the two regular hexagons of that width."""
    width, flat, pointed = trim(size.width), trim(size.width * HEX_RATIO), trim(size.width / HEX_RATIO)
    return f"[{width}, {flat}] has a flat side up, [{width}, {pointed}] a point"


@lru_cache(maxsize=64)
def _mirrored(outline: Outline, size: Size) -> Outline:
    return outline._mapped([(size.width - x, y) for x, y in outline._control()])


def _written(point: Point) -> str:
    return f"{trim(point[0])} {trim(point[1])}"


def _toward(point: Point, corner: Point, part: float) -> Point:
    return point[0] + (corner[0] - point[0]) * part, point[1] + (corner[1] - point[1]) * part


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _area(points: list[Point]) -> float:
    """Return twice the signed area; negative if the points run counterclockwise on paper."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]]))


def _offset_corner(before: Point, point: Point, after: Point, by: float) -> Point:
    """Return a corner of a clockwise polygon after both of its sides have moved outward."""
    ax, ay = ((point[0] - before[0]) / _apart(before, point), (point[1] - before[1]) / _apart(before, point))
    bx, by_ = ((after[0] - point[0]) / _apart(point, after), (after[1] - point[1]) / _apart(point, after))
    nx, ny = ay + by_, -(ax + bx)  # the sum of both normals
    length = nx * nx + ny * ny
    if length < 4 / MITER_LIMIT**2:  # beyond the miter limit: move the tip straight on
        return point[0] + abs(by) * ax, point[1] + abs(by) * ay
    return point[0] + 2 * by * nx / length, point[1] + 2 * by * ny / length


def _corner_line(start: Point, corner: Point, end: Point, away: float) -> Outline:
    """Return a line outside a round corner, no longer than the corner: beyond it there may be another piece."""
    radius = _apart(start, corner)
    outer = radius + away
    cut_off = acos(radius / outer)
    u = ((start[0] - corner[0]) / radius, (start[1] - corner[1]) / radius)
    v = ((end[0] - corner[0]) / radius, (end[1] - corner[1]) / radius)

    def at(angle: float, along: float = 0.0) -> Point:
        """Return a point on the outer circle, or `along` its tangent; angles count from the start of the corner."""
        a = radius - outer * sin(angle) - along * cos(angle)
        b = radius - outer * cos(angle) + along * sin(angle)
        return corner[0] + u[0] * a + v[0] * b, corner[1] + u[1] * a + v[1] * b

    first, last = cut_off, pi / 2 - cut_off
    reach = 4 / 3 * tan((last - first) / 4) * outer
    return Outline(at(first), ((at(first, reach), at(last, -reach), at(last)),))


def _flatten(start: Point, step: Segment) -> list[Point]:
    """Return points that approximate a segment by straight lines, without its start."""
    if len(step) == 1:
        return [step[0]]
    if len(step) == 2:
        corner, end = step
        centre = start[0] + end[0] - corner[0], start[1] + end[1] - corner[1]
        count = max(2, ceil(pi / 2 / (2 * acos(1 - min(FLATNESS / max(_apart(start, corner), FLATNESS), 1)))))
        angles = [number / count * pi / 2 for number in range(1, count)]
        inner = [
            (
                centre[0] + (start[0] - centre[0]) * cos(a) + (end[0] - centre[0]) * sin(a),
                centre[1] + (start[1] - centre[1]) * cos(a) + (end[1] - centre[1]) * sin(a),
            )
            for a in angles
        ]
        return [*inner, end]
    first, second, end = step
    bends = [
        hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in ((start, first, second), (first, second, end))
    ]
    count = max(1, ceil(sqrt(6 * max(bends) / (8 * FLATNESS))))
    return [_on_curve(number / count, start, first, second, end) for number in range(1, count)] + [end]


def _halved(start: Point, step: Segment, times: int) -> list[Segment]:
    """Split a curve into halves `times` times; return any other segment unchanged."""
    if len(step) != 3 or not times:
        return [step]
    first, second, end = step
    a, b, c = _toward(start, first, 0.5), _toward(first, second, 0.5), _toward(second, end, 0.5)
    d, e = _toward(a, b, 0.5), _toward(b, c, 0.5)
    middle = _toward(d, e, 0.5)
    return [*_halved(start, (a, d, middle), times - 1), *_halved(middle, (e, c, end), times - 1)]


def _on_curve(t: float, *control: Point) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * point[axis] for w, point in zip(weights, control, strict=True)) for axis in (0, 1))
    return x, y


def _to_line(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    t = min(max(t, 0.0), 1.0)
    return hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy)


def _to_arc(point: Point, start: Point, corner: Point, end: Point) -> float:
    centre = start[0] + end[0] - corner[0], start[1] + end[1] - corner[1]
    x, y = point[0] - centre[0], point[1] - centre[1]
    u, v = (start[0] - centre[0], start[1] - centre[1]), (end[0] - centre[0], end[1] - centre[1])
    if x * u[0] + y * u[1] >= 0 and x * v[0] + y * v[1] >= 0:
        return abs(hypot(x, y) - hypot(*u))
    return min(_apart(point, start), _apart(point, end))


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross or touch."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def _meets(a: Point, b: Point, box: Box) -> bool:
    """Whether a line reaches into a box, given as left, top, right, bottom."""
    left, top, right, bottom = box
    if max(a[0], b[0]) < left or min(a[0], b[0]) > right or max(a[1], b[1]) < top or min(a[1], b[1]) > bottom:
        return False
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x in (left, right) for y in (top, bottom)]
    return min(sides) <= 0 <= max(sides)
