"""Compare two versions of a table: rows that were added, removed or changed, by id or name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from pnp.spec.reader import RawRow
from pnp.spec.table import ID, NAME_HEADINGS, slugify


class CellChange(NamedTuple):
    """A cell that differs."""

    heading: str
    before: str
    after: str


class RowChange(NamedTuple):
    """A row that differs, with the differing cells."""

    name: str
    cells: tuple[CellChange, ...]


@dataclass(frozen=True)
class TableChange:
    """The changes to a table."""

    rows: int
    """Number of rows now."""
    new: bool = False
    """Whether there was no earlier version to compare with."""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[RowChange, ...] = ()
    new_columns: tuple[str, ...] = ()
    gone_columns: tuple[str, ...] = ()
    moved: bool = False
    """Whether existing rows or columns are in a different order."""

    def __bool__(self) -> bool:
        """Return whether anything has changed."""
        rows = self.added or self.removed or self.changed
        return bool(self.new or rows or self.new_columns or self.gone_columns or self.moved)


Key = tuple[str, int]
"""Name of a row, and its number among the rows with that name."""


def compare_tables(before: list[RawRow] | None, after: list[RawRow]) -> TableChange:
    """Return the changes between two versions of a table, each with its headings first."""
    if before is None or not before or not after:
        return TableChange(max(len(after) - 1, 0), new=True)
    olds, news = before[0].cells, after[0].cells
    shared = [head for head in dict.fromkeys(news) if head in olds and head]
    called = _key_heading(shared)
    earlier, now = _rows_by_name(before, called), _rows_by_name(after, called)
    both = [key for key in now if key in earlier]
    return TableChange(
        len(after) - 1,
        added=tuple(key[0] for key in now if key not in earlier),
        removed=tuple(key[0] for key in earlier if key not in now),
        changed=tuple(
            RowChange(key[0], cells) for key in both if (cells := _differing(earlier[key], now[key], shared))
        ),
        new_columns=tuple(head for head in news if head not in olds),
        gone_columns=tuple(head for head in olds if head not in news),
        moved=both != [key for key in earlier if key in now] or shared != [head for head in olds if head in shared],
    )


def _key_heading(headings: list[str]) -> str | None:
    """Return the heading of the column that identifies rows; None if there is none."""
    names = {slugify(head): head for head in reversed(headings)}
    ranked = [ID, *NAME_HEADINGS, *(name for name in names if name.startswith("name_") or name.endswith("_name"))]
    return next((names[name] for name in ranked if name in names), None)


def _rows_by_name(table: list[RawRow], called: str | None) -> dict[Key, dict[str, str]]:
    """Return the rows by name; if no column has names, by all their cells."""
    heads, seen, found = table[0].cells, Counter[str](), dict[Key, dict[str, str]]()
    for _, cells in table[1:]:
        row = dict(zip(heads, cells + [""] * (len(heads) - len(cells)), strict=False))
        name = (row.get(called, "") if called else "") or " | ".join(cell for cell in cells if cell)
        seen[name] += 1
        found[name, seen[name]] = row
    return found


def _differing(before: dict[str, str], after: dict[str, str], headings: list[str]) -> tuple[CellChange, ...]:
    return tuple(
        CellChange(head, before.get(head, ""), after.get(head, ""))
        for head in headings
        if before.get(head, "") != after.get(head, "")
    )
