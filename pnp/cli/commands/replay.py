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

    record, rules = open_record(file, allow_code=allow_code)
    if not record.same_deck(rules):
        err.print(f"{file}: the deck has changed since this game was recorded", soft_wrap=True)
    state = record.start(rules)
    for number, move in enumerate(record.moves, 1):
        out.print(f"{number:4}. {state.current() + 1}: {rules.describe(state, move, record.lang)}")
        state.apply(move)
        if tables or step:
            out.print(rules.show(state, max(state.current(), 0), record.lang) + "\n")
        if step and sys.stdin.isatty():
            input()
    out.print(rules.show(state, max(state.current(), 0), record.lang))
    winners = ", ".join(str(player + 1) for player in state.winners())
    scores = " – ".join(map(str, state.scores()))
    out.print(f"{len(record.moves)} moves; {scores}" + (f"; winner {winners}" if winners else ""))
