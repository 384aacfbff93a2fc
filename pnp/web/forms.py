"""Request bodies generated from the option classes of the library's functions."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any, Final, TypeVar, get_origin

from pydantic import Field, create_model

from pnp.options import NamedOption, options_of
from pnp.web.answers import PageRequest

LONGEST: Final = 200
"""Maximum number of characters of a text."""
LONGEST_LIST: Final = 500
"""Maximum number of texts in a list."""
O = TypeVar("O")  # noqa: E741


class OptionForm(PageRequest):
    """Request body with options; None if the page did not send one."""

    def values(self, options: type[Any]) -> dict[str, Any]:
        """Return the given values of the options of a class. Raise PnpError for a text that cannot be parsed."""
        there = options_of(options)
        return {name: _read(there[name], value) for name, value in self if name in there and value is not None}

    def read(self, options: type[O], **more: Any) -> O:
        """Return an options object with the given values and those in `more`."""
        return options(**self.values(options) | more)


F = TypeVar("F", bound=OptionForm)


def request_form(base: type[F], options: type[Any], *names: str, **renamed: str) -> type[F]:
    """Return a subclass of `base` with these options of a class; `decks="only"` renames option `only` to `decks`."""
    there = options_of(options)
    keys = {name: name for name in names} | {name: key for key, name in renamed.items()}
    fields: Any = {name: _field(there[name], key) for name, key in keys.items()}
    return create_model(base.__name__, __base__=base, __doc__=base.__doc__, **fields)


def _read(option: NamedOption, value: Any) -> Any:
    read = option.about.read
    return value if read is None or not isinstance(value, str) else read(value, option.name)


def _field(option: NamedOption, key: str) -> tuple[Any, Any]:
    """Return the type of a field, and its default and limits."""
    kind, default = option.typed, option.default
    limits: dict[str, Any] = {"max_length": LONGEST} if kind is str else {}
    if get_origin(kind) is list:
        limits, default = {"max_length": LONGEST_LIST}, list(default)
    elif option.about.limits is not None:
        limits = dict(zip(("ge", "le"), option.about.limits, strict=True))
    return kind | None if option.optional else kind, Field(... if default is MISSING else default, alias=key, **limits)
