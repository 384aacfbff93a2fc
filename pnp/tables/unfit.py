"""Values that a cell of a file cannot hold: told before anything is written, never replaced."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from pnp.errors import Problem, quoted
from pnp.spec.separated import HALF
from pnp.spec.table import control_in
from pnp.tables.document import AS_UTF_8, Document, EditError
from pnp.tables.edit import LONGEST_CELL

MOST_TOLD: Final = 100
"""This many cells that cannot be written are told."""
Unfit = tuple[str, str, str]
"""What was expected, what was found, and a hint."""


def check_values(document: Document, row: int, block: list[list[str]], column: int) -> None:
    """EditError with every value of a block that its cell cannot hold; a value that is there already never counts."""
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
                here = _place(document, number, place)
                problems += [Problem(here, *each, code="E0314") for each in unfit]
    if problems:
        raise EditError(*problems)


def _in_place(document: Document, row: int, column: int, value: str, width: int) -> Iterator[Unfit]:
    """What a cell cannot hold because of where it is."""
    if column >= width:
        yield f"one of the {width} columns of the table", f"column {column + 1}", "add a heading to the table first"
    if row == 0:
        headings = document.headings
        if not value:
            yield "a heading", "an empty cell", "delete the column in a spreadsheet program"
        elif value in headings[:column] + headings[column + 1 :]:
            yield "each column once", f"{quoted(value)} twice", ""
    if document.errors != "strict" and row <= document.last:
        cells = document.records[document.head + row].cells
        if column < len(cells) and HALF.search(cells[column]):
            lost = f"bytes that mean nothing in {document.encoding}, and that would be lost"
            yield "a cell that can be read", lost, AS_UTF_8


def _in_encoding(document: Document, value: str) -> Iterator[Unfit]:
    """What a cell cannot hold anywhere in the file."""
    if len(value) > LONGEST_CELL:
        yield f"a text of at most {LONGEST_CELL:,} characters", f"{len(value):,}", ""
    if (control := control_in(value)) is not None:
        yield "a text without control characters", _named(control), ""
    if (half := HALF.search(value)) is not None:
        yield "whole letters", _named(half[0]), ""
        return
    try:
        value.encode(document.codec)
    except UnicodeEncodeError as error:
        yield f"characters that {document.encoding} has", _named(value[error.start]), AS_UTF_8


def _named(sign: str) -> str:
    """A character as a person knows it: itself, its number and its name."""
    name = unicodedata.name(sign, "").lower()
    return f"{quoted(sign)} (U+{ord(sign):04X}{f' {name}' if name else ''})"


def _place(document: Document, row: int, column: int) -> str:
    """A cell as messages name it: the file, the line and the heading."""
    headings = document.headings
    inner = headings[column] if column < len(headings) and headings[column] else f"column {column + 1}"
    line = document.line(row) if row <= document.last else document.line(document.last) + row - document.last
    return f"{document.where}:{line}: {inner}"
