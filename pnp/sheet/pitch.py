"""Pitch: the distance from one piece to the next, and whether every second row or column is staggered.

Hexes are placed so that all their sides are on straight lines in three directions, and no such line crosses another
hex: they can be cut one after the other with a ruler or a guillotine. Nested hexes are placed side to side, as in a
honeycomb.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from pnp.geometry.outline import HEX_RATIO, is_flat
from pnp.sheet.cell import Cell
from pnp.terms import Shape

SLANT: Final = 2 / sqrt(3)
"""Length of a gap along one side of a hex, relative to its width across the next side."""


class Pitch(NamedTuple):
    """Distance from one piece to the next, in mm."""

    across: float
    down: float
    staggered: bool = False
    """Whether every second line of pieces is offset by half a step."""
    by_columns: bool = False
    """Whether the lines of pieces are columns."""
    nested: bool = False
    """Whether pieces reach into the bounding boxes of their neighbours."""


def pitch_of(cell: Cell, gap: float, *, nest: bool) -> Pitch:
    """Return the pitch of cells at that distance from each other."""
    width, height = cell.size
    plain = Pitch(width + gap, height + gap)
    if cell.shape is Shape.HEX:
        flat = is_flat(cell.size)
        if nest:
            across = width * 3 / 4 + gap * HEX_RATIO if flat else plain.across
            down = plain.down if flat else height * 3 / 4 + gap * HEX_RATIO
        else:
            across = width + gap * SLANT if flat else plain.across
            down = plain.down if flat else height + gap * SLANT
        return Pitch(across, down, True, flat == nest, nest)
    if cell.shape is Shape.CIRCLE and nest:
        near = plain.across * HEX_RATIO
        across, down = (near, plain.down) if cell.quarter else (plain.across, near)
        return Pitch(across, down, True, cell.quarter, True)
    return plain
