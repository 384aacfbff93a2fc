"""Opening recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, SpecError, os_problem
from pnp.library.games import find_game
from pnp.options import PathName, Start
from pnp.play.core import Rules
from pnp.play.record import Record, read_record
from pnp.store.files import read_file

LARGEST: Final = 10_000_000
"""Maximum size of a record, in bytes."""


def open_record(file: PathName, *, start: Start = None, allow_code: bool = False) -> tuple[Record, Rules]:
    """Read a recorded game, and return it with its rules.

    Every move is checked. Raise SpecError or IllegalMove, with the line, if the record is not valid.
    """
    path, where = Path(file), Location(str(file))
    try:
        text = read_file(path, LARGEST).decode()
    except OSError as error:
        raise SpecError(os_problem(error, where, "cannot be read")) from error
    except UnicodeDecodeError:
        raise SpecError(Problem(where, "is not UTF-8 text", code="E0106")) from None
    found: list[Rules] = []

    def rules_of(name: str) -> Rules:
        found.append(find_game(name, start=start, allow_code=allow_code))
        return found[0]

    return read_record(text, where, rules_of), found[0]
