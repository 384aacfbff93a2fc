"""Problems with an input: what is wrong, where, and what to do about it; and the errors that carry them.

A location stays data until it is printed, so that editors and the workbench can use its fields.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, replace
from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal, TypedDict

CaseKind = Literal["card", "row"]


@dataclass(frozen=True)
class Location:
    """A place in a game's files, on a piece or among a command's options. Fields that do not apply are empty or 0.

    >>> cell = Location("components/lowtide/cards.csv", line=14, row=14, column="cost")
    >>> str(cell)
    'components/lowtide/cards.csv:14: cost'
    >>> str(Location("components/lowtide/game.toml") / "rule" / 2 / "of")
    'components/lowtide/game.toml: rule[2].of'
    >>> str(Location(game="lowtide", piece="whelk", side="front", detail="style"))
    'lowtide: whelk (front): style'
    """

    file: str = ""
    """Path relative to the project's folder, or to pnp's folder for a bundled file."""
    bundled: bool = False
    """Whether the file belongs to pnp."""
    sheet: str = ""
    """Sheet of a workbook, or list of a JSON file."""
    line: int = 0
    """Line number, from 1."""
    row: int = 0
    """Row of a table: the line of a text file, the row of a workbook, or the number of an object in JSON."""
    page: int = 0
    """Page of a PDF."""
    key: str = ""
    """Key of a TOML file, such as `decks.cards.size` or `rule[2].of`; with `row`, the key of a list of rows."""
    column: str = ""
    """Column of a table, by its name in templates."""
    heading: str = ""
    """Heading of that column in the table; not part of the text."""
    game: str = ""
    """Id of the game."""
    deck: str = ""
    """Name of the deck; not part of the text."""
    piece: str = ""
    """Id of the piece."""
    side: str = ""
    """Side of the piece."""
    look: int = 0
    """Number of the look, for a piece that has several."""
    option: str = ""
    """Option of a command, such as `--paper`."""
    detail: str = ""
    """Further detail, such as `text "Once upon…"`."""

    def __truediv__(self, part: str | int) -> Location:
        """Return the location of a key, or of a list item by its number from 1, inside this one."""
        if isinstance(part, int):
            return replace(self, key=f"{self.key}[{part}]")
        return replace(self, key=f"{self.key}.{part}" if self.key else part)

    def at(self, **fields: Any) -> Location:
        """Return the location with other fields: `where.at(line=3)`."""
        return replace(self, **fields)

    @property
    def key_path(self) -> str:
        """The key, with the row number for rows in game.toml: `decks.cards.rows[3]`."""
        return f"{self.key}[{self.row}]" if self.key and self.row else self.key

    @property
    def case(self) -> CaseKind | None:
        """Whether the place is on a card or in a row of a table; None if neither."""
        return "card" if self.piece else "row" if self.row else None

    @property
    def case_name(self) -> str:
        """Name of the card or row: `whelk (front)`, `14`."""
        return self._face() if self.piece else str(self.row or "")

    def shared(self) -> Location:
        """Return the location without its card or row: the common part of equal problems on several of them."""
        if self.piece:
            return replace(self, piece="", side="", look=0)
        return replace(self, row=0, line=0) if self.row else self

    def plain(self) -> dict[str, Any]:
        """Return the fields that apply, for JSON."""
        return {name: value for name, value in vars(self).items() if value}

    def __str__(self) -> str:
        key = f"{self.key_path} ({self.detail})" if self.key and self.detail else self.key_path
        detail = "" if self.key else self.detail
        parts = [self._in_file(), key, self.column, self.game, self._face(), self.option, detail]
        return ": ".join(part for part in parts if part)

    def _in_file(self) -> str:
        file = f"{self.file}#{self.sheet}" if self.sheet else self.file
        if self.line:
            return f"{file}:{self.line}" if file else f"line {self.line}"
        number = f"row {self.row}" if self.row and not self.key else f"page {self.page}" if self.page else ""
        return ", ".join(part for part in (file, number) if part)

    def _face(self) -> str:
        look = f"look {self.look}" if self.look else ""
        side = ", ".join(part for part in (self.side, look) if part)
        return f"{self.piece} ({side})" if side else self.piece


def option_location(name: str) -> Location:
    """Return the location of an option of a command, or of a field in a form."""
    return Location(option=name)


MAX_CASES: Final = 3
"""Maximum number of cards or rows listed for one mistake that they share."""
MAX_DISTINCT_CASES: Final = 12
"""The same where each card or row has a different value."""
MAX_PROBLEMS: Final = 30
"""Maximum number of mistakes reported; the rest are counted."""
MOST_NAMES: Final = 60
"""Maximum number of known names listed in a hint."""
MOST_COMPARED: Final = 2000
"""Maximum number of names compared with a misspelled one."""
MAX_COMPARED_CHARS: Final = 100
"""Maximum number of characters compared."""
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
    "uses ",
    "takes ",
    "conflicts ",
)
"""A message that begins with one of these continues its location as a sentence."""
MAX_MESSAGE_LENGTH: Final = 600
"""Maximum number of characters in a part of a message."""
LONGEST_HINT: Final = 2000
"""Maximum number of characters in a hint."""
_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Characters that control a terminal, reverse the direction of text, or are invisible."""


