"""A table for friends: `pnp play --web`, with a secret link for each seat and one for spectators.

A link leads to a place, such as `/seat-2/`. As in the workbench (`pnp.web.entry`), the server exchanges its key for a
cookie, which browsers send to that place alone; all addresses of its page and its requests begin with it. Only what a
table needs is served.

No friend may learn from the pictures of pieces who looks at which: they are drawn in the order of the spec, and sent
once all of them are drawn.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pnp.errors import Location, PnpError, Problem, escape_unsafe, truncate
from pnp.play.record import PERSON, Record
from pnp.play.scene import EVERYONE, SPECTATOR
from pnp.press.bitmaps import SCALES
from pnp.terms import Ink
from pnp.web import entry, gallery, play
from pnp.web.answer_types import ListedFace, ListedProblem, MatchSeat, TablePieces
from pnp.web.endpoints import (
    API,
    Body,
    Endpoint,
    ForbiddenError,
    error_response,
    json_get,
    json_post,
    list_problems,
    not_found,
    respond,
)
from pnp.web.jobs import ClosedPage, EventStreams, ShownView, WatchedView
from pnp.web.links import AWAY_SECONDS, LinkFilter, Place, place_name
from pnp.web.matches import Matches, OpenMatch, event_data, seat_data
from pnp.web.pages import HERE, draw_table
from pnp.web.previews import MOST_WORKERS
from pnp.web.session import ProjectSession
from pnp.worker.supervisor import StoppedError, stop_when

USUAL_BOTS: Final = frozenset({"random", "greedy", "search:100", "search:1000"})
"""Bots that people can hand a seat to, beside those that the host has chosen: others may need any time."""
BOT_FAILED: Final = Problem(
    Location(), "a bot cannot go on", "the terminal where pnp play was started shows why", code="E1404"
)
MOST_STREAMS: Final = 8
"""Maximum number of event streams of a seat."""
MOST_WATCHING: Final = 100
"""Maximum number of event streams of all spectators together."""
MOST_THREADS: Final = 100
"""Number of requests answered at the same time, some of which may wait for a search."""
MOST_PAGES: Final = 40
"""Maximum number of pages that join one event stream."""
MOST_BRANCHES: Final = 30
"""Maximum number of games that can be started from positions of a table's game."""
HARMLESS: Final = frozenset({403, 404, 409, 429})
"""Status codes whose messages name nothing but what was asked for."""
HARMLESS_CODES: Final = frozenset({"E1405", "E1406"})
"""Codes of problems that name nothing but what was asked for. Others may quote a position, or files of the project."""
TOO_MANY: Final = Problem(Location(), "too many connections", "close other pages of this link", code="E1406")
USUAL_SCALE: Final = SCALES[1]
"""Resolution at which pieces are drawn before anybody has opened a link."""
DRAWING_SECONDS: Final = 120.0
"""Time to wait for the pictures of all pieces, in seconds."""
FAILED: Final = Problem(Location(), "that failed", "the terminal where pnp play was started shows why", code="E1404")


class TableEvents(EventStreams):
    """Event streams that carry nothing but what everyone at a table may know."""

    def send(self, kind: str, about: object, *, game: str | None = None, view: tuple[str, str] | None = None) -> None:
        """Send an event about the game in progress or the pictures of its pieces; drop all others."""
        if kind == "match":
            super().send(kind, about, game=game)
        elif kind == "faces" and isinstance(about, dict):
            super().send(kind, {**about, "faces": _plain(about["faces"])}, game=game, view=view)
        elif kind == "saved" and isinstance(about, dict):
            super().send(kind, {**about, "files": []}, game=game)


