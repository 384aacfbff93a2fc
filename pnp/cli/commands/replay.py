"""The `pnp replay` command: step through a recorded game and check its moves, or write it as a page."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import err, format_kilobytes, out, progress
from pnp.cli.parameters import command_with_options
from pnp.library.options import ReplayOptions
from pnp.spec.texts import pick_language

if TYPE_CHECKING:
    from pnp.play.core import Rules
    from pnp.play.record import Record


@command_with_options(ReplayOptions, html="views")
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game, or the folder of a run with --game.")],
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT.html", help="Write a page that replays the game, to send to anyone."),
    ] = None,
    *,
    options: ReplayOptions,
    tables: Annotated[bool, typer.Option("--tables", help="Show the table after each move.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
) -> None:
    """Step through a recorded game, or write it as one HTML file; an illegal move is an error.

    Any game of a run can be replayed: those without a record are played again from the seed of the run.
    """
    from pnp import open_record, write_replay

    if html is not None:
        with progress(file.name) as report:
            made = write_replay.with_options(replace(options, progress=report))
        counts = f"{made.moves} moves, {made.faces} distinct faces"
        out.print(f"{made.path}  {format_kilobytes(made.size_bytes)}: {counts}", soft_wrap=True)
        return
    record, rules = open_record(file, number=options.number, allow_code=options.allow_code)
    if options.lang is not None:
        record.lang = pick_language(options.lang, rules.spec.languages, record.game)
    if not record.same_deck(rules):
        err.print(f"{file}: the deck has changed since this game was recorded", soft_wrap=True)
    _print_game(record, rules, tables=tables, step=step)


def _print_game(record: Record, rules: Rules, *, tables: bool, step: bool) -> None:
    """Print every move, and the table at the end or after each move."""
    from pnp.cli.terminal_play import show_event, show_result, show_table
    from pnp.play.match import Match
    from pnp.play.record import PERSON
    from pnp.play.scene import EVERYONE

    match = Match(rules, record)
    seat = record.seats.index(PERSON) if PERSON in record.seats else 0
    viewer = EVERYONE if match.over else seat  # hands stay hidden while the game can still be played
    for event in match.log(viewer, record.lang):
        show_event(match, event, viewer, number=f"{event.ply:4}. ")
        if tables or step:
            show_table(match, event.ply, seat)
            out.print()
        if step and sys.stdin.isatty():
            input()
    show_table(match, match.ply, seat)
    show_result(match)
