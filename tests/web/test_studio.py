"""The studio: what is drawn late does not stand in the way of what was drawn since."""

from __future__ import annotations

import pytest

from pnp.cache import Cache
from pnp.errors import Problem
from pnp.face.faces import FaceAttempt
from pnp.location import Location
from pnp.resources import Located, Project
from pnp.spec.model import Game
from pnp.terms import Ink, Lang
from pnp.web.studio import FaceBatch, Studio

BAD = FaceAttempt(None, problems=(Problem(Location("card.svg.j2", line=3), "is not a valid template", code="E0402"),))
GOOD = FaceAttempt(None)


@pytest.fixture
def studio(project: Project, lowtide: Game) -> Studio:
    made = Studio(Located(project, "lowtide"), (Lang.FR, Ink.FULL), Cache.none())
    made.refresh(lowtide)
    return made


def taken(studio: Studio) -> FaceBatch:
    batch = studio.take()
    assert batch is not None
    return batch


def problems(studio: Studio, batch: FaceBatch) -> int:
    return sum(len(studio.shown[name].problems) for name in batch.names)


def test_what_was_begun_before_a_save_does_not_cover_what_was_drawn_after_it(studio: Studio, lowtide: Game) -> None:
    late = taken(studio)
    studio.refresh(lowtide)
    fresh = taken(studio)
    assert set(late.names) <= set(fresh.names)
    assert studio.put(fresh, [GOOD] * len(fresh.names)) == fresh.names
    assert studio.put(late, [BAD] * len(late.names)) == []
    assert problems(studio, fresh) == 0


def test_what_was_begun_before_a_save_is_shown_until_it_is_drawn_again(studio: Studio, lowtide: Game) -> None:
    early = taken(studio)
    studio.refresh(lowtide)
    assert studio.put(early, [BAD] * len(early.names)) == early.names
    assert problems(studio, early) == len(early.names)
    fresh = taken(studio)
    studio.put(fresh, [GOOD] * len(fresh.names))
    assert set(early.names) <= set(fresh.names)
    assert problems(studio, early) == 0
