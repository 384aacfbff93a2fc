"""Gutters: the room between neighbours on a sheet, where their bleeds meet or one cut parts them."""

from __future__ import annotations

from typing import Final

from pnp.sheet.cell import Cell
from pnp.sheet.grid import most_cells
from pnp.sheet.layout import Layout
from pnp.spec.model import Deck
from pnp.terms import Cutting

LEAST_INNER: Final = 1.5
"""A bleed toward a neighbour does not shrink below this, in mm."""
STEP: Final = 0.1


def gutter(deck: Deck, cell: Cell, count: int, layout: Layout, *, fold: bool) -> float:
    """How far neighbours of a deck are set apart, where this many pieces are laid together.

    Bleeds between them shrink only where more pieces then fit on a sheet, and no further than that takes.
    """
    if layout.gap is not None:
        return layout.gap
    if layout.cut is Cutting.SHARED or (layout.cut is Cutting.AUTO and has_flat_edge(deck)):
        return 0.0
    full, least = 2 * layout.bleed, 2 * LEAST_INNER
    if layout.cut is Cutting.APART or full <= least:
        return full
    most = min(count, most_cells(cell, least, layout, fold=fold))
    steps = int((full - least) / STEP + 1e-6)
    wider = (full - STEP * number for number in range(steps + 1))
    return next((round(gap, 4) for gap in wider if most_cells(cell, gap, layout, fold=fold) >= most), least)


def has_flat_edge(deck: Deck) -> bool:
    """Whether a flat edge is promised on every side that a deck has."""
    return deck.edge is not None and (deck.edge.back is not None or deck.back is None)


def gutter_between(one: Deck, other: Deck, layout: Layout) -> float:
    """How far a piece is set apart from one of another deck: edges that may differ in colour never share a cut."""
    if layout.gap is not None:
        return layout.gap
    alike = one.edge == other.edge
    if alike and (layout.cut is Cutting.SHARED or (layout.cut is Cutting.AUTO and _both_flat(one, other))):
        return 0.0
    return 2 * layout.bleed


def _both_flat(one: Deck, other: Deck) -> bool:
    return has_flat_edge(one) and has_flat_edge(other)
