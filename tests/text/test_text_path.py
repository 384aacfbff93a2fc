"""Text along a path: where its letters are, how they are turned, and what is refused."""

from __future__ import annotations

import math
import re
import time
from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.errors import Location, RenderError
from pnp.face.face import Face
from pnp.geometry.units import Size
from pnp.press import renderer
from pnp.press.job import RendererName
from pnp.text.fonts import BODY, find_font, shaped_clusters, text_width
from pnp.text.markup import Tags
from pnp.text.text_box import TextBox
from pnp.text.text_path import PathAlign, read_baseline, set_on_path
from tests.examples import examples

CARD = Location(piece="card")
STYLE = TextBox(0, 0, 1, 1, size=4, smallest=2, tags=Tags())
LETTER = re.compile(
    r'<text transform="translate\(([-\d.]+) ([-\d.]+)\) rotate\(([-\d.]+)\)" xml:space="preserve" x="([-\d.]+)" y="0"'
    r' font-family="[^"]+" font-size="([\d.]+)"( font-weight="bold")?[^>]*>([^<]*)</text>'
)


def no_icon(name: str, x: float, y: float, size: float) -> str:
    return f'<icon name="{name}" x="{x:.3f}" y="{y:.3f}" size="{size:.3f}"/>'


def drawn(text: str, path: object, style: TextBox = STYLE, align: PathAlign = "center", offset: float = 0) -> str:
    return set_on_path(text, read_baseline(path), style, no_icon, CARD, align=align, offset=offset)


def letters(
    text: str, path: object, style: TextBox = STYLE, align: PathAlign = "center", offset: float = 0
) -> list[tuple[str, float, float, float, float]]:
    """Return the letters, each with the middle of its baseline, its turn in degrees and its size."""
    found = LETTER.findall(drawn(text, path, style, align, offset))
    return [(letter, float(x), float(y), float(turn), float(size)) for x, y, turn, _, size, _, letter in found]


@pytest.mark.parametrize("text", ["AVATAR", "Wave fi ffl", "e\u0301te", "To", "a\U0001f600b"])
def test_widths_of_letters_add_up_to_that_of_the_word(text: str) -> None:
    parts = shaped_clusters(text, find_font(BODY))
    assert "".join(part for part, _ in parts) == text
    assert sum(width for _, width in parts) == pytest.approx(text_width(text, find_font(BODY)))


@pytest.mark.parametrize(("align", "edge"), [("start", 10.0), ("center", 40.0), ("end", 70.0)])
def test_letters_on_a_straight_line_are_where_the_font_says(align: PathAlign, edge: float) -> None:
    font = find_font(BODY)
    found = letters("AV a", "M 10 30 H 70", align=align)
    assert [letter for letter, *_ in found] == ["A", "V ", "a"], "text copied from the PDF has a space"
    whole = 4 * (text_width("AV", font) + text_width(" ", font) + text_width("a", font))
    start = edge - {"start": 0, "center": 0.5, "end": 1}[align] * whole
    assert found[0][1] == pytest.approx(start + 2 * shaped_clusters("AV", font)[0][1], abs=0.002)
    assert found[2][1] == pytest.approx(start + whole - 2 * text_width("a", font), abs=0.002)
    assert all((y, turn, size) == (30, 0, 4) for _, _, y, turn, size in found)


def test_letters_stand_upright_on_a_circle() -> None:
    for radius, up in ((15, 1), (-15, -1)):
        found = letters("on top of a hill", [30, 30, radius])
        for _, x, y, turn, _ in found:
            assert math.hypot(x - 30, y - 30) == pytest.approx(15, abs=0.02)
            outward = math.degrees(math.atan2(x - 30, -(y - 30) * up))
            assert turn == pytest.approx(up * outward, abs=2)
            assert (y < 30) == (up > 0), "at the top, or at the bottom"
        assert (found[0][1] + found[-1][1]) / 2 == pytest.approx(30, abs=0.6), "centred"
        assert found[0][1] < found[-1][1], "reads to the right"


def test_an_offset_moves_the_text_above_its_path() -> None:
    assert {y for _, _, y, _, _ in letters("abc", "M 0 30 H 40", offset=2)} == {28}
    assert {y for _, _, y, _, _ in letters("abc", "M 0 30 H 40", offset=-2)} == {32}
    for _, x, y, _, _ in letters("abc def", [30, 30, 15], offset=3):
        assert math.hypot(x - 30, y - 30) == pytest.approx(18, abs=0.02)


