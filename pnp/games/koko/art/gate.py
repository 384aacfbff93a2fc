"""The back of the tiles: the garden gate, shut; but somebody has found another way in."""

from __future__ import annotations

from math import cos, radians, sin

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num
from pnp.face.art.grain import grain
from pnp.face.art.pen import Pen

from .curve import discs
from .hedge import mass
from .laundry import bloomers
from .monkey import FUR, SKIN, visage
from .palette import (
    BUTTER,
    CAST,
    GOLD,
    GRIT,
    LAWN,
    LEAF,
    LILAC,
    MOSS,
    PAPER,
    POWDER,
    ROSE,
    SCARLET,
    STONE,
    WATER,
    WHITE,
)
from .place import clump
from .plan import OVER
from .wash import MM, black, flat, green, limb, moved, tint

WIDE = 15.5
"""Half the gate's width."""
SPRING = -4.0
"""Where its arch begins."""


def gate(pen: Pen) -> Group:
    """Two wrought leaves between stone piers, a rose arch over them, hedges beside, the party behind.

    Sky, hedges, grass and path run over the cuts; everything else stays inside, so that a back that lands a little
    aside loses nothing.
    """
    pen = green(pen, MM)
    arch = f"M{num(-WIDE)},22V{num(SPRING)}A{num(WIDE)},{num(WIDE)} 0 0 1 {num(WIDE)},{num(SPRING)}V22Z"
    sky = [(-OVER, -OVER), (OVER, -OVER), (OVER, 3.0), (-OVER, 3.0)]
    left: list[Point] = [(x, y) for x in (-33.0, -28.4, -24.4) for y in (4.0, 9.0, 14.0, 19.0)]
    return pen.group(
        pen.rect(-OVER, -OVER, 2 * OVER, 2 * OVER, flat(pen, POWDER.flat)),
        *grain(pen, sky, "#b3cee7", every=2.2, length=0.9, width=0.18, turn=-6),
        pen.path(
            (
                "M-20,-25q1,-3 4,-2q2,-4 6,-1q4,-1 4,3ZM12,-26q1,-3 4,-2"
                "q2,-3 5,0q4,-1 4,2ZM-27,-13q1,-2 3,-1.4q2,-2 3,0q2,0 2,1.4Z"
            ),
            tint(pen, "#ffffff", 0.85),
        ),
        pen.rect(-OVER, 19, 2 * OVER, OVER - 19, flat(pen, LAWN.flat)),
        pen.path("M-33,25H33V28H-33ZM-33,31H33V33H-33Z", tint(pen, LAWN.deep)),
        pen.path(
            "M-18,34L-13,21H13L18,34Z", pen.paint(GRIT.flat, stroke=GRIT.deep if not pen.low else None, width=0.25)
        ),
        *(
            []
            if pen.low
            else [
                pen.path(
                    "M-9,25h.01M-3,28h.01M4,24.6h.01M8,29h.01M-11,30h.01M0,31h.01M11,26.4h.01M-6,23h.01",
                    pen.line(0.5, GRIT.deep),
                )
            ]
        ),
        *mass(pen, left, 3.4),
        *mass(pen, [(-x, y) for x, y in left], 3.4),
        pen.path("M-13,22.4H20L24,25.4H-9Z", tint(pen, CAST, 0.7)),
        pen.path(arch, pen.paint("#e6f0f4")),
        *_view(pen),
        *_leaves(pen),
        pen.path(arch, pen.line(0.7)),
        pen.important(
            *_tail(pen),
            *(_pier(pen, x) for x in (-19.0, 19.0)),
            *_roses(pen),
            *_intruder(pen),
            moved(pen, [bloomers(pen)], 20.6, -9, 0.12, turn=9),
            *(_tub(pen, x) for x in (-21.4, 21.4)),
            *(moved(pen, [clump(pen, *colours)], x, y) for x, y, colours in BEDS),
        ),
    )


BEDS = (
    (-12.5, 24.2, (ROSE, WHITE)),
    (12.5, 24.2, (SCARLET, BUTTER)),
    (-22.8, 25.2, (BUTTER, WHITE)),
    (22.8, 25.2, (LILAC, WHITE)),
)
"""Flowers at both sides of the path, and their colours."""


