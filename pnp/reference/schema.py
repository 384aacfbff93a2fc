"""JSON Schemas for editors: Taplo, and the TOML extensions that are built on it, complete and check with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pnp.errors import PressError, os_problem
from pnp.location import Location
from pnp.reference.game import game_schema
from pnp.reference.memo import memo_schema
from pnp.reference.project import config_schema
from pnp.write import write_atomically

SCHEMA_FOLDER: Final = ".pnp"
"""Where a project keeps them."""
DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""The newest that every editor's checker knows."""


@cache
def documents() -> Mapping[str, dict[str, Any]]:
    """The schema of each kind of file, by the name of the file."""
    return {"game.toml": game_schema(), "pnp.toml": config_schema(), "memo.toml": memo_schema()}


@cache
def schemas() -> Mapping[str, bytes]:
    """The schemas as files."""
    return {
        f"{name.removesuffix('.toml')}.schema.json": _json({"$schema": DRAFT, "title": name} | schema)
        for name, schema in documents().items()
    }


def _json(schema: dict[str, Any]) -> bytes:
    return (json.dumps(schema, ensure_ascii=False, indent=1) + "\n").encode()


def write_schemas(folder: Path) -> list[Path]:
    """The files that were written."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in schemas().items():
            write_atomically(folder / name, content)
            written.append(folder / name)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(folder)), "cannot be written")) from error
    return written
