"""The server: on this machine only, until Ctrl-C."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from pnp.errors import PnpError, Problem, os_problem
from pnp.location import option
from pnp.web.app import make_app
from pnp.web.bench import Bench

HOST: Final = "127.0.0.1"
PORT: Final = 8617
"""Where it listens, or on the next free port."""
TRIES: Final = 20


class _Server(uvicorn.Server):
    """Ends at once: pages that listen would keep it waiting."""

    bench: Bench

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End."""
        self.bench.events.close()
        super().handle_exit(sig, frame)


def serve(
    start: Path, *, port: int | None = None, allow_code: bool = False, ready: Callable[[str, Bench], None]
) -> None:
    """Serve the project that `start` lies in until somebody stops it; `ready` is told the address."""
    bench = Bench(start, allow_code=allow_code)
    listening = _listen(port)
    number = listening.getsockname()[1]
    app = make_app(bench, frozenset({f"{HOST}:{number}", f"localhost:{number}"}))
    config = uvicorn.Config(app, log_level="error", ws="none", timeout_graceful_shutdown=1, access_log=False)
    server = _Server(config)
    server.bench = bench
    ready(f"http://{HOST}:{number}/", bench)
    with contextlib.suppress(KeyboardInterrupt):  # the usual end of a server
        server.run(sockets=[listening])


def _listen(port: int | None) -> socket.socket:
    """A socket on a port, or on the first free one; PnpError where all are taken."""
    ports = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    for number in ports:
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # or asyncio leaves Nagle on
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if number == ports[-1]:
                hint = "without --port, pnp takes the next free port"
                where = option("--port")
                raise PnpError(os_problem(error, where, f"cannot be {number}", hint, code="E1209")) from error
        else:
            return listening
    raise PnpError(Problem(option("--port"), "no port is free", code="E1209"))
