"""The `pnp serve` command: the workbench in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import out
from pnp.cli.parameters import AllowCode

if TYPE_CHECKING:
    from pnp.web.session import ProjectSession


def serve(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port; 0 picks a free one.", show_default="8617, or the next free one"),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    allow_code: AllowCode = False,
) -> None:
    """Open the project in your browser: see every card, sheet and memo as you save, edit tables, play.

    The workbench is only reachable from this computer (127.0.0.1), and only with the key in the printed address: other
    users of the computer cannot open it. Press Ctrl-C to stop it.
    """
    from pnp.web.app import serve as run
    from pnp.web.entry import open_in_browser

    def ready(address: str, session: ProjectSession) -> None:
        games = ", ".join(session.games()) or "no game yet"
        out.print(f"{address}  ({games}; press Ctrl-C to stop)", soft_wrap=True)
        if not no_open:
            open_in_browser(address, session.start)

    run(Path.cwd(), port=port, allow_code=allow_code, ready=ready)
