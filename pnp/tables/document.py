"""A table as its file has it, row by row, so that a part can be replaced and all the rest keeps its bytes."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from pnp.errors import PnpError, Problem, quoted
from pnp.location import Location
from pnp.read import size_told
from pnp.spec.reader import LARGEST_FILE, check_width, is_json, is_workbook
from pnp.spec.separated import HALF, UNKNOWN, decode, plain_lines, records, separator, table_body
from pnp.tables.cell import WrittenCell, line_end, written_cells

ENCODINGS: Final = {
    "utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32-le": "UTF-32", "utf-32-be": "UTF-32",
    "cp1252": "Windows-1252",
}  # fmt: skip
"""What encodings are called."""
AS_UTF_8: Final = "save the table as UTF-8 (a spreadsheet program calls it CSV UTF-8), then edit it"


class EditError(PnpError):
    """An edit that a table cannot take; nothing of it was done."""


class TableRecord(NamedTuple):
    """A row of a file, the headings and empty ones included."""

    raw: str
    """As it is written, with the end of its line."""
    cells: list[str]
    """What its cells say, as the reader of tables reads them."""
    lines: int
    """How many lines it takes."""

    @property
    def blank(self) -> bool:
        """Whether it has no cell that says anything."""
        return not any(self.cells)


class RecordSplice(NamedTuple):
    """Rows as they are written, in the place of others; the other way round it is undone."""

    at: int
    """How many rows of the file stand before them, headings and empty ones included."""
    old: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def inverse(self) -> RecordSplice:
        """What undoes it."""
        return RecordSplice(self.at, self.new, self.old)


@dataclass(frozen=True)
class Document:
    """A table of separated text. Row 0 has the headings; rows are counted from there, empty ones too."""

    where: Location
    """Location of the file."""
    codec: str
    errors: str
    """How the codec writes what has no meaning in its encoding."""
    mark: bytes
    """The byte order mark."""
    delimiter: str
    records: list[TableRecord]
    head: int
    """The number of records before the headings."""

    @property
    def rows(self) -> list[TableRecord]:
        """The rows below the headings."""
        return self.records[self.head + 1 :]

    @property
    def last(self) -> int:
        """The number of the last row; 0 where there are only headings."""
        return len(self.records) - self.head - 1

    @property
    def headings(self) -> list[str]:
        """The headings, without the empty ones that a spreadsheet adds at the end."""
        found = list(self.records[self.head].cells) if self.head < len(self.records) else []
        while found and not found[-1]:
            found.pop()
        return found

    @property
    def encoding(self) -> str:
        """What the encoding is called."""
        return ENCODINGS[self.codec]

    @cached_property
    def text(self) -> str:
        """All that is in the file, after the byte order mark."""
        return "".join([record.raw for record in self.records])

    @property
    def read_only(self) -> str:
        """Why the table cannot be edited; empty where it can."""
        if self.errors == "replace":
            return f"the file ends in the middle of a {self.encoding} character; save it again as UTF-8"
        if self.codec in ("utf-8", "cp1252") and any("\0" in record.raw for record in self.records):
            return "the file has NUL characters, as UTF-16 without a byte order mark has; save it again as UTF-8"
        if not self.headings:
            return "the table has no headings; write them into the first line"
        return ""

    def content(self) -> bytes:
        """The bytes of the file."""
        return self._content

    @cached_property
    def _content(self) -> bytes:
        return self.mark + self.text.encode(self.codec, self.errors)

    def cells(self, row: int) -> list[str]:
        """Return the cells of a row, with a replacement character for invalid bytes."""
        cells = self.records[self.head + row].cells
        return cells if self.errors == "strict" else [HALF.sub(UNKNOWN, cell) for cell in cells]

    def written(self, row: int) -> list[WrittenCell]:
        """The cells of a row as they are written."""
        return written_cells(self.records[self.head + row].raw, self.delimiter)

    def line(self, row: int) -> int:
        """The number of a row's last line, by which messages name it."""
        return sum(record.lines for record in self.records[: self.head + row + 1])

    def splice(self, row: int, count: int, raws: Sequence[str], end: str) -> RecordSplice:
        """What puts rows as they are written in the place of `count` others; `end` ends lines that need it.

        A file without an end of line at its end stays so.
        """
        at, new = self.head + row, list(raws)
        at_end = at + count == len(self.records)
        ended = not at_end or bool(line_end(self.records[-1].raw))
        if at_end and (not line_end(self.records[at - 1].raw) if new else not ended):  # the row before changes, too
            at, count = at - 1, count + 1
            new = [self.records[at].raw, *new]
        new = [raw if line_end(raw) else raw + end for raw in new]
        if not ended:
            new[-1] = new[-1].removesuffix(line_end(new[-1])) or new[-1]
        before, after, new = self._joined(at, at + count, new)
        return RecordSplice(before, self._raws(before, after), tuple(new))

    def spliced(self, splice: RecordSplice) -> Document:
        """The table with other rows in the place of some, not checked yet."""
        end = splice.at + len(splice.old)
        if self._raws(splice.at, end) != splice.old:
            raise EditError(Problem(self.where, "has changed since the edit was made", code="E0112"))
        kept = {record.raw: record for record in self.records[splice.at : end]}  # rows that only move stay the same
        read = _records("".join(splice.new), self.where, self.delimiter)
        new = [kept.pop(record.raw, record) for record in read]
        return replace(self, records=[*self.records[: splice.at], *new, *self.records[end:]])

    def _raws(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(record.raw for record in self.records[start:end])

    def _joined(self, start: int, end: int, new: list[str]) -> tuple[int, int, list[str]]:
        """The same splice, with rows made one where a CR and a LF that ended two of them now end one line."""
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
        """Raise EditError if the file, once written, would be read differently."""
        text = self.text
        try:
            content = self.content()
        except UnicodeEncodeError as error:
            message, found = f"has a character that does not exist in {self.encoding}", quoted(text[error.start])
            raise EditError(Problem(self.where, message, AS_UTF_8, found=found, code="E0314")) from None
        if len(content) > LARGEST_FILE:
            raise EditError(Problem(self.where, f"cannot be larger than {size_told(LARGEST_FILE)}", code="E0105"))
        decoded = decode(content, self.where)
        if decoded.text != text:
            found = f"it would be read as {ENCODINGS[decoded.codec]}, not as {self.encoding}"
            raise EditError(Problem(self.where, "cannot be saved", AS_UTF_8, found=found, code="E0314"))
        first = next((number for number, record in enumerate(self.records) if not record.blank), len(self.records))
        top = "".join(self._raws(0, first + 1))
        if first != self.head or separator(table_body(top)) != self.delimiter or is_json(top) or is_workbook(content):
            found = "its headings would be read differently"
            hint = "commas, semicolons, tabs and brackets in headings decide how the file is read"
            raise EditError(Problem(self.where, "cannot be saved", hint, found=found, code="E0314"))


def version_of(content: bytes) -> str:
    """The version of a file, by which it is known that nobody else has changed it: a hash of its bytes."""
    return hashlib.sha256(content).hexdigest()


def read_document(content: bytes, where: Location) -> Document:
    """The table in a file of separated text; SpecError where the reader of tables would refuse it."""
    decoded = decode(content, where)
    body = table_body(decoded.text)
    delimiter = separator(body)
    found = _records(decoded.text, where, delimiter, body)
    head = next((number for number, record in enumerate(found) if not record.blank), len(found))
    document = Document(where, decoded.codec, decoded.errors, decoded.mark, delimiter, found, head)
    if head < len(found):
        line = document.line(0)
        check_width(where.at(line=line, row=line), found[head].cells)
    return document


def _records(text: str, where: Location, delimiter: str, body: str = "") -> list[TableRecord]:
    """The rows of a text; cells are read from its body, which has the same lines."""
    lines = list(io.StringIO(text, newline=""))
    found: list[TableRecord] = []
    first = 0
    for number, cells in records(body or plain_lines(text), where, delimiter):
        raw = lines[first] if number == first + 1 else "".join(lines[first:number])
        found.append(TableRecord(raw, cells, number - first))
        first = number
    return found
