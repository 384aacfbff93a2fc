"""Rulebooks: printing and checks."""

from __future__ import annotations

from pathlib import Path

from pnp.config import Config, read_config, resolve_config
from pnp.errors import Problem
from pnp.library.options import RulebookOptions
from pnp.library.places import Name, locate_game
from pnp.options import accepts_options
from pnp.project.folders import GameRef, Project
from pnp.rulebook.print import PrintedRulebook, RulebookOrder
from pnp.rulebook.print import print_rulebook as print_rulebook_order
from pnp.store.cache import Cache
from pnp.terms import RulebookFormat
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task


@accepts_options(RulebookOptions)
def print_rulebook(game: Name, options: RulebookOptions) -> PrintedRulebook:
    """Print the rulebook of a game as a PDF in `out/<game>/`.

    Numbers, pictures and examples come from the spec and the rules. Options that are not given come from the project's
    pnp.toml. Raise PnpError if something in the source cannot be printed.

        pnp.print_rulebook("winston", form="a4", lang="en").pdf
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return print_rulebook_with(found, options, resolve_config(*found, options))


def print_rulebook_with(game: GameRef, options: RulebookOptions, chosen: Config) -> PrintedRulebook:
    """Print the rulebook of a game with the given settings."""
    store = Cache.for_user() if options.cache else Cache.disabled()
    order = make_rulebook_order(options, chosen)
    return run_in_worker(write_rulebook, chosen.limits, *game, order, chosen.output, store)


def make_rulebook_order(options: RulebookOptions, chosen: Config) -> RulebookOrder:
    """Return the print order of a rulebook."""
    form = RulebookFormat(options.form)
    return RulebookOrder(form, chosen.paper, chosen.lang, chosen.ink, options.thickness)


@task
def write_rulebook(project: Project, game_id: str, order: RulebookOrder, folder: Path, cache: Cache) -> PrintedRulebook:
    """Typeset a rulebook and write its PDF; runs in a worker."""
    return print_rulebook_order(project, game_id, order, folder, cache)


def check_rulebooks(game: GameRef, progress: Progress = silent) -> list[Problem]:
    """Return all problems with the rulebooks of a game."""
    return run_in_worker(lint_rulebooks, read_config(game.project).limits, game, progress=progress)


@task
def lint_rulebooks(game: GameRef, *, progress: Progress = silent) -> list[Problem]:
    """Return all problems with the rulebooks of a game; runs in a worker."""
    from pnp.rulebook.lint import check_game

    return check_game(*game, progress)
