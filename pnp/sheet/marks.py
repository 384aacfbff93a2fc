"""Crop marks, and the slots for label and ruler, outside everything that is cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Final

from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Outline
from pnp.sheet.block import CellBlock
from pnp.sheet.grid import EDGE, STRIP
from pnp.sheet.layout import Layout
from pnp.sheet.page import Segment, Slot, bounds
from pnp.sheet.ticks import edge_extensions

LEAST_AWAY: Final = 1.0
"""Smallest distance between a mark and the cut, in mm."""
AWAY: Final = 0.15
"""Distance of cutting lines outside the cut, in mm."""
HAIR: Final = 0.1
"""Tolerance, in mm: a cut this close to the edge of the paper needs no mark."""
SHORTEST_MARK: Final = 1.0
LONGEST_MARK: Final = 9.0
LABEL: Final = 74.0
"""Room between two crop marks that a label needs, in mm."""
_CLEAR: Final = Edges(0.5, 0.5, 0.5, 0.5)
RULER: Final = 59.0
"""Length of the ruler with its numbers, in mm."""


def crop_marks(
    cells: Sequence[Rect],
    others: Sequence[Rect],
    shelves: Sequence[Rect],
    layout: Layout,
    page: Rect,
    slots: Sequence[Slot],
) -> list[Segment]:
    """Return the crop marks: lines outside the block, at every edge of a cell with no other piece in between.

    Vertical cuts are marked above the first shelf and below the last if they belong to it, horizontal cuts if they run
    across the whole block. Marks run from outside the bleed towards the edges of `page` and stop before the slots.
    """
    used = bounds([*cells, *others])
    if used is None:
        return []
    away = max(layout.reach, LEAST_AWAY)
    left, top = max(page.x + EDGE, used.x - away - LONGEST_MARK), max(page.y + EDGE, used.y - away - LONGEST_MARK)
    right = min(page.right - EDGE, used.right + away + LONGEST_MARK)
    bottom = min(page.bottom - EDGE, used.bottom + away + LONGEST_MARK)
    first = min((shelf.bottom for shelf in shelves), default=inf)
    last = max((shelf.y for shelf in shelves), default=-inf)
    marks: dict[Segment, tuple[int, int]] = {}
    """Marks with the direction in which they run, outward."""
    for at, begin, end, before, after in edge_extensions(cells, others, upright=True):
        x = round(at, 4)
        if page.x + HAIR < x < page.right - HAIR:
            marks |= {Segment(x, used.y - away, x, top): (0, -1)} if before == inf and begin < first else {}
            marks |= {Segment(x, used.bottom + away, x, bottom): (0, 1)} if after == inf and end > last else {}
    for at, _, _, before, after in edge_extensions(cells, others, upright=False):
        y = round(at, 4)
        through = not any(cell.y + HAIR < y < cell.bottom - HAIR for cell in (*cells, *others))
        if page.y + HAIR < y < page.bottom - HAIR and through:
            marks |= {Segment(used.x - away, y, left, y): (-1, 0)} if before == inf else {}
            marks |= {Segment(used.right + away, y, right, y): (1, 0)} if after == inf else {}
    kept = []
    for mark, (across, down) in sorted(marks.items()):
        for slot in slots:
            mark = shorten_before(mark, slot.rect)
        if (mark.x2 - mark.x1) * across + (mark.y2 - mark.y1) * down >= SHORTEST_MARK:
            kept.append(mark)
    return kept


def outline_offset(cut: Outline, bleed: Edges) -> float:
    """Return the distance between a cut and the line that shows it, in mm; 0 if a neighbour is too close.

    The line of half a standee keeps within its box.
    """
    return AWAY if cut.marked or cut.half is not None or min(bleed) >= AWAY else 0.0


def hex_marks(cuts: list[Outline], cells: list[Rect], layout: Layout, page: Rect, slots: list[Slot]) -> list[Segment]:
    """Return marks at both ends of every line along which edges of pieces are cut, outside all bleeds.

    Lines that would cut through a piece have none.
    """
    away = max(layout.reach, LEAST_AWAY)
    bleeds = [cell.grown(Edges(away, away, away, away)) for cell in cells]
    within = page.grown(Edges(-EDGE, -EDGE, -EDGE, -EDGE))
    kept = []
    for x, y, dx, dy in _side_lines(cuts):
        if any(_cuts_through(x, y, dx, dy, cut) for cut in cuts):
            continue
        paper = _crossing(x, y, dx, dy, within)
        spans = [span for box in bleeds if (span := _crossing(x, y, dx, dy, box)) is not None]
        if not spans or paper is None:
            continue
        first, last = min(low for low, _ in spans), max(high for _, high in spans)
        stops = [span for slot in slots if (span := _crossing(x, y, dx, dy, slot.rect.grown(_CLEAR))) is not None]
        before = max([paper[0], first - LONGEST_MARK, *(high for low, high in stops if low < first)])
        after = min([paper[1], last + LONGEST_MARK, *(low for low, high in stops if high > last)])
        for begin, end in ((first, before), (last, after)):
            if (first - before if end == before else after - last) >= SHORTEST_MARK:
                kept.append(Segment(x + dx * begin, y + dy * begin, x + dx * end, y + dy * end))
    return kept


def _side_lines(cuts: list[Outline]) -> list[tuple[float, float, float, float]]:
    """Return every line that runs along a straight edge, once: a point and a direction."""
    lines: dict[tuple[float, float, float], tuple[float, float, float, float]] = {}
    for cut in cuts:
        for (ax, ay), (bx, by) in pairwise(cut.points):
            length = hypot(bx - ax, by - ay)
            dx, dy = (bx - ax) / length, (by - ay) / length
            if (round(dx, 6), round(dy, 6)) < (0, 0):
                dx, dy = -dx, -dy
            lines.setdefault((round(dx, 4), round(dy, 4), round(ax * dy - ay * dx, 2)), (ax, ay, dx, dy))
    return list(lines.values())


def _cuts_through(x: float, y: float, dx: float, dy: float, cut: Outline) -> bool:
    """Return whether a line cuts through a piece."""
    sides = [(px - x) * dy - (py - y) * dx for px, py in cut.points]
    return min(sides) < -HAIR and max(sides) > HAIR


def _crossing(x: float, y: float, dx: float, dy: float, box: Rect) -> tuple[float, float] | None:
    """Return the stretch of a line inside a box, in mm from its point; None if the line misses the box."""
    first, last = float("-inf"), float("inf")
    for at, step, low, high in ((x, dx, box.x, box.right), (y, dy, box.y, box.bottom)):
        if abs(step) < 1e-9:
            if not low < at < high:
                return None
            continue
        ends = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if first < last else None


def shorten_before(mark: Segment, rect: Rect) -> Segment:
    """Return the mark, shortened to end 0.5 mm before the box if it would run into it."""
    x1, y1, x2, y2 = mark
    if x1 == x2 and rect.x - 0.5 < x1 < rect.right + 0.5 and min(y1, y2) < rect.bottom and max(y1, y2) > rect.y:
        return mark._replace(y2=rect.bottom + 0.5 if y2 < y1 else rect.y - 0.5)
    if y1 == y2 and rect.y - 0.5 < y1 < rect.bottom + 0.5 and min(x1, x2) < rect.right and max(x1, x2) > rect.x:
        return mark._replace(x2=rect.right + 0.5 if x2 < x1 else rect.x - 0.5)
    return mark


def label_and_ruler_slots(block: CellBlock, cells: list[Rect], layout: Layout) -> tuple[Slot, Slot] | tuple[None, None]:
    """Return the slots for the label and the ruler, on opposite edges; none on paper that holds one piece."""
    if layout.paper.single:
        return None, None
    width, height = layout.paper.size
    top, right, bottom, left = layout.margins
    if block.upright_strips:
        edges = [y for cell in cells for y in (cell.y, cell.bottom)]
        label = _slot(top, height - bottom, edges, LABEL)
        ruler = _slot(top, height - bottom, edges, RULER)
        return (
            Slot(Rect(left, label[0], STRIP, label[1]), True),
            Slot(Rect(width - right - STRIP, ruler[0], STRIP, ruler[1]), True),
        )
    edges = [x for cell in cells for x in (cell.x, cell.right)]
    label = _slot(left, width - right, edges, LABEL)
    ruler = _slot(left, width - right, edges, RULER)
    return (
        Slot(Rect(label[0], top, label[1], STRIP), False),
        Slot(Rect(ruler[0], height - bottom - STRIP, ruler[1], STRIP), False),
    )


def _slot(first: float, last: float, edges: list[float], wanted: float) -> tuple[float, float]:
    """Return start and length of a slot along a strip: between two marks if there is room, else the whole strip."""
    stops = sorted({first, last, *(edge for edge in edges if first < edge < last)})
    spans = [(a + 1, b - a - 2) for a, b in pairwise(stops)]
    begin, span = max(spans, key=lambda s: (s[1] >= wanted, -abs(s[0] + s[1] / 2 - (first + last) / 2)))
    if span >= wanted:
        return begin, span
    return first, last - first
