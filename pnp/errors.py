"""Problems: what is wrong with an input, where, and what to do about it; and the errors that carry them."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from difflib import get_close_matches
from typing import Final

from pnp.location import Location

FEW: Final = 3
"""This many of the cards or rows that share one mistake are named."""
SOME: Final = 12
"""This many of them where each got something else."""
MOST_TOLD: Final = 30
"""This many mistakes are told; of more, their number."""
MOST_NAMES: Final = 60
"""This many known names are listed."""
MOST_COMPARED: Final = 2000
"""How many names are searched for the one that was meant, and how many letters of each are compared."""
MOST_LETTERS: Final = 100
PREDICATES: Final = (
    "must ",
    "is ",
    "are ",
    "has ",
    "have ",
    "cannot ",
    "does ",
    "do ",
    "needs ",
    "takes ",
    "conflicts ",
)
"""A message that begins with one of these has its location as its subject."""
LONGEST: Final = 600
"""Signs of a part of a message."""
LONGEST_HINT: Final = 2000
_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What moves a terminal's cursor, changes its colours, turns letters round or cannot be seen at all."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where.

    >>> cell = Location("cards.csv", line=14, row=14, column="cost")
    >>> print(Problem(cell, "must be a whole number from 0 to 9", "leave it empty for 0", found='"x"', code="E0301"))
    cards.csv:14: cost must be a whole number from 0 to 9, not "x" [E0301]
      hint: leave it empty for 0
    """

    where: Location
    message: str
    """What is wrong; it continues the location as one sentence when it begins with a verb such as "must" or "is"."""
    hint: str = ""
    """What to do about it."""
    _: KW_ONLY
    found: str = ""
    """What is there instead, where equal problems on several cards or rows differ in nothing else."""
    code: str
    """The kind of mistake, such as E0301; `pnp/reference/codes/` has a page for each."""

    @property
    def said(self) -> str:
        """The message with what was found, without the location."""
        return f"{self.message}{self.link}{self.found}" if self.found else self.message

    @property
    def continues(self) -> bool:
        """Whether the message goes on from its location as one sentence; otherwise a colon goes between them."""
        return self.message.startswith(PREDICATES)

    @property
    def link(self) -> str:
        """What joins the message and what was found."""
        return ", not " if self.message.startswith("must ") else ": "

    def __str__(self) -> str:
        hint = f"\n  hint: {shortened(self.hint, LONGEST_HINT)}" if self.hint else ""
        return f"{_sentence(self.where, self.said)} [{self.code}]{hint}"


def _sentence(where: Location, said: str) -> str:
    """A message after its location."""
    place = shortened(str(where))
    joint = "" if not place else " " if said.startswith(PREDICATES) else ": "
    return f"{place}{joint}{shortened(said)}"


class PnpError(Exception):
    """Bad input; carries every problem that was found, not only the first."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(few(told(self.problems)))


class SpecError(PnpError):
    """A game's spec says something impossible."""


class LayoutError(PnpError):
    """Pieces cannot be laid on the paper as asked."""


class RenderError(PnpError):
    """A face cannot be drawn as its template says."""


class LimitError(RenderError):
    """Drawing took more time or memory than it may, or brought its process down."""


class PressError(PnpError):
    """A sheet cannot be printed to a file."""


class AuditError(PnpError):
    """A file cannot be audited: it is no sheet PDF, or not whole."""


class PullError(PnpError):
    """A table cannot be fetched from its address."""


class IllegalMove(PnpError):  # noqa: N818 (the word of the trade)
    """A move that the rules do not allow in its position."""


def few(mistakes: list[str]) -> list[str]:
    """The first of many mistakes, and how many more there are."""
    more = len(mistakes) - MOST_TOLD
    return mistakes if more <= 0 else [*mistakes[:MOST_TOLD], f"and {more:,} more"]


def visible(text: str) -> str:
    """A text that can be sent to a terminal: what would act on it, or cannot be seen, as `\\x1b` or `\\u202e`."""
    return _UNSAFE.sub(lambda sign: _escaped(sign[0]), text)


def told(problems: Iterable[Problem]) -> list[str]:
    """Each mistake once, with the number of cards or rows that it touches."""
    mistakes: dict[object, list[Problem]] = {}
    for problem in dict.fromkeys(problems):
        where = problem.where
        same = (where.case, where.shared(), problem.message, problem.code) if where.case else problem
        mistakes.setdefault(same, []).append(problem)
    return [str(found[0]) if len(found) == 1 else _told_together(found) for found in mistakes.values()]


