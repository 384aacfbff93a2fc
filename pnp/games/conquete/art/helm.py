"""Helmets, all of them too big. The head's centre is the origin; most come down to the brows."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import dots, num, smooth
from pnp.face.art.pen import Pen

from .chicken import HEAD
from .cut import black, etch, shine, thin, tint
from .face import Eyes, comb
from .line import cuts
from .palette import BONE, GOLD, IRON, STEEL, WOOD, Tone
from .piece import Piece, piece


def on_head(tilt: float = 0, lift: float = 0) -> str:
    """The frame of what is worn."""
    return f"translate({num(HEAD[0])} {num(HEAD[1] - lift)}) rotate({num(tilt)})"


def horned(pen: Pen, tilt: float = 0) -> Piece:
    """An iron cap with horns that an ox still misses."""
    left = "M-14,-12C-24,-12 -30,-20 -27,-31C-24,-24 -20,-21 -12,-21Z"
    right = "M15,-13C25,-14 30,-22 27,-33C24,-26 20,-23 12,-22Z"
    dome = "M-16.6,-6C-17,-20 -9,-27 0.6,-27C10.4,-27 18,-20 18,-7Z"
    band = "M-18,-9.6Q0.6,-15 19.4,-10.4L19.6,-4.4Q0.6,-9.4 -18.2,-3.6Z"
    parts: list[BaseElement] = [
        pen.path(left, pen.paint(BONE.flat)),
        pen.path(right, pen.paint(BONE.flat)),
        etch(pen, "M-24,-15.6l4,-3.6M-27,-20.4l4.4,-2M25,-17l-4,-3.4M27.4,-22.4l-4,-1.8"),
        pen.path(dome, pen.paint(STEEL.flat)),
        pen.path("M8,-25C15,-21 17,-14 16.6,-9L9,-10C10,-16 10,-21 8,-25Z", tint(pen, STEEL.shade)),
        pen.path("M-11,-14C-10.6,-19.6 -7.4,-22.6 -3,-24", shine(pen, "#ffffff", 0.9)),
        pen.path("M-2.6,-26.6Q0,-18 -1.6,-11L3,-11Q4,-19 3,-26.8Z", pen.paint(STEEL.shade, width=pen.width * 0.7)),
        pen.path(band, pen.paint(GOLD.flat)),
        pen.path(dots([(-13, -7.4), (-5, -9.4), (4, -10), (13, -8.6)], 1.2), black(pen)),
    ]
    return piece(pen, [left, right, dome, band], parts, on_head(tilt))


def bucket(pen: Pen, eyes: Eyes, tilt: float = 0) -> Piece:
    """A great helm down to the shoulders; out of the slit looks somebody who cannot turn his head."""
    crest, shapes = comb(pen, (0, -9))
    shell = "M-17,-27Q0,-32 18,-27L20,8Q2,15 -19,8Z"
    slit = "M-14,-7.4Q2,-10.4 19,-7.4L19,1Q2,-1.6 -14,1Z"
    x1, x2 = -2.4, 10.4
    dx, dy = eyes.look
    parts: list[BaseElement] = [
        *shapes,
        pen.path(shell, pen.paint(STEEL.flat)),
        pen.path("M10,-28.4L18,-27L20,8Q15,11 10,11.6Z", tint(pen, STEEL.shade)),
        pen.path("M-13,-25L-14,-12M-14.4,3L-14.6,6", shine(pen, "#ffffff", 0.9)),
        pen.path(
            "M1,-29.4L6,-29.2L6,-9.6L1,-9.6ZM1,0.6L6,0.8L6,12.6L1,12.4Z", pen.paint(GOLD.flat, width=pen.width * 0.7)
        ),
        pen.path(slit, pen.paint(pen.outline, solid=True)),
        pen.path(dots([(x1, -3.6)], 4.2) + dots([(x2, -3.8)], 3.9), pen.paint("#fffdf4", stroke="none", solid=True)),
        pen.path(
            dots([(x1 + dx * 0.7, -3.4 + dy)], eyes.pupil * 0.8) + dots([(x2 + dx * 0.6, -3.6 + dy)], eyes.pupil * 0.8),
            black(pen),
        ),
        pen.path(dots([(-12, 4.6), (-8, 5.8), (-4, 6.6), (-12, 8), (-8, 9.2), (-4, 10)], 0.95), black(pen)),
        pen.path(shell, pen.line()),
    ]
    return piece(pen, [crest, shell], parts, on_head(tilt))


def plumed(pen: Pen, plume: Tone, tilt: float = 0) -> Piece:
    """A sallet with its visor up and a plume for two."""
    crest = smooth(
        [(2, -22), (-4, -30), (-16, -31), (-27, -22), (-29, -8), (-24, 2), (-21, -6), (-18, -12), (-12, -16)]
    )
    dome = "M-17,-4C-19,-20 -10,-26 0,-26C10,-26 18,-20 18.6,-9L17,-6C8,-11 -4,-11 -9,-6L-21,1Z"
    visor = "M-12,-12C-6,-22 14,-22 23,-14L19.6,-8.6C10,-13 0,-13 -10,-7Z"
    parts: list[BaseElement] = [
        pen.path(crest, pen.paint(plume.flat)),
        etch(pen, "M-2,-26C-12,-28 -22,-22 -25,-6M-6,-22C-14,-23 -20,-16 -22.6,-5"),
        pen.path(dome, pen.paint(STEEL.flat)),
        pen.path("M-12,-10C-13,-18 -9,-22 -3,-23.4", shine(pen, "#ffffff", 0.9)),
        pen.path(visor, pen.paint(STEEL.light)),
        pen.path("M-4,-13.6L0,-16M3,-14.8L7,-16.6M10,-14L13.6,-15.4", pen.line(pen.width * 0.8)),
        pen.circle(-10, -9.4, 2.8, pen.paint(GOLD.flat, width=pen.width * 0.7)),
    ]
    return piece(pen, [crest, dome, visor], parts, on_head(tilt))


def pot(pen: Pen, tilt: float = 0) -> Piece:
    """A saucepan, handle to the rear."""
    handle = "M-15,-21L-36,-25.4C-39,-25.6 -39.4,-20.6 -36.4,-20L-15,-15.6Z"
    shell = "M-16,-7L-14.6,-28Q2,-32 17.6,-28L19,-7Q2,-12.6 -16,-7Z"
    rim = "M-18,-9.6Q2,-15.6 21,-9.6L21,-5Q2,-11 -18,-5Z"
    parts: list[BaseElement] = [
        pen.path(handle, pen.paint(WOOD.flat)),
        pen.circle(-34.6, -22.6, 1.3, black(pen)),
        pen.path(shell, pen.paint(IRON.light)),
        pen.path("M10,-29.6L17.6,-28L19,-8L11,-10Z", tint(pen, IRON.flat)),
        pen.path(cuts([(17.6, -26), (18.4, -18), (18.8, -11)], 6, 7, 1.6), black(pen)),
        pen.path("M-10.6,-25L-11.4,-14", shine(pen, "#ffffff", 1)),
        pen.path("M0,-22l4,3l-5,2l3,3", thin(pen)),
        pen.path(rim, pen.paint(STEEL.flat)),
    ]
    return piece(pen, [handle, shell, rim], parts, on_head(tilt))


def kettle(pen: Pen, tilt: float = 0) -> Piece:
    """A kettle hat with a brim against rain, arrows and most of the view."""
    dome = "M-13,-9C-14,-22 -7,-28 1,-28C10,-28 16,-22 15,-9Z"
    brim = "M-24,-3C-20,-12 -10,-14.6 1,-14.6C12,-14.6 22,-12.6 27,-4C18,-9 8,-10 1,-10C-8,-10 -16,-8 -24,-3Z"
    parts: list[BaseElement] = [
        pen.path(dome, pen.paint(STEEL.flat)),
        pen.path("M6,-27C13,-25 15.6,-19 15,-12L8,-13C9,-18 8.6,-23 6,-27Z", tint(pen, STEEL.shade)),
        etch(pen, "M1,-28L1,-14"),
        pen.path("M-8.4,-15C-8.8,-20 -6.4,-23 -3,-24.6", shine(pen, "#ffffff", 0.9)),
        pen.path(brim, pen.paint(STEEL.light)),
        pen.path(dots([(-14, -9.6), (-6, -12), (2, -12.6), (10, -12), (18, -9.6)], 1.1), black(pen)),
    ]
    return piece(pen, [dome, brim], parts, on_head(tilt))
