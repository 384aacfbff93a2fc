"""Cache of faces: a face is drawn again only if something that it is drawn from has changed.

Which files and other rows a face uses is known only once it has been drawn. Therefore the cache has two entries for a
face: the list of these sources, under a hash of everything else, and the face, under a hash of both, with the files and
rows in their current state. Changes to files that a face does not use have no effect on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from pnp.face.face import Face
from pnp.face.render import FaceRenderer
from pnp.face.sources import SourceUse
from pnp.pictures.embedded import EmbeddedImage
from pnp.play.registry import drawings_hash
from pnp.spec.model import Deck, Design
from pnp.store.cache import Cache, cache_key
from pnp.store.fingerprint import code_hash, versions
from pnp.terms import Side
from pnp.worker.codec import pack, unpack

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
    plates: tuple[EmbeddedImage, ...]
    coarse: tuple[tuple[str, int], ...]


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
        texts = game.model_dump_json(include={"id", "text", "title", "players", "age", "minutes", "icons", "styles"})
        code = code_hash(DRAWING), drawings_hash(renderer.project, game.id), versions(*LIBRARIES)
        self._made_from = (*code, texts, renderer.lang, renderer.ink, renderer.bleed, renderer.mark, renderer.max_dpi)

    def key(self, deck: Deck, design: Design, side: Side, look: int = 1) -> str:
        """Return a hash of everything that a face is drawn from, except the files and decks that it uses."""
        row = (side, self._told(deck), design.id, design.count, design.fields, design.pictures)
        return cache_key("packed face", *self._made_from, *row, *([look] if look > 1 else []))

    def state(self, uses: Iterable[SourceUse]) -> str:
        """Return a hash of the current state of the files and decks that a face uses."""
        return cache_key(self._renderer.sources.state(uses))

    @property
    def asked(self) -> tuple[SourceUse, ...]:
        """Files and decks used by the last face, even if it could not be drawn."""
        return tuple(self._renderer.sources.used)

    def face(self, deck: Deck, design: Design, side: Side, look: int = 1) -> StoredFace:
        """Return a face. Raise RenderError, with the piece as location, if it cannot be drawn."""
        key = self.key(deck, design, side, look)
        sources = self._renderer.sources
        known = self._known(key)
        if known is not None:
            entry, asked = known
            face = self._renderer.face(entry.svg.decode(), deck.size, self._renderer.where(design, side, look))
            plates = tuple(replace(plate, path=sources.folder / plate.file) for plate in entry.plates)
            return StoredFace(replace(face, plates=plates, coarse=entry.coarse), fresh=False, uses=asked)
        used = sources.watch()
        face = self._renderer.render(deck, design, side, look)
        if self._cache.keeps:
            plates = tuple(replace(plate, path=Path(plate.file)) for plate in face.plates)
            self._cache.put(key, pack(_Uses, tuple(used)))
            self._cache.put(
                cache_key(key, sources.state(used)), pack(_Entry, _Entry(face.svg.encode(), plates, face.coarse))
            )
        return StoredFace(face, fresh=True, uses=tuple(used))

    def _told(self, deck: Deck) -> str:
        """Return the properties of a deck, without its rows, as JSON; cached."""
        if deck.name not in self._decks:
            self._decks[deck.name] = deck.model_dump_json(exclude={"designs"})
        return self._decks[deck.name]

    def _known(self, key: str) -> tuple[_Entry, _Uses] | None:
        """Return the cached face for the current state of its files, and what it uses; None if there is none."""
        listed = self._cache.get(key)
        if listed is None:
            return None
        used: _Uses = unpack(_Uses, listed)
        kept = self._cache.get(cache_key(key, self._renderer.sources.state(used)))
        return None if kept is None else (unpack(_Entry, kept), used)
