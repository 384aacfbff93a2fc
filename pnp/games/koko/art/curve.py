"""Path strings: smooth lines through points, chains of discs, stars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

from pnp.face.art.curve import Point, dots, point, polar


def turned(point: Point, angle: float) -> Point:
    """A point turned clockwise about the origin."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def lobes(at: Point, r: float, count: int, depth: float, turn: float = 0) -> str:
    """A round with a scalloped edge."""
    step = 360 / count
    rim = [polar(at, turn + i * step, r) for i in range(count)]
    d = f"M{point(rim[0])}"
    for i in range(count):
        d += f"Q{point(polar(at, turn + (i + 0.5) * step, r + 2 * depth))} {point(rim[(i + 1) % count])}"
    return d + "Z"


def walk(points: Sequence[Point], step: float) -> list[Point]:
    """Points at even distances along a line, close to `step`, both ends among them."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    total = sum(lengths)
    count = max(1, round(total / step))
    found: list[Point] = []
    for i in range(count + 1):
        rest = total * i / count
        k = 0
        while k < len(lengths) - 1 and rest > lengths[k]:
            rest -= lengths[k]
            k += 1
        share = min(1.0, rest / lengths[k])
        (ax, ay), (bx, by) = points[k], points[k + 1]
        found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return found


def offset(line: Sequence[Point], aside: float) -> list[Point]:
    """A line parallel to another, to its left as it runs (y down) if `aside` is positive."""
    found: list[Point] = []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        length = hypot(bx - ax, by - ay) or 1
        found.append((x + (by - ay) / length * aside, y - (bx - ax) / length * aside))
    return found


def points(places: Iterable[Point]) -> str:
    """Dots for a round pen as one path, a fifth of the text that discs take."""
    return "".join(f"M{round(x, 2):g},{round(y, 2):g}h.01" for x, y in places)


def discs(points: Iterable[Point], r: float) -> str:
    """Many discs as one path, drawn clockwise like the outlines they join."""
    return dots(points, r, clockwise=True)
