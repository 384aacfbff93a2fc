"""Games in progress: the bytes that a viewer is sent."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from pnp.library import matches
from pnp.library.matches import Asked, GameInPlay, estimate_chances, step_data, suggest_moves, view_match
from pnp.library.projects import start_project
from pnp.play.core import OVER
from pnp.play.match import Match
from pnp.play.scene import SPECTATOR
from pnp.project.folders import GameRef, bundled_project
from pnp.terms import Lang
from tests.loading import load_rules
from tests.play.redeal import redealt_matches
from tests.play.test_every_scene import random_match, rules_of

GAMES = ["conquete", "cotcotcollec", "koko", "winston", "mice", "hearts", "maki"]


def sent(match: Match, viewer: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, ...]:
    """Return all that the server sends a viewer after the latest move."""
    monkeypatch.setattr(matches, "_match", lambda order: match)
    monkeypatch.setattr(matches, "HINT_ITERATIONS", 12)
    order = GameInPlay(GameRef(bundled_project(), match.rules.id), 0, "a", match.record)
    found = asdict(view_match(order, Asked(viewer, Lang.EN, match.ply - 1, 1)))
    chances = estimate_chances(order, [match.ply], viewer)
    hints = suggest_moves(order, Lang.EN) if match.state.current() == viewer != OVER else []
    return found, chances, hints


@pytest.mark.parametrize("game", GAMES)
def test_bytes_hold_nothing_that_a_viewer_may_not_know(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Scenes, log, undo, hints and chances are the same bytes in every deal that the viewer cannot tell apart."""
    if game == "mice":
        start_project(game, with_rules=True, start=tmp_path)
    rules = load_rules(game, tmp_path / game, allow_code=True) if game == "mice" else rules_of(game)
    match, compared = random_match(rules, 11, 60), 0
    for ply in range(1, match.ply + 1, max(1, match.ply // 8)):
        for viewer in (0, 1, SPECTATOR):
            known = sent(match.branch(ply), viewer, monkeypatch)
            for redealt in redealt_matches(match, ply, viewer):
                compared += 1
                assert sent(redealt, viewer, monkeypatch) == known
    assert compared >= 8


def test_players_have_the_names_that_they_had_when_they_moved() -> None:
    """Koko's players swap roles after a round."""
    match = random_match(rules_of("koko"), 3, 400)
    swap = next(ply for ply in range(match.ply) if match.scene(ply, 0, Lang.EN).seats[0].name.startswith("Alfred"))
    assert swap < match.ply
    for event in match.log(0, Lang.EN):
        name = step_data(match, event, 0, Lang.EN)["name"]
        assert name.startswith("Koko") is ((event.seat == 0) == (event.ply <= swap))