class ProblemData(TypedDict):
    """A problem."""

    where: str
    """Location of a problem, as text."""
    location: Annotated[dict[str, Any], Location]
    """The same location as data, without fields that do not apply."""
    message: str
    """What is wrong."""
    hint: str
    """What to do about it, or empty."""
    code: str
    """Error code, for `pnp explain`."""


@dataclass(frozen=True)
class Problem:
    """One mistake in the input, with its location.

    >>> cell = Location("cards.csv", line=14, row=14, column="cost")
    >>> print(Problem(cell, "must be a whole number from 0 to 9", "leave it empty for 0", found='"x"', code="E0301"))
    cards.csv:14: cost must be a whole number from 0 to 9, not "x" [E0301]
      hint: leave it empty for 0
    """

    where: Location
    message: str
    """What is wrong. If it begins with a verb such as "must" or "is", it continues the location as a sentence."""
    hint: str = ""
    """What to do about it."""
    _: KW_ONLY
    found: str = ""
    """The value found, as text. It is separate so that problems that differ only in their value can be combined."""
    code: str
    """Code of the kind of mistake, such as E0301; `pnp/reference/codes/` has a page for each."""

    @property
    def said(self) -> str:
        """The message and the value found, without the location."""
        return f"{self.message}{self.link}{self.found}" if self.found else self.message

    @property
    def continues(self) -> bool:
        """Whether the message continues its location as a sentence; otherwise they are separated by a colon."""
        return self.message.startswith(PREDICATES)

    @property
    def link(self) -> str:
        """Text between the message and the value found."""
        return ", not " if self.message.startswith("must ") else ": "

    def plain(self) -> ProblemData:
        """Return the problem for JSON."""
        return {
            "where": str(self.where), "location": self.where.plain(), "message": self.said, "hint": self.hint,
            "code": self.code,
        }  # fmt: skip

    def __str__(self) -> str:
        hint = f"\n  hint: {truncate(self.hint, LONGEST_HINT)}" if self.hint else ""
        return f"{_join_location(self.where, self.said)} [{self.code}]{hint}"


def _join_location(where: Location, said: str) -> str:
    """Return the location and the message as one sentence."""
    place = truncate(str(where))
    joint = "" if not place else " " if said.startswith(PREDICATES) else ": "
    return f"{place}{joint}{truncate(said)}"


class PnpError(Exception):
    """Invalid input; carries all problems that were found, not only the first.

    >>> try:
    ...     raise SpecError(Problem(Location("game.toml") / "age", "must be a number", found='"x"', code="E0204"))
    ... except PnpError as error:
    ...     print(error)
    game.toml: age must be a number, not "x" [E0204]
    """

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(truncate_list(format_problems(self.problems)))


class SpecError(PnpError):
    """A game's spec is invalid."""


class LayoutError(PnpError):
    """Pieces cannot be placed on the paper as requested."""


class RenderError(PnpError):
    """A face cannot be rendered."""


class LimitError(RenderError):
    """A worker exceeded its time or memory limit, or crashed."""


class PressError(PnpError):
    """A sheet cannot be written to a file."""


class AuditError(PnpError):
    """A file cannot be audited: it is not a PDF of sheets, or is incomplete."""


class PullError(PnpError):
    """A table cannot be downloaded."""


class IllegalMove(PnpError):  # noqa: N818 (the word of the trade)
    """A move that the rules do not allow in the current position."""


def truncate_list(mistakes: list[str]) -> list[str]:
    """Return the first MOST_TOLD mistakes, and a line with the number of the others."""
    more = len(mistakes) - MAX_PROBLEMS
    return mistakes if more <= 0 else [*mistakes[:MAX_PROBLEMS], f"and {more:,} more"]


def escape_unsafe(text: str) -> str:
    """Return the text with control characters and invisible characters escaped, as `\\x1b` or `\\u202e`."""
    return _UNSAFE.sub(lambda match: _escaped(match[0]), text)


