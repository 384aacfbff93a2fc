"""Cuts across a sheet, crop marks and corner ticks, and the slots for label and ruler."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from math import hypot, inf
from typing import Final, NamedTuple

from pnp.geometry.matrix import CUT_TOLERANCE, Edges, Rect
from pnp.geometry.outline import Outline
from pnp.sheet.cells import CellBlock
from pnp.sheet.grid import EDGE, STRIP
from pnp.sheet.layout import Layout
from pnp.sheet.page import Page, Placement, Segment, Slot, bounds
from pnp.terms import CutBy, Shape, Side

Span = tuple[float, float]


class CutDirection(StrEnum):
    """The direction of a cut across a sheet."""

    ACROSS = "across"
    DOWN = "down"


def is_straight(placement: Placement) -> bool:
    """Return whether a piece is cut out along the edges of its box."""
    deck = placement.piece.deck
    return deck.cut is CutBy.SHAPE and deck.shape is Shape.RECT


def piece_boxes(page: Page, *, figures: bool = False) -> list[Rect]:
    """Return the boxes of the pieces with straight edges, feet included; on a folded sheet, of the fronts only.

    With `figures`, include pieces with an outline that fold up: no straight cut may pass through them.
    """
    parts: dict[tuple[str, int], list[Placement]] = {}
    for placement in page.placements:
        folds_up = placement.piece.deck.kind.folds_up
        if (is_straight(placement) or (figures and folds_up)) and (folds_up or placement.side is page.side):
            parts.setdefault((placement.piece.id, placement.piece.copy), []).append(placement)
    return [piece_box(placements) for placements in parts.values()]


def piece_box(placements: Sequence[Placement]) -> Rect:
    """Return the box around all sides of a piece on a page, feet included."""
    box = bounds([placement.rect for placement in placements])
    assert box is not None  # noqa: S101 - there is at least one placement
    foot = placements[0].piece.deck.foot
    if not foot:
        return box
    if placements[0].rotation % 180:
        return Rect(box.x - foot, box.y, box.width + 2 * foot, box.height)
    return Rect(box.x, box.y - foot, box.width, box.height + 2 * foot)


def neighbour_contacts(boxes: Iterable[Rect]) -> tuple[bool, bool]:
    """Return whether some neighbours touch, sharing a cut, and whether some have a gap between them."""
    there = list(boxes)
    touching = apart = False
    for box in there:
        for room in _rooms(box, [other for other in there if other is not box]):
            touching |= room <= CUT_TOLERANCE
            apart |= room > CUT_TOLERANCE
    return touching, apart


def _rooms(box: Rect, others: list[Rect]) -> list[float]:
    """Return the distances to the next box on the right and to the next box below, as far as these exist."""
    right = [b.x - box.right for b in others if _overlap((b.y, b.bottom), (box.y, box.bottom)) and b.x > box.x]
    below = [b.y - box.bottom for b in others if _overlap((b.x, b.right), (box.x, box.right)) and b.y > box.y]
    return [min(rooms) for rooms in (right, below) if rooms]


def _overlap(one: Span, other: Span) -> bool:
    return min(one[1], other[1]) - max(one[0], other[0]) > CUT_TOLERANCE


def strips_between_cuts(boxes: Iterable[Rect], way: CutDirection) -> list[Span]:
    """Return the strips, as (low, high) in mm, that cuts across the whole sheet leave without cutting a piece."""
    made: list[Span] = []
    for low, high in sorted(_span(box, way) for box in boxes):
        if made and low < made[-1][1] - CUT_TOLERANCE:
            made[-1] = made[-1][0], max(made[-1][1], high)
        else:
            made.append((low, high))
    return made


def _span(box: Rect, way: CutDirection) -> Span:
    return (box.y, box.bottom) if way is CutDirection.ACROSS else (box.x, box.right)


def needs_shelf_cuts(page: Page) -> bool:
    """Return whether strips must be cut one by one, because cuts across the whole sheet cannot separate all pieces."""
    boxes = piece_boxes(page, figures=True)
    there = [shelf for shelf in page.shelves if any(shelf.overlaps(box) for box in boxes)]
    return len(there) > 1 or not all(
        any(abs(low - a) < CUT_TOLERANCE and abs(high - b) < CUT_TOLERANCE for a, b in strips_between_cuts(boxes, way))
        for way in CutDirection
        for low, high in {_span(box, way) for box in boxes}
    )


def folded_backs(page: Page) -> list[Placement]:
    """Return the backs that folding the paper brings behind their fronts, not those of pieces that fold up."""
    if page.side is Side.BACK:
        return []
    return [each for each in page.placements if each.side is Side.BACK and not each.piece.deck.kind.folds_up]


CLEAR: Final = 0.5
"""Distance of ticks from every piece, in mm: a slip of the knife smaller than this does not show them."""
HALO: Final = 0.4
"""Width of the light line below a tick, in mm, so that it shows on dark art."""
LONGEST_TICK: Final = 2.0
SHORTEST_TICK: Final = 0.25
_TINY: Final = 1e-6


class EdgeExtension(NamedTuple):
    """How far the line along one edge of a piece continues on both ends before it meets another piece."""

    at: float
    """Position of the line: x if vertical, y if horizontal."""
    begin: float
    end: float
    """Start and end of the edge along the line."""
    before: float
    after: float
    """Distance to the next piece at each end; infinite if there is none."""


def edge_extensions(cells: Sequence[Rect], others: Sequence[Rect], *, upright: bool) -> Iterator[EdgeExtension]:
    """Yield the reach of both vertical (`upright`) or both horizontal edges of each cell among all pieces."""
    aside = CLEAR + HALO / 2
    boxes = [_across_and_along(box, upright) for box in (*cells, *others)]
    met: dict[float, list[tuple[float, float]]] = {}
    for low, begin, high, end in boxes[: len(cells)]:
        for at in (low, high):
            if at not in met:
                met[at] = [(b, e) for left, b, right, e in boxes if left - aside < at < right + aside]
            before = max((e for b, e in met[at] if b < begin - _TINY), default=-inf)
            after = min((b for b, e in met[at] if e > end + _TINY), default=inf)
            yield EdgeExtension(at, begin, end, max(begin - before, 0), max(after - end, 0))


def corner_ticks(cells: Sequence[Rect], others: Sequence[Rect]) -> list[Segment]:
    """Return ticks from each corner of the cells along its cuts, at most halfway to the next piece.

    At the outside of the block there are crop marks instead. Ticks that meet on one line are joined.
    """
    ticks: list[Segment] = []
    block = bounds([*cells, *others])
    if block is None:
        return ticks
    for upright in (True, False):
        _, first, _, last = _across_and_along(block, upright)
        lines: dict[float, list[tuple[float, float]]] = defaultdict(list)
        for reach in edge_extensions(cells, others, upright=upright):
            for corner, way, room, rim in (
                (reach.begin, -1, reach.before, first),
                (reach.end, 1, reach.after, last),
            ):
                length = min(CLEAR + LONGEST_TICK, room / 2) - CLEAR
                if length >= SHORTEST_TICK and abs(corner - rim) > _TINY:
                    near, far = corner + way * CLEAR, corner + way * (CLEAR + length)
                    lines[round(reach.at, 4)].append((min(near, far), max(near, far)))
        for at, spans in lines.items():
            for begin, end in _joined(spans):
                ticks.append(Segment(at, begin, at, end) if upright else Segment(begin, at, end, at))
    return ticks


def _joined(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the spans in order, joining those that meet."""
    joined: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if joined and begin <= joined[-1][1] + _TINY:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((begin, end))
    return joined


