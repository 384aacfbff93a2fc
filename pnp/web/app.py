"""The app: all pages and endpoints of the server, on this machine only, until Ctrl-C."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp.web import (
    checks,
    compare,
    entry,
    exports,
    files,
    gallery,
    home,
    layouts,
    memo,
    numbers,
    pages,
    pictures,
    play,
    plays,
    server,
    sheets,
    tables,
    texts,
)
from pnp.web.answer_types import ListedJob
from pnp.web.endpoints import Body, EmptyBody, json_get, json_post, not_found, requested_game
from pnp.web.gate import LocalRequestsMiddleware
from pnp.web.jobs import ClosedPage, ShownView, WatchedView
from pnp.web.matches import Matches
from pnp.web.session import ProjectSession


def make_app(session: ProjectSession, secrets: entry.Entry) -> LocalRequestsMiddleware:
    """Return the ASGI app of a workbench; it only answers requests of browsers that know these secrets."""
    matches = Matches(session)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        session.open()
        try:
            yield
        finally:
            matches.close()
            session.close()

    async def events(_request: Request) -> Response:
        return StreamingResponse(session.events.stream(secrets.token), media_type="text/event-stream")

    def watch(_request: Request, asked: WatchedView) -> Body:
        shown = ShownView(asked.game, (asked.lang, asked.ink))
        if not session.events.watch(asked.stream, asked.page, shown, lambda: session.state(shown, asked.since)):
            raise not_found("event stream", asked.stream)
        return {}

    def leave(_request: Request, asked: ClosedPage) -> Body:
        session.events.leave(asked.stream, asked.page)
        return {}

    def job(request: Request) -> ListedJob[Any]:
        found = session.jobs.find(str(request.path_params["id"]))
        if found is None:
            raise not_found("job", str(request.path_params["id"]))
        return found.as_data()

    def jobs(request: Request) -> Body:
        return {"jobs": [each.as_data() for each in session.jobs.of_game(requested_game(request))]}

    def stop(request: Request, _nothing: EmptyBody) -> Body:
        found = session.jobs.find(str(request.path_params["id"]))
        if found is None:
            raise not_found("job", str(request.path_params["id"]))
        session.jobs.stop(found)
        return {}

    def file(request: Request) -> Response:
        found = session.jobs.find(str(request.path_params["id"]))
        path = None if found is None else found.files.get(str(request.path_params["name"]))
        if path is None or not path.is_file():
            raise not_found("file", str(request.path_params["name"]))
        held = "inline" if "show" in request.query_params else "attachment"
        return FileResponse(path, filename=path.name, content_disposition_type=held)

    made = files.JobFolders(session)
    app = Starlette(
        routes=[
            Route("/api/events", events),
            Route("/api/watch", json_post(WatchedView, watch), methods=["POST"]),
            Route("/api/leave", json_post(ClosedPage, leave), methods=["POST"]),
            Route("/api/job/{id}", json_get(job)),
            Route("/api/job/{id}/stop", json_post(EmptyBody, stop), methods=["POST"]),
            Route("/api/job/{id}/file/{name:path}", json_get(file)),
            Route("/api/{game}/jobs", json_get(jobs)),
            *gallery.font_routes(session),
            *home.routes(session),
            *gallery.routes(session),
            *tables.routes(session),
            *texts.routes(session),
            *layouts.routes(session),
            *pictures.routes(session),
            *checks.routes(session),
            *compare.routes(session),
            *numbers.routes(session),
            *play.routes(session, matches),
            *plays.routes(session),
            *files.routes(session),
            *sheets.routes(session, made),
            *sheets.download_routes(session, made),
            *memo.routes(session, made),
            *exports.routes(session, made),
            *entry.routes(lambda _: secrets),
            *pages.routes(session, secrets),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: pages.http_error(session, secrets)},
    )
    return LocalRequestsMiddleware(app, secrets, pages.no_entry_page)


def serve(
    start: Path, *, port: int | None = None, allow_code: bool = False, ready: Callable[[str, ProjectSession], None]
) -> None:
    """Serve the project that contains `start` until Ctrl-C; call `ready` with the address once the port is open.

    Raise PnpError if the port is taken.
    """
    session = ProjectSession(start, allow_code=allow_code)
    listening = server.listen(server.LOOPBACK, port)
    number = listening.getsockname()[1]
    secrets = entry.Entry(session.project.root, number)
    app = make_app(session, secrets)
    ready(f"http://{server.LOOPBACK}:{number}/?{entry.KEY_PARAMETER}={secrets.key}", session)
    server.run(app, session, listening)
