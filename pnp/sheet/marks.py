"""Crop marks, and the slots of label and ruler, outside everything that is cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot
from typing import Final

from pnp.outline import Outline
from pnp.sheet.block import Block
from pnp.sheet.grid import EDGE, STRIP
from pnp.sheet.layout import Layout
from pnp.sheet.page import Edges, Rect, Segment, Slot, bounds

LEAST_AWAY: Final = 1.0
"""A mark begins at least so far from the cut."""
AWAY: Final = 0.15
"""Lines round a piece run so far outside its cut."""
HAIR: Final = 0.1
"""A cut so near to the paper's edge is that edge, and needs no mark."""
SHORTEST: Final = 1.0
LONGEST: Final = 9.0
CLEAR: Final = 0.5
"""A tick between pieces begins so far from the corner that it belongs to."""
TICK: Final = 3.0
"""The longest one."""
LABEL: Final = 74.0
"""A label goes between two marks where so much room is."""
_CLEAR: Final = Edges(0.5, 0.5, 0.5, 0.5)
RULER: Final = 59.0
"""Length of the ruler with its figures."""


def crop_marks(cells: list[Rect], layout: Layout, page: Rect, slots: list[Slot]) -> list[Segment]:
    """Hairlines at every edge of the cells, from outside the bleed toward the edges of `page`, short of the slots."""
    xs = _sorted(x for cell in cells for x in (cell.x, cell.right))
    ys = _sorted(y for cell in cells for y in (cell.y, cell.bottom))
    return _rim_marks(bounds(cells), xs, xs, ys, layout, page, slots)


def shelf_marks(cells: list[Rect], shelves: list[Rect], layout: Layout, page: Rect, slots: list[Slot]) -> list[Segment]:
    """Hairlines for cells in shelves, where a cut down in one shelf is none in the next.

    At the rim: cuts that go through from edge to edge, and those down into the first and the last shelf. Between
    shelves and between pieces: ticks at the ends of all other cuts.
    """
    within = [[cell for cell in cells if _inside(cell, shelf)] for shelf in sorted(shelves, key=lambda each: each.y)]
    filled = [(bounds(inside), inside) for inside in within if inside]
    rows = [(box, inside, _sorted(x for cell in inside for x in (cell.x, cell.right))) for box, inside in filled if box]
    if not rows:
        return []
    ys = _sorted(y for cell in cells for y in (cell.y, cell.bottom))
    through = [y for y in ys if not any(cell.y + HAIR < y < cell.bottom - HAIR for cell in cells)]
    marks = _rim_marks(bounds(cells), rows[0][2], rows[-1][2], through, layout, page, slots)
    for (upper, _, above), (lower, _, below) in pairwise(rows):
        reach = min((lower.y - upper.bottom) / 2, TICK)
        marks += [Segment(x, upper.bottom + CLEAR, x, upper.bottom + reach) for x in above if reach >= 2 * CLEAR]
        marks += [Segment(x, lower.y - CLEAR, x, lower.y - reach) for x in below if reach >= 2 * CLEAR]
    for _, inside, _ in rows:
        for cell in inside:
            for y in (cell.y, cell.bottom):
                if round(y, 4) not in through:
                    marks += _trim_ticks(cell, y, inside, layout, page, slots)
    return marks


def _inside(cell: Rect, shelf: Rect) -> bool:
    """Whether a cell stands in a shelf."""
    across = cell.x > shelf.x - HAIR and cell.right < shelf.right + HAIR
    return across and cell.y > shelf.y - HAIR and cell.bottom < shelf.bottom + HAIR


def _trim_ticks(
    cell: Rect, y: float, shelf: list[Rect], layout: Layout, page: Rect, slots: list[Slot]
) -> Iterator[Segment]:
    """A tick on each side of a piece that is lower than its shelf, as far as the next piece leaves room."""
    away = max(layout.bleed, LEAST_AWAY)
    room = cell.rooms((other for other in shelf if other is not cell), reach=-HAIR)
    for edge, free, sign, end in ((cell.x, room.left, -1, page.x), (cell.right, room.right, 1, page.right)):
        near, far = (CLEAR, min(free / 2, TICK)) if free < 2 * away + TICK else (away, away + TICK)
        mark = Segment(edge + sign * near, y, edge + sign * min(far, abs(end - edge) - EDGE), y)
        for slot in slots:
            mark = stop_before(mark, slot.rect)
        if (mark.x2 - mark.x1) * sign >= CLEAR:
            yield mark


def _sorted(places: Iterable[float]) -> list[float]:
    return sorted({round(place, 4) for place in places})


def _rim_marks(
    used: Rect | None,
    above: list[float],
    below: list[float],
    ys: list[float],
    layout: Layout,
    page: Rect,
    slots: list[Slot],
) -> list[Segment]:
    """Hairlines all round what is used."""
    if used is None:
        return []
    away = max(layout.bleed, LEAST_AWAY)
    above, below = ([x for x in xs if page.x + HAIR < x < page.right - HAIR] for xs in (above, below))
    ys = [y for y in ys if page.y + HAIR < y < page.bottom - HAIR]
    left, top = max(page.x + EDGE, used.x - away - LONGEST), max(page.y + EDGE, used.y - away - LONGEST)
    right = min(page.right - EDGE, used.right + away + LONGEST)
    bottom = min(page.bottom - EDGE, used.bottom + away + LONGEST)
    marks = [Segment(x, used.y - away, x, top) for x in above]
    marks += [Segment(x, used.bottom + away, x, bottom) for x in below]
    marks += [Segment(used.x - away, y, left, y) for y in ys]
    marks += [Segment(used.right + away, y, right, y) for y in ys]
    outward = [(0, -1)] * len(above) + [(0, 1)] * len(below) + [(-1, 0)] * len(ys) + [(1, 0)] * len(ys)
    kept = []
    for mark, direction in zip(marks, outward, strict=True):
        for slot in slots:
            mark = stop_before(mark, slot.rect)
        if (mark.x2 - mark.x1) * direction[0] + (mark.y2 - mark.y1) * direction[1] >= SHORTEST:
            kept.append(mark)
    return kept


