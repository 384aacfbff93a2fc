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
