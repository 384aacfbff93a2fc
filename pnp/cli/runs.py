"""Progress bars and Ctrl-C handling for the commands that play many games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Final

import typer

from pnp.cli.console import err, progress
from pnp.terms import Lang
from pnp.words import Texts

if TYPE_CHECKING:
    from pnp.worker.progress import Progress, Stages

WORDS: Final = Texts("run")


def stage_progress(label: str, lang: Lang) -> Stages:
    """Return a function that opens a progress bar for a stage of a run."""

    def open_stage(name: str) -> AbstractContextManager[Progress]:
        number, _, stage = name.rpartition(" ")  # a sweep puts the number of the run before the stage
        said = "" if stage == "games" else WORDS[lang][stage]
        return progress(" ".join(filter(None, (label, number, said))), unit="" if said else "g")

    return open_stage


@contextmanager
def report_interrupt(lang: Lang) -> Iterator[None]:
    """On Ctrl-C, print how many games are saved, and exit with code 130."""
    from pnp.sim.simulate import Interrupted

    try:
        yield
    except Interrupted as stop:
        folder = stop.folder
        done = folder.games - sum(map(len, folder.missing()))
        err.print(WORDS[lang]["kept"].format(done=done, games=folder.games, folder=folder.path), soft_wrap=True)
        raise typer.Exit(130) from None
