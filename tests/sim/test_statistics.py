"""The numbers behind the words: distributions, p-values, effects, and that they are as often wrong as they say."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from random import Random
from statistics import fmean, median_low, stdev, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.play.core import Scoring
from pnp.sim.claims import Claims, Effect
from pnp.sim.contrast import Measure, What, _variance
from pnp.sim.statistics import fisher_exact_test, holm, student_test, two_proportion_test, welch_test
from pnp.sim.summary import Distribution, Summary
from pnp.sim.tally import Row, Tally, units_per_win, win_units
from tests.sim.runs import setup_of


def effects(summary: Summary) -> dict[str, Effect]:
    """What goes with winning, marked as a page marks it."""
    return Claims(summary, Scoring()).effects


@given(st.lists(st.integers(-50, 50), min_size=2))
def test_a_distribution_is_the_numbers_it_was_made_from(values: list[int]) -> None:
    found = Distribution(Counter(values))
    assert found.mean == pytest.approx(fmean(values))
    assert found.variance == pytest.approx(variance(values))
    assert found.deviation == pytest.approx(stdev(values))
    assert found.quantile(0.5) == median_low(values)
    assert found.quantile(1) == max(values)
    assert Distribution.of(found.as_data()) == found


@pytest.mark.parametrize(
    ("t", "degrees_of_freedom", "p_value"),
    [(12.706, 1, 0.05), (2.228, 10, 0.05), (3.169, 10, 0.01), (1.812, 10, 0.10), (1.984, 100, 0.05), (0, 5, 1.0),
     (1.96, 1e7, 0.05), (5.0, 1000, 6.77e-7)],
)  # fmt: skip
def test_students_distribution_as_in_the_tables(t: float, degrees_of_freedom: float, p_value: float) -> None:
    assert student_test(t, degrees_of_freedom) == pytest.approx(p_value, rel=2e-3, abs=1e-9)


def test_fishers_tea() -> None:
    assert fisher_exact_test(3, 4, 1, 4) == pytest.approx(34 / 70)
    assert fisher_exact_test(4, 4, 0, 4) == pytest.approx(2 / 70)
    assert fisher_exact_test(0, 10, 0, 10) == 1.0


def test_shares_and_means() -> None:
    assert two_proportion_test(50, 100, 50, 100) == 1.0
    assert two_proportion_test(60, 100, 40, 100) == pytest.approx(0.004678, rel=1e-3)
    for same in ((0, 1000, 0, 1000), (5, 5, 7, 7), (1, 2, 0, 0)):
        assert two_proportion_test(*same) == 1.0
    assert two_proportion_test(0, 1000, 9, 1000) < 0.01
    assert welch_test(1, 0, 9, 1, 0, 9) == 1.0
    assert welch_test(1, 0, 9, 2, 0, 9) == pytest.approx(2 / comb(18, 9)), "all of one before all of the other"
    assert welch_test(1, 5, 1, 9, 5, 1) == 1.0
    assert welch_test(20.82, 7.72, 15, 23.0, 3.02, 15) == pytest.approx(0.0169, rel=0.03)


def test_what_is_not_there_is_seldom_found() -> None:
    """Of many comparisons of the same coins about one in twenty is below 0.05."""
    rng = Random(5)
    low = 0
    for _ in range(600):
        one, other = (sum(rng.random() < 0.3 for _ in range(200)) for _ in range(2))
        low += two_proportion_test(one, 200, other, 200) < 0.05
    assert 12 < low < 50


def test_holm_keeps_what_stands_out_of_many() -> None:
    assert holm({"a": 0.001, "b": 0.02, "c": 0.04}, 0.05) == {"a", "b", "c"}
    assert holm({"a": 0.001, "b": 0.03, "c": 0.04}, 0.05) == {"a"}
    assert holm({"a": 0.02, "b": 0.03, "c": 0.04}, 0.05) == set()
    assert holm({}, 0.05) == set()


def test_a_win_is_shared_in_whole_parts() -> None:
    assert [units_per_win(players) for players in (2, 3, 4, 5, 6)] == [2, 6, 12, 60, 60]
    for players in range(2, 7):
        for count in range(players + 1):
            assert sum(win_units(range(count), players)) == units_per_win(players)
    assert win_units([], 3) == [2, 2, 2]


def summary_of(games: int, players: int, rng: Random, gain: float, *, unique: bool = False) -> Summary:
    """Games in which everybody has a card half of the time, or one has the only one; `gain` is how it helps to win."""
    tally = Tally()
    for _ in range(games):
        owner = rng.randrange(players)
        has = [seat == owner if unique else rng.random() < 0.5 for seat in range(players)]
        weights = [1 + gain * mine for mine in has]
        [winner] = rng.choices(range(players), weights)
        tally.add([{"card:x": 2} if mine else {"other": 1} for mine in has], win_units([winner], players))
    return Summary(players, games=games, tally=tally)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("players", "unique"), [(2, True), (2, False), (4, True), (4, False)])
def test_the_standard_error_of_an_effect_is_how_far_it_strays(players: int, unique: bool) -> None:
    """With players taken as independent it would be too small by a third where one of two has the only card."""
    rng = Random(players)
    found = [effects(summary_of(150, players, rng, 0.0, unique=unique))["card:x"] for _ in range(300)]
    strays = stdev(effect.difference for effect in found)
    said = fmean(effect.standard_error for effect in found)
    assert said == pytest.approx(strays, rel=0.12)
    outside = sum(not effect.interval[0] <= 0 <= effect.interval[1] for effect in found)
    assert 3 <= outside <= 30
    if players == 2:
        naive = sqrt(0.25 * (1 / 150 + 1 / 150))
        assert said / naive == pytest.approx(sqrt(2) if unique else 1, rel=0.05)


def test_what_helps_is_marked_and_what_is_rare_is_not_judged() -> None:
    summary = summary_of(800, 3, Random(1), 1.0)
    summary.tally.add([{"rare": 1}, {}, {}], [6, 0, 0])
    found = effects(summary)
    assert found["card:x"].marked
    assert found["card:x"].difference > 0.1
    assert "rare" not in found


def test_who_always_loses_in_a_sample_is_not_sure_to() -> None:
    tally = Tally()
    for _ in range(100):
        tally.add([{"card:x": 1}, {}], [2, 0])
    effect = effects(Summary(2, games=100, tally=tally))["card:x"]
    assert effect.difference == 1.0
    assert effect.standard_error > 0
    assert Effect(0.5, 0.5, 0.0).p_value == 1.0


@given(st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=1, max_size=20), st.integers(0, 20))
def test_sums_do_not_depend_on_how_games_are_grouped(games: list[list[int]], cut: int) -> None:
    def tally(some: list[list[int]]) -> Tally:
        made = Tally()
        for number, uses in enumerate(some):
            used = [{"a": times} if times else {} for times in uses]
            made.add(used, win_units([number % 3], 3))
        made.choices.update(times for uses in some for times in uses)
        return made

    whole, parts = tally(games), Tally()
    first = tally(games[:cut])
    second = Tally()
    for number, uses in enumerate(games[cut:], cut):
        second.add([{"a": times} if times else {} for times in uses], win_units([number % 3], 3))
    second.choices.update(times for uses in games[cut:] for times in uses)
    parts.merge(second)
    parts.merge(Tally.of(first.as_data()))
    if cut < len(games):
        assert parts.as_data() == whole.as_data()
    used = [sum(uses) for uses in games]
    if len(games) > 1 and any(used):
        assert _variance(whole.things["a"], len(games)) == pytest.approx(variance(used))


def test_a_summary_is_by_the_order_of_play_and_is_read_as_it_was_written() -> None:
    setup = setup_of("winston", "greedy,random", 3)
    summary = Summary(3)
    summary.add(Row(0, 2, [5, 9, 7], [1], 10, 30, "all-empty", 2, 90, 6, 25, 0.5), setup)
    summary.add(Row(1, 0, [4, 4, 1], [0, 1], 12, 31, "deadlock", 0, 90, 6, 25, 0.5), setup)
    assert summary.wins == [3, 3, 6], "seat 2 began the first game, so seat 1 was third"
    assert [each.counts for each in summary.scores] == [{7: 1, 4: 1}, {5: 1, 4: 1}, {9: 1, 1: 1}]
    assert summary.bots == {"greedy": [2, 3], "random": [4, 9]}
    assert summary.margins.counts == {2: 1, 3: 1}
    assert summary.shared == 1
    again = Summary.of(summary.as_data())
    assert again.as_data() == summary.as_data()
    assert Measure(What.SEAT, "0", 0, 1, 1).marked is False


def test_a_handful_of_games_that_happen_to_be_alike_prove_nothing() -> None:
    """Two games in which the lead changed twice are not significant beside thirty where it changes once or so."""
    assert welch_test(1.0, 0.8, 30, 2.0, 0.0, 2) > 0.05
    assert welch_test(1.0, 0.8, 30, 2.0, 0.001, 2) > 0.05
    assert welch_test(0.0, 0.0, 2, 1.0, 0.0, 2) == pytest.approx(1 / 3)
    assert welch_test(1.0, 0.0, 3, 1.0, 0.0, 2) == 1.0
    assert welch_test(0.0, 0.0, 200, 1.0, 0.0, 200) < 1e-9
    assert welch_test(1.0, 0.8, 30, 3.0, 0.0, 30) < 1e-6
