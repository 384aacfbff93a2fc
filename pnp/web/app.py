"""The app: all pages and endpoints of the server, on this machine only, until Ctrl-C."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp.errors import PnpError, Problem, option_location, os_problem
from pnp.terms import Ink
from pnp.web import checks, compare, exports, files, gallery, memo, numbers, pages, plays, sheets, tables
from pnp.web.answer_types import ListedJob
from pnp.web.endpoints import Body, EmptyBody, json_get, json_post, not_found, requested_game
from pnp.web.gate import LocalRequestsMiddleware
from pnp.web.jobs import Listener
from pnp.web.session import ProjectSession


def make_app(session: ProjectSession, hosts: frozenset[str]) -> LocalRequestsMiddleware:
    """Return the ASGI app of a workbench; it only answers requests to these hosts."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        session.open()
        try:
            yield
        finally:
            session.close()

    async def events(request: Request) -> Response:
        asked = request.query_params
        ink = Ink.LOW if asked.get("ink") == "low" else Ink.FULL
        listener = Listener(asked.get("page", "")[:40], asked.get("game", "")[:200], (asked.get("lang", "")[:40], ink))
        stream = session.events.stream(listener, lambda: session.state(listener.game, listener.view))
        return StreamingResponse(stream, media_type="text/event-stream")

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
            Route("/api/job/{id}", json_get(job)),
            Route("/api/job/{id}/stop", json_post(EmptyBody, stop), methods=["POST"]),
            Route("/api/job/{id}/file/{name:path}", json_get(file)),
            Route("/api/{game}/jobs", json_get(jobs)),
            *gallery.font_routes(session),
            *gallery.routes(session),
            *tables.routes(session),
            *checks.routes(session),
            *compare.routes(session),
            *numbers.routes(session),
            *plays.routes(session),
            *files.routes(session),
            *sheets.routes(session, made),
            *sheets.download_routes(session, made),
            *memo.routes(session, made),
            *exports.routes(session, made),
            *pages.routes(session),
        ],
        lifespan=lifespan,
    )
    return LocalRequestsMiddleware(app, hosts, session.token)


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
    app = make_app(session, frozenset({f"{HOST}:{number}", f"localhost:{number}"}))
    config = uvicorn.Config(app, log_level="error", ws="none", timeout_graceful_shutdown=1, access_log=False)
    server = _Server(config)
    server.session = session
    ready(f"http://{HOST}:{number}/", session)
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
