"""The types of the server's answers in TypeScript, made from those in Python."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from enum import StrEnum
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel

from pnp.errors import Location
from pnp.web import answer_types
from pnp.web.compare import CompareResult
from tests.typings.files import HEAD

_PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", object: "unknown"}


def declare_answers() -> str:
    """Return a declaration of every answer and event, and of everything in them."""
    found: dict[str, str] = {}
    roots = [each for each in vars(answer_types).values() if is_typeddict(each)]
    for root in (*roots, CompareResult, Location):
        _declare(root, found)
    declared = "\n\n".join(found[name] for name in sorted(found))
    about = "/** What the server sends, as JSON holds it. */"
    return f"{HEAD}\n{about}\ndeclare namespace Answer {{\n{declared}\n}}\n"


def _declare(cls: type[Any], found: dict[str, str]) -> None:
    """Add the declaration of a class, and of the classes in it."""
    if cls.__name__ in found:
        return
    found[cls.__name__] = ""  # some classes hold themselves
    parameters = "".join(f"<{each.__name__}>" for each in getattr(cls, "__parameters__", ()))
    lines = [*_about(cls), f"  interface {cls.__name__}{parameters} {{"]
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name.startswith(("_", "model_")):
            continue
        inner, mark = (get_args(hint)[0], "?") if get_origin(hint) is NotRequired else (hint, "")
        if cls is Location:
            mark = "?"  # only the fields that apply are sent
        lines.append(f"    {name}{mark}: {_type(inner, found)};")
    found[cls.__name__] = "\n".join([*lines, "  }"])


def _about(cls: type[Any]) -> list[str]:
    """Return the comment of a class of the workbench; others are explained where they are defined."""
    return [f"  /** {(cls.__doc__ or '').splitlines()[0]} */"] if cls.__module__.startswith("pnp.web.") else []


def _type(hint: Any, found: dict[str, str]) -> str:
    """Return a type as TypeScript writes it."""
    origin, parts = get_origin(hint), get_args(hint)
    match origin:
        case _ if origin is Annotated:
            return _type(parts[0], found)
        case _ if origin is Literal:
            return " | ".join(f'"{value}"' for value in parts)
        case _ if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(_type(part, found) for part in parts))
        case _ if origin is tuple and parts[-1] is not ...:
            return f"[{', '.join(_type(part, found) for part in parts)}]"
        case _ if origin in (list, tuple, Sequence):
            item = _type(parts[0], found)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case _ if origin in (dict, Mapping):
            # the only untyped data in answers is what `Location.plain` returns
            return "Location" if parts[1] is Any else f"Record<{_type(parts[0], found)}, {_type(parts[1], found)}>"
        case _ if origin is not None:
            _declare(origin, found)
            return f"{origin.__name__}<{', '.join(_type(part, found) for part in parts)}>"
    return _class(hint, found)


def _class(hint: Any, found: dict[str, str]) -> str:
    if hint is Any:
        return "any"
    if isinstance(hint, TypeVar):
        return hint.__name__
    if hint in _PLAIN:
        return _PLAIN[hint]
    if issubclass(hint, StrEnum):
        return " | ".join(f'"{each}"' for each in hint)
    if issubclass(hint, str):
        return "string"
    if is_typeddict(hint) or is_dataclass(hint) or issubclass(hint, BaseModel):
        _declare(hint, found)
        return str(hint.__name__)
    raise TypeError(f"{hint} has no type in TypeScript")
