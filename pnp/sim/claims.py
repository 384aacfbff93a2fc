"""The claims a report may make about a run: all its significance tests, corrected together.

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
from pnp.sim.effects import Effect, measure_effects
from pnp.sim.intervals import wilson
from pnp.sim.significance import ALPHA, MINIMUM_SAMPLE, binomial_test, holm, student_test
from pnp.sim.summary import Summary

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
    def inside(self) -> bool:
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
        return RoleMean(mean, max(0.0, mean - half), min(float(most), mean + half), most, "role" in self._kept)

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """Effects on winning, by key."""
        return {key: replace(effect, marked=f"thing {key}" in self._kept) for key, effect in self._effects.items()}

    @property
    def tests(self) -> int:
        """Number of tests in the report."""
        return len(self._tests)

    @cached_property
    def z(self) -> float:
        """Critical value of the normal distribution for a single test or interval, after the Bonferroni correction."""
        return NORMAL.inv_cdf(1 - ALPHA / self.tests / 2)

    @property
    def any(self) -> bool:
        """Whether the report makes any claim."""
        return bool(self._kept)

    @cached_property
    def visible(self) -> float | None:
        """Minimum detectable effect: the seat advantage that a run of this size detects in 4 of 5 cases.

        It uses the normal approximation at the level of the strictest test; None if no advantage is large enough.
        """
        low, high = 0.0, 1 - self.fair
        if not high or self.needed(high) > self.summary.games:
            return None
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self.needed(middle) > self.summary.games else (low, middle)
        return high

    def needed(self, effect: float) -> float:
        """Return the number of games that detect an advantage of this size in 4 of 5 cases."""
        share = min(1.0, self.fair + effect)
        spread = self.z * sqrt(self.fair * (1 - self.fair)) + NORMAL.inv_cdf(POWER) * sqrt(share * (1 - share))
        return (spread / effect) ** 2

    def _rate(self, wins: float, seats: float, test: str) -> WinRate:
        """Return a win rate per seat; the sampling unit is the game, because it is won only once."""
        low, high = wilson(wins, self.summary.games, self.z)
        return WinRate(wins / self.summary.games / seats, low / seats, high / seats, test in self._kept)

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
    def _kept(self) -> set[str]:
        """Tests that are significant after Holm's correction."""
        return holm(self._tests, ALPHA)
