"""How far a number found in a sample may be from the truth: 95 % intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, stdev, variance
from typing import Final

SURE: Final = 1.959964
"""Standard deviations on each side that hold 95 % of a normal distribution."""
STUDENT: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""The same for a small sample, by its degrees of freedom from 1 on (Student's t)."""


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share, from 0 to 1 (Wilson's); a shared win may count as a part of one."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = SURE * SURE / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval (Student's t); without limits for fewer than two values."""
    if not values:
        return 0.0, -inf, inf
    mean = fmean(values)
    freedom = len(values) - 1
    if not freedom:
        return mean, -inf, inf
    wide = STUDENT[freedom - 1] if freedom <= len(STUDENT) else SURE * (1 + (SURE * SURE + 1) / (4 * freedom))
    half = wide * stdev(values) / sqrt(len(values))
    return mean, mean - half, mean + half


def share_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of shares from 0 to 1 and its 95 % interval, which stays between 0 and 1.

    It is Wilson's for as many games as would vary as much as the values do: they may be means of several games each.
    """
    if not values:
        return 0.0, 0.0, 1.0
    mean = fmean(values)
    spread = variance(values) if len(values) > 1 else 0.0
    games = len(values) * mean * (1 - mean) / spread if spread else float(len(values))
    return mean, *wilson(mean * games, games)
