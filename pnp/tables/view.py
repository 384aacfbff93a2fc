"""Tables as plain data for display and JSON: columns, rows and problems."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from pnp.spec.model import ColumnType, Model
from pnp.spec.values import Cell

ColumnRole = Literal["", "id", "count", "looks", "name"]
TableForm = Literal["text", "workbook", "json", "spec"]


class TableColumn(Model):
    """A column of a table."""

    heading: str
    """Heading in the table."""
    name: str
    """Name in templates, rules and messages; empty for a column without a heading."""
    role: ColumnRole = ""
    """Special role, if any: ids, numbers of copies or looks, or names of the pieces."""
    type: ColumnType = ColumnType.TEXT
    choices: list[str] = Field(default_factory=list)
    min: float | None = None
    max: float | None = None
    default: Cell | None = None
    """Value of an empty cell; None if a cell must not be empty."""
    language: str = ""
    """Language of a translated column."""
    declared: bool = False
    """Whether the spec declares the column, so that its cells are checked."""
    hint: str = ""


class TableRow(Model):
    """A row of a table."""

    row: int
    """Number of the row in edits: 1 is the first below the headings, and empty rows count."""
    line: int
    """Last line of the row in the file, as in messages; in a workbook, JSON or game.toml, the number of the row."""
    cells: list[str]
    """Values of its cells, which may be fewer or more than the headings."""
    blank: bool = False
    """Whether all cells are empty, so that the row defines no piece."""
    pieces: list[str] = Field(default_factory=list)
    """Ids of the pieces that the row defines in the file; empty if it has been edited since."""


class PlacedProblem(Model):
    """A problem with the spec, with its place in a table if it has one."""

    where: str
    """Location as text."""
    location: dict[str, Any] = Field(default_factory=dict)
    """Location as its non-empty fields."""
    message: str
    hint: str = ""
    code: str
    subject: bool = True
    """Whether location and message form one sentence; otherwise a colon separates them."""
    table: str | None = None
    """Table with the problem; None if it is elsewhere in the spec."""
    row: int | None = None
    """Row, 0 for the headings; None for the whole table, or if the row has been edited since."""
    column: int | None = None
    """Column; None for the whole row."""


class TableView(Model):
    """A table with its columns, rows and problems."""

    table: str
    """Name by which the table is opened and saved: its location as text."""
    file: str
    """Path of the file, relative to the project's folder."""
    sheet: str = ""
    """Sheet of the workbook, or list in the JSON file; empty if none is given."""
    key: str = ""
    """Key of the rows, for rows in game.toml."""
    decks: list[str]
    """Names of the decks that use it."""
    form: TableForm
    """Format: CSV, a workbook, JSON, or rows in game.toml."""
    read_only: str
    """Reason why the table cannot be edited; empty if it can."""
    version: str
    """Hash of the file; edits are saved only if it has not changed."""
    encoding: str = ""
    delimiter: str = ""
    columns: list[TableColumn] = Field(default_factory=list)
    rows: list[TableRow] = Field(default_factory=list)
    problems: list[PlacedProblem] = Field(default_factory=list)
    changed: bool = False
    """Whether there are unsaved edits."""
    can_undo: bool = False
    can_redo: bool = False
