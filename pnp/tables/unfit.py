"""Check new values of cells before a table is written: position, length, characters and encoding."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from pnp.errors import Location, Problem, quote_value
from pnp.spec.reader import LONE_SURROGATE
from pnp.spec.table import first_control_character
from pnp.tables.document import SAVE_AS_UTF_8, CsvDocument, EditError
from pnp.tables.edit import LONGEST_CELL

MOST_TOLD: Final = 100
"""Maximum number of reported problems."""


class CellProblem(NamedTuple):
    """A problem with a value."""

    message: str
    hint: str = ""
    found: str = ""


def check_values(document: CsvDocument, row: int, block: list[list[str]], column: int) -> None:
    """Raise EditError with every value of a block that cannot be written; unchanged values are not checked."""
    problems: list[Problem] = []
    width = len(document.headings)
    for number, values in enumerate(block, row):
        said = document.cells(number) if number <= document.last else []
        for place, value in enumerate(values, column):
            before = said[place] if place < len(said) else ""
            if value == before:
                continue
            unfit = [*_in_place(document, number, place, value, max(width, len(said))), *_in_encoding(document, value)]
            if unfit and len(problems) < MOST_TOLD:
                where = _location(document, number, place)
                problems += [Problem(where, each.message, each.hint, found=each.found, code="E0314") for each in unfit]
    if problems:
        raise EditError(*problems)


def _in_place(document: CsvDocument, row: int, column: int, value: str, width: int) -> Iterator[CellProblem]:
    """Yield the problems with a value that depend on the position of its cell."""
    if column >= width:
        columns = f"{width} column{'s' * (width != 1)}"
        yield CellProblem(f"is outside the table, which has {columns}", "add a heading to the table first")
    if row == 0:
        headings = document.headings
        if not value:
            yield CellProblem("needs a heading", "to remove the column, use a spreadsheet program")
        elif value in headings[:column] + headings[column + 1 :]:
            yield CellProblem(f"{quote_value(value)} is already the heading of another column")
    if document.errors != "strict" and row <= document.last:
        cells = document.records[document.head + row].cells
        if column < len(cells) and LONE_SURROGATE.search(cells[column]):
            yield CellProblem(f"has bytes that are not valid {document.encoding} and would be lost", SAVE_AS_UTF_8)


def _in_encoding(document: CsvDocument, value: str) -> Iterator[CellProblem]:
    """Yield the problems with a value in any cell of the file."""
    if len(value) > LONGEST_CELL:
        yield CellProblem(f"must have at most {LONGEST_CELL:,} characters", found=f"{len(value):,}")
    if (control := first_control_character(value)) is not None:
        yield CellProblem("has a control character", found=_describe_character(control))
    if (half := LONE_SURROGATE.search(value)) is not None:
        yield CellProblem("has half of a surrogate pair", found=_describe_character(half[0]))
        return
    try:
        value.encode(document.codec)
    except UnicodeEncodeError as error:
        message = f"has a character that does not exist in {document.encoding}"
        yield CellProblem(message, SAVE_AS_UTF_8, _describe_character(value[error.start]))


def _describe_character(character: str) -> str:
    """Return a character with its code point and name."""
    name = unicodedata.name(character, "").lower()
    return f"{quote_value(character)} (U+{ord(character):04X}{f' {name}' if name else ''})"


def _location(document: CsvDocument, row: int, column: int) -> Location:
    """Return the location of a cell: the file, the line, and the heading if there is one."""
    headings = document.headings
    line = document.line(row) if row <= document.last else document.line(document.last) + row - document.last
    where = document.where.at(line=line, row=line)
    if column < len(headings) and headings[column]:
        return where.at(column=headings[column])
    return where.at(detail=f"column {column + 1}")
