"""Layout of whole charts: panels under a title, or in rows, saved as SVG and PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from pnp.chart.canvas import Canvas, matplotlib_defaults
from pnp.chart.colour import QUIET
from pnp.chart.lettering import LEADING, POINT, width_of, wrap
from pnp.chart.panel import Panel

MOST_COLUMNS: Final = 3
PAGE: Final = 7.2
"""Width of a chart in rows, in inches: the width of the printed page."""
_MARGIN: Final = 0.4
"""Margin of a titled chart, in inches."""
_BETWEEN: Final = 0.45
"""Gap between the panels of a titled chart, in inches."""
_TITLE: Final = 20.0
_SUBTITLE: Final = 11.0
_RIM: Final = 0.06
"""Margin at both sides of a chart in rows, in inches, so that no glyph is cut off at the edge."""
_APART: Final = 0.4
"""Gap between panels in rows, in inches."""


@dataclass(frozen=True)
class Chart:
    """A chart as SVG and PNG, with a title that also serves as alt text."""

    title: str
    svg: bytes
    png: bytes


def draw_columns(title: str, line: str, panels: Sequence[Panel], width: float) -> Chart:
    """Lay out panels of this width under a title and a line, each in the shortest column so far."""
    columns = min(MOST_COLUMNS, len(panels))
    inner = max(columns * (width + _BETWEEN) - _BETWEEN, width_of(line, _SUBTITLE))
    titles = wrap(title, inner, _TITLE, title=True)
    top = _MARGIN + (len(titles) * _TITLE + _SUBTITLE) * POINT * LEADING + 0.3
    bottoms = [top] * columns
    places = []
    for panel in panels:
        column = min(range(columns), key=lambda each: bottoms[each])
        places.append((panel, _MARGIN + column * (width + _BETWEEN), bottoms[column]))
        bottoms[column] += panel.height(width) + _BETWEEN
    with matplotlib_defaults():
        canvas = Canvas(inner + 2 * _MARGIN, ceil((max(bottoms) - _BETWEEN + _MARGIN) * 10) / 10)
        for number, text in enumerate(titles):
            canvas.text(_MARGIN, _MARGIN + (number * LEADING + 0.8) * _TITLE * POINT, text, _TITLE, title=True)
        base = _MARGIN + (len(titles) * _TITLE * LEADING + _SUBTITLE) * POINT
        canvas.text(_MARGIN, base, line, _SUBTITLE, colour=QUIET)
        for panel, x, y in places:
            panel.draw(canvas, x, y, width)
        return Chart(title, canvas.svg(title), canvas.png())


def draw_rows(title: str, rows: Sequence[Sequence[Panel]]) -> Chart:
    """Lay out rows of panels, side by side within a row."""
    widths = [(PAGE - 2 * _RIM - _APART * (len(row) - 1)) / len(row) for row in rows]
    heights = [max(panel.height(width) for panel in row) for row, width in zip(rows, widths, strict=True)]
    with matplotlib_defaults():
        canvas = Canvas(PAGE, sum(heights) + _APART * (len(rows) - 1) + 0.12)
        y = 0.04
        for row, width, height in zip(rows, widths, heights, strict=True):
            for at, panel in enumerate(row):
                panel.draw(canvas, _RIM + at * (width + _APART), y, width)
            y += height + _APART
        return Chart(title, canvas.svg(title), canvas.png())
