"""Small charts, each of one thing: bars, a grid of numbers, a histogram. All lengths are inches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, Protocol

from pnp.stats.paper import INK, LEADING, POINT, QUIET, RULE, TEXT, WHITE, Paper, width_of, wrap

HEADING: Final = 11.5
LABEL: Final = 9.5
SMALL: Final = 8.5
LINE: Final = LABEL * POINT * LEADING
_GAP: Final = 0.075
"""Between two rows."""
_BESIDE: Final = 0.1
"""Between a label and what it labels."""
_FRAME: Final = 1.5
"""The height of a histogram."""
_DARK: Final = 0.68
"""The strength of ink from which on figures on it are white."""


class Panel(Protocol):
    """A chart that knows how high it is when it is so wide."""

    def height(self, width: float) -> float:
        """The height it needs."""

    def draw(self, paper: Paper, x: float, y: float, width: float) -> None:
        """Draw it, its upper left corner at x, y."""


@dataclass(frozen=True)
class Heading:
    """What stands over a chart."""

    title: str
    note: str = ""

    def lines(self, width: float) -> list[tuple[str, bool]]:
        """Its lines, each with whether it is of the title."""
        notes = wrap(self.note, width, SMALL) if self.note else []
        return [*((line, True) for line in wrap(self.title, width, HEADING, bold=True)), *((n, False) for n in notes)]

    def height(self, width: float) -> float:
        """From its top to where the chart begins."""
        return sum((HEADING if title else SMALL) * POINT * LEADING for _, title in self.lines(width)) + 0.12

    def draw(self, paper: Paper, x: float, y: float, width: float) -> float:
        """Draw it; where the chart begins comes back."""
        for line, title in self.lines(width):
            size = HEADING if title else SMALL
            y += size * POINT * LEADING
            paper.text(x, y - 0.2 * size * POINT, line, size, bold=title, colour=TEXT if title else QUIET)
        return y + 0.12


@dataclass(frozen=True)
class Labels:
    """Labels at the left of rows, wrapped where they are long."""

    width: float
    lines: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, texts: Sequence[str], most: float) -> Labels:
        """The labels of some texts, no wider than `most`."""
        lines = tuple(tuple(wrap(text, most, LABEL)) for text in texts)
        return cls(max(width_of(line, LABEL) for label in lines for line in label), lines)

    def heights(self) -> list[float]:
        """The height of each row."""
        return [len(label) * LINE + _GAP for label in self.lines]

    def draw(self, paper: Paper, row: int, x: float, y: float) -> None:
        """Draw a label flush right, in the row that begins at y."""
        for number, line in enumerate(self.lines[row]):
            base = y + _GAP / 2 + (number + 0.78) * LINE
            paper.text(x + self.width, base, line, LABEL, align="right")


@dataclass(frozen=True)
class Bars:
    """A bar for each value, its count at the end."""

    heading: Heading
    counts: tuple[tuple[str, int], ...]
    rest: bool = False
    """The last row is a sum of many values, which has no bar among those of single ones."""

    def _labels(self, width: float) -> Labels:
        return Labels.of([value for value, _ in self.counts], width * 0.5)

    def height(self, width: float) -> float:
        """The heading and a row for each value."""
        return self.heading.height(width) + sum(self._labels(width).heights())

    def draw(self, paper: Paper, x: float, y: float, width: float) -> None:
        """Draw the bars over light lines at round numbers."""
        top = self.heading.draw(paper, x, y, width)
        labels = self._labels(width)
        singles = self.counts[:-1] if self.rest else self.counts
        most = max(1, *(count for _, count in singles))
        left = x + labels.width + _BESIDE
        room = x + width - left - width_of(str(most), LABEL, bold=True) - 0.08
        bottom = top + sum(labels.heights())
        step = round_step(most / 4, whole=True)
        for tick in range(int(step), most + 1, int(step)):
            paper.line([left + room * tick / most] * 2, [top, bottom])
        paper.line([left, left], [top, bottom], colour=QUIET)
        for row, ((_, count), height) in enumerate(zip(self.counts, labels.heights(), strict=True)):
            labels.draw(paper, row, x, top)
            middle = top + height / 2
            length = room * count / most if row < len(singles) else 0.0
            paper.box(left, middle - 0.065, length, 0.13)
            base = middle + 0.34 * LABEL * POINT
            end = left + length + 0.06
            text = str(count)
            paper.box(end - 0.03, middle - 0.08, width_of(text, LABEL, bold=True) + 0.06, 0.16, WHITE)  # over the lines
            paper.text(end, base, text, LABEL, bold=count > 0, colour=TEXT if count else QUIET)
            top += height


@dataclass(frozen=True)
class Grid:
    """Numbers in rows and columns, the darker the more."""

    heading: Heading
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    plain: int = 0
    """So many of the first columns have no ground: what is not there."""

    def _labels(self, width: float) -> Labels:
        return Labels.of([value for value, _ in self.rows], width * 0.42)

    def _cell(self, width: float) -> float:
        return min((width - self._labels(width).width - _BESIDE) / len(self.columns), 0.62)

    def _upright(self, width: float) -> bool:
        return max(width_of(name, SMALL) for name in self.columns) > self._cell(width) - 0.04

    def _names(self, width: float) -> float:
        """The height of the columns' names."""
        return max(width_of(name, SMALL) for name in self.columns) + 0.08 if self._upright(width) else 0.19

    def height(self, width: float) -> float:
        """The heading, the names of the columns, the rows."""
        return self.heading.height(width) + self._names(width) + sum(self._labels(width).heights())

    def draw(self, paper: Paper, x: float, y: float, width: float) -> None:
        """Draw the numbers on their grounds."""
        top = self.heading.draw(paper, x, y, width) + self._names(width)
        labels, cell, upright = self._labels(width), self._cell(width), self._upright(width)
        left = x + labels.width + _BESIDE
        for number, name in enumerate(self.columns):
            middle = left + (number + 0.5) * cell
            if upright:
                paper.text(middle + 0.3 * SMALL * POINT, top - 0.06, name, SMALL, colour=QUIET, upright=True)
            else:
                paper.text(middle, top - 0.06, name, SMALL, colour=QUIET, align="center")
        most = max((1, *(count for _, counts in self.rows for count in counts[self.plain :])))
        for row, ((_, counts), height) in enumerate(zip(self.rows, labels.heights(), strict=True)):
            labels.draw(paper, row, x, top)
            for number, count in enumerate(counts):
                strength = 0.12 + 0.88 * count / most if count and number >= self.plain else 0.0
                place = left + number * cell
                ground = (INK, strength) if strength else (RULE, 0.35)
                paper.box(place + 0.01, top + 0.01, cell - 0.02, height - 0.02, *ground)
                colour = WHITE if strength > _DARK else TEXT if strength else QUIET
                base = top + height / 2 + 0.34 * LABEL * POINT
                bold = strength > 0
                paper.text(place + cell / 2, base, str(count), LABEL, bold=bold, colour=colour, align="center")
            top += height


