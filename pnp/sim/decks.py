"""Alternative decks: find which table of a game a file replaces."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import Location, Problem, SpecError, did_you_mean, quote_value
from pnp.spec.model import Game
from pnp.spec.reader import read_rows
from pnp.spec.table import OPTIONAL_COLUMNS, headings


def find_table(spec: Game, path: Path) -> str:
    """Return the table that a file replaces: the one with its file name, or the only one with the same columns.

    Raise SpecError if there is no such table, or more than one.
    """
    decks = [([deck.table] if isinstance(deck.table, str) else deck.table or [], deck) for deck in spec.decks.values()]
    files = {table.partition("#")[0] for tables, _ in decks for table in tables}
    if path.name in files:
        return path.name
    where = Location(str(path))
    rows = read_rows(path, where)
    heads = rows[0].cells if rows else []
    fitting = {
        tables[0]
        for tables, deck in decks
        if len(tables) == 1
        and set(heads).difference(OPTIONAL_COLUMNS)
        == set(headings(deck.columns, spec.languages)).difference(OPTIONAL_COLUMNS)
    }
    if len(fitting) != 1:
        message = f"must have the columns of one table of {spec.id}"
        hint = f"name it after the table that it replaces; {did_you_mean(sorted(files), path.name)}"
        raise SpecError(Problem(where, message, hint, found=quote_value(",".join(heads)), code="E1009"))
    return fitting.pop()
