"""Horizontal bars: counts with grid lines, or any values labelled at their ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pnp.chart.canvas import Canvas
from pnp.chart.colour import INK, QUIET, TEXT, WHITE
from pnp.chart.lettering import LABEL, centred_baseline, width_of
from pnp.chart.panel import BAR_GAP, LABEL_GAP, LabelledRows
from pnp.chart.scale import round_step


@dataclass(frozen=True)
class CountBars(LabelledRows):
    """Horizontal bars labelled with their counts."""

    counts: tuple[tuple[str, int], ...]
    rest: bool = False
    """Whether the last row is a sum of many values, which gets no bar."""

    share: ClassVar[float] = 0.5

    def names(self) -> list[str]:
        """Return the values."""
        return [value for value, _ in self.counts]

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the bars over light grid lines at round numbers."""
        top = self.heading.draw(canvas, x, y, width)
        labels = self.labels(width)
        singles = self.counts[:-1] if self.rest else self.counts
        most = max(1, *(count for _, count in singles))
        left = x + labels.width + LABEL_GAP
        room = x + width - left - width_of(str(most), LABEL, bold=True) - 0.08
        bottom = top + sum(labels.heights())
        step = round_step(most / 4, whole=True)
        for tick in range(int(step), most + 1, int(step)):
            canvas.line([left + room * tick / most] * 2, [top, bottom])
        canvas.line([left, left], [top, bottom], colour=QUIET)
        for row, ((_, count), height) in enumerate(zip(self.counts, labels.heights(), strict=True)):
            labels.draw(canvas, row, x, top)
            middle = top + height / 2
            length = room * count / most if row < len(singles) else 0.0
            canvas.box(left, middle - 0.065, length, 0.13)
            end = left + length + 0.06
            wide = width_of(str(count), LABEL, bold=True) + 0.06
            canvas.box(end - 0.03, middle - 0.08, wide, 0.16, WHITE)  # hides the grid lines
            colour = TEXT if count else QUIET
            canvas.text(end, centred_baseline(middle, LABEL), str(count), LABEL, bold=count > 0, colour=colour)
            top += height


@dataclass(frozen=True)
class ValueBars(LabelledRows):
    """Horizontal bars with a text at the end of each."""

    rows: tuple[tuple[str, float, str], ...]
    """Name, length, and the text at the end."""
    most: float = 0.0
    """Length of a full bar, if a panel beside this one has a longer bar."""

    share: ClassVar[float] = 0.55

    def names(self) -> list[str]:
        """Return the names of the rows."""
        return [name for name, _, _ in self.rows]

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the bars."""
        top = self.heading.draw(canvas, x, y, width)
        labels = self.labels(width)
        most = max(self.most, 1e-9, *(length for _, length, _ in self.rows))
        left = x + labels.width + BAR_GAP
        room = x + width - left - max(width_of(said, LABEL, bold=True) for _, _, said in self.rows) - 0.08
        canvas.line([left, left], [top, top + sum(labels.heights())], colour=QUIET)
        for row, ((_, length, said), height) in enumerate(zip(self.rows, labels.heights(), strict=True)):
            labels.draw(canvas, row, x, top)
            middle = top + height / 2
            canvas.box(left, middle - 0.06, room * length / most, 0.12)
            end, colour = left + room * length / most + 0.06, TEXT if length else INK
            canvas.text(end, centred_baseline(middle, LABEL), said, LABEL, bold=length > 0, colour=colour)
            top += height
