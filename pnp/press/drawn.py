"""The drawn parts of a print: everything that is stamped on its pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.pictures.embedded import EmbeddedImage
from pnp.press.guide import Guide
from pnp.terms import Side

DesignSide = tuple[str, Side]
"""A side of a design or of one of its looks, as in `Piece.drawing`."""


class FaceIndex(NamedTuple):
    """The face that a side of a design shows."""

    number: int
    """Number among the distinct faces."""
    key: str
    """Hash of its inputs."""


@dataclass(frozen=True)
class DrawnParts:
    """The distinct faces as PDF pages, in chunks: first those of the game, then the guide, then a companion."""

    chunks: list[bytes]
    shown: dict[DesignSide, FaceIndex]
    guide: Guide | None
    distinct: int
    """Number of distinct faces of the game, which is also the index of the guide."""
    fresh: int
    """How many of these were not in the cache."""
    coverage: float = 0.0
    """Share of the paper covered with ink, from 0 to 1."""
    plates: dict[str, EmbeddedImage] = field(default_factory=dict)
    """The pictures with a placeholder, by key."""
    coarse: dict[str, int] = field(default_factory=dict)
    """Picture files that may look blurred, with their resolution in dpi."""
    lost: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Elements that were removed from drawings because they cannot be printed, by file."""
