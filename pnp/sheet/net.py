"""Nets: pieces such as boxes that are cut out, creased and glued, and the pages that hold them.

A net is placed whole, or in parts that are glued together if a sheet is too small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import ceil, hypot
from typing import Final

from pnp.errors import LayoutError, Problem, option_location
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Point
from pnp.geometry.units import Size
from pnp.sheet.layout import Margins, Paper
from pnp.sheet.page import Page, Placement, Segment, bounds
from pnp.spec.deck import Piece
from pnp.spec.kinds import PieceKind
from pnp.spec.model import Deck, Design
from pnp.terms import Lang, Side

SPILL: Final = 1.0
"""How far ink extends over the crease of a glued flap, in mm, so that no white shows on the edge."""
FOOT: Final = 9.0
"""Height of the strip at the lower edge with the label and the ruler, in mm."""
GAP: Final = 4.0
"""Distance between two nets on a sheet, in mm."""
OVERLAP: Final = 12.0
"""Width of the strip of a part that is glued under the next part, in mm."""
PAD: Final = 9.0
"""Room around a part for its register marks, in mm."""
AWAY: Final = 5.0
"""Distance of the centre of a register mark from the part, in mm."""
ARM: Final = 3.0
TICK: Final = 2.2
"""Length of the ticks at both ends of a crease, in mm."""
CLEAR: Final = 0.8
"""Smallest distance of a tick from the cutting line, in mm; the bleed of a box is as wide as both together."""
STEP: Final = 0.1
MOST_SHEETS: Final = 6
"""Most sheets that a net may take; in more parts it would be all seams."""
HAIR: Final = 1e-6


Path = tuple[Point, ...]


class Layer(StrEnum):
    """Layers of the lines of a net, named as viewers and cutting machines list them."""

    CUT = "Cut"
    CREASE = "Crease"
    GLUE = "Glue"


@dataclass(frozen=True)
class NetPanel:
    """A visible side of the folded net; flaps are not panels."""

    name: str
    rect: Rect
    turn: int
    """Rotation of the print, in degrees clockwise, so that it is upright when the net is folded."""
    spread: Edges
    """How far the background is printed beyond each edge, in mm."""
    rounded: bool = False
    """Whether the panel hangs from its lower edge and its other corners are rounded."""

    @property
    def ink(self) -> Rect:
        """The area where the background is printed."""
        return self.rect.grown(self.spread)


@dataclass(frozen=True)
class Net:
    """A sheet of card to cut out, crease and glue, seen from the printed side, in mm from its upper left corner."""

    name: str
    panels: tuple[NetPanel, ...]
    outline: Path
    """The cutting line, closed: its last point is its first."""
    creases: tuple[Segment, ...]
    glue: tuple[Path, ...]
    """The areas for glue, each a closed path; there is no ink on them."""

    @property
    def box(self) -> Rect:
        """Bounding box without bleed."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def printed(self) -> Rect:
        """Bounding box with bleed."""
        return bounds([self.box, *(panel.ink for panel in self.panels)]) or self.box

    @cached_property
    def marked(self) -> Rect:
        """Bounding box with bleed and ticks."""
        ticks = [Rect(tick.x1, tick.y1, tick.x2 - tick.x1, tick.y2 - tick.y1) for tick in self.ticks]
        return bounds([self.printed, *ticks]) or self.printed

    @cached_property
    def ticks(self) -> list[Segment]:
        """The ticks of all creases: outside the cutting line, on the line that a crease lies on.

        A ruler from tick to tick shows where to crease, before the net is cut out, without a line on the art.
        """
        found: list[Segment] = []
        for upright in (True, False):
            for at in _lines(self, upright=upright):
                ends = [end for crease in self.creases for end in _ends(crease, at, upright=upright)]
                both = self._tick(at, min(ends), -1, upright=upright), self._tick(at, max(ends), 1, upright=upright)
                found += [tick for tick in both if tick is not None]
        return found

    def _tick(self, at: float, end: float, way: int, *, upright: bool) -> Segment | None:
        """Return the first tick beyond the end of a crease that is clear of the cutting line; None without room."""
        room = CLEAR + TICK
        box = bounds([self.printed, self.box.grown(Edges(room, room, room, room))]) or self.printed
        last = (box.bottom if upright else box.right) if way > 0 else (box.y if upright else box.x)
        farthest = last - way * TICK
        steps = max(0, ceil((farthest - end) * way / STEP))
        is_clear = self._clear_places(at, upright=upright)
        for near in (*(end + way * (CLEAR + step * STEP) for step in range(steps)), farthest):
            if (farthest - near) * way < -HAIR:
                continue
            far = near + way * TICK
            if all(is_clear(near + (far - near) * step / 4) for step in range(5)):
                low, high = sorted((near, far))
                return Segment(at, low, at, high) if upright else Segment(low, at, high, at)
        return None

    def _clear_places(self, at: float, *, upright: bool) -> Callable[[float], bool]:
        """Return whether a place on a vertical (`upright`) or horizontal line is off the card and its cutting line."""
        within = self.inside(at, upright=upright)
        across = 0 if upright else 1
        close = [
            (a, b)
            for a, b in pairwise(self.outline)
            if min(a[across], b[across]) - CLEAR <= at <= max(a[across], b[across]) + CLEAR
        ]

        def is_clear(place: float) -> bool:
            if any(low < place < high for low, high in within):
                return False
            point = (at, place) if upright else (place, at)
            return all(_distance(point, a, b) >= CLEAR - HAIR for a, b in close)

        return is_clear

    def panel(self, name: str) -> NetPanel:
        """Return the panel of that name."""
        return next(panel for panel in self.panels if panel.name == name)

    def inside(self, at: float, *, upright: bool) -> list[tuple[float, float]]:
        """Return the stretches of a vertical (`upright`) or horizontal line at `at` that are on the card."""
        one, other = (0, 1) if upright else (1, 0)
        met = sorted(
            a[other] + (b[other] - a[other]) * (at - a[one]) / (b[one] - a[one])
            for a, b in pairwise(self.outline)
            if (a[one] <= at) != (b[one] <= at)
        )
        return [(low, high) for low, high in zip(met[::2], met[1::2], strict=True) if high - low > 1e-6]


