"""What is set down on a tile, in millimetres round its own middle: spots to stand on, the letter's label, posts."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import num, polar
from pnp.face.art.pen import Drawing, Pen

from .curve import discs
from .palette import BROWN, BUTTER, INK, PAPER, SHADE, STONE, WHITE
from .plan import HALF, MARK, POST, SPOT
from .wash import MM, green, moved, tint

LETTERS = {
    "F": "M-0.75,1.45V-1.45H1.15M-0.75,-0.1H0.7M-1.35,1.45H-0.15",
    "J": "M0.65,-1.45V0.5A0.95,0.95 0 0 1 -1.2,0.65M-0.35,-1.45H1.3",
}
"""With a foot on the F and a head on the J: bare, each turned half round looks like the other."""
DARK = ("J",)
"""Letters in white on a dark label."""
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
    """The tile's letter on a gardener's label; its stake says which way is up."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        dark = name in DARK
        a = MARK / 2
        return pen.group(
            pen.ellipse(0.5, a + 1.7, 1.5, 0.45, tint(pen, SHADE)),
            pen.path(f"M-0.85,0H0.85V{num(a + 0.6)}L0,{num(a + 2)}L-0.85,{num(a + 0.6)}Z", pen.paint(BROWN.flat)),
            pen.rect(-a, -a, MARK, MARK, pen.paint(INK if dark else BUTTER.flat, solid=dark), 0.7),
            pen.path(LETTERS[name], pen.line(0.66, WHITE.flat if dark else None)),
        )

    return draw


def corner(post: Drawing) -> Drawing:
    """A post in the tile's north-east corner."""

    def draw(pen: Pen) -> Group:
        return pen.group(moved(pen, [post(pen)], HALF - POST / 2, POST / 2 - HALF))

    return draw
