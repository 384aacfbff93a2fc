"""Grounds: the diaper behind a roundel, and the roundel, whose rim has another shape for every trade."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import dots, num, polar, polyline, star
from pnp.face.art.pen import Pen

from .cut import cast, tint
from .line import rays
from .palette import TRADES

_GLINT = "l1.1,2.9l2.9,1.1l-2.9,1.1l-1.1,2.9l-1.1,-2.9l-2.9,-1.1l2.9,-1.1z"
INNER = 43.6
"""The border of a cell, from its centre."""


def _lattice() -> str:
    step, n = INNER / 4, 8
    lines = ""
    for i in range(1, 2 * n):
        c = -2 * INNER + i * step
        a, b = max(-INNER, c - INNER), min(INNER, c + INNER)
        lines += f"M{num(a)},{num(c - a)}L{num(b)},{num(c - b)}M{num(a)},{num(a - c)}L{num(b)},{num(b - c)}"
    return lines


def _bricks(hole: float) -> str:
    lines, step = "", INNER / 6
    for row in range(-6, 6):
        y = row * step
        if row > -6:
            lines += f"M{num(-INNER)},{num(y)}H{num(INNER)}"
        for k in range(-3, 4):
            x = k * step * 2 + (step if row % 2 else 0)
            if abs(x) < INNER - 1 and max(abs(x), abs(y)) > hole:
                lines += f"M{num(x)},{num(y)}v{num(step)}"
    return lines


def _scales(hole: float) -> str:
    lines, step = "", INNER / 5
    for row in range(10):
        y = -INNER + row * step
        for k in range(-5, 5):
            x = k * step + (step / 2 if row % 2 else 0)
            if x + step <= INNER + 0.1 and max(abs(x), abs(y)) > hole:
                lines += f"M{num(x)},{num(y)}q{num(step / 2)},{num(step * 1.5)} {num(step)},0"
    return lines


def _waves() -> str:
    lines = ""
    for row in range(1, 8):
        y = -INNER + row * INNER / 4
        lines += (
            f"M{num(-INNER)},{num(y)}"
            + f"q{num(INNER / 8)},-5 {num(INNER / 4)},0t{num(INNER / 4)},0"
            + f"t{num(INNER / 4)},0" * 6
        )
    return lines


def _field(places: int, hole: float) -> list[tuple[float, float]]:
    step = 2 * INNER / places
    grid = [-INNER + step * (i + 0.5) for i in range(places)]
    return [
        (x, y)
        for i, x in enumerate(grid)
        for j, y in enumerate(grid)
        if (i + j) % 2 == 0 and x * x + y * y > hole * hole
    ]


def diaper(pen: Pen, trade: str) -> BaseElement:
    """The small pattern of a trade, inside the border; its lines and stars stay in low ink."""
    return pattern(pen, trade, TRADES[trade].diaper)


def pattern(pen: Pen, trade: str, colour: str, whole: bool = False) -> BaseElement:
    """The pattern of a trade in another colour; it leaves out what a roundel covers, unless it is wanted whole."""
    near, far = (-1, -1) if whole else (20, 32)
    if trade == "wand":
        return pen.path(
            "".join(f"M{num(x)},{num(y - 4)}{_GLINT}" for x, y in _field(9, far)),
            pen.paint(colour, stroke=colour, width=0.4, solid=not whole),
        )
    if trade == "coin":
        return pen.path(dots(_field(13, far), 1.5), pen.paint(colour, stroke=colour, width=0.5))
    lines = {"sword": _lattice(), "shield": _bricks(near), "barrier": _scales(near), "potion": _waves()}[trade]
    fine = 0.6 if trade != "potion" or whole else 1.3
    return pen.path(lines, pen.line(fine if pen.low else 1.1, colour))


def _rim(trade: str) -> str:
    if trade == "sword":
        return polyline([polar((0, 0), i * 7.5, 37.4 if i % 2 else 33.4) for i in range(48)])
    if trade == "shield":
        return polyline([polar((0, 0), 22.5 + i * 45, 38.6) for i in range(8)])
    if trade == "barrier":
        points = [polar((0, 0), i * 22.5 + 11.25, 34.6) for i in range(16)]
        return (
            f"M{num(points[-1][0])},{num(points[-1][1])}"
            + "".join(f"A7.4,7.4 0 0 1 {num(x)},{num(y)}" for x, y in points)
            + "Z"
        )
    return dots([(0, 0)], 36)


def _gleam(trade: str) -> str:
    if trade == "sword":
        return rays((0, 0), 8, 32, 16)
    if trade == "wand":
        return rays((0, 0), 6, 34, 12, 0.28) + "".join(
            star(polar((0, 0), i * 60 + 15, 28), 3, 1.2, 4) for i in range(6)
        )
    if trade == "shield":
        return rays((0, 0), 6, 35, 8, 0.5, 22.5)
    if trade == "barrier":
        return dots([polar((0, 0), i * 22.5, 31) for i in range(16)], 2.2)
    return rays((0, 0), 10, 33.5, 20, 0.5)


def roundel(pen: Pen, trade: str) -> list[BaseElement]:
    """The field that the figure stands in."""
    colours = TRADES[trade]
    rim = _rim(trade)
    parts: list[BaseElement] = [
        pen.group(pen.path(rim, cast(pen, 0.4)), transform="translate(1.7 1.9)"),
        pen.path(rim, pen.paint(colours.disc)),
        pen.path(_gleam(trade), tint(pen, colours.ray)),
    ]
    if trade == "wand":
        parts.append(
            pen.path(dots([polar((0, 0), i * 15, 36) for i in range(24)], 1.7), pen.paint("#f6e3a1", width=0.8))
        )
    return parts
