"""Gengis Coq, for whom it is all done: chest out, cape, medals, and a moustache waxed with lard."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, cubic, num, star
from pnp.face.art.pen import Pen

from .head import Eyes, beak, gaze
from .palette import BURGUNDY, EMERALD, GOLD, INK, NAVY, PEARL, RED, RUBY, SAPPHIRE, Tone
from .plume import FIST, arm, sickle
from .salon import ground, hers, nib
from .stage import cover, fine, limb, shifted, tint

HACKLE = Tone("#eaa23c", "#c9741f", "#f8cf7c")
SICKLES: tuple[tuple[tuple[Point, Point, Point, Point], float, Tone], ...] = (
    (((-10, 14), (-24, -14), (-34, -34), (-47, -24)), 5, SAPPHIRE),
    (((-8, 10), (-14, -26), (-30, -46), (-44, -38)), 5.5, EMERALD),
    (((-12, 18), (-28, -6), (-42, -18), (-50, -4)), 5, EMERALD),
    (((-12, 22), (-30, 6), (-44, 0), (-49, 14)), 5, NAVY),
    (((-6, 8), (-8, -30), (-20, -52), (-36, -48)), 5.5, NAVY),
)
"""The long feathers of his tail: spine, width, tone."""


def comb(pen: Pen) -> list[BaseElement]:
    """A comb of five points, worn as a crown."""
    d = (
        "M13,-9C17,-15 17,-22 13,-23C10,-23.4 9,-20 8.6,-18C9,-25 7,-32 2.6,-32C-1.6,-32 -2,-25 -1.4,-20"
        "C-3.4,-27 -7.4,-33 -11.4,-31C-15,-29 -13,-22 -10.4,-17C-13.4,-21.6 -18,-24 -20,-21"
        "C-21.6,-18 -18,-13 -14,-10"
    )
    d += "C-17.6,-11.4 -21,-10.6 -20.6,-7C-20,-3 -14,-1.4 -10,-2C-6,-9 4,-12 13,-9Z"
    return [
        pen.path(d, pen.paint(RED.flat)),
        pen.path(
            (
                "M13,-9C14.6,-11.4 15.6,-14 15.8,-16C6,-17.4 -8,-14.6 -20.4,-8.6C-20.6,-3 -14,-1.4 -10,-2"
                "C-6,-9 4,-12 13,-9Z"
            ),
            tint(pen, RED.shade),
        ),
        pen.path(
            "M12.4,-19.6q1,2 0.4,4M2.6,-28q0.8,4 0.2,8M-10.6,-27.4q1,4.4 3,8M-17.4,-19.4q1.6,2.4 3.4,4.4",
            pen.line(pen.width, "none" if pen.low else RED.light),
        ),
        pen.path(d, pen.line()),
    ]


def moustache(pen: Pen) -> list[BaseElement]:
    """Two waxed horns that curl at the tips."""
    near = "M11,7C6,14 -4,16 -11,11C-15,8 -15,2 -11,1.4C-8.6,1.4 -8,4 -9.6,5C-8,9 0,8 6,5.6Z"
    far = "M12,7C15,14 23,16 29,10.6C32.4,7 31.6,1.6 28,2C26,2.4 26.4,4.6 27.4,5.4C25,8.6 20,8 15,5.4Z"
    return [
        pen.path(
            far + near, pen.paint(INK, solid=not pen.low, stroke=INK if not pen.low else None, width=pen.width * 0.8)
        )
    ]


def head(pen: Pen) -> list[BaseElement]:
    """The head with its frown, lappets and moustache, round its centre."""
    skull = "M10,12C13,6 13,-4 9,-9C3,-13 -6,-12 -10,-5C-12,0 -12,8 -10,12Z"
    lappets = "M14,10C18,11 19.6,18 17.6,23C15.8,26 12.4,25 11.6,21C10.8,17 11.6,12 14,10Z"
    lappet = "M8,10C13,12 14,20 11.6,26C9.4,29.4 5,28 4.4,23.6C3.8,18 4.4,13 8,10Z"
    eyes = Eyes(lid=0.46, look=(2.6, 1.4), slant=-9, shadow="#b9482f", brow=0, lashes=False)
    brows = (
        "M-4.4,-14.4C0,-16.4 5,-14.6 8,-10.4L7,-9C3,-11.6 -1,-12 -4.8,-11Z"
        "M10,-10.4C12,-14 15.4,-15.4 18,-14L17.6,-11.4C15,-12 13,-11 10.8,-9Z"
    )
    return [
        *comb(pen),
        pen.path(skull, cover(pen, HACKLE.flat)),
        pen.path("M10,12C13,6 13,-4 9,-9C3,-13 -6,-12 -10,-5C-12,0 -12,8 -10,12", pen.line()),
        pen.path(lappets, pen.paint(RED.shade)),
        pen.path(lappet, pen.paint(RED.flat)),
        pen.path("M-3,6C-2,1 4,0 7,3C7,8 0,11 -3,6Z", tint(pen, RED.light)),
        *gaze(pen, eyes)[:-1],
        *beak(pen, "shut")[:2],
        *beak(pen, "shut")[3:],
        pen.path(brows, pen.paint(INK, solid=True)),
        *moustache(pen),
    ]


def medal(pen: Pen, x: float, y: float, size: float, ribbon: str, metal: str) -> BaseElement:
    """A medal on its ribbon, given by himself to himself."""
    p = hers(pen, size)
    return p.group(
        p.path("M-3,-7L3,-7L3.4,0L-3.4,0Z", p.paint(ribbon)),
        p.path(star((0, 4), 5.4, 2.7), p.paint(metal)),
        transform=f"translate({num(x)} {num(y)}) scale({size})",
    )


def boot(pen: Pen, x: float, y: float) -> list[BaseElement]:
    """A riding boot with a spur."""
    d = "M-4.4,-14L4.4,-14L4,-4C8,-3 12,-1.4 12.4,2C12.4,3 12,3.4 11,3.4L-5,3.4C-5.4,-2 -4.4,-8 -4.4,-14Z"
    shape: list[BaseElement] = [
        pen.path("M-5,-0.6L-10,-1.6", pen.line(pen.width * 1.6)),
        pen.path(star((-11.4, -1.8), 3.2, 1.4, 6), pen.paint(GOLD.flat, width=pen.width * 0.8)),
        pen.path(d, pen.paint("#4a3340")),
        pen.path("M-5.4,-16Q0,-13.4 5.4,-16L5,-11.6Q0,-9.4 -5,-11.6Z", pen.paint(GOLD.flat)),
        pen.path("M1.6,-8.6Q2,-4 5,-2.4", pen.line(pen.width, "none" if pen.low else "#8b7080")),
    ]
    return [pen.group(*shape, transform=f"translate({num(x)} {num(y)})")]


def cape(pen: Pen) -> list[BaseElement]:
    """A cape of state behind him, hemmed with ermine."""
    d = "M-10,-18C-24,-8 -32,12 -36,40C-28,46 -16,44 -8,40L14,20L6,-16Z"
    hem = "M-36,40C-28,46 -16,44 -8,40L-7,34C-16,38 -26,39 -35,34Z"
    spots = "M-30,39.6l1,2.6M-23,41l0.4,2.4M-15.6,40.2l0.2,2.4"
    return [
        pen.path(d, pen.paint(BURGUNDY.flat)),
        pen.path("M-12,-8C-20,10 -22,26 -22,38L-8,36L4,10Z", tint(pen, BURGUNDY.shade)),
        pen.path("M-17,-2C-24,12 -27,24 -28.6,36", fine(pen).line()),
        pen.path(hem, pen.paint(PEARL.flat)),
        pen.path(spots, pen.line(pen.width * 1.4)),
    ]


def coat(pen: Pen) -> list[BaseElement]:
    """The dress coat over a chest that has been held in since the morning."""
    d = "M-14,-14C-22,-4 -25,10 -22,22C-19,31 -6,35 4,34C16,32 24,26 30,16C36,6 35,-6 27,-12C18,-18 0,-20 -14,-14Z"
    tails = "M-20,16C-30,24 -34,30 -37,36C-28,37 -16,36 -6,32Z"
    return [
        pen.path(tails, pen.paint(NAVY.shade)),
        pen.path(d, pen.paint(NAVY.flat)),
        pen.path(
            "M-23,12C-24,16 -23,20 -22,22C-19,31 -6,35 4,34C16,32 24,26 30,16C20,24 6,28 -6,25C-14,23 -20,18 -23,12Z",
            tint(pen, NAVY.shade),
        ),
        pen.path(
            "M27,-12C33,-4 31,6 26,14C21,22 13,29 4,34L9,33.4C18,31 25,25 30,16C36,6 35,-6 27,-12Z",
            pen.paint(RUBY.flat),
        ),
        pen.path("M2,-15C4,-2 -2,18 -14,30L-6,33.4C6,22 12,4 11,-16Z", pen.paint(RED.flat)),
        pen.path(
            "M4,-15C6,-1 0,19 -12,31M9,-16C10,2 4,20 -8,33",
            pen.line(pen.width * 0.8, GOLD.light if not pen.low else None),
        ),
        pen.path(d, pen.line()),
        *(
            pen.circle(x, y, 1.9, pen.paint(GOLD.flat, width=pen.width * 0.8))
            for x, y in ((31.4, -3), (30.6, 5), (26.6, 13), (20.4, 21))
        ),
        medal(pen, 19, -3, 1.05, SAPPHIRE.flat, GOLD.light),
        medal(pen, 25.4, -1, 0.8, EMERALD.flat, PEARL.flat),
        medal(pen, 17.6, 9, 0.8, BURGUNDY.light, GOLD.flat),
    ]


def hackles(pen: Pen) -> list[BaseElement]:
    """The golden mane from nape to shoulders."""
    d = (
        "M-4,-34C-12,-30 -18,-22 -20,-12L-15,-14L-15,-7L-9,-11L-7,-4L-2,-10L2,-3L6,-10L12,-4L14,-11L21,-7L20,-14"
        "C19,-20 18,-24 18,-30Z"
    )
    return [
        pen.path(d, pen.paint(HACKLE.flat)),
        pen.path(
            "M-4,-34C-12,-30 -18,-22 -20,-12L-15,-14L-15,-7L-9,-11L-7,-4L-5.4,-6C-10,-14 -10,-24 -4,-34Z",
            tint(pen, HACKLE.shade),
        ),
        pen.path("M-9,-24L-11,-15M-3,-22L-3.6,-13M3,-20L3.4,-12M9,-20L11,-12M15,-22L17,-14", fine(pen).line()),
        pen.path(d, pen.line()),
    ]


def epaulette(pen: Pen, x: float, y: float) -> list[BaseElement]:
    """A gold epaulette with its fringe."""
    fringe = "".join(f"M{num(x - 8 + 2.6 * i)},{num(y + 2 - 0.5 * abs(i - 3))}v6.4" for i in range(7))
    board = [(-10, 2), (-9, -6), (9, -6), (10, 1), (5, 4), (-5, 5), (-10, 2)]
    return [
        *limb(pen, fringe, pen.width * 1.2, GOLD.light),
        pen.path(cubic(*((x + a, y + b) for a, b in board)), pen.paint(GOLD.flat)),
        pen.path(f"M{num(x - 6)},{num(y)}q6,-4.4 12,-0.6", fine(pen).line()),
    ]


def rooster(pen: Pen) -> Group:
    """Gengis Coq receives the homage of the yard."""
    pen = hers(nib(pen), 0.96)
    parts: list[BaseElement] = [
        ground(pen, 1, 46.5, 24),
        *(part for spine, width, tone in SICKLES for part in sickle(pen, spine, width, tone.flat, tone.shade)),
        *cape(pen),
        *limb(pen, "M-7,28L-9,40", 6, "#fbf3df"),
        *limb(pen, "M9,28L11,40", 6, "#fbf3df"),
        *boot(pen, -9, 43),
        *boot(pen, 11, 43),
        *coat(pen),
        *arm(pen, (-10, -1), (-14, 24), (14, 17), HACKLE, FIST, 8),
        *arm(pen, (-10, -1), (-14, 24), (11, 17.6), NAVY, (), 8.4),
        pen.path("M8,10L13.4,8.6C16,13 15.4,20 12,25L6,24.4C9.6,19.6 10.4,14.6 8,10Z", pen.paint(RUBY.flat)),
        *epaulette(pen, -10, -8),
        *hackles(pen),
        shifted(pen, head(hers(pen, 0.98)), 4, -28, 0.98, turn=-8),
    ]
    return pen.group(*parts, transform="translate(4 2.6) scale(0.96)")
