"""The web application: all routes of the workbench, behind the request filter."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp.terms import Ink
from pnp.web import (
    checks,
    compare,
    desk,
    downloads,
    exports,
    fonts,
    gallery,
    memo,
    numbers,
    outbox,
    pages,
    plays,
    sheets,
)
from pnp.web.answer_types import ListedJob
from pnp.web.answers import Body, EmptyBody, json_get, json_post, not_found, requested_game
from pnp.web.bench import ProjectSession
from pnp.web.events import Listener
from pnp.web.gate import LocalRequestsMiddleware


def make_app(bench: ProjectSession, hosts: frozenset[str]) -> LocalRequestsMiddleware:
    """Return the ASGI app of a workbench; it only answers requests to these hosts."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        bench.open()
        try:
            yield
        finally:
            bench.close()

    async def events(request: Request) -> Response:
        asked = request.query_params
        ink = Ink.LOW if asked.get("ink") == "low" else Ink.FULL
        listener = Listener(asked.get("page", "")[:40], asked.get("game", "")[:200], (asked.get("lang", "")[:40], ink))
        stream = bench.events.stream(listener, lambda: bench.state(listener.game, listener.view))
        return StreamingResponse(stream, media_type="text/event-stream")

    def job(request: Request) -> ListedJob[Any]:
        found = bench.jobs.find(str(request.path_params["id"]))
        if found is None:
            raise not_found("job", str(request.path_params["id"]))
        return found.listed()

    def jobs(request: Request) -> Body:
        return {"jobs": [each.listed() for each in bench.jobs.of_game(requested_game(request))]}

    def stop(request: Request, _nothing: EmptyBody) -> Body:
        found = bench.jobs.find(str(request.path_params["id"]))
        if found is None:
            raise not_found("job", str(request.path_params["id"]))
        bench.jobs.stop(found)
        return {}

    def file(request: Request) -> Response:
        found = bench.jobs.find(str(request.path_params["id"]))
        path = None if found is None else found.files.get(str(request.path_params["name"]))
        if path is None or not path.is_file():
            raise not_found("file", str(request.path_params["name"]))
        held = "inline" if "show" in request.query_params else "attachment"
        return FileResponse(path, filename=path.name, content_disposition_type=held)

    made = outbox.JobFolders(bench)
    app = Starlette(
        routes=[
            Route("/api/events", events),
            Route("/api/job/{id}", json_get(job)),
            Route("/api/job/{id}/stop", json_post(EmptyBody, stop), methods=["POST"]),
            Route("/api/job/{id}/file/{name:path}", json_get(file)),
            Route("/api/{game}/jobs", json_get(jobs)),
            *fonts.font_routes(bench),
            *gallery.routes(bench),
            *desk.routes(bench),
            *checks.routes(bench),
            *compare.routes(bench),
            *numbers.routes(bench),
            *plays.routes(bench),
            *outbox.routes(bench),
            *sheets.routes(bench, made),
            *downloads.download_routes(bench, made),
            *memo.routes(bench, made),
            *exports.routes(bench, made),
            *pages.routes(bench),
        ],
        lifespan=lifespan,
    )
    return LocalRequestsMiddleware(app, hosts, bench.token)
