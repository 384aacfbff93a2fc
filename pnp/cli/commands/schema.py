"""The `pnp schema` command: JSON Schemas for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out


def schema(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="Output folder.", show_default=".pnp in the project")
    ] = None,
) -> None:
    """Write JSON Schemas of game.toml, pnp.toml, layouts and memos, for Taplo and Even Better TOML."""
    import pnp

    for path in pnp.write_schemas(folder):
        out.print(str(path), soft_wrap=True)
    out.print('begin a file with the path of its schema: "#:schema ../../.pnp/game.schema.json"')
