"""What every panel of a chart has: a heading, a height for a width, and often rows with labels at their left."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from pnp.chart.canvas import Canvas
from pnp.chart.colour import QUIET, TEXT
from pnp.chart.lettering import HEADING, LABEL, LEADING, LINE, POINT, SMALL, width_of, wrap

BESIDE: Final = 0.1
"""Between a label and a number …"""
APART: Final = 0.12
"""… or a bar or whisker that has words at its other end."""
_GAP: Final = 0.075
"""Between two rows."""


class Panel(Protocol):
    """A small chart of one thing, which knows how high it is for a given width."""

    def height(self, width: float) -> float:
        """The height it needs."""

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        """Draw it, its upper left corner at x, y."""


@dataclass(frozen=True)
class Heading:
    """What stands over a panel."""

    title: str
    note: str = ""

    def lines(self, width: float) -> list[tuple[str, bool]]:
        """Its lines, each with whether it is of the title."""
        notes = wrap(self.note, width, SMALL) if self.note else []
        return [*((line, True) for line in wrap(self.title, width, HEADING, bold=True)), *((n, False) for n in notes)]

    def height(self, width: float) -> float:
        """From its top to where the chart begins."""
        return sum((HEADING if title else SMALL) * POINT * LEADING for _, title in self.lines(width)) + 0.12

    def draw(self, canvas: Canvas, x: float, y: float, width: float) -> float:
        """Draw it; where the chart begins comes back."""
        for line, title in self.lines(width):
            size = HEADING if title else SMALL
            y += size * POINT * LEADING
            canvas.text(x, y - 0.2 * size * POINT, line, size, bold=title, colour=TEXT if title else QUIET)
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

    def draw(self, canvas: Canvas, row: int, x: float, y: float) -> None:
        """Draw a label flush right, in the row that begins at y."""
        for number, line in enumerate(self.lines[row]):
            base = y + _GAP / 2 + (number + 0.78) * LINE
            canvas.text(x + self.width, base, line, LABEL, align="right")


@dataclass(frozen=True)
class Rows(ABC):
    """A panel of rows, each with a label at its left."""

    heading: Heading

    share: ClassVar[float]
    """The part of the width that labels may take."""

    @abstractmethod
    def names(self) -> list[str]:
        """What the labels say."""

    def labels(self, width: float) -> Labels:
        """The labels of a panel of this width."""
        return Labels.of(self.names(), width * self.share)

    def height(self, width: float) -> float:
        """The heading and the rows."""
        return self.heading.height(width) + sum(self.labels(width).heights())
