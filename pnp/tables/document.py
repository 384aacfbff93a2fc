"""A CSV file row by row and cell by cell, so that a part can be replaced and the rest keeps its bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final, NamedTuple

from pnp.errors import Location, PnpError, Problem, quote_value
from pnp.project.saving import content_hash as content_hash
from pnp.spec.reader import (
    LARGEST_FILE,
    LONE_SURROGATE,
    REPLACEMENT_CHARACTER,
    check_width,
    decode,
    detect_delimiter,
    is_json,
    is_workbook,
    normalize_newlines,
    parse_records,
    without_sep_line,
)
from pnp.store.files import rounded_size

QUOTE: Final = '"'
LINE_ENDS: Final = ("\r\n", "\n", "\r")
LINE_BREAK: Final = re.compile(r"\r\n|\r|\n")


class RawCell(NamedTuple):
    """A cell as it is written in the file."""

    start: int
    """Offset from the beginning of the row, in characters."""
    end: int
    """Offset of the end of the cell."""
    raw: str
    """The text in the file, including quotes and spaces."""

    @property
    def quoted(self) -> bool:
        """Whether the cell is in quotes."""
        return self.raw[:1] == QUOTE

    @property
    def inner(self) -> str:
        """The text without the enclosing quotes, with doubled quotes undone."""
        return self.raw[1:-1].replace(QUOTE * 2, QUOTE) if self.quoted else self.raw

    @property
    def value(self) -> str:
        """The value of the cell: its text without surrounding spaces, with LF as line break."""
        return LINE_BREAK.sub("\n", self.inner).strip()


def line_end(record: str) -> str:
    """Return the line end of a row; empty for the last row of a file that does not end with one."""
    return next((end for end in LINE_ENDS if record.endswith(end)), "")


def line_breaks(text: str) -> list[str]:
    """Return the line breaks in a text, each as CRLF, CR or LF."""
    return LINE_BREAK.findall(text)


def split_cells(record: str, delimiter: str) -> list[RawCell]:
    """Return the cells of a well-formed row; none for an empty line."""
    end = len(record) - len(line_end(record))
    found: list[RawCell] = []
    start = 0
    while start < end or found:
        match = _cell(delimiter).match(record, start, end)
        stop = match.end() if match else start
        found.append(RawCell(start, stop, record[start:stop]))
        if stop >= end:
            break
        start = stop + 1
    return found


def format_cell(value: str, delimiter: str, *, quoted: bool, bare: bool = False, line_break: str = "\n") -> str:
    """Format a value as a cell, in quotes if necessary or if `quoted`.

    With `bare`, a quote inside the value does not by itself require quotes around it.
    """
    text = value.replace("\n", line_break)
    must = delimiter in text or "\n" in text or "\r" in text or text[:1] == QUOTE or (QUOTE in text and not bare)
    return f"{QUOTE}{text.replace(QUOTE, QUOTE * 2)}{QUOTE}" if quoted or must else text


def reformat_cell(cell: RawCell, value: str, delimiter: str, *, quoted: bool, line_break: str) -> str:
    """Format a new value for a cell, keeping its quotes and surrounding spaces; `quoted` applies to an empty cell."""
    inner = cell.inner
    old = inner.strip()
    if not value:
        return QUOTE * 2 if cell.quoted else ""
    text = format_cell(
        value,
        delimiter,
        quoted=cell.quoted or (quoted and not old),
        bare=not cell.quoted and QUOTE in inner,
        line_break=next(iter(line_breaks(old)), line_break),
    )
    lead = inner[: len(inner) - len(inner.lstrip())]
    trail = inner[len(inner.rstrip()) :] if old else ""
    if text[:1] != QUOTE:
        return f"{lead}{text}{trail}"
    return f"{QUOTE}{lead}{text[1:-1]}{trail}{QUOTE}" if cell.quoted else text


@lru_cache(maxsize=8)
def _cell(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf'"(?:[^"]++|"")*+"|[^{re.escape(delimiter)}\r\n]*+')


ENCODINGS: Final = {
    "utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32-le": "UTF-32", "utf-32-be": "UTF-32",
    "cp1252": "Windows-1252",
}  # fmt: skip
"""Display names of encodings, by codec."""
SAVE_AS_UTF_8: Final = "save the table as UTF-8 (a spreadsheet program calls it CSV UTF-8), then edit it"


class EditError(PnpError):
    """An edit that cannot be made; the table is unchanged."""


class TableRecord(NamedTuple):
    """A row of the file; headings and empty rows are records too."""

    raw: str
    """Text of the row, including its line end."""
    cells: list[str]
    """Values of the cells."""
    lines: int
    """Number of lines that it spans."""

    @property
    def blank(self) -> bool:
        """Whether all cells are empty."""
        return not any(self.cells)


class RecordSplice(NamedTuple):
    """A replacement of consecutive rows of a file by others."""

    at: int
    """Index of the first replaced record."""
    old: tuple[str, ...]
    """Text of the replaced rows."""
    new: tuple[str, ...]
    """Text of the rows in their place."""

    @property
    def inverse(self) -> RecordSplice:
        """The splice that undoes this one."""
        return RecordSplice(self.at, self.new, self.old)


@dataclass(frozen=True)
class CsvDocument:
    """A CSV table. Row 0 has the headings; the rows below it, including empty ones, are numbered from 1."""

    where: Location
    """Location of the file."""
    codec: str
    errors: str
    """Error handler of the codec, which restores invalid bytes."""
    mark: bytes
    """Byte order mark, or empty."""
    delimiter: str
    records: list[TableRecord]
    head: int
    """Index of the record with the headings."""

    @property
    def rows(self) -> list[TableRecord]:
        """The rows below the headings."""
        return self.records[self.head + 1 :]

    @property
    def row_count(self) -> int:
        """Number of the last row; 0 if there are only headings."""
        return len(self.records) - self.head - 1

    @property
    def headings(self) -> list[str]:
        """The headings, without trailing empty ones, which spreadsheet programs add."""
        found = list(self.records[self.head].cells) if self.head < len(self.records) else []
        while found and not found[-1]:
            found.pop()
        return found

    @property
    def encoding(self) -> str:
        """Display name of the encoding."""
        return ENCODINGS[self.codec]

    @cached_property
    def text(self) -> str:
        """Text of the file, without the byte order mark."""
        return "".join([record.raw for record in self.records])

    @property
    def read_only(self) -> str:
        """Reason why the table cannot be edited; empty if it can."""
        if self.errors == "replace":
            return f"the file ends in the middle of a {self.encoding} character; save it again as UTF-8"
        if self.codec in ("utf-8", "cp1252") and any("\0" in record.raw for record in self.records):
            return "the file has NUL characters, like UTF-16 without a byte order mark; save it again as UTF-8"
        if not self.headings:
            return "the table has no headings; write them into the first line"
        return ""

    def content(self) -> bytes:
        """Return the bytes of the file."""
        return self._content

    @cached_property
    def _content(self) -> bytes:
        return self.mark + self.text.encode(self.codec, self.errors)

    def cells(self, row: int) -> list[str]:
        """Return the cells of a row, with a replacement character for invalid bytes."""
        cells = self.records[self.head + row].cells
        return cells if self.errors == "strict" else [LONE_SURROGATE.sub(REPLACEMENT_CHARACTER, cell) for cell in cells]

    def raw_cells(self, row: int) -> list[RawCell]:
        """Return the cells of a row as they are written in the file."""
        return split_cells(self.records[self.head + row].raw, self.delimiter)

    def last_line_of(self, row: int) -> int:
        """Return the number of a row's last line, which messages use."""
        return sum(record.lines for record in self.records[: self.head + row + 1])

    def splice(self, row: int, count: int, raws: Sequence[str], end: str) -> RecordSplice:
        """Return the splice that replaces `count` rows, from `row`, by the rows in `raws`.

        Rows without a line end get `end`. A file that does not end with a line end still does not afterwards.
        """
        at, new = self.head + row, list(raws)
        at_end = at + count == len(self.records)
        ended = not at_end or bool(line_end(self.records[-1].raw))
        if (
            at_end and at and (not line_end(self.records[at - 1].raw) if new else not ended)
        ):  # the line end before changes
            at, count = at - 1, count + 1
            new = [self.records[at].raw, *new]
        new = [raw if line_end(raw) else raw + end for raw in new]
        if not ended:
            new[-1] = new[-1].removesuffix(line_end(new[-1])) or new[-1]
        before, after, new = self._joined(at, at + count, new)
        return RecordSplice(before, self._raws(before, after), tuple(new))

    def with_splice(self, splice: RecordSplice) -> CsvDocument:
        """Return the table after a splice, which `check` has yet to check; raise EditError if the rows do not match."""
        end = splice.at + len(splice.old)
        if self._raws(splice.at, end) != splice.old:
            raise EditError(Problem(self.where, "has changed since the edit was made", code="E0112"))
        known = {record.raw: record for record in self.records[splice.at : end]}  # moved rows stay the same objects
        read = _records("".join(splice.new), self.where, self.delimiter)
        new = [known.pop(record.raw, record) for record in read]
        return replace(self, records=[*self.records[: splice.at], *new, *self.records[end:]])

    def _raws(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(record.raw for record in self.records[start:end])

    def _joined(self, start: int, end: int, new: list[str]) -> tuple[int, int, list[str]]:
        """Extend a splice to the neighbouring rows if a CR and an LF that ended two rows would now be one line end."""
        left, right = self._raws(start - 1, start), self._raws(end, end + 1)
        joined: list[str] = []
        for raw in (*left, *new, *right):
            if joined and joined[-1].endswith("\r") and raw.startswith("\n"):
                joined[-1] += raw
            else:
                joined.append(raw)
        if left and joined[0] == left[0]:
            start, joined = start + 1, joined[1:]
        if right and joined and joined[-1] == right[0]:
            end, joined = end - 1, joined[:-1]
        return start - len(left), end + len(right), joined

    def check(self) -> None:
        """Raise EditError if the table, once saved, would be read back differently."""
        text = self.text
        try:
            content = self.content()
        except UnicodeEncodeError as error:
            message, found = f"has a character that does not exist in {self.encoding}", quote_value(text[error.start])
            raise EditError(Problem(self.where, message, SAVE_AS_UTF_8, found=found, code="E0314")) from None
        if len(content) > LARGEST_FILE:
            raise EditError(Problem(self.where, f"cannot be larger than {rounded_size(LARGEST_FILE)}", code="E0105"))
        decoded = decode(content, self.where)
        if decoded.text != text:
            found = f"it would be read as {ENCODINGS[decoded.codec]}, not as {self.encoding}"
            raise EditError(Problem(self.where, "cannot be saved", SAVE_AS_UTF_8, found=found, code="E0314"))
        first = next((number for number, record in enumerate(self.records) if not record.blank), len(self.records))
        top = "".join(self._raws(0, first + 1))
        if (
            first != self.head
            or detect_delimiter(without_sep_line(top)) != self.delimiter
            or is_json(top)
            or is_workbook(content)
        ):
            found = "its headings would be read differently"
            hint = "commas, semicolons, tabs and brackets in headings determine how the file is read"
            raise EditError(Problem(self.where, "cannot be saved", hint, found=found, code="E0314"))


def read_document(content: bytes, where: Location) -> CsvDocument:
    """Return the CSV table in a file; raise SpecError if it is malformed."""
    decoded = decode(content, where)
    body = without_sep_line(decoded.text)
    delimiter = detect_delimiter(body)
    found = _records(decoded.text, where, delimiter, body)
    head = next((number for number, record in enumerate(found) if not record.blank), len(found))
    document = CsvDocument(where, decoded.codec, decoded.errors, decoded.mark, delimiter, found, head)
    if head < len(found):
        line = document.last_line_of(0)
        check_width(where.at(line=line, row=line), found[head].cells)
    return document


def _records(text: str, where: Location, delimiter: str, body: str = "") -> list[TableRecord]:
    """Return the records of a text; cells are parsed from `body`, which has the same number of lines."""
    lines = list(io.StringIO(text, newline=""))
    found: list[TableRecord] = []
    first = 0
    for number, cells in parse_records(body or normalize_newlines(text), where, delimiter):
        raw = lines[first] if number == first + 1 else "".join(lines[first:number])
        found.append(TableRecord(raw, cells, number - first))
        first = number
    return found


NEARBY_ROWS: Final = 50
"""Number of rows on each side that are examined."""


class CsvDialect:
    """The line ends and quotes in the rows near a row."""

    def __init__(self, document: CsvDocument, row: int) -> None:
        self.document = document
        self.row = row
        self._quotes: dict[tuple[int, bool], bool] = {}

    @cached_property
    def end(self) -> str:
        """Line end of the nearest row above, or else below."""
        records, at = self.document.records, self.document.head + self.row
        nearest = chain(range(min(at, len(records)) - 1, -1, -1), range(at, len(records)))
        return next(filter(None, (line_end(records[number].raw) for number in nearest)), "\n")

    @cached_property
    def line_break(self) -> str:
        """Line break inside cells; often LF even if lines end with CRLF."""
        breaks = (line_breaks(cell.inner) for cells in self._written for cell in cells if cell.quoted)
        return next((found[0] for found in breaks if found), "\n")

    def quotes_column(self, column: int, *, empty: bool = False) -> bool:
        """Return whether the filled cells of a column, or with `empty` the empty ones, are quoted."""
        key = column, empty
        if key not in self._quotes:
            cells = [cells[column] for cells in self._written if column < len(cells)]
            alike = [cell.quoted for cell in cells if empty != bool(cell.inner.strip())]
            alike = alike or ([cell.quoted for cell in cells] if empty else [])
            self._quotes[key] = bool(alike) and all(alike)
        return self._quotes[key]

    def new_row(self, values: list[str]) -> str:
        """Return the text of a new row with these values, with a cell for each heading and without a line end."""
        delimiter = self.document.delimiter
        width = len(self.document.records[self.document.head].cells)
        cells = []
        for column, value in enumerate((values + [""] * width)[:width]):
            quoted, line_break = self.quotes_column(column, empty=not value), self.line_break if "\n" in value else "\n"
            cells.append(format_cell(value, delimiter, quoted=quoted, line_break=line_break))
        return non_blank_row(delimiter.join(cells))

    @cached_property
    def _written(self) -> list[list[RawCell]]:
        """Cells of the rows nearby, or of the headings if there are no rows."""
        low, high = max(1, self.row - NEARBY_ROWS), min(self.document.row_count, self.row + NEARBY_ROWS)
        rows = [row for row in range(low, high + 1) if not self.document.records[self.document.head + row].blank]
        return [self.document.raw_cells(row) for row in rows or [0]]


def non_blank_row(text: str) -> str:
    """Return the text of a row, with a quoted empty cell if it has no text; a blank line would not count as a row."""
    return text or '""'
