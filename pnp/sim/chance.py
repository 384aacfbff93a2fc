"""Whether two samples differ by more than chance: of shares, of means."""

from __future__ import annotations

from math import erfc, exp, inf, lgamma, log, sqrt
from typing import Final

ENOUGH: Final = 5.0
"""With fewer expected in a cell, a share is tested exactly."""
SMALL: Final = 20
"""In a sample of fewer the spread may be far from the true one."""
TINY: Final = 1e-30


def two_shares(hits: float, of: int, other_hits: float, other_of: int) -> float:
    """How likely so large a difference of two shares is where there is none."""
    if not of or not other_of:
        return 1.0
    pooled = (hits + other_hits) / (of + other_of)
    if pooled in (0.0, 1.0):
        return 1.0
    least = min(of, other_of) * min(pooled, 1 - pooled)
    if least < ENOUGH:
        return fisher(round(hits), of, round(other_hits), other_of)
    error = sqrt(pooled * (1 - pooled) * (1 / of + 1 / other_of))
    return erfc(abs(hits / of - other_hits / other_of) / error / sqrt(2))


def fisher(hits: int, of: int, other_hits: int, other_of: int) -> float:
    """The same by Fisher's exact test: all tables as unlikely as this one or more so."""
    found = hits + other_hits

    def chance(first: int) -> float:
        return exp(_choose(of, first) + _choose(other_of, found - first) - _choose(of + other_of, found))

    seen = chance(hits)
    least, most = max(0, found - other_of), min(of, found)
    if most - least > 10_000:  # many of both: the exact sum would take long and is not needed
        return 1.0
    return min(1.0, sum(odds for each in range(least, most + 1) if (odds := chance(each)) <= seen * (1 + 1e-9)))


def _choose(of: int, taken: int) -> float:
    return lgamma(of + 1) - lgamma(taken + 1) - lgamma(of - taken + 1)


def two_means(
    mean: float, variance: float, count: int, other_mean: float, other_variance: float, other_count: int
) -> float:
    """How likely so large a difference of two means is where there is none, by Welch's test.

    In a small sample all may happen to be alike: there the other's spread counts for both, if that is more careful.
    """
    if count < 2 or other_count < 2:
        return 1.0
    if not variance and not other_variance:  # only what can be told from the order of so many
        return 1.0 if mean == other_mean else min(1.0, 2 * exp(-_choose(count + other_count, count)))
    first, second = variance / count, other_variance / other_count
    freedom = (first + second) ** 2 / (first**2 / (count - 1) + second**2 / (other_count - 1))
    chance = student(abs(mean - other_mean) / sqrt(first + second), freedom)
    if min(count, other_count) < SMALL:
        together = count + other_count - 2
        shared = ((count - 1) * variance + (other_count - 1) * other_variance) / together
        error = sqrt(shared * (1 / count + 1 / other_count))
        chance = max(chance, student(abs(mean - other_mean) / error, together))
    return chance


def student(distance: float, freedom: float) -> float:
    """The part of Student's distribution that is as far from 0 as this, on both sides."""
    if distance == inf:
        return 0.0
    return _beta(freedom / (freedom + distance * distance), freedom / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side only
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    return front / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Its continued fraction, by Lentz's method."""
    value, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, 400):
        half = step // 2
        if step % 2:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        lower = 1 / _away(1 + term * lower)
        upper = _away(1 + term / upper)
        value *= upper * lower
        if abs(upper * lower - 1) < 1e-14:
            break
    return value


def _away(value: float) -> float:
    """A number that can be divided by."""
    return value if abs(value) > TINY else TINY
