"""pnp.toml: what a project chooses for the prints of its games, and where each value in force comes from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from os import PathLike
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from pnp.errors import LayoutError, PnpError, Problem, SpecError, known, quoted, unknown_keys
from pnp.limits import (
    EXAMPLE,
    LEAST_MEMORY,
    MOST_MEMORY,
    MOST_SECONDS,
    USUAL_LIMITS,
    Limits,
    read_size,
    show_size,
)
from pnp.limits import KEYS as LIMITS
from pnp.location import Location
from pnp.printers import Printer
from pnp.resources import CONFIG_FILE, SPEC_FILE, Project, inside, read_toml
from pnp.sheet.layout import LARGEST_BLEED, LARGEST_MARGIN, Sides
from pnp.sheet.margins import EXPECTED, USUAL_MARGINS, Margins, as_margins
from pnp.sheet.paper import Paper, parse_paper
from pnp.spec.languages import choose_languages, languages_of, pick, read_language
from pnp.terms import Cutting, Ink, Lang

WHERE: Final = Location(CONFIG_FILE)
DEFAULT: Final = "default"
OUTPUT: Final = Path("output")
PAPER: Final = "a4"
BLEED: Final = 3.0
DEFAULT_SIDES: Final = Sides.DUPLEX_LONG

T = TypeVar("T")


@dataclass(frozen=True)
class Config:
    """What a project's pnp.toml says; None, or nothing, where it says nothing."""

    languages: tuple[Lang, ...] = ()
    """The languages that are printed when none is asked for: one, or a list."""
    paper: Paper | None = None
    """The paper in the printer: a name, or a width and a height."""
    sides: Sides | None = None
    """How fronts and backs come together: on both sides of the paper, by folding, or fronts only."""
    bleed: float | None = None
    """Art beyond the cut, in mm."""
    margin: Margins | None = None
    """Least distance of pieces from the paper's edge, in mm: one number, or [top, right, bottom, left]."""
    cut: Cutting | None = None
    """How neighbours are cut apart: each with its bleed, by one shared cut, or by whichever suits their edges."""
    marks: bool | None = None
    """Whether crop marks and ticks show where to cut."""
    ink: Ink | None = None
    """How much ink faces use; low leaves grounds white and draws outlines."""
    fonts: tuple[str, ...] = ()
    """Folders or Python packages outside the project that its fonts may come from."""
    output: Path | None = None
    """The folder that files are written to; it lies inside the project."""
    limits: Limits = USUAL_LIMITS
    """What drawing the games may take of the machine, for those that are larger than most."""


KEYS: Final = tuple(field.name for field in fields(Config))


class Chosen(NamedTuple, Generic[T]):
    """A value in force, and what decided it."""

    name: str
    value: T
    origin: str
    """A flag, a key of pnp.toml, the game, or the default."""


class Choices(NamedTuple):
    """Every value that a project and a person can choose for a print."""

    languages: Chosen[tuple[Lang, ...]]
    paper: Chosen[Paper]
    sides: Chosen[Sides]
    bleed: Chosen[float]
    margin: Chosen[Margins]
    cut: Chosen[Cutting]
    marks: Chosen[bool]
    ink: Chosen[Ink]
    output: Chosen[Path]

    @property
    def lang(self) -> Lang:
        """The first language."""
        return self.languages.value[0]

    def told(self, *names: str) -> Iterator[tuple[str, str, str]]:
        """Name, value and origin of the choices with these names, or of all, as people read them."""
        for chosen in self:
            if not names or chosen.name in names:
                value = chosen.value
                if isinstance(value, Paper):
                    shown = f"{value.name} ({value.size})"
                elif isinstance(value, bool):
                    shown = "yes" if value else "no"
                elif isinstance(value, Margins):
                    shown = f"{value} mm"
                elif isinstance(value, float):
                    shown = f"{value:g} mm"
                else:
                    shown = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
                yield chosen.name, shown, chosen.origin


