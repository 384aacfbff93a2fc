"""Convert pydantic's validation errors to problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from pydantic import ValidationError

from pnp.errors import Location, Problem, did_you_mean, quote_value

ErrorPath = tuple[int | str, ...]
"""The path of a value in pydantic's errors: keys, and list positions from 0."""
MESSAGES: Final = {
    "string_type": "must be a text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "finite_number": "must be a finite number",
    **dict.fromkeys(("int_type", "int_from_float", "int_parsing", "int_parsing_size"), "must be a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "must be a number"),
    **dict.fromkeys(("model_type", "dict_type", "model_attributes_type"), "must be a table of keys"),
}
"""Messages for pydantic's errors, by type."""
_LIMITS: Final = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}
_SHOULD: Final = re.compile(r"^\w+ should ")


def problems_of_validation(
    error: ValidationError, where: Location, keys_at: Callable[[ErrorPath], Iterable[str]]
) -> list[Problem]:
    """Return the problems in a validation error; `keys_at` returns the known keys at the place of an unknown one."""
    problems = []
    for item in error.errors(include_url=False):
        here = where
        for part in item["loc"]:
            if part != "[key]":  # pydantic's marker for an invalid key, as opposed to its value
                here = here / (part + 1 if isinstance(part, int) else part)
        kind, context = item["type"], item.get("ctx", {})
        if kind == "missing":
            problems.append(Problem(here, "is missing", code="E0203"))
        elif kind == "extra_forbidden":
            name = str(item["loc"][-1])
            problems.append(Problem(here, "is not a known key", did_you_mean(keys_at(item["loc"]), name), code="E0202"))
        elif kind == "pnp":
            message, hint = context["message"], context.get("hint", "")
            shown = message.startswith("must ") and not isinstance(item["input"], dict)
            found = quote_value(item["input"]) if shown else ""
            problems.append(Problem(here, message, hint, found=found, code=context["code"]))
        else:
            message = _message(kind, context, item["msg"])
            problems.append(Problem(here, message, found=quote_value(item["input"]), code="E0204"))
    return problems


def _message(kind: str, context: dict[str, Any], message: str) -> str:
    if kind in MESSAGES:
        return MESSAGES[kind]
    if kind in ("enum", "literal_error"):
        return f"must be one of {context['expected']}".replace(" or ", ", ").replace("'", "")
    if kind in _LIMITS:
        word, key = _LIMITS[kind]
        return f"must be {word} {context[key]:g}"
    if kind in ("too_short", "too_long", "string_too_short", "string_too_long"):
        word, key = ("at least", "min_length") if kind.endswith("short") else ("at most", "max_length")
        unit = "character" if kind.startswith("string") else "item"
        return f"must have {word} {context[key]} {unit}{'s' * (context[key] != 1)}"
    return _SHOULD.sub("must ", message.removeprefix("Value error, "))
