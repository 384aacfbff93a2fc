"""Rows, decks and lookup tables as templates and expressions see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial
from typing import Any

from jinja2 import StrictUndefined
from jinja2.exceptions import TemplateRuntimeError

from pnp.errors import MOST_NAMES, quote_value
from pnp.geometry.grids import MapCells
from pnp.spec.model import Column, ColumnType, DataRow, DataTable
from pnp.spec.values import Cell
from pnp.terms import Lang

NUMERIC = (ColumnType.INT, ColumnType.NUMBER)


class EmptyNumber(int):
    """The empty cell of a column of numbers: prints nothing, is false, and counts as 0 in sums and comparisons.

    >>> empty = EmptyNumber()
    >>> f"[{empty}]", empty + 2, empty < 1, bool(empty), empty == 0, empty == ""
    ('[]', 2, True, False, False, True)
    """

    def __str__(self) -> str:
        return ""

    def __repr__(self) -> str:
        return "''"

    def __format__(self, spec: str) -> str:
        return ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EmptyNumber) or other == ""

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash("")


def shown_cell(cell: Cell, column: Column | None) -> Cell:
    """Return a cell as templates see it: an empty one in a column of numbers is an `EmptyNumber`."""
    return EmptyNumber() if cell == "" and column is not None and column.type in NUMERIC else cell


class PieceRow:
    """A table row for templates, with its cells as `piece.card_name` or `piece["Card Name"]`."""

    def __init__(self, cells: Mapping[str, Cell], headings: Mapping[str, str], kind: str = "piece") -> None:
        self._cells, self._headings, self._kind = cells, headings, kind

    def __getitem__(self, name: str) -> Cell:
        return self._cells[self._headings.get(name, name)]

    def __getattr__(self, name: str) -> Cell:
        if name.startswith("_") or name not in self._cells:
            raise AttributeError(name)
        return self._cells[name]

    def __contains__(self, name: object) -> bool:
        return name in self._cells or name in self._headings

    def names(self) -> list[str]:
        """Return the names of all cells."""
        return list(self._cells)


class TemplateView:
    """A deck or game for templates; its values are computed on access.

    `asked` is called with each name that a template asks for, even if there is no such value.
    """

    def __init__(
        self, kind: str, values: Mapping[str, Callable[[], object]], asked: Callable[[str], None] | None = None
    ) -> None:
        self._kind, self._values, self._asked = kind, values, asked

    def __getitem__(self, name: str) -> object:
        if self._asked is not None and isinstance(name, str):
            self._asked(name)
        return self._values[name]()

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __str__(self) -> str:
        return f"the {self._kind}"

    def names(self) -> list[str]:
        """Return the names of all values."""
        return list(self._values)


class LookupTable:
    """A lookup table for templates: its rows in a loop, or one row by its id, as in `data.pips["coin"]`.

    A number is an id as well: `data.levels[3]` is the row whose id is 3.
    """

    def __init__(self, kind: str, rows: Sequence[tuple[str, PieceRow]]) -> None:
        self._kind, self._rows = kind, tuple(row for _, row in rows)
        self._by_id: dict[str, PieceRow | None] = {}
        for name, row in rows:
            self._by_id[name] = None if name in self._by_id else row

    def __iter__(self) -> Iterator[PieceRow]:
        return iter(self._rows)

    def __reversed__(self) -> Iterator[PieceRow]:
        return reversed(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, name: object) -> Any:
        if isinstance(name, slice):
            return self._rows[name]
        row = self._by_id[f"{name:g}" if isinstance(name, float) else str(name)]
        if row is None:
            raise TemplateRuntimeError(f"{self._kind} has several rows with the id {quote_value(name)}")
        return row

    def __str__(self) -> str:
        return self._kind

    def names(self) -> list[str]:
        """Return the ids of all rows."""
        return list(self._by_id)


class HelpfulUndefined(StrictUndefined):
    """Undefined value whose error message lists the names that a piece, deck, game or lookup table has."""

    @property
    def _undefined_message(self) -> str:
        known = self._undefined_obj
        if not isinstance(known, PieceRow | TemplateView | LookupTable | MapCells) or self._undefined_hint:
            return super()._undefined_message
        kind, names = known._kind, known.names()
        near = get_close_matches(str(self._undefined_name), names, n=1)
        meant = f" (did you mean {near[0]!r}?)" if near else ""
        return f"{kind} has no {str(self._undefined_name)!r}{meant}; {kind} has: {_listed(names)}"


def _listed(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more:,} more" if more > 0 else "")


def lookup_tables(
    tables: Mapping[str, DataTable], lang: Lang, asked: Callable[[str], None] | None = None
) -> TemplateView:
    """Return the lookup tables as templates see them in one language; each is made once, when it is asked for."""
    values = {name: cache(partial(_lookup_table, name, table, lang)) for name, table in tables.items()}
    return TemplateView("data", values, asked)


def _lookup_table(name: str, table: DataTable, lang: Lang) -> LookupTable:
    kind = f"data.{name}"
    headings = {head: key for key, head in table.headings.items()}
    return LookupTable(
        kind,
        [(row.id, PieceRow(_cells(row, table, lang), headings, f"a row of {kind}")) for row in table.entries],
    )


def _cells(row: DataRow, table: DataTable, lang: Lang) -> dict[str, Cell]:
    """Return the cells of a row in a language."""
    return {
        name: shown_cell(value[lang] if isinstance(value, dict) else value, table.columns.get(name))
        for name, value in row.fields.items()
    }
