"""Links to a table: the places that they lead to, and the filter that refuses everyone else.

Every request to a place needs its cookie, which the server gives for the key in its link (`pnp.web.entry`). Requests
are counted: a place that sends too many gets none answered for a while, and neither does an address without a link.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp

from pnp.errors import Location, PnpError, Problem
from pnp.play.scene import SPECTATOR
from pnp.web.endpoints import API, error_response
from pnp.web.entry import ENTER, KEY_PARAMETER, Entry
from pnp.web.gate import SAFE_METHODS, TOKEN_HEADER, RequestFilter, refuse_foreign
from pnp.web.pages import LANG_COOKIE, no_entry_page

WATCH: Final = "watch"
"""Place of the spectators."""
AWAY_SECONDS: Final = 2.5
"""Time after which a person who is no longer connected is shown as away, in seconds."""
LARGEST_BODY: Final = 4_000
"""Maximum size of a request body, in bytes."""
COSTLY: Final = ("/hints", "/chances", "/branch")
"""Ends of paths that start a search or a game."""
COST: Final = 30
"""How many other requests one of these counts as."""
MOST_STRANGERS: Final = 1_000
"""Maximum number of addresses without a link whose requests are remembered."""
NO_LINK: Final = Problem(Location(), "this browser has no seat here", "open your link again", code="E1406")
OLD_PAGE: Final = Problem(Location(), "the game was restarted", "reload the page", code="E1406")
TOO_FAST: Final = Problem(Location(), "too many requests", "wait a moment", code="E1406")


class Allowance:
    """A number of requests that are allowed at once, which grows again with time.

    >>> allowance = Allowance(most=2, per_second=1)
    >>> [allowance.take(now=0.0) for _ in range(3)], allowance.take(now=1.0)
    ([True, True, False], True)
    """

    def __init__(self, most: float, per_second: float) -> None:
        self._most, self._per_second = most, per_second
        self._left, self._since = most, 0.0

    def take(self, cost: float = 1, now: float | None = None) -> bool:
        """Take the cost of a request; return False if there is not enough left."""
        now = monotonic() if now is None else now
        self._left = min(self._most, self._left + (now - self._since) * self._per_second)
        self._since = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float) -> int:
        """Return the time after which a request that was refused is allowed, in seconds."""
        return max(1, ceil((cost - self._left) / self._per_second))


@dataclass(eq=False)
class Place:
    """What a link leads to: a seat, or the spectators' bench."""

    seat: int
    """The seat, or SPECTATOR."""
    entry: Entry
    host: bool = False
    """Whether it may hand all seats to bots."""
    streams: int = 0
    """Number of open event streams."""
    left: float = -AWAY_SECONDS
    """Time at which the last stream was closed."""
    branches: set[str] = field(default_factory=set)
    """Games that were started from positions of the table's game."""

    def __post_init__(self) -> None:
        more = 1 if self.seat != SPECTATOR else 10  # many share the link of spectators
        self.allowance = Allowance(500 * more, 40 * more)

    @property
    def name(self) -> str:
        """First part of its addresses."""
        return place_name(self.seat)

    @property
    def away(self) -> bool:
        """Whether nobody is there."""
        return not self.streams and monotonic() - self.left >= AWAY_SECONDS


def place_name(seat: int) -> str:
    """Return the name of the place of a seat, or of the spectators.

    >>> place_name(0), place_name(SPECTATOR)
    ('seat-1', 'watch')
    """
    return WATCH if seat == SPECTATOR else f"seat-{seat + 1}"


