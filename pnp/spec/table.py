"""Read and check the rows of a deck, from table files or from the spec itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value
from pnp.spec.colour import COLOUR_EXAMPLE, parse_colour
from pnp.spec.model import Column, ColumnType, Design
from pnp.spec.reader import read_rows
from pnp.spec.values import CONTROL, MOST_COPIES, MOST_LOOKS, MOST_PIECES, NAME, NAME_MESSAGE, Cell
from pnp.terms import Lang

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}([.,][0-9]{1,15})?")
ID: Final = "id"
COUNT: Final = "count"
LOOKS: Final = "looks"
OPTIONAL_COLUMNS: Final = (COUNT, LOOKS)
"""Optional columns that need not be declared."""

Row = tuple[Location, dict[str, str]]
"""Location of a row, and its cells by column."""


def headings(columns: Mapping[str, Column], languages: Iterable[Lang]) -> list[str]:
    """Return the headings of a table, one per language for translated columns.

    If the spec declares a column named `looks`, it is an ordinary column.
    """
    names = [ID, *(name for name in OPTIONAL_COLUMNS if name != LOOKS or name not in columns)]
    for name, column in columns.items():
        names += [translated_heading(name, lang) for lang in languages] if column.translated else [name]
    return names


def translated_heading(name: str, lang: str) -> str:
    """Return the heading of a translated column for a language, such as name_fr or name_pt_br."""
    return f"{name}_{lang.lower().replace('-', '_')}"


def read_file(path: Path, where: Location, sheet: str | None, problems: list[Problem], *, strict: bool) -> list[Row]:
    """Return the rows of a file by heading; the first has the headings. Problems are added to `problems`."""
    try:
        raw = read_rows(path, where, sheet, strict=strict)
    except SpecError as error:
        problems += error.problems
        return []
    found: list[Row] = []
    heads: list[str] = []
    for place, cells in raw:
        while cells and not cells[-1]:  # empty cells that spreadsheet programs add
            cells.pop()
        if not heads:
            heads = cells
            twice = [head for head in dict.fromkeys(heads) if head and heads.count(head) > 1]
            problems += [Problem(place, f"has the column {quote_value(head)} twice", code="E0304") for head in twice]
            found.append((place, dict.fromkeys(heads, "")))
        elif len(cells) > len(heads):
            hint = "put quotes around a text with a comma in it"
            extra = f"{len(cells)} (the first extra one is {quote_value(cells[len(heads)])})"
            problems.append(Problem(place, f"must have at most {len(heads)} cells", hint, found=extra, code="E0307"))
        else:
            found.append((place, dict(zip(heads, cells + [""] * (len(heads) - len(cells)), strict=True))))
    return found


def read_strict_table(
    path: Path, where: Location, sheet: str | None, wanted: list[str], problems: list[Problem]
) -> list[Row]:
    """Return the rows of a file, which must have exactly the headings in `wanted`."""
    before = len(problems)
    rows = read_file(path, where, sheet, problems, strict=True)
    if not rows:
        if len(problems) == before:
            hint = f"the headings are {', '.join(wanted)}"
            problems.append(Problem(where.at(sheet=sheet or ""), "is empty", hint, code="E0305"))
        return []
    (place, heads), *found = rows
    problems += _check_headings(list(heads), wanted, place)
    return found


def _check_headings(heads: list[str], wanted: list[str], where: Location) -> Iterator[Problem]:
    for head in dict.fromkeys(heads):
        if head not in wanted:
            hint = f"{did_you_mean(wanted, head)}; declare new columns under columns in the spec"
            yield Problem(where, f"has an unknown column {quote_value(head)}", hint, code="E0302")
    for name in wanted:
        if name not in heads and name not in OPTIONAL_COLUMNS:
            yield Problem(where, f"has no column {quote_value(name)}", code="E0303")


def read_inline(rows: object, where: Location, wanted: list[str] | None, problems: list[Problem]) -> list[Row]:
    """Return the rows written in the spec itself; their keys must be those in `wanted`, unless it is None."""
    found: list[Row] = []
    if not isinstance(rows, list) or not rows:
        message, hint = "must be a list of rows", 'for example [{ id = "fox" }]'
        problems.append(Problem(where, message, hint, found=quote_value(rows), code="E0204"))
        return found
    for number, row in enumerate(rows, 1):
        here = where.at(row=number)
        if not isinstance(row, dict):
            message, hint = "must be a table of keys", 'for example { id = "fox" }'
            problems.append(Problem(here, message, hint, found=quote_value(row), code="E0204"))
            continue
        if wanted is not None:
            missing = [name for name in wanted if name not in row and name not in OPTIONAL_COLUMNS]
            problems += [
                Problem(here, f"has an unknown column {quote_value(key)}", did_you_mean(wanted, key), code="E0302")
                for key in row
                if key not in wanted
            ]
            problems += [Problem(here, f"has no column {quote_value(name)}", code="E0303") for name in missing]
        found.append((here, {key: str(value) for key, value in row.items()}))
    return found


def read_designs(
    rows: Iterable[Row],
    columns: Mapping[str, Column],
    languages: Sequence[Lang],
    problems: list[Problem],
    unread: list[str] | None = None,
) -> list[Design]:
    """Return the designs of the rows.

    A row with problems is left out; its problems are added to `problems`, and its id to `unread`.
    """
    designs: list[Design] = []
    counts = Column(
        type=ColumnType.INT, min=1, max=MOST_COPIES, default=1, hint="to leave the piece out, delete its row"
    )
    hint = f"to use {LOOKS} for something else, declare it under columns in the spec"
    looks_of = Column(type=ColumnType.INT, min=1, max=MOST_LOOKS, default=1, hint=hint)
    seen: dict[str, Location] = {}
    enough = len(problems) + MOST_PIECES
    for where, cells in rows:
        before = len(problems)
        if before > enough:  # enough reported; a deck cannot have more rows anyway
            break
        name = cells.get(ID, "")
        if ID in cells and not NAME.fullmatch(name):
            problems.append(Problem(where.at(column=ID), NAME_MESSAGE, found=quote_value(name), code="E0111"))
        first = seen.setdefault(name, where)
        if first != where:
            found = f"{quote_value(name)}, first used in {first.at(file=PurePosixPath(first.file).name)}"
            hint = f"use the column {COUNT} for copies"
            problems.append(Problem(where.at(column=ID), "is not unique", hint, found=found, code="E0306"))
        count = _cell(cells.get(COUNT, ""), counts, where, COUNT, problems)
        looks = 1 if LOOKS in columns else _cell(cells.get(LOOKS, ""), looks_of, where, LOOKS, problems)
        fields: dict[str, Cell | dict[Lang, str]] = {}
        for key, column in columns.items():
            if column.translated:
                fields[key] = {
                    lang: str(_cell(cells[head], column, where, head, problems))
                    for lang in languages
                    if (head := translated_heading(key, lang)) in cells
                }
            elif key in cells:
                fields[key] = _cell(cells[key], column, where, key, problems)
        if len(problems) == before and name:
            made = Design(id=name, count=int(count), looks=int(looks), fields=fields, place=where)
            designs.append(made)
        elif unread is not None:
            unread.append(name)
    return designs


def _cell(text: str, column: Column, where: Location, key: str, problems: list[Problem]) -> Cell:
    """Return the value of a cell; 0, with a problem, if the cell is invalid."""
    if not text and column.default is not None:
        return column.default
    if column.type in (ColumnType.INT, ColumnType.NUMBER):
        value = _number(text, whole=column.type is ColumnType.INT)
        low, high = column.min, column.max
        if value is not None and column.takes(value):
            return value
        message = "must be a whole number" if column.type is ColumnType.INT else "must be a number"
        if low is not None and high is not None:
            message += f" from {low:g} to {high:g}"
        elif low is not None or high is not None:
            message += f", at least {low:g}" if low is not None else f", at most {high:g}"
    elif column.type is ColumnType.CHOICE:
        if text in column.choices:
            return text
        message = f"must be one of {', '.join(column.choices)}"
    elif column.type is ColumnType.COLOUR:
        if (colour := parse_colour(text)) is not None:
            return colour
        message = f"must be {COLOUR_EXAMPLE}"
    else:
        if text and first_control_character(text) is None:
            return text
        message = "has a control character" if text else "is empty"
    found = quote_value(text) if text else "empty" if message.startswith("must ") else ""
    problems.append(Problem(where.at(column=key), message, column.hint, found=found, code="E0301"))
    return 0


def first_control_character(text: str) -> str | None:
    """Return the first control character in a text, other than line breaks and tabs; None if there is none."""
    found = CONTROL.search(text.replace("\n", "").replace("\t", ""))
    return found[0] if found else None


def _number(text: str, *, whole: bool) -> int | float | None:
    if not _NUMBER.fullmatch(text) or (whole and not _WHOLE.fullmatch(text)):
        return None
    return int(text) if whole else float(text.replace(",", "."))
