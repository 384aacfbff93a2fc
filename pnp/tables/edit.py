"""Edits of a table as JSON objects, such as {"do": "set", "row": 1, "column": 0, "value": "fox"}.

Row 0 has the headings and row 1 is the first below them; empty rows count. Column 0 is the first. Each edit applies to
the table as the previous edit left it. Unknown keys are errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter, ValidationError

from pnp.errors import Location, Problem, quote_value
from pnp.spec.model import Model
from pnp.spec.reader import MOST_COLUMNS
from pnp.tables.document import EditError

LONGEST_CELL: Final = 32_767
"""Maximum length of a cell, in characters, as in a spreadsheet."""
MOST_ROWS: Final = 10_000
"""Maximum number of rows in one edit; a game cannot have more pieces."""
MOST_EDITS: Final = 10_000
LONGEST_BLOCK: Final = 4_000_000
"""Maximum length of a pasted block, in characters."""

AnyRow = Annotated[int, Field(ge=0, le=10_000_000, strict=True)]
RowBelowHeadings = Annotated[int, Field(ge=1, le=10_000_000, strict=True)]
"""A row below the headings."""
AnyColumn = Annotated[int, Field(ge=0, lt=MOST_COLUMNS, strict=True)]
RowCount = Annotated[int, Field(ge=1, le=MOST_ROWS, strict=True)]
CellText = Annotated[str, Field(max_length=LONGEST_CELL, strict=True)]
RowTexts = Annotated[list[CellText], Field(max_length=MOST_COLUMNS)]


class SetCell(Model):
    """Set the value of a cell or heading, without surrounding spaces."""

    do: Literal["set"] = "set"
    row: AnyRow
    column: AnyColumn
    value: CellText


class InsertRows(Model):
    """Insert rows before `row`, or after the last row if `row` is one more than its number; [[]] is an empty row."""

    do: Literal["insert"] = "insert"
    row: RowBelowHeadings
    rows: Annotated[list[RowTexts], Field(min_length=1, max_length=MOST_ROWS)]


class DuplicateRows(Model):
    """Insert copies of `count` rows below them, with new ids."""

    do: Literal["duplicate"] = "duplicate"
    row: RowBelowHeadings
    count: RowCount = 1


class DeleteRows(Model):
    """Delete `count` rows."""

    do: Literal["delete"] = "delete"
    row: RowBelowHeadings
    count: RowCount = 1


class MoveRows(Model):
    """Move `count` rows before the row that is now `to`, or after the last row if `to` is one more than its number."""

    do: Literal["move"] = "move"
    row: RowBelowHeadings
    count: RowCount = 1
    to: RowBelowHeadings


class PasteBlock(Model):
    """Paste a block from the clipboard, its first cell here, adding rows below the last one if necessary."""

    do: Literal["paste"] = "paste"
    row: RowBelowHeadings
    column: AnyColumn
    text: Annotated[str, Field(max_length=LONGEST_BLOCK, strict=True)]


class FillDown(Model):
    """Copy the value of a cell to the `count` cells below it."""

    do: Literal["fill"] = "fill"
    row: RowBelowHeadings
    column: AnyColumn
    count: RowCount = 1


Edit = SetCell | InsertRows | DuplicateRows | DeleteRows | MoveRows | PasteBlock | FillDown
_EDITS: Final[TypeAdapter[list[Edit]]] = TypeAdapter(
    Annotated[list[Annotated[Edit, Field(discriminator="do")]], Field(max_length=MOST_EDITS)]
)


def read_edits(data: Sequence[Any]) -> list[Edit]:
    """Return edits read from plain data; raise EditError with every problem in them."""
    try:
        return _EDITS.validate_python(list(data))
    except ValidationError as error:
        raise EditError(*map(_problem, error.errors(include_url=False))) from None


def edits_schema() -> dict[str, Any]:
    """Return the JSON Schema of a list of edits."""
    return _EDITS.json_schema()


def _problem(item: Any) -> Problem:
    where = Location(key="edits")
    for part in item["loc"]:
        where /= part + 1 if isinstance(part, int) else part
    kind, found = item["type"], quote_value(item["input"])
    if kind == "missing":
        return Problem(where, "is missing", code="E0314")
    if kind == "extra_forbidden":
        return Problem(where, "is not a known key", code="E0314")
    if kind == "union_tag_invalid":
        where, found = where / "do", quote_value(item["ctx"]["tag"])
        message = f"must be one of {item['ctx']['expected_tags']}"
    elif kind in ("union_tag_not_found", "model_attributes_type"):
        message = "must be an edit, with a key do"
    else:  # "Input should be a valid integer", "String should have at most 10 characters"
        message = f"must {item['msg'].partition(' should ')[2] or 'be valid'}"
    return Problem(where, message, found=found, code="E0314")
