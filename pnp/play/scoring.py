"""Names of a game's scores, and whether a single role makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pnp.terms import Lang, Translated

Translations = Mapping[Lang, str]
"""A text in every language."""
TITLE: Final = Translated({Lang.FR: "Scores", Lang.EN: "Scores"})
ONE: Final = Translated({Lang.FR: "point", Lang.EN: "point"})
MANY: Final = Translated({Lang.FR: "points", Lang.EN: "points"})


@dataclass(frozen=True)
class Scoring:
    """What a game's scores are called; by default points that everyone collects."""

    title: Translations = field(default_factory=lambda: TITLE)
    """Heading."""
    one: Translations = field(default_factory=lambda: ONE)
    """Unit, singular."""
    many: Translations = field(default_factory=lambda: MANY)
    """Unit, plural."""
    role: Translations | None = None
    """The only role that scores, if players take turns in it; nobody leads until all have played it."""
    most: int = 0
    """The highest score possible in this role; 0 if unknown."""
