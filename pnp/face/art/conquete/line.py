"""Lines as path strings: smooth curves, feathers, and the tapered cuts that a woodcutter shades with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, radians, sin

Point = tuple[float, float]


def num(value: float) -> str:
    """A number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def spot(point: Point) -> str:
    """A point as a path writes it: a tenth of a unit is finer than any print."""
    return f"{num(round(point[0], 1))},{num(round(point[1], 1))}"


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


def angular(points: Sequence[Point], closed: bool = True) -> str:
    """Straight lines through the points."""
    return "M" + "L".join(spot(p) for p in points) + ("Z" if closed else "")


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


def along(points: Sequence[Point], count: int) -> list[tuple[Point, Point]]:
    """So many points evenly on the smooth open curve, each with the unit direction of the curve there."""
    fine: list[Point] = []
    for i in range(len(points) - 1):
        p0, p1, p2, p3 = (points[min(max(i + k, 0), len(points) - 1)] for k in (-1, 0, 1, 2))
        for step in range(12):
            t = step / 12
            a, b, c, d = (
                -t / 2 + t * t - t**3 / 2,
                1 - 2.5 * t * t + 1.5 * t**3,
                t / 2 + 2 * t * t - 1.5 * t**3,
                (t**3 - t * t) / 2,
            )
            fine.append((a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]))
    fine.append(points[-1])
    found = []
    for k in range(count):
        place = (k + 0.5) / count * (len(fine) - 1)
        i = min(int(place), len(fine) - 2)
        p, q = fine[i], fine[i + 1]
        length = hypot(q[0] - p[0], q[1] - p[1]) or 1.0
        found.append((mid(p, q, place - i), ((q[0] - p[0]) / length, (q[1] - p[1]) / length)))
    return found


def cuts(points: Sequence[Point], count: int, depth: float, width: float = 1.5, slant: float = 0.0) -> str:
    """Tapered cuts from the curve to its right-hand side, longest in the middle; all in one path."""
    d = []
    for k, (p, (dx, dy)) in enumerate(along(points, count)):
        long = depth * (0.35 + 0.65 * sin(pi * (k + 0.5) / count)) * (1 if k % 2 else 0.72)
        nx, ny = -dy + dx * slant, dx + dy * slant
        tip = (p[0] + nx * long, p[1] + ny * long)
        a = (p[0] - dx * width / 2, p[1] - dy * width / 2)
        b = (p[0] + dx * width / 2, p[1] + dy * width / 2)
        d.append(f"M{spot(a)}L{spot(tip)}L{spot(b)}Z")
    return "".join(d)


def blade(root: Point, angle: float, length: float, width: float, curl: float = 0.0) -> str:
    """A feather like a broad blade: narrow root, full belly, cut tip."""
    shape = [(0.0, -width * 0.22), (length * 0.45, -width * 0.5), (length * 0.9, -width * 0.34)]
    tip = (length, width * 0.1)
    back = [(length * 0.86, width * 0.42), (length * 0.45, width * 0.5), (0.0, width * 0.22)]

    def bend(p: Point) -> Point:
        return p[0], p[1] + curl * (p[0] / length) ** 2

    a, b, c, t, e, f, g = moved([bend(p) for p in (*shape, tip, *back)], root, angle)
    return f"M{spot(a)}Q{spot(b)} {spot(c)}L{spot(t)}L{spot(e)}Q{spot(f)} {spot(g)}Z"


def zigzag(a: Point, b: Point, teeth: int, depth: float) -> list[Point]:
    """Points of a saw from a to b, its teeth to the right-hand side, without the two ends."""
    dx, dy = (b[0] - a[0]) / teeth, (b[1] - a[1]) / teeth
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length * depth, dx / length * depth
    found: list[Point] = []
    for k in range(teeth):
        found.append((a[0] + dx * (k + 0.5) + nx, a[1] + dy * (k + 0.5) + ny))
        if k < teeth - 1:
            found.append((a[0] + dx * (k + 1), a[1] + dy * (k + 1)))
    return found


def dots(points: Iterable[Point], r: float) -> str:
    """Many small discs as one path."""
    arc = f"a{num(r)},{num(r)} 0 1 0"
    return "".join(f"M{spot((x - r, y))}{arc} {num(2 * r)},0{arc} {num(-2 * r)},0Z" for x, y in points)


def star(at: Point, outer: float, inner: float, rays: int = 5, turn: float = -90) -> str:
    """A star of so many rays."""
    step = 180 / rays
    return angular([polar(at, turn + i * step, inner if i % 2 else outer) for i in range(2 * rays)])


def rays(at: Point, inner: float, outer: float, count: int, share: float = 0.5, turn: float = 0) -> str:
    """Beams from a centre, as one path of wedges."""
    step = 360 / count
    d = []
    for i in range(count):
        a = turn + i * step
        half = step * share / 2
        corners = [
            polar(at, a - half, inner),
            polar(at, a - half, outer),
            polar(at, a + half, outer),
            polar(at, a + half, inner),
        ]
        d.append(angular(corners))
    return "".join(d)
