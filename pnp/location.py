"""Locations: where something is in a game's files, on a piece or among a command's options, as data.

A location becomes text only where it is printed; editors and pages use its fields.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

CaseKind = Literal["card", "row"]


@dataclass(frozen=True)
class Location:
    """Where something is. Fields that do not apply are empty, or 0.

    >>> cell = Location("components/lowtide/cards.csv", line=14, row=14, column="cost")
    >>> str(cell)
    'components/lowtide/cards.csv:14: cost'
    >>> str(Location("components/lowtide/game.toml") / "rule" / 2 / "of")
    'components/lowtide/game.toml: rule[2].of'
    >>> str(Location(game="lowtide", piece="whelk", side="front", detail="style"))
    'lowtide: whelk (front): style'
    """

    file: str = ""
    """Path from the project's folder, or from pnp's own folder for a bundled file."""
    bundled: bool = False
    """Whether the file belongs to pnp."""
    sheet: str = ""
    """Sheet of a workbook, or list of a JSON file."""
    line: int = 0
    """Line of the file, as an editor counts."""
    row: int = 0
    """Row of a table, as messages count: the line for text, the row for a workbook, the number of an object in JSON."""
    page: int = 0
    """Page of a PDF."""
    key: str = ""
    """Key of a TOML file, such as `decks.cards.size` or `rule[2].of`; a list of rows, where `row` is one of them."""
    column: str = ""
    """Column of a table, by the name that messages and templates use."""
    heading: str = ""
    """Heading of that column in the table; not shown."""
    game: str = ""
    deck: str = ""
    """Not shown."""
    piece: str = ""
    """Id of the piece."""
    side: str = ""
    look: int = 0
    """Number of the look, for a piece that has several."""
    option: str = ""
    """Option of a command, such as `--paper`."""
    detail: str = ""
    """A part of all this that has no other field, such as `text "Once upon…"`."""

    def __truediv__(self, part: str | int) -> Location:
        """The location of a key, or of an item by its number from 1, inside this one."""
        if isinstance(part, int):
            return replace(self, key=f"{self.key}[{part}]")
        return replace(self, key=f"{self.key}.{part}" if self.key else part)

    def at(self, **fields: Any) -> Location:
        """Return the location with other fields: `where.at(line=3)`."""
        return replace(self, **fields)

    @property
    def key_path(self) -> str:
        """The key, with the number of the row where rows are written in the file: `decks.cards.rows[3]`."""
        return f"{self.key}[{self.row}]" if self.key and self.row else self.key

    @property
    def case(self) -> CaseKind | None:
        """What a problem here can be repeated on: cards, or rows of a table."""
        return "card" if self.piece else "row" if self.row else None

    @property
    def case_name(self) -> str:
        """The card or row: `whelk (front)`, `14`."""
        return self._face() if self.piece else str(self.row or "")

    def shared(self) -> Location:
        """The location without its card or row, which equal problems on many of them have in common."""
        if self.piece:
            return replace(self, piece="", side="", look=0)
        return replace(self, row=0, line=0) if self.row else self

    def plain(self) -> dict[str, Any]:
        """The fields that apply, as JSON can hold them."""
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


def option(name: str) -> Location:
    """The location of an option of a command, or of a form's field."""
    return Location(option=name)
