"""Options of export writers: their declaration, and how their values are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value

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
