"""Every kind of mistake by its code: what it means, what to do about it, and for common ones a before and an after.

The pages are in `codes/`, one TOML file an area. A code is published with the first release that has it: from then on
it never changes its meaning, and is never given to something else, even when nothing reports it any more.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.errors import PnpError, Problem, quoted
from pnp.location import Location

FOLDER: Final = Path(__file__).parent / "codes"
CODE: Final = re.compile(r"\[?[Ee]?(\d{3,4})\]?")
"""A code as a person may type it: E0301, e0301, 301, or in brackets as messages have it."""
LISTED: Final = "pnp explain --codes lists them all"
COMMAND: Final = "command"
"""The place of an example that is typed into a terminal."""
_LANGUAGES: Final = {".toml": "toml", ".csv": "text", ".j2": "jinja", COMMAND: "sh"}
"""How code blocks of Markdown are coloured, by the ending of a file."""


@dataclass(frozen=True)
class Example:
    """The same few lines with a mistake and without it."""

    place: str
    """The file that they stand in, or `command`."""
    before: str
    after: str

    @property
    def language(self) -> str:
        """The name by which code blocks are coloured."""
        return _LANGUAGES[Path(self.place).suffix or self.place]


@dataclass(frozen=True)
class Mistake:
    """A kind of mistake, which is put right in one way."""

    code: str
    """Such as E0301."""
    title: str
    area: str
    """What it is about: the first two digits of the code, in words."""
    meaning: str
    remedies: tuple[str, ...]
    """The usual causes, each with what to do."""
    example: Example | None

    def markdown(self) -> str:
        """The whole page as Markdown."""
        parts = [f"# {self.code}: {self.title}", self.meaning, "## What to do"]
        parts.append("\n".join(f"- {remedy}" for remedy in self.remedies))
        if self.example:
            parts.append("## Before and after")
            if self.example.place != COMMAND:
                parts.append(f"In `{self.example.place}`:")
            for when, lines in (("Before", self.example.before), ("After", self.example.after)):
                parts.append(f"{when}\n\n```{self.example.language}\n{lines}\n```")
        return "\n\n".join(parts) + "\n"


@cache
def all_mistakes() -> tuple[Mistake, ...]:
    """Every kind of mistake, in the order of the codes."""
    files = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
    return tuple(_mistake(code, raw, file["area"]) for file in files for code, raw in file.items() if code != "area")


def find_mistake(asked: str) -> Mistake:
    """The kind of mistake with that code, however it is typed; PnpError, naming near ones, for an unknown code."""
    found = CODE.fullmatch(asked.strip())
    code = f"E{int(found[1]):04d}" if found else asked
    by_code = {mistake.code: mistake for mistake in all_mistakes()}
    if code not in by_code:
        near = sorted(by_code, key=lambda each: _distance(each, code))[:3] if found else []
        hint = "; ".join([*(f"{each} ({by_code[each].title})" for each in sorted(near)), LISTED])
        raise PnpError(Problem(Location(detail=quoted(asked)), "is not the code of a message", hint, code="E1208"))
    return by_code[code]


def is_code(asked: str) -> bool:
    """Whether a text is meant as a code, and not as the name of a key."""
    return CODE.fullmatch(asked.strip()) is not None


def _distance(code: str, other: str) -> tuple[bool, int]:
    """How far two codes are apart; those of one area are nearer."""
    return code[:3] != other[:3], abs(int(code[1:]) - int(other[1:]))


def _mistake(code: str, raw: dict[str, Any], area: str) -> Mistake:
    example = {name: lines.strip("\n") for name, lines in raw["example"].items()} if "example" in raw else None
    meaning, remedies = _line(raw["meaning"]), tuple(map(_line, raw["remedies"]))
    return Mistake(code, raw["title"], area, meaning, remedies, Example(**example) if example else None)


def _line(text: str) -> str:
    """A text of several lines in the file, on one."""
    return " ".join(text.split())
