"""Request filter of the workbench: it refuses other users and other sites, and adds security headers.

Any user of the computer can connect to 127.0.0.1, so every request needs the cookie for which the server exchanges the
key in the printed address (`pnp.web.entry`). Only the workbench's scripts and styles are public.

Any web page can send requests to 127.0.0.1. It cannot read the responses, but it must not be able to change anything or
start work. So the Host header must be the server's (against DNS rebinding), requests to the API must not come from
another site, and changes need the workbench's origin and the token that its pages contain (against CSRF).
"""

from __future__ import annotations

import contextlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp.errors import PnpError, Problem
from pnp.pictures.formats import LARGEST_PICTURE
from pnp.web.endpoints import API, SERVER, error_response
from pnp.web.entry import ENTER, KEY_PARAMETER, NO_ENTRY, Entry

TOKEN_HEADER: Final = "x-pnp-token"
MAX_BODY_BYTES: Final = 4_000_000
"""Maximum size of a request body, in bytes."""
UPLOAD: Final = re.compile(r"/api/[^/]+/picture")
"""Path of uploaded pictures, which may be larger."""
TABLE_UPLOAD: Final = re.compile(r"/api/(new-game|[^/]+/deck)/table")
"""Path of uploaded tables with their pictures, which may be larger as well."""
LARGEST_UPLOAD: Final = 100_000_000
"""Maximum size of these files together, in bytes."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""
SAME_ORIGIN: Final = "same-origin"
ALLOWED_FETCH_SITES: Final = frozenset({SAME_ORIGIN, "none"})
"""Values of Sec-Fetch-Site for requests by the workbench's pages, or by the user."""
CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
        "font-src 'self'", "connect-src 'self'", "frame-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)  # fmt: skip
"""Content security policy: load nothing from elsewhere, and run only the workbench's script files, not those in art."""
POLICY_HEADER: Final = "Content-Security-Policy"
HEADERS: Final = {
    POLICY_HEADER: CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


OLD_PAGE: Final = Problem(SERVER, "was restarted after this page was loaded", "reload the page", code="E1406")


class RequestFilter(ABC):
    """ASGI middleware that passes on requests unless it has a response to them, and adds security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    @abstractmethod
    def response(self, request: Request) -> Response | None:
        """Return the response to a request that the app does not get; None to pass it on."""

    def max_body(self, path: str) -> int:
        """Return the maximum size of a request body, in bytes."""
        return _max_body(path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    if name != POLICY_HEADER or name not in headers:  # reports set a stricter policy
                        headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        request = Request(scope)
        answer = self.response(request)
        if answer is not None:
            await answer(scope, receive, guarded)
            return
        with contextlib.suppress(ClientDisconnect):  # the page was closed before it had sent everything
            await self._app(scope, _limit_body(receive, self.max_body(scope["path"])), guarded)


class LocalRequestsMiddleware(RequestFilter):
    """Filter of the workbench: it passes on requests of its pages only, by browsers that have its cookie.

    `no_entry_page` makes the page for other browsers; it tries once more if its second argument is True.
    """

    def __init__(self, app: ASGIApp, entry: Entry, no_entry_page: Callable[[Request, bool], Response]) -> None:
        super().__init__(app)
        self._entry, self._no_entry_page = entry, no_entry_page
        self._host, self._other_name = f"127.0.0.1:{entry.port}", f"localhost:{entry.port}"

    def response(self, request: Request) -> Response | None:
        """Return the response to a request that is refused, or that has the key of the address; None to accept it."""
        return self._refusal(request) or self._entrance(request)

    def _refusal(self, request: Request) -> Response | None:
        """Return the response to a request by another site, or to another name of the host; None to accept it."""
        method, path, headers = request.method, _path(request), request.headers
        host = headers.get("host", "")
        if host == self._other_name and method in SAFE_METHODS and not path.startswith(API):
            # another user could listen on the IPv6 address of that name, and get its cookies
            query = request.scope["query_string"].decode("latin-1")
            return RedirectResponse(f"http://{self._host}{path}{'?' if query else ''}{query}")
        if host != self._host:
            return PlainTextResponse("pnp serve only answers requests to 127.0.0.1.\n", 421)
        return refuse_foreign(request, host, path, self.max_body(path))

    def _entrance(self, request: Request) -> Response | None:
        """Return the response to a browser without the cookie, or with the key of the address; None to accept it."""
        method, path, key = request.method, _path(request), request.query_params.get(KEY_PARAMETER, "")
        if path == "/" and method in SAFE_METHODS and self._entry.admits_key(key):
            entered = RedirectResponse("/", 303)
            self._entry.give_cookie(entered)
            return entered
        if (path == ENTER and method == "POST") or (path.startswith("/static/") and method in SAFE_METHODS):
            return None
        if not self._entry.admits(request):
            if path.startswith(API) or method not in SAFE_METHODS:
                return error_response(PnpError(NO_ENTRY), 403, {"challenge": self._entry.challenge})
            # browsers leave the cookie out after a link or redirect from elsewhere, and Firefox does not always say so
            followed = request.headers.get("sec-fetch-site", SAME_ORIGIN) != SAME_ORIGIN
            return self._no_entry_page(request, followed)
        if method not in SAFE_METHODS and not self._entry.admits_token(request.headers.get(TOKEN_HEADER, "")):
            return error_response(PnpError(OLD_PAGE), 403, {"challenge": self._entry.challenge})
        return None


def refuse_foreign(request: Request, host: str, path: str, most: int) -> Response | None:
    """Return the response to a request by another site, or one that is too large; None to accept it.

    `host` is the name under which the server answers, `path` that of the page or of the API, and `most` the maximum
    size of the body, in bytes.
    """
    method, headers = request.method, request.headers
    page = headers.get("sec-fetch-mode", "") == "navigate"
    if not _is_own(request) and not (page and method in SAFE_METHODS and not path.startswith(API)):
        return PlainTextResponse("Requests from other sites are not allowed.\n", 403)
    if method in SAFE_METHODS:
        return None
    if headers.get("origin") != f"http://{host}":
        return PlainTextResponse("Changes are only allowed from pages of this server.\n", 403)
    length = headers.get("content-length", "")
    if not length.isdecimal() or int(length) > most:
        return PlainTextResponse(f"The request must be at most {most:,} bytes.\n", 413)
    return None


def _path(request: Request) -> str:
    """Return the path that the router sees; that of `request.url` ends at a `?` or `#` in it."""
    return str(request.scope["path"])


def _is_own(request: Request) -> bool:
    """Return whether a request was made by a page of the workbench, or by the user."""
    return request.headers.get("sec-fetch-site", "none") in ALLOWED_FETCH_SITES


def _max_body(path: str) -> int:
    """Return the maximum size of a request body, in bytes."""
    if TABLE_UPLOAD.fullmatch(path):
        return LARGEST_UPLOAD
    return LARGEST_PICTURE if UPLOAD.fullmatch(path) else MAX_BODY_BYTES


def _limit_body(receive: Receive, most: int) -> Receive:
    """Return a `receive` that disconnects a request whose body is larger than `most` bytes."""
    taken = 0

    async def receive_some() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return message if taken <= most else {"type": "http.disconnect"}

    return receive_some
