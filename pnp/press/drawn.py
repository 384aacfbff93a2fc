"""What was drawn for a print: everything that will be stamped on its pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.face.plate import Plate
from pnp.press.guide import Guide
from pnp.terms import Side

DesignSide = tuple[str, Side]
"""A side of a design, or of one of its looks, by what `Piece.drawing` says."""


class FaceRef(NamedTuple):
    """What a side of a design shows."""

    number: int
    """Which of the distinct faces."""
    key: str
    """A hash of what it is drawn from."""


@dataclass(frozen=True)
class Drawn:
    """The distinct faces as PDF pages, in chunks; the guide comes after the game's faces, then those of a companion."""

    chunks: list[bytes]
    shown: dict[DesignSide, FaceRef]
    guide: Guide | None
    distinct: int
    """Faces of the game itself; it is the number of the guide, too."""
    fresh: int
    """Of these, how many were not in the cache."""
    coverage: float = 0.0
    """The share of the paper that ink covers."""
    plates: dict[str, Plate] = field(default_factory=dict)
    """The pictures that something stands in for, by their keys."""
    coarse: dict[str, int] = field(default_factory=dict)
    """Files of pictures that may look blurred, and their dots to the inch."""
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What drawings that were cleaned now had and nobody can draw, by their files."""
