"""A table as a page shows it: plain data that JSON can say."""

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
    """As the table writes it."""
    name: str
    """As templates, rules and messages call it; empty for a column without a heading."""
    role: ColumnRole = ""
    """What it is beside a cell: the id of a piece, its number of copies or looks, or what it is called by."""
    type: ColumnType = ColumnType.TEXT
    choices: list[str] = Field(default_factory=list)
    min: float | None = None
    max: float | None = None
    default: Cell | None = None
    """What an empty cell means; None where the column is declared and a cell must not be empty."""
    language: str = ""
    """The language of a translated column."""
    declared: bool = False
    """Whether the spec declares it, so that its cells are checked."""
    hint: str = ""


class TableRow(Model):
    """A row of a table."""

    row: int
    """Its number, by which edits name it: 1 is the first below the headings, and empty ones count."""
    line: int
    """Where it ends in the file, as messages count; the number of the row in a workbook, in JSON and in a spec."""
    cells: list[str]
    """As many as the row has: fewer than headings, or more."""
    blank: bool = False
    """Whether no cell says anything: it makes no piece."""
    pieces: list[str] = Field(default_factory=list)
    """The ids of the pieces that it makes, as the file on disk has it; none in a row that was edited since."""


class PlacedProblem(Model):
    """A problem of the spec, with its place in a table if it has one."""

    where: str
    """The location as text."""
    location: dict[str, Any] = Field(default_factory=dict)
    """The fields of the location that apply."""
    message: str
    hint: str = ""
    code: str
    subject: bool = True
    """Whether the message goes on from its location as one sentence; otherwise a colon goes between them."""
    table: str | None = None
    """The table that it is in; None for anything else in the spec."""
    row: int | None = None
    """The row, 0 for the headings; None for the whole table, or a row that was edited since."""
    column: int | None = None
    """The column; None for the whole row."""


class TableView(Model):
    """A table with its decks and rows, and what is wrong with it."""

    table: str
    """Name that it is opened and saved under: its location as text."""
    file: str
    """Path of the file, from the project's folder."""
    sheet: str = ""
    """Sheet of the workbook, or list of the JSON file, if one is named."""
    key: str = ""
    """Key of the rows, for rows in game.toml."""
    decks: list[str]
    """The decks that are made from it."""
    form: TableForm
    """Separated text, a workbook, JSON, or rows in game.toml."""
    read_only: str
    """Why it cannot be edited; empty where it can."""
    version: str
    """A hash of the file; edits are saved only if it is still the same."""
    encoding: str = ""
    delimiter: str = ""
    columns: list[TableColumn] = Field(default_factory=list)
    rows: list[TableRow] = Field(default_factory=list)
    problems: list[PlacedProblem] = Field(default_factory=list)
    changed: bool = False
    """Whether it differs from the file."""
    can_undo: bool = False
    can_redo: bool = False
