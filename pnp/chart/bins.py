"""Histogram bins of equal width."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from pnp.chart.numeral import with_minus_signs
from pnp.geometry.units import trim


@dataclass(frozen=True)
class Bins:
    """Counts in bins, each one step wide."""

    start: int
    """Lower edge of the first bin, in steps from 0."""
    step: float
    counts: tuple[int, ...]

    def edge(self, number: int) -> float:
        """Return the lower edge of a bin."""
        return (self.start + number) * self.step

    def labels(self, *, edges: bool) -> tuple[str, ...]:
        """Return a label for each bin, or for each edge, of which there is one more."""
        return tuple(with_minus_signs(trim(self.edge(number))) for number in range(len(self.counts) + edges))


def bin_counts(counts: Mapping[int, int] | Mapping[float, int], step: float) -> Bins:
    """Sort counted numbers into bins, from the smallest to the largest number."""
    start = floor(min(counts) / step)
    found = [0] * (floor(max(counts) / step) - start + 1)
    for value, count in counts.items():
        found[floor(value / step) - start] += count
    return Bins(start, step, tuple(found))
