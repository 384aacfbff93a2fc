"""What sorcerers wear: hats that scrape the sky, hoods, turbans and moons. The head's centre is the origin."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import dots, smooth, star
from pnp.face.art.pen import Pen

from .cut import black, etch, shine, tint
from .helm import on_head
from .line import cuts
from .palette import BONE, GOLD, RED, Tone
from .piece import Piece, piece


def hat(pen: Pen, cloth: Tone, tilt: float = 0, bent: bool = True, low: float = 0) -> Piece:
    """A wizard's hat, with stars; `bent` breaks its tip, `low` pulls it over the eyes."""
    if bent:
        cone = "M-15,-9C-12,-22 -12,-32 -22,-41C-8,-43 4,-36 9,-27L14,-29C13,-24 14,-16 17,-9Q2,-15 -15,-9Z"
        fold = "M9,-27C5,-27 1,-29 -2,-32M-10,-18C-4,-17 2,-18 6,-21"
        spots = [(-9.6, -34), (2.6, -24), (-4, -15.6), (9.4, -16)]
    else:
        cone = "M-15,-9C-10,-20 -5,-34 1,-47C6,-34 12,-20 18,-9Q2,-15 -15,-9Z"
        fold = "M-6,-22C-1,-20 4,-20 8,-22M-2,-33C0,-32 3,-32 5,-33"
        spots = [(1.4, -39), (-1.4, -27), (5, -26), (-6.6, -15.4), (9.4, -16)]
    brim = "M-27,-4C-20,-14 -8,-13 2,-14C14,-14 24,-13 31,-6C22,-9 12,-10 3,-10C-8,-10 -18,-8 -27,-4Z"
    parts: list[BaseElement] = [
        pen.path(cone, pen.paint(cloth.flat)),
        pen.path(
            cuts([(9, -27), (13, -20), (16.4, -11)] if bent else [(3, -42), (10, -24), (16.4, -11)], 8, 7, 1.6),
            black(pen),
        ),
        etch(pen, fold),
        pen.path("".join(star(p, 3.4, 1.4) for p in spots), pen.paint(GOLD.light, width=pen.width * 0.4)),
        pen.path("M-14.4,-11.6Q2,-18.6 16.4,-11.6L17,-8Q2,-14 -15,-8Z", pen.paint(GOLD.flat, width=pen.width * 0.7)),
        pen.path(brim, pen.paint(cloth.flat)),
        pen.path("M-19,-7.6C-12,-11.6 -4,-12 3,-12", shine(pen, cloth.light, 0.7)),
    ]
    return piece(pen, [cone, brim], parts, on_head(tilt, -low))


def cowl(pen: Pen, cloth: Tone, tilt: float = 0) -> Piece:
    """A monk's hood with a face in it."""
    shell = (
        "M-6,16C-18,12 -22,-4 -17,-16C-13,-26 -10,-28 -12,-34C-2,-31 14,-28 18,-14"
        "C12,-20 2,-19 -4,-12C-8,-6 -7,4 2,11C0,14 -2,16 -6,16Z"
    )
    parts: list[BaseElement] = [
        pen.path(shell, pen.paint(cloth.flat)),
        pen.path(
            "M-17,-12C-20,-2 -15,9 -6,13L-2,10C-9,4 -11,-5 -8,-12C-11,-12 -15,-13 -17,-12Z", tint(pen, cloth.shade)
        ),
        pen.path(cuts([(-6, 14), (-15, 7), (-18.6, -5), (-16, -17)], 10, 6, 1.5), black(pen)),
        pen.path("M-9,-22C-4,-25 6,-24 11,-20", shine(pen, cloth.light, 0.8)),
        pen.path(shell, pen.line()),
    ]
    return piece(pen, [shell], parts, on_head(tilt))


def turban(pen: Pen, cloth: Tone, tilt: float = 0) -> Piece:
    """A turban, wound once too often, with a stone and a feather."""
    plume = "M0,-22C-6,-30 -4,-39 6,-41C5,-36 11,-34 9,-28C8,-24 5,-22 3,-20Z"
    shell = smooth([(-17, -8), (-20, -17), (-12, -26), (1, -29), (14, -26), (20.6, -17), (17.6, -8), (2, -12)])
    parts: list[BaseElement] = [
        pen.path(plume, pen.paint(BONE.light)),
        etch(pen, "M2,-22C1,-29 3,-35 5,-39"),
        pen.path(shell, pen.paint(cloth.flat)),
        etch(pen, "M-18,-14C-8,-22 4,-22 18,-11M-14,-23C-4,-26 10,-22 19.6,-16M-12,-9.6C-6,-14 0,-15 4,-14", 0.94),
        pen.path(cuts([(19.6, -18), (18.4, -10), (10, -10.4)], 6, 5, 1.5), black(pen)),
        pen.path("M2,-24L7,-18.6L2,-12L-3,-18.6Z", pen.paint(RED.flat)),
        pen.path("M-0.6,-18.6L2,-21.6", shine(pen, "#ffffff", 0.7)),
    ]
    return piece(pen, [plume, shell], parts, on_head(tilt))


def moon(pen: Pen, veil: Tone, tilt: float = 0) -> Piece:
    """A veil and a crescent that gets caught in doors."""
    cloth = smooth([(-2, -17), (-14, -15), (-21, 0), (-24, 16), (-14, 20), (-8, 6), (-6, -6), (4, -12)])
    horns = "M-15,-37C-16,-24 -8,-16 1,-16C10,-16 18,-24 17,-37C14,-27 8,-23.6 1,-23.6C-6,-23.6 -12,-27 -15,-37Z"
    band = "M-14,-14.6Q2,-20.4 17,-14.6L17.4,-9.4Q2,-15 -14,-9Z"
    parts: list[BaseElement] = [
        pen.path(cloth, pen.paint(veil.flat)),
        etch(pen, "M-12,-10C-16,-2 -18,8 -19,16M-8,-10C-12,-2 -14,8 -14.4,17"),
        pen.path(horns, pen.paint(GOLD.light)),
        etch(pen, "M-11,-27C-9,-21.4 -4,-19 1,-19"),
        pen.path(band, pen.paint(veil.flat)),
        pen.path(
            dots([(-8, -13.4), (-2, -15), (5, -15), (11.4, -13.4)], 1.3), pen.paint(GOLD.light, width=pen.width * 0.4)
        ),
    ]
    return piece(pen, [cloth, horns, band], parts, on_head(tilt))
