"""The tables that the decks of a game are made from, and why one of them cannot be edited."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pnp.errors import Problem
from pnp.read import read_whole
from pnp.resources import SPEC_FILE, Located, Project, bundled
from pnp.spec.address import PULLED
from pnp.spec.load import read_spec
from pnp.spec.reader import LARGEST_FILE
from pnp.spec.table_files import table_files
from pnp.spec.values import NAME

SPEC_ROWS: Final = f"its rows are written in {SPEC_FILE}; edit them there"
_DATA: Final = "_data"
"""The folder of an installed pnp that its own games are in."""


@dataclass
class TableSource:
    """A file of rows, or rows in the spec, with the decks that are made from it."""

    name: str
    """As messages name it: the file from the project's folder on, the sheet after #; of a spec `…: decks.x.rows`."""
    decks: list[str]
    path: Path | None = None
    sheet: str | None = None
    url: str | None = None
    """The address that it is a copy of."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    """The rows that are written in the spec."""

    @property
    def file(self) -> str:
        """The file as messages name it, without the sheet."""
        return self.name if self.sheet is None else self.name.removesuffix(f"#{self.sheet}")

    def read(self) -> bytes:
        """The bytes of the file; OSError where it cannot be read."""
        return b"" if self.path is None else read_whole(self.path, LARGEST_FILE)


def find_tables(game: Located) -> tuple[list[TableSource], list[Problem]]:
    """The tables that a game's spec names, each once, and what is wrong with the names; SpecError without a spec."""
    project, folder = game.project, game.project.components / game.id
    raw, where = read_spec(project, game.id)
    decks = raw.get("decks")
    found: dict[str, TableSource] = {}
    problems: list[Problem] = []
    for deck, spec in decks.items() if isinstance(decks, dict) else ():
        if not isinstance(spec, dict) or not NAME.fullmatch(deck):
            continue
        here = f"{where}: decks.{deck}"
        if isinstance(spec.get("rows"), list):
            rows = [row for row in spec["rows"] if isinstance(row, dict)]
            found[f"{here}.rows"] = TableSource(f"{here}.rows", [deck], rows=rows)
        if "table" not in spec:
            continue
        for path, sheet, url in table_files(project, folder, spec["table"], f"{here}.table", problems):
            name = project.name(path) + (f"#{sheet}" if sheet is not None else "")
            source = found.setdefault(name, TableSource(name, [], path, sheet, url))
            if deck not in source.decks:
                source.decks.append(deck)
    return list(found.values()), problems


def why_protected(source: TableSource, project: Project, game_id: str) -> str:
    """Why a table cannot be edited, whatever is in it; empty where it can."""
    path = source.path
    if path is None:
        return SPEC_ROWS
    if source.url is not None:
        return f"a copy of {source.url}; edit it there, then run pnp pull {game_id}"
    if path.parent == project.components / game_id / PULLED:
        return f"a copy that pnp pull keeps; edit the table at its address, then run pnp pull {game_id}"
    shipped = bundled().root
    if shipped.name == _DATA and project.root == shipped:
        return "the game comes with pnp; pnp new makes one of your own"
    try:
        writable = (
            path.stat().st_mode & 0o222 and os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK)
        )
    except OSError:
        return "the file cannot be read"
    return "" if writable else "the file is write-protected"
