"""HTML pages of the workbench, from Jinja templates, in the reader's language. Scripts load their content."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import anyio.to_thread
import jinja2
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.status import HTTP_404_NOT_FOUND

from pnp import __version__
from pnp.errors import Location, PnpError, Problem, escape_unsafe, truncate
from pnp.terms import nearest_language
from pnp.web.answer_types import PageData
from pnp.web.endpoints import API, Endpoint, NotFoundError, error_response, json_get, not_found, requested_game
from pnp.web.entry import Entry
from pnp.web.session import ProjectSession
from pnp.words import Texts, spoken

HERE: Final = Path(__file__).parent
VIEWS: Final = (
    "gallery", "checks", "table", "layout", "files", "sheets", "memo", "hand", "play", "numbers", "plays", "exports",
)  # fmt: skip
"""Pages of a game, in the order of the navigation."""
HOME_PARAMETER: Final = "home"
"""Query parameter of links to the home page, which is otherwise skipped if the project has only one game."""
LANG_COOKIE: Final = "pnp-lang"
WORDS: Final = Texts("web")


ENVIRONMENT: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(HERE / "pages"), autoescape=True, undefined=jinja2.StrictUndefined,
    trim_blocks=True, lstrip_blocks=True,
)  # fmt: skip


class PageTemplates:
    """The pages of a project, drawn from their templates in the reader's language."""

    def __init__(self, session: ProjectSession, entry: Entry) -> None:
        self._session, self._entry = session, entry

    def draw(self, request: Request, view: str, game: str, status: int = 200) -> HTMLResponse:
        """Draw a page of a game, or of the project if `game` is empty."""
        session, lang = self._session, reader_language(request)
        words = WORDS[lang]
        games, opened = _titles(session, lang), session.find_game(game)  # reads the games, for their versions below
        ticket, ticket_key = self._entry.new_ticket()
        about: PageData = {
            "game": game, "project": _project_id(session), "view": view, "lang": lang, "token": self._entry.token,
            "ticket": ticket, "ticketKey": ticket_key, "version": __version__,
            "allowCode": session.project.allow_code, "gameVersion": session.version(game), "base": "",
        }  # fmt: skip
        page = ENVIRONMENT.get_template(f"{view}.html.j2").render(
            say=lambda key: words[key], lang=lang, languages=spoken(), view=view, views=VIEWS, game=game,
            games=games, project=session.project.root.name, trouble=0 if opened is None else opened.problem_count,
            about=json_script(about), words=json_script(dict(words)), friends=False, base="",
        )  # fmt: skip
        return HTMLResponse(page, status)

    def draw_missing(self, request: Request) -> HTMLResponse:
        """Draw the page for an address that does not exist, with the navigation of the game in it, if there is one."""
        game = request.scope["path"].split("/")[1]
        return self.draw(request, "missing", game if game in self._session.games() else "", 404)


def draw_table(
    session: ProjectSession, request: Request, entry: Entry, game: str, match: str, seat: int
) -> HTMLResponse:
    """Draw the play page for a place at a table of friends."""
    lang = reader_language(request)
    words, opened = WORDS[lang], session.open_game(game)
    title = game if opened.spec is None else opened.spec.title[nearest_language(lang, opened.spec.languages)]  # type: ignore[index]
    ticket, ticket_key = entry.new_ticket()
    about: PageData = {
        "game": game, "project": match, "view": "play", "lang": lang, "token": entry.token, "ticket": ticket,
        "ticketKey": ticket_key, "version": __version__, "allowCode": False, "gameVersion": opened.version,
        "base": entry.path, "match": match, "seat": seat,
    }  # fmt: skip
    page = ENVIRONMENT.get_template("play.html.j2").render(
        say=lambda key: words[key], lang=lang, languages=spoken(), view="play", views=(), game=game, games=(),
        project=title, trouble=0, about=json_script(about), words=json_script(dict(words)), friends=True,
        base=entry.path, seat=seat,
    )  # fmt: skip
    return HTMLResponse(page)


