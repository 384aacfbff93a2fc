"""Tables: the rows of a deck, their headings and columns, and where each cell is written.

Each heading gets a name that templates can use: `Card Name` becomes `card_name`. Declared columns are checked; other
columns are text, or numbers if every filled cell is a number. A table without ids gets ids made from the names of its
pieces. With `strict = true` in the spec, only declared columns are allowed and this module is not used.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value
from pnp.project.folders import SPEC_FILE, Project
from pnp.project.lines import add_line
from pnp.spec.model import Column, ColumnType, DataRow, Deck, Design, Game
from pnp.spec.reader import cell_text, read_rows
from pnp.spec.values import (
    COLOUR_EXAMPLE,
    CONTROL,
    MOST_COPIES,
    MOST_LOOKS,
    MOST_PIECES,
    NAME,
    NAME_MESSAGE,
    Cell,
    parse_colour,
)
from pnp.terms import Lang

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}([.,][0-9]{1,15})?")
ID: Final = "id"
COUNT: Final = "count"
LOOKS: Final = "looks"
OPTIONAL_COLUMNS: Final = (COUNT, LOOKS)
"""Optional columns that need not be declared."""
SPECIAL: Final = (ID, *OPTIONAL_COLUMNS)
"""Columns with a special meaning in a deck; in a lookup table, they are columns like any other."""

NO_HEADING: Final = "E0315"
"""Code of problems and notes about columns without a heading."""
NOT_TRANSLATED: Final = "E0316"
"""Code of notes about texts that are printed in another language."""
MOST_PROBLEMS: Final = 1_000
"""Number of problems after which the rest of a lookup table is not read."""

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


def read_file(
    path: Path,
    where: Location,
    sheet: str | None,
    problems: list[Problem],
    *,
    strict: bool,
    notes: list[Problem] | None = None,
) -> list[Row]:
    """Return the rows of a file by heading; the first has the headings. Problems are added to `problems`.

    Columns without a heading are left out and added to `notes`; without `notes`, they are kept under "".
    """
    try:
        raw = read_rows(path, where, sheet, strict=strict)
    except SpecError as error:
        problems += error.problems
        return []
    if not raw:
        return []
    first, named = raw[0]
    heads = _without_empty_end(named)
    twice = [head for head in dict.fromkeys(heads) if head and heads.count(head) > 1]
    problems += [Problem(first, f"has the column {quote_value(head)} twice", code="E0304") for head in twice]
    width = len(heads) if notes is None else len(named)
    """Most cells in a row; above a column without a heading, spreadsheet programs write an empty cell."""
    found: list[Row] = [(first, dict.fromkeys(heads, ""))]
    unnamed: dict[int, list[str]] = {}
    """Cells without a heading, by the number of their column."""
    for place, line in raw[1:]:
        cells = _without_empty_end(line)
        if len(cells) > width:
            hint = "put quotes around a text with a comma in it, or write a heading above these cells"
            extra = f"{len(cells)} (the first extra one is {quote_value(cells[len(heads)])})"
            problems.append(Problem(place, f"must have at most {len(heads)} cells", hint, found=extra, code="E0307"))
            continue
        for number, cell in enumerate(cells) if notes is not None else ():
            if cell and not (number < len(heads) and heads[number]):
                unnamed.setdefault(number, []).append(cell)
        found.append((place, dict(zip(heads, cells + [""] * (len(heads) - len(cells)), strict=False))))
    if notes is not None:
        for _, row in found:
            row.pop("", None)
        _note_unnamed(unnamed, sum(map(bool, heads)), len(found) - 1, first, problems, notes)
    return found


def _note_unnamed(
    unnamed: Mapping[int, list[str]],
    headings: int,
    rows: int,
    where: Location,
    problems: list[Problem],
    notes: list[Problem],
) -> None:
    """Add a note on the columns without a heading; a problem if the first row seems to be a title."""
    columns = len([cells for cells in unnamed.values() if 2 * len(cells) > rows])
    if columns > headings or columns == headings == 1:
        message = f"has headings above only {headings} of {headings + columns} columns"
        hint = "if this row is a title, delete it: the headings must be in the first row"
        problems.append(Problem(where, message, hint, code=NO_HEADING))
    elif unnamed:
        letters = [column_letters(number) for number in sorted(unnamed)]
        ignored = "a column, which is ignored" if len(letters) == 1 else "some columns, which are ignored"
        message = f"has no heading above {ignored}"
        hint = f"the first text below is {quote_value(unnamed[min(unnamed)][0])}; to use it, write a heading above it"
        notes.append(Problem(where, message, hint, found=", ".join(letters), code=NO_HEADING))


def column_letters(number: int) -> str:
    """Return the letters that a spreadsheet program shows above a column; the first column is 0.

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('A', 'Z', 'AA')
    """
    before, last = divmod(number, 26)
    return (column_letters(before - 1) if before else "") + chr(ord("A") + last)


def _without_empty_end(cells: list[str]) -> list[str]:
    """Return the cells without trailing empty ones, which spreadsheet programs add."""
    end = max((number for number, cell in enumerate(cells, 1) if cell), default=0)
    return cells[:end]


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


def read_inline(
    rows: object, where: Location, wanted: list[str] | None, problems: list[Problem], notes: list[Problem]
) -> list[Row]:
    """Return the rows written in the spec itself; their keys must be those in `wanted`, unless it is None.

    Without `wanted`, cells without a key are left out and added to `notes`.
    """
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
        found.append((here, {key: str(value) for key, value in row.items() if wanted is not None or key.strip()}))
    unnamed = [value for row in rows if isinstance(row, dict) for key, value in row.items() if not key.strip()]
    if wanted is None and unnamed:
        message, hint = "has cells without a key, which are ignored", f"the first is {quote_value(unnamed[0])}"
        notes.append(Problem(where, message, hint, code=NO_HEADING))
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
        fields = _fields(cells, columns, languages, where, problems)
        if len(problems) == before and name:
            made = Design(id=name, count=int(count), looks=int(looks), fields=fields, place=where)
            designs.append(made)
        elif unread is not None:
            unread.append(name)
    return designs


def read_entries(
    rows: list[Row],
    columns: Mapping[str, Column],
    languages: Sequence[Lang],
    problems: list[Problem],
) -> list[DataRow]:
    """Return the rows of a lookup table, each with its id: the cell under `id`, or else the first one.

    Two rows with the same `id` are a problem; two with the same first cell are not.
    """
    entries: list[DataRow] = []
    seen: dict[str, Location] = {}
    for where, cells in rows:
        before = len(problems)
        if before > MOST_PROBLEMS:
            break
        name = cells.get(ID, next(iter(cells.values()), ""))
        first = seen.setdefault(name, where) if name and ID in cells else where
        if first != where:
            found = f"{quote_value(name)}, first used in {first.at(file=PurePosixPath(first.file).name)}"
            problems.append(Problem(where.at(column=ID), "is not unique", found=found, code="E0306"))
        fields = _fields(cells, columns, languages, where, problems)
        if len(problems) == before:
            entries.append(DataRow(id=name, fields=fields, place=where))
    return entries


def _fields(
    cells: Mapping[str, str],
    columns: Mapping[str, Column],
    languages: Sequence[Lang],
    where: Location,
    problems: list[Problem],
) -> dict[str, Cell | dict[Lang, str]]:
    """Return the values of the cells of a row, by column."""
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
    return fields


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


COUNT_HEADINGS: Final = ("count", "qty", "quantity", "copies")
"""Names of columns that give the number of copies."""
NAME_HEADINGS: Final = ("name", "title", "card_name", "card", "card_title")
"""Names of columns that give the name of a piece."""
MAX_ID_LENGTH: Final = 48
_NOISE: Final = frozenset(("black", "white", "suit", "sign", "symbol", "letter", "variation", "selector", "16"))
"""Words of Unicode names that say little about a symbol."""
_PLAIN_NUMBER: Final = re.compile(r"(?![+-]?[1-9][0-9]{0,2},[0-9]{3}$)[+-]?(?:0|[1-9][0-9]{0,14})([.,][0-9]{1,15})?")
"""Matches a number; not one like 1,000, in which the comma may separate thousands."""
_TIMES: Final = re.compile(r"[x×]?\s*([0-9]{1,6})\s*[x×]?", re.IGNORECASE)


def slugify(text: str, joint: str = "_") -> str:
    """Return a text as lowercase ASCII letters and digits, with `joint` for everything else.

    >>> slugify("Card Name")
    'card_name'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", joint, plain.lower()).strip(joint)


