"""Tables: the rows of a deck, from a CSV file that a spreadsheet wrote or from the spec itself."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from pnp.errors import Problem, known, os_problem, quoted
from pnp.spec.model import Column, ColumnType, Design
from pnp.spec.values import COLOUR, CONTROL, MOST_COPIES, NAME, Cell
from pnp.terms import Lang

LARGEST_FILE: Final = 4_000_000
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}([.,][0-9]{1,15})?")
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
    try:
        if path.stat().st_size > LARGEST_FILE:
            problems.append(Problem(where, f"a table of at most {LARGEST_FILE // 1_000_000} MB", "a larger file"))
            return []
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        problems.append(os_problem(error, where, "a file that can be read"))
        return []
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        hint = "save the table as CSV UTF-8"
        problems.append(Problem(f"{where}:{line}", "UTF-8 text", f"the byte 0x{error.object[error.start]:02x}", hint))
        return []
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.lower().startswith("sep="):  # a spreadsheet says what it separates with
        text = "\n" + text.partition("\n")[2]
    first = next((line for line in text.split("\n") if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
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
            while cells and not cells[-1]:  # columns that a spreadsheet adds
                cells.pop()
            if not cells:
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
    counts = Column(type=ColumnType.INT, min=1, max=MOST_COPIES, default=1, hint="delete the row to leave it out")
    seen: dict[str, str] = {}
    for where, cells in rows:
        before = len(problems)
        name = cells.get(ID, "")
        if ID in cells and not NAME.fullmatch(name):
            problems.append(Problem(f"{where}: id", "a name of small letters, digits, - and _", quoted(name)))
        if seen.setdefault(name, where) != where:
            found = f"{quoted(name)} again (first {seen[name].rpartition('/')[2]})"
            hint = f"use the column {COUNT} for copies"
            problems.append(Problem(f"{where}: id", "an id of its own for each row", found, hint))
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
        if value is not None and column.takes(value):
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
        if text and not CONTROL.search(text.replace("\n", "").replace("\t", "")):
            return text
        expected = "a text without control characters" if text else "a text"
    problems.append(Problem(where, expected, quoted(text) if text else "an empty cell", column.hint))
    return 0


def _number(text: str, *, whole: bool) -> int | float | None:
    if not _NUMBER.fullmatch(text) or (whole and not _WHOLE.fullmatch(text)):
        return None
    return int(text) if whole else float(text.replace(",", "."))
