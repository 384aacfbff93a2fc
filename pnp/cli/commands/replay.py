"""The `pnp replay` command: step through a recorded game and check its moves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.console import err, out
from pnp.cli.parameters import AllowCode


def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    tables: Annotated[bool, typer.Option("--tables", help="Show the table after each move.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
    allow_code: AllowCode = False,
) -> None:
    """Step through a recorded game; an illegal move is an error."""
    from pnp import open_record
    from pnp.cli.terminal_play import show_event, show_result, show_table
    from pnp.play.match import Match
    from pnp.play.record import PERSON
    from pnp.play.scene import EVERYONE

    record, rules = open_record(file, allow_code=allow_code)
    if not record.same_deck(rules):
        err.print(f"{file}: the deck has changed since this game was recorded", soft_wrap=True)
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
