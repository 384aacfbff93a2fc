"""Lines of a TOML file: where each key and each element of a list stands, for whoever shows a problem at its line."""

from __future__ import annotations

import contextlib
import re
from typing import Final

Key = tuple[str | int, ...]
"""Names of keys, and numbers of elements from 0 on, from the top of the file."""

_BLANK: Final = re.compile(r"(?:\s+|#[^\n]*)+")
_STRING: Final = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN: Final = re.compile(r"[^\s,\[\]{}#][^,\[\]{}#\n]*")
DEEPEST: Final = 60
"""Lists and tables inside each other; what is deeper has the line of what holds it."""


def toml_lines(text: str) -> dict[Key, int]:
    """The line, from 1 on, of every key, table and element; of a text that is no TOML, those before the mistake."""
    scanner = _Scanner(text)
    with contextlib.suppress(_OddError):
        scanner.scan()
    return scanner.lines


class _OddError(Exception):
    """Not TOML."""


class _Scanner:
    """Walks through a text once."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[Key, int] = {}
        self._line, self._counted = 1, 0
        self._lists: dict[Key, int] = {}
        """How many tables each list of tables has."""

    def scan(self) -> None:
        """Note all lines."""
        table: Key = ()
        self._skip()
        while self.at < len(self.text):
            if self._take("[["):
                line, named = self._here(), self._listed(self._name())
                number = self._lists[named] = self._lists.get(named, -1) + 1
                table = (*named, number)
                self._note(table, line)
                self._expect("]]")
            elif self._take("["):
                line, table = self._here(), self._listed(self._name())
                self._note(table, line)
                self._expect("]")
            else:
                self._pair(table)
            self._skip()

    def _listed(self, name: Key) -> Key:
        """The name of a table, with the last of each list of tables that it leads through."""
        found: Key = ()
        for part in name[:-1]:
            found = (*found, part)
            if found in self._lists:
                found = (*found, self._lists[found])
        return (*found, name[-1])

    def _pair(self, table: Key, deep: int = 0) -> None:
        line = self._here()
        key = (*table, *self._name())
        self._expect("=")
        self._note(key, line)
        self._value(key, deep)

    def _note(self, key: Key, line: int) -> None:
        """Note a key, and those that it leads through where they stand nowhere else: a.b = 1 is also where a is."""
        for length in range(1, len(key) + 1):
            self.lines.setdefault(key[:length], line)

    def _value(self, key: Key, deep: int = 0) -> None:
        if deep > DEEPEST:
            raise _OddError
        if self._take("["):
            number = 0
            self._skip()
            while not self._take("]"):
                self.lines[*key, number] = self._here()
                self._value((*key, number), deep + 1)
                self._skip()
                if not self._take(","):
                    self._expect("]")
                    break
                self._skip()
                number += 1
        elif self._take("{"):
            self._skip()
            while not self._take("}"):
                self._pair(key, deep + 1)
                self._skip()
                if not self._take(","):
                    self._expect("}")
                    break
                self._skip()
        else:
            match = _STRING.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            if match is None:
                raise _OddError
            self.at = match.end()

    def _name(self) -> Key:
        """A key with dots."""
        parts: list[str] = []
        while True:
            self._skip()
            match = _BARE.match(self.text, self.at) or _STRING.match(self.text, self.at)
            if match is None:
                raise _OddError
            self.at = match.end()
            parts.append(match[0].strip("\"'"))
            self._skip()
            if not self._take("."):
                return tuple(parts)

    def _here(self) -> int:
        """The line of the place that it has come to."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def _skip(self) -> None:
        if (match := _BLANK.match(self.text, self.at)) is not None:
            self.at = match.end()

    def _take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def _expect(self, sign: str) -> None:
        self._skip()
        if not self._take(sign):
            raise _OddError
        self._skip()
