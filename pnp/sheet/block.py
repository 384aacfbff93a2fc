"""Blocks: the cells of one sheet where they lie, whether in a grid or in shelves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pnp.sheet.cell import Cell
from pnp.sheet.page import HAIR, Edges, Rect

SEAM: Final = 0.05
"""Neighbours that share a cut overlap by so much, so that no white hairline shows between them."""


@dataclass(frozen=True)
class Block:
    """The cells of a sheet."""

    cells: list[Cell]
    rects: list[Rect]
    """Where each of them lies."""
    bleeds: list[Edges]
    """How far the bleed of each may show."""
    shelves: list[Rect]
    """Strips from edge to edge of the block, from top to bottom, that straight cuts part; within one, every cut down
    runs from its top to its bottom. A grid is a single one."""
    upright_strips: bool
    """Whether label and ruler are along the left and right edge."""
    folds_sideways: bool = False
    """In a fold layout: whether the fold is upright, so that left meets right."""
    nested: bool = False
    """Whether cells reach into the boxes of others."""


def bleeds_between(rects: list[Rect], bleed: float) -> list[Edges]:
    """How far the bleed of each box may show: half the way to a box that faces it, and never into one at its corner."""
    return [_clear(rect, rects[:at] + rects[at + 1 :], bleed) for at, rect in enumerate(rects)]


def _clear(rect: Rect, others: list[Rect], bleed: float) -> Edges:
    shown = [min(bleed, max(room / 2, SEAM)) for room in rect.rooms(others, reach=-HAIR)]
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