@dataclass
class FittedRows:
    """The rows of a deck, by column name."""

    columns: dict[str, Column]
    headings: dict[str, str]
    """The table's heading for each column, and for `id` and `count`."""
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class ColumnRoles:
    """The columns with a special role, by name; None for each role that no column has."""

    ids: str | None
    count: str | None
    looks: str | None
    called: str | None
    """Column with the names of the pieces."""

    @property
    def special(self) -> tuple[str | None, ...]:
        """Columns that are not passed on as fields of a row."""
        return self.ids, self.count, self.looks

    def headings_by_name(self, headings: Mapping[str, str]) -> dict[str, str]:
        """Return the table's headings by name, including those that `id` and `count` are read from."""
        made = {ID: self.ids or self.called, COUNT: self.count}
        return {**headings, **{name: headings[source] for name, source in made.items() if source}}


def fit_rows(
    rows: list[Row],
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    copies: str | None,
    deck: str,
    taken: set[str],
    here: Location,
    problems: list[Problem],
    notes: list[Problem],
) -> FittedRows:
    """Return the rows of a deck, each with an id and a number of copies.

    Generated ids differ from those in `taken`. A deck's tables may have different headings; headings with the same
    name become one column. Translations that are missing are added to `notes`.
    """
    named, headings = _named_rows(rows)
    plan = find_column_roles(headings, declared, languages, copies, here, problems)
    count, looks = plan.count, plan.looks
    fitted = _fit(named, headings, plan, declared, languages, here, problems)
    cells_of = [name for name in headings if name not in plan.special]
    for number, (where, cells) in enumerate(named, 1):
        times = _parse_count(cells.get(count, "") if count else "")
        if times != "0":
            row = {name: cells.get(name, "") for name in [*cells_of, *([looks] if looks else [])]}
            row |= _missing_translations(row, fitted.columns, declared, languages, where, notes)
            fitted.rows.append((where, row | {ID: _id(plan, cells, deck, number, taken), COUNT: times}))
    return fitted


