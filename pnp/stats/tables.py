"""The numbers of a game as tables in one language, and as JSON or CSV for other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final, NotRequired, TypedDict

from pnp.spec.model import Deck, Game
from pnp.stats.counts import CrossTable, DeckCounts, Icons, Numbers, ValueCounts
from pnp.stats.dice import DieCounts
from pnp.stats.odds import FEW_VALUES, HAND_SIZES, Answer, EqualOdds, at_least, default_odds
from pnp.terms import DocumentFormat, Lang
from pnp.words import Texts, format_number, with_decimal, with_percent

WORDS: Final = Texts("stats")
KINDS: Final = Texts("kinds")
_MOST_DECIMALS: Final = 9


def percent(share: Fraction, lang: Lang) -> str:
    """Return a probability in percent; only certainty is 100% and only impossibility 0%."""
    if share in (0, 1):
        return with_percent(str(int(share) * 100), lang)
    for decimals in range(1, _MOST_DECIMALS + 1):
        scale = 10**decimals
        rounded = round(share * 100 * scale)
        if 0 < rounded < 100 * scale:
            text = f"{rounded // scale}.{rounded % scale:0{decimals}d}"
            return with_percent(with_decimal(text, lang), lang)
    sign, bound = ("<", "0.000000001") if share < Fraction(1, 2) else (">", "99.999999999")
    return f"{sign} {with_percent(with_decimal(bound, lang), lang)}"


def one_in(share: Fraction, lang: Lang) -> str:
    """Return a probability in the form "1 in 6"."""
    words = WORDS[lang]
    if share in (0, 1):
        return words["always" if share else "never"]
    times = 1 / share
    if times < 2:
        text = format_number(float(times), lang)
    elif times < 20:
        text = format_number(float(times), lang, 1)
    else:
        text = (
            f"{round(times):,}".replace(",", words["thousands"])
            if times < 10**12
            else f"10^{len(str(round(times))) - 1}"
        )
    return words["one-in"].format(number=text)


MOST_ADDED: Final = 6
"""Maximum number of dice whose sums are listed."""
MOST_BARS: Final = 24
"""Maximum number of values shown separately; the rarest others are combined."""
MOST_CROSSES: Final = 4
"""Maximum number of cross tables shown, in the order of the spec."""


def deck_line(deck: Deck, lang: Lang) -> str:
    """Return the number of pieces and designs of a deck, as text."""
    words = WORDS[lang]
    if deck.faces is not None:
        return f"{deck.count} {KINDS[lang][deck.kind]}, {len(deck.faces.designs)} {words['faces']}"
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
    if counts.die is not None:
        listings += _die(counts.die, lang)
    return listings


def _die(die: DieCounts, lang: Lang) -> list[Listing]:
    """Return the tables of a die: its faces, and the sums of all dice of its deck."""
    words = WORDS[lang]
    faces = [
        (value, str(count), str(die.share(count)), percent(die.share(count), lang))
        for value, count in die.faces.items()
    ]
    headings = (die.column, words["faces"], words["chance"], "")
    listings = [Listing(words["one-die"].format(sides=die.sides), headings, tuple(faces))]
    dice = min(die.dice, MOST_ADDED)
    if die.numbers and dice > 1:
        sums = die.sums(dice)
        rows = []
        for number, ways in sums.items():
            share, more = die.share(ways, dice), sum(count for other, count in sums.items() if other >= number)
            at_least_it = percent(die.share(more, dice), lang)
            rows.append((format_number(number, lang), str(share), percent(share, lang), at_least_it))
        headings = (words["sum"], words["chance"], "", words["or-more"])
        listings.append(Listing(words["sum-of"].format(dice=dice), headings, tuple(rows)))
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


HEADINGS: Final = ("game", "deck", "table", "column", "value", "across", "number")
FORMAT: Final[DocumentFormat] = {"format": "pnp-stats", "version": 1}
"""Format name and version; the version increases when an existing field is renamed or changes its meaning."""


class NumberData(TypedDict):
    """Statistics of a numeric column."""

    min: float
    """Smallest number of a numeric column."""
    mean: float
    """Mean."""
    median: float
    """Median."""
    max: float
    """Largest number."""
    counts: list[tuple[float, int]]
    """Each number, and how many pieces have it."""


class IconData(TypedDict):
    """Columns that share their choices, counted together."""

    columns: Sequence[str]
    """Columns with the same choices."""
    cells: dict[str, int]
    """Total number of cells with each value."""
    by_column: dict[str, dict[str, int]]
    """Number of cells, by value and column."""
    pieces_with: Mapping[str, Sequence[int]]
    """Number of pieces that have the value never, once, twice and so on."""


class CrossTableData(TypedDict):
    """A cross table of two columns."""

    rows: str
    """Cross table: first column."""
    columns: str
    """Cross table: second column."""
    counts: dict[str, dict[str, int]]
    """Cross table: number of pieces with both values."""


HandOdds = TypedDict(
    "HandOdds",
    {
        "columns": Annotated[Sequence[str], "Odds of at least one in an opening hand: the columns."],
        "values": Annotated[Sequence[str], "The values, each of which counts."],
        "hits": Annotated[int, "Number of pieces with these values."],
        "in": Annotated[dict[str, float], "Probability, by hand size."],
    },
)
"""Odds of at least one in an opening hand."""


class SumData(TypedDict):
    """A sum of several dice."""

    sum: float
    """Sum of the dice."""
    probability: float
    """Probability."""
    exact: str
    """Probability as a fraction."""


class DieData(TypedDict):
    """The faces of a die, and the sums of all dice of its deck."""

    column: str
    """Column with the values of the faces."""
    faces: Mapping[str, int]
    """Number of faces, by value."""
    dice: int
    """Number of dice that are added up."""
    sums: list[SumData]


class DeckStats(TypedDict):
    """Statistics of a deck."""

    deck: str
    """Name of a deck."""
    title: dict[Lang, str]
    """Title of the deck, by language."""
    kind: str
    """Kind of its pieces."""
    pieces: int
    """Number of pieces, including copies."""
    designs: int
    """Number of rows."""
    columns: dict[str, dict[str, int]]
    """Number of pieces, by column and value."""
    numbers: dict[str, NumberData]
    icons: list[IconData]
    crosses: list[CrossTableData]
    at_least_one: list[HandOdds]
    die: NotRequired[DieData]
    """Only for dice."""


class OddsAnswer(TypedDict):
    """A question about odds, and its answer."""

    question: str
    """Question of `--odds`, spelled out."""
    deck: str
    """Deck that is drawn from."""
    pile: int
    """Number of pieces in the draw pile."""
    hits: int
    """Number of those that count as hits."""
    drawn: int
    """Number of pieces drawn."""
    probability: float
    """Probability."""
    exact: str
    """Probability as a fraction."""


class StatsDocument(DocumentFormat):
    """JSON document of a game's statistics."""

    game: str
    """Id of the game."""
    title: dict[Lang, str]
    """Title, by language."""
    decks: list[DeckStats]
    odds: list[OddsAnswer]


