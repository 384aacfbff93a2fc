"""Expressions over a row: columns that are computed, and rows that are left out.

An expression is what a template writes between its braces, with the columns of the row as names: `cost * 2`, or
`name ~ "!"`, or `set == "base" and cost > 0`. One mistake is told once, with the number of rows that it touches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.exceptions import SecurityError

from pnp.confine import Handover, confined, list_problem, read_problem
from pnp.errors import LimitError, Problem, SpecError, quoted
from pnp.progress import Progress
from pnp.read import what_is_wrong
from pnp.sandbox import Sandbox, deadline
from pnp.spec.model import Column, ColumnType, Design
from pnp.spec.values import Cell
from pnp.step import begin

SECONDS: Final = 3
"""For one expression over all rows."""
SOON: Final = "an expression that is soon done"
LONGEST: Final = 10_000
"""Signs of a computed text."""
FAILURES: Final = (
    TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, NameError, RecursionError,
    SyntaxError,
)  # fmt: skip

Row = tuple[str, int, dict[str, Cell]]
"""The id of a row, its count, and its cells."""


def compute(
    designs: list[Design], computed: Mapping[str, str], here: str, problems: list[Problem]
) -> tuple[list[Design], dict[str, Column]]:
    """The rows with what is computed for each, and the columns that this adds; each may use those before it."""
    columns: dict[str, Column] = {}
    for name, text in computed.items():
        cells = _evaluate(text, designs, f"{here}.computed.{name}", problems)
        if cells is None:
            continue
        if any(isinstance(cell, str) for cell in cells):
            cells, kind = [str(cell) for cell in cells], ColumnType.TEXT
        else:
            kind = ColumnType.INT if all(isinstance(cell, int) for cell in cells) else ColumnType.NUMBER
        columns[name] = Column(type=kind, default="" if kind is ColumnType.TEXT else None)
        designs = [
            design.model_copy(update={"fields": {**design.fields, name: cell}})
            for design, cell in zip(designs, cells, strict=True)
        ]
    return designs, columns


def keep(designs: list[Design], when: str, here: str, problems: list[Problem]) -> list[Design]:
    """The rows for which an expression holds."""
    held = _evaluate(when, designs, f"{here}.when", problems, asked=True)
    return designs if held is None else [design for design, holds in zip(designs, held, strict=True) if holds]


def _evaluate(
    text: str, designs: Sequence[Design], here: str, problems: list[Problem], *, asked: bool = False
) -> list[Cell] | None:
    """The cell that an expression gives for each row, or whether it holds where that is `asked`.

    None, and a problem, when it has none for some. It is computed in a process of its own: a few signs can ask for all
    the memory there is.
    """
    rows = [(design.id, design.count, dict(design.fields)) for design in designs]
    try:
        about = confined(f"{__name__}:cells_task", text, rows, here, asked).about
    except LimitError:
        problems.append(Problem(here, SOON, "one that takes too much time or memory", "make it simpler", code="E0310"))
        return None
    if about["problem"] is not None:
        problems.append(read_problem(about["problem"]))
    cells: list[Cell] | None = about["cells"]
    return cells


def cells_task(text: str, rows: list[Row], here: str, asked: bool, *, progress: Progress) -> Handover:
    """The cells that an expression gives, or the problem with it, for another process."""
    begin(here)
    try:
        return Handover({"cells": _cells(text, rows, here, bool if asked else _cell), "problem": None})
    except SpecError as error:
        return Handover({"cells": None, "problem": list_problem(error.problems[0])})


def _cells(text: str, rows: list[Row], here: str, as_cell: Callable[[object], Cell]) -> list[Cell]:
    try:
        sandbox = Sandbox(undefined=StrictUndefined)
        expression = sandbox.compile_expression(text, undefined_to_none=False)
    except TemplateSyntaxError as error:
        raise SpecError(Problem(here, "an expression", quoted(text), str(error.message), code="E0310")) from None
    except FAILURES as error:  # parts nested too deeply, numbers of too many digits
        raise SpecError(Problem(here, "an expression", quoted(text), _why(error), code="E0310")) from None
    found: list[Cell] = []
    failed: list[tuple[str, str]] = []
    try:
        with deadline(SECONDS, "one expression"):
            for name, count, fields in rows:
                sandbox.chance.seed(f"{here}: {name}")
                try:
                    value = expression(**fields, id=name, count=count, row=fields)
                    found.append(as_cell(str(value) if isinstance(value, StrictUndefined) else value))
                except SecurityError:
                    raise
                except FAILURES as error:
                    failed.append((name, _why(error)))
    except SecurityError as error:
        raise SpecError(Problem(here, SOON, str(error), code="E0310")) from None
    if failed:
        name, said = failed[0]
        more = len(failed) - 1
        where = f"{name} and {more} more row{'s' * (more > 1)}" if more else name
        hint = f"a row has: {', '.join(['id', 'count', *rows[0][2]])}"
        raise SpecError(Problem(f"{here} ({where})", "a value for each row", said, hint, code="E0310"))
    return found


def _why(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else what_is_wrong(error)


def _cell(value: object) -> Cell:
    """What was computed as a cell: a number stays one, all else is text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float) and abs(value) < 1e15:
        return value
    return str("" if value is None else value)[:LONGEST]
