"""Expressions over a row: computed columns, and conditions that filter rows.

An expression is written as between the braces of a template, with the columns of the row as variables: `cost * 2`,
`name ~ "!"`, or `set == "base" and cost > 0`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.exceptions import SecurityError

from pnp.errors import LimitError, Location, Problem, SpecError, quote_value
from pnp.spec.model import Column, ColumnType, Design
from pnp.spec.values import Cell
from pnp.store.files import describe_error
from pnp.terms import Lang
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import begin_step
from pnp.worker.sandbox import Sandbox, time_limit
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

SECONDS: Final = 3
"""Maximum CPU time for one expression over all rows, in seconds."""
LONGEST: Final = 10_000
"""Maximum length of a computed text, in characters."""
FAILURES: Final = (
    TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, NameError, RecursionError,
    SyntaxError,
)  # fmt: skip

Row = tuple[str, int, dict[str, Cell | dict[Lang, str]]]
"""Id, count and cells of a row."""


def compute_columns(
    designs: list[Design], computed: Mapping[str, str], where: Location, problems: list[Problem]
) -> tuple[list[Design], dict[str, Column]]:
    """Return the rows with their computed cells, and the computed columns.

    An expression may use the columns computed before it. One that fails is added to `problems`.
    """
    columns: dict[str, Column] = {}
    for name, text in computed.items():
        cells = _evaluate(text, designs, where / "computed" / name, problems)
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


def filter_rows(designs: list[Design], when: str, where: Location, problems: list[Problem]) -> list[Design]:
    """Return the rows for which an expression is true; all rows, with problems, if it fails."""
    held = _evaluate(when, designs, where / "when", problems, asked=True)
    return designs if held is None else [design for design, holds in zip(designs, held, strict=True) if holds]


def _evaluate(
    text: str, designs: Sequence[Design], where: Location, problems: list[Problem], *, asked: bool = False
) -> list[Cell] | None:
    """Return the value of an expression for each row or, with `asked`, whether it is true.

    Return None, with problems, if it cannot be evaluated for every row. It is evaluated in a separate process, because
    even a short expression can exhaust the memory.
    """
    rows = [(design.id, design.count, dict(design.fields)) for design in designs]
    try:
        return [*run_in_worker(evaluate, DEFAULT_LIMITS, text, rows, where, asked)]
    except SpecError as error:
        problems += error.problems
    except LimitError:
        problems.append(Problem(where, "takes too much time or memory", "make it simpler", code="E0310"))
    return None


@task
def evaluate(text: str, rows: list[Row], where: Location, asked: bool) -> list[Cell | bool]:
    """Return the value of an expression for each row; raise SpecError with the problems of all rows that fail."""
    begin_step(where)
    return [*_cells(text, rows, where, bool if asked else _cell)]


def _cells(text: str, rows: list[Row], where: Location, as_cell: Callable[[object], Cell]) -> list[Cell]:
    try:
        sandbox = Sandbox(undefined=StrictUndefined)
        expression = sandbox.compile_expression(text, undefined_to_none=False)
    except TemplateSyntaxError as error:
        raise SpecError(_syntax_problem(text, str(error.message), where)) from None
    except FAILURES as error:  # nested too deeply, or a number with too many digits
        raise SpecError(_syntax_problem(text, _why(error), where)) from None
    cells: list[Cell] = []
    problems: list[Problem] = []
    try:
        with time_limit(SECONDS, "one expression"):
            for name, count, fields in rows:
                sandbox.chance.seed(f"{where}: {name}")
                try:
                    value = expression(**fields, id=name, count=count, row=fields)
                    cells.append(as_cell(str(value) if isinstance(value, StrictUndefined) else value))
                except SecurityError:
                    raise
                except FAILURES as error:
                    hint = f"the row has: {', '.join(['id', 'count', *fields])}"
                    problems.append(_evaluation_problem(_why(error), where.at(piece=name), hint))
    except SecurityError as error:
        raise SpecError(_evaluation_problem(str(error), where)) from None
    if problems:
        raise SpecError(*problems)
    return cells


def _syntax_problem(text: str, why: str, where: Location) -> Problem:
    return Problem(where, f"is not a valid expression ({why})", found=quote_value(text), code="E0310")


def _evaluation_problem(why: str, where: Location, hint: str = "") -> Problem:
    return Problem(where, "cannot be evaluated", hint, found=why, code="E0310")


def _why(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else describe_error(error)


def _cell(value: object) -> Cell:
    """Return a computed value as a cell: a number unchanged, anything else as text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float) and abs(value) < 1e15:
        return value
    return str("" if value is None else value)[:LONGEST]
