"""The exact odds of draws: how likely a hand holds a number of pieces of a sort (hypergeometric)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from pnp.errors import PnpError, Problem, known, quoted
from pnp.spec.model import ColumnType, Deck, Design, Game
from pnp.stats.counts import ID, DeckCounts, spell
from pnp.stats.question import Condition, OddsError, Question, Sense

HANDS: Final = (3, 4, 5)
"""Opening draws that are answered without being asked."""
FEW_VALUES: Final = 6
"""A column with no more values has each of them answered."""
_MOST_LISTED: Final = 30


@dataclass(frozen=True)
class Answer:
    """How likely it is, and of what."""

    question: Question
    deck: Deck
    pile: int
    """Pieces that are drawn from."""
    hits: int
    """Pieces among them that count."""
    probability: Fraction


@dataclass(frozen=True)
class Notable:
    """Values of a column, or of columns that share their choices, that are on equally many pieces."""

    columns: tuple[str, ...]
    values: tuple[str, ...]
    hits: int
    """Pieces that have one such value."""


def exactly(pile: int, hits: int, drawn: int, number: int) -> Fraction:
    """The probability of exactly `number` hits among the pieces drawn."""
    if not 0 <= number <= drawn:
        return Fraction(0)
    return Fraction(comb(hits, number) * comb(pile - hits, drawn - number), comb(pile, drawn))


def at_least(pile: int, hits: int, drawn: int, number: int) -> Fraction:
    """The probability of `number` hits or more among the pieces drawn."""
    least, most = max(0, drawn - (pile - hits)), min(hits, drawn)
    start = max(number, least)
    if start > most:
        return Fraction(0)
    ways = each = comb(hits, start) * comb(pile - hits, drawn - start)
    for have in range(start, most):  # from the ways to have this number to the ways to have one more, as integers
        each = each * (hits - have) * (drawn - have) // ((have + 1) * (pile - hits - drawn + have + 1))
        ways += each
    return Fraction(ways, comb(pile, drawn))


def answer(question: Question, game: Game) -> Answer:
    """The odds that a question asks for; OddsError when the game has no such thing."""
    deck = _deck(question, game)
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


def answer_all(questions: list[Question], game: Game) -> list[Answer]:
    """The answers, in order; OddsError with the problems of all questions that have none."""
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


def notable(counts: DeckCounts) -> list[list[Notable]]:
    """The values worth an answer, column by column; values on equally many pieces come together, the rare first."""
    columns: list[list[Notable]] = []
    if counts.deck.count <= max(HANDS):  # the whole deck would be drawn
        return columns
    for tally in counts.tallies:
        choice = tally.column != ID and counts.deck.columns[tally.column].type is ColumnType.CHOICE
        if choice and sum(count > 0 for count in tally.counts.values()) <= FEW_VALUES:
            columns.append(_alike((tally.column,), tally.counts, counts.deck.count))
    for icons in counts.icons:
        carried = {value: sum(times[1:]) for value, times in icons.per_piece.items()}
        columns.append(_alike(icons.columns, carried, counts.deck.count))
    return [column for column in columns if column]


def _alike(columns: tuple[str, ...], counts: dict[str, int], pieces: int) -> list[Notable]:
    """The values by the number of pieces that have them; what no piece has, or every piece, needs no odds."""
    by_hits: dict[int, list[str]] = {}
    for value, hits in counts.items():
        if 0 < hits < pieces:
            by_hits.setdefault(hits, []).append(value)
    return [Notable(columns, tuple(by_hits[hits]), hits) for hits in sorted(by_hits)[:FEW_VALUES]]


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
        message, hint = f"{game.id} has no deck {quoted(question.deck)}", known(game.decks, question.deck)
        raise OddsError(Problem(question.place, message, hint, code="E1207"))
    return game.decks[question.deck]


Test = Callable[[Design], bool]


class _Matcher:
    """Tells which designs of a deck a question means, and refuses names that the deck does not have."""

    def __init__(self, question: Question, deck: Deck) -> None:
        self.question, self.deck = question, deck

    def all(self, conditions: tuple[Condition, ...]) -> Test:
        """Whether a design meets every condition."""
        wanted = [self._checked(condition) for condition in conditions]
        return lambda design: all(self._holds(design, columns, values) for columns, values in wanted)

    def any(self, conditions: tuple[Condition, ...]) -> Test:
        """Whether a design meets one of the conditions."""
        wanted = [self._checked(condition) for condition in conditions]
        return lambda design: any(self._holds(design, columns, values) for columns, values in wanted)

    def _spellings(self, design: Design, column: str) -> set[str]:
        """What a cell may be called: a translated one has a name in each language."""
        if column == ID:
            return {design.id}
        value = design.fields[column]
        spelled = set(value.values()) if isinstance(value, dict) else {spell(value)}
        return {self._plain(column, text) for text in spelled}

    def _plain(self, column: str, text: str) -> str:
        """The one way to write a value: numbers without idle zeros, colours in small letters."""
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
                message = f"{self.deck.name} has no column {quoted(column)}"
                raise OddsError(Problem(self.question.place, message, known(columns, column), code="E1207"))
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
                hint = known(list(values)[:_MOST_LISTED], plain) + more
                message = f"{'/'.join(condition.columns)} has no value {quoted(value)}"
                raise OddsError(Problem(self.question.place, message, hint, code="E1207"))
            wanted.add(plain)
        return condition.columns, wanted
