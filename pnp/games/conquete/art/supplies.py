"""Supplies: a coin with a hen on it, and a potion that should not have been shaken."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots, polar, polyline, transform
from pnp.face.art.pen import Pen

from .cut import black, etch, shine, thin, tint
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


def _struck(pen: Pen, *relief: BaseElement) -> Group:
    """A coin with something struck on it."""
    disc = dots([(0, 0)], 31)
    parts: list[BaseElement] = [
        pen.path(disc, pen.paint(GOLD.flat)),
        pen.path(cuts([polar((0, 0), a, 31) for a in (-20, 10, 40, 70, 100, 130)], 26, 7, 1.6), black(pen)),
        pen.circle(0, 0, 25.4, pen.paint("#fff0b8", width=pen.width * 0.7)),
        pen.path("M0,-25.4A25.4,25.4 0 0 0 -25.4,0A25.4,25.4 0 0 0 -8,24A30,30 0 0 1 0,-25.4Z", tint(pen, "#f3d27c")),
        *relief,
        pen.path("M-27,-8A28,28 0 0 1 -8,-27", shine(pen, "#fffbe6", 1)),
    ]
    return figure(pen, [piece(pen, [disc], parts)])


def _laurel(pen: Pen, *angles: int) -> BaseElement:
    leaves = [blade(polar((0, 0), a, 21.6), a + 70, 8, 4.4) for a in angles]
    return pen.path("".join(leaves), pen.paint(GOLD.flat, width=pen.width * 0.4))


def heads(pen: Pen) -> Group:
    """The hen in profile, crowned with laurels by herself."""
    profile = (
        "M-18,20C-13,15 -16,8 -15,1C-15,-9 -9,-15.4 -2,-15.4C5,-15.4 9,-11 9.4,-5C9.4,0 7.4,2 8,6"
        "C8.6,11 14,14 15.6,20C7,24.6 -9,24.6 -18,20Z"
    )
    crest = polyline(transform(COMB, (-3, -4), 4, 0.72))
    bill = "M6.6,-9.4C13,-11.6 19.6,-8 21.6,0.6L19.4,4C17,0.6 12,-0.4 7,0.6Z"
    return _struck(
        pen,
        _laurel(pen, *range(-230, 51, 20)),
        pen.path(crest, pen.paint("#b8621c")),
        pen.path(profile, pen.paint("#d9952a")),
        pen.path(
            "M3,-15C8,-12 9.4,-8 9.4,-5C9.4,0 7.4,2 8,6C8.6,11 14,14 15.6,20L6,22.4C7,12 1,8 3,-2Z",
            tint(pen, "#b8741c"),
        ),
        pen.path("M7.6,1C4.6,4.4 5,10.6 8.4,12C11.6,10.6 11.4,4 7.6,1Z", pen.paint("#b8621c", width=pen.width * 0.6)),
        pen.path(bill, pen.paint(GOLD.light, width=pen.width * 0.8)),
        etch(pen, "M9,-3C13,-3.4 16,-2 18.6,1", 0.6),
        pen.circle(1.4, -5.4, 3.4, pen.paint("#fff6d6", width=pen.width * 0.6)),
        pen.circle(2.4, -5, 1.6, black(pen)),
        pen.path("M-4,-11.4L6,-9L6.2,-6.4L-3.6,-8.6Z", black(pen)),
        etch(pen, "M-12,12C-9,16 -7,17 -3,16.4M-5,9.6C-2,13 1,13.6 5,12.6M-13,4C-10,8 -8,8.6 -4.6,8", 0.7),
        pen.path(cuts([(-14.6, 6), (-14.6, -5), (-9, -13)], 7, -5, 1.4), black(pen)),
    )


def tails(pen: Pen) -> Group:
    """The other side: what it is all about, in state, on a cushion."""
    beams = "".join(
        polyline([polar((0, -4), a - 3.4, 13), polar((0, -4), a, 24 if a % 60 else 20), polar((0, -4), a + 3.4, 13)])
        for a in range(-210, 31, 24)
    )
    egg = "M0,-19C8,-19 13,-8.6 13,-1C13,6.4 7.4,11 0,11C-7.4,11 -13,6.4 -13,-1C-13,-8.6 -8,-19 0,-19Z"
    cushion = (
        "M-19,10C-21,7.6 -17,6.6 -15,8C-6,12 6,12 15,8C17,6.6 21,7.6 19,10C20,14 20,16 19,19"
        "C10,23 -10,23 -19,19C-20,16 -20,14 -19,10Z"
    )
    return _struck(
        pen,
        pen.path(beams, pen.paint(GOLD.flat, width=pen.width * 0.4)),
        pen.path(egg, pen.paint("#fff6d6")),
        pen.path("M5,-16.4C10,-13 13,-6.4 13,-1C13,6.4 7.4,11 0,11L-4,10.4C5,9 8,0 5,-16.4Z", tint(pen, "#e0b75a")),
        pen.path(cuts([(12.4, -5), (12.4, 3), (7, 9)], 7, 5, 1.4), black(pen)),
        etch(pen, "M-8,-6C-7,-10 -5,-13 -2.6,-14.6", 0.6),
        pen.path(cushion, pen.paint("#b8621c")),
        pen.path("M-17,18C-8,21 8,21 17.6,17.4L18.6,13C10,17.4 -9,17.4 -18.6,14Z", tint(pen, "#8c4511")),
        etch(pen, "M-9,13C-6,15 -5,16 -4,18.6M10,13C7,15 6,16 5,18.6", 0.6),
        pen.path(
            dots([(-19.4, 9), (19.4, 9), (-18.4, 19.4), (18.4, 19.4)], 2.2),
            pen.paint(GOLD.light, width=pen.width * 0.6),
        ),
    )


def stare(pen: Pen) -> Group:
    """The hen full face, as the mint-master saw her when he asked for his pay."""
    head = (
        "M0,-15C8,-15 12.6,-9.6 13,-2.6C13.4,4 15,10 19,17C11,23.4 -11,23.4 -19,17C-15,10 -13.4,4 -13,-2.6"
        "C-12.6,-9.6 -8,-15 0,-15Z"
    )
    crest = "M-8,-12L-10.6,-21L-4.4,-17L0,-24.4L4.4,-17L10.6,-21L8,-12Z"
    return _struck(
        pen,
        _laurel(pen, *range(-228, -150, 19), *range(-20, 58, 19)),
        pen.path(crest, pen.paint("#b8621c")),
        pen.path(head, pen.paint("#d9952a")),
        pen.path(
            "M6,-13.6C10.4,-11.4 12.8,-7 13,-2.6C13.4,4 15,10 19,17L11,20.4C9,10 10,0 6,-13.6Z", tint(pen, "#b8741c")
        ),
        pen.path(
            "M-3,7C-7,9 -6,16 -2.4,17C0,16 0,16 2.4,17C6,16 7,9 3,7Z", pen.paint("#b8621c", width=pen.width * 0.7)
        ),
        pen.path(dots([(-6, -4.4), (6, -4.4)], 4.4), pen.paint("#fff6d6", width=pen.width * 0.7)),
        pen.path(dots([(-4.4, -3.6), (4.6, -4.8)], 1.8), black(pen)),
        pen.path("M-11.6,-10L-1.6,-7L-1.6,-4.6L-11,-7.4ZM11.6,-10.6L1.6,-7.4L1.6,-5L11,-8Z", black(pen)),
        pen.path(
            "M-5.4,1.6C-3,-2.6 3,-2.6 5.4,1.6C4,5 2,9 0,10.4C-2,9 -4,5 -5.4,1.6Z",
            pen.paint(GOLD.light, width=pen.width * 0.8),
        ),
        etch(pen, "M-4,3.6C-1,2.4 1,2.4 4,3.6M-12,12C-10,15 -9,16 -7,17.4M12,12C10,15 9,16 7,17.4", 0.7),
        pen.path(cuts([(-16, 12), (-13.4, 2), (-12, -7)], 7, -5, 1.4), black(pen)),
    )


HEART = "M0,26C-9,20 -10,14 -5.4,12.6C-2.6,12 -0.6,14 0,16C0.6,14 2.6,12 5.4,12.6C10,14 9,20 0,26Z"
EGG = "M0,10.6C4.6,10.6 7.6,16 7.6,20C7.6,24 4.4,26.6 0,26.6C-4.4,26.6 -7.6,24 -7.6,20C-7.6,16 -4.6,10.6 0,10.6Z"
FEATHER = "M-6,26C-9,19 -6,12 6,10C9,9.6 9.6,10.4 9,13C7.6,21 2,24.6 -3.4,24.4Z"
LABELS = {
    HEART: "M-5.6,15.6C-5.4,14.6 -4.6,14 -3.6,14.2",
    EGG: "M-4,19C-3.8,16.6 -2.6,14.4 -1.2,13.4",
    FEATHER: "M-7.6,28C-4,22 0,17 6.6,12.4M-2,21.6L-3.4,17.6M1.4,18L0.6,14M-0.6,20.2L4,19.4",
}
"""What is on a bottle's label, and the cuts in it: for the heart, for the cook, for outdoors."""


