"""How decks and values are named where people read them, and how much is shown."""

from __future__ import annotations

from typing import Final

from pnp.spec.model import Deck
from pnp.stats.words import KINDS, WORDS
from pnp.terms import Lang

MOST_BARS: Final = 24
"""Values that are shown one by one; the rarest beyond are put together."""
MOST_CROSSES: Final = 4
"""Pairs of columns that are shown; the first in the order of the spec."""


def deck_line(deck: Deck, lang: Lang) -> str:
    """How many pieces and designs a deck has."""
    words = WORDS[lang]
    designs = words["designs" if len(deck.designs) > 1 else "design"]
    return f"{deck.count} {KINDS[lang][deck.kind]}, {len(deck.designs)} {designs}"


def label(values: tuple[str, ...], lang: Lang) -> str:
    """The names of values that are alike, not all of them when they are many."""
    if len(values) <= 3:
        return ", ".join(values)
    others = WORDS[lang]["others"].format(count=len(values) - 2)
    return f"{values[0]}, {values[1]}, {others}"


def capped(counts: dict[str, int], lang: Lang) -> tuple[tuple[str, int], ...]:
    """The counts in their order; of very many, the largest and the sum of the others."""
    if len(counts) <= MOST_BARS:
        return tuple(counts.items())
    kept = set(sorted(counts, key=lambda value: -counts[value])[: MOST_BARS - 1])
    others = [count for value, count in counts.items() if value not in kept]
    shown = [(value, count) for value, count in counts.items() if value in kept]
    return (*shown, (WORDS[lang]["others"].format(count=len(others)), sum(others)))
