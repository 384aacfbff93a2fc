"""Nets: pieces that fold to something, and the pages that hold them.

A net is placed whole, or in parts that are glued together where a sheet is too small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from math import ceil
from typing import Final

from pnp.deck import Piece
from pnp.errors import LayoutError, Problem
from pnp.location import option
from pnp.outline import Point
from pnp.sheet.margins import Margins
from pnp.sheet.page import Edges, Page, Placement, Rect, Segment, bounds
from pnp.sheet.paper import Paper
from pnp.spec.kinds import PieceKind
from pnp.spec.model import Deck, Design
from pnp.terms import Lang, Side
from pnp.units import Size

SPILL: Final = 1.0
"""How far ink runs over the crease of a flap that is glued, so that no white shows on the edge."""
FOOT: Final = 9.0
"""The strip at the lower edge with the label and the ruler."""
GAP: Final = 4.0
"""Between two nets on a sheet."""
OVERLAP: Final = 12.0
"""The strip of a part that is glued under the next one."""
PAD: Final = 9.0
"""Round a part, for its register marks."""
AWAY: Final = 5.0
"""How far the middle of a register mark is from the part."""
ARM: Final = 3.0
MOST_SHEETS: Final = 6
"""A net in more parts would be all seams."""
HAIR: Final = 1e-6


Path = tuple[Point, ...]


class Layer(StrEnum):
    """The layers that lines of a net are on, as viewers and cutting machines list them."""

    CUT = "Cut"
    CREASE = "Crease"
    GLUE = "Glue"


@dataclass(frozen=True)
class NetPanel:
    """A side of what a net folds to that people see; flaps do not count."""

    name: str
    rect: Rect
    turn: int
    """Degrees clockwise that what is printed on it is turned, to read upright when the net is folded."""
    spread: Edges
    """How far its ground is printed beyond its edges."""
    rounded: bool = False
    """Whether it hangs on its lower edge, and the others are round."""

    @property
    def ink(self) -> Rect:
        """Where its ground is printed."""
        return self.rect.grown(self.spread)


@dataclass(frozen=True)
class Net:
    """A piece of card that is cut out, creased and glued: printed side up, in mm from its upper left corner."""

    name: str
    panels: tuple[NetPanel, ...]
    outline: Path
    """The line that it is cut out along, closed: its last point is its first."""
    creases: tuple[Segment, ...]
    glue: tuple[Path, ...]
    """Where glue goes, each closed: there is no ink on it."""

    @property
    def box(self) -> Rect:
        """The box round all of it, without bleed."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @property
    def printed(self) -> Rect:
        """The box round all of it with its bleed."""
        return bounds([self.box, *(panel.ink for panel in self.panels)]) or self.box

    def panel(self, name: str) -> NetPanel:
        """The panel of that name."""
        return next(panel for panel in self.panels if panel.name == name)

    def inside(self, at: float, *, upright: bool) -> list[tuple[float, float]]:
        """The stretches of a straight line, upright or level, that lie on the card."""
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
        """Return the one piece of a deck that has the name and the size of a net."""
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
    """What of it is seen in the end; its bleed included."""
    reach: Rect
    """The same with the strips that are glued under the next parts."""
    at: Point
    """Where the origin of the net lies on the paper."""
    letters: tuple[str, str, str, str] = ("", "", "", "")
    """The names of its joins, left, top, right and bottom; empty where it has none."""

    @property
    def net(self) -> Net:
        """The whole net, from its own upper left corner."""
        return self.piece.net

    def moved(self, dx: float, dy: float) -> NetPart:
        """Return the part moved right and down."""
        return replace(self, rect=self.rect.moved(dx, dy), at=(self.at[0] + dx, self.at[1] + dy))

    @property
    def joined(self) -> bool:
        """Whether it is one of several."""
        return any(self.letters)

    def cuts(self) -> list[Path]:
        """The lines to cut along, on the paper."""
        found = list(clipped(self.net.outline, self.reach))
        for side, at in enumerate((self.window.x, self.window.y, self.reach.right, self.reach.bottom)):
            if self.letters[side]:
                found += [((line.x1, line.y1), (line.x2, line.y2)) for line in self._edge(at, side)]
        return [self._placed(path) for path in found]

    def creases(self) -> list[Segment]:
        """The lines to crease, on the paper; one at the edge where a part begins is a cut."""
        left, top = (HAIR if self.letters[side] else 0.0 for side in (0, 1))
        room = Rect(self.reach.x + left, self.reach.y + top, self.reach.width - left, self.reach.height - top)
        found: list[Segment] = []
        for crease in self.net.creases:
            for a, b in clipped(((crease.x1, crease.y1), (crease.x2, crease.y2)), room):
                found.append(Segment(*a, *b).moved(*self.at))
        return found

    def glue(self) -> list[Path]:
        """Where glue goes, on the paper: on flaps, and on strips under the next parts."""
        found = [_cut_down(area, self.window) for area in self.net.glue]
        found += [tuple(_corners(strip)) for strip in self._strips()]
        return [self._placed(area) for area in found if len(area) > 3]

    def marks(self) -> list[Segment]:
        """Register marks at the ends of its joins, on the paper: those of both parts come to lie on each other."""
        return [line for x, y, _ in self._register() for line in _cross(x, y)]

    def named_joins(self) -> list[tuple[float, float, str]]:
        """Where the names of its joins stand, on the paper: beside each register mark."""
        return self._register()

    def inked(self) -> Rect:
        """What of the paper its art may cover: what is seen, and a spill on the strips."""
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
        """The cut where a part begins or its strip ends, as far as there is card."""
        upright = side % 2 == 0
        low, high = (self.reach.y, self.reach.bottom) if upright else (self.reach.x, self.reach.right)
        nudged = at + (1e-4 if side < 2 else -1e-4)
        for begin, end in self.net.inside(nudged, upright=upright):
            begin, end = max(begin, low), min(end, high)
            if end - begin > HAIR:
                yield Segment(at, begin, at, end) if upright else Segment(begin, at, end, at)

    def _strips(self) -> Iterator[Rect]:
        """The glue on the strips at its right and lower edge."""
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
    """A page with nets or parts of one; its marks are register marks, its folds the creases."""

    paper: Size
    """Turned on its side where that holds more."""
    parts: tuple[NetPart, ...]

    @classmethod
    def of(cls, paper: Size, parts: Sequence[NetPart], sheet: int) -> NetPage:
        """Return the page of a sheet, counted from 1, with these parts."""
        marks = [line for part in parts for line in part.marks()]
        folds = [line for part in parts for line in part.creases()]
        return cls(
            side=Side.FRONT, sheet=sheet, label=None, ruler=None, stock=parts[0].piece.deck.printed_on,
            placements=[*parts], marks=marks, folds=folds, paper=paper, parts=tuple(parts),
        )  # fmt: skip


