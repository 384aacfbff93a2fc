"""Panels of a chart: headings, scales and bins; and whole charts saved as SVG and PNG."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import ClassVar, Final, Protocol

from pnp.chart.canvas import HEADING, LABEL, LEADING, LINE, POINT, SMALL, Canvas, matplotlib_defaults, width_of, wrap
from pnp.chart.colours import QUIET, TEXT
from pnp.geometry.units import trim
from pnp.words import with_minus_signs

LABEL_GAP: Final = 0.1
"""Gap between a label and a number, in inches."""
BAR_GAP: Final = 0.12
"""Gap between a label and a bar or whisker that has text at its other end, in inches."""
_GAP: Final = 0.075
"""Gap between two rows, in inches."""


class Panel(Protocol):
    """A small chart on one subject, whose height depends on its width."""

    def height(self, width: float) -> float:
        """Return the height it needs at this width."""

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it with its upper left corner at x, y."""


@dataclass(frozen=True)
class Heading:
    """The heading of a panel: a title and a note."""

    title: str
    note: str = ""

    def lines(self, width: float) -> list[tuple[str, bool]]:
        """Return its lines, each with whether it belongs to the title."""
        notes = wrap(self.note, width, SMALL) if self.note else []
        return [*((line, True) for line in wrap(self.title, width, HEADING, bold=True)), *((n, False) for n in notes)]

    def height(self, width: float) -> float:
        """Return the distance from its top to the chart."""
        return sum((HEADING if title else SMALL) * POINT * LEADING for _, title in self.lines(width)) + 0.12

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        """Draw it, and return the y position where the chart begins."""
        for line, title in self.lines(width):
            size = HEADING if title else SMALL
            y += size * POINT * LEADING
            canvas.text(x, y - 0.2 * size * POINT, line, size, bold=title, colour=TEXT if title else QUIET)
        return y + 0.12


@dataclass(frozen=True)
class Sentence:
    """A panel without a chart, for what a sentence says better: bars of the same length."""

    heading: Heading
    text: str

    def height(self, width: float) -> float:
        """Return the height of heading and text."""
        return self.heading.height(width) + len(wrap(self.text, width, LABEL)) * LINE

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Write the heading and the text."""
        y = self.heading.draw(canvas, x, y, width)
        for number, line in enumerate(wrap(self.text, width, LABEL)):
            canvas.text(x, y + (number + 0.78) * LINE, line, LABEL)


@dataclass(frozen=True)
class Labels:
    """Labels to the left of rows, wrapped if they are long."""

    width: float
    lines: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, texts: Sequence[str], most: float) -> Labels:
        """Make the labels of these texts, at most `most` inches wide."""
        lines = tuple(tuple(wrap(text, most, LABEL)) for text in texts)
        return cls(max(width_of(line, LABEL) for label in lines for line in label), lines)

    def heights(self) -> list[float]:
        """Return the height of each row."""
        return [len(label) * LINE + _GAP for label in self.lines]

    def draw(self, canvas: Canvas, row: int, x: float, y: float) -> None:
        """Draw a label, right-aligned, in the row that begins at y."""
        for number, line in enumerate(self.lines[row]):
            base = y + _GAP / 2 + (number + 0.78) * LINE
            canvas.text(x + self.width, base, line, LABEL, align="right")


@dataclass(frozen=True)
class LabelledRows(ABC):
    """A panel of rows, each with a label on the left."""

    heading: Heading

    share: ClassVar[float]
    """Share of the width that labels may take."""

    @abstractmethod
    def label_texts(self) -> list[str]:
        """Return the texts of the labels."""

    def labels(self, width: float) -> Labels:
        """Return the labels of a panel of this width."""
        return Labels.of(self.label_texts(), width * self.share)

    def height(self, width: float) -> float:
        """Return the height of heading and rows."""
        return self.heading.height(width) + sum(self.labels(width).heights())


def round_step(least: float, *, whole: bool) -> float:
    """Return the smallest of 1, 2, 5, 10, 20 … (and 0.5, 0.2 … unless `whole`) that is at least `least`.

    >>> round_step(3, whole=True)
    5.0
    """
    if whole and least <= 1:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))


def ticks(least: float, most: float, count: int) -> list[float]:
    """Return about `count` round numbers between two numbers."""
    step = round_step((most - least) / count, whole=False)
    return [number * step for number in range(ceil(least / step), floor(most / step) + 1)]


def draw_axis_labels(
    canvas: Canvas, labels: Sequence[str], left: float, step: float, base: float, *, edges: bool, gap: float
) -> None:
    """Draw labels under bars that are `step` wide, or at their edges: as many as fit with this gap."""
    every = ceil((max(width_of(label, LABEL) for label in labels) + gap) / step)
    for number, label in enumerate(labels):
        if number % every == 0:
            canvas.text(left + (number + (0 if edges else 0.5)) * step, base, label, LABEL, align="center")


@dataclass(frozen=True)
class Bins:
    """Counts in bins, each one step wide."""

    start: int
    """Lower edge of the first bin, in steps from 0."""
    step: float
    counts: tuple[int, ...]

    def edge(self, number: int) -> float:
        """Return the lower edge of a bin."""
        return (self.start + number) * self.step

    def labels(self, *, edges: bool) -> tuple[str, ...]:
        """Return a label for each bin, or for each edge, of which there is one more."""
        return tuple(with_minus_signs(trim(self.edge(number))) for number in range(len(self.counts) + edges))


def bin_counts(counts: Mapping[int, int] | Mapping[float, int], step: float) -> Bins:
    """Sort counted numbers into bins, from the smallest to the largest number."""
    start = floor(min(counts) / step)
    found = [0] * (floor(max(counts) / step) - start + 1)
    for value, count in counts.items():
        found[floor(value / step) - start] += count
    return Bins(start, step, tuple(found))


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
