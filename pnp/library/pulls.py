"""Tables with an address, fetched into the project."""

from __future__ import annotations

from pnp.library.places import Name, Start, located
from pnp.progress import Progress, silent
from pnp.pull.pull import PulledTable, pull


def pull_tables(
    game: Name, *, dry_run: bool = False, start: Start = None, progress: Progress = silent
) -> list[PulledTable]:
    """The tables of a game that have an address, and what changed in them; copies are kept for builds.

    This is the only function that touches the network. PnpError, and nothing is replaced, when one cannot be fetched.
    """
    return pull(*located(game, start), keep=not dry_run, progress=progress)
