"""Places in memos: the file and the line that a problem is about, for whoever shows a memo beside its source."""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from pnp.errors import Problem
from pnp.keylines import line_of, nearest_key

_SAID: Final = re.compile(r"\(at line (\d{1,7}), column \d+\)")
_NUMBERED: Final = re.compile(r":(\d{1,7})")
_SECTION: Final = re.compile(r"(section|aid) ([a-z0-9_-]+)(.*)", re.DOTALL)
_MARKUP: Final = re.compile(r"\{[^{}]*\}|[\W_]+")


class MemoLine(NamedTuple):
    """A line of a file."""

    file: str
    """As messages name it."""
    line: int
    """From 1 on."""


def find_place(problem: Problem, texts: Mapping[str, str]) -> MemoLine | None:
    """The line that a problem of a memo is about; `texts` has the sources by the names that messages give them.

    What a variant does not say itself stands in the memo that it extends, or in the section that an aid uses: the line
    is there. None for a problem of some other file.
    """
    file = max((name for name in texts if problem.where.startswith(name)), key=len, default=None)
    if file is None:
        return None
    text, rest = texts[file], problem.where[len(file) :]
    if (numbered := _NUMBERED.match(rest)) is not None:
        return MemoLine(file, int(numbered[1]))
    if (said := _SAID.search(problem.found)) is not None:
        return MemoLine(file, int(said[1]))
    if "at end of document" in problem.found:
        return MemoLine(file, text.count("\n") + 1)
    about = rest.removeprefix(":").strip()
    best: tuple[int, MemoLine] | None = None
    for name in [file, *(other for other in texts if other != file)]:
        for key in _MemoSource(texts[name]).keys_of(about):
            found = nearest_key(key, texts[name])
            if found and (best is None or _depth(found) > best[0]):
                best = _depth(found), MemoLine(name, line_of(found, texts[name]))
    return MemoLine(file, 1) if best is None else best[1]


class _MemoSource:
    """A source read for its sections; one that cannot be read has none."""

    def __init__(self, text: str) -> None:
        self.raw: dict[str, Any] = {}
        with contextlib.suppress(ValueError, RecursionError):
            self.raw = tomllib.loads(text)

    def keys_of(self, about: str) -> Iterator[str]:
        """The keys that a place may mean, as messages write it: `section setup.steps[2]`, `aim`, or a heading."""
        if (match := _SECTION.fullmatch(about)) is not None:
            kind, name, rest = match.groups()
            rest = rest.replace(": ", ".")  # before a key that nobody knows
            for number, section in self._sections(kind):
                if section.get("id") == name:
                    yield f"{kind}[{number}]{rest}"
                    for used, other in self._sections("section"):
                        if kind == "aid" and other.get("id") == section.get("use"):
                            yield f"section[{used}]{rest}"
            return
        yield about
        for kind in ("section", "aid"):
            for number, section in self._sections(kind):
                if (heading := _plain(section.get("heading"))) and heading == _plain(about):
                    yield f"{kind}[{number}].heading"

    def _sections(self, kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
        listed = self.raw.get(kind)
        for number, section in enumerate(listed if isinstance(listed, list) else [], 1):
            if isinstance(section, dict):
                yield number, section


def _depth(key: str) -> int:
    """How many names and numbers a key has."""
    return key.count(".") + key.count("[")


def _plain(text: object) -> str:
    """The letters of a heading, without markup and without the numbers that are filled in."""
    said = text.get("text") if isinstance(text, dict) else text
    if not isinstance(said, str):
        return ""
    return _MARKUP.sub("", re.sub(r"\{[^{}]*\}|\d", " ", said)).casefold()
