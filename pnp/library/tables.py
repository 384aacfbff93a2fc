"""Viewing and editing a game's tables; everything but the edited cells stays the same, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.library.places import Name, locate_game
from pnp.options import Start
from pnp.tables.edit import Edit
from pnp.tables.edited import EditedTable, SavedTable, list_tables, save_edits
from pnp.tables.edited import changed_pieces as changed_pieces
from pnp.tables.view import TableView
from pnp.tables.view import place_problem as place_problem


def tables_of(game: Name, *, start: Start = None) -> list[TableView]:
    """Return the tables of a game's decks, with rows, columns and problems, even if the spec is invalid.

    Raise SpecError if game.toml itself cannot be read.
    """
    return list_tables(locate_game(game, start))


def open_table(game: Name, table: str, *, start: Start = None) -> EditedTable:
    """Open a table for editing; the result has `apply`, `undo`, `redo`, `view` and `save`."""
    return EditedTable(locate_game(game, start), table)


def save_table(
    game: Name, table: str, edits: Sequence[Edit | dict[str, Any]], version: str, *, start: Start = None
) -> SavedTable:
    """Apply edits to a table and save it; return the new table, and the pieces that changed.

    `version` is the version of the file that the edits are based on. Raise TableChangedError, with the current table,
    if the file has changed since, or EditError if an edit is not possible; nothing is written then.
    """
    return save_edits(locate_game(game, start), table, list(edits), version)
