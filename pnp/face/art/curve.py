"""Curves as path strings: smooth lines through points, turned and moved outlines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

Point = tuple[float, float]


def num(value: float) -> str:
    """A number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def spot(point: Point) -> str:
    """A point as a path writes it."""
    return f"{num(point[0])},{num(point[1])}"


def polar(origin: Point, angle: float, length: float) -> Point:
    """The point `length` away from the origin, at `angle` degrees (clockwise from the right)."""
    return origin[0] + length * cos(radians(angle)), origin[1] + length * sin(radians(angle))


def mid(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point that divides the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def moved(points: Iterable[Point], at: Point, angle: float = 0, scale: float = 1) -> list[Point]:
    """The points scaled, turned by `angle` degrees and moved to `at`."""
    c, s = cos(radians(angle)) * scale, sin(radians(angle)) * scale
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


def smooth(points: Sequence[Point], closed: bool = True, tension: float = 1.0) -> str:
    """A smooth curve through all the points."""
    n = len(points)
    last = n if closed else n - 1
    d = [f"M{spot(points[0])}"]
    for i in range(last):
        if closed:
            p0, p1, p2, p3 = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        k = tension / 6
        c1 = (p1[0] + (p2[0] - p0[0]) * k, p1[1] + (p2[1] - p0[1]) * k)
        c2 = (p2[0] - (p3[0] - p1[0]) * k, p2[1] - (p3[1] - p1[1]) * k)
        d.append(f"C{spot(c1)} {spot(c2)} {spot(p2)}")
    return "".join(d) + ("Z" if closed else "")


def cubic(start: Point, *controls: Point, closed: bool = True) -> str:
    """A path of cubic arcs: three points an arc."""
    d = [f"M{spot(start)}"]
    d += [
        f"C{spot(a)} {spot(b)} {spot(c)}" for a, b, c in zip(controls[::3], controls[1::3], controls[2::3], strict=True)
    ]
    return "".join(d) + ("Z" if closed else "")


def dots(points: Iterable[Point], r: float, clockwise: bool = False) -> str:
    """Many small discs as one path; drawn the other way round they add to shapes instead of cutting into them."""
    arc = f"a{num(r)},{num(r)} 0 1 {int(clockwise)}"
    return "".join(f"M{spot((x - r, y))}{arc} {num(2 * r)},0{arc} {num(-2 * r)},0Z" for x, y in points)


def polyline(points: Sequence[Point], closed: bool = True) -> str:
    """Straight lines through the points."""
    return "M" + "L".join(spot(p) for p in points) + ("Z" if closed else "")


def star(at: Point, outer: float, inner: float, rays: int = 5, turn: float = -90) -> str:
    """A star with this many rays."""
    step = 180 / rays
    return polyline([polar(at, turn + i * step, inner if i % 2 else outer) for i in range(2 * rays)])
