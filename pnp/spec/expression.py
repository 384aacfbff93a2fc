"""Expressions over a row: columns that are computed, and rows that are left out.

An expression is what a template writes between its braces, with the columns of the row as names: `cost * 2`, or
`name ~ "!"`, or `set == "base" and cost > 0`. One mistake is told once, with the number of rows that it touches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.exceptions import SecurityError

from pnp.errors import Problem, quoted
from pnp.sandbox import Sandbox, deadline
from pnp.spec.model import Column, ColumnType, Design
from pnp.spec.values import Cell

SECONDS: Final = 10
"""For one expression over all rows."""
LONGEST: Final = 10_000
"""Signs of a computed text."""
FAILURES: Final = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError)


def compute(
    designs: list[Design], computed: Mapping[str, str], here: str, problems: list[Problem]
) -> tuple[list[Design], dict[str, Column]]:
    """The rows with what is computed for each, and the columns that this adds; each may use those before it."""
    columns: dict[str, Column] = {}
    for name, text in computed.items():
        values = _evaluate(text, designs, f"{here}.computed.{name}", problems)
        if values is None:
            continue
        cells = [_cell(value) for value in values]
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
    values = _evaluate(when, designs, f"{here}.when", problems)
    return designs if values is None else [design for design, value in zip(designs, values, strict=True) if value]


def _evaluate(text: str, designs: Sequence[Design], here: str, problems: list[Problem]) -> list[Any] | None:
    """The value of an expression for each row; None, and a problem, when it has none for some."""
    try:
        expression = Sandbox(undefined=StrictUndefined).compile_expression(text, undefined_to_none=False)
    except TemplateSyntaxError as error:
        problems.append(Problem(here, "an expression", quoted(text), str(error.message)))
        return None
    found: list[Any] = []
    failed: list[tuple[str, str]] = []
    try:
        with deadline(SECONDS, "one expression"):
            for design in designs:
                try:
                    value = expression(**design.fields, id=design.id, count=design.count, row=design.fields)
                    found.append(str(value) if isinstance(value, StrictUndefined) else value)
                except SecurityError:
                    raise
                except FAILURES as error:
                    failed.append((design.id, str(error)))
    except SecurityError as error:
        problems.append(Problem(here, "an expression that is soon done", str(error)))
        return None
    if failed:
        name, said = failed[0]
        more = len(failed) - 1
        rows = f"{name} and {more} more row{'s' * (more > 1)}" if more else name
        hint = f"a row has: {', '.join(['id', 'count', *designs[0].fields])}"
        problems.append(Problem(f"{here} ({rows})", "a value for each row", said, hint))
        return None
    return found


def _cell(value: object) -> Cell:
    """What was computed as a cell: a number stays one, all else is text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float) and abs(value) < 1e15:
        return value
    return str("" if value is None else value)[:LONGEST]
