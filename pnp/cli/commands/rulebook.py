"""The `pnp rulebook` command: a booklet that teaches a game."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Annotated

import typer

from pnp.cli.console import (
    add_row,
    err,
    format_kilobytes,
    new_table,
    out,
    print_proofreading,
    progress,
    show_error,
    suggest_check,
)
from pnp.cli.parameters import (
    Explain,
    Games,
    check_output_folders,
    command_with_options,
    print_settings,
    settings_by_game,
)
from pnp.config import Config, resolve_config
from pnp.errors import PnpError
from pnp.library.options import RulebookOptions
from pnp.library.places import locate_games
from pnp.project.folders import GameRef
from pnp.terms import RulebookFormat


@command_with_options(RulebookOptions, check="cache")
def rulebook(
    games: Games = None,
    *,
    options: RulebookOptions,
    check: Annotated[
        bool, typer.Option("--check", help="Proofread the rulebooks in all languages instead of printing them.")
    ] = False,
    explain: Explain = False,
) -> None:
    """Print a rulebook that teaches the game, with figures and examples from its engine."""
    found = locate_games(*games or [], allow_code=options.allow_code)
    chosen, failed = settings_by_game(found, lambda game: resolve_config(*game, options))
    if explain:
        print_settings(chosen, options)
    written = {game: each for game, each in chosen.items() if games or _is_written(game)}
    failed |= _check(written) if check else _print(written, options)
    for game in chosen.keys() - written.keys():
        out.print(f"{game.id}: no rulebook yet")
    if failed:
        err.print("some rulebooks need fixing" if check else "not everything was printed")
        raise typer.Exit(1)


def _is_written(game: GameRef) -> bool:
    from pnp.rulebook.source import rulebook_files

    return bool(rulebook_files(game.project.components / game.id))


def _print(chosen: dict[GameRef, Config], options: RulebookOptions) -> bool:
    """Write the rulebooks of games; return whether any failed."""
    from pnp.library.rulebooks import print_rulebook_with
    from pnp.rulebook.lint import check_single_rulebook

    check_output_folders(chosen.values())
    failed = False
    findings: Counter[str] = Counter()
    summary = new_table("rulebook", "pages", "file", "size", numbers=("pages", "size"))
    work = [(game, each) for game, choices in chosen.items() for each in choices.by_language()]
    with progress("rulebook") as report:
        for done, (game, choices) in enumerate(work):
            report(done, len(work))
            try:
                made = print_rulebook_with(game, options, choices)
                findings[game.id] += len(check_single_rulebook(*game, choices.lang))
            except PnpError as error:  # continue with the other games
                failed = True
                show_error(error)
                continue
            pages = f"{made.pages} on {made.sheets} sheet{'s' * (made.sheets > 1)}" if made.sheets else made.pages
            add_row(summary, made.title, pages, made.pdf, format_kilobytes(made.size_bytes))
    if summary.row_count:
        out.print(summary)
    if RulebookFormat(options.form) is RulebookFormat.BOOKLET and summary.row_count:
        out.print("print on both sides, flip on the short edge; fold all sheets together, and staple through the fold")
    suggest_check("rulebook", findings)
    return failed


def _check(chosen: dict[GameRef, Config]) -> bool:
    """Proofread the rulebooks of games; return whether there are problems."""
    from pnp.library.rulebooks import check_rulebooks

    found = [print_proofreading(game.id, "rulebooks", partial(check_rulebooks, game)) for game in chosen]
    return any(found)
