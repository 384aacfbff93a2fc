"""Games in progress on the server: moves, bots, undo, hints, records, and who may see what."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import pnp
from pnp.play.scene import EVERYONE, SPECTATOR
from pnp.web import answer_types as an
from tests.web.test_answer_types import misfits
from tests.web.workbench import Served

SEATS = ["person", "greedy"]


def start(served: Served, **more: Any) -> str:
    """Start a game of the starter, and return its id."""
    order = {"players": 2, "seats": SEATS, "seed": "1"} | more
    status, answer = served.post("/api/mice/play/new", order)
    assert status == 200, answer
    return str(answer["match"])


def view(served: Served, match: str, query: str = "") -> dict[str, Any]:
    status, answer = served.ask(f"/api/mice/match/{match}?{query}")
    assert status == 200, answer
    found: dict[str, Any] = json.loads(answer)
    return found


def until_turn(served: Served, match: str, viewer: int = 0) -> dict[str, Any]:
    """Return the game when it is a viewer's turn, or over."""
    deadline = time.monotonic() + 30
    while True:
        found = view(served, match, f"viewer={viewer}")
        if found["over"] or found["turn"] == viewer:
            return found
        assert time.monotonic() < deadline
        time.sleep(0.02)


def play_first(served: Served, match: str, now: dict[str, Any]) -> tuple[int, Any]:
    """Play the first legal move."""
    action = now["steps"][-1]["scene"]["moves"][0]["action"]
    return served.post(f"/api/mice/match/{match}/move", {"ply": now["ply"], "action": action, "viewer": now["viewer"]})


def test_a_whole_game_against_a_bot_is_a_record_that_replays(served: Served) -> None:
    match = start(served)
    while not (now := until_turn(served, match))["over"]:
        status, answer = play_first(served, match, now)
        assert status == 200, answer
    assert now["scores"]
    assert set(now["viewers"]) == {0, 1, SPECTATOR, EVERYONE}
    file = served.folder / "output/mice/played" / f"{match}.txt"
    deadline = time.monotonic() + 10
    while not (file.exists() and "# " in file.read_text("utf-8")):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    record, rules = pnp.open_record(file, start=served.folder, allow_code=True)
    assert record.seats == ("person", "greedy")
    assert record.replay(rules).scores() == now["scores"]
    listed = json.loads(served.ask("/api/mice/play")[1])
    assert not misfits(listed, an.MatchList)
    [about] = [each for each in listed["matches"] if each["match"] == match]
    assert about["plies"] == now["ply"]
    assert about["result"]


def test_answers_have_their_types(served: Served) -> None:
    match = start(served)
    now = until_turn(served, match)
    assert not misfits(now, an.MatchView)
    assert now["steps"][-1]["scene"]["moves"]
    for path, form in (
        ("play/pieces", an.TablePieces),
        (f"match/{match}/hints?viewer=0", an.Suggestions),
        (f"match/{match}/chances?viewer=0", an.ChanceCurve),
    ):
        assert not misfits(json.loads(served.ask(f"/api/mice/{path}")[1]), form)


def test_a_move_made_on_an_old_table_is_refused(served: Served) -> None:
    match = start(served)
    now = until_turn(served, match)
    assert play_first(served, match, now)[0] == 200
    status, answer = play_first(served, match, now)
    assert status == 409
    assert answer["now"]["ply"] > now["ply"]


def test_a_move_that_is_not_legal_changes_nothing(served: Served) -> None:
    match = start(served)
    now = until_turn(served, match)
    body = {"ply": now["ply"], "action": 999_999, "viewer": 0}
    assert served.post(f"/api/mice/match/{match}/move", body)[0] == 400
    assert view(served, match)["ply"] == now["ply"]