def routes(session: ProjectSession, entry: Entry) -> list[Route | Mount]:
    """Return the routes of all pages, scripts and styles."""
    templates = PageTemplates(session, entry)

    def page_get(work: Callable[[Request], Response]) -> Endpoint:
        """Return an endpoint that draws a page; the API, whose addresses look like those of pages, answers in JSON."""

        def page(request: Request) -> Response:
            try:
                return work(request)
            except NotFoundError:
                if request.scope["path"].startswith(API):
                    raise
                return templates.draw_missing(request)

        return json_get(page)

    def home(request: Request) -> Response:
        games = session.games()
        if len(games) == 1 and HOME_PARAMETER not in request.query_params:
            return RedirectResponse(f"/{games[0]}/gallery")
        return templates.draw(request, "home", "")

    def shown(request: Request) -> Response:
        game, view = str(request.path_params["game"]), str(request.path_params["view"])
        if view not in VIEWS or session.find_game(game) is None:
            raise not_found("page", f"/{game}/{view}")
        return templates.draw(request, view, game)

    def first(request: Request) -> Response:
        return RedirectResponse(f"/{session.located(requested_game(request)).id}/gallery")

    return [
        Route("/", page_get(home)),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        Route("/{game}", page_get(first)),
        Route("/{game}/{view}", page_get(shown)),
    ]


def _project_id(session: ProjectSession) -> str:
    return hashlib.sha256(os.fsencode(session.project.root.resolve())).hexdigest()[:12]


def http_error(session: ProjectSession, entry: Entry) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return the handler of addresses without a route and of methods that they do not have."""
    templates = PageTemplates(session, entry)

    async def answer(request: Request, error: Exception) -> Response:
        found = error if isinstance(error, HTTPException) else HTTPException(500)
        if request.scope["path"].startswith(API):
            missing = found.status_code == HTTP_404_NOT_FOUND
            sentence = "there is no such address" if missing else f"{request.method} is not possible here"
            problem = Problem(Location(), escape_unsafe(truncate(sentence)), code="E1405")
            return error_response(PnpError(problem), found.status_code)
        if found.status_code == HTTP_404_NOT_FOUND:
            return await anyio.to_thread.run_sync(templates.draw_missing, request)
        return PlainTextResponse(f"{found.detail}\n", found.status_code, headers=found.headers)

    return answer


def no_entry_page(request: Request, again: bool, *, friends: bool = False) -> HTMLResponse:
    """Return the page for a browser without the cookie, in the reader's language. Friends get links to a table.

    With `again`, it loads itself once more: browsers do not send the cookie when a link from elsewhere is followed.
    """
    lang = reader_language(request)
    words = WORDS[lang]
    page = ENVIRONMENT.get_template("noentry.html.j2").render(
        say=lambda key: words[key], lang=lang, again=again, friends=friends
    )
    return HTMLResponse(page, 403)


def json_script(about: object) -> Markup:
    """Return data as JSON to embed in a script element, escaped so that no text in it can close the element."""
    return Markup(json.dumps(about).replace("<", "\\u003c"))  # noqa: S704 (it contains no markup any more)


def wants_dark(request: Request) -> bool:
    """Return whether a page asks for a picture or report on a dark ground."""
    return request.query_params.get("theme") == "dark"


def reader_language(request: Request) -> str:
    """Return the reader's language: the one chosen on the page, or else the browser's preferred one."""
    chosen = request.cookies.get(LANG_COOKIE, "")
    asked = [
        chosen,
        *(part.partition(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")),
    ]
    for tag in asked[:20]:
        base = tag.partition("-")[0].lower()
        if base in spoken():
            return base
    return str(nearest_language("en", spoken()))


def _titles(session: ProjectSession, lang: str) -> list[tuple[str, str, str]]:
    """Return the ids and titles of the project's games, with the title's language if it is not the page's, else "".

    A title that cannot be read is replaced by the id.
    """
    found = []
    for game in session.games():
        opened = session.find_game(game)
        title, other = game, ""
        if opened is not None:
            try:
                if opened.version == 0:
                    opened.reload()
                if opened.spec is not None:
                    nearest = nearest_language(lang, opened.spec.languages)
                    title, other = opened.spec.title[nearest], "" if nearest == lang else nearest  # type: ignore[index]
            except (PnpError, KeyError):
                pass
        found.append((game, title, other))
    return found
