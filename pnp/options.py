"""Declaration of options. Each is declared once, as a field of an options class, with its help text.

    gap: float | None = option(None, "Gap between pieces, in mm; overrides --cut.", shown="set by --cut")

The decorator `takes` turns a function of a game and an options object into one with typed keyword arguments:

    @takes(BuildOptions)
    def build(game: Name, options: BuildOptions) -> Printed: ...

    build("winston", gap=2)

The command line, the library's signatures, the workbench's forms and the reference are generated from these fields.
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
"""Folder of a project, or None for the current folder."""
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
    """Help text and other properties of an option, apart from its name, type and default."""

    help: str
    """One sentence for `--help`."""
    shown: str | bool = True
    """Default as shown by `--help`: a text, or True for the value itself."""
    metavar: str | None = None
    """Placeholder for the value in `--help`, such as `X,Y`."""
    flags: tuple[str, ...] = ()
    """Flags, if they are not derived from the name."""
    limits: tuple[int, int | None] | None = None
    """Minimum and maximum value; checked by the command line and by forms."""
    typed: type | None = None
    """Type on the command line, if it differs from the field's type; `read` converts it."""
    read: Callable[[Any, str], Any] | None = None
    """Convert the value typed on the command line; takes the value and the option's name, for messages."""
    command: bool = True
    """Whether the command line has this option."""
    key: str = ""
    """Key of pnp.toml that applies if the option is not given."""
    offered: tuple[str, ...] = ()
    """Values that forms suggest, if others are possible."""


def option_metadata(help_or_option: str | OptionSpec, **more: Any) -> dict[str, OptionSpec]:
    """Return the metadata of a field, from a help text or from another option with changes."""
    spec = OptionSpec(help_or_option) if isinstance(help_or_option, str) else help_or_option
    return {_ABOUT: spec._replace(**more)}


def option(default: object, help_or_option: str | OptionSpec, **more: Any) -> Any:
    """Return a field of an options class with a default. The other parameters are those of `about`."""
    return field(default=default, metadata=option_metadata(help_or_option, **more))


START: Final = OptionSpec("Folder to look for games in; the current folder by default.", command=False)
ALLOW_CODE: Final = OptionSpec("Allow the project's rules.py and art.py to run this once (pnp trust: always).")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def options_class(cls: type[T]) -> type[T]:
    """Make a class a frozen, keyword-only dataclass.

    All these classes share a constructor: generating one for each would add 8 ms to pnp's start-up.
    """
    return dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)


@options_class
class Options:
    """Options of all functions."""

    start: Start = option(None, START)

    def __init__(self, *positional: Any, **named: Any) -> None:
        there = option_fields(type(self))
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
    """Options of all functions that print or play a game."""

    allow_code: bool = option(False, ALLOW_CODE)


class NamedOption(NamedTuple):
    """A field of an options class."""

    name: str
    default: Any
    type: Any
    about: OptionSpec

    @property
    def flag(self) -> str:
        """The flag as shown in messages, such as `--out`."""
        return self.about.flags[0].partition("/")[0] if self.about.flags else f"--{self.name.replace('_', '-')}"

    @property
    def typed(self) -> Any:
        """Type of the value on the command line: the enumeration for `Sides | str | None`, a path, a list of texts."""
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
        """Values that a form offers: those of an enumeration, or the suggested ones."""
        kind = self.typed
        return [*kind] if isinstance(kind, type) and issubclass(kind, StrEnum) else [*self.about.offered]

    @property
    def optional(self) -> bool:
        """Whether it may be None."""
        return type(None) in get_args(self.type)


def option_fields(options: type[Any]) -> dict[str, Field[Any]]:
    """Return the fields of an options class by name, those of its base classes last."""
    there = {each.name: each for each in fields(options)}
    order = [name for cls in options.__mro__ for name in vars(cls).get("__annotations__", ()) if name in there]
    last = {name: place for place, name in enumerate(order)}
    return {name: there[name] for name in sorted(there, key=last.__getitem__)}


def options_of(options: type[Any]) -> dict[str, NamedOption]:
    """Return the options of an options class by name, those of its base classes last."""
    hints = get_type_hints(options)
    return {
        name: NamedOption(name, each.default, hints[name], each.metadata[_ABOUT])
        for name, each in option_fields(options).items()
    }


def keys_of(options: Options) -> dict[str, str]:
    """Return the keys of pnp.toml that options override, each with the option's name."""
    abouts = {name: each.metadata[_ABOUT] for name, each in option_fields(type(options)).items()}
    return {each.key: name for name, each in abouts.items() if each.key}


def overrides(options: Options) -> dict[str, tuple[Any, str]]:
    """Return the options that override a key of pnp.toml: value and flag, by key."""
    values = [(key, name.replace("_", "-"), getattr(options, name)) for key, name in keys_of(options).items()]
    return {key: (value, f"--{'no-' * (value is False)}{name}") for key, name, value in values if value is not None}


def shared_options(options: object, kind: type[Any]) -> dict[str, Any]:
    """Return the values of those options that `kind` also has, by name."""
    return {each.name: getattr(options, each.name) for each in fields(kind)}


if TYPE_CHECKING:

    class ForGame(Protocol[A_contra, P, O_contra, R_co]):
        """A function that takes a game, and the fields of an options class."""

        def __call__(self, game: A_contra, *arguments: P.args, **named: P.kwargs) -> R_co:
            """Call the function."""

        def with_options(self, game: A_contra, options: O_contra, /) -> R_co:
            """Call the function with an options object."""

    class WithOptions(Protocol[P, O_contra, R_co]):
        """A function that takes the fields of an options class."""

        def __call__(self, *arguments: P.args, **named: P.kwargs) -> R_co:
            """Call the function."""

        def with_options(self, options: O_contra, /) -> R_co:
            """Call the function with an options object."""


def accepts_options(options: Callable[P, O]) -> Callable[[Callable[[A, O], R]], ForGame[A, P, O, R]]:
    """Decorate a function of a game and an options object so that it takes the options as keyword arguments."""
    return lambda function: _wrap(options, function)


def accepts_only_options(options: Callable[P, O]) -> Callable[[Callable[[O], R]], WithOptions[P, O, R]]:
    """Decorate a function of an options object so that it takes the options as arguments."""
    return lambda function: _wrap(options, function)


def _wrap(options: Any, function: Callable[..., Any]) -> Any:
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
    """Return the signature of a function, with its last parameter replaced by the fields of an options class."""
    own = inspect.signature(function)
    listed = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY if each.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if each.default is MISSING else each.default,
            annotation=each.type,
        )
        for name, each in option_fields(options).items()
    ]
    game = list(own.parameters.values())[:-1]
    return own.replace(parameters=[*game, *sorted(listed, key=lambda each: each.kind)])
