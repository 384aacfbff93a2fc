"""Display the tables of a game, editable or read-only: CSV, workbooks, JSON, and rows in game.toml."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from pnp.errors import PnpError
from pnp.spec.load import PartialGame
from pnp.spec.model import Design
from pnp.spec.reader import RawRow, decode, is_json, is_workbook, parse_rows
from pnp.tables.columns import show_columns
from pnp.tables.document import CsvDocument, TableRecord, content_hash, read_document
from pnp.tables.source import TableSource
from pnp.tables.view import TableColumn, TableForm, TableRow, TableView

WORKBOOK: Final = "it is a workbook; edit it in a spreadsheet program, or save it as CSV to edit it here"
JSON: Final = "it is a JSON file; edit it in a text editor, or save it as CSV to edit it here"


class OpenedTable:
    """A table as it is in its file: a document that can be edited, or rows that can only be displayed."""

    def __init__(self, source: TableSource, protected: str) -> None:
        self.source = source
        self.read_only = protected
        self.document: CsvDocument | None = None
        self.rows: list[RawRow] = []
        self.form: TableForm = "spec" if source.path is None else "text"
        try:
            self.content = source.read()
        except OSError as error:
            self.content = b""
            self.read_only = f"the file cannot be read: {error.strerror or error}"
            return
        try:
            self._read()
        except PnpError as error:
            self.read_only = self.read_only or f"{replace(error.problems[0], hint='')}; correct it in a text editor"
        if self.document is not None:
            self.read_only = self.read_only or self.document.read_only

    def _read(self) -> None:
        source, content = self.source, self.content
        if source.path is None:
            heads = list(dict.fromkeys(key for row in source.rows for key in row))
            self.rows = [RawRow(source.where, heads)] if heads else []
            for number, row in enumerate(source.rows, 1):
                self.rows.append(RawRow(source.where / number, [str(row.get(key, "")) for key in heads]))
            return
        if is_workbook(content):
            self.form, reason = "workbook", WORKBOOK
        elif is_json(decode(content, source.file).text):
            self.form, reason = "json", JSON
        else:
            if source.sheet is None:
                self.document = read_document(content, source.file)
                return
            reason = ""  # the reader reports the problem
        self.read_only = self.read_only or reason
        self.rows = parse_rows(content, source.file, source.sheet)

    @property
    def version(self) -> str:
        """Hash of the file."""
        return content_hash(self.content)

    def show(self, document: CsvDocument | None, reading: PartialGame) -> TableView:
        """Return the table for display, with its columns and pieces; `document` has the edits."""
        return TableView(
            table=self.source.name,
            file=self.source.where.file,
            sheet=self.source.where.sheet,
            key=self.source.where.key,
            decks=self.source.decks,
            form=self.form,
            read_only=self.read_only,
            version=self.version,
            encoding=document.encoding if document else "",
            delimiter=document.delimiter if document else "",
            columns=self.columns(reading, document),
            rows=self._shown(document, self._pieces(reading)),
            changed=document is not self.document and document != self.document,
        )

    def columns(self, reading: PartialGame, document: CsvDocument | None = None) -> list[TableColumn]:
        """Return the columns of the file, or of a document after edits."""
        document = document or self.document
        headings = document.headings if document else _trimmed(self.rows[0].cells) if self.rows else []
        return show_columns(headings, self.source.decks, reading)

    def _shown(self, document: CsvDocument | None, pieces: dict[int, list[str]]) -> list[TableRow]:
        if document is None or self.document is None:
            return [
                TableRow(row=number, line=(line := where.row or number), cells=cells, pieces=pieces.get(line, []))
                for number, (where, cells) in enumerate(self.rows[1:], 1)
            ]
        made = {id(record): pieces[line] for record, line in _lines(self.document) if line in pieces}
        return [
            TableRow(row=row, line=line, cells=document.cells(row), blank=record.blank, pieces=made.get(id(record), []))
            for row, (record, line) in enumerate(_lines(document), -document.head)
            if row > 0
        ]

    def _pieces(self, reading: PartialGame) -> dict[int, list[str]]:
        """Return the ids of the pieces that the rows of the file define, by line."""
        found: dict[int, list[str]] = {}
        for deck in self.source.decks:
            designs: Sequence[Design] = reading.decks.get(deck, {}).get("designs", [])
            for design in designs:
                if self.source.makes(design):
                    found.setdefault(design.row, []).append(design.id)
        return found

    def rows_left(self, document: CsvDocument | None) -> dict[int, int]:
        """Return the rows of the file that have not been edited, with their numbers after edits."""
        if document is None or self.document is None or document is self.document:
            return {row: row for row in range(max(len(self.rows), self.document.last + 1 if self.document else 0))}
        now = {id(record): row for row, record in enumerate(document.records, -document.head)}
        before = enumerate(self.document.records, -self.document.head)
        return {row: now[id(record)] for row, record in before if id(record) in now}


def _lines(document: CsvDocument) -> list[tuple[TableRecord, int]]:
    """Return every record with the number of its last line."""
    return list(zip(document.records, accumulate(record.lines for record in document.records), strict=True))


def _trimmed(cells: list[str]) -> list[str]:
    """Return the cells without trailing empty ones, which spreadsheet programs add."""
    end = max((number for number, cell in enumerate(cells, 1) if cell), default=0)
    return cells[:end]
