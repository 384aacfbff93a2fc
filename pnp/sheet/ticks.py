"""Ticks: short strokes at the corners of pieces, in the gutters between them, clear of everything that is cut out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from pnp.sheet.page import Rect, Segment, bounds

CLEAR: Final = 0.5
"""No tick comes nearer to a piece: a knife that strays by less shows none of it."""
HALO: Final = 0.4
"""The width of the light line below a tick, so that it shows on dark art."""
LONGEST: Final = 2.0
SHORTEST: Final = 0.25
_TINY: Final = 1e-6


class Reach(NamedTuple):
    """How far the line of one edge of a piece runs on beyond its two corners before it meets another piece."""

    at: float
    """Where the line lies: x of an upright one, y of a level one."""
    begin: float
    end: float
    """Where the edge begins and ends along it."""
    before: float
    after: float
    """How far it is to the next piece; infinite without one."""


def reaches(cells: Sequence[Rect], others: Sequence[Rect], *, upright: bool) -> Iterator[Reach]:
    """The reach of both upright, or both level, edges of each cell, among these cells and other pieces."""
    aside = CLEAR + HALO / 2
    boxes = [_turned(box, upright) for box in (*cells, *others)]
    met: dict[float, list[tuple[float, float]]] = {}
    for low, begin, high, end in boxes[: len(cells)]:
        for at in (low, high):
            if at not in met:
                met[at] = [(b, e) for left, b, right, e in boxes if left - aside < at < right + aside]
            before = max((e for b, e in met[at] if b < begin - _TINY), default=-inf)
            after = min((b for b, e in met[at] if e > end + _TINY), default=inf)
            yield Reach(at, begin, end, max(begin - before, 0), max(after - end, 0))


def corner_ticks(cells: Sequence[Rect], others: Sequence[Rect]) -> list[Segment]:
    """Strokes from each corner of the cells along its cuts, at most half the way to the next piece.

    Where nothing but the outside of the block is ahead there are crop marks instead. What lies on one line and meets is
    one stroke.
    """
    ticks: list[Segment] = []
    block = bounds([*cells, *others])
    if block is None:
        return ticks
    for upright in (True, False):
        _, first, _, last = _turned(block, upright)
        lines: dict[float, list[tuple[float, float]]] = defaultdict(list)
        for reach in reaches(cells, others, upright=upright):
            for corner, way, room, rim in (
                (reach.begin, -1, reach.before, first),
                (reach.end, 1, reach.after, last),
            ):
                length = min(CLEAR + LONGEST, room / 2) - CLEAR
                if length >= SHORTEST and abs(corner - rim) > _TINY:
                    near, far = corner + way * CLEAR, corner + way * (CLEAR + length)
                    lines[round(reach.at, 4)].append((min(near, far), max(near, far)))
        for at, spans in lines.items():
            for begin, end in _joined(spans):
                ticks.append(Segment(at, begin, at, end) if upright else Segment(begin, at, end, at))
    return ticks


def _joined(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The spans in order, those that meet as one."""
    joined: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if joined and begin <= joined[-1][1] + _TINY:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((begin, end))
    return joined


def _turned(box: Rect, upright: bool) -> tuple[float, float, float, float]:
    """Where a box begins across and along upright or level lines, and where it ends."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return (x, y, right, bottom) if upright else (y, x, bottom, right)
