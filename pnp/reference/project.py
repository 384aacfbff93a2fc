"""JSON Schema for pnp.toml."""

from __future__ import annotations

from typing import Any

from pnp import config
from pnp.config import CONFIG_KEYS
from pnp.reference.docs import attribute_docs
from pnp.worker import limits


def config_schema() -> dict[str, Any]:
    """Return the JSON Schema of pnp.toml, with a description of every key."""
    docs = attribute_docs(config)["Config"]
    properties = {key: {"description": docs[key], **setting.schema} for key, setting in CONFIG_KEYS.items()}
    inner = attribute_docs(limits)["Limits"]
    properties["limits"]["properties"] = {
        key: {"description": inner[key], **schema} for key, schema in properties["limits"]["properties"].items()
    }
    return {"type": "object", "additionalProperties": False, "properties": properties}
