"""The `pnp games` command: list the games of a project."""

from __future__ import annotations

from pathlib import Path

import typer

from pnp.cli.console import add_row, new_table, out, show_error
from pnp.cli.parameters import LangName
from pnp.errors import PnpError
from pnp.project.folders import find_project
from pnp.terms import Lang, nearest_language

NOTHING = "–"


def games(lang: LangName = None) -> None:
    """List the games with their players, minutes and numbers of pieces."""
    from pnp.spec.load import load_game

    summary = new_table(
        "game", "title", "players", "minutes", "pieces", "decks", numbers=("players", "minutes", "pieces")
    )
    failed = False
    project = find_project(Path.cwd())
    for name in project.games():
        try:
            game = load_game(project, name)
        except PnpError as error:
            failed = True
            show_error(error)
            continue
        language = Lang(nearest_language(lang or game.languages[0], game.languages))
        decks = ", ".join(f"{deck.title[language]} {deck.count}" for deck in game.decks.values())
        add_row(
            summary,
            name,
            game.title[language],
            game.player_range or NOTHING,
            game.minutes or NOTHING,
            game.count,
            decks,
        )
    if summary.row_count:
        out.print(summary)
    if failed:
        raise typer.Exit(1)
