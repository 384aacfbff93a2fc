"""Faces by name, drawn in a worker process or taken from the cache.

Which files and other rows a face uses is known only once it has been drawn. Therefore the cache has two entries for a
face: the list of these sources, under a hash of everything else, and the face, under a hash of both, with the files and
rows in their current state. Changes to files that a face does not use have no effect on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from pnp.errors import Location, PnpError, Problem, RenderError, SpecError, did_you_mean, quote_value
from pnp.face.art_loader import ArtLoader
from pnp.face.face import Face
from pnp.face.render import FaceRenderer
from pnp.face.sources import Sources, SourceUse
from pnp.pictures.embedded import EmbeddedImage
from pnp.play.registry import drawings_hash
from pnp.project.folders import SPEC_FILE, Project
from pnp.spec.model import Deck, Design, Game
from pnp.spec.texts import drawing_name
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import cached_digests, code_hash, versions
from pnp.terms import Ink, Lang, Side
from pnp.worker.codec import pack, unpack
from pnp.worker.progress import Progress, expect_faces, silent
from pnp.worker.task import task

MAX_PROBLEMS_PER_FACE: Final = 20
"""Maximum number of problems reported per face."""
MAX_SECONDS_FAILING: Final = 30.0
"""Maximum time spent on faces that fail, in seconds; the remaining faces are then skipped."""

Wanted = TypeVar("Wanted")
Made = TypeVar("Made")


def draw_all(wanted: Sequence[Wanted], draw: Callable[[Wanted], Made], progress: Progress) -> list[Made]:
    """Call `draw` for each item and return the results.

    Raise RenderError with the problems of all items that cannot be drawn.
    """
    expect_faces(len(wanted))
    made: list[Made] = []
    problems: dict[Problem, None] = {}
    wasted = 0.0
    for done, each in enumerate(wanted, 1):
        started = time.monotonic()
        try:
            made.append(draw(each))
        except PnpError as error:
            problems.update(dict.fromkeys(error.problems[:MAX_PROBLEMS_PER_FACE]))
            wasted += time.monotonic() - started
            if wasted > MAX_SECONDS_FAILING and done < len(wanted):
                message = f"{len(wanted) - done} of {len(wanted)} faces were skipped: the others took too long"
                problems[Problem(Location(), message, "fix the other problems first", code="E1401")] = None
                break
        progress(done, len(wanted))
    if problems:
        raise RenderError(*problems)
    return made


DRAWING: Final = "pnp.face.render"
"""Module whose code, including its imports, is part of the hash."""
LIBRARIES: Final = (
    "jinja2", "svgwrite", "uharfbuzz", "font-source-sans-pro", "font-fredoka-one", "pillow", "pypdfium2", "python-bidi",
    "uniseg", "fonttools",
)  # fmt: skip

_Uses = tuple[SourceUse, ...]


class _Entry(NamedTuple):
    """A face in the cache, without anything that the renderer knows and without absolute paths."""

    svg: bytes
    pictures: tuple[EmbeddedImage, ...]
    coarse: tuple[tuple[str, int], ...]
    problems: tuple[Problem, ...] = ()
    """Only in a draft."""


class StoredFace(NamedTuple):
    """A face, and whether it was drawn or taken from the cache."""

    face: Face
    fresh: bool
    uses: tuple[SourceUse, ...] = ()
    """Files and decks that the face uses."""


class FaceCache:
    """Faces of one renderer, stored in a cache."""

    def __init__(self, renderer: FaceRenderer, cache: Cache) -> None:
        if renderer.trace is not None:
            raise ValueError("a traced face is not cached: the lines of its sources may change while the face does not")
        self._renderer, self._cache = renderer, cache
        self._decks: dict[str, str] = {}
        game = renderer.game
        shared = {"id", "text", "title", "players", "age", "minutes", "icons", "styles", "strict", "typography"}
        texts = game.model_dump_json(include=shared)
        code = code_hash(DRAWING), drawings_hash(renderer.project, game.id), versions(*LIBRARIES)
        self._made_from: tuple[object, ...] = (
            *code, texts, renderer.lang, renderer.ink, renderer.bleed, renderer.mark, renderer.max_dpi,
            *(["draft"] if renderer.draft is not None else []),
        )  # fmt: skip

    def key(self, deck: Deck, design: Design, side: Side, look: int = 1) -> str:
        """Return a hash of everything that a face is drawn from, except the files and decks that it uses."""
        deck, design, look = deck.drawn_from(design, look)
        row = (side, self._deck_json(deck), design.id, design.count, design.fields, design.pictures)
        return cache_key("packed face", *self._made_from, *row, *([look] if look > 1 else []))

    def state(self, uses: Iterable[SourceUse]) -> str:
        """Return a hash of the current state of the files and decks that a face uses."""
        return cache_key(self._renderer.sources.hashes(uses))

    @property
    def last_uses(self) -> tuple[SourceUse, ...]:
        """Files and decks used by the last face, even if it could not be drawn."""
        return tuple(self._renderer.sources.used)

    def face(self, deck: Deck, design: Design, side: Side, look: int = 1) -> StoredFace:
        """Return a face. Raise RenderError, with the piece as location, if it cannot be drawn."""
        key = self.key(deck, design, side, look)
        sources = self._renderer.sources
        known = self._cached(key)
        if known is not None:
            entry, asked = known
            face = self._renderer.face(entry.svg.decode(), deck.size, self._renderer.location(design, side, look))
            pictures = tuple(replace(picture, path=sources.folder / picture.file) for picture in entry.pictures)
            face = replace(face, pictures=pictures, coarse=entry.coarse, problems=entry.problems)
            return StoredFace(face, fresh=False, uses=asked)
        used = sources.start_recording()
        face = self._renderer.render(deck, design, side, look)
        if self._cache.enabled and not face.failed:  # it may have failed only because the machine was busy
            pictures = tuple(replace(picture, path=Path(picture.file)) for picture in face.pictures)
            self._cache.put(key, pack(_Uses, tuple(used)))
            made = _Entry(face.svg.encode(), pictures, face.coarse, face.problems)
            self._cache.put(cache_key(key, sources.hashes(used)), pack(_Entry, made))
        return StoredFace(face, fresh=True, uses=tuple(used))

    def _deck_json(self, deck: Deck) -> str:
        """Return the properties of a deck, without its rows, as JSON; cached."""
        known = f"{deck.name} {deck.kind}"
        if known not in self._decks:
            self._decks[known] = f"{deck.model_dump_json(exclude={'designs'})} {deck.translated_headings}"
        return self._decks[known]

    def _cached(self, key: str) -> tuple[_Entry, _Uses] | None:
        """Return the cached face for the current state of its files, and what it uses; None if there is none."""
        listed = self._cache.get(key)
        if listed is None:
            return None
        used: _Uses = unpack(_Uses, listed)
        cached = self._cache.get(cache_key(key, self._renderer.sources.hashes(used)))
        return None if cached is None else (unpack(_Entry, cached), used)


def check_icons(project: Project, game: Game) -> None:
    """Raise SpecError with every key of `[icons]` whose drawing or picture does not exist."""
    if not game.icons:
        return
    sources = Sources(project, game.id)
    art = ArtLoader(sources, low_ink=False)
    missing = [key for key, name in game.icons.items() if not art.has_icon(drawing_name(name))]
    if missing:
        where, names = project.location(sources.folder / SPEC_FILE) / "icons", art.icon_names()
        raise SpecError(
            *(
                Problem(
                    where / (key if key.isidentifier() else quote_value(key)),
                    "must name a drawing of the game",
                    did_you_mean(names, drawing_name(game.icons[key])),
                    found=quote_value(game.icons[key]),
                    code="E0501",
                )
                for key in missing
            )
        )


BLEED = 3.0
"""Default bleed, in mm."""


class FaceName(NamedTuple):
    """Name of a face: deck, design, side and look."""

    deck: str
    design: str
    side: Side
    look: int = 1

    def __str__(self) -> str:
        return f"{self.deck}/{self.design}/{self.side}/{self.look}"

    @classmethod
    def parse(cls, text: str) -> FaceName | None:
        """Parse a name such as `cards/fox/front/1`; None if it is malformed."""
        parts = text.split("/")
        if len(parts) != 4 or parts[2] not in list(Side) or not (parts[3].isdecimal() and len(parts[3]) < 4):
            return None
        return cls(parts[0], parts[1], Side(parts[2]), int(parts[3]))


@dataclass(frozen=True)
class FaceLook:
    """Options for drawing faces."""

    lang: Lang
    ink: Ink = Ink.FULL
    bleed: float = BLEED
    mark: str = ""
    """Version mark on fronts, or ""."""
    max_dpi: float | None = None
    """Maximum resolution of pictures, in dpi; None for no limit."""
    traced: bool = False
    """Whether each element is marked with the template line and the cells that it comes from."""
    draft: bool = False
    """Whether faces are drawn despite problems, which are marked on them."""

    def renderer(self, project: Project, game: Game) -> FaceRenderer:
        """Return a renderer for faces with this look."""
        how = {"traced": self.traced, "draft": self.draft}
        return FaceRenderer(project, game, self.lang, self.ink, self.bleed, self.mark, self.max_dpi, **how)

    def by_side(self, back_bleed: float | None) -> dict[Side, FaceLook]:
        """Return the look of each side; backs get `back_bleed` unless it is None."""
        return {Side.FRONT: self, Side.BACK: self if back_bleed is None else replace(self, bleed=back_bleed)}

    def store(self, project: Project, game: Game, cache: Cache) -> FaceCache:
        """Return a cached store of faces with this look."""
        return FaceCache(self.renderer(project, game), cache)


@dataclass(frozen=True)
class FaceAttempt:
    """A face, or the problems that prevented drawing it; a draft has both."""

    face: Face | None
    uses: tuple[SourceUse, ...] = ()
    """Files and decks that the face was drawn from."""
    state: str = ""
    """Hash of `uses` at the time of drawing."""
    problems: tuple[Problem, ...] = ()


class DrawnFaces(NamedTuple):
    """Faces, in the requested order."""

    faces: list[Face]
    fresh: int
    """Number of faces that were not in the cache."""
    lost: dict[str, tuple[str, ...]]
    """Parts of drawings that cannot be printed, by file; only of drawings that were read this time."""


def face_names(game: Game) -> dict[FaceName, tuple[Deck, Design]]:
    """Return every face of a game, in the order of the spec, fronts before backs."""
    return {
        FaceName(deck.name, design.id, side, look): (deck, design)
        for deck, design in game.designs()
        for side in Side
        if deck.template(side) is not None
        for look in deck.looks(design)
    }


def get_faces(
    project: Project, game: Game, wanted: Sequence[tuple[FaceName, FaceLook]], cache: Cache, progress: Progress = silent
) -> DrawnFaces:
    """Return faces, drawn or from the cache. Raise RenderError with the problems of all that cannot be drawn."""
    designs = _designs(game)
    renderers = {look: look.renderer(project, game) for look in dict.fromkeys(look for _, look in wanted)}
    stores = {look: FaceCache(each, cache) for look, each in renderers.items() if cache.enabled and not look.traced}

    def draw(face: tuple[FaceName, FaceLook]) -> StoredFace:
        name, look = face
        of = (*designs[name.deck, name.design], name.side, name.look)
        return stores[look].face(*of) if look in stores else StoredFace(renderers[look].render(*of), fresh=True)

    drawn = draw_all(wanted, draw, progress)
    lost = {file: parts for each in renderers.values() for file, parts in each.lost.items()}
    return DrawnFaces([each.face for each in drawn], sum(each.fresh for each in drawn), lost)


@task
def draw_faces(
    project: Project, game: Game, wanted: Sequence[tuple[FaceName, FaceLook]], cache: Cache, *,
    progress: Progress = silent,
) -> list[Face]:  # fmt: skip
    """Draw faces like `get_faces`, in a worker process. Raise SpecError for missing icons."""
    check_icons(project, game)
    with cached_digests(project.components / game.id, cache):
        return get_faces(project, game, wanted, cache, progress).faces


@task
def try_faces(
    project: Project, game: Game, wanted: Sequence[FaceName], look: FaceLook, cache: Cache
) -> list[FaceAttempt]:
    """Try to draw each face; return the problems of a face that cannot be drawn in its place."""
    expect_faces(len(wanted))
    check_icons(project, game)
    designs = _designs(game)
    if look.traced:  # not cached
        renderer = look.renderer(project, game)
        return [_try_traced(renderer, *designs[name.deck, name.design], name) for name in wanted]
    store = look.store(project, game, cache)
    return [_try(store, *designs[name.deck, name.design], name) for name in wanted]


def _try_traced(renderer: FaceRenderer, deck: Deck, design: Design, name: FaceName) -> FaceAttempt:
    try:
        face = renderer.render(deck, design, name.side, name.look)
        return FaceAttempt(face, problems=face.problems)
    except PnpError as error:
        return FaceAttempt(None, problems=error.problems)


def _try(store: FaceCache, deck: Deck, design: Design, name: FaceName) -> FaceAttempt:
    try:
        stored = store.face(deck, design, name.side, name.look)
    except PnpError as error:
        return FaceAttempt(None, store.last_uses, store.state(store.last_uses), error.problems)
    return FaceAttempt(stored.face, stored.uses, store.state(stored.uses), stored.face.problems)


def _designs(game: Game) -> dict[tuple[str, str], tuple[Deck, Design]]:
    return {(deck.name, design.id): (deck, design) for deck, design in game.designs()}
