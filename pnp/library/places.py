"""Where games are: a designer's project, or those that come with pnp."""

from __future__ import annotations

from pathlib import Path

from pnp.options import PathName as PathName
from pnp.options import Start as Start
from pnp.resources import Located, locate

Name = str | Located
"""A game by its id, or one that was located already."""


def start_folder(start: Start) -> Path:
    """The folder that games are looked for from."""
    return Path.cwd() if start is None else Path(start)


def locate_games(*names: str, start: Start = None, allow_code: bool = False) -> list[Located]:
    """The named games with their projects, or all games of the project; SpecError with every name that is unknown.

    `allow_code` lets Python of that project run, as `--allow-code` does.
    """
    return locate(list(names), start_folder(start), allow_code=allow_code)


def located(game: Name, start: Start = None, *, allow_code: bool = False) -> Located:
    """One game with its project."""
    return game if isinstance(game, Located) else locate_games(game, start=start, allow_code=allow_code)[0]
