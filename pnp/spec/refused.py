"""What pydantic refuses, as problems in our words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import ValidationError

from pnp.errors import Problem, known, quoted

Place = tuple[int | str, ...]
"""Where a value stands: keys, and places in lists from 0 on."""


def refused(error: ValidationError, where: str, keys_at: Callable[[Place], Iterable[str]]) -> list[Problem]:
    """Each mistake with its place in `where`; `keys_at` gives the keys known where an unknown one stands."""
    problems = []
    for item in error.errors(include_url=False):
        place = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in item["loc"]).lstrip(".")
        here = f"{where}: {place.removesuffix('.[key]')}" if place else where
        kind, context, found = item["type"], item.get("ctx", {}), quoted(item["input"])
        if kind == "missing":
            problems.append(Problem(here, "a value", "none", code="E0203"))
        elif kind == "extra_forbidden":
            names = keys_at(item["loc"])
            problems.append(
                Problem(here, "a known key", quoted(item["loc"][-1]), known(names, str(item["loc"][-1])), code="E0202")
            )
        elif kind == "pnp":
            shown = "something else" if isinstance(item["input"], dict) else found
            problems.append(Problem(here, context["expected"], shown, context.get("hint", ""), code=context["code"]))
        else:
            problems.append(Problem(here, _expectation(kind, context, item["msg"]), found, code="E0204"))
    return problems


def _expectation(kind: str, context: dict[str, Any], message: str) -> str:
    if kind in ("int_type", "int_from_float", "int_parsing"):
        return "a whole number"
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return "a table of keys"
    if kind == "enum":
        return f"one of {context['expected']}".replace(" or ", ", ").replace("'", "")
    if kind in ("greater_than_equal", "less_than_equal"):
        limits = {"greater_than_equal": ("at least", "ge"), "less_than_equal": ("at most", "le")}
        word, key = limits[kind]
        return f"{word} {context[key]:g}"
    return message.removeprefix("Input should be ").removeprefix("Value error, ")
