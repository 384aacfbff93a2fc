"""Tables as plain data for pages: sources, columns, rows and problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field

from pnp.errors import Location, PnpError, Problem
from pnp.project.folders import SPEC_FILE, GameRef, Project
from pnp.project.saving import write_protection
from pnp.spec.load import PartialGame, parse_columns, read_spec, table_owners
from pnp.spec.model import Column, ColumnType, Design, Model
from pnp.spec.reader import LARGEST_FILE, RawRow, decode, is_json, is_workbook, parse_rows
from pnp.spec.table import COUNT, ID, LOOKS, find_column_roles, heading_names, translated_heading
from pnp.spec.table_files import PULLED_FOLDER, table_files
from pnp.spec.values import Cell
from pnp.store.files import read_file
from pnp.tables.document import CsvDocument, TableRecord, content_hash, read_document
from pnp.terms import Lang

ColumnRole = Literal["", "id", "count", "looks", "name"]
TableForm = Literal["text", "workbook", "json", "spec"]
LOOKUP: Final = "data."
"""Beginning of the name of a lookup table among those of decks, which have no dots."""


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
    """Names of the decks that use it; a lookup table has the name `data.pips`."""
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


def show_columns(headings: Sequence[str], decks: Sequence[str], reading: PartialGame) -> list[TableColumn]:
    """Return a column for each heading; if decks differ, as in the first deck that declares it or gives it a role."""
    users = reading.decks | {LOOKUP + name: table for name, table in reading.data.items()}
    seen = [_columns_in_deck(headings, name, users[name], reading) for name in decks if name in users]
    return [
        next((column for column in each if column.declared or column.role), each[0])
        for each in zip(*(seen or [[TableColumn(heading=head, name="") for head in headings]]), strict=True)
    ]


def _columns_in_deck(
    headings: Sequence[str], user: str, deck: dict[str, object], reading: PartialGame
) -> list[TableColumn]:
    columns, raw = parse_columns(deck), deck.get("columns")
    declared = {name for name in columns if isinstance(raw, dict) and not isinstance(raw[name], Column)}
    names = dict(zip(headings, headings, strict=True)) if reading.strict else heading_names(tuple(headings))
    roles: dict[str, ColumnRole] = {ID: "id"}
    if not user.startswith(LOOKUP):
        roles = _roles(names, deck, {name: columns[name] for name in declared}, reading)
    found = []
    for head in headings:
        name = names.get(head, "")
        key, lang = _translated(name, columns, reading.languages)
        column = columns.get(key, Column(default=""))
        found.append(
            TableColumn(
                heading=head,
                name=name,
                role=roles.get(name, "") if name else "",
                type=column.type,
                choices=column.choices,
                min=column.min,
                max=column.max,
                default=column.default,
                language=lang,
                declared=key in declared,
                hint=column.hint,
            )
        )
    return found


def _roles(
    names: Mapping[str, str], deck: dict[str, object], declared: Mapping[str, Column], reading: PartialGame
) -> dict[str, ColumnRole]:
    """Return the roles of columns, by column name."""
    headings = {name: head for head, name in names.items()}
    copies = COUNT if reading.strict and COUNT in headings else deck.get("copies")
    named = copies if isinstance(copies, str) else None
    plan = find_column_roles(headings, declared, reading.languages, named, Location(), [])
    roles: dict[str, ColumnRole] = {plan.called: "name"} if plan.called else {}
    roles |= {plan.count: "count"} if plan.count and not (reading.strict and plan.count != COUNT) else {}
    return roles | {ID: "id"} | ({LOOKS: "looks"} if plan.looks else {})


def _translated(name: str, columns: Mapping[str, Column], languages: Sequence[Lang]) -> tuple[str, str]:
    """Return the column of a heading, and its language; the language is empty if it is not translated."""
    for key, column in columns.items():
        for lang in languages if column.translated else ():
            if translated_heading(key, lang) == name:
                return key, lang
    return name, ""


SPEC_ROWS: Final = f"its rows are written in {SPEC_FILE}; edit them there"


@dataclass
class TableSource:
    """A table file, or rows in the spec, with the decks and lookup tables that use it."""

    where: Location
    """Location of the file or of its sheet; for rows in the spec, location of their key."""
    decks: list[str]
    """Names of the decks and lookup tables that use it, as in `TableView`."""
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
    found: dict[Location, TableSource] = {}
    problems: list[Problem] = []
    for key, name, spec in table_owners(raw):
        here, deck = where / key / name, name if key == "decks" else LOOKUP + name
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
    return write_protection(path, project)


WORKBOOK: Final = "it is a workbook; edit it in a spreadsheet program, or save it as CSV to edit it here"
JSON: Final = "it is a JSON file; edit it in a text editor, or save it as CSV to edit it here"


class OpenedTable:
    """A table as it is in its file: a document that can be edited, or rows that can only be displayed."""

    def __init__(self, source: TableSource, protected: str) -> None:
        self.source = source
        self.read_only = protected
        self.document: CsvDocument | None = None
        self.rows: list[RawRow] = []
        self.form: TableForm = "spec" if source.path is None else "text"
        try:
            self.content = source.read()
        except OSError as error:
            self.content = b""
            self.read_only = f"the file cannot be read: {error.strerror or error}"
            return
        try:
            self._read()
        except PnpError as error:
            self.read_only = self.read_only or f"{replace(error.problems[0], hint='')}; correct it in a text editor"
        if self.document is not None:
            self.read_only = self.read_only or self.document.read_only

    def _read(self) -> None:
        source, content = self.source, self.content
        if source.path is None:
            heads = list(dict.fromkeys(key for row in source.rows for key in row))
            self.rows = [RawRow(source.where, heads)] if heads else []
            for number, row in enumerate(source.rows, 1):
                self.rows.append(RawRow(source.where / number, [str(row.get(key, "")) for key in heads]))
            return
        if is_workbook(content):
            self.form, reason = "workbook", WORKBOOK
        elif is_json(decode(content, source.file).text):
            self.form, reason = "json", JSON
        else:
            if source.sheet is None:
                self.document = read_document(content, source.file)
                return
            reason = ""  # the reader reports the problem
        self.read_only = self.read_only or reason
        self.rows = parse_rows(content, source.file, source.sheet)

    @property
    def version(self) -> str:
        """Hash of the file."""
        return content_hash(self.content)

    def show(self, document: CsvDocument | None, reading: PartialGame) -> TableView:
        """Return the table for display, with its columns and pieces; `document` has the edits."""
        return TableView(
            table=self.source.name,
            file=self.source.where.file,
            sheet=self.source.where.sheet,
            key=self.source.where.key,
            decks=self.source.decks,
            form=self.form,
            read_only=self.read_only,
            version=self.version,
            encoding=document.encoding if document else "",
            delimiter=document.delimiter if document else "",
            columns=self.columns(reading, document),
            rows=self._shown(document, self._pieces(reading)),
            changed=document is not self.document and document != self.document,
        )

    def columns(self, reading: PartialGame, document: CsvDocument | None = None) -> list[TableColumn]:
        """Return the columns of the file, or of a document after edits."""
        document = document or self.document
        headings = document.headings if document else _trimmed(self.rows[0].cells) if self.rows else []
        return show_columns(headings, self.source.decks, reading)

    def _shown(self, document: CsvDocument | None, pieces: dict[int, list[str]]) -> list[TableRow]:
        if document is None or self.document is None:
            return [
                TableRow(row=number, line=(line := where.row or number), cells=cells, pieces=pieces.get(line, []))
                for number, (where, cells) in enumerate(self.rows[1:], 1)
            ]
        made = {id(record): pieces[line] for record, line in _lines(self.document) if line in pieces}
        return [
            TableRow(row=row, line=line, cells=document.cells(row), blank=record.blank, pieces=made.get(id(record), []))
            for row, (record, line) in enumerate(_lines(document), -document.head)
            if row > 0
        ]

    def _pieces(self, reading: PartialGame) -> dict[int, list[str]]:
        """Return the ids of the pieces that the rows of the file define, by line."""
        found: dict[int, list[str]] = {}
        for deck in self.source.decks:
            designs: Sequence[Design] = reading.decks.get(deck, {}).get("designs", [])
            for design in designs:
                if self.source.makes(design):
                    found.setdefault(design.row, []).append(design.id)
        return found

    def unedited_rows(self, document: CsvDocument | None) -> dict[int, int]:
        """Return the rows of the file that have not been edited, with their numbers after edits."""
        if document is None or self.document is None or document is self.document:
            return {row: row for row in range(max(len(self.rows), self.document.row_count + 1 if self.document else 0))}
        now = {id(record): row for row, record in enumerate(document.records, -document.head)}
        before = enumerate(self.document.records, -self.document.head)
        return {row: now[id(record)] for row, record in before if id(record) in now}


def _lines(document: CsvDocument) -> list[tuple[TableRecord, int]]:
    """Return every record with the number of its last line."""
    return list(zip(document.records, accumulate(record.lines for record in document.records), strict=True))


def _trimmed(cells: list[str]) -> list[str]:
    """Return the cells without trailing empty ones, which spreadsheet programs add."""
    end = max((number for number, cell in enumerate(cells, 1) if cell), default=0)
    return cells[:end]


NO_ROW: Final = 10**9
"""Larger than any row number."""


class _TableIndex:
    """The rows and columns of a table, as locations refer to them."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.numbers = {row.line: row.row for row in view.rows}
        self.pieces = {piece: row.row for row in view.rows for piece in row.pieces}
        self.first = min(self.numbers, default=NO_ROW if view.columns else 0)
        self.columns: dict[str, int] = {}
        for number, column in enumerate(view.columns):
            self.columns.setdefault(column.name, number)
            self.columns.setdefault(column.heading, number)

    def holds(self, where: Location) -> bool:
        """Return whether a location is in the table; without a sheet, it may be in any sheet of the file."""
        if where.file != self.view.file or where.sheet not in ("", self.view.sheet):
            return False
        return where.key == self.view.key

    def cell(self, where: Location) -> tuple[int | None, int | None]:
        """Return the row and column of a location in the table; None for the whole table or row."""
        row = self.numbers.get(where.row, 0 if where.row < self.first else None) if where.row else None
        return row, self.columns.get(where.column) if where.column else None


