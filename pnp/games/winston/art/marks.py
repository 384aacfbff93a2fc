"""Marks and signs: what tells a card in a fanned hand. Solid, in one colour, in a box of 100."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.pen import PAPER, Drawing, Pen

from .brush import Brush
from .curve import Node, Outline, box, oval
from .palette import INK

ROPE = (
    "-30,6! -40,-4! -48,10! -38,10 -30,32 0,46 30,32 38,10 48,10! 40,-4! 30,6! 26,20 8,30 8,-14! 24,-14! 24,-26! 8,-26!"
)
ANCHOR = f"{ROPE} 8,-30 -8,-30 -8,-26! -24,-26! -24,-14! -8,-14! -8,30 -26,20"
BOW = "-7,-7 -30,-28 -46,-26 -46,22 -30,26 -7,8 -14,40! 0,30! 14,40! 7,8 30,26 46,22 46,-26 30,-28 7,-7"
SHIELD = "-40,-40! 0,-46 40,-40! 41,-4 26,28 0,48! -26,28 -41,-4"
BOLT = "12,-48! -34,8! -4,8! -14,48! 36,-12! 4,-12! 24,-48!"
FACE = "46,20 44,-14 22,-32 2,-30 -12,-12 -30,-4 -46,0 -48,12 -36,22 -14,26 6,40 30,44"
TRUNK = "-46,-26! 46,-26! 38,-10 46,8! 30,8! 30,34! 12,34! 12,8! -12,8! -12,34! -30,34! -30,8! -46,8! -38,-10"


def _solid(brush: Brush, outlines: list[Outline]) -> None:
    for outline in outlines:
        brush.cover(outline, INK)


def _hollow(brush: Brush, outlines: list[Outline], ground: str) -> None:
    for outline in outlines:
        brush.cover(outline, ground)


def mark(kind: str, ground: str = PAPER) -> Drawing:
    """The mark of a kind on a ground of the given colour."""

    def draw(pen: Pen) -> Group:
        brush = Brush(pen)
        if kind == "sailor":
            _solid(brush, [ANCHOR, oval(0, -36, 12)])
            _hollow(brush, [oval(0, -36, 5.4)], ground)
        elif kind == "detective":
            grip = [Node(10, 20, True), Node(20, 10, True), Node(48, 38, True), Node(38, 48, True)]
            _solid(brush, [grip, oval(-12, -12, 34)])
            _hollow(brush, [oval(-12, -12, 23)], ground)
            _solid(brush, ["-26,-12 -20,-24 -8,-28 -10,-22 -18,-18 -21,-10"])
        elif kind == "ballerina":
            _solid(brush, [BOW])
            _hollow(brush, ["-26,-12! -12,-3! -12,3! -26,8!", "26,-12! 12,-3! 12,3! 26,8!"], ground)
        elif kind == "knight":
            _solid(brush, [SHIELD])
            _hollow(brush, [box(-6, -38, 12, 74), box(-36, -14, 72, 12)], ground)
        elif kind == "astronaut":
            _hollow(brush, [oval(0, 0, 49, 17, -22)], ground)
            brush.parts.append(pen.ellipse(0, 0, 44, 13, pen.line(8, INK), -22))
            _solid(brush, [oval(0, 0, 27)])
            brush.parts.append(
                pen.path("M-40.8,16.5C-36,30 8,20 40.8,-16.5", pen.line(20, PAPER if pen.low else ground))
            )
            brush.parts.append(pen.path("M-40.8,16.5C-34,30 10,20 40.8,-16.5", pen.line(8, INK)))
        else:
            _solid(brush, [BOLT])
        return brush.group()

    return draw


def head(pen: Pen) -> Group:
    """The sign of a head."""
    brush = Brush(pen)
    _solid(brush, [FACE])
    brush.parts.append(pen.path("M16,-22C8,6 18,32 26,31C40,28 44,0 34,-18", pen.line(5, PAPER)))
    brush.parts.append(pen.circle(-2, -10, 5, {"fill": PAPER}))
    return brush.group()


def body(pen: Pen) -> Group:
    """The sign of a body: a length of trunk between two cuts."""
    brush = Brush(pen)
    _solid(brush, [TRUNK])
    return brush.group()


def tag(kind: str, part: str) -> Drawing:
    """The index of a card, 9.2 × 15 mm round the origin: a dog tag with the mark above the sign."""

    def draw(pen: Pen) -> Group:
        light = "#fff8ea"
        plate = pen.rect(-4.6, -7.5, 9.2, 15, pen.paint(light, stroke=INK if pen.low else "none", width=0.25), 2.2)
        first = pen.group(mark(kind, light)(pen), transform="translate(0 -3.1) scale(0.076)")
        sign = (head if part == "head" else body)(pen)
        return pen.group(plate, first, pen.group(sign, transform="translate(0 4) scale(0.064)"))

    return draw
