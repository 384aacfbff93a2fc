"""Read tables in CSV, XLSX, XLS, ODS, JSON and JSON Lines as rows of texts.

The format is detected from the content of a file, not from its extension. CSV may have commas, semicolons or tabs, and
any common encoding. `cards.xlsx#Events` selects a sheet, or a list in a JSON object. Sizes are checked before anything
is unpacked, so that a hostile file ends in an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import Location, Problem, SpecError, did_you_mean, os_problem, quote_value
from pnp.spec.separated import LONE_SURROGATE, decode, detect_delimiter, parse_records, without_sep_line
from pnp.spec.workbook import OLD_EXCEL, ZIP, cell_text, read_sheet
from pnp.store.files import describe_error, read_file, read_json

LARGEST_FILE: Final = 16_000_000
"""Maximum size of a table file, in bytes."""
MOST_COLUMNS: Final = 500


class RawRow(NamedTuple):
    """A row of a file."""

    where: Location
    """Location of the row: line and row in a text file, row in a workbook or JSON."""
    cells: list[str]


def read_rows(path: Path, where: Location, sheet: str | None = None, *, strict: bool = False) -> list[RawRow]:
    """Return the rows of a table, headings first, without empty rows; raise SpecError if it cannot be read.

    With `strict`, text must be UTF-8.
    """
    try:
        content = read_file(path, LARGEST_FILE)
    except OSError as error:
        raise SpecError(os_problem(error, where, "cannot be read")) from None
    return parse_rows(content, where, sheet, strict=strict)


def parse_rows(content: bytes, where: Location, sheet: str | None = None, *, strict: bool = False) -> list[RawRow]:
    """Return the rows of a table, like `read_rows`, from the content of its file."""
    if is_workbook(content):
        rows = _workbook(content, where, sheet)
    else:
        text = decode(content, where, strict=strict).shown
        if is_json(text):
            rows = _json(text, where, sheet)
        else:
            if sheet is not None:
                raise SpecError(
                    Problem(where, "is a text file, which has no sheets", f'delete "#{sheet}"', code="E0309")
                )
            rows = _text(text, where)
    filled = [row for row in rows if any(row.cells)]
    if filled:
        check_width(*filled[0])
    return filled


def check_width(where: Location, headings: list[str]) -> None:
    """Raise SpecError if there are more than MOST_COLUMNS headings."""
    if len(headings) > MOST_COLUMNS:
        message = f"must have at most {MOST_COLUMNS} columns"
        raise SpecError(Problem(where, message, found=f"{len(headings):,}", code="E0105"))


def is_workbook(content: bytes) -> bool:
    """Return whether the content of a file is a workbook (XLSX, XLS or ODS)."""
    return content.startswith((ZIP, OLD_EXCEL))


def is_json(text: str) -> bool:
    """Return whether a text is JSON rather than CSV."""
    return text.lstrip()[:1] in ("[", "{")


def _text(text: str, where: Location) -> Iterator[RawRow]:
    """Yield the rows of a CSV text."""
    body = without_sep_line(text)
    for line, cells in parse_records(body, where, detect_delimiter(body)):
        yield RawRow(where.at(line=line, row=line), cells)


def _json(text: str, where: Location, sheet: str | None) -> Iterator[RawRow]:
    """Yield the rows of JSON: a list of objects, JSON Lines, an object with such a list, or one list per column."""
    rows = _objects(text, where, sheet)
    heads = list(dict.fromkeys(key for _, row in rows for key in row))
    yield RawRow(where.at(sheet=sheet or ""), heads)
    for place, row in rows:
        cells = []
        for key in heads:
            value = row.get(key)
            if isinstance(value, list | dict):
                found = quote_value(json.dumps(value))
                raise SpecError(Problem(place.at(column=key), "must be a text or a number", found=found, code="E0301"))
            cells.append(cell_text(value))
            if LONE_SURROGATE.search(cells[-1]):
                message, hint = "has half of a surrogate pair", "write escapes like \\ud83d in pairs"
                raise SpecError(
                    Problem(place.at(column=key), message, hint, found=quote_value(cells[-1]), code="E0301")
                )
        yield RawRow(place, cells)


def _objects(text: str, where: Location, sheet: str | None) -> list[tuple[Location, dict[str, Any]]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not lines[0].strip().endswith("}"):
            line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
            message = f"is not valid JSON: {describe_error(error)}"
            raise SpecError(Problem(where.at(line=line), message, code="E0308")) from None
        return _lines(text, where)
    if isinstance(data, dict):
        lists = {key: value for key, value in data.items() if isinstance(value, list)}
        if sheet is None and _are_columns(data):
            data = {"": [dict(zip(data, row, strict=True)) for row in zip(*data.values(), strict=True)]}
            lists = data
        if sheet is None and not lists:
            raise SpecError(Problem(where, "has no list of rows", code="E0309"))
        if sheet is None and len(lists) > 1:
            hint = f"choose one by its name after #; {did_you_mean(lists, '')}"
            raise SpecError(Problem(where, f"has {len(lists)} lists of rows", hint, code="E0309"))
        if sheet is not None and sheet not in lists:
            raise SpecError(
                Problem(where, f"has no list {quote_value(sheet)}", did_you_mean(lists, sheet), code="E0309")
            )
        data = lists[sheet] if sheet is not None else next(iter(lists.values()))
    if not isinstance(data, list):
        raise SpecError(Problem(where, "must be a list of rows", found=quote_value(data), code="E0308"))
    places = [where.at(sheet=sheet or "", row=number) for number in range(1, len(data) + 1)]
    return [(place, _object(row, place)) for place, row in zip(places, data, strict=True)]


def _are_columns(data: dict[str, Any]) -> bool:
    """Return whether an object has one list per column, all of the same length, as some card makers export."""
    return len({len(value) if isinstance(value, list) else -1 for value in data.values()}) == 1 and all(
        isinstance(value, list) and not any(isinstance(cell, list | dict) for cell in value) for value in data.values()
    )


def _lines(text: str, where: Location) -> list[tuple[Location, dict[str, Any]]]:
    """Return the objects of JSON Lines, one on each line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            place = where.at(line=number, row=number)
            try:
                row = read_json(line)
            except ValueError as error:
                raise SpecError(Problem(place, f"is not a JSON object: {error}", code="E0308")) from None
            found.append((place, _object(row, place)))
    return found


def _object(row: object, where: Location) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise SpecError(Problem(where, "must be an object", found=quote_value(row), code="E0308"))
    return {str(key).strip(): value for key, value in row.items()}


def _workbook(content: bytes, where: Location, sheet: str | None) -> Iterator[RawRow]:
    """Yield the rows of a sheet; of the first sheet that is not empty if `sheet` is None."""
    for number, cells in read_sheet(content, where, sheet):
        yield RawRow(where.at(sheet=sheet or "", row=number), cells)