def choose(
    project: Project,
    game_id: str | None = None,
    *,
    lang: str | None = None,
    paper: str | None = None,
    sides: Sides | str | None = None,
    bleed: float | None = None,
    margin: Margins | None = None,
    printer: Printer | None = None,
    cut: Cutting | str | None = None,
    marks: bool | None = None,
    ink: Ink | str | None = None,
    out: str | PathLike[str] | None = None,
) -> Choices:
    """What counts for a print of a game, or of the project's: what is given, else what pnp.toml says, else the default.

    `lang` is a tag, or `all`; of the languages in pnp.toml those count that the game comes in. What a printer leaves
    white counts before pnp.toml, which may be a stranger's. Before the default comes what the game itself says of its
    cuts.
    """
    said = read_config(project)
    return Choices(
        _languages_of_print(project, game_id, lang, said.languages),
        _chosen("paper", "--paper", None if paper is None else parse_paper(paper), said.paper, parse_paper(PAPER)),
        _chosen("sides", "--sides", None if sides is None else Sides(sides), said.sides, DEFAULT_SIDES),
        _chosen("bleed", "--bleed", bleed, said.bleed, BLEED),
        _margin(margin, None if printer is None else printer.margin, said.margin),
        _cut_of_print(project, game_id, None if cut is None else Cutting(cut), said.cut),
        _chosen("marks", "--no-marks" if marks is False else "--marks", marks, said.marks, True),
        _chosen("ink", "--ink", None if ink is None else Ink(ink), said.ink, Ink.FULL),
        _chosen("output", "--out", None if out is None else Path(out), said.output, OUTPUT),
    )


def _chosen(name: str, flag: str, given: T | None, said: T | None, default: T) -> Chosen[T]:
    if given is not None:
        return Chosen(name, given, flag)
    return Chosen(name, default, DEFAULT) if said is None else Chosen(name, said, f"{CONFIG_FILE}: {name}")


def _margin(given: Margins | None, printers: Margins | None, said: Margins | None) -> Chosen[Margins]:
    if given is None and printers is not None:
        return Chosen("margin", printers, "pnp calibrate")
    return _chosen("margin", "--margin", given, said, USUAL_MARGINS)


def _cut_of_print(
    project: Project, game_id: str | None, given: Cutting | None, said: Cutting | None
) -> Chosen[Cutting]:
    """How neighbours are cut apart; the game says it where nobody else does."""
    own = None if given or said or game_id is None else _cut_of_game(project, game_id)
    return _chosen("cut", "--cut", given, said, Cutting.AUTO) if own is None else Chosen("cut", own, "the game")


def _cut_of_game(project: Project, game_id: str) -> Cutting | None:
    """What a game says of its cuts, without reading all of it; None where it says nothing that can be understood."""
    path = project.components / game_id / SPEC_FILE
    try:
        own = read_toml(path, project.location(path)).get("cut")
    except SpecError:
        return None  # whoever reads the whole says what is wrong
    return Cutting(own) if own in list(Cutting) else None


def _languages_of_print(
    project: Project, game_id: str | None, asked: str | None, said: tuple[Lang, ...]
) -> Chosen[tuple[Lang, ...]]:
    """The languages of a game that are printed; without a game, the one that a sheet for all games is in."""
    name = "languages"
    if asked is not None:
        langs = (read_language(asked),) if game_id is None else choose_languages(project, game_id, asked)
        return Chosen(name, langs, "--lang")
    if game_id is None:
        own = next((languages_of(project, each)[:1] for each in project.games()), (Lang.EN,))
        return _chosen(name, "", None, said[:1] or None, own)
    there = languages_of(project, game_id)
    if not said:
        return Chosen(name, there[:1], "the game's first")
    bases = {lang.base for lang in there}
    langs = tuple(dict.fromkeys(pick(lang, there, game_id) for lang in said if lang.base in bases))
    if not langs:
        hint = f"it is in {', '.join(there)}; game.toml names the languages"
        message = f"must include a language of {game_id}"
        raise SpecError(Problem(WHERE / name, message, hint, found=", ".join(said), code="E1206"))
    return Chosen(name, langs, f"{CONFIG_FILE}: {name}")


