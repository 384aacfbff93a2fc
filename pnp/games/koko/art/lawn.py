"""The lawn: mown in squares that join at every cut, in whatever rotation the tiles lie."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import num, smooth
from pnp.face.art.pen import Pen

from .curve import discs
from .palette import BUTTER, LAWN, MOSS, WHITE
from .plan import OVER
from .wash import MM, flat, green, tint

CELL = 10.0
"""The squares' width. Half squares lie at the cuts, so that neighbours complete them."""
BLOOM = smooth([(-22, -9), (-13, -19), (1, -15), (8, -20), (19, -16), (14, -7), (20, 2), (9, 4), (-3, -2), (-13, 4)])
PUDDLE = smooth([(-20, 12), (-12, 8), (-4, 13), (6, 9), (13, 13), (22, 12), (17, 20), (5, 18), (-3, 22), (-14, 19)])
"""Where the wash ran lighter and darker."""
TUFTS = ((-20.5, -4), (19, 6.5), (4.5, -20), (-6, 20.5), (21, -14), (-21, 15), (12, 21.5), (-13.5, -21))
DAISIES = ((-17.5, 7.5), (16.6, -5.6), (-7.5, -17.6), (7, 17.8), (20.6, 17.5), (-20, -19))


def lawn(pen: Pen) -> Group:
    """The ground of a tile: two greens in squares, tufts and daisies away from the cuts."""
    pen = green(pen, MM)
    dark = ""
    reach = range(-3, 4)
    for i in reach:
        for j in reach:
            if (i + j) % 2 == 0:
                x0, x1 = (max(-OVER, min(OVER, (i + e) * CELL)) for e in (-0.5, 0.5))
                y0, y1 = (max(-OVER, min(OVER, (j + e) * CELL)) for e in (-0.5, 0.5))
                dark += f"M{num(x0)},{num(y0)}H{num(x1)}V{num(y1)}H{num(x0)}Z"
    tufts = "".join(
        f"M{num(x - 0.9)},{num(y)}l-0.5,-1.3M{num(x)},{num(y)}v-1.8M{num(x + 0.9)},{num(y)}l0.5,-1.3" for x, y in TUFTS
    )
    petals = [(x + dx, y + dy) for x, y in DAISIES for dx, dy in ((0.55, 0), (-0.55, 0), (0, 0.55), (0, -0.55))]
    return pen.group(
        pen.rect(-OVER, -OVER, 2 * OVER, 2 * OVER, flat(pen, LAWN.flat)),
        pen.path(dark, tint(pen, LAWN.deep)),
        pen.path(BLOOM, tint(pen, "#ffffff", 0.16)),
        pen.path(PUDDLE, tint(pen, MOSS.flat, 0.13)),
        pen.path(tufts, pen.line(0.22, MOSS.flat)),
        pen.path(discs(petals, 0.5), pen.paint(WHITE.flat, stroke=MOSS.flat if pen.low else "none", width=0.12)),
        pen.path(discs(DAISIES, 0.4), tint(pen, BUTTER.deep)),
    )
