"""Scenes: which pieces lie where in a position, for figures; the pieces of the spec by id, and no ink.

A table is measured in mm of real pieces, x to the right and y down; where it begins does not matter. A piece is placed
by its centre and turned clockwise. What comes later lies on top.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from pnp.play.core import Words
from pnp.terms import Side


@dataclass(frozen=True)
class PieceAt:
    """A piece on the table."""

    piece: str
    """The id of its row."""
    x: float
    y: float
    turn: float = 0
    """Degrees, clockwise."""
    side: Side = Side.FRONT
    look: int = 1
    """Which of its looks, where copies differ."""
    marked: bool = False
    """Whether the figure points it out."""


@dataclass(frozen=True)
class TextAt:
    """A number or a short text of the engine, centred at a place."""

    text: str | Words
    x: float
    y: float


@dataclass(frozen=True)
class LineAt:
    """A line from one place to another, with an arrow at its end."""

    x: float
    y: float
    to_x: float
    to_y: float
    arrow: bool = True


@dataclass(frozen=True)
class Scene:
    """Everything that a figure shows."""

    items: tuple[PieceAt | TextAt | LineAt, ...]
    facts: Mapping[str, int] = field(default_factory=dict)
    """What the engine says of the position, for captions: `{=figure.<name>.<fact>}`."""


class SceneLike(Protocol):
    """How the positions of a game lie on a table."""

    views: ClassVar[tuple[str, ...]]
    """What can be shown of a position, by name."""

    def lay(self, state: Any, view: str) -> Scene:
        """What a view shows; ValueError where the position has nothing to show in it."""