@dataclass(frozen=True)
class NetPiece(Piece):
    """A piece that is printed as a net."""

    net: Net

    @classmethod
    def of(cls, net: Net, template: str) -> NetPiece:
        """Return the only piece of a deck with the name and size of the net."""
        box, design = net.box, Design(id=net.name)
        deck = Deck.model_construct(
            name=net.name, title={Lang.EN: net.name}, kind=PieceKind("net"), size=Size(box.width, box.height),
            front=template, designs=[design],
        )  # fmt: skip
        return cls(deck, design, 1, net)


@dataclass(frozen=True, kw_only=True)
class NetPart(Placement):
    """A net, or a part of one, on a page; its `rect` is that of the whole net."""

    piece: NetPiece
    window: Rect
    """The visible area of this part, bleed included, in the coordinates of the net."""
    reach: Rect
    """The same area with the strips that are glued under the next parts."""
    at: Point
    """Position of the origin of the net on the paper."""
    letters: tuple[str, str, str, str] = ("", "", "", "")
    """The letters of its joins: left, top, right and bottom; empty for an edge without a join."""

    @property
    def net(self) -> Net:
        """The whole net, in its own coordinates."""
        return self.piece.net

    def moved(self, dx: float, dy: float) -> NetPart:
        """Return the part moved right and down."""
        return replace(self, rect=self.rect.moved(dx, dy), at=(self.at[0] + dx, self.at[1] + dy))

    @property
    def joined(self) -> bool:
        """Whether this is one of several parts."""
        return any(self.letters)

    def cuts(self) -> list[Path]:
        """Return the cutting lines, on the paper."""
        found = list(clip_path(self.net.outline, self.reach))
        for side, at in enumerate((self.window.x, self.window.y, self.reach.right, self.reach.bottom)):
            if self.letters[side]:
                found += [((line.x1, line.y1), (line.x2, line.y2)) for line in self._edge(at, side)]
        return [self._placed(path) for path in found]

    def creases(self) -> list[Segment]:
        """Return the creases, on the paper; a crease on the edge where a part begins is a cut instead."""
        left, top = (HAIR if self.letters[side] else 0.0 for side in (0, 1))
        room = Rect(self.reach.x + left, self.reach.y + top, self.reach.width - left, self.reach.height - top)
        found: list[Segment] = []
        for crease in self.net.creases:
            for a, b in clip_path(((crease.x1, crease.y1), (crease.x2, crease.y2)), room):
                found.append(Segment(*a, *b).moved(*self.at))
        return found

    def ticks(self) -> list[Segment]:
        """Return the ticks of creases beside this part, on the paper."""
        window = self.window
        left, top, right, bottom = (0.0 if letter else PAD for letter in self.letters)
        found = []
        for tick in self.net.ticks:
            x, y = (tick.x1 + tick.x2) / 2, (tick.y1 + tick.y2) / 2
            if window.x - left < x <= window.right + right and window.y - top < y <= window.bottom + bottom:
                found.append(tick.moved(*self.at))
        return found

    def glue(self) -> list[Path]:
        """Return the areas for glue, on the paper: on flaps, and on strips under the next parts."""
        found = [_clip_polygon(area, self.window) for area in self.net.glue]
        found += [tuple(_corners(strip)) for strip in self._strips()]
        return [self._placed(area) for area in found if len(area) > 3]

    def marks(self) -> list[Segment]:
        """Return register marks at the ends of the joins, on the paper; those of adjacent parts align."""
        return [line for x, y, _ in self._register() for line in _cross(x, y)]

    def named_joins(self) -> list[tuple[float, float, str]]:
        """Return the position and the letter of each join, on the paper, beside its register marks."""
        return self._register()

    def inked(self) -> Rect:
        """Return the area of the paper that its art may cover: the visible part, and a spill onto the strips."""
        x, y = self.at
        right, bottom = (SPILL if self.letters[side] else 0.0 for side in (2, 3))
        return Rect(self.window.x + x, self.window.y + y, self.window.width + right, self.window.height + bottom)

    def _register(self) -> list[tuple[float, float, str]]:
        left, top, right, bottom = self.letters
        reach, found = self.reach, []
        for letter, x in ((left, self.window.x), (right, self.window.right)):
            if letter:
                found += [(x, reach.y - AWAY, letter), (x, reach.bottom + AWAY, letter)]
        for letter, y in ((top, self.window.y), (bottom, self.window.bottom)):
            if letter:
                found += [(reach.x - AWAY, y, letter), (reach.right + AWAY, y, letter)]
        return [(x + self.at[0], y + self.at[1], letter) for x, y, letter in found]

    def _edge(self, at: float, side: int) -> Iterator[Segment]:
        """Yield the cuts where a part begins or its strip ends, as far as there is card."""
        upright = side % 2 == 0
        low, high = (self.reach.y, self.reach.bottom) if upright else (self.reach.x, self.reach.right)
        nudged = at + (1e-4 if side < 2 else -1e-4)
        for begin, end in self.net.inside(nudged, upright=upright):
            begin, end = max(begin, low), min(end, high)
            if end - begin > HAIR:
                yield Segment(at, begin, at, end) if upright else Segment(begin, at, end, at)

    def _strips(self) -> Iterator[Rect]:
        """Yield the areas for glue on the strips at its right and lower edges."""
        for side, begin in ((2, self.window.right), (3, self.window.bottom)):
            if not self.letters[side]:
                continue
            upright = side == 2
            first, *others = (self.net.inside(begin + step * OVERLAP, upright=upright) for step in (0.1, 0.5, 0.95))
            for low, high in first:
                for stretches in others:
                    met = [(max(low, a), min(high, b)) for a, b in stretches if min(high, b) - max(low, a) > 2]
                    low, high = met[0] if met else (low, low)
                room = (self.reach.y, self.reach.bottom) if upright else (self.reach.x, self.reach.right)
                low, high = max(low, room[0]) + 0.8, min(high, room[1]) - 0.8
                if high - low > 2:
                    near, across = begin + SPILL, OVERLAP - SPILL - 0.8
                    yield Rect(near, low, across, high - low) if upright else Rect(low, near, high - low, across)

    def _placed(self, path: Path) -> Path:
        x, y = self.at
        return tuple((a + x, b + y) for a, b in path)


