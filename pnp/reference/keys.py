"""Descriptions of every key of game.toml, pnp.toml and memos, with types and examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations
from typing import Any

from pnp.errors import Location, PnpError, Problem, did_you_mean, quote_value
from pnp.reference.examples import KEY_EXAMPLES
from pnp.reference.schema import documents

NEAR = 0.8
"""Minimum similarity between a misspelled key and the one that was meant."""
_NAMES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a table of keys",
}


@dataclass(frozen=True)
class Key:
    """A key of a file."""

    file: str
    path: str
    """Path without the names of decks and the like: `decks.size`."""
    meaning: str
    takes: str
    """Accepted values, as text."""
    default: str
    """Default in TOML; empty if there is none."""
    required: bool
    example: str
    """Example in TOML."""

    @property
    def summary(self) -> str:
        """First sentence of the meaning."""
        first, ends, _ = self.meaning.partition(". ")
        return first + ends.strip()


def all_keys() -> list[Key]:
    """Return every key, in the order of the files."""
    return [key for file, schema in documents().items() for key in _keys(file, schema, "")]


def find_keys(path: str) -> list[Key]:
    """Return the keys with that path, in any file. Raise PnpError for an unknown path."""
    keys = all_keys()
    paths = list(dict.fromkeys(key.path for key in keys))
    asked = path.strip().strip("[]").strip()
    meant = [each for each in _without_names(asked) if each in paths][:1]
    meant = meant or [each for each in paths if each.rpartition(".")[2] == asked]
    if not meant and not get_close_matches(asked, paths, cutoff=NEAR):
        meant = [each for each in paths if each == asked.rpartition(".")[0]]  # decks.shells is one of the decks
    if not meant:
        ends = [each for each in paths if each.rpartition(".")[2] == asked.rpartition(".")[2]]
        hint = f"did you mean {' or '.join(map(quote_value, ends))}?" if ends else did_you_mean(paths, asked)
        where = Location(detail=quote_value(path))
        raise PnpError(Problem(where, "is not a key of game.toml, pnp.toml or a memo", hint, code="E1208"))
    return [key for key in keys if key.path in meant]


def _without_names(path: str) -> Iterator[str]:
    """Yield the path, then the path without one or two of its names: decks.shells.size becomes decks.size."""
    first, *inner = path.split(".")
    yield path
    for left_out in (1, 2):
        if len(inner) > left_out:
            for kept in combinations(inner[:-1], len(inner) - 1 - left_out):
                yield ".".join([first, *kept, inner[-1]])


def _keys(file: str, schema: dict[str, Any], above: str) -> Iterator[Key]:
    for name, form in schema.get("properties", {}).items():
        path = f"{above}{name}"
        if above == "aid." and f"section.{name}" in KEY_EXAMPLES[file]:  # documented for sections
            continue
        default = "" if form.get("default") in (None, "", [], {}) else _toml(form["default"])
        required = name in schema.get("required", ())
        yield Key(file, path, form["description"], _takes(form), default, required, KEY_EXAMPLES[file][path])
        for inner in _inside(form):
            if inner.get("properties", {}).keys() != {
                "text",
                "short",
            }:  # a text with a short form is documented elsewhere
                yield from _keys(file, inner, f"{path}.")


def _inside(form: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the schemas of tables inside a value, in lists or by name."""
    if "properties" in form:
        yield form
    for each in form.get("anyOf", ()):
        yield from _inside(each)
    for key in ("items", "additionalProperties"):
        if isinstance(form.get(key), dict):
            yield from _inside(form[key])


def _takes(form: dict[str, Any]) -> str:
    """Return the accepted values as text."""
    if "const" in form:
        return _toml(form["const"])
    if "enum" in form:
        return ", ".join(map(_toml, form["enum"]))
    if "anyOf" in form:
        return ", or ".join(dict.fromkeys(each.get("description") or _takes(each) for each in form["anyOf"]))
    if isinstance(form["type"], list):
        return " or ".join(_NAMES[each] for each in form["type"])
    if form["type"] == "array":
        return "a list" if "properties" in form["items"] else f"a list; each item is {_takes(form['items'])}"
    if form["type"] == "object" and "properties" not in form and isinstance(form.get("additionalProperties"), dict):
        inner = form["additionalProperties"]
        return "tables of keys, by name" if "properties" in inner else f"values by name; each is {_takes(inner)}"
    said = _NAMES[form["type"]]
    least, most = form.get("minimum"), form.get("maximum")
    return said if least is None else f"{said} from {least:g} to {most:g}"


def _toml(value: object) -> str:
    """Format a plain value as TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, int | float) else f'"{value}"'
