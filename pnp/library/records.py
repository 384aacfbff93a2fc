"""Recorded games: read, checked, and ready to be replayed or resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pnp.errors import Problem, SpecError, os_problem
from pnp.library.games import find_game
from pnp.library.places import PathName, Start
from pnp.location import Location
from pnp.play.core import Rules
from pnp.play.record import Record, read_record
from pnp.read import read_whole

LARGEST: Final = 10_000_000


def open_record(file: PathName, *, start: Start = None, allow_code: bool = False) -> tuple[Record, Rules]:
    """A recorded game and its rules, every move checked; SpecError or IllegalMove with the line that is wrong."""
    path, where = Path(file), Location(str(file))
    try:
        text = read_whole(path, LARGEST).decode()
    except OSError as error:
        raise SpecError(os_problem(error, where, "cannot be read")) from error
    except UnicodeDecodeError:
        raise SpecError(Problem(where, "is not UTF-8 text", code="E0106")) from None
    found: list[Rules] = []

    def rules_of(name: str) -> Rules:
        found.append(find_game(name, start=start, allow_code=allow_code))
        return found[0]

    return read_record(text, where, rules_of), found[0]
