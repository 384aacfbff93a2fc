"""The gallery: every distinct piece of a game with its count, its faces as SVG, and their fonts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.config import read_config
from pnp.errors import PnpError
from pnp.face.face import Face
from pnp.face.faces import BLEED, FaceName, draw_faces, face_names
from pnp.geometry.units import Size, trim
from pnp.library.faces import face_file
from pnp.press.font_folder import with_font_aliases
from pnp.press.job import FileType
from pnp.spec.model import Deck, Design
from pnp.spec.values import Cell
from pnp.store.cache import Cache
from pnp.terms import Lang, Side
from pnp.text.font_set import FontSet, ProjectFont
from pnp.text.fonts import Font
from pnp.web.answer_types import DeckLines, ListedDeck, ListedPiece, Pieces, PieceTexts, TracedFace
from pnp.web.endpoints import Body, PageRequest, json_get, json_post, list_problems, not_found, requested_game
from pnp.web.previews import FacePreviews
from pnp.web.session import GameSession, ProjectSession
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

SAFE_MARGIN: Final = 3.0
"""Distance of the safe area from the cut, in mm."""
MOST_SEEN: Final = 400
"""Maximum number of visible faces read from a request."""
IMMUTABLE: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""Cache header of addresses that contain a content hash, and so never change."""


class VisibleFaces(PageRequest):
    """Request that lists the faces currently visible on a page."""

    faces: list[str]
    lang: str | None = None
    ink: str = "full"


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the gallery."""

    def pieces(request: Request) -> Pieces:
        opened, previews = _previews(session, request)
        session.pool.wake()
        return gallery_data(opened, previews)

    def look(request: Request, seen: VisibleFaces) -> Body:
        opened = session.open_game(requested_game(request))
        previews = opened.previews(seen.lang, seen.ink)
        if previews is not None:
            previews.prioritize(name for text in seen.faces[:MOST_SEEN] if (name := FaceName.parse(text)) is not None)
            session.pool.wake()
        return {}

    def face(request: Request) -> Response:
        found = session.pictures.get(str(request.path_params["key"]))
        if found is None:
            raise not_found("face", str(request.path_params["key"]))
        return Response(_browser_svg(found), media_type="image/svg+xml", headers=IMMUTABLE)

    def traced(request: Request) -> TracedFace:
        opened, previews = _previews(session, request)
        name = FaceName.parse(str(request.path_params["name"]))
        if previews is None or opened.spec is None or name not in face_names(opened.spec):
            raise not_found("face", str(request.path_params["name"]))
        project, limits = opened.game.project, read_config(opened.game.project).limits
        wanted = [(name, replace(previews.look, traced=True))]
        [face] = run_in_worker(draw_faces, limits, project, opened.spec, wanted, Cache.disabled())
        return {
            "svg": _browser_svg(face).decode(),
            "sources": list(face.sources),
            "root": str(opened.game.project.root),
        }

    def file(request: Request) -> Response:
        opened, previews = _previews(session, request)
        name = FaceName.parse(str(request.path_params["name"]))
        shown = None if previews is None or name is None else previews.shown.get(name)
        if name is None or shown is None or shown.good is None:
            raise not_found("face", str(request.path_params["name"]))
        kind = FileType(request.path_params["kind"])
        dpi = min(1200.0, max(30.0, float(request.query_params.get("dpi", "300"))))
        content = run_in_worker(face_file, DEFAULT_LIMITS, shown.good, kind, dpi)
        title = f"{opened.game.id}_{name.design}_{name.side}" + (f"_look{name.look}" if name.look > 1 else "")
        types = {FileType.SVG: "image/svg+xml", FileType.PNG: "image/png", FileType.PDF: "application/pdf"}
        held = {"Content-Disposition": f'attachment; filename="{title}.{kind}"'}
        return Response(content, media_type=types[kind], headers=held)

    return [
        Route("/api/{game}/pieces", json_get(pieces)),
        Route("/api/{game}/look", json_post(VisibleFaces, look), methods=["POST"]),
        Route("/api/face/{key}.svg", json_get(face)),
        Route("/api/{game}/file/{kind}/{name:path}", json_get(file)),
        Route("/api/{game}/trace/{name:path}", json_get(traced)),
    ]


def _previews(session: ProjectSession, request: Request) -> tuple[GameSession, FacePreviews | None]:
    """Return the game of a request, and its previews in the request's language and ink."""
    opened = session.open_game(requested_game(request))
    asked = request.query_params
    return opened, opened.previews(asked.get("lang") or None, "low" if asked.get("ink") == "low" else "full")


def _browser_svg(face: Face) -> bytes:
    """Return the SVG of a face for browsers, with embedded pictures and the font names that pages use."""
    if not face.pictures:
        return with_font_aliases(face).encode()
    return run_in_worker(with_pictures, DEFAULT_LIMITS, face)


