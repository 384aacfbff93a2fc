"""How the garden is painted: thin lines, second washes without a line, thick limbs, moved groups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num
from pnp.face.art.pen import PAPER, Pen, Style

from .palette import INK

MM: float = 0.3
"""The width of lines on a tile, in millimetres."""


def green(pen: Pen, width: float = 1.15) -> Pen:
    """The game's pen: a thin dark-green line."""
    return replace(pen, outline=INK, width=width)


def flat(pen: Pen, colour: str) -> Style:
    """A wash without a line, white in low ink, so that it hides what lies under it."""
    return pen.paint(PAPER if pen.low else colour, stroke="none", solid=True)


def tint(pen: Pen, colour: str, opacity: float | None = None) -> Style:
    """A second wash over a first; nothing in low ink."""
    return pen.paint(colour, stroke="none", opacity=opacity)


def black(pen: Pen, colour: str = INK) -> Style:
    """A small dark that stays in low ink: a pupil, a shoe."""
    return pen.paint(colour, stroke="none", solid=True)


def stroke(pen: Pen, colour: str, width: float) -> Style:
    """A coloured line; in low ink the outline's colour, thin."""
    return pen.line(min(width, pen.width) if pen.low else width, INK if pen.low else colour)


def limb(pen: Pen, d: str, width: float, colour: str) -> list[BaseElement]:
    """A sleeve or a leg: a thick line with an outline round it."""
    return [
        pen.path(d, pen.line(width + 2 * pen.width, pen.outline)),
        pen.path(d, pen.line(width, PAPER if pen.low else colour)),
    ]


def moved(
    pen: Pen, parts: Iterable[BaseElement], x: float, y: float, scale: float = 1, turn: float = 0, flip: bool = False
) -> Group:
    """The parts scaled, turned and moved."""
    transform = f"translate({num(x)} {num(y)})"
    if turn:
        transform += f" rotate({num(turn)})"
    if flip:
        transform += f" scale({-scale:g} {scale:g})"
    elif scale != 1:
        transform += f" scale({scale:g})"
    return pen.group(*parts, transform=transform)
