"""Grids, tracks, rings and spirals: the cells of maps and boards, with their names, centres and outlines, in mm."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from math import acos, atan2, ceil, cos, degrees, dist, hypot, pi, radians, sin, sqrt, tan
from typing import Any, Final, Literal, NamedTuple

from pnp.geometry.outline import FLATNESS, Point
from pnp.geometry.units import trim

MOST_CELLS: Final = 10_000
"""Maximum number of cells of a grid or track."""
LINE: Final = ' fill="none" stroke="#000000" stroke-width="0.2"'
"""Attributes of the lines of a grid that a template prints as it is."""
CORNER: Final = 40.0
"""A track has a cell on each bend of its path above this angle, in degrees."""
_NEAR: Final = 1e-4
"""Distance of the points on a path between which its direction is measured, in mm."""
LONGEST_MITER: Final = 4.0
"""How many times as far as its sides the corner of a track may be from the path."""

HexTop = Literal["flat", "pointy"]
HexShift = Literal["even", "odd"]
HexEdges = Literal["whole", "half"]
FirstCorner = Literal["top left", "top right", "bottom left", "bottom right"]

_PAIR: Final = re.compile(r"([A-Za-z]+|[0-9]+)([ .,:/_-]?)([A-Za-z]+|[0-9]+)")
_COUNTED: Final = re.compile(r"[A-Za-z]+|[0-9]+")
_NAMES: Final = "must be the name of the first cell: 0101, A1, 1.1, or 1 to number all cells"


@dataclass(frozen=True, slots=True)
class MapCell:
    """One cell of a grid or track."""

    name: str
    """Name, such as 0101 or A1; on a track, the number."""
    x: float
    """Centre, from the left."""
    y: float
    """Centre, from the top."""
    col: int
    """Column, counted from 1 at the first cell."""
    row: int
    """Row, counted from 1 at the first cell; 1 on a track."""
    place: int
    """Position among all cells, from 1."""
    corners: tuple[Point, ...]
    """Corners, clockwise from the upper left or the top; for a hex cut in half, those of the whole hex."""
    turn: float = 0
    """Direction of a track in the cell, in degrees clockwise: 0 if it runs to the right."""
    cut: tuple[Point, ...] = ()
    """Corners of what is left of a hex that is cut at the edge of the map."""
    data: Any = None
    """Row of the lookup table, if the cells are those of one."""

    @property
    def outline(self) -> str:
        """SVG path data of the cell."""
        return _closed(self.cut or self.corners)


class MapCells:
    """The cells of a grid or track: in a loop, or one by its name; printed, they are drawn as lines."""

    _kind = "the grid"

    def __init__(self, cells: Sequence[MapCell]) -> None:
        self._cells = tuple(cells)
        self._by_name = {cell.name: cell for cell in cells}

    def __iter__(self) -> Iterator[MapCell]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, name: object) -> MapCell:
        return self._by_name[str(name)]

    def __html__(self) -> str:
        return f'<path d="{self.lines}"{LINE}/>'

    def __str__(self) -> str:
        return self.__html__()

    def names(self) -> list[str]:
        """Return the names of all cells."""
        return list(self._by_name)

    @cached_property
    def lines(self) -> str:
        """SVG path data of all outlines, in which a side that two cells share is drawn once."""
        drawn: set[frozenset[tuple[str, str]]] = set()
        parts: list[str] = []
        for cell in self._cells:
            points = [(trim(x), trim(y)) for x, y in cell.cut or cell.corners]
            at = None
            for one, other in pairwise([*points, points[0]]):
                side = frozenset((one, other))
                if side in drawn:
                    continue
                drawn.add(side)
                parts.append(("" if at == one else f"M{one[0]} {one[1]}") + f"L{other[0]} {other[1]}")
                at = other
        return "".join(parts)

    @cached_property
    def _edges(self) -> tuple[float, float, float, float]:
        return _bounds(point for cell in self._cells for point in cell.cut or cell.corners)

    @property
    def x(self) -> float:
        """Left edge of all cells."""
        return self._edges[0]

    @property
    def y(self) -> float:
        """Top edge of all cells."""
        return self._edges[1]

    @property
    def w(self) -> float:
        """Width of all cells together."""
        return self._edges[2] - self._edges[0]

    @property
    def h(self) -> float:
        """Height of all cells together."""
        return self._edges[3] - self._edges[1]

    def with_data(self, row: Callable[[str], object]) -> MapCells:
        """Return the cells with their rows, which a function returns by name."""
        return MapCells([replace(cell, data=row(cell.name)) for cell in self._cells])


class Numbering:
    """The names of cells by column, row and place, counted up from the name of the first cell.

    The column comes first, as in 0101, A1 or 1.1; a single number counts the cells. Columns after Z are AA, BB, CC.

    >>> [Numbering("0101").name(12, 3, 0), Numbering("A1").name(27, 10, 0), Numbering("0").name(1, 1, 7)]
    ['1203', 'AA10', '6']
    """

    def __init__(self, first: str) -> None:
        self._column = self._place = None
        self._between = ""
        pair = _PAIR.fullmatch(first)
        digits = first.isascii() and first.isdigit()
        if digits and len(first) >= 4 and len(first) % 2 == 0:
            half = len(first) // 2
            self._column, self._row = _Counter(first[:half], half), _Counter(first[half:], half)
        elif _COUNTED.fullmatch(first):
            self._place = _Counter(first)
        elif pair is not None:
            self._column, self._between, self._row = _Counter(pair[1]), pair[2], _Counter(pair[3])
        else:
            raise ValueError(_NAMES)

    def name(self, column: int, row: int, place: int) -> str:
        """Return the name of a cell; all three are counted from 1. Raise ValueError if it needs more digits."""
        if self._place is not None:
            return self._place.text(place)
        assert self._column is not None  # noqa: S101
        return f"{self._column.text(column)}{self._between}{self._row.text(row)}"


class _Counter:
    """Numbers or letters counted up from a first one; `digits` is the only number of digits that is allowed."""

    def __init__(self, first: str, digits: int = 0) -> None:
        self._digits = digits
        self._letter = "" if first.isdigit() else "a" if first.islower() else "A"
        if not self._letter:
            self._first, self._width = int(first), len(first) if first.startswith("0") else digits or 1
        elif set(first) in ({first[0]},):
            self._first, self._width = ord(first[0]) - ord(self._letter) + 26 * (len(first) - 1), 0
        else:
            raise ValueError(f"{_NAMES}; after Z come AA, BB and CC")

    def text(self, count: int) -> str:
        number = self._first + count - 1
        if self._letter:
            return chr(ord(self._letter) + number % 26) * (number // 26 + 1)
        text = f"{number:0{self._width}d}"
        if self._digits and len(text) > self._digits:
            raise ValueError(f"needs more digits to name {number} columns or rows, for example {'01'.zfill(3) * 2}")
        return text


class _Slot(NamedTuple):
    """A cell of a lattice: its position counted from the upper left, from 0, and its name and numbers."""

    across: int
    down: int
    name: str
    col: int
    row: int
    place: int


@dataclass(frozen=True)
class Lattice:
    """Columns and rows of squares or hexes, and how they are named."""

    cols: int
    rows: int
    first: str
    """Name of the first cell."""
    corner: FirstCorner = "top left"
    """Corner with the first cell."""
    hexes: bool = False
    top: HexTop = "flat"
    """What a hex has at its top: a flat side, or a corner."""
    shift: HexShift = "even"
    """Which columns of flat hexes are half a hex further down, or which rows of pointy ones are further right."""
    edges: HexEdges = "whole"
    """Whether the map ends with whole hexes, or at the centres of the outermost ones."""

    def __post_init__(self) -> None:
        if self.cols * self.rows > MOST_CELLS:
            raise ValueError(f"must have at most {MOST_CELLS:,} cells")
        if self._halved and min(self.cols, self.rows) < 2:
            raise ValueError("must have at least 2 columns and 2 rows for half hexes at its edges")

    @property
    def _halved(self) -> bool:
        return self.hexes and self.edges == "half"

    def names(self) -> list[str]:
        """Return the names of all cells; raise ValueError if `first` is not a name."""
        return [slot.name for slot in self._slots()]

    def _slots(self) -> Iterator[_Slot]:
        """Yield the cells row by row, from the first one."""
        numbering = Numbering(self.first)
        place = 0
        for row in range(self.rows):
            for col in range(self.cols):
                across = self.cols - 1 - col if self.corner.endswith("right") else col
                down = self.rows - 1 - row if self.corner.startswith("bottom") else row
                if self._missing(across, down):
                    continue
                place += 1
                numbers = self._numbers(across, down)
                yield _Slot(across, down, numbering.name(*numbers, place), *numbers, place)

    def _numbers(self, across: int, down: int) -> tuple[int, int]:
        """Return the column and row of a cell, counted from the first corner within its column or row."""
        last = [self.cols, self.rows]
        if self._halved and self._shifted(across, down):
            last[self.top == "flat"] -= 1
        return (
            last[0] - across if self.corner.endswith("right") else across + 1,
            last[1] - down if self.corner.startswith("bottom") else down + 1,
        )

    def _shifted(self, across: int, down: int) -> bool:
        """Return whether a hex is in a column or row that is half a hex further down or right."""
        line = across if self.top == "flat" else down
        return line % 2 == (1 if self.shift == "even" else 0)

    def _missing(self, across: int, down: int) -> bool:
        """Return whether a hex is left out: with half hexes at the edges, shifted columns or rows have one less."""
        last = down == self.rows - 1 if self.top == "flat" else across == self.cols - 1
        return self._halved and last and self._shifted(across, down)

    def cells(
        self, x: float, y: float, w: float | None, h: float | None, size: Sequence[float] | None, gap: float = 0
    ) -> MapCells:
        """Return the cells in a box, or from its upper left corner with cells of a size.

        Squares fill the box; hexes are as large as fits, in its middle. `size` is the width and height of a square, or
        twice the distance from the centre of a hex to a side.
        """
        return self._hexes(x, y, w, h, size, gap) if self.hexes else self._squares(x, y, w, h, size, gap)

    def _squares(
        self, x: float, y: float, w: float | None, h: float | None, size: Sequence[float] | None, gap: float
    ) -> MapCells:
        if size is not None:
            wide, high = size
            x += 0 if w is None else (w - self.cols * (wide + gap) + gap) / 2
            y += 0 if h is None else (h - self.rows * (high + gap) + gap) / 2
        elif w is not None and h is not None:
            wide, high = (w + gap) / self.cols - gap, (h + gap) / self.rows - gap
        else:
            raise ValueError("needs a width and a height, or the size of a cell")
        if min(wide, high) <= 0:
            raise ValueError("has no room for its cells")
        cells = []
        for slot in self._slots():
            left, top = x + slot.across * (wide + gap), y + slot.down * (high + gap)
            right, bottom = left + wide, top + high
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            middle = (left + right) / 2, (top + bottom) / 2
            cells.append(MapCell(slot.name, *middle, slot.col, slot.row, slot.place, corners))
        return MapCells(cells)

    def _hexes(
        self, x: float, y: float, w: float | None, h: float | None, size: Sequence[float] | None, gap: float
    ) -> MapCells:
        slots = list(self._slots())
        centres = [self._centre(slot.across, slot.down) for slot in slots]
        start = -120 if self.top == "flat" else -90
        spokes = [(cos(radians(start + 60 * turn)), sin(radians(start + 60 * turn))) for turn in range(6)]
        whole = _bounds((cx + dx, cy + dy) for cx, cy in centres for dx, dy in spokes)
        edges = _bounds(centres) if self._halved else whole
        wide, high = edges[2] - edges[0], edges[3] - edges[1]
        if size is not None:
            side = size[0] / sqrt(3)
        elif w is not None and h is not None:
            side = min(w / wide, h / high)
        else:
            raise ValueError("needs a width and a height, or the size of a cell")
        reach = side - gap / sqrt(3)
        if reach <= 0:
            raise ValueError("has no room for its cells")
        x += 0 if w is None else (w - wide * side) / 2
        y += 0 if h is None else (h - high * side) / 2
        limits = (x, y, x + wide * side, y + high * side)
        cells = []
        for slot, (cx, cy) in zip(slots, centres, strict=True):
            middle = x + (cx - edges[0]) * side, y + (cy - edges[1]) * side
            corners = tuple((middle[0] + dx * reach, middle[1] + dy * reach) for dx, dy in spokes)
            cut = _clipped(corners, limits) if self._halved else ()
            cells.append(MapCell(slot.name, *middle, slot.col, slot.row, slot.place, corners, cut=cut))
        return MapCells(cells)

    def _centre(self, across: int, down: int) -> Point:
        """Return the centre of a hex whose sides are 1 long."""
        half = 0.5 if self._shifted(across, down) else 0.0
        return (
            (1.5 * across, sqrt(3) * (down + half)) if self.top == "flat" else (sqrt(3) * (across + half), 1.5 * down)
        )


def step_names(first: int, last: int) -> list[str]:
    """Return the names of the steps of a track; raise ValueError if there are too many."""
    if abs(last - first) >= MOST_CELLS:
        raise ValueError(f"must have at most {MOST_CELLS:,} cells")
    return [str(number) for number in range(first, last + 1)] or [str(number) for number in range(first, last - 1, -1)]


def track_cells(names: Sequence[str], points: Sequence[Point], size: float | None = None, gap: float = 0) -> MapCells:
    """Return cells that fill a line from end to end; raise ValueError if there is no room.

    `size` is their width across the line, by default their length. There is a cell on each sharp corner of the line; a
    closed line has its first cell on its start.
    """
    line = _Line(tuple(points))
    pitch = line.length / len(names)
    wide = pitch if size is None else size
    cells = []
    for place, (name, span) in enumerate(zip(names, line.spans(len(names), wide), strict=True), 1):
        begin, end = span[0] + gap / 2, span[1] - gap / 2
        if end - begin < FLATNESS:
            raise ValueError("has no room for its cells: lengthen the path, or make it narrower")
        band = line.band(begin, end, wide)
        (ax, ay), (bx, by) = line.at((begin + end) / 2 - _NEAR), line.at((begin + end) / 2 + _NEAR)
        turn = degrees(atan2(by - ay, bx - ax))
        cells.append(MapCell(name, *line.at((begin + end) / 2), place, 1, place, band, turn))
    return MapCells(cells)


class _Line:
    """A line of straight parts. On a closed one, distances from the start may be negative."""

    def __init__(self, points: tuple[Point, ...]) -> None:
        self.closed = dist(points[0], points[-1]) < 1e-6
        self._points = points
        self._ends = list(accumulate((dist(a, b) for a, b in pairwise(points)), initial=0.0))
        self.length = self._ends[-1]
        if self.closed:  # once more before the start, for the cells on it
            self._points = (*points[:-1], *points)
            self._ends = [*(end - self.length for end in self._ends[:-1]), *self._ends]

    def at(self, distance: float) -> Point:
        """Return the point at a distance from the start."""
        distance -= self.length if self.closed and distance > self.length else 0
        number = min(max(bisect_right(self._ends, distance) - 1, 0), len(self._points) - 2)
        (x, y), (end_x, end_y) = self._points[number : number + 2]
        part = (distance - self._ends[number]) / (self._ends[number + 1] - self._ends[number])
        return x + (end_x - x) * part, y + (end_y - y) * part

    def _corners(self) -> list[tuple[float, float]]:
        """Return the distances of sharp corners from the start, with their angles in degrees."""
        found = []
        for number in range(1, len(self._points) - 1):
            turn = abs(_bend(*self._points[number - 1 : number + 2]))
            if turn > CORNER and self._ends[number] > -1e-9:
                found.append((self._ends[number], turn))
        return found

    def spans(self, count: int, wide: float) -> list[tuple[float, float]]:
        """Return where each of a number of cells begins and ends: evenly, but with a cell on each sharp corner."""
        reach = [(at, wide / 2 * max(1.0, tan(radians(min(turn, 150) / 2)))) for at, turn in self._corners()]
        around = self.closed and reach and reach[0][0] < 1e-9  # the first cell is on a corner
        begins = [*([] if around else [0.0]), *(at + far for at, far in reach)]
        ends = [at - far for at, far in (reach[1:] if around else reach)]
        ends.append(self.length - (reach[0][1] if around else 0))
        rooms = [end - begin for begin, end in zip(begins, ends, strict=True)]
        free = count - len(reach)
        if not reach or min(rooms) < 0 or free < sum(room > 1e-6 for room in rooms):
            pitch = self.length / count
            start = -pitch / 2 if self.closed else 0.0
            return [(start + pitch * number, start + pitch * (number + 1)) for number in range(count)]
        found: list[tuple[float, float]] = []
        corners = [(at - far, at + far) for at, far in reach]
        if around:
            found.append(corners.pop(0))
        for begin, room, number in zip(begins, rooms, _shared(free, rooms), strict=True):
            found += [(begin + room * each / number, begin + room * (each + 1) / number) for each in range(number)]
            found += [corners.pop(0)] if corners else []
        return found

    def band(self, begin: float, end: float, wide: float) -> tuple[Point, ...]:
        """Return the corners of a part of the line with a width: those on its left, then those on its right."""
        inside = range(bisect_right(self._ends, begin + 1e-6), bisect_right(self._ends, end - 1e-6))
        points = [self.at(begin), *(self._points[number] for number in inside), self.at(end)]
        near = [(self.at(begin - _NEAR), self.at(begin + _NEAR))]  # the same for the cells on both sides
        near += [(points[number - 1], points[number + 1]) for number in range(1, len(points) - 1)]
        near += [(self.at(end - _NEAR), self.at(end + _NEAR))]
        left, right = [], []
        for (x, y), (before, after) in zip(points, near, strict=True):
            sides = [side for side in (_normal(before, (x, y)), _normal((x, y), after)) if side is not None]
            (one_x, one_y), (other_x, other_y) = sides[0], sides[-1]
            along = one_x * other_x + one_y * other_y
            scale = min(1 / (1 + along), LONGEST_MITER) if along > -1 else LONGEST_MITER
            dx, dy = (one_x + other_x) * scale * wide / 2, (one_y + other_y) * scale * wide / 2
            left.append((x + dx, y + dy))
            right.append((x - dx, y - dy))
        crossing = _crossing((left[0], right[0]), (left[-1], right[-1]))
        if crossing is not None:  # the ends meet inside a bend
            bends_right = _length(left) > _length(right)
            return _distinct([*left, crossing] if bends_right else [crossing, *reversed(right)])
        return _distinct([*left, *reversed(right)])


def ring_cells(names: Sequence[str], x: float, y: float, outer: float, inner: float = 0, turn: float = 0) -> MapCells:
    """Return the sectors of a ring or disc, clockwise; the first is at the top, or `turn` degrees from there."""
    step = 2 * pi / len(names)
    cells = []
    for place, name in enumerate(names, 1):
        angle = radians(turn) + step * (place - 1)
        corners = _sector(x, y, lambda _: outer, lambda _: inner, angle - step / 2, angle + step / 2)
        middle = (outer + inner) / 2 if inner else outer * 2 / 3
        centre = x + middle * sin(angle), y - middle * cos(angle)
        cells.append(MapCell(name, *centre, place, 1, place, corners, degrees(angle)))
    return MapCells(cells)


def spiral_cells(
    names: Sequence[str], x: float, y: float, outer: float, inner: float = 0, turns: float = 3
) -> MapCells:
    """Return cells of one length on a spiral that runs clockwise inwards from the top; its turns touch."""
    wide = (outer - inner) / (turns + 1)

    def radius(angle: float) -> float:
        """Return the radius of the outer side."""
        return outer - wide * angle / (2 * pi)

    samples = max(ceil(turns * 360), len(names) * 8)
    angles = [2 * pi * turns * number / samples for number in range(samples + 1)]
    middles = [((radius(angle) - wide / 2) * sin(angle), -(radius(angle) - wide / 2) * cos(angle)) for angle in angles]
    ends = list(accumulate((dist(a, b) for a, b in pairwise(middles)), initial=0.0))

    def angle_at(share: float) -> float:
        """Return the angle at a share of the length of the spiral."""
        number = min(max(bisect_right(ends, ends[-1] * share) - 1, 0), samples - 1)
        part = (ends[-1] * share - ends[number]) / (ends[number + 1] - ends[number])
        return angles[number] + (angles[number + 1] - angles[number]) * part

    cells = []
    for place, name in enumerate(names, 1):
        begin, middle, end = (angle_at((place - 1 + part) / len(names)) for part in (0, 0.5, 1))
        corners = _sector(x, y, radius, lambda angle: radius(angle) - wide, begin, end)
        far = radius(middle) - wide / 2
        centre = x + far * sin(middle), y - far * cos(middle)
        cells.append(MapCell(name, *centre, place, 1, place, corners, degrees(middle)))
    return MapCells(cells)


def _sector(
    x: float, y: float, outer: Callable[[float], float], inner: Callable[[float], float], begin: float, end: float
) -> tuple[Point, ...]:
    """Return the corners of a sector between two angles, clockwise from the top, and two radii that depend on them."""
    widest = max(outer(begin), outer(end))
    count = max(1, ceil((end - begin) / (2 * acos(1 - min(1, FLATNESS / widest)))))
    angles = [begin + (end - begin) * number / count for number in range(count + 1)]
    outside = [(x + outer(angle) * sin(angle), y - outer(angle) * cos(angle)) for angle in angles]
    inside = [(x + inner(angle) * sin(angle), y - inner(angle) * cos(angle)) for angle in reversed(angles)]
    return _distinct([*outside, *inside])


def _distinct(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners of a shape without those that repeat the one before."""
    return tuple(
        point for before, point in zip([points[-1], *points], points, strict=False) if dist(before, point) > 1e-6
    )


