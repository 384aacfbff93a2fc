"""Millimetres, and what they are elsewhere. A bare number in this package is millimetres."""

from __future__ import annotations

from typing import Final, NamedTuple

POINTS_PER_MM: Final = 72 / 25.4
MM_PER_INCH: Final = 25.4


def points(mm: float) -> float:
    """Typographic points (1/72 inch)."""
    return mm * POINTS_PER_MM


def trim(value: float) -> str:
    """The number with at most three decimals and no trailing zeros, for SVG and file names."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Size(NamedTuple):
    """Width and height."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """The size after a quarter turn."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{trim(self.width)} × {trim(self.height)} mm"
