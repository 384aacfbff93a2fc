"""Hedges: a dark mass clipped in scallops. Koko leaps over them; Alfred would not dream of it."""

from __future__ import annotations

from collections.abc import Sequence

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num
from pnp.face.art.pen import Drawing, Pen

from .curve import discs, points, walk
from .palette import BUTTER, HEDGE, LEAF, ROSE, SHADE, WHITE
from .plan import BAND, FOOT, HALF, INNER, OVER, course
from .wash import MM, flat, green, stroke, tint

BUMP = 2.2
"""The radius of a scallop."""
STEP = 5.0
"""From scallop to scallop along a side."""
GLOBE = 3.2
"""The radius of the box tree at an end."""


def mass(pen: Pen, middles: Sequence[Point], r: float, body: str = "") -> list[BaseElement]:
    """A row of clipped rounds grown into one: shadow on the grass, outline, dark rim, lighter crowns, leaves."""
    rounds = discs(middles, r) + body
    parts: list[BaseElement] = [
        *dabs(pen, middles, r + 0.75, SHADE),
        pen.path(rounds, pen.paint(HEDGE.deep, width=(4 if pen.low else 2) * MM)),
        pen.path(rounds, flat(pen, HEDGE.deep)),
        *dabs(pen, middles, r - 0.85, HEDGE.flat),
    ]
    light = "".join(
        f"M{num(x - r * 0.5)},{num(y + dy)}a{num(r * 0.3)},{num(r * 0.3)} 0 0 1 {num(r * 0.5)},{num(-r * 0.18)}"
        for x, y in middles
        for dy in (-r * 0.28, r * 0.3)
    )
    light += "".join(
        f"M{num(x + r * 0.2)},{num(y + r * 0.02)}a{num(r * 0.3)},{num(r * 0.3)} 0 0 1 {num(r * 0.4)},{num(r * 0.1)}"
        for x, y in middles
    )
    if pen.low:
        light += "".join(
            f"M{num(x + dx * r)},{num(y - r * 0.5)}v{num(r)}" for x, y in middles for dx in (-0.75, -0.25, 0.25, 0.75)
        )
    parts.append(pen.path(light, stroke(pen, LEAF, 0.42)))
    return parts


def dabs(pen: Pen, middles: Sequence[Point], r: float, colour: str) -> list[BaseElement]:
    """Rounds of a second wash; nothing in low ink."""
    return [] if pen.low else [pen.path(points(middles), pen.line(2 * r, colour))]


def border(pen: Pen, y: float) -> list[BaseElement]:
    """Flowers at the foot of the hedge, on the lawn's side."""
    leaves = [(-20.8, y + 0.9), (-18.4, y + 1.2), (-16, y + 0.8), (5, y + 0.9), (7.4, y + 1.1), (17.4, y + 0.9)]
    pink = [(-21.2, y + 1.6), (-17.6, y + 2), (7.8, y + 2)]
    white = [(-19.4, y + 2.3), (-15.6, y + 1.6), (4.6, y + 1.7)]
    yellow = [(6.2, y + 2.2), (18, y + 1.8), (16.6, y + 1.5)]
    parts: list[BaseElement] = [pen.path(discs(leaves, 1.5), pen.paint(LEAF, stroke=None, width=0.14))]
    for places, colour in ((pink, ROSE.flat), (white, WHITE.flat), (yellow, BUTTER.flat)):
        parts.append(pen.path(discs(places, 0.62), pen.paint(colour, width=0.14)))
    return parts


def side(pen: Pen) -> Group:
    """The hedge along the north side."""
    pen = green(pen, MM)
    r = BUMP - MM if pen.low else BUMP  # in low ink, the thick line is drawn outside
    y = -HALF + BAND / 2 + 0.15
    middles = [(STEP * (i - 4.5), y) for i in range(10)]
    body = f"M{num(-FOOT)},{num(y - 1.35)}H{num(FOOT)}V{num(y + 1.35)}H{num(-FOOT)}Z"
    parts: list[BaseElement] = [
        pen.rect(-FOOT, -OVER, 2 * FOOT, OVER - HALF + BAND / 2, tint(pen, SHADE)),
        *border(pen, -HALF + BAND),
    ]
    parts += mass(pen, middles, r, body)
    roses = [(-18.4, y + 1.3), (-11.2, y - 0.7), (8.6, y + 1.2), (21.2, y - 0.3)]
    parts.append(pen.path(discs(roses, 0.62), pen.paint(ROSE.flat, stroke=None, width=0.16)))
    return pen.group(*parts)


def inner(split: str) -> Drawing:
    """The hedge that splits a tile."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        return pen.group(*mass(pen, walk(course(split), 3.5), INNER / 2))

    return draw


def post(pen: Pen) -> Group:
    """Where hedges end or meet: a box tree clipped to a globe, round the origin, the tile's corner at (3.5, −3.5)."""
    pen = green(pen, MM)
    shade = num(GLOBE + 0.6)
    return pen.group(
        pen.path(f"M0,-{shade}A{shade},{shade} 0 0 1 {shade},0L0,0Z", tint(pen, SHADE)),
        pen.circle(0, 0, GLOBE, pen.paint(HEDGE.deep, width=MM * (2 if pen.low else 1.2))),
        pen.circle(-0.1, -0.1, 2.5, tint(pen, HEDGE.flat)),
        pen.circle(-0.3, -0.3, 1.5, tint(pen, "#6b9a5a")),
        pen.path(
            (
                "M-1.6,-0.6a1.7,1.7 0 0 1 1.2,-1.1M-0.4,1.1a1.6,1.6 0 0 0 1.6,-0.8M0.7,-0.9"
                "a1,1 0 0 1 0.5,0.7M-1.5,0.9l0.4,0.4"
            ),
            stroke(pen, LEAF, 0.42),
        ),
        *([pen.path("M-2,-1v2M-0.7,-1.9v3.8M0.7,-2v3.6M2,-1v2", pen.line())] if pen.low else []),
    )
