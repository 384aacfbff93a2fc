"""The `pnp trust` command: folders whose Python code may run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import out
from pnp.project import code as trusting


def trust(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="The project; default: the current folder.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the trusted folders.")] = False,
    forgotten: Annotated[bool, typer.Option("--forget", help="Stop trusting the folder.")] = False,
) -> None:
    """Allow a project's rules.py and art.py to run. They are programs: read them first."""
    if listed:
        for each in trusting.trusted_folders():
            out.print(str(each), soft_wrap=True)
        return
    here = folder or Path.cwd()
    if forgotten:
        gone = trusting.untrust(here)
        out.print(f"{'no longer trusted' if gone else 'was not trusted'}: {here.resolve()}", soft_wrap=True)
    else:
        out.print(f"trusted: {trusting.trust(here)}", soft_wrap=True)
