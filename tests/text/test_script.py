"""Scripts: ideographs wrap by the rules of Japanese, Hebrew and Arabic run from right to left and are joined."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.errors import Location, RenderError
from pnp.face.face import Face
from pnp.geometry.units import Size
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.text.font_set import FontSet
from pnp.text.fonts import harfbuzz_font, text_width
from pnp.text.text_box import Gap, TextBox, set_text
from pnp.text.typography import bidi_levels, line_breaks, runs_rtl, starts_rtl, visual_order
from tests.own_fonts import ARABIC, HEBREW, JAPANESE, LATIN, write_font

CARD = Location(piece="card")
LINE = re.compile(r'<text [^>]*y="([\d.]+)"[^>]*>(.*?)</text>')
SPAN = re.compile(r'<tspan x="([\d.]+)"[^>]*>([^<]*)</tspan>')
SIZE = 4.0


@pytest.fixture(scope="session")
def font_set(tmp_path_factory: pytest.TempPathFactory) -> FontSet:
    """Fonts of a Japanese, a Hebrew and an Arabic project; Latin letters are 600 wide, ideographs 1000."""
    folder = tmp_path_factory.mktemp("fonts")
    widths = {letter: 400 + 10 * number for number, letter in enumerate(HEBREW)}
    files = [
        write_font(folder / "jp.ttf", "Kana", JAPANESE + LATIN),
        write_font(folder / "he.ttf", "Ivrit", HEBREW + LATIN + "־", widths=widths),
        write_font(folder / "heb.ttf", "Ivrit", HEBREW + LATIN, widths=widths, bold=True),
        write_font(folder / "ar.ttf", "Naskh", ARABIC + LATIN + "،", joining=True),
    ]
    return FontSet([(path, Location(path.name)) for path in files])


def box(family: str, width: float = 40, **how: object) -> TextBox:
    return TextBox(0, 0, width, 60, SIZE, SIZE, families=(family,), **how)  # type: ignore[arg-type]


def icon(name: str, x: float, y: float, size: float) -> str:
    return f'<rect x="{x:.3f}"/>'


def rows(text: str, font_set: FontSet, setting: TextBox) -> list[list[tuple[float, str]]]:
    """The spans of each line, with their places."""
    svg = set_text(text, setting, icon, CARD, font_set)
    return [
        [(float(x), part.replace("\u200f", "").strip()) for x, part in SPAN.findall(line)]
        for _, line in LINE.findall(svg)
    ]


def words_of(line: list[tuple[float, str]]) -> str:
    return "".join(part for _, part in line)


def test_ideographs_wrap_without_spaces(font_set: FontSet) -> None:
    lines = rows("あいうえおかきくけこ", font_set, box("Kana", 16))
    assert [words_of(line) for line in lines] == ["あいうえ", "おかきく", "けこ"]


def test_a_line_begins_with_no_closing_mark_and_ends_with_no_opening_one(font_set: FontSet) -> None:
    lines = [words_of(line) for line in rows("あいうえ。お「かき」くっけー（こ）さ、し", font_set, box("Kana", 16))]
    assert "".join(lines) == "あいうえ。お「かき」くっけー（こ）さ、し"
    assert len(lines) > 4
    for line in lines:
        assert line[0] not in "。」っー）、"
        assert line[-1] not in "「（"


def test_latin_words_among_ideographs_stay_whole(font_set: FontSet) -> None:
    lines = [words_of(line) for line in rows("あいAlfredう", font_set, box("Kana", 16))]
    assert lines == ["あい", "Alfred", "う"]


def test_a_space_that_does_not_break_does_not_break_among_ideographs(font_set: FontSet) -> None:
    lines = [words_of(line) for line in rows("あいう3\u00a0Aえ", font_set, box("Kana", 16))]
    assert lines[1].startswith("3 A")


def test_hebrew_runs_from_right_to_left_and_stands_on_the_right(font_set: FontSet) -> None:
    [line] = rows("אבג דהו זחט", font_set, box("Ivrit"))
    assert [part for _, part in line] == ["זחט", "דהו", "אבג"], "from left to right, as they are seen"
    font = font_set.find("Ivrit")
    assert line[-1][0] + SIZE * text_width("אבג", font) == pytest.approx(40, abs=0.01)
    [left] = rows("אבג דהו זחט", font_set, box("Ivrit", align="left"))
    assert left[0][0] == 0


def test_numbers_names_and_brackets_in_hebrew(font_set: FontSet) -> None:
    [line] = rows("אב 35 (גד) Alfred הו.", font_set, box("Ivrit", 60))
    assert [part for _, part in line] == ["הו.", "Alfred", "(גד)", "35", "אב"]
    [mixed] = rows("Alfred אב גד 5", font_set, box("Ivrit"))
    assert [part for _, part in mixed] == ["Alfred", "5", "גד", "אב"], "a line that begins in Latin"
    assert mixed[0][0] == 0
    [told] = rows("Alfred אב", font_set, box("Ivrit", rtl=True))
    assert [part for _, part in told] == ["אב", "Alfred"], "in a language that runs from right to left"


def test_lines_break_before_they_are_turned_round(font_set: FontSet) -> None:
    lines = rows("אאאא בבבב גגגגגג", font_set, box("Ivrit", 16))
    assert [[part for _, part in line] for line in lines] == [["בבבב", "אאאא"], ["גגגגגג"]]


def test_icons_and_bold_stand_where_they_are_read(font_set: FontSet) -> None:
    svg = set_text("אב {coin} **גד**", box("Ivrit"), icon, CARD, font_set)
    [coin] = [float(x) for x in re.findall(r'<rect x="([\d.]+)"/>', svg)]
    bold, plain = SPAN.findall(svg)
    assert (bold[1].strip("\u200f "), plain[1].strip("\u200f ")) == ("גד", "אב")
    assert float(bold[0]) < coin < float(plain[0])
    assert 'font-weight="bold">\u200fגד' in svg


def test_arabic_letters_are_as_wide_as_their_joined_forms(font_set: FontSet) -> None:
    font = font_set.find("Naskh")
    assert text_width("ب", font) == 0.6
    assert text_width("ببب", font) == pytest.approx(0.5 + 0.4 + 0.3)


def outlines(text: str, font_set: FontSet, family: str, x: float) -> str:
    """The letters of a run as boxes, placed by HarfBuzz alone."""
    import uharfbuzz

    font = harfbuzz_font(font_set.find(family))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    made = []
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        about = font.get_glyph_extents(info.codepoint)
        left, wide = x + about.x_bearing * SIZE / 1000, about.width * SIZE / 1000
        made.append(f'<rect x="{left}" y="{10 - 0.7 * SIZE}" width="{wide}" height="{0.7 * SIZE}"/>')
        x += position.x_advance * SIZE / 1000
    return "".join(made)


@pytest.mark.parametrize(
    ("family", "text"),
    [("Naskh", "سلام عليكم"), ("Naskh", "(ببب)."), ("Ivrit", "שלום"), ("Ivrit", "(אב-גד)!"), ("Kana", "竜の山。")],
)
def test_what_is_drawn_is_what_was_measured(font_set: FontSet, family: str, text: str) -> None:
    def picture(body: str, fonts: bool) -> np.ndarray:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="14mm" viewBox="0 0 40 14">' + body + "</svg>"
        )
        face = Face(svg, Size(40, 14), 0, CARD, font_set.used_in(svg) if fonts else ())
        [png] = find_renderer(RendererName.TYPST).to_png([face], 300)
        return np.asarray(Image.open(BytesIO(png)).convert("L")) < 128

    set_in = TextBox(2, 0, 36, 14, SIZE, SIZE, families=(family,), align="left", colour="#000000")
    drawn = set_text(text, set_in, icon, CARD, font_set)
    drawn = re.sub(r' y="[\d.]+"', ' y="10"', drawn)
    seen = picture(drawn, True)
    assert seen.sum() > 1000
    if " " in text:
        parts = {part.strip("\u200f "): float(x) for x, part in SPAN.findall(drawn)}
        wanted = picture("".join(outlines(part, font_set, family, x) for part, x in parts.items()), False)
    else:
        wanted = picture(outlines(text, font_set, family, 2), False)
    assert (seen ^ wanted).sum() < 0.02 * wanted.sum()


def test_cairosvg_refuses_what_it_would_set_wrongly(font_set: FontSet) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="14mm" viewBox="0 0 40 14">'
        + set_text("שלום", box("Ivrit"), icon, CARD, font_set)
        + "</svg>"
    )
    with pytest.raises(RenderError, match=r"card has a character that cairosvg cannot draw(.|\n)*use --renderer typst"):
        find_renderer(RendererName.CAIROSVG).to_png([Face(svg, Size(40, 14), 0, CARD, font_set.used_in(svg))], 72)


def test_languages_that_run_from_right_to_left() -> None:
    assert [runs_rtl(tag) for tag in ("he", "ar-EG", "fa", "ur", "az-Arab", "yi")] == [True] * 6
    assert [runs_rtl(tag) for tag in ("fr", "en", "ja", "zh-Hant", "az")] == [False] * 5
    assert starts_rtl("5 אב Alfred")
    assert not starts_rtl("Alfred אב")


def test_levels_are_those_of_the_unicode_algorithm() -> None:
    assert bidi_levels("אב 35 ab", rtl=True) == (1, 1, 1, 2, 2, 1, 2, 2)
    assert bidi_levels("ab אב", rtl=False) == (0, 0, 0, 1, 1)
    assert bidi_levels("é😀א", rtl=False) == (0, 0, 1)
    shown = visual_order([Gap(level) for level in (1, 2, 2, 1)])
    assert [gap.level for gap in shown] == [1, 2, 2, 1]


@given(st.text(alphabet=st.characters(max_codepoint=0x2FF), max_size=40))
def test_latin_is_left_to_its_own_rules(text: str) -> None:
    assert line_breaks(text) == frozenset()
    assert not starts_rtl(text)


def test_thai_breaks_at_spaces_and_at_spaces_without_a_width(tmp_path: Path) -> None:
    path = write_font(tmp_path / "th.ttf", "Thai", "กขคงจ ")
    thai = FontSet([(path, Location("th.ttf"))])
    assert [words_of(line) for line in rows("กขค\u200bงจก\u200bขค", thai, box("Thai", 11))] == ["กขค", "งจก", "ขค"]
    with pytest.raises(RenderError, match="card: the text does not fit its box of"):
        rows("กขคงจกขค", thai, box("Thai", 11))