class Table:
    """A game in progress, the places from which it is played and seen, and who may do what.

    It is the `Access` of the routes of games in progress.
    """

    def __init__(
        self, session: ProjectSession, matches: Matches, match: OpenMatch, places: Sequence[Place], bots: Sequence[str]
    ) -> None:
        self.session, self.matches, self.game, self.name = session, matches, match.game, match.id
        self.places = {place.name: place for place in places}
        self.bots = USUAL_BOTS.union(bots)
        self.held = frozenset(place.seat for place in places if place.seat != SPECTATOR)
        match.held = self.held
        self.on_end: Callable[[OpenMatch], None] = lambda _: None
        """Called when the game is over and saved."""
        self.on_problem: Callable[[tuple[Problem, ...]], None] = lambda _: None
        """Called with the problems of a game that nobody else is told."""
        self._ended = False
        self._problems: tuple[Problem, ...] = ()
        self.matches.on_change = self._changed

    @property
    def match(self) -> OpenMatch:
        """The game that all play."""
        return self.matches.find(self.game, self.name)

    @property
    def alone(self) -> bool:
        """Whether one person plays, and nobody watches."""
        return len(self.places) == 1

    def place(self, request: Request) -> Place:
        """Return the place that a request comes from; the gate has admitted it."""
        return self.places[str(request.path_params["place"])]

    # ---- who may see and do what ----

    def check(self, request: Request, name: str) -> None:
        """Raise NotFoundError unless it is the table's game, or one that the place has started from it."""
        if name != self.name and name not in self.place(request).branches:
            raise not_found("game", name)

    def seats(self, request: Request, match: OpenMatch) -> list[int]:
        """Return the place's seat, unless a bot plays for it; of a branch, the seats of people."""
        seat = self.place(request).seat
        people = [each for each, name in enumerate(match.seats) if name == PERSON]
        return people if match.id != self.name else [each for each in people if each == seat]

    def viewers(self, request: Request, match: OpenMatch) -> list[int]:
        """Return the place's seat, or SPECTATOR; all viewers when the game is over."""
        own = self.seats(request, match) if match.id != self.name else [self.place(request).seat]
        everyone = [*range(match.record.players), SPECTATOR, EVERYONE] if match.over else []
        return list(dict.fromkeys([*own, *everyone]))

    def hosts(self, request: Request) -> bool:
        """Return whether the place is the host's."""
        return self.place(request).host

    def check_player(self, request: Request, match: OpenMatch, seat: int, name: str) -> None:
        """Raise ForbiddenError unless it is the place's seat or the host asks, and a link leads to it."""
        place = self.place(request)
        if match.id != self.name or match.over or seat not in self.held or not (place.host or place.seat == seat):
            raise play.forbidden(match)
        if name != PERSON and name not in self.bots:
            raise ForbiddenError(Problem(Location(game=match.game), "does not allow this bot here", code="E1406"))

    def may_branch(self, request: Request, match: OpenMatch) -> bool:
        """Return whether the game is over, or only one person knows of it: a branch shows what is still hidden."""
        place = self.place(request)
        return (match.over or self.alone) and place.seat != SPECTATOR and self._branches < MOST_BRANCHES

    @property
    def _branches(self) -> int:
        return sum(len(place.branches) for place in self.places.values())

    def branched(self, request: Request, branch: OpenMatch) -> None:
        """Let the place know of a game that it has started."""
        self.place(request).branches.add(branch.id)

    def people(self, match: OpenMatch) -> list[MatchSeat]:
        """Return who plays, and who is away."""
        if match.id != self.name:
            return seat_data(match, closed=range(match.record.players))
        away = {place.seat for place in self.places.values() if place.away}
        closed = set(range(match.record.players)) - self.held
        return seat_data(match, closed, {seat for seat in away if match.seats[seat] == PERSON})

    def problems(self, match: OpenMatch) -> list[ListedProblem]:
        """Return that there are problems; what they are may depend on hidden cards."""
        return list_problems([BOT_FAILED] if match.problems else [])

    # ---- what happens ----

    def _changed(self, match: OpenMatch) -> None:
        self.session.events.send("match", event_data(match), game=match.game)
        if match.id != self.name:
            return
        if match.problems and match.problems != self._problems:
            self.on_problem(match.problems)
        self._problems = match.problems
        if not match.over:
            self._ended = False
        elif not (match.working or match.unsaved or self._ended):
            self._ended = True
            self.on_end(match)

    def come(self, place: Place) -> None:
        """Count an event stream that was opened. Call it in the server's thread."""
        away, place.streams = place.away, place.streams + 1
        if away and place.seat != SPECTATOR:
            self._notify()

    def leave(self, place: Place) -> None:
        """Count an event stream that was closed. Call it in the server's thread."""
        place.streams -= 1
        if not place.streams and place.seat != SPECTATOR:
            place.left = monotonic()
            asyncio.get_running_loop().call_later(AWAY_SECONDS + 0.1, self._notify)

    def _notify(self) -> None:
        """Have pages ask who is there."""
        self.session.events.send("match", event_data(self.match), game=self.game)


