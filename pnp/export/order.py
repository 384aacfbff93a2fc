"""Options, requests and results of exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value
from pnp.terms import Ink, Lang, Side

MAX_TEXT_LENGTH: Final = 2000
"""Maximum length of a text value, in characters."""
OptionValue = str | int | float | bool | Path | None


class OptionKind(StrEnum):
    """Type of an option's value."""

    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    FLAG = "flag"
    FILE = "file"


@dataclass(frozen=True)
class ExportOption:
    """An option of an export writer."""

    name: str
    """Name of the option after --set, and in `[options]` of a profile."""
    about: str
    """What the option does, in a few words."""
    kind: OptionKind = OptionKind.TEXT
    default: OptionValue = None
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = float("inf")

    def read(self, value: object, where: Location) -> OptionValue:
        """Return the option's value, read from text or a TOML value; raise SpecError if it is not valid."""
        text = str(value).strip()
        match self.kind:
            case OptionKind.CHOICE:
                if text in self.choices:
                    return text
                message = f"must be one of {', '.join(self.choices)}"
                raise SpecError(Problem(where, message, found=quote_value(value), code="E1102"))
            case OptionKind.FLAG:
                if text.lower() in ("true", "yes", "on", "1"):
                    return True
                if text.lower() in ("false", "no", "off", "0"):
                    return False
                raise SpecError(Problem(where, "must be yes or no", found=quote_value(value), code="E1102"))
            case OptionKind.NUMBER:
                return self._number(text, where)
            case OptionKind.FILE:
                return Path(text)
        if not text or len(text) > MAX_TEXT_LENGTH or not text.isprintable():
            raise SpecError(Problem(where, "must be one line of text", found=quote_value(value), code="E1102"))
        return text

    def _number(self, text: str, where: Location) -> float:
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not self.least <= number <= self.most:
            bounds = (
                f"from {self.least:g} to {self.most:g}" if self.most < float("inf") else f"of {self.least:g} or more"
            )
            raise SpecError(Problem(where, f"must be a number {bounds}", found=quote_value(text), code="E1102"))
        return int(number) if number.is_integer() else number


def read_options(
    there: tuple[ExportOption, ...],
    given: Mapping[str, object],
    profile: Mapping[str, object],
    target: str,
    where: Location,
) -> dict[str, OptionValue]:
    """Return the value of each option: the given one, else the profile's, else the default.

    Raise SpecError with every unknown option and every invalid value; `where` is the profile's file.
    """
    by_name = {option.name: option for option in there}
    values: dict[str, OptionValue] = {option.name: option.default for option in there}
    problems: list[Problem] = []
    sources = [(where / "options" / name, "writer", name, value) for name, value in profile.items()]
    sources += [(Location(option=f"--set {name}"), f"target {target}", name, value) for name, value in given.items()]
    for place, owner, name, value in sources:
        if name not in by_name:
            hint = did_you_mean(by_name, name) if by_name else "it has no options"
            problems.append(Problem(place, f"is not an option of the {owner}", hint, code="E1102"))
            continue
        try:
            values[name] = by_name[name].read(value, place)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return values


MAX_NAMED: Final = 6
"""Maximum number of faces named in a notice."""


@dataclass(frozen=True)
class ExportRequest:
    """How a game is exported."""

    lang: Lang
    ink: Ink = Ink.FULL
    only: tuple[str, ...] = ()
    """Alternatives of `--only`; all pieces if empty."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Values of the writer's options, by name."""
    strict: bool = False
    """Whether notices are treated as errors."""
    dry: bool = False
    """Whether this is a dry run, which writes no files."""


@dataclass(frozen=True)
class ExportedFile:
    """A file of an export."""

    name: str
    """Path relative to the export's folder."""
    size_bytes: int
    estimated: bool = False
    """Whether the size is an estimate, because the file was not written."""


@dataclass(frozen=True)
class NotMade:
    """Pieces that a target does not make."""

    piece: str
    count: int
    why: str


@dataclass(frozen=True)
class Unsafe:
    """A face with something too close to the cut."""

    piece: str
    """Name of the drawing, as in `Piece.face_id`."""
    side: Side
    what: str
    """What is too close: "text" or "something important"."""
    distance: float
    """Distance from the cut, in mm of the finished piece; negative beyond the cut."""


@dataclass(frozen=True)
class Exported:
    """The result of an export or of a dry run."""

    game: str
    target: str
    lang: Lang
    folder: Path
    files: tuple[ExportedFile, ...]
    notices: tuple[str, ...]
    """What to know before uploading the files."""
    made: Mapping[str, int]
    """Number of pieces of each design, by id."""
    not_made: tuple[NotMade, ...]
    unsafe: tuple[Unsafe, ...] = ()
    """Every face with something outside the safe zone; the notices summarize them."""
    dry: bool = False

    @property
    def size_bytes(self) -> int:
        """Total size of the files, in bytes."""
        return sum(file.size_bytes for file in self.files)

    @property
    def pieces(self) -> int:
        """Number of pieces made."""
        return sum(self.made.values())


def safe_zone_notices(unsafe: Iterable[Unsafe], title: str, safe: float) -> list[str]:
    """Return notices about what is too close to the cut: one for text, one for parts marked as important."""
    by_what: dict[str, list[Unsafe]] = {}
    for each in unsafe:
        by_what.setdefault(each.what, []).append(each)
    notices = []
    for what, found in by_what.items():
        names = ", ".join(f"{each.piece} ({each.side})" for each in found[:MAX_NAMED])
        more = f" and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
        worst = min(each.distance for each in found)
        where = f"comes within {worst:.2f} mm of the cut" if worst >= 0 else f"reaches {-worst:.2f} mm over the cut"
        notices.append(f"{what} {where}, the safe zone is {safe:g} mm ({title}): {names}{more}")
    return notices