def _tub(pen: Pen, x: float) -> Group:
    """A box tree clipped to a ball, in a stone tub before a pier."""
    return pen.group(
        pen.ellipse(x + 1.4, 23.6, 5.4, 1.5, tint(pen, CAST)),
        *mass(pen, [(x + dx, y) for dx, y in ((0, 13.8), (-2, 15.6), (2, 15.6), (0, 17))], 2.2),
        pen.path(f"M{num(x - 3.6)},18.6H{num(x + 3.6)}L{num(x + 2.8)},23.4H{num(x - 2.8)}Z", pen.paint(STONE.flat)),
        pen.path(f"M{num(x + 1.4)},18.6H{num(x + 3.6)}L{num(x + 2.8)},23.4H{num(x + 0.6)}Z", tint(pen, STONE.deep)),
        pen.rect(x - 4, 17.8, 8, 1.5, pen.paint(STONE.flat), 0.3),
    )


def _tail(pen: Pen) -> list[BaseElement]:
    """Koko's tail, behind the left pier and well inside the cut."""
    tail = "M-22.6,-7C-27.4,-8 -28,-15 -25.6,-18.6C-24.4,-20.4 -22.6,-19 -23.6,-17.6"
    return [
        pen.path(tail, pen.line(1.8)),
        pen.path(tail, pen.line(1.2, FUR.flat if not pen.low else "#ffffff")),
    ]


def _view(pen: Pen) -> list[BaseElement]:
    """What one sees through the bars: lawn, a path, a parasol, a fountain."""
    w = num(WIDE - 0.35)
    return [
        pen.path(f"M-{w},6Q-8,3 0,5Q8,3 {w},6V21.6H-{w}Z", tint(pen, LAWN.deep)),
        pen.path(
            (
                f"M-{w},6.4V1q2,-3 4,-0.4q2,-3 4,0q2,-2.4 3.4,0.4V6ZM{w},6.4V1q-2,-3 -4,-0.4"
                "q-2,-3 -4,0q-2,-2.4 -3.4,0.4V6Z"
            ),
            tint(pen, LEAF),
        ),
        pen.path("M-6,21.6C-2,16 -3,10 -1,6H1C3,10 2,16 6,21.6Z", tint(pen, PAPER.flat)),
        pen.path(
            "M0,-2.6C-1,-5 -3.4,-4.4 -3.4,-1.6M0,-2.6C1,-5 3.4,-4.4 3.4,-1.6M0,3V-6",
            pen.line(0.35, WATER.deep if not pen.low else None),
        ),
        pen.path("M-4.2,1.4H4.2Q3.4,4 1,4.2V6.4H-1V4.2Q-3.4,4 -4.2,1.4Z", pen.paint(STONE.flat, width=0.22)),
    ]


def _leaves(pen: Pen) -> list[BaseElement]:
    """The two wrought leaves of the gate."""
    bars = ""
    heads: list[Point] = []
    for i in range(-5, 6):
        x = i * 2.75
        top = SPRING - 3 - (WIDE * 0.62) * cos(radians(x / WIDE * 78))
        bars += f"M{num(x)},{num(top)}V22"
        heads.append((x, top))
    scrolls = "".join(
        f"M{num(side * 13.2)},{num(y)}"
        f"c{num(side)},{num(-4.4 * up)} {num(-5.4 * side)},{num(-4.8 * up)} {num(-5 * side)},{num(-0.8 * up)}"
        f"c{num(0.2 * side)},{num(1.9 * up)} {num(2.8 * side)},{num(1.6 * up)} {num(2.4 * side)},{num(-0.4 * up)}"
        for side in (-1, 1)
        for y, up in ((8.4, 1), (9.6, -1))
    )
    return [
        pen.path(bars, pen.line(0.5)),
        pen.path(
            (
                f"M{num(-WIDE)},{num(SPRING + 1)}H{num(WIDE)}M{num(-WIDE)},{num(SPRING + 3)}"
                f"H{num(WIDE)}M0,{num(SPRING - 12)}V22"
            ),
            pen.line(0.6),
        ),
        pen.path(scrolls, pen.line(0.62)),
        pen.path(discs([(-12 + 3 * i, SPRING + 2) for i in range(9)], 0.55), pen.paint(GOLD.flat, width=0.2)),
        pen.path(
            "".join(f"M{num(x)},{num(y - 2.4)}q1.1,1.4 0,2.8q-1.1,-1.4 0,-2.8Z" for x, y in heads),
            pen.paint(GOLD.flat, width=0.25),
        ),
        pen.path("M-2.3,6.6H2.3V11.4Q0,13.4 -2.3,11.4Z", pen.paint(BUTTER.flat)),
        pen.path("M-0.75,8.4a0.8,0.8 0 1 1 1.5,0l0.4,2.4h-2.3Z", black(pen)),
    ]


