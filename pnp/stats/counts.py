"""Count the physical pieces of a deck: column values, icons across several columns, numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median
from typing import Final

from pnp.spec.model import Column, ColumnType, Deck, Design, Game
from pnp.spec.values import Cell
from pnp.stats.dice import DieCounts, count_die

SHORT: Final = 24
"""Maximum length of a text that counts as a label rather than prose, in characters."""
FEW: Final = 12
"""Maximum number of distinct values for a text column to be counted."""
SMALL: Final = 8
"""Maximum number of values for a column of a cross table."""
NAME_COLUMN_SHARE: Final = 0.8
"""A column with more distinct values than this share of its pieces is treated as names, and not counted."""
ID: Final = "id"


@dataclass(frozen=True)
class ValueCounts:
    """Number of pieces with each value of a column."""

    column: str
    counts: dict[str, int]
    """In the order of the spec; unused choices count 0."""


@dataclass(frozen=True)
class Numbers:
    """A column of numbers."""

    column: str
    whole: bool
    counts: dict[float, int]
    """Number of pieces by value, in ascending order."""

    @property
    def pieces(self) -> list[float]:
        """The number on each piece, in ascending order."""
        return list(Counter(self.counts).elements())

    @property
    def summary(self) -> dict[str, float]:
        """Minimum, mean, median and maximum."""
        pieces = self.pieces
        return {"min": pieces[0], "mean": fmean(pieces), "median": median(pieces), "max": pieces[-1]}


@dataclass(frozen=True)
class Icons:
    """Columns that share their choices, counted together."""

    columns: tuple[str, ...]
    by_column: dict[str, tuple[int, ...]]
    """Number of pieces with each value, by column."""
    per_piece: dict[str, tuple[int, ...]]
    """Number of pieces that have each value 0, 1, 2 … times."""

    @property
    def totals(self) -> dict[str, int]:
        """Number of cells with each value, over all columns and pieces."""
        return {value: sum(counts) for value, counts in self.by_column.items()}


@dataclass(frozen=True)
class CrossTable:
    """A cross table of two columns."""

    rows: str
    columns: str
    counts: dict[str, dict[str, int]]
    """Number of pieces by the values of both columns."""


@dataclass(frozen=True)
class DeckCounts:
    """Everything counted for a deck."""

    deck: Deck
    tallies: tuple[ValueCounts, ...]
    numbers: tuple[Numbers, ...]
    icons: tuple[Icons, ...]
    crosses: tuple[CrossTable, ...]
    die: DieCounts | None = None
    """The faces of a die; None for other decks."""


def count_game(game: Game) -> list[DeckCounts]:
    """Return the counts of every deck, in the order of the spec."""
    return [count_deck(deck) for deck in game.decks.values()]


def count_deck(deck: Deck) -> DeckCounts:
    """Count the physical pieces of a deck."""
    groups = _shared_choice_columns(deck)
    grouped = {name for group in groups for name in group}
    tallies = list(_designs(deck))
    small: list[str] = []
    for name, column in deck.columns.items():
        pair = any(name in group and len(group) == 2 for group in groups)
        tally = _tally(deck, name, column)
        if tally is None:
            continue
        if name not in grouped:
            tallies.append(tally)
        if column.type is ColumnType.CHOICE and _is_small(tally) and (pair or name not in grouped):
            small.append(name)
    return DeckCounts(
        deck,
        tuple(tallies),
        tuple(_numbers(deck)),
        tuple(_icons(deck, group) for group in groups),
        tuple(_cross(deck, one, other) for one, other in combinations(small, 2)),
        count_die(deck),
    )


def cell_text(value: Cell) -> str:
    """Return a cell as text, with floats in their shortest form."""
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def untranslated_cell(design: Design, column: str) -> Cell:
    """Return the cell of a column that is not translated."""
    value = design.fields[column]
    if isinstance(value, dict):  # callers skip translated columns
        raise TypeError(column)
    return value


def sum_counts(pairs: Iterable[tuple[str, int]], order: Iterable[str] = ()) -> dict[str, int]:
    """Sum the counts by value: first the values in `order`, then others as they appear."""
    counts = dict.fromkeys(order, 0)
    for value, count in pairs:
        counts[value] = counts.get(value, 0) + count
    return counts


def _designs(deck: Deck) -> Iterator[ValueCounts]:
    """Yield the number of copies of each design, unless there is one of each."""
    if len(deck.designs) > 1 and any(design.count > 1 for design in deck.designs):
        yield ValueCounts(ID, {design.id: design.count for design in deck.designs})


def _tally(deck: Deck, name: str, column: Column) -> ValueCounts | None:
    """Return the counts of an informative column; None for prose, names, and columns with a single value."""
    if column.translated or column.type in (ColumnType.INT, ColumnType.NUMBER):
        return None
    counts = sum_counts(
        ((cell_text(untranslated_cell(design, name)), design.count) for design in deck.designs), column.choices
    )
    used = sum(count > 0 for count in counts.values())
    if used < 2 or used > NAME_COLUMN_SHARE * deck.count:
        return None
    if column.type is ColumnType.TEXT:
        names_designs = used == len(deck.designs)
        if names_designs or used > FEW or any(len(value) > SHORT for value in counts):
            return None
    return ValueCounts(name, counts)


def _numbers(deck: Deck) -> Iterator[Numbers]:
    for name, column in deck.columns.items():
        if column.type not in (ColumnType.INT, ColumnType.NUMBER):
            continue
        counts: Counter[float] = Counter()
        for design in deck.designs:
            value = untranslated_cell(design, name)
            if not isinstance(value, str):
                counts[value] += design.count
        if len(counts) > 1:
            yield Numbers(name, column.type is ColumnType.INT, dict(sorted(counts.items())))


def _shared_choice_columns(deck: Deck) -> list[tuple[str, ...]]:
    """Return groups of columns with the same choices; none for a deck of a single piece."""
    sharing: dict[frozenset[str], list[str]] = {}
    for name, column in deck.columns.items():
        if column.type is ColumnType.CHOICE:
            sharing.setdefault(frozenset(column.choices), []).append(name)
    return [tuple(names) for names in sharing.values() if len(names) > 1 and deck.count > 1]


def _icons(deck: Deck, columns: tuple[str, ...]) -> Icons:
    values = deck.columns[columns[0]].choices
    by_column = {value: [0] * len(columns) for value in values}
    per_piece = {value: [0] * (len(columns) + 1) for value in values}
    for design in deck.designs:
        cells = [cell_text(untranslated_cell(design, name)) for name in columns]
        for place, value in enumerate(cells):
            by_column[value][place] += design.count
        for value in values:
            per_piece[value][cells.count(value)] += design.count
    most = max(times for counts in per_piece.values() for times, count in enumerate(counts) if count)
    return Icons(
        columns,
        {value: tuple(counts) for value, counts in by_column.items()},
        {value: tuple(counts[: most + 1]) for value, counts in per_piece.items()},
    )


def _is_small(tally: ValueCounts) -> bool:
    return len(tally.counts) <= SMALL and all(len(value) <= SHORT for value in tally.counts)


def _cross(deck: Deck, one: str, other: str) -> CrossTable:
    """Return a cross table; the column with more values becomes the rows."""
    if len(deck.columns[other].choices) > len(deck.columns[one].choices):
        one, other = other, one
    counts = {value: dict.fromkeys(deck.columns[other].choices, 0) for value in deck.columns[one].choices}
    for design in deck.designs:
        counts[cell_text(untranslated_cell(design, one))][cell_text(untranslated_cell(design, other))] += design.count
    return CrossTable(one, other, counts)
