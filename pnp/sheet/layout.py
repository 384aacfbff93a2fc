"""Layout options: paper, margins, sides, gap and bleed."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Location, Problem, option_location, quote_value
from pnp.geometry.units import MM_PER_INCH, Size, read_size, trim
from pnp.terms import Cutting, Side

SMALLEST: Final = 20.0
LARGEST: Final = 1500.0
SHEET: Final = 80.0
"""Minimum shorter side of a sheet with a label, a ruler and several pieces, in mm; smaller paper holds one piece."""
PAPERS: Final = {
    "a4": Size(210, 297),
    "letter": Size(8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
    "a3": Size(297, 420),
    "a2": Size(420, 594),
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "legal": Size(8.5 * MM_PER_INCH, 14 * MM_PER_INCH),
    "tabloid": Size(11 * MM_PER_INCH, 17 * MM_PER_INCH),
}
"""Sizes by name, the most common first."""
PLOTTER: Final = "plotter"
"""Name of a roll of paper: its pages are as large as the boards of a game need, and A4 for anything else."""


@dataclass(frozen=True)
class Paper:
    """A paper size."""

    name: str
    """Name used in file names."""
    size: Size

    @property
    def portrait(self) -> bool:
        """Whether the paper is at least as high as wide."""
        return self.size.height >= self.size.width

    @property
    def single(self) -> bool:
        """Whether a page holds a single piece, as for card printers: no label, ruler or margin."""
        return min(self.size) < SHEET

    @property
    def plotter(self) -> bool:
        """Whether pages are cut from a roll, so that no board is divided."""
        return self.name == PLOTTER


def parse_paper(text: str) -> Paper:
    """Return the paper of that name or size; raise LayoutError for anything else.

    >>> parse_paper("8.5in x 11in").size
    Size(width=215.9, height=279.4)
    """
    name = text.strip().lower()
    if name in PAPERS:
        return Paper(name, PAPERS[name])
    if name == PLOTTER:
        return Paper(name, PAPERS["a4"])
    size = read_size(name)
    if size is None or not all(SMALLEST <= side <= LARGEST for side in size):
        message = f"must be {', '.join([*PAPERS, PLOTTER])}, or WxH in mm from {SMALLEST:g} to {LARGEST:g}"
        hint = 'for example --paper 210x297 or --paper "8.5in x 11in"'
        raise LayoutError(Problem(option_location("--paper"), message, hint, found=quote_value(text), code="E0602"))
    return Paper(f"{trim(size.width)}x{trim(size.height)}", size)


DEFAULT_MARGIN: Final = 5.0
"""Largest margin that bleed and marks may reach into, in mm; a larger one is the unprintable area of a printer."""
UNPRINTABLE: Final = 4.2
"""Margin that most printers leave white, in mm; a smaller `--margin` says that a printer leaves less."""
MARGIN_FORMAT: Final = "one number of millimetres for all sides, or four: TOP,RIGHT,BOTTOM,LEFT"
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


class Margins(NamedTuple):
    """A length in mm on each side of the paper, clockwise from the top as in CSS."""

    top: float
    right: float
    bottom: float
    left: float

    @classmethod
    def even(cls, length: float) -> Margins:
        """Return equal margins on all sides."""
        return cls(length, length, length, length)

    @property
    def uniform(self) -> float | None:
        """The margin if it is equal on all sides, else None."""
        return self.top if len(set(self)) == 1 else None

    def balanced(self, *, sideways: bool) -> Margins:
        """Return margins whose left and right (`sideways`), or top and bottom, are both the larger of the two."""
        if sideways:
            widest = max(self.left, self.right)
            return self._replace(left=widest, right=widest)
        tallest = max(self.top, self.bottom)
        return self._replace(top=tallest, bottom=tallest)

    def __str__(self) -> str:
        return f"{self.top:g}" if self.uniform is not None else ",".join(f"{length:g}" for length in self)


USUAL_MARGINS: Final = Margins.even(DEFAULT_MARGIN)


def unprintable(margin: float) -> float:
    """Return how much of a margin stays white, in mm.

    >>> unprintable(5), unprintable(3), unprintable(12.7)
    (4.2, 3, 12.7)
    """
    return margin if margin > DEFAULT_MARGIN else min(margin, UNPRINTABLE)


def as_margins(lengths: float | Sequence[float]) -> Margins:
    """Return margins from one length or from four; raise ValueError for any other number of lengths."""
    if isinstance(lengths, int | float):
        return Margins.even(lengths)
    if len(lengths) != 4:
        raise ValueError(f"margins must be one length or four, not {len(lengths)}")
    return Margins(*lengths)


def parse_margins(text: str, option: str) -> Margins:
    """Return margins from the value of an option: one length in mm, or four; raise LayoutError for anything else.

    >>> parse_margins("5,5,12.7,5", "--margin")
    Margins(top=5.0, right=5.0, bottom=12.7, left=5.0)
    """
    numbers = [number.strip() for number in text.split(",")]
    if len(numbers) not in (1, 4) or not all(_NUMBER.fullmatch(number) for number in numbers):
        where, hint = Location(option=option), f"for example {option} 5,5,12.7,5"
        raise LayoutError(Problem(where, f"must be {MARGIN_FORMAT}", hint, found=quote_value(text), code="E0603"))
    lengths = [float(number) for number in numbers]
    return as_margins(lengths if len(lengths) == 4 else lengths[0])


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
        problems += self._correction_problems()
        if self.offset != (0, 0) and not self.sides.duplex:
            hint = "the offset moves pages printed on the back of the paper; only duplex layouts have them"
            problems.append(Problem(option_location("--offset"), self._needs_duplex, hint, code="E0604"))
        if self.back_bleed is not None and not self.sides.duplex:
            hint = "the bleed of backs is for pages printed on the back of the paper; only duplex layouts have them"
            problems.append(Problem(option_location("--back-bleed"), self._needs_duplex, hint, code="E0604"))
        if problems:
            raise LayoutError(*problems)

    @property
    def flips_sideways(self) -> bool:
        """Whether the paper is flipped like a page of a book, so that left and right change places."""
        return (self.sides is Sides.DUPLEX_LONG) == self.paper.portrait

    @property
    def margins(self) -> Margins:
        """The effective margins: in a duplex layout, edges that change places have equal margins."""
        return self.margin.balanced(sideways=self.flips_sideways) if self.sides.duplex else self.margin

    @property
    def widest_bleed(self) -> float:
        """The larger of the two bleeds, in mm."""
        return self.bleed if self.back_bleed is None else self.back_bleed

    def bleed_of(self, side: Side) -> float:
        """Return how far a face is drawn beyond its cut, in mm."""
        return self.bleed if side is Side.FRONT else self.widest_bleed

    @property
    def corrected(self) -> bool:
        """Whether back pages are rotated or scaled."""
        return (self.turn, self.scale) != (0, 1)

    @property
    def _needs_duplex(self) -> str:
        return f"needs a duplex layout, not --sides {self.sides}"

    def _correction_problems(self) -> list[Problem]:
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
