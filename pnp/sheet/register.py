"""Register: how the back of the paper must be moved, turned and scaled to lie behind its front, from what was read."""

from __future__ import annotations

from cmath import phase
from collections.abc import Sequence
from math import degrees, hypot
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Problem
from pnp.location import option
from pnp.units import Size

INSET: Final = 30.0
"""From the paper's edges to the crosses near its corners."""
DOUBTFUL: Final = 0.5
"""Millimetres that a hole may be off where all of them together say that it is."""

Point = tuple[float, float]


class Register(NamedTuple):
    """What brings a back behind its front."""

    offset: Point
    """In mm, right and down."""
    turn: float
    """Degrees clockwise."""
    scale: float


def crosses(paper: Size) -> list[Point]:
    """The zero of each grid on the back of the paper: one in the centre, then one near each corner, as one reads."""
    width, height = paper
    near = [(x, y) for y in (INSET, height - INSET) for x in (INSET, width - INSET)]
    return [(width / 2, height / 2), *near]


def register_of(readings: Sequence[Point], paper: Size) -> Register:
    """What the holes read on the grids of a calibration sheet say: of one the offset, of five everything.

    Where the hole is, the back must come: a similarity is fitted that takes each zero there, by least squares. The
    crosses lie evenly round the centre, so the mean of what was read is the offset. LayoutError names a reading that
    does not go with the others.
    """
    if len(readings) == 1:
        return Register(readings[0], 0, 1)
    centre, *_ = places = crosses(paper)
    arms = [complex(x - centre[0], y - centre[1]) for x, y in places]
    holes = [complex(x, y) for x, y in readings]
    offset = sum(holes) / len(holes)
    stretch = sum(arm.conjugate() * hole for arm, hole in zip(arms, holes, strict=True)) / sum(
        abs(arm) ** 2 for arm in arms
    )
    off = [abs(hole - offset - stretch * arm) for arm, hole in zip(arms, holes, strict=True)]
    worst = off.index(max(off))
    if off[worst] > DOUBTFUL:
        x, y = readings[worst]
        found = f"{x:g},{y:g} at cross {worst + 1} is {off[worst]:.1f} mm from where the others put it"
        hint = "read it again: X to the right, Y downward, in the order of the numbers beside the crosses"
        message = "has a reading that does not match the others"
        raise LayoutError(Problem(option("--save"), message, hint, found=found, code="E0605"))
    whole = 1 + stretch
    offset_mm = (round(offset.real, 2) + 0.0, round(offset.imag, 2) + 0.0)
    return Register(offset_mm, round(degrees(phase(whole)), 3) + 0.0, round(hypot(whole.real, whole.imag), 5))
