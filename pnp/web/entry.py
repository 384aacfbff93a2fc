"""Who may use the workbench: the key in the printed address, the cookie that replaces it, and tickets of open pages.

Any user of the computer can connect to 127.0.0.1. So `pnp serve` prints an address with a key that only its user sees.
The server exchanges it for a cookie, and answers nothing without that cookie.

Key, cookie and token are new in every run, because an open page sends its cookie to whoever listens on the port after
the server has ended. For a restarted server to admit open pages again, each has a ticket, signed with a key in the
user's settings folder. A page never sends its ticket: it proves that it has one by signing the challenge of the run.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import hmac
import os
import re
import secrets
import sys
import tempfile
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Annotated, Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pnp.errors import Problem
from pnp.store.files import settings_file, user_key
from pnp.web.answer_types import EnteredPage
from pnp.web.endpoints import SERVER, ForbiddenError, PageRequest, json_get, json_post

KEY_FILE: Final = "serve.key"
"""Name of the file with the key that signs tickets, next to the settings file."""
KEY_PARAMETER: Final = "key"
"""Query parameter of the printed address that contains the key."""
ENTER: Final = "/api/enter"
"""Path where a page with a ticket from before a restart gets a cookie."""
COOKIE_SECONDS: Final = 30 * 86_400
"""Lifetime of the cookie, in seconds; it is of no use after the run."""
TICKET_SECONDS: Final = 7 * 86_400
"""Time after which a restarted server no longer admits a page that was left open, in seconds."""
LENGTH: Final = 24
"""Length of a key, cookie, token or challenge, in bytes."""
NO_ENTRY: Final = Problem(
    SERVER, "does not know this browser", "open the address that `pnp serve` has printed", code="E1406"
)


class Entry:
    """The secrets of one run of the server, on one port and for one project.

    The pages of a `place`, such as `seat-1`, have secrets and addresses apart from those of other places. Its key stays
    the same for the same `table`, so that printed links open a table again that another run of the server serves.
    """

    def __init__(self, root: Path, port: int, table: str = "", place: str = "") -> None:
        self.port = port
        self.key, self.token = secrets.token_urlsafe(LENGTH), secrets.token_urlsafe(LENGTH)
        """The key in the printed address, and the token in every page, which changes need as well."""
        self.challenge = secrets.token_urlsafe(LENGTH)
        """Text that a page signs with its ticket to enter again."""
        self._cookie = secrets.token_urlsafe(LENGTH)
        self._cookie_name = f"pnp-{port}"  # browsers send cookies to all ports of a host
        self.path = "/"
        """Path of the pages to which browsers send the cookie."""
        own = user_key(settings_file().with_name(KEY_FILE), private=True)
        self._signing = hmac.digest(own, f"{port} {root}".encode("utf-8", "surrogateescape"), "sha256")
        if place:
            self._cookie_name, self.path = f"pnp-{port}-{place}", f"/{place}"
            self._signing = hmac.digest(self._signing, f"{table} {place}".encode(), "sha256")
            self.key = _signed(self._signing, "key")[: len(self.token)]

    def admits_key(self, key: str) -> bool:
        """Return whether a key is the one in the printed address."""
        return _equal(key, self.key)

    def admits(self, request: Request) -> bool:
        """Return whether a request has the cookie."""
        return _equal(request.cookies.get(self._cookie_name, ""), self._cookie)

    def admits_token(self, token: str) -> bool:
        """Return whether a token is the one in the pages of this run."""
        return _equal(token, self.token)

    def give_cookie(self, response: Response) -> None:
        """Add the cookie to a response."""
        response.set_cookie(
            self._cookie_name, self._cookie, max_age=COOKIE_SECONDS, path=self.path, httponly=True, samesite="strict"
        )

    def new_ticket(self) -> tuple[str, str]:
        """Return the name and the key of a new ticket."""
        name = f"{int(time.time())}.{secrets.token_urlsafe(12)}"
        return name, self._ticket_key(name)

    def admits_ticket(self, name: str, proof: str) -> bool:
        """Return whether the proof is the challenge, signed with the key of a ticket that has not expired."""
        when, _, _ = name.partition(".")
        if not re.fullmatch("[0-9]{1,12}", when) or not 0 <= time.time() - int(when) <= TICKET_SECONDS:
            return False
        return _equal(proof, _signed(self._ticket_key(name).encode(), self.challenge))

    def _ticket_key(self, name: str) -> str:
        return _signed(self._signing, name)


def _signed(key: bytes, text: str) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key, text.encode("utf-8", "replace"), "sha256")).decode().rstrip("=")


def _equal(given: str, secret: str) -> bool:
    """Compare in a time that does not depend on the secret."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


class TicketRequest(PageRequest):
    """Request of a page that was open when the server was restarted."""

    ticket: Annotated[str, Field(max_length=200)]
    proof: Annotated[str, Field(max_length=200)]


def routes(entry_of: Callable[[Request], Entry]) -> list[Route]:
    """Return the routes where pages that were open when the server was restarted enter again."""

    def enter(request: Request, asked: TicketRequest) -> Response:
        entry = entry_of(request)
        if not entry.admits_ticket(asked.ticket, asked.proof):
            raise ForbiddenError(NO_ENTRY)
        answer: EnteredPage = {"token": entry.token}
        response = JSONResponse(answer)
        entry.give_cookie(response)
        return response

    return [
        Route(ENTER, json_get(lambda _: {})),  # for pages to see whether they are still admitted
        Route(ENTER, json_post(TicketRequest, enter), methods=["POST"]),
    ]


OPEN_SECONDS: Final = 60.0
"""Time that a browser has to start and read the file with the address, in seconds."""
OPENED_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}"><title>pnp serve</title></head>
<body><a href="{address}">pnp serve</a></body></html>
"""


def open_in_browser(address: str, folder: Path) -> None:
    """Open an address in the user's browser without showing it to other users.

    Most systems let all users list the arguments of programs. So the browser is given a file in `folder` that only the
    user can read and that leads to the address; it is deleted after a minute. If it cannot be written, nothing opens.
    """
    if sys.platform in ("win32", "darwin"):  # arguments are private, or the address is not an argument
        webbrowser.open(address)
        return
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(prefix="pnp-serve-", suffix=".html", dir=folder)  # created with mode 0600
        path = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(OPENED_PAGE.format(address=address))
        atexit.register(path.unlink, missing_ok=True)
        timer = Timer(OPEN_SECONDS, path.unlink, kwargs={"missing_ok": True})
        timer.daemon = True
        timer.start()
        webbrowser.open(path.as_uri())