def _pier(pen: Pen, x: float) -> Group:
    courses = "M-3.5,-1H3.5M-3.5,5H3.5M-3.5,11H3.5M-0.6,-7V-1M0.8,-1V5M-0.8,5V11M0.6,11V17"
    return pen.group(
        pen.rect(-3.5, -7, 7, 29.6, pen.paint(STONE.flat)),
        pen.rect(1.2, -7, 2.2, 29.4, tint(pen, STONE.deep, 0.6)),
        pen.path(courses, pen.line(0.2)),
        pen.rect(-4.6, -9.4, 9.2, 2.6, pen.paint(STONE.flat), 0.5),
        pen.path("M-2.6,-9.4Q-2.2,-10.8 -1,-11H1Q2.2,-10.8 2.6,-9.4Z", pen.paint(STONE.flat)),
        pen.circle(0, -13.4, 2.9, pen.paint(STONE.flat)),
        pen.path("M1,-15.8A2.7,2.7 0 0 1 0.6,-10.9Q2.4,-13 1,-15.8Z", tint(pen, STONE.deep)),
        transform=f"translate({num(x)} 0)",
    )


def _roses(pen: Pen) -> list[BaseElement]:
    """The rose arch."""
    r = WIDE + 1.2
    vine = [(r * cos(radians(a)), SPRING + r * sin(radians(a))) for a in range(-176, 0, 8)]
    blooms = [vine[i] for i in (2, 5, 8, 11, 14, 17, 20)]
    buds = [(x * 1.09, SPRING + (y - SPRING) * 1.09) for x, y in (vine[3], vine[7], vine[12], vine[16])]
    return [
        *mass(pen, vine, 2.1),
        pen.path(
            "".join(f"M{num(x - 1.9)},{num(y)}q0.9,-1.5 1.9,0q-0.9,1.3 -1.9,0Z" for x, y in blooms),
            pen.paint(MOSS.flat, width=0.2),
        ),
        pen.path(discs(blooms, 1.45), pen.paint(ROSE.flat, width=0.25)),
        pen.path(
            "".join(f"M{num(x - 0.7)},{num(y + 0.1)}a0.7,0.7 0 1 1 0.9,0.7a1.1,1.1 0 0 1 -1.3,-1.2" for x, y in blooms),
            pen.line(0.22),
        ),
        pen.path(discs(buds, 0.7), pen.paint(WHITE.flat, width=0.2)),
    ]


def _intruder(pen: Pen) -> list[BaseElement]:
    """Koko behind the left pier: fez, eyes and eight fingers."""
    fat = green(pen, 2.2)
    fists = "".join(f"M{num(-22.6 + i * 0.95)},-9.8v1.5M{num(-18.4 + i * 0.95)},-9.8v1.5" for i in range(4))
    head = moved(fat, visage(fat, "sly"), -18.6, -15.6, 0.22, turn=-5)
    cap = pen.group(
        pen.rect(-4.6, -9.4, 9.2, 2.6, pen.paint(STONE.flat), 0.5),
        transform="translate(-19 0)",
    )
    return [
        head,
        cap,
        *limb(pen, fists, 0.75, SKIN.flat),
    ]
