"""Command-line options generated from the classes of `pnp.library.options`, and options shared by commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final

import typer

from pnp.errors import LayoutError, Location, Problem, quote_value
from pnp.library.options import LANG
from pnp.options import ALLOW_CODE, NamedOption, OptionSpec, options_of


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
