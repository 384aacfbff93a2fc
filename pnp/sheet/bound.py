"""The bound by area: fewer sheets than these cannot hold the pieces, however they lie."""

from __future__ import annotations

from collections import defaultdict
from math import ceil, pi
from typing import Final

from pnp.deck import Piece
from pnp.sheet.gang import Gang, gang_up
from pnp.sheet.grid import usable
from pnp.sheet.layout import Layout
from pnp.terms import Shape, Stock

OF_BOX: Final = {Shape.HEX: 3 / 4, Shape.CIRCLE: pi / 4}
"""What a nested piece takes of its box."""


def least_sheets(pieces: list[Piece], layout: Layout) -> int:
    """The area of all pieces, divided by what pieces may cover of a sheet, and rounded up; stock by stock.

    A piece counts with the box that is cut out, without bleeds and gaps, or with its outline where it is nested. A
    sheet counts without margins, label and ruler; of a folded one, the half that holds the fronts.
    """
    if layout.paper.single:
        return len(pieces)
    taken: dict[tuple[Stock, bool], float] = defaultdict(float)
    for gang in gang_up(pieces, layout):
        taken[gang.stock, gang.folded] += len(gang.pieces) * _area(gang, layout)
    return sum(ceil(area / _room(layout, folded=folded) - 1e-9) for (_, folded), area in taken.items())


def _area(gang: Gang, layout: Layout) -> float:
    width, height = gang.cell.size
    nested = layout.nest and gang.pieces[0].deck.nests
    return width * height * (OF_BOX.get(gang.cell.shape, 1.0) if nested else 1.0)


def _room(layout: Layout, *, folded: bool) -> float:
    """The most that pieces may cover of a sheet."""
    rooms = [
        usable(layout, upright=upright, fold=folded, sideways=sideways, between=True)
        for upright in (False, True)
        for sideways in (False, True)
    ]
    return max((room.width * room.height for room in rooms if room is not None), default=1.0)
