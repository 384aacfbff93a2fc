"""Validate composition rules: the keys of each form, and the columns and values they refer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pnp.errors import Location, Problem, did_you_mean, quote_value
from pnp.spec.model import Column, ColumnType, Design, Form, Rule
from pnp.spec.table import ID, OPTIONAL_COLUMNS, headings, translated_heading
from pnp.spec.values import Cell
from pnp.terms import Lang

_SELECTION: Final = ("form", "name", "of", "where")
_BOUNDS: Final = ("is", "min", "max")
FORM_KEYS: Final[Mapping[Form, tuple[str, ...]]] = {
    Form.COUNT: ("columns", "value", "but", *_BOUNDS),
    Form.SUM: ("columns", *_BOUNDS),
    Form.EACH: ("by", "columns", "value", "but", *_BOUNDS),
    Form.UNIQUE: ("columns", "rotated", "copies"),
    Form.RANGE: ("columns", *_BOUNDS),
    Form.EQUAL: ("by", "columns", "value", "but"),
}
"""Keys of each form besides form, name, of and where."""
_NUMERIC: Final = (ColumnType.INT, ColumnType.NUMBER)

Columns = Mapping[str, Column]


def check_rule(
    rule: Rule, decks: Mapping[str, Columns | None], languages: Iterable[Lang], where: Location
) -> Iterator[Problem]:
    """Yield the problems with a rule; columns are not checked for a deck whose columns are None."""
    yield from _check_keys(rule, where)
    yield from _check_cells(rule, where)
    yield from _check_bounds(rule, where)
    if rule.of not in decks:
        hint = did_you_mean(decks, rule.of)
        yield Problem(where / "of", "must be the name of a deck", hint, found=quote_value(rule.of), code="E0206")
    columns = decks.get(rule.of)
    if columns is not None:
        yield from _check_names(rule, columns, languages, where)


def column_with_heading(columns: Columns, heading: str) -> Column:
    """Return the column with a heading of the table; raise KeyError if there is none."""
    if heading in columns and not columns[heading].translated:
        return columns[heading]
    if heading == ID or any(each.translated and heading.startswith(f"{name}_") for name, each in columns.items()):
        return Column()
    raise KeyError(heading)


def cell_under(design: Design, heading: str) -> Cell:
    """Return the cell of a row under a heading of the table."""
    if heading == ID:
        return design.id
    value = design.fields.get(heading)
    if value is not None and not isinstance(value, dict):
        return value
    texts = ((name, value) for name, value in design.fields.items() if isinstance(value, dict))
    return next(text[lang] for name, text in texts for lang in text if translated_heading(name, lang) == heading)


def _check_keys(rule: Rule, where: Location) -> Iterator[Problem]:
    """Yield a problem for each key that does not apply to the form, and for each required key that is missing."""
    allowed = (*_SELECTION, *FORM_KEYS[rule.form])
    for name, field in Rule.model_fields.items():
        key = field.alias or name
        if name in rule.model_fields_set and key not in allowed:
            hint = f'form = "{rule.form}" has: {", ".join(FORM_KEYS[rule.form])}'
            yield Problem(where / key, f'does not apply to form = "{rule.form}"', hint, code="E0205")
    if rule.form in (Form.SUM, Form.UNIQUE, Form.RANGE) and not rule.columns:
        yield Problem(where / "columns", "is missing", 'for example columns = ["cost"]', code="E0203")
    if rule.form in (Form.EACH, Form.EQUAL) and not rule.columns and rule.by is None:
        yield Problem(where, "needs by or columns", 'for example by = "kind"', code="E0203")
    if rule.rotated and len(rule.columns) == 1:
        message, hint = "must have at least two columns for rotated = true", "list them clockwise around the piece"
        yield Problem(where / "columns", message, hint, code="E0204")


def _check_cells(rule: Rule, where: Location) -> Iterator[Problem]:
    """Yield the problems with combinations of `columns`, `value` and `but`."""
    chosen = rule.value or rule.but
    counted = rule.form is Form.COUNT or (rule.form in (Form.EACH, Form.EQUAL) and rule.by is not None)
    if rule.value and rule.but:
        yield Problem(where, "cannot have both value and but", "delete one of them", code="E0205")
    if chosen and not rule.columns and "value" in FORM_KEYS[rule.form]:
        hint = "name the columns that hold the value; to choose among rows, use where"
        yield Problem(where / "columns", "is missing", hint, code="E0203")
    if rule.columns and not chosen and counted:
        yield Problem(where, "needs value or but along with columns", 'for example value = "coin"', code="E0203")
    if rule.form is Form.EQUAL and rule.by is None and len(rule.value) == 1:
        yield Problem(where / "value", "must have at least two values to compare", code="E0204")


def _check_bounds(rule: Rule, where: Location) -> Iterator[Problem]:
    if "is" not in FORM_KEYS[rule.form]:
        return
    bounds = {"is": rule.exactly, "min": rule.min, "max": rule.max}
    given = {key: bound for key, bound in bounds.items() if bound is not None}
    if not given:
        yield Problem(where, "needs is, min or max", "for example is = 20", code="E0203")
    if "is" in given and len(given) > 1:
        others = " and ".join(key for key in given if key != "is")
        hint = "is = 20 means min = 20 and max = 20"
        yield Problem(where / "is", f"conflicts with {others}", hint, code="E0205")
    if rule.min is not None and rule.max is not None and rule.min > rule.max:
        yield Problem(where / "min", f"must be at most max ({rule.max:g})", found=f"{rule.min:g}", code="E0204")
    if rule.form in (Form.COUNT, Form.EACH):
        for key, bound in given.items():
            if bound < 0 or bound != int(bound):
                message, hint = "must be 0 or a positive whole number", "it is a number of pieces"
                yield Problem(where / key, message, hint, found=f"{bound:g}", code="E0204")


def _check_names(rule: Rule, columns: Columns, languages: Iterable[Lang], where: Location) -> Iterator[Problem]:
    """Yield a problem for each unknown column, and for each value that its column cannot hold."""
    names = [
        heading for heading in headings(columns, languages) if heading not in OPTIONAL_COLUMNS or heading in columns
    ]
    named = [("where", name) for name in rule.where] + [("columns", name) for name in rule.columns]
    for key, name in [*named, *([("by", rule.by)] if rule.by is not None else [])]:
        if name not in names:
            message = f"the deck {rule.of} has no column {quote_value(name)}"
            yield Problem(where / key, message, did_you_mean(names, name), code="E0207")
        elif (
            key == "columns"
            and rule.form in (Form.SUM, Form.RANGE)
            and column_with_heading(columns, name).type not in _NUMERIC
        ):
            message = (
                f"the column {quote_value(name)} "
                f"is of type {column_with_heading(columns, name).type}, not int or number"
            )
            yield Problem(where / key, message, 'declare it with type = "int" or "number"', code="E0204")
    for name, values in rule.where.items():
        if name in names:
            yield from _check_values(values, [column_with_heading(columns, name)], where / "where" / name)
    looked_at = [column_with_heading(columns, name) for name in rule.columns if name in names]
    if looked_at and len(looked_at) == len(rule.columns):
        yield from _check_values(rule.value, looked_at, where / "value")
        yield from _check_values(rule.but, looked_at, where / "but")


def _check_values(values: list[Cell], columns: list[Column], where: Location) -> Iterator[Problem]:
    """Yield a problem for each value that none of the columns can hold."""
    choices = list(dict.fromkeys(choice for column in columns for choice in column.choices))
    for value in values:
        if not any(_can_hold(column, value) for column in columns):
            types = " or ".join(dict.fromkeys(column.type for column in columns))
            hint = did_you_mean(choices, str(value)) if choices else ""
            message = f"must be a value that a column of type {types} can hold"
            yield Problem(where, message, hint, found=quote_value(value), code="E0204")


def _can_hold(column: Column, value: Cell) -> bool:
    return column.takes(value) and (column.type is not ColumnType.TEXT or isinstance(value, str))
