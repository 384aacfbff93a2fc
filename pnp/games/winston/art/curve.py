"""Curves: an outline written as points in a string, bent smoothly through them, and sampled for the brush.

An outline is `"x,y x,y x,y"`; a point with `!` behind it is a corner, all others are rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from typing import NamedTuple

from pnp.face.art.curve import Point, num


class Node(NamedTuple):
    """A point of an outline; at a corner the line breaks."""

    x: float
    y: float
    corner: bool = False


Outline = str | Sequence[Node]
Arc = tuple[Point, Point, Point, Point]
"""A cubic curve: start, two handles, end."""


def nodes(outline: Outline) -> list[Node]:
    """The points of an outline."""
    if not isinstance(outline, str):
        return list(outline)
    found = []
    for word in outline.split():
        x, y = word.rstrip("!").split(",")
        found.append(Node(float(x), float(y), word.endswith("!")))
    return found


def trail(points: Iterable[Point]) -> list[Node]:
    """Points as a smooth outline."""
    return [Node(x, y) for x, y in points]


def box(x: float, y: float, w: float, h: float) -> list[Node]:
    """A rectangle with its upper left corner at (x, y)."""
    return [Node(x, y, True), Node(x + w, y, True), Node(x + w, y + h, True), Node(x, y + h, True)]


def oval(x: float, y: float, rx: float, ry: float | None = None, turn: float = 0) -> list[Node]:
    """An ellipse round (x, y), turned by degrees."""
    ry = rx if ry is None else ry
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)
    found = []
    for i in range(8):
        u, v = rx * cos(i * pi / 4), ry * sin(i * pi / 4)
        found.append(Node(x + u * c - v * s, y + u * s + v * c))
    return found


def fan(x: float, y: float, r: float, inner: float, rays: int, turn: float = -90) -> list[Node]:
    """A star of so many rays."""
    found = []
    for i in range(2 * rays):
        angle = (turn + i * 180 / rays) * pi / 180
        reach = inner if i % 2 else r
        found.append(Node(x + reach * cos(angle), y + reach * sin(angle), True))
    return found


def _ways(line: Sequence[Node], closed: bool) -> list[Point]:
    """The direction of the curve at every node; none at a corner."""
    n = len(line)
    found: list[Point] = []
    for i, node in enumerate(line):
        before = line[i - 1] if closed or i else node
        after = line[(i + 1) % n] if closed or i < n - 1 else node
        dx, dy = after.x - before.x, after.y - before.y
        size = hypot(dx, dy)
        found.append((0.0, 0.0) if node.corner or not size else (dx / size, dy / size))
    return found


def arcs(line: Sequence[Node], closed: bool = True) -> list[Arc]:
    """The curve through the nodes."""
    ways = _ways(line, closed)
    n = len(line)
    found = []
    for i in range(n if closed else n - 1):
        j = (i + 1) % n
        a, b = line[i], line[j]
        k = hypot(b.x - a.x, b.y - a.y) * 0.345
        first = (a.x + ways[i][0] * k, a.y + ways[i][1] * k)
        second = (b.x - ways[j][0] * k, b.y - ways[j][1] * k)
        found.append(((a.x, a.y), first, second, (b.x, b.y)))
    return found


def pair(a: Point, b: Point = (0, 0)) -> str:
    """The way from b to a as a path writes it."""
    return f"{num(a[0] - b[0])},{num(a[1] - b[1])}"


def path(curve: Sequence[Arc], closed: bool = True) -> str:
    """The curve as a path."""
    d = [f"M{pair(curve[0][0])}"]
    for a, first, second, b in curve:
        straight = first == a and second == b
        d.append(f"L{pair(b)}" if straight else f"C{pair(first)} {pair(second)} {pair(b)}")
    return "".join(d) + ("Z" if closed else "")


def at(arc: Arc, t: float) -> Point:
    """The point of an arc at t from 0 to 1."""
    u = 1 - t
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = arc
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def length(curve: Sequence[Arc]) -> float:
    """About how long the curve is."""
    total = 0.0
    for arc in curve:
        spots = [at(arc, t / 4) for t in range(5)]
        total += sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots))
    return total


def sample(curve: Sequence[Arc], step: float) -> list[Point]:
    """Points along the curve, about `step` apart, with every node among them."""
    found = [curve[0][0]]
    for arc in curve:
        count = max(1, round(length([arc]) / step))
        found += [at(arc, i / count) for i in range(1, count + 1)]
    return found


def even(curve: Sequence[Arc], step: float) -> list[Point]:
    """Points along the curve at even distances of about `step`, with every corner among them."""
    runs: list[list[Point]] = [[curve[0][0]]]
    for i, arc in enumerate(curve):
        if i and (arc[1] == arc[0] or curve[i - 1][2] == curve[i - 1][3]):
            runs.append([arc[0]])
        runs[-1] += [at(arc, t / 6) for t in range(1, 7)]
    found = [curve[0][0]]
    for run in runs:
        ways = [0.0]
        for a, b in pairwise(run):
            ways.append(ways[-1] + hypot(b[0] - a[0], b[1] - a[1]))
        count = max(1, ceil(ways[-1] / step))
        j = 0
        for i in range(1, count):
            goal = ways[-1] * i / count
            while ways[j + 1] < goal:
                j += 1
            t = (goal - ways[j]) / (ways[j + 1] - ways[j])
            found.append((run[j][0] + (run[j + 1][0] - run[j][0]) * t, run[j][1] + (run[j + 1][1] - run[j][1]) * t))
        found.append(run[-1])
    return found


def fluff(
    x: float, y: float, r: float, lobes: int, puff: float = 1.2, squash: float = 1, turn: float = 0
) -> list[Node]:
    """A cloud round (x, y): lobes that reach out `puff` times as far as the notches between them."""
    found = []
    for i in range(2 * lobes):
        angle = (turn + i * 180 / lobes) * pi / 180
        reach = r * (1 if i % 2 else puff)
        if i % 2:
            found.append(Node(x + reach * cos(angle), y + reach * sin(angle) * squash, True))
            continue
        for part in (-0.28, 0.28):
            wide = angle + part * pi / lobes
            found.append(Node(x + reach * cos(wide), y + reach * sin(wide) * squash))
    return found
