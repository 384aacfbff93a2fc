"""The `pnp memo` command: the rules of a game on one page or card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
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
from pnp.library.options import MemoOptions
from pnp.library.places import locate_games
from pnp.project.folders import GameRef
from pnp.terms import Format


@command_with_options(MemoOptions, check="cache")
def memo(
    games: Games = None,
    *,
    options: MemoOptions,
    check: Annotated[
        bool, typer.Option("--check", help="Proofread the memos in all languages instead of printing them.")
    ] = False,
    explain: Explain = False,
) -> None:
    """Print the rules of a game on one page, or on a card for each player."""
    from pnp.memo.print import MemoOrder

    MemoOrder(Format(options.form), copies=options.copies)  # raises an error for an invalid number of copies
    found = locate_games(*games or [], allow_code=options.allow_code)
    chosen, failed = settings_by_game(found, lambda game: resolve_config(*game, options))
    if explain:
        print_settings(chosen, options)
    named = bool(games)
    failed |= _check(chosen, named=named) if check else _print(chosen, options, named=named)
    if failed:
        err.print("some memos need fixing" if check else "not everything was printed")
        raise typer.Exit(1)


def _print(chosen: dict[GameRef, Config], options: MemoOptions, *, named: bool) -> bool:
    """Write the memos of all games; return whether any failed."""
    from pnp.library.memos import print_memo_with
    from pnp.memo.lint import check_single_memo
    from pnp.memo.source import variants

    check_output_folders(chosen.values())
    failed = False
    findings: Counter[str] = Counter()
    summary = new_table("memo", "copies", "type size", "file", "size", numbers=("copies", "type size", "size"))
    work = [
        (game, variant, each)
        for game, choices in chosen.items()
        for each in choices.by_language()
        for variant in _variants_to_print(game, named=named)
    ]
    with progress("memo") as report:
        for done, (game, variant, choices) in enumerate(work):
            report(done, len(work))
            try:
                made = print_memo_with(game, replace(options, variant=variant), choices)
                findings[game.id] += len(check_single_memo(*game, variant, choices.lang))
            except PnpError as error:  # continue with the other games
                failed = True
                show_error(error)
                continue
            size = format_kilobytes(made.size_bytes)
            add_row(summary, made.title, made.copies, f"{made.size_pt:.1f} pt", made.pdf, size)
    if summary.row_count:
        out.print(summary)
    suggest_check("memo", findings)
    for project, name in chosen:
        if not named and not variants(project.components / name):
            out.print(f"{name}: no memo yet")
    return failed


def _variants_to_print(game: GameRef, *, named: bool) -> list[str]:
    """Return the memo variants of a game; [""] for a game that was named but has none, so that printing reports it."""
    from pnp.memo.source import variants

    return variants(game.project.components / game.id) or ([""] if named else [])


def _check(chosen: dict[GameRef, Config], *, named: bool) -> bool:
    """Proofread the memos of all games; return whether there are problems."""
    from pnp.library.memos import check_memos
    from pnp.memo.source import variants

    failed = False
    for game, choices in chosen.items():
        project, name = game
        if not named and not variants(project.components / name):
            out.print(f"{name}: no memo yet")
            continue
        failed |= print_proofreading(name, "memos", partial(check_memos, game, choices.paper))
    return failed
