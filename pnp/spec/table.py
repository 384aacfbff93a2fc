"""Tables: the rows of a deck, from files or from the spec itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pnp.errors import Case, Problem, SpecError, known, quoted
from pnp.spec.colour import EXAMPLE, read_colour
from pnp.spec.model import Column, ColumnType, Design
from pnp.spec.reader import read_rows
from pnp.spec.values import CONTROL, MOST_COPIES, MOST_LOOKS, MOST_PIECES, NAME, Cell
from pnp.terms import Lang

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}([.,][0-9]{1,15})?")
_PLACE: Final = re.compile(r"(?P<table>.+?)(?::|\[)(?P<number>[0-9]+)\]?")
"""Where a row stands: in which table, and its number there."""
ID: Final = "id"
COUNT: Final = "count"
LOOKS: Final = "looks"
OPTIONAL: Final = (COUNT, LOOKS)
"""Columns that a table may have, and need not declare."""

Row = tuple[str, dict[str, str]]
"""Where a row stands, and its cells by column."""


def row_problem(where: str, key: str, expected: str, found: str, hint: str = "", *, code: str) -> Problem:
    """A problem in a row, or in one of its cells; the same mistake in other rows is told together with it."""
    inner = f": {key}" if key else ""
    place = _PLACE.fullmatch(where)
    case = Case("row", place["number"], place["number"], f"{place['table']}{inner}") if place else None
    return Problem(f"{where}{inner}", expected, found, hint, case, code=code)


def headings(columns: Mapping[str, Column], languages: Iterable[Lang]) -> list[str]:
    """The headings of a table; a `looks` that the spec declares is a column like any other."""
    names = [ID, *(name for name in OPTIONAL if name != LOOKS or name not in columns)]
    for name, column in columns.items():
        names += [in_language(name, lang) for lang in languages] if column.translated else [name]
    return names


def in_language(name: str, lang: str) -> str:
    """The heading of a translated column in a language: name_fr, name_pt_br."""
    return f"{name}_{lang.lower().replace('-', '_')}"


def read_file(path: Path, where: str, sheet: str | None, problems: list[Problem], *, strict: bool) -> list[Row]:
    """The headings, then the rows of a file by them; what is wrong with it is added to the problems."""
    try:
        raw = read_rows(path, where, sheet, strict=strict)
    except SpecError as error:
        problems += error.problems
        return []
    found: list[Row] = []
    heads: list[str] = []
    for place, cells in raw:
        while cells and not cells[-1]:  # columns that a spreadsheet adds
            cells.pop()
        if not heads:
            heads = cells
            twice = [head for head in dict.fromkeys(heads) if head and heads.count(head) > 1]
            problems += [Problem(place, "each column once", f"{quoted(head)} twice", code="E0304") for head in twice]
            found.append((place, dict.fromkeys(heads, "")))
        elif len(cells) > len(heads):
            hint = "put quotes around a text with a comma in it"
            extra = f"{len(cells)} cells, from {quoted(cells[len(heads)])} on too many"
            problems.append(row_problem(place, "", f"{len(heads)} cells", extra, hint, code="E0307"))
        else:
            found.append((place, dict(zip(heads, cells + [""] * (len(heads) - len(cells)), strict=True))))
    return found


def read_table(path: Path, where: str, sheet: str | None, wanted: list[str], problems: list[Problem]) -> list[Row]:
    """The rows of a file that has these headings, and no others."""
    before = len(problems)
    rows = read_file(path, where, sheet, problems, strict=True)
    if not rows:
        if len(problems) == before:
            problems.append(Problem(where, f"the headings {', '.join(wanted)}", "an empty table", code="E0305"))
        return []
    (place, heads), *found = rows
    problems += _check_headings(list(heads), wanted, place)
    return found


def _check_headings(heads: list[str], wanted: list[str], where: str) -> Iterator[Problem]:
    for head in dict.fromkeys(heads):
        if head not in wanted:
            hint = f"{known(wanted, head)}; new columns are declared under columns in the spec"
            yield Problem(where, "a known column", quoted(head), hint, code="E0302")
    for name in wanted:
        if name not in heads and name not in OPTIONAL:
            yield Problem(where, f"a column {quoted(name)}", "none", code="E0303")


def read_inline(rows: object, where: str, wanted: list[str] | None, problems: list[Problem]) -> list[Row]:
    """The rows written in the spec itself; they have the wanted columns and no others, or any."""
    found: list[Row] = []
    if not isinstance(rows, list) or not rows:
        problems.append(Problem(where, "a list of rows", quoted(rows), 'for example [{ id = "fox" }]', code="E0204"))
        return found
    for number, row in enumerate(rows, 1):
        here = f"{where}[{number}]"
        if not isinstance(row, dict):
            problems.append(row_problem(here, "", "a row", quoted(row), 'for example { id = "fox" }', code="E0204"))
            continue
        if wanted is not None:
            missing = [name for name in wanted if name not in row and name not in OPTIONAL]
            problems += [
                row_problem(here, "", "a known column", quoted(key), known(wanted, key), code="E0302")
                for key in row
                if key not in wanted
            ]
            problems += [row_problem(here, "", f"a column {quoted(name)}", "none", code="E0303") for name in missing]
        found.append((here, {key: str(value) for key, value in row.items()}))
    return found


def read_designs(
    rows: Iterable[Row],
    columns: Mapping[str, Column],
    languages: Sequence[Lang],
    problems: list[Problem],
    unread: list[str] | None = None,
) -> list[Design]:
    """The designs the rows describe; a row with a problem is left out, and its problems and id are added."""
    designs: list[Design] = []
    counts = Column(type=ColumnType.INT, min=1, max=MOST_COPIES, default=1, hint="delete the row to leave it out")
    hint = f"a column {LOOKS} of your own is declared under columns in the spec"
    looks_of = Column(type=ColumnType.INT, min=1, max=MOST_LOOKS, default=1, hint=hint)
    seen: dict[str, str] = {}
    enough = len(problems) + MOST_PIECES
    for where, cells in rows:
        before = len(problems)
        if before > enough:  # nobody reads more, and a deck cannot have more rows
            break
        name = cells.get(ID, "")
        if ID in cells and not NAME.fullmatch(name):
            problems.append(
                row_problem(where, ID, "a name of small letters, digits, - and _", quoted(name), code="E0111")
            )
        if seen.setdefault(name, where) != where:
            found = f"{quoted(name)} again (first {seen[name].rpartition('/')[2]})"
            hint = f"use the column {COUNT} for copies"
            problems.append(row_problem(where, ID, "an id of its own for each row", found, hint, code="E0306"))
        count = _cell(cells.get(COUNT, ""), counts, where, COUNT, problems)
        looks = 1 if LOOKS in columns else _cell(cells.get(LOOKS, ""), looks_of, where, LOOKS, problems)
        fields: dict[str, Cell | dict[Lang, str]] = {}
        for key, column in columns.items():
            if column.translated:
                fields[key] = {
                    lang: str(_cell(cells[head], column, where, head, problems))
                    for lang in languages
                    if (head := in_language(key, lang)) in cells
                }
            elif key in cells:
                fields[key] = _cell(cells[key], column, where, key, problems)
        if len(problems) == before and name:
            row = place_of(where)[1]
            made = Design(id=name, count=int(count), looks=int(looks), fields=fields, row=row, place=where)
            designs.append(made)
        elif unread is not None:
            unread.append(name)
    return designs


def place_of(where: str) -> tuple[str, int]:
    """The table that a row stands in, and its number there; 0 where that has none."""
    place = _PLACE.fullmatch(where)
    return (place["table"], int(place["number"])) if place else (where, 0)


def _cell(text: str, column: Column, where: str, key: str, problems: list[Problem]) -> Cell:
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
        if (colour := read_colour(text)) is not None:
            return colour
        expected = EXAMPLE
    else:
        if text and control_in(text) is None:
            return text
        expected = "a text without control characters" if text else "a text"
    problems.append(
        row_problem(where, key, expected, quoted(text) if text else "an empty cell", column.hint, code="E0301")
    )
    return 0


def control_in(text: str) -> str | None:
    """The first character of a text that no cell may hold; line breaks and tabs it may."""
    found = CONTROL.search(text.replace("\n", "").replace("\t", ""))
    return found[0] if found else None


def _number(text: str, *, whole: bool) -> int | float | None:
    if not _NUMBER.fullmatch(text) or (whole and not _WHOLE.fullmatch(text)):
        return None
    return int(text) if whole else float(text.replace(",", "."))
