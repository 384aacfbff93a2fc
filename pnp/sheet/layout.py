"""How sheets are laid out: what a maker chooses for a print."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pnp.errors import LayoutError, Problem
from pnp.sheet.paper import Paper
from pnp.terms import Cutting

LARGEST_OFFSET: Final = 10.0
LARGEST_BLEED: Final = 10.0


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
    margin: float = 5
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

    def __post_init__(self) -> None:
        checks = [
            ("--margin", self.margin, 0.0, 50.0),
            ("--gap", self.gap or 0.0, 0.0, 50.0),
            ("--bleed", self.bleed, 0.0, LARGEST_BLEED),
            ("--offset", self.offset[0], -LARGEST_OFFSET, LARGEST_OFFSET),
            ("--offset", self.offset[1], -LARGEST_OFFSET, LARGEST_OFFSET),
        ]
        problems = [
            Problem(option, f"millimetres from {low:g} to {high:g}", f"{value:g}")
            for option, value, low, high in checks
            if not (math.isfinite(value) and low <= value <= high)
        ]
        if self.offset != (0, 0) and not self.sides.duplex:
            hint = "only what is printed on the back of the paper can be moved"
            problems.append(Problem("--offset", "a duplex layout", f"--sides {self.sides}", hint))
        if problems:
            raise LayoutError(*problems)

    @property
    def turns_sideways(self) -> bool:
        """Whether the paper is turned over like a page of a book: left and right change places."""
        return (self.sides is Sides.DUPLEX_LONG) == self.paper.portrait
