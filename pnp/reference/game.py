"""JSON Schema for game.toml, generated from the spec's models."""

from __future__ import annotations

from typing import Any

from pnp.reference.docs import attribute_docs
from pnp.spec import model
from pnp.terms import Lang

Schema = dict[str, Any]
GENERATED_FIELDS = {"Game": ("id",), "Deck": ("name", "designs", "headings")}
"""Fields that are not keys, because the loader fills them in."""
OPTIONAL = {"Deck": ("title", "front")}
"""Required fields that the loader derives if they are missing."""


def game_schema() -> Schema:
    """Return the schema for game.toml; it accepts everything that the loader accepts."""
    made = model.Game.model_json_schema()
    parts = made.pop("$defs")
    docs = attribute_docs(model)
    for name, part in (*parts.items(), ("Game", made)):
        if name in docs and "properties" in part:
            _describe(part, name, docs[name])
    schema: Schema = _plain(made, parts)
    tag = {"type": "string"}
    form = {"anyOf": [tag, {"type": "array", "items": tag, "minItems": 1}], "default": [Lang.EN]}
    schema["properties"]["languages"] = {"description": docs["Game"]["languages"]} | form
    deck = schema["properties"]["decks"]["additionalProperties"]
    deck["properties"]["rows"] = {
        "description": "Rows of the deck, for a deck without a table.",
        "type": "array",
        "minItems": 1,
        "items": {"type": "object"},
    }
    pictures = deck["properties"].pop("pictures")
    said = pictures.pop("description")
    deck["properties"]["pictures"] = {"description": said, "anyOf": [{"type": "string"}, pictures]}
    deck["oneOf"] = [{"required": each} for each in (["table", "front"], ["rows", "front"], ["pictures"])]
    return schema


def _describe(part: Schema, name: str, docs: dict[str, str]) -> None:
    """Add descriptions to the keys of a model, and remove fields that are not keys."""
    aliases = {field.alias: key for key, field in getattr(model, name).model_fields.items() if field.alias}
    for key in GENERATED_FIELDS.get(name, ()):
        del part["properties"][key]
    for key, fragment in part["properties"].items():
        text = docs.get(aliases.get(key, key))
        if text:
            fragment["description"] = text
    left_out = (*GENERATED_FIELDS.get(name, ()), *OPTIONAL.get(name, ()))
    part["required"] = [key for key in part.get("required", ()) if key not in left_out]
    if not part["required"]:
        del part["required"]


def _plain(fragment: Any, parts: Schema) -> Any:
    """Return the schema without references, generated titles, and nulls, which TOML does not have."""
    if isinstance(fragment, list):
        return [_plain(each, parts) for each in fragment]
    if not isinstance(fragment, dict):
        return fragment
    if "$ref" in fragment:
        meant = parts[fragment["$ref"].rpartition("/")[2]]
        fragment = meant | {key: value for key, value in fragment.items() if key != "$ref"}
    fragment = {key: value for key, value in fragment.items() if key != "title" and (key, value) != ("default", None)}
    if "patternProperties" in fragment:
        [(pattern, value)] = fragment.pop("patternProperties").items()
        fragment |= {"propertyNames": {"pattern": pattern}, "additionalProperties": value}
    if "anyOf" in fragment:
        several = [each for each in fragment.pop("anyOf") if each != {"type": "null"}]
        fragment = _plain(several[0], parts) | fragment if len(several) == 1 else fragment | {"anyOf": several}
    plain = {key: _plain(value, parts) for key, value in fragment.items() if key != "properties"}
    if "properties" in fragment:
        plain["properties"] = {key: _plain(value, parts) for key, value in fragment["properties"].items()}
    return plain
