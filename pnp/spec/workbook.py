"""Read a sheet of a workbook (XLSX, XLS or ODS) as rows of texts, in a separate process.

The unpacked size is checked before a workbook is read; if one still exceeds the limits, only that process is stopped.
"""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, datetime, time, timedelta
from typing import Final

from pnp.errors import LimitError, Location, Problem, SpecError, did_you_mean, quote_value
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import begin_step
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

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
        if type(error).__name__ == "PasswordError":
            hint = "remove the password in a spreadsheet program"
            raise SpecError(Problem(where, "is protected with a password", hint, code="E0308")) from None
        message = "is not a valid workbook (XLSX, XLS or ODS)"
        raise SpecError(Problem(where, message, found=str(error), code="E0308")) from None


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
