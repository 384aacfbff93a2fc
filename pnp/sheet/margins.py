"""Margins: the distance of pieces from each edge of the paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Location, Problem, quote_value

DEFAULT_MARGIN: Final = 5.0
"""Largest margin that bleed and marks may reach into, in mm; a larger one is the unprintable area of a printer."""
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
    def plain(self) -> float | None:
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
        return f"{self.top:g}" if self.plain is not None else ",".join(f"{length:g}" for length in self)


USUAL_MARGINS: Final = Margins.even(DEFAULT_MARGIN)


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
