"""`pnp replay`: step through a recorded game, and check it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.console import out
from pnp.errors import Problem, SpecError, os_problem

if TYPE_CHECKING:
    from pnp.play.core import Rules
    from pnp.play.record import Record

LARGEST = 10_000_000


def open_record(path: Path) -> tuple[Record, Rules]:
    """A record that was read and checked, and its rules."""
    from pnp.play.record import read_record
    from pnp.play.registry import load_rules

    try:
        if path.stat().st_size > LARGEST:
            raise SpecError(Problem(str(path), "a record of at most 10 MB", "a larger file"))
        text = path.read_text("utf-8")
    except OSError as error:
        raise SpecError(os_problem(error, path, "a record")) from error
    except UnicodeDecodeError:
        raise SpecError(Problem(str(path), "a record in UTF-8", "other bytes")) from None
    record = read_record(text, str(path), lambda name: load_rules(name, Path.cwd()))
    return record, load_rules(record.game, Path.cwd())


def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    tables: Annotated[bool, typer.Option("--tables", help="Show the table after each move.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
) -> None:
    """Step through a recorded game; says at once where it is illegal."""
    record, rules = open_record(file)
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
