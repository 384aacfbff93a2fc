"""Supplies: a coin with a hen on it, and a potion that should not have been shaken."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots, polar, polyline, smooth, transform
from pnp.face.art.pen import Pen

from .cut import black, shine, thin, tint
from .face import COMB
from .line import blade, cuts
from .palette import GLASS, GOLD, WOOD, Tone
from .piece import figure, piece
from .warriors import Figure

ROSE = Tone("#d8346a", "#97184a", "#f58fb0")


_LEVELS = "".join(
    f"M{-x},{y}q{x / 4:g},-2.4 {x / 2:g},0t{x / 2:g},0t{x / 2:g},0t{x / 2:g},0"
    for x, y in ((22, 13.2), (21.6, 16.4), (20.8, 19.6), (19.6, 22.8), (17, 26))
)
"""Waves in place of a flat colour, so that a bottle looks full in low ink, too."""


def coin(pen: Pen) -> Group:
    """The hen in profile, crowned with laurels by herself."""
    disc = dots([(0, 0)], 31)
    profile = smooth(
        [(-13, 19), (-11, 6), (-13, -4), (-8, -12), (1, -13), (9, -8), (11, -2), (9, 5), (12, 12), (15, 19), (0, 22)]
    )
    bill = "M8,-7L21,-1L9,3Z"
    crest = polyline(transform(COMB, (0, -2), 4, 0.72))
    laurel = [blade(polar((0, 0), a, 21.6), a + 70, 8, 4.4) for a in range(-230, 51, 20)]
    parts: list[BaseElement] = [
        pen.path(disc, pen.paint(GOLD.flat)),
        pen.path(cuts([polar((0, 0), a, 31) for a in (-20, 10, 40, 70, 100, 130)], 26, 7, 1.6), black(pen)),
        pen.circle(0, 0, 25.4, pen.paint("#fff0b8", width=pen.width * 0.7)),
        pen.path("".join(laurel), pen.paint(GOLD.flat, width=pen.width * 0.4)),
        pen.path(crest, pen.paint("#b8621c")),
        pen.path(bill, pen.paint(GOLD.flat, width=pen.width * 0.8)),
        pen.path(profile, pen.paint("#d9952a")),
        pen.path(cuts([(-11, 6), (-13, -4), (-8, -12)], 7, -5, 1.4), black(pen)),
        pen.path("M-10,9l3,3l2,-4l3,5l3,-5l3,5l3,-4", thin(pen)),
        pen.path("M9,4C12,6 12,11 9,12C6,11 6,7 9,4Z", pen.paint(GOLD.shade, width=pen.width * 0.6)),
        pen.circle(3.4, -5, 2, black(pen)),
        pen.path("M-1,-9.4L6.4,-7.6", pen.line(pen.width * 0.8)),
        pen.path("M-27,-8A28,28 0 0 1 -8,-27", shine(pen, "#fffbe6", 1)),
    ]
    return figure(pen, [piece(pen, [disc], parts)])


def potion(pen: Pen) -> Group:
    """A bottle that boils over with goodwill."""
    flask = "M-7,-17L-7,-7C-22,-1 -27,14 -20,25C-15,32 15,32 20,25C27,14 22,-1 7,-7L7,-17Z"
    brew = (
        "M-22.4,10C-14,4 -6,14 2,9C10,5 16,10 22.6,7C24,14 22.6,20 19,24.6C14,30.4 -14,30.4 -19,24.6"
        "C-22,20.4 -23.4,15 -22.4,10Z"
    )
    cork = "M-9,-30L9,-30L7.6,-19L-7.6,-19Z"
    lip = "M-11,-20L11,-20L11,-15L-11,-15Z"
    heart = "M0,26C-9,20 -10,14 -5.4,12.6C-2.6,12 -0.6,14 0,16C0.6,14 2.6,12 5.4,12.6C10,14 9,20 0,26Z"
    bubbles = dots([(-12, -24), (14, -27), (-17, -14), (17, -16)], 3) + dots([(-8, -33), (21, -22)], 1.9)
    parts: list[BaseElement] = [
        pen.path(bubbles, pen.paint(ROSE.light, width=pen.width * 0.7)),
        pen.path(cork, pen.paint(WOOD.light)),
        pen.path("M-3,-27l2,3M3,-25l2,2", thin(pen)),
        pen.path(flask, pen.paint(GLASS.flat)),
        pen.path(brew, tint(pen, ROSE.flat)),
        *([pen.path(_LEVELS, pen.line(1.5, ROSE.shade))] if pen.low else []),
        pen.path("M-22.4,10C-14,4 -6,14 2,9C10,5 16,10 22.6,7", thin(pen, 0.8)),
        pen.path(cuts([(22.6, 12), (19, 24), (8, 29), (-6, 29.6)], 13, 7, 1.7), black(pen)),
        pen.path(heart, pen.paint("#fff3ea", width=pen.width * 0.8)),
        pen.path(
            dots([(-13, 15), (12, 14)], 2.2) + dots([(-9, 2), (8, 1), (1, -3)], 1.6),
            pen.paint(ROSE.light, width=pen.width * 0.5),
        ),
        pen.path("M-17.6,16C-18,9 -15,3 -10,-0.6", shine(pen, "#ffffff", 1.1)),
        pen.path(flask, pen.line()),
        pen.path(lip, pen.paint(GLASS.shade)),
    ]
    return figure(pen, [piece(pen, [flask, cork, lip], parts)], "translate(0 1)")


SUPPLIES: dict[str, Figure] = {"coin": coin, "potion": potion}
