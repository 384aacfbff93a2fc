"""Boards that fold: creases, the slit of a board that folds twice, and the panels of greyboard below it.

A mat folds in its paper. A board on greyboard has a panel for each part, with a gap at each hinge that is wide enough
for the panels that lie between the two when it is folded. The printed side is always inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline, Point
from pnp.geometry.units import Size
from pnp.sheet.grid import EDGE
from pnp.sheet.layout import Layout
from pnp.sheet.marks import CLEAR, shorten_before
from pnp.sheet.page import Page, Placement, Segment
from pnp.spec.model import Deck
from pnp.terms import BoardFold, Side

GREYBOARD: Final = 2.0
"""Thickness of greyboard, in mm."""
HINGE: Final = 1.0
"""Gap at a hinge with nothing between its panels when it is folded, in mm."""
TICK: Final = 5.0
"""Length of the ticks at the ends of a crease, in mm, where there is room."""
SHORTEST_TICK: Final = 0.8
NEAR: Final = 1e-3
BESIDE: Final = 0.5
"""Distance from a cut within which a crease needs no ticks, because the cut has marks, in mm."""


class FoldPlan(NamedTuple):
    """Where a board folds, in mm from the upper left corner of its front."""

    creases: tuple[Segment, ...]
    slit: Segment | None
    """The cut from the crossing of the creases to the lower edge; only on greyboard that folds twice."""
    panels: tuple[Rect, ...]
    """The panels of greyboard, row by row; empty for a mat."""
    gaps: tuple[float, ...]
    """Width of the gap at each hinge: from left to right, then from top to bottom."""

    @property
    def columns(self) -> list[float]:
        """Positions of the upright creases."""
        return [line.x1 for line in self.creases if line.x1 == line.x2]

    @property
    def rows(self) -> list[float]:
        """Positions of the level creases."""
        return [line.y1 for line in self.creases if line.y1 == line.y2]


def fold_plan(deck: Deck) -> FoldPlan:
    """Return where the boards of a deck fold."""
    if deck.folds is None:
        return FoldPlan((), None, (), ())
    width, height = deck.board or deck.size
    mounted = deck.on_greyboard
    inside = {BoardFold.HALF: (0,), BoardFold.THREE: (0, 1), BoardFold.QUAD: (2,)}[deck.folds]
    gaps = tuple(HINGE + panels * GREYBOARD if mounted else 0.0 for panels in inside)
    twice = deck.folds is BoardFold.QUAD
    across = gaps if twice or width >= height else ()
    down = ((HINGE if mounted else 0.0,) if twice else gaps) if twice or width < height else ()
    columns, rows = _spans(width, across), _spans(height, down)
    upright = [(one[1] + other[0]) / 2 for one, other in pairwise(columns)]
    level = [(one[1] + other[0]) / 2 for one, other in pairwise(rows)]
    cut = twice and mounted
    slit = Segment(upright[0], level[0], upright[0], height) if cut else None
    creases = [Segment(x, 0, x, level[0] if cut else height) for x in upright]
    creases += [Segment(0, y, width, y) for y in level]
    panels = [Rect(x1, y1, x2 - x1, y2 - y1) for y1, y2 in rows for x1, x2 in columns] if mounted else []
    return FoldPlan(tuple(creases), slit, tuple(panels), (*across, *down))


def _spans(length: float, gaps: tuple[float, ...]) -> list[tuple[float, float]]:
    """Return start and end of equal panels with these gaps between them."""
    panel = (length - sum(gaps)) / (len(gaps) + 1)
    starts = [at * panel + sum(gaps[:at]) for at in range(len(gaps) + 1)]
    return [(start, start + panel) for start in starts]


def mark_folds(page: Page, layout: Layout) -> None:
    """Add the creases and slits of the boards on a page, with ticks at their ends outside the cuts."""
    for placement in page.placements:
        if placement.side is not Side.FRONT:
            continue
        plan = fold_plan(placement.piece.deck)
        others = [each.rect for each in page.placements if each is not placement]
        for crease in plan.creases:
            if (line := _on_page(crease, placement)) is not None:
                page.creases.append(line)
                page.folds += _ticks(line, placement.rect, others, page, layout.paper.size)
        if plan.slit is not None and (line := _on_page(plan.slit, placement)) is not None:
            page.slits.append(line)
            page.ticks += _ticks(line, placement.rect, others, page, layout.paper.size) if layout.marks else ()


def _on_page(line: Segment, placement: Placement) -> Segment | None:
    """Return the part of a line that a piece shows, on the page; None if there is none, or if it is along a cut."""
    deck = placement.piece.deck
    window = Rect(0, 0, *deck.size) if deck.part is None else deck.part.window
    upright = line.x1 == line.x2
    at, low, high = (line.x1, window.x, window.right) if upright else (line.y1, window.y, window.bottom)
    if not low + BESIDE < at < high - BESIDE:
        return None
    begin, end = (window.y, window.bottom) if upright else (window.x, window.right)
    first, last = (line.y1, line.y2) if upright else (line.x1, line.x2)
    reach = deck.board or deck.size
    edge = reach.height if upright else reach.width
    first = begin if first <= 0 else max(first, begin)
    last = end if last >= edge else min(last, end)
    if last - first < BESIDE:
        return None
    ends: tuple[Point, Point] = ((at, first), (at, last)) if upright else ((first, at), (last, at))
    start, stop = ((x - window.x, y - window.y) for x, y in ends)
    placed = placement.to_page(Outline(start, ((stop,),)))
    return Segment(*placed.start, *placed.points[-1])


def _ticks(line: Segment, rect: Rect, others: list[Rect], page: Page, paper: Size) -> Iterator[Segment]:
    """Yield the ticks at those ends of a line that are on the cut of its piece, at most halfway to the next piece."""
    edges = rect.x, rect.y, paper.width - rect.right, paper.height - rect.bottom
    rooms = [min(room / 2, edge - EDGE) for room, edge in zip(rect.distances(others), edges, strict=True)]
    ends = (
        (rect.x, line.y1, -1, 0), (line.x1, rect.y, 0, -1), (rect.right, line.y1, 1, 0), (line.x1, rect.bottom, 0, 1),
    )  # fmt: skip
    reached = [(line.x1, line.y1), (line.x2, line.y2)]
    for (x, y, across, down), room in zip(ends, rooms, strict=True):
        if not any(abs(x - a) + abs(y - b) < NEAR for a, b in reached):
            continue
        length = min(CLEAR + TICK, room)
        tick = Segment(x + across * CLEAR, y + down * CLEAR, x + across * length, y + down * length)
        for slot in page.slots:
            tick = shorten_before(tick, slot.rect)
        if (tick.x2 - tick.x1) * across + (tick.y2 - tick.y1) * down >= SHORTEST_TICK:
            yield tick