def fit_entries(
    rows: list[Row],
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    here: Location,
    problems: list[Problem],
    notes: list[Problem],
) -> FittedRows:
    """Return the rows of a lookup table, which has no columns with a special role."""
    named, headings = _named_rows(rows)
    fitted = _fit(named, headings, ColumnRoles(None, None, None, None), declared, languages, here, problems)
    first = next(iter(named[0][1]), "") if named else ""
    for where, cells in named:
        row = {name: cells.get(name, "") for name in sorted(headings, key=first.__ne__)}
        row |= _missing_translations(row, fitted.columns, declared, languages, where, notes)
        fitted.rows.append((where, row))
    return fitted


def _named_rows(rows: list[Row]) -> tuple[list[Row], dict[str, str]]:
    """Return the rows with the names of their columns, and the headings by name."""
    headings: dict[str, str] = {}
    named: list[Row] = []
    for where, cells in rows:
        names = heading_names(tuple(cells))
        headings = {name: head for head, name in names.items()} | headings
        named.append((where, {name: cells[head] for head, name in names.items()}))
    return named, headings


def _fit(
    named: list[Row],
    headings: dict[str, str],
    plan: ColumnRoles,
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    here: Location,
    problems: list[Problem],
) -> FittedRows:
    """Return the columns of a table, still without its rows: declared, translated, and all others."""
    names = _declared_names(declared, languages, headings, here, problems)
    texts = _translated_columns(headings, {*declared, *names, *filter(None, plan.special)}, languages)
    names |= {translated_heading(name, lang) for name in texts for lang in languages}
    columns = dict(declared) | texts | _undeclared(named, headings, plan, names)
    return FittedRows(columns, plan.headings_by_name(headings))


