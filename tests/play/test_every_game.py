"""What holds in every game at every step, over thousands of random games, and what hidden information must not do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import product
from random import Random

import pytest

from pnp.errors import IllegalMove, Location, PnpError, SpecError
from pnp.play.bots import Bot, GreedyBot, RandomBot
from pnp.play.core import OVER, Options, Rules, State
from pnp.play.registry import playable_games
from pnp.project.folders import bundled_project
from pnp.terms import Lang
from tests.loading import load_rules

GAMES = 22
"""By each of the about ninety set-ups: two thousand games in all."""
RECOUNTED = 13
"""Number of steps after which points are counted again from the position's text."""
LONGEST = 20_000
"""No game has so many decisions."""


@cache
def rules_of(name: str) -> Rules:
    return load_rules(name)


def variants(name: str) -> Iterator[Options]:
    """No option, each value of each option alone, each preset, and everything at once."""
    rules = rules_of(name)
    yield {}
    for option, about in rules.options.items():
        for value in about.choices[1:]:
            yield {option: value}
    yield from rules.presets.values()
    yield {option: about.choices[-1] for option, about in rules.options.items()}


def setups() -> list[tuple[str, int, Options]]:
    return [
        (name, players, options)
        for name in playable_games()
        for options in variants(name)
        for players in range(rules_of(name).spec.players[0], rules_of(name).spec.players[1] + 1)
    ]


def title(setup: object) -> str:
    return str(setup).replace(" ", "")


def test_every_bundled_game_can_be_played() -> None:
    assert playable_games() == bundled_project().games()


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("name", "players", "options"), setups(), ids=title)
def test_invariants_at_every_step_of_random_games(name: str, players: int, options: Options) -> None:
    rules = rules_of(name)
    manifest = rules.manifest()
    recount = import_module(f"tests.games.{name}.recount").recount
    for seed in range(GAMES):
        rng = Random(f"{name}{players}{options}{seed}")
        state = rules.new(players, seed, options)
        steps, spare = 0, Counter({"nothing": 1})
        while state.current() != OVER:
            legal = state.legal()
            assert legal
            assert legal == sorted(set(legal))
            assert 0 <= state.current() < players
            assert same(state.census(), manifest)
            spare, known = state.spare(), spare
            assert dict.__eq__(spare, known) or spare <= manifest
            assert len(state.scores()) == players
            if (steps + seed) % RECOUNTED == 0:
                assert state.scores() == recount(rules.spec, state.encode())
            assert state.winners() == []
            if (steps + seed) % 37 == 0:
                check_copies(rules, state, legal)
            state.apply(rng.choice(legal))
            steps += 1
            assert steps < LONGEST, "an endless game"
        assert state.census() == manifest
        assert state.scores() == recount(rules.spec, state.encode())
        winners = state.winners()
        assert winners == sorted(set(winners))
        assert all(0 <= player < players for player in winners)
        with pytest.raises(IllegalMove):
            state.apply(0)


def same(one: Counter[str], other: Counter[str]) -> bool:
    """Whether there is as much of everything; what is plainly equal is seen fast."""
    return dict.__eq__(one, other) or one == other


def check_copies(rules: Rules, state: State, legal: list[int]) -> None:
    """Clones are independent, encoding round-trips, words are unique and are understood again."""
    before = state.encode()
    copy = state.clone()
    copy.apply(legal[-1])
    assert state.encode() == before
    assert state.legal() == legal
    again = rules.decode(before)
    assert again.encode() == before
    assert again.legal() == legal
    again.apply(legal[-1])
    assert again.encode() == copy.encode()
    for lang in (Lang.FR, Lang.EN):
        words = [rules.describe(state, action, lang) for action in legal]
        assert len(set(words)) == len(words), words
        assert rules.parse(state, f"  {words[-1].upper()} ", lang) == legal[-1]
        assert rules.show(state, state.current(), lang)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "players", "options"), setups(), ids=title)
def test_imagined_positions_look_the_same(name: str, players: int, options: Options) -> None:
    """Dealing hidden cards again changes neither the player's observation, nor their moves, nor their bot's choice."""
    rules = rules_of(name)
    rng = Random(f"{name}{players}")
    state = rules.new(players, 5, options)
    steps = 0
    while state.current() != OVER and steps < 400:
        legal = state.legal()
        if steps % 7 == 0:
            for player in range(players):
                seen = state.observe(player)
                other = state.determinize(player, rng)
                assert other.observe(player) == seen
                assert other.current() == state.current()
                assert other.census() == state.census()
                if player == state.current():
                    assert other.legal() == legal
                    choices = {
                        GreedyBot(rules, Random(1)).choose(each.observe(player), each.legal())
                        for each in (state, other)
                    }
                    assert len(choices) == 1
        state.apply(rng.choice(legal))
        steps += 1


@pytest.mark.parametrize("name", playable_games())
def test_something_is_hidden(name: str) -> None:
    """Dealing hidden cards again does change them."""
    rules = rules_of(name)
    state = rules.new(rules.spec.players[0], 3)
    assert len({state.determinize(0, Random(seed)).encode() for seed in range(5)}) > 1


@pytest.mark.parametrize("name", playable_games())
def test_the_same_seed_is_the_same_game_and_another_is_not(name: str) -> None:
    rules = rules_of(name)
    players = rules.spec.players[0]
    assert rules.new(players, 1).encode() == rules.new(players, 1).encode()
    assert len({rules.new(players, seed).encode() for seed in range(5)}) == 5


@pytest.mark.parametrize("name", playable_games())
def test_bad_input_is_a_clear_error(name: str) -> None:
    rules = rules_of(name)
    fewest, most = rules.spec.players
    for players in (0, fewest - 1, most + 1, 99):
        numbers = f"exactly {most}" if fewest == most else f"{fewest} to {most}"
        with pytest.raises(SpecError, match=rf"^{name} is for {numbers} players \[E0905\]"):
            rules.new(players)
    with pytest.raises(SpecError, match=rf'^{name} has no option "nonsense" \[E0906\]'):
        rules.new(fewest, 0, {"nonsense": "yes"})
    for option in rules.options:
        with pytest.raises(SpecError, match=rf'^{name}: {option} must be one of .+, not "nonsense" \[E0906\]'):
            rules.new(fewest, 0, {option: "nonsense"})
    state = rules.new(fewest, 0)
    for action in (-1, 10**9):
        with pytest.raises(IllegalMove) as caught:
            state.apply(action)
        assert f'"{action}" is not a legal move for player {state.current() + 1} [E0901]' in str(caught.value)
        where = Location(game=name, detail=state.encode())
        assert [problem.where for problem in caught.value.problems] == [where], "the error carries the position"
    for text in ("", "x", "{}", "[]", "[1]", state.encode()[:-3], "null", "\0", "[" * 5000):
        with pytest.raises(PnpError):
            rules.decode(text)


@pytest.mark.parametrize("name", playable_games())
def test_greedy_beats_random(name: str) -> None:
    """Over seats changed and the same deals; how much is reported by the simulations."""
    rules = rules_of(name)
    won = 0.0
    deals = 4
    for seed, seat in product(range(deals), range(2)):
        state = rules.new(2, seed)
        bots: dict[int, Bot] = {seat: GreedyBot(rules, Random(f"{seed}g")), 1 - seat: RandomBot(Random(f"{seed}r"))}
        while (player := state.current()) != OVER:
            state.apply(bots[player].choose(state.observe(player), state.legal()))
        winners = state.winners()
        won += (seat in winners) / max(1, len(winners)) if winners else 0.5
    assert won / (2 * deals) > 0.6
