"""Readers of tables: CSV in any encoding, JSON and workbooks become rows of texts.

Both the reader (`pnp.spec.reader`) and the editor (`pnp.tables`) use this module, so that they see the same cells.

The unpacked size is checked before a workbook is read; if one still exceeds the limits, only that process is stopped.

The format is detected from the content of a file, not from its extension. CSV may have commas, semicolons or tabs, and
any common encoding. `cards.xlsx#Events` selects a sheet, or a list in a JSON object. Sizes are checked before anything
is unpacked, so that a hostile file ends in an error.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import LimitError, Location, Problem, SpecError, did_you_mean, os_problem, quote_value
from pnp.store.files import describe_error, read_file, read_json
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import begin_step
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

DELIMITERS: Final = ",;\t"
BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
"""Byte order marks and their codecs; a longer mark comes before one that is its beginning."""
LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""A lone surrogate; in decoded text it stands for an invalid byte."""
REPLACEMENT_CHARACTER: Final = "\ufffd"
"""Replacement character, displayed in place of an invalid byte."""
_LINE: Final = re.compile(r"[^\n]+")
_SEP: Final = "sep="
"""Beginning of the line in which a spreadsheet program declares its delimiter."""


class Decoded(NamedTuple):
    """The text of a file and its encoding: `mark` followed by the encoded `text` gives the file's bytes."""

    text: str
    """Decoded text, with lone surrogates for invalid bytes, so that these can be written back."""
    codec: str
    errors: str = "strict"
    """Error handler of the codec that restores invalid bytes; "replace" if they are lost."""
    mark: bytes = b""
    """Byte order mark, or empty."""

    @property
    def display_text(self) -> str:
        """The text with replacement characters for invalid bytes."""
        return LONE_SURROGATE.sub(REPLACEMENT_CHARACTER, self.text)


def decode(content: bytes, where: Location, *, strict: bool = False) -> Decoded:
    """Decode a file by its byte order mark, or else as UTF-8, UTF-16 or Windows-1252.

    With `strict`, raise SpecError if it is not UTF-8.
    """
    for mark, codec in BOMS:
        if content.startswith(mark) and (codec == "utf-8" or not strict):
            try:
                return Decoded(content[len(mark) :].decode(codec), codec, mark=mark)
            except UnicodeDecodeError:
                break
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        if strict:
            line = content[: error.start].count(b"\n") + 1
            message = f"is not UTF-8 text: it has the byte 0x{content[error.start]:02x}"
            place = where.at(line=line, row=line)
            raise SpecError(Problem(place, message, "save the table as CSV UTF-8", code="E0106")) from None
    zeros = content[:400:2].count(0), content[1:400:2].count(0)
    if max(zeros) <= len(content[:400]) // 4:
        return Decoded(content.decode("cp1252", "surrogateescape"), "cp1252", "surrogateescape")
    codec = "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    try:
        return Decoded(content.decode(codec, "surrogatepass"), codec, "surrogatepass")
    except UnicodeDecodeError:  # the file ends in the middle of a character
        return Decoded(content.decode(codec, "replace"), codec, "replace")


def normalize_newlines(text: str) -> str:
    """Return the text with LF as its only line break."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def without_sep_line(text: str) -> str:
    """Return the text with LF line breaks, and an empty line in place of a line such as `sep=;`."""
    body = normalize_newlines(text)
    return "\n" + body.partition("\n")[2] if body[: len(_SEP)].lower() == _SEP else body


def detect_delimiter(body: str) -> str:
    """Return the delimiter of a table: the one that occurs most often in the line of headings."""
    first = next((line[0] for line in _LINE.finditer(body) if line[0].strip()), "")
    return max(DELIMITERS, key=first.count)


def parse_records(body: str, where: Location, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the last line of each row and its cells, for empty rows as well.

    Raise SpecError if a quoted cell is malformed.
    """
    reader = csv.reader(io.StringIO(body), delimiter=delimiter, strict=True)
    first = 1
    """First line of the current row."""
    try:
        for cells in reader:
            yield reader.line_num, list(map(str.strip, cells))
            first = reader.line_num + 1
    except csv.Error as error:
        message = f"is not a valid row of a CSV table: {error}"
        raise SpecError(Problem(where.at(line=first, row=first), message, "check the quotes", code="E0307")) from None


