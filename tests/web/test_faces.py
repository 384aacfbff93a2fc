"""faces.js: whatever the order in which answers and events arrive, a page ends with the newest of each face."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from pnp.errors import Location, Problem
from pnp.face.face import Face
from pnp.face.faces import FaceAttempt
from pnp.geometry.units import Size
from pnp.project.folders import GameRef, Project
from pnp.spec.model import Game
from pnp.store.cache import Cache, cache_key
from pnp.terms import Ink, Lang
from pnp.web.previews import FaceBatch, FacePictures, FacePreviews, WorkerSlots

TAKE = """async (orders) => {
  const { FaceStore } = await import("/static/faces.js");
  return orders.map(({ told, names }) => {
    const store = new FaceStore();
    for (const { faces, seen } of told) store.take(faces, seen);
    return { faces: names.map((name) => store.get(name)), broken: store.broken.map(({ name }) => name) };
  });
}"""
"""Send events to new stores, in a different order to each; return their final contents."""
NO_CACHE = Cache.disabled()
BAD = Problem(Location("card.svg.j2", line=3), "is not a valid template", code="E0402")
NOTHING = {"name": "", "version": 0, "drawn": False, "key": None, "problems": []}
"""What is known of a face with nothing to show."""
Told = list[dict[str, Any]]


def _drawn(name: str) -> dict[str, Any]:
    return {"name": name, "version": 5, "drawn": True, "key": name, "problems": []}


def _attempts(batch: FaceBatch, chance: random.Random) -> list[FaceAttempt]:
    """Draw a batch: of each face a picture that nobody has seen, or a problem."""
    none = cache_key([])  # the state of no files
    drawn = [Face(str(chance.random()), Size(10, 10), 0) if chance.random() < 0.7 else None for _ in batch.faces]
    return [FaceAttempt(face, state=none, problems=() if face else (BAD,)) for face in drawn]


def _history(previews: FacePreviews, game: Game, chance: random.Random) -> Told:
    """Save and draw at random, two batches at once, some finished late or never; return all events sent to pages."""
    told: Told = []
    drawing: list[FaceBatch] = []
    for _ in range(60):
        act = chance.choice(["save", "take", "take", "put", "put", "give up"])
        if act == "save":
            previews.refresh(_edited(game, chance))
        elif act == "take" and len(drawing) < 2 and (batch := previews.take()) is not None:
            drawing.append(batch)
        elif drawing and act == "put":
            batch = drawing.pop(chance.randrange(len(drawing)))
            told.append({"faces": previews.as_data(previews.put(batch, _attempts(batch, chance))), "seen": 0})
        elif drawing and act == "give up":
            previews.put_back(drawing.pop())
        listing = previews.listing()
        told.append({"faces": listing["faces"], "seen": listing["seen"]})
    return told


def _edited(game: Game, chance: random.Random) -> Game:
    """The game with one row changed, or removed."""
    deck = next(iter(game.decks.values()))
    at = chance.randrange(len(deck.designs))
    changed = deck.designs[at].model_copy(update={"count": chance.randint(1, 9)})
    designs = [*deck.designs[:at], *([changed] if chance.random() < 0.6 else []), *deck.designs[at + 1 :]]
    return game.model_copy(update={"decks": game.decks | {deck.name: deck.model_copy(update={"designs": designs})}})


@pytest.mark.parametrize("seed", range(3))
def test_in_any_order_the_newest_of_each_face_stays(page: Page, project: Project, lowtide: Game, seed: int) -> None:
    chance = random.Random(seed)
    previews = FacePreviews(
        GameRef(project, "lowtide"), (Lang.FR, Ink.FULL), NO_CACHE, FacePictures(NO_CACHE, WorkerSlots())
    )
    previews.refresh(lowtide)
    told = _history(previews, lowtide, chance)
    now = {face["name"]: face for face in previews.listing()["faces"]}
    assert {face["drawn"] for each in told for face in each["faces"]} == {True, False}
    names = sorted({face["name"] for each in told for face in each["faces"]})
    orders = [{"told": chance.sample(told, len(told)), "names": names} for _ in range(20)]
    page.goto("/mice/gallery")
    for known in page.evaluate(TAKE, orders):
        assert known["faces"] == [now.get(name, NOTHING) for name in names]
        assert sorted(known["broken"]) == [name for name in names if now.get(name, NOTHING)["problems"]]


def test_what_an_answer_no_longer_lists_is_forgotten(page: Page) -> None:
    one, two = _drawn("a"), _drawn("b")
    told = [{"faces": [one, two], "seen": 6}, {"faces": [one], "seen": 7}]
    page.goto("/mice/gallery")
    for order in (told, told[::-1]):
        [known] = page.evaluate(TAKE, [{"told": order, "names": ["a", "b"]}])
        assert [face["key"] for face in known["faces"]] == ["a", None]


def test_a_picture_is_fetched_once_and_again_where_it_did_not_come(page: Page) -> None:
    asked: list[str] = []

    def fail_first(route: Route) -> None:
        asked.append(route.request.url)
        if asked.count(route.request.url) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(re.compile("/api/face/"), fail_first)
    page.goto("/mice/gallery")
    first = page.locator("#grid figure").first
    expect(first.locator("image.face")).to_be_visible()
    first.click()
    expect(page.locator("#large-face svg.face")).to_be_visible()
    expect(page.locator("#grid figure .face")).to_have_count(12)
    page.wait_for_timeout(1000)  # the face may be drawn with its sources before its picture is requested again
    assert {asked.count(url) for url in asked} == {2}
    assert len([url for url in set(asked) if url.endswith(".svg")]) == 1  # only of the enlarged face
    assert len([url for url in set(asked) if url.endswith(".png?scale=3")]) == 12
