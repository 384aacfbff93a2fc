"""Putting drawings together: a drawing placed inside another keeps the width of its outline."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num
from pnp.face.art.pen import PAPER, Drawing, Pen, Style


class Scene(NamedTuple):
    """A picture in two layers: `inside`, which the card's frame cuts off, and `over`, which may overlap the frame."""

    inside: list[BaseElement]
    over: list[BaseElement]


def placed(
    pen: Pen, drawing: Drawing, x: float, y: float, scale: float = 1, *, turn: float = 0, flip: bool = False
) -> Group:
    """A drawing moved, turned and scaled; `flip` mirrors it left to right."""
    part = drawing(replace(pen, width=pen.width / scale))
    return shifted(pen, [part], x, y, scale, turn=turn, flip=flip)


def shifted(
    pen: Pen, parts: list[BaseElement], x: float, y: float, scale: float = 1, *, turn: float = 0, flip: bool = False
) -> Group:
    """Parts already drawn, moved, turned and scaled."""
    steps = [f"translate({num(x)} {num(y)})"]
    if turn:
        steps.append(f"rotate({num(turn)})")
    if flip:
        steps.append(f"scale({scale * -1:.3g} {scale:.3g})")
    elif scale != 1:
        steps.append(f"scale({scale:.3g})")
    return pen.group(*parts, transform=" ".join(steps))


def fine(pen: Pen, share: float = 0.6) -> Pen:
    """The same pen with a finer nib, for details."""
    return replace(pen, width=pen.width * share)


def cover(pen: Pen, fill: str) -> Style:
    """An area without a line that hides what lies under it, in low ink too."""
    return pen.paint(PAPER if pen.low else fill, stroke="none", solid=True)


def tint(pen: Pen, fill: str) -> Style:
    """A shadow or a light without a line; it vanishes in low ink."""
    return pen.paint(fill, stroke="none")


def limb(pen: Pen, d: str, width: float, fill: str) -> list[BaseElement]:
    """A line as thick as a sleeve, with an outline on both sides."""
    return [pen.path(d, pen.line(width + 2 * pen.width)), pen.path(d, pen.line(width, PAPER if pen.low else fill))]
