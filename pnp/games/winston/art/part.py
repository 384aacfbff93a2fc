"""Parts of dogs: what a head or a body adds to the common trunk, and how a card is put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point
from pnp.face.art.pen import Drawing, Pen

from .brush import AWAY, REACH, Brush, area
from .costume import body, dress
from .curve import Node
from .legs import STAND, Leg, legs
from .palette import CALM, HEIGHT, WIDTH
from .tube import CHEST, Bump, Tube

FORE = (Leg(25, -1, 0, True), Leg(33))
"""The front legs of a dog that stands still."""
LEAST_SHADOW = 2.0
"""Smaller shadows, in mm², are left out."""


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


def _keep(brush: Brush, *drawn: BaseElement) -> None:
    """Add what must stay whole when the card is cut."""
    group = brush.pen.group(*drawn)
    group["class"] = "important"
    brush.parts.append(group)


def _cast(brush: Brush, tube: Tube, things: list[list[Point]]) -> None:
    """The shadows of things where they fall on the trunk."""
    found = []
    for thing in things:
        line = []
        for x, y in ((x + REACH * AWAY[0] + WIDTH / 2, y + REACH * AWAY[1] + HEIGHT / 2) for x, y in thing):
            way = min(max(x, CALM), WIDTH - CALM)
            (_, top), (_, bottom) = tube.spot(way, 0), tube.spot(way, 1)
            line.append((way, min(max(y, top), bottom)))
        if abs(area(line)) > LEAST_SHADOW:
            found.append([Node(x, y, True) for x, y in line])
    brush.shadow(found)


def front(kind: str, head: Head) -> Drawing:
    """A head as a drawing, at the size of a card."""

    def draw(pen: Pen) -> Group:
        brush = _card(pen)
        behind, before = replace(brush, parts=[]), replace(brush, parts=[])
        if head.behind:
            head.behind(behind)
        legs(behind, kind, head.limbs)
        head.draw(before)
        _keep(brush, *behind.parts)
        dress(brush, kind, CHEST)
        _keep(brush, *before.parts)
        return brush.group()

    return draw


def length(kind: str, part: Body) -> Drawing:
    """A body as a drawing, at the size of a card."""

    def draw(pen: Pen) -> Group:
        brush = _card(pen)
        tube = body(kind, part.back, part.belly)
        things = list[list[Point]]()
        behind, before = replace(brush, parts=[]), replace(brush, parts=[], casts=things)
        if part.behind:
            part.behind(behind, tube)
        legs(behind, kind, part.limbs)
        part.draw(before, tube)
        _keep(brush, *behind.parts)
        dress(brush, kind, tube, part.gap)
        _cast(brush, tube, things)
        _keep(brush, *before.parts)
        return brush.group()

    return draw
