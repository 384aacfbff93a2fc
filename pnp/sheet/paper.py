"""Paper sizes by name (`a4`, `letter`) or dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pnp.errors import LayoutError, Problem, option_location, quote_value
from pnp.geometry.units import MM_PER_INCH, Size, read_size, trim

SMALLEST: Final = 20.0
LARGEST: Final = 1500.0
SHEET: Final = 80.0
"""Shorter side from which paper counts as a sheet, with a label, a ruler and many pieces, in mm."""
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


def parse_paper(text: str) -> Paper:
    """Return the paper of that name or size; raise LayoutError for anything else.

    >>> parse_paper("8.5in x 11in").size
    Size(width=215.9, height=279.4)
    """
    name = text.strip().lower()
    if name in PAPERS:
        return Paper(name, PAPERS[name])
    size = read_size(name)
    if size is None or not all(SMALLEST <= side <= LARGEST for side in size):
        message = f"must be {', '.join(PAPERS)}, or WxH in mm from {SMALLEST:g} to {LARGEST:g}"
        hint = 'for example --paper 210x297 or --paper "8.5in x 11in"'
        raise LayoutError(Problem(option_location("--paper"), message, hint, found=quote_value(text), code="E0602"))
    return Paper(f"{trim(size.width)}x{trim(size.height)}", size)
