"""What can go wrong, said so that a person can mend it: where, what was expected, what was found, a hint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong."""

    where: str
    """File and row or key, a card, an option."""
    expected: str
    found: str
    hint: str = ""

    def __str__(self) -> str:
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{self.where}: expected {self.expected}, got {self.found}{hint}"


class PnpError(Exception):
    """Bad input; carries every problem that was found, not only the first."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class SpecError(PnpError):
    """A game's spec says something impossible."""


class LayoutError(PnpError):
    """Pieces cannot be laid on the paper as asked."""


class RenderError(PnpError):
    """A face cannot be drawn as its template says."""


class PressError(PnpError):
    """A sheet cannot be printed to a file."""


class AuditError(PnpError):
    """A file cannot be audited: it is no sheet PDF, or not whole."""


class IllegalMove(PnpError):  # noqa: N818 (the word of the trade)
    """A move that the rules do not allow in its position."""


def os_problem(error: OSError, where: object, expected: str, hint: str = "") -> Problem:
    """What the system says about a file or folder, as a problem."""
    return Problem(str(where), expected, error.strerror or str(error), hint)


def quoted(value: object) -> str:
    """The value as a person wrote it, in quotes, cut when long."""
    text = "".join(
        sign if sign.isprintable() or sign in "\u00a0\u202f" else f"\\x{ord(sign):02x}" for sign in str(value)[:80]
    )
    return f'"{text[:60]}…"' if len(text) > 60 else f'"{text}"'


def known(names: Iterable[str], found: str) -> str:
    """A hint that lists the known names, the near ones first."""
    names = list(names)
    near = get_close_matches(found, names, n=1, cutoff=0.6)
    listed = ", ".join(names) if names else "none"
    return f'did you mean "{near[0]}"? known: {listed}' if near else f"known: {listed}"
