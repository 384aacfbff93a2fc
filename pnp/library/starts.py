"""Starting: a new project, and schemas for the editor."""

from __future__ import annotations

from pathlib import Path

from pnp.library.places import PathName, Start, start_folder
from pnp.reference import schema
from pnp.reference.schema import SCHEMA_FOLDER
from pnp.resources import own_project
from pnp.starter import start as starter
from pnp.starter.start import Started
from pnp.terms import Lang


def start_project(
    name: str, *, lang: Lang | str = Lang.EN, size: str = "poker", with_rules: bool = False, start: Start = None
) -> Started:
    """A new project in a folder of that name, with a game that builds at once; PnpError with everything that is wrong.

    `size` is a size of cards by name or written out; `with_rules` adds a `rules.py`, and the game can be played.
    """
    parent = Path() if start is None else Path(start)
    return starter.start_project(name, parent, lang=lang, size=size, with_rules=with_rules)


def write_schemas(folder: PathName | None = None, *, start: Start = None) -> list[Path]:
    """JSON Schemas of game.toml, pnp.toml and memos, as files in `folder`, or in `.pnp` of the project."""
    if folder is None:
        here = start_folder(start)
        home = own_project(here)
        folder = (home.root if home else here) / SCHEMA_FOLDER
    return schema.write_schemas(Path(folder))
