"""Generate unique ids for duplicated rows."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from pnp.spec.table import MAX_ID_LENGTH, slugify
from pnp.tables.document import CsvDocument

_NUMBERED: Final = re.compile(r"(.+?)-[0-9]{1,5}")
_ROOM: Final = len("-99999")


class IdColumn(NamedTuple):
    """The column with the ids of a table."""

    column: int
    taken: Collection[str] = frozenset()
    """Ids of all pieces of the game."""


class IdGenerator:
    """Generates ids that neither a row of the table nor any other piece of the game has."""

    def __init__(self, document: CsvDocument, ids: IdColumn) -> None:
        self.column = ids.column
        here = (cells[ids.column] for _, cells, _ in document.rows if ids.column < len(cells))
        self.taken = {slugify(name, "-") for name in here} | set(ids.taken)
        self.next: dict[str, int] = {}

    def like(self, found: str) -> str:
        """Return a new id similar to an existing one: dragon-2 for dragon, dragon-3 for dragon-2."""
        match = _NUMBERED.fullmatch(found)
        stem = (match[1] if match else found)[: MAX_ID_LENGTH - _ROOM]
        number = self.next.get(stem, 2)
        while slugify(f"{stem}-{number}", "-") in self.taken:
            number += 1
        self.next[stem] = number + 1
        return f"{stem}-{number}"
