"""The marks: one sign of a suit for every kind of card, as black as a spade, so that colour is not needed."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots, polar, smooth, star
from pnp.face.art.pen import Drawing, Pen

from .palette import MOTIFS

LOZENGE = "M0,-48L44,0L0,48L-44,0ZM0,-29L-27,0L0,29L27,0Z"
PAW = "M0,8C12,8 30,22 29,34C27,45 12,42 0,39C-12,42 -27,45 -29,34C-30,22 -12,8 0,8Z"
CRESCENT = "M18,-46C-18,-50 -44,-26 -44,2C-44,30 -18,50 12,46C32,43 44,28 44,16C34,26 10,28 -4,14C-20,-4 -8,-36 18,-46Z"
HEART = "M0,44C-14,26 -46,10 -46,-16C-46,-44 -10,-48 0,-22C10,-48 46,-44 46,-16C46,10 14,26 0,44Z"
CROWN = "M-36,44L-44,-24L-20,0L0,-40L20,0L44,-24L36,44ZM-22,30L22,30L26,4L16,17L0,-12L-16,17L-26,4Z"
DROPS = "".join(
    f"M{x},{y}c8,12 17,20 17,31a17,17 0 0 1 -34,0c0,-11 9,-19 17,-31Z" for x, y in ((-23, -48), (23, -48), (0, 0))
)
LILY = (
    "M0,-48C12,-34 16,-22 9,-2C18,-2 14,-26 30,-28C46,-28 50,-8 38,4C34,8 28,6 27,2C22,4 20,10 15,12L24,12L24,22"
    "L12,22C12,32 18,38 24,44L0,48L-24,44C-18,38 -12,32 -12,22L-24,22L-24,12L-15,12C-20,10 -22,4 -27,2"
    "C-28,6 -34,8 -38,4C-50,-8 -46,-28 -30,-28C-14,-26 -18,-2 -9,-2C-16,-22 -12,-34 0,-48Z"
)
KEY = (
    "M0,-48A21,21 0 0 1 8,-8L8,14L30,14L30,26L18,26L18,32L30,32L30,46L-8,46L-8,-8A21,21 0 0 1 0,-48Z"
    "M0,-37A10,10 0 0 0 0,-17A10,10 0 0 0 0,-37Z"
)
BELL = (
    "M0,-48A8,8 0 0 1 7,-38C28,-34 28,-8 32,8C34,16 42,20 42,28L-42,28C-42,20 -34,16 -32,8C-28,-8 -28,-34 -7,-38"
    "A8,8 0 0 1 0,-48ZM-13,33L13,33A13,13 0 0 1 -13,33Z"
)
EGGS = (
    "M-25,-40C-9,-40 0,-12 0,8C0,28 -11,38 -25,38C-39,38 -48,28 -48,8C-48,-12 -41,-40 -25,-40Z"
    "M27,-40C41,-40 50,-12 50,8C50,28 41,38 27,38C15,38 6,30 6,8C6,-12 13,-40 27,-40Z"
)
TWICE = "M-48,-18L-36,-30L-22,-16L-8,-30L4,-18L-10,-4L4,10L-8,22L-22,8L-36,22L-48,10L-34,-4Z"
TWO = "M10,-22C14,-46 50,-44 48,-16C47,0 34,10 28,20L48,20L48,36L8,36L8,24C16,6 32,-2 32,-16C32,-26 24,-26 22,-16Z"


def sign(pen: Pen, motif: str) -> list[BaseElement]:
    """The parts of a motif's mark."""
    style = pen.paint(MOTIFS[motif][1], stroke="none", solid=True)
    if motif == "gramophone":
        centre = (0.0, 0.0)
        turns = [polar(centre, 36 * i, 3 + 2.05 * i) for i in range(0, 22)]
        line = pen.line(13, MOTIFS[motif][1])
        return [pen.path(smooth(turns, closed=False), line)]
    shapes = {
        "ring": LOZENGE,
        "rug": PAW + dots([(-37, -2), (-16, -34), (16, -34), (37, -2)], 11.5),
        "trophy": star((0, 4), 50, 21),
        "necklace": CRESCENT,
        "showcase": KEY,
        "fan": HEART,
        "egg": CROWN + dots([(-43, -28), (0, -43), (43, -28)], 6),
        "hat": LILY,
        "perfume": DROPS,
        "rooster": star((0, 0), 48, 30, 12) + "",
        "doubler": EGGS,
        "joker": BELL,
    }
    return [pen.path(shapes[motif], style)]


def mark(motif: str) -> Drawing:
    """The drawing of a motif's mark."""

    def draw(pen: Pen) -> Group:
        return pen.group(*sign(pen, motif))

    draw.__doc__ = f"The mark of the {motif}."
    return draw
