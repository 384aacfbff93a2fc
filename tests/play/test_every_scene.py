"""What every scene and every line of the log must hold, and must not tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from pnp.errors import SpecError
from pnp.play.core import Rules, State
from pnp.play.match import Match
from pnp.play.record import Record
from pnp.play.scene import EVERYONE, SPECTATOR, Scene, follow_pieces, imagined, scene_of
from pnp.play.simple import SimpleRules
from pnp.terms import Lang, Side
from tests.loading import load_rules
from tests.own_game import unpack_game

PARLOUR = Path(__file__).parents[1] / "parlour"
GAMES = ["conquete", "cotcotcollec", "koko", "winston", "hearts", "maki", "lowtide"]
STEP = 7
"""Number of moves between two positions that are looked at."""
REDEALS = 3


@cache
def rules_of(name: str) -> Rules:
    return load_rules(name, PARLOUR, allow_code=True) if name in ("hearts", "maki") else load_rules(name)


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest, tmp_path: Path) -> Rules:
    name: str = request.param
    if name == "lowtide":
        return load_rules(name, unpack_game(tmp_path), allow_code=True)
    return rules_of(name)


def random_match(rules: Rules, seed: int, moves: int = 150) -> Match:
    fewest, most = rules.spec.players
    rng = Random(seed)
    match = Match(rules, Record(rules.id, rng.randint(fewest, min(most, 4)), str(seed)))
    while not match.over and match.ply < moves:
        match.play(rng.choice(match.state.legal()))
    return match


def viewers(state: State) -> Iterator[int]:
    yield from range(state.players)
    yield SPECTATOR


def test_scenes_hold_nothing_that_a_viewer_may_not_know(rules: Rules) -> None:
    """All that the viewer cannot see is dealt again: the scene must stay the same."""
    match = random_match(rules, 1)
    for ply in range(0, match.ply + 1, STEP):
        state = match.position(ply)
        for viewer in viewers(state):
            shown = scene_of(state, viewer, Lang.EN)
            for seed in range(1, REDEALS):
                redealt = imagined(state, viewer, seed)
                assert rules.scene.table(redealt, viewer, Lang.EN) == shown


def test_the_imagined_position_depends_on_what_is_known_alone(rules: Rules) -> None:
    match = random_match(rules, 2, 40)
    state = match.state
    for viewer in range(state.players):
        redealt = imagined(state, viewer, 5)
        assert imagined(redealt, viewer).encode() == imagined(state, viewer).encode()


def test_the_log_tells_nothing_that_a_viewer_may_not_know(rules: Rules) -> None:
    """A move that looks the same to a viewer in another deal is told in the same words."""
    match, compared = random_match(rules, 3), 0
    for ply in range(0, match.ply, 3):
        before, after, action = match.position(ply), match.position(ply + 1), match.record.moves[ply]
        for viewer in range(before.players):
            lines = rules.scene.narrate(before, action, after, viewer, Lang.EN)
            for seed in range(1, 1 + REDEALS):
                redealt = imagined(before, viewer, seed)
                # in the four games, every action is seen by all, even if nothing of it remains
                others = redealt.legal() if isinstance(rules, SimpleRules) else [action]
                for other in set(others) & set(redealt.legal()):
                    then = redealt.clone()
                    then.apply(other)
                    if then.observe(viewer) == after.observe(viewer):
                        compared += 1
                        assert rules.scene.narrate(redealt, other, then, viewer, Lang.EN) == lines
    assert compared > 20


def test_every_legal_action_is_a_move_of_the_player_to_act(rules: Rules) -> None:
    match = random_match(rules, 4)
    for ply in range(0, match.ply + 1, STEP):
        state = match.position(ply)
        for viewer in viewers(state):
            scene = scene_of(state, viewer, Lang.EN)
            assert scene.turn == state.current()
            assert [move.action for move in scene.moves] == (state.legal() if viewer == scene.turn else [])
            assert_sound(scene, rules)
            assert all(move.words == rules.describe(state, move.action, Lang.EN) for move in scene.moves)


def assert_sound(scene: Scene, rules: Rules) -> None:
    zones = [zone.id for zone in scene.zones]
    slots = {slot: piece for zone in scene.zones for slot, piece in zone.pieces}
    designs = {design.id for _, design in rules.spec.designs()}
    assert len(set(zones)) == len(zones)
    for move in scene.moves:
        assert set(move.takes) <= slots.keys()
        assert not move.zone or move.zone in zones
        assert not move.target or move.target in slots
        if move.spot:
            taken = {rules.scene.alike(slots[slot].piece) for slot in move.takes}
            assert {rules.scene.alike(move.spot.piece)} == taken
    for zone in scene.zones:
        for _, piece in zone.pieces:
            assert piece.piece in designs
            assert piece.side is Side.BACK or not piece.hidden


def test_pieces_are_in_one_place_each(rules: Rules) -> None:
    """No design appears more often than it is printed, for any viewer, and no key twice."""
    match = random_match(rules, 5)
    printed = {design.id: design.count for _, design in rules.spec.designs()}
    for viewer in viewers(match.state):
        for ply in range(0, match.ply + 1, STEP):
            pieces = [piece for zone in match.scene(ply, viewer, Lang.EN).zones for _, piece in zone.pieces]
            assert max(Counter(piece.key for piece in pieces).values(), default=1) == 1
            for design, count in Counter(piece.piece for piece in pieces if not piece.hidden).items():
                assert count <= printed[design]


def test_pieces_that_stay_keep_their_keys(rules: Rules) -> None:
    """A piece whose key was in a zone is still there under that key unless fewer like it are."""
    match = random_match(rules, 6, 60)
    scenes = [match.scene(ply, 0, Lang.EN) for ply in range(match.ply + 1)]
    for earlier, later in pairwise(scenes):
        now = {zone.id: [piece for _, piece in zone.pieces] for zone in later.zones}
        for zone in earlier.zones:
            here = now.get(zone.id, [])
            keys = {piece.key for piece in here}
            for _, piece in zone.pieces:
                alike = {True: "hidden", False: rules.scene.alike(piece.piece)}[piece.hidden]
                many = [
                    sum(alike == {True: "hidden", False: rules.scene.alike(each.piece)}[each.hidden] for each in pieces)
                    for pieces in ([piece for _, piece in zone.pieces], here)
                ]
                assert piece.key in keys or many[1] < many[0]


def test_hands_are_open_only_when_the_game_is_over() -> None:
    rules = rules_of("winston")
    match = Match(rules, Record("winston", 2, "1"))
    with pytest.raises(SpecError, match="is not over"):
        match.scene(0, EVERYONE, Lang.EN)
    rng = Random(1)
    while not match.over:
        match.play(rng.choice(match.state.legal()))
    middle = match.scene(10, EVERYONE, Lang.EN)
    assert not [piece for zone in middle.zones for _, piece in zone.pieces if piece.hidden and zone.id != "deck"]


def test_a_played_card_is_followed_from_the_hand_to_the_table() -> None:
    rules = rules_of("winston")
    match = Match(rules, Record("winston", 2, "4"))
    seat = match.state.current()
    scene = match.scene(0, seat, Lang.EN)
    move = next(move for move in scene.moves if move.zone == "table")
    keys = {slot: piece.key for zone in scene.zones for slot, piece in zone.pieces}
    match.play(move.action)
    table = next(zone for zone in match.scene(1, seat, Lang.EN).zones if zone.id == "table")
    assert {piece.key for _, piece in table.pieces} <= {keys[slot] for slot in move.takes}


def test_moves_can_be_taken_back_until_something_was_revealed() -> None:
    rules = rules_of("winston")
    match = Match(rules, Record("winston", 2, "4"))
    seat = match.state.current()
    while match.state.current() == seat:
        match.play(match.state.legal()[0])
    assert match.undo_limit(seat) == match.ply  # cards were drawn at the end of the turn
    match.go_back(match.ply - 1)
    assert match.undo_limit(seat) == 0
    match.go_back(1)
    assert match.ply == len(match.record.moves) == 1
    assert match.scene(1, seat, Lang.EN).turn == seat


def test_chances_add_up_and_are_those_of_the_end() -> None:
    rules = rules_of("winston")
    match = random_match(rules, 8)
    for ply in (0, 5, match.ply):
        assert sum(match.chances(ply, SPECTATOR)) == pytest.approx(1)
    if match.over:
        assert {seat for seat, share in enumerate(match.chances(match.ply, 0)) if share} == set(match.state.winners())


def test_a_branch_leaves_the_game_alone() -> None:
    rules = rules_of("winston")
    match = random_match(rules, 9, 20)
    branch = match.branch(5)
    branch.play(branch.state.legal()[-1])
    assert (match.ply, branch.ply) == (20, 6)


def test_pieces_without_a_scene_before_are_the_first_of_their_kind() -> None:
    rules = rules_of("hearts")
    state = rules.new(4, 1)
    scene = follow_pieces(None, scene_of(state, 0, Lang.EN), rules)
    assert all(piece.key == f"{piece.piece}#1" for zone in scene.zones for _, piece in zone.pieces if not piece.hidden)


def test_a_trick_is_told_with_where_its_cards_went() -> None:
    rules = rules_of("hearts")
    match = Match(rules, Record("hearts", 4, "1"))
    while not any(match.state.won):  # type: ignore[attr-defined]
        match.play(match.state.legal()[0])
    (event,) = match.log(SPECTATOR, Lang.EN, match.ply - 1)
    assert event.lines[0].startswith("play: ")
    assert "The trick → Tricks won (player " in event.lines[1]


def test_a_hidden_card_that_is_passed_is_told_once() -> None:
    match = Match(rules_of("hearts"), Record("hearts", 4, "1"))
    mover = match.state.current()
    match.play(match.state.legal()[0])
    for viewer in viewers(match.state):
        (event,) = match.log(viewer, Lang.EN)
        [line] = event.lines
        assert (line == "pass: a card") is (viewer != mover)
