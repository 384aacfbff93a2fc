"""Games by name: their specs and their rules."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from pnp.play.core import Rules
from pnp.play.registry import find_rules
from pnp.resources import Located, locate
from pnp.spec.load import load_game as load_spec
from pnp.spec.model import Game

Start = str | PathLike[str] | None
"""A folder of the designer's project; the current one without it."""
Name = str | Located
"""A game by its id, or one that was located already."""


def locate_games(*names: str, start: Start = None, allow_code: bool = False) -> list[Located]:
    """The projects of the named games, or of all games of the project; SpecError with every name that is unknown.

    `allow_code` lets Python of that project run, as `--allow-code` does.
    """
    return locate(list(names), Path.cwd() if start is None else Path(start), allow_code=allow_code)


def located(game: Name, start: Start = None, *, allow_code: bool = False) -> Located:
    """The project of one game."""
    return game if isinstance(game, Located) else locate_games(game, start=start, allow_code=allow_code)[0]


def load_game(game: Name, *, start: Start = None) -> Game:
    """The spec of a game: its decks, box, texts and rules of composition; SpecError with everything that is wrong."""
    return load_spec(*located(game, start))


def find_game(game: Name, *, start: Start = None, allow_code: bool = False) -> Rules:
    """The rules of a game, for its deck as the project has it: deal with `new`, play with `legal` and `apply`."""
    found = located(game, start, allow_code=allow_code)
    return find_rules(load_spec(*found), found.project)
