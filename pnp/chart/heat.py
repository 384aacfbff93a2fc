"""Heat grid: numbers in rows and columns, darker for larger numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pnp.chart.canvas import Canvas
from pnp.chart.colour import INK, QUIET, RULE, TEXT, WHITE
from pnp.chart.lettering import LABEL, POINT, SMALL, centred_baseline, width_of
from pnp.chart.panel import LABEL_GAP, LabelledRows

_DARK: Final = 0.68
"""Strength of the ink above which numbers on it are white."""


@dataclass(frozen=True)
class HeatGrid(LabelledRows):
    """Numbers in rows and columns, on a background that is darker for larger numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    plain: int = 0
    """Number of leading columns without shading, because they count absences."""

    share: ClassVar[float] = 0.42

    def names(self) -> list[str]:
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
                colour = WHITE if strength > _DARK else TEXT if strength else QUIET
                bold = strength > 0
                canvas.text(place + cell / 2, base, str(count), LABEL, bold=bold, colour=colour, align="center")
            top += height
