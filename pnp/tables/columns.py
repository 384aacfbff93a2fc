"""Describe the columns of a table: names, types and roles in the decks that use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.errors import Location
from pnp.spec.load import PartialGame, parse_columns
from pnp.spec.model import Column
from pnp.spec.table import COUNT, ID, LOOKS, find_column_roles, heading_names, translated_heading
from pnp.tables.view import ColumnRole, TableColumn
from pnp.terms import Lang


def show_columns(headings: Sequence[str], decks: Sequence[str], reading: PartialGame) -> list[TableColumn]:
    """Return a column for each heading; if decks differ, as in the first deck that declares it or gives it a role."""
    seen = [_columns_in_deck(headings, reading.decks[deck], reading) for deck in decks if deck in reading.decks]
    return [
        next((column for column in each if column.declared or column.role), each[0])
        for each in zip(*(seen or [[TableColumn(heading=head, name="") for head in headings]]), strict=True)
    ]


def _columns_in_deck(headings: Sequence[str], deck: dict[str, object], reading: PartialGame) -> list[TableColumn]:
    columns, raw = parse_columns(deck), deck.get("columns")
    declared = {name for name in columns if isinstance(raw, dict) and not isinstance(raw[name], Column)}
    names = dict(zip(headings, headings, strict=True)) if reading.strict else heading_names(tuple(headings))
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
