"""Path strings: smooth lines through points, chains of discs, stars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

Point = tuple[float, float]


def num(value: float) -> str:
    """A number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def spot(point: Point) -> str:
    """A point as a path writes it."""
    return f"{num(point[0])},{num(point[1])}"


def polar(origin: Point, angle: float, length: float) -> Point:
    """The point `length` away from the origin, at `angle` degrees clockwise from the right."""
    return origin[0] + length * cos(radians(angle)), origin[1] + length * sin(radians(angle))


def turned(point: Point, angle: float) -> Point:
    """A point turned clockwise about the origin."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """A smooth curve through all the points."""
    n = len(points)
    d = [f"M{spot(points[0])}"]
    for i in range(n if closed else n - 1):
        if closed:
            p0, p1, p2, p3 = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        d.append(f"C{spot(c1)} {spot(c2)} {spot(p2)}")
    return "".join(d) + ("Z" if closed else "")


def lines(points: Sequence[Point], closed: bool = True) -> str:
    """Straight lines through the points."""
    return "M" + "L".join(spot(p) for p in points) + ("Z" if closed else "")


def discs(points: Iterable[Point], r: float) -> str:
    """Many discs as one path."""
    arc = f"a{num(r)},{num(r)} 0 1 1"
    return "".join(f"M{spot((x - r, y))}{arc} {num(2 * r)},0{arc} {num(-2 * r)},0Z" for x, y in points)


def star(at: Point, outer: float, inner: float, rays: int = 5, turn: float = -90) -> str:
    """A star of so many rays."""
    step = 180 / rays
    return lines([polar(at, turn + i * step, inner if i % 2 else outer) for i in range(2 * rays)])


def lobes(at: Point, r: float, count: int, depth: float, turn: float = 0) -> str:
    """A round with a scalloped edge."""
    step = 360 / count
    rim = [polar(at, turn + i * step, r) for i in range(count)]
    d = f"M{spot(rim[0])}"
    for i in range(count):
        d += f"Q{spot(polar(at, turn + (i + 0.5) * step, r + 2 * depth))} {spot(rim[(i + 1) % count])}"
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
