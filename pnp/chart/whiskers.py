"""Numbers with their confidence intervals, as dots and whiskers on a common scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from pnp.chart.canvas import Canvas
from pnp.chart.colour import INK, QUIET, TEXT, WHITE
from pnp.chart.lettering import LABEL, SMALL, centred_baseline, width_of
from pnp.chart.panel import BAR_GAP, LabelledRows
from pnp.chart.scale import ticks


@dataclass(frozen=True)
class IntervalRow:
    """A number with its confidence interval, in one row."""

    label: str
    value: float
    low: float
    high: float
    said: str
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

    def names(self) -> list[str]:
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
        right = x + width - max(width_of(mark.said, LABEL, bold=True) for mark in self.marks) - BAR_GAP
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
                x + width, centred_baseline(middle, LABEL), mark.said, LABEL, bold=mark.full, align="right",
                colour=TEXT if mark.full else QUIET,
            )  # fmt: skip
            top += height
