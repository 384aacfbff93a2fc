"""SVG path data for curves, polylines and stars; rotated and moved points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

Point = tuple[float, float]


def num(value: float) -> str:
    """Format a number with at most two decimals.

    >>> num(2.50)
    '2.5'
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def point(point: Point) -> str:
    """Format a point for path data."""
    return f"{num(point[0])},{num(point[1])}"


def polar(origin: Point, angle: float, length: float) -> Point:
    """Return the point at a distance of `length` from `origin`, at `angle` degrees (0 is right, clockwise)."""
    return origin[0] + length * cos(radians(angle)), origin[1] + length * sin(radians(angle))


def mid(a: Point, b: Point, share: float = 0.5) -> Point:
    """Return the point between `a` (share 0) and `b` (share 1); by default the midpoint."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def transform(points: Iterable[Point], at: Point, angle: float = 0, scale: float = 1) -> list[Point]:
    """Return the points scaled, rotated clockwise by `angle` degrees, and moved so that the origin is at `at`."""
    c, s = cos(radians(angle)) * scale, sin(radians(angle)) * scale
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


def smooth(points: Sequence[Point], closed: bool = True, tension: float = 1.0) -> str:
    """Return the path data of a smooth curve through all points (a Catmull-Rom spline at tension 1)."""
    n = len(points)
    last = n if closed else n - 1
    d = [f"M{point(points[0])}"]
    for i in range(last):
        if closed:
            p0, p1, p2, p3 = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        k = tension / 6
        c1 = (p1[0] + (p2[0] - p0[0]) * k, p1[1] + (p2[1] - p0[1]) * k)
        c2 = (p2[0] - (p3[0] - p1[0]) * k, p2[1] - (p3[1] - p1[1]) * k)
        d.append(f"C{point(c1)} {point(c2)} {point(p2)}")
    return "".join(d) + ("Z" if closed else "")


def cubic(start: Point, *controls: Point, closed: bool = True) -> str:
    """Return the path data of cubic Bézier curves, each given by two control points and an end point."""
    d = [f"M{point(start)}"]
    d += [
        f"C{point(a)} {point(b)} {point(c)}"
        for a, b, c in zip(controls[::3], controls[1::3], controls[2::3], strict=True)
    ]
    return "".join(d) + ("Z" if closed else "")


def dots(points: Iterable[Point], r: float, clockwise: bool = False) -> str:
    """Return the path data of discs of radius `r` around the points.

    Depending on its direction, a disc inside another shape of the same path is filled or cut out.
    """
    arc = f"a{num(r)},{num(r)} 0 1 {int(clockwise)}"
    return "".join(f"M{point((x - r, y))}{arc} {num(2 * r)},0{arc} {num(-2 * r)},0Z" for x, y in points)


def polyline(points: Sequence[Point], closed: bool = True) -> str:
    """Return the path data of straight lines through the points."""
    return "M" + "L".join(point(p) for p in points) + ("Z" if closed else "")


def star(at: Point, outer: float, inner: float, rays: int = 5, turn: float = -90) -> str:
    """Return the path data of a star; `turn` is the angle of its first ray, by default upwards."""
    step = 180 / rays
    return polyline([polar(at, turn + i * step, inner if i % 2 else outer) for i in range(2 * rays)])
