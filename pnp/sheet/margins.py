"""Margins: how far pieces stay from each edge of the paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Problem, quoted
from pnp.location import Location

USUAL: Final = 5.0
"""Bleed and marks may reach into a margin up to this one; a larger one is what a printer leaves white."""
EXPECTED: Final = "one number of millimetres for all sides, or four: TOP,RIGHT,BOTTOM,LEFT"
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


class Margins(NamedTuple):
    """A length in mm on each side of the paper, clockwise from the top as in CSS."""

    top: float
    right: float
    bottom: float
    left: float

    @classmethod
    def even(cls, length: float) -> Margins:
        """The same on all sides."""
        return cls(length, length, length, length)

    @property
    def plain(self) -> float | None:
        """The length where it is the same on all sides, else None."""
        return self.top if len(set(self)) == 1 else None

    def balanced(self, *, sideways: bool) -> Margins:
        """The larger of left and right on both sides, or of top and bottom: where these change places."""
        if sideways:
            widest = max(self.left, self.right)
            return self._replace(left=widest, right=widest)
        tallest = max(self.top, self.bottom)
        return self._replace(top=tallest, bottom=tallest)

    def __str__(self) -> str:
        return f"{self.top:g}" if self.plain is not None else ",".join(f"{length:g}" for length in self)


USUAL_MARGINS: Final = Margins.even(USUAL)


def as_margins(lengths: float | Sequence[float]) -> Margins:
    """Margins from one length, or from four; ValueError for any other number of them."""
    if isinstance(lengths, int | float):
        return Margins.even(lengths)
    if len(lengths) != 4:
        raise ValueError(f"{len(lengths)} margins")
    return Margins(*lengths)


def parse_margins(text: str, option: str) -> Margins:
    """Margins as they are typed: `5`, or `5,5,12.7,5`."""
    numbers = [number.strip() for number in text.split(",")]
    if len(numbers) not in (1, 4) or not all(_NUMBER.fullmatch(number) for number in numbers):
        where, hint = Location(option=option), f"for example {option} 5,5,12.7,5"
        raise LayoutError(Problem(where, f"must be {EXPECTED}", hint, found=quoted(text), code="E0603"))
    lengths = [float(number) for number in numbers]
    return as_margins(lengths if len(lengths) == 4 else lengths[0])
