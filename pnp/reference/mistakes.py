"""Error codes: what each kind of mistake means, what to do about it, and examples of common ones.

The pages are in `codes/`, one TOML file for each area. Once released, a code never changes its meaning and is never
reused, even if it is no longer reported.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, quote_value

FOLDER: Final = Path(__file__).parent / "codes"
CODE: Final = re.compile(r"\[?[Ee]?(\d{3,4})\]?")
"""Matches a code as typed by a user: E0301, e0301, 301, or [E0301] as in messages."""
LISTED: Final = "pnp explain --codes lists them all"
COMMAND: Final = "command"
"""Value of `place` for examples on the command line."""
_LANGUAGES: Final = {".toml": "toml", ".csv": "text", ".j2": "jinja", COMMAND: "sh"}
"""Languages of Markdown code blocks, by file suffix."""


@dataclass(frozen=True)
class Example:
    """A few lines with a mistake, and corrected."""

    place: str
    """The file that they are in, or `command`."""
    before: str
    after: str

    @property
    def language(self) -> str:
        """Language of a Markdown code block."""
        return _LANGUAGES[Path(self.place).suffix or self.place]


@dataclass(frozen=True)
class ErrorCode:
    """A kind of mistake."""

    code: str
    """Error code, such as E0301."""
    title: str
    area: str
    """Subject of the first two digits of the code, in words."""
    meaning: str
    remedies: tuple[str, ...]
    """What to do about the usual causes."""
    example: Example | None

    def markdown(self) -> str:
        """Return the page as Markdown."""
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
def all_error_codes() -> tuple[ErrorCode, ...]:
    """Return every kind of mistake, in the order of the codes."""
    files = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
    return tuple(_mistake(code, raw, file["area"]) for file in files for code, raw in file.items() if code != "area")


def find_error_code(asked: str) -> ErrorCode:
    """Return the kind of mistake with that code, in any spelling. Raise PnpError for an unknown code."""
    found = CODE.fullmatch(asked.strip())
    code = f"E{int(found[1]):04d}" if found else asked
    by_code = {mistake.code: mistake for mistake in all_error_codes()}
    if code not in by_code:
        near = sorted(by_code, key=lambda each: _distance(each, code))[:3] if found else []
        hint = "; ".join([*(f"{each} ({by_code[each].title})" for each in sorted(near)), LISTED])
        raise PnpError(Problem(Location(detail=quote_value(asked)), "is not an error code", hint, code="E1208"))
    return by_code[code]


def is_code(asked: str) -> bool:
    """Whether a text looks like an error code, not like the name of a key."""
    return CODE.fullmatch(asked.strip()) is not None


def _distance(code: str, other: str) -> tuple[bool, int]:
    """Return a sort key for the distance between two codes; codes of the same area are nearer."""
    return code[:3] != other[:3], abs(int(code[1:]) - int(other[1:]))


def _mistake(code: str, raw: dict[str, Any], area: str) -> ErrorCode:
    example = {name: lines.strip("\n") for name, lines in raw["example"].items()} if "example" in raw else None
    meaning, remedies = _line(raw["meaning"]), tuple(map(_line, raw["remedies"]))
    return ErrorCode(code, raw["title"], area, meaning, remedies, Example(**example) if example else None)


def _line(text: str) -> str:
    """Join the lines of a text."""
    return " ".join(text.split())
