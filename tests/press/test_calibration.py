"""The calibration sheet: every grid lies behind its cross, and what is read is what must be typed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pnp.press.calibration import calibration_sheet, crosses
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.paper import parse_paper
from pnp.terms import Lang
from tests.measure import picture, words

DPI = 200


def middle_of_lines(page: np.ndarray, x: float, y: float) -> tuple[float, float]:
    """Where the blackest upright and the blackest level line near a point cross, in mm."""
    scale = DPI / 25.4
    reach = int(6 * scale)
    cx, cy = round(x * scale), round(y * scale)
    patch = 255 - page[cy - reach : cy + reach, cx - reach : cx + reach].min(axis=2).astype(int)
    return (cx - reach + patch.sum(axis=0).argmax()) / scale, (cy - reach + patch.sum(axis=1).argmax()) / scale


@pytest.mark.parametrize("paper", ["a4", "letter", "297x210"])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT])
def test_every_grid_lies_behind_its_cross(tmp_path: Path, paper: str, sides: Sides) -> None:
    layout = Layout(parse_paper(paper), sides)
    pdf = tmp_path / "sheet.pdf"
    pdf.write_bytes(calibration_sheet(layout, Lang.EN))
    front, back = picture(pdf, 1, DPI), picture(pdf, 2, DPI)
    width, height = layout.paper.size
    upright = (height >= width) == (sides is Sides.DUPLEX_LONG)
    for x, y in crosses(layout.paper.size):
        assert middle_of_lines(front, x, y) == pytest.approx((x, y), abs=0.2)
        behind = (width - x, y) if upright else (x, height - y)
        assert middle_of_lines(back, *behind) == pytest.approx(behind, abs=0.2)


def test_the_reading_cures_the_drift(tmp_path: Path) -> None:
    """A printer shifts backs by (+1, −2); the hole is then read at (−1, +2), and that offset brings the back home."""
    drift = (1.0, -2.0)
    layout = Layout(parse_paper("a4"))
    reading = (0 - drift[0], 0 - drift[1])
    cured = Layout(layout.paper, offset=reading)
    pdf = tmp_path / "sheet.pdf"
    pdf.write_bytes(calibration_sheet(cured, Lang.FR))
    x, y = middle_of_lines(picture(pdf, 2, DPI), 105 + reading[0], 148.5 + reading[1])
    assert (x + drift[0], y + drift[1]) == pytest.approx((105, 148.5), abs=0.2)


def test_it_says_what_to_do(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    pdf.write_bytes(calibration_sheet(Layout(parse_paper("a4")), Lang.FR))
    assert "épingle" in " ".join(word for word, _, _ in words(pdf, 1))
    assert "--save" in " ".join(word for word, _, _ in words(pdf, 2))
