"""Charts and reports on a dark ground: legible, and otherwise the same."""

from __future__ import annotations

import re

import pytest

from pnp.chart.colours import (
    DARK_GROUND,
    INK,
    QUIET,
    RULE,
    TEXT,
    TEXT_ON_TINTS,
    WHITE,
    dark_colour,
    darken,
    mix,
)
from pnp.spec.model import Game
from pnp.stats.charts import draw_counts
from pnp.stats.counts import count_game
from pnp.terms import Lang

COLOUR = re.compile(r"#[0-9a-f]{6}")


def luminance(colour: str) -> float:
    """Return the relative luminance that WCAG defines."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colour", [INK, TEXT, QUIET, "#5b656c"])
def test_letters_and_bars_stand_out_from_a_dark_ground(colour: str) -> None:
    assert dark_colour(WHITE) == dark_colour("#fff") == DARK_GROUND
    assert contrast(dark_colour(colour), DARK_GROUND) >= 4.5


@pytest.mark.parametrize("percent", range(12, 101))
def test_numbers_stand_out_from_every_tint(percent: int) -> None:
    strength = percent / 100
    number = WHITE if strength > TEXT_ON_TINTS else TEXT
    assert contrast(dark_colour(number), dark_colour(mix(INK, strength))) >= 4.5


def test_a_chart_becomes_dark_and_nothing_else_changes(lowtide: Game) -> None:
    chart = draw_counts(lowtide, count_game(lowtide)[0], Lang("en"))
    assert chart is not None
    light = chart.svg.decode()
    dark = darken(light)
    assert COLOUR.sub("", light) == COLOUR.sub("", dark)
    known = {dark_colour(colour) for colour in COLOUR.findall(light)}
    assert set(COLOUR.findall(dark)) == known
    assert not known & {INK, TEXT, QUIET, RULE, WHITE}


def test_texts_and_unknown_colours_stay() -> None:
    page = '<style>h1 { color: #1f4e5f; background: #fff }</style><p title="see #123456">#ffffff <b>#22282b</b></p>'
    assert darken(page) == page.replace("#1f4e5f", "#8cc3d4").replace("#fff }", "#2a2522 }")
    assert dark_colour("#b03a22") == "#b03a22"
