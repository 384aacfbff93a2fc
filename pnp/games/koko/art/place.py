"""What is set down on a tile, in millimetres round its own middle: spots to stand on, the letter's disc, posts."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import polar
from pnp.face.art.pen import Drawing, Pen

from .curve import discs
from .palette import BUTTER, PAPER, SHADE, STONE
from .plan import HALF, MARK, POST, SPOT
from .wash import MM, green, moved, tint

LETTERS = {
    "F": "M-0.95,1.5V-1.5H1.1M-0.95,-0.1H0.7",
    "J": "M0.75,-1.5V0.55A0.95,0.95 0 0 1 -1.1,0.7",
}
STONES = 36
"""How many pale stones lie round a spot."""


def gravel(pen: Pen) -> Group:
    """The round that a guest stands on."""
    pen = green(pen, MM)
    r = SPOT / 2
    rim = discs([polar((0, 0), 360 / STONES * i, r - 0.75) for i in range(STONES)], 0.3)
    return pen.group(
        pen.circle(0, 0, r + 0.6, tint(pen, SHADE)),
        pen.circle(0, 0, r, pen.paint(PAPER.flat)),
        pen.path(rim, tint(pen, PAPER.deep)),
    )


def paving(pen: Pen) -> Group:
    """The round that a symbol has: two rings, so that nobody takes it for a guest's."""
    pen = green(pen, MM)
    r = SPOT / 2
    return pen.group(
        pen.circle(0, 0, r + 0.6, tint(pen, SHADE)),
        pen.circle(0, 0, r, pen.paint(STONE.flat)),
        pen.circle(0, 0, r - 1.5, pen.line(MM * 0.7)),
    )


def letter(name: str) -> Drawing:
    """The disc with the tile's letter."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        return pen.group(pen.circle(0, 0, MARK / 2, pen.paint(BUTTER.flat)), pen.path(LETTERS[name], pen.line(0.62)))

    return draw


def corner(post: Drawing) -> Drawing:
    """A post in the tile's north-east corner."""

    def draw(pen: Pen) -> Group:
        return pen.group(moved(pen, [post(pen)], HALF - POST / 2, POST / 2 - HALF))

    return draw
