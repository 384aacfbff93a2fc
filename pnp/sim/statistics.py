"""Confidence intervals and significance tests of proportions and means, and Holm's correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, exp, inf, lgamma, log, sqrt
from statistics import fmean, variance
from typing import Final

Z: Final = 1.959964
"""Critical value of the standard normal distribution for a two-sided 95% interval."""


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


ALPHA: Final = 0.01
"""Family-wise significance level: a report makes a false claim in at most 1 of 100 runs."""
MAX_EXACT_SAMPLE: Final = 5000
"""Largest sample for the exact binomial test; above it the normal approximation is as good."""
MINIMUM_EXPECTED: Final = 5.0
"""Minimum expected count per cell for the z-test; below it Fisher's exact test compares proportions."""
MINIMUM_SAMPLE: Final = 20
"""Minimum sample size to rely on the sample variance."""
TINY: Final = 1e-30
"""Smallest denominator in a continued fraction."""


def normal_test(z: float) -> float:
    """Return the two-sided p-value of a standard normal z."""
    return erfc(abs(z) / sqrt(2))


def binomial_test(hits: float, of: int, share: float) -> float:
    """Return the two-sided p-value of a number of hits, given their expected share.

    It is twice the smaller tail, exact for samples up to EXACT. Fractional hits, such as shared wins, are allowed.
    """
    if not of or share <= 0 or share >= 1:
        return 1.0
    if of <= MAX_EXACT_SAMPLE:
        above = _beta(share, hits, of - hits + 1) if hits else 1.0
        below = 1 - _beta(share, hits + 1, of - hits) if hits < of else 1.0
        return min(1.0, 2 * min(above, below))
    off = max(0.0, abs(hits - share * of) - 0.5)  # continuity correction
    return normal_test(off / sqrt(share * (1 - share) * of))


def two_proportion_test(hits: float, of: int, other_hits: float, other_of: int) -> float:
    """Return the two-sided p-value of a difference of two proportions.

    A pooled z-test, or Fisher's exact test if expected counts are small.
    """
    if not of or not other_of:
        return 1.0
    pooled = (hits + other_hits) / (of + other_of)
    if pooled in (0.0, 1.0):
        return 1.0
    expected = min(of, other_of) * min(pooled, 1 - pooled)
    if expected < MINIMUM_EXPECTED:
        return fisher_exact_test(round(hits), of, round(other_hits), other_of)
    standard_error = sqrt(pooled * (1 - pooled) * (1 / of + 1 / other_of))
    return normal_test((hits / of - other_hits / other_of) / standard_error)


def fisher_exact_test(hits: int, of: int, other_hits: int, other_of: int) -> float:
    """Return the two-sided p-value of Fisher's exact test: the sum over all tables no likelier than this one."""
    found = hits + other_hits

    def probability(first: int) -> float:
        return exp(_log_choose(of, first) + _log_choose(other_of, found - first) - _log_choose(of + other_of, found))

    seen = probability(hits)
    least, most = max(0, found - other_of), min(of, found)
    if most - least > 10_000:  # too many tables to sum, and too many hits for this test to be needed
        return 1.0
    return min(1.0, sum(each for first in range(least, most + 1) if (each := probability(first)) <= seen * (1 + 1e-9)))


def _log_choose(of: int, taken: int) -> float:
    return lgamma(of + 1) - lgamma(taken + 1) - lgamma(of - taken + 1)


def welch_test(
    mean: float, variance: float, count: int, other_mean: float, other_variance: float, other_count: int
) -> float:
    """Return the two-sided p-value of a difference of two means by Welch's t-test.

    In small samples, where all values may be equal by chance, the result is at least that of the pooled t-test.
    """
    if count < 2 or other_count < 2:
        return 1.0
    if not variance and not other_variance:  # without variance, fall back to a permutation test
        return 1.0 if mean == other_mean else min(1.0, 2 * exp(-_log_choose(count + other_count, count)))
    first, second = variance / count, other_variance / other_count
    degrees_of_freedom = (first + second) ** 2 / (first**2 / (count - 1) + second**2 / (other_count - 1))
    p_value = student_test((mean - other_mean) / sqrt(first + second), degrees_of_freedom)
    if min(count, other_count) < MINIMUM_SAMPLE:
        pooled_degrees = count + other_count - 2
        pooled = ((count - 1) * variance + (other_count - 1) * other_variance) / pooled_degrees
        standard_error = sqrt(pooled * (1 / count + 1 / other_count))
        p_value = max(p_value, student_test((mean - other_mean) / standard_error, pooled_degrees))
    return p_value


def student_test(t: float, degrees_of_freedom: float) -> float:
    """Return the two-sided p-value of Student's t."""
    if abs(t) == inf:
        return 0.0
    return _beta(degrees_of_freedom / (degrees_of_freedom + t * t), degrees_of_freedom / 2, 0.5)


def holm(p_values: Mapping[str, float], alpha: float) -> set[str]:
    """Return the keys that are significant after Holm's correction for multiple comparisons.

    >>> sorted(holm({"a": 0.001, "b": 0.02, "c": 0.04}, alpha=0.05))
    ['a', 'b', 'c']
    """
    kept: set[str] = set()
    ordered: Sequence[str] = sorted(p_values, key=lambda key: (p_values[key], key))
    for place, key in enumerate(ordered):
        if p_values[key] > alpha / (len(ordered) - place):
            break
        kept.add(key)
    return kept


def _beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the continued fraction converges fast only below this point
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    return front / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    value, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, 400):
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        lower = 1 / _nonzero(1 + term * lower)
        upper = _nonzero(1 + term / upper)
        value *= upper * lower
        if abs(upper * lower - 1) < 1e-14:
            break
    return value


def _nonzero(value: float) -> float:
    """Return the value, replaced by TINY if it is too close to zero to divide by."""
    return value if abs(value) > TINY else TINY
