"""Spare places: how many more pieces the sheets of a game would hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.config import read_config
from pnp.library.places import Name, Start, located
from pnp.library.sheets import order_job
from pnp.memo.format import card_size
from pnp.memo.impose import deck_of
from pnp.press.companion import Companion
from pnp.press.document import select
from pnp.press.job import Job
from pnp.progress import Progress, silent
from pnp.resources import Project
from pnp.sheet.layout import Sides
from pnp.sheet.spare import spare_places
from pnp.spec.load import load_game
from pnp.terms import Cutting
from pnp.units import Size
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


class SparePlaces(NamedTuple):
    """Places for pieces of one size; taking some of them may leave fewer for other sizes."""

    decks: tuple[str, ...]
    """The titles of the decks whose pieces would fit."""
    size: Size
    """What one piece takes, in mm."""
    places: int


def find_spare_places(
    game: Name,
    *,
    paper: str | None = None,
    sides: Sides | str | None = None,
    lang: str | None = None,
    margin: float | Sequence[float] | None = None,
    bleed: float | None = None,
    cut: Cutting | str | None = None,
    marks: bool | None = None,
    printer: str | None = None,
    nest: bool = False,
    with_memo: bool = False,
    only: Sequence[str] = (),
    start: Start = None,
    allow_code: bool = False,
    progress: Progress = silent,
) -> list[SparePlaces]:
    """How many more pieces of each size the sheets that `build` makes would hold, with no sheet more."""
    found = located(game, start, allow_code=allow_code)
    job, _ = order_job(
        found, paper=paper, sides=sides, lang=lang, margin=margin, bleed=bleed, cut=cut, marks=marks, printer=printer,
        nest=nest, with_memo=with_memo, only=only,
    )  # fmt: skip
    limits = read_config(found.project).limits
    return run_in_worker(count_spares, limits, *found, job, progress=progress)


@task
def count_spares(project: Project, game_id: str, job: Job, *, progress: Progress = silent) -> list[SparePlaces]:
    """Count the spare places of a print."""
    game = load_game(project, game_id)
    pieces = select(game, job)
    if job.memo is not None:
        pieces += Companion(deck_of(game, card_size(game), game.players[1]), b"").pieces
    found = spare_places(pieces, job.layout, progress)
    return [SparePlaces(tuple(deck.title[job.lang] for deck in each.decks), each.size, each.places) for each in found]