class LinkFilter(RequestFilter):
    """Filter of a table: it passes on requests of browsers that have opened a link, to the place of that link.

    It answers under the address at which a request arrived and no other name, so that no other site can pretend to be
    the server. `lang` is the language of readers who have not chosen one; None for that of their browsers.
    """

    def __init__(self, app: ASGIApp, places: list[Place], port: int, lang: str | None = None) -> None:
        super().__init__(app)
        self._places = {place.name: place for place in places}
        self._port, self._lang = port, lang
        self._strangers: OrderedDict[str, Allowance] = OrderedDict()

    def max_body(self, path: str) -> int:
        """Return the maximum size of a request body, in bytes."""
        return LARGEST_BODY

    def response(self, request: Request) -> Response | None:
        """Return the response to a request that is refused, or that has the key of a link; None to accept it."""
        first, slash, rest = str(request.scope["path"]).removeprefix("/").partition("/")
        path = slash + rest
        return self._refusal(request, path) or self._entrance(request, self._places.get(first), path)

    def _refusal(self, request: Request, path: str) -> Response | None:
        """Return the response to a request by another site, or to another name of the host; None to accept it."""
        host, own = request.headers.get("host", ""), self._own_host(request)
        if host != own:
            if host == f"localhost:{self._port}" and own.startswith("127.") and request.method in SAFE_METHODS:
                query = request.scope["query_string"].decode("latin-1")
                return RedirectResponse(f"http://{own}{request.scope['path']}{'?' if query else ''}{query}")
            return PlainTextResponse("This server only answers under the address in its links.\n", 421)
        return refuse_foreign(request, own, path, LARGEST_BODY)

    def _own_host(self, request: Request) -> str:
        """Return the address of this computer at which the request arrived."""
        address, port = request.scope.get("server") or ("127.0.0.1", self._port)
        return host_and_port(address, port)

    def _entrance(self, request: Request, place: Place | None, path: str) -> Response | None:
        """Return the response to a browser without the cookie, or with the key of a link; None to accept it."""
        reading, key = request.method in SAFE_METHODS, request.query_params.get(KEY_PARAMETER, "")
        if place is None or not place.entry.admits(request):
            strangers = self._stranger(request)
            if not strangers.take():
                return _too_fast(strangers, 1)
            if request.scope["path"].startswith("/static/") and reading:
                return None
            if place is not None and path == ENTER and request.method == "POST":
                return None
            if place is not None and path == "/" and reading and place.entry.admits_key(key):
                return _let_in(place)
            return self._no_entry(request, place, path)
        cost = COST if path.endswith(COSTLY) else 1
        if not place.allowance.take(cost):
            return _too_fast(place.allowance, cost)
        if path == "/" and reading and key:
            return _let_in(place) if place.entry.admits_key(key) else self._no_entry(request, place, path)
        if not reading and path != ENTER and not place.entry.admits_token(request.headers.get(TOKEN_HEADER, "")):
            return error_response(PnpError(OLD_PAGE), 403, {"challenge": place.entry.challenge})
        if self._lang is not None and LANG_COOKIE not in request.cookies:
            others = [each for each in request.scope["headers"] if each[0] != b"accept-language"]
            request.scope["headers"] = [*others, (b"accept-language", self._lang.encode())]
        return None

    def _stranger(self, request: Request) -> Allowance:
        """Return the allowance of an address without a link."""
        address = request.client.host if request.client else ""
        if address not in self._strangers:
            self._strangers[address] = Allowance(3_000, 200)
        self._strangers.move_to_end(address)
        while len(self._strangers) > MOST_STRANGERS:
            self._strangers.popitem(last=False)
        return self._strangers[address]

    def _no_entry(self, request: Request, place: Place | None, path: str) -> Response:
        if path.startswith(API) or request.method not in SAFE_METHODS:
            more = None if place is None else {"challenge": place.entry.challenge}
            return error_response(PnpError(NO_LINK), 403, more)
        # browsers leave the cookie out after a link or redirect from elsewhere, and Firefox does not always say so
        followed = request.headers.get("sec-fetch-site", "same-origin") != "same-origin" and place is not None
        return no_entry_page(request, followed, friends=True)


def _let_in(place: Place) -> Response:
    entered = RedirectResponse(f"{place.entry.path}/", 303)
    place.entry.give_cookie(entered)
    return entered


def _too_fast(allowance: Allowance, cost: int) -> Response:
    response = error_response(PnpError(TOO_FAST), 429)
    response.headers["Retry-After"] = str(allowance.wait(cost))
    return response


def host_and_port(address: str, port: int) -> str:
    """Return an address and a port as in links.

    >>> host_and_port("::1", 8617)
    '[::1]:8617'
    """
    address = address.partition("%")[0]
    if ":" in address and ipaddress.IPv6Address(address).ipv4_mapped:
        address = str(ipaddress.IPv6Address(address).ipv4_mapped)
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
