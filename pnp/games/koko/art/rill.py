"""Fountains: light stone rims with rippling water between. Alfred steps over them; Koko hates to get wet."""

from __future__ import annotations

from math import atan2, cos, sin

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num, polar, polyline
from pnp.face.art.pen import PAPER, Drawing, Pen

from .curve import discs, points, turned, walk
from .palette import CAST, FOAM, HEDGE, LEAF, MOSS, PEACH, ROSE, SCARLET, STONE, WATER
from .plan import BAND, EDGE, FOOT, HALF, INNER, POST, TURNS, course
from .wash import MM, flat, green, limb, stroke, tint

RIM = 0.9
"""The width of the stone on both sides of the water."""


def ripple(x: float, y: float, turn: float = 0, length: float = 2.4) -> str:
    """A small wave."""
    c, s = cos(turn) * length / 4, sin(turn) * length / 4
    nx, ny = -s * 0.9, c * 0.9
    d = f"M{num(x - 2 * c)},{num(y - 2 * s)}"
    return d + f"q{num(c - nx)},{num(s - ny)} {num(2 * c)},{num(2 * s)}t{num(2 * c)},{num(2 * s)}"


def fish(pen: Pen, x: float, y: float, turn: float) -> Group:
    """A goldfish."""
    return pen.group(
        pen.path(
            "M-1.3,0C-0.7,-0.75 0.6,-0.7 1.1,0L1.9,-0.55V0.55L1.1,0C0.6,0.7 -0.7,0.75 -1.3,0Z",
            pen.paint(SCARLET.flat, width=0.16),
        ),
        transform=f"translate({num(x)} {num(y)}) rotate({num(turn)})",
    )


def lily(pen: Pen, x: float, y: float, turn: float = 0) -> Group:
    """A lily pad with its flower."""
    return pen.group(
        pen.path("M0,0L1.1,-0.45A1.2,1.2 0 1 0 1.1,0.45Z", pen.paint(MOSS.flat, width=0.16)),
        pen.path(discs([(-0.5, -0.2), (-0.1, 0.25), (-0.65, 0.35)], 0.36), pen.paint(ROSE.flat, width=0.12)),
        transform=f"translate({num(x)} {num(y)}) rotate({num(turn)})",
    )


