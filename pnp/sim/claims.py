"""What a page may claim of a run: the tests of the page, corrected together, and decided here alone.

Seats, bots, the role that scores and what goes with winning are one family of tests, corrected by Holm's method: a page
about a game in which nothing matters makes a claim in at most one of a hundred runs. The confidence intervals of the
page are corrected by the number of tests, so that all of them together are right in 99 of 100 runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, sqrt
from statistics import NormalDist
from typing import Final

from pnp.play.scoring import Scoring
from pnp.sim.effects import Effect, measure_effects
from pnp.sim.intervals import wilson
from pnp.sim.significance import ALPHA, SMALL, binomial_test, holm, student_test
from pnp.sim.summary import Summary

POWER: Final = 0.8
"""How often a run shows an advantage of the size that it is said to show."""
NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class WinRate:
    """A share of wins with its confidence interval, corrected for the page."""

    share: float
    low: float
    high: float
    marked: bool = False
    """Whether the page may claim that it is not the fair share."""


@dataclass(frozen=True)
class RoleMean:
    """The mean score of the only role that scores, with its confidence interval, corrected for the page."""

    mean: float
    low: float
    high: float
    most: int
    marked: bool = False
    """Whether the page may claim that it is outside the middle third."""

    @property
    def inside(self) -> bool:
        """Whether the whole interval is in the middle third of what is possible."""
        return self.most / 3 <= self.low and self.high <= 2 * self.most / 3


class Claims:
    """All that was tested for one page, marked where it is significant."""

    def __init__(self, summary: Summary, scoring: Scoring) -> None:
        self.summary, self.scoring = summary, scoring

    @property
    def fair(self) -> float:
        """The share of wins that everybody should have."""
        return 1 / self.summary.players

    @cached_property
    def seats(self) -> list[WinRate]:
        """The share of wins of whoever begins, of the next, and so on."""
        unit, last = self.summary.unit, len(self._seats) - 1
        return [self._rate(won / unit, 1, f"seat {min(at, last)}") for at, won in enumerate(self.summary.wins)]

    @cached_property
    def bots(self) -> dict[str, WinRate]:
        """The share of wins of each bot at a seat, where there are several."""
        summary, tested = self.summary, list(self._bots)
        return {
            name: self._rate(won / summary.unit, seats / summary.games, f"bot {name if name in tested else tested[0]}")
            for name, (seats, won) in (summary.bots.items() if tested else ())
        }

    @cached_property
    def role(self) -> RoleMean | None:
        """The mean score of the only role that scores, where there is one with a known range."""
        if not self._role:
            return None
        scores, most = self.summary.all_scores, self.scoring.most
        mean, half = scores.mean, self.z * sqrt(scores.variance / self.summary.games)
        return RoleMean(mean, max(0.0, mean - half), min(float(most), mean + half), most, "role" in self._kept)

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """What goes with winning."""
        return {key: replace(effect, marked=f"thing {key}" in self._kept) for key, effect in self._effects.items()}

    @property
    def tests(self) -> int:
        """How many tests the page makes."""
        return len(self._tests)

    @cached_property
    def z(self) -> float:
        """The critical value of the normal distribution for a single test or interval of the page."""
        return NORMAL.inv_cdf(1 - ALPHA / self.tests / 2)

    @property
    def any(self) -> bool:
        """Whether the page claims anything."""
        return bool(self._kept)

    @cached_property
    def visible(self) -> float | None:
        """The minimum detectable effect: the advantage of a seat that a run of this size shows in 4 of 5 cases.

        By the normal approximation, at the level of the strictest test; None where no advantage is large enough.
        """
        low, high = 0.0, 1 - self.fair
        if not high or self.needed(high) > self.summary.games:
            return None
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self.needed(middle) > self.summary.games else (low, middle)
        return high

    def needed(self, effect: float) -> float:
        """The number of games that show an advantage of this size in 4 of 5 cases."""
        share = min(1.0, self.fair + effect)
        spread = self.z * sqrt(self.fair * (1 - self.fair)) + NORMAL.inv_cdf(POWER) * sqrt(share * (1 - share))
        return (spread / effect) ** 2

    def _rate(self, wins: float, seats: float, test: str) -> WinRate:
        """The share of wins a seat; a game is the unit that is sampled, because it is won only once."""
        low, high = wilson(wins, self.summary.games, self.z)
        return WinRate(wins / self.summary.games / seats, low / seats, high / seats, test in self._kept)

    @cached_property
    def _seats(self) -> dict[str, float]:
        """The p-values of seats; of two players one wins what the other loses, which is a single test."""
        summary = self.summary
        wins = summary.wins if summary.players > 2 else summary.wins[:1]
        return {
            f"seat {at}": binomial_test(won / summary.unit, summary.games, self.fair) for at, won in enumerate(wins)
        }

    @cached_property
    def _bots(self) -> dict[str, float]:
        """The p-values of bots by name; of two, that of one."""
        summary = self.summary
        names = list(summary.bots) if len(summary.bots) > 2 else list(summary.bots)[:-1]
        found = {}
        for name in names:
            seats, won = summary.bots[name]
            found[name] = binomial_test(won / summary.unit, summary.games, seats / summary.games * self.fair)
        return found

    @cached_property
    def _role(self) -> dict[str, float]:
        """The p-value of a role's mean outside the middle third; a game counts once, however many scores it has."""
        most, games, scores = self.scoring.most, self.summary.games, self.summary.all_scores
        if self.scoring.role is None or not most or not scores.counts:
            return {}
        off, error = max(most / 3 - scores.mean, scores.mean - 2 * most / 3), sqrt(scores.variance / games)
        if off <= 0 or games < SMALL:
            return {"role": 1.0}
        return {"role": student_test(off / error if error else inf, games - 1)}

    @cached_property
    def _effects(self) -> dict[str, Effect]:
        return measure_effects(self.summary)

    @cached_property
    def _tests(self) -> dict[str, float]:
        """The p-values of the whole page."""
        bots = {f"bot {name}": p_value for name, p_value in self._bots.items()}
        things = {f"thing {key}": effect.p_value for key, effect in self._effects.items()}
        return self._seats | bots | self._role | things

    @cached_property
    def _kept(self) -> set[str]:
        """The tests that are significant after Holm's correction."""
        return holm(self._tests, ALPHA)