LARGEST_UNPACKED: Final = 128_000_000
"""Maximum size of an unpacked workbook, in bytes."""
MOST_CELLS: Final = 2_000_000
"""Maximum number of cells in the rectangle that a sheet spans, for which readers allocate memory."""
MOST_PARTS: Final = 5_000
"""Maximum number of files in the archive of a workbook."""
ZIP: Final = b"PK\x03\x04"
OLD_EXCEL: Final = bytes.fromhex("d0cf11e0a1b11ae1")
_REFERENCE: Final = re.compile(rb"""<(?:\w+:)?c\b[^>]*?\br\s*=\s*["']([A-Z]{1,3})([0-9]{1,7})["']""")
_ODS_ROW: Final = re.compile(rb"<table:table-row\b([^>]*?)(/?)>")
_ODS_CELL: Final = re.compile(rb"<table:(?:covered-)?table-cell\b([^>]*?)(/?)>")
_REPEATED: Final = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["']([0-9]{1,9})["']""")


def read_sheet(content: bytes, where: Location, sheet: str | None) -> list[tuple[int, list[str]]]:
    """Return the numbers and cells of the rows of a sheet that are not empty.

    Without a sheet, read the first one that is not empty. Raise SpecError if it cannot be read.
    """
    try:
        return run_in_worker(parse_sheet, DEFAULT_LIMITS, content, where, sheet)
    except LimitError:
        message = "cannot be read: it takes too much time or memory, or crashes its reader"
        raise SpecError(Problem(where, message, "save the table as CSV UTF-8", code="E0308")) from None


@task
def parse_sheet(content: bytes, where: Location, sheet: str | None) -> list[tuple[int, list[str]]]:
    """Return the rows of a sheet, like `read_sheet`, in the current process."""
    begin_step(where)
    if content.startswith(ZIP):
        _check_archive(content, where)
    try:
        return _rows(content, where, sheet)
    except SpecError:
        raise
    except BaseException as error:  # a panic in calamine's Rust code is not an Exception
        if isinstance(error, MemoryError | KeyboardInterrupt | SystemExit):
            raise
        raise SpecError(_unreadable(error, where)) from None


def _unreadable(error: BaseException, where: Location) -> Problem:
    """Return the problem of a workbook that its reader refuses."""
    if type(error).__name__ == "PasswordError":
        hint = "remove the password in a spreadsheet program"
        return Problem(where, "is protected with a password", hint, code="E0308")
    return Problem(where, "is not a valid workbook (XLSX, XLS or ODS)", found=str(error), code="E0308")


def _rows(content: bytes, where: Location, sheet: str | None) -> list[tuple[int, list[str]]]:
    import python_calamine as calamine  # slow to load, and most tables are text

    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
    names = book.sheet_names
    if not names:
        raise SpecError(Problem(where, "has no sheets", code="E0309"))
    if sheet is not None and sheet not in names:
        raise SpecError(Problem(where, f"has no sheet {quote_value(sheet)}", did_you_mean(names, sheet), code="E0309"))
    filled: list[tuple[int, list[str]]] = []
    for name in [sheet] if sheet is not None else names:
        found = book.get_sheet_by_name(name)
        _check_cells(found.total_width * found.total_height, where)
        rows = enumerate(found.to_python(skip_empty_area=False), 1)
        filled = [
            (number, [cell_text(cell) for cell in row]) for number, row in rows if any(cell != "" for cell in row)
        ]
        if filled:
            break
    return filled


def sheet_names(content: bytes, where: Location) -> list[str]:
    """Return the names of the sheets of a workbook, in the current process. Raise SpecError if it cannot be read."""
    import python_calamine as calamine

    if content.startswith(ZIP):
        _check_archive(content, where)
    try:
        return list(calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)).sheet_names)
    except BaseException as error:
        if isinstance(error, MemoryError | KeyboardInterrupt | SystemExit):
            raise
        raise SpecError(_unreadable(error, where)) from None


def _check_archive(content: bytes, where: Location) -> None:
    """Raise SpecError if a workbook is damaged, would take too much memory, or defines XML entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
                message = (
                    f"must be at most {LARGEST_UNPACKED // 1_000_000} MB unpacked, in at most {MOST_PARTS:,} parts"
                )
                raise SpecError(Problem(where, message, code="E0105"))
            for part in parts:
                with archive.open(part) as file:
                    inside = file.read(LARGEST_UNPACKED + 1)
                if len(inside) > part.file_size:
                    message = f"is damaged: {part.filename} is larger than the archive states"
                    raise SpecError(Problem(where, message, code="E0308"))
                if inside.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
                    _check_xml(part.filename, inside, where)
    except SpecError:
        raise
    except Exception as error:  # each compression method raises different errors
        raise SpecError(Problem(where, "is a damaged workbook", found=str(error), code="E0308")) from None


def _check_xml(name: str, xml: bytes, where: Location) -> None:
    if b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
        raise SpecError(Problem(where, f"has a document type declaration in {name}", code="E0308"))
    _check_cells(_ods_cells(xml) if name == "content.xml" else _xlsx_cells(xml), where)


def _check_cells(cells: int, where: Location) -> None:
    if cells > MOST_CELLS:
        message, hint = f"must have at most {MOST_CELLS:,} cells in a sheet", "delete stray cells far from the table"
        raise SpecError(Problem(where, message, hint, found=f"{cells:,}", code="E0105"))


def _xlsx_cells(xml: bytes) -> int:
    """Return the number of cells in the rectangle that the cells of an XLSX sheet span."""
    widest = lowest = 0
    for column, row in _REFERENCE.findall(xml):
        number = 0
        for letter in column:
            number = number * 26 + letter - 64
        widest, lowest = max(widest, number), max(lowest, int(row))
    return widest * lowest


def _ods_cells(xml: bytes) -> int:
    """Return the number of cells in the largest rectangle that an ODS sheet spans.

    Repeated rows and cells, which the file stores once, are counted as often as they repeat; trailing empty ones are
    not counted.
    """
    most = 0
    for table in xml.split(b"<table:table ")[1:]:
        reached = lines = widest = 0
        for row in re.split(rb"(?=<table:table-row\b)", table)[1:]:
            head = _ODS_ROW.match(row)
            repeated = _repeat_count(head[1]) if head else 1
            width = filled = 0
            for cell in _ODS_CELL.finditer(row):
                width += _repeat_count(cell[1])
                if not cell[2] or b"value" in cell[1]:
                    filled = width
            lines += repeated
            if filled:
                reached, widest = lines, max(widest, filled)
        most = max(most, reached * widest)
    return most


def _repeat_count(attributes: bytes) -> int:
    found = _REPEATED.search(attributes)
    return int(found[1]) if found else 1


def cell_text(value: object) -> str:
    """Return the value of a cell as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ") if value.time() != time() else value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return str(value).strip()


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
        text = decode(content, where, strict=strict).display_text
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
