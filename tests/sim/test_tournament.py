"""Tournaments: all seatings of the same deals, intervals by deals, the same for any number of processes."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from pnp.play.bots import Bot, RandomBot
from pnp.play.core import OVER, Observation, State
from pnp.sim.setup import Setup, make_setup
from pnp.sim.statistics import share_interval, wilson
from pnp.sim.tournament import Bout, TimedBot, bot_standing, play_deal, play_deals, seatings, standings
from pnp.sim.work import play_out
from tests.play.test_every_game import rules_of


def setup(bots: str = "greedy,random", players: int = 2, seed: str = "t") -> Setup:
    return make_setup(rules_of("winston"), players, bots, {}, seed)


def test_few_players_sit_in_every_order() -> None:
    assert seatings(["a", "b"]) == [("a", "b"), ("b", "a")]
    assert len(seatings(["a", "b", "c"])) == 6
    assert seatings(["a", "b", "b"]) == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert len(seatings(["a", "b", "c", "d"])) == 24
    assert seatings(["a", "a"]) == [("a", "a")]


def test_many_players_go_round_the_table() -> None:
    found = seatings(list("abcde"))
    assert len(found) == 5
    assert all({seating[seat] for seating in found} == set("abcde") for seat in range(5))
    assert len(seatings(["a", "b", "b", "b", "b", "b"])) == 6


def test_all_seatings_of_a_deal_have_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[str] = []

    def note(state: State, bots: list[Bot]) -> None:
        dealt.append(state.encode())
        play_out(state, bots)

    monkeypatch.setattr("pnp.sim.tournament.play_out", note)
    played = play_deal(setup(), 3)
    assert [game.seating for game in played] == [("greedy", "random"), ("random", "greedy")]
    assert dealt[0] == dealt[1]
    play_deal(setup(), 4)
    assert dealt[2] != dealt[0]


def test_the_number_of_processes_changes_nothing() -> None:
    def told(jobs: int) -> list[tuple[object, ...]]:
        games = sorted(game for deal in play_deals(setup("search:5,random"), 4, jobs) for game in deal)
        return [game[:-1] for game in games]

    one = told(1)
    assert len(one) == 8
    assert told(2) == one


@pytest.mark.slow
def test_nobody_waits_for_deals_that_are_not_asked_for() -> None:
    deals = play_deals(setup("search:0.02s,random"), 1000, 2)
    assert len(next(deals)) == 2
    deals.close()


def game(deal: int, shares: list[float], scores: list[int], seating: tuple[str, ...] = ("a", "b")) -> Bout:
    return Bout(deal, seating, shares, scores, [10, 5], [1.0, 0.05])


def test_a_standing_counts_wins_points_and_time() -> None:
    games = [game(0, [1, 0], [9, 4]), game(0, [0.5, 0.5], [6, 6], ("b", "a")), game(1, [1, 0], [8, 2])]
    first, second = standings(games)
    assert (first.bot, second.bot) == ("a", "b")
    assert first.wins == pytest.approx((0.75 + 1) / 2), "the mean of the deals, not of the games"
    assert first.wins + second.wins == pytest.approx(1)
    assert first.score == pytest.approx((9 + 6 + 8) / 3)
    assert first.margin == pytest.approx((5 + 0 + 6) / 3)
    assert second.margin == pytest.approx(-first.margin)
    assert first.seconds == pytest.approx((1.0 + 0.05 + 1.0) / 25)
    at_second = bot_standing("a", games, seat=1)
    assert (at_second.games, at_second.wins) == (1, 0.5)


def test_seats_that_share_a_bot_share_its_result() -> None:
    three = Bout(0, ("a", "b", "b"), [0, 1, 0], [1, 2, 0], [1, 1, 1], [0, 0, 0])
    assert bot_standing("b", [three]).wins == 0.5
    assert bot_standing("b", [three]).games == 2


def test_intervals_come_from_deals() -> None:
    """Two games of a deal that always end alike are worth one."""
    alike = [game(deal, [deal % 2, 1 - deal % 2], [0, 0]) for deal in range(40) for _ in range(2)]
    low, high = wilson(20, 40)
    found = bot_standing("a", alike)
    assert found.high - found.low == pytest.approx(high - low, rel=0.03)


def test_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_the_intervals_hold_what_they_promise() -> None:
    """Of many samples about 95 % have the truth in their interval."""
    rng = Random(4)
    share = 0
    for _ in range(600):
        pairs = [fmean(rng.random() < 0.8 for _ in range(2)) for _ in range(40)]
        _, low, high = share_interval(pairs)
        share += low <= 0.8 <= high
    assert 0.90 < share / 600 < 0.99


def test_share_interval_stays_in_bounds() -> None:
    assert share_interval([]) == (0.0, 0.0, 1.0)
    assert share_interval([1.0] * 20)[1] == pytest.approx(wilson(20, 20)[0])
    mean, low, high = share_interval([1.0] * 19 + [0.5])
    assert 0 <= low < mean < high <= 1


def test_only_choices_are_timed() -> None:
    bot = TimedBot(RandomBot(Random(1)))
    nothing: Observation = ()
    assert bot.choose(nothing, [3]) == 3
    assert bot.decisions == 0
    bot.choose(nothing, [3, 4])
    assert bot.decisions == 1


def test_a_watcher_sees_every_position_before_its_action() -> None:
    rules = rules_of("winston")
    state, again, seen = rules.new(2, 1), rules.new(2, 1), 0

    def watch(at: State, action: int) -> None:
        nonlocal seen
        assert at.encode() == again.encode()
        again.apply(action)
        seen += 1

    play_out(state, [RandomBot(Random(1)), RandomBot(Random(2))], watch)
    assert state.current() == OVER
    assert again.encode() == state.encode()
    assert seen > 10
