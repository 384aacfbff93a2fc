"""Cut lines of a sheet for a cutting machine, in cutting order.

All creases come first, while the sheet is still in one piece. Then the cuts follow in reading order, except that a line
inside another is cut before it. Every piece is one closed line. Pieces are separated by a gap, so no line is cut twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from math import hypot
from typing import Final

from pnp.errors import Location, PressError, Problem
from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline, Point, rectangle
from pnp.geometry.units import Size
from pnp.sheet.marks import piece_box
from pnp.sheet.net import NetPage
from pnp.sheet.page import Page, Placement, Segment
from pnp.terms import CutBy, Shape, Side

JOIN_TOLERANCE: Final = 0.01
"""Maximum distance between line ends that count as one point, in mm."""


class CutLayer(StrEnum):
    """Purpose of a line."""

    CREASE = "CREASE"
    CUT = "CUT"


@dataclass(frozen=True)
class CutLine:
    """A line on the paper, in mm from the paper's upper left corner."""

    layer: CutLayer
    line: Outline
    closed: bool = True

    @property
    def key(self) -> tuple[object, ...]:
        """Key that is equal for identical lines, compared to a thousandth of a mm."""
        points = [self.line.start, *(point for step in self.line.steps for point in step)]
        steps = tuple(map(len, self.line.steps))
        return self.layer, self.closed, steps, tuple((round(x, 3), round(y, 3)) for x, y in points)


def page_lines(page: Page, corner: float | None = None) -> list[CutLine]:
    """Return the lines of a sheet, given its front page; sharp corners of rectangles get the radius `corner`, in mm."""
    parts: dict[tuple[str, int], list[Placement]] = {}
    for placement in page.placements:
        parts.setdefault((placement.piece.id, placement.piece.copy), []).append(placement)
    pieces = [_piece_line(each, corner) for each in parts.values()]
    folds = [part for fold in page.folds for line in pieces for part in _fold_inside(fold, line)]
    creases = [CutLine(CutLayer.CREASE, _straight(fold), closed=False) for fold in folds]
    return [*creases, *in_cutting_order(CutLine(CutLayer.CUT, line) for line in pieces)]


def net_lines(sheet: NetPage) -> list[CutLine]:
    """Return the lines of a sheet of nets."""
    paths = [_polyline(path) for path in join_lines(path for part in sheet.parts for path in part.cuts())]
    cuts = [
        CutLine(CutLayer.CUT, line, closed=_distance(line.start, line.points[-1]) <= JOIN_TOLERANCE) for line in paths
    ]
    return [
        *(CutLine(CutLayer.CREASE, _straight(crease), closed=False) for crease in sheet.folds),
        *in_cutting_order(cuts),
    ]


def in_cutting_order(lines: Iterable[CutLine]) -> list[CutLine]:
    """Return the lines, inner ones before those around them, otherwise in their original order."""
    there = list(lines)
    boxes = [Rect(*each.line.box) for each in there]
    depth = [sum(_inside(box, other) for other in boxes) for box in boxes]
    return [there[at] for at in sorted(range(len(there)), key=lambda at: -depth[at])]


def _inside(box: Rect, other: Rect) -> bool:
    return (
        box != other
        and other.x <= box.x
        and other.y <= box.y
        and box.right <= other.right
        and box.bottom <= other.bottom
    )


def _piece_line(parts: Sequence[Placement], corner: float | None) -> Outline:
    """Return the cut line of a piece; for a folded piece, around both halves."""
    first = parts[0]
    deck = first.piece.deck
    if len(parts) == 1:
        if corner and deck.cut is CutBy.SHAPE and deck.shape is Shape.RECT and not deck.corner:
            return first.on_page(rectangle(deck.size, min(corner, *(side / 2 for side in deck.size))))
        return first.cut_line
    if first.knife_line.half is not None:
        return _standee_outline([placement.knife_line for placement in parts], first.piece.id)
    box = piece_box(parts)
    size = Size(box.width, box.height)
    return rectangle(size).placed(size, box)


def _standee_outline(halves: Sequence[Outline], piece: str) -> Outline:
    """Return the line around both halves of a standee, joined where they meet; raise PressError if they do not meet."""
    one, other = (replace(half, steps=half.steps[:-1], half=None) for half in halves)
    if _distance(one.points[-1], other.start) > JOIN_TOLERANCE:
        other = _backward(other)
    if (
        _distance(one.points[-1], other.start) > JOIN_TOLERANCE
        or _distance(other.points[-1], one.start) > JOIN_TOLERANCE
    ):
        raise PressError(
            Problem(Location(piece=piece), "the halves of the standee do not meet at the fold", code="E0510")
        )
    return Outline(one.start, (*one.steps, *other.steps))


def _backward(line: Outline) -> Outline:
    """Return an open line with its direction reversed."""
    pairs = list(zip(line.points, line.steps, strict=False))
    return Outline(line.points[-1], tuple((*reversed(step[:-1]), start) for start, step in reversed(pairs)))


def _fold_inside(fold: Segment, line: Outline) -> list[Segment]:
    """Return the segments of a fold that are inside a piece."""
    dx, dy = fold.x2 - fold.x1, fold.y2 - fold.y1
    met = {0.0, 1.0}
    for (ax, ay), (bx, by) in pairwise(line.polygon):
        across = dx * (by - ay) - dy * (bx - ax)
        if abs(across) < 1e-12:
            continue
        along = ((ax - fold.x1) * (by - ay) - (ay - fold.y1) * (bx - ax)) / across
        beside = ((ax - fold.x1) * dy - (ay - fold.y1) * dx) / across
        if -1e-9 <= beside <= 1 + 1e-9 and 0 < along < 1:
            met.add(along)
    found = []
    for low, high in pairwise(sorted(met)):
        middle = fold.x1 + dx * (low + high) / 2, fold.y1 + dy * (low + high) / 2
        if (high - low) * hypot(dx, dy) > JOIN_TOLERANCE and line.holds(middle):
            ends = [(fold.x1 + dx * share, fold.y1 + dy * share) for share in (low, high)]
            found.append(Segment(*ends[0], *ends[1]))
    return found


def join_lines(paths: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """Return the lines, joined wherever their ends meet."""
    left = [list(path) for path in paths]
    made: list[list[Point]] = []
    while left:
        path = left.pop(0)
        while (found := _take_continuation(path, left)) is not None:
            path += found[1:]
        made.append(path)
    return made


def _take_continuation(path: list[Point], left: list[list[Point]]) -> list[Point] | None:
    """Remove and return the line that continues a path, or None if the path is closed or nothing continues it."""
    if _distance(path[0], path[-1]) <= JOIN_TOLERANCE:
        return None
    for at, other in enumerate(left):
        for way in (other, other[::-1]):
            if _distance(path[-1], way[0]) <= JOIN_TOLERANCE:
                del left[at]
                return way
    return None


def sheet_key(lines: Iterable[CutLine]) -> tuple[object, ...]:
    """Return a key that is equal for sheets with identical lines."""
    return tuple(each.key for each in lines)


def front_pages(pages: Iterable[Page]) -> list[Page]:
    """Return the front pages; sheets are cut with the front up."""
    return [page for page in pages if page.side is Side.FRONT]


def _straight(line: Segment) -> Outline:
    return Outline((line.x1, line.y1), (((line.x2, line.y2),),))


def _polyline(points: Sequence[Point]) -> Outline:
    return Outline(points[0], tuple((point,) for point in points[1:]))


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
