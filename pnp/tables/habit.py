"""Detect the CSV dialect of the rows near an edit (line ends, quotes), so that new rows match them."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import Final

from pnp.tables.cell import RawCell, format_cell, line_breaks, line_end
from pnp.tables.document import CsvDocument

NEARBY_ROWS: Final = 50
"""Number of rows on each side that are examined."""


class CsvDialect:
    """The line ends and quotes in the rows near a row."""

    def __init__(self, document: CsvDocument, row: int) -> None:
        self.document = document
        self.row = row
        self._quotes: dict[tuple[int, bool], bool] = {}

    @cached_property
    def end(self) -> str:
        """Line end of the nearest row above, or else below."""
        records, at = self.document.records, self.document.head + self.row
        nearest = chain(range(min(at, len(records)) - 1, -1, -1), range(at, len(records)))
        return next(filter(None, (line_end(records[number].raw) for number in nearest)), "\n")

    @cached_property
    def line_break(self) -> str:
        """Line break inside cells; often LF even if lines end with CRLF."""
        breaks = (line_breaks(cell.inner) for cells in self._written for cell in cells if cell.quoted)
        return next((found[0] for found in breaks if found), "\n")

    def quotes(self, column: int, *, empty: bool = False) -> bool:
        """Return whether the filled cells of a column, or with `empty` the empty ones, are quoted."""
        key = column, empty
        if key not in self._quotes:
            cells = [cells[column] for cells in self._written if column < len(cells)]
            alike = [cell.quoted for cell in cells if empty != bool(cell.inner.strip())]
            alike = alike or ([cell.quoted for cell in cells] if empty else [])
            self._quotes[key] = bool(alike) and all(alike)
        return self._quotes[key]

    def new_row(self, values: list[str]) -> str:
        """Return the text of a new row with these values, with a cell for each heading and without a line end."""
        delimiter = self.document.delimiter
        width = len(self.document.records[self.document.head].cells)
        cells = []
        for column, value in enumerate((values + [""] * width)[:width]):
            quoted, line_break = self.quotes(column, empty=not value), self.line_break if "\n" in value else "\n"
            cells.append(format_cell(value, delimiter, quoted=quoted, line_break=line_break))
        return non_blank_row(delimiter.join(cells))

    @cached_property
    def _written(self) -> list[list[RawCell]]:
        """Cells of the rows nearby, or of the headings if there are no rows."""
        low, high = max(1, self.row - NEARBY_ROWS), min(self.document.last, self.row + NEARBY_ROWS)
        rows = [row for row in range(low, high + 1) if not self.document.records[self.document.head + row].blank]
        return [self.document.written(row) for row in rows or [0]]


def non_blank_row(text: str) -> str:
    """Return the text of a row, with a quoted empty cell if it has no text; a blank line would not count as a row."""
    return text or '""'
