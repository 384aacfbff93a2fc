"""Bar charts and histograms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from pnp.chart.canvas import LABEL, SMALL, Canvas, centred_baseline, width_of
from pnp.chart.colours import INK, QUIET, TEXT, WHITE
from pnp.chart.panel import BAR_GAP, LABEL_GAP, Bins, Heading, LabelledRows, bin_counts, draw_axis_labels, round_step


@dataclass(frozen=True)
class CountBars(LabelledRows):
    """Horizontal bars labelled with their counts."""

    counts: tuple[tuple[str, int], ...]
    rest: bool = False
    """Whether the last row is a sum of many values, which gets no bar."""

    share: ClassVar[float] = 0.5

    def label_texts(self) -> list[str]:
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

    def label_texts(self) -> list[str]:
        """Return the names of the rows."""
        return [name for name, _, _ in self.rows]

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the bars."""
        top = self.heading.draw(canvas, x, y, width)
        labels = self.labels(width)
        most = max(self.most, 1e-9, *(length for _, length, _ in self.rows))
        left = x + labels.width + BAR_GAP
        room = x + width - left - max(width_of(label, LABEL, bold=True) for _, _, label in self.rows) - 0.08
        canvas.line([left, left], [top, top + sum(labels.heights())], colour=QUIET)
        for row, ((_, length, label), height) in enumerate(zip(self.rows, labels.heights(), strict=True)):
            labels.draw(canvas, row, x, top)
            middle = top + height / 2
            canvas.box(left, middle - 0.06, room * length / most, 0.12)
            end, colour = left + room * length / most + 0.06, TEXT if length else INK
            canvas.text(end, centred_baseline(middle, LABEL), label, LABEL, bold=length > 0, colour=colour)
            top += height


MOST_BINS: Final = 24
"""Approximate maximum number of bins in a histogram of shares."""
_COUNTS: Final = 1.5
"""Height of a histogram of counts, in inches."""
_SHARES: Final = 1.35
"""Height of a histogram of shares, in inches."""


@dataclass(frozen=True)
class CountHistogram:
    """Vertical bars with their counts above them."""

    heading: Heading
    counts: tuple[int, ...]
    labels: tuple[str, ...]
    """One label under each bar, or one at each edge, of which there is one more."""

    def height(self, width: float) -> float:
        """Return the height of heading, bars and axis."""
        return self.heading.height(width) + _COUNTS + 0.24

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the bars, with the count above each."""
        top = self.heading.draw(canvas, x, y, width)
        bottom = top + _COUNTS
        most = max(self.counts)
        step = min((width - 0.3) / len(self.counts), 0.5)
        left = x + 0.15
        room = _COUNTS - 0.2
        tick_step = int(round_step(most / 3, whole=True))
        for tick in range(tick_step, most + 1, tick_step):
            canvas.line([left, left + step * len(self.counts)], [bottom - room * tick / most] * 2)
        edges = len(self.labels) > len(self.counts)
        inset = 0.012 if edges else step * 0.14
        for number, count in enumerate(self.counts):
            place, high = left + number * step, room * count / most
            canvas.box(place + inset, bottom - high, step - 2 * inset, high)
            if width_of(str(count), SMALL, bold=True) < step:
                base, ink = bottom - high - 0.05, TEXT if count else QUIET
                wide = width_of(str(count), SMALL, bold=True) + 0.06
                canvas.box(place + (step - wide) / 2, base - 0.1, wide, 0.11, WHITE)  # hides the grid lines
                canvas.text(place + step / 2, base, str(count), SMALL, bold=count > 0, colour=ink, align="center")
        canvas.line([left, left + step * len(self.counts)], [bottom, bottom], colour=QUIET)
        draw_axis_labels(canvas, self.labels, left, step, bottom + 0.18, edges=edges, gap=0.08)


@dataclass(frozen=True)
class ShareHistogram:
    """How often each whole number occurs, in percent, with the mean."""

    heading: Heading
    counts: Mapping[int, int]
    mean: float
    mean_label: str
    scale: Callable[[float], str]
    """Formats a share of the vertical axis."""

    def height(self, width: float) -> float:
        """Return the height of heading, bars and axis."""
        return self.heading.height(width) + _SHARES + 0.26

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw the bars over light grid lines, and a dashed line at the mean."""
        top = self.heading.draw(canvas, x, y, width)
        bins = integer_bins(self.counts)
        total = sum(bins.counts)
        most = max(bins.counts) / total
        bottom, high = top + _SHARES, _SHARES - 0.2
        tick = round_step(100 * most / 4, whole=False)
        left, right = x + 0.4, x + width - 0.12
        wide = (right - left) / len(bins.counts)
        for number in range(1, int(100 * most / tick) + 1):
            level = bottom - high * number * tick / 100 / most
            canvas.line([left, right], [level, level])
            base, text = centred_baseline(level, SMALL), self.scale(number * tick / 100)
            canvas.text(left - 0.06, base, text, SMALL, colour=QUIET, align="right")
        for number, count in enumerate(bins.counts):
            tall = high * count / total / most
            canvas.box(left + number * wide + 0.01, bottom - tall, wide - 0.02, tall)
        canvas.line([left, right], [bottom, bottom], colour=QUIET)
        edges = bins.step > 1
        draw_axis_labels(canvas, bins.labels(edges=edges), left, wide, bottom + 0.17, edges=edges, gap=0.1)
        place = left + wide * ((self.mean - bins.edge(0)) / bins.step + (0 if edges else 0.5))
        bar = min(int((place - left) / wide), len(bins.counts) - 1)
        inside = 0.01 < place - left - bar * wide < wide - 0.01
        crest = bottom - high * bins.counts[bar] / total / most if inside else bottom
        self._draw_mean(canvas, place, x + width, top, crest, bottom)

    def _draw_mean(self, canvas: Canvas, place: float, right: float, top: float, crest: float, bottom: float) -> None:
        """Draw a dashed line at the mean, labelled on the side where there is room.

        On a bar, which begins at `crest`, its dashes are white, and the bar stays whole between them.
        """
        canvas.line([place, place], [crest, top + 0.08], colour=TEXT, weight=1.1, dashes=(4, 2))
        if crest < bottom:
            canvas.line([place, place], [crest, bottom], colour=WHITE, weight=1.1, dashes=(2, 4))
        wide = width_of(self.mean_label, SMALL)
        start = place + 0.05 if place + wide + 0.1 < right else place - wide - 0.05
        canvas.box(start - 0.02, top, wide + 0.04, 0.13, WHITE)
        canvas.text(start, top + 0.1, self.mean_label, SMALL, colour=TEXT)


def integer_bins(counts: Mapping[int, int]) -> Bins:
    """Sort whole numbers into bins of a round width, about MOST_BINS at most."""
    return bin_counts(counts, int(round_step((max(counts) - min(counts) + 1) / MOST_BINS, whole=True)))