@task
def with_pictures(face: Face) -> bytes:
    """Return the SVG of a face with its pictures embedded."""
    from pnp.press.images import svg_for_renderer

    return svg_for_renderer(face).encode()


def gallery_data(opened: GameSession, previews: FacePreviews | None) -> Pieces:
    """Return everything that the gallery shows, except the pictures."""
    about: Pieces = {
        "game": opened.game.id, "version": opened.version,
        "problems": list_problems(opened.problems, opened.game.project), "decks": [], "pieces": [], "faces": [],
    }  # fmt: skip
    spec = opened.spec
    if spec is None or previews is None:
        return about
    lang, ink = previews.view
    return about | {
        "title": spec.title[lang], "lang": lang, "ink": ink, "languages": list(spec.languages), "bleed": BLEED,
        "count": spec.count, "drawn": [deck.name for deck in spec.drawn_decks], "faces": previews.as_data(),
        "decks": [list_deck(deck, lang) for deck in spec.decks.values()],
        "pieces": [piece for deck in spec.decks.values() for piece in list_pieces(deck, lang)],
    }  # fmt: skip


def list_deck(deck: Deck, lang: Lang) -> ListedDeck:
    """Return a deck as plain data."""
    size: Size = deck.size
    table = deck.table if isinstance(deck.table, str) else ", ".join(deck.table or [])
    return {
        "name": deck.name, "title": deck.title[lang], "kind": deck.kind, "width": size.width, "height": size.height,
        "count": deck.count, "designs": len(deck.designs), "table": table,
        "size": f"{trim(size.width)} × {trim(size.height)} mm",
        "sides": [side for side in Side if deck.template(side) is not None],
    }  # fmt: skip


def _cut_and_safe_lines(deck: Deck) -> Iterable[DeckLines]:
    """Return the cut lines and safe areas of each design of a deck, by side, as SVG path data."""
    own = isinstance(deck.outline, dict)  # every row has an outline; else all designs share one
    sides = [side for side in Side if deck.template(side) is not None]
    lines = ({side: deck.cut_line(side, design.id) for side in sides} for design in deck.designs[: None if own else 1])
    drawn: list[DeckLines] = [
        {
            "cut": {side: line.svg() for side, line in each.items()},
            "safe": {side: line.grown(-SAFE_MARGIN).svg() for side, line in each.items()},
        }
        for each in lines
    ]
    return drawn if own else drawn * len(deck.designs)


def list_pieces(deck: Deck, lang: Lang) -> list[ListedPiece]:
    """Return the designs of a deck as plain data: their texts, cut lines and safe areas."""
    lines = zip(deck.designs, _cut_and_safe_lines(deck), strict=True)
    return [{**_piece(deck, design, lang), **drawn} for design, drawn in lines]


def _piece(deck: Deck, design: Design, lang: Lang) -> PieceTexts:
    texts = {name: _cell_text(design, name, lang) for name in design.fields}
    words = {name: text for name, text in texts.items() if isinstance(text, str)}
    return {
        "deck": deck.name, "id": design.id, "count": design.count * deck.leaves, "row": design.row,
        "looks": list(deck.looks(design)),
        "texts": {name: str(text) for name, text in texts.items()},
        "empty": [name for name, text in words.items() if not text],
        "length": sum(map(len, words.values())),
    }  # fmt: skip


def _cell_text(design: Design, name: str, lang: Lang) -> Cell:
    try:
        return design.field(name, lang)
    except (KeyError, PnpError):
        return ""


def font_routes(session: ProjectSession) -> list[Route]:
    """Return the routes of a style sheet with all fonts, and of the font files."""

    def sheet(_request: Request) -> Response:
        rules = [
            family_rule(font, f"/api/font/{number}?{font_version(font)}") for number, font in enumerate(_fonts(session))
        ]
        return Response("\n".join(rules), media_type="text/css")

    def font(request: Request) -> Response:
        fonts, number = _fonts(session), int(request.path_params["number"])
        if number >= len(fonts):
            raise not_found("font", str(number))
        return Response(fonts[number].content, media_type="font/ttf", headers={"Cache-Control": "max-age=3600"})

    return [Route("/api/fonts.css", json_get(sheet)), Route("/api/font/{number:int}", json_get(font))]


def _fonts(session: ProjectSession) -> list[Font]:
    return FontSet.for_project(session.project).fonts


def font_version(font: Font) -> str:
    """Return a text that changes whenever the file of a font changes."""
    return font.digest[:12] if isinstance(font, ProjectFont) else font.file


def font_family(font: Font) -> str:
    """Return the family name by which faces refer to a font."""
    return font.alias if isinstance(font, ProjectFont) else font.family


def family_rule(font: Font, address: str) -> str:
    """Return the @font-face rule that loads a font from an address."""
    weight, style = "bold" if font.bold else "normal", "italic" if font.italic else "normal"
    return (
        f'@font-face{{font-family:"{font_family(font)}";font-weight:{weight};font-style:{style};src:url("{address}");'
        "font-display:block}"
    )
