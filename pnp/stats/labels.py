"""Labels for decks and values, and limits on how many are shown."""

from __future__ import annotations

from typing import Final

from pnp.spec.model import Deck
from pnp.stats.words import KINDS, WORDS
from pnp.terms import Lang

MOST_BARS: Final = 24
"""Maximum number of values shown separately; the rarest others are combined."""
MOST_CROSSES: Final = 4
"""Maximum number of cross tables shown, in the order of the spec."""


def deck_line(deck: Deck, lang: Lang) -> str:
    """Return the number of pieces and designs of a deck, as text."""
    words = WORDS[lang]
    designs = words["designs" if len(deck.designs) > 1 else "design"]
    return f"{deck.count} {KINDS[lang][deck.kind]}, {len(deck.designs)} {designs}"


def abbreviated_names(values: tuple[str, ...], lang: Lang) -> str:
    """Return the names of values with equal odds, abbreviated if there are many."""
    if len(values) <= 3:
        return ", ".join(values)
    others = WORDS[lang]["others"].format(count=len(values) - 2)
    return f"{values[0]}, {values[1]}, {others}"


def top_counts(counts: dict[str, int], lang: Lang) -> tuple[tuple[str, int], ...]:
    """Return the counts in order; if there are too many, the largest ones and the sum of the others."""
    if len(counts) <= MOST_BARS:
        return tuple(counts.items())
    kept = set(sorted(counts, key=lambda value: -counts[value])[: MOST_BARS - 1])
    others = [count for value, count in counts.items() if value not in kept]
    shown = [(value, count) for value, count in counts.items() if value in kept]
    return (*shown, (WORDS[lang]["others"].format(count=len(others)), sum(others)))
