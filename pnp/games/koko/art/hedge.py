"""Hedges: a dark mass clipped in scallops. Koko leaps over them; Alfred would not dream of it."""

from __future__ import annotations

from collections.abc import Sequence

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num, polyline
from pnp.face.art.pen import Drawing, Pen

from .curve import discs, points, turned, walk
from .palette import CROWN, HEDGE, LEAF, ROSE, SHADOW, WHITE
from .plan import BAND, EDGE, FOOT, HALF, INNER, TURNS, course
from .wash import MM, flat, green, stroke, tint

BUMP = 2.2
"""The radius of a scallop."""
STEP = 5.0
"""From scallop to scallop along a side."""
GLOBE = 3.0
"""The radius of the box tree at an end."""


def mass(pen: Pen, middles: Sequence[Point], r: float, body: str = "") -> list[BaseElement]:
    """A row of clipped rounds grown into one: outline, dark rim, lighter crowns, leaves.

    The light comes from the upper left: the line is heavier on the other side.
    """
    rounds = discs(middles, r) + body
    lit = pen.group(pen.path(rounds, flat(pen, HEDGE.deep)), transform="" if pen.low else "translate(-.1 -.13)")
    parts: list[BaseElement] = [
        pen.path(rounds, pen.paint(HEDGE.deep, width=(4 if pen.low else 2) * MM)),
        lit,
        *dabs(pen, [(x - 0.2, y - 0.25) for x, y in middles], r - 0.85, HEDGE.flat),
        *dabs(pen, [(x - r * 0.26, y - r * 0.3) for x, y in middles], r * 0.3, CROWN),
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


def cast(pen: Pen, middles: Sequence[Point], r: float) -> list[BaseElement]:
    """The shadow of clipped rounds on the grass, to the lower right."""
    dark = {**pen.line(2 * r + 0.2, SHADOW), "opacity": 0.36}
    return [] if pen.low else [pen.path(points([(x + 1.0, y + 1.2) for x, y in middles]), dark)]


def dabs(pen: Pen, middles: Sequence[Point], r: float, colour: str) -> list[BaseElement]:
    """Rounds of a second wash; nothing in low ink."""
    return [] if pen.low else [pen.path(points(middles), pen.line(2 * r, colour))]


def side(toward: str) -> Drawing:
    """The hedge along a side."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        r = BUMP - MM if pen.low else BUMP  # in low ink, the thick line is drawn outside
        y = -HALF + (EDGE + BAND) / 2
        turn = TURNS[toward]
        middles = [turned((STEP * (i - 4.5), y), turn) for i in range(10)]
        corners = [turned((x, y + dy), turn) for x, dy in ((-FOOT, -1.6), (FOOT, -1.6), (FOOT, 1.6), (-FOOT, 1.6))]
        roses = [
            turned((x, y + dy), turn) for x, dy in ((-17.2, 1.3), (-11.6, -0.9), (3.4, 0.6), (8.6, 1.2), (21, -0.5))
        ]
        return pen.group(
            *cast(pen, middles, r),
            pen.important(
                *mass(pen, middles, r, polyline(corners)),
                pen.path(discs(roses, 0.72), pen.paint(ROSE.flat, stroke=None, width=0.16)),
                *dabs(pen, [(x - 0.12, y - 0.15) for x, y in roses], 0.25, WHITE.flat),
            ),
        )

    return draw


def inner(split: str) -> Drawing:
    """The hedge that splits a tile."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        middles = walk(course(split), 3.5)
        return pen.group(*cast(pen, middles, INNER / 2), *mass(pen, middles, INNER / 2))

    return draw


def post(pen: Pen) -> Group:
    """Where hedges end or meet: a box tree clipped to a globe, round the origin."""
    pen = green(pen, MM)
    return pen.important(
        pen.circle(0, 0, GLOBE, pen.paint(HEDGE.deep, width=MM * (2 if pen.low else 1.2))),
        pen.circle(-0.2, -0.25, 2.4, tint(pen, HEDGE.flat)),
        pen.circle(-0.6, -0.7, 1.3, tint(pen, CROWN)),
        pen.path(
            (
                "M-1.6,-0.6a1.7,1.7 0 0 1 1.2,-1.1M-0.4,1.1a1.6,1.6 0 0 0 1.6,-0.8M0.7,-0.9"
                "a1,1 0 0 1 0.5,0.7M-1.5,0.9l0.4,0.4"
            ),
            stroke(pen, LEAF, 0.42),
        ),
        *([pen.path("M-2,-1v2M-0.7,-1.9v3.8M0.7,-2v3.6M2,-1v2", pen.line())] if pen.low else []),
    )
