"""Text boxes: measured with the real font, wrapped, shrunk, refused when too long."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import Location, RenderError
from pnp.text.fonts import BODY, TITLE, find_font, metrics, text_width
from pnp.text.markup import escape_unpaired_stars
from pnp.text.text_box import Align, TextBox, VerticalAlign, set_lines, set_text
from tests.examples import examples

CARD = Location(piece="card")
BOX = TextBox(10, 20, 40, 30, size=4, smallest=2)
SPAN = re.compile(r'<tspan x="([-\d.]+)"( font-weight="bold")?( font-style="italic")?>([^<]*)</tspan>')
LINE = re.compile(r'<text xml:space="preserve" y="([-\d.]+)" font-family="([^"]+)" font-size="([\d.]+)"')


def no_icon(name: str, x: float, y: float, size: float) -> str:
    return f'<icon name="{name}" x="{x:.2f}" y="{y:.2f}" size="{size:.2f}"/>'


def spans(text: str, box: TextBox = BOX) -> list[tuple[str, float, bool, bool]]:
    drawn = set_text(text, box, no_icon, CARD)
    return [(word, float(x), bool(bold), bool(italic)) for x, bold, italic, word in SPAN.findall(drawn)]


def lines(text: str, box: TextBox = BOX) -> list[tuple[float, float]]:
    return [(float(y), float(size)) for y, _, size in LINE.findall(set_text(text, box, no_icon, CARD))]


def test_words_are_placed_where_the_font_says() -> None:
    found = spans("Wave AV")
    font = find_font(BODY)
    assert [word for word, *_ in found] == ["Wave ", "AV"]
    assert found[0][1] == 10
    assert found[1][1] == pytest.approx(10 + 4 * (text_width("Wave", font) + text_width(" ", font)), abs=0.001)
    assert text_width("AV", font) < text_width("A", font) + text_width("V", font), "kerning counts"


def test_long_text_wraps_and_short_text_keeps_its_size() -> None:
    assert len(lines("court")) == 1
    assert lines("court")[0][1] == 4
    found = lines("un texte assez long pour aller à la ligne une ou deux fois")
    assert len(found) > 1
    steps = {round(b[0] - a[0], 3) for a, b in pairwise(found)}
    assert steps == {4.8}


def test_text_shrinks_until_it_fits() -> None:
    box = replace(BOX, height=12)
    found = lines("un texte assez long " * 5, box)
    assert 2 <= found[0][1] < 4


def test_text_that_does_not_fit_fails_and_names_the_card() -> None:
    with pytest.raises(RenderError, match=r"^ring: the text does not fit its box of 40 × 30 mm at a size of 2 mm: "):
        set_text("beaucoup trop long " * 40, BOX, no_icon, Location(piece="ring"))
    with pytest.raises(RenderError, match="shorten it"):
        set_text("Donaudampfschifffahrtsgesellschaftskapitän", replace(BOX, width=12), no_icon, Location(piece="ring"))


def test_bold_italic_and_kept_signs() -> None:
    found = spans(r"un **mot** et *un autre* 2\*3")
    assert [(word.strip(), bold, italic) for word, _, bold, italic in found] == [
        ("un", False, False), ("mot", True, False), ("et", False, False), ("un", False, True),
        ("autre", False, True), ("2*3", False, False),
    ]  # fmt: skip


def test_a_star_alone_is_a_star() -> None:
    assert [word.strip() for word, *_ in spans("5 * 3 = 15 **")] == ["5", "*", "3", "=", "15", "**"]


def test_icons_stand_in_the_line() -> None:
    drawn = set_text("prends {shell} !", BOX, no_icon, CARD)
    icon = re.search(r'<icon name="shell" x="([\d.]+)"', drawn)
    assert icon
    font = find_font(BODY)
    start = 10 + 4 * (text_width("prends", font) + text_width(" ", font))
    assert float(icon[1]) == pytest.approx(start + 4 * 1.1 / 2, abs=0.01)


@pytest.mark.parametrize(("align", "edge"), [("left", 10), ("center", 30), ("right", 50)])
def test_alignment(align: Align, edge: float) -> None:
    [(word, x, _, _)] = spans("mot", replace(BOX, align=align))
    width = 4 * text_width(word, find_font(BODY))
    at = {"left": x, "center": x + width / 2, "right": x + width}[align]
    assert at == pytest.approx(edge, abs=0.001)


def test_middle_is_the_optical_middle_of_the_capitals() -> None:
    [(y, size)] = lines("HUTTE", replace(BOX, valign="middle"))
    cap = metrics(find_font(BODY))[2]
    assert y - cap * size / 2 == pytest.approx(20 + 15, abs=0.001)


def test_spaces_that_do_not_break_hold_words_together() -> None:
    assert [word for word, *_ in spans("À table\u00a0! Ici\u202f; là")] == ["À ", "table ! ", "Ici ; ", "là"]


def test_signs_of_xml_are_escaped() -> None:
    assert "&lt;b&gt; &amp;" in set_text("<b>\u00a0&", BOX, no_icon, CARD)


def test_unknown_fonts_and_cuts_are_refused() -> None:
    with pytest.raises(RenderError, match=r'^card: there is no font "Comic Sans"'):
        set_text("x", replace(BOX, families=("Comic Sans",)), no_icon, CARD)
    with pytest.raises(
        RenderError, match=r"^card: the font Fredoka One has no bold style \[E0515\]\n  hint: it has regular"
    ):
        set_text("**x**", replace(BOX, families=(TITLE,)), no_icon, CARD)


@pytest.mark.parametrize(
    "wrong",
    [replace(BOX, size=0, smallest=0), replace(BOX, smallest=5), replace(BOX, width=-1), replace(BOX, leading=0)],
)
def test_impossible_boxes_are_refused(wrong: TextBox) -> None:
    with pytest.raises(
        RenderError, match=r"^card: the text box needs 0 < min ≤ size, and a width, height and leading above 0: size "
    ):
        set_text("x", wrong, no_icon, CARD)


@examples(100)
@given(
    st.text(st.sampled_from("aàbc éEÉÇ.,!*{}\\ \n\u00a0WAV"), max_size=80),
    st.floats(5, 80), st.floats(5, 80), st.sampled_from(["left", "center", "right"]),
    st.sampled_from(["top", "middle", "bottom"]),
)  # fmt: skip
def test_what_is_set_stays_in_its_box(
    text: str, width: float, height: float, align: Align, valign: VerticalAlign
) -> None:
    box = TextBox(0, 0, width, height, 4, 1.5, align=align, valign=valign)
    try:
        drawn = set_text(text, box, no_icon, CARD)
    except RenderError:
        return
    for line in re.findall(r"<text.*?</text>", drawn):
        y, _, size = LINE.findall(line)[0]
        assert float(y) - 0.66 * float(size) >= -0.01
        assert float(y) <= height + 0.01
        for x, bold, italic, word in SPAN.findall(line):
            font = find_font(BODY, bold=bool(bold), italic=bool(italic))
            shown = word.rstrip(" ").replace("&amp;", "&")
            assert float(x) >= -0.01
            assert float(x) + text_width(shown, font) * float(size) <= width + 0.01


def test_stars_that_do_not_pair_up_are_stars_where_nobody_asks_for_more() -> None:
    assert escape_unpaired_stars("*At the end: 2 VP") == r"\*At the end: 2 VP"
    assert escape_unpaired_stars("**Bold** and *italic*") == "**Bold** and *italic*"
    assert escape_unpaired_stars(r"a \* b") == r"a \* b"
    assert "*At" in set_text(escape_unpaired_stars("*At the end"), BOX, no_icon, CARD)
    with pytest.raises(RenderError, match=r'^card: a \* or \*\* is not closed: "\*At the end"'):
        set_text("*At the end", BOX, no_icon, CARD)


def read(text: str, width: float, size: float = 4, height: float = 30) -> list[str]:
    return [line.text for line in set_lines(text, TextBox(0, 0, width, height, size, 1), CARD)]


def test_lines_are_read_as_they_are_drawn() -> None:
    text, box = "un texte assez long\npour **aller** à la ligne {hen} une fois", TextBox(0, 0, 40, 30, 4, 2)
    found = set_lines(text, box, CARD)
    assert [line.text for line in found] == ["un texte assez long", "pour aller à la ligne \ufffc", "une fois"]
    assert [line.ends for line in found] == [True, False, True]
    assert [line.words for line in found] == [4, 6, 2]
    assert all(0 < line.width <= 40 for line in found)
    assert len(LINE.findall(set_text(text, box, no_icon, CARD))) == len(found)
    assert set_lines("", box, CARD) == []


def test_a_number_stays_with_its_unit_where_no_more_lines_are_needed() -> None:
    assert read("une règle bien longue de 50 mm et plus", 46) == ["une règle bien longue de", "50 mm et plus"]
    assert read("une règle bien longue de 50 pieds et plus", 46) == ["une règle bien longue de 50", "pieds et plus"]
    assert read("Elle ne cache presque rien ? Allons", 44) == ["Elle ne cache presque", "rien ? Allons"]
    assert read("aaaaaaaaaa 50 mm bbbbbbbb", 30) == ["aaaaaaaaaa", "50 mm bbbbbbbb"]


def test_no_line_is_added_and_nothing_shrinks_for_it() -> None:
    text, box = "aaaaaaaaaa 50 mm bbbbbbbbbb", TextBox(0, 0, 30, 10, 4, 4)
    assert [line.text for line in set_lines(text, box, CARD)] == ["aaaaaaaaaa 50", "mm bbbbbbbbbb"]


def test_a_short_last_word_takes_another_along() -> None:
    assert read("Elle le couve depuis mardi", 33) == ["Elle le couve", "depuis mardi"]
    assert read("Elle le couve depuis\nmardi", 33) == ["Elle le couve depuis", "mardi"], "its author's own line"
    assert read("Elle le couve depuis mercredi-dix", 33) == ["Elle le couve depuis", "mercredi-dix"], "wide enough"
    assert read("Elle le couve depuis ce\u00a0jour", 33) == ["Elle le couve depuis", "ce jour"], "two words"
    assert read("Extraordinairement tôt", 33) == ["Extraordinairement", "tôt"], "two words"
    assert read("Elle ne cache presque rien ? Non", 46) == ["Elle ne cache presque", "rien ? Non"], (
        "nor from its question mark"
    )


@examples(40)
@given(
    st.lists(st.sampled_from(["un", "50", "mm", "!", "«", "coq", "extraordinaire", "×", "2"]), min_size=1, max_size=12)
)
def test_better_breaks_keep_words_lines_and_size(words: list[str]) -> None:
    text, box = " ".join(words), TextBox(0, 0, 30, 40, 4, 1)
    found = set_lines(text, box, CARD)
    assert " ".join(line.text for line in found) == text
    assert all(line.width <= 30 + 1e-6 for line in found)
    plain: list[str] = []
    size = lines(text, box)[0][1]
    font = find_font(BODY)
    for word in words:  # as a typewriter breaks lines
        longer = f"{plain[-1]} {word}" if plain else word
        width = sum(text_width(part, font) for part in longer.split()) + longer.count(" ") * text_width(" ", font)
        if plain and width * size <= 30 + 1e-6:
            plain[-1] = longer
        else:
            plain.append(word)
    assert len(found) == len(plain)
