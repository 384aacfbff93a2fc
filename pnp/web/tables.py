"""Tables: rows and columns for the page that edits them, checks and previews of unsaved edits, and saving.

The page keeps the edits. A request names the version of the file that it is based on, and only rows that differ from
that version are sent back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.routing import Route

import pnp
from pnp.errors import Location, PnpError, Problem, quote_value
from pnp.face.faces import FaceName
from pnp.library.drafts import open_draft
from pnp.project.folders import GameRef
from pnp.spec.load import PartialGame
from pnp.tables.convert import convert_to_csv
from pnp.tables.edited import TableChangedError, draft_table, list_tables, read_partial_game
from pnp.tables.view import TableView
from pnp.terms import Side
from pnp.web.answer_types import ConvertedTable, ListedTable, OpenRow, OpenTable, SavedEdits, TriedEdits
from pnp.web.endpoints import OutdatedError, PageRequest, SentLists, json_get, json_post, list_problems, requested_game
from pnp.web.gallery import draw_unsaved
from pnp.web.session import ProjectSession

MOST_VERSIONS: Final = 24
"""Maximum number of versions of tables whose rows are remembered."""
MOST_FACES: Final = 2
"""Maximum number of faces drawn for an unsaved row."""


class TableRequest(PageRequest):
    """Request that names a table."""

    table: Annotated[str, Field(max_length=500)]


class EditRequest(TableRequest):
    """Request with edits of a version of a table."""

    version: Annotated[str, Field(max_length=200)]
    edits: Annotated[list[Any], Field(max_length=10_000)]


class TryRequest(EditRequest):
    """Request to check unsaved edits, and to draw the piece of one row, counted from 1 after the edits."""

    row: int | None = None
    lang: Annotated[str | None, Field(max_length=40)] = None


def _changed_rows(sent: SentLists[OpenRow], game: str, view: TableView, since: str) -> OpenTable:
    """Return a table for a page that has the version `since`: only the rows between the first and last change."""
    rows = _open_rows(view)
    head, tail, changed = sent.difference((game, view.table), view.version, since, rows)
    return {
        "table": view.table, "version": view.version, "form": view.form, "decks": view.decks,
        "read_only": view.read_only, "encoding": view.encoding, "delimiter": view.delimiter,
        "first_line": view.rows[0].line - rows[0]["lines"] if rows else 0,
        "columns": _plain(view.columns), "problems": _plain(view.problems),
        "head": head, "tail": tail, "rows": changed,
    }  # fmt: skip


def _open_rows(view: TableView) -> list[OpenRow]:
    """Return the rows of a table, with the number of lines from the row above; 1 for the first row of a workbook."""
    rows: list[OpenRow] = []
    before = view.rows[0].line - 1 if view.rows else 0
    for row in view.rows:
        rows.append({"cells": row.cells, "pieces": row.pieces, "lines": row.line - before})
        before = row.line
    return rows


def _plain(models: Iterable[BaseModel]) -> Any:
    """Return models as JSON holds them."""
    return [each.model_dump(mode="json") for each in models]


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the tables page."""
    sent = SentLists[OpenRow](MOST_VERSIONS)

    def tables(request: Request) -> dict[str, list[ListedTable]]:
        found = pnp.tables_of(session.located(requested_game(request)))
        return {"tables": [{"table": each.table, "rows": len(each.rows)} for each in found]}

    def table(request: Request) -> OpenTable:
        game, asked = session.located(requested_game(request)), request.query_params
        return _changed_rows(sent, game.id, _find_table(game, asked.get("table", "")), asked.get("since", ""))

    def save(request: Request, order: EditRequest) -> SavedEdits:
        game = session.located(requested_game(request))
        try:
            saved = pnp.save_table(game, order.table, order.edits, order.version)
        except TableChangedError as error:
            raise OutdatedError(*error.problems) from None
        return {
            "table": _changed_rows(sent, game.id, saved.table, order.version),
            "written": saved.written,
            "changes": _plain([saved.changes])[0],
            "problems": _plain(saved.problems),
        }

    def attempt(request: Request, order: TryRequest) -> TriedEdits:
        game = session.located(requested_game(request))
        try:
            file, content = draft_table(game, order.table, order.edits, order.version)
        except TableChangedError as error:
            raise OutdatedError(*error.problems) from None
        files = {file: content}
        with open_draft(game.project, files):
            reading = read_partial_game(game)
            view = _find_table(game, order.table, reading)
        row = view.rows[order.row - 1] if order.row is not None and 0 < order.row <= len(view.rows) else None
        names = [FaceName(deck, piece, Side.FRONT, 1) for deck in view.decks for piece in (row.pieces if row else ())]
        faces, problems = draw_unsaved(session, game, files, reading.readable, names[:MOST_FACES], order.lang or "")
        return {"problems": _plain(view.problems), "faces": faces, "drawing": list_problems(problems, game.project)}

    def convert(request: Request, order: TableRequest) -> ConvertedTable:
        game = session.located(requested_game(request))
        return {"table": convert_to_csv(game, order.table)}

    return [
        Route("/api/{game}/tables", json_get(tables)),
        Route("/api/{game}/table", json_get(table)),
        Route("/api/{game}/table/save", json_post(EditRequest, save), methods=["POST"]),
        Route("/api/{game}/table/try", json_post(TryRequest, attempt), methods=["POST"]),
        Route("/api/{game}/table/convert", json_post(TableRequest, convert), methods=["POST"]),
    ]


def _find_table(game: GameRef, name: str, reading: PartialGame | None = None) -> TableView:
    """Return a table with its problems. Raise PnpError if the game has no such table."""
    found = next((view for view in list_tables(game, reading) if view.table == name), None)
    if found is None:
        raise PnpError(Problem(Location(game=game.id), f"has no table {quote_value(name)}", code="E0314"))
    return found