@dataclass(kw_only=True)
class NetPage(Page):
    """A page with nets or parts of a net; its marks are register marks, its folds are creases, its ticks theirs."""

    paper: Size
    """Size of the paper, landscape if more fits that way."""
    parts: tuple[NetPart, ...]

    @classmethod
    def of(cls, paper: Size, parts: Sequence[NetPart], sheet: int) -> NetPage:
        """Return the page of one sheet, numbered from 1, with these parts."""
        marks = [line for part in parts for line in part.marks()]
        folds = [line for part in parts for line in part.creases()]
        ticks = [line for part in parts for line in part.ticks()]
        return cls(
            side=Side.FRONT, sheet=sheet, label=None, ruler=None, stock=parts[0].piece.deck.printed_on,
            placements=[*parts], marks=marks, folds=folds, ticks=ticks, paper=paper, parts=tuple(parts),
        )  # fmt: skip


def impose_nets(pieces: Sequence[NetPiece], paper: Paper, margin: Margins) -> list[NetPage]:
    """Return pages that hold all nets; raise LayoutError if a net takes too many sheets."""
    return [
        NetPage.of(size, parts, number) for number, (size, parts) in enumerate(_assign_sheets(pieces, paper, margin), 1)
    ]


_Sheet = tuple[Size, list[NetPart]]
"""The paper in its orientation, and the parts on it."""


