"""Compute how an edit changes the text of a table's rows."""

from __future__ import annotations

from pnp.errors import Problem
from pnp.spec.reader import normalize_newlines
from pnp.tables.cell import format_cell, line_end, reformat_cell
from pnp.tables.clipboard import parse_clipboard
from pnp.tables.document import CsvDocument, EditError, RecordSplice
from pnp.tables.edit import (
    MOST_ROWS,
    DeleteRows,
    DuplicateRows,
    Edit,
    FillDown,
    InsertRows,
    MoveRows,
    PasteBlock,
    SetCell,
)
from pnp.tables.habit import CsvDialect, non_blank_row
from pnp.tables.ids import IdColumn, IdGenerator
from pnp.tables.unfit import check_values


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


def _check_rows(document: CsvDocument, row: int, count: int, *, first: int = 1) -> None:
    """Raise EditError if the table does not have these rows or, with a count of 0, if no row can be inserted there."""
    last = document.last + (not count)
    if not first <= row <= row + max(count, 1) - 1 <= last:
        rows = f"row {row}" if count <= 1 else f"rows {row} to {row + count - 1}"
        hint = f"rows are numbered from {first} to {last}"
        raise EditError(Problem(document.where, f"has no {rows}", hint, code="E0314"))


def _set_block(document: CsvDocument, row: int, block: list[list[str]], column: int) -> RecordSplice:
    """Set the values of a block of cells, adding rows below the last one if necessary."""
    habit = CsvDialect(document, row)
    block = [[normalize_newlines(value).strip() for value in values] for values in block]
    check_values(document, row, block, column)
    there = min(len(block), document.last + 1 - row)
    raws = [_rewrite(document, row + number, values, column, habit) for number, values in enumerate(block[:there])]
    raws += [habit.new_row([""] * column + values) for values in block[there:]]
    return document.splice(row, there, raws, habit.end)


def _rewrite(document: CsvDocument, row: int, values: list[str], column: int, habit: CsvDialect) -> str:
    """Return the text of a row with new values, starting at a column."""
    raw, delimiter = document.records[document.head + row].raw, document.delimiter
    cells, said = document.written(row), document.cells(row)
    made = [cell.raw for cell in cells]
    for number, value in enumerate(values, column):
        if value == (said[number] if number < len(said) else ""):
            continue
        empty = number >= len(cells) or not cells[number].inner
        quoted = empty and habit.quotes(number)
        line_break = habit.line_break if "\n" in value else "\n"
        if number < len(cells):
            made[number] = reformat_cell(cells[number], value, delimiter, quoted=quoted, line_break=line_break)
        else:
            made += [""] * (number - len(made)) + [format_cell(value, delimiter, quoted=quoted, line_break=line_break)]
    if made == [cell.raw for cell in cells]:
        return raw
    return non_blank_row(delimiter.join(made)) + line_end(raw)


def _insert(document: CsvDocument, row: int, rows: list[list[str]]) -> RecordSplice:
    habit = CsvDialect(document, row)
    block = [[normalize_newlines(value).strip() for value in values] for values in rows]
    check_values(document, row, block, 0)
    return document.splice(row, 0, [habit.new_row(values) for values in block], habit.end)


def _duplicate(document: CsvDocument, edit: DuplicateRows, ids: IdColumn | None) -> RecordSplice:
    habit = CsvDialect(document, edit.row)
    free = None if ids is None else IdGenerator(document, ids)
    raws: list[str] = []
    for row in range(edit.row, edit.row + edit.count):
        raw, cells = document.records[document.head + row].raw, document.cells(row)
        if free is not None and free.column < len(cells) and cells[free.column]:
            raw = _rewrite(document, row, [free.like(cells[free.column])], free.column, habit)
        raws.append(raw)
    return document.splice(edit.row + edit.count, 0, raws, habit.end)


def _move(document: CsvDocument, edit: MoveRows) -> RecordSplice:
    first, after, to = edit.row, edit.row + edit.count, edit.to
    if first <= to <= after:
        return RecordSplice(document.head + first, (), ())
    raws = [record.raw for record in document.records[document.head :]]
    moved, low, high = raws[first:after], min(first, to), max(after, to)
    new = [*moved, *raws[to:first]] if to < first else [*raws[after:to], *moved]
    return document.splice(low, high - low, new, CsvDialect(document, first).end)


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