def format_problems(problems: Iterable[Problem]) -> list[str]:
    """Format problems as text; equal ones on several cards or rows are combined into one mistake."""
    mistakes: dict[object, list[Problem]] = {}
    for problem in dict.fromkeys(problems):
        where = problem.where
        same = (where.case, where.shared(), problem.message, problem.code) if where.case else problem
        mistakes.setdefault(same, []).append(problem)
    return [str(found[0]) if len(found) == 1 else _format_together(found) for found in mistakes.values()]


def _format_together(problems: list[Problem]) -> str:
    """Format one mistake on several cards or rows: the common part first, then the places."""
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
        more = f" and {len(names) - MAX_CASES:,} more" if len(names) > MAX_CASES else ""
        lines = [
            f"{_join_location(first.where.shared(), first.said)} [{first.code}]",
            f"  {number}: {truncate(', '.join(list(names.values())[:MAX_CASES]))}{more}",
        ]
    else:
        lines = [f"{_join_location(first.where.shared(), first.message)}, {number} [{first.code}]:"]
        for name, (problem, *others) in list(cases.items())[:MAX_DISTINCT_CASES]:
            more = f" and {len(others)} more" if others else ""
            label = f"row {name}" if kind == "row" else name
            lines.append(f"  {truncate(label)}: {truncate(problem.found)}{more}")
            lines += [f"    hint: {truncate(problem.hint, LONGEST_HINT)}"] if problem.hint and not same_hint else []
        lines += [f"  and {len(cases) - MAX_DISTINCT_CASES:,} more"] if len(cases) > MAX_DISTINCT_CASES else []
    if first.hint and same_hint:
        lines.append(f"  hint: {truncate(first.hint, LONGEST_HINT)}")
    return "\n".join(lines)


class UnreadableFileError(OSError):
    """A path is not a regular file, or the file is too large."""

    def __init__(self, number: int, reason: str, path: object) -> None:
        super().__init__(number, reason, str(path))


def os_problem(error: OSError, where: Location, message: str, hint: str = "", *, code: str = "") -> Problem:
    """Return a problem for an error of the operating system.

    `message` says what failed, such as "cannot be read". The code is derived from the error unless it is given.
    """
    return Problem(where, message, hint, found=error.strerror or str(error), code=code or _os_code(error))


def _os_code(error: OSError) -> str:
    if isinstance(error, UnreadableFileError):
        return "E0105" if error.errno == errno.EFBIG else "E0102"
    if error.errno == errno.ENOENT:
        return "E0101"
    if error.errno in (errno.EISDIR, errno.ENOTDIR):
        return "E0102"
    return "E0104" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "E0103"


def quote_value(value: object) -> str:
    """Return the value as text in quotes, truncated if it is long.

    >>> print(quote_value("x"), quote_value(12))
    "x" "12"
    """
    shown = _as_text(value)
    text = "".join(char if char.isprintable() or char in "\u00a0\u202f" else _escaped(char) for char in shown[:80])
    return f'"{text[:60]}…"' if len(text) > 60 else f'"{text}"'


def did_you_mean(names: Iterable[str], found: str) -> str:
    """Return a hint that lists the known names and suggests the one that was probably meant.

    >>> did_you_mean(["front", "back"], "frnt")
    'did you mean "front"? known: front, back'
    """
    names = list(names)
    near = get_close_matches(found[:MAX_COMPARED_CHARS], names[:MOST_COMPARED], n=1, cutoff=0.6)
    listed = ", ".join(names[:MOST_NAMES]) if names else "none"
    if len(names) > MOST_NAMES:
        listed += f" and {len(names) - MOST_NAMES:,} more"
    return f'did you mean "{near[0]}"? known: {listed}' if near else f"known: {listed}"


def unknown_keys(found: Iterable[str], names: Iterable[str], where: Location) -> list[Problem]:
    """Return a problem for each unknown key; only those that will be shown have a hint."""
    names = tuple(names)
    keys = [key for key in found if key not in names]
    return [
        Problem(
            where / key, "is not a known key", did_you_mean(names, key) if number < MAX_PROBLEMS else "", code="E0202"
        )
        for number, key in enumerate(keys)
    ]


def _as_text(value: object) -> str:
    """Return a value as text; Python refuses to convert very long integers."""
    try:
        return str(value)
    except (ValueError, RecursionError):
        return "a number too long to show" if isinstance(value, int) else "a value nested too deeply to show"


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def truncate(text: str, longest: int = MAX_MESSAGE_LENGTH) -> str:
    """Return the text on one line and truncated, with unsafe characters escaped."""
    line = escape_unsafe(" ".join(text.splitlines()) if "\n" in text else text)
    return line if len(line) <= longest else f"{line[:longest]}…"
