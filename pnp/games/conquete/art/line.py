"""Lines as path strings: smooth curves, feathers, and the tapered cuts that a woodcutter shades with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import hypot, pi, sin

from pnp.face.art.curve import Point, mid, num, point, polar, polyline, transform
from pnp.face.art.stroke import sampled


def along(points: Sequence[Point], count: int) -> list[tuple[Point, Point]]:
    """So many points evenly on the smooth open curve, each with the unit direction of the curve there."""
    fine = sampled(points, 12)
    found = []
    for k in range(count):
        place = (k + 0.5) / count * (len(fine) - 1)
        i = min(int(place), len(fine) - 2)
        p, q = fine[i], fine[i + 1]
        length = hypot(q[0] - p[0], q[1] - p[1]) or 1.0
        found.append((mid(p, q, place - i), ((q[0] - p[0]) / length, (q[1] - p[1]) / length)))
    return found


def tapers(d: str, width: float) -> str:
    """Path data whose straight lines and curves are each a lens: pointed at both ends, `width` wide in the middle.

    It takes M, L, Q and C, upper or lower case.
    """
    found, at = [], (0.0, 0.0)
    for letter, text in re.findall(r"([MLQC])([^MLQC]*)", d, re.IGNORECASE):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        step = {"M": 1, "L": 1, "Q": 2, "C": 3}[letter.upper()]
        for i in range(0, len(pairs), step):
            ox, oy = at if letter.islower() else (0.0, 0.0)
            *handles, end = [(x + ox, y + oy) for x, y in pairs[i : i + step]]
            if letter.upper() != "M":
                found.append(_taper(at, handles, end, width))
            at = end
    return "".join(found)


def _taper(start: Point, handles: list[Point], end: Point, width: float) -> str:
    if len(handles) < 2:
        middle = handles[0] if handles else mid(start, end)
        handles = [mid(start, middle, 2 / 3), mid(end, middle, 2 / 3)]
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = (hypot(dx, dy) or 1) / width * 1.5
    nx, ny = -dy / size, dx / size
    there = " ".join(point((x + nx, y + ny)) for x, y in handles)
    back = " ".join(point((x - nx, y - ny)) for x, y in reversed(handles))
    return f"M{point(start)}C{there} {point(end)}C{back} {point(start)}Z"


def cuts(points: Sequence[Point], count: int, depth: float, width: float = 1.5, slant: float = 0.0) -> str:
    """Tapered cuts from the curve to its right-hand side, longest in the middle; all in one path."""
    d = []
    for k, (p, (dx, dy)) in enumerate(along(points, count)):
        long = depth * (0.35 + 0.65 * sin(pi * (k + 0.5) / count)) * (1 if k % 2 else 0.72)
        nx, ny = -dy + dx * slant, dx + dy * slant
        tip = (p[0] + nx * long, p[1] + ny * long)
        a = (p[0] - dx * width / 2, p[1] - dy * width / 2)
        b = (p[0] + dx * width / 2, p[1] + dy * width / 2)
        d.append(f"M{point(a)}L{point(tip)}L{point(b)}Z")
    return "".join(d)


def blade(root: Point, angle: float, length: float, width: float, curl: float = 0.0) -> str:
    """A feather like a broad blade: narrow root, full belly, cut tip."""
    shape = [(0.0, -width * 0.22), (length * 0.45, -width * 0.5), (length * 0.9, -width * 0.34)]
    tip = (length, width * 0.1)
    back = [(length * 0.86, width * 0.42), (length * 0.45, width * 0.5), (0.0, width * 0.22)]

    def bend(p: Point) -> Point:
        return p[0], p[1] + curl * (p[0] / length) ** 2

    a, b, c, t, e, f, g = transform([bend(p) for p in (*shape, tip, *back)], root, angle)
    return f"M{point(a)}Q{point(b)} {point(c)}L{point(t)}L{point(e)}Q{point(f)} {point(g)}Z"


def grass(x: float, y: float, high: float) -> str:
    """Path data of a tuft of grass, blade by blade, for `tapers`."""
    blades = ((-0.4, -0.5, 0.7), (-0.1, 0.05, 1.0), (0.3, 0.55, 0.8), (0.5, 0.95, 0.45))
    return "".join(
        f"M{num(x + root * high)},{num(y)}Q{num(x + root * high)},{num(y - tall * high * 0.6)} "
        f"{num(x + tip * high)},{num(y - tall * high)}"
        for root, tip, tall in blades
    )


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
        d.append(polyline(corners))
    return "".join(d)
