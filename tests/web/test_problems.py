"""Problems as pages get them: text for people, and the location as data."""

from __future__ import annotations

import pytest

from pnp.errors import Location, Problem, option_location
from pnp.face.faces import FaceAttempt, FaceName
from pnp.project.folders import GameRef, Project
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang
from pnp.web.answer_types import FaceProblem
from pnp.web.checks import _face_problems
from pnp.web.endpoints import MOST_PROBLEMS, list_problems
from pnp.web.previews import FacePictures, WorkerSlots
from pnp.web.session import GameSession

TOML = "components/lowtide/game.toml"


def test_a_problem_has_its_sentence_and_its_location() -> None:
    cell = Location("cards.csv", line=14, row=14, column="cost")
    problem = Problem(cell, "must be a whole number from 0 to 9", "leave it empty for 0", found='"x"', code="E0301")
    assert list_problems([problem]) == [
        {
            "where": "cards.csv:14: cost",
            "location": {"file": "cards.csv", "line": 14, "row": 14, "column": "cost"},
            "message": 'must be a whole number from 0 to 9, not "x"',
            "subject": True,
            "hint": "leave it empty for 0",
            "code": "E0301",
        }
    ]
    [listed] = list_problems([Problem(option_location("--paper"), "is missing", code="E1201")])
    assert (listed["where"], listed["location"]) == ("--paper", {"option": "--paper"})
    [listed] = list_problems([Problem(Location(game="koko"), "a worker process was killed", code="E1403")])
    assert (listed["where"], listed["subject"]) == ("koko", False)


def test_a_key_of_a_project_has_its_line(project: Project) -> None:
    problem = Problem(Location(TOML) / "decks" / "shells" / "size", "is missing", code="E0203")
    lines = (project.root / TOML).read_text("utf-8").splitlines()
    begin = lines.index("[decks.shells]")
    [listed] = list_problems([problem], project)
    assert listed["where"] == f"{TOML}: decks.shells.size"
    assert listed["location"]["line"] == next(
        number for number, line in enumerate(lines, 1) if number > begin and line.startswith("size")
    )
    assert "line" not in list_problems([problem])[0]["location"]


def test_long_lists_and_texts_are_cut() -> None:
    problem = Problem(Location(), "x" * 10_000, "y" * 10_000, code="E1404")
    listed = list_problems([problem] * 1000)
    assert len(listed) == MOST_PROBLEMS
    assert len(listed[0]["message"]) < 1000
    assert len(listed[0]["hint"]) < 3000
    assert len(list_problems([problem] * 1000, most=200)) == 200


@pytest.fixture
def shop(project: Project, lowtide: Game) -> GameSession:
    made = GameSession(GameRef(project, "lowtide"), Cache.disabled(), FacePictures(Cache.disabled(), WorkerSlots()))
    made.spec = lowtide
    return made


def put(shop: GameSession, problems: dict[FaceName, Problem]) -> list[FaceProblem]:
    """Fail to draw faces for these reasons, and list them as the page of the checks does."""
    previews = shop.previews(Lang.EN, Ink.FULL)
    assert previews is not None
    while (batch := previews.take()) is not None:
        previews.put(
            batch, [FaceAttempt(None, problems=(problems[name],) if name in problems else ()) for name in batch.faces]
        )
    return _face_problems(shop, previews)


def names(shop: GameSession, count: int) -> list[FaceName]:
    previews = shop.previews(Lang.EN, Ink.FULL)
    assert previews is not None
    return list(previews.shown)[:count]


def test_equal_problems_of_faces_are_listed_once_with_what_they_share(shop: GameSession) -> None:
    first, second, third = names(shop, 3)
    line = Location("templates/lowtide/shell.svg.j2", line=12, game="lowtide")

    def on(face: FaceName, message: str) -> Problem:
        return Problem(line.at(piece=face.design, side=str(face.side)), message, code="E0403")

    both, alone = put(shop, {first: on(first, "fails"), second: on(second, "fails"), third: on(third, "is empty")})
    assert both["where"] == "templates/lowtide/shell.svg.j2:12: lowtide"
    assert both["location"] == {"file": "templates/lowtide/shell.svg.j2", "line": 12, "game": "lowtide"}
    assert [each["piece"] for each in both["pieces"]] == [first.design, second.design]
    assert alone["where"] == f"templates/lowtide/shell.svg.j2:12: lowtide: {third.design} ({third.side})"
    assert [each["piece"] for each in alone["pieces"]] == [third.design]


def test_one_row_that_spoils_two_faces_keeps_its_line(shop: GameSession) -> None:
    first, second = names(shop, 2)
    problem = Problem(Location("cards.csv", line=4, row=4, column="art"), "is missing", code="E0501")
    [listed] = put(shop, {first: problem, second: problem})
    assert listed["where"] == "cards.csv:4: art"
    assert len(listed["pieces"]) == 2
