"""The small charts of the report: shares with their intervals, distributions, bars. All lengths are inches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from pnp.stats.panels import LABEL, SMALL, Heading, Labels, round_step
from pnp.stats.paper import INK, POINT, QUIET, TEXT, WHITE, Paper, width_of

BESIDE: Final = 0.12
FRAME: Final = 1.35
"""The height of a distribution."""
MOST_BARS: Final = 24


def middle_base(middle: float, size: float) -> float:
    """The base line of figures whose middle is there."""
    return middle + 0.34 * size * POINT


@dataclass(frozen=True)
class Mark:
    """A number with its interval, in a row of its own."""

    label: str
    value: float
    low: float
    high: float
    said: str
    """What stands at the end of the row."""
    full: bool = True
    """A full dot, else a hollow one."""


@dataclass(frozen=True)
class Whiskers:
    """Rows of numbers with their intervals on one scale, and a dashed line at what is expected."""

    heading: Heading
    marks: tuple[Mark, ...]
    expected: float
    scale: Callable[[float], str]
    """How a number of the scale is written."""

    def _labels(self, width: float) -> Labels:
        return Labels.of([mark.label for mark in self.marks], width * 0.42)

    def height(self, width: float) -> float:
        """The heading, a row for each, the scale."""
        return self.heading.height(width) + sum(self._labels(width).heights()) + 0.3

    def draw(self, paper: Paper, x: float, y: float, width: float) -> None:
        """Draw dots and whiskers over light lines."""
        top = self.heading.draw(paper, x, y, width)
        labels = self._labels(width)
        left = x + labels.width + BESIDE
        right = x + width - max(width_of(mark.said, LABEL, bold=True) for mark in self.marks) - BESIDE
        bottom = top + sum(labels.heights())
        least = min(self.expected, *(mark.low for mark in self.marks))
        most = max(self.expected, *(mark.high for mark in self.marks))
        room = max(most - least, 0.01) * 0.06
        least, most = least - room, most + room
        ticks = _ticks(least, most, max(2, int((right - left) / 0.55)))

        def at(value: float) -> float:
            return left + (right - left) * (value - least) / (most - least)

        for tick in ticks:
            paper.line([at(tick)] * 2, [top, bottom])
            paper.text(at(tick), bottom + 0.17, self.scale(tick), SMALL, colour=QUIET, align="center")
        paper.line([at(self.expected)] * 2, [top - 0.03, bottom], colour=TEXT, weight=1.1, dashes=(4, 2))
        for row, (mark, height) in enumerate(zip(self.marks, labels.heights(), strict=True)):
            labels.draw(paper, row, x, top)
            middle = top + height / 2
            colour = INK if mark.full else QUIET
            paper.line([at(mark.low), at(mark.high)], [middle] * 2, colour=colour, weight=2.2 if mark.full else 1.2)
            fill = colour if mark.full else WHITE
            paper.line([at(mark.value)], [middle], colour=colour, mark="o", marked=[0], fill=fill)
            paper.text(
                x + width, middle_base(middle, LABEL), mark.said, LABEL, bold=mark.full, align="right",
                colour=TEXT if mark.full else QUIET,
            )  # fmt: skip
            top += height


def _ticks(least: float, most: float, count: int) -> list[float]:
    """Round numbers between two."""
    step = round_step((most - least) / count, whole=False)
    return [number * step for number in range(ceil(least / step), floor(most / step) + 1)]


@dataclass(frozen=True)
class Bars:
    """A bar for each thing, what it is worth at the end; nothing is said in words."""

    heading: Heading
    rows: tuple[tuple[str, float, str], ...]
    """Name, length, and what is written at the end."""
    most: float = 0.0
    """The length of a full bar, if another chart beside has a longer one."""

    def _labels(self, width: float) -> Labels:
        return Labels.of([name for name, _, _ in self.rows], width * 0.55)

    def height(self, width: float) -> float:
        """The heading and a row for each."""
        return self.heading.height(width) + sum(self._labels(width).heights())

    def draw(self, paper: Paper, x: float, y: float, width: float) -> None:
        """Draw the bars."""
        top = self.heading.draw(paper, x, y, width)
        labels = self._labels(width)
        most = max(self.most, 1e-9, *(length for _, length, _ in self.rows))
        left = x + labels.width + BESIDE
        room = x + width - left - max(width_of(said, LABEL, bold=True) for _, _, said in self.rows) - 0.08
        paper.line([left, left], [top, top + sum(labels.heights())], colour=QUIET)
        for row, ((_, length, said), height) in enumerate(zip(self.rows, labels.heights(), strict=True)):
            labels.draw(paper, row, x, top)
            middle = top + height / 2
            paper.box(left, middle - 0.06, room * length / most, 0.12)
            paper.text(
                left + room * length / most + 0.06, middle_base(middle, LABEL), said, LABEL, bold=length > 0,
                colour=TEXT if length else INK,
            )  # fmt: skip
            top += height


@dataclass(frozen=True)
class Distribution:
    """How often each number occurs, as upright bars in percent, and where the mean lies."""

    heading: Heading
    counts: Mapping[int, int]
    mean: float
    mean_said: str

    def height(self, width: float) -> float:
        """The heading, the bars, the scale."""
        return self.heading.height(width) + FRAME + 0.26

    def draw(self, paper: Paper, x: float, y: float, width: float) -> None:
        """Draw the bars over light lines, and a dashed line at the mean."""
        top = self.heading.draw(paper, x, y, width)
        first, step, bars = bins(self.counts)
        total = sum(bars)
        most = max(bars) / total
        bottom, high = top + FRAME, FRAME - 0.2
        tick = round_step(100 * most / 4, whole=False)
        left, right = x + 0.4, x + width - 0.12
        wide = (right - left) / len(bars)
        for number in range(1, int(100 * most / tick) + 1):
            level = bottom - high * number * tick / 100 / most
            paper.line([left, right], [level, level])
            paper.text(
                left - 0.06, middle_base(level, SMALL), f"{_short(number * tick)} %", SMALL, colour=QUIET, align="right"
            )
        for number, count in enumerate(bars):
            tall = high * count / total / most
            paper.box(left + number * wide + 0.01, bottom - tall, wide - 0.02, tall)
        paper.line([left, right], [bottom, bottom], colour=QUIET)
        self._scale(paper, left, wide, bottom, first, step, len(bars))
        place = left + wide * ((self.mean - first) / step + (0.5 if step == 1 else 0))
        paper.line([place, place], [top + 0.08, bottom], colour=WHITE, weight=2.6)  # to be seen on dark bars
        paper.line([place, place], [top + 0.08, bottom], colour=TEXT, weight=1.1, dashes=(4, 2))
        said = width_of(self.mean_said, SMALL)
        align_left = place + said + 0.1 < x + width
        start = place + 0.05 if align_left else place - said - 0.05
        paper.box(start - 0.02, top, said + 0.04, 0.13, WHITE)
        paper.text(start, top + 0.1, self.mean_said, SMALL, colour=TEXT)

    def _scale(self, paper: Paper, left: float, wide: float, bottom: float, first: int, step: int, count: int) -> None:
        """The numbers below: under the bars, or at their edges where a bar is of several."""
        edges = step > 1
        labels = [str(first + number * step).replace("-", "−") for number in range(count + edges)]
        every = ceil((max(width_of(label, LABEL) for label in labels) + 0.1) / wide)
        for number, label in enumerate(labels):
            if number % every == 0:
                place = left + (number + (0 if edges else 0.5)) * wide
                paper.text(place, bottom + 0.17, label, LABEL, align="center")


def bins(counts: Mapping[int, int]) -> tuple[int, int, list[int]]:
    """The first number, how many numbers a bar is of, and the counts of the bars."""
    least, most = min(counts), max(counts)
    step = max(1, int(round_step((most - least + 1) / MOST_BARS, whole=True)))
    first = floor(least / step) * step
    bars = [0] * ((most - first) // step + 1)
    for value, count in counts.items():
        bars[(value - first) // step] += count
    return first, step, bars


def _short(value: float) -> str:
    return f"{value:g}"


def in_columns(rows: Sequence[tuple[str, float, str]], columns: int) -> list[tuple[tuple[str, float, str], ...]]:
    """Rows in so many columns of about the same length."""
    size = max(1, ceil(len(rows) / columns))
    return [tuple(rows[start : start + size]) for start in range(0, len(rows), size)]
