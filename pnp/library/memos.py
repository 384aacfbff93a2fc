"""Memos: printing, previews and checks."""

from __future__ import annotations

from pathlib import Path

from pnp.config import Config, read_config, resolve_config
from pnp.errors import Problem
from pnp.library.options import MemoOptions
from pnp.library.places import Name, locate_game
from pnp.memo.print import MemoOrder, PrintedMemo
from pnp.memo.print import preview_memo as sketch_order
from pnp.memo.print import print_memo as print_memo_order
from pnp.memo.typesetter import Trial
from pnp.options import accepts_options
from pnp.project.folders import GameRef, Project
from pnp.sheet.layout import Paper
from pnp.store.cache import Cache
from pnp.terms import Format
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


@accepts_options(MemoOptions)
def print_memo(game: Name, options: MemoOptions) -> PrintedMemo:
    """Print a memo of a game as a PDF in `out/<game>/`; `variant` selects one of its `memo-<variant>` files.

    Numbers in the text come from the spec and the rules. Options that are not given come from the project's pnp.toml.
    Raise PnpError if the text does not fit at a readable size.

        pnp.print_memo("winston", form="a5", lang="en").pdf
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return print_memo_with(found, options, resolve_config(*found, options))


def print_memo_with(game: GameRef, options: MemoOptions, chosen: Config) -> PrintedMemo:
    """Print a memo of a game with the given settings."""
    store = Cache.for_user() if options.cache else Cache.disabled()
    order = make_memo_order(options, chosen)
    return run_in_worker(typeset_memo, chosen.limits, *game, options.variant, order, chosen.output, store)


def make_memo_order(options: MemoOptions, chosen: Config) -> MemoOrder:
    """Return the print order of a memo."""
    return MemoOrder(Format(options.form), chosen.paper, chosen.lang, chosen.ink, options.copies)


@task
def typeset_memo(
    project: Project, game_id: str, variant: str, order: MemoOrder, folder: Path, cache: Cache
) -> PrintedMemo:
    """Typeset a memo and write its PDF; runs in a worker."""
    return print_memo_order(project, game_id, variant, order, folder, cache)


def sketch_memo(game: GameRef, options: MemoOptions, chosen: Config, trial: Trial) -> tuple[bytes, str, int] | None:
    """Typeset a memo in sizes that fitted before; return PDF, title and copies, or None if it no longer fits."""
    order = make_memo_order(options, chosen)
    return run_in_worker(typeset_sketch, chosen.limits, *game, options.variant, order, trial, Cache.for_user())


@task
def typeset_sketch(
    project: Project, game_id: str, variant: str, order: MemoOrder, trial: Trial, cache: Cache
) -> tuple[bytes, str, int] | None:
    """Typeset a memo in sizes that fitted before; runs in a worker."""
    return sketch_order(project, game_id, variant, order, trial, cache)


def check_memos(game: GameRef, paper: Paper, progress: Progress = silent) -> list[Problem]:
    """Return all problems with the memos of a game."""
    limits = read_config(game.project).limits
    return run_in_worker(lint_memos, limits, game, paper, progress=progress)


@task
def lint_memos(game: GameRef, paper: Paper, *, progress: Progress = silent) -> list[Problem]:
    """Return all problems with the memos of a game; runs in a worker."""
    from pnp.memo.lint import check_game
    from pnp.rulebook.source import figures_of_rulebooks

    return check_game(*game, paper, progress, figures_of_rulebooks(*game))
