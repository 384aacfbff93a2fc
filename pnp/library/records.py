"""Recorded games: read, checked, and ready to be replayed or resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pnp.errors import Problem, SpecError, os_problem
from pnp.library.games import find_game
from pnp.library.places import PathName, Start
from pnp.play.core import Rules
from pnp.play.record import Record, read_record
from pnp.read import read_whole

LARGEST: Final = 10_000_000


def open_record(file: PathName, *, start: Start = None, allow_code: bool = False) -> tuple[Record, Rules]:
    """A recorded game and its rules, every move checked; SpecError or IllegalMove with the line that is wrong."""
    path = Path(file)
    try:
        text = read_whole(path, LARGEST).decode()
    except OSError as error:
        raise SpecError(os_problem(error, path, "a record")) from error
    except UnicodeDecodeError:
        raise SpecError(Problem(str(path), "a record in UTF-8", "other bytes", code="E0106")) from None
    found: list[Rules] = []

    def rules_of(name: str) -> Rules:
        found.append(find_game(name, start=start, allow_code=allow_code))
        return found[0]

    return read_record(text, str(path), rules_of), found[0]
