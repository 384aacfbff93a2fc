"""Arms: swords, wands and shields, each drawn round the hand that holds it, pointing to the right."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, dots, num, polar, polyline, smooth, star
from pnp.face.art.pen import Pen

from .cut import black, etch, shine, thin, tint
from .line import cuts
from .palette import GOLD, IRON, LEATHER, STEEL, WOOD, Tone
from .piece import Piece, piece


def held(at: Point, angle: float, scale: float = 1) -> str:
    """The frame of something held at a place in a direction."""
    size = f" scale({num(scale)})" if scale != 1 else ""
    return f"translate({num(at[0])} {num(at[1])}) rotate({num(angle)}){size}"


def sword(pen: Pen, at: Point, angle: float, length: float = 36, broad: float = 8) -> Piece:
    """A sword too long for its owner."""
    b = broad / 2
    edge = polyline([(6, -b), (length - 7, -b), (length, 0), (length - 7, b), (6, b)])
    guard = f"M4,{num(-b - 6)}L8,{num(-b - 6)}L8,{num(b + 6)}L4,{num(b + 6)}Z"
    parts: list[BaseElement] = [
        pen.path("M-7,-2L6,-2L6,2L-7,2Z", pen.paint(LEATHER.flat)),
        pen.path(edge, pen.paint(STEEL.light)),
        pen.path(polyline([(6, 0.4), (length - 1, 0), (length - 7, b), (6, b)]), tint(pen, STEEL.shade)),
        etch(pen, f"M11,0L{num(length - 9)},0"),
        pen.path(edge, pen.line()),
        pen.path(guard, pen.paint(GOLD.flat)),
        pen.circle(-8.6, 0, 3.4, pen.paint(GOLD.flat)),
    ]
    return piece(pen, [edge, guard, dots([(-8.6, 0)], 3.4)], parts, held(at, angle))


def wand(pen: Pen, at: Point, angle: float, length: float = 20, burst: float = 10) -> Piece:
    """A gnarled wand with a star that spits at its end."""
    stick = f"M-9,-1.6L{num(length)},-2.4L{num(length)},2.4L-9,2Z"
    end = (length + burst * 0.5, 0.0)
    flash = star(end, burst, burst * 0.5, 7, 4)
    sparks = [polar(end, a, burst * 1.42) for a in (-78, -32, 32, 80)]
    parts: list[BaseElement] = [
        pen.path(stick, pen.paint(WOOD.flat)),
        etch(pen, "M-3,1.4l2.6,-2.4M9,1.8l2.6,-2.8"),
        pen.path(flash, pen.paint(GOLD.light, width=pen.width * 0.7)),
        pen.path(star(end, burst * 0.62, burst * 0.34, 7, 4), tint(pen, "#ffffff")),
        pen.path("".join(star(p, 2.8, 1, 4) for p in sparks), pen.paint(GOLD.light, width=pen.width * 0.4)),
    ]
    return piece(pen, [stick], parts, held(at, angle))


FOOT = "M-2,-13L2,-13L2.2,-1L11,8L8.6,11L1.6,6L1.8,14L-1.8,14L-1.6,6L-8.6,11L-11,8L-2.2,-1Z"
"""A chicken's foot, as a charge."""


def heater(pen: Pen, at: Point, field: Tone, turn: float = 0, scale: float = 1) -> Piece:
    """A tall shield that could be a door, with a chicken's foot on it."""
    edge = "M-18,-20L18,-20C19,-4 16,14 0,25C-16,14 -19,-4 -18,-20Z"
    inner = "M-14,-16L14,-16C14.4,-3 12,10.6 0,20C-12,10.6 -14.4,-3 -14,-16Z"
    parts: list[BaseElement] = [
        pen.path(edge, pen.paint(STEEL.flat)),
        pen.path(inner, pen.paint(field.flat, width=pen.width * 0.7)),
        pen.path("M0,-16L14,-16C14.4,-3 12,10.6 0,20Z", tint(pen, field.shade)),
        pen.group(
            pen.path(FOOT, pen.paint(GOLD.light, width=pen.width * 0.9)), transform="translate(0 -1) scale(0.86)"
        ),
        etch(pen, "M-16,-13l-1.4,-4M15,2l3.4,-1M-9,13.6l-3,2.4"),
    ]
    return piece(pen, [edge], parts, held(at, turn, scale))


def lid(pen: Pen, at: Point, r: float = 18) -> Piece:
    """The lid of the pot that he was meant for."""
    disc = dots([(0, 0)], r)
    parts: list[BaseElement] = [
        pen.path(disc, pen.paint(IRON.light)),
        pen.circle(0, 0, r - 5, pen.paint(STEEL.flat, width=pen.width * 0.6)),
        pen.path(cuts([polar((0, 0), a, r - 0.6) for a in (10, 50, 90, 130, 160)], 13, 7, 1.6), black(pen)),
        pen.path(
            f"M{num(-r * 0.5)},{num(-r * 0.3)}A{num(r * 0.58)},{num(r * 0.58)} 0 0 1 {num(r * 0.2)},{num(-r * 0.54)}",
            shine(pen, "#ffffff", 1),
        ),
        pen.rect(-6, -3, 12, 6, pen.paint(WOOD.flat), 2.6),
        pen.path("M9,-13l4,4l-5,1l4,4", thin(pen)),
    ]
    return piece(pen, [disc], parts, held(at, 0))


def door(pen: Pen, at: Point, turn: float = 0) -> Piece:
    """The door of the hen-house, brought along in the hurry."""
    edge = "M-16,-22L16,-22L16,22L-16,22Z"
    parts: list[BaseElement] = [
        pen.path(edge, pen.paint(WOOD.flat)),
        etch(pen, "M-5.4,-22L-5.4,22M5.4,-22L5.4,22"),
        etch(pen, "M9,-22q2,20 -1,44M-11,-22q-2,14 1,26q1,8 -1,18", 0.47),
        pen.path(
            "M-16,-17L16,-17L16,-11L-16,-11ZM-16,11L16,11L16,17L-16,17ZM-14,11L8,-11L14,-11L-8,11Z",
            pen.paint(WOOD.light, width=pen.width * 0.8),
        ),
        pen.path(dots([(-12, -14), (12, -14), (-12, 14), (12, 14)], 1.3), black(pen)),
        pen.path(smooth([(-1, -4), (1.6, -7.6), (4.4, -4), (1.6, 0.6)]), tint(pen, WOOD.shade)),
        pen.path(edge, pen.line()),
    ]
    return piece(pen, [edge], parts, held(at, turn))
