"""What pnp.toml may say, as a schema."""

from __future__ import annotations

from typing import Any

from pnp import config, limits
from pnp.config import BLEED, DEFAULT_SIDES, OUTPUT, PAPER
from pnp.reference.docs import attribute_docs
from pnp.sheet.layout import LARGEST_BLEED, LARGEST_MARGIN, Sides
from pnp.sheet.margins import USUAL
from pnp.terms import Cutting, Ink

_TEXTS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}

_MARGIN = {"type": "number", "minimum": 0, "maximum": LARGEST_MARGIN}


def config_schema() -> dict[str, Any]:
    """A schema of pnp.toml."""
    forms: dict[str, dict[str, Any]] = {
        "languages": _TEXTS,
        "paper": {"type": "string", "default": PAPER},
        "sides": {"enum": [str(each) for each in Sides], "default": str(DEFAULT_SIDES)},
        "bleed": {"type": "number", "minimum": 0, "maximum": LARGEST_BLEED, "default": BLEED},
        "margin": {
            "anyOf": [_MARGIN, {"type": "array", "items": _MARGIN, "minItems": 4, "maxItems": 4}],
            "default": USUAL,
        },
        "cut": {"enum": [str(each) for each in Cutting], "default": str(Cutting.AUTO)},
        "marks": {"type": "boolean", "default": True},
        "ink": {"enum": [str(each) for each in Ink], "default": str(Ink.FULL)},
        "fonts": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "output": {"type": "string", "default": OUTPUT.as_posix()},
        "limits": _limits_schema(),
    }
    docs = attribute_docs(config)["Config"]
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: {"description": docs[key]} | forms[key] for key in config.KEYS},
    }


def _limits_schema() -> dict[str, Any]:
    forms: dict[str, dict[str, Any]] = {
        "seconds": {"type": "number", "minimum": 1, "maximum": limits.MOST_SECONDS},
        "memory": {"type": "string", "pattern": limits.SIZE},
    }
    docs = attribute_docs(limits)["Limits"]
    properties = {key: {"description": docs[key]} | form for key, form in forms.items()}
    return {"type": "object", "additionalProperties": False, "properties": properties}
