"""JSON Schemas for editors, such as Taplo and the TOML extensions based on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, PressError, os_problem
from pnp.reference.game import game_schema
from pnp.reference.memo import memo_schema
from pnp.reference.project import config_schema
from pnp.store.files import write_atomically

SCHEMA_FOLDER: Final = ".pnp"
"""Folder for schemas in a project."""
DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""The newest draft that all editors support."""


@cache
def documents() -> Mapping[str, dict[str, Any]]:
    """Return the schema for each kind of file, by file name."""
    return {"game.toml": game_schema(), "pnp.toml": config_schema(), "memo.toml": memo_schema()}


@cache
def schemas() -> Mapping[str, bytes]:
    """Return the content of the schema files, by file name."""
    return {
        f"{name.removesuffix('.toml')}.schema.json": _json({"$schema": DRAFT, "title": name} | schema)
        for name, schema in documents().items()
    }


def _json(schema: dict[str, Any]) -> bytes:
    return (json.dumps(schema, ensure_ascii=False, indent=1) + "\n").encode()


def write_schemas(folder: Path) -> list[Path]:
    """Write the schema files to a folder, and return their paths."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in schemas().items():
            write_atomically(folder / name, content)
            written.append(folder / name)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(folder)), "cannot be written")) from error
    return written
