"""Gutters: the room between neighbours on a sheet, where their bleeds meet or one cut parts them."""

from __future__ import annotations

from typing import Final

from pnp.sheet.layout import Layout
from pnp.spec.model import Deck
from pnp.terms import Cutting

LEAST_INNER: Final = 1.5
"""A bleed toward a neighbour does not shrink below this, in mm."""
STEP: Final = 0.1


def shares_cuts(deck: Deck, layout: Layout) -> bool:
    """Whether one cut parts neighbours of a deck: where that is asked for, or a flat edge promised on every side."""
    if layout.gap is not None or layout.cut is Cutting.APART:
        return False
    flat = deck.edge is not None and (deck.edge.back is not None or deck.back is None)
    return flat or layout.cut is Cutting.SHARED


def gutters(layout: Layout) -> list[float]:
    """How far pieces may be set apart that have a bleed of their own, the widest first.

    Bleeds toward neighbours shrink only where that saves sheets, and no further than it takes.
    """
    if layout.gap is not None:
        return [layout.gap]
    widest, least = 2 * layout.reach, 2 * LEAST_INNER
    if layout.cut is Cutting.APART or layout.back_bleed is not None or widest <= least:
        return [widest]
    steps = int((widest - least) / STEP + 1e-6)
    found = [round(widest - STEP * step, 4) for step in range(steps + 1)]
    return found if found[-1] == least else [*found, least]
