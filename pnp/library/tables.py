"""Tables of a game: shown, edited and saved to the byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.library.places import Name, Start, located
from pnp.tables.edit import Edit
from pnp.tables.edited import EditedTable, SavedTable, read_tables, save_edits
from pnp.tables.pieces import changed_pieces as changed_pieces
from pnp.tables.place import place_problem as place_problem
from pnp.tables.view import TableView


def tables_of(game: Name, *, start: Start = None) -> list[TableView]:
    """The tables that a game's decks are made from, with rows, columns and problems, whatever is wrong with the spec.

    SpecError where game.toml itself cannot be read.
    """
    return read_tables(located(game, start))


def open_table(game: Name, table: str, *, start: Start = None) -> EditedTable:
    """One of these tables, by its name, to be edited: `apply`, `undo`, `redo`, `view`, `save`."""
    return EditedTable(located(game, start), table)


def save_table(
    game: Name, table: str, edits: Sequence[Edit | dict[str, Any]], version: str, *, start: Start = None
) -> SavedTable:
    """Make edits on the file that has this version, and save it: the table afterwards, and the pieces that changed.

    TableChangedError, which shows what is there now, where the file has another version; EditError where an edit cannot
    be made. Nothing is written then.
    """
    return save_edits(located(game, start), table, list(edits), version)
