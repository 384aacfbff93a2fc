"""The chart toolkit: labels apart, lines that fit, round steps, every number in its bin."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.chart.bars import integer_bins
from pnp.chart.canvas import Canvas, matplotlib_defaults, replace_missing, width_of, wrap
from pnp.chart.panel import round_step
from pnp.chart.plots import spread_labels
from pnp.text.fonts import FONTS


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 0.6)), min_size=1, max_size=8))
def test_labels_never_lie_on_each_other(cases: list[tuple[float, float]]) -> None:
    wanted, heights = [place for place, _ in cases], [height for _, height in cases]
    middles = spread_labels(wanted, heights, 0, 5)
    order = sorted(range(len(cases)), key=lambda place: middles[place])
    for one, other in pairwise(order):
        assert middles[other] - middles[one] >= (heights[one] + heights[other]) / 2 - 1e-9
    assert all(middles[place] - heights[place] / 2 >= -1e-9 for place in order)


@settings(deadline=None)
@given(st.text(alphabet="abcd -_ÉŒ$★", max_size=60))
def test_wrapped_lines_are_narrow_and_lose_nothing(text: str) -> None:
    lines = wrap(text, 0.8, 9.5)
    assert all(width_of(line, 9.5) <= 0.8 for line in lines)
    font = FONTS[0]
    assert "".join(lines).replace(" ", "") == replace_missing(text, font).replace(" ", "")


def test_steps_are_round() -> None:
    assert [round_step(least, whole=True) for least in (0.2, 1.5, 2.1, 7, 10, 11)] == [1, 2, 5, 10, 10, 20]
    assert round_step(0.03, whole=False) == pytest.approx(0.05)


def test_a_dollar_is_a_dollar_and_a_missing_letter_is_spelled_out() -> None:
    with matplotlib_defaults():
        canvas = Canvas(3, 1)
        canvas.text(0.2, 0.5, "$5 ★ $7", 10)
        assert [text.get_text() for text in canvas.axes.texts] == ["$5 [2605] $7"]
        assert b"<svg" in canvas.svg("t")


def test_bins_hold_every_number_once() -> None:
    for counts in ({0: 3}, {-14: 1, 30: 2}, {1: 5, 2: 6, 328: 1}, {-3: 1, -1: 1}, dict.fromkeys(range(24), 1)):
        bins = integer_bins(counts)
        first, step, bars = bins.edge(0), bins.step, bins.counts
        assert sum(bars) == sum(counts.values())
        assert first <= min(counts) < first + step
        assert first + step * (len(bars) - 1) <= max(counts) < first + step * len(bars)
        assert len(bars) <= 26
