"""Parts of dogs: what a head or a body adds to the common trunk, and how a card is put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from svgwrite.container import Group

from pnp.face.art.pen import Drawing, Pen

from .brush import Brush
from .costume import body, dress
from .legs import STAND, Leg, legs
from .palette import HEIGHT, WIDTH
from .tube import CHEST, Bump, Tube

FORE = (Leg(25, -1, 0, True), Leg(33))
"""The front legs of a dog that stands still."""


@dataclass(frozen=True)
class Head:
    """The front of a dog: `draw` makes head, hat and what the paws hold."""

    draw: Callable[[Brush], None]
    limbs: tuple[Leg, ...] = FORE
    behind: Callable[[Brush], None] | None = None


@dataclass(frozen=True)
class Body:
    """A length of dog: `draw` makes what happens on it."""

    draw: Callable[[Brush, Tube], None]
    limbs: tuple[Leg, ...] = STAND
    back: tuple[Bump, ...] = ()
    belly: tuple[Bump, ...] = ()
    behind: Callable[[Brush, Tube], None] | None = None
    gap: tuple[float, float] = (0, 0)
    """Where a punk has no spikes."""


def _card(pen: Pen) -> Brush:
    return Brush(pen).frame(-WIDTH / 2, -HEIGHT / 2)


def front(kind: str, head: Head) -> Drawing:
    """A head as a drawing, at the size of a card."""

    def draw(pen: Pen) -> Group:
        brush = _card(pen)
        if head.behind:
            head.behind(brush)
        legs(brush, kind, head.limbs)
        dress(brush, kind, CHEST)
        head.draw(brush)
        return brush.group()

    return draw


def length(kind: str, part: Body) -> Drawing:
    """A body as a drawing, at the size of a card."""

    def draw(pen: Pen) -> Group:
        brush = _card(pen)
        tube = body(kind, part.back, part.belly)
        if part.behind:
            part.behind(brush, tube)
        legs(brush, kind, part.limbs)
        dress(brush, kind, tube, part.gap)
        part.draw(brush, tube)
        return brush.group()

    return draw
