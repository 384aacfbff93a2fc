"""Table editing: tables that pages have open, with unsaved edits, and their routes."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

import pnp
from pnp.errors import Location, Problem
from pnp.project.folders import GameRef
from pnp.tables.edited import EditedTable, TableChangedError
from pnp.tables.view import TableView
from pnp.web.endpoints import Body, OutdatedError, PageRequest, json_get, json_post, requested_game, requesting_page
from pnp.web.session import ProjectSession

MAX_OPEN_TABLES: Final = 24
"""Maximum number of open tables; beyond it, the least recently used one is closed."""


class TableOrder(PageRequest):
    """Request that names a table and the version of its file that the page has."""

    table: Annotated[str, Field(max_length=500)]
    version: Annotated[str, Field(max_length=200)]


class EditOrder(TableOrder):
    """Request to apply, undo or redo edits."""

    do: Literal["apply", "undo", "redo"] = "apply"
    edits: Annotated[list[Any], Field(max_length=10_000, default_factory=list)]


class TableEditors:
    """Open tables, each edited by one page."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[str, str, str], EditedTable] = OrderedDict()
        self._lock = Lock()

    def open(self, page: str, game: GameRef, table: str) -> EditedTable:
        """Return a table as it is in its file, and discard the page's unsaved edits of it."""
        opened = pnp.open_table(game, table)
        with self._lock:
            self._open[page, game.id, table] = opened
            self._open.move_to_end((page, game.id, table))
            while len(self._open) > MAX_OPEN_TABLES:
                self._open.popitem(last=False)
        return opened

    def find(self, page: str, game: GameRef, order: TableOrder) -> EditedTable:
        """Return the table that a page edits. Raise OutdatedError if the page shows another version of it."""
        with self._lock:
            found = self._open.get((page, game.id, order.table))
            if found is not None:
                self._open.move_to_end((page, game.id, order.table))
        if found is None or found.version != order.version:
            now = self.open(page, game, order.table).view()
            message, hint = "has changed since this page loaded it", "reload the table"
            problem = Problem(Location(order.table), message, hint, code="E0112")
            raise OutdatedError(problem, now=_as_json(now))
        return found


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the tables page."""
    editors = TableEditors()

    def tables(request: Request) -> Body:
        game = session.located(requested_game(request))
        found = pnp.tables_of(game)
        return {"tables": [each.model_dump(mode="json", exclude={"rows"}) | {"rows": len(each.rows)} for each in found]}

    def table(request: Request) -> Body:
        game, name = session.located(requested_game(request)), request.query_params.get("table", "")
        if "look" in request.query_params:  # only to compare: the table that the page edits stays open
            return _as_json(pnp.open_table(game, name).view())
        return _as_json(editors.open(requesting_page(request), game, name).view())

    def edit(request: Request, order: EditOrder) -> Body:
        opened = editors.find(requesting_page(request), session.located(requested_game(request)), order)
        match order.do:
            case "apply":
                opened.apply(*order.edits)
            case "undo":
                opened.undo()
            case "redo":
                opened.redo()
        return _as_json(opened.view())

    def save(request: Request, order: TableOrder) -> Body:
        opened = editors.find(requesting_page(request), session.located(requested_game(request)), order)
        try:
            saved = opened.save()
        except TableChangedError as error:
            now = None if error.table is None else _as_json(error.table)
            raise OutdatedError(*error.problems, now=now) from None
        return saved.model_dump(mode="json")

    return [
        Route("/api/{game}/tables", json_get(tables)),
        Route("/api/{game}/table", json_get(table)),
        Route("/api/{game}/table/edit", json_post(EditOrder, edit), methods=["POST"]),
        Route("/api/{game}/table/save", json_post(TableOrder, save), methods=["POST"]),
    ]


def _as_json(view: TableView) -> Body:
    return view.model_dump(mode="json")
