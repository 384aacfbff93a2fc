"""Split a row of CSV text into cells with their positions and quotes, and format new cells."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

QUOTE: Final = '"'
LINE_ENDS: Final = ("\r\n", "\n", "\r")
_BREAK: Final = re.compile(r"\r\n|\r|\n")


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
        return _BREAK.sub("\n", self.inner).strip()


def line_end(record: str) -> str:
    """Return the line end of a row; empty for the last row of a file that does not end with one."""
    return next((end for end in LINE_ENDS if record.endswith(end)), "")


def line_breaks(text: str) -> list[str]:
    """Return the line breaks in a text, each as CRLF, CR or LF."""
    return _BREAK.findall(text)


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
    said = inner.strip()
    if not value:
        return QUOTE * 2 if cell.quoted else ""
    text = format_cell(
        value,
        delimiter,
        quoted=cell.quoted or (quoted and not said),
        bare=not cell.quoted and QUOTE in inner,
        line_break=next(iter(line_breaks(said)), line_break),
    )
    lead = inner[: len(inner) - len(inner.lstrip())]
    trail = inner[len(inner.rstrip()) :] if said else ""
    if text[:1] != QUOTE:
        return f"{lead}{text}{trail}"
    return f"{QUOTE}{lead}{text[1:-1]}{trail}{QUOTE}" if cell.quoted else text


@lru_cache(maxsize=8)
def _cell(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf'"(?:[^"]++|"")*+"|[^{re.escape(delimiter)}\r\n]*+')