@dataclass(frozen=True)
class Histogram:
    """Upright bars over a scale of numbers."""

    heading: Heading
    counts: tuple[int, ...]
    labels: tuple[str, ...]
    """One under each bar, or one more: at the edges of the bars."""

    def height(self, width: float) -> float:
        """The heading, the bars, the scale."""
        return self.heading.height(width) + _FRAME + 0.24

    def draw(self, paper: Paper, x: float, y: float, width: float) -> None:
        """Draw the bars, the count over each."""
        top = self.heading.draw(paper, x, y, width)
        bottom = top + _FRAME
        most = max(self.counts)
        step = min((width - 0.3) / len(self.counts), 0.5)
        left = x + 0.15
        room = _FRAME - 0.2
        tick_step = int(round_step(most / 3, whole=True))
        for tick in range(tick_step, most + 1, tick_step):
            paper.line([left, left + step * len(self.counts)], [bottom - room * tick / most] * 2)
        edges = len(self.labels) > len(self.counts)
        inset = 0.012 if edges else step * 0.14
        for number, count in enumerate(self.counts):
            place, high = left + number * step, room * count / most
            paper.box(place + inset, bottom - high, step - 2 * inset, high)
            if width_of(str(count), SMALL, bold=True) < step:
                base, ink = bottom - high - 0.05, TEXT if count else QUIET
                wide = width_of(str(count), SMALL, bold=True) + 0.06
                paper.box(place + (step - wide) / 2, base - 0.1, wide, 0.11, WHITE)  # over the lines
                paper.text(place + step / 2, base, str(count), SMALL, bold=count > 0, colour=ink, align="center")
        paper.line([left, left + step * len(self.counts)], [bottom, bottom], colour=QUIET)
        every = ceil((max(width_of(label, LABEL) for label in self.labels) + 0.08) / step)
        for number, label in enumerate(self.labels):
            if number % every == 0:
                place = left + (number + (0 if edges else 0.5)) * step
                paper.text(place, bottom + 0.18, label, LABEL, align="center")


def round_step(least: float, *, whole: bool) -> float:
    """The smallest of 1, 2, 5, 10, 20 … (and 0.5, 0.2 … unless whole) that is not below `least`."""
    if whole and least <= 1:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))
