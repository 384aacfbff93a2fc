"""The gallery of a game as one HTML file, to send to playtesters or view on a tablet.

The file loads nothing from elsewhere: it contains all faces, pictures and subset fonts, each once. Equal games give
equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from pnp.config import Config, resolve_config
from pnp.errors import LayoutError, Location, Problem, SpecError, option_location
from pnp.face.face import Face, refuse_home_fonts
from pnp.face.faces import FaceLook, FaceName, draw_faces
from pnp.library.options import GalleryOptions
from pnp.library.places import Name, locate_game
from pnp.options import accepts_options
from pnp.press.font_folder import with_font_aliases
from pnp.press.job import MOST_DPI
from pnp.project.folders import GameRef, Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.spec.selection import parse_filters
from pnp.store.cache import Cache
from pnp.store.files import check_own_page
from pnp.terms import Lang, Side
from pnp.text.font_set import FontSet
from pnp.web.answer_types import Handout, HandoutFace, HandoutPiece
from pnp.web.gallery import list_deck, list_pieces
from pnp.web.onefile import font_rules, join_modules, make_page, used_characters, write_page
from pnp.web.pages import WORDS, json_script
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import task

LEAST_DPI: Final = 72
"""Minimum of max_dpi, in dpi; lower than for paper, because screens need less."""
STYLES: Final = ("page.css", "gallery.css", "handout.css")
SCRIPT_TEXTS: Final = ("all-decks", "flip", "gallery-summary", "handout-none", "piece-label", "true-size-on")
"""Keys of the texts that the page's script uses."""


@dataclass(frozen=True)
class WrittenGallery:
    """Result of `write_gallery`."""

    path: Path
    size_bytes: int
    designs: int
    pieces: int
    faces: int
    """Number of distinct faces."""
    pictures: int
    """Number of distinct pictures."""


@accepts_options(GalleryOptions)
def write_gallery(game: Name, options: GalleryOptions) -> WrittenGallery:
    """Write the gallery of a game to one HTML file that needs no network: every face with its count and texts.

    The default of `html` is a file beside the game's sheets. `only` and `mark` work as in `build`; `max_dpi` shrinks
    pictures, so that the file is small enough to mail; `title` replaces the game's title above the pieces. Raise
    PnpError with all problems found; an earlier file is only replaced once the new one is complete.

        pnp.write_gallery("winston", "winston.html", lang="en").size_bytes
    """
    found = locate_game(game, options.start, allow_code=options.allow_code)
    return write_gallery_with(found, options, resolve_config(*found, options))


def write_gallery_with(game: GameRef, options: GalleryOptions, chosen: Config) -> WrittenGallery:
    """Write the gallery of a game with the given settings; see `write_gallery`."""
    max_dpi, (project, name) = options.max_dpi, game
    if max_dpi is not None and not LEAST_DPI <= max_dpi <= MOST_DPI:
        message, hint = f"must be from {LEAST_DPI} to {MOST_DPI} dots per inch", "150 looks sharp on most screens"
        raise LayoutError(Problem(option_location("--max-dpi"), message, hint, found=f"{max_dpi:g}", code="E1201"))
    spec = load_game(project, name)
    filters = parse_filters(spec, [options.only] if isinstance(options.only, str) else options.only)
    wanted = [
        design.id
        for deck, design in spec.designs()
        if not filters or any(filter_.holds(deck, design) for filter_ in filters)
    ]
    if not wanted:
        raise SpecError(Problem(option_location("--only"), "no piece matches", code="E1205"))
    beside = chosen.output / name / f"{name}_{chosen.lang}_{chosen.ink}.html"
    path = beside if options.html is None else Path(options.html)
    check_own_page(path)
    look = FaceLook(chosen.lang, chosen.ink, 0.0, options.mark, max_dpi)
    page, counts = run_in_worker(
        draw_gallery_page, chosen.limits, project, spec, wanted, look, options.title, Cache.for_user(),
        progress=options.progress,
    )  # fmt: skip
    write_page(path, page)
    return WrittenGallery(path, len(page), *counts)


class PageCounts(NamedTuple):
    """Numbers of designs, pieces, distinct faces and distinct pictures on a page."""

    designs: int
    pieces: int
    faces: int
    pictures: int


@task
def draw_gallery_page(
    project: Project, game: Game, chosen: list[str], look: FaceLook, title: str, cache: Cache, *,
    progress: Progress = silent,
) -> tuple[bytes, PageCounts]:  # fmt: skip
    """Draw the pieces with these ids; return the HTML page, and how many things it contains."""
    ids = set(chosen)
    wanted = [
        (FaceName(deck.name, design.id, side, number), look)
        for deck, design in game.designs()
        if design.id in ids
        for side in Side
        if deck.template(side) is not None
        for number in deck.looks(design)
    ]
    faces = draw_faces(project, game, wanted, cache, progress=progress)
    refuse_home_fonts(faces, Location(game=game.id, detail="gallery"))
    distinct = {face.key: face for face in faces}
    numbers = {key: number for number, key in enumerate(distinct)}
    shown: dict[str, list[HandoutFace]] = {}
    for (name, _), face in zip(wanted, faces, strict=True):
        listed_face: HandoutFace = {"side": name.side, "look": name.look, "face": numbers[face.key]}
        shown.setdefault(name.design, []).append(listed_face)
    lang = look.lang
    title = title or game.title[lang]
    decks = {deck.name: deck for deck, design in game.designs() if design.id in ids}
    listed = [piece for deck in decks.values() for piece in list_pieces(deck, lang)]
    pieces: list[HandoutPiece] = [{**piece, "faces": shown[piece["id"]]} for piece in listed if piece["id"] in shown]
    pictures = _pictures(distinct.values())
    words = WORDS[lang]
    svgs = [with_font_aliases(face) for face in distinct.values()]
    data: Handout = {
        "decks": [list_deck(deck, lang) for deck in decks.values()], "pieces": pieces, "pictures": pictures,
        "faces": svgs, "words": {key: words[key] for key in SCRIPT_TEXTS},
    }  # fmt: skip
    texts = [title, *words.values(), *(text for piece in pieces for text in piece["texts"].values())]
    characters = used_characters("".join(map(str, texts)), svgs)
    page = _page(lang, title, data, font_rules(FontSet.for_project(project), characters))
    count = sum(int(piece["count"]) for piece in pieces)
    return page.encode(), PageCounts(len(pieces), count, len(distinct), len(pictures))


def _page(lang: Lang, title: str, data: Handout, fonts: str) -> str:
    values = {
        "title": title, "data": json_script(data), "decks": len(data["decks"]),
        "backs": any("back" in deck["sides"] for deck in data["decks"]),
    }  # fmt: skip
    return make_page("handout.html.j2", join_modules("handout"), STYLES, lang, fonts, values)


def _pictures(faces: Iterable[Face]) -> dict[str, str]:
    """Return the distinct pictures of faces, as data URLs by key."""
    from pnp.pictures.encode import data_url  # slow to load

    images = {image.key: image for face in faces for image in face.pictures}
    return {key: data_url(image) for key, image in images.items()}