def impose_nets(pieces: Sequence[NetPiece], paper: Paper, margin: Margins) -> list[NetPage]:
    """Return the pages that hold all nets; raise LayoutError if they take too many."""
    return [NetPage.of(size, parts, number) for number, (size, parts) in enumerate(_spread(pieces, paper, margin), 1)]


_Sheet = tuple[Size, list[NetPart]]
"""A paper as it is turned, and what lies on it."""


def _spread(pieces: Sequence[NetPiece], paper: Paper, margin: Margins) -> list[_Sheet]:
    together = [sheet for size in _ways(paper) if (sheet := _together(pieces, size, margin)) is not None]
    if together and not paper.single:
        return [together[0]]
    sheets: list[_Sheet] = []
    for piece in pieces:
        alone = [sheet for size in _ways(paper) if (sheet := _together([piece], size, margin)) is not None]
        if alone and not paper.single:
            sheets.append(alone[0])
            continue
        ways = [parts for size in _ways(paper) if (parts := _parted(piece, size, margin)) and not paper.single]
        if not ways:
            net = piece.net
            net_size = f"{net.printed.width:.0f} × {net.printed.height:.0f} mm"
            message = f"{paper.name} ({paper.size}) is too small for the {net.name} net ({net_size})"
            raise LayoutError(
                Problem(
                    option("--paper"),
                    f"{message}, even on {MOST_SHEETS} sheets",
                    "choose a larger paper, for example --paper a4",
                    code="E0601",
                )
            )
        fewest: list[_Sheet] = min(ways, key=len)
        sheets += fewest
    return sheets


def _ways(paper: Paper) -> list[Size]:
    return [paper.size, paper.size.turned]


def _area(size: Size, margin: Margins) -> Rect:
    """What of a paper can be printed on above its foot."""
    rim = max(margin)  # a paper that is turned has its margins elsewhere
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


def _together(pieces: Sequence[NetPiece], size: Size, margin: Margins) -> _Sheet | None:
    """Return all nets on one sheet, beside or above each other; None where they do not fit."""
    area = _area(size, margin)
    boxes = [piece.net.printed for piece in pieces]
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
            parts.append(_part(piece, box, box, (area.x + x - box.x, area.y + y - box.y)))
            begin += length + GAP
        return size, parts
    return None


def _parted(piece: NetPiece, size: Size, margin: Margins) -> list[_Sheet]:
    """Return a net in parts, one on each sheet, row by row; nothing where it would take too many."""
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
    """Where there are creases to part a net along, upright or level."""
    if upright:
        return sorted({crease.x1 for crease in net.creases if crease.x1 == crease.x2})
    return sorted({crease.y1 for crease in net.creases if crease.y1 == crease.y2})


def _splits(begin: float, end: float, room: float, creases: list[float]) -> list[float]:
    """Where a length is parted so that each part and its strip fit: along creases where it can be; empty for never."""
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


def clipped(path: Sequence[Point], room: Rect) -> Iterator[Path]:
    """The stretches of a line that lie in a box."""
    run: list[Point] = []
    for a, b in pairwise(path):
        part = _within(a, b, room)
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


def _within(a: Point, b: Point, room: Rect) -> tuple[Point, Point] | None:
    """The part of a straight line that lies in a box."""
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


def _cut_down(area: Path, room: Rect) -> Path:
    """What of a convex area lies in a box; closed, or empty."""
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
