"""Probability curves, told apart by dashes and markers and labelled at their ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pnp.chart.canvas import Canvas
from pnp.chart.colour import INK, QUIET, RULE
from pnp.chart.lettering import LABEL, LINE, SMALL
from pnp.chart.panel import Heading, Labels

_CURVES: Final = 2.3
"""Height of the plot, in inches."""
_KEY: Final = 0.34
"""Length of the line sample beside a curve's name, in inches."""


@dataclass(frozen=True)
class Curve:
    """A curve of probabilities for 1, 2, 3 … pieces drawn."""

    label: str
    shares: tuple[float, ...]


_STYLES: Final = (
    ((), "o"), ((5.0, 2.0), "s"), ((1.5, 1.5), "^"), ((7.0, 2.0, 1.5, 2.0), "D"), ((3.0, 1.2), "v"), ((9.0, 3.0), "P"),
)  # fmt: skip
"""Dashes and markers that tell curves apart without colour."""


@dataclass(frozen=True)
class Curves:
    """Probabilities by number of pieces drawn; each curve is labelled at its end."""

    heading: Heading
    curves: tuple[Curve, ...]
    under: str
    """Label of the horizontal axis."""
    scale: Callable[[float], str]
    """Formats a probability of the vertical axis."""

    def height(self, width: float) -> float:
        """Return the height of heading, plot, axis and axis label."""
        return self.heading.height(width) + _CURVES + 0.48

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the curves over light grid lines at every quarter."""
        top = self.heading.draw(canvas, x, y, width) + 0.06
        bottom = top + _CURVES - 0.06
        names = Labels.of([curve.label for curve in self.curves], width * 0.36)
        left, right = x + 0.42, x + width - names.width - _KEY - 0.3
        self._scales(canvas, left, right, top, bottom)
        xs = self._places(left, right)
        ends = []
        for number, curve in enumerate(self.curves):
            ys = [bottom - (bottom - top) * share for share in curve.shares]
            dashes, mark = _STYLES[number % len(_STYLES)]
            marked = [at for at in range(len(xs)) if at % len(self.curves) == number or at == len(xs) - 1]
            canvas.line(xs, ys, colour=INK, weight=1.5, dashes=dashes, mark=mark, marked=marked)
            ends.append(ys[-1])
        for row, middle in enumerate(spread_labels(ends, names.heights(), top - 0.1, bottom + 0.1)):
            dashes, mark = _STYLES[row % len(_STYLES)]
            key = right + 0.2
            canvas.line([right + 0.06, key], [ends[row], middle], colour=QUIET)
            canvas.line([key, key + _KEY / 2, key + _KEY], [middle] * 3, colour=INK, weight=1.5, dashes=dashes)
            canvas.line([key + _KEY / 2], [middle], colour=INK, mark=mark, marked=[0])
            lines = names.lines[row]
            for number, line in enumerate(lines):
                base = middle - len(lines) * LINE / 2 + (number + 0.78) * LINE
                canvas.text(key + _KEY + 0.08, base, line, LABEL)

    def _places(self, left: float, right: float) -> list[float]:
        """Return the x positions of 1, 2, 3 … pieces drawn."""
        steps = len(self.curves[0].shares)
        return [left + (right - left) * number / max(1, steps - 1) for number in range(steps)]

    def _scales(self, canvas: Canvas, left: float, right: float, top: float, bottom: float) -> None:
        """Draw the axes: quarters at the side, the number drawn below."""
        for quarter in range(5):
            level = bottom - (bottom - top) * quarter / 4
            canvas.line([left, right], [level, level], colour=QUIET if quarter == 0 else RULE)
            canvas.text(left - 0.1, level + 0.04, self.scale(quarter / 4), SMALL, colour=QUIET, align="right")
        places = self._places(left, right)
        for drawn, place in enumerate(places, 1):
            if drawn == 1 or drawn % 5 == 0 or len(places) <= 10:
                canvas.text(place, bottom + 0.18, str(drawn), LABEL, align="center")
        canvas.text((left + right) / 2, bottom + 0.4, self.under, SMALL, colour=QUIET, align="center")


def spread_labels(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return label centres as close as possible to the wanted ones, without overlaps.

    They stay between top and bottom if they fit.
    """
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], -place))
    middles = list(wanted)
    floor_ = top
    for place in order:
        middles[place] = max(middles[place], floor_ + heights[place] / 2)
        floor_ = middles[place] + heights[place] / 2
    ceiling = max(bottom, top + sum(heights))
    for place in reversed(order):
        middles[place] = min(middles[place], ceiling - heights[place] / 2)
        ceiling = middles[place] - heights[place] / 2
    return middles
