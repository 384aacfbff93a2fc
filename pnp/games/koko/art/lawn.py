"""The lawn: mown in squares that join at every cut, in whatever rotation the tiles lie.

All of it stays between two near greens, so that guests and barriers are what the eye finds first.
"""

from __future__ import annotations

from collections.abc import Iterable

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num, smooth
from pnp.face.art.pen import Pen

from .curve import discs, points
from .palette import BUTTER, LAWN, MOSS, POWDER, WHITE
from .plan import OVER
from .wash import MM, flat, green, tint

CELL = 10.0
"""The squares' width. Half squares lie at the cuts, so that neighbours complete them."""
BLOOM = smooth([(-22, -9), (-13, -19), (1, -15), (8, -20), (19, -16), (14, -7), (20, 2), (9, 4), (-3, -2), (-13, 4)])
PUDDLE = smooth([(-20, 12), (-12, 8), (-4, 13), (6, 9), (13, 13), (22, 12), (17, 20), (5, 18), (-3, 22), (-14, 19)])
"""Where the wash ran lighter and darker."""
BLADE = "#bdd387"
SHEEN = "#e6f0bf"
CLOVER = "#c0d68b"
"""Greens so near the lawn's that nothing of them is seen from afar."""
TUFTS = ((-20.5, -4), (19, 6.5), (4.5, -20), (-6, 20.5), (21, -14), (-21, 15), (12, 21.5), (-13.5, -21))
DAISIES = ((-17.5, 7.5), (16.6, -5.6), (-7.5, -17.6), (7, 17.8), (20.6, 17.5), (-20, -19))
CLOVERS = ((-8.6, 9.4), (10.6, -11.8), (-21.6, -11.2), (21.4, 10.8), (-1.6, -7.6), (-14.6, 21.2))
BUTTERCUPS = ((2.8, 12.4), (-11.4, -6.6), (19.6, -20.4), (-21.4, 20.8), (13.2, 5.6))
SPEEDWELLS = ((8.4, -2.2), (-4.6, 16.2), (-15.4, -14.6), (15.6, 13.4))


CLOVER_LEAVES = tuple(
    (x + dx, y + dy)
    for x, y in ((0.0, 0.0), (2.0, 0.7), (0.5, 2.0))
    for dx, dy in ((0.0, -0.45), (0.42, 0.28), (-0.42, 0.28))
)


def lawn(pen: Pen) -> Group:
    """The ground of a tile: two greens in squares, blades all over, clover and flowers away from the cuts."""
    pen = green(pen, MM)
    tufts = "".join(
        f"M{num(x - 0.9)},{num(y)}l-0.5,-1.3M{num(x)},{num(y)}v-1.8M{num(x + 0.9)},{num(y)}l0.5,-1.3" for x, y in TUFTS
    )
    petals = around(DAISIES, ((0.55, 0), (-0.55, 0), (0, 0.55), (0, -0.55)))
    return pen.group(
        pen.rect(-OVER, -OVER, 2 * OVER, 2 * OVER, flat(pen, LAWN.flat)),
        pen.path(squares(), tint(pen, LAWN.deep)),
        pen.path(BLOOM, tint(pen, "#ffffff", 0.16)),
        pen.path(PUDDLE, tint(pen, MOSS.flat, 0.13)),
        *([] if pen.low else growth(pen)),
        pen.path(tufts, pen.line(0.22, MOSS.flat)),
        pen.path(discs(petals, 0.5), pen.paint(WHITE.flat, stroke=MOSS.flat if pen.low else "none", width=0.12)),
        pen.path(discs(DAISIES, 0.4), tint(pen, BUTTER.deep)),
    )


def growth(pen: Pen) -> list[BaseElement]:
    """What grows in the grass: blades, clover, buttercups, speedwell."""
    buttercups = around(BUTTERCUPS, ((0, -0.42), (0.38, 0.24), (-0.38, 0.24)))
    return [
        pen.path(blades(170, 0), pen.line(0.2, BLADE)),
        pen.path(blades(110, 170), pen.line(0.22, SHEEN)),
        pen.path(points(around(CLOVERS, CLOVER_LEAVES)), pen.line(0.92, CLOVER)),
        pen.path(points(buttercups), pen.line(0.84, BUTTER.flat)),
        pen.path(points(BUTTERCUPS), pen.line(0.5, BUTTER.deep)),
        pen.path(points(around(SPEEDWELLS, ((0, 0), (1.1, 0.5), (0.3, 1.2)))), pen.line(0.8, POWDER.flat)),
    ]


def around(places: Iterable[Point], offsets: Iterable[Point]) -> list[Point]:
    """Every offset at every place."""
    steps = list(offsets)
    return [(x + dx, y + dy) for x, y in places for dx, dy in steps]


def squares() -> str:
    """The darker squares."""
    d = ""
    for i in range(-3, 4):
        for j in range(-3, 4):
            if (i + j) % 2 == 0:
                x0, x1 = (max(-OVER, min(OVER, (i + e) * CELL)) for e in (-0.5, 0.5))
                y0, y1 = (max(-OVER, min(OVER, (j + e) * CELL)) for e in (-0.5, 0.5))
                d += f"M{num(x0)},{num(y0)}H{num(x1)}V{num(y1)}H{num(x0)}Z"
    return d


def blades(count: int, first: int) -> str:
    """Short blades spread evenly but in no rows, by the plastic number's sequence, over cuts and bleed, too."""
    d = ""
    for i in range(first, first + count):
        x, y = (2 * OVER * ((0.5 + share * i) % 1) - OVER for share in (0.7548776662, 0.5698402910))
        lean = i * 0.6180339887 % 1 - 0.5
        d += f"M{x:.1f},{y:.1f}l{lean:.1f}-1.2" + (f"m{0.8 - lean:.1f},1.4v-.9" if i % 3 == 0 else "")
    return d
