"""Request filter of the workbench: it refuses requests from other sites and adds security headers.

Any web page can send requests to 127.0.0.1. It cannot read the responses, but it must not be able to change anything or
start work. So the Host header must be the server's (against DNS rebinding), requests to the API must not come from
another site, and changes need the workbench's origin and the token that its pages contain (against CSRF).
"""

from __future__ import annotations

import secrets
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER: Final = "x-pnp-token"
MAX_BODY_BYTES: Final = 4_000_000
"""Maximum size of a request body, in bytes."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""
ALLOWED_FETCH_SITES: Final = frozenset({"same-origin", "none"})
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


class LocalRequestsMiddleware:
    """ASGI middleware that passes on requests of the workbench's pages only."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], token: str) -> None:
        self._app, self._hosts, self._token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refused = self._refusal(scope["method"], scope["path"], Headers(scope=scope))
        if refused is not None:
            status, why = refused
            await PlainTextResponse(why, status, headers=HEADERS)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    if name != POLICY_HEADER or name not in headers:  # reports set a stricter policy
                        headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, _limit_body(receive), guarded)

    def _refusal(self, method: str, path: str, headers: Headers) -> tuple[int, str] | None:
        """Return the status and the reason for refusing a request; None to accept it."""
        host = headers.get("host", "")
        if host not in self._hosts:
            return 421, "pnp serve only answers requests to 127.0.0.1 and localhost.\n"
        site, page = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "") == "navigate"
        if site not in ALLOWED_FETCH_SITES and not (page and method in SAFE_METHODS and not path.startswith("/api/")):
            return 403, "Requests from other sites are not allowed.\n"
        if method in SAFE_METHODS:
            return None
        if headers.get("origin") != f"http://{host}":
            return 403, "Changes are only allowed from pages of this server.\n"
        if not secrets.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self._token.encode()):
            return 403, "This page is from an earlier pnp serve. Reload it.\n"
        length = headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
            return 413, f"The request must be at most {MAX_BODY_BYTES // 1_000_000} MB.\n"
        return None


def _limit_body(receive: Receive) -> Receive:
    """Return a `receive` that disconnects a request whose body exceeds LARGEST_BODY."""
    taken = 0

    async def receive_some() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return message if taken <= MAX_BODY_BYTES else {"type": "http.disconnect"}

    return receive_some
