"""Base classes of chart panels: headings, heights, and rows with labels on the left."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from pnp.chart.canvas import Canvas
from pnp.chart.colour import QUIET, TEXT
from pnp.chart.lettering import HEADING, LABEL, LEADING, LINE, POINT, SMALL, width_of, wrap

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
    def names(self) -> list[str]:
        """Return the texts of the labels."""

    def labels(self, width: float) -> Labels:
        """Return the labels of a panel of this width."""
        return Labels.of(self.names(), width * self.share)

    def height(self, width: float) -> float:
        """Return the height of heading and rows."""
        return self.heading.height(width) + sum(self.labels(width).heights())
