"""What the judge of Cot-cot Conquête! thinks: of every way to lay a card, and of positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from pnp.games.conquete.army import Army, Faces
from pnp.games.conquete.judge import WEIGHTS, ConqueteJudge
from pnp.games.conquete.rules import KINDS, PLACE, TURNS, ConqueteRules, ConqueteState
from pnp.play.bots import GreedyBot
from pnp.play.core import OVER
from tests.play.test_every_game import rules_of

OPTIONS = [{}, {"last_feather": "yes", "asymmetric_start": "yes"}]


def rules() -> ConqueteRules:
    found = rules_of("conquete")
    assert isinstance(found, ConqueteRules)
    return found


def positions(players: int, options: dict[str, str], every: int, games: int = 2) -> Iterator[ConqueteState]:
    """Positions of games played at random; those with a card in hand and those without."""
    rng = Random(f"{players}{options}")
    for seed in range(games):
        state = rules().new(players, seed, options)
        assert isinstance(state, ConqueteState)
        step = 0
        while state.current() != OVER:
            if step % every == 0:
                yield state
            state.apply(rng.choice(state.legal()))
            step += 1


def seen(state: ConqueteState, player: int) -> list[float]:
    """What can be seen of each kind on a grid."""
    found = [0.0] * KINDS
    for kind, hens in zip(state.kinds[player], state.hens[player], strict=True):
        found[kind] += hens
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_every_way_to_lay_a_card_at_once_is_each_way_by_itself(players: int) -> None:
    faces, looked = Faces(rules()), 0
    for state in positions(players, {}, 3, 4):
        if state.hand < 0:
            continue
        player, card, others = state.current(), state.hand, state.row[:2]
        *_, laid = Army(faces, state, player).after([*others, card])
        legal = state.legal()
        assert laid.values.shape == laid.seen.shape == (KINDS, len(legal))
        for column, action in enumerate(legal):
            after = state.clone()
            after.lay(player, (action - PLACE) // TURNS, rules().faces[card][action % TURNS])
            assert laid.values[:, column].tolist() == after.values[player * KINDS : (player + 1) * KINDS]
            looked += 1
        assert laid.seen[:, column].tolist() == seen(after, player)
    assert looked > 1000


@pytest.mark.parametrize("options", OPTIONS)
def test_a_placement_is_judged_as_the_position_after_it(options: dict[str, str]) -> None:
    """But for the battle that may follow, and what it is worth to have a card yet to lay, which is the same for all."""
    judge, looked = ConqueteJudge(rules()), 0
    for state in positions(3, options, 1):
        before, legal, player = state.encode(), state.legal()[:], state.current()
        judge.forget()
        gains = judge.gains(state, legal)
        assert (state.encode(), state.legal(), len(gains)) == (before, legal, len(legal))
        if state.hand < 0 or state.seat == len(state.queue) - 1:
            continue
        leads = []
        for action in legal[::9]:
            after = state.clone()
            after.apply(action)
            prospects = judge.values(after)
            others = [prospects[other] for other in state.queue if other != player]
            leads.append(prospects[player] - sum(others) / len(others))
        assert np.ptp(np.array(leads) - gains[::9]) < 1e-4
        looked += len(leads)
    assert looked > 100


@pytest.mark.parametrize("options", OPTIONS)
def test_the_damage_that_is_judged_is_that_of_the_battle(options: dict[str, str]) -> None:
    """When all have laid but the last, who has his card in hand: then nobody is taken to grow by more."""
    judge, looked = ConqueteJudge(rules()), 0
    names = list(WEIGHTS)
    for state in positions(4, options, 1, 6):
        if state.seat != len(state.queue) - 1 or state.hand < 0:
            continue
        player = state.current()
        judge.forget()
        laid = judge.army(state, player).after([state.hand])[0]
        parts = judge.parts(state, {player: laid})
        action = state.legal()[0]
        after = state.clone()
        after.lay(player, (action - PLACE) // TURNS, state.rules.faces[state.hand][action % TURNS])
        for place, defender in enumerate(state.queue):
            taken = sum(after.damage(other, defender) for other in state.queue if other != defender)
            assert np.atleast_1d(parts[place][names.index("taken")])[0] == taken
            looked += taken > 0
    assert looked > 20


def test_a_player_yet_to_place_a_card_is_taken_to_grow() -> None:
    state = rules().new(2, 1)
    assert isinstance(state, ConqueteState)
    judge, taken = ConqueteJudge(rules()), list(WEIGHTS).index("taken")
    state.apply(state.legal()[0])
    card = state.hand
    first = judge.parts(state, {state.current(): judge.army(state, state.current()).after([card])[0]})
    assert (first[0][taken] > 0).any(), "nobody has an army yet, but the second will"


def test_greedy_does_not_open_with_attack_alone() -> None:
    """The first to lay a card sees no army, but is attacked by all in this very round."""
    attack = defence = 0
    for seed in range(60):
        state = rules().new(4, seed)
        assert isinstance(state, ConqueteState)
        first, bot = state.current(), GreedyBot(rules(), Random(seed))
        while state.current() == first:
            state.apply(bot.choose(state.observe(first), state.legal()))
        _, sword, wand, shield, barrier, _, _ = state.values[first * KINDS : (first + 1) * KINDS]
        attack, defence = attack + sword + wand, defence + shield + barrier
    assert defence > attack / 2
