"""Ids for copies of rows: no two rows of a game have the same."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from pnp.spec.columns import LONGEST_ID, plain_name
from pnp.tables.document import Document

_NUMBERED: Final = re.compile(r"(.+?)-[0-9]{1,5}")
_ROOM: Final = len("-99999")


class IdColumn(NamedTuple):
    """The column of a table that has the ids."""

    column: int
    taken: Collection[str] = frozenset()
    """Ids of pieces in the whole game."""


class FreeIds:
    """Ids that no row of a table has, nor any other piece of the game."""

    def __init__(self, document: Document, ids: IdColumn) -> None:
        self.column = ids.column
        here = (cells[ids.column] for _, cells, _ in document.rows if ids.column < len(cells))
        self.taken = {plain_name(name, "-") for name in here} | set(ids.taken)
        self.next: dict[str, int] = {}

    def like(self, found: str) -> str:
        """The next id like one that was found: dragon-2 after dragon, dragon-3 after dragon-2."""
        match = _NUMBERED.fullmatch(found)
        stem = (match[1] if match else found)[: LONGEST_ID - _ROOM]
        number = self.next.get(stem, 2)
        while plain_name(f"{stem}-{number}", "-") in self.taken:
            number += 1
        self.next[stem] = number + 1
        return f"{stem}-{number}"
