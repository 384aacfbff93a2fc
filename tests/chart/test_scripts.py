"""Charts of games in other scripts: letters from the project's fonts, in the order in which they are read."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.chart.canvas import (
    POINT,
    Canvas,
    font_style,
    matplotlib_defaults,
    replace_missing,
    text_runs,
    use_project_fonts,
    width_of,
)
from pnp.errors import Location
from pnp.text.font_set import FontSet
from tests.own_fonts import HEBREW, JAPANESE, write_font


@pytest.fixture
def shelf(tmp_path: Path) -> FontSet:
    files = [
        write_font(tmp_path / "kana.ttf", "Kana", JAPANESE),
        write_font(tmp_path / "ivrit.ttf", "Ivrit", HEBREW),
        write_font(tmp_path / "bold.ttf", "Ivrit", HEBREW, bold=True),
    ]
    return FontSet([(path, Location(path.name)) for path in files])


def test_without_a_font_a_letter_is_spelled(shelf: FontSet) -> None:
    assert replace_missing("a山", font_style()) == "a[5C71]"
    with use_project_fonts(shelf):
        assert replace_missing("a山☃", font_style()) == "a山[2603]"
    assert replace_missing("a山", font_style()) == "a[5C71]", "lent for a while"


def test_a_text_is_set_in_several_fonts_from_left_to_right(shelf: FontSet) -> None:
    with use_project_fonts(shelf):
        assert [part.font.family for part in text_runs("Deck 山川", font_style())] == ["Source Sans Pro", "Kana"]
        seen = text_runs("שלום 12 abc", font_style())
        assert [part.text.strip() for part in seen if part.text.strip()] == ["abc", "12", "שלום"]
        assert seen[-1].rtl
        assert width_of("山川", 10) == pytest.approx(2 * 10 * POINT), "each is one em wide"
        assert [part.font.bold for part in text_runs("של", font_style(bold=True))] == [True]
        assert [part.font.bold for part in text_runs("של", font_style())] == [False]


def test_it_is_drawn_as_wide_as_it_is_measured(shelf: FontSet) -> None:
    with matplotlib_defaults(), use_project_fonts(shelf):
        canvas = Canvas(3, 1)
        canvas.text(2.5, 0.7, "山川", 36, align="right")
        png = canvas.png()
    dark = np.array(Image.open(BytesIO(png)).convert("L")) < 128
    columns = np.flatnonzero(dark.any(axis=0)) / 150
    assert columns.max() == pytest.approx(2.5 - 0.05 * 0.5, abs=0.03)
    assert columns.min() == pytest.approx(2.5 - 2 * 0.5 + 0.05 * 0.5, abs=0.03)
    rows = np.flatnonzero(dark.any(axis=1)) / 150
    assert rows.max() <= 0.71, "on the base line"