def _across_and_along(box: Rect, upright: bool) -> tuple[float, float, float, float]:
    """Return the start of a box across and along the lines, then its end."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return (x, y, right, bottom) if upright else (y, x, bottom, right)


AWAY: Final = 0.15
"""Distance of cutting lines outside the cut, in mm."""
HAIR: Final = 0.1
"""Tolerance, in mm: a cut this close to the edge of the paper needs no mark."""
LEAST_AWAY: Final = 1.0
"""Smallest distance of marks outside the bleed from the cut, in mm."""
SHORTEST_MARK: Final = 1.0
LONGEST_MARK: Final = 9.0
"""Length of marks outside the bleed, in mm."""
LABEL: Final = 74.0
"""Room between two crop marks that a label needs, in mm."""
SLOT_CLEARANCE: Final = 0.5
"""Distance of marks from the label and the ruler, in mm."""
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
    across the whole block. Marks run over the bleed, because printers leave the edges of the paper white, towards the
    edges of `page`, and stop before the slots. On paper that holds one piece, they are outside the bleed.
    """
    used = bounds([*cells, *others])
    if used is None:
        return []
    near, reach = CLEAR, layout.widest_bleed + LONGEST_MARK
    if layout.paper.single:
        near = max(layout.widest_bleed, LEAST_AWAY)
    left, top = max(page.x + EDGE, used.x - reach), max(page.y + EDGE, used.y - reach)
    right, bottom = min(page.right - EDGE, used.right + reach), min(page.bottom - EDGE, used.bottom + reach)
    first = min((shelf.bottom for shelf in shelves), default=inf)
    last = max((shelf.y for shelf in shelves), default=-inf)
    marks: dict[Segment, tuple[int, int]] = {}
    """Marks with the direction in which they run, outward."""
    for at, begin, end, before, after in edge_extensions(cells, others, upright=True):
        x = round(at, 4)
        if page.x + HAIR < x < page.right - HAIR:
            marks |= {Segment(x, used.y - near, x, top): (0, -1)} if before == inf and begin < first else {}
            marks |= {Segment(x, used.bottom + near, x, bottom): (0, 1)} if after == inf and end > last else {}
    for at, _, _, before, after in edge_extensions(cells, others, upright=False):
        y = round(at, 4)
        through = not any(cell.y + HAIR < y < cell.bottom - HAIR for cell in (*cells, *others))
        if page.y + HAIR < y < page.bottom - HAIR and through:
            marks |= {Segment(used.x - near, y, left, y): (-1, 0)} if before == inf else {}
            marks |= {Segment(used.right + near, y, right, y): (1, 0)} if after == inf else {}
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
    """Return marks at both ends of every line along which edges of pieces are cut, over their bleeds.

    Lines that would cut through a piece have none.
    """
    clear = [cell.grown(Edges(CLEAR, CLEAR, CLEAR, CLEAR)) for cell in cells]
    reach = layout.widest_bleed - CLEAR + LONGEST_MARK
    within = page.grown(Edges(-EDGE, -EDGE, -EDGE, -EDGE))
    blocked = [slot.rect.grown(Edges(*[SLOT_CLEARANCE] * 4)) for slot in slots]
    kept = []
    for x, y, dx, dy in _side_lines(cuts):
        if any(_cuts_through(x, y, dx, dy, cut) for cut in cuts):
            continue
        paper = _crossing(x, y, dx, dy, within)
        spans = [span for box in clear if (span := _crossing(x, y, dx, dy, box)) is not None]
        if not spans or paper is None:
            continue
        first, last = min(low for low, _ in spans), max(high for _, high in spans)
        stops = [span for box in blocked if (span := _crossing(x, y, dx, dy, box)) is not None]
        before = max([paper[0], first - reach, *(high for low, high in stops if low < first)])
        after = min([paper[1], last + reach, *(low for low, high in stops if high > last)])
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
    first, last = -inf, inf
    for at, step, low, high in ((x, dx, box.x, box.right), (y, dy, box.y, box.bottom)):
        if abs(step) < 1e-9:
            if not low < at < high:
                return None
            continue
        ends = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if first < last else None


def shorten_before(mark: Segment, rect: Rect) -> Segment:
    """Return the mark, shortened to end before the box if it would run into it."""
    x1, y1, x2, y2 = mark
    away = SLOT_CLEARANCE
    if x1 == x2 and rect.x - away < x1 < rect.right + away and min(y1, y2) < rect.bottom and max(y1, y2) > rect.y:
        return mark._replace(y2=rect.bottom + away if y2 < y1 else rect.y - away)
    if y1 == y2 and rect.y - away < y1 < rect.bottom + away and min(x1, x2) < rect.right and max(x1, x2) > rect.x:
        return mark._replace(x2=rect.right + away if x2 < x1 else rect.x - away)
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
