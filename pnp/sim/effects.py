"""Win rates of players who used a component or action, compared with those who did not.

The players of one game are not independent: if one wins, the others do not. So the sampling unit is the game, and the
standard error of a difference is clustered by game (delta method). The significance test is a score test: it uses the
variance under the null hypothesis, because the estimated standard error is unreliable far out in the tails, where one
key among ninety is tested.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from pnp.sim.intervals import Z
from pnp.sim.significance import normal_test
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
        return self.within(Z)

    def within(self, z: float) -> tuple[float, float]:
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
