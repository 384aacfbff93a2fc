"""Claims of a report: effects on winning, and significance tests corrected for their number.

The players of one game are not independent: if one wins, the others do not. So the sampling unit is the game, and the
standard error of a difference is clustered by game (delta method). The significance test is a score test: it uses the
variance under the null hypothesis, because the estimated standard error is unreliable far out in the tails, where one
key among ninety is tested.

Seats, bots, the scoring role and effects on winning are one family of tests, corrected by Holm's method: a report about
a game in which nothing matters makes a false claim in at most 1 of 100 runs. The report's confidence intervals use a
Bonferroni correction, so that all of them hold at once in 99 of 100 runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from statistics import NormalDist
from typing import Final

from pnp.play.core import Scoring
from pnp.sim.statistics import ALPHA, MINIMUM_SAMPLE, Z, binomial_test, holm, normal_test, student_test, wilson
from pnp.sim.summary import Summary
from pnp.sim.tally import UsageSums

MINIMUM_PLAYERS: Final = 30
"""Minimum number of players who used a key, and of those who did not, for an effect to be reported."""


@dataclass(frozen=True)
class Effect:
    """The difference in win rate between players who used a key and those who did not."""

    used: float
    unused: float
    standard_error: float
    """Standard error of the difference."""
    z: float = 0.0
    """Score statistic; standard normal under the null hypothesis."""
    marked: bool = False
    """Whether a report may claim it (`pnp.sim.claims`)."""

    @property
    def difference(self) -> float:
        """Difference in win rate, from -1 to 1."""
        return self.used - self.unused

    @property
    def interval(self) -> tuple[float, float]:
        """95% confidence interval of the difference, not corrected for multiple comparisons."""
        return self.interval_at(Z)

    def interval_at(self, z: float) -> tuple[float, float]:
        """Return the confidence interval of the difference for a critical value of the normal distribution."""
        return max(-1.0, self.difference - z * self.standard_error), min(1.0, self.difference + z * self.standard_error)

    @property
    def p_value(self) -> float:
        """Two-sided p-value of the difference."""
        return normal_test(self.z)


def measure_effects(summary: Summary) -> dict[str, Effect]:
    """Return the effect of each key that enough players used and enough did not; none is marked yet."""
    found = {}
    for key, uses in summary.tally.things.items():
        others = summary.games * summary.players - uses.seats
        if uses.seats >= MINIMUM_PLAYERS and others >= MINIMUM_PLAYERS:
            found[key] = _effect(uses, summary.games, summary.players, summary.unit)
    return found


def _effect(uses: UsageSums, games: int, players: int, unit: int) -> Effect:
    wins = uses.wins / unit
    ones, zeros = uses.seats, games * players - uses.seats
    used, unused = wins / ones, (games - wins) / zeros
    per_win, per_seat = 1 / ones + 1 / zeros, used / ones + unused / zeros
    rest = (unused * players - 1) / zeros
    squares = (
        per_win**2 * uses.wins_squared / unit**2
        + per_seat**2 * uses.seats_squared
        - 2 * per_win * per_seat * uses.seats_wins / unit
        + 2 * rest * (per_win * wins - per_seat * uses.seats)
        + games * rest**2
    )
    if {used, unused} & {0.0, 1.0}:  # a win rate of 0 or 1 has no estimated variance: add a win and a loss
        squares = max(squares, _adjusted_variance(wins, ones) + _adjusted_variance(games - wins, zeros))
    return Effect(used, unused, sqrt(max(0.0, squares)), _score(uses, 1 / players, unit))


def _score(uses: UsageSums, fair: float, unit: int) -> float:
    """Return the score statistic: the users' wins minus their fair share, in standard deviations.

    The variance is the larger of two: the theoretical one, with one winner per game, and the observed one.
    """
    theory = fair * uses.seats - fair**2 * uses.seats_squared
    seen = uses.wins_squared / unit**2 - 2 * fair * uses.seats_wins / unit + fair**2 * uses.seats_squared
    variance = max(theory, seen)
    return (uses.wins / unit - fair * uses.seats) / sqrt(variance) if variance > 1e-9 else 0.0


def _adjusted_variance(wins: float, seats: int) -> float:
    """Return the variance of a win rate, after adding one win and one loss."""
    share = (wins + 1) / (seats + 2)
    return share * (1 - share) / (seats + 2)


POWER: Final = 0.8
"""Statistical power: the probability of detecting an advantage as large as `Claims.visible`."""
NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class WinRate:
    """A win rate with its corrected confidence interval."""

    share: float
    low: float
    high: float
    marked: bool = False
    """Whether the report may claim that it differs from the fair share."""


@dataclass(frozen=True)
class RoleMean:
    """The mean score of the only role that scores, with its corrected confidence interval."""

    mean: float
    low: float
    high: float
    most: int
    marked: bool = False
    """Whether the report may claim that it is outside the middle third."""

    @property
    def is_balanced(self) -> bool:
        """Whether the whole interval is within the middle third of the possible scores."""
        return self.most / 3 <= self.low and self.high <= 2 * self.most / 3


class Claims:
    """All tests of one report, with the significant ones marked."""

    def __init__(self, summary: Summary, scoring: Scoring) -> None:
        self.summary, self.scoring = summary, scoring

    @property
    def fair(self) -> float:
        """The win rate that every player should have."""
        return 1 / self.summary.players

    @cached_property
    def seats(self) -> list[WinRate]:
        """Win rates in turn order, starting with the first player."""
        unit, last = self.summary.unit, len(self._seats) - 1
        return [self._rate(won / unit, 1, f"seat {min(at, last)}") for at, won in enumerate(self.summary.wins)]

    @cached_property
    def bots(self) -> dict[str, WinRate]:
        """Win rate per seat of each bot; empty unless several bots played."""
        summary, tested = self.summary, list(self._bots)
        return {
            name: self._rate(won / summary.unit, seats / summary.games, f"bot {name if name in tested else tested[0]}")
            for name, (seats, won) in (summary.bots.items() if tested else ())
        }

    @cached_property
    def role(self) -> RoleMean | None:
        """Mean score of the only role that scores; None unless there is one with a known maximum."""
        if not self._role:
            return None
        scores, most = self.summary.all_scores, self.scoring.most
        mean, half = scores.mean, self.z * sqrt(scores.variance / self.summary.games)
        return RoleMean(mean, max(0.0, mean - half), min(float(most), mean + half), most, "role" in self._significant)

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """Effects on winning, by key."""
        return {
            key: replace(effect, marked=f"thing {key}" in self._significant) for key, effect in self._effects.items()
        }

    @property
    def tests(self) -> int:
        """Number of tests in the report."""
        return len(self._tests)

    @cached_property
    def z(self) -> float:
        """Critical value of the normal distribution for a single test or interval, after the Bonferroni correction."""
        return NORMAL.inv_cdf(1 - ALPHA / self.tests / 2)

    @property
    def has_claims(self) -> bool:
        """Whether the report makes any claim."""
        return bool(self._significant)

    @cached_property
    def minimum_detectable_effect(self) -> float | None:
        """Minimum detectable effect: the seat advantage that a run of this size detects in 4 of 5 cases.

        It uses the normal approximation at the level of the strictest test; None if no advantage is large enough.
        """
        low, high = 0.0, 1 - self.fair
        if not high or self.sample_size_for(high) > self.summary.games:
            return None
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self.sample_size_for(middle) > self.summary.games else (low, middle)
        return high

    def sample_size_for(self, effect: float) -> float:
        """Return the number of games that detect an advantage of this size in 4 of 5 cases."""
        share = min(1.0, self.fair + effect)
        spread = self.z * sqrt(self.fair * (1 - self.fair)) + NORMAL.inv_cdf(POWER) * sqrt(share * (1 - share))
        return (spread / effect) ** 2

    def _rate(self, wins: float, seats: float, test: str) -> WinRate:
        """Return a win rate per seat; the sampling unit is the game, because it is won only once."""
        low, high = wilson(wins, self.summary.games, self.z)
        return WinRate(wins / self.summary.games / seats, low / seats, high / seats, test in self._significant)

    @cached_property
    def _seats(self) -> dict[str, float]:
        """P-values of the seats; for two players a single test, since one wins what the other loses."""
        summary = self.summary
        wins = summary.wins if summary.players > 2 else summary.wins[:1]
        return {
            f"seat {at}": binomial_test(won / summary.unit, summary.games, self.fair) for at, won in enumerate(wins)
        }

    @cached_property
    def _bots(self) -> dict[str, float]:
        """P-values of the bots, by name; for two bots a single test."""
        summary = self.summary
        names = list(summary.bots) if len(summary.bots) > 2 else list(summary.bots)[:-1]
        found = {}
        for name in names:
            seats, won = summary.bots[name]
            found[name] = binomial_test(won / summary.unit, summary.games, seats / summary.games * self.fair)
        return found

    @cached_property
    def _role(self) -> dict[str, float]:
        """P-value of a role's mean outside the middle third; a game counts once, however many scores it has."""
        most, games, scores = self.scoring.most, self.summary.games, self.summary.all_scores
        if self.scoring.role is None or not most or not scores.counts:
            return {}
        off, error = max(most / 3 - scores.mean, scores.mean - 2 * most / 3), sqrt(scores.variance / games)
        if off <= 0 or games < MINIMUM_SAMPLE:
            return {"role": 1.0}
        return {"role": student_test(off / error if error else inf, games - 1)}

    @cached_property
    def _effects(self) -> dict[str, Effect]:
        return measure_effects(self.summary)

    @cached_property
    def _tests(self) -> dict[str, float]:
        """P-values of the whole report."""
        bots = {f"bot {name}": p_value for name, p_value in self._bots.items()}
        things = {f"thing {key}": effect.p_value for key, effect in self._effects.items()}
        return self._seats | bots | self._role | things

    @cached_property
    def _significant(self) -> set[str]:
        """Tests that are significant after Holm's correction."""
        return holm(self._tests, ALPHA)
