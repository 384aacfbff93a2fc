"""Transformation matrices in the order that PDF uses."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin
from typing import Final, NamedTuple

from pnp.geometry.units import Size


class Matrix(NamedTuple):
    """A transformation, with its numbers in the order that PDF uses."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    @classmethod
    def about(cls, x: float, y: float, turn: float, scale: float) -> Matrix:
        """Return the rotation by `turn` degrees (from the x axis towards the y axis) and scaling around a point."""
        a, b = scale * cos(radians(turn)), scale * sin(radians(turn))
        return cls(a, b, -b, a, x - a * x + b * y, y - b * x - a * y)

    @property
    def inverse(self) -> Matrix:
        """The inverse transformation."""
        a, b, c, d, e, f = self
        area = a * d - b * c
        return Matrix(
            d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area
        )  # fmt: skip

    def after(self, first: Matrix) -> Matrix:
        """Return the transformation that applies `first`, then this one."""
        return Matrix(
            first.a * self.a + first.b * self.c,
            first.a * self.b + first.b * self.d,
            first.c * self.a + first.d * self.c,
            first.c * self.b + first.d * self.d,
            first.e * self.a + first.f * self.c + self.e,
            first.e * self.b + first.f * self.d + self.f,
        )

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the transformed point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        """Return the bounding box of a transformed box, in the same units and with the same direction of y."""
        corners = [self.point(x, y) for x in (x0, x1) for y in (y0, y1)]
        left, low = min(x for x, _ in corners), min(y for _, y in corners)
        return Rect(left, low, max(x for x, _ in corners) - left, max(y for _, y in corners) - low)


CORNER: Final = 6.0
"""How far around a corner a box still counts as a neighbour, in mm."""
CUT_TOLERANCE: Final = 0.05
"""Cutting tolerance, in mm."""


class Rect(NamedTuple):
    """A box; x and y are measured from the upper left corner of the paper, in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Right edge, in mm."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Lower edge, in mm."""
        return self.y + self.height

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the box moved right and down."""
        return self._replace(x=self.x + dx, y=self.y + dy)

    def overlaps(self, other: Rect) -> bool:
        """Return whether the boxes share more than an edge."""
        across = self.x < other.right - 1e-6 and other.x < self.right - 1e-6
        return across and self.y < other.bottom - 1e-6 and other.y < self.bottom - 1e-6

    def grown(self, by: Edges) -> Rect:
        """Return the box extended on each side."""
        return Rect(
            self.x - by.left, self.y - by.top, self.width + by.left + by.right, self.height + by.top + by.bottom
        )

    def distances(self, others: Iterable[Rect], reach: float = CORNER) -> Edges:
        """Return the distance to the nearest other box on each side, including boxes `reach` mm around the corner."""
        nearest = [float("inf")] * 4
        for box in others:
            level = min(self.bottom, box.bottom) - max(self.y, box.y)
            plumb = min(self.right, box.right) - max(self.x, box.x)
            for side, (beside, away) in enumerate(
                (
                    (level, self.x - box.right),
                    (plumb, self.y - box.bottom),
                    (level, box.x - self.right),
                    (plumb, box.y - self.bottom),
                )
            ):
                if beside > -reach and away > -CUT_TOLERANCE:
                    nearest[side] = min(nearest[side], max(away, 0))
        return Edges(*nearest)

    def mirrored(self, size: Size, *, sideways: bool) -> Rect:
        """Return the box after an area of that size is turned over, `sideways` like the page of a book."""
        if sideways:
            return self._replace(x=size.width - self.right)
        return self._replace(y=size.height - self.bottom)


class Edges(NamedTuple):
    """A length on each side of a box, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def mirrored(self, *, sideways: bool) -> Edges:
        """Return the lengths after the box is turned over."""
        if sideways:
            return self._replace(left=self.right, right=self.left)
        return self._replace(top=self.bottom, bottom=self.top)
