"""Register: the shift, rotation and scale that align backs with fronts, from readings of a calibration sheet."""

from __future__ import annotations

from cmath import phase
from collections.abc import Sequence
from math import degrees, hypot
from typing import Final, NamedTuple

from pnp.errors import LayoutError, Problem, option_location
from pnp.geometry.units import Size

INSET: Final = 30.0
"""Distance of the crosses near the corners from the edges of the paper, in mm."""
MAX_DEVIATION: Final = 0.5
"""Largest accepted deviation of a reading from the fit, in mm."""

Point = tuple[float, float]


class BackAlignment(NamedTuple):
    """The correction that brings a back behind its front."""

    offset: Point
    """Shift to the right and down, in mm."""
    turn: float
    """Rotation, in degrees clockwise."""
    scale: float


def cross_positions(paper: Size) -> list[Point]:
    """Return the origin of each grid on the back of the paper: the centre, then near each corner in reading order."""
    width, height = paper
    near = [(x, y) for y in (INSET, height - INSET) for x in (INSET, width - INSET)]
    return [(width / 2, height / 2), *near]


def back_alignment_of(readings: Sequence[Point], paper: Size) -> BackAlignment:
    """Return the correction from readings of a calibration sheet: from one the offset only, from five everything.

    A reading is the position of the hole on the grid, where the back has to be. A similarity transformation is fitted
    by least squares; the crosses are symmetric around the centre, so the offset is the mean of the readings. Raise
    LayoutError if one reading does not match the others.
    """
    if len(readings) == 1:
        return BackAlignment(readings[0], 0, 1)
    centre, *_ = places = cross_positions(paper)
    arms = [complex(x - centre[0], y - centre[1]) for x, y in places]
    holes = [complex(x, y) for x, y in readings]
    offset = sum(holes) / len(holes)
    stretch = sum(arm.conjugate() * hole for arm, hole in zip(arms, holes, strict=True)) / sum(
        abs(arm) ** 2 for arm in arms
    )
    off = [abs(hole - offset - stretch * arm) for arm, hole in zip(arms, holes, strict=True)]
    worst = off.index(max(off))
    if off[worst] > MAX_DEVIATION:
        x, y = readings[worst]
        found = f"{x:g},{y:g} at cross {worst + 1} is {off[worst]:.1f} mm from where the others put it"
        hint = "read it again: X to the right, Y down, in the order of the numbers beside the crosses"
        message = "has a reading that does not match the others"
        raise LayoutError(Problem(option_location("--save"), message, hint, found=found, code="E0605"))
    whole = 1 + stretch
    offset_mm = (round(offset.real, 2) + 0.0, round(offset.imag, 2) + 0.0)
    return BackAlignment(offset_mm, round(degrees(phase(whole)), 3) + 0.0, round(hypot(whole.real, whole.imag), 5))
