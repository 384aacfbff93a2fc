"""What generals wear on the head; each comes whole, and as it looks at the end of a long day."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import dots, point, polar, polyline
from pnp.face.art.pen import Pen

from .cut import black, etch, shine, thin, tint
from .helm import on_head
from .line import blade, cuts
from .palette import BONE, GOLD, IRON, RED, STEEL, VIOLET
from .piece import Piece, piece


def coif(pen: Pen) -> Piece:
    """A hood of mail, knitted by somebody who loved him."""
    shell = (
        "M-8,19C-20,12 -22,-6 -14,-16C-6,-22 10,-22 17,-13C10,-15 0,-15 -4.6,-9C-8,-3 -6,5 1,10"
        "C4,14 12,16 20,14L22,22L-6,26Z"
    )
    rows = (
        "M-16,-8q2,3 4,0q2,3 4,0M-18,-2q2,3 4,0q2,3 4,0M-17,4q2,3 4,0q2,3 4,0M-14,10q2,3 4,0q2,3 4,0"
        "q2,3 4,0M-8,16q2,3 4,0q2,3 4,0q2,3 4,0q2,3 4,0q2,3 4,0M-10,-14q2,3 4,0q2,3 4,0q2,2 4,-1"
        "q2,3 4,0"
    )
    parts: list[BaseElement] = [
        pen.path(shell, pen.paint(STEEL.flat)),
        pen.path(rows, thin(pen)),
        pen.path(shell, pen.line()),
    ]
    return piece(pen, [shell], parts, on_head())


def crown(pen: Pen, last: bool) -> Piece:
    """A crown made for a larger head; in the end it has a crack and a visitor."""
    points = [(-18, -7), (-22, -27), (-11, -18), (-6, -31), (1.6, -18.6), (9, -31), (14, -18), (25, -26), (20, -6)]
    if last:
        points[5], points[6] = (8, -21), (13, -15)
    d = "M" + "L".join(point(p) for p in points) + "Q1,-13 -18,-7Z"
    cap = "M-17,-12C-14,-24 16,-24 19,-11Z"
    band = "M-19,-12.4Q1,-19 21,-11.6L20.4,-5Q1,-11.6 -18.4,-5.6Z"
    balls = dots([p for i, p in enumerate(points) if i in (1, 3, 7) or (i == 5 and not last)], 2.9)
    parts: list[BaseElement] = [
        pen.path(cap, pen.paint(RED.flat)),
        pen.path(d, pen.paint(GOLD.flat)),
        pen.path("M8,-20L14,-17L24,-24L20,-8L10,-11Z", tint(pen, GOLD.shade)),
        pen.path(balls, pen.paint(GOLD.light)),
        pen.path(band, pen.paint(GOLD.light)),
        pen.path(
            "M-13,-10.6L-10,-13.6L-7,-11.6L-10,-8.6ZM7,-12L10.4,-14.4L13.4,-11.6L10,-9Z",
            pen.paint(RED.flat, width=pen.width * 0.6),
        ),
        pen.circle(0.6, -12.6, 2.6, pen.paint("#3f6fb5", width=pen.width * 0.6)),
    ]
    if last:
        parts.append(pen.path("M8,-21L5,-17L9,-15L6,-11", pen.line(pen.width * 0.8)))
    return piece(pen, [d, band, balls], parts, on_head(-7 if last else 3, 1))


def crested(pen: Pen, last: bool) -> Piece:
    """A helmet from over the mountains, with a brush on it; afterwards with less brush."""
    brush = (
        "M15,-21L21,-29L15,-30L15,-37L9,-33L6,-40L1,-35L-5,-40L-8,-34L-15,-37L-16,-30L-23,-31"
        "L-21,-24L-28,-22L-24,-16L-30,-12L-25,-8L-29,-2L-24,0L-26,7L-16,2L-10,-16Z"
    )
    if last:
        brush = polyline(
            [
                (6, -20),
                (14, -33),
                (8, -29),
                (5, -38),
                (1, -30),
                (-7, -34),
                (-6, -27),
                (-16, -28),
                (-13, -21),
                (-23, -17),
                (-12, -8),
            ]
        )
    dome = (
        "M-15,-5C-17,-20 -8,-25 1,-25C11,-25 17,-19 17.6,-8L13,-9C6,-12.6 -4,-12.6 -9,-7L-9,9"
        "C-9,15 -3,18 3,17L-3,24C-12,23 -18,14 -18,4Z"
    )
    parts: list[BaseElement] = [
        pen.path(brush, pen.paint(VIOLET.flat)),
        etch(
            pen,
            "M10,-24L13,-31M3,-25L4,-34M-4,-24L-6,-33M-10,-20L-15,-28M-14,-14L-22,-20M-16,-6L-25,-10"
            if not last
            else "",
        ),
        pen.path(dome, pen.paint(GOLD.flat)),
        pen.path("M-16,4C-16,13 -11,20 -3.6,22L0,18C-7,17 -11,13 -11,8L-11,-4L-16,-3Z", tint(pen, GOLD.shade)),
        pen.path(
            "M-16.6,-9C-9,-18.4 8,-19 17.4,-11L17.6,-6.4C8,-14 -4,-14 -9.4,-6.4Z",
            pen.paint(GOLD.light, width=pen.width * 0.8),
        ),
        pen.path("M-9,-20C-6,-22.4 -2,-23 2,-23", shine(pen, "#ffffff", 0.8)),
        pen.path(dots([(-13.4, 1), (-13.4, 6), (-11.6, 11), (-8, 15)], 1), black(pen)),
    ]
    if last:
        parts.append(pen.path("M4,-25L2,-20L6,-19L4,-15.6", pen.line(pen.width * 0.8)))
    return piece(pen, [brush, dome], parts, on_head(0, 2))


def gaul(pen: Pen, last: bool) -> Piece:
    """A cap with a wing; it flew, and in the end part of it flew on."""
    plan = [(-156, 16), (-140, 21), (-124, 23), (-108, 20)]
    if last:
        plan = [(-168, 13), (-140, 9), (-112, 20)]
    feathers = [blade((-7, -10), a, n, 8, 2) for a, n in plan]
    dome = "M-15,-6C-16,-19 -8,-25 1,-25C11,-25 17,-19 17,-7Z"
    band = "M-16.6,-9Q0.6,-14 18.4,-9.6L18.6,-4Q0.6,-8.4 -16.8,-3.4Z"
    knob = dots([(1.4, -26.6)], 3)
    parts: list[BaseElement] = [
        pen.path(knob, pen.paint(GOLD.flat)),
        pen.path(dome, pen.paint(IRON.light)),
        pen.path("M9,-23C15,-19 17,-14 16.6,-9L10,-10C11,-16 11,-20 9,-23Z", tint(pen, IRON.flat)),
        etch(pen, "M1,-24L1,-12"),
        *(pen.path(d, pen.paint(BONE.light)) for d in feathers),
        etch(
            pen,
            "".join(f"M{point(polar((-7, -10), a, 7))}L{point(polar((-7, -10), a + 3, n - 4))}" for a, n in plan),
        ),
        pen.path(band, pen.paint(GOLD.flat)),
        pen.path(cuts([(17.6, -8), (10, -10.4), (2, -11.4)], 6, 3, 1.2), black(pen)),
        pen.circle(-7, -9, 4.2, pen.paint(GOLD.light, width=pen.width * 0.8)),
        pen.circle(-7, -9, 1.3, black(pen)),
    ]
    if last:
        parts.append(pen.path("M10,-22L6,-18.6L11,-17.4L8,-13", pen.line(pen.width * 0.8)))
    return piece(pen, [*feathers, dome, band, knob], parts, on_head(4 if last else 0, 2.4))


def eggshell(pen: Pen, last: bool) -> Piece:
    """Half an egg with horns: she never quite left home; in the end it hatches again."""
    left = "M-13,-13C-23,-12 -29,-19 -27,-29C-23,-23 -19,-20 -11,-21Z"
    right = "M14,-14C24,-14 29,-21 27,-31C23,-25 19,-22 12,-22Z"
    teeth = "L12,-10L8.4,-5L4,-10.4L-0.6,-5.4L-5,-10.4L-9.6,-5L-13,-9.4L-17,-4Z"
    shell = "M-17,-4C-19,-22 -9,-30 1,-30C11,-30 20,-22 18,-4" + teeth
    parts: list[BaseElement] = [pen.path(left, pen.paint(BONE.shade))]
    outlines = [left, shell]
    if not last:
        parts.append(pen.path(right, pen.paint(BONE.shade)))
        outlines.append(right)
    parts += [
        pen.path(
            "M-22,-15.6l3.6,-3.2M-25.4,-20l4,-1.6" + ("" if last else "M23,-17l-3.6,-3M26,-21.6l-3.8,-1.6"), thin(pen)
        ),
        pen.path(shell, pen.paint("#fdf3df")),
        pen.path("M8,-28C16,-25 19,-16 17.6,-6L12,-10L9,-6.4C12,-14 12,-22 8,-28Z", tint(pen, "#e0c9a0")),
        pen.path(
            dots([(-8, -20), (-3, -25), (3, -19), (9, -24), (-11, -14), (8, -14), (-2, -14)], 1), tint(pen, "#b98a55")
        ),
        pen.path("M-12,-16C-11.4,-21 -8.6,-24.6 -5,-26.4", shine(pen, "#ffffff", 0.9)),
        pen.path(
            "M10,-27L6,-22L10,-19L6.6,-14"
            if not last
            else "M12,-26L5,-22L9,-18L1,-14L6,-10.4M5,-22L-3,-21L-6,-25M1,-14L-8,-15",
            thin(pen, 0.8),
        ),
    ]
    if last:
        parts.append(pen.path("M16,-20L23,-17L18,-13Z", pen.paint(BONE.shade)))
    return piece(pen, outlines, parts, on_head(-9 if last else 0, 1.5))
