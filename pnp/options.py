"""Options: each is declared once, as a field of a command's class, with everything that is said about it.

    gap: float | None = option(None, "Between pieces, mm; overrides --cut.", shown="as --cut says")

A function of a game and an object of that class takes the fields as keywords, typed, when it is decorated:

    @takes(BuildOptions)
    def build(game: Name, options: BuildOptions) -> Printed: ...

    build("winston", gap=2)

The command line, the signatures of the library, the forms of the workbench and the reference are made from these
fields.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from enum import StrEnum
from functools import wraps
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

PathName = str | PathLike[str]
Start = PathName | None
"""A folder of the designer's project; the current one without it."""
_ABOUT: Final = "option"

P = ParamSpec("P")
O = TypeVar("O")  # noqa: E741
R = TypeVar("R")
T = TypeVar("T")
A = TypeVar("A")
A_contra = TypeVar("A_contra", contravariant=True)
O_contra = TypeVar("O_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class OptionSpec(NamedTuple):
    """What is said about an option, apart from its name, type and default."""

    help: str
    """One sentence, as `--help` prints it."""
    shown: str | bool = True
    """What `--help` says of the default, where that is not the value itself."""
    metavar: str | None = None
    """What `--help` shows for the value: `X,Y`."""
    flags: tuple[str, ...] = ()
    """As they are typed, where they are not made from the name."""
    limits: tuple[int, int | None] | None = None
    """Least and greatest value; checked by the command line and by forms."""
    typed: type | None = None
    """What the command line takes, where that is not the type of the field; `read` makes the value of it."""
    read: Callable[[Any, str], Any] | None = None
    """Makes the value of what was typed; it gets the name of the option, for messages."""
    command: bool = True
    """Whether the command line has it."""
    key: str = ""
    """The key of pnp.toml that decides where the option does not."""
    offered: tuple[str, ...] = ()
    """Values that forms offer, where others are possible."""


def about(help_or_option: str | OptionSpec, **more: Any) -> dict[str, OptionSpec]:
    """The metadata of a field: its help, or all that another option says, and what differs."""
    said = OptionSpec(help_or_option) if isinstance(help_or_option, str) else help_or_option
    return {_ABOUT: said._replace(**more)}


def option(default: object, help_or_option: str | OptionSpec, **more: Any) -> Any:
    """A field of an options class with a default; the rest is that of `about`."""
    return field(default=default, metadata=about(help_or_option, **more))


START: Final = OptionSpec("The folder that games are looked for from; the current one by default.", command=False)
ALLOW_CODE: Final = OptionSpec("Run the project's own rules.py and art.py this once (pnp trust: always).")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def options_class(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass of keywords.

    All of these classes share a constructor: generating one for each would take 8 ms whenever pnp starts.
    """
    return dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)


@options_class
class Options:
    """What all functions take."""

    start: Start = option(None, START)

    def __init__(self, *positional: Any, **named: Any) -> None:
        there = declared(type(self))
        ordered = [name for name, each in there.items() if not each.kw_only]
        values = dict(zip(ordered[: len(positional)], positional, strict=True)) | named
        usual = {name: each.default for name, each in there.items() if each.default is not MISSING}
        if wrong := (values.keys() - there.keys()) | (there.keys() - usual.keys() - values.keys()):
            raise TypeError(f"{type(self).__name__}: missing or unknown: {', '.join(sorted(wrong))}")
        vars(self).update(usual | values)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


@options_class
class GameOptions(Options):
    """What all functions take that print or play a game."""

    allow_code: bool = option(False, ALLOW_CODE)


class NamedOption(NamedTuple):
    """A field of an options class."""

    name: str
    default: Any
    type: Any
    about: OptionSpec

    @property
    def flag(self) -> str:
        """The option as messages name it."""
        return self.about.flags[0] if self.about.flags else f"--{self.name.replace('_', '-')}"

    @property
    def typed(self) -> Any:
        """The type of what is typed for it: the enumeration of `Sides | str | None`, a path, a list of texts."""
        if self.about.typed is not None:
            return self.about.typed
        kinds = get_args(self.type) if isinstance(self.type, UnionType) else (self.type,)
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, StrEnum):
                return kind
            if get_origin(kind) is PathLike:
                return Path
            if get_origin(kind) is Sequence:
                return list[get_args(kind)[0]]  # type: ignore[misc]
        return kinds[0]

    @property
    def choices(self) -> list[str]:
        """The values that a form offers: those of an enumeration, or the usual ones."""
        kind = self.typed
        return [*kind] if isinstance(kind, type) and issubclass(kind, StrEnum) else [*self.about.offered]

    @property
    def optional(self) -> bool:
        """Whether it may be None."""
        return type(None) in get_args(self.type)


def declared(options: type[Any]) -> dict[str, Field[Any]]:
    """The fields of an options class by name, those of its base classes last."""
    there = {each.name: each for each in fields(options)}
    order = [name for cls in options.__mro__ for name in vars(cls).get("__annotations__", ()) if name in there]
    last = {name: place for place, name in enumerate(order)}
    return {name: there[name] for name in sorted(there, key=last.__getitem__)}


def options_of(options: type[Any]) -> dict[str, NamedOption]:
    """The options of a class by name, those of its base classes last."""
    hints = get_type_hints(options)
    return {
        name: NamedOption(name, each.default, hints[name], each.metadata[_ABOUT])
        for name, each in declared(options).items()
    }


def keys_of(options: Options) -> dict[str, str]:
    """The keys of pnp.toml that options override, with the names of the options."""
    abouts = {name: each.metadata[_ABOUT] for name, each in declared(type(options)).items()}
    return {each.key: name for name, each in abouts.items() if each.key}


def given(options: Options) -> dict[str, tuple[Any, str]]:
    """What overrides a key of pnp.toml, by key: the value, and the flag that stands for it."""
    values = [(key, name, getattr(options, name)) for key, name in keys_of(options).items()]
    return {key: (value, f"--{'no-' * (value is False)}{name}") for key, name, value in values if value is not None}


def common(options: object, kind: type[Any]) -> dict[str, Any]:
    """The values of those options that a class has, too."""
    return {each.name: getattr(options, each.name) for each in fields(kind)}


if TYPE_CHECKING:

    class ForGame(Protocol[A_contra, P, O_contra, R_co]):
        """A function that takes a game, and the fields of an options class."""

        def __call__(self, game: A_contra, *arguments: P.args, **named: P.kwargs) -> R_co:
            """Call the function."""

        def with_options(self, game: A_contra, options: O_contra, /) -> R_co:
            """Call it with a ready object."""

    class WithOptions(Protocol[P, O_contra, R_co]):
        """A function that takes the fields of an options class."""

        def __call__(self, *arguments: P.args, **named: P.kwargs) -> R_co:
            """Call the function."""

        def with_options(self, options: O_contra, /) -> R_co:
            """Call it with a ready object."""


def takes(options: Callable[P, O]) -> Callable[[Callable[[A, O], R]], ForGame[A, P, O, R]]:
    """Make a function of a game and an options object take the fields of that object as keywords."""
    return lambda function: _taking(options, function)


def takes_only(options: Callable[P, O]) -> Callable[[Callable[[O], R]], WithOptions[P, O, R]]:
    """Make a function of an options object take the fields of that object."""
    return lambda function: _taking(options, function)


def _taking(options: Any, function: Callable[..., Any]) -> Any:
    signature = _signature(options, function)
    subjects = list(inspect.signature(function).parameters)[:-1]

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        given = signature.bind(*arguments, **named).arguments
        return function(*(given.pop(name) for name in subjects), options(**given))

    taking: Any = call
    taking.__signature__, taking.with_options, taking.options = signature, function, options
    return taking


def _signature(options: Any, function: Callable[..., Any]) -> inspect.Signature:
    """The parameters of a function, with the fields of an options class for its last one."""
    own = inspect.signature(function)
    listed = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY if each.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if each.default is MISSING else each.default,
            annotation=each.type,
        )
        for name, each in declared(options).items()
    ]
    game = list(own.parameters.values())[:-1]
    return own.replace(parameters=[*game, *sorted(listed, key=lambda each: each.kind)])
