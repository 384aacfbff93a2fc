"""Ticks: short marks at the corners of pieces, in the gutters between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from pnp.geometry.matrix import Rect
from pnp.sheet.page import Segment, bounds

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
