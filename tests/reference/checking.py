"""A file checked by its schema, as an editor does it."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft7Validator

from pnp.reference.schema import schemas


def check_file(schema: str, content: dict[str, Any]) -> list[str]:
    """What the schema of that name finds wrong."""
    made = json.loads(schemas()[schema])
    Draft7Validator.check_schema(made)
    return [f"{error.json_path}: {error.message}" for error in Draft7Validator(made).iter_errors(content)]


def merged(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """A document with the keys of another, section by section."""
    both = {key: merged(base[key], more[key]) for key in base.keys() & more.keys() if isinstance(base[key], dict)}
    return base | more | both


def toml(value: Any) -> str:
    """A plain document as TOML, all on one level of inline tables."""
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(each)}' for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return '"' + value.replace('"', '\\"') + '"' if isinstance(value, str) else str(value)