class TablePictures:
    """Bitmaps of the pieces of a game: once one is asked for, all of that size are drawn, and then sent."""

    def __init__(self, session: ProjectSession, game: str) -> None:
        self._session, self._game = session, game
        self._drawing: dict[tuple[int, str, int], asyncio.Task[None]] = {}
        self._closed = False

    def close(self) -> None:
        """Stop drawing."""
        self._closed = True

    async def wait(self, lang: str, scale: int) -> None:
        """Wait until all pieces are drawn in a language, at a scale. Call it in the server's thread."""
        version = self._session.version(self._game)
        key = (version, lang, scale)
        if key not in self._drawing:
            self._drawing = {known: task for known, task in self._drawing.items() if known[0] == version}
            self._drawing[key] = asyncio.create_task(anyio.to_thread.run_sync(self._draw, lang, scale))
        await asyncio.shield(self._drawing[key])

    def _draw(self, lang: str, scale: int) -> None:
        previews = self._session.open_game(self._game).previews(lang, Ink.FULL)
        deadline = monotonic() + DRAWING_SECONDS
        if previews is None:
            return
        while any(face.drawn is None for face in previews.shown.values()):
            if self._closed or monotonic() > deadline:
                return
            previews.asked = monotonic()
            self._session.pool.wake()
            sleep(0.05)

        def draw(key: str) -> None:
            with contextlib.suppress(PnpError, StoppedError), stop_when(lambda: self._closed):
                self._session.pictures.bitmap(key, scale)  # if it cannot be drawn, pages show the face without it

        with ThreadPoolExecutor(MOST_WORKERS) as pool:
            deque(pool.map(draw, dict.fromkeys(face["key"] for face in previews.as_data() if face["key"])), 0)


def routes(session: ProjectSession, table: Table, pictures: TablePictures) -> list[Mount]:
    """Return the routes of a table's places."""

    def page(request: Request) -> Response:
        place = table.place(request)
        return draw_table(session, request, place.entry, table.game, table.name, place.seat)

    async def events(request: Request) -> Response:
        place = table.place(request)
        if place.streams >= (MOST_WATCHING if place.seat == SPECTATOR else MOST_STREAMS):
            return error_response(PnpError(TOO_MANY), 429)
        return StreamingResponse(stream(place), media_type="text/event-stream")

    async def stream(place: Place) -> AsyncIterator[bytes]:
        table.come(place)
        try:
            async for event in session.events.stream(place.entry.token):
                yield event
        finally:
            table.leave(place)

    def watch(_request: Request, asked: WatchedView) -> Body:
        shown = ShownView(table.game, (asked.lang, asked.ink))

        def state() -> object:
            found = session.state(shown, asked.since)
            return {**found, "faces": _plain(found["faces"])}

        if session.events.pages(asked.stream) >= MOST_PAGES or not session.events.watch(
            asked.stream, asked.page, shown, state
        ):
            raise not_found("event stream", asked.stream)
        return {}

    def leave(_request: Request, asked: ClosedPage) -> Body:
        session.events.leave(asked.stream, asked.page)
        return {}

    async def bitmap(request: Request) -> Response:
        scale = gallery.requested_scale(request)
        if scale is not None and not table.alone:
            await pictures.wait(play.reader_lang(session, table.game, request), scale)
        return await respond(lambda: gallery.bitmap(session, request))

    def pieces(request: Request) -> TablePieces:
        found = play.table_pieces(session, request)
        return {**found, "faces": _plain(found["faces"])}

    inner = [
        Route("/", json_get(page)),
        Route("/api/events", events),
        Route("/api/watch", json_post(WatchedView, watch), methods=["POST"]),
        Route("/api/leave", json_post(ClosedPage, leave), methods=["POST"]),
        *entry.routes(lambda request: table.place(request).entry),
        *gallery.font_routes(session),
        Route("/api/face/{key}.svg", json_get(partial(gallery.vector, session))),
        Route("/api/face/{key}.png", bitmap),
        Route("/api/{game}/play/pieces", json_get(pieces)),
        *play.match_routes(session, table.matches, table),
    ]
    return [Mount("/{place}", routes=[_discreet(route, table.game) for route in inner])]


