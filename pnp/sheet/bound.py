"""A lower bound on the number of sheets, from the area of the pieces."""

from __future__ import annotations

from collections import defaultdict
from math import ceil, pi
from typing import Final

from pnp.sheet.gang import Gang, group_into_gangs
from pnp.sheet.grid import usable_area
from pnp.sheet.layout import Layout
from pnp.spec.deck import Piece
from pnp.terms import Shape, Stock

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
