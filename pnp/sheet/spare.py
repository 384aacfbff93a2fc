"""Spare places: how many more pieces of each size the sheets of a print would hold, with no sheet more."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnp.deck import Piece
from pnp.progress import Progress, silent
from pnp.sheet.gang import gang_up
from pnp.sheet.layout import Layout
from pnp.sheet.plan import plan_sheets
from pnp.spec.model import Deck
from pnp.units import Size


class Spare(NamedTuple):
    """Places for pieces of one size."""

    decks: tuple[Deck, ...]
    """Those whose pieces would fit; they fill sheets together."""
    size: Size
    """What one piece takes: a standee lies with both heads."""
    places: int


def spare_places(pieces: list[Piece], layout: Layout, progress: Progress = silent) -> list[Spare]:
    """The places for each size that is printed, where there are any; those of one size take up those of another.

    They are not counted on the finished sheets: the print is laid out anew with more pieces, for with more of them
    neighbours may lie closer. So that many more really fit.
    """
    if layout.paper.single:
        return []
    sheets = len(plan_sheets(pieces, layout))
    found = []
    gangs = gang_up(pieces, layout)
    for done, gang in enumerate(gangs):
        progress(done, len(gangs))
        last = gang.pieces[-1]

        def fits(more: int, last: Piece = last) -> bool:
            return len(plan_sheets([*pieces, *[last] * more], layout)) <= sheets

        decks = {piece.deck.name: piece.deck for piece in gang.pieces}
        found.append(Spare(tuple(decks.values()), gang.cell.size, _most(fits)))
    return [spare for spare in found if spare.places]


def _most(fits: Callable[[int], bool]) -> int:
    """The number that fits, found by doubling and then by halving: it fits, and the next one does not."""
    if not fits(1):
        return 0
    low, high = 1, 2
    while fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
