"""What pnp.toml may say, as a schema."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pnp import config, limits
from pnp.config import KEYS, USUAL
from pnp.reference.docs import attribute_docs
from pnp.sheet.layout import LARGEST_BLEED, LARGEST_MARGIN

_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}

_MARGIN = {"type": "number", "minimum": 0, "maximum": LARGEST_MARGIN}


def config_schema() -> dict[str, Any]:
    """A schema of pnp.toml."""
    forms: dict[str, dict[str, Any]] = {
        "languages": _TEXTS,
        "paper": {"type": "string", "default": USUAL.paper.name},
        "bleed": {"type": "number", "minimum": 0, "maximum": LARGEST_BLEED, "default": USUAL.bleed},
        "margin": {
            "anyOf": [_MARGIN, {"type": "array", "items": _MARGIN, "minItems": 4, "maxItems": 4}],
            "default": USUAL.margin.plain,
        },
        "fonts": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "output": {"type": "string", "default": USUAL.output.as_posix()},
        "limits": _limits_schema(),
    }
    docs = attribute_docs(config)["Config"]
    properties = {key: {"description": docs[key]} | (forms.get(key) or _schema(getattr(USUAL, key))) for key in KEYS}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _schema(default: StrEnum | bool) -> dict[str, Any]:
    """A choice among a few values, or true or false."""
    if isinstance(default, bool):
        return {"type": "boolean", "default": default}
    return {"enum": [str(each) for each in type(default)], "default": str(default)}


def _limits_schema() -> dict[str, Any]:
    forms: dict[str, dict[str, Any]] = {
        "seconds": {"type": "number", "minimum": 1, "maximum": limits.MOST_SECONDS},
        "memory": {"type": "string", "pattern": limits.SIZE},
    }
    docs = attribute_docs(limits)["Limits"]
    properties = {key: {"description": docs[key]} | form for key, form in forms.items()}
    return {"type": "object", "additionalProperties": False, "properties": properties}