def _translated_columns(
    headings: Mapping[str, str], known: Container[str], languages: Sequence[Lang]
) -> dict[str, Column]:
    """Return the undeclared columns with a heading for at least two of the game's languages: `name_en`, `name_fr`."""
    found: Counter[str] = Counter()
    for name in headings if len(languages) > 1 else ():
        for lang in languages:
            base = name.removesuffix(translated_heading("", lang))
            if base != name and name not in known:
                found[base] += 1
    return {
        name: Column(translated=True, default="")
        for name, times in found.items()
        if times > 1 and NAME.fullmatch(name) and not (name in headings or name in known or name in (ID, COUNT))
    }


def _missing_translations(
    row: Mapping[str, str],
    columns: Mapping[str, Column],
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    where: Location,
    notes: list[Problem],
) -> dict[str, str]:
    """Return a text for each translation that a row lacks: that of the first language with one; empty if none has.

    A declared column has its default instead, if it has one.
    """
    found: dict[str, str] = {}
    for name, column in columns.items():
        if not column.translated or (name in declared and column.default is not None):
            continue
        texts = {lang: row.get(translated_heading(name, lang), "") for lang in languages}
        instead = next(((lang, text) for lang, text in texts.items() if text), None)
        for lang, text in texts.items():
            head = translated_heading(name, lang)
            if not text and instead is not None and (name not in declared or head in row):
                found[head] = instead[1]
                message, hint = f"is empty; the {instead[0]} text is printed", f"write the text in {lang}"
                notes.append(Problem(where.at(column=head), message, hint, code=NOT_TRANSLATED))
            elif not text and name not in declared:
                found[head] = ""
    return found


def find_column_roles(
    headings: Mapping[str, str],
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    copies: str | None,
    here: Location,
    problems: list[Problem],
) -> ColumnRoles:
    """Find the columns with a special role; `headings` are the table's headings by name."""
    count = _count_column(headings, declared, copies, here, problems)
    ids = ID if ID in headings else None
    looks = LOOKS if LOOKS in headings and LOOKS not in declared else None
    return ColumnRoles(
        ids, count, looks, _name_column([name for name in headings if name not in (count, ids)], languages)
    )


def _declared_names(
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    headings: Mapping[str, str],
    here: Location,
    problems: list[Problem],
) -> set[str]:
    """Return the names of the declared columns in a table; a missing column is a problem."""
    names = [
        name
        for key, column in declared.items()
        for name in ([translated_heading(key, lang) for lang in languages] if column.translated else [key])
    ]
    for name in names:
        if name not in headings:
            hint = did_you_mean(headings.values(), name)
            problems.append(
                Problem(here / "columns", f"the rows have no column {quote_value(name)}", hint, code="E0303")
            )
    return set(names)


def _undeclared(
    rows: list[Row], headings: Mapping[str, str], plan: ColumnRoles, declared: set[str]
) -> dict[str, Column]:
    """Return the undeclared columns, with the types of their cells."""
    return {
        name: _infer_column(head, [cells.get(name, "") for _, cells in rows])
        for name, head in headings.items()
        if name not in declared and name not in plan.special
    }


def _id(plan: ColumnRoles, cells: Mapping[str, str], deck: str, number: int, taken: set[str]) -> str:
    """Return the id of a row, or one made from its name or number."""
    given = cells.get(plan.ids, "") if plan.ids else ""
    called = cells.get(plan.called, "") if plan.called else ""
    if given:
        taken.add(made := _plain_id(given, deck, number))
        return made
    return make_id(called, deck, number, taken)


def make_id(called: str, deck: str, number: int, taken: set[str]) -> str:
    """Return a unique id, made from the name of a piece and its number in the deck."""
    return _unique_id(_plain_id(called, deck, number), taken)


def spell(value: Cell) -> str:
    """Return a value in words that an id can be made from: a symbol by its name.

    >>> spell("♠"), spell("Sea fox"), spell(2)
    ('spade', 'Sea fox', '2')
    """
    text = cell_text(value)
    if slugify(text):
        return text
    names = " ".join(unicodedata.name(character, "") for character in text).lower()
    return " ".join(word for word in re.findall(r"[a-z0-9]+", names) if word not in _NOISE)


def _plain_id(called: str, deck: str, number: int) -> str:
    made = slugify(called, "-")[:MAX_ID_LENGTH].strip("-")
    return made if made[:1].isalpha() else f"{deck}-{made or number}"


