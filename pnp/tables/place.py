"""Where in a table a problem lies: its row and column, from what the message says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pnp.errors import Problem
from pnp.tables.view import PlacedProblem, TableView

_ROW: Final = re.compile(r"(?::(?P<line>[0-9]+)|\[(?P<number>[0-9]+)\])(?:: (?P<column>.+))?", re.DOTALL)


LAST: Final = 10**9
"""After any line."""


class _Lines:
    """The rows of a table by their lines, and of its pieces."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.rows = {row.line: row.row for row in view.rows}
        self.pieces = {piece: row.row for row in view.rows for piece in row.pieces}
        self.first = min(self.rows, default=LAST if view.columns else 0)
        self.columns: dict[str, int] = {}
        for number, column in enumerate(view.columns):
            self.columns.setdefault(column.name, number)
            self.columns.setdefault(column.heading, number)

    def place(self, rest: str) -> tuple[int | None, int | None] | None:
        """Row and column, from what follows the name of the table; None where something else is meant."""
        if not rest:
            return None, None
        found = _ROW.fullmatch(rest)
        if found is None:
            return None
        line = int(found["line"] or found["number"])
        row = self.rows.get(line, 0 if line < self.first else None)
        return row, self.columns.get(found["column"] or "\0")


def place_problems(problems: Iterable[Problem], tables: Sequence[TableView]) -> list[PlacedProblem]:
    """Each problem with its table, row and column, as far as it has them."""
    named: dict[str, _Lines] = {}
    for view in tables:
        named[view.table] = lines = _Lines(view)
        named.setdefault(view.table.partition("#")[0], lines)  # messages about JSON do not name the list
    return [_placed(problem, named) for problem in problems]


def place_problem(problem: Problem, tables: Sequence[TableView]) -> PlacedProblem:
    """A problem with its table, row and column, as far as it has them: `cards.csv:14: cost`, or a card by its id."""
    return place_problems([problem], tables)[0]


def _placed(problem: Problem, named: dict[str, _Lines]) -> PlacedProblem:
    table, row, column = None, None, None
    for name in sorted(named, key=len, reverse=True):
        if problem.where.startswith(name) and (found := named[name].place(problem.where[len(name) :])) is not None:
            table, (row, column) = named[name].view.table, found
            break
    case = problem.case
    if table is None and case is not None and case.kind == "card":
        lines = next((lines for lines in named.values() if case.name in lines.pieces), None)
        table, row = (lines.view.table, lines.pieces[case.name]) if lines else (None, None)
    return PlacedProblem(
        where=problem.where,
        expected=problem.expected,
        found=problem.found,
        hint=problem.hint,
        code=problem.code,
        table=table,
        row=row,
        column=column,
    )
