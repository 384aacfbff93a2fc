"""Exact odds of draws: the probability that a hand holds certain pieces (hypergeometric distribution)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from pnp.errors import PnpError, Problem, did_you_mean, quote_value
from pnp.spec.model import ColumnType, Deck, Design, Game
from pnp.stats.counts import ID, DeckCounts, cell_text
from pnp.stats.dice import MOST_DICE, count_die, ways_to_show
from pnp.stats.question import Condition, OddsError, Question, Sense

HAND_SIZES: Final = (3, 4, 5)
"""Sizes of opening hands whose odds are shown by default."""
FEW_VALUES: Final = 6
"""Maximum number of values for a column whose odds are shown by default."""
_MOST_LISTED: Final = 30


@dataclass(frozen=True)
class Answer:
    """The answer to a question about draws."""

    question: Question
    deck: Deck
    pile: int
    """Number of pieces to draw from."""
    hits: int
    """Number of pieces among them that match."""
    probability: Fraction


@dataclass(frozen=True)
class EqualOdds:
    """Values of a column, or of columns with shared choices, that are on equally many pieces."""

    columns: tuple[str, ...]
    values: tuple[str, ...]
    hits: int
    """Number of pieces with one such value."""


def exactly(pile: int, hits: int, drawn: int, number: int) -> Fraction:
    """Return the probability of exactly `number` hits among the pieces drawn.

    >>> exactly(pile=52, hits=4, drawn=1, number=1)
    Fraction(1, 13)
    """
    if not 0 <= number <= drawn:
        return Fraction(0)
    return Fraction(comb(hits, number) * comb(pile - hits, drawn - number), comb(pile, drawn))


def at_least(pile: int, hits: int, drawn: int, number: int) -> Fraction:
    """Return the probability of `number` hits or more among the pieces drawn."""
    least, most = max(0, drawn - (pile - hits)), min(hits, drawn)
    start = max(number, least)
    if start > most:
        return Fraction(0)
    ways = each = comb(hits, start) * comb(pile - hits, drawn - start)
    for have in range(start, most):  # exact integer recurrence, from `have` hits to one more
        each = each * (hits - have) * (drawn - have) // ((have + 1) * (pile - hits - drawn + have + 1))
        ways += each
    return Fraction(ways, comb(pile, drawn))


def answer(question: Question, game: Game) -> Answer:
    """Answer a question about draws; raise OddsError if the game has no such deck, column or value."""
    if question.rolled:
        return _answer_roll(question, game)
    deck = _deck(question, game)
    if deck.kind.rolled:
        message, hint = f"{deck.name} is a deck of dice", "write on in place of in: 7+ on 2"
        raise OddsError(Problem(question.place, message, hint, code="E1207"))
    where = _Matcher(question, deck)
    picked, kept, taken = where.all(question.conditions), where.all(question.where), where.any(question.without)
    pile = [design for design in deck.designs if kept(design) and not taken(design)]
    size = sum(design.count for design in pile)
    if not 1 <= question.drawn <= size:
        if not size:
            raise OddsError(Problem(question.place, "has nothing to draw from", code="E1207"))
        message = f"must draw from 1 to {size} pieces"
        raise OddsError(Problem(question.place, message, found=str(question.drawn), code="E1207"))
    hits = sum(design.count for design in pile if picked(design))
    odds = (size, hits, question.drawn)
    match question.sense:
        case Sense.AT_LEAST:
            probability = at_least(*odds, question.number)
        case Sense.AT_MOST:
            probability = 1 - at_least(*odds, question.number + 1)
        case Sense.EXACTLY:
            probability = exactly(*odds, question.number)
    return Answer(question, deck, size, hits, probability)


def _answer_roll(question: Question, game: Game) -> Answer:
    """Answer a question about dice, counting the ways in which they can fall."""
    deck = _dice(question, game)
    die, dice = count_die(deck), question.drawn
    if die is None or deck.faces is None:
        raise ValueError(f"the deck {deck.name} has no dice")
    if not 1 <= dice <= MOST_DICE:
        message = f"must roll from 1 to {MOST_DICE} dice"
        raise OddsError(Problem(question.place, message, found=str(dice), code="E1207"))
    ways: dict[int | float, int]
    if question.conditions:
        picked = _Matcher(question, deck.faces).all(question.conditions)
        faces = sum(picked(face) for face in deck.faces.designs)
        ways = {number: ways_to_show(faces, die.sides, dice, number) for number in range(dice + 1)}
    elif die.numbers:
        ways = die.sums(dice)
    else:
        message = f"the faces of {deck.name} have no numbers to add up"
        hint = f"for example: 1+ {die.column}={next(iter(die.faces))} on {dice}"
        raise OddsError(Problem(question.place, message, hint, code="E1207"))
    compare = {Sense.AT_LEAST: operator.ge, Sense.AT_MOST: operator.le, Sense.EXACTLY: operator.eq}[question.sense]
    hits = sum(count for number, count in ways.items() if compare(number, question.number))
    return Answer(question, deck, die.sides**dice, hits, die.share(hits, dice))


def _dice(question: Question, game: Game) -> Deck:
    """Return the deck of dice that a question is about."""
    decks = {deck.name: deck for deck in game.decks.values() if deck.kind.rolled}
    if question.deck is None and len(decks) == 1:
        return next(iter(decks.values()))
    if question.deck in decks:
        return decks[question.deck]
    reason = "has no dice" if not decks else "has several kinds of dice"
    message = f"{game.id} {reason}"
    if question.deck is not None and decks:
        message = f"{game.id} has no dice {quote_value(question.deck)}"
    hint = f"add: of {' | '.join(decks)}" if decks else 'dice are decks with kind = "die"'
    raise OddsError(Problem(question.place, message, hint, code="E1207"))


def answer_all(questions: list[Question], game: Game) -> list[Answer]:
    """Answer all questions, in order; raise OddsError with the problems of all that have no answer."""
    answers: list[Answer] = []
    problems: list[Problem] = []
    for question in questions:
        try:
            answers.append(answer(question, game))
        except PnpError as error:
            problems += error.problems
    if problems:
        raise OddsError(*problems)
    return answers


def default_odds(counts: DeckCounts) -> list[list[EqualOdds]]:
    """Return the values whose odds are shown by default, by column.

    Values on equally many pieces are grouped, the rarest first.
    """
    columns: list[list[EqualOdds]] = []
    if counts.deck.count <= max(HAND_SIZES):  # the whole deck would be drawn
        return columns
    for tally in counts.tallies:
        choice = tally.column != ID and counts.deck.columns[tally.column].type is ColumnType.CHOICE
        if choice and sum(count > 0 for count in tally.counts.values()) <= FEW_VALUES:
            columns.append(_group_by_count((tally.column,), tally.counts, counts.deck.count))
    for icons in counts.icons:
        carried = {value: sum(times[1:]) for value, times in icons.per_piece.items()}
        columns.append(_group_by_count(icons.columns, carried, counts.deck.count))
    return [column for column in columns if column]


def _group_by_count(columns: tuple[str, ...], counts: dict[str, int], pieces: int) -> list[EqualOdds]:
    """Group values by the number of pieces that have them, omitting values on no piece or on every piece."""
    by_hits: dict[int, list[str]] = {}
    for value, hits in counts.items():
        if 0 < hits < pieces:
            by_hits.setdefault(hits, []).append(value)
    return [EqualOdds(columns, tuple(by_hits[hits]), hits) for hits in sorted(by_hits)[:FEW_VALUES]]


def _deck(question: Question, game: Game) -> Deck:
    if question.deck is None:
        decks = game.drawn_decks
        if len(decks) == 1:
            return decks[0]
        names = [deck.name for deck in decks] or list(game.decks)
        reason = "has several decks" if len(decks) > 1 else "has no deck of cards"
        message, hint = f"must name the deck to draw from: {game.id} {reason}", f"add: of {' | '.join(names)}"
        raise OddsError(Problem(question.place, message, hint, code="E1207"))
    if question.deck not in game.decks:
        message, hint = f"{game.id} has no deck {quote_value(question.deck)}", did_you_mean(game.decks, question.deck)
        raise OddsError(Problem(question.place, message, hint, code="E1207"))
    return game.decks[question.deck]


Test = Callable[[Design], bool]


class _Matcher:
    """Finds the designs that a question is about; raises OddsError for unknown columns and values."""

    def __init__(self, question: Question, deck: Deck) -> None:
        self.question, self.deck = question, deck

    def all(self, conditions: tuple[Condition, ...]) -> Test:
        """Return a test for designs that meet every condition."""
        wanted = [self._checked(condition) for condition in conditions]
        return lambda design: all(self._holds(design, columns, values) for columns, values in wanted)

    def any(self, conditions: tuple[Condition, ...]) -> Test:
        """Return a test for designs that meet at least one condition."""
        wanted = [self._checked(condition) for condition in conditions]
        return lambda design: any(self._holds(design, columns, values) for columns, values in wanted)

    def _spellings(self, design: Design, column: str) -> set[str]:
        """Return the accepted spellings of a cell: one per language if it is translated."""
        if column == ID:
            return {design.id}
        value = design.fields[column]
        spelled = set(value.values()) if isinstance(value, dict) else {cell_text(value)}
        return {self._plain(column, text) for text in spelled}

    def _plain(self, column: str, text: str) -> str:
        """Return the canonical spelling of a value: numbers without trailing zeros, colours in lower case."""
        kind = self.deck.columns[column].type if column != ID else ColumnType.TEXT
        if kind in (ColumnType.INT, ColumnType.NUMBER):
            try:
                return f"{float(text):.12g}"
            except ValueError:
                return text
        return text.lower() if kind is ColumnType.COLOUR else text

    def _holds(self, design: Design, columns: tuple[str, ...], values: set[str]) -> bool:
        return any(self._spellings(design, column) & values for column in columns)

    def _checked(self, condition: Condition) -> tuple[tuple[str, ...], set[str]]:
        columns = [ID, *self.deck.columns]
        for column in condition.columns:
            if column not in columns:
                message = f"{self.deck.name} has no column {quote_value(column)}"
                raise OddsError(Problem(self.question.place, message, did_you_mean(columns, column), code="E1207"))
        values: dict[str, None] = {}
        for column in condition.columns:
            choices = self.deck.columns[column].choices if column != ID else []
            values.update(dict.fromkeys(choices))
            for design in self.deck.designs:
                values.update(dict.fromkeys(sorted(self._spellings(design, column))))
        wanted = set()
        for value in condition.values:
            plain = self._plain(condition.columns[0], value)
            if plain not in values:
                more = " …" if len(values) > _MOST_LISTED else ""
                hint = did_you_mean(list(values)[:_MOST_LISTED], plain) + more
                message = f"{'/'.join(condition.columns)} has no value {quote_value(value)}"
                raise OddsError(Problem(self.question.place, message, hint, code="E1207"))
            wanted.add(plain)
        return condition.columns, wanted
