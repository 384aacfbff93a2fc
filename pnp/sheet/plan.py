"""The plan of a print: which pieces go on which sheet, the fewest sheets possible, and spare places.

Every gang fills as many whole sheets as it can. The remaining pieces on the same stock share sheets, in shelves, if
that saves any; otherwise each gang gets a separate last sheet. Of pieces that need a sheet each, such as parts of a
board, the last can share it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, pi
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Location, Problem
from pnp.geometry.units import Size
from pnp.sheet.cells import CellBlock, Gang, group_into_gangs, possible_gaps
from pnp.sheet.grid import Grid, fit_grid, usable_area
from pnp.sheet.layout import Layout
from pnp.sheet.shelves import Frame, Lot, SharedSheet, can_share, pack_shelves
from pnp.spec.deck import Piece
from pnp.spec.model import Deck
from pnp.terms import Shape, Stock
from pnp.worker.progress import Progress, silent

MOST_APART: Final = 6
"""Largest number of gangs that are tried on separate sheets."""
COARSE: Final = 5
"""Shelves are tried at every fifth of the possible distances between pieces."""


@dataclass(frozen=True)
class Sheet:
    """The pieces on one sheet and their positions."""

    pieces: list[Piece]
    block: CellBlock
    stock: Stock
    folded: bool


@dataclass
class _GangSheets:
    """A gang with its grid, its whole sheets and the remaining pieces."""

    gang: Gang
    grid: Grid
    sheets: list[Sheet] = field(default_factory=list)
    rest: list[Piece] = field(default_factory=list)

    @property
    def lot(self) -> Lot:
        return Lot(self.gang.cell, len(self.rest), self.gang.shares_cuts)

    @property
    def covered(self) -> float:
        """Area of the remaining pieces, in mm²."""
        width, height = self.gang.cell.size
        return len(self.rest) * width * height


def plan_sheets(pieces: list[Piece], layout: Layout) -> list[Sheet]:
    """Return all sheets in printing order: per stock, whole sheets gang by gang, then shared sheets."""
    sheets: list[Sheet] = []
    problems: list[Problem] = []
    for _, gangs in groupby(group_into_gangs(pieces, layout), key=lambda gang: gang.stock):
        filled: list[_GangSheets] = []
        for gang in gangs:
            try:
                filled.append(_fill(gang, layout))
            except LayoutError as error:
                problems += error.problems
        shared: list[Sheet] = []
        for folded in (False, True):  # pieces that do not fold over cannot be on a folded sheet
            rests = [each for each in filled if each.gang.folded is folded and each.rest and each.gang.in_rows]
            shared += _share_sheets(rests, layout, folded=folded)
        for each in filled:
            sheets += each.sheets
            if each.rest:
                sheets.append(_partial(each, layout))
        sheets += shared
    if problems:
        raise LayoutError(*problems)
    return sheets


def _fill(gang: Gang, layout: Layout) -> _GangSheets:
    """Return a gang on as few sheets as possible, with the widest gap that allows; the rest is not placed yet."""
    deck = gang.pieces[0].deck.name
    where = Location(deck=deck, detail=f"deck {deck}")
    count = len(gang.pieces)
    allowed = [0.0] if gang.shares_cuts else possible_gaps(layout)
    widest, *others = (
        fit_grid(gang.cell, gap, layout, fold=gang.folded, where=where)
        for gap in dict.fromkeys((allowed[0], allowed[-1]))
    )
    grid = widest
    for narrowest in others:
        fewest = ceil(count / narrowest.count)
        if fewest < ceil(count / widest.count):
            tried = (fit_grid(gang.cell, gap, layout, fold=gang.folded, where=where) for gap in allowed)
            grid = next(grid for grid in tried if ceil(count / grid.count) == fewest)
    whole = (
        count // grid.count * grid.count if grid.count > 1 else count - 1
    )  # beside one large piece there may be room
    filled = _GangSheets(gang, grid, rest=gang.pieces[whole:])
    if whole:
        block = grid.block(grid.count, layout.bleed)
        for first in range(0, whole, grid.count):
            filled.sheets.append(Sheet(gang.pieces[first : first + grid.count], block, gang.stock, gang.folded))
    return filled


def _partial(filled: _GangSheets, layout: Layout) -> Sheet:
    """Return the sheet with the remaining pieces of one gang."""
    count = len(filled.rest)
    grid = filled.grid if filled.sheets else filled.grid.shrunk(count)
    return Sheet(filled.rest, grid.block(count, layout.bleed), filled.gang.stock, filled.gang.folded)


def _share_sheets(rests: list[_GangSheets], layout: Layout, *, folded: bool) -> list[Sheet]:
    """Return the sheets that these gangs share, removing their pieces from the rests; empty if that saves none."""
    frames = shelf_frames(layout, folded=folded)
    rests = [each for each in rests if can_share(each.lot, frames)]
    if len(rests) < 2:
        return []
    ordered = sorted(rests, key=lambda each: -each.covered)
    best: tuple[int, float, int] | None = None
    chosen: list[SharedSheet] = []
    together: list[_GangSheets] = []
    for apart in range(min(len(ordered) - 1, MOST_APART)):  # the gangs with most pieces left may keep separate sheets
        some = ordered[apart:]
        gap, sheets = _share_widest([each.lot for each in some], layout, frames)
        score = (apart + len(sheets), -gap, -apart)
        if len(sheets) < len(some) and (best is None or score < best):
            best, chosen, together = score, sheets, some
    return [sheet for each in chosen if (sheet := _take_sheet(each, together)) is not None]


def _share_widest(lots: list[Lot], layout: Layout, frames: list[Frame]) -> tuple[float, list[SharedSheet]]:
    """Return the widest gap that allows the fewest shared sheets, and these sheets."""
    widest, *others = possible_gaps(layout)
    best = widest, pack_shelves(lots, widest, frames, layout.bleed)
    if not others:
        return best
    narrowest = pack_shelves(lots, others[-1], frames, layout.bleed)
    if len(narrowest) >= len(best[1]):
        return best
    for gap in others[COARSE - 1 : -1 : COARSE]:
        found = pack_shelves(lots, gap, frames, layout.bleed)
        if len(found) <= len(narrowest):
            return gap, found
    return others[-1], narrowest


def _take_sheet(shared: SharedSheet, together: Sequence[_GangSheets]) -> Sheet | None:
    """Return a sheet with the next pieces of each gang; None if it would hold only the whole rest of one gang."""
    gangs = [together[lot] for lot in shared.lots]
    if len(gangs) == len(gangs[0].rest) and all(each is gangs[0] for each in gangs):
        return None
    pieces = [each.rest.pop(0) for each in gangs]
    return Sheet(pieces, shared.block, gangs[0].gang.stock, gangs[0].gang.folded)


def shelf_frames(layout: Layout, *, folded: bool) -> list[Frame]:
    """Return the areas for shelves, for every choice of strips and fold; empty for paper that holds one piece."""
    if layout.paper.single:
        return []
    return [
        Frame(area, upright, sideways)
        for upright in (False, True)
        for sideways in ((False, True) if folded else (False,))
        if (area := usable_area(layout, upright=upright, fold=folded, sideways=sideways)) is not None
    ]


BOX_SHARE: Final = {Shape.HEX: 3 / 4, Shape.CIRCLE: pi / 4}
"""Share of its bounding box that a nested piece covers."""


def min_sheets(pieces: list[Piece], layout: Layout) -> int:
    """Return a number of sheets that no layout can undercut: area of the pieces by usable area, per stock, rounded up.

    A piece counts with its trim box, without bleed and gaps, or with its outline if it is nested. A sheet counts
    without margins, label and ruler; a folded sheet counts half.
    """
    if layout.paper.single:
        return len(pieces)
    taken: dict[tuple[Stock, bool], float] = defaultdict(float)
    for gang in group_into_gangs(pieces, layout):
        taken[gang.stock, gang.folded] += len(gang.pieces) * _area(gang, layout)
    return sum(ceil(area / _room(layout, folded=folded) - 1e-9) for (_, folded), area in taken.items())


def _area(gang: Gang, layout: Layout) -> float:
    width, height = gang.cell.size
    nested = layout.nest and gang.pieces[0].deck.nests
    return width * height * (BOX_SHARE.get(gang.cell.shape, 1.0) if nested else 1.0)


def _room(layout: Layout, *, folded: bool) -> float:
    """Return the largest area of a sheet that pieces can cover, in mm²."""
    rooms = [
        usable_area(layout, upright=upright, fold=folded, sideways=sideways, between=True)
        for upright in (False, True)
        for sideways in (False, True)
    ]
    return max((room.width * room.height for room in rooms if room is not None), default=1.0)


class Spare(NamedTuple):
    """Room for more pieces of one size."""

    decks: tuple[Deck, ...]
    """The decks whose pieces would fit there; they share sheets."""
    size: Size
    """The room that one piece takes; a standee needs both its sides."""
    places: int


def spare_places(pieces: list[Piece], layout: Layout, progress: Progress = silent) -> list[Spare]:
    """Return the number of spare places for each printed size that has any; sizes compete for the same room.

    The sheets are planned again with more pieces instead of counting empty places, because neighbours may move closer
    together. So this number of pieces really fits.
    """
    if layout.paper.single:
        return []
    sheets = len(plan_sheets(pieces, layout))
    found = []
    gangs = group_into_gangs(pieces, layout)
    for done, gang in enumerate(gangs):
        progress(done, len(gangs))
        last = gang.pieces[-1]

        def fits(more: int, last: Piece = last) -> bool:
            return len(plan_sheets([*pieces, *[last] * more], layout)) <= sheets

        decks = {piece.deck.name: piece.deck for piece in gang.pieces}
        found.append(Spare(tuple(decks.values()), gang.cell.size, _largest_fitting(fits)))
    return [spare for spare in found if spare.places]


def count_fitting(pieces: list[Piece], more: list[Piece], layout: Layout) -> int:
    """Return how many further pieces, in this order, need no further sheet."""
    if layout.paper.single or not pieces:
        return 0
    sheets = len(plan_sheets(pieces, layout))
    counts = range(len(more), 0, -1)
    return next((count for count in counts if len(plan_sheets([*pieces, *more[:count]], layout)) <= sheets), 0)


def _largest_fitting(fits: Callable[[int], bool]) -> int:
    """Return the largest number that fits, by doubling and bisection."""
    if not fits(1):
        return 0
    low, high = 1, 2
    while fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
