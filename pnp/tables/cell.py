"""Cells as a row of separated text has them: the position of each, whether it is quoted, and how to write another."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

QUOTE: Final = '"'
LINE_ENDS: Final = ("\r\n", "\n", "\r")
_BREAK: Final = re.compile(r"\r\n|\r|\n")


class WrittenCell(NamedTuple):
    """A cell of a row, as the file has it."""

    start: int
    """Characters from the beginning of the row."""
    end: int
    raw: str
    """All that is written, quotes and spaces included."""

    @property
    def quoted(self) -> bool:
        """Whether it is in quotes."""
        return self.raw[:1] == QUOTE

    @property
    def inner(self) -> str:
        """What is written, without its quotes."""
        return self.raw[1:-1].replace(QUOTE * 2, QUOTE) if self.quoted else self.raw

    @property
    def value(self) -> str:
        """What the cell says."""
        return _BREAK.sub("\n", self.inner).strip()


def line_end(record: str) -> str:
    """How the last line of a row ends; empty for the last row of a file that has no line end."""
    return next((end for end in LINE_ENDS if record.endswith(end)), "")


def line_breaks(text: str) -> list[str]:
    """The line breaks in a text, as they are written."""
    return _BREAK.findall(text)


def written_cells(record: str, delimiter: str) -> list[WrittenCell]:
    """The cells of a row that is well written; an empty line has none."""
    end = len(record) - len(line_end(record))
    found: list[WrittenCell] = []
    start = 0
    while start < end or found:
        match = _cell(delimiter).match(record, start, end)
        stop = match.end() if match else start
        found.append(WrittenCell(start, stop, record[start:stop]))
        if stop >= end:
            break
        start = stop + 1
    return found


def written(value: str, delimiter: str, *, quoted: bool, bare: bool = False, line_break: str = "\n") -> str:
    """A value as a file has it: in quotes where it must be, or where that is wanted.

    With `bare`, quotes inside of it do not ask for quotes around it.
    """
    text = value.replace("\n", line_break)
    must = delimiter in text or "\n" in text or "\r" in text or text[:1] == QUOTE or (QUOTE in text and not bare)
    return f"{QUOTE}{text.replace(QUOTE, QUOTE * 2)}{QUOTE}" if quoted or must else text


def rewritten(cell: WrittenCell, value: str, delimiter: str, *, quoted: bool, line_break: str) -> str:
    """Another value in the place of a cell, with the quotes and spaces around what it says; `quoted` if it is empty."""
    inner = cell.inner
    said = inner.strip()
    if not value:
        return QUOTE * 2 if cell.quoted else ""
    text = written(
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