def as_data(game: Game, counts: list[DeckCounts], answers: list[Answer]) -> StatsDocument:
    """Return all statistics as JSON data; probabilities also as exact fractions."""
    drawn = [deck.name for deck in game.drawn_decks]
    decks = [_deck(each, each.deck.name in drawn) for each in counts]
    odds = [_answer(each) for each in answers]
    return {**FORMAT, "game": game.id, "title": dict(game.title), "decks": decks, "odds": odds}


def as_json(data: object) -> str:
    """Return the data as indented JSON."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def as_csv(game: Game, counts: list[DeckCounts], answers: list[Answer]) -> str:
    """Return one CSV line per number, with the table, column and values it belongs to."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    for each in counts:
        for row in _lines(each):
            writer.writerow((game.id, each.deck.name, *row))
    for answer in answers:
        row = ("odds", "", answer.question.full, f"{answer.hits}/{answer.pile}", float(answer.probability))
        writer.writerow((game.id, answer.deck.name, *row))
    return text.getvalue()


def _deck(counts: DeckCounts, drawn: bool) -> DeckStats:
    deck, die = counts.deck, counts.die
    found: DeckStats = {
        "deck": deck.name,
        "title": dict(deck.title),
        "kind": deck.kind,
        "pieces": deck.count,
        "designs": len(deck.designs),
        "columns": {tally.column: tally.counts for tally in counts.tallies},
        "numbers": {each.column: _numbers(each) for each in counts.numbers},
        "icons": [
            {
                "columns": icons.columns,
                "cells": icons.totals,
                "by_column": {
                    value: dict(zip(icons.columns, row, strict=True)) for value, row in icons.by_column.items()
                },
                "pieces_with": icons.per_piece,
            }
            for icons in counts.icons
        ],
        "crosses": [{"rows": each.rows, "columns": each.columns, "counts": each.counts} for each in counts.crosses],
        "at_least_one": _default_odds(counts, deck) if drawn else [],
    }
    if die is not None:
        dice = min(die.dice, MOST_ADDED)
        sums: list[SumData] = [
            {"sum": number, "probability": float(share), "exact": str(share)}
            for number, ways in (die.sums(dice) if die.numbers else {}).items()
            for share in [die.share(ways, dice)]
        ]
        found["die"] = {"column": die.column, "faces": die.faces, "dice": dice, "sums": sums}
    return found


