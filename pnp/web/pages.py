"""HTML pages of the workbench, from Jinja templates, in the reader's language. Scripts load their content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pnp import __version__
from pnp.errors import PnpError
from pnp.terms import nearest_language
from pnp.web.answer_types import PageData
from pnp.web.endpoints import json_get, not_found, requested_game
from pnp.web.session import ProjectSession
from pnp.words import Texts, spoken

HERE: Final = Path(__file__).parent
VIEWS: Final = ("gallery", "checks", "table", "sheets", "memo", "hand", "numbers", "plays", "exports")
"""Pages of a game, in the order of the navigation."""
LANG_COOKIE: Final = "pnp-lang"
WORDS: Final = Texts("web")


def routes(session: ProjectSession) -> list[Route | Mount]:
    """Return the routes of all pages, scripts and styles."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "pages"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip

    def draw(request: Request, view: str, game: str, **more: object) -> HTMLResponse:
        lang = reader_language(request)
        words = WORDS[lang]
        about: PageData = {
            "game": game, "view": view, "lang": lang, "token": session.token, "version": __version__,
            "allowCode": session.project.allow_code, "gameVersion": session.version(game),
        }  # fmt: skip
        games, opened = _titles(session, lang), session.find_game(game)
        page = environment.get_template(f"{view}.html.j2").render(
            say=lambda key: words[key], lang=lang, languages=spoken(), view=view, views=VIEWS, game=game,
            games=games, token=session.token, project=session.project.root.name,
            trouble=0 if opened is None else opened.problem_count,
            about=json_script(about), words=json_script(dict(words)), **more,
        )  # fmt: skip
        return HTMLResponse(page)

    def home(request: Request) -> Response:
        games = session.games()
        if len(games) == 1:
            return RedirectResponse(f"/{games[0]}/gallery")
        return draw(request, "home", "")

    def shown(request: Request) -> Response:
        game, view = str(request.path_params["game"]), str(request.path_params["view"])
        if view not in VIEWS or session.find_game(game) is None:
            raise not_found("page", f"/{game}/{view}")
        return draw(request, view, game)

    def first(request: Request) -> Response:
        return RedirectResponse(f"/{session.located(requested_game(request)).id}/gallery")

    return [
        Route("/", json_get(home)),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        Route("/{game}", json_get(first)),
        Route("/{game}/{view}", json_get(shown)),
    ]


def json_script(about: object) -> Markup:
    """Return data as JSON to embed in a script element, escaped so that no text in it can close the element."""
    return Markup(json.dumps(about).replace("<", "\\u003c"))  # noqa: S704 (it contains no markup any more)


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


def _titles(session: ProjectSession, lang: str) -> list[tuple[str, str]]:
    """Return the ids and titles of the project's games; the id again if the title cannot be read."""
    found = []
    for game in session.games():
        opened = session.find_game(game)
        title = game
        if opened is not None:
            try:
                if opened.version == 0:
                    opened.reload()
                if opened.spec is not None:
                    title = opened.spec.title[nearest_language(lang, opened.spec.languages)]  # type: ignore[index]
            except (PnpError, KeyError):
                pass
        found.append((game, title))
    return found