def place_problems(problems: Iterable[Problem], tables: Sequence[TableView]) -> list[PlacedProblem]:
    """Return each problem with its table, row and column, where known."""
    rows = [_TableIndex(view) for view in tables]
    return [_placed(problem, rows) for problem in problems]


def place_problem(problem: Problem, tables: Sequence[TableView]) -> PlacedProblem:
    """Return a problem with its table, row and column, where known, from its location or its piece.

    For example, with the problems of a SpecError:

        tables = pnp.tables_of("koko")
        places = [pnp.place_problem(problem, tables) for problem in error.problems]
    """
    return place_problems([problem], tables)[0]


def _placed(problem: Problem, tables: list[_TableIndex]) -> PlacedProblem:
    where = problem.where
    table, row, column = None, None, None
    found = [each for each in tables if each.holds(where)]
    made = [each for each in tables if where.piece in each.pieces]
    if found:
        in_sheet = next((each for each in found if each.view.sheet == where.sheet), found[0])
        table, (row, column) = in_sheet.view.table, in_sheet.cell(where)
    elif made:
        table, row = made[0].view.table, made[0].pieces[where.piece]
    return PlacedProblem(
        where=str(where),
        location=where.plain(),
        message=problem.said,
        subject=problem.continues,
        hint=problem.hint,
        code=problem.code,
        table=table,
        row=row,
        column=column,
    )
