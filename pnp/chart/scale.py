"""Axes: round steps, ticks, and the numbers under vertical bars."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from pnp.chart.canvas import Canvas
from pnp.chart.lettering import LABEL, width_of


def round_step(least: float, *, whole: bool) -> float:
    """Return the smallest of 1, 2, 5, 10, 20 … (and 0.5, 0.2 … unless `whole`) that is at least `least`.

    >>> round_step(3, whole=True)
    5.0
    """
    if whole and least <= 1:
        return 1
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))


def ticks(least: float, most: float, count: int) -> list[float]:
    """Return about `count` round numbers between two numbers."""
    step = round_step((most - least) / count, whole=False)
    return [number * step for number in range(ceil(least / step), floor(most / step) + 1)]


def draw_axis_labels(
    canvas: Canvas, labels: Sequence[str], left: float, step: float, base: float, *, edges: bool, gap: float
) -> None:
    """Draw labels under bars that are `step` wide, or at their edges: as many as fit with this gap."""
    every = ceil((max(width_of(label, LABEL) for label in labels) + gap) / step)
    for number, label in enumerate(labels):
        if number % every == 0:
            canvas.text(left + (number + (0 if edges else 0.5)) * step, base, label, LABEL, align="center")
