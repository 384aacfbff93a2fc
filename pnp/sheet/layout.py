"""How sheets are laid out: what a maker chooses for a print."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pnp.errors import LayoutError, Problem
from pnp.location import Location, option
from pnp.sheet.margins import USUAL_MARGINS, Margins
from pnp.sheet.paper import Paper
from pnp.terms import Cutting, Side

LARGEST_MARGIN: Final = 50.0
LARGEST_OFFSET: Final = 10.0
LARGEST_BLEED: Final = 10.0
LARGEST_TURN: Final = 1.0
"""Degrees; a printer that turns a page by more pulls its paper in askew."""
LARGEST_STRETCH: Final = 0.01


class Sides(StrEnum):
    """How fronts and backs come together."""

    DUPLEX_LONG = "duplex-long"
    """Printed on both sides, the paper turned over its long edge."""
    DUPLEX_SHORT = "duplex-short"
    """Printed on both sides, the paper turned over its short edge."""
    FOLD = "fold"
    """Fronts and backs on one side, folded together and glued."""
    FRONTS = "fronts"
    """No backs."""

    @property
    def duplex(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self in (Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT)


@dataclass(frozen=True)
class Layout:
    """The choices for a print; raises LayoutError, with every problem, when they are impossible."""

    paper: Paper
    sides: Sides = Sides.DUPLEX_LONG
    margin: Margins = USUAL_MARGINS
    """No piece comes nearer to the paper's edge, unless the paper holds only one."""
    gap: float | None = None
    """Between neighbours; None leaves it to `cut`."""
    bleed: float = 3
    marks: bool = True
    offset: tuple[float, float] = (0, 0)
    """Moves back pages right and down."""
    nest: bool = False
    """Whether hexes and circles lie in the gaps of their neighbours, which no straight cut can part."""
    cut: Cutting = Cutting.AUTO
    """How neighbours are cut apart, where no gap is given."""
    turn: float = 0
    """Turns back pages clockwise about the paper's centre, in degrees."""
    scale: float = 1
    """Scales back pages about the paper's centre."""
    back_bleed: float | None = None
    """Art beyond the cut on back pages; None: as on fronts."""

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
            Problem(option(name), f"must be from {low:g} to {high:g} mm", found=f"{value:g}", code="E0603")
            for name, value, low, high in dict.fromkeys(checks)
            if not (math.isfinite(value) and low <= value <= high)
        ]
        problems += self._crooked()
        if self.offset != (0, 0) and not self.sides.duplex:
            hint = "only what is printed on the back of the paper can be moved"
            problems.append(Problem(option("--offset"), self._needs_duplex, hint, code="E0604"))
        if self.back_bleed is not None and not self.sides.duplex:
            hint = "only what is printed on the back of the paper can drift"
            problems.append(Problem(option("--back-bleed"), self._needs_duplex, hint, code="E0604"))
        if problems:
            raise LayoutError(*problems)

    @property
    def turns_sideways(self) -> bool:
        """Whether the paper is turned over like a page of a book: left and right change places."""
        return (self.sides is Sides.DUPLEX_LONG) == self.paper.portrait

    @property
    def margins(self) -> Margins:
        """The margins that count: equal on opposite sides that change places when the paper is turned over."""
        return self.margin.balanced(sideways=self.turns_sideways) if self.sides.duplex else self.margin

    @property
    def reach(self) -> float:
        """How far art reaches beyond the cut on either side of the paper."""
        return self.bleed if self.back_bleed is None else self.back_bleed

    def rim(self, side: Side) -> float:
        """How far a face is drawn beyond its cut."""
        return self.bleed if side is Side.FRONT else self.reach

    @property
    def corrected(self) -> bool:
        """Whether back pages are turned or scaled."""
        return (self.turn, self.scale) != (0, 1)

    @property
    def _needs_duplex(self) -> str:
        return f"needs a duplex layout, not --sides {self.sides}"

    def _crooked(self) -> list[Problem]:
        """Return the problems of the turn and the scale of back pages."""
        problems = []
        printer = Location(detail="printer")
        hint = "read the sheet of pnp calibrate again; a printer that is so far off needs a mechanic"
        if not (math.isfinite(self.turn) and abs(self.turn) <= LARGEST_TURN):
            message = f"backs can be turned by at most {LARGEST_TURN:g}°, not {self.turn:.3g}°"
            problems.append(Problem(printer, message, hint, code="E0605"))
        if not (math.isfinite(self.scale) and abs(self.scale - 1) <= LARGEST_STRETCH + 1e-9):
            least, most = (100 * (1 + sign * LARGEST_STRETCH) for sign in (-1, 1))
            message = f"backs can be scaled to {least:g}% to {most:g}%, not {100 * self.scale:.4g}%"
            problems.append(Problem(printer, message, hint, code="E0605"))
        if self.corrected and not self.sides.duplex:
            message = f"turning or scaling backs {self._needs_duplex}"
            problems.append(Problem(printer, message, code="E0604"))
        return problems
