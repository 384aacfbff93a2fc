"""What the judge of Winston tells a search, by all hands."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from pnp.games.winston import rules as game
from pnp.games.winston.judge import TURNS, WinstonJudge, rollout_action
from pnp.games.winston.rules import WinstonRules, WinstonState
from pnp.play.bots import Node, SearchBot
from pnp.play.core import OVER
from tests.loading import load_rules

KINDS = 6
HEAD, BODY = 0, KINDS
"""The first kind's cards; the other kinds' follow."""


@cache
def winston() -> WinstonRules:
    rules = load_rules("winston")
    assert isinstance(rules, WinstonRules)
    return rules


def judge() -> WinstonJudge:
    return WinstonJudge(winston())


def position(
    *hands: list[int], bodies: int = 0, head: bool = False, turn: int = 0, deck: int = 20, dogs: tuple[int, ...] = ()
) -> WinstonState:
    """A position with one dog on the table, of the first kind; the deck is of other kinds."""
    rules = winston()
    state = rules.lay(len(hands), (False,) * 4, [BODY + 1] * deck)
    rules.place(state, [*hands], int(head), [bodies, *[0] * (KINDS - 1)], [*dogs])
    state.turn = turn
    return state


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_of_those_who_can_complete_a_dog_the_first_in_turn_takes_it(turn: int) -> None:
    state = position([HEAD], [HEAD], [HEAD], bodies=3, turn=turn)
    points = judge().outlook(state)
    assert max(points) == points[turn]
    assert points[turn] > 6 > max(points[:turn] + points[turn + 1 :])


def test_a_dog_that_only_an_opponent_can_complete_is_his() -> None:
    mine, his = judge().outlook(position([BODY + 1], [HEAD], bodies=4))
    assert his - mine > 10
    shorter = judge().outlook(position([BODY + 1], [HEAD], bodies=3))
    assert his - mine > shorter[1] - shorter[0] + 4


def test_after_a_dog_is_taken_the_next_needs_a_dog_of_his_own() -> None:
    alone = judge().outlook(position([HEAD], [HEAD, BODY, BODY, BODY], bodies=3))
    without = judge().outlook(position([HEAD], [HEAD, BODY], bodies=3))
    assert alone[1] - without[1] == pytest.approx(6, abs=3)


def test_the_bone_goes_with_the_longest_dog_that_will_be_taken() -> None:
    """Both take a dog; the last card is drawn, so that the bone and the poop are all but won."""
    own = [HEAD, BODY, BODY]
    longer = [HEAD + 1, BODY + 1, BODY + 1, BODY + 1]
    points = judge().outlook(position(own, longer, deck=0))
    assert points[1] - points[0] > 6 - 3 + 6


def test_a_head_waits_for_its_dog_and_not_beside_another_head() -> None:
    waiting = judge().outlook(position([HEAD], [BODY + 1], bodies=1))[0]
    stuck = judge().outlook(position([HEAD], [BODY + 1], head=True))[0]
    assert waiting > stuck


def test_a_lead_counts_more_when_few_cards_are_left() -> None:
    """The bone is the opponent's, the points are the first player's."""
    dogs = (0, 1, 4, 0, 2, 4, 1, 3, 4)
    likely = [judge().shares(position([BODY], [BODY], deck=deck, dogs=dogs))[0] for deck in (30, 15, 5)]
    assert 0.5 < likely[0] < likely[1] < likely[2] < 1


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ([HEAD, BODY + 1, BODY + 2], game.HEAD),
        ([HEAD, BODY, BODY + 1], game.BODY),
        ([BODY, BODY + 1, BODY + 1], game.BODY + 1),
        ([BODY, HEAD + 1, HEAD + 2], game.HEAD + 1),
        ([HEAD + 1, BODY + 1, BODY], game.BODY + 1),
    ],
    ids=["a head for a dog", "first its bodies", "a new dog", "a lone head", "a body for a head in hand"],
)
def test_a_player_in_a_hurry_takes_a_dog_or_feeds_nobody(hand: list[int], action: int) -> None:
    assert rollout_action(position(hand, [BODY + 3, BODY + 3], bodies=3)) == action


def test_a_player_in_a_hurry_plays_no_more_than_he_must() -> None:
    state = position([BODY + 1, BODY + 2, BODY + 3, BODY + 4], [BODY + 5])
    state.apply(rollout_action(state))
    state.apply(rollout_action(state))
    assert rollout_action(state) == game.END


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_position_is_played_on_for_a_few_turns_or_to_the_end(players: int) -> None:
    rules = winston()
    ends = 0
    for seed in range(3):
        state = rules.new(players, seed)
        assert isinstance(state, WinstonState)
        for _ in range(200):
            before, turn = state.census(), state.turn
            judge().settle(state)
            assert state.census() == before
            if state.turn == OVER:
                ends += 1
                break
            assert not state.played
            if state.deck:
                assert state.turn == (turn + TURNS) % players
    assert ends == 3


def test_the_tree_of_a_search_ends_with_the_own_turn() -> None:
    """Further down, the opponent would choose the same whatever he holds."""
    state = position([BODY + 1, BODY + 2], [BODY + 3, BODY + 4, BODY + 5], deck=0)
    bot = SearchBot(winston(), Random(1))
    root = Node(2)
    for _ in range(50):
        bot.iterate(root, state.clone())
    first = root.by_action[game.BODY + 1]
    second = first.by_action[game.BODY + 2]
    assert second.visits > 5
    assert not second.by_action