def line_marks(cuts: list[Outline], cells: list[Rect], layout: Layout, page: Rect, slots: list[Slot]) -> list[Segment]:
    """Hairlines at both ends of every line along which sides of pieces are cut, and none parted; outside all bleeds."""
    away = max(layout.bleed, LEAST_AWAY)
    bleeds = [cell.grown(Edges(away, away, away, away)) for cell in cells]
    within = page.grown(Edges(-EDGE, -EDGE, -EDGE, -EDGE))
    kept = []
    for x, y, dx, dy in _side_lines(cuts):
        if any(_runs_through(x, y, dx, dy, cut) for cut in cuts):
            continue
        paper = _crossing(x, y, dx, dy, within)
        spans = [span for box in bleeds if (span := _crossing(x, y, dx, dy, box)) is not None]
        if not spans or paper is None:
            continue
        first, last = min(low for low, _ in spans), max(high for _, high in spans)
        stops = [span for slot in slots if (span := _crossing(x, y, dx, dy, slot.rect.grown(_CLEAR))) is not None]
        before = max([paper[0], first - LONGEST, *(high for low, high in stops if low < first)])
        after = min([paper[1], last + LONGEST, *(low for low, high in stops if high > last)])
        for begin, end in ((first, before), (last, after)):
            if (first - before if end == before else after - last) >= SHORTEST:
                kept.append(Segment(x + dx * begin, y + dy * begin, x + dx * end, y + dy * end))
    return kept


def _side_lines(cuts: list[Outline]) -> list[tuple[float, float, float, float]]:
    """Every line that a straight side lies on, once: a point and a direction."""
    lines: dict[tuple[float, float, float], tuple[float, float, float, float]] = {}
    for cut in cuts:
        for (ax, ay), (bx, by) in pairwise(cut.points):
            length = hypot(bx - ax, by - ay)
            dx, dy = (bx - ax) / length, (by - ay) / length
            if (round(dx, 6), round(dy, 6)) < (0, 0):
                dx, dy = -dx, -dy
            lines.setdefault((round(dx, 4), round(dy, 4), round(ax * dy - ay * dx, 2)), (ax, ay, dx, dy))
    return list(lines.values())


def _runs_through(x: float, y: float, dx: float, dy: float, cut: Outline) -> bool:
    """Whether a line parts a piece in two."""
    sides = [(px - x) * dy - (py - y) * dx for px, py in cut.points]
    return min(sides) < -HAIR and max(sides) > HAIR


def _crossing(x: float, y: float, dx: float, dy: float, box: Rect) -> tuple[float, float] | None:
    """From where to where a line runs through a box, in mm from its point; None where it passes by."""
    first, last = float("-inf"), float("inf")
    for at, step, low, high in ((x, dx, box.x, box.right), (y, dy, box.y, box.bottom)):
        if abs(step) < 1e-9:
            if not low < at < high:
                return None
            continue
        ends = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if first < last else None


def stop_before(mark: Segment, rect: Rect) -> Segment:
    """The mark, ended half a mm before the box if it would run into it."""
    x1, y1, x2, y2 = mark
    if x1 == x2 and rect.x - 0.5 < x1 < rect.right + 0.5 and min(y1, y2) < rect.bottom and max(y1, y2) > rect.y:
        return mark._replace(y2=rect.bottom + 0.5 if y2 < y1 else rect.y - 0.5)
    if y1 == y2 and rect.y - 0.5 < y1 < rect.bottom + 0.5 and min(x1, x2) < rect.right and max(x1, x2) > rect.x:
        return mark._replace(x2=rect.right + 0.5 if x2 < x1 else rect.x - 0.5)
    return mark


def slots(block: Block, cells: list[Rect], layout: Layout) -> tuple[Slot, Slot] | tuple[None, None]:
    """The slots for the label and for the ruler, on opposite edges of the paper; none where it holds one piece."""
    if layout.paper.single:
        return None, None
    width, height = layout.paper.size
    margin = layout.margin
    if block.upright_strips:
        edges = [y for cell in cells for y in (cell.y, cell.bottom)]
        label = _slot(height, margin, edges, LABEL)
        ruler = _slot(height, margin, edges, RULER)
        return (
            Slot(Rect(margin, label[0], STRIP, label[1]), True),
            Slot(Rect(width - margin - STRIP, ruler[0], STRIP, ruler[1]), True),
        )
    edges = [x for cell in cells for x in (cell.x, cell.right)]
    label = _slot(width, margin, edges, LABEL)
    ruler = _slot(width, margin, edges, RULER)
    return (
        Slot(Rect(label[0], margin, label[1], STRIP), False),
        Slot(Rect(ruler[0], height - margin - STRIP, ruler[1], STRIP), False),
    )


def _slot(length: float, margin: float, edges: list[float], wanted: float) -> tuple[float, float]:
    """Begin and length of a slot along a strip: between two marks where there is room, else where it likes."""
    stops = sorted({margin, length - margin, *(edge for edge in edges if margin < edge < length - margin)})
    spans = [(a + 1, b - a - 2) for a, b in pairwise(stops)]
    begin, span = max(spans, key=lambda s: (s[1] >= wanted, -abs(s[0] + s[1] / 2 - length / 2)))
    if span >= wanted:
        return begin, span
    return margin, length - 2 * margin
