"""Options that commands share, and how they choose settings, languages and progress bars."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pnp.cli.console import add_row, err, new_table, out, print_table, progress, show_error
from pnp.config import Config, read_config
from pnp.errors import LayoutError, Location, PnpError, PressError, Problem, option_location, quote_value
from pnp.library.options import LANG
from pnp.library.places import locate_games
from pnp.options import ALLOW_CODE, NamedOption, Options, OptionSpec, keys_of, options_of
from pnp.project.folders import GameRef
from pnp.spec.texts import choose_language
from pnp.terms import Lang
from pnp.words import Texts, is_translated

if TYPE_CHECKING:
    from pnp.worker.progress import Progress, Stages


def typer_option(about: OptionSpec, *flags: str) -> Any:
    """Return the typer option of a spec; without flags, typer derives them from the parameter's name."""
    least, most = about.limits or (None, None)
    return typer.Option(
        *(flags or about.flags), help=about.help, metavar=about.metavar, show_default=about.shown, min=least, max=most
    )


Games = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to process; default: all games of the project.")
]
LangName = Annotated[str | None, typer_option(LANG, "--lang")]
Explain = Annotated[
    bool, typer.Option("--explain", help="First show where each setting comes from: a flag, pnp.toml, a default.")
]
AllowCode = Annotated[bool, typer_option(ALLOW_CODE, "--allow-code")]
LISTED_LAST: Final = "allow_code"
"""The option that help lists last."""


