"""What a table sends to a seat does not depend on what that seat must not know: everything hidden is dealt again.

Two tables are alike but for the cards that a seat cannot see. Every response to that seat, with its headers, and every
event must be the same, byte by byte.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.library import matches as tasks
from pnp.library.projects import start_project
from pnp.play.core import OVER, State
from pnp.play.match import Match
from pnp.play.record import PERSON, Record
from pnp.play.scene import SPECTATOR, imagined
from pnp.project.folders import Project, bundled_project
from pnp.terms import Lang
from pnp.web import friends
from pnp.web.links import LinkFilter, Place, place_name
from pnp.web.matches import Matches, OpenMatch
from pnp.web.session import ProjectSession
from tests.own_game import unpack_game

PARLOUR = Path(__file__).parents[1] / "parlour"
GAMES = ["conquete", "cotcotcollec", "koko", "winston", "hearts", "maki", "lowtide", "mice"]
PORT = 8617
HOST = f"127.0.0.1:{PORT}"
NO_ACTION = 10**8
"""An action that no game has."""
DEALS = 4
"""Number of new deals of which the one is taken that looks the same for the longest."""
FURTHER = 10
"""Number of moves after the new deal."""


@dataclass
class Bench:
    """A table in this process, whose app is asked directly."""

    table: friends.Table
    app: LinkFilter
    match: OpenMatch
    sent: list[bytes]
    """Events sent to pages."""

    def ask(self, place: Place, path: str, body: object = None, game: str = "") -> bytes:
        """Return everything that is sent in answer to a request from a place, about its match or another game."""
        cookie = f"pnp-{PORT}-{place.name}={place.entry._cookie}"
        headers = {"host": HOST, "cookie": cookie, "accept-language": "en"}
        content = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            headers |= {
                "origin": f"http://{HOST}", "x-pnp-token": place.entry.token, "content-length": str(len(content))
            }  # fmt: skip
        about = game or f"{self.match.game}/match/{self.match.id}"
        address, _, query = f"/{place.name}/api/{about}{path}".partition("?")
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET" if body is None else "POST", "path": address,
            "raw_path": address.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
            "server": ("127.0.0.1", PORT), "client": ("127.0.0.1", 9),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        answer: list[bytes] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:
            answer.append(repr((message.get("status"), message.get("headers"), message.get("body"))).encode())

        place.allowance.take(-10_000)
        with ThreadPoolExecutor(1) as apart:  # in this thread, the browser of other tests may have a loop
            apart.submit(asyncio.run, self.app(scope, receive, send)).result()
        return b"\n".join(answer)


@pytest.fixture(params=GAMES)
def bench(
    request: pytest.FixtureRequest, tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Bench]:
    game: str = request.param
    project = bundled_project()
    if game in ("hearts", "maki"):
        project = Project(PARLOUR, True)
    if game == "lowtide":
        project = Project(unpack_game(tmp_path / "own"), True)
    if game == "mice":
        project = Project(start_project(game, with_rules=True, start=tmp_path).folder, True)
    sent: list[bytes] = []

    def note(events: friends.TableEvents, kind: str, about: object, **to: object) -> None:
        sent.append(json.dumps([kind, about, to]).encode())

    monkeypatch.setattr(friends.TableEvents, "send", note)
    monkeypatch.setattr(Matches, "_work", lambda *_: None)
    session = ProjectSession(tmp_path, allow_code=True, project=project, events=friends.TableEvents())
    fewest, most = session.open_game(game).spec.players  # type: ignore[union-attr]
    players = max(fewest, min(most, 3))
    record = Record(game, players, "secret", Lang.EN, seats=(PERSON,) * players)
    table = friends.open_table(session, record, PORT, watched=True)
    yield Bench(table, friends.make_app(table, PORT), table.match, sent)
    session.close()


@pytest.mark.parametrize("bench", ["koko"], indirect=True)
def test_other_games_of_the_project_are_not_served(bench: Bench) -> None:
    for place in bench.table.places.values():
        assert bench.ask(place, "/play/pieces", game="koko").startswith(b"(200")
        assert bench.ask(place, "/play/pieces", game="winston").startswith(b"(404")


@pytest.mark.parametrize("bench", ["koko"], indirect=True)
def test_nobody_takes_back_the_moves_of_another_person(bench: Bench) -> None:
    """Not even while bots play for all others."""
    match, place = played(bench, 80), bench.table.places["seat-1"]
    bots = (PERSON, *["greedy"] * (match.record.players - 1))
    for ply in range(1, match.ply):
        bench.match.record = replace(bench.match.record, moves=match.record.moves[:ply], seats=bots)
        bench.match.standing = tasks.MatchStatus(ply, match.position(ply).current())
        bench.match.undo.clear()
        found = re.search(rb'"undo": (-?\d+)', bench.ask(place, "?since=-1&scenes=0"))
        assert found
        undo = int(found[1])
        assert undo < 0 or {match.position(each).current() for each in range(undo, ply)} == {0}, ply


def played(bench: Bench, moves: int) -> Match:
    """Play random moves."""
    match = tasks._match(bench.table.matches._order(bench.match))
    rng = Random(bench.match.game)
    alone = Match(match.rules, replace(bench.match.record, moves=[]))
    while not alone.over and alone.ply < moves:
        alone.play(rng.choice(alone.state.legal()))
    return alone


def lay_out(bench: Bench, state: State) -> None:
    """Have the table begin with a position."""
    match = bench.match
    match.record.moves.clear()
    match.steps.clear()
    match.undo.clear()
    match.chances.clear()
    match.standing = tasks.MatchStatus(0, state.current())
    tasks._games.clear()
    inside = tasks._match(bench.table.matches._order(match))
    inside._states, inside._scenes = [state.clone()], {}


def all_that_is_sent(bench: Bench, place: Place, state: State, then: list[int]) -> list[bytes]:
    """Return everything that a place gets at a position, and while some moves are made from there."""
    lay_out(bench, state)
    bench.sent.clear()
    got: list[bytes] = []
    seat = max(place.seat, 0)
    for now in range(len(then) + 1):
        turn = bench.match.standing.turn
        got.append(bench.ask(place, f"?since={now - 1}&epoch={bench.match.epoch}"))
        got.append(bench.ask(place, "?scenes=60"))
        got.append(bench.ask(place, f"?viewer={1 - seat}"))
        got.append(bench.ask(place, "/record"))
        got.append(bench.ask(place, "/undo", {"ply": now + 1, "viewer": seat}))
        got.append(bench.ask(place, "/branch", {"ply": now, "viewer": seat}))
        got.append(bench.ask(place, "/move", {"ply": now, "action": NO_ACTION, "viewer": seat}))
        if now in (0, len(then)):
            got.append(bench.ask(place, "/chances"))
        if now == 0:
            got.append(bench.ask(place, "/hints"))
        if now < len(then):
            mover = bench.table.places[place_name(turn)]
            made = bench.ask(mover, "/move", {"ply": now, "action": then[now], "viewer": turn})
            assert made.startswith(b"(200"), made
            got += [made] if mover is place else []
    return got + bench.sent


def first_difference(one: bytes, two: bytes) -> tuple[bytes, bytes]:
    one, two = one.rpartition(b"\n")[2], two.rpartition(b"\n")[2]
    at = next((at for at, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), 0)
    return one[max(0, at - 100) : at + 200], two[max(0, at - 100) : at + 200]


def same_for(one: State, other: State, viewer: int) -> bool:
    return imagined(one, viewer).encode() == imagined(other, viewer).encode()


def further(real: Match, ply: int, redealt: State, viewer: int) -> list[int]:
    """Return the next moves that a viewer cannot tell apart in two deals."""
    then: list[int] = []
    state = redealt
    while ply + len(then) < real.ply and len(then) < FURTHER and state.current() != OVER:
        action = real.record.moves[ply + len(then)]
        if action not in state.legal():
            break
        after = state.clone()
        after.apply(action)
        if after.current() == OVER or not same_for(after, real.position(ply + len(then) + 1), viewer):
            break
        then.append(action)
        state = after
    return then


@pytest.mark.sampled(4)
@pytest.mark.parametrize("part", range(4))
def test_nothing_sent_depends_on_hidden_cards(bench: Bench, part: int) -> None:
    match = played(bench, 60)
    plies = range(part * 2, match.ply, 8)
    different = moved = 0
    for at, ply in enumerate(plies):
        for viewer in ((at + part) % match.record.players, SPECTATOR)[: 2 if at == 0 else 1]:
            place = bench.table.places[place_name(viewer)]
            state = match.position(ply)
            deals = [imagined(state, viewer, seed) for seed in range(1, 1 + DEALS)]
            then, redealt = max(
                ((further(match, ply, deal, viewer), deal) for deal in deals), key=lambda each: len(each[0])
            )
            different += redealt.encode() != state.encode()
            moved += len(then)
            real = all_that_is_sent(bench, place, state, then)
            other = all_that_is_sent(bench, place, redealt, then)
            assert len(other) == len(real)
            for one, two in zip(real, other, strict=True):
                assert two == one, (ply, viewer, first_difference(one, two))
    assert different
    assert moved or part  # not everywhere is there a deal in which a move shows the same
