"""Grain: flecks that keep a large flat from looking like plastic, as paper, wood or a dry brush leave them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin
from random import Random

from svgwrite.base import BaseElement

from .curve import Point, num
from .pen import Pen, Style

STEPS = (0.7548776662466927, 0.5698402909980532)
"""Steps of the sequence that covers a square most evenly: the powers of 1 / 1.3247…, the plastic number."""


def grain(
    pen: Pen,
    outline: Sequence[Point],
    colour: str,
    *,
    every: float = 6.0,
    length: float = 1.4,
    width: float = 0.5,
    turn: float = -30,
    start: int = 0,
) -> list[BaseElement]:
    """Return flecks, evenly scattered inside a polygon, as one path; nothing in low ink.

    There is about one fleck per square of `every` units. A fleck has a `length`, a `width` and an angle `turn` in
    degrees; without a length it is a dot. Another `start` gives another scatter. Choose a colour close to that of the
    ground, so that grain is felt rather than seen, and draw it directly on the ground. 200 flecks take 1.5 kB of a PDF.

    >>> square = [(-50, -50), (50, -50), (50, 50), (-50, 50)]
    >>> [flecks] = grain(Pen(), square, "#d9a52c", every=50, length=0)
    >>> flecks.tostring()[:40]
    '<path d="M17.2,12.9h0M-23.9,-47.8h0M15.6'
    >>> grain(Pen(low=True), square, "#d9a52c")
    []
    """
    if pen.low:
        return []
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    dice = Random(start)  # noqa: S311 (flecks, not secrets)
    d = ""
    for i in range(round((right - left) * (bottom - top) / every**2)):
        u, v = ((0.5 + i * step) % 1 for step in STEPS)
        x = round(left + u * (right - left) + (dice.random() - 0.5) * every, 1)
        y = round(top + v * (bottom - top) + (dice.random() - 0.5) * every, 1)
        size, angle = length * (0.4 + 0.6 * dice.random()), radians(turn + 40 * (dice.random() - 0.5))
        dx, dy = round(size * cos(angle), 1), round(size * sin(angle), 1)
        if _inside(outline, (x, y)) and _inside(outline, (x + dx, y + dy)):
            d += f"M{num(x)},{num(y)}" + (f"l{num(dx)},{num(dy)}" if length else "h0")
    style: Style = {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_linecap": "round"}
    return [pen.path(d, style)] if d else []


def _inside(outline: Sequence[Point], at: Point) -> bool:
    x, y = at
    crossed = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed
