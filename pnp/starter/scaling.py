"""Fit layouts that are drawn for one card size to another.

The margin grows with the card and never becomes narrower than `NARROWEST_MARGIN`; the area inside it is stretched.
Squares keep their shape, at the same distance from the nearest edges, and type sizes keep their proportion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import sqrt
from typing import Final

from pnp.geometry.units import Size, trim

MARGIN: Final = 5.0
"""Margin of layouts at the size that they are drawn for, in mm; texts are inside it."""
NARROWEST_MARGIN: Final = 3.5
"""Minimum margin, in mm: texts stay 3 mm away from the cut, with 0.5 mm to round."""
THIN: Final = 2.0
"""Width or height of lines and bars, in mm, which grow with the scale only."""
GRID: Final = 0.5
"""Boxes are rounded to this, in mm."""
_NUMBER: Final = r"-?\d+(?:\.\d+)?"
_BOX: Final = re.compile(rf"^(box = )\[({_NUMBER}), ({_NUMBER}), ({_NUMBER}), ({_NUMBER})\]", re.MULTILINE)
_LENGTH: Final = re.compile(rf"^((?:size|min|radius|thickness|gap|height) = )({_NUMBER})$", re.MULTILINE)

Place = tuple[float, float, float, float]


@dataclass(frozen=True)
class CardFit:
    """Conversion of lengths from the card size that a layout is drawn for to another size.

    >>> CardFit(Size(63, 88), Size(126, 176)).box((5, 5, 53, 10))
    (10.0, 10.0, 106.0, 20.0)
    """

    drawn: Size
    """Card size of the layout."""
    wanted: Size

    @property
    def turned(self) -> CardFit:
        """The same conversion for a layout that is drawn for a card on its side."""
        return CardFit(Size(self.drawn.height, self.drawn.width), self.wanted)

    @property
    def margin(self) -> float:
        """Margin of the new card, in mm."""
        return max(MARGIN * min(self.wanted.width / self.drawn.width, self.wanted.height / self.drawn.height),
                   NARROWEST_MARGIN)  # fmt: skip

    @property
    def scale(self) -> float:
        """Factor for type sizes, squares and lines."""
        across = (self.wanted.width - 2 * self.margin) / (self.drawn.width - 2 * MARGIN)
        down = (self.wanted.height - 2 * self.margin) / (self.drawn.height - 2 * MARGIN)
        return min(across, down)

    @property
    def type_scale(self) -> float:
        """Factor for the largest size of texts: they may wrap, and shrink to fit, on a card of another shape."""
        across = (self.wanted.width - 2 * self.margin) / (self.drawn.width - 2 * MARGIN)
        down = (self.wanted.height - 2 * self.margin) / (self.drawn.height - 2 * MARGIN)
        return sqrt(across * down)

    def length(self, length: float, key: str = "") -> float:
        """Return a type size, radius or thickness on the new card, in mm; at least 0.1."""
        scale = self.type_scale if key == "size" else self.scale
        return max(round(length * scale, 1), 0.1) if length else 0.0

    def box(self, place: Place) -> Place:
        """Return a box on the new card, in mm."""
        x, y, width, height = place
        square = width == height and width < min(self.drawn)
        bar = min(width, height) < THIN and max(width, height) < min(self.drawn) / 3
        left, right = self._span(x, x + width, self.drawn.width, self.wanted.width, shaped=square or bar)
        top, bottom = self._span(y, y + height, self.drawn.height, self.wanted.height, shaped=square or bar)
        if square and round(right - left, 3) != round(bottom - top, 3):  # rounding
            side = min(right - left, bottom - top)
            right, bottom = left + side, top + side
        return left, top, round(right - left, 3), round(bottom - top, 3)

    def layout(self, text: str) -> str:
        """Return the text of a layout, or of styles, with all lengths converted."""
        if self.drawn == self.wanted:
            return text

        def box(match: re.Match[str]) -> str:
            x, y, width, height = self.box((float(match[2]), float(match[3]), float(match[4]), float(match[5])))
            return f"{match[1]}[{trim(x)}, {trim(y)}, {trim(width)}, {trim(height)}]"

        return _LENGTH.sub(
            lambda match: f"{match[1]}{trim(self.length(float(match[2]), match[1].partition(' ')[0]))}",
            _BOX.sub(box, text),
        )

    def _span(self, start: float, end: float, drawn: float, wanted: float, *, shaped: bool) -> tuple[float, float]:
        """Return the beginning and end of a box along one axis; one that is `shaped` keeps its proportions."""
        if not shaped:
            begin, stop = (self._position(at, drawn, wanted) for at in (start, end))
            thin = end - start < THIN
            stop = begin + max(round(self.length(end - start) * 2) / 2, GRID if end > start else 0) if thin else stop
            return begin, stop
        side, middle = (end - start) * self.scale, (start + end) / 2
        if abs(middle - drawn / 2) < 0.3:
            side = max(_rounded(side), GRID)
            return wanted / 2 - side / 2, wanted / 2 + side / 2
        if middle < drawn / 2:
            begin = self._position(start, drawn, wanted)
            return begin, begin + max(_rounded(side), GRID)
        stop = self._position(end, drawn, wanted)
        return stop - max(_rounded(side), GRID), stop

    def _position(self, at: float, drawn: float, wanted: float) -> float:
        """Return a position along one axis, rounded; the edges of the card stay its edges."""
        if at <= 0:
            return at
        if at >= drawn:
            return wanted + at - drawn
        if at < MARGIN:
            return _rounded(at * self.margin / MARGIN)
        if at > drawn - MARGIN:
            return wanted - _rounded((drawn - at) * self.margin / MARGIN)
        stretch = (wanted - 2 * self.margin) / (drawn - 2 * MARGIN)
        return _rounded(self.margin + (at - MARGIN) * stretch)


def _rounded(length: float) -> float:
    return round(length / GRID) * GRID
