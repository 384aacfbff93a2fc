"""Find the tables of a game, and why one of them cannot be edited."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pnp.errors import Location, Problem
from pnp.project.folders import SPEC_FILE, GameRef, Project, bundled_project
from pnp.spec.load import read_spec
from pnp.spec.model import Design
from pnp.spec.reader import LARGEST_FILE
from pnp.spec.table_files import PULLED_FOLDER, table_files
from pnp.spec.values import NAME
from pnp.store.files import read_file

SPEC_ROWS: Final = f"its rows are written in {SPEC_FILE}; edit them there"
_DATA: Final = "_data"
"""Folder of the bundled games in an installed pnp."""


@dataclass
class TableSource:
    """A table file, or the rows of a deck in the spec, with the decks that use it."""

    where: Location
    """Location of the file or of its sheet; for rows in the spec, location of their key."""
    decks: list[str]
    """Names of the decks that use it."""
    path: Path | None = None
    """Path of the file; None for rows in the spec."""
    url: str | None = None
    """Address of which the file is a copy."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    """Rows written in the spec."""

    @property
    def name(self) -> str:
        """Name by which the table is opened and saved."""
        return str(self.where)

    @property
    def file(self) -> Location:
        """Location of the file, without the sheet."""
        return self.where.at(sheet="")

    @property
    def sheet(self) -> str | None:
        """Sheet of the workbook, or list in the JSON file; None if none is given."""
        return self.where.sheet or None

    def makes(self, design: Design) -> bool:
        """Return whether one of its rows defines a piece."""
        place, own = design.place, self.where
        return (place.file, place.sheet, place.key) == (own.file, own.sheet, own.key)

    def read(self) -> bytes:
        """Return the bytes of the file; raise OSError if it cannot be read."""
        return b"" if self.path is None else read_file(self.path, LARGEST_FILE)


def find_tables(game: GameRef) -> tuple[list[TableSource], list[Problem]]:
    """Return the tables of a game, each once, and the problems with references to them.

    Raise SpecError if the spec cannot be read.
    """
    project, folder = game.project, game.project.components / game.id
    raw, where = read_spec(project, game.id)
    decks = raw.get("decks")
    found: dict[Location, TableSource] = {}
    problems: list[Problem] = []
    for deck, spec in decks.items() if isinstance(decks, dict) else ():
        if not isinstance(spec, dict) or not NAME.fullmatch(deck):
            continue
        here = where / "decks" / deck
        if isinstance(spec.get("rows"), list):
            rows = [row for row in spec["rows"] if isinstance(row, dict)]
            found[here / "rows"] = TableSource(here / "rows", [deck], rows=rows)
        if "table" not in spec:
            continue
        for path, sheet, url in table_files(project, folder, spec["table"], here / "table", problems):
            place = project.location(path).at(sheet=sheet or "")
            source = found.setdefault(place, TableSource(place, [], path, url))
            if deck not in source.decks:
                source.decks.append(deck)
    return list(found.values()), problems


def read_only_reason(source: TableSource, project: Project, game_id: str) -> str:
    """Return why a table cannot be edited, whatever its content; empty if it can."""
    path = source.path
    if path is None:
        return SPEC_ROWS
    if source.url is not None:
        return f"it is a copy of {source.url}; edit it there, then run pnp pull {game_id}"
    if path.parent == project.components / game_id / PULLED_FOLDER:
        return f"it is a copy fetched by pnp pull; edit the table at its address, then run pnp pull {game_id}"
    shipped = bundled_project().root
    if shipped.name == _DATA and project.root == shipped:
        return "the game comes with pnp; create your own with pnp new"
    try:
        writable = (
            path.stat().st_mode & 0o222 and os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK)
        )
    except OSError:
        return "the file cannot be read"
    return "" if writable else "the file is write-protected"
