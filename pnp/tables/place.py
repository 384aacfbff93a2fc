"""Find the table, row and column of each problem."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pnp.errors import Location, Problem
from pnp.tables.view import PlacedProblem, TableView

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
