"""Papers by name and by size."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pnp.errors import LayoutError, Problem, quoted
from pnp.units import MM_PER_INCH, Size, trim

SMALLEST: Final = 80.0
LARGEST: Final = 1500.0
PAPERS: Final = {
    "a4": Size(210, 297),
    "letter": Size(8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
    "a3": Size(297, 420),
}
_CUSTOM: Final = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)[x×](\d{1,5}(?:\.\d{1,3})?)(?:mm)?")


@dataclass(frozen=True)
class Paper:
    """A sheet of paper."""

    name: str
    """As it stands in file names."""
    size: Size

    @property
    def portrait(self) -> bool:
        """Whether the long edges are left and right."""
        return self.size.height >= self.size.width


def parse_paper(text: str) -> Paper:
    """The paper that is named, or WxH in mm."""
    name = text.strip().lower()
    if name in PAPERS:
        return Paper(name, PAPERS[name])
    match = _CUSTOM.fullmatch(name)
    size = Size(float(match[1]), float(match[2])) if match else Size(0, 0)
    if not (SMALLEST <= size.width <= LARGEST and SMALLEST <= size.height <= LARGEST):
        expected = f"{', '.join(PAPERS)}, or WxH in mm from {SMALLEST:g} to {LARGEST:g}"
        raise LayoutError(Problem("--paper", expected, quoted(text), "for example --paper 210x297"))
    return Paper(f"{trim(size.width)}x{trim(size.height)}", size)