def test_a_text_shrinks_to_the_length_of_its_path() -> None:
    size = letters("a text of some length", "M 0 0 H 30")[0][-1]
    assert 2 <= size < 4
    width = sum(text_width(word, find_font(BODY)) for word in ["a", "text", "of", "some", "length"])
    width += 4 * text_width(" ", find_font(BODY))
    assert size * width <= 30 < (size + 0.06) * width


def test_a_text_longer_than_its_path_is_refused_with_the_missing_length() -> None:
    text = "this text is far too long for it"
    with pytest.raises(
        RenderError, match=r"^card: the text does not fit its path of 20 mm at a size of 2 mm: "
    ) as caught:
        drawn(text, "M 0 0 H 20")
    found = re.search(r'it" needs ([\d.]+) mm: ([\d.]+) mm more \[E0403\]\n  hint: shorten it', str(caught.value))
    assert found, caught.value
    assert float(found[1]) - 20 == pytest.approx(float(found[2]), abs=0.11)
    assert drawn(text, f"M 0 0 H {found[1]}")


def test_markup_and_icons_follow_the_path() -> None:
    svg = drawn('A <b>b</b> {coin} <span size="8" colour="#cc3333">c</span><br>d', "M 0 20 H 60")
    assert [(letter, bool(bold), size) for *_, size, bold, letter in LETTER.findall(svg)] == [
        ("A ", False, "4"), ("b ", True, "4"), ("c ", False, "8"), ("d", False, "4"),
    ]  # fmt: skip
    assert re.search(r'<g transform="translate\([\d.]+ 20\) rotate\(0\)"><icon name="coin" x="0.000" y="-[\d.]+" ', svg)
    assert svg.count('fill="#cc3333"') == 1
    assert drawn("", "M 0 0 H 9") == drawn(" \n ", "M 0 0 H 9") == ""


def test_joined_scripts_keep_their_words_whole_and_run_to_the_left() -> None:
    found = letters("הר גדול", "M 0 0 H 60")
    assert [re.sub("[\u200f ]", "", word) for word, *_ in found] == ["גדול", "הר"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "must be SVG path data, or a circle"),
        ("L 0 0 H 9", "must be SVG path data"),
        ("M 0 0 A", "must be"),
        ("M 0 0", "must be a line with a length"),
        ("M 5 5 H 5", "must be a line with a length"),
        ("M 0 0 H 9 M 9 9 H 20", "must be a single line"),
        ("M 0 0 H 99999", "10,000 mm from the origin"),
        ("M 0 0 H 1e999", "must be"),
        ("M 0 0" + " h1v1" * 400, "at most 500 segments"),
        ("M 0 0 " + "9" * 10_000, "at most 10,000 characters"),
        ("circle", "must be SVG path data"),
        ([1, 2], "circle as"),
        ([1, 2, 0], "circle as"),
        ([1, 2, float("nan")], "circle as"),
        ([1, 2, "3"], "circle as"),
        (None, "must be SVG path data"),
        (7, "must be SVG path data"),
    ],
)
def test_paths_that_are_none_are_refused(path: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_baseline(path)


@examples(100)
@given(st.text(st.sampled_from("MmLlHhVvCcSsQqTtAaZz 0123456789.,-+e"), max_size=60))
def test_any_path_is_read_or_refused(data: str) -> None:
    for path in (data, f"M 0 0 {data}"):
        try:
            curve = read_baseline(path)
        except ValueError:
            continue
        assert 0 < curve.length < math.inf
        begun = time.perf_counter()
        svg = set_on_path("a b", curve, replace(STYLE, size=0.001, smallest=0.001), no_icon, CARD)
        assert time.perf_counter() - begun < 1
        assert "nan" not in svg
        assert "inf" not in svg


def test_both_renderers_draw_it_alike_and_it_can_be_copied() -> None:
    body = drawn("The Wavy Title", "M 5 28 Q 30 0 55 28") + drawn("down below AVATAR", [30, 20, -18])
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
        f'<rect width="60" height="40" fill="#ffffff"/>{body}</svg>'
    )
    face = Face(svg, Size(60, 40), 0, CARD)
    pictures = []
    for name in RendererName:
        used = renderer.find_renderer(name)
        [png] = used.to_png([face], 254)
        pictures.append(np.asarray(Image.open(BytesIO(png)).convert("L"), np.int16))
        document = pypdfium2.PdfDocument(used.to_pdf([face]))
        text = " ".join(document[0].get_textpage().get_text_range().split())
        document.close()
        assert text == "The Wavy Title down below AVATAR"
    first, second = pictures
    assert (first < 128).sum() > 500
    assert np.abs(first - second).mean() < 1.5
