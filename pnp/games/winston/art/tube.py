"""The trunk of a dog as a tube: two lines, back and belly, and everything between and along them.

A place on the tube is `way` along it, in millimetres from the left cut, and `share` across it, 0 at the back and 1 at
the belly. On a body the way is simply x; on a head the tube bends up into the neck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi

from pnp.face.art.curve import Point

from .curve import Node, trail
from .palette import BACK, BELLY, BLEED, WIDTH

Bump = tuple[float, float, float]
"""Where the line gives way: middle, half width, and how far down (or up, below 0)."""


@dataclass(frozen=True)
class Tube:
    """Knots along the trunk, from left to right."""

    ways: tuple[float, ...]
    back: tuple[Point, ...]
    belly: tuple[Point, ...]

    def spot(self, way: float, share: float) -> Point:
        """The point at a place of the tube."""
        i = 0
        while i < len(self.ways) - 2 and self.ways[i + 1] < way:
            i += 1
        t = (way - self.ways[i]) / (self.ways[i + 1] - self.ways[i])
        ends = []
        for row in (self.back, self.belly):
            (ax, ay), (bx, by) = row[i], row[i + 1]
            ends.append((ax + (bx - ax) * t, ay + (by - ay) * t))
        (ax, ay), (bx, by) = ends
        return ax + (bx - ax) * share, ay + (by - ay) * share

    def along(self, share: float) -> list[Node]:
        """A line along the tube."""
        rows = zip(self.back, self.belly, strict=True)
        return trail((ax + (bx - ax) * share, ay + (by - ay) * share) for (ax, ay), (bx, by) in rows)

    def band(self, top: float, bottom: float) -> list[Node]:
        """The area between two lines along the tube."""
        upper, lower = self.along(top), self.along(bottom)
        upper = [upper[0]._replace(corner=True), *upper[1:-1], upper[-1]._replace(corner=True)]
        lower = [lower[0]._replace(corner=True), *lower[1:-1], lower[-1]._replace(corner=True)]
        return [*upper, *reversed(lower)]

    def across(self, way: float, top: float = 0, bottom: float = 1, bow: float = 0) -> list[Node]:
        """A line across the tube, bowed to the left by `bow`."""
        middle = self.spot(way - bow, (top + bottom) / 2)
        return trail([self.spot(way, top), middle, self.spot(way, bottom)])


def share(height: float) -> float:
    """How far across the tube a height at the cut is."""
    return (height - BACK) / (BELLY - BACK)


def _give(x: float, bumps: Sequence[Bump]) -> float:
    return sum(depth * (1 + cos(pi * (x - at) / half)) / 2 for at, half, depth in bumps if abs(x - at) < half)


def trunk(back: Sequence[Bump] = (), belly: Sequence[Bump] = ()) -> Tube:
    """A body: straight at both cuts, with bumps between."""
    inner = [7 + 3.5 * i for i in range(15)]
    ways = (-BLEED, 0.0, 2.5, 4.5, *inner, WIDTH - 4.5, WIDTH - 2.5, WIDTH, WIDTH + BLEED)
    over = tuple((x, BACK + _give(x, back)) for x in ways)
    under = tuple((x, BELLY + _give(x, belly)) for x in ways)
    return Tube(ways, over, under)


CHEST = Tube(
    (22, 27, 32, 37, 42, 47, 52, 57, 60.5, WIDTH, WIDTH + BLEED),
    (
        (36, 17),
        (38, 21.5),
        (40, 26),
        (42, 30.4),
        (44.6, 33.8),
        (48, 36),
        (52.4, 36.9),
        (57, BACK),
        (60.5, BACK),
        (WIDTH, BACK),
        (WIDTH + BLEED, BACK),
    ),
    (
        (20.5, 37),
        (16, 46.5),
        (17.2, 55.4),
        (24, 62),
        (34, 64.6),
        (43.5, 65),
        (51, BELLY),
        (57, BELLY),
        (60.5, BELLY),
        (WIDTH, BELLY),
        (WIDTH + BLEED, BELLY),
    ),
)
"""The front of a dog: the trunk comes in from the right and bends up into the neck."""
