"""Cells: the room that one piece needs on the paper.

Most pieces need their own size. A standee has its back head to head with its front. Where only fronts are printed, a
piece that folds has its back beside its front.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.sheet.layout import Sides
from pnp.sheet.page import Segment
from pnp.spec.model import Deck
from pnp.terms import CutBy, Shape, Side


class CellFace(NamedTuple):
    """A face within a cell."""

    side: Side
    rect: Rect
    rotation: int


@dataclass(frozen=True)
class Cell:
    """The room for one piece."""

    size: Size
    parts: tuple[CellFace, ...]
    folds: tuple[Segment, ...] = ()
    shape: Shape = Shape.RECT
    """The shape that pieces are packed by; a piece with a custom outline needs its whole box."""
    quarter: bool = False
    """Whether the cell is rotated by a quarter turn."""

    @property
    def turned(self) -> Cell:
        """The cell after a quarter turn clockwise."""
        height = self.size.height
        return Cell(
            self.size.turned,
            tuple(
                CellFace(side, Rect(height - rect.bottom, rect.x, rect.height, rect.width), (rotation + 90) % 360)
                for side, rect, rotation in self.parts
            ),
            tuple(Segment(height - y1, x1, height - y2, x2) for x1, y1, x2, y2 in self.folds),
            self.shape,
            not self.quarter,
        )


def prints_back(deck: Deck, sides: Sides) -> bool:
    """Return whether the backs of a deck are printed with this choice of sides."""
    return deck.back is not None and (deck.keeps_back or sides is not Sides.FRONTS)


def cell_for(deck: Deck, sides: Sides) -> Cell:
    """Return the cell for the pieces of a deck."""
    flat = deck.flat(opened=sides is Sides.FRONTS)
    parts = tuple(CellFace(part.side, Rect(part.x, part.y, *part.size), part.turn) for part in flat.parts)
    shape = deck.shape if deck.cut is CutBy.SHAPE and len(parts) == 1 else Shape.RECT
    return Cell(flat.size, parts, tuple(Segment(*fold) for fold in flat.folds), shape)
