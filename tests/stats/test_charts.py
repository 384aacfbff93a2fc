"""Charts: whole pictures in our fonts, the same bytes every time, and nothing that runs over."""

from __future__ import annotations

import io
import re
import warnings
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.chart.canvas import Canvas
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.spec.model import Column, Deck, Design, Game
from pnp.stats.charts import bins, draw_counts, draw_odds
from pnp.stats.counts import Numbers, count_deck, count_game
from pnp.stats.tables import MOST_BARS, top_counts
from pnp.terms import Lang
from pnp.text.fonts import FONTS

LONG = "a label that a designer wrote in a talkative mood, for $5 or $7, and never made shorter"


@pytest.fixture
def wild() -> tuple[Game, Deck]:
    """A deck with everything that could break a chart."""
    many = [f"value number {number}" for number in range(60)]
    said = [LONG, "Donaudampfschifffahrtsgesellschaftskapitänsmütze", "★ star", "plain"]
    columns = {
        "many": Column.model_validate({"type": "choice", "choices": many}),
        "said": Column.model_validate({"type": "choice", "choices": said}),
        "price": Column.model_validate({"type": "number"}),
        **{f"has_{n}": Column.model_validate({"type": "choice", "choices": ["yes", "no"]}) for n in range(14)},
    }
    designs = [
        Design.model_validate(
            {"id": f"p{n}", "count": 1 + n % 3, "fields": {
                "many": many[n * 7 % 60], "said": said[n % 4], "price": n * n / 7 - 3,
                **{f"has_{k}": ("yes", "no")[n >> k & 1] for k in range(14)},
            }}
        )
        for n in range(70)
    ]  # fmt: skip
    deck = Deck.model_validate(
        {"name": "wild", "title": {"fr": f"Sauvage {LONG}", "en": "Wild"}, "kind": "card", "size": [63, 88],
         "front": "x", "columns": columns, "designs": designs}
    )  # fmt: skip
    game = {"id": "wild", "title": {"fr": "Jeu ★", "en": "Game"}, "players": [1, 2], "age": 1, "minutes": 1, "box": []}
    return Game.model_validate({**game, "decks": {"wild": deck}}), deck


def has_clear_rim(png: bytes) -> bool:
    """Whether nothing is drawn in the outermost 5 mm, where texts that run over would be."""
    picture = Image.open(io.BytesIO(png)).convert("L").point(lambda level: 255 if level < 250 else 0)
    box = picture.getbbox()
    assert box is not None
    rim = 30
    return box[0] >= rim and box[1] >= rim and box[2] <= picture.width - rim and box[3] <= picture.height - rim


@pytest.mark.sampled(8)
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", bundled_project().games())
def test_charts_of_every_game_are_whole(name: str, lang: Lang) -> None:
    game = load_game(bundled_project(), name)
    drawn = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a font or glyph that matplotlib misses is a warning
        for counts in count_game(game):
            for chart in (draw_counts(game, counts, lang), draw_odds(game, counts, lang)):
                if chart is not None:
                    drawn += 1
                    root = ElementTree.fromstring(chart.svg)
                    assert root.tag == "{http://www.w3.org/2000/svg}svg"
                    assert b"<text" not in chart.svg, "letters are outlines"
                    assert has_clear_rim(chart.png)
    assert drawn >= 2


def test_a_wild_deck_is_drawn_whole(wild: tuple[Game, Deck]) -> None:
    game, deck = wild
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chart, odds = draw_counts(game, count_deck(deck), Lang.FR), draw_odds(game, count_deck(deck), Lang.FR)
    assert chart is not None
    assert odds is not None
    assert has_clear_rim(chart.png)
    assert has_clear_rim(odds.png)


def test_the_same_bytes_every_time(lowtide: Game) -> None:
    counts = count_deck(lowtide.decks["shells"])
    assert draw_counts(lowtide, counts, Lang.FR) == draw_counts(lowtide, counts, Lang.FR)
    assert draw_counts(lowtide, counts, Lang.FR) != draw_counts(lowtide, counts, Lang.EN)


def test_the_settings_of_the_machine_change_nothing(lowtide: Game) -> None:
    import matplotlib

    counts = count_deck(lowtide.decks["shells"])
    before = draw_counts(lowtide, counts, Lang.FR)
    with matplotlib.rc_context({"axes.facecolor": "red", "font.family": "monospace", "svg.fonttype": "none"}):
        assert draw_counts(lowtide, counts, Lang.FR) == before


