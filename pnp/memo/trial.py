"""Data of a typesetting trial: its parameters, and the resulting positions and problems."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.errors import Problem


@dataclass(frozen=True)
class Trial:
    """Parameters of a typesetting trial.

    Lengths are in mm, type sizes in points; leading and gap are multiples of the type size.
    """

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
    """Space left free at the bottom of every column, in mm."""
    whole: int
    """Which sections are kept in one column: 0 none, 1 those without actions, 2 all."""
    spread: bool = False
    """Whether gaps are widened until all columns end at the same height."""


@dataclass(frozen=True)
class SetPlace:
    """Position of a part of a memo, in mm from the upper left corner of its page."""

    name: str
    page: int
    x: float
    y: float


@dataclass(frozen=True)
class InsetPlace:
    """Position of an illustration's upper left corner, in mm from that of its page, and its scale."""

    name: str
    page: int
    x: float
    y: float
    scale: float


@dataclass(frozen=True)
class TrialResult:
    """The result of a typesetting trial."""

    places: list[SetPlace]
    """Start of every section, and its end, under its name preceded by a slash."""
    crowded: list[Problem]
    """Problems of parts that are too large and would overlap others."""
    head: float
    """Bottom of the first page's header, in mm from its upper edge."""
    insets: tuple[InsetPlace, ...] = ()

    @property
    def faces(self) -> int:
        """Number of sides used."""
        return max(place.page for place in self.places)
