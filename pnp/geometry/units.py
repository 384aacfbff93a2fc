"""Lengths and sizes. A bare number in this package is in millimetres."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

MM_PER_INCH: Final = 25.4
MM_PER_POINT: Final = MM_PER_INCH / 72
POINTS_PER_MM: Final = 72 / MM_PER_INCH
UNITS: Final = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
"""Units of length, in mm."""

_PIXELS: Final = re.compile(r"px\s*@\s*([0-9]{2,4}(?:\.[0-9]{1,3})?)(?:\s*dpi)?")
_NUMBER: Final = r"([0-9]{1,5}(?:[.,][0-9]{1,4})?|[.,][0-9]{1,4})"
_UNIT: Final = r"(mm|cm|in(?:ch(?:es)?)?|pt|[\"″”])?"
_LENGTH: Final = re.compile(rf"{_NUMBER}\s*{_UNIT}")
_SIZE: Final = re.compile(rf"{_NUMBER}\s*{_UNIT}\s*[x×]\s*{_NUMBER}\s*{_UNIT}")


def points(mm: float) -> float:
    """Convert mm to PostScript points (1/72 inch)."""
    return mm * POINTS_PER_MM


def trim(value: float) -> str:
    """Format a number with at most three decimals and no trailing zeros, for SVG and file names.

    >>> trim(63.50), trim(88.0)
    ('63.5', '88')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Size(NamedTuple):
    """Width and height, in mm."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """Size after a quarter turn."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{trim(self.width)} × {trim(self.height)} mm"


def read_length(text: str) -> float | None:
    """Parse a length such as `63`, `6,3 cm`, `2.5in`, `2.5"` or `180pt`, and return it in mm; None if it is not valid.

    >>> read_length("2.5in")
    63.5
    """
    match = _LENGTH.fullmatch(text.strip().lower())
    return None if match is None else _millimetres(*match.groups())


def read_size(text: str) -> Size | None:
    """Parse a size such as `63x88`, `2.5in x 3.5in` or `63 × 88 mm`; None if it is not valid.

    A unit that is given once applies to both numbers.
    """
    match = _SIZE.fullmatch(text.strip().lower())
    if match is None:
        return None
    width, unit, height, other = match.groups()
    return Size(_millimetres(width, unit or other), _millimetres(height, other or unit))


def _millimetres(number: str, unit: str | None) -> float:
    """Convert to mm, rounded to a thousandth, because sizes appear in file names."""
    name = "in" if unit in ("inch", "inches", '"', "″", "”") else unit or "mm"
    return round(float(number.replace(",", ".")) * UNITS[name], 3)


def parse_unit(text: str) -> float | None:
    """Return the length of a unit in mm: mm, cm, in, pt, or px@300 for pixels at 300 dpi; None if it is not valid.

    >>> parse_unit("cm"), round(parse_unit("px@300"), 4)
    (10.0, 0.0847)
    """
    name = text.strip().lower()
    match = _PIXELS.fullmatch(name)
    return UNITS.get(name) if match is None else MM_PER_INCH / float(match[1])
