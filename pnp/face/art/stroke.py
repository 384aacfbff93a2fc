"""Strokes that swell and thin, as closed paths: a wet brush, a quill, a burin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, pi, sin

from .curve import Point, num, point


def ribbon(line: Sequence[Point], halves: Sequence[float]) -> str:
    """Return the path data of a line of changing width; `halves` are half its width at each point."""
    n = len(line)
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, n - 1)]
        size = hypot(bx - ax, by - ay) or 1
        nx, ny = -(by - ay) / size * halves[i], (bx - ax) / size * halves[i]
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    d: list[str] = []
    for row in (left, right[::-1]):
        spots = [(round(x, 2), round(y, 2)) for x, y in row]
        d.append(f"{'L' if d else 'M'}{point(spots[0])}")
        for i in range(1, n):
            a, b, c = spots[i - 1], spots[i], spots[min(i + 1, n - 1)]
            handle = (b[0] - (c[0] - a[0]) / 6, b[1] - (c[1] - a[1]) / 6)
            d.append(f"s{_way(a, handle)} {_way(a, b)}")
    return "".join(d) + "Z"


def _way(start: Point, end: Point) -> str:
    return f"{num(end[0] - start[0])},{num(end[1] - start[1])}"


def sampled(points: Sequence[Point], steps: int = 3) -> list[Point]:
    """Return the points of a smooth open curve, with `steps` from each given point to the next.

    The curve is a Catmull-Rom spline, as in `curve.smooth`.
    """
    found: list[Point] = []
    last = len(points) - 1
    for i in range(last):
        a, b, c, d = (points[min(max(i + k, 0), last)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            w = (
                -t / 2 + t * t - t**3 / 2,
                1 - 2.5 * t * t + 1.5 * t**3,
                t / 2 + 2 * t * t - 1.5 * t**3,
                (t**3 - t * t) / 2,
            )
            found.append(
                (
                    w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * d[0],
                    w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * d[1],
                )
            )
    return [*found, points[-1]]


def tapered(points: Sequence[Point], width: float, *, tip: float = 0.12, heavy: float = 0.5) -> str:
    """Return the path data of a stroke through the points that is widest inside and thin at its ends.

    `tip` is its width at the ends, as a share of `width`; `heavy` says where it is widest, from 0 (its start) to 1
    (its end). The path is to be filled, without a line.

    >>> tapered([(0, 0), (6, 0)], 2).count("s")
    6
    """
    line = sampled(points, 3 if len(points) < 5 else 2)
    ways = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        ways.append(ways[-1] + hypot(bx - ax, by - ay))
    halves = []
    for way in ways:
        t = way / (ways[-1] or 1)
        swell = t / heavy / 2 if t < heavy else 1 - (1 - t) / (1 - heavy) / 2
        halves.append(width / 2 * (tip + (1 - tip) * sin(pi * swell)))
    return ribbon(line, halves)
