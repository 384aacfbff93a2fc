"""What is in the box, as its back lists it: counts in a column of their own, names beside them, one size of letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from typing import Final

from pnp.face.typography import FIRM

LEAST: Final = 1.3
"""No letters are smaller, in mm."""
STEP: Final = 0.1
LEADING: Final = 1.2
BETWEEN: Final = 0.12
"""What parts an item from the next, in sizes, beside the leading."""
GAP: Final = 0.45
"""Between a count and its name, in sizes."""
HAIR: Final = 1e-9
GUTTER: Final = 1.1
"""Between two columns, in sizes."""
SHARES: Final = (0.5, 0.54, 0.46, 0.58, 0.42)
"""How much of the width the first of two columns takes; what comes first is tried first."""
WORTH: Final = 1.1
"""Two columns are worth it where letters are larger by this factor."""
BROKEN: Final = 0.94
"""What a name in two lines takes from the pleasure."""
LARGE_ENOUGH: Final = 0.8
"""No list is smaller than this share of the largest that fits."""
READABLE: Final = 2.6
"""Letters of this size, 7.4 points, are not made smaller to please."""

Measure = Callable[[str, float, float], tuple[int, float]]
"""The lines that a text takes in a width at a size, and how wide the widest is."""


@dataclass(frozen=True)
class ListedItem:
    """A line of the list, and where it begins."""

    count: str
    name: str
    x: float
    y: float
    width: float
    """What its name may take."""
    lines: int


@dataclass(frozen=True)
class ContentsList:
    """All lines of the list."""

    items: tuple[ListedItem, ...]
    size: float
    counts: float
    """How wide the column of counts is."""
    height: float
    leading: float = LEADING

    @property
    def gap(self) -> float:
        """Between a count and its name."""
        return GAP * self.size


def list_contents(
    items: Sequence[tuple[str, str]], width: float, height: float, most: float, measure: Measure
) -> ContentsList:
    """The counts and names set as large as fits, in one column or in two; as small as may be where nothing fits."""
    found: list[ContentsList] = []
    for share in (1.0, *SHARES) if len(items) > 3 else (1.0,):
        for step in range(max(0, floor((most - LEAST) / STEP)) + 1):
            made = _set(items, width, max(most - step * STEP, LEAST), share, measure)
            if made is not None and made.height <= height:
                found.append(made)
    if not found:
        return _set(items, width, LEAST, 1.0, measure) or ContentsList((), LEAST, 0.0, 0.0)
    largest = max(made.size for made in found)
    good = [made for made in found if made.size >= max(LARGE_ENOUGH * largest, min(largest, READABLE))]
    return max(good, key=_pleasing)


def _pleasing(made: ContentsList) -> float:
    """Large letters please, broken names and a second column do not."""
    broken = sum(item.lines - 1 for item in made.items)
    columns = len({item.x for item in made.items})
    return float(made.size * BROKEN**broken / (WORTH if columns > 1 else 1))


def _set(
    items: Sequence[tuple[str, str]], width: float, size: float, share: float, measure: Measure
) -> ContentsList | None:
    """The list at a size; None where a word is wider than its column."""
    counted = [f"{count}{FIRM}×" for count, _ in items]
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
    """How many items stand in the first column, so that both are about as high; all of them where there is one."""
    if len(lines) == 1:
        return len(lines[0])
    first, second = lines
    return min(range(len(first), -1, -1), key=lambda at: max(sum(first[:at]), sum(second[at:])))
