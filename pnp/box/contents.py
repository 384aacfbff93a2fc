"""The list of contents on the back of a box: a column of counts, names beside them, in one type size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from typing import Final

from pnp.text.typography import NO_BREAK_SPACE

LEAST: Final = 1.3
"""Smallest type size, in mm."""
STEP: Final = 0.1
LEADING: Final = 1.2
BETWEEN: Final = 0.12
"""Extra space between items, as a multiple of the type size."""
GAP: Final = 0.45
"""Space between a count and its name, as a multiple of the type size."""
HAIR: Final = 1e-9
GUTTER: Final = 1.1
"""Space between two columns, as a multiple of the type size."""
SHARES: Final = (0.5, 0.54, 0.46, 0.58, 0.42)
"""Shares of the width for the first of two columns, in the order in which they are tried."""
TWO_COLUMN_GAIN: Final = 1.1
"""Two columns are used if they allow a type size larger by this factor."""
BREAK_PENALTY: Final = 0.94
"""Penalty for a name on two lines, as a factor."""
LARGE_ENOUGH: Final = 0.8
"""Smallest accepted type size, as a share of the largest that fits."""
READABLE: Final = 2.6
"""Type size in mm (7.4 points) that is not reduced for a better arrangement."""

Measure = Callable[[str, float, float], tuple[int, float]]
"""Returns the number of lines that a text takes in a width at a size, and the width of the widest line."""


@dataclass(frozen=True)
class ListedItem:
    """A line of the list, and its position."""

    count: str
    name: str
    x: float
    y: float
    width: float
    """Width available for the name."""
    lines: int


@dataclass(frozen=True)
class ContentsList:
    """All lines of the list."""

    items: tuple[ListedItem, ...]
    size: float
    counts: float
    """Width of the column of counts."""
    height: float
    leading: float = LEADING

    @property
    def gap(self) -> float:
        """Space between a count and its name."""
        return GAP * self.size


def list_contents(
    items: Sequence[tuple[str, str]], width: float, height: float, most: float, measure: Measure
) -> ContentsList:
    """Return the list at the largest size that fits, in one or two columns; at the smallest size if nothing fits."""
    found: list[ContentsList] = []
    for share in (1.0, *SHARES) if len(items) > 3 else (1.0,):
        for step in range(max(0, floor((most - LEAST) / STEP)) + 1):
            made = _typeset_at(items, width, max(most - step * STEP, LEAST), share, measure)
            if made is not None and made.height <= height:
                found.append(made)
    if not found:
        return _typeset_at(items, width, LEAST, 1.0, measure) or ContentsList((), LEAST, 0.0, 0.0)
    largest = max(made.size for made in found)
    good = [made for made in found if made.size >= max(LARGE_ENOUGH * largest, min(largest, READABLE))]
    return max(good, key=_score)


def _score(made: ContentsList) -> float:
    """Return a score that favours large type over broken names and a second column."""
    broken = sum(item.lines - 1 for item in made.items)
    columns = len({item.x for item in made.items})
    return float(made.size * BREAK_PENALTY**broken / (TWO_COLUMN_GAIN if columns > 1 else 1))


def _typeset_at(
    items: Sequence[tuple[str, str]], width: float, size: float, share: float, measure: Measure
) -> ContentsList | None:
    """Return the list at a size; None if a word is wider than its column."""
    counted = [f"{count}{NO_BREAK_SPACE}×" for count, _ in items]
    counts = max((measure(f"**{count}**", width, size)[1] for count in counted), default=0.0) + 0.01
    whole = width if share == 1 else width - GUTTER * size
    columns = [(0.0, whole * share)]
    if share < 1:
        columns.append((whole * share + GUTTER * size, whole * (1 - share)))
    rooms = [wide - counts - GAP * size for _, wide in columns]
    if min(rooms) <= 0:
        return None
    measures = [[measure(name, room, size) for _, name in items] for room in rooms]
    split = _split([[lines for lines, _ in each] for each in measures])
    placed, tallest = [], 0.0
    for column, ((x, _), room) in enumerate(zip(columns, rooms, strict=True)):
        y = 0.0
        for at in range(split, len(items)) if column else range(split):
            lines, widest = measures[column][at]
            if widest > room + HAIR:
                return None
            placed.append(ListedItem(counted[at], items[at][1], x, y, room, lines))
            y += (lines * LEADING + BETWEEN) * size
        tallest = max(tallest, y)
    return ContentsList(tuple(placed), size, counts, tallest)


def _split(lines: Sequence[Sequence[int]]) -> int:
    """Return the number of items in the first column that makes both about equally high; all if there is only one."""
    if len(lines) == 1:
        return len(lines[0])
    first, second = lines
    return min(range(len(first), -1, -1), key=lambda at: max(sum(first[:at]), sum(second[at:])))
