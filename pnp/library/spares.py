"""Spare places: how many more pieces would fit on a game's sheets."""

from __future__ import annotations

from typing import NamedTuple

from pnp.config import resolve_config
from pnp.geometry.units import Size
from pnp.library.options import BuildOptions
from pnp.library.places import Name, locate_game
from pnp.library.sheets import make_job
from pnp.memo.print import memo_deck
from pnp.memo.source import card_size
from pnp.options import accepts_options
from pnp.press.document import select
from pnp.press.drawn import Companion
from pnp.press.job import Job
from pnp.printers import saved_printer
from pnp.project.folders import Project
from pnp.sheet.plan import spare_places
from pnp.spec.load import load_game
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


class SparePlaces(NamedTuple):
    """Spare places for pieces of one size; using some may leave fewer for other sizes."""

    decks: tuple[str, ...]
    """Titles of the decks whose pieces would fit."""
    size: Size
    """Space that one piece takes, in mm."""
    places: int
    """Number of places."""


@accepts_options(BuildOptions)
def find_spare_places(game: Name, options: BuildOptions) -> list[SparePlaces]:
    """Return how many more pieces of each size would fit on the sheets made by `build`, without more sheets."""
    found = locate_game(game, options.start, allow_code=options.allow_code)
    chosen = resolve_config(*found, options, saved_printer(options.printer))
    return run_in_worker(count_spares, chosen.limits, *found, make_job(options, chosen), progress=options.progress)


@task
def count_spares(project: Project, game_id: str, job: Job, *, progress: Progress = silent) -> list[SparePlaces]:
    """Count the spare places of a print job; runs in a worker."""
    game = load_game(project, game_id)
    pieces = select(game, job)
    if job.memo is not None:
        pieces += Companion(memo_deck(game, card_size(game), game.players[1]), b"").pieces
    found = spare_places(pieces, job.layout, progress)
    return [SparePlaces(tuple(deck.title[job.lang] for deck in each.decks), each.size, each.places) for each in found]
