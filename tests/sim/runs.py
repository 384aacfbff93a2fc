"""Runs for tests: played as `pnp simulate` does, without its words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pnp.play.core import Options, Rules
from pnp.sim.collect import collect
from pnp.sim.folder import Folder, make_folder
from pnp.sim.setup import Setup, make_setup
from pnp.sim.simulate import open_workers, play
from pnp.sim.summary import Summary
from tests.loading import load_rules


@cache
def rules_of(name: str) -> Rules:
    return load_rules(name)


def setup_of(
    game: str, bots: str = "random", players: int | None = None, options: Options | None = None, seed: str = "s"
) -> Setup:
    return make_setup(rules_of(game), players, bots, options or {}, seed)


def quiet(done: int, total: int) -> None:
    """Nobody looks."""


def finish(folder: Folder, jobs: int = 1, dask: str | None = None) -> Summary:
    """Play what is missing and put it together."""
    folder.begin()
    with open_workers(jobs, dask) as crew:
        play(folder, crew, quiet)
    return collect(folder, quiet)


def played(path: Path, setup: Setup, games: int, jobs: int = 1, dask: str | None = None) -> tuple[Folder, Summary]:
    """A new run."""
    folder = make_folder(path, setup, games)
    return folder, finish(folder, jobs, dask)
