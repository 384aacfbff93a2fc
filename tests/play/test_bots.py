"""Bots: their names and budgets, what they may know, and that their judges say what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from pnp.errors import SpecError
from pnp.games.cotcotcollec.rules import DRAW, TAKE
from pnp.play.bots import BOTS, Bot, GreedyBot, RandomBot, SearchBot, is_reproducible, make_bots, parse_bot, parse_bots
from pnp.play.core import OVER, Observation, State
from pnp.play.judge import make_judge
from pnp.play.registry import playable_games
from tests.play.test_every_game import rules_of

ITERATIONS = 30
EVERY = {"conquete": 9, "cotcotcollec": 23, "koko": 17, "winston": 5}
"""How many decisions lie between two at which a search is looked at."""


def positions(name: str, players: int, every: int, seed: int = 11) -> Iterator[State]:
    """Positions of a game that is played at random, in which there is a choice."""
    rng = Random(f"{name}{players}{seed}")
    state = rules_of(name).new(players, seed)
    for step in range(400):
        if state.current() == OVER:
            return
        if step % every == 0 and len(state.legal()) > 1:
            yield state
        state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize(
    ("name", "kind", "iterations", "seconds"),
    [
        ("search", SearchBot, 0, 1.0),
        ("search:500", SearchBot, 500, 0.0),
        ("search:0.5s", SearchBot, 0, 0.5),
        ("search:2s", SearchBot, 0, 2.0),
        ("greedy", GreedyBot, 0, 0.0),
        ("random", RandomBot, 0, 0.0),
    ],
)
def test_bots_by_name(name: str, kind: type, iterations: int, seconds: float) -> None:
    bot = parse_bot(name)(rules_of("winston"), Random(1))
    assert isinstance(bot, kind)
    if isinstance(bot, SearchBot):
        assert (bot.iterations, bot.seconds) == (iterations, seconds)


@pytest.mark.parametrize(
    "name",
    ["", "deep", "search:", "search:0", "search:0s", "search:-5", "search:1e9", "search:s", "greedy:5", "search:²"],
)
def test_an_unknown_bot_is_a_clear_error(name: str) -> None:
    with pytest.raises(SpecError, match=f'^--bots: "{name}" is not a bot \\[E0909\\]'):
        parse_bots(f"greedy,{name}")


def test_only_the_clock_makes_a_bot_irreproducible() -> None:
    assert [name for name in (*BOTS, "search:500", "search:0.5s") if not is_reproducible(name)] == [
        "search",
        "search:0.5s",
    ]


def test_the_last_name_fills_the_seats_and_each_has_its_own_stream() -> None:
    bots = make_bots(rules_of("winston"), "greedy, random", 4, "x")
    assert [type(bot) for bot in bots] == [GreedyBot, RandomBot, RandomBot, RandomBot]
    draws = [[bot.rng.random() for _ in range(3)] for bot in bots if isinstance(bot, RandomBot | GreedyBot)]
    assert draws == [[stream.random() for _ in range(3)] for stream in (Random(f"x:bot:{seat}") for seat in range(4))]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", playable_games())
def test_what_is_not_seen_does_not_change_what_a_search_chooses(name: str) -> None:
    """Hidden cards are dealt again from the same stream, so the bot makes the same choice."""
    rules = rules_of(name)
    looked = 0
    for state in positions(name, 2, EVERY[name]):
        player = state.current()
        others = [state, *(state.determinize(player, Random(deal)) for deal in range(2))]
        assert len({other.encode() for other in others}) > 1 or looked
        bots = [SearchBot(rules, Random(5), iterations=ITERATIONS) for _ in others]
        chosen = {bot.choose(other.observe(player), other.legal()) for bot, other in zip(bots, others, strict=True)}
        assert len(chosen) == 1
        assert chosen <= set(state.legal())
        assert {bot.total_iterations for bot in bots} == {ITERATIONS}
        assert len({bot.rng.random() for bot in bots}) == 1
        looked += 1
    assert looked > 3


@pytest.mark.parametrize("name", playable_games())
def test_a_cheap_redeal_is_as_wide_as_an_imagined_one(name: str) -> None:
    """What `determinize` deals can be imagined, and the other way round: the same hidden cards come up as often."""
    rules = rules_of(name)
    state = next(state for state in positions(name, 2, 1) if state.current() == 1)
    seen, count = state.observe(1), 400
    dealt = [state.determinize(1, Random(f"d{i}")) for i in range(count)]
    imagined = [rules.imagine(seen, Random(f"i{i}")) for i in range(count)]
    looks = [[_hidden(each) for each in some] for some in (dealt, imagined)]
    for what in set(looks[0]) | set(looks[1]):
        one, other = (some.count(what) / count for some in looks)
        assert abs(one - other) < 0.15, what


def _hidden(state: State) -> object:
    """What the other player sees and player 2 does not, or the next card of the deck."""
    for pile in ("pile", "deck"):
        if hasattr(state, pile):
            cards = getattr(state, pile)
            return cards[state.top] if hasattr(state, "top") else cards[getattr(state, "left", len(cards)) - 1]
    raise AssertionError(state)


def test_a_forced_move_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind:
        def __getattr__(self, name: str) -> object:
            raise AssertionError(name)

    bot = SearchBot(rules_of("koko"), Random(1), iterations=50)
    monkeypatch.setattr(bot, "rules", Blind())
    nothing: Observation = ()
    assert bot.choose(nothing, [7]) == 7
    assert bot.total_iterations == 0


def test_a_search_by_the_clock_ends() -> None:
    state = rules_of("winston").new(2, 1)
    bot = SearchBot(rules_of("winston"), Random(1), seconds=0.02)
    assert bot.choose(state.observe(state.current()), state.legal()) in state.legal()
    assert bot.total_iterations > 0


@pytest.mark.parametrize("name", playable_games())
def test_shares_add_up_and_the_end_counts_who_has_won(name: str) -> None:
    rules = rules_of(name)
    judge, rng = make_judge(rules), Random(3)
    for players in range(rules.spec.players[0], rules.spec.players[1] + 1):
        state = rules.new(players, 2)
        while state.current() != OVER:
            shares = judge.shares(state)
            assert len(shares) == players
            assert sum(shares) == pytest.approx(1)
            assert all(0 <= share <= 1 for share in shares)
            state.apply(rng.choice(state.legal()))
        winners = state.winners()
        assert judge.shares(state) == [(seat in winners) / len(winners) for seat in range(players)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_gains_of_cotcotcollec_are_the_values_after_the_actions(players: int) -> None:
    """They are counted from what changes; only what comes from the deck is not looked at."""
    judge = make_judge(rules_of("cotcotcollec"))
    checked = set()
    for state in chain(*(positions("cotcotcollec", players, 1, seed) for seed in range(3))):
        player, legal = state.current(), state.legal()
        gains = judge.gains(judge.recall(state.observe(player), Random(1)), legal)
        for action, gain in zip(legal, gains, strict=True):
            if not TAKE <= action <= DRAW:
                after = state.clone()
                after.apply(action)
                assert gain == pytest.approx(judge.value(after, player)), state.encode()
                checked.add(action // 100)
    assert checked >= {0, 1, 2, 3, 4, 7, 10, 11}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["winston", "conquete"])
def test_search_beats_random(name: str) -> None:
    rules = rules_of(name)
    won = 0.0
    for seed in range(3):
        for seat in range(2):
            state = rules.new(2, seed)
            bots: list[Bot] = [SearchBot(rules, Random(seed), iterations=20), RandomBot(Random(seed))]
            while (player := state.current()) != OVER:
                state.apply(bots[player ^ seat].choose(state.observe(player), state.legal()))
            won += (seat in state.winners()) / len(state.winners())
    assert won >= 4
