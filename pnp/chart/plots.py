"""Curves of odds, heat grids, and numbers with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pnp.chart.canvas import LABEL, LINE, POINT, SMALL, Canvas, centred_baseline, width_of
from pnp.chart.colours import INK, QUIET, RULE, TEXT, TEXT_ON_TINTS, WHITE
from pnp.chart.panel import BAR_GAP, LABEL_GAP, Heading, LabelledRows, Labels, ticks

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
    floor = top
    for place in order:
        middles[place] = max(middles[place], floor + heights[place] / 2)
        floor = middles[place] + heights[place] / 2
    ceiling = max(bottom, top + sum(heights))
    for place in reversed(order):
        middles[place] = min(middles[place], ceiling - heights[place] / 2)
        ceiling = middles[place] - heights[place] / 2
    return middles


@dataclass(frozen=True)
class HeatGrid(LabelledRows):
    """Numbers in rows and columns, on a background that is darker for larger numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    plain: int = 0
    """Number of leading columns without shading, because they count absences."""

    share: ClassVar[float] = 0.42

    def label_texts(self) -> list[str]:
        """Return the values at the side."""
        return [value for value, _ in self.rows]

    def _cell(self, width: float) -> float:
        return min((width - self.labels(width).width - LABEL_GAP) / len(self.columns), 0.62)

    def _upright(self, width: float) -> bool:
        return max(width_of(name, SMALL) for name in self.columns) > self._cell(width) - 0.04

    def _head(self, width: float) -> float:
        """Return the height of the column names."""
        return max(width_of(name, SMALL) for name in self.columns) + 0.08 if self._upright(width) else 0.19

    def height(self, width: float) -> float:
        """Return the height of heading, column names and rows."""
        return self.heading.height(width) + self._head(width) + sum(self.labels(width).heights())

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the numbers on their backgrounds."""
        top = self.heading.draw(canvas, x, y, width) + self._head(width)
        labels, cell, upright = self.labels(width), self._cell(width), self._upright(width)
        left = x + labels.width + LABEL_GAP
        for number, name in enumerate(self.columns):
            middle = left + (number + 0.5) * cell
            if upright:
                canvas.text(middle + 0.3 * SMALL * POINT, top - 0.06, name, SMALL, colour=QUIET, upright=True)
            else:
                canvas.text(middle, top - 0.06, name, SMALL, colour=QUIET, align="center")
        most = max((1, *(count for _, counts in self.rows for count in counts[self.plain :])))
        for row, ((_, counts), height) in enumerate(zip(self.rows, labels.heights(), strict=True)):
            labels.draw(canvas, row, x, top)
            base = centred_baseline(top + height / 2, LABEL)
            for number, count in enumerate(counts):
                strength = 0.12 + 0.88 * count / most if count and number >= self.plain else 0.0
                place = left + number * cell
                ground = (INK, strength) if strength else (RULE, 0.35)
                canvas.box(place + 0.01, top + 0.01, cell - 0.02, height - 0.02, *ground)
                colour = WHITE if strength > TEXT_ON_TINTS else TEXT if strength else QUIET
                bold = strength > 0
                canvas.text(place + cell / 2, base, str(count), LABEL, bold=bold, colour=colour, align="center")
            top += height


@dataclass(frozen=True)
class IntervalRow:
    """A number with its confidence interval, in one row."""

    label: str
    value: float
    low: float
    high: float
    text: str
    """Text at the end of the row."""
    full: bool = True
    """Whether the dot is filled rather than hollow."""


@dataclass(frozen=True)
class Whiskers(LabelledRows):
    """Rows of numbers with confidence intervals on a common scale, and a dashed line at the expected value."""

    marks: tuple[IntervalRow, ...]
    expected: float
    scale: Callable[[float], str]
    """Formats a number of the axis."""

    share: ClassVar[float] = 0.42

    def label_texts(self) -> list[str]:
        """Return the labels of the numbers."""
        return [mark.label for mark in self.marks]

    def height(self, width: float) -> float:
        """Return the height of heading, rows and axis."""
        return super().height(width) + 0.3

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw dots and whiskers over light grid lines."""
        top = self.heading.draw(canvas, x, y, width)
        labels = self.labels(width)
        left = x + labels.width + BAR_GAP
        right = x + width - max(width_of(mark.text, LABEL, bold=True) for mark in self.marks) - BAR_GAP
        bottom = top + sum(labels.heights())
        least = min(self.expected, *(mark.low for mark in self.marks))
        most = max(self.expected, *(mark.high for mark in self.marks))
        room = max(most - least, 0.01) * 0.06
        least, most = least - room, most + room

        def at(value: float) -> float:
            return left + (right - left) * (value - least) / (most - least)

        for tick in ticks(least, most, max(2, int((right - left) / 0.55))):
            canvas.line([at(tick)] * 2, [top, bottom])
            canvas.text(at(tick), bottom + 0.17, self.scale(tick), SMALL, colour=QUIET, align="center")
        canvas.line([at(self.expected)] * 2, [top - 0.03, bottom], colour=TEXT, weight=1.1, dashes=(4, 2))
        for row, (mark, height) in enumerate(zip(self.marks, labels.heights(), strict=True)):
            labels.draw(canvas, row, x, top)
            middle = top + height / 2
            colour = INK if mark.full else QUIET
            canvas.line([at(mark.low), at(mark.high)], [middle] * 2, colour=colour, weight=2.2 if mark.full else 1.2)
            fill = colour if mark.full else WHITE
            canvas.line([at(mark.value)], [middle], colour=colour, mark="o", marked=[0], fill=fill)
            canvas.text(
                x + width, centred_baseline(middle, LABEL), mark.text, LABEL, bold=mark.full, align="right",
                colour=TEXT if mark.full else QUIET,
            )  # fmt: skip
            top += height
