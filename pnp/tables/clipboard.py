"""Parse the tab-separated cells that spreadsheet programs put on the clipboard."""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = re.compile(r'"((?:[^"]++|"")*+)"(?=[\t\r\n]|\Z)')
_PLAIN: Final = re.compile(r"[^\t\r\n]*")
_END: Final = re.compile(r"\r\n|\r|\n")


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
        end = _END.match(text, at)
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
