"""The gallery: every distinct piece of a game with its count, its faces as SVG, and their fonts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pnp.config import read_config
from pnp.errors import PnpError, Problem
from pnp.face.face import Face
from pnp.face.faces import BLEED, FaceAttempt, FaceLook, FaceName, draw_faces, face_names
from pnp.geometry.units import Size, trim
from pnp.library.drafts import DraftFiles, draw_draft
from pnp.library.faces import face_file
from pnp.press.bitmaps import SCALES
from pnp.press.font_folder import with_font_aliases
from pnp.press.job import FileType
from pnp.project.folders import GameRef
from pnp.spec.model import Deck, Design, Game
from pnp.spec.texts import pick_language
from pnp.spec.values import Cell
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side, nearest_language
from pnp.text.font_set import FontSet, ProjectFont
from pnp.text.fonts import Font
from pnp.web.answer_types import (
    FaceShape,
    ListedDeck,
    ListedPiece,
    Pieces,
    SideLines,
    TracedFace,
    TriedFace,
)
from pnp.web.endpoints import (
    Body,
    PageRequest,
    SentLists,
    json_get,
    json_post,
    list_problems,
    not_found,
    parse_choice,
    path_number,
    query_ink,
    query_number,
    requested_game,
)
from pnp.web.pages import reader_language
from pnp.web.previews import FacePreviews
from pnp.web.session import GameSession, ProjectSession
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

SAFE_MARGIN: Final = 3.0
"""Distance of the safe area from the cut, in mm."""
LONGEST_WHICH: Final = 16
"""Maximum number of characters of a text that tells pieces with the same name apart."""
MOST_LISTS: Final = 8
"""Maximum number of lists of pieces remembered, of which pages get only the changes."""
LIST_VERSION: Final = re.compile("[0-9]{1,18}")
MOST_SEEN: Final = 400
"""Maximum number of visible faces read from a request."""
IMMUTABLE: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""Cache header of addresses that contain a content hash, and so never change."""


class VisibleFaces(PageRequest):
    """Request that lists the faces currently visible on a page."""

    faces: list[str]
    lang: str | None = None
    ink: Ink = Ink.FULL
    scale: int = SCALES[0]
    """Resolution of the bitmaps on the page, in pixels per mm."""


def routes(session: ProjectSession) -> list[Route]:
    """Return the routes of the gallery."""
    sent = SentLists[ListedPiece](MOST_LISTS)

    def pieces(request: Request) -> Pieces:
        opened, previews = _previews(session, request)
        if previews is not None:
            previews.scale = requested_scale(request) or previews.scale
        session.pool.wake()
        since = request.query_params.get("since")
        if since is None:
            return gallery_data(opened, previews)
        return _changed_data(sent, opened, previews, int(since) if LIST_VERSION.fullmatch(since) else 0)

    def look(request: Request, seen: VisibleFaces) -> Body:
        opened = session.open_game(requested_game(request))
        previews = opened.previews(seen.lang, seen.ink)
        if previews is not None:
            names = (FaceName.parse(text) for text in seen.faces[:MOST_SEEN])
            previews.prioritize((name for name in names if name is not None), _scale(str(seen.scale)) or SCALES[0])
            session.pool.wake()
        return {}

    def traced(request: Request) -> TracedFace:
        opened, previews = _previews(session, request)
        name = FaceName.parse(str(request.path_params["name"]))
        if previews is None or opened.spec is None or name not in face_names(opened.spec):
            raise not_found("face", str(request.path_params["name"]))
        project, limits = opened.game.project, read_config(opened.game.project).limits
        wanted = [(name, replace(previews.look, traced=True))]
        [face] = run_in_worker(draw_faces, limits, project, opened.spec, wanted, Cache.disabled())
        return {
            "svg": browser_svg(face).decode(),
            "sources": list(face.sources),
            "root": str(opened.game.project.root),
        }

    def file(request: Request) -> Response:
        kind = parse_choice("type", str(request.path_params["kind"]), FileType)
        dpi = query_number(request, "dpi", 300, 30, 1200)
        opened, previews = _previews(session, request)
        name = FaceName.parse(str(request.path_params["name"]))
        shown = None if previews is None or name is None else previews.shown.get(name)
        if name is None or shown is None or shown.good is None:
            raise not_found("face", str(request.path_params["name"]))
        content = run_in_worker(face_file, DEFAULT_LIMITS, shown.good, kind, dpi)
        title = f"{opened.game.id}_{name.design}_{name.side}" + (f"_look{name.look}" if name.look > 1 else "")
        types = {FileType.SVG: "image/svg+xml", FileType.PNG: "image/png", FileType.PDF: "application/pdf"}
        held = {"Content-Disposition": f'attachment; filename="{title}.{kind}"'}
        return Response(content, media_type=types[kind], headers=held)

    return [
        Route("/api/{game}/pieces", json_get(pieces)),
        Route("/api/{game}/look", json_post(VisibleFaces, look), methods=["POST"]),
        Route("/api/face/{key}.svg", json_get(partial(vector, session))),
        Route("/api/face/{key}.png", json_get(partial(bitmap, session))),
        Route("/api/{game}/file/{kind}/{name:path}", json_get(file)),
        Route("/api/{game}/trace/{name:path}", json_get(traced)),
    ]


