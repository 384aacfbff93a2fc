"""Pitch: how far it is from one piece to the next, and whether every second row or column begins half a step later.

Hexes lie so that the sides of all of them are on straight lines in three directions, and none of these lines meets
another hex: a ruler or a guillotine cuts them one after the other. Nested, they lie side to side, as in a honeycomb.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from pnp.outline import HIGH, is_flat
from pnp.sheet.cell import Cell
from pnp.terms import Shape

SLANT: Final = 2 / sqrt(3)
"""How much longer a gap is along one side of a hex than across the next."""


class Pitch(NamedTuple):
    """From one piece to the next."""

    across: float
    down: float
    staggered: bool = False
    """Whether every second line of pieces begins half a step later."""
    by_columns: bool = False
    """Whether the lines of pieces run down."""
    nested: bool = False
    """Whether pieces reach into the boxes of others."""


def pitch_of(cell: Cell, gap: float, *, nest: bool) -> Pitch:
    """The pitch of cells that keep that distance from each other."""
    width, height = cell.size
    plain = Pitch(width + gap, height + gap)
    if cell.shape is Shape.HEX:
        flat = is_flat(cell.size)
        if nest:
            across = width * 3 / 4 + gap * HIGH if flat else plain.across
            down = plain.down if flat else height * 3 / 4 + gap * HIGH
        else:
            across = width + gap * SLANT if flat else plain.across
            down = plain.down if flat else height + gap * SLANT
        return Pitch(across, down, True, flat == nest, nest)
    if cell.shape is Shape.CIRCLE and nest:
        near = plain.across * HIGH
        across, down = (near, plain.down) if cell.quarter else (plain.across, near)
        return Pitch(across, down, True, cell.quarter, True)
    return plain
