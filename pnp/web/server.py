"""The server: an open port, and an app that answers on it until Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import socket
from types import FrameType
from typing import Any, Final

import psutil
import uvicorn
from starlette.types import ASGIApp

from pnp.errors import PnpError, Problem, option_location, os_problem
from pnp.web.session import ProjectSession

LOOPBACK: Final = "127.0.0.1"
"""Address that only this computer reaches."""
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


def run(app: ASGIApp, session: ProjectSession, listening: socket.socket, **settings: Any) -> None:
    """Have an app answer on an open port until Ctrl-C."""
    config = uvicorn.Config(
        app, log_level="error", ws="none", timeout_graceful_shutdown=1, access_log=False, **settings
    )
    server = _Server(config)
    server.session = session
    with contextlib.suppress(KeyboardInterrupt):  # the normal way to stop a server
        server.run(sockets=[listening])


def own_addresses(host: str) -> list[str]:
    """Return the addresses at which others reach a server on `host`: itself, or those of this computer if it is any."""
    chosen = ipaddress.ip_address(host)
    if not chosen.is_unspecified:
        return [host]
    family = socket.AF_INET if chosen.version == 4 else socket.AF_INET6
    found = [each.address for all_of in psutil.net_if_addrs().values() for each in all_of if each.family == family]
    outside = [each for each in found if not _is_local(each)]
    return outside or ["127.0.0.1" if chosen.version == 4 else "::1"]


def _is_local(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    return parsed.is_loopback or parsed.is_link_local


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on a port of an address, or on a free one if the port is None.

    Raise PnpError if the port is taken, or the address is not one of this computer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    for number in ports:
        # with IPPROTO_TCP, because asyncio would otherwise leave Nagle's algorithm on
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRNOTAVAIL:
                where = option_location("--host")
                raise PnpError(os_problem(error, where, f"cannot be {host}", code="E1209")) from error
            if number == ports[-1]:
                hint = "without --port, pnp picks the next free port"
                where = option_location("--port")
                raise PnpError(os_problem(error, where, f"cannot be {number}", hint, code="E1209")) from error
        else:
            return listening
    raise PnpError(Problem(option_location("--port"), "no port is free", code="E1209"))