def vector(session: ProjectSession, request: Request) -> Response:
    """Return a face as SVG. Raise NotFoundError if it is unknown."""
    found = session.pictures.get(str(request.path_params["key"]))
    if found is None:
        raise not_found("face", str(request.path_params["key"]))
    return Response(browser_svg(found), media_type="image/svg+xml", headers=IMMUTABLE)


def bitmap(session: ProjectSession, request: Request) -> Response:
    """Return a face as PNG. Raise NotFoundError if it is unknown, or the scale is."""
    key, scale = str(request.path_params["key"]), requested_scale(request)
    found = None if scale is None else session.pictures.bitmap(key, scale)
    if found is None:
        raise not_found("face", key)
    return Response(found, media_type="image/png", headers=IMMUTABLE)


def requested_scale(request: Request) -> int | None:
    """Return the resolution of bitmaps in the query of a request; None if there is none, or no such one."""
    return _scale(request.query_params.get("scale"))


def _scale(asked: str | None) -> int | None:
    """Return the requested resolution of bitmaps; None if there is none, or no such one."""
    return next((scale for scale in SCALES if str(scale) == asked), None)


def _previews(session: ProjectSession, request: Request) -> tuple[GameSession, FacePreviews | None]:
    """Return the game of a request, and its previews in the request's language and ink.

    Without a language, it is the reader's, or the nearest that the game has.
    """
    opened = session.open_game(requested_game(request))
    asked, languages = request.query_params, () if opened.spec is None else opened.spec.languages
    lang = asked.get("lang") or (nearest_language(reader_language(request), languages) if languages else None)
    return opened, opened.previews(lang, query_ink(request))


def browser_svg(face: Face) -> bytes:
    """Return the SVG of a face for browsers, with embedded pictures and the font names that pages use."""
    if not face.pictures:
        return with_font_aliases(face).encode()
    return run_in_worker(with_pictures, DEFAULT_LIMITS, face)


def draw_unsaved(
    session: ProjectSession, game: GameRef, files: DraftFiles, spec: Game | None, names: Sequence[FaceName], lang: str
) -> tuple[list[TriedFace], list[Problem]]:
    """Draw faces of a game with unsaved contents of its files; return them, and the problems with them.

    `spec` is the game with these contents; `lang` may be empty for its first language.
    """
    drawn = try_unsaved(session, game, files, spec, names, lang)
    return [face for face, _ in drawn], [problem for _, made in drawn for problem in made.problems]


def try_unsaved(
    session: ProjectSession, game: GameRef, files: DraftFiles, spec: Game | None, names: Sequence[FaceName], lang: str,
    *, traced: bool = False, draft: bool = False,
) -> list[tuple[TriedFace, FaceAttempt]]:  # fmt: skip
    """Draw faces of a game with unsaved contents of its files, like `draw_unsaved`; return each with its problems.

    With `draft`, what does not fit or is missing is marked on the faces.
    """
    if spec is None or not names:
        return []
    there = face_names(spec)
    look = FaceLook(pick_language(lang or None, spec.languages, game.id), traced=traced, draft=draft)
    drawn = draw_draft(game, files, names, look, Cache.disabled())
    faces: list[tuple[TriedFace, FaceAttempt]] = []
    for name, made in zip(names, drawn, strict=True):
        key = None if made.face is None or made.face.failed else session.pictures.keep(made.face)
        shape = _shape(spec, name) if name in there else None
        faces.append(({"name": str(name), "key": key, "shape": shape}, made))
    return faces


def _shape(spec: Game, name: FaceName) -> FaceShape:
    deck, side = spec.decks[name.deck], Side(name.side)
    line = deck.cut_line(side, name.design)
    return {
        "width": deck.size.width, "height": deck.size.height, "bleed": BLEED, "cut": line.svg(),
        "safe": line.grown(-SAFE_MARGIN).svg(),
    }  # fmt: skip


@task
def with_pictures(face: Face) -> bytes:
    """Return the SVG of a face with its pictures embedded."""
    from pnp.press.images import svg_for_renderer

    return svg_for_renderer(face).encode()


def gallery_data(opened: GameSession, previews: FacePreviews | None, since: int = 0) -> Pieces:
    """Return everything that the gallery shows, except the pictures; of the faces, those changed after `since`."""
    about: Pieces = {
        "game": opened.game.id, "version": opened.version,
        "problems": list_problems(opened.problems, opened.game.project), "decks": [], "pieces": [],
        "head": 0, "tail": 0, "seen": 0, "waiting": 0, "faces": [],
    }  # fmt: skip
    spec = opened.spec
    if spec is None or previews is None:
        return about
    lang, ink = previews.view
    return {
        **about, **previews.listing(since=since),
        "title": spec.title[lang], "lang": lang, "ink": ink, "languages": list(spec.languages), "bleed": BLEED,
        "count": spec.count, "drawn": [deck.name for deck in spec.drawn_decks],
        "decks": [list_deck(deck, lang) for deck in spec.decks.values()],
        "pieces": [piece for deck in spec.decks.values() for piece in list_pieces(deck, lang)],
    }  # fmt: skip