def _assign_sheets(pieces: Sequence[NetPiece], paper: Paper, margin: Margins) -> list[_Sheet]:
    together = [sheet for size in _orientations(paper) if (sheet := _on_one_sheet(pieces, size, margin)) is not None]
    if together and not paper.single:
        return [together[0]]
    sheets: list[_Sheet] = []
    for piece in pieces:
        alone = [sheet for size in _orientations(paper) if (sheet := _on_one_sheet([piece], size, margin)) is not None]
        if alone and not paper.single:
            sheets.append(alone[0])
            continue
        ways = [
            parts for size in _orientations(paper) if (parts := _split_net(piece, size, margin)) and not paper.single
        ]
        if not ways:
            net = piece.net
            net_size = f"{net.printed.width:.0f} × {net.printed.height:.0f} mm"
            message = f"{paper.name} ({paper.size}) is too small for the {net.name} net ({net_size})"
            raise LayoutError(
                Problem(
                    option_location("--paper"),
                    f"{message}, even on {MOST_SHEETS} sheets",
                    "choose a larger paper, for example --paper a4",
                    code="E0601",
                )
            )
        fewest: list[_Sheet] = min(ways, key=len)
        sheets += fewest
    return sheets


def _orientations(paper: Paper) -> list[Size]:
    return [paper.size, paper.size.turned]


def _area(size: Size, margin: Margins) -> Rect:
    """Return the printable area of the paper above its foot."""
    rim = max(margin)  # the paper may be rotated, which moves its margins to other edges
    return Rect(rim, rim, size.width - 2 * rim, size.height - 2 * rim - FOOT)


def _part(
    piece: NetPiece, window: Rect, reach: Rect, at: Point, letters: tuple[str, str, str, str] = ("", "", "", "")
) -> NetPart:
    """Return a part of a net with its origin at a point of the paper."""
    box, printed = piece.net.box, piece.net.printed
    bleed = Edges(box.x - printed.x, box.y - printed.y, printed.right - box.right, printed.bottom - box.bottom)
    return NetPart(
        piece=piece, side=Side.FRONT, rect=box.moved(*at), rotation=0, bleed=bleed, window=window, reach=reach, at=at,
        letters=letters,
    )  # fmt: skip


def _on_one_sheet(pieces: Sequence[NetPiece], size: Size, margin: Margins) -> _Sheet | None:
    """Return all nets on one sheet, beside or above each other; None if they do not fit."""
    area = _area(size, margin)
    boxes = [piece.net.marked for piece in pieces]
    for across in (True, False):
        lengths = [box.width if across else box.height for box in boxes]
        widths = [box.height if across else box.width for box in boxes]
        room = (area.width, area.height) if across else (area.height, area.width)
        long = sum(lengths) + GAP * (len(pieces) - 1)
        if long > room[0] or max(widths) > room[1]:
            continue
        parts, begin = [], (room[0] - long) / 2
        for piece, box, length, wide in zip(pieces, boxes, lengths, widths, strict=True):
            aside = (room[1] - wide) / 2
            x, y = (begin, aside) if across else (aside, begin)
            printed = piece.net.printed
            parts.append(_part(piece, printed, printed, (area.x + x - box.x, area.y + y - box.y)))
            begin += length + GAP
        return size, parts
    return None


def _split_net(piece: NetPiece, size: Size, margin: Margins) -> list[_Sheet]:
    """Return a net in parts, one per sheet, row by row; an empty list if it would take too many."""
    net = piece.net
    area, whole = _area(size, margin), net.printed
    xs = _splits(whole.x, whole.right, area.width - 2 * PAD, _lines(net, upright=True))
    ys = _splits(whole.y, whole.bottom, area.height - 2 * PAD, _lines(net, upright=False))
    columns, rows = len(xs) - 1, len(ys) - 1
    if not xs or not ys or columns * rows > MOST_SHEETS:
        return []
    names = _letters()
    across = {(row, x): next(names) for row in range(rows) for x in range(1, columns)}
    down = {(y, column): next(names) for y in range(1, rows) for column in range(columns)}
    sheets = []
    for row, (top, bottom) in enumerate(pairwise(ys)):
        for column, (left, right) in enumerate(pairwise(xs)):
            letters = (
                across.get((row, column), ""), down.get((row, column), ""),
                across.get((row, column + 1), ""), down.get((row + 1, column), ""),
            )  # fmt: skip
            window = Rect(left, top, right - left, bottom - top)
            over = [OVERLAP if letters[side] else 0.0 for side in (2, 3)]
            reach = Rect(left, top, window.width + over[0], window.height + over[1])
            x = area.x + (area.width - reach.width) / 2 - reach.x
            y = area.y + (area.height - reach.height) / 2 - reach.y
            sheets.append((size, [_part(piece, window, reach, (x, y), letters)]))
    return sheets


