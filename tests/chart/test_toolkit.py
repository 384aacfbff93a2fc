"""The chart toolkit: labels apart, lines that fit, round steps, every number in its bin."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.chart.bars import ShareHistogram, integer_bins
from pnp.chart.canvas import DPI, Canvas, matplotlib_defaults, replace_missing, width_of, wrap
from pnp.chart.panel import Heading, Sentence, round_step
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


INK_LEVEL, PAPER_LEVEL = 110, 250
"""Grey levels: a bar is darker than the first, paper at least as light as the second."""


@pytest.mark.parametrize("mean", [2.0, 2.13, 2.4, 1.6])
def test_the_line_at_the_mean_is_seen_and_leaves_the_bar_whole(mean: float) -> None:
    """The bar of 2 is measured where the line crosses it: white dashes, and the bar between and beside them."""
    histogram = ShareHistogram(Heading("T"), {1: 20, 2: 60, 3: 20}, mean, "", lambda share: f"{share:.0%}")
    with matplotlib_defaults():
        canvas = Canvas(4, 2)
        histogram.draw(canvas, 0, 0, 4)
        picture = np.asarray(Image.open(BytesIO(canvas.png())).convert("L")).astype(int)
    wide = (4 - 0.12 - 0.4) / 3
    line = round((0.4 + wide * (mean - 1 + 0.5)) * DPI)
    inner = picture[:, round((0.4 + wide * 1.25) * DPI)]
    bar = picture[np.flatnonzero(inner < INK_LEVEL)[0] + 3 : np.flatnonzero(inner < INK_LEVEL)[-1] - 3]
    on_line = bar[:, line - 1 : line + 2]
    assert (on_line.max(axis=1) >= PAPER_LEVEL - 20).mean() > 0.15, "the line is seen on the bar"
    assert (on_line.max(axis=1) < INK_LEVEL).mean() > 0.4, "the bar is whole between the dashes"
    for side in (line - 2, line + 2):
        assert bar[:, side].max() < INK_LEVEL, "no halo"
    above = picture[: np.flatnonzero(inner < INK_LEVEL)[0] - 2, line - 1 : line + 2]
    assert (above.min(axis=1) < INK_LEVEL).any(), "and above it"


def test_a_line_is_drawn_as_wide_as_it_was_measured() -> None:
    """Hinted letters are wider, and a note that fills its line loses its end at the edge of the picture."""
    line = "point plein\u202f: écart significatif, point creux\u202f: hasard possible, " * 2
    with matplotlib_defaults():
        canvas = Canvas(width_of(line, 7) + 1, 0.5)
        canvas.text(0, 0.3, line, 7)
        drawn = np.asarray(Image.open(BytesIO(canvas.png())).convert("L")) < 250
    assert np.flatnonzero(drawn.any(axis=0))[-1] / DPI == pytest.approx(width_of(line.rstrip(), 7), abs=0.03)


def test_a_sentence_is_as_high_as_its_lines() -> None:
    short, long = Sentence(Heading("T"), "a"), Sentence(Heading("T"), "a word " * 60)
    assert short.height(3) < long.height(3)
    assert long.height(1.5) > long.height(3)
