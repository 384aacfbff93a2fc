"""Downloading tables that have a URL."""

from __future__ import annotations

from pnp.library.places import Name, locate_game
from pnp.options import Start
from pnp.pull.pull import PulledTable, pull
from pnp.worker.progress import Progress, silent


def pull_tables(
    game: Name, *, dry_run: bool = False, start: Start = None, progress: Progress = silent
) -> list[PulledTable]:
    """Download the tables of a game that have a URL, save copies for builds, and return what changed in them.

    This is the only function that uses the network. If a download fails, raise PnpError and replace nothing. With
    `dry_run`, nothing is saved.
    """
    return pull(*locate_game(game, start), keep=not dry_run, progress=progress)