@lru_cache(maxsize=64)
def heading_names(heads: tuple[str, ...]) -> dict[str, str]:
    """Return a unique name for each heading of a table; empty headings have none."""
    found: dict[str, str] = {}
    for number, head in enumerate(heads, 1):
        name = slugify(head)
        if not name[:1].isalpha():
            name = f"column_{name or number}"
        same = sum(slugify(other) == name for other in found)
        if head:
            found[head] = f"{name}_{same + 1}" if same else name
    return found


def _count_column(
    headings: Mapping[str, str],
    declared: Mapping[str, Column],
    copies: str | None,
    here: Location,
    problems: list[Problem],
) -> str | None:
    """Return the name of the column with the number of copies, if there is one."""
    if copies is not None:
        found = [name for name, head in headings.items() if copies in (head, name)]
        if not found:
            hint = did_you_mean(headings.values(), copies)
            message, found_ = "must be a heading of the table", quote_value(copies)
            problems.append(Problem(here / "copies", message, hint, found=found_, code="E0303"))
    else:
        found = [name for name in headings if name in COUNT_HEADINGS and name not in declared]
        if len(found) > 1:
            listed = " and ".join(quote_value(headings[name]) for name in found)
            hint = f'choose one: copies = "{headings[found[0]]}"'
            problems.append(Problem(here, f"has several columns with a number of copies: {listed}", hint, code="E0304"))
    return found[0] if found else None


def _infer_column(head: str, cells: list[str]) -> Column:
    """Return the definition of an undeclared column: numbers if every filled cell is a number, text otherwise."""
    filled = [cell for cell in cells if cell]
    numbers = [_PLAIN_NUMBER.fullmatch(cell) for cell in filled]
    if filled and all(numbers):
        whole = not any(number[1] for number in numbers if number)
        default = "" if len(filled) < len(cells) else None
        return Column(type=ColumnType.INT if whole else ColumnType.NUMBER, default=default, heading=head)
    return Column(default="", heading=head)


def _name_column(names: list[str], languages: Sequence[Lang]) -> str | None:
    """Return the column with the names of the pieces: one of NAMES in any language, or any column ending in _name."""
    ranked = [*NAME_HEADINGS, *(translated_heading(name, lang) for lang in languages for name in NAME_HEADINGS)]
    best = [name for name in ranked if name in names]
    return next(iter(best or [name for name in names if name.endswith("_name")]), None)


def _parse_count(text: str) -> str:
    """Return the number of copies in a cell such as 3, 3x or ×3; 1 for an empty cell."""
    match = _TIMES.fullmatch(text.strip())
    return str(int(match[1])) if match else text.strip() or "1"


def _unique_id(name: str, taken: set[str]) -> str:
    """Return a unique id, which is added to `taken`: the name, with a number if necessary."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    taken.add(free)
    return free


class SourceLocations:
    """The locations of a game's cells and texts in one language."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        self._project, self._game, self._lang = project, game, lang
        self._spec = project.location(project.components / game.id / SPEC_FILE)

    def row(self, deck: Deck, design: Design) -> Location:
        """Return the location of a piece's row in a table or in game.toml, or of its finished picture."""
        place = add_line(design.place, self._project)
        return place.at(game=self._game.id, deck=deck.name, piece=design.id)

    def cell(self, deck: Deck, design: Design, name: str) -> Location:
        """Return the location of a piece's cell, or of the expression for a computed column."""
        if name in deck.computed:
            place = self.key(f"decks.{deck.name}.computed.{name}")
            return place.at(deck=deck.name, piece=design.id, column=name)
        column = translated_heading(name, self._lang) if isinstance(design.fields.get(name), dict) else name
        place = design.place
        if not (place.row or place.key):  # a finished picture has no cells
            return self.row(deck, design)
        place = add_line(place.at(column=column), self._project)
        made = bool(deck.headings) and name in (ID, COUNT)
        heading = deck.headings.get(column, "" if made else column)
        return place.at(game=self._game.id, deck=deck.name, piece=design.id, heading=heading)

    def text(self, key: str) -> Location:
        """Return the location of a text in `[text]`."""
        return self.key(f"text.{key}.{self._lang}")

    def key(self, key: str) -> Location:
        """Return the location of a key in game.toml."""
        return add_line(self._spec / key, self._project).at(game=self._game.id)