def potion(label: str, pen: Pen) -> Group:
    """A bottle that boils over with goodwill."""
    flask = "M-7,-17L-7,-7C-22,-1 -27,14 -20,25C-15,32 15,32 20,25C27,14 22,-1 7,-7L7,-17Z"
    brew = (
        "M-22.4,10C-14,4 -6,14 2,9C10,5 16,10 22.6,7C24,14 22.6,20 19,24.6C14,30.4 -14,30.4 -19,24.6"
        "C-22,20.4 -23.4,15 -22.4,10Z"
    )
    cork = "M-9,-30L9,-30L7.6,-19L-7.6,-19Z"
    lip = "M-11,-20L11,-20L11,-15L-11,-15Z"
    bubbles = dots([(-12, -24), (14, -27), (-17, -14), (17, -16)], 3) + dots([(-8, -33), (21, -22)], 1.9)
    parts: list[BaseElement] = [
        pen.path(bubbles, pen.paint(ROSE.light, width=pen.width * 0.7)),
        pen.path(cork, pen.paint(WOOD.light)),
        etch(pen, "M-3,-27l2,3M3,-25l2,2"),
        pen.path(flask, pen.paint(GLASS.flat)),
        pen.path(brew, tint(pen, ROSE.flat)),
        *([pen.path(_LEVELS, pen.line(1.5, ROSE.shade))] if pen.low else []),
        pen.path("M-22.4,10C-14,4 -6,14 2,9C10,5 16,10 22.6,7", thin(pen, 0.8)),
        pen.path(cuts([(22.6, 12), (19, 24), (8, 29), (-6, 29.6)], 13, 7, 1.7), black(pen)),
        pen.path(label, pen.paint("#fff3ea", width=pen.width * 0.8)),
        etch(pen, LABELS[label], 0.6),
        pen.path(
            dots([(-13, 15), (12, 14)], 2.2) + dots([(-9, 2), (8, 1), (1, -3)], 1.6),
            pen.paint(ROSE.light, width=pen.width * 0.5),
        ),
        pen.path("M-17.6,16C-18,9 -15,3 -10,-0.6", shine(pen, "#ffffff", 1.1)),
        pen.path(flask, pen.line()),
        pen.path(lip, pen.paint(GLASS.shade)),
    ]
    return figure(pen, [piece(pen, [flask, cork, lip], parts)], "translate(0 1)")


SUPPLIES: dict[str, tuple[Figure, ...]] = {
    "coin": (heads, tails, stare),
    "potion": tuple(partial(potion, label) for label in LABELS),
}
"""Three looks of each."""