def _normal(start: Point, end: Point) -> Point | None:
    """Return the direction to the left of a straight line, of length 1; None for a point."""
    along, down = end[0] - start[0], end[1] - start[1]
    length = hypot(along, down)
    return (down / length, -along / length) if length > 1e-9 else None


def _length(points: Sequence[Point]) -> float:
    """Return the length of a line."""
    return sum(dist(one, other) for one, other in pairwise(points))


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point | None:
    """Return the point where two straight lines between points cross; None if they do not."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(across) < 1e-9:
        return None
    part = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
    along = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
    within = -1e-9 <= part <= 1 + 1e-9 and -1e-9 <= along <= 1 + 1e-9
    return (ax + (bx - ax) * part, ay + (by - ay) * part) if within else None


def _bend(before: Point, at: Point, after: Point) -> float:
    """Return the angle between two lines that meet, in degrees; 0 if they are one."""
    turn = degrees(atan2(after[1] - at[1], after[0] - at[0]) - atan2(at[1] - before[1], at[0] - before[0]))
    return (turn + 180) % 360 - 180


def _shared(count: int, rooms: Sequence[float]) -> list[int]:
    """Return how many cells each room gets: in proportion to its length, and at least one if it has any."""
    total = sum(rooms)
    shares = [max(count * room / total, 1.0 if room > 1e-6 else 0.0) for room in rooms]
    found = [int(share) for share in shares]
    order = sorted(range(len(rooms)), key=lambda number: found[number] - shares[number])
    for number in order[: max(count - sum(found), 0)]:
        found[number] += 1
    while sum(found) > count:
        found[found.index(max(found))] -= 1
    return found


def _bounds(points: Any) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edge of points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _clipped(points: Sequence[Point], limits: tuple[float, float, float, float]) -> tuple[Point, ...]:
    """Return the part of a convex shape within limits; () if that is all of it."""
    left, top, right, bottom = limits
    found = list(points)
    for axis, sign, limit in ((0, 1, left), (1, 1, top), (0, -1, right), (1, -1, bottom)):
        kept: list[Point] = []
        for one, other in pairwise([*found, found[0]]):
            before, after = ((point[axis] - limit) * sign for point in (one, other))
            if before >= -1e-9:
                kept.append(one)
            if (before > 1e-9 and after < -1e-9) or (before < -1e-9 and after > 1e-9):
                part = before / (before - after)
                kept.append((one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
        found = kept
    return () if found == list(points) else tuple(found)


def _closed(points: Sequence[Point]) -> str:
    """Return the SVG path data of a closed shape."""
    return "M" + "L".join(f"{trim(x)} {trim(y)}" for x, y in points) + "Z"