def test_a_bots_hand_is_not_shown_before_the_end(served: Served) -> None:
    match = start(served)
    until_turn(served, match)
    for viewer in (1, EVERYONE, 7):
        assert served.ask(f"/api/mice/match/{match}?viewer={viewer}")[0] == 403, viewer
        assert served.ask(f"/api/mice/match/{match}/chances?viewer={viewer}")[0] == 403, viewer
    body = {"ply": 0, "action": 0, "viewer": 1}
    assert served.post(f"/api/mice/match/{match}/move", body)[0] == 403
    assert view(served, match, "viewer=-1")["viewer"] == SPECTATOR


def test_only_what_is_new_is_sent(served: Served) -> None:
    match = start(served, seats=["person", "person"])
    now = view(served, match, "viewer=0")
    assert [step["ply"] for step in now["steps"]] == [0]
    mover = now["turn"]
    now = view(served, match, f"viewer={mover}")
    play_first(served, match, now)
    since = f"viewer=0&epoch={now['epoch']}&since=0"
    assert [step["ply"] for step in view(served, match, since)["steps"]] == [1]
    everything = view(served, match, "viewer=0&epoch=77&since=0")["steps"]
    assert [step["ply"] for step in everything] == [0, 1]
    assert [step["scene"] is None for step in everything] == [True, False]
    past = view(served, match, f"{since[:-1]}-1&until=0")["steps"]
    assert [(step["ply"], step["scene"] is None) for step in past] == [(0, False)]


def test_a_seat_is_handed_to_a_bot_and_back(served: Served) -> None:
    match = start(served, seats=["person", "person"])
    now = view(served, match)
    other = 1 - now["turn"]
    assert served.post(f"/api/mice/match/{match}/seat", {"seat": now["turn"], "name": "random"})[0] == 200
    until_turn(served, match, other)
    assert served.post(f"/api/mice/match/{match}/seat", {"seat": now["turn"], "name": "person"})[0] == 200
    assert served.post(f"/api/mice/match/{match}/seat", {"seat": 5, "name": "person"})[0] == 404
    assert served.post(f"/api/mice/match/{match}/seat", {"seat": 0, "name": "nobody"})[0] == 400


def test_a_game_can_be_played_on_from_any_position(served: Served) -> None:
    match = start(served)
    for _ in range(2):
        play_first(served, match, until_turn(served, match))
    ply = until_turn(served, match)["ply"]
    status, answer = served.post(f"/api/mice/match/{match}/branch", {"ply": 1, "viewer": 0, "bot": "random"})
    assert status == 200
    branch = view(served, answer["match"])
    assert branch["match"] != match
    assert [seat["bot"] for seat in branch["seats"]] == ["", "random"]
    assert view(served, match)["ply"] == ply
    assert served.post(f"/api/mice/match/{match}/branch", {"ply": ply + 99, "viewer": 0})[0] == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 99}, {"seats": ["person"]}, {"seats": ["person", "gready"]}, {"options": {"x": "y"}},
        {"players": 0}, {"seed": "x" * 1001}, {"seats": ["person"] * 100},
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_dealt_leaves_nothing(served: Served, wrong: dict[str, Any]) -> None:
    folder = served.folder / "output/mice/played"
    before = sorted(folder.glob("*")) if folder.exists() else []
    assert served.post("/api/mice/play/new", {"players": 2, "seats": SEATS} | wrong)[0] == 400
    assert (sorted(folder.glob("*")) if folder.exists() else []) == before


def test_a_game_is_continued_by_another_server(served: Served, tmp_path: Path) -> None:
    match = start(served)
    now = until_turn(served, match)
    play_first(served, match, now)
    now = until_turn(served, match)
    file = served.folder / "output/mice/played" / f"{match}.txt"
    deadline = time.monotonic() + 10
    while len(file.read_text("utf-8").split("\n\n")[1].splitlines()) < now["ply"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    copy = file.with_name("20000101-000000.txt")
    copy.write_bytes(file.read_bytes())
    try:
        again = view(served, copy.stem)
        assert (again["ply"], again["turn"]) == (now["ply"], now["turn"])
        assert again["steps"][-1]["scene"]["zones"] == now["steps"][-1]["scene"]["zones"]
    finally:
        copy.unlink()
