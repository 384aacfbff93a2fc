"""The `pnp box` command: a box to fold for a game."""

from __future__ import annotations

import typer

from pnp.cli.console import add_row, err, format_kilobytes, new_table, out, progress, show_error
from pnp.cli.parameters import (
    Explain,
    Games,
    check_output_folders,
    command_with_options,
    print_settings,
    settings_by_game,
)
from pnp.config import resolve_config
from pnp.errors import PnpError
from pnp.library.options import BoxOptions
from pnp.library.places import locate_games


@command_with_options(BoxOptions)
def box(games: Games = None, *, options: BoxOptions, explain: Explain = False) -> None:
    """Print a box that fits the pieces of a game, to cut out, crease and glue."""
    from pnp.library.sheets import print_box_with

    found = locate_games(*games or [], allow_code=options.allow_code)
    chosen, failed = settings_by_game(found, lambda game: resolve_config(*game, options))
    if explain:
        print_settings(chosen, options)
    check_output_folders(chosen.values())
    work = [(game, each) for game, choices in chosen.items() for each in choices.by_language()]
    summary = new_table("game", "box", "inside", "sheets", "file", "size", numbers=("sheets", "size"))
    with progress("box") as report:
        for done, (game, choices) in enumerate(work):
            report(done, len(work))
            try:
                made = print_box_with(game, options, choices)
            except PnpError as error:  # continue with the other games
                failed = True
                show_error(error)
                continue
            inside = " × ".join(f"{side:.1f}" for side in made.inside) + " mm"
            add_row(summary, game.id, made.form, inside, made.sheets, made.pdf, format_kilobytes(made.size_bytes))
    if summary.row_count:
        out.print(summary)
    if failed:
        err.print("not everything was printed")
        raise typer.Exit(1)
