"""What a page may claim: seldom anything of a fair game, nearly always what is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from pnp.play.core import Scoring
from pnp.sim.claims import Claims
from pnp.sim.statistics import ALPHA, binomial_test
from pnp.sim.summary import Distribution, Summary
from pnp.sim.tally import Tally, UsageSums, units_per_win
from pnp.terms import Lang

KOKO = Scoring(role={Lang.EN: "Koko"}, most=15)


@pytest.fixture(autouse=True)
def _remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of many runs have the same numbers."""
    monkeypatch.setattr("pnp.sim.claims.binomial_test", cache(binomial_test))


def summary_of(wins: Sequence[int], tally: Tally | None = None) -> Summary:
    """A run in which the seats won these numbers of games."""
    players = len(wins)
    return Summary(players, sum(wins), [int(won) * units_per_win(players) for won in wins], tally=tally or Tally())


def drawn(rng: np.random.Generator, games: int, players: int, chances: Sequence[float], gain: float = 0.0) -> Summary:
    """Games in which things are used at random; who uses the first is a winner more often by `gain`."""
    used = rng.random((len(chances), games, players)) < np.array(chances)[:, None, None]
    weights = rng.random((games, players)) + gain * used[0]
    won = (weights == weights.max(axis=1, keepdims=True)).astype(np.int64)
    seats, wins = used.sum(axis=2), (used * won).sum(axis=2) * units_per_win(players)
    tally = Tally()
    for key, (mine, ours) in enumerate(zip(seats, wins, strict=True)):
        sums = (mine, mine > 0, mine, ours, mine * mine, ours * ours, mine * ours, mine * mine)
        tally.things[f"card:{key}"] = UsageSums(*(int(each.sum()) for each in sums))
    return summary_of([int(each) for each in won.sum(axis=0)], tally)


def most(draws: int) -> float:
    """As many as may claim something by chance: 1 %, and three standard deviations."""
    return draws * ALPHA + 3 * sqrt(draws * ALPHA * (1 - ALPHA))


@pytest.mark.parametrize(("players", "games"), [(2, 1000), (2, 30), (3, 300), (4, 1000), (6, 12)])
def test_of_20000_fair_runs_hardly_any_gives_a_headline(players: int, games: int) -> None:
    rng = np.random.default_rng(players)
    draws = rng.multinomial(games, [1 / players] * players, 20_000)
    found, counts = np.unique(np.sort(draws, axis=1), axis=0, return_counts=True)  # which seat it is does not matter
    claims = sum(
        int(count) for wins, count in zip(found, counts, strict=True) if Claims(summary_of(wins), Scoring()).has_claims
    )
    assert claims <= most(20_000)
    if games == 1000:
        assert claims > 40, "a test that never finds anything would pass as well"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("games", "players", "chances"),
    [(100, 2, [0.2] * 15 + [0.5] * 15 + [0.9] * 10), (100, 4, [0.1] * 20 + [0.5] * 10), (300, 3, [0.05] * 40)],
)
def test_cards_that_do_nothing_are_hardly_ever_marked(games: int, players: int, chances: list[float]) -> None:
    """The whole page together: seats and dozens of cards."""
    rng = np.random.default_rng(games + players)
    runs = [Claims(drawn(rng, games, players, chances), Scoring()) for _ in range(300)]
    assert all(0.6 * len(chances) < claims.tests <= len(chances) + players for claims in runs)
    assert sum(claims.has_claims for claims in runs) <= most(300)


def test_a_card_that_helps_is_found_among_forty() -> None:
    rng = np.random.default_rng(7)
    runs = [Claims(drawn(rng, 400, 3, [0.3] * 40, 0.5), Scoring()).effects for _ in range(20)]
    assert all(effects["card:0"].marked and effects["card:0"].difference > 0.2 for effects in runs)
    assert sum(effect.marked for effects in runs for effect in effects.values()) <= 22


@pytest.mark.parametrize(("players", "games"), [(2, 1000), (2, 120), (4, 1000), (5, 300)])
def test_what_a_run_is_said_to_show_it_shows_in_four_of_five_cases(players: int, games: int) -> None:
    rng = np.random.default_rng(games)
    visible = Claims(summary_of([games, *[0] * (players - 1)]), Scoring()).minimum_detectable_effect
    assert visible is not None
    share = 1 / players + visible
    draws = rng.multinomial(games, [share, *[(1 - share) / (players - 1)] * (players - 1)], 2000)
    shown = sum(Claims(summary_of(wins), Scoring()).seats[0].marked for wins in draws)
    assert 0.74 < shown / 2000 < 0.88