def test_every_text_is_set_in_a_bundled_font(lowtide: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Canvas] = []
    svg = Canvas.svg

    def noted(canvas: Canvas, title: str) -> bytes:
        drawn.append(canvas)
        return svg(canvas, title)

    monkeypatch.setattr(Canvas, "svg", noted)
    draw_counts(lowtide, count_deck(lowtide.decks["shells"]), Lang.FR)
    texts = [text for text in drawn[0].axes.texts if text.get_text()]
    assert len(texts) > 10
    assert {text.get_fontproperties().get_file() for text in texts} <= {str(font.path) for font in FONTS}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that charts set while the test runs."""
    found: list[str] = []
    text = Canvas.text

    def noted(canvas: Canvas, x: float, y: float, words: str, size: float, **more: Any) -> None:
        found.append(words)
        text(canvas, x, y, words, size, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    return found


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("name", bundled_project().games())
def test_charts_of_every_game_speak_the_language_of_the_reader(name: str, lang: Lang, written: list[str]) -> None:
    game = load_game(bundled_project(), name)
    for counts in count_game(game):
        draw_counts(game, counts, lang)
        draw_odds(game, counts, lang)
    keys = {key for deck in game.decks.values() for key in (*deck.columns, *(design.id for design in deck.designs))}
    keys |= {value for deck in game.decks.values() for column in deck.columns.values() for value in column.choices}
    named = {text[lang] for text in game.text.values()}
    shown = {word for text in written for word in re.split(r", | × |\s?: | \(", text)}
    assert {key for key in shown & keys if key.islower() and key not in named} == set()
    assert shown & named, "the names are used"


def test_columns_have_their_heading_if_the_game_does_not_name_them(written: list[str]) -> None:
    columns = {
        "cost": Column.model_validate({"type": "int", "heading": "Cost (gold)"}),
        "suit": Column.model_validate({"type": "choice", "choices": ["sun", "moon"]}),
    }
    designs = [
        Design.model_validate(
            {"id": f"c{n}", "count": 1 + n % 2, "fields": {"cost": n % 2, "suit": "sun" if n else "moon"}}
        )
        for n in range(6)
    ]
    deck = Deck.model_validate(
        {"name": "cards", "title": {"en": "Cards"}, "kind": "card", "size": [63, 88], "front": "x", "columns": columns,
         "designs": designs}
    )  # fmt: skip
    game = Game.model_validate(
        {"id": "own", "title": {"en": "Own"}, "decks": {"cards": deck}, "text": {"moon": {"en": "the moon"}}}
    )
    draw_counts(game, count_deck(deck), Lang.EN)
    assert {"Cost (gold)", "suit", "sun", "the moon", "c0"} <= set(written)
    assert not {"cost", "moon"} & set(written)


def test_bars_of_the_same_length_are_a_sentence(written: list[str]) -> None:
    game = load_game(bundled_project(), "winston")
    draw_counts(game, count_deck(game.decks["dogs"]), Lang.EN)
    said = " ".join(written)
    assert "11 of each: sailor, detective, ballerina, knight," in said
    assert "sailor" in written, "it is still named in the table of kinds and parts"
    assert "18" in written, "heads and bodies differ, and have bars"
    assert "11" not in written


def test_a_deck_of_one_piece_has_no_chart(lowtide: Game) -> None:
    counts = count_deck(lowtide.decks["fisher"])
    assert draw_counts(lowtide, counts, Lang.FR) is None
    assert draw_odds(lowtide, counts, Lang.FR) is None


def test_very_many_values_are_put_together() -> None:
    counts = {f"v{number}": number for number in range(60)}
    shown = top_counts(counts, Lang.EN)
    assert len(shown) == MOST_BARS
    assert shown[-1] == ("37 others", sum(range(37)))
    assert sum(count for _, count in shown) == sum(counts.values())
    assert [value for value, _ in shown[:-1]] == [f"v{number}" for number in range(37, 60)], "in the spec's order"


@settings(deadline=None)
@given(st.dictionaries(st.floats(-1e6, 1e6).map(lambda value: round(value, 3)), st.integers(1, 9), min_size=2))
def test_a_histogram_has_every_piece_once(counts: dict[float, int]) -> None:
    heights, labels = bins(Numbers("x", False, dict(sorted(counts.items()))))
    assert sum(heights) == sum(counts.values())
    assert len(labels) == len(heights) + 1 <= 14
