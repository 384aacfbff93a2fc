"""Bins: numbers counted by steps of a scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from pnp.chart.numeral import minus
from pnp.units import trim


@dataclass(frozen=True)
class Bins:
    """The counts of bins that are one step wide each."""

    start: int
    """Where the first bin begins, in steps from 0."""
    step: float
    counts: tuple[int, ...]

    def edge(self, number: int) -> float:
        """Where a bin begins."""
        return (self.start + number) * self.step

    def labels(self, *, edges: bool) -> tuple[str, ...]:
        """A figure for each bin, or one for each edge: one more."""
        return tuple(minus(trim(self.edge(number))) for number in range(len(self.counts) + edges))


def bin_counts(counts: Mapping[int, int] | Mapping[float, int], step: float) -> Bins:
    """Numbers with their counts, put into bins from the least to the greatest."""
    start = floor(min(counts) / step)
    found = [0] * (floor(max(counts) / step) - start + 1)
    for value, count in counts.items():
        found[floor(value / step) - start] += count
    return Bins(start, step, tuple(found))
