"""A table for friends: who sees and does what, links, lost connections, floods, and records of what people played."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request

import pnp
from pnp.play.scene import EVERYONE, SPECTATOR
from pnp.web import answer_types as an
from pnp.web.entry import Entry
from pnp.web.links import LARGEST_BODY, LinkFilter, Place
from tests.cli.command import run_command
from tests.web.test_answer_types import misfits
from tests.web.workbench import Served, ServedTable

GAME = "mice"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("friends")
    pnp.start_project(GAME, with_rules=True, start=folder)
    return folder / GAME


@pytest.fixture
def table(project: Path) -> Iterator[ServedTable]:
    """A table of two people and a bot."""
    with opened(project, GAME, "--seats", "2", "--players", "3", "--seed", "7") as running:
        yield running


@pytest.fixture(scope="module")
def shared(project: Path) -> Iterator[ServedTable]:
    """A table like the other, for tests that leave the game as it is, or make a move."""
    with opened(project, GAME, "--seats", "2", "--players", "3", "--seed", "9") as running:
        yield running


@contextmanager
def opened(folder: Path, game: str, *words: str) -> Iterator[ServedTable]:
    running = ServedTable.start(folder, game, "--allow-code", "--lang", "en", *words)
    try:
        yield running
    finally:
        if running.process.returncode is None:
            running.stop()


def view(table: ServedTable, place: str, query: str = "") -> dict[str, Any]:
    status, answer = table.places[place].ask(f"{table.match}?{query}")
    assert status == 200, answer
    found: dict[str, Any] = json.loads(answer)
    return found


def until(table: ServedTable, place: str, wanted: Any) -> dict[str, Any]:
    """Return the game as a place sees it once something is true of it."""
    deadline = time.monotonic() + 30
    while not wanted(found := view(table, place)):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def someones_turn(found: dict[str, Any]) -> bool:
    return found["over"] or not found["seats"][found["turn"]]["bot"]


def play(table: ServedTable, place: str, now: dict[str, Any], seat: int | None = None) -> tuple[int, Any]:
    """Play the first legal move of a place, perhaps for another seat."""
    moves = now["steps"][-1]["scene"]["moves"]
    body = {
        "ply": now["ply"],
        "action": moves[0]["action"] if moves else 0,
        "viewer": now["turn"] if seat is None else seat,
    }
    return table.places[place].post(f"{table.match}/move", body)


# ---- a game ----


def test_friends_play_a_whole_game_that_becomes_a_record(table: ServedTable, project: Path) -> None:
    while not (now := until(table, "seat-1", someones_turn))["over"]:
        place = f"seat-{now['turn'] + 1}"
        status, answer = play(table, place, view(table, place))
        assert status == 200, answer
    for place, seat in (("seat-1", 0), ("seat-2", 1), ("watch", SPECTATOR)):
        found = view(table, place)
        assert not misfits(found, an.MatchView)
        assert found["viewer"] == seat
        assert set(found["viewers"]) == {0, 1, 2, SPECTATOR, EVERYONE}
    assert table.process.stdout is not None
    said = table.process.stdout.readline()
    assert f"The game is over: {' – '.join(map(str, now['scores']))}. Winner: " in said
    assert str(table.file.relative_to(project)) in table.process.stdout.readline()
    record, rules = pnp.open_record(table.file, start=project, allow_code=True)
    assert record.seats == ("person", "person", "greedy")
    assert record.replay(rules).scores() == now["scores"]
    assert table.places["watch"].ask(f"{table.match}/record")[0] == 200


def test_a_seat_sees_and_plays_its_own_hand_alone(shared: ServedTable) -> None:
    now = until(shared, "seat-1", someones_turn)
    mover, other = (f"seat-{seat + 1}" for seat in (now["turn"], 1 - now["turn"]))
    assert view(shared, mover)["steps"][-1]["scene"]["moves"]
    for place, seat in ((other, 1 - now["turn"]), ("watch", SPECTATOR)):
        found = view(shared, place)
        assert (found["viewer"], found["viewers"]) == (seat, [seat])
        assert not found["steps"][-1]["scene"]["moves"]
        served = shared.places[place]
        for viewer in {0, 1, 2, SPECTATOR, EVERYONE, 9} - {seat}:
            for path in ("", "/chances", "/hints"):
                assert served.ask(f"{shared.match}{path}?viewer={viewer}")[0] == 403, (place, viewer, path)
        assert served.ask(f"{shared.match}/record")[0] == 403, "it holds the seed"
        assert play(shared, place, now)[0] == 403
        for path, body in (("undo", {"ply": now["ply"], "viewer": now["turn"]}), ("branch", {"ply": 0, "viewer": 0})):
            assert served.post(f"{shared.match}/{path}", body)[0] == 403
    assert view(shared, mover)["ply"] == now["ply"]


def test_only_what_a_table_needs_is_served(shared: ServedTable) -> None:
    seat, root = shared.places["seat-1"], shared.places["seat-1"].folder
    for path in ("pieces", "text", "files", "tables", "sheets", "checks", "play", "plays", "jobs", "look"):
        for method in ("GET", "POST"):
            assert seat.ask(f"/api/{GAME}/{path}", method, {}, seat.own)[0] in (404, 405), path
    assert seat.post(f"/api/{GAME}/play/new", {"players": 2, "seats": ["person", "person"]})[0] in (404, 405)
    for path in (f"/{GAME}/gallery", "/gallery", f"/api/{GAME}/file/png/cards/pip/front/1"):
        assert seat.ask(path)[0] == 404
    for body in (seat.ask("/")[1], seat.ask(f"/api/{GAME}/play/pieces")[1], seat.ask(shared.match)[1]):
        assert str(root).encode() not in body
        assert b"game.toml" not in body.replace(b'"words">', b"\0").partition(b"\0")[0]


def test_records_of_other_games_are_not_opened(shared: ServedTable) -> None:
    """A record in the same folder, such as yesterday's game, is none of the friends' business."""
    other = shared.file.with_name("20200101-000000.txt")
    deadline = time.monotonic() + 10
    while not shared.file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    other.write_bytes(shared.file.read_bytes())
    for place in ("seat-1", "watch"):
        assert shared.places[place].ask(f"/api/{GAME}/match/{other.stem}")[0] == 404
    assert shared.places["seat-1"].ask(shared.match.replace(GAME, "koko"))[0] == 404
    other.unlink()


def test_who_plays_alone_can_try_other_moves(project: Path) -> None:
    with opened(project, GAME, "--players", "3", "--bots", "random,greedy", "--seed", "7") as alone:
        assert [*alone.places] == ["seat-1"]
        seat = alone.places["seat-1"]
        now = until(alone, "seat-1", lambda found: found["over"] or found["turn"] == 0)
        assert [each["bot"] for each in now["seats"]] == ["", "random", "greedy"]
        assert play(alone, "seat-1", now)[0] == 200
        status, answer = seat.post(f"{alone.match}/branch", {"ply": now["ply"], "viewer": 0, "bot": "random"})
        assert status == 200
        branch = json.loads(seat.ask(f"/api/{GAME}/match/{answer['match']}")[1])
        assert (branch["ply"], branch["viewer"], branch["viewers"]) == (now["ply"], 0, [0])
        assert branch["steps"][-1]["scene"]["moves"]


# ---- links ----


def test_a_link_opens_one_place(shared: ServedTable) -> None:
    seats = [shared.places[name] for name in ("seat-1", "seat-2", "watch")]
    assert len({seat.key for seat in seats}) == len({seat.cookie for seat in seats}) == 3
    for seat in seats:
        assert re.search(
            rf"Path={seat.base}; SameSite=strict", str(seat.send(f"{seat.base}/?key={seat.key}").headers["set-cookie"])
        )
        for other in seats:
            if other is not seat:
                sent = {"cookie": f"{seat.cookie}; {other.cookie.partition('=')[0]}={seat.cookie.partition('=')[2]}"}
                for path in ("/", shared.match, "/api/events", f"{shared.match}/hints"):
                    assert other.ask(path, headers=sent)[0] == 403, path
                assert other.send(f"{other.base}/?key={seat.key}").status == 403
                body = {"ply": 0, "action": 0, "viewer": 0}
                crossed = seat.own | {"cookie": other.cookie}
                assert other.ask(f"{shared.match}/move", "POST", body, crossed)[0] == 403, "the token of another seat"
    for path in ("/", "/seat-3/", "/seat-1", "/nowhere/", "/api/events"):
        assert seats[0].send(path).status in (307, 403)


def test_a_lost_connection_changes_nothing(table: ServedTable) -> None:
    """A browser that was closed opens the same link again, and has the same seat."""
    now = until(table, "seat-1", someones_turn)
    seat = table.places["seat-1"]
    with listening(seat):
        until(table, "seat-2", lambda found: not found["seats"][0]["away"])
    until(table, "seat-2", lambda found: found["seats"][0]["away"])
    again = Served(seat.folder, seat.address, seat.key, seat.process, seat.base)
    found = json.loads(again.ask(table.match)[1])
    assert found["steps"] == now["steps"]
    with listening(again):
        until(table, "watch", lambda found: not found["seats"][0]["away"])


def test_a_restarted_table_has_the_same_links(project: Path) -> None:
    with opened(project, GAME, "--seats", "2", "--players", "3", "--seed", "8") as before:
        now = until(before, "seat-1", someones_turn)
        assert play(before, f"seat-{now['turn'] + 1}", view(before, f"seat-{now['turn'] + 1}"))[0] == 200
        ply = until(before, "seat-1", someones_turn)["ply"]
        said = before.stop()
    assert f"--web --seats 2 --resume {before.file.relative_to(project)}" in said
    port = str(urlsplit(before.places["watch"].address).port)
    with opened(
        project, "", "--seats", "2", "--resume", str(before.file.relative_to(project)), "--port", port
    ) as again:
        assert {name: each.entrance for name, each in again.places.items()} == {
            name: each.entrance for name, each in before.places.items()
        }
        assert again.file == before.file
        assert view(again, "seat-1")["ply"] >= ply
        old = {"cookie": before.places["seat-1"].cookie}
        assert again.places["seat-1"].ask(again.match, headers=old)[0] == 403, "cookies are those of one run"


# ---- bots for people ----


def test_a_seat_is_handed_to_a_bot_and_taken_back(table: ServedTable) -> None:
    now = until(table, "seat-1", someones_turn)
    place, seat = f"seat-{now['turn'] + 1}", now["turn"]

    def give(who: str, given: int, name: str) -> int:
        return table.places[who].post(f"{table.match}/seat", {"seat": given, "name": name})[0]

    assert give(place, seat, "random") == 200
    found = until(table, "watch", lambda found: found["ply"] > now["ply"])
    assert found["seats"][seat]["bot"] == "random"
    assert view(table, place)["viewer"] == seat, "who holds the link still sees the hand"
    assert not view(table, place)["seats"][seat]["mine"]
    assert give(place, seat, "person") == 200
    assert view(table, place)["seats"][seat]["mine"]
    assert give("seat-1", 1, "greedy") == 200, "by the host"
    assert give("seat-1", 1, "person") == 200
    for who, given, name in (
        ("seat-2", 0, "greedy"), ("watch", 0, "greedy"), ("watch", 1, "person"), ("seat-1", 2, "person"),
        ("seat-1", 2, "random"), ("seat-1", 0, "search:999999999"), ("seat-1", 0, "search:10000s"),
        ("seat-1", 9, "person"),
    ):  # fmt: skip
        assert give(who, given, name) == 403, (who, given, name)


# ---- floods ----


@contextmanager
def listening(served: Served) -> Iterator[HTTPResponse]:
    """Open an event stream, and wait until it has begun."""
    answer = served.send(f"{served.base}/api/events", headers={"cookie": served.cookie})
    assert answer.status == 200
    answer.readline()
    try:
        yield answer
    finally:
        answer.close()


def next_event(stream: HTTPResponse, kind: str) -> dict[str, Any]:
    while True:
        line = stream.readline()
        assert line, "the stream has ended"
        if line.startswith(b"data: ") and (event := json.loads(line[6:]))["kind"] == kind:
            found: dict[str, Any] = event["about"]
            return found


def test_twenty_spectators_hear_of_every_move(shared: ServedTable) -> None:
    watching = shared.places["watch"]
    streams = [watching.send(f"{watching.base}/api/events", headers={"cookie": watching.cookie}) for _ in range(20)]
    for number, stream in enumerate(streams):
        about = json.loads(stream.readline()[6:])["about"]
        body = {"stream": about["stream"], "page": f"page-{number}", "game": GAME, "lang": "en"}
        assert watching.post("/api/watch", body)[0] == 200
        next_event(stream, "hello")
    now = until(shared, "seat-1", someones_turn)
    place = f"seat-{now['turn'] + 1}"
    assert play(shared, place, view(shared, place))[0] == 200
    for stream in streams:
        while next_event(stream, "match")["ply"] <= now["ply"]:
            pass
        stream.close()


def test_streams_are_limited(shared: ServedTable) -> None:
    seat = shared.places["seat-1"]
    held = [seat.send(f"{seat.base}/api/events", headers={"cookie": seat.cookie}) for _ in range(9)]
    assert [each.status for each in held] == [200] * 8 + [429]
    with listening(shared.places["seat-2"]):
        pass
    for each in held:
        each.close()


def test_a_flood_from_one_seat_leaves_the_others_alone(shared: ServedTable) -> None:
    seat = shared.places["seat-2"]
    answers = [
        seat.send(f"{seat.base}{shared.match}/chances?viewer=9", headers={"cookie": seat.cookie}) for _ in range(30)
    ]
    refused = [answer for answer in answers if answer.status == 429]
    assert refused
    assert int(str(refused[0].headers["retry-after"])) >= 1
    assert shared.places["seat-1"].ask(shared.match)[0] == 200
    assert shared.places["watch"].ask(shared.match)[0] == 200


def test_what_is_too_long_is_refused(shared: ServedTable) -> None:
    seat = shared.places["seat-1"]
    assert seat.post(f"{shared.match}/seat", {"seat": 0, "name": "x" * 300})[0] == 400
    body = {"seat": 0, "name": "x" * LARGEST_BODY}
    assert seat.ask(f"{shared.match}/seat", "POST", body, seat.own)[0] == 413


# ---- who reaches it ----


def ask(host: str, server: tuple[str, int], **headers: str) -> Request:
    sent = {"host": host} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": "http", "method": "GET", "path": "/seat-1/", "query_string": b"", "server": server,
        "client": ("10.0.0.9", 5), "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }  # fmt: skip
    return Request(scope)


def test_it_answers_under_the_address_where_a_request_arrives(tmp_path: Path) -> None:
    """So a site whose name leads to that address cannot pretend to be the table, whatever it listens on."""
    place = Place(0, Entry(tmp_path, 8617, "mice 1", "seat-1"))
    link = LinkFilter(lambda *_: None, [place], 8617)  # type: ignore[arg-type]

    def status(request: Request) -> int:
        answer = link.response(request)
        return 200 if answer is None else answer.status_code

    for server, host in ((("192.168.1.5", 8617), "192.168.1.5:8617"), (("fe80::1%eth0", 8617), "[fe80::1]:8617")):
        assert status(ask(host, server)) == 403  # without the key
        for other in ("evil.example:8617", "192.168.1.6:8617", "192.168.1.5", "localhost:8617", "", "127.0.0.1:8617"):
            assert status(ask(other, server)) == 421, other
    assert status(ask("localhost:8617", ("127.0.0.1", 8617))) == 307
    assert status(ask("192.168.1.5:8617", ("::ffff:192.168.1.5", 8617))) == 403


def test_a_table_that_others_reach_says_so(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pnp.web import server

    asked: list[str] = []

    def listen(host: str, port: int | None) -> socket.socket:
        asked.append(host)
        return listen_really("127.0.0.1", 0)

    listen_really = server.listen
    monkeypatch.setattr(server, "listen", listen)
    monkeypatch.setattr(server, "run", lambda app, session, listening, **_: (listening.close(), session.close()))
    monkeypatch.setattr(
        server, "own_addresses", lambda host: ["192.168.1.5", "10.0.0.5"] if host == "0.0.0.0" else [host]
    )
    words = ("play", GAME, "--web", "--seats", "2", "--allow-code", "--lang", "en", "--no-open")
    _, alone, _ = run_command(words, project, capsys, monkeypatch)
    assert "Only this computer can open these links" in alone
    deals: list[int] = []

    def choose_seed(most: int) -> int:
        deals.append(most)
        return 1234

    monkeypatch.setattr("pnp.cli.commands.play.randbelow", choose_seed)
    code, said, _ = run_command((*words, "--host", "0.0.0.0"), project, capsys, monkeypatch)
    assert deals[0] > 10**28, "nobody tries all deals to find the one that fits their hand"
    assert "1234" not in said.replace(":1234", "")
    assert (code, asked) == (0, ["127.0.0.1", "0.0.0.0"])
    assert "Everyone on your network can reach this table" in said
    assert "not encrypted" in said or "Nothing is encrypted" in said
    assert len(re.findall(r"http://192\.168\.1\.5:\d+/[\w-]+/\?key=[\w-]{32}$", said, re.MULTILINE)) == 3
    assert "10.0.0.5" in said


def test_an_address_of_another_computer_is_refused() -> None:
    from pnp.errors import PnpError
    from pnp.web.server import listen, own_addresses

    with pytest.raises(PnpError, match="--host"), closing(listen("192.0.2.1", 0)):
        pass
    assert own_addresses("192.0.2.1") == ["192.0.2.1"]
    assert not any(each.startswith("127.") for each in own_addresses("0.0.0.0")) or own_addresses("0.0.0.0") == [
        "127.0.0.1"
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seats", "2"), "--seats needs --web"),
        (("--host", "0.0.0.0", "--port", "1", "--no-open"), "--host needs --web"),
        (("--web", "--seats", "3", "--players", "2"), "--seats must be at most 2, the number of players, not 3"),
        (("--web", "--host", "mylaptop"), '--host must be an IP address, not "mylaptop"'),
        (("--web", "--bots", "gready"), "gready"),
        (("--web", "--players", "99"), "mice is for 2 to 4 players"),
        (("--web", "--option", "x=y"), "x"),
        (("--web", "--resume", "nothing.txt"), "nothing.txt"),
    ],
)
def test_options_that_do_not_fit_are_errors(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...],
    message: str,
) -> None:  # fmt: skip
    code, _, said = run_command(("play", GAME, "--allow-code", *words), project, capsys, monkeypatch)
    assert code == 1
    assert message in said
    assert "Traceback" not in said
