"""Derive columns, ids and copy counts from the headings of a designer's table.

Each heading gets a name that templates can use: `Card Name` becomes `card_name`. Declared columns are checked; other
columns are text, or numbers if every cell is a number. A table without ids gets ids made from the names of its pieces.
With `strict = true` in the spec, only declared columns are allowed and this module is not used.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from pnp.errors import Location, Problem, did_you_mean, quote_value
from pnp.spec.model import Column, ColumnType
from pnp.spec.table import COUNT, ID, LOOKS, Row, translated_heading
from pnp.terms import Lang

COUNT_HEADINGS: Final = ("count", "qty", "quantity", "copies")
"""Names of columns that give the number of copies."""
NAME_HEADINGS: Final = ("name", "title", "card_name", "card", "card_title")
"""Names of columns that give the name of a piece."""
MAX_ID_LENGTH: Final = 48
_PLAIN_NUMBER: Final = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,14})([.,][0-9]{1,15})?")
_TIMES: Final = re.compile(r"[x×]?\s*([0-9]{1,6})\s*[x×]?", re.IGNORECASE)


def slugify(text: str, joint: str = "_") -> str:
    """Return a text as lowercase ASCII letters and digits, with `joint` for everything else.

    >>> plain_name("Card Name")
    'card_name'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", joint, plain.lower()).strip(joint)


@dataclass
class FittedRows:
    """The rows of a deck, by column name."""

    columns: dict[str, Column]
    headings: dict[str, str]
    """The table's heading for each column, and for `id` and `count`."""
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class ColumnRoles:
    """The columns with a special role, by name; None for each role that no column has."""

    ids: str | None
    count: str | None
    looks: str | None
    called: str | None
    """Column with the names of the pieces."""

    @property
    def special(self) -> tuple[str | None, ...]:
        """Columns that are not passed on as fields of a row."""
        return self.ids, self.count, self.looks

    def called_in(self, headings: Mapping[str, str]) -> dict[str, str]:
        """Return the table's headings by name, including those that `id` and `count` are read from."""
        made = {ID: self.ids or self.called, COUNT: self.count}
        return {**headings, **{name: headings[source] for name, source in made.items() if source}}


def fit_rows(
    rows: list[Row],
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    copies: str | None,
    deck: str,
    taken: set[str],
    here: Location,
    problems: list[Problem],
) -> FittedRows:
    """Return the rows of a deck, each with an id and a number of copies.

    Generated ids differ from those in `taken`. A deck's tables may have different headings; headings with the same
    name become one column.
    """
    headings: dict[str, str] = {}
    named: list[Row] = []
    for where, cells in rows:
        names = heading_names(tuple(cells))
        headings = {name: head for head, name in names.items()} | headings
        named.append((where, {name: cells[head] for head, name in names.items()}))
    plan = find_column_roles(headings, declared, languages, copies, here, problems)
    count, looks = plan.count, plan.looks
    columns = dict(declared) | _undeclared(
        named, headings, plan, _declared_names(declared, languages, headings, here, problems)
    )
    fitted = FittedRows(columns, plan.called_in(headings))
    cells_of = [name for name in headings if name not in plan.special]
    for number, (where, cells) in enumerate(named, 1):
        times = _parse_count(cells.get(count, "") if count else "")
        if times != "0":
            row = {name: cells.get(name, "") for name in [*cells_of, *([looks] if looks else [])]}
            fitted.rows.append((where, row | {ID: _id(plan, cells, deck, number, taken), COUNT: times}))
    return fitted


def find_column_roles(
    headings: Mapping[str, str],
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    copies: str | None,
    here: Location,
    problems: list[Problem],
) -> ColumnRoles:
    """Find the columns with a special role; `headings` are the table's headings by name."""
    count = _count_column(headings, declared, copies, here, problems)
    ids = ID if ID in headings else None
    looks = LOOKS if LOOKS in headings and LOOKS not in declared else None
    return ColumnRoles(
        ids, count, looks, _name_column([name for name in headings if name not in (count, ids)], languages)
    )


