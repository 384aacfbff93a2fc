"""Expressions over a row: computed columns, and conditions that filter rows.

An expression is written as between the braces of a template, with the columns of the row as variables: `cost * 2`,
`name ~ "!"`, or `set == "base" and cost > 0`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.exceptions import SecurityError

from pnp.errors import LimitError, Location, Problem, SpecError, quote_value
from pnp.spec.model import Column, ColumnType, DataTable, Design
from pnp.spec.table import COUNT, translated_heading
from pnp.spec.values import MOST_COPIES, Cell
from pnp.spec.views import NUMERIC, EmptyNumber, HelpfulUndefined, lookup_tables
from pnp.store.files import describe_error
from pnp.terms import Lang
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import begin_step
from pnp.worker.sandbox import Sandbox, time_limit
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

SECONDS: Final = 3
"""Maximum CPU time for one expression over all rows, in seconds."""
DATA: Final = "data"
"""Name of the lookup tables in expressions and templates."""
LONGEST: Final = 10_000
"""Maximum length of a computed text, in characters."""
FAILURES: Final = (
    TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, NameError, RecursionError,
    SyntaxError,
)  # fmt: skip

Computed = Cell | bool | None
"""The value of an expression for a row; None for the empty cell of a column of numbers."""
Row = tuple[str, int, dict[str, Cell | dict[Lang, str]]]
"""Id, count and cells of a row."""
COUNTS: Final = Column(type=ColumnType.INT, min=0, max=MOST_COPIES)
"""A computed number of copies; with 0, a row is left out."""


class Scope(NamedTuple):
    """What an expression may use besides the cells of its row."""

    columns: Mapping[str, Column] = {}
    """Columns of the deck; the empty cells of numbers count as 0."""
    data: Mapping[str, DataTable] = {}
    """Lookup tables, by name."""
    lang: Lang = Lang.EN
    """Language of the texts in lookup tables."""


NO_SCOPE: Final = Scope()


def compute_columns(
    designs: list[Design],
    computed: Mapping[str, str],
    where: Location,
    problems: list[Problem],
    scope: Scope = NO_SCOPE,
    copies: str | None = None,
) -> tuple[list[Design], dict[str, Column]]:
    """Return the rows with their computed cells, and the computed columns.

    An expression may use the columns computed before it. One that fails is added to `problems`. The columns `count` and
    `copies` set the number of copies; rows with 0 are left out.
    """
    columns: dict[str, Column] = {}
    for name, text in computed.items():
        here = where / "computed" / name
        cells = _evaluate(text, designs, here, problems, scope._replace(columns={**scope.columns, **columns}))
        if cells is None:
            continue
        if name in (copies, COUNT):
            designs = _with_counts(designs, cells, here, problems)
        if name == COUNT:
            continue
        columns[name] = _column_of(cells)
        if columns[name].type is ColumnType.TEXT:
            cells = ["" if cell is None else str(cell) for cell in cells]
        designs = [
            design.model_copy(update={"fields": {**design.fields, name: "" if cell is None else cell}})
            for design, cell in zip(designs, cells, strict=True)
        ]
    return [design for design in designs if design.count], columns


def filter_rows(
    designs: list[Design], when: str, where: Location, problems: list[Problem], scope: Scope = NO_SCOPE
) -> list[Design]:
    """Return the rows for which an expression is true; all rows, with problems, if it fails."""
    held = _evaluate(when, designs, where / "when", problems, scope, asked=True)
    return designs if held is None else [design for design, holds in zip(designs, held, strict=True) if holds]


def _with_counts(
    designs: list[Design], cells: Sequence[Computed], where: Location, problems: list[Problem]
) -> list[Design]:
    """Return the rows with these numbers of copies, 0 for an empty number; an invalid one is a problem."""
    counted = []
    for design, cell in zip(designs, cells, strict=True):
        count = int(cell) if isinstance(cell, float) and cell.is_integer() else 0 if cell is None else cell
        if isinstance(count, str) or not COUNTS.takes(count):
            message, hint = f"must be a whole number from 0 to {MOST_COPIES}", "with 0, the row is left out"
            problems.append(Problem(where.at(piece=design.id), message, hint, found=quote_value(count), code="E0301"))
            count = 1
        counted.append(design.model_copy(update={"count": count}))
    return counted


def _evaluate(
    text: str,
    designs: Sequence[Design],
    where: Location,
    problems: list[Problem],
    scope: Scope,
    *,
    asked: bool = False,
) -> list[Computed] | None:
    """Return the value of an expression for each row or, with `asked`, whether it is true.

    Return None, with problems, if it cannot be evaluated for every row. It is evaluated in a separate process, because
    even a short expression can exhaust the memory.
    """
    rows = [(design.id, design.count, dict(design.fields)) for design in designs]
    numbers = [name for name, column in scope.columns.items() if column.type in NUMERIC]
    data = dict(scope.data) if DATA in text else {}
    try:
        return [*run_in_worker(evaluate, DEFAULT_LIMITS, text, rows, numbers, data, scope.lang, where, asked)]
    except SpecError as error:
        problems += error.problems
    except LimitError:
        problems.append(Problem(where, "takes too much time or memory", "make it simpler", code="E0310"))
    return None


def _column_of(cells: Sequence[Computed]) -> Column:
    """Return the definition of a computed column: numbers if every cell is a number or the cell of an empty number."""
    filled = [cell for cell in cells if cell is not None]
    if any(isinstance(cell, str) for cell in filled):
        return Column(default="")
    kind = ColumnType.INT if all(isinstance(cell, int) for cell in filled) else ColumnType.NUMBER
    return Column(type=kind, default="" if len(filled) < len(cells) else None)


@task
def evaluate(
    text: str,
    rows: list[Row],
    numbers: list[str],
    data: dict[str, DataTable],
    lang: Lang,
    where: Location,
    asked: bool,
) -> list[Computed]:
    """Return the value of an expression for each row; raise SpecError with the problems of all rows that fail.

    `numbers` are the columns of numbers, whose empty cells count as 0.
    """
    begin_step(where)
    tables = lookup_tables(data, lang)
    return [*_cells(text, rows, frozenset(numbers), tables, where, bool if asked else _cell)]


def _cells(
    text: str,
    rows: list[Row],
    numbers: frozenset[str],
    tables: object,
    where: Location,
    as_cell: Callable[[object], Computed],
) -> list[Computed]:
    try:
        sandbox = Sandbox(undefined=HelpfulUndefined)
        expression = sandbox.compile_expression(text, undefined_to_none=False)
    except TemplateSyntaxError as error:
        raise SpecError(_syntax_problem(text, str(error.message), where)) from None
    except FAILURES as error:  # nested too deeply, or a number with too many digits
        raise SpecError(_syntax_problem(text, _why(error), where)) from None
    cells: list[Computed] = []
    problems: list[Problem] = []
    try:
        with time_limit(SECONDS, "one expression"):
            for name, count, fields in rows:
                sandbox.chance.seed(f"{where}: {name}")
                row = _variables(fields, numbers)
                try:
                    value = expression({DATA: tables, "row": row, **row, "id": name, "count": count})
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


def _variables(fields: dict[str, Cell | dict[Lang, str]], numbers: frozenset[str]) -> dict[str, object]:
    """Return the cells of a row by name; those of a translated column also by heading, such as name_fr."""
    found: dict[str, object] = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            found |= {translated_heading(name, lang): text for lang, text in value.items()}
    return found | {name: EmptyNumber() if value == "" and name in numbers else value for name, value in fields.items()}


def _syntax_problem(text: str, why: str, where: Location) -> Problem:
    return Problem(where, f"is not a valid expression ({why})", found=quote_value(text), code="E0310")


def _evaluation_problem(why: str, where: Location, hint: str = "") -> Problem:
    return Problem(where, "cannot be evaluated", hint, found=why, code="E0310")


def _why(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else describe_error(error)


def _cell(value: object) -> Computed:
    """Return a computed value as a cell: a number unchanged, None for an empty number, anything else as text."""
    if isinstance(value, EmptyNumber):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float) and abs(value) < 1e15:
        return value
    return str("" if value is None else value)[:LONGEST]
