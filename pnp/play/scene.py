"""Scenes: which pieces are where in a position, for the figures of memos.

Coordinates are in mm at the size of real pieces, x to the right and y down, from any origin. A piece is placed by its
centre and rotated clockwise. Later items are drawn on top of earlier ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from pnp.play.core import Translations
from pnp.terms import Side


@dataclass(frozen=True)
class PieceAt:
    """A piece on the table."""

    piece: str
    """Id of its row in the table."""
    x: float
    y: float
    turn: float = 0
    """Clockwise rotation, in degrees."""
    side: Side = Side.FRONT
    look: int = 1
    """Number of its look, from 1, where copies differ."""
    marked: bool = False
    """Whether the figure highlights it."""


@dataclass(frozen=True)
class TextAt:
    """A number or short text computed by the engine, centred at a point."""

    text: str | Translations
    x: float
    y: float


@dataclass(frozen=True)
class LineAt:
    """A line between two points, with an optional arrowhead at its end."""

    x: float
    y: float
    to_x: float
    to_y: float
    arrow: bool = True


@dataclass(frozen=True)
class Scene:
    """Everything shown in a figure.

    >>> scene = Scene((PieceAt("owl", 0, 0, turn=90), TextAt("+3", 40, 0)), {"points": 3})
    >>> scene.facts["points"]
    3
    """

    items: tuple[PieceAt | TextAt | LineAt, ...]
    facts: Mapping[str, int] = field(default_factory=dict)
    """Numbers computed from the position, for captions: `{=figure.<name>.<fact>}`."""


class SceneLike(Protocol):
    """The layout of a game's positions on a table."""

    views: ClassVar[tuple[str, ...]]
    """Names of the available views of a position."""

    def lay(self, state: Any, view: str) -> Scene:
        """Lay out one view; raise ValueError if the position has nothing to show in it."""