def _declared_names(
    declared: Mapping[str, Column],
    languages: Sequence[Lang],
    headings: Mapping[str, str],
    here: Location,
    problems: list[Problem],
) -> set[str]:
    """Return the names of the declared columns in a table; a missing column is a problem."""
    names = [
        name
        for key, column in declared.items()
        for name in ([translated_heading(key, lang) for lang in languages] if column.translated else [key])
    ]
    for name in names:
        if name not in headings:
            hint = did_you_mean(headings.values(), name)
            problems.append(
                Problem(here / "columns", f"the rows have no column {quote_value(name)}", hint, code="E0303")
            )
    return set(names)


def _undeclared(
    rows: list[Row], headings: Mapping[str, str], plan: ColumnRoles, declared: set[str]
) -> dict[str, Column]:
    """Return the undeclared columns, with the types of their cells."""
    return {
        name: _infer_column(head, [cells.get(name, "") for _, cells in rows])
        for name, head in headings.items()
        if name not in declared and name not in plan.special
    }


def _id(plan: ColumnRoles, cells: Mapping[str, str], deck: str, number: int, taken: set[str]) -> str:
    """Return the id of a row, or one made from its name or number."""
    given = cells.get(plan.ids, "") if plan.ids else ""
    called = cells.get(plan.called, "") if plan.called else ""
    if given:
        taken.add(made := _plain_id(given, deck, number))
        return made
    return make_id(called, deck, number, taken)


def make_id(called: str, deck: str, number: int, taken: set[str]) -> str:
    """Return a unique id, made from the name of a piece and its number in the deck."""
    return _unique_id(_plain_id(called, deck, number), taken)


def _plain_id(called: str, deck: str, number: int) -> str:
    made = slugify(called, "-")[:MAX_ID_LENGTH].strip("-")
    return made if made[:1].isalpha() else f"{deck}-{made or number}"


@lru_cache(maxsize=64)
def heading_names(heads: tuple[str, ...]) -> dict[str, str]:
    """Return a unique name for each heading of a table; empty headings have none."""
    found: dict[str, str] = {}
    for number, head in enumerate(heads, 1):
        name = slugify(head)
        if not name[:1].isalpha():
            name = f"column_{name or number}"
        same = sum(slugify(other) == name for other in found)
        if head:
            found[head] = f"{name}_{same + 1}" if same else name
    return found


def _count_column(
    headings: Mapping[str, str],
    declared: Mapping[str, Column],
    copies: str | None,
    here: Location,
    problems: list[Problem],
) -> str | None:
    """Return the name of the column with the number of copies, if there is one."""
    if copies is not None:
        found = [name for name, head in headings.items() if copies in (head, name)]
        if not found:
            hint = did_you_mean(headings.values(), copies)
            message, found_ = "must be a heading of the table", quote_value(copies)
            problems.append(Problem(here / "copies", message, hint, found=found_, code="E0303"))
    else:
        found = [name for name in headings if name in COUNT_HEADINGS and name not in declared]
        if len(found) > 1:
            listed = " and ".join(quote_value(headings[name]) for name in found)
            hint = f'choose one: copies = "{headings[found[0]]}"'
            problems.append(Problem(here, f"has several columns with a number of copies: {listed}", hint, code="E0304"))
    return found[0] if found else None


def _infer_column(head: str, cells: list[str]) -> Column:
    """Return the definition of an undeclared column: numbers if every cell is a number, text otherwise."""
    numbers = [_PLAIN_NUMBER.fullmatch(cell) for cell in cells]
    if cells and all(numbers):
        whole = not any(number[1] for number in numbers if number)
        return Column(type=ColumnType.INT if whole else ColumnType.NUMBER, heading=head)
    return Column(default="", heading=head)


def _name_column(names: list[str], languages: Sequence[Lang]) -> str | None:
    """Return the column with the names of the pieces: one of NAMES in any language, or any column ending in _name."""
    ranked = [*NAME_HEADINGS, *(translated_heading(name, lang) for lang in languages for name in NAME_HEADINGS)]
    best = [name for name in ranked if name in names]
    return next(iter(best or [name for name in names if name.endswith("_name")]), None)


def _parse_count(text: str) -> str:
    """Return the number of copies in a cell such as 3, 3x or ×3; 1 for an empty cell."""
    match = _TIMES.fullmatch(text.strip())
    return str(int(match[1])) if match else text.strip() or "1"


def _unique_id(name: str, taken: set[str]) -> str:
    """Return a unique id, which is added to `taken`: the name, with a number if necessary."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    taken.add(free)
    return free
