"""Transformation matrices in the order that PDF uses."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from pnp.sheet.page import Rect


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