def _letters() -> Iterator[str]:
    return iter("ABCDEFGHIJKL")


def _lines(net: Net, *, upright: bool) -> list[float]:
    """Return the positions of the vertical (`upright`) or horizontal creases that a net may be divided along."""
    if upright:
        return sorted({crease.x1 for crease in net.creases if crease.x1 == crease.x2})
    return sorted({crease.y1 for crease in net.creases if crease.y1 == crease.y2})


def _ends(crease: Segment, at: float, *, upright: bool) -> tuple[float, ...]:
    """Return where a crease on the vertical (`upright`) or horizontal line at `at` begins and ends; else nothing."""
    if upright:
        return (crease.y1, crease.y2) if crease.x1 == crease.x2 == at else ()
    return (crease.x1, crease.x2) if crease.y1 == crease.y2 == at else ()


def _distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the straight line between two others."""
    x, y = b[0] - a[0], b[1] - a[1]
    square = x * x + y * y
    share = 0.0 if square == 0 else ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / square
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - a[0] - share * x, point[1] - a[1] - share * y)


def _splits(begin: float, end: float, room: float, creases: list[float]) -> list[float]:
    """Return where to divide a length so that each part fits with its strip, at creases if possible; empty if none."""
    if room <= OVERLAP * 1.5:
        return []
    if end - begin <= room:
        return [begin, end]
    count = ceil((end - begin - OVERLAP) / (room - OVERLAP) - HAIR)
    found = [begin]
    for left in range(count - 1, 0, -1):
        latest = found[-1] + room - OVERLAP
        earliest = end - room - (left - 1) * (room - OVERLAP)
        wanted = found[-1] + (end - found[-1]) / (left + 1)
        there = [crease for crease in creases if max(earliest, found[-1] + OVERLAP) <= crease <= latest]
        found.append(
            min(there, key=lambda crease: abs(crease - wanted)) if there else min(max(wanted, earliest), latest)
        )
    return [*found, end]


def _cross(x: float, y: float) -> list[Segment]:
    return [Segment(x - ARM, y, x + ARM, y), Segment(x, y - ARM, x, y + ARM)]


def _corners(rect: Rect) -> list[Point]:
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    return [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]


def clip_path(path: Sequence[Point], room: Rect) -> Iterator[Path]:
    """Yield the stretches of a line inside a box."""
    run: list[Point] = []
    for a, b in pairwise(path):
        part = _clip_line(a, b, room)
        if part is None:
            if len(run) > 1:
                yield tuple(run)
            run = []
            continue
        if run and _same(run[-1], part[0]):
            run.append(part[1])
        else:
            if len(run) > 1:
                yield tuple(run)
            run = [*part]
    if len(run) > 1:
        yield tuple(run)


def _same(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < HAIR and abs(one[1] - other[1]) < HAIR


def _clip_line(a: Point, b: Point, room: Rect) -> tuple[Point, Point] | None:
    """Return the part of a straight line inside a box; None if there is none."""
    first, last = 0.0, 1.0
    for axis, (low, high) in enumerate(((room.x, room.right), (room.y, room.bottom))):
        step = b[axis] - a[axis]
        if abs(step) < 1e-12:
            if not low - HAIR / 2 <= a[axis] <= high + HAIR / 2:
                return None
            continue
        one, other = sorted(((low - a[axis]) / step, (high - a[axis]) / step))
        first, last = max(first, one), min(last, other)
    if last - first < 1e-9:
        return None

    def along(share: float) -> Point:
        return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))

    return along(first), along(last)


def _clip_polygon(area: Path, room: Rect) -> Path:
    """Return the part of a convex area inside a box, as a closed path, or an empty one."""
    points = list(area[:-1])
    for axis, limit, sign in ((0, room.x, 1), (0, room.right, -1), (1, room.y, 1), (1, room.bottom, -1)):
        kept: list[Point] = []
        for a, b in zip(points, [*points[1:], *points[:1]], strict=True):
            here, there = sign * (a[axis] - limit), sign * (b[axis] - limit)
            if here >= 0:
                kept.append(a)
            if (here > 0 > there) or (here < 0 < there):
                share = here / (here - there)
                kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        points = kept
    return (*points, points[0]) if len(points) > 2 else ()