def _told_together(problems: list[Problem]) -> str:
    """One mistake on several cards or rows: what all have in common, then where it was found."""
    first = problems[0]
    names: dict[str, str] = {}
    cases: dict[str, list[Problem]] = {}
    for problem in problems:
        name = problem.where.case_name
        names.setdefault(problem.where.piece or name, name)
        cases.setdefault(name, []).append(problem)
    kind = first.where.case
    number = f"{'on' if kind == 'card' else 'in'} {len(names)} {kind}{'s' * (len(names) > 1)}"
    same_hint = len({problem.hint for problem in problems}) == 1
    if len({problem.found for problem in problems}) == 1:
        more = f" and {len(names) - FEW:,} more" if len(names) > FEW else ""
        lines = [
            f"{_sentence(first.where.shared(), first.said)} [{first.code}]",
            f"  {number}: {shortened(', '.join(list(names.values())[:FEW]))}{more}",
        ]
    else:
        lines = [f"{_sentence(first.where.shared(), first.message)}, {number} [{first.code}]:"]
        for name, (problem, *others) in list(cases.items())[:SOME]:
            more = f" and {len(others)} more" if others else ""
            label = f"row {name}" if kind == "row" else name
            lines.append(f"  {shortened(label)}: {shortened(problem.found)}{more}")
            lines += [f"    hint: {shortened(problem.hint, LONGEST_HINT)}"] if problem.hint and not same_hint else []
        lines += [f"  and {len(cases) - SOME:,} more"] if len(cases) > SOME else []
    if first.hint and same_hint:
        lines.append(f"  hint: {shortened(first.hint, LONGEST_HINT)}")
    return "\n".join(lines)


class UnfitFileError(OSError):
    """A path that is not a regular file, or a file that is larger than its reader allows."""

    def __init__(self, number: int, reason: str, path: object) -> None:
        super().__init__(number, reason, str(path))


def os_problem(error: OSError, where: Location, message: str, hint: str = "", *, code: str = "") -> Problem:
    """A problem with a file or folder that the system reports; the code follows from the error unless it is given.

    `message` says what failed, such as "cannot be read".
    """
    return Problem(where, message, hint, found=error.strerror or str(error), code=code or _os_code(error))


def _os_code(error: OSError) -> str:
    if isinstance(error, UnfitFileError):
        return "E0105" if error.errno == errno.EFBIG else "E0102"
    if error.errno == errno.ENOENT:
        return "E0101"
    if error.errno in (errno.EISDIR, errno.ENOTDIR):
        return "E0102"
    return "E0104" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "E0103"


def quoted(value: object) -> str:
    """The value as a person wrote it, in quotes, cut when long."""
    shown = _said(value)
    text = "".join(sign if sign.isprintable() or sign in "\u00a0\u202f" else _escaped(sign) for sign in shown[:80])
    return f'"{text[:60]}…"' if len(text) > 60 else f'"{text}"'


def known(names: Iterable[str], found: str) -> str:
    """A hint that lists the known names, the near ones first."""
    names = list(names)
    near = get_close_matches(found[:MOST_LETTERS], names[:MOST_COMPARED], n=1, cutoff=0.6)
    listed = ", ".join(names[:MOST_NAMES]) if names else "none"
    if len(names) > MOST_NAMES:
        listed += f" and {len(names) - MOST_NAMES:,} more"
    return f'did you mean "{near[0]}"? known: {listed}' if near else f"known: {listed}"


def unknown_keys(found: Iterable[str], names: Iterable[str], where: Location) -> list[Problem]:
    """Return a problem for each unknown key of `where`; only those that are shown get a hint."""
    names = tuple(names)
    keys = [key for key in found if key not in names]
    return [
        Problem(where / key, "is not a known key", known(names, key) if number < MOST_TOLD else "", code="E0202")
        for number, key in enumerate(keys)
    ]


def _said(value: object) -> str:
    """A value as text; Python refuses to write out the longest numbers."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return "a number too long to be shown" if isinstance(value, int) else "something nested too deeply to be shown"


def _escaped(sign: str) -> str:
    code = ord(sign)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shortened(text: str, longest: int = LONGEST) -> str:
    """A part of a message, on one line and not too long."""
    line = visible(" ".join(text.splitlines()) if "\n" in text else text)
    return line if len(line) <= longest else f"{line[:longest]}…"
