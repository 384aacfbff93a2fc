"""Confidence intervals for proportions and means, at 95% by default."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, stdev, variance
from typing import Final

Z: Final = 1.959964
"""Critical value of the standard normal distribution for a two-sided 95% interval."""
T: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Critical values of Student's t for a two-sided 95% interval, by degrees of freedom from 1."""


def wilson(wins: float, games: float, z: float = Z) -> tuple[float, float]:
    """Return Wilson's confidence interval for a proportion; shared wins may count as fractions.

    >>> [round(limit, 3) for limit in wilson(60, 100)]
    [0.502, 0.691]
    """
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean and its 95% confidence interval (Student's t); unbounded for fewer than two values."""
    if not values:
        return 0.0, -inf, inf
    mean = fmean(values)
    degrees_of_freedom = len(values) - 1
    if not degrees_of_freedom:
        return mean, -inf, inf
    t = T[degrees_of_freedom - 1] if degrees_of_freedom <= len(T) else Z * (1 + (Z * Z + 1) / (4 * degrees_of_freedom))
    half = t * stdev(values) / sqrt(len(values))
    return mean, mean - half, mean + half


def share_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of proportions and its 95% confidence interval, which stays between 0 and 1.

    This is Wilson's interval for the effective sample size: the number of independent games whose mean would have the
    same variance. Each value may itself be a mean over several games.
    """
    if not values:
        return 0.0, 0.0, 1.0
    mean = fmean(values)
    varies = variance(values) if len(values) > 1 else 0.0
    games = len(values) * mean * (1 - mean) / varies if varies else float(len(values))
    return mean, *wilson(mean * games, games)
