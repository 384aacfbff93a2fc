"""Memos: the rules of a game on a page, or on a card for each player."""

from __future__ import annotations

from pathlib import Path

from pnp.cache import Cache
from pnp.config import choose, read_config
from pnp.errors import Problem
from pnp.library.places import Name, PathName, Start, located
from pnp.memo.format import Format
from pnp.memo.print import Order, PrintedMemo
from pnp.memo.print import print_memo as print_order
from pnp.memo.print import sketch_memo as sketch_order
from pnp.memo.trial import Trial
from pnp.progress import Progress, silent
from pnp.resources import Located, Project
from pnp.sheet.paper import Paper
from pnp.terms import Ink, Lang
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


def print_memo(
    game: Name,
    variant: str = "",
    *,
    form: Format | str = Format.TWO_UP,
    paper: str | None = None,
    lang: str | None = None,
    ink: Ink | str | None = None,
    copies: int | None = None,
    cache: bool = True,
    out: PathName | None = None,
    start: Start = None,
    allow_code: bool = False,
) -> PrintedMemo:
    """A memo of a game as a PDF in `out/<game>/`; `variant` names one of its `memo-<variant>` sources.

    Its numbers come from the spec and the rules. What is not given is what the project's pnp.toml says. PnpError when
    it does not fit at a size that can be read.
    """
    found = located(game, start, allow_code=allow_code)
    chosen = choose(*found, lang=lang, paper=paper, ink=ink, out=out)
    order = Order(Format(form), chosen.paper.value, chosen.lang, chosen.ink.value, copies)
    store = Cache.of_user() if cache else Cache.none()
    limits = read_config(found.project).limits
    return run_in_worker(set_memo, limits, *found, variant, order, chosen.output.value, store)


@task
def set_memo(project: Project, game_id: str, variant: str, order: Order, folder: Path, cache: Cache) -> PrintedMemo:
    """Set a memo and write its PDF."""
    return print_order(project, game_id, variant, order, folder, cache)


def sketch_memo(
    game: Located, variant: str, trial: Trial, *, form: Format, paper: str | None, lang: Lang, ink: Ink | None
) -> tuple[bytes, str, int] | None:
    """A memo in sizes that fitted before, as a PDF, its title and copies; None where it no longer fits in them."""
    chosen = choose(*game, lang=lang, paper=paper, ink=ink)
    order = Order(form, chosen.paper.value, chosen.lang, chosen.ink.value)
    limits = read_config(game.project).limits
    return run_in_worker(set_sketch, limits, *game, variant, order, trial, Cache.of_user())


@task
def set_sketch(
    project: Project, game_id: str, variant: str, order: Order, trial: Trial, cache: Cache
) -> tuple[bytes, str, int] | None:
    """Set a memo in sizes that fitted before."""
    return sketch_order(project, game_id, variant, order, trial, cache)


def check_memos(game: Located, paper: Paper, progress: Progress = silent) -> list[Problem]:
    """What is wrong with the memos of a game."""
    limits = read_config(game.project).limits
    return run_in_worker(lint_memos, limits, game, paper, progress=progress)


@task
def lint_memos(game: Located, paper: Paper, *, progress: Progress = silent) -> list[Problem]:
    """Find what is wrong with the memos of a game."""
    from pnp.memo.lint import check_game

    return check_game(*game, paper, progress)
