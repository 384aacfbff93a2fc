"""Blocks: the positions of all cells of a sheet, in a grid or in shelves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pnp.geometry.matrix import CUT_TOLERANCE, Edges, Rect
from pnp.sheet.cell import Cell

SEAM: Final = 0.05
"""Overlap of neighbours that share a cut, in mm, so that no white hairline shows between them."""


@dataclass(frozen=True)
class CellBlock:
    """The cells of one sheet and their positions."""

    cells: list[Cell]
    rects: list[Rect]
    """The position of each cell."""
    bleeds: list[Edges]
    """The visible bleed of each cell."""
    shelves: list[Rect]
    """Strips across the whole block, from top to bottom, separated by straight cuts. Within a strip, every vertical
    cut runs from top to bottom. A grid is a single strip."""
    upright_strips: bool
    """Whether the label and the ruler are along the left and right edges."""
    folds_sideways: bool = False
    """For folded sheets: whether the fold is vertical, so that left meets right."""
    nested: bool = False
    """Whether pieces reach into the bounding boxes of their neighbours."""


def visible_bleeds(rects: list[Rect], bleed: float) -> list[Edges]:
    """Return the visible bleed of each box: at most halfway to a facing box, and never into a box at its corner."""
    return [_visible_bleed(rect, rects[:at] + rects[at + 1 :], bleed) for at, rect in enumerate(rects)]


def _visible_bleed(rect: Rect, others: list[Rect], bleed: float) -> Edges:
    shown = [min(bleed, max(room / 2, SEAM)) for room in rect.rooms(others, reach=-CUT_TOLERANCE)]
    for other in others:
        grown = rect.grown(Edges(*shown))
        into = (
            min(grown.right, other.right) - max(grown.x, other.x),
            min(grown.bottom, other.bottom) - max(grown.y, other.y),
        )
        if min(into) <= SEAM + 1e-6:
            continue
        for side, room in enumerate(rect.rooms([other], reach=bleed)):
            shown[side] = min(shown[side], max(room / 2, SEAM))
    return Edges(*shown)
