"""Imposition of booklets: pages on sheets that are folded in the middle, one inside the other, and stapled.

Sheets are landscape and printed on both sides, flipped on the short edge. The first sheet is the outermost. Each sheet
inside another is pushed out by the thickness of the paper, so its pages move that far towards the fold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Problem, option_location
from pnp.geometry.units import Size

PER_SHEET: Final = 4
"""Pages on a sheet."""
USUAL_THICKNESS: Final = 0.1
"""Thickness of usual paper (80 g/m²), in mm."""
MOST_THICKNESS: Final = 0.5
"""Maximum thickness of the paper, in mm."""
MOST_SHEETS: Final = 16
"""Maximum number of sheets that can be stapled."""


class Leaf(NamedTuple):
    """A place for a page on one side of a sheet."""

    sheet: int
    """Number of the sheet, from 0 for the outermost."""
    back: bool
    right: bool
    place: int
    """Place of the page in the folded booklet, from 0."""
    shift: float
    """By how much the page is moved to the right, in mm."""


@dataclass(frozen=True)
class Booklet:
    """A booklet with this many pages to read.

    >>> Booklet(6, closing=True).places
    (0, 1, 2, 3, 4, None, None, 5)
    """

    pages: int
    closing: bool = False
    """Whether the last page to read is on the back cover, after the blank pages."""
    thickness: float = USUAL_THICKNESS
    """Thickness of the paper, in mm."""

    def __post_init__(self) -> None:
        if not 0 <= self.thickness <= MOST_THICKNESS:
            message = f"must be from 0 to {MOST_THICKNESS:g} mm"
            where = option_location("--thickness")
            raise LayoutError(Problem(where, message, found=f"{self.thickness:g}", code="E1201"))
        if not 0 < self.pages <= PER_SHEET * MOST_SHEETS:
            message = f"must have 1 to {PER_SHEET * MOST_SHEETS} pages to be stapled"
            hint = "print it on a5 or a4"
            raise LayoutError(Problem(option_location("--format"), message, hint, found=str(self.pages), code="E1201"))

    @property
    def sheets(self) -> int:
        """Number of sheets."""
        return -(-self.pages // PER_SHEET)

    @property
    def places(self) -> tuple[int | None, ...]:
        """The page at each place of the folded booklet, counted from 0; None is blank."""
        blank = (None,) * (PER_SHEET * self.sheets - self.pages)
        split = self.pages - self.closing
        return (*range(split), *blank, *range(split, self.pages))

    def leaves(self) -> Iterator[Leaf]:
        """Yield the places for pages, by sheet and side, the left one first.

        >>> [leaf.place for leaf in Booklet(8).leaves()]
        [7, 0, 1, 6, 5, 2, 3, 4]
        """
        last = PER_SHEET * self.sheets - 1
        for sheet in range(self.sheets):
            shift = sheet * self.thickness
            front, back = (last - 2 * sheet, 2 * sheet), (2 * sheet + 1, last - 2 * sheet - 1)
            for side, (left, right) in enumerate((front, back)):
                yield Leaf(sheet, bool(side), False, left, shift)
                yield Leaf(sheet, bool(side), True, right, -shift)


def fold(sides: Sequence[tuple[object, object]]) -> list[object]:
    """Return what a reader finds after folding sheets, from what is at the left and right of each side, front first.

    It follows the paper, not the imposition: a leaf of the folded sheet has the front of one half and the back of the
    same half, which is on the other side of the fold when the sheet is flipped on its short edge.

    >>> fold([("back cover", "cover"), (2, 3)])
    ['cover', 2, 3, 'back cover']
    """
    first_half: list[object] = []
    second_half: list[object] = []
    for at in range(0, len(sides), 2):
        (front_left, front_right), (back_left, back_right) = sides[at], sides[at + 1]
        first_half += [front_right, back_left]
        second_half = [back_right, front_left, *second_half]
    return [*first_half, *second_half]


def page_size(paper: Size) -> Size:
    """Return the size of a page: half of the paper, upright.

    >>> page_size(Size(210, 297))
    Size(width=148.5, height=210)
    """
    return Size(max(paper) / 2, min(paper))