def command_with_options(options: type[Any], **before: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command every option of an options class.

    The decorated function has a parameter `options`, which receives an instance of the class. Its other parameters
    remain arguments and options of the command: those before `options` are listed first in the help, the rest last,
    before --allow-code. `before` moves a parameter or option in front of another one. A parameter with the name of a
    field also sets that field.
    """
    fields = options_of(options)
    there = {name: each for name, each in fields.items() if each.about.command}

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = dict(inspect.signature(function, eval_str=True).parameters)
        place = list(own).index("options")
        del own["options"]
        listed = [*list(own)[:place], *(name for name in there if name != LISTED_LAST), *list(own)[place:]]
        listed += [LISTED_LAST] if LISTED_LAST in there else []
        for name, other in before.items():
            listed.remove(name)
            listed.insert(listed.index(other), name)

        @wraps(function)
        def run(**typed: Any) -> None:
            values = {name: value for name, value in typed.items() if name in fields}
            for name, each in there.items():
                if values[name] is None:
                    del values[name]  # use the default
                elif each.about.read is not None:
                    values[name] = each.about.read(values[name], each.flag)
            function(**{name: typed[name] for name in own}, options=options(**values))

        parameters = [own[name] if name in own else _typer_parameter(there[name]) for name in listed]
        plain: Any = run
        plain.__signature__ = inspect.Signature(
            [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
        )
        plain.__annotations__ = {}  # typer reads them from the signature
        return run

    return decorate


def _typer_parameter(each: NamedOption) -> inspect.Parameter:
    """Return an option as a parameter that typer understands; its value is None if the option is not given."""
    about, kind = each.about, each.typed
    many = isinstance(each.default, tuple)
    flags = about.flags or ((each.flag,) if each.default is False else ())
    annotated: Any = Annotated
    hint = annotated[kind | None if each.optional or many else kind, typer_option(about, *flags)]
    default = None if many else each.default
    return inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


CROSSES = 5
"""Number of crosses on a calibration sheet."""
_PAIR = r"([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)"
_READING = re.compile(_PAIR)
_READINGS = re.compile(rf"\s*{_PAIR}(?:[\s;]+{_PAIR})*\s*")


def parse_readings(text: str, option: str) -> list[tuple[float, float]]:
    """Return the readings of a calibration sheet, in mm, from "X,Y" or five of these separated by spaces.

    Raise LayoutError for any other text.

    >>> parse_readings("0.5,-1", "--save")
    [(0.5, -1.0)]
    """
    places = _READING.findall(text)
    if len(places) not in (1, CROSSES) or not _READINGS.fullmatch(text):
        message = f"must be X,Y in mm, or {CROSSES} such pairs separated by spaces"
        hint = f'for example {option} 0.5,-1 or {option} "0.5,-1 0.6,-1.1 0.4,-0.9 0.5,-1 0.5,-1.1"'
        raise LayoutError(Problem(Location(option=option), message, hint, found=quote_value(text), code="E1201"))
    return [(float(x), float(y)) for x, y in places]


_noticed: set[str] = set()


def language_for_game(game: str, asked: str | None) -> Lang:
    """Return the language asked for, or the game's first language if that is None. See `notice_untranslated`."""
    return notice_untranslated(choose_language(*locate_games(game)[0], asked))


def notice_untranslated(lang: Lang) -> Lang:
    """Return the language; print a notice, once, if pnp's labels and reports are not available in it."""
    if not is_translated(lang) and lang not in _noticed:
        _noticed.add(lang)
        err.print(f"{lang}: labels, guide and reports are not translated and will be in English", markup=False)
    return lang


def settings_by_game(
    games: Iterable[GameRef], choose: Callable[[GameRef], Config]
) -> tuple[dict[GameRef, Config], bool]:
    """Return the settings of each game, and whether any are invalid; their errors are printed.

    Raise PnpError if a project's pnp.toml is invalid.
    """
    games = list(games)
    for project in dict.fromkeys(game.project for game in games):
        read_config(project)  # report an invalid pnp.toml once, not for every game
    chosen: dict[GameRef, Config] = {}
    failed = False
    for game in games:
        try:
            chosen[game] = choose(game)
        except PnpError as error:  # continue with the other games
            failed = True
            show_error(error)
        else:
            for lang in chosen[game].languages:
                notice_untranslated(lang)
    return chosen, failed


def check_output_folders(chosen: Iterable[Config]) -> None:
    """Raise PressError if an output path exists and is not a folder."""
    for folder in {choices.output for choices in chosen}:
        if folder.exists() and not folder.is_dir():
            found, hint = f"the file {folder}", "choose another --out"
            raise PressError(Problem(option_location("--out"), "must be a folder", hint, found=found, code="E0102"))


def print_settings(chosen: dict[GameRef, Config], options: Options, *more: str) -> None:
    """Print the settings that these options set, those named in `more`, and the source of each.

    Games with equal settings share one table.
    """
    groups: dict[tuple[tuple[str, str, str], ...], list[str]] = {}
    for game, choices in chosen.items():
        groups.setdefault(tuple(choices.explained([*keys_of(options), *more])), []).append(game.id)
    for lines, games in groups.items():
        if len(groups) > 1:
            out.print(", ".join(games), style="bold")
        listed = new_table("setting", "value", "source")
        for line in lines:
            add_row(listed, *line)
        print_table(listed)
        out.print()


WORDS: Final = Texts("run")


def stage_progress(label: str, lang: Lang) -> Stages:
    """Return a function that opens a progress bar for a stage of a run."""

    def open_stage(name: str) -> AbstractContextManager[Progress]:
        number, _, stage = name.rpartition(" ")  # a sweep puts the number of the run before the stage
        stage_name = "" if stage == "games" else WORDS[lang][stage]
        return progress(" ".join(filter(None, (label, number, stage_name))), unit="" if stage_name else "g")

    return open_stage


@contextmanager
def report_interrupt(lang: Lang) -> Iterator[None]:
    """On Ctrl-C, print how many games are saved, and exit with code 130."""
    from pnp.sim.simulate import Interrupted

    try:
        yield
    except Interrupted as stop:
        folder = stop.folder
        done = folder.games - sum(map(len, folder.missing()))
        err.print(WORDS[lang]["kept"].format(done=done, games=folder.games, folder=folder.path), soft_wrap=True)
        raise typer.Exit(130) from None
