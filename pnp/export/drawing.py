"""The faces of an export drawn, in a process of its own."""

from __future__ import annotations

from pnp.cache import Cache
from pnp.confine import Handover
from pnp.digest import remembered
from pnp.face.attempt import draw_all
from pnp.face.face import Face
from pnp.face.icons import check_icons
from pnp.face.render import FaceRenderer
from pnp.face.store import FaceStore
from pnp.progress import Progress
from pnp.resources import Project
from pnp.spec.model import Deck, Design, Game
from pnp.terms import Ink, Lang, Side

Wanted = tuple[Deck, Design, Side, int, float]
"""A side of a look of a design, and its bleed."""


def faces_task(
    project: Project, game: Game, wanted: list[Wanted], order: tuple[Lang, Ink], cache: Cache, *, progress: Progress
) -> Handover:
    """The faces drawn, from the cache where they are there: what is known of each, and its SVG."""
    check_icons(project, game)
    with remembered(project.components / game.id, cache):
        first = FaceRenderer(project, game, *order, 0)
        stores = {bleed: FaceStore(first.with_bleed(bleed), cache) for bleed in {each[-1] for each in wanted}}

        def draw(face: Wanted) -> Face:
            deck, design, side, look, bleed = face
            return stores[bleed].face(deck, design, side, look).face

        faces = draw_all(wanted, draw, progress)
    about = [[face.where.plain(), [plate.listed() for plate in face.plates], face.coarse] for face in faces]
    return Handover(about, tuple(face.svg.encode() for face in faces))
