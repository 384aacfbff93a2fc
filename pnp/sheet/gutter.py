"""Gutters: the distance between neighbouring pieces on a sheet."""

from __future__ import annotations

from typing import Final

from pnp.sheet.layout import Layout
from pnp.spec.model import Deck
from pnp.terms import Cutting

MIN_INNER_BLEED: Final = 1.5
"""Smallest bleed towards a neighbour, in mm."""
STEP: Final = 0.1


def shares_cuts(deck: Deck, layout: Layout) -> bool:
    """Return whether neighbours of a deck share a cut: if so chosen, or if all faces of the deck have plain edges."""
    if layout.gap is not None or layout.cut is Cutting.APART:
        return False
    flat = deck.edge is not None and (deck.edge.back is not None or deck.back is None)
    return flat or layout.cut is Cutting.SHARED


def possible_gaps(layout: Layout) -> list[float]:
    """Return the possible distances between pieces with a bleed, in mm, widest first.

    The bleed towards neighbours shrinks only if that saves sheets, and no more than necessary.
    """
    if layout.gap is not None:
        return [layout.gap]
    widest, least = 2 * layout.reach, 2 * MIN_INNER_BLEED
    if layout.cut is Cutting.APART or layout.back_bleed is not None or widest <= least:
        return [widest]
    steps = int((widest - least) / STEP + 1e-6)
    found = [round(widest - STEP * step, 4) for step in range(steps + 1)]
    return found if found[-1] == least else [*found, least]
