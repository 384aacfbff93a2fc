"""Finding games in a project or among those bundled with pnp."""

from __future__ import annotations

from pathlib import Path

from pnp.options import PathName as PathName
from pnp.options import Start as Start
from pnp.project.folders import GameRef, locate

Name = str | GameRef
"""A game's id, or a game returned by `locate_games`."""


def start_folder(start: Start) -> Path:
    """Return the folder to look for games in."""
    return Path.cwd() if start is None else Path(start)


def locate_games(*names: str, start: Start = None, allow_code: bool = False) -> list[GameRef]:
    """Return the named games with their projects, or all games of the project. Raise SpecError for unknown names.

    `allow_code` allows the project's Python code to run, like `--allow-code`.

        for game in pnp.locate_games(start="my-project"):
            pnp.build(game)
    """
    return locate(list(names), start_folder(start), allow_code=allow_code)


def locate_game(game: Name, start: Start = None, *, allow_code: bool = False) -> GameRef:
    """Return a game with its project."""
    return game if isinstance(game, GameRef) else locate_games(game, start=start, allow_code=allow_code)[0]
