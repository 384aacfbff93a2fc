"""Commands get their options from the classes of `pnp.library.options`; here are those that have no class."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final

import typer

from pnp.errors import LayoutError, Problem, quoted
from pnp.library.options import LANG
from pnp.location import Location
from pnp.options import ALLOW_CODE, NamedOption, OptionSpec, options_of


def shown(about: OptionSpec, *flags: str) -> Any:
    """An option for typer; the flags are made from its name where none are given."""
    least, most = about.limits or (None, None)
    return typer.Option(
        *(flags or about.flags), help=about.help, metavar=about.metavar, show_default=about.shown, min=least, max=most
    )


Games = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; default: all games of the project.")
]
LangName = Annotated[str | None, shown(LANG, "--lang")]
Explain = Annotated[
    bool, typer.Option("--explain", help="First show where each setting comes from: a flag, pnp.toml, a default.")
]
AllowCode = Annotated[bool, shown(ALLOW_CODE, "--allow-code")]
LAST: Final = "allow_code"
"""The option that help lists last."""


def command(options: type[Any], **before: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function with a parameter `options` a command that has the options of a class.

    The function's other parameters are the command's own. Those before `options` are listed first, others last, before
    --allow-code. `before` moves a parameter or an option before another one. A parameter with the name of a field also
    gives that field its value.
    """
    fields = options_of(options)
    there = {name: each for name, each in fields.items() if each.about.command}

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = dict(inspect.signature(function, eval_str=True).parameters)
        place = list(own).index("options")
        del own["options"]
        listed = [*list(own)[:place], *(name for name in there if name != LAST), *list(own)[place:]]
        listed += [LAST] if LAST in there else []
        for name, other in before.items():
            listed.remove(name)
            listed.insert(listed.index(other), name)

        @wraps(function)
        def run(**typed: Any) -> None:
            values = {name: value for name, value in typed.items() if name in fields}
            for name, each in there.items():
                if values[name] is None:
                    del values[name]  # the default counts
                elif each.about.read is not None:
                    values[name] = each.about.read(values[name], each.flag)
            function(**{name: typed[name] for name in own}, options=options(**values))

        parameters = [own[name] if name in own else _parameter(there[name]) for name in listed]
        plain: Any = run
        plain.__signature__ = inspect.Signature(
            [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
        )
        plain.__annotations__ = {}  # they are in the signature
        return run

    return decorate


def _parameter(each: NamedOption) -> inspect.Parameter:
    """An option as a parameter that typer understands; None stands for what is not given."""
    about, kind = each.about, each.typed
    many = isinstance(each.default, tuple)
    flags = about.flags or ((each.flag,) if each.default is False else ())
    annotated: Any = Annotated
    hint = annotated[kind | None if each.optional or many else kind, shown(about, *flags)]
    default = None if many else each.default
    return inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


READINGS = 5
"""Crosses on a calibration sheet."""
_PAIR = r"([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)"
_READING = re.compile(_PAIR)
_READINGS = re.compile(rf"\s*{_PAIR}(?:[\s;]+{_PAIR})*\s*")


def parse_readings(text: str, option: str) -> list[tuple[float, float]]:
    """What was read on a calibration sheet: X,Y in mm once, or five times with spaces between."""
    places = _READING.findall(text)
    if len(places) not in (1, READINGS) or not _READINGS.fullmatch(text):
        message = f"must be X,Y in mm, once or {READINGS} times with spaces between"
        hint = f'for example {option} 0.5,-1 or {option} "0.5,-1 0.6,-1.1 0.4,-0.9 0.5,-1 0.5,-1.1"'
        raise LayoutError(Problem(Location(option=option), message, hint, found=quoted(text), code="E1201"))
    return [(float(x), float(y)) for x, y in places]
