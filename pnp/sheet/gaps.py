"""Gaps: how far apart pieces lie that each have a bleed of their own, the widest first."""

from __future__ import annotations

from typing import Final

from pnp.sheet.layout import Layout

LEAST_BLEED: Final = 1.5
"""Between pieces the bleed may shrink to this, where more of them fit then."""
STEP: Final = 0.5


def gaps(layout: Layout) -> list[float]:
    """The distances that pieces with bleeds of their own may keep, the widest first."""
    if layout.gap is not None:
        return [layout.gap]
    widest, least = 2 * layout.bleed, 2 * min(LEAST_BLEED, layout.bleed)
    steps = int((widest - least) / STEP + 1e-6)
    found = [widest - STEP * step for step in range(steps + 1)]
    return found if found[-1] == least else [*found, least]
