"""`pnp schema`: what editors need to complete and check game.toml, pnp.toml and memos."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out


def schema(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="Where they go.", show_default=".pnp in the project")
    ] = None,
) -> None:
    """Write JSON Schemas of game.toml, pnp.toml and memos, for Taplo and Even Better TOML."""
    import pnp

    for path in pnp.write_schemas(folder):
        out.print(str(path), soft_wrap=True)
    out.print('the first line of a file names its schema: "#:schema ../../.pnp/game.schema.json"')
