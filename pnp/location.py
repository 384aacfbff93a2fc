"""Locations of problems: a place in a file, a piece, or an option of a command.

A location stays data until it is printed, so that editors and the workbench can use its fields.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

CaseKind = Literal["card", "row"]


@dataclass(frozen=True)
class Location:
    """A place in a game's files, on a piece or among a command's options. Fields that do not apply are empty or 0.

    >>> cell = Location("components/lowtide/cards.csv", line=14, row=14, column="cost")
    >>> str(cell)
    'components/lowtide/cards.csv:14: cost'
    >>> str(Location("components/lowtide/game.toml") / "rule" / 2 / "of")
    'components/lowtide/game.toml: rule[2].of'
    >>> str(Location(game="lowtide", piece="whelk", side="front", detail="style"))
    'lowtide: whelk (front): style'
    """

    file: str = ""
    """Path relative to the project's folder, or to pnp's folder for a bundled file."""
    bundled: bool = False
    """Whether the file belongs to pnp."""
    sheet: str = ""
    """Sheet of a workbook, or list of a JSON file."""
    line: int = 0
    """Line number, from 1."""
    row: int = 0
    """Row of a table: the line of a text file, the row of a workbook, or the number of an object in JSON."""
    page: int = 0
    """Page of a PDF."""
    key: str = ""
    """Key of a TOML file, such as `decks.cards.size` or `rule[2].of`; with `row`, the key of a list of rows."""
    column: str = ""
    """Column of a table, by its name in templates."""
    heading: str = ""
    """Heading of that column in the table; not part of the text."""
    game: str = ""
    deck: str = ""
    """Name of the deck; not part of the text."""
    piece: str = ""
    """Id of the piece."""
    side: str = ""
    look: int = 0
    """Number of the look, for a piece that has several."""
    option: str = ""
    """Option of a command, such as `--paper`."""
    detail: str = ""
    """Further detail, such as `text "Once upon…"`."""

    def __truediv__(self, part: str | int) -> Location:
        """Return the location of a key, or of a list item by its number from 1, inside this one."""
        if isinstance(part, int):
            return replace(self, key=f"{self.key}[{part}]")
        return replace(self, key=f"{self.key}.{part}" if self.key else part)

    def at(self, **fields: Any) -> Location:
        """Return the location with other fields: `where.at(line=3)`."""
        return replace(self, **fields)

    @property
    def key_path(self) -> str:
        """The key, with the row number for rows in game.toml: `decks.cards.rows[3]`."""
        return f"{self.key}[{self.row}]" if self.key and self.row else self.key

    @property
    def case(self) -> CaseKind | None:
        """Whether the place is on a card or in a row of a table; None if neither."""
        return "card" if self.piece else "row" if self.row else None

    @property
    def case_name(self) -> str:
        """Name of the card or row: `whelk (front)`, `14`."""
        return self._face() if self.piece else str(self.row or "")

    def shared(self) -> Location:
        """Return the location without its card or row: the common part of equal problems on several of them."""
        if self.piece:
            return replace(self, piece="", side="", look=0)
        return replace(self, row=0, line=0) if self.row else self

    def plain(self) -> dict[str, Any]:
        """Return the fields that apply, for JSON."""
        return {name: value for name, value in vars(self).items() if value}

    def __str__(self) -> str:
        key = f"{self.key_path} ({self.detail})" if self.key and self.detail else self.key_path
        detail = "" if self.key else self.detail
        parts = [self._in_file(), key, self.column, self.game, self._face(), self.option, detail]
        return ": ".join(part for part in parts if part)

    def _in_file(self) -> str:
        file = f"{self.file}#{self.sheet}" if self.sheet else self.file
        if self.line:
            return f"{file}:{self.line}" if file else f"line {self.line}"
        number = f"row {self.row}" if self.row and not self.key else f"page {self.page}" if self.page else ""
        return ", ".join(part for part in (file, number) if part)

    def _face(self) -> str:
        look = f"look {self.look}" if self.look else ""
        side = ", ".join(part for part in (self.side, look) if part)
        return f"{self.piece} ({side})" if side else self.piece


def option_location(name: str) -> Location:
    """Return the location of an option of a command, or of a field in a form."""
    return Location(option=name)