def read_config(project: Project) -> Config:
    """What the project's pnp.toml says; SpecError with everything that is wrong."""
    path = project.root / CONFIG_FILE
    if not os.path.lexists(path):
        return Config()
    raw = read_toml(path, WHERE)
    problems = unknown_keys(raw, KEYS, WHERE)
    readers: dict[str, Callable[[Any], object]] = {
        "languages": _languages,
        "paper": lambda value: parse_paper(_text(value, "the name of a paper, or its size", "letter")),
        "sides": lambda value: _one_of(Sides, value),
        "bleed": _bleed,
        "margin": _margins,
        "cut": _cut,
        "marks": _flag,
        "ink": lambda value: _one_of(Ink, value),
        "output": lambda value: _output(value, project),
        "limits": _limits,
    }
    read: dict[str, Any] = {"fonts": project.fonts}
    for key, reader in readers.items():
        if key in raw:
            try:
                read[key] = reader(raw[key])
            except PnpError as error:
                problems += [
                    replace(each, where=WHERE / key, hint=each.hint.replace("--paper ", "")) for each in error.problems
                ]
    if problems:
        raise SpecError(*problems)
    return Config(**read)


def _wrong(expected: str, value: object, hint: str = "") -> LayoutError:
    return LayoutError(Problem(WHERE, f"must be {expected}", hint, found=quoted(value), code="E0204"))


def _text(value: object, expected: str, example: str) -> str:
    if not isinstance(value, str):
        raise _wrong(expected, value, f'for example "{example}"')
    return value


def _one_of(choices: type[StrEnum], value: object) -> StrEnum:
    if value not in list(choices):
        raise _wrong(f"one of {', '.join(choices)}", value, known(choices, str(value)))
    return choices(str(value))


def _cut(value: object) -> Cutting:
    if value in ("marks", "none"):  # what the key meant before
        hint = f"crop marks have a separate key: marks = {'true' if value == 'marks' else 'false'}"
        raise _wrong(f"one of {', '.join(Cutting)}", value, hint)
    return Cutting(_one_of(Cutting, value))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong("true or false", value)
    return value


def _languages(value: object) -> tuple[Lang, ...]:
    tags = value if isinstance(value, list) else [value]
    if not tags or len(set(map(str, tags))) < len(tags):
        raise _wrong("a list of different languages", value, 'for example ["en", "fr"]')
    return tuple(_language(tag) for tag in tags)


def _language(tag: object) -> Lang:
    try:
        return Lang(tag if isinstance(tag, str) else "")
    except (ValueError, PnpError):
        raise _wrong("a language", tag, 'for example "en" or "fr"') from None


def _bleed(value: object) -> float:
    if not _is_length(value, LARGEST_BLEED):
        raise _wrong(f"from 0 to {LARGEST_BLEED:g} mm", value)
    return float(str(value))


def _margins(value: object) -> Margins:
    lengths: list[Any] = value if isinstance(value, list) else [value]
    if len(lengths) not in (1, 4) or not all(_is_length(length, LARGEST_MARGIN) for length in lengths):
        raise _wrong(EXPECTED, value, "for example margin = [5, 5, 12.7, 5]")
    return as_margins(lengths if len(lengths) == 4 else lengths[0])


def _is_length(value: object, largest: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= largest


def _output(value: object, project: Project) -> Path:
    path = inside(project.root, _text(value, "a folder inside the project", "output"), project.root)
    if path is None:
        hint = f"--out may go anywhere; {CONFIG_FILE} may not, because it may come from a stranger"
        raise _wrong("a folder inside the project", value, hint)
    if path.exists() and not path.is_dir():
        raise _wrong("a folder", value, "a file has that name")
    if any(path.resolve().is_relative_to(own.resolve()) for own in (project.components, project.templates)):
        raise _wrong("a separate folder", value, "it holds the games' own files")
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _limits(value: object) -> Limits:
    keys = LIMITS
    if not isinstance(value, dict) or not set(value) <= set(keys):
        stray = next((key for key in value if key not in keys), "") if isinstance(value, dict) else ""
        hint = known(keys, stray) if stray else f"for example [limits] memory = {EXAMPLE}"
        raise _wrong(f"a table with {' and '.join(keys)}", stray or value, hint)
    seconds, memory = value.get("seconds"), value.get("memory")
    if seconds is not None and not (_is_length(seconds, MOST_SECONDS) and seconds >= 1):
        raise _wrong(f"seconds from 1 to {MOST_SECONDS}", seconds)
    size = None if memory is None else read_size(memory) if isinstance(memory, str) else 0
    if memory is not None and not (size and LEAST_MEMORY <= size <= MOST_MEMORY):
        expected = f"memory from {show_size(LEAST_MEMORY)} to {show_size(MOST_MEMORY)}"
        raise _wrong(expected, memory, f"for example memory = {EXAMPLE}")
    return Limits(None if seconds is None else float(seconds), size)
