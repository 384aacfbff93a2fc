"""The app: all pages and endpoints of the server, on this machine only, until Ctrl-C."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final

import uvicorn
from pydantic import Field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp.errors import PnpError, Problem, option_location, os_problem
from pnp.terms import Ink
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
    sheets,
    tables,
    texts,
)
from pnp.web.answer_types import ListedJob
from pnp.web.endpoints import Body, EmptyBody, PageRequest, json_get, json_post, not_found, requested_game
from pnp.web.gate import LocalRequestsMiddleware
from pnp.web.jobs import ShownView
from pnp.web.matches import Matches
from pnp.web.session import ProjectSession


class ClosedPage(PageRequest):
    """Request that takes a page off an event stream."""

    stream: str = Field(max_length=40)
    page: str = Field(max_length=40)


class WatchedView(ClosedPage):
    """Request that sends a page the events of what it shows; `since` is the version of the newest face it knows."""

    game: str = Field(max_length=200)
    lang: str = Field("", max_length=40)
    ink: Ink = Ink.FULL
    since: int = 0


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
            *entry.routes(secrets),
            *pages.routes(session, secrets),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: pages.http_error(session, secrets)},
    )
    return LocalRequestsMiddleware(app, secrets, pages.no_entry_page)


HOST: Final = "127.0.0.1"
PORT: Final = 8617
"""Default port; the next free one is used if it is taken."""
TRIES: Final = 20
"""Number of ports tried before the system picks one."""


class _Server(uvicorn.Server):
    """Server that closes event streams on shutdown; open ones would delay it."""

    session: ProjectSession

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close all event streams, then shut down."""
        self.session.events.close()
        super().handle_exit(sig, frame)


def serve(
    start: Path, *, port: int | None = None, allow_code: bool = False, ready: Callable[[str, ProjectSession], None]
) -> None:
    """Serve the project that contains `start` until Ctrl-C; call `ready` with the address once the port is open.

    Raise PnpError if the port is taken.
    """
    session = ProjectSession(start, allow_code=allow_code)
    listening = _listen(port)
    number = listening.getsockname()[1]
    secrets = entry.Entry(session.project.root, number)
    app = make_app(session, secrets)
    config = uvicorn.Config(app, log_level="error", ws="none", timeout_graceful_shutdown=1, access_log=False)
    server = _Server(config)
    server.session = session
    ready(f"http://{HOST}:{number}/?{entry.KEY_PARAMETER}={secrets.key}", session)
    with contextlib.suppress(KeyboardInterrupt):  # the normal way to stop a server
        server.run(sockets=[listening])


def _listen(port: int | None) -> socket.socket:
    """Return a socket that listens on the port, or on a free one if it is None. Raise PnpError if the port is taken."""
    ports = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    for number in ports:
        # with IPPROTO_TCP, because asyncio would otherwise leave Nagle's algorithm on
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if number == ports[-1]:
                hint = "without --port, pnp picks the next free port"
                where = option_location("--port")
                raise PnpError(os_problem(error, where, f"cannot be {number}", hint, code="E1209")) from error
        else:
            return listening
    raise PnpError(Problem(option_location("--port"), "no port is free", code="E1209"))
