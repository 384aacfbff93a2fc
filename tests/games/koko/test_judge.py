"""What the judge of Koko's garden foretells, and how sure it is of it."""

from __future__ import annotations

from random import Random

import pytest

from pnp.games.koko import judge
from pnp.games.koko.forecast import (
    BY_TILES,
    CLOSED,
    COMING,
    DRUNK,
    GIVEN,
    HELD,
    KNOTS,
    OPEN,
    REACHED,
    ROBBED,
    TAKEN,
    WEIGHTS,
    expected_gain,
    features,
)
from pnp.games.koko.garden import NONE
from pnp.games.koko.judge import USUAL
from pnp.games.koko.near import placement_key
from pnp.games.koko.rules import ALFRED, DRAW, PLACE, RESERVE, KokoState
from pnp.play.core import OVER
from pnp.play.judge import Judge, make_judge
from tests.games.koko.test_rules import BUNDLED, position

JUDGE = make_judge(BUNDLED)


def start(number: int, scored: int = 0) -> KokoState:
    """The first position of a round; in the second, with what was scored in the first."""
    state = BUNDLED.new(2, 3)
    assert isinstance(state, KokoState)
    if number:
        state.end_round()
        state.scored[0] = scored
    return state


def test_a_round_to_come_is_not_lost_before_it_begins() -> None:
    """Who has yet to be Koko is behind by all that the other scored, and expects as much himself."""
    assert JUDGE.shares(start(0)) == pytest.approx([0.5, 0.5], abs=0.1)
    assert JUDGE.shares(start(1, round(USUAL))) == pytest.approx([0.5, 0.5], abs=0.1)
    few, many = (JUDGE.shares(start(1, scored))[0] for scored in (3, 11))
    assert few < 0.25
    assert many > 0.75


def test_a_lead_is_the_surer_the_fewer_tiles_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "forecast", lambda state: 2.0)
    state = start(1)
    sure = []
    for tiles in (25, 9, 1):
        state.top = len(state.pile) - tiles
        sure.append(JUDGE.shares(state)[1])
    assert 0.5 < sure[0] < sure[1] < sure[2] < 1
    assert JUDGE.shares(start(0))[0] < sure[0]


def test_weights_change_evenly_between_the_knots() -> None:
    for place, tiles in enumerate(KNOTS):
        assert BY_TILES[tiles] == pytest.approx([row[place] for row in WEIGHTS])
    assert BY_TILES[4] == pytest.approx([(row[0] + row[1]) / 2 for row in WEIGHTS])
    assert BY_TILES[18] == pytest.approx([(row[1] + row[2]) / 2 for row in WEIGHTS])


def test_a_pile_longer_than_any_that_was_learnt_counts_as_the_longest() -> None:
    state = BUNDLED.new(2, 3, {"extension": "yes"})
    assert isinstance(state, KokoState)
    assert len(state.pile) > KNOTS[-1]
    assert expected_gain(state) == pytest.approx(
        sum(weight * mark for weight, mark in zip(BY_TILES[-1], features(state), strict=True))
    )


def test_guests_that_koko_can_dress_are_marked_by_his_way_to_them() -> None:
    state = position("duo@0,1 hut@0,2 lawn2@1,1", koko="duo.a", alfred="start.b")
    marks = features(state)
    assert marks[CLOSED : CLOSED + 3] == [2, 1, 0]
    assert marks[GIVEN] == 2
    state.role = ALFRED
    assert features(state)[GIVEN] == 0
    state.counts[RESERVE] = 1
    assert features(state)[CLOSED] == 1
    assert features(state)[COMING] == 1


def test_a_guest_in_the_open_counts_less_with_every_opening() -> None:
    one, four = position("path@0,1", koko="path.a"), position("lawn2@0,1", koko="lawn2.a")
    assert features(one)[OPEN] > features(four)[OPEN] > 0


def test_undies_are_in_danger_where_alfred_can_come() -> None:
    there = position("pool@0,1 pool2@0,2", koko="start.a", alfred="pool.a", undies="pool.a,pool2.a")
    marks = features(there)
    assert (marks[HELD], marks[REACHED], marks[TAKEN]) == (1, 1, 0)
    there.role = ALFRED
    assert features(there)[TAKEN] == 1
    far = position("duo@0,1", koko="start.a", alfred="start.b", undies="duo.a")
    assert features(far)[HELD] == features(far)[REACHED] == 0


def test_a_reserve_is_in_danger_the_nearer_alfred_is() -> None:
    near = position("pool@0,1 pool2@0,2", koko="pool.a", alfred="pool.a")
    next_door = position("pool@0,1 pool2@0,2", koko="pool.a", alfred="pool2.a")
    assert features(near)[ROBBED] == 1
    assert features(next_door)[ROBBED] == 0.5
    near.counts[RESERVE] = 0
    assert features(near)[ROBBED] == 0


def test_a_bottle_makes_alfred_less_of_a_danger() -> None:
    gone, held = (
        position("pool@0,1 bar@0,2", extension="yes", koko="pool.a", alfred="bar.a", undies="pool.a", bottles_held=held)
        for held in "01"
    )
    assert expected_gain(held) > expected_gain(gone) + 1 - DRUNK


@pytest.mark.parametrize("extension", ["no", "yes"])
def test_places_that_make_the_same_have_the_gain_of_each(extension: str) -> None:
    """The gains of a tile drawn are those of all places, one by one."""
    rng, alike = Random(4), 0
    state = BUNDLED.new(2, 4, {"extension": extension})
    while state.current() != OVER:
        assert isinstance(state, KokoState)
        legal = state.legal()
        if state.drawn != NONE:
            assert JUDGE.gains(state, legal) == pytest.approx(Judge.gains(JUDGE, state, legal)), state.encode()
            alike += len(legal) - len({placement_key(state, action - PLACE) for action in legal})
        state.apply(DRAW if DRAW in legal and rng.random() < 0.4 else rng.choice(legal))
    assert alike > 0
