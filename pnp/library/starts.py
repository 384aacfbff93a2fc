"""Creating projects, and schemas for editors."""

from __future__ import annotations

from pathlib import Path

from pnp.library.places import start_folder
from pnp.options import PathName, Start
from pnp.project.folders import find_own_project
from pnp.reference import schema
from pnp.reference.schema import SCHEMA_FOLDER
from pnp.starter import start as starter
from pnp.starter.start import Started
from pnp.terms import Lang


def start_project(
    name: str, *, lang: Lang | str = Lang.EN, size: str = "poker", with_rules: bool = False, start: Start = None
) -> Started:
    """Create a project in a folder of that name, with a game that is ready to build.

    `size` is the card size, by name or as in `63x88`; `with_rules` adds a `rules.py`, so that the game can be played.
    Raise PnpError with all problems found.

        pnp.start_project("lowtide", size="mini")
    """
    parent = Path() if start is None else Path(start)
    return starter.start_project(name, parent, lang=lang, size=size, with_rules=with_rules)


def write_schemas(folder: PathName | None = None, *, start: Start = None) -> list[Path]:
    """Write JSON Schemas for game.toml, pnp.toml and memos to `folder` (default: `.pnp` in the project).

    Return the paths of the files.
    """
    if folder is None:
        here = start_folder(start)
        home = find_own_project(here)
        folder = (home.root if home else here) / SCHEMA_FOLDER
    return schema.write_schemas(Path(folder))