def side(toward: str) -> Drawing:
    """The rill along a side, from post to post: rim, water, rim; its shadow falls to the lower right."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        outer, edge = -HALF + EDGE + MM / 2, -HALF + BAND - MM / 2
        top, bottom = outer + RIM, edge - RIM
        joints = "".join(
            f"M{num(x)},{num(bottom)}V{num(edge)}M{num(x + 3)},{num(outer)}V{num(top)}" for x in range(-21, 22, 6)
        )
        middle = (outer + edge) / 2
        waves = "".join(
            ripple(x, middle + y)
            for x, y in (
                (-17, -0.6),
                (-15, 0.6),
                (-6.4, 0.5),
                (-4, -0.6),
                (2.8, 0.5),
                (5.6, -0.6),
                (15.4, -0.6),
                (17, 0.5),
            )
        )
        cast = [turned((x, y), TURNS[toward]) for x, y in ((-FOOT, outer), (FOOT, outer), (FOOT, edge), (-FOOT, edge))]
        parts = [
            pen.rect(-FOOT, outer, 2 * FOOT, edge - outer, flat(pen, STONE.flat)),
            pen.path(joints, pen.line(0.2, STONE.deep if not pen.low else None)),
            pen.rect(-FOOT, top, 2 * FOOT, bottom - top, flat(pen, WATER.flat)),
            pen.rect(-FOOT, top, 2 * FOOT, 0.6, tint(pen, WATER.deep)),
            pen.path(waves, stroke(pen, FOAM, 0.4)),
            pen.path("".join(f"M{num(-FOOT)},{num(y)}H{num(FOOT)}" for y in (top, bottom)), pen.line(MM * 0.8)),
            pen.path("".join(f"M{num(-FOOT)},{num(y)}H{num(FOOT)}" for y in (outer, edge)), pen.line(MM)),
            lily(pen, -12.6, middle, 40),
            fish(pen, 12.8, middle, 8),
        ]
        return pen.group(
            pen.path(polyline([(x + 1, y + 1.1) for x, y in cast]), tint(pen, CAST)),
            pen.important(*parts, transform=f"rotate({TURNS[toward]})"),
        )

    return draw


def basin(pen: Pen, r: float) -> list[BaseElement]:
    """A basin of four leaves with a jet that falls back in four drops; rounds are kept for tokens."""
    water = r - 0.75
    leaves = [polar((0, 0), 90 * i, r * 0.42) for i in range(4)]
    drops = [polar((0, 0), 45 + 90 * i, water * 0.5) for i in range(4)]
    return [
        *limb(pen, points(leaves), r * 1.16, STONE.flat),
        *limb(pen, points(leaves), r * 1.16 - 1.2, WATER.flat),
        pen.path(discs(drops, 0.3), pen.paint("#ffffff", width=0.16)),
        pen.circle(0, 0, 0.62, pen.paint("#ffffff", width=0.2)),
    ]


def inner(split: str) -> Drawing:
    """The rill that splits a tile, with a basin in its middle."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        line = course(split)
        d = polyline(line, closed=False)
        middle = line[len(line) // 2] if len(line) > 2 else (0.0, 0.0)
        places = walk(line, 4.2)[2:-2]
        waves = "".join(_wave(places, i) for i in range(1, len(places) - 1) if i % 3)
        return pen.group(
            *(
                []
                if pen.low
                else [pen.path(polyline([(x + 0.9, y + 1.1) for x, y in line], False), _wide(CAST, INNER))]
            ),
            pen.path(d, _wide(pen.outline, INNER)),
            pen.path(d, _wide(PAPER if pen.low else STONE.flat, INNER - 2 * MM)),
            pen.path(d, _wide(pen.outline, INNER - 1.6)),
            pen.path(d, _wide(PAPER if pen.low else WATER.flat, INNER - 1.6 - 1.6 * MM)),
            pen.path(waves, stroke(pen, FOAM, 0.4)),
            pen.group(*basin(pen, 3.4), transform=f"translate({num(middle[0])} {num(middle[1])})"),
        )

    return draw


def _wide(colour: str, width: float) -> dict[str, str | float]:
    return {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_linejoin": "round"}


def _wave(places: list[Point], i: int) -> str:
    (ax, ay), (bx, by) = places[i - 1], places[i + 1]
    return ripple(*places[i], atan2(by - ay, bx - ax), 2.2)


def post(pen: Pen) -> Group:
    """Where rills end or meet: a square plinth with a basin, round the origin."""
    pen = green(pen, MM)
    return pen.important(*plinth(pen), *basin(pen, 2.5))


def plinth(pen: Pen) -> list[BaseElement]:
    """The stone square in a corner."""
    a = (POST - MM) / 2
    b = a - 0.6
    return [
        pen.rect(-a, -a, 2 * a, 2 * a, pen.paint(STONE.flat), 0.4),
        pen.path(f"M{num(b)},{num(-b)}V{num(b)}H{num(-b)}", pen.line(0.5, STONE.deep if not pen.low else "none")),
        pen.rect(-b, -b, 2 * b, 2 * b, pen.line(0.18, STONE.deep if not pen.low else None), 0.2),
    ]


def meeting(pen: Pen) -> Group:
    """Where a hedge meets a rill: a box tree in a stone tub, which nobody crosses."""
    pen = green(pen, MM)
    return pen.important(
        *plinth(pen),
        pen.circle(0, 0, 2.9, pen.paint(STONE.deep)),
        pen.circle(0, 0, 2.3, pen.paint(HEDGE.deep)),
        pen.circle(-0.1, -0.1, 1.5, tint(pen, HEDGE.flat)),
        pen.path(
            "M-1.2,-0.3a1.3,1.3 0 0 1 0.9,-0.9M-0.3,1a1.3,1.3 0 0 0 1.2,-0.6M0.6,-0.7a1,1 0 0 1 0.4,0.6",
            stroke(pen, LEAF, 0.4),
        ),
        pen.path(discs([(1.1, 1), (-1, 0.6), (0.5, -1.2)], 0.42), pen.paint(PEACH.flat, width=0.14)),
    )
