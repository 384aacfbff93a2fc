"""How full the columns of finished memos are, which words are divided, and how deep the colour at a card's cut is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

from pnp.memo.print import BLEED, MemoOrder, TypesetMemo, make_typesetter, memo_card, typeset_memo
from pnp.memo.read import read_memo
from pnp.memo.source import figures_on, prints_aid, variants
from pnp.project.folders import bundled_project
from pnp.sheet.layout import parse_paper
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Format, Ink, Lang
from tests.memo.reading import HYPHEN, MM, Letter, letters, picture, raw_text

BUNDLED = bundled_project()
MEMOS = [
    (game, variant, lang)
    for game in BUNDLED.games()
    for variant in variants(BUNDLED.components / game)
    for lang in (Lang.FR, Lang.EN)
]
PAGES = [
    (Format.HALF, "a4"), (Format.WHOLE, "a4"), (Format.QUARTER, "a4"),
    (Format.HALF, "letter"), (Format.WHOLE, "letter"), (Format.QUARTER, "letter"),
]  # fmt: skip
LINE = 1.25
"""Height of a line, as a multiple of the type size."""
MOST_LINES = 2
"""How much shorter than the other column a column may be, in lines."""
FILLED = 0.85
"""Share of a card's height that is read, at least."""


def leaf(game: str, variant: str, order: MemoOrder, bleed: float = 0) -> TypesetMemo:
    memo = read_memo(BUNDLED, game, variant, order.lang)
    return typeset_memo(BUNDLED, load_game(BUNDLED, game), memo, order, bleed, Cache.for_user())


def columns(made: TypesetMemo, memo_has_foot: bool) -> Iterator[list[Letter]]:
    """The letters of each column, without those of the foot."""
    trial = made.trial
    bottom = trial.height - trial.margin - (1.7 * trial.size * MM if memo_has_foot else 0)
    middle = trial.width / 2
    read = [letter for letter in letters(made.pdf) if letter.bottom < bottom + 0.5]
    yield [letter for letter in read if letter.right < middle]
    yield [letter for letter in read if letter.left > middle]


@pytest.mark.sampled(11)
@pytest.mark.parametrize(("form", "paper"), PAGES)
@pytest.mark.parametrize(("game", "variant", "lang"), MEMOS)
def test_columns_end_at_one_level(game: str, variant: str, lang: Lang, form: Format, paper: str) -> None:
    made = leaf(game, variant, MemoOrder(form, parse_paper(paper), lang))
    aid = prints_aid(read_memo(BUNDLED, game, variant, lang), form)
    ends = [max(letter.bottom for letter in column) for column in columns(made, memo_has_foot=not aid)]
    assert max(ends) - min(ends) <= MOST_LINES * LINE * made.trial.size * MM


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "variant", "lang"), MEMOS)
def test_both_sides_of_a_card_are_filled_and_no_colour_is_a_strip_at_the_cut(
    game: str, variant: str, lang: Lang
) -> None:
    """Colour that meets the cut goes 4 mm deep at least: a strip would show each tenth that a cut is off."""
    made = leaf(game, variant, MemoOrder(Format.CARD, lang=lang), BLEED)
    for page in (0, 1):
        assert max(letter.bottom for letter in letters(made.pdf, page)) - BLEED >= FILLED * made.trial.height
        drawn = picture(made.pdf, page, 254)
        for turn in range(4):
            depth = colour_depth(np.rot90(drawn, turn)) - BLEED
            assert depth == pytest.approx(-BLEED) or depth >= 4, f"{depth:.1f} mm of colour at a cut"


def colour_depth(drawn: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> float:
    """How far the colour of the upper edge's middle goes down, in mm; 0 if it is white. A pixel is 0.1 mm."""
    column = drawn[:, 2 + int(BLEED * 10)].astype(int)  # beside everything that is printed on the card
    same = np.abs(column - column[0]).max(axis=1) < 8
    return 0.0 if (column[0] > 250).all() else float(np.argmin(same) if not same.all() else len(same)) / 10


@pytest.mark.parametrize("ink", Ink)
def test_no_card_has_colour_below_its_text(ink: Ink) -> None:
    pdf = memo_card(BUNDLED, load_game(BUNDLED, "conquete"), Lang.FR, ink, BLEED)
    for page in (0, 1):
        assert (picture(pdf, page, 254)[-int(10 * (BLEED + 2)) :] > 250).all()


@pytest.mark.sampled(7)
@pytest.mark.parametrize("form", [Format.HALF, Format.WHOLE, Format.QUARTER, Format.CARD])
@pytest.mark.parametrize(("game", "variant", "lang"), MEMOS)
def test_no_word_is_divided_in_a_caption_or_an_aid(game: str, variant: str, lang: Lang, form: Format) -> None:
    memo = read_memo(BUNDLED, game, variant, lang)
    text = raw_text(leaf(game, variant, MemoOrder(form, lang=lang)).pdf)
    if prints_aid(memo, form):
        written = " ".join(words.text for words in memo.words())
        for begin, end in re.findall(rf"(\w+){HYPHEN}\s*(\w+)", text):
            assert f"{begin}-{end}" in written
    whole = set(re.findall(r"\w+", text))
    for figure in figures_on(memo, form):
        words = re.sub(r"\{.*?\}", " ", figure.caption.text) if figure.caption else ""
        assert set(re.findall(r"[^\W\d_]{4,}", words)) <= whole


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "variant", "lang"), MEMOS)
def test_a6_says_for_how_many_how_long_and_from_what_age(game: str, variant: str, lang: Lang) -> None:
    spec = load_game(BUNDLED, game)
    text = " ".join(raw_text(leaf(game, variant, MemoOrder(Format.QUARTER, lang=lang)).pdf).split())
    age = f"dès {spec.age} ans" if lang is Lang.FR else f"ages {spec.age}+"
    assert f"{spec.player_range} {spec.minutes} min {age}" in text


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("game", BUNDLED.games())
def test_a_card_with_a_logo_says_it_as_well(game: str, lang: Lang) -> None:
    spec = load_game(BUNDLED, game)
    text = " ".join(raw_text(leaf(game, "", MemoOrder(Format.CARD, lang=lang)).pdf).split())
    assert f"{spec.player_range} {spec.minutes} min " in text


def test_every_game_has_a_figure_on_its_card() -> None:
    for game in BUNDLED.games():
        memo = read_memo(BUNDLED, game, "", Lang.EN)
        setter = make_typesetter(BUNDLED, load_game(BUNDLED, game), memo, MemoOrder(Format.CARD), Cache.for_user())
        assert any(setter.figures.values()), game
