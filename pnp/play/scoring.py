"""What a game says of its scores: what they are called, and whether a single role makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pnp.terms import Lang, Spoken

Words = Mapping[Lang, str]
"""A name in every language."""
TITLE: Final = Spoken({Lang.FR: "Scores", Lang.EN: "Scores"})
ONE: Final = Spoken({Lang.FR: "point", Lang.EN: "point"})
MANY: Final = Spoken({Lang.FR: "points", Lang.EN: "points"})


@dataclass(frozen=True)
class Scoring:
    """The scores of a game in the words of its players; by default points that everybody collects."""

    title: Words = field(default_factory=lambda: TITLE)
    """What they are, as a heading."""
    one: Words = field(default_factory=lambda: ONE)
    """What is counted: a single one …"""
    many: Words = field(default_factory=lambda: MANY)
    """… and several."""
    role: Words | None = None
    """The only role that scores, when players take it in turns: nobody is in the lead before all have had it."""
    most: int = 0
    """The most that this role can score, from 0 on; 0 when that is not known."""
