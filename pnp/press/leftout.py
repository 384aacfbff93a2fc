"""Backs that a layout leaves out although they say something: not all of a deck look the same.

A piece that is alone in its deck has such a back where it looks unlike its front.
"""

from __future__ import annotations

from pnp.cache import Cache
from pnp.errors import PnpError
from pnp.face.render import FaceRenderer
from pnp.face.store import FaceStore
from pnp.press.job import Job
from pnp.resources import Project
from pnp.sheet.cell import prints_back
from pnp.sheet.page import Page
from pnp.spec.model import Deck, Game
from pnp.terms import Side


def backs_left_out(project: Project, game: Game, job: Job, pages: list[Page], cache: Cache) -> list[str]:
    """The titles of such decks among those on the pages."""
    decks = {placement.piece.deck.name: placement.piece.deck for page in pages for placement in page.placements}
    unprinted = [deck for deck in decks.values() if deck.back is not None and not prints_back(deck, job.layout.sides)]
    if not unprinted:
        return []
    store = FaceStore(FaceRenderer(project, game, job.lang, job.ink, job.layout.bleed, job.mark, job.max_dpi), cache)
    return [deck.title[job.lang] for deck in unprinted if _differ(deck, store)]


def _differ(deck: Deck, store: FaceStore) -> bool:
    """Whether the backs of a deck differ; of a back that cannot be drawn nobody knows what it says."""
    seen: set[str] = set()
    try:
        if len(deck.designs) == 1:
            seen.add(store.face(deck, deck.designs[0], Side.FRONT).face.key)
        for design, look in ((each, look) for each in deck.designs for look in deck.looks(each)):
            seen.add(store.face(deck, design, Side.BACK, look).face.key)
            if len(seen) > 1:
                return True
    except PnpError:
        return True
    return False
