"""What spreadsheets put on the clipboard: rows of cells with tabs between them."""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = re.compile(r'"((?:[^"]++|"")*+)"(?=[\t\r\n]|\Z)')
_PLAIN: Final = re.compile(r"[^\t\r\n]*")
_END: Final = re.compile(r"\r\n|\r|\n")


def read_block(text: str) -> list[list[str]]:
    """The cells of a block, row by row.

    Spreadsheets quote a cell only when it has a tab or a line break in it, and then double the quotes that it has;
    any other quotes belong to what the cell says.
    """
    rows: list[list[str]] = [[]]
    at = 0
    while True:
        value, at = _cell(text, at)
        rows[-1].append(value)
        if text[at : at + 1] == "\t":
            at += 1
            continue
        end = _END.match(text, at)
        if end is None or end.end() == len(text):
            return rows
        rows.append([])
        at = end.end()


def _cell(text: str, at: int) -> tuple[str, int]:
    """A cell, and where it ends."""
    quoted = _QUOTED.match(text, at)
    if quoted is not None and (not quoted[1] or re.search(r'[\t\r\n]|""', quoted[1])):
        return quoted[1].replace('""', '"'), quoted.end()
    plain = _PLAIN.match(text, at)
    return (plain[0], plain.end()) if plain else ("", at)
