"""Line numbers of locations: of keys in TOML files, and of lines in templates."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from pnp.errors import Location
from pnp.project.folders import Project
from pnp.store.files import LARGEST_SETTINGS, read_file

DEEPEST: Final = 50
"""Maximum nesting depth."""
_TRIVIA: Final = re.compile(r"(?:[\s\ufeff]|#[^\n]*+)*+")
_SPACE: Final = re.compile(r"[ \t]*+")
_PART: Final = re.compile(r'[\w-]++|"((?:[^"\\\n]|\\.)*+)"|\'([^\'\n]*+)\'')
_VALUE: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})|"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|[^\s,\]}#\[{"\'][^,\]}#\n]*+',
    re.DOTALL,
)
_NOTE: Final = re.compile(r" \(.*\)", re.DOTALL)
"""Matches what messages append to a key in parentheses, such as the name of a box line."""


def find_key_line(key: str, text: str) -> int:
    r"""Return the line of a key, written as in messages (`decks.cards.rows[3].cost`), or of its nearest parent.

    0 if neither is in the text.

    >>> find_key_line("decks.cards.size", 'title = "Low Tide"\n[decks.cards]\nsize = "poker"')
    3
    """
    return _key_lines(text).get(nearest_key(key, text), 0)


def nearest_key(key: str, text: str) -> str:
    """Return the key if the text has it, or else its nearest parent; empty if it has neither."""
    lines, wanted = _key_lines(text), _NOTE.sub("", key)
    while wanted and wanted not in lines:
        wanted = wanted[: max(wanted.rfind("."), wanted.rfind("["), 0)]
    return wanted


@lru_cache(maxsize=8)
def _key_lines(text: str) -> dict[str, int]:
    """Return the line of each key by its path; only those before the first syntax error."""
    scan = _KeyScanner(text)
    with suppress(_TomlSyntaxError):
        scan.document()
    return scan.lines


class Statement(NamedTuple):
    """A heading or a key with its value, at the top of a TOML file or below a heading."""

    name: str
    """First part of its key, as written without quotes."""
    name_at: tuple[int, int]
    """Start and end of that part in the text, with its quotes."""
    start: int
    end: int
    is_heading: bool


def find_statements(text: str) -> list[Statement]:
    r"""Return the headings and keys of a TOML file with their places; only those before the first syntax error.

    >>> [(each.name, text[each.start : each.end]) for text in ["[title]\nsize = 4"] for each in find_statements(text)]
    [('title', '[title]'), ('size', 'size = 4')]
    """
    scan = _KeyScanner(text)
    with suppress(_TomlSyntaxError):
        scan.document()
    return scan.statements


class _TomlSyntaxError(Exception):
    """Invalid TOML."""


class _KeyScanner:
    """A scanner for keys and brackets that skips values."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._tables: Counter[str] = Counter()
        """Number of each [[table]] seen so far."""
        self.lines: dict[str, int] = {}
        self.statements: list[Statement] = []
        self._name = "", (0, 0)
        """First part of the latest key, and its place."""

    def document(self) -> None:
        """Record the lines of all keys, and the statements."""
        base = ""
        while (start := self._pass(_TRIVIA)) < len(self._text):
            is_heading = self._text.startswith("[", start)
            if is_heading:
                base = self._header()
                name = self._name
            else:
                name = self._pair(base, 0)
            self.statements.append(Statement(*name, start, self._at, is_heading))

    def _header(self) -> str:
        """Skip a [table] or [[table]] header and return its path."""
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

    def _pair(self, base: str, depth: int) -> tuple[str, tuple[int, int]]:
        """Skip a key and its value, record the key, and return its first part with its place."""
        start, path = self._at, base
        for part in self._key():
            path = _join(path, part)
            self._note(path, start)
        name = self._name
        self._expect("=")
        self._value(path, depth)
        return name

    def _key(self) -> list[str]:
        parts: list[str] = []
        while not parts or self._text.startswith(".", self._at):
            self._at += bool(parts)
            self._pass(_SPACE)
            found = _PART.match(self._text, self._at)
            if found is None:
                raise _TomlSyntaxError
            parts.append(next((group for group in found.groups() if group is not None), found[0]))
            self._name = (parts[0], found.span()) if len(parts) == 1 else self._name
            self._at = found.end()
            self._pass(_SPACE)
        return parts

    def _value(self, path: str, depth: int) -> None:
        self._pass(_SPACE)
        opened = self._text[self._at : self._at + 1]
        if depth > DEEPEST:
            raise _TomlSyntaxError
        if opened not in ("[", "{"):
            if _VALUE.match(self._text, self._at) is None:
                raise _TomlSyntaxError
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
                raise _TomlSyntaxError
        self._at += 1

    def _note(self, path: str, at: int) -> None:
        self.lines.setdefault(path, bisect_right(self._ends, at - 1) + 1)

    def _expect(self, token: str) -> None:
        if not self._text.startswith(token, self._at):
            raise _TomlSyntaxError
        self._at += len(token)

    def _pass(self, pattern: re.Pattern[str]) -> int:
        """Skip what the pattern matches, and return the new position."""
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._at


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


TOML = ".toml"


def add_line(location: Location, project: Project) -> Location:
    """Return the location with the line of its key, if it has a key and the file can be read."""
    if location.line or not location.key or not location.file.endswith(TOML):
        return location
    path = project.path(location)
    try:
        text = "" if path is None else read_file(path, LARGEST_SETTINGS).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return location  # reported where the file is loaded
    key = f"{location.key_path}.{location.column}" if location.column else location.key_path
    return location.at(line=find_key_line(key, text))


def template_location(path: str, line: int, project: Project) -> Location:
    """Return the location of a line in a template, which may be bundled with pnp."""
    return project.location(Path(path)).at(line=line)
