"""A memo tried on its leaf: the sizes that are tried, and what comes of them."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.errors import Problem


@dataclass(frozen=True)
class Trial:
    """A leaf, and the sizes that are tried on it; lengths in mm, letters in points."""

    width: float
    height: float
    bleed: float
    margin: float
    gutter: float
    columns: int
    faces: int
    smallest: float
    size: float
    leading: float
    gap: float
    room: float
    """Kept free at the bottom of every column."""
    whole: int
    """Which sections are not split between columns: 0 none, 1 those without actions, 2 all."""
    spread: bool = False
    """Whether gaps grow until all columns end at one height."""


@dataclass(frozen=True)
class SetPlace:
    """Where something of a memo is set; mm from the upper left corner of its page."""

    name: str
    page: int
    x: float
    y: float


@dataclass(frozen=True)
class InsetPlace:
    """Where an illustration is set: its upper left corner, mm from that of its page, and the share of its real size."""

    name: str
    page: int
    x: float
    y: float
    scale: float


@dataclass(frozen=True)
class Outcome:
    """What comes of a trial."""

    places: list[SetPlace]
    """Where every section begins, and ends (its name after a stroke)."""
    crowded: list[Problem]
    """What is larger than its place, and would be printed over its neighbour."""
    head: float
    """Where the head of the first page ends; mm from its upper edge."""
    insets: tuple[InsetPlace, ...] = ()

    @property
    def faces(self) -> int:
        """How many sides it takes."""
        return max(place.page for place in self.places)
