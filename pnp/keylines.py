"""Lines of keys: where in a TOML file each of its keys stands, which Python's reader does not tell."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from typing import Final

DEEPEST: Final = 50
"""Lists inside each other that are followed."""
_TRIVIA: Final = re.compile(r"(?:[\s\ufeff]|#[^\n]*+)*+")
_SPACE: Final = re.compile(r"[ \t]*+")
_PART: Final = re.compile(r'[\w-]++|"((?:[^"\\\n]|\\.)*+)"|\'([^\'\n]*+)\'')
_VALUE: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})|"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|[^\s,\]}#\[{"\'][^,\]}#\n]*+',
    re.DOTALL,
)
_NOTE: Final = re.compile(r" \(.*\)", re.DOTALL)
"""What messages add to a key: the name of a line of the box, the rows that an expression fails for."""


def line_of(key: str, text: str) -> int:
    """The line of a key as messages write it (`decks.cards.rows[3].cost`), of what it stands in where it is not there.

    0 where nothing of it is in the text.
    """
    return _key_lines(text).get(nearest_key(key, text), 0)


def nearest_key(key: str, text: str) -> str:
    """As much of a key as is in the text: it, or what it would stand in; empty where nothing of it is there."""
    lines, wanted = _key_lines(text), _NOTE.sub("", key)
    while wanted and wanted not in lines:
        wanted = wanted[: max(wanted.rfind("."), wanted.rfind("["), 0)]
    return wanted


@lru_cache(maxsize=8)
def _key_lines(text: str) -> dict[str, int]:
    """The line of each key, by its path; those before the first mistake in a text that is no TOML."""
    scan = _Scan(text)
    with suppress(_MistakeError):
        scan.document()
    return scan.lines


class _MistakeError(Exception):
    """The text is no TOML from here on."""


class _Scan:
    """Follows keys and brackets; values are passed over."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._tables: Counter[str] = Counter()
        """How many there are of each [[table]] so far."""
        self.lines: dict[str, int] = {}

    def document(self) -> None:
        """Note the keys of all of it."""
        base = ""
        while self._pass(_TRIVIA) < len(self._text):
            if self._text.startswith("[", self._at):
                base = self._header()
            else:
                self._pair(base, 0)

    def _header(self) -> str:
        """Pass a [table] or [[table]]; its path."""
        start, several = self._at, self._text.startswith("[[", self._at)
        self._at += 1 + several
        *outer, last = self._key()
        path = ""
        for part in outer:
            path = _join(path, part)
            self._note(path, start)
            path += f"[{self._tables[path]}]" if path in self._tables else ""
        path = _join(path, last)
        if several:
            self._note(path, start)
            self._tables[path] += 1
        if path in self._tables:
            path += f"[{self._tables[path]}]"
        self._note(path, start)
        self._expect("]]" if several else "]")
        return path

    def _pair(self, base: str, depth: int) -> None:
        """Pass a key and its value."""
        start, path = self._at, base
        for part in self._key():
            path = _join(path, part)
            self._note(path, start)
        self._expect("=")
        self._value(path, depth)

    def _key(self) -> list[str]:
        parts: list[str] = []
        while not parts or self._text.startswith(".", self._at):
            self._at += bool(parts)
            self._pass(_SPACE)
            found = _PART.match(self._text, self._at)
            if found is None:
                raise _MistakeError
            parts.append(next((group for group in found.groups() if group is not None), found[0]))
            self._at = found.end()
            self._pass(_SPACE)
        return parts

    def _value(self, path: str, depth: int) -> None:
        self._pass(_SPACE)
        opened = self._text[self._at : self._at + 1]
        if depth > DEEPEST:
            raise _MistakeError
        if opened not in ("[", "{"):
            if _VALUE.match(self._text, self._at) is None:
                raise _MistakeError
            self._pass(_VALUE)
            return
        self._at += 1
        number = 0
        while not self._text.startswith(("]", "}"), self._pass(_TRIVIA)):
            number += 1
            if opened == "{":
                self._pair(path, depth + 1)
            else:
                self._note(f"{path}[{number}]", self._at)
                self._value(f"{path}[{number}]", depth + 1)
            if self._text.startswith(",", self._pass(_TRIVIA)):
                self._at += 1
            elif not self._text.startswith(("]", "}"), self._at):
                raise _MistakeError
        self._at += 1

    def _note(self, path: str, at: int) -> None:
        self.lines.setdefault(path, bisect_right(self._ends, at - 1) + 1)

    def _expect(self, sign: str) -> None:
        if not self._text.startswith(sign, self._at):
            raise _MistakeError
        self._at += len(sign)

    def _pass(self, pattern: re.Pattern[str]) -> int:
        """Where one is after what the pattern takes."""
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._at


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part
