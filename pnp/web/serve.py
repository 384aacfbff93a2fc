"""The workbench's HTTP server, reachable from this machine only."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from pnp.errors import PnpError, Problem, option_location, os_problem
from pnp.web.app import make_app
from pnp.web.bench import ProjectSession

HOST: Final = "127.0.0.1"
PORT: Final = 8617
"""Default port; the next free one is used if it is taken."""
TRIES: Final = 20
"""Number of ports tried before the system picks one."""


class _Server(uvicorn.Server):
    """Server that closes event streams on shutdown; open ones would delay it."""

    bench: ProjectSession

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close all event streams, then shut down."""
        self.bench.events.close()
        super().handle_exit(sig, frame)


def serve(
    start: Path, *, port: int | None = None, allow_code: bool = False, ready: Callable[[str, ProjectSession], None]
) -> None:
    """Serve the project that contains `start` until Ctrl-C; call `ready` with the address once the port is open.

    Raise PnpError if the port is taken.
    """
    bench = ProjectSession(start, allow_code=allow_code)
    listening = _listen(port)
    number = listening.getsockname()[1]
    app = make_app(bench, frozenset({f"{HOST}:{number}", f"localhost:{number}"}))
    config = uvicorn.Config(app, log_level="error", ws="none", timeout_graceful_shutdown=1, access_log=False)
    server = _Server(config)
    server.bench = bench
    ready(f"http://{HOST}:{number}/", bench)
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
