"""Tables: the rows of a deck, from a CSV file that a spreadsheet wrote or from the spec itself."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from pnp.errors import Problem, known, quoted
from pnp.spec.model import COLOUR, MOST_COPIES, NAME, Cell, Column, ColumnType, Design
from pnp.terms import Lang

LARGEST_FILE: Final = 4_000_000
ID: Final = "id"
COUNT: Final = "count"

Row = tuple[str, dict[str, str]]
"""Where a row stands, and its cells by column."""


def headings(columns: Mapping[str, Column]) -> list[str]:
    """The headings a table must have."""
    names = [ID, COUNT]
    for name, column in columns.items():
        names += [f"{name}_{lang}" for lang in Lang] if column.translated else [name]
    return names


def read_csv(path: Path, where: str, columns: Mapping[str, Column], problems: list[Problem]) -> list[Row]:
    """The rows of a CSV file; comma or semicolon, UTF-8 with or without a byte order mark."""
    if path.stat().st_size > LARGEST_FILE:
        problems.append(Problem(where, f"a table of at most {LARGEST_FILE // 1_000_000} MB", "a larger file"))
        return []
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        hint = "save the table as CSV UTF-8"
        problems.append(Problem(f"{where}:{line}", "UTF-8 text", f"the byte 0x{error.object[error.start]:02x}", hint))
        return []
    first = text.split("\n", 1)[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    return list(_rows(csv.reader(io.StringIO(text), delimiter=delimiter, strict=True), where, columns, problems))


def _rows(
    reader: Iterator[list[str]], where: str, columns: Mapping[str, Column], problems: list[Problem]
) -> Iterator[Row]:
    wanted = headings(columns)
    heads: list[str] = []
    line = 0
    try:
        for cells in reader:
            line = getattr(reader, "line_num", line + 1)
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if not heads:
                heads = cells
                problems += _check_headings(heads, wanted, f"{where}:{line}")
            elif len(cells) > len(heads):
                hint = "put quotes around a text with a comma in it"
                found = f"{len(cells)} cells, from {quoted(cells[len(heads)])} on too many"
                problems.append(Problem(f"{where}:{line}", f"{len(heads)} cells", found, hint))
            else:
                yield f"{where}:{line}", dict(zip(heads, cells + [""] * (len(heads) - len(cells)), strict=True))
    except csv.Error as error:
        problems.append(
            Problem(f"{where}:{line + 1}", "a row of comma-separated cells", str(error), "check the quotes")
        )
    if not heads:
        problems.append(Problem(where, f"the headings {', '.join(wanted)}", "an empty table"))


def _check_headings(heads: list[str], wanted: list[str], where: str) -> Iterator[Problem]:
    for head in dict.fromkeys(heads):
        if head not in wanted:
            hint = f"{known(wanted, head)}; new columns are declared under columns in the spec"
            yield Problem(where, "a known column", quoted(head), hint)
        elif heads.count(head) > 1:
            yield Problem(where, "each column once", f"{quoted(head)} twice")
    for name in wanted:
        if name not in heads and name != COUNT:
            yield Problem(where, f"a column {quoted(name)}", "none")


def read_inline(rows: object, where: str, columns: Mapping[str, Column], problems: list[Problem]) -> list[Row]:
    """The rows written in the spec itself."""
    found: list[Row] = []
    wanted = headings(columns)
    if not isinstance(rows, list) or not rows:
        problems.append(Problem(where, "a list of rows", quoted(rows), 'for example [{ id = "fox" }]'))
        return found
    for number, row in enumerate(rows, 1):
        here = f"{where}[{number}]"
        if not isinstance(row, dict):
            problems.append(Problem(here, "a row", quoted(row), 'for example { id = "fox" }'))
            continue
        for key in row:
            if key not in wanted:
                problems.append(Problem(here, "a known column", quoted(key), known(wanted, key)))
        for name in wanted:
            if name not in row and name != COUNT:
                problems.append(Problem(here, f"a column {quoted(name)}", "none"))
        found.append((here, {key: str(value) for key, value in row.items()}))
    return found


def read_designs(rows: Iterable[Row], columns: Mapping[str, Column], problems: list[Problem]) -> list[Design]:
    """The designs the rows describe; a row with a problem is left out and its problems are added."""
    designs: list[Design] = []
    for where, cells in rows:
        before = len(problems)
        name = cells.get(ID, "")
        if ID in cells and not NAME.fullmatch(name):
            problems.append(Problem(f"{where}: id", "a name of small letters, digits, - and _", quoted(name)))
        counts = Column(type=ColumnType.INT, min=1, max=MOST_COPIES, default=1, hint="delete the row to leave it out")
        count = _cell(cells.get(COUNT, ""), counts, f"{where}: {COUNT}", problems)
        fields: dict[str, Cell | dict[Lang, str]] = {}
        for key, column in columns.items():
            if column.translated:
                fields[key] = {
                    lang: str(_cell(cells[f"{key}_{lang}"], column, f"{where}: {key}_{lang}", problems))
                    for lang in Lang
                    if f"{key}_{lang}" in cells
                }
            elif key in cells:
                fields[key] = _cell(cells[key], column, f"{where}: {key}", problems)
        if len(problems) == before and name:
            designs.append(Design(id=name, count=int(count), fields=fields))
    return designs


def _cell(text: str, column: Column, where: str, problems: list[Problem]) -> Cell:
    """The value of a cell; any value when there is a problem with it."""
    if not text and column.default is not None:
        return column.default
    if column.type in (ColumnType.INT, ColumnType.NUMBER):
        value = _number(text, whole=column.type is ColumnType.INT)
        low, high = column.min, column.max
        if value is not None and (low is None or value >= low) and (high is None or value <= high):
            return value
        expected = "a whole number" if column.type is ColumnType.INT else "a number"
        if low is not None:
            expected += f" from {low:g}"
        if high is not None:
            expected += f" to {high:g}"
    elif column.type is ColumnType.CHOICE:
        if text in column.choices:
            return text
        expected = f"one of {', '.join(column.choices)}"
    elif column.type is ColumnType.COLOUR:
        if COLOUR.fullmatch(text):
            return text
        expected = "a colour like #fbf3df"
    else:
        if text:
            return text
        expected = "a text"
    problems.append(Problem(where, expected, quoted(text) if text else "an empty cell", column.hint))
    return 0


def _number(text: str, *, whole: bool) -> int | float | None:
    try:
        value = int(text) if whole else float(text.replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