def _changed_data(
    sent: SentLists[ListedPiece], opened: GameSession, previews: FacePreviews | None, since: int
) -> Pieces:
    """Return what has changed since an earlier answer; everything, if that is unknown."""
    view = (opened.game.id, None if previews is None else previews.view)
    if not sent.knows(view, since):
        since = 0
    data = gallery_data(opened, previews, since)
    head, tail, pieces = sent.difference(view, data["seen"], since, data["pieces"])
    data |= {"head": head, "tail": tail, "pieces": pieces}
    return {**data, "since": since} if since else data


def list_deck(deck: Deck, lang: Lang) -> ListedDeck:
    """Return a deck as plain data."""
    size: Size = deck.size
    table = deck.table if isinstance(deck.table, str) else ", ".join(deck.table or [])
    return {
        "name": deck.name, "title": deck.title[lang], "kind": deck.kind, "width": size.width, "height": size.height,
        "count": deck.count, "designs": len(deck.designs), "table": table,
        "size": f"{trim(size.width)} × {trim(size.height)} mm",
        "sides": [side for side in Side if deck.template(side) is not None],
        "lines": None if _has_own_outlines(deck) else _cut_lines(deck, deck.designs[0]),
    }  # fmt: skip


def _has_own_outlines(deck: Deck) -> bool:
    """Return whether the designs of a deck differ in outline, or there are none."""
    return isinstance(deck.outline, dict) or not deck.designs


def _cut_lines(deck: Deck, design: Design) -> SideLines:
    """Return the cut line and the safe area of a design, by side, as SVG path data."""
    lines = {side: deck.cut_line(side, design.id) for side in Side if deck.template(side) is not None}
    return {
        "cut": {side: line.svg() for side, line in lines.items()},
        "safe": {side: line.grown(-SAFE_MARGIN).svg() for side, line in lines.items()},
    }


def list_pieces(deck: Deck, lang: Lang) -> list[ListedPiece]:
    """Return the designs of a deck as plain data: their texts and, if they have their own, cut lines and safe areas."""
    pieces = [_piece(deck, design, lang) for design in deck.designs]
    _tell_apart(pieces)
    if _has_own_outlines(deck):
        for piece, design in zip(pieces, deck.designs, strict=True):
            piece["lines"] = _cut_lines(deck, design)
    return pieces


def _piece(deck: Deck, design: Design, lang: Lang) -> ListedPiece:
    texts = {name: cell_text(design, name, lang) for name in design.fields}
    words = {name: text for name, text in texts.items() if isinstance(text, str)}
    return {
        "deck": deck.name, "id": design.id, "name": str(texts.get("name") or texts.get("title") or design.id),
        "which": "", "count": design.count, "row": design.row, "looks": list(deck.looks(design)),
        "texts": {name: str(text) for name, text in texts.items()},
        "empty": [name for name, text in words.items() if not text],
        "length": sum(map(len, words.values())),
    }  # fmt: skip


def _tell_apart(pieces: list[ListedPiece]) -> None:
    """Give pieces with the same name the text of a column in which they differ, if it is short; else their id."""
    alike: dict[str, list[ListedPiece]] = {}
    for piece in pieces:
        alike.setdefault(piece["name"], []).append(piece)
    for group in alike.values():
        if len(group) < 2:
            continue
        ids = [piece["id"] for piece in group]
        columns = [[piece["texts"].get(name, "") for piece in group] for name in group[0]["texts"]]
        short = (texts for texts in columns if all(0 < len(text) <= LONGEST_WHICH for text in texts))
        for piece, which in zip(
            group, next((texts for texts in short if len(set(texts)) == len(group)), ids), strict=True
        ):
            piece["which"] = which


def cell_text(design: Design, name: str, lang: Lang) -> Cell:
    """Return a cell of a design in a language; empty if it has none."""
    try:
        return design.field(name, lang)
    except (KeyError, PnpError):
        return ""


def font_routes(session: ProjectSession) -> list[Route]:
    """Return the routes of a style sheet with all fonts, and of the font files."""

    def sheet(request: Request) -> Response:
        base = request.scope.get("root_path", "")
        rules = [
            family_rule(font, f"{base}/api/font/{number}?{font_version(font)}")
            for number, font in enumerate(_fonts(session))
        ]
        return Response("\n".join(rules), media_type="text/css")

    def font(request: Request) -> Response:
        fonts, number = _fonts(session), path_number(request, "number")
        if not 0 <= number < len(fonts):
            raise not_found("font", str(request.path_params["number"]))
        return Response(fonts[number].content, media_type="font/ttf", headers={"Cache-Control": "max-age=3600"})

    return [Route("/api/fonts.css", json_get(sheet)), Route("/api/font/{number}", json_get(font))]


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
