"""Layout options: paper, sides, margins, bleed, gaps, and correction of backs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pnp.errors import LayoutError, Location, Problem, option_location
from pnp.sheet.margins import USUAL_MARGINS, Margins
from pnp.sheet.paper import Paper
from pnp.terms import Cutting, Side

LARGEST_MARGIN: Final = 50.0
LARGEST_OFFSET: Final = 10.0
LARGEST_BLEED: Final = 10.0
LARGEST_TURN: Final = 1.0
"""Largest rotation of back pages, in degrees; a printer that is worse feeds its paper askew."""
LARGEST_STRETCH: Final = 0.01


class Sides(StrEnum):
    """How fronts and backs are printed."""

    DUPLEX_LONG = "duplex-long"
    """Both sides of the paper, flipped on the long edge."""
    DUPLEX_SHORT = "duplex-short"
    """Both sides of the paper, flipped on the short edge."""
    FOLD = "fold"
    """Fronts and backs on one side of the paper, which is folded and glued."""
    FRONTS = "fronts"
    """Fronts only."""

    @property
    def duplex(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self in (Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT)


@dataclass(frozen=True)
class Layout:
    """The options of a print. Raise LayoutError, with every problem, if they are impossible."""

    paper: Paper
    sides: Sides = Sides.DUPLEX_LONG
    margin: Margins = USUAL_MARGINS
    """Smallest distance between pieces and the edges of the paper, in mm; ignored if the paper holds only one piece."""
    gap: float | None = None
    """Distance between neighbours, in mm; None to derive it from `cut`."""
    bleed: float = 3
    marks: bool = True
    offset: tuple[float, float] = (0, 0)
    """Shift of back pages to the right and down, in mm."""
    nest: bool = False
    """Whether hexes and circles interlock, so that straight cuts cannot separate them."""
    cut: Cutting = Cutting.AUTO
    """How neighbours are separated, if no gap is set."""
    turn: float = 0
    """Rotation of back pages around the centre of the paper, in degrees clockwise."""
    scale: float = 1
    """Scale of back pages around the centre of the paper."""
    back_bleed: float | None = None
    """Bleed on back pages, in mm; None for the same as on fronts."""

    def __post_init__(self) -> None:
        checks = [
            *(("--margin", margin, 0.0, LARGEST_MARGIN) for margin in self.margin),
            ("--gap", self.gap or 0.0, 0.0, 50.0),
            ("--bleed", self.bleed, 0.0, LARGEST_BLEED),
            *([] if self.back_bleed is None else [("--back-bleed", self.back_bleed, self.bleed, LARGEST_BLEED)]),
            ("--offset", self.offset[0], -LARGEST_OFFSET, LARGEST_OFFSET),
            ("--offset", self.offset[1], -LARGEST_OFFSET, LARGEST_OFFSET),
        ]
        problems = [
            Problem(option_location(name), f"must be from {low:g} to {high:g} mm", found=f"{value:g}", code="E0603")
            for name, value, low, high in dict.fromkeys(checks)
            if not (math.isfinite(value) and low <= value <= high)
        ]
        problems += self._crooked()
        if self.offset != (0, 0) and not self.sides.duplex:
            hint = "the offset moves pages printed on the back of the paper; only duplex layouts have them"
            problems.append(Problem(option_location("--offset"), self._needs_duplex, hint, code="E0604"))
        if self.back_bleed is not None and not self.sides.duplex:
            hint = "the bleed of backs is for pages printed on the back of the paper; only duplex layouts have them"
            problems.append(Problem(option_location("--back-bleed"), self._needs_duplex, hint, code="E0604"))
        if problems:
            raise LayoutError(*problems)

    @property
    def turns_sideways(self) -> bool:
        """Whether the paper is flipped like a page of a book, so that left and right change places."""
        return (self.sides is Sides.DUPLEX_LONG) == self.paper.portrait

    @property
    def margins(self) -> Margins:
        """The effective margins: in a duplex layout, edges that change places have equal margins."""
        return self.margin.balanced(sideways=self.turns_sideways) if self.sides.duplex else self.margin

    @property
    def reach(self) -> float:
        """The larger of the two bleeds, in mm."""
        return self.bleed if self.back_bleed is None else self.back_bleed

    def rim(self, side: Side) -> float:
        """Return how far a face is drawn beyond its cut, in mm."""
        return self.bleed if side is Side.FRONT else self.reach

    @property
    def corrected(self) -> bool:
        """Whether back pages are rotated or scaled."""
        return (self.turn, self.scale) != (0, 1)

    @property
    def _needs_duplex(self) -> str:
        return f"needs a duplex layout, not --sides {self.sides}"

    def _crooked(self) -> list[Problem]:
        """Return the problems with the rotation and scale of back pages."""
        problems = []
        printer = Location(detail="printer")
        hint = "read the sheet of pnp calibrate again; a printer that is this far off needs a repair"
        if not (math.isfinite(self.turn) and abs(self.turn) <= LARGEST_TURN):
            message = f"backs can be rotated by at most {LARGEST_TURN:g}°, not {self.turn:.3g}°"
            problems.append(Problem(printer, message, hint, code="E0605"))
        if not (math.isfinite(self.scale) and abs(self.scale - 1) <= LARGEST_STRETCH + 1e-9):
            least, most = (100 * (1 + sign * LARGEST_STRETCH) for sign in (-1, 1))
            message = f"backs can be scaled only from {least:g}% to {most:g}%, not {100 * self.scale:.4g}%"
            problems.append(Problem(printer, message, hint, code="E0605"))
        if self.corrected and not self.sides.duplex:
            message = f"rotating or scaling backs {self._needs_duplex}"
            problems.append(Problem(printer, message, code="E0604"))
        return problems
