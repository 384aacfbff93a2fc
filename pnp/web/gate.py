"""The gate: who may ask the server for what. It answers this machine's own pages, and nobody else.

A page of another site can send requests to 127.0.0.1, too. It cannot read answers, but it must not change anything,
nor start work. So the name in the address must be ours (else another name could lead here), a request for data must
not come from another site, and a change needs the token that our own pages were given, from our own origin.
"""

from __future__ import annotations

import secrets
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER: Final = "x-pnp-token"
LARGEST_BODY: Final = 4_000_000
READING: Final = frozenset({"GET", "HEAD"})
OWN_PAGES: Final = frozenset({"same-origin", "none"})
POLICY: Final = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
        "font-src 'self'", "connect-src 'self'", "frame-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)  # fmt: skip
"""Nothing from outside is loaded, and no script but our own files runs, whatever a drawing holds."""
POLICY_HEADER: Final = "Content-Security-Policy"
HEADERS: Final = {
    POLICY_HEADER: POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Gate:
    """Lets requests of our own pages through to the app."""

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
                    if name != POLICY_HEADER or name not in headers:  # a report to read has a stricter one
                        headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, _bounded(receive), guarded)

    def _refusal(self, method: str, path: str, headers: Headers) -> tuple[int, str] | None:
        """The status and the reason, where a request is not let in."""
        host = headers.get("host", "")
        if host not in self._hosts:
            return 421, "pnp serve answers to 127.0.0.1 and localhost only.\n"
        site, page = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "") == "navigate"
        if site not in OWN_PAGES and not (page and method in READING and not path.startswith("/api/")):
            return 403, "This request comes from another site.\n"
        if method in READING:
            return None
        if headers.get("origin") != f"http://{host}":
            return 403, "A change must come from a page of this server.\n"
        if not secrets.compare_digest(headers.get(TOKEN_HEADER, "").encode(), self._token.encode()):
            return 403, "This page is of an earlier pnp serve: load it again.\n"
        length = headers.get("content-length", "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            return 413, f"Expected a request of at most {LARGEST_BODY // 1_000_000} MB.\n"
        return None


def _bounded(receive: Receive) -> Receive:
    """What comes in, cut off where it is longer than any request of ours."""
    taken = 0

    async def receive_some() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return message if taken <= LARGEST_BODY else {"type": "http.disconnect"}

    return receive_some
