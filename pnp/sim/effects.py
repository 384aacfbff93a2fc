"""Whether who used a thing won more often, and which differences are more than chance.

The players of one game are not independent: when one wins, the others do not. So a game is the unit that is sampled,
and the error of a difference is summed over games (the linear approximation of a ratio, clustered by game).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt
from typing import Final

from pnp.sim.intervals import SURE
from pnp.sim.summary import Summary
from pnp.sim.tally import Uses

LEVEL: Final = 0.05
FEW: Final = 30
"""With fewer players who used a thing, or who did not, nothing is said."""


@dataclass(frozen=True)
class Effect:
    """How often those who used a thing won, less how often those who did not."""

    used: float
    unused: float
    error: float
    """The standard error of the difference."""
    marked: bool = False
    """Whether it is more than chance, though many things were looked at."""

    @property
    def difference(self) -> float:
        """In shares of a win, from -1 to 1."""
        return self.used - self.unused

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference, looked at by itself."""
        return self.difference - SURE * self.error, self.difference + SURE * self.error

    @property
    def chance(self) -> float:
        """How likely so large a difference is where there is none."""
        if not self.error:
            return 1.0 if not self.difference else 0.0
        return erfc(abs(self.difference) / self.error / sqrt(2))


def effects(summary: Summary) -> dict[str, Effect]:
    """What each thing does to winning, where enough players used it and enough did not; marked by Holm's method."""
    found = {}
    for key, uses in summary.tally.things.items():
        others = summary.games * summary.players - uses.seats
        if uses.seats >= FEW and others >= FEW:
            found[key] = _effect(uses, summary.games, summary.players, summary.unit)
    kept = holm({key: effect.chance for key, effect in found.items()})
    return {key: replace(effect, marked=key in kept) for key, effect in found.items()}


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
    return Effect(used, unused, sqrt(max(0.0, squares)))


def _moderate(wins: float, seats: int) -> float:
    """The variance of a share, with a win and a loss added."""
    share = (wins + 1) / (seats + 2)
    return share * (1 - share) / (seats + 2)


def holm(chances: Mapping[str, float], level: float = LEVEL) -> set[str]:
    """The keys whose chance is below the level though so many were tried (Holm's method)."""
    kept: set[str] = set()
    ordered: Sequence[str] = sorted(chances, key=lambda key: (chances[key], key))
    for place, key in enumerate(ordered):
        if chances[key] > level / (len(ordered) - place):
            break
        kept.add(key)
    return kept
