"""Deck statistics: counts of pieces and values, and the odds of draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.library.places import Name, locate_game
from pnp.options import Start
from pnp.spec.load import load_game as load_spec
from pnp.spec.model import Game
from pnp.stats.counts import DeckCounts, count_game
from pnp.stats.odds import Answer, answer_all
from pnp.stats.question import Question, parse_question


@dataclass(frozen=True)
class DeckNumbers:
    """Statistics of a game's decks."""

    game: Game
    counts: list[DeckCounts]
    answers: list[Answer]
    """Odds, in the order of the questions."""


def count_decks(game: Name, odds: Sequence[str | Question] = (), *, start: Start = None) -> DeckNumbers:
    """Count what is in the decks of a game, and compute the exact odds of draws.

    For example:

        pnp.count_decks("cotcotcollec", ["1+ kind=joker in 4 of cards"]).answers
    """
    questions = [parse_question(each) if isinstance(each, str) else each for each in odds]
    spec = load_spec(*locate_game(game, start))
    return DeckNumbers(spec, count_game(spec), answer_all(questions, spec))
