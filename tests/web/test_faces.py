"""faces.js: whatever the order in which answers and events arrive, a page ends with the newest of each face."""

from __future__ import annotations

import random
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
from pnp.web.previews import FaceBatch, FacePictures, FacePreviews

TAKE = """async (orders) => {
  const { FaceStore } = await import("/static/faces.js");
  return orders.map(({ told, names }) => {
    const store = new FaceStore();
    for (const { faces, all } of told) store.take(faces, { all });
    return { faces: names.map((name) => store.get(name)), waiting: store.waiting };
  });
}"""
"""Have fresh stores take what they are told, each in its order; what they know in the end."""
BAD = Problem(Location("card.svg.j2", line=3), "is not a valid template", code="E0402")
Told = list[dict[str, Any]]


def _drawn(name: str) -> dict[str, Any]:
    return {"name": name, "version": 5, "drawn": True, "key": name, "problems": []}


def _attempts(batch: FaceBatch, chance: random.Random) -> list[FaceAttempt]:
    """Draw a batch: of each face a picture that nobody has seen, or a problem."""
    none = cache_key([])  # the state of no files
    drawn = [Face(str(chance.random()), Size(10, 10), 0) if chance.random() < 0.7 else None for _ in batch.faces]
    return [FaceAttempt(face, state=none, problems=() if face else (BAD,)) for face in drawn]


def _history(previews: FacePreviews, game: Game, chance: random.Random) -> Told:
    """Save and draw at random, two batches at once, some finished late or never; all that pages are told."""
    told: Told = []
    drawing: list[FaceBatch] = []
    for _ in range(30):
        act = chance.choice(["save", "take", "take", "put", "put", "give up"])
        if act == "save":
            previews.refresh(_edited(game, chance))
        elif act == "take" and len(drawing) < 2 and (batch := previews.take()) is not None:
            drawing.append(batch)
        elif drawing and act == "put":
            batch = drawing.pop(chance.randrange(len(drawing)))
            told.append({"faces": previews.as_data(previews.put(batch, _attempts(batch, chance))), "all": False})
        elif drawing and act == "give up":
            previews.put_back(drawing.pop())
        told.append({"faces": previews.as_data(), "all": True})
    return told


def _edited(game: Game, chance: random.Random) -> Game:
    """The game with one row changed."""
    deck = next(iter(game.decks.values()))
    at = chance.randrange(len(deck.designs))
    designs = [
        design.model_copy(update={"count": chance.randint(1, 9)}) if place == at else design
        for place, design in enumerate(deck.designs)
    ]
    return game.model_copy(update={"decks": game.decks | {deck.name: deck.model_copy(update={"designs": designs})}})


@pytest.mark.parametrize("seed", range(3))
def test_in_any_order_the_newest_of_each_face_stays(page: Page, project: Project, lowtide: Game, seed: int) -> None:
    chance = random.Random(seed)
    previews = FacePreviews(GameRef(project, "lowtide"), (Lang.FR, Ink.FULL), Cache.disabled(), FacePictures())
    previews.refresh(lowtide)
    told = _history(previews, lowtide, chance)
    now = previews.as_data()
    assert {face["drawn"] for each in told for face in each["faces"]} == {True, False}
    names = [face["name"] for face in now]
    orders = [{"told": chance.sample(told, len(told)), "names": names} for _ in range(20)]
    page.goto("/mice/gallery")
    for known in page.evaluate(TAKE, orders):
        assert known == {"faces": now, "waiting": not all(face["drawn"] for face in now)}


def test_what_an_answer_no_longer_lists_is_forgotten(page: Page) -> None:
    one, two = _drawn("a"), _drawn("b")
    told = [{"faces": [one, two], "all": True}, {"faces": [one], "all": True}]
    page.goto("/mice/gallery")
    [known] = page.evaluate(TAKE, [{"told": told, "names": ["a", "b"]}])
    assert [face["key"] for face in known["faces"]] == ["a", None]


def test_a_picture_is_fetched_once_and_again_where_it_did_not_come(page: Page) -> None:
    asked: list[str] = []

    def fail_first(route: Route) -> None:
        asked.append(route.request.url)
        if asked.count(route.request.url) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/api/face/*.svg", fail_first)
    page.goto("/mice/gallery")
    first = page.locator("#grid figure").first
    expect(first.locator("svg text").first).to_be_visible()
    first.click()
    expect(page.locator("#large-face .face")).to_be_visible()
    expect(page.locator("#grid figure .face")).to_have_count(12)
    assert {asked.count(url) for url in asked} == {2}
