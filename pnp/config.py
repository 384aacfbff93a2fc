"""Print settings: values from options, a calibrated printer, pnp.toml, the game, or defaults, in this order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pnp.errors import LayoutError, Location, PnpError, Problem, SpecError, did_you_mean, quote_value, unknown_keys
from pnp.options import Options, OptionSpec, option, overrides
from pnp.printers import Printer
from pnp.project.folders import CONFIG_FILE, SPEC_FILE, Project, read_toml, resolve_inside
from pnp.sheet.layout import (
    LARGEST_BLEED,
    LARGEST_MARGIN,
    MARGIN_FORMAT,
    PAPERS,
    PLOTTER,
    USUAL_MARGINS,
    Margins,
    Paper,
    Sides,
    as_margins,
    parse_margins,
    parse_paper,
)
from pnp.spec.texts import choose_languages, languages_of, parse_language, pick_language
from pnp.terms import Cutting, Ink, Lang
from pnp.worker.limits import (
    DEFAULT_LIMITS,
    EXAMPLE,
    LEAST_MEMORY,
    MOST_MEMORY,
    MOST_SECONDS,
    SIZE,
    Limits,
    format_size,
    read_size,
)
from pnp.worker.limits import KEYS as LIMITS

WHERE: Final = Location(CONFIG_FILE)
DEFAULT: Final = "default"
PRINTER: Final = "pnp calibrate"
GAME: Final = "the game"
_UNMEASURED: Final = Printer()
_SETTING: Final = "setting"


def _invalid_value(expected: str, value: object, hint: str = "") -> LayoutError:
    return LayoutError(Problem(WHERE, f"must be {expected}", hint, found=quote_value(value), code="E0204"))


def _text(value: object, expected: str, example: str) -> str:
    if not isinstance(value, str):
        raise _invalid_value(expected, value, f'for example "{example}"')
    return value


def _paper(value: object, _project: Project) -> Paper:
    return parse_paper(_text(value, "the name of a paper, or its size", "letter"))


def _one_of(choices: type[StrEnum], value: object) -> StrEnum:
    if value not in list(choices):
        hint = did_you_mean(choices, str(value))
        if choices is Cutting and value in ("marks", "none"):  # values of an earlier version
            hint = f"crop marks have a separate key: marks = {'true' if value == 'marks' else 'false'}"
        raise _invalid_value(f"one of {', '.join(choices)}", value, hint)
    return choices(str(value))


def _flag(value: object, _project: Project) -> bool:
    if not isinstance(value, bool):
        raise _invalid_value("true or false", value)
    return value


def _languages(value: object, _project: Project) -> tuple[Lang, ...]:
    tags = value if isinstance(value, list) else [value]
    if not tags or len(set(map(str, tags))) < len(tags):
        raise _invalid_value("a list of different languages", value, 'for example ["en", "fr"]')
    return tuple(_language(tag) for tag in tags)


def _language(tag: object) -> Lang:
    try:
        return Lang(tag if isinstance(tag, str) else "")
    except (ValueError, PnpError):
        raise _invalid_value("a language", tag, 'for example "en" or "fr"') from None


def _bleed(value: object, _project: Project) -> float:
    if not _is_length(value, LARGEST_BLEED):
        raise _invalid_value(f"from 0 to {LARGEST_BLEED:g} mm", value)
    return float(str(value))


def _margins(value: object, _project: Project) -> Margins:
    lengths: list[Any] = value if isinstance(value, list) else [value]
    if len(lengths) not in (1, 4) or not all(_is_length(length, LARGEST_MARGIN) for length in lengths):
        raise _invalid_value(MARGIN_FORMAT, value, "for example margin = [5, 5, 12.7, 5]")
    return as_margins(lengths if len(lengths) == 4 else lengths[0])


def _is_length(value: object, largest: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= largest


def _output(value: object, project: Project) -> Path:
    path = resolve_inside(project.root, _text(value, "a folder inside the project", "output"), project.root)
    if path is None:
        hint = f"only --out can name a folder elsewhere, because {CONFIG_FILE} may come from someone else"
        raise _invalid_value("a folder inside the project", value, hint)
    if path.exists() and not path.is_dir():
        raise _invalid_value("a folder", value, "a file with that name already exists")
    if any(path.resolve().is_relative_to(own.resolve()) for own in (project.components, project.templates)):
        raise _invalid_value("a separate folder", value, "this one contains the games' source files")
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _limits(value: object, _project: Project) -> Limits:
    keys = LIMITS
    if not isinstance(value, dict) or not set(value) <= set(keys):
        stray = next((key for key in value if key not in keys), "") if isinstance(value, dict) else ""
        hint = did_you_mean(keys, stray) if stray else f"for example [limits] memory = {EXAMPLE}"
        raise _invalid_value(f"a table with {' and '.join(keys)}", stray or value, hint)
    seconds, memory = value.get("seconds"), value.get("memory")
    if seconds is not None and not (_is_length(seconds, MOST_SECONDS) and seconds >= 1):
        raise _invalid_value(f"seconds from 1 to {MOST_SECONDS}", seconds)
    size = None if memory is None else read_size(memory) if isinstance(memory, str) else 0
    if memory is not None and not (size and LEAST_MEMORY <= size <= MOST_MEMORY):
        expected = f"memory from {format_size(LEAST_MEMORY)} to {format_size(MOST_MEMORY)}"
        raise _invalid_value(expected, memory, f"for example memory = {EXAMPLE}")
    return Limits(None if seconds is None else float(seconds), size)


def _given_margins(margin: float | Sequence[float]) -> Margins:
    try:
        return as_margins(margin)
    except (TypeError, ValueError):
        problem = Problem(Location(option="--margin"), f"must be {MARGIN_FORMAT}", found=repr(margin), code="E0603")
        raise LayoutError(problem) from None


class ConfigKey(NamedTuple):
    """A key of pnp.toml: how its value is read, and the option that overrides it."""

    read: Callable[[Any, Project], Any]
    """Convert the value in pnp.toml; raises PnpError if it is not valid."""
    option: OptionSpec | None = None
    given: Callable[[Any], Any] = lambda value: value
    """Convert the value of an option."""
    schema: Mapping[str, Any] = MappingProxyType({})
    """JSON Schema of the value in pnp.toml."""


def _config_key(default: object, *known: Any, schema: Mapping[str, Any]) -> Any:
    return field(default=default, metadata={_SETTING: ConfigKey(*known)._replace(schema=schema)})


def _enum_key(default: StrEnum, help_text: str, shown: str = "pnp.toml, or {}") -> Any:
    """Declare a setting that takes a value of an enumeration."""
    choices = type(default)
    about = OptionSpec(help_text, shown.format(default))
    schema = {"enum": [*map(str, choices)], "default": str(default)}
    return _config_key(default, lambda value, _project: _one_of(choices, value), about, choices, schema=schema)


def _number_schema(largest: float, least: float = 0) -> dict[str, Any]:
    return {"type": "number", "minimum": least, "maximum": largest}


_TEXT_SCHEMA: Final = {"type": "string"}
_MARGIN_SCHEMA: Final = _number_schema(LARGEST_MARGIN)


@dataclass(frozen=True)
class Config:
    """The print settings of a project or a game, and where each value comes from."""

    languages: tuple[Lang, ...] = _config_key(
        (),
        _languages,
        OptionSpec("Language of the pieces, or all.", "pnp.toml, or its first", "TAG|all"),
        schema={"anyOf": [_TEXT_SCHEMA, {"type": "array", "items": _TEXT_SCHEMA, "minItems": 1}]},
    )
    """Languages to print by default: one, or a list."""
    paper: Paper = _config_key(
        parse_paper("a4"),
        _paper,
        OptionSpec(
            "a2 to a6, letter, legal, tabloid, plotter, or WxH (mm, cm, in, pt).",
            "pnp.toml, or a4",
            offered=(*PAPERS, PLOTTER),
        ),
        parse_paper,
        schema={**_TEXT_SCHEMA, "default": "a4"},
    )
    """Paper size: a name, or width and height; with `plotter`, every board is on one page of its size."""
    sides: Sides = _enum_key(Sides.DUPLEX_LONG, "How fronts and backs are combined.")
    """How fronts and backs are combined: duplex (flipped on the long or the short edge), folded, or fronts only."""
    bleed: float = _config_key(
        3.0,
        _bleed,
        OptionSpec("Bleed around each piece, in mm.", "pnp.toml, or 3"),
        schema={**_number_schema(LARGEST_BLEED), "default": 3.0},
    )
    """Bleed: how far the art extends beyond the cut, in mm."""
    margin: Margins = _config_key(
        USUAL_MARGINS,
        _margins,
        OptionSpec(
            "Minimum distance of pieces from the paper's edge, in mm: one, or top, right, bottom, left.",
            "the printer's, pnp.toml, or 5", "MM|T,R,B,L", typed=str, read=parse_margins,
        ),
        _given_margins,
        schema={
            "anyOf": [_MARGIN_SCHEMA, {"type": "array", "items": _MARGIN_SCHEMA, "minItems": 4, "maxItems": 4}],
            "default": USUAL_MARGINS.uniform,
        },
    )  # fmt: skip
    """Minimum distance of pieces from the paper's edge, in mm: one number, or [top, right, bottom, left]."""
    cut: Cutting = _enum_key(
        Cutting.AUTO, "Separate cuts with full bleed, or one shared cut.", "pnp.toml, the game, or {}"
    )
    """How adjacent pieces are cut apart: with full bleed each, with one shared cut, or as suits their edges."""
    marks: bool = _config_key(
        True,
        _flag,
        OptionSpec("Crop marks and ticks.", "pnp.toml, or marks"),
        schema={"type": "boolean", "default": True},
    )
    """Whether to print crop marks and ticks."""
    ink: Ink = _enum_key(Ink.FULL, "low: white backgrounds and outlines.")
    """How much ink to use; low prints white backgrounds and outlines."""
    fonts: tuple[str, ...] = _config_key(
        (),
        lambda _value, project: project.fonts,
        schema={"anyOf": [_TEXT_SCHEMA, {"type": "array", "items": _TEXT_SCHEMA}]},
    )
    """Folders or Python packages outside the project to look for fonts in."""
    home_fonts: tuple[str, ...] = _config_key(
        (),
        lambda _value, project: project.home_fonts,
        schema={"anyOf": [_TEXT_SCHEMA, {"type": "array", "items": _TEXT_SCHEMA}]},
    )
    """Font families to print at home although their makers forbid embedding; exports refuse them."""
    output: Path = _config_key(
        Path("output"),
        _output,
        OptionSpec("Folder to write to.", "pnp.toml, or output"),
        Path,
        schema={**_TEXT_SCHEMA, "default": "output"},
    )
    """Folder to write files to, inside the project."""
    limits: Limits = _config_key(
        DEFAULT_LIMITS,
        _limits,
        schema={
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "seconds": _number_schema(MOST_SECONDS, 1),
                "memory": {**_TEXT_SCHEMA, "pattern": SIZE},
            },
        },
    )
    """Time and memory limits for drawing unusually large games."""

    origins: Mapping[str, str] = field(default_factory=dict)
    """Source of each value that is not a default, by name: a flag, a key of pnp.toml, the game, or a printer."""
    printer: Printer = _UNMEASURED
    """Calibration of the printer, which applies to back pages."""

    @property
    def lang(self) -> Lang:
        """First of the languages."""
        return self.languages[0]

    def origin(self, name: str) -> str:
        """Return the source of a value, such as `--paper` or `default`."""
        return self.origins.get(name, DEFAULT)

    def by_language(self) -> Iterator[Config]:
        """Yield a copy of these settings for each language."""
        return (replace(self, languages=(lang,)) for lang in self.languages)

    def explained(self, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
        """Yield name, value and source of the given settings, as text."""
        for name in (key for key in KEYS if key in names):
            value = getattr(self, name)
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
            yield name, shown, self.origin(name)


CONFIG_KEYS: Final[dict[str, ConfigKey]] = {
    each.name: each.metadata[_SETTING] for each in fields(Config) if _SETTING in each.metadata
}
KEYS: Final = tuple(CONFIG_KEYS)
"""The keys of pnp.toml."""
PRINT_KEYS: Final = tuple(key for key, each in CONFIG_KEYS.items() if each.option is not None)
"""The keys of pnp.toml that an option can override."""
DEFAULT_CONFIG: Final = Config()
"""The default settings."""


def config_option(key: str, about: OptionSpec | None = None, **more: Any) -> Any:
    """Return a field of an options class that overrides a key of pnp.toml; its help is that of the key by default."""
    spec = about or CONFIG_KEYS[key].option
    assert spec is not None, key  # noqa: S101
    return option(None, spec, key=key, **more)


def resolve_config(
    project: Project, game_id: str | None = None, options: Options | None = None, printer: Printer | None = None
) -> Config:
    """Return the print settings of a game or a project: options first, then pnp.toml, then defaults.

    Languages in pnp.toml that the game does not have are ignored. A printer's unprintable margins take precedence over
    pnp.toml, which may come from someone else. The game's `cut` key takes precedence over the default.
    """
    config = read_config(project)
    asked = {} if options is None else overrides(options)
    values: dict[str, Any] = {
        key: CONFIG_KEYS[key].given(value) for key, (value, _) in asked.items() if key != "languages"
    }
    origins = {**config.origins, **{key: flag for key, (_, flag) in asked.items()}}
    if printer is not None:
        values["printer"] = printer
        if printer.margin is not None and "margin" not in asked:
            values["margin"], origins["margin"] = printer.margin, PRINTER
    if game_id is not None and "cut" not in origins and (own := _game_cut(project, game_id)) is not None:
        values["cut"], origins["cut"] = own, GAME
    lang = asked["languages"][0] if "languages" in asked else None
    values["languages"] = _languages_of_print(project, game_id, lang, config.languages)
    if game_id is not None and "languages" not in origins:
        origins["languages"] = "the game's first"
    return replace(config, **values, origins=origins)


def _game_cut(project: Project, game_id: str) -> Cutting | None:
    """Return the `cut` key of a game without loading the whole game; None if it is missing or not valid."""
    path = project.components / game_id / SPEC_FILE
    try:
        own = read_toml(path, project.location(path)).get("cut")
    except SpecError:
        return None  # reported when the game is loaded
    return Cutting(own) if own in list(Cutting) else None


def _languages_of_print(
    project: Project, game_id: str | None, asked: str | None, chosen: tuple[Lang, ...]
) -> tuple[Lang, ...]:
    """Return the languages to print a game in; without a game, the language of a sheet for all games."""
    if asked is not None:
        return (parse_language(asked),) if game_id is None else choose_languages(project, game_id, asked)
    if game_id is None:
        return chosen[:1] or next((languages_of(project, each)[:1] for each in project.games()), (Lang.EN,))
    there = languages_of(project, game_id)
    if not chosen:
        return there[:1]
    bases = {lang.base for lang in there}
    langs = tuple(dict.fromkeys(pick_language(lang, there, game_id) for lang in chosen if lang.base in bases))
    if not langs:
        hint = f"{game_id} is available in {', '.join(there)}"
        message = f"must include a language of {game_id}"
        raise SpecError(Problem(WHERE / "languages", message, hint, found=", ".join(chosen), code="E1206"))
    return langs


def read_config(project: Project) -> Config:
    """Read the project's pnp.toml, with defaults for missing keys. Raise SpecError with all problems found."""
    path = project.root / CONFIG_FILE
    if not os.path.lexists(path):
        return DEFAULT_CONFIG
    raw = read_toml(path, WHERE)
    problems = unknown_keys(raw, KEYS, WHERE)
    read: dict[str, Any] = {}
    for key in (key for key in KEYS if key in raw):
        try:
            read[key] = CONFIG_KEYS[key].read(raw[key], project)
        except PnpError as error:
            problems += [
                replace(each, where=WHERE / key, hint=each.hint.replace("--paper ", "")) for each in error.problems
            ]
    if problems:
        raise SpecError(*problems)
    return Config(**read, origins={key: f"{CONFIG_FILE}: {key}" for key in read})
