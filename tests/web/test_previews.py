"""Previews: stale renders do not overwrite newer ones, and every change of a face has a greater version."""

from __future__ import annotations

import pytest

from pnp.errors import Location, Problem
from pnp.face.faces import FaceAttempt
from pnp.project.folders import GameRef, Project
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang
from pnp.web.previews import FaceBatch, FacePictures, FacePreviews, WorkerSlots

NO_CACHE = Cache.disabled()
BAD = FaceAttempt(None, problems=(Problem(Location("card.svg.j2", line=3), "is not a valid template", code="E0402"),))
GOOD = FaceAttempt(None)


@pytest.fixture
def previews(project: Project, lowtide: Game) -> FacePreviews:
    made = FacePreviews(
        GameRef(project, "lowtide"), (Lang.FR, Ink.FULL), NO_CACHE, FacePictures(NO_CACHE, WorkerSlots())
    )
    made.refresh(lowtide)
    return made


def taken(previews: FacePreviews) -> FaceBatch:
    batch = previews.take()
    assert batch is not None
    return batch


def problems(previews: FacePreviews, batch: FaceBatch) -> int:
    return sum(len(previews.shown[name].problems) for name in batch.faces)


def test_what_was_begun_before_a_save_does_not_cover_what_was_drawn_after_it(
    previews: FacePreviews, lowtide: Game
) -> None:
    late = taken(previews)
    previews.refresh(lowtide)
    fresh = taken(previews)
    assert set(late.faces) <= set(fresh.faces)
    assert previews.put(fresh, [GOOD] * len(fresh.faces)) == list(fresh.faces)
    assert previews.put(late, [BAD] * len(late.faces)) == []
    assert problems(previews, fresh) == 0


def test_what_was_begun_before_a_save_is_shown_until_it_is_drawn_again(previews: FacePreviews, lowtide: Game) -> None:
    early = taken(previews)
    previews.refresh(lowtide)
    assert previews.put(early, [BAD] * len(early.faces)) == list(early.faces)
    assert problems(previews, early) == len(early.faces)
    fresh = taken(previews)
    previews.put(fresh, [GOOD] * len(fresh.faces))
    assert set(early.faces) <= set(fresh.faces)
    assert problems(previews, early) == 0
