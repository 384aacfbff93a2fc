"""Whether those who used a thing won more often.

The players of one game are not independent: when one wins, the others do not. So a game is the unit that is sampled,
and the standard error of a difference is clustered by game (the linear approximation of a ratio, the delta method).
The test is a score test: its variance is the one that wins would have if the thing made no difference, because far
in the tails, where a thing among ninety is judged, the estimated standard error is not to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from pnp.sim.intervals import Z
from pnp.sim.significance import normal_test
from pnp.sim.summary import Summary
from pnp.sim.tally import Uses

FEW: Final = 30
"""With fewer players who used a thing, or who did not, nothing is said."""


@dataclass(frozen=True)
class Effect:
    """How often those who used a thing won, less how often those who did not."""

    used: float
    unused: float
    standard_error: float
    """Of the difference."""
    z: float = 0.0
    """The score statistic: standard normal if the thing makes no difference."""
    marked: bool = False
    """Whether the page may claim it (`pnp.sim.claims`)."""

    @property
    def difference(self) -> float:
        """In shares of a win, from -1 to 1."""
        return self.used - self.unused

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the difference, not corrected for the others."""
        return self.within(Z)

    def within(self, z: float) -> tuple[float, float]:
        """The confidence interval of the difference at another critical value of the normal distribution."""
        return max(-1.0, self.difference - z * self.standard_error), min(1.0, self.difference + z * self.standard_error)

    @property
    def p_value(self) -> float:
        """Two-sided p-value of the difference."""
        return normal_test(self.z)


def measure_effects(summary: Summary) -> dict[str, Effect]:
    """What goes with each thing, where enough players used it and enough did not; nothing is marked yet."""
    found = {}
    for key, uses in summary.tally.things.items():
        others = summary.games * summary.players - uses.seats
        if uses.seats >= FEW and others >= FEW:
            found[key] = _effect(uses, summary.games, summary.players, summary.unit)
    return found


def _effect(uses: Uses, games: int, players: int, unit: int) -> Effect:
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
    if {used, unused} & {0.0, 1.0}:  # who always or never wins in a sample is not sure to: as with one more of each
        squares = max(squares, _moderate(wins, ones) + _moderate(games - wins, zeros))
    return Effect(used, unused, sqrt(max(0.0, squares)), _score(uses, 1 / players, unit))


def _score(uses: Uses, fair: float, unit: int) -> float:
    """How far the wins of users are from a fair share, in standard deviations without any effect.

    The variance is the larger of two: what one winner a game gives in theory, and what was seen.
    """
    theory = fair * uses.seats - fair**2 * uses.seats_squared
    seen = uses.wins_squared / unit**2 - 2 * fair * uses.seats_wins / unit + fair**2 * uses.seats_squared
    variance = max(theory, seen)
    return (uses.wins / unit - fair * uses.seats) / sqrt(variance) if variance > 1e-9 else 0.0


def _moderate(wins: float, seats: int) -> float:
    """The variance of a share, with a win and a loss added."""
    share = (wins + 1) / (seats + 2)
    return share * (1 - share) / (seats + 2)
