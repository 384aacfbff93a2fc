"""Projects: new ones, schemas for editors, tables pulled, edited and saved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pnp.library.places import Name, locate_game, start_folder
from pnp.options import PathName, Start
from pnp.project.folders import find_own_project
from pnp.pull.pull import PulledTable, pull
from pnp.reference import schema
from pnp.reference.schema import SCHEMA_FOLDER
from pnp.starter import start as starter
from pnp.starter.start import Started
from pnp.tables.edit import Edit
from pnp.tables.edited import EditedTable, SavedTable, list_tables, save_edits
from pnp.tables.view import TableView
from pnp.terms import CardStyle, ExampleGame, Lang
from pnp.worker.progress import Progress, silent


def start_project(
    name: str,
    *,
    lang: Lang | str = Lang.EN,
    size: str | None = None,
    style: CardStyle | str | None = None,
    with_rules: bool = False,
    tables: Sequence[PathName] = (),
    squib: PathName | None = None,
    example: ExampleGame | str | None = None,
    start: Start = None,
) -> Started:
    """Create a project in a folder of that name, with a game that is ready to build.

    `size` is the card size, by name or as in `63x88` (default: poker, or tarot for that style). `style` is plain (the
    default), classic, suits, tarot or photo. `with_rules` adds a `rules.py`, so that the game can be played; it
    implies the style classic. With `tables`, files or folders of tables, decks and layouts are made from these, and
    `notes` of the result lists what needs attention; with `squib`, a folder with a Squib deck or its script, they are
    made from that. With `example`, the game is complete: `board` has a hex map, counters, dice and mats. Raise PnpError
    with all problems found.

        pnp.start_project("lowtide", size="mini", style="photo")
    """
    parent, files = Path() if start is None else Path(start), list(map(Path, tables))
    source = None if squib is None else Path(squib)
    return starter.start_project(
        name, parent, lang=lang, size=size, style=style, with_rules=with_rules, tables=files, squib=source,
        example=example,
    )  # fmt: skip


def write_schemas(folder: PathName | None = None, *, start: Start = None) -> list[Path]:
    """Write JSON Schemas for game.toml, pnp.toml and memos to `folder` (default: `.pnp` in the project).

    Return the paths of the files.

        pnp.write_schemas("schemas")
    """
    if folder is None:
        here = start_folder(start)
        home = find_own_project(here)
        folder = (home.root if home else here) / SCHEMA_FOLDER
    return schema.write_schemas(Path(folder))


def pull_tables(
    game: Name, *, dry_run: bool = False, start: Start = None, progress: Progress = silent
) -> list[PulledTable]:
    """Download the tables of a game that have a URL, save copies for builds, and return what changed in them.

    This is the only function that uses the network. If a download fails, raise PnpError and replace nothing. With
    `dry_run`, nothing is saved.

        for table in pnp.pull_tables("lowtide", dry_run=True):
            print(table.deck, table.change)
    """
    return pull(*locate_game(game, start), keep=not dry_run, progress=progress)


def tables_of(game: Name, *, start: Start = None) -> list[TableView]:
    """Return the tables of a game's decks, with rows, columns and problems, even if the spec is invalid.

    Raise SpecError if game.toml itself cannot be read.

        for table in pnp.tables_of("lowtide"):
            print(table.table, len(table.rows), table.problems)
    """
    return list_tables(locate_game(game, start))


def open_table(game: Name, table: str, *, start: Start = None) -> EditedTable:
    """Open a table for editing; the result has `apply`, `undo`, `redo`, `view` and `save`.

    Rows and columns count from 0; row 0 has the headings.

        table = pnp.open_table("lowtide", "components/lowtide/cards.csv")
        table.apply({"do": "set", "row": 1, "column": 0, "value": "Pike"})
        table.save()
    """
    return EditedTable(locate_game(game, start), table)


def save_table(
    game: Name, table: str, edits: Sequence[Edit | dict[str, Any]], version: str, *, start: Start = None
) -> SavedTable:
    """Apply edits to a table and save it; return the new table, and the pieces that changed.

    `version` is the version of the file that the edits are based on. Raise TableChangedError, with the current table,
    if the file has changed since, or EditError if an edit is not possible; nothing is written then.

        [table] = pnp.tables_of("lowtide")
        edits = [{"do": "set", "row": 1, "column": 0, "value": "Pike"}]
        pnp.save_table("lowtide", table.table, edits, table.version).changes
    """
    return save_edits(locate_game(game, start), table, list(edits), version)
