"""Shelf packing: pieces of different sizes on one sheet, in rows separated by straight cuts.

All pieces of a shelf are aligned at its top; one that is lower than the first needs another cut. The arrangement is
found by a search with backtracking: shelf by shelf, the tallest first, each starting with one kind of piece in one of
its two orientations and filled up with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pnp.geometry.matrix import Rect
from pnp.sheet.cells import Cell, CellBlock, visible_bleeds
from pnp.sheet.page import bounds

STEPS: Final = 1500
"""Number of shelves to try for a sheet before the best so far is accepted."""
MORE_STEPS: Final = 150
"""Number of shelves to try once a sheet holds all pieces, for one that is easier to cut."""
TICK_ROOM: Final = 3.0
"""Smallest gap between different pieces, in mm: room for the ticks of both, even if pieces of one size need none."""
_TINY: Final = 1e-6


@dataclass(frozen=True)
class Lot:
    """Remaining pieces of one size after full sheets."""

    cell: Cell
    count: int
    shares_cuts: bool
    """Whether pieces of the lot touch and share a cut."""


class Frame(NamedTuple):
    """The usable area of the paper for one choice of strips and fold."""

    area: Rect
    upright_strips: bool
    folds_sideways: bool


class _Orientation(NamedTuple):
    """A lot in one of its two orientations."""

    lot: int
    cell: Cell
    width: float
    height: float
    gap: float
    """Distance between two pieces of the lot, in mm."""


@dataclass(frozen=True)
class _Shelf:
    """A row of pieces: orientations, and the number of pieces in each, from left to right."""

    runs: tuple[tuple[_Orientation, int], ...]

    @property
    def lead(self) -> _Orientation:
        return self.runs[0][0]

    @property
    def height(self) -> float:
        return self.lead.height

    @property
    def trims(self) -> int:
        """Number of pieces that need another cut."""
        return sum(count for turn, count in self.runs if turn.height < self.height - _TINY)

    @property
    def covered(self) -> float:
        return sum(turn.width * turn.height * count for turn, count in self.runs)

    def cuts_align(self, other: _Shelf) -> bool:
        """Return whether both hold only pieces of the same lot and orientation, so that vertical cuts run through."""
        return len(self.runs) == len(other.runs) == 1 and self.lead == other.lead


class SharedSheet(NamedTuple):
    """A sheet with pieces of several lots: their positions, and the lot of each."""

    block: CellBlock
    lots: list[int]


def can_share(lot: Lot, frames: Sequence[Frame]) -> bool:
    """Return whether a piece of a lot fits on a sheet of shelves at all."""
    return any(_fits(turn, frame.area) for turn in _turns([lot], 0) for frame in frames)


def pack_shelves(lots: Sequence[Lot], gap: float, frames: Sequence[Frame], bleed: float) -> list[SharedSheet]:
    """Return sheets for all pieces of these lots, at least `gap` apart; each piece must fit on a sheet."""
    turns = _turns(lots, gap)
    gap = max(gap, TICK_ROOM)
    left = [lot.count for lot in lots]
    sheets: list[SharedSheet] = []
    while any(left):
        tried = [(_Search(turns, frame.area, gap).best(left), frame) for frame in frames]
        found, frame = max(tried, key=lambda each: each[0].score)
        for shelf in found.shelves:
            for turn, count in shelf.runs:
                left[turn.lot] -= count
        sheets.append(_place_shelves(found.shelves, gap, frame, bleed))
    return sheets


def _turns(lots: Sequence[Lot], gap: float) -> list[_Orientation]:
    """Return every lot in both orientations, tallest first."""
    found = []
    for number, lot in enumerate(lots):
        width, height = lot.cell.size
        for cell in [lot.cell] if abs(width - height) < _TINY else [lot.cell, lot.cell.turned]:
            found.append(_Orientation(number, cell, *cell.size, 0 if lot.shares_cuts else gap))
    return sorted(found, key=lambda turn: (-turn.height, -turn.width, turn.lot))


def _fits(turn: _Orientation, area: Rect) -> bool:
    return turn.width < area.width + _TINY and turn.height < area.height + _TINY


class _Found(NamedTuple):
    """The best sheet so far."""

    score: tuple[float, int, int, int]
    """Area covered, then negated: trims, shelves, and kinds of pieces per shelf."""
    shelves: tuple[_Shelf, ...]


class _Search:
    """The search for the fullest sheet, within a number of steps."""

    def __init__(self, turns: Sequence[_Orientation], area: Rect, gap: float) -> None:
        self.turns = [turn for turn in turns if _fits(turn, area)]
        self.width, self.height = area.width + _TINY, area.height + _TINY
        self.gap = gap
        self.steps = STEPS
        self.found = _Found((0, 0, 0, 0), ())

    def best(self, left: Sequence[int]) -> _Found:
        """Return the fullest sheet with at most `left` pieces of each lot."""
        sizes = {turn.lot: turn.width * turn.height for turn in self.turns}
        self.most = sum(size * left[lot] for lot, size in sizes.items())
        self._stack((), list(left), self.height, 0, 0.0, 0)
        return self.found

    def _stack(
        self, shelves: tuple[_Shelf, ...], left: list[int], height: float, first: int, covered: float, trims: int
    ) -> None:
        """Try every shelf that can follow below these."""
        self.steps -= 1
        cuts = (-trims, -len(shelves), -sum(len(shelf.runs) for shelf in shelves))
        if (round(covered, 3), *cuts) > self.found.score:
            self.found = _Found((round(covered, 3), *cuts), shelves)
        if covered > self.most - _TINY:
            self.steps = min(self.steps, MORE_STEPS)
            return
        if (round(min(self.most, covered + height * self.width), 3), *cuts) <= self.found.score:
            return
        for at in range(first, len(self.turns)):
            for shelf in self._shelves(self.turns[at], left):
                room = height - shelf.height
                if shelves:
                    room -= shelf.lead.gap if shelf.cuts_align(shelves[-1]) else self.gap
                if room < 0:
                    continue
                rest = list(left)
                for turn, count in shelf.runs:
                    rest[turn.lot] -= count
                self._stack((*shelves, shelf), rest, room, at, covered + shelf.covered, trims + shelf.trims)
                if self.steps < 0:
                    return

    def _shelves(self, lead: _Orientation, left: list[int]) -> Iterator[_Shelf]:
        """Yield the shelves that an orientation can start: filled up with lower pieces, and alone."""
        count = min(left[lead.lot], int((self.width + lead.gap) // (lead.width + lead.gap)))
        if not count:
            return
        width = self.width - count * lead.width - (count - 1) * lead.gap
        runs = [(lead, count)]
        used = {lead.lot: count}
        for turn in self.turns:
            if turn == lead or turn.height > lead.height + _TINY:
                continue
            room = width - self.gap + turn.gap
            more = min(left[turn.lot] - used.get(turn.lot, 0), int(room // (turn.width + turn.gap)))
            if more > 0:
                width -= self.gap + more * turn.width + (more - 1) * turn.gap
                used[turn.lot] = used.get(turn.lot, 0) + more
                runs.append((turn, more))
        yield _Shelf(tuple(runs))
        if len(runs) > 1:
            yield _Shelf((runs[0],))


def _place_shelves(shelves: Sequence[_Shelf], gap: float, frame: Frame, bleed: float) -> SharedSheet:
    """Return the shelves below each other, as a block centred in its area."""
    turns: list[_Orientation] = []
    rects: list[Rect] = []
    strips: list[Rect] = []
    y = 0.0
    above: _Shelf | None = None
    for shelf in shelves:
        if above is not None:
            y += shelf.lead.gap if shelf.cuts_align(above) else gap
        x = -gap
        for turn, count in shelf.runs:
            x += gap
            for number in range(count):
                x += turn.gap if number else 0
                turns.append(turn)
                rects.append(Rect(x, y, turn.width, turn.height))
                x += turn.width
        strip = Rect(0, y, x, shelf.height)
        if above is not None and shelf.cuts_align(above):
            top = strips.pop()
            strip = Rect(0, top.y, max(top.width, x), strip.bottom - top.y)
        strips.append(strip)
        y += shelf.height
        above = shelf
    around = bounds(rects) or Rect(0, 0, 0, 0)
    area = frame.area
    dx, dy = area.x + (area.width - around.width) / 2, area.y + (area.height - around.height) / 2
    placed = [rect.moved(dx, dy) for rect in rects]
    block = CellBlock(
        [turn.cell for turn in turns],
        placed,
        visible_bleeds(placed, bleed),
        [Rect(dx, strip.y + dy, around.width, strip.height) for strip in strips],
        frame.upright_strips,
        frame.folds_sideways,
    )
    return SharedSheet(block, [turn.lot for turn in turns])
