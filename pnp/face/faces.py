"""Get faces by name, drawn in a worker process or taken from the cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pnp.errors import PnpError, Problem
from pnp.face.attempt import draw_all
from pnp.face.face import Face
from pnp.face.icons import check_icons
from pnp.face.render import FaceRenderer
from pnp.face.sources import SourceUse
from pnp.face.store import FaceCache, StoredFace
from pnp.project.folders import Project
from pnp.spec.model import Deck, Design, Game
from pnp.store.cache import Cache
from pnp.store.fingerprint import cached_digests
from pnp.terms import Ink, Lang, Side
from pnp.worker.progress import Progress, expect_faces, silent
from pnp.worker.task import task

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
    def read(cls, text: str) -> FaceName | None:
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

    def renderer(self, project: Project, game: Game) -> FaceRenderer:
        """Return a renderer for faces with this look."""
        return FaceRenderer(project, game, self.lang, self.ink, self.bleed, self.mark, self.max_dpi, traced=self.traced)

    def by_side(self, back_bleed: float | None) -> dict[Side, FaceLook]:
        """Return the look of each side; backs get `back_bleed` unless it is None."""
        return {Side.FRONT: self, Side.BACK: self if back_bleed is None else replace(self, bleed=back_bleed)}

    def store(self, project: Project, game: Game, cache: Cache) -> FaceCache:
        """Return a cached store of faces with this look."""
        return FaceCache(self.renderer(project, game), cache)


@dataclass(frozen=True)
class FaceAttempt:
    """A face, or the problems that prevented drawing it."""

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
    stores = {look: FaceCache(each, cache) for look, each in renderers.items() if cache.keeps and not look.traced}

    def draw(face: tuple[FaceName, FaceLook]) -> StoredFace:
        name, look = face
        of = (*designs[name.deck, name.design], name.side, name.look)
        return stores[look].face(*of) if look in stores else StoredFace(renderers[look].render(*of), fresh=True)

    kept = draw_all(wanted, draw, progress)
    lost = {file: parts for each in renderers.values() for file, parts in each.lost.items()}
    return DrawnFaces([each.face for each in kept], sum(each.fresh for each in kept), lost)


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
    store, designs = look.store(project, game, cache), _designs(game)
    return [_try(store, *designs[name.deck, name.design], name) for name in wanted]


def _try(store: FaceCache, deck: Deck, design: Design, name: FaceName) -> FaceAttempt:
    try:
        kept = store.face(deck, design, name.side, name.look)
    except PnpError as error:
        return FaceAttempt(None, store.asked, store.state(store.asked), error.problems)
    return FaceAttempt(kept.face, kept.uses, store.state(kept.uses))


def _designs(game: Game) -> dict[tuple[str, str], tuple[Deck, Design]]:
    return {(deck.name, design.id): (deck, design) for deck, design in game.designs()}