def _numbers(numbers: Numbers) -> NumberData:
    found = numbers.summary
    return {
        "min": found["min"],
        "mean": found["mean"],
        "median": found["median"],
        "max": found["max"],
        "counts": list(numbers.counts.items()),
    }


def _default_odds(counts: DeckCounts, deck: Deck) -> list[HandOdds]:
    return [
        {
            "columns": each.columns,
            "values": each.values,
            "hits": each.hits,
            "in": {str(hand): float(at_least(deck.count, each.hits, hand, 1)) for hand in HAND_SIZES},
        }
        for column in default_odds(counts)
        for each in column
    ]


def _answer(answer: Answer) -> OddsAnswer:
    return {
        "question": answer.question.full,
        "deck": answer.deck.name,
        "pile": answer.pile,
        "hits": answer.hits,
        "drawn": answer.question.drawn,
        "probability": float(answer.probability),
        "exact": str(answer.probability),
    }


def _lines(counts: DeckCounts) -> Iterator[tuple[object, ...]]:
    """Yield (table, column, value, across, number) tuples."""
    yield "deck", "", "pieces", "", counts.deck.count
    yield "deck", "", "designs", "", len(counts.deck.designs)
    for tally in counts.tallies:
        yield from (("column", tally.column, value, "", count) for value, count in tally.counts.items())
    for numbers in counts.numbers:
        yield from (("numbers", numbers.column, key, "", value) for key, value in numbers.summary.items())
        yield from (("histogram", numbers.column, value, "", count) for value, count in numbers.counts.items())
    for icons in counts.icons:
        name = "/".join(icons.columns)
        for value, row in icons.by_column.items():
            yield "icons", name, value, "", sum(row)
            yield from (("icons", name, value, place, count) for place, count in zip(icons.columns, row, strict=True))
            yield from (("pieces with", name, value, times, n) for times, n in enumerate(icons.per_piece[value]))
    if counts.die is not None:
        yield from (("faces", counts.die.column, value, "", count) for value, count in counts.die.faces.items())
        dice = min(counts.die.dice, MOST_ADDED)
        for number, ways in (counts.die.sums(dice) if counts.die.numbers else {}).items():
            yield "sums", dice, number, "", float(counts.die.share(ways, dice))
    for cross in counts.crosses:
        name = f"{cross.rows} × {cross.columns}"
        for value, across in cross.counts.items():
            yield from (("cross", name, value, other, count) for other, count in across.items())
