"""Registration: the marks on a printed sheet that a cutting machine looks for, and what must stay free round them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pnp.outline import Point
from pnp.sheet.page import Rect
from pnp.units import Size


class MarkPattern(StrEnum):
    """Which marks there are."""

    THREE = "three"
    """A square in the upper left corner, angles in the upper right and the lower left one."""
    FOUR = "four"
    """An angle in each corner."""
    NONE = "none"


class Corner(NamedTuple):
    """A corner of the rectangle that marks span: where it is, and which way is inward."""

    name: str
    """As inkscape-silhouette names marks: tl, tr, bl, br."""
    x: float
    y: float
    right: int
    down: int


@dataclass(frozen=True)
class Registration:
    """Marks as a machine expects them."""

    pattern: MarkPattern = MarkPattern.THREE
    inset: float = 10
    """From the paper's edges to the middle of the angles' lines."""
    arm: float = 20
    """The length of each line of an angle, from its corner on."""
    stroke: float = 0.3
    """The width of the lines."""
    square: float = 5
    """The side of the square, whose corner lies where that of an angle would."""
    bordered: bool = False
    """Whether the square has a line of its own round it, as Silhouette Studio prints it."""
    clear: float = 20
    """The side of the square in each corner where nothing else may lie."""

    def corners(self, paper: Size) -> list[Corner]:
        """The corners that have a mark."""
        near, right, low = self.inset, paper.width - self.inset, paper.height - self.inset
        there = [
            Corner("tl", near, near, 1, 1), Corner("tr", right, near, -1, 1), Corner("bl", near, low, 1, -1),
            Corner("br", right, low, -1, -1),
        ]  # fmt: skip
        return there[: {MarkPattern.THREE: 3, MarkPattern.FOUR: 4, MarkPattern.NONE: 0}[self.pattern]]

    def is_square(self, corner: Corner) -> bool:
        """Whether the mark in a corner is a square."""
        return self.pattern is MarkPattern.THREE and corner.name == "tl"

    def angle(self, corner: Corner) -> tuple[Point, Point, Point]:
        """The middle line of an angle: the end of its level arm, its corner, the end of its upright arm."""
        x, y = corner.x, corner.y
        return (x + corner.right * self.arm, y), (x, y), (x, y + corner.down * self.arm)

    def boxes(self, paper: Size) -> list[Rect]:
        """What is printed in black."""
        boxes = []
        half = self.stroke / 2
        for corner in self.corners(paper):
            if self.is_square(corner):
                rim = half if self.bordered else 0
                boxes.append(Rect(corner.x - rim, corner.y - rim, self.square + 2 * rim, self.square + 2 * rim))
                continue
            left = corner.x - half if corner.right > 0 else corner.x - self.arm
            top = corner.y - half if corner.down > 0 else corner.y - self.arm
            boxes.append(Rect(left, corner.y - half, self.arm + half, self.stroke))
            boxes.append(Rect(corner.x - half, top, self.stroke, self.arm + half))
        return boxes

    def zones(self, paper: Size) -> list[Rect]:
        """What must stay free: a square inward from each corner, and what is between it and the paper's edges."""
        if self.pattern is MarkPattern.NONE:
            return []
        side = self.inset + self.clear
        right, low = paper.width - side, paper.height - side
        return [Rect(x, y, side, side) for y in (0, low) for x in (0, right)]

    def area(self, paper: Size) -> Rect:
        """What the machine can cut: the rectangle that the marks span."""
        return Rect(self.inset, self.inset, paper.width - 2 * self.inset, paper.height - 2 * self.inset)
