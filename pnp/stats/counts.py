"""What a deck holds, counted in physical pieces: values of its columns, icons over several columns, numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median
from typing import Final

from pnp.spec.model import Cell, Column, ColumnType, Deck, Design, Game

SHORT: Final = 24
"""Letters in a text that is a label and not prose."""
FEW: Final = 12
"""Values of a free text that still make a distribution."""
SMALL: Final = 8
"""Values of a column that fits on a side of a cross table."""
NEARLY_ALL: Final = 0.8
"""A column with more distinct values than this share of its pieces names pieces, and counts nothing."""
ID: Final = "id"


@dataclass(frozen=True)
class ValueCounts:
    """How many pieces have each value of a column."""

    column: str
    counts: dict[str, int]
    """In the order of the spec; a choice that no piece has counts 0."""


@dataclass(frozen=True)
class Numbers:
    """A column of numbers."""

    column: str
    whole: bool
    counts: dict[float, int]
    """Pieces for each number, the smallest first."""

    @property
    def pieces(self) -> list[float]:
        """The number on each piece, the smallest first."""
        return list(Counter(self.counts).elements())

    @property
    def summary(self) -> dict[str, float]:
        """Least, mean, median and most."""
        pieces = self.pieces
        return {"min": pieces[0], "mean": fmean(pieces), "median": median(pieces), "max": pieces[-1]}


@dataclass(frozen=True)
class Icons:
    """Columns that share their choices, counted together: the cells of each value over all."""

    columns: tuple[str, ...]
    by_column: dict[str, tuple[int, ...]]
    """For each value, the pieces that have it in each column."""
    per_piece: dict[str, tuple[int, ...]]
    """For each value, the pieces that have it 0, 1, 2 … times."""

    @property
    def totals(self) -> dict[str, int]:
        """Cells of each value over all columns and pieces."""
        return {value: sum(counts) for value, counts in self.by_column.items()}


@dataclass(frozen=True)
class Cross:
    """Two columns against each other."""

    rows: str
    columns: str
    counts: dict[str, dict[str, int]]
    """Pieces with a value of the one and a value of the other."""


@dataclass(frozen=True)
class DeckCounts:
    """Everything that is counted of a deck."""

    deck: Deck
    tallies: tuple[ValueCounts, ...]
    numbers: tuple[Numbers, ...]
    icons: tuple[Icons, ...]
    crosses: tuple[Cross, ...]


def count_game(game: Game) -> list[DeckCounts]:
    """The counts of every deck, in the order of the spec."""
    return [count_deck(deck) for deck in game.decks.values()]


def count_deck(deck: Deck) -> DeckCounts:
    """What there is in a deck, in physical pieces."""
    groups = _groups(deck)
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
    )


def spell(value: Cell) -> str:
    """A cell as a person writes it."""
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def cell(design: Design, column: str) -> Cell:
    """The cell of a column that is not translated."""
    value = design.fields[column]
    if isinstance(value, dict):  # no caller asks for one
        raise TypeError(column)
    return value


def copies(pairs: Iterable[tuple[str, int]], order: Iterable[str] = ()) -> dict[str, int]:
    """Counts summed by value: first the values of `order`, then others as they come."""
    counts = dict.fromkeys(order, 0)
    for value, count in pairs:
        counts[value] = counts.get(value, 0) + count
    return counts


def _designs(deck: Deck) -> Iterator[ValueCounts]:
    """Copies of each design, unless there is one of each."""
    if len(deck.designs) > 1 and any(design.count > 1 for design in deck.designs):
        yield ValueCounts(ID, {design.id: design.count for design in deck.designs})


def _tally(deck: Deck, name: str, column: Column) -> ValueCounts | None:
    """The distribution of a column that says something; None for prose, names and columns of one value."""
    if column.translated or column.type in (ColumnType.INT, ColumnType.NUMBER):
        return None
    counts = copies(((spell(cell(design, name)), design.count) for design in deck.designs), column.choices)
    used = sum(count > 0 for count in counts.values())
    if used < 2 or used > NEARLY_ALL * deck.count:
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
            value = cell(design, name)
            if not isinstance(value, str):
                counts[value] += design.count
        if len(counts) > 1:
            yield Numbers(name, column.type is ColumnType.INT, dict(sorted(counts.items())))


def _groups(deck: Deck) -> list[tuple[str, ...]]:
    """The columns that share one set of choices, where there are several, on a deck of several pieces."""
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
        cells = [spell(cell(design, name)) for name in columns]
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


def _cross(deck: Deck, one: str, other: str) -> Cross:
    """Pieces by both values; the column with more values down the side."""
    if len(deck.columns[other].choices) > len(deck.columns[one].choices):
        one, other = other, one
    counts = {value: dict.fromkeys(deck.columns[other].choices, 0) for value in deck.columns[one].choices}
    for design in deck.designs:
        counts[spell(cell(design, one))][spell(cell(design, other))] += design.count
    return Cross(one, other, counts)
