"""The calibration sheet: every grid lies behind its cross, and what is read is what must be typed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pnp.press.calibration import calibration_sheet
from pnp.sheet.back_alignment import cross_positions
from pnp.sheet.layout import Layout, Sides, parse_paper
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
    for x, y in cross_positions(layout.paper.size):
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


def test_every_cross_and_its_grid_have_one_number(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    layout = Layout(parse_paper("a4"))
    pdf.write_bytes(calibration_sheet(layout, Lang.EN))
    for number, (x, y) in enumerate(cross_positions(layout.paper.size), 1):
        for page, across in ((1, 210 - x), (2, x)):
            found = [(a, b) for word, a, b in words(pdf, page) if word == str(number)]
            assert min(abs(a - across) + abs(b - y) for a, b in found) < 15


def test_the_sheet_is_printed_again_with_the_correction_to_check_it(tmp_path: Path) -> None:
    layout = Layout(parse_paper("a4"), offset=(1, -0.5), turn=0.4, scale=1.004)
    pdf = tmp_path / "sheet.pdf"
    pdf.write_bytes(calibration_sheet(layout, Lang.EN, check=True))
    back = picture(pdf, 2, DPI)
    turn = np.radians(0.4)
    for x, y in cross_positions(layout.paper.size):
        dx, dy = 1.004 * (x - 105), 1.004 * (y - 148.5)
        wanted = (
            106 + dx * np.cos(turn) - dy * np.sin(turn),
            148 + dx * np.sin(turn) + dy * np.cos(turn),
        )
        assert middle_of_lines(back, *wanted) == pytest.approx(wanted, abs=0.25)
    said = " ".join(word for word, _, _ in words(pdf, 2))
    assert "at zero" in said
    assert "--save" not in said, "what is left over must not replace the correction"


def test_scales_at_the_edges_show_what_the_printer_leaves_white(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    pdf.write_bytes(calibration_sheet(Layout(parse_paper("a4")), Lang.EN))
    front = 255 - picture(pdf, 1, DPI).min(axis=2).astype(int)
    dot = DPI / 25.4
    for at in (1, 5, 13, 20):
        column, row = round(71 * dot), round(100 * dot)
        strips = {
            "top": front[:, column][round((at - 0.5) * dot) : round((at + 0.5) * dot)],
            "bottom": front[::-1, column][round((at - 0.5) * dot) : round((at + 0.5) * dot)],
            "left": front[row][round((at - 0.5) * dot) : round((at + 0.5) * dot)],
            "right": front[row, ::-1][round((at - 0.5) * dot) : round((at + 0.5) * dot)],
        }
        for edge, strip in strips.items():
            assert strip.argmax() / dot == pytest.approx(0.5, abs=0.2), (edge, at)


def test_it_says_what_to_do(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    pdf.write_bytes(calibration_sheet(Layout(parse_paper("a4")), Lang.FR))
    assert "épingle" in " ".join(word for word, _, _ in words(pdf, 1))
    assert "--save" in " ".join(word for word, _, _ in words(pdf, 2))
