"""Grain and tapered strokes: inside their outline, the same every time, nothing in low ink."""

from __future__ import annotations

import re

import numpy as np
import pytest
from svgwrite.base import BaseElement

from pnp.face.art.curve import Point
from pnp.face.art.grain import grain
from pnp.face.art.pen import Pen
from pnp.face.art.stroke import ribbon, sampled, tapered

TRIANGLE = [(-40.0, 30.0), (0.0, -30.0), (40.0, 30.0)]


def points(drawn: BaseElement) -> np.ndarray:
    """Return the start and end of every fleck."""
    flecks = re.findall(r"M([-.\d]+),([-.\d]+)l([-.\d]+),([-.\d]+)", drawn.tostring())
    starts = np.array(flecks, float)
    return np.concatenate([starts[:, :2], starts[:, :2] + starts[:, 2:]])


def in_triangle(x: float, y: float) -> bool:
    return y <= 30 and abs(x) <= 40 * (y + 30) / 60


@pytest.mark.parametrize("every", [4, 8])
def test_flecks_stay_inside_their_outline_and_are_as_dense_as_asked(every: float) -> None:
    [drawn] = grain(Pen(), TRIANGLE, "#d3a51f", every=every)
    ends = points(drawn)
    assert all(in_triangle(x, y) for x, y in ends)
    assert len(ends) / 2 == pytest.approx(2400 / every**2, rel=0.2)


def test_flecks_are_evenly_spread() -> None:
    square: list[Point] = [(0, 0), (100, 0), (100, 100), (0, 100)]
    [drawn] = grain(Pen(), square, "#d3a51f", every=5)
    fifth = np.clip(points(drawn) // 20, 0, 4).astype(int)
    counts = np.bincount(fifth @ [5, 1], minlength=25)
    assert counts.min() > 0.5 * counts.mean()
    assert counts.max() < 1.6 * counts.mean()


def test_the_same_grain_every_time_and_another_from_another_start() -> None:
    drawn = [grain(Pen(), TRIANGLE, "#d3a51f", start=start)[0].tostring() for start in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_low_ink_has_no_grain() -> None:
    assert grain(Pen(low=True), TRIANGLE, "#d3a51f") == []


def test_an_outline_smaller_than_a_fleck_has_no_grain() -> None:
    assert grain(Pen(), [(0, 0), (1, 0), (0, 1)], "#d3a51f") == []


def test_a_tapered_stroke_is_widest_inside_and_thin_at_its_ends() -> None:
    """Its outline along a level line gives the width at every point."""
    outline = re.findall(r"[ML](\S+?),(\S+?)s", tapered([(0, 0), (30, 0)], 3, tip=0.1))
    assert [(float(x), float(y)) for x, y in outline] == [(0, 0.15), (30, -0.15)]
    line = sampled([(0, 0), (30, 0)])
    assert line[0] == (0, 0)
    assert line[-1] == (30, 0)
    assert ribbon([(0, 0), (9, 0)], [1, 1]) == "M0,1s7.5,0 9,0L9,-1s-7.5,0 -9,0Z"
