"""Signs: small enough for a corner or a line of text, plain enough to be told by their outline."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import star
from pnp.face.art.pen import Drawing, Pen

from .cut import black, block, sheet, thin, tint
from .palette import BONE, GLASS, GOLD, RED, STEEL, WOOD

LINE = 0.36
"""Signs are drawn small: their lines are as much heavier."""


def _sword(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M-6,20L-6,44L6,44L6,20Z", pen.paint(WOOD.flat)),
        pen.path("M-11,16L-11,-30L0,-48L11,-30L11,16Z", pen.paint(STEEL.light)),
        pen.path("M1,-44L9,-29L9,14L1,14Z", tint(pen, STEEL.shade)),
        pen.path("M-29,12L29,12L29,24L-29,24Z", pen.paint(GOLD.flat)),
    ]


def _wand(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M-6,4L6,4L5,47L-5,47Z", pen.paint(WOOD.flat)),
        pen.path(star((0, -15), 33, 14, 5), pen.paint(GOLD.light)),
    ]


def _shield(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M-37,-40L37,-40C40,-4 30,28 0,46C-30,28 -40,-4 -37,-40Z", pen.paint(STEEL.light)),
        pen.path("M0,-36L33,-36C35,-6 27,22 0,40Z", tint(pen, RED.flat)),
        pen.path("M0,-38L0,42M-36,-8L36,-8", pen.line(pen.width * 0.8)),
    ]


def _barrier(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M-36,22C-38,-24 -22,-45 0,-45C22,-45 38,-24 36,22Z", pen.paint("#efe4fb")),
        pen.path("M-13,20C-15,-6 -8,-32 0,-40C8,-32 15,-6 13,20M-35,-8Q0,2 35,-8", thin(pen, 0.75)),
        pen.path("M-46,20L46,20L46,43L-46,43Z", pen.paint(GOLD.flat)),
    ]


def _coin(pen: Pen) -> list[BaseElement]:
    return [
        pen.circle(0, 0, 43, pen.paint(GOLD.flat)),
        pen.circle(0, 0, 30, pen.paint(GOLD.light, width=pen.width * 0.6)),
        pen.path(
            "M-13,14C-20,2 -13,-8 -4,-9C-3,-19 11,-22 15,-12L25,-8L16,-3C18,10 8,20 -2,19Z",
            pen.paint(GOLD.shade, width=pen.width * 0.6),
        ),
        pen.circle(9, -9, 2.6, black(pen)),
    ]


def _potion(pen: Pen) -> list[BaseElement]:
    return [
        pen.path(
            "M-11,-30L-11,-10C-34,-2 -38,20 -29,34C-22,44 22,44 29,34C38,20 34,-2 11,-10L11,-30Z",
            pen.paint(GLASS.light),
        ),
        pen.path(
            "M-30,12C-14,4 12,20 31,10C33,20 30,30 26,35C18,41 -18,41 -26,35C-31,29 -32,20 -30,12Z", tint(pen, RED.flat)
        ),
        pen.path("M-11,-30L-11,-10C-34,-2 -38,20 -29,34C-22,44 22,44 29,34C38,20 34,-2 11,-10L11,-30Z", pen.line()),
        pen.path("M-17,-46L17,-46L17,-30L-17,-30Z", pen.paint(WOOD.flat)),
        pen.circle(4, 26, 5, pen.paint("#ffffff", width=pen.width * 0.5)),
    ]


SKULL = (
    "M-40,-2C-42,-26 -26,-40 -6,-40C14,-40 24,-28 27,-14L46,8C49,14 46,22 42,26C38,16 28,12 18,14"
    "C14,22 6,26 -4,25L-10,32L-16,25C-32,24 -39,14 -40,-2Z"
)
"""A bird's skull that looks to the right: a round brain-case and a hooked beak."""


def _skull(pen: Pen) -> list[BaseElement]:
    return [
        pen.path(SKULL, pen.paint(BONE.light)),
        pen.circle(4, -10, 11, black(pen)),
        pen.path("M27,2L35,9L30,10Z", black(pen)),
        pen.path("M-26,10L-22,24M-12,14L-10,28", thin(pen, 0.7)),
    ]


def _arrow(pen: Pen) -> list[BaseElement]:
    return [pen.path("M-46,0L-4,-38L-4,-17L44,-17L44,17L-4,17L-4,38Z", pen.paint(RED.flat))]


_PARTS = {
    "sword": _sword,
    "wand": _wand,
    "shield": _shield,
    "barrier": _barrier,
    "coin": _coin,
    "potion": _potion,
    "skull": _skull,
    "arrow": _arrow,
}


def sign(name: str, pen: Pen) -> Group:
    """A sign by its name."""
    pen = block(pen, LINE)
    return sheet(pen, *_PARTS[name](pen))


ICONS: dict[str, Drawing] = {name: partial(sign, name) for name in _PARTS}
