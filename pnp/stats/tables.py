"""Deck statistics as tables for people to read, in one language."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pnp.spec.model import Deck, Game
from pnp.stats.counts import CrossTable, DeckCounts, Icons, Numbers, ValueCounts
from pnp.stats.labels import MOST_CROSSES, abbreviated_names, top_counts
from pnp.stats.odds import FEW_VALUES, HAND_SIZES, Answer, EqualOdds, at_least, default_odds
from pnp.stats.words import KINDS, WORDS, one_in, percent
from pnp.terms import Lang
from pnp.words import format_number

_MOST_COLUMNS: Final = 12
"""Maximum number of icon columns shown separately."""


@dataclass(frozen=True)
class Listing:
    """A table whose first `texts` columns hold text and the others numbers."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1


def overview(game: Game, lang: Lang) -> Listing:
    """Return the table of a game's decks, with their pieces and designs."""
    words = WORDS[lang]
    headings = (words["deck"], words["name"], words["kind"], words["pieces"], words["designs"])
    rows = [
        (deck.name, deck.title[lang], KINDS[lang][deck.kind], str(deck.count), str(len(deck.designs)))
        for deck in game.decks.values()
    ]
    return Listing(f"{game.title[lang]} ({game.id})", headings, tuple(rows), 3)


def deck_listings(counts: DeckCounts, lang: Lang) -> list[Listing]:
    """Return the tables of a deck; empty if there is nothing to count."""
    words = WORDS[lang]
    listings = []
    if counts.tallies:
        headings = (words["column"], words["value"], words["pieces"], words["share"])
        rows = [row for tally in counts.tallies for row in _tally_rows(tally, counts.deck, lang)]
        listings.append(Listing("", headings, tuple(rows), 2))
    listings += [_icons(icons, lang) for icons in counts.icons]
    if counts.numbers:
        keys = ("min", "mean", "median", "max")
        rows = [_number_row(each, lang) for each in counts.numbers]
        listings.append(Listing("", (words["column"], *(words[key] for key in keys)), tuple(rows)))
    listings += [_cross(cross) for cross in counts.crosses[:MOST_CROSSES]]
    return listings


def default_odds_table(game: Game, counts: list[DeckCounts], lang: Lang) -> Listing | None:
    """Return the odds of at least one of each notable value in opening hands; None if nothing is drawn."""
    words = WORDS[lang]
    drawn = [deck.name for deck in game.drawn_decks]
    rows = []
    for each in counts:
        size = each.deck.count
        for column in default_odds(each) if each.deck.name in drawn else []:
            for alike in column:
                odds = [percent(at_least(size, alike.hits, hand, 1), lang) for hand in HAND_SIZES]
                for which in _conditions(alike, lang):
                    rows.append((each.deck.name, which, str(alike.hits), str(size), *odds))
    if not rows:
        return None
    hands = (words["in"].format(drawn=hand) for hand in HAND_SIZES)
    headings = (words["deck"], words["at-least-one"], words["hits"], words["pile"], *hands)
    return Listing("", headings, tuple(rows), 2)


def answers_table(answers: list[Answer], lang: Lang) -> Listing:
    """Return the questions with their answers."""
    words = WORDS[lang]
    headings = (words["question"], words["hits"], words["pile"], words["chance"], "")
    rows = [
        (each.question.full, str(each.hits), str(each.pile), percent(each.probability, lang),
         one_in(each.probability, lang))
        for each in answers
    ]  # fmt: skip
    return Listing("", headings, tuple(rows))


def _conditions(alike: EqualOdds, lang: Lang) -> list[str]:
    """Return each value as a condition; if very many have equal odds, the first represents all."""
    columns = "/".join(alike.columns)
    if len(alike.values) <= FEW_VALUES:
        return [f"{columns}={value}" for value in alike.values]
    others = WORDS[lang]["alike"].format(count=len(alike.values) - 1)
    return [f"{columns}={alike.values[0]} ({others})"]


def _tally_rows(tally: ValueCounts, deck: Deck, lang: Lang) -> list[tuple[str, ...]]:
    """Return one row per value; only the first names the column."""
    rows: list[tuple[str, ...]] = []
    for place, (value, count) in enumerate(top_counts(tally.counts, lang)):
        rows.append(("" if place else tally.column, value, str(count), percent(Fraction(count, deck.count), lang)))
    return rows


def _icons(icons: Icons, lang: Lang) -> Listing:
    """Return the table of an icon group: counts by column, in total, and per piece."""
    words = WORDS[lang]
    columns = icons.columns if len(icons.columns) <= _MOST_COLUMNS else ()
    times = len(next(iter(icons.per_piece.values()))) if len(icons.columns) <= _MOST_COLUMNS else 0
    rows = []
    for value, total in top_counts(icons.totals, lang):
        if value in icons.totals:
            cells = (*icons.by_column[value][: len(columns)], total, *icons.per_piece[value][:times])
            rows.append((value, *map(str, cells)))
        else:  # combined values have only a sum
            rows.append((value, *("" for _ in columns), str(total), *("" for _ in range(times))))
    heads = (words["with"].format(times=each) for each in range(times))
    first = "/".join(icons.columns) if columns else abbreviated_names(icons.columns, lang)
    return Listing("", (first, *columns, words["cells"], *heads), tuple(rows))


def _number_row(numbers: Numbers, lang: Lang) -> tuple[str, ...]:
    return (numbers.column, *(format_number(value, lang) for value in numbers.summary.values()))


def _cross(cross: CrossTable) -> Listing:
    columns = tuple(next(iter(cross.counts.values())))
    rows = tuple((value, *map(str, row.values())) for value, row in cross.counts.items())
    return Listing("", (f"{cross.rows} × {cross.columns}", *columns), rows)
