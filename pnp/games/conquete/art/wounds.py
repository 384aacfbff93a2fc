"""What a battle leaves on a general, in the frame of a chicken; nothing that a nap would not heal."""

from __future__ import annotations

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, num
from pnp.face.art.pen import Pen

from .arms import held
from .chicken import HEAD
from .cut import thin
from .palette import CLOTH, RED, WOOD
from .piece import Piece, piece

_ON_HEAD = f"translate({num(HEAD[0])} {num(HEAD[1])})"


def black_eye(pen: Pen) -> Piece:
    """A ring round the near eye."""
    return piece(pen, [], [pen.ellipse(1.2, -2.6, 8.4, 7.8, pen.paint("#8d6aa8", width=pen.width * 0.5))], _ON_HEAD)


def bandage(pen: Pen) -> Piece:
    """Round the jaw and over the crown, with a knot."""
    strip = "M-13,-8C-12,2 -9,10 -3,16L2,12.6C-4,7 -7,0 -7.6,-9Z"
    knot = "M-11,-9L-19,-14L-18,-7ZM-11,-8L-18,-1L-13,0Z"
    return piece(
        pen,
        [strip, knot],
        [
            pen.path(knot, pen.paint(CLOTH.light)),
            pen.path(strip, pen.paint(CLOTH.light)),
            pen.path("M-11,1L-7.4,-5M-7.4,9L-5,3", thin(pen)),
        ],
        _ON_HEAD,
    )


def plaster(pen: Pen, at: Point, angle: float) -> Piece:
    """Two strips crossed."""
    return piece(
        pen,
        [],
        [
            pen.path("M-2,-7L2,-7L2,7L-2,7Z", pen.paint(CLOTH.flat, width=pen.width * 0.8)),
            pen.path("M-7,-2L7,-2L7,2L-7,2Z", pen.paint(CLOTH.flat, width=pen.width * 0.8)),
            pen.path("M-1,0h2", thin(pen)),
        ],
        held(at, angle),
    )


def shaft(pen: Pen, at: Point, angle: float, length: float = 20) -> Piece:
    """An arrow that has arrived; it points to the left of where it came from."""
    stick = f"M0,-1.1L{num(length)},-1.1L{num(length)},1.1L0,1.1Z"
    fletch = (
        f"M{num(length - 6)},0L{num(length - 1)},-4.6L{num(length + 5)},-4.6L{num(length + 1)},0"
        f"L{num(length + 5)},4.6L{num(length - 1)},4.6Z"
    )
    parts: list[BaseElement] = [
        pen.path(stick, pen.paint(WOOD.light, width=pen.width * 0.8)),
        pen.path(fletch, pen.paint(RED.flat, width=pen.width * 0.8)),
        pen.path("M-1.6,-3.4L1,-2L0,0L1,2.4L-1.6,3.4", thin(pen)),
    ]
    return piece(pen, [stick, fletch], parts, held(at, angle))


def drops(pen: Pen, points: tuple[Point, ...]) -> Piece:
    """Sweat or tears."""
    d = "".join(f"M{num(x)},{num(y)}c2.6,3.4 2.6,6.4 0,6.4c-2.6,0 -2.6,-3 0,-6.4z" for x, y in points)
    return piece(pen, [], [pen.path(d, pen.paint("#bfe3f2", width=pen.width * 0.8))])


def smoke(pen: Pen, at: Point) -> Piece:
    """What rises from singed feathers."""
    d = "M0,0C-6,-2 -6,-8 0,-10C6,-12 6,-17 1,-19M7,-3C3,-6 4,-10 8,-12"
    return piece(pen, [], [pen.path(d, pen.line(pen.width * 1.1))], held(at, 0))


def patch(pen: Pen) -> Piece:
    """An eye patch; the other eye sees for two."""
    return piece(pen, [], [
        pen.path("M6.6,-8L-14,-13.4M15,0L19,2", pen.line(pen.width * 1.1)),
        pen.path("M5.6,-10L18,-8C19,-1.6 15.6,2 11.4,1.4C6.4,0.6 4.8,-4.6 5.6,-10Z", pen.paint("#2c2422", solid=True)),
        pen.path("M8.6,-7L15,-6", pen.line(pen.width * 0.6, "none" if pen.low else "#7a6c66")),
    ], _ON_HEAD)  # fmt: skip