def _discreet(route: Route, game: str) -> Route:
    """Return a route that answers about one game only, and says nothing about failures of its rules or of pnp."""
    endpoint: Endpoint = route.endpoint

    async def answer(request: Request) -> Response:
        if request.path_params.get("game", game) != game:
            return error_response(not_found("game", str(request.path_params["game"])), 404)
        response = await endpoint(request)
        if response.status_code < 400 or not isinstance(response, JSONResponse):
            return response
        problems = json.loads(bytes(response.body))["problems"]
        if response.status_code in HARMLESS or all(problem["code"] in HARMLESS_CODES for problem in problems):
            return response
        return error_response(PnpError(FAILED), response.status_code)

    return Route(route.path, answer, methods=list(route.methods or ()))


def _plain(faces: list[ListedFace]) -> list[ListedFace]:
    """Return faces without their problems, which name files."""
    return [{**face, "problems": []} for face in faces]


def open_table(session: ProjectSession, record: Record, port: int, *, watched: bool, file: Path | None = None) -> Table:
    """Deal a game, or go on with a record from a file, and make a place for each person; the first is the host.

    With `watched`, there is one for spectators as well. A file in the folder of records is continued, others are
    copied. Raise PnpError if the rules refuse the game.
    """
    matches = Matches(session)
    folder = matches.folder(record.game)
    known = file is not None and file.resolve().parent == folder.resolve() and file.suffix == ".txt"
    match = matches.start(record.game, record, file.stem if file is not None and known else "")
    people = [seat for seat, name in enumerate(record.seats) if name == PERSON]
    table = f"{record.game} {match.id}"
    places = [
        Place(seat, entry.Entry(session.project.root, port, table, place_name(seat)), host=seat == people[0])
        for seat in [*people, *([SPECTATOR] if watched else [])]
    ]
    return Table(session, matches, match, places, [name for name in record.seats if name != PERSON])


def make_app(table: Table, port: int, lang: str | None = None) -> LinkFilter:
    """Return the ASGI app of a table on a port; `lang` is the language of readers who have not chosen one."""
    session = table.session
    pictures = TablePictures(session, table.game)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = MOST_THREADS
        session.open()
        drawing = None if table.alone else asyncio.create_task(pictures.wait(table.match.record.lang, USUAL_SCALE))
        try:
            yield
        finally:
            pictures.close()
            if drawing is not None:
                drawing.cancel()
            table.matches.close()
            session.close()

    async def http_error(request: Request, error: Exception) -> Response:
        found = error if isinstance(error, HTTPException) else HTTPException(500)
        if API not in request.scope["path"]:
            return PlainTextResponse(f"{found.detail}\n", found.status_code)
        sentence = f"{request.method} is not possible here" if found.status_code == 405 else "there is no such address"
        problem = Problem(Location(), escape_unsafe(truncate(sentence)), code="E1405")
        return error_response(PnpError(problem), found.status_code)

    app = Starlette(
        routes=[Mount("/static", StaticFiles(directory=HERE / "static")), *routes(session, table, pictures)],
        lifespan=lifespan,
        exception_handlers={HTTPException: http_error},
    )
    return LinkFilter(app, list(table.places.values()), port, lang)
