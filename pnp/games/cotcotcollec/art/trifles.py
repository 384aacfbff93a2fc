"""Trifles: the small things that tell one look of a motif from the next."""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement

from pnp.face.art.curve import dots, num
from pnp.face.art.pen import Pen

from .palette import GLASS, GOLD, INK, PEARL, RED, RUBY
from .stage import fine


def at(pen: Pen, parts: list[BaseElement], x: float, y: float, size: float = 1, turn: float = 0) -> BaseElement:
    """Parts moved, turned and scaled."""
    return pen.group(*parts, transform=f"translate({num(x)} {num(y)}) rotate({num(turn)}) scale({num(size)})")


def butterfly(pen: Pen, x: float, y: float, size: float = 1, turn: float = 0) -> BaseElement:
    """A butterfly with spotted wings, seen from above."""
    pen = replace(pen, width=pen.width / size)
    wing = "M0.6,-1C3,-8 10,-10 11,-5C11.4,-2 8,0.4 4,0.4C9,1 10,6 6,7C3,7.6 1,4 0.6,1Z"
    half: list[BaseElement] = [
        pen.path(wing, pen.paint("#f2c84f")),
        pen.path(dots([(7.6, -4.6), (5.6, 4)], 1.5), pen.paint(RUBY.flat, width=pen.width * 0.6)),
    ]
    body = [
        *half,
        pen.group(*half, transform="scale(-1 1)"),
        pen.path("M0,-4Q-1,-8 -3.4,-9M0,-4Q1,-8 3.4,-9", fine(pen).line()),
        pen.ellipse(0, 0, 1.3, 5, pen.paint(INK, stroke="none", solid=True)),
    ]
    return at(pen, body, x, y, size, turn)


def tear(pen: Pen, x: float, y: float, size: float = 1) -> BaseElement:
    """A large tear of emotion."""
    pen = replace(pen, width=pen.width / size)
    return at(pen, [pen.path("M0,-6C2,-2 4,0 4,3A4,4 0 0 1 -4,3C-4,0 -2,-2 0,-6Z", pen.paint(GLASS.flat))], x, y, size)


def tag(pen: Pen, x: float, y: float, size: float = 1, turn: float = 0) -> BaseElement:
    """A price tag on a thread, with too many noughts."""
    pen = replace(pen, width=pen.width / size)
    parts: list[BaseElement] = [
        pen.path("M0,-14Q-3,-8 0,-5", fine(pen).line()),
        pen.path("M-6,-2L0,-7L6,-2L6,14L-6,14Z", pen.paint(PEARL.flat)),
        pen.circle(0, -2.6, 1.3, pen.paint(INK, stroke="none", solid=True)),
        pen.path("M-3.4,4h6.8M-3.4,7.4h6.8M-3.4,10.8h4", fine(pen).line()),
    ]
    return at(pen, parts, x, y, size, turn)


def snore(pen: Pen, x: float, y: float, size: float = 1) -> BaseElement:
    """Two letters Z that rise from a sleeper."""
    letters, width = "M-5,4h6l-6,8h6M4,-9h8l-8,10h8", pen.width / size
    halo = pen.line(width * 4.6, PEARL.light)
    return at(pen, [pen.path(letters, halo), pen.path(letters, pen.line(width * 1.5))], x, y, size)


def key(pen: Pen, x: float, y: float, size: float = 1, turn: float = 0) -> BaseElement:
    """A gilt key."""
    pen = replace(pen, width=pen.width / size)
    shape = "M0,-12A6,6 0 0 1 1.8,-0.4L1.8,9L6,9L6,12L1.8,12L1.8,14L5,14L5,17L-1.8,17L-1.8,-0.4A6,6 0 0 1 0,-12Z"
    hole = "M0,-8.6A2.6,2.6 0 0 0 0,-3.4A2.6,2.6 0 0 0 0,-8.6Z"
    return at(pen, [pen.path(shape + hole, pen.paint(GOLD.flat))], x, y, size, turn)


def duster(pen: Pen, x: float, y: float, size: float = 1, turn: float = 0) -> BaseElement:
    """A feather duster, held upright by its stick."""
    pen = replace(pen, width=pen.width / size)
    tuft = "M-3,-8C-12,-8 -15,-16 -11,-21C-13,-28 -6,-32 -2,-29C3,-34 11,-30 10,-24C16,-20 13,-9 3,-8Z"
    parts: list[BaseElement] = [
        pen.rect(-1.4, -9, 2.8, 20, pen.paint(GOLD.shade), 1.2),
        pen.path(tuft, pen.paint("#f3b8c4")),
        pen.path("M-6,-12Q-8,-18 -5,-22M0,-11Q-1,-19 1,-25M5,-12Q8,-17 5,-23", fine(pen).line()),
    ]
    return at(pen, parts, x, y, size, turn)


def crack(pen: Pen, x: float, y: float, size: float = 1) -> BaseElement:
    """A crack in a shell, with an eye behind it."""
    pen = replace(pen, width=pen.width / size)
    hole = "M-11,1L-6,-6L-2,-2L2,-7L6,-2L11,-4L8,4L3,7L0,4L-5,8L-7,3Z"
    return at(
        pen,
        [
            pen.path(hole, pen.paint(INK, solid=True)),
            pen.ellipse(1.4, 0.4, 3.6, 3, pen.paint("#fffdf6", stroke="none", solid=True)),
            pen.circle(2.2, 0.8, 1.5, pen.paint(INK, stroke="none", solid=True)),
            pen.path("M-11,1L-16,-2M11,-4L15,-9M0,4L1,12", pen.line()),
        ],
        x,
        y,
        size,
    )


def puffs(pen: Pen, x: float, y: float, size: float = 1) -> BaseElement:
    """A cloud of scent."""
    pen = replace(pen, width=pen.width / size)
    cloud = "M-10,5C-16,4 -15,-4 -9,-4C-9,-11 1,-12 3,-6C9,-9 14,-3 11,1C13,6 6,8 3,5C0,9 -7,9 -10,5Z"
    parts: list[BaseElement] = [
        pen.path(cloud, pen.paint("#fdf1f6")),
        pen.path("M-5,0q2.4,-3 5,0M4,1q2,-2 3.6,0.4", fine(pen).line()),
    ]
    return at(pen, parts, x, y, size)


def baton(pen: Pen, x: float, y: float, size: float = 1, turn: float = 0) -> BaseElement:
    """A conductor's baton."""
    pen = replace(pen, width=pen.width / size)
    parts: list[BaseElement] = [
        pen.path("M-0.8,4L-0.4,-22L0.4,-22L0.8,4Z", pen.paint(PEARL.flat)),
        pen.ellipse(0, 6, 2.4, 3.6, pen.paint(RED.flat)),
    ]
    return at(pen, parts, x, y, size, turn)
