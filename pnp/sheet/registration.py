"""Registration marks for cutting machines, and the area around them that must stay clear."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Point
from pnp.geometry.units import Size


class MarkPattern(StrEnum):
    """The set of marks on a sheet."""

    THREE = "three"
    """A square in the upper left corner, angles in the upper right and lower left corners."""
    FOUR = "four"
    """An angle in each corner."""
    NONE = "none"


class Corner(NamedTuple):
    """A corner of the rectangle spanned by the marks: its position and the inward directions."""

    name: str
    """Name as in inkscape-silhouette: tl, tr, bl, br."""
    x: float
    y: float
    right: int
    down: int


@dataclass(frozen=True)
class Registration:
    """Registration marks as a machine expects them, in mm."""

    pattern: MarkPattern = MarkPattern.THREE
    inset: float = 10
    """Distance from the edges of the paper to the centre line of the angles."""
    arm: float = 20
    """Length of each arm of an angle, from its corner."""
    stroke: float = 0.3
    """Width of the lines."""
    square: float = 5
    """Side of the square; its corner is where that of an angle would be."""
    bordered: bool = False
    """Whether the square has a border line, as printed by Silhouette Studio."""
    clear: float = 20
    """Side of the square in each corner that must stay clear."""

    def corners(self, paper: Size) -> list[Corner]:
        """Return the corners that have a mark."""
        near, right, low = self.inset, paper.width - self.inset, paper.height - self.inset
        there = [
            Corner("tl", near, near, 1, 1), Corner("tr", right, near, -1, 1), Corner("bl", near, low, 1, -1),
            Corner("br", right, low, -1, -1),
        ]  # fmt: skip
        return there[: {MarkPattern.THREE: 3, MarkPattern.FOUR: 4, MarkPattern.NONE: 0}[self.pattern]]

    def is_square(self, corner: Corner) -> bool:
        """Return whether the mark in a corner is the square."""
        return self.pattern is MarkPattern.THREE and corner.name == "tl"

    def angle(self, corner: Corner) -> tuple[Point, Point, Point]:
        """Return the centre line of an angle: end of the horizontal arm, corner, end of the vertical arm."""
        x, y = corner.x, corner.y
        return (x + corner.right * self.arm, y), (x, y), (x, y + corner.down * self.arm)

    def boxes(self, paper: Size) -> list[Rect]:
        """Return the boxes to print in black."""
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
        """Return the areas that must stay clear: one in each corner, up to the edges of the paper."""
        if self.pattern is MarkPattern.NONE:
            return []
        side = self.inset + self.clear
        right, low = paper.width - side, paper.height - side
        return [Rect(x, y, side, side) for y in (0, low) for x in (0, right)]

    def area(self, paper: Size) -> Rect:
        """Return the area that the machine can cut: the rectangle spanned by the marks."""
        return Rect(self.inset, self.inset, paper.width - 2 * self.inset, paper.height - 2 * self.inset)
