"""Spare places: how many more pieces of each size fit on the sheets of a print."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnp.geometry.units import Size
from pnp.sheet.gang import group_into_gangs
from pnp.sheet.layout import Layout
from pnp.sheet.plan import plan_sheets
from pnp.spec.deck import Piece
from pnp.spec.model import Deck
from pnp.worker.progress import Progress, silent


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
