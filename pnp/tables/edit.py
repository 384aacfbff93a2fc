"""Edits of a table: read from a page, checked, applied, undone and redone.

Row 0 has the headings and row 1 is the first below them; empty rows count. Column 0 is the first. Each edit applies to
the table as the previous edit left it. Unknown keys are errors.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from pnp.errors import Location, Problem, quote_value
from pnp.spec.model import Model
from pnp.spec.reader import LONE_SURROGATE, MOST_COLUMNS, normalize_newlines
from pnp.spec.table import MAX_ID_LENGTH, first_control_character, slugify
from pnp.tables.document import (
    LINE_BREAK,
    NEARBY_ROWS,
    SAVE_AS_UTF_8,
    CsvDialect,
    CsvDocument,
    EditError,
    RecordSplice,
    format_cell,
    line_end,
    non_blank_row,
    reformat_cell,
)

_QUOTED: Final = re.compile(r'"((?:[^"]++|"")*+)"(?=[\t\r\n]|\Z)')
_PLAIN: Final = re.compile(r"[^\t\r\n]*")


def parse_clipboard(text: str) -> list[list[str]]:
    """Return the cells of a pasted block, row by row.

    Spreadsheet programs quote a cell, and double the quotes in it, only if it contains a tab or a line break; any other
    quotes are part of the value.
    """
    rows: list[list[str]] = [[]]
    at = 0
    while True:
        value, at = _cell(text, at)
        rows[-1].append(value)
        if text[at : at + 1] == "\t":
            at += 1
            continue
        end = LINE_BREAK.match(text, at)
        if end is None or end.end() == len(text):
            return rows
        rows.append([])
        at = end.end()


def _cell(text: str, at: int) -> tuple[str, int]:
    """Return the cell at an offset, and the offset of its end."""
    quoted = _QUOTED.match(text, at)
    if quoted is not None and (not quoted[1] or re.search(r'[\t\r\n]|""', quoted[1])):
        return quoted[1].replace('""', '"'), quoted.end()
    plain = _PLAIN.match(text, at)
    return (plain[0], plain.end()) if plain else ("", at)


LONGEST_CELL: Final = 32_767
"""Maximum length of a cell, in characters, as in a spreadsheet."""
MOST_ROWS: Final = 10_000
"""Maximum number of rows in one edit; a game cannot have more pieces."""
MOST_EDITS: Final = 10_000
MOST_ARRANGED: Final = 50_000
"""Maximum number of parts of a new arrangement of rows."""
LONGEST_BLOCK: Final = 4_000_000
"""Maximum length of a pasted block, in characters."""

AnyRow = Annotated[int, Field(ge=0, le=10_000_000, strict=True)]
RowBelowHeadings = Annotated[int, Field(ge=1, le=10_000_000, strict=True)]
"""A row below the headings."""
AnyColumn = Annotated[int, Field(ge=0, lt=MOST_COLUMNS, strict=True)]
RowCount = Annotated[int, Field(ge=1, le=MOST_ROWS, strict=True)]
CellText = Annotated[str, Field(max_length=LONGEST_CELL, strict=True)]
RowTexts = Annotated[list[CellText], Field(max_length=MOST_COLUMNS)]


class SetCell(Model):
    """Set the value of a cell or heading, without surrounding spaces."""

    do: Literal["set"] = "set"
    row: AnyRow
    column: AnyColumn
    value: CellText


class InsertRows(Model):
    """Insert rows before `row`, or after the last row if `row` is one more than its number; [[]] is an empty row."""

    do: Literal["insert"] = "insert"
    row: RowBelowHeadings
    rows: Annotated[list[RowTexts], Field(min_length=1, max_length=MOST_ROWS)]


class DuplicateRows(Model):
    """Insert copies of `count` rows below them, with new ids."""

    do: Literal["duplicate"] = "duplicate"
    row: RowBelowHeadings
    count: RowCount = 1


class DeleteRows(Model):
    """Delete `count` rows."""

    do: Literal["delete"] = "delete"
    row: RowBelowHeadings
    count: RowCount = 1


class MoveRows(Model):
    """Move `count` rows before the row that is now `to`, or after the last row if `to` is one more than its number."""

    do: Literal["move"] = "move"
    row: RowBelowHeadings
    count: RowCount = 1
    to: RowBelowHeadings


class PasteBlock(Model):
    """Paste a block from the clipboard, its first cell here, adding rows below the last one if necessary."""

    do: Literal["paste"] = "paste"
    row: RowBelowHeadings
    column: AnyColumn
    text: Annotated[str, Field(max_length=LONGEST_BLOCK, strict=True)]


class FillDown(Model):
    """Copy the value of a cell to the `count` cells below it."""

    do: Literal["fill"] = "fill"
    row: RowBelowHeadings
    column: AnyColumn
    count: RowCount = 1


class ChangedRow(Model):
    """A row of the table with new values in some cells: pairs of a column and its value."""

    row: RowBelowHeadings
    set: Annotated[list[tuple[AnyColumn, CellText]], Field(min_length=1, max_length=MOST_COLUMNS)]


class NewRow(Model):
    """A new row; with `like`, it is written like that row of the table, with the same quotes and spaces."""

    cells: RowTexts
    like: RowBelowHeadings | None = None


class ArrangeRows(Model):
    """Replace all rows below the headings: unchanged rows as `[first, count]`, changed rows, and new rows."""

    do: Literal["arrange"] = "arrange"
    rows: Annotated[list[tuple[RowBelowHeadings, RowCount] | ChangedRow | NewRow], Field(max_length=MOST_ARRANGED)]


class NamedColumn(Model):
    """A column of the table with a new heading, or a new column if `column` is None."""

    heading: CellText
    column: AnyColumn | None = None


class ArrangeColumns(Model):
    """Replace the columns, in all rows: unchanged columns by number, renamed columns, and new columns."""

    do: Literal["columns"] = "columns"
    columns: Annotated[list[AnyColumn | NamedColumn], Field(min_length=1, max_length=MOST_COLUMNS)]


Edit = (
    SetCell | InsertRows | DuplicateRows | DeleteRows | MoveRows | PasteBlock | FillDown | ArrangeRows | ArrangeColumns
)
_EDITS: Final[TypeAdapter[list[Edit]]] = TypeAdapter(
    Annotated[list[Annotated[Edit, Field(discriminator="do")]], Field(max_length=MOST_EDITS)]
)


def read_edits(data: Sequence[Any]) -> list[Edit]:
    """Return edits read from plain data; raise EditError with every problem in them."""
    try:
        return _EDITS.validate_python(list(data))
    except ValidationError as error:
        raise EditError(*map(_problem, error.errors(include_url=False))) from None


def edits_schema() -> dict[str, Any]:
    """Return the JSON Schema of a list of edits."""
    return _EDITS.json_schema()


def _problem(item: Any) -> Problem:
    where = Location(key="edits")
    for part in item["loc"]:
        where /= part + 1 if isinstance(part, int) else part
    kind, found = item["type"], quote_value(item["input"])
    if kind == "missing":
        return Problem(where, "is missing", code="E0314")
    if kind == "extra_forbidden":
        return Problem(where, "is not a known key", code="E0314")
    if kind == "union_tag_invalid":
        where, found = where / "do", quote_value(item["ctx"]["tag"])
        message = f"must be one of {item['ctx']['expected_tags']}"
    elif kind in ("union_tag_not_found", "model_attributes_type"):
        message = "must be an edit, with a key do"
    else:  # "Input should be a valid integer", "String should have at most 10 characters"
        message = f"must {item['msg'].partition(' should ')[2] or 'be valid'}"
    return Problem(where, message, found=found, code="E0314")


_NUMBERED: Final = re.compile(r"(.+?)-[0-9]{1,5}")
_ROOM: Final = len("-99999")


class IdColumn(NamedTuple):
    """The column with the ids of a table."""

    column: int
    taken: Collection[str] = frozenset()
    """Ids of all pieces of the game."""


class IdGenerator:
    """Generates ids that neither a row of the table nor any other piece of the game has."""

    def __init__(self, document: CsvDocument, ids: IdColumn) -> None:
        self.column = ids.column
        here = (cells[ids.column] for _, cells, _ in document.rows if ids.column < len(cells))
        self.taken = {slugify(name, "-") for name in here} | set(ids.taken)
        self.next: dict[str, int] = {}

    def next_id(self, found: str) -> str:
        """Return a new id similar to an existing one: dragon-2 for dragon, dragon-3 for dragon-2."""
        match = _NUMBERED.fullmatch(found)
        stem = (match[1] if match else found)[: MAX_ID_LENGTH - _ROOM]
        number = self.next.get(stem, 2)
        while slugify(f"{stem}-{number}", "-") in self.taken:
            number += 1
        self.next[stem] = number + 1
        return f"{stem}-{number}"


MOST_PROBLEMS: Final = 100
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
        current = document.cells(number) if number <= document.row_count else []
        for place, value in enumerate(values, column):
            before = current[place] if place < len(current) else ""
            if value == before:
                continue
            unfit = [
                *_in_place(document, number, place, value, max(width, len(current))),
                *_in_encoding(document, value),
            ]
            if unfit and len(problems) < MOST_PROBLEMS:
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
    if document.errors != "strict" and row <= document.row_count:
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
    line = (
        document.last_line_of(row)
        if row <= document.row_count
        else document.last_line_of(document.row_count) + row - document.row_count
    )
    where = document.where.at(line=line, row=line)
    if column < len(headings) and headings[column]:
        return where.at(column=headings[column])
    return where.at(detail=f"column {column + 1}")


def edit_splice(document: CsvDocument, edit: Edit, ids: IdColumn | None = None) -> RecordSplice:
    """Return the rows that an edit replaces, and their replacement; raise EditError if it cannot be made."""
    match edit:
        case SetCell():
            _check_rows(document, edit.row, 1, first=0)
            return _set_block(document, edit.row, [[edit.value]], edit.column)
        case InsertRows():
            _check_rows(document, edit.row, 0)
            return _insert(document, edit.row, edit.rows)
        case DuplicateRows():
            _check_rows(document, edit.row, edit.count)
            return _duplicate(document, edit, ids)
        case DeleteRows():
            _check_rows(document, edit.row, edit.count)
            return document.splice(edit.row, edit.count, [], CsvDialect(document, edit.row).end)
        case MoveRows():
            _check_rows(document, edit.row, edit.count)
            _check_rows(document, edit.to, 0)
            return _move(document, edit)
        case PasteBlock():
            _check_rows(document, edit.row, 0)
            return _set_block(document, edit.row, _block(document, edit), edit.column)
        case FillDown():
            _check_rows(document, edit.row, 1 + edit.count)
            cells = document.cells(edit.row)
            value = cells[edit.column] if edit.column < len(cells) else ""
            return _set_block(document, edit.row + 1, [[value]] * edit.count, edit.column)
        case ArrangeRows():
            return _arrange_rows(document, edit)
        case ArrangeColumns():
            return _arrange_columns(document, edit)


def _check_rows(document: CsvDocument, row: int, count: int, *, first: int = 1) -> None:
    """Raise EditError if the table does not have these rows or, with a count of 0, if no row can be inserted there."""
    last = document.row_count + (not count)
    if not first <= row <= row + max(count, 1) - 1 <= last:
        rows = f"row {row}" if count <= 1 else f"rows {row} to {row + count - 1}"
        hint = f"rows are numbered from {first} to {last}"
        raise EditError(Problem(document.where, f"has no {rows}", hint, code="E0314"))


def _set_block(document: CsvDocument, row: int, block: list[list[str]], column: int) -> RecordSplice:
    """Set the values of a block of cells, adding rows below the last one if necessary."""
    dialect = CsvDialect(document, row)
    block = [[normalize_newlines(value).strip() for value in values] for values in block]
    check_values(document, row, block, column)
    there = min(len(block), document.row_count + 1 - row)
    raws = [_rewrite(document, row + number, values, column, dialect) for number, values in enumerate(block[:there])]
    raws += [dialect.new_row([""] * column + values) for values in block[there:]]
    return document.splice(row, there, raws, dialect.end)


def _rewrite(document: CsvDocument, row: int, values: list[str], column: int, dialect: CsvDialect) -> str:
    """Return the text of a row with new values, starting at a column."""
    raw, delimiter = document.records[document.head + row].raw, document.delimiter
    cells, current = document.raw_cells(row), document.cells(row)
    made = [cell.raw for cell in cells]
    for number, value in enumerate(values, column):
        if value == (current[number] if number < len(current) else ""):
            continue
        empty = number >= len(cells) or not cells[number].inner
        quoted = empty and dialect.quotes_column(number)
        line_break = dialect.line_break if "\n" in value else "\n"
        if number < len(cells):
            made[number] = reformat_cell(cells[number], value, delimiter, quoted=quoted, line_break=line_break)
        else:
            made += [""] * (number - len(made)) + [format_cell(value, delimiter, quoted=quoted, line_break=line_break)]
    if made == [cell.raw for cell in cells]:
        return raw
    return non_blank_row(delimiter.join(made)) + line_end(raw)


def _insert(document: CsvDocument, row: int, rows: list[list[str]]) -> RecordSplice:
    dialect = CsvDialect(document, row)
    block = [[normalize_newlines(value).strip() for value in values] for values in rows]
    check_values(document, row, block, 0)
    return document.splice(row, 0, [dialect.new_row(values) for values in block], dialect.end)


def _duplicate(document: CsvDocument, edit: DuplicateRows, ids: IdColumn | None) -> RecordSplice:
    dialect = CsvDialect(document, edit.row)
    free = None if ids is None else IdGenerator(document, ids)
    raws: list[str] = []
    for row in range(edit.row, edit.row + edit.count):
        raw, cells = document.records[document.head + row].raw, document.cells(row)
        if free is not None and free.column < len(cells) and cells[free.column]:
            raw = _rewrite(document, row, [free.next_id(cells[free.column])], free.column, dialect)
        raws.append(raw)
    return document.splice(edit.row + edit.count, 0, raws, dialect.end)


def _move(document: CsvDocument, edit: MoveRows) -> RecordSplice:
    first, after, to = edit.row, edit.row + edit.count, edit.to
    if first <= to <= after:
        return RecordSplice(document.head + first, (), ())
    raws = [record.raw for record in document.records[document.head :]]
    moved, low, high = raws[first:after], min(first, to), max(after, to)
    new = [*moved, *raws[to:first]] if to < first else [*raws[after:to], *moved]
    return document.splice(low, high - low, new, CsvDialect(document, first).end)


def _arrange_rows(document: CsvDocument, edit: ArrangeRows) -> RecordSplice:
    dialects: dict[int, CsvDialect] = {}

    def near(row: int) -> CsvDialect:
        """Return the dialect of the rows around a row; it is worked out once for many rows."""
        middle = row - row % NEARBY_ROWS + NEARBY_ROWS // 2
        return dialects.setdefault(middle, CsvDialect(document, max(1, min(middle, document.row_count))))

    before = [record.raw for record in document.rows]
    after: list[str] = []
    last = 1
    for part in edit.rows:
        match part:
            case ChangedRow():
                _check_rows(document, part.row, 1)
                after.append(_changed_row(document, part, near(part.row)))
                last = part.row
            case NewRow():
                after.append(_new_row(document, part, near(last)))
            case (first, count):
                _check_rows(document, first, count)
                after += before[first - 1 : first - 1 + count]
                last = first + count - 1
    usual = CsvDialect(document, 1 + _common_prefix(before, after)).end
    above = document.records[document.head].raw
    for at, raw in enumerate(after):
        if raw == "\n" and (above if line_end(above) else usual).endswith("\r"):
            after[at] = "\r"  # a CR followed by this LF would be one line end
        above = after[at]
    start = _common_prefix(before, after)
    end = _common_prefix(before[start:][::-1], after[start:][::-1])
    new = after[start : len(after) - end]
    return document.splice(1 + start, len(before) - start - end, new, CsvDialect(document, 1 + start).end)


def _common_prefix(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many items two sequences have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))


def _changed_row(document: CsvDocument, part: ChangedRow, dialect: CsvDialect) -> str:
    values = {column: normalize_newlines(value).strip() for column, value in part.set}
    for column, value in values.items():
        check_values(document, part.row, [[value]], column)
    cells = document.cells(part.row)
    first, last = min(values), max(values)
    row = [values.get(number, cells[number] if number < len(cells) else "") for number in range(first, last + 1)]
    return _rewrite(document, part.row, row, first, dialect)


def _new_row(document: CsvDocument, part: NewRow, dialect: CsvDialect) -> str:
    values = [normalize_newlines(value).strip() for value in part.cells]
    check_values(document, document.row_count + 1, [values], 0)
    if part.like is None:
        return dialect.new_row(values)
    _check_rows(document, part.like, 1)
    return _rewrite(document, part.like, values, 0, dialect)


def _arrange_columns(document: CsvDocument, edit: ArrangeColumns) -> RecordSplice:
    """Return the splice that reorders, renames, adds and removes columns; cells keep their quotes and spaces."""
    width, delimiter = len(document.headings), document.delimiter
    kept = [part if isinstance(part, int) else part.column for part in edit.columns]
    heads = _new_headings(document, edit)
    dialect = CsvDialect(document, 0)
    raws = []
    for row in range(document.row_count + 1):
        record, cells = document.records[document.head + row], document.raw_cells(row)
        if row and not cells:
            raws.append(record.raw)
            continue
        sources = [number if number is not None and number < len(cells) else None for number in kept]
        if len(cells) < width:  # a short row stays short
            while row and sources and sources[-1] is None:
                sources.pop()
        made = ["" if number is None else cells[number].raw for number in sources]
        for place, part in enumerate(edit.columns if row == 0 else ()):
            if isinstance(part, NamedColumn):
                made[place] = _heading(document, part.column, heads[place], dialect)
        made += [cell.raw for cell in cells[width:]]
        raws.append(non_blank_row(delimiter.join(made)) + line_end(record.raw))
    return document.splice(0, document.row_count + 1, raws, dialect.end)


def _heading(document: CsvDocument, column: int | None, heading: str, dialect: CsvDialect) -> str:
    """Return the text of a new or renamed heading."""
    cells = document.raw_cells(0)
    if column is None or column >= len(cells):
        quoted = bool(cells) and all(cell.quoted for cell in cells)
        return format_cell(heading, document.delimiter, quoted=quoted)
    return reformat_cell(
        cells[column], heading, document.delimiter, quoted=cells[column].quoted, line_break=dialect.line_break
    )


def _new_headings(document: CsvDocument, edit: ArrangeColumns) -> list[str]:
    """Return the headings of arranged columns; raise EditError if a column or a new heading is not valid."""
    heads, parts = document.headings, edit.columns
    kept = [part if isinstance(part, int) else part.column for part in parts]
    problems = []
    for number in sorted({number for number in kept if number is not None}):
        if number >= len(heads) or kept.count(number) > 1:
            message = (
                f"there is no column {number + 1}" if number >= len(heads) else f"column {number + 1} is there twice"
            )
            problems.append(Problem(document.where, message, f"the last column is {len(heads)}", code="E0314"))
    if problems:
        raise EditError(*problems)
    found = [heads[part] if isinstance(part, int) else normalize_newlines(part.heading).strip() for part in parts]
    line = document.last_line_of(0)
    where = document.where.at(line=line, row=line)
    for number, (part, head) in enumerate(zip(parts, found, strict=True), 1):
        if isinstance(part, int):
            continue
        if not head:
            problems.append(Problem(where, f"column {number} needs a heading", code="E0314"))
        elif found.count(head) > 1:
            problems.append(Problem(where, f"two columns would be headed {quote_value(head)}", code="E0314"))
        problems += [
            Problem(where, each.message, each.hint, found=each.found, code="E0314")
            for each in _in_encoding(document, head)
        ]
    if problems:
        raise EditError(*problems)
    return found


def _block(document: CsvDocument, edit: PasteBlock) -> list[list[str]]:
    """Return the pasted cells; raise EditError if the table has too few columns, or if there are too many rows."""
    block = parse_clipboard(edit.text)
    widest = max(map(len, block))
    room = len(document.headings) - edit.column
    if widest > room:
        there = f"has only {room} column{'s' * (room > 1)} from column {edit.column + 1}, but {widest} were pasted"
        message = there if room > 0 else f"has no column {edit.column + 1}"
        hint = "paste further to the left, or add headings to the table first"
        raise EditError(Problem(document.where, message, hint, code="E0314"))
    if len(block) > MOST_ROWS:
        message, found = f"cannot take more than {MOST_ROWS:,} rows at once", f"{len(block):,} were pasted"
        raise EditError(Problem(document.where, message, found=found, code="E0105"))
    return block


MOST_STEPS: Final = 1_000
"""Maximum number of steps that can be undone."""
EditStep = tuple[RecordSplice, ...]
"""The changes of one undo step."""


def apply_edits(
    document: CsvDocument, edits: Sequence[Edit], ids: IdColumn | None = None
) -> tuple[CsvDocument, EditStep]:
    """Return the table after some edits, and the changes they made; raise EditError if one cannot be made."""
    if document.read_only:
        raise EditError(Problem(document.where, "cannot be edited", found=document.read_only, code="E0313"))
    done: list[RecordSplice] = []
    for edit in edits:
        splice = edit_splice(document, edit, ids)
        if splice.old != splice.new:
            document = document.with_splice(splice)
            done.append(splice)
    document.check()
    return document, tuple(done)


class EditHistory:
    """A table and its undo history; edits that are made together are one step."""

    def __init__(self, document: CsvDocument, ids: IdColumn | None = None) -> None:
        self.document = document
        self.ids = ids
        self._done: list[EditStep] = []
        self._undone: list[EditStep] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._undone)

    def apply(self, *edits: Edit) -> CsvDocument:
        """Make edits as one step and return the table; raise EditError, changing nothing, if one cannot be made."""
        self.document, step = apply_edits(self.document, edits, self.ids)
        if step:
            self._done = [*self._done, step][-MOST_STEPS:]
            self._undone = []
        return self.document

    def undo(self) -> CsvDocument:
        """Undo the last step, restoring every byte, and return the table; do nothing if there is no step."""
        if self._done:
            for splice in reversed(self._done[-1]):
                self.document = self.document.with_splice(splice.inverse)
            self._undone.append(self._done.pop())
        return self.document

    def redo(self) -> CsvDocument:
        """Redo the step that was undone last, and return the table; do nothing if there is none."""
        if self._undone:
            for splice in self._undone[-1]:
                self.document = self.document.with_splice(splice)
            self._done.append(self._undone.pop())
        return self.document