def test_the_advantage_that_shows_is_smaller_in_more_games_and_larger_beside_many_cards() -> None:
    rng = np.random.default_rng(1)
    alone, longer = (Claims(summary_of([games, games]), Scoring()).minimum_detectable_effect for games in (500, 5000))
    beside = Claims(drawn(rng, 1000, 2, [0.5] * 60), Scoring()).minimum_detectable_effect
    assert alone is not None
    assert longer is not None
    assert beside is not None
    assert alone == pytest.approx(0.054, abs=0.001)
    assert longer == pytest.approx(alone / sqrt(10), rel=0.02)
    assert beside == pytest.approx(0.073, abs=0.001)
    assert Claims(summary_of([3, 2]), Scoring()).minimum_detectable_effect is None
    claims = Claims(summary_of([500, 500]), Scoring())
    assert claims.sample_size_for(alone) == pytest.approx(1000, rel=1e-3)


def test_an_interval_and_a_claim_agree() -> None:
    """A seat is marked just where its interval leaves out the fair share, but for a hair."""
    for won in range(400, 601):
        first, second = Claims(summary_of([won, 1000 - won]), Scoring()).seats
        assert first.marked is second.marked
        outside = not first.low <= 0.5 <= first.high
        assert first.marked is outside or abs(abs(won - 500) - 40.7) < 1


def test_cards_raise_the_bar_for_seats() -> None:
    """One family for the whole page: what is significant alone is not among sixty."""
    tally = drawn(np.random.default_rng(2), 1000, 2, [0.5] * 60).tally
    assert Claims(summary_of([552, 448]), Scoring()).seats[0].marked
    assert not Claims(summary_of([552, 448], tally), Scoring()).has_claims
    assert Claims(summary_of([580, 420], tally), Scoring()).seats[0].marked


def test_bots_are_judged_by_games() -> None:
    summary = summary_of([400, 400, 400])
    summary.bots = {"greedy": [1200, 480 * summary.unit], "random": [2400, 720 * summary.unit]}
    bots = Claims(summary, Scoring()).bots
    assert [bot.share for bot in bots.values()] == [0.4, 0.3]
    assert all(bot.marked for bot in bots.values())
    assert bots["greedy"].low > 1 / 3 > bots["random"].high
    assert bots["random"].high - bots["random"].low == pytest.approx((bots["greedy"].high - bots["greedy"].low) / 2)
    summary.bots = {"greedy": [1200, 405 * summary.unit], "random": [2400, 795 * summary.unit]}
    assert not Claims(summary, Scoring()).has_claims
    summary.bots = {"greedy": [3600, 1200 * summary.unit]}
    assert Claims(summary, Scoring()).bots == {}


@pytest.mark.parametrize(
    ("scores", "marked", "inside"),
    [({6: 100, 8: 100}, False, True), ({1: 100, 3: 100}, True, False), ({11: 100, 14: 100}, True, False),
     ({4: 100, 6: 100}, False, False), ({4: 110, 5: 90}, True, False), ({0: 10}, False, False)],
)  # fmt: skip
def test_a_role_is_judged_by_its_range(scores: dict[int, int], marked: bool, inside: bool) -> None:
    games = sum(scores.values()) // 2
    summary = summary_of([games // 2, games - games // 2])
    summary.scores = [Distribution(Counter(scores)), Distribution()]
    role = Claims(summary, KOKO).role
    assert role is not None
    assert (role.marked, role.is_balanced) == (marked, inside)
    assert role.low <= role.mean <= role.high
    assert Claims(summary, Scoring()).role is None


@pytest.mark.parametrize(
    ("hits", "of", "share"), [(8, 10, 0.5), (2, 10, 0.5), (9, 12, 1 / 3), (0, 30, 0.25), (5, 5, 0.5)]
)
def test_the_binomial_test_is_exact(hits: int, of: int, share: float) -> None:
    weights = [comb(of, each) * share**each * (1 - share) ** (of - each) for each in range(of + 1)]
    assert binomial_test(hits, of, share) == pytest.approx(
        min(1.0, 2 * min(sum(weights[hits:]), sum(weights[: hits + 1])))
    )


def test_the_binomial_test_of_many_games_is_nearly_exact() -> None:
    for hits in (2500, 2550, 2600, 2700):
        assert binomial_test(hits * 1.0004, 5002, 0.5) == pytest.approx(binomial_test(hits, 5000, 0.5), rel=0.03)
    assert binomial_test(5, 10, 1.0) == binomial_test(0, 0, 0.5) == 1.0
    assert 0 < binomial_test(7.5, 10, 0.5) < binomial_test(7, 10, 0.5)
