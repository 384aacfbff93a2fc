"""Readers of tables: whatever a spreadsheet or a program writes becomes rows of texts.

A file is known by its content and not by its ending: CSV with commas, semicolons or tabs, in any usual encoding; XLSX,
XLS and ODS workbooks; JSON and JSON Lines. `cards.xlsx#Events` names a sheet, or a list in a JSON object. How much room
a file would take is measured before it is read: a hostile one ends in an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import Problem, SpecError, known, os_problem, quoted
from pnp.read import read_json, read_whole
from pnp.spec.separated import HALF, decode, records, separator, table_body
from pnp.spec.workbook import OLD_EXCEL, ZIP, read_sheet, said

LARGEST_FILE: Final = 16_000_000
MOST_COLUMNS: Final = 500


class RawRow(NamedTuple):
    """A row as it stands in its file."""

    where: str
    """The file, and the line or the number of the row."""
    cells: list[str]


def read_rows(path: Path, where: str, sheet: str | None = None, *, strict: bool = False) -> list[RawRow]:
    """The rows of a table, the headings first, empty ones left out; SpecError when it cannot be read.

    With `strict`, text must be UTF-8.
    """
    try:
        content = read_whole(path, LARGEST_FILE)
    except OSError as error:
        raise SpecError(os_problem(error, where, "a file that can be read")) from None
    return rows_of(content, where, sheet, strict=strict)


def rows_of(content: bytes, where: str, sheet: str | None = None, *, strict: bool = False) -> list[RawRow]:
    """The rows of what a file holds, in the same way."""
    if is_workbook(content):
        rows = _workbook(content, where, sheet)
    else:
        text = decode(content, where, strict=strict).shown
        if is_json(text):
            rows = _json(text, where, sheet)
        else:
            if sheet is not None:
                raise SpecError(
                    Problem(where, "a workbook, or a JSON object", "text", f'leave out "#{sheet}"', code="E0309")
                )
            rows = _text(text, where)
    filled = [row for row in rows if any(row.cells)]
    if filled:
        check_width(*filled[0])
    return filled


def check_width(where: str, headings: list[str]) -> None:
    """SpecError for more columns than a table may have."""
    if len(headings) > MOST_COLUMNS:
        raise SpecError(
            Problem(where, f"a table of at most {MOST_COLUMNS} columns", f"{len(headings):,}", code="E0105")
        )


def is_workbook(content: bytes) -> bool:
    """Whether a file is a workbook of a spreadsheet program."""
    return content.startswith((ZIP, OLD_EXCEL))


def is_json(text: str) -> bool:
    """Whether a text is JSON and not a table of separated cells."""
    return text.lstrip()[:1] in ("[", "{")


def _text(text: str, where: str) -> Iterator[RawRow]:
    """The rows of separated text."""
    body = table_body(text)
    for line, cells in records(body, where, separator(body)):
        yield RawRow(f"{where}:{line}", cells)


def _json(text: str, where: str, sheet: str | None) -> Iterator[RawRow]:
    """The rows of a list of objects, of JSON Lines, of one list in an object, or of a list for each column."""
    rows = _objects(text, where, sheet)
    heads = list(dict.fromkeys(key for _, row in rows for key in row))
    yield RawRow(where, heads)
    for place, row in rows:
        cells = []
        for key in heads:
            value = row.get(key)
            if isinstance(value, list | dict):
                raise SpecError(
                    Problem(f"{place}: {key}", "a text or a number", quoted(json.dumps(value)), code="E0301")
                )
            cells.append(said(value))
            if HALF.search(cells[-1]):
                hint = "escapes like \\ud83d come in pairs"
                raise SpecError(Problem(f"{place}: {key}", "whole letters", quoted(cells[-1]), hint, code="E0301"))
        yield RawRow(place, cells)


def _objects(text: str, where: str, sheet: str | None) -> list[tuple[str, dict[str, Any]]]:
    try:
        data = read_json(text)
    except ValueError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not lines[0].strip().endswith("}"):
            raise SpecError(Problem(where, "JSON", str(error), code="E0308")) from None
        return _lines(text, where)
    if isinstance(data, dict):
        lists = {key: value for key, value in data.items() if isinstance(value, list)}
        if sheet is None and _are_columns(data):
            data = {"": [dict(zip(data, row, strict=True)) for row in zip(*data.values(), strict=True)]}
            lists = data
        if sheet is None and len(lists) != 1:
            hint = f"name one, as {where}#…; {known(lists, '')}"
            raise SpecError(Problem(where, "one list of rows", str(len(lists)), hint, code="E0309"))
        if sheet is not None and sheet not in lists:
            raise SpecError(Problem(where, f"a list named {quoted(sheet)}", "none", known(lists, sheet), code="E0309"))
        data = lists[sheet] if sheet is not None else next(iter(lists.values()))
    if not isinstance(data, list):
        raise SpecError(Problem(where, "a list of rows", type(data).__name__, code="E0308"))
    return [(f"{where}[{number}]", _object(row, f"{where}[{number}]")) for number, row in enumerate(data, 1)]


def _are_columns(data: dict[str, Any]) -> bool:
    """Whether an object has a list for each column, all as long, as some card makers write it."""
    return len({len(value) if isinstance(value, list) else -1 for value in data.values()}) == 1 and all(
        isinstance(value, list) and not any(isinstance(cell, list | dict) for cell in value) for value in data.values()
    )


def _lines(text: str, where: str) -> list[tuple[str, dict[str, Any]]]:
    """JSON Lines: an object on each line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                row = read_json(line)
            except ValueError as error:
                raise SpecError(
                    Problem(f"{where}:{number}", "a JSON object on the line", str(error), code="E0308")
                ) from None
            found.append((f"{where}:{number}", _object(row, f"{where}:{number}")))
    return found


def _object(row: object, where: str) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise SpecError(Problem(where, "a row as an object", quoted(row), code="E0308"))
    return {str(key).strip(): value for key, value in row.items()}


def _workbook(content: bytes, where: str, sheet: str | None) -> Iterator[RawRow]:
    """The rows of a sheet; of the first one that holds anything where none is named."""
    place = where if sheet is None else f"{where}#{sheet}"
    for number, cells in read_sheet(content, where, sheet):
        yield RawRow(f"{place}:{number}", cells)
