"""Markup in texts: tags, styles, sizes, underlines, and what stays plain text."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from html import unescape
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from pnp.errors import Location, RenderError
from pnp.face.face import Face
from pnp.geometry.units import Size
from pnp.press import renderer
from pnp.press.job import RendererName
from pnp.spec.values import parse_colour
from pnp.text.fonts import BODY, find_font, metrics, text_width, underline
from pnp.text.markup import InlineStyle, Look, Tags, escape_unpaired, read_markup
from pnp.text.text_box import Align, TextBox, set_lines, set_text
from tests.examples import examples

CARD = Location(piece="card")
KEYWORD = InlineStyle(bold=True, colour="#b5179e")
TAGS = Tags({"keyword": KEYWORD, "big": InlineStyle(size=8)}, parse_colour)
BOX = TextBox(10, 20, 40, 30, size=4, smallest=2, tags=TAGS)
SPAN = re.compile(r"<tspan ([^>]*)>([^<]*)</tspan>")
RULE = re.compile(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)" fill="([^"]+)"/>')


def no_icon(name: str, x: float, y: float, size: float) -> str:
    return f'<icon name="{name}" x="{x:.3f}" y="{y:.3f}" size="{size:.3f}"/>'


def drawn(text: str, box: TextBox = BOX) -> str:
    return set_text(text, box, no_icon, CARD)


def spans(text: str, box: TextBox = BOX) -> list[tuple[str, dict[str, str]]]:
    """Return the words, each with its attributes except x."""
    found = [
        (unescape(word).strip(), dict(re.findall(r'([\w-]+)="([^"]*)"', rest)))
        for rest, word in SPAN.findall(drawn(text, box))
    ]
    return [(word, {key: value for key, value in rest.items() if key != "x"}) for word, rest in found]


BOLD, ITALIC = {"font-weight": "bold"}, {"font-style": "italic"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <b>b</b> c", [("a", {}), ("b", BOLD), ("c", {})]),
        ("<B>b</B>", [("b", BOLD)]),
        ("<strong>b</strong> <EM>i</em>", [("b", BOLD), ("i", ITALIC)]),
        ("<i>a *b*</i>", [("a", ITALIC), ("b", ITALIC)]),
        ("**a <i>b</i>** c", [("a", BOLD), ("b", BOLD | ITALIC), ("c", {})]),
        ("<b>a <i>b</b> c</i>", [("a", BOLD), ("b", BOLD | ITALIC), ("c", ITALIC)]),
        ("<keyword>Flying</keyword>", [("Flying", BOLD | {"fill": "#b5179e"})]),
        ("<span colour='#c33'>a</span>", [("a", {"fill": "#cc3333"})]),
        ("<span color=red size=8>a</span>", [("a", {"fill": "#ff0000", "font-size": "8"})]),
        ("<span size='2mm' weight=bold>a</span>", [("a", BOLD | {"font-size": "2"})]),
        ("<span size=“50%”>a</span>", [("a", {"font-size": "2"})]),
        ("<span style=keyword weight=normal>a</span>", [("a", {"fill": "#b5179e"})]),
        ("<span style=italic font='Source Sans Pro'>a</span>", [("a", ITALIC)]),
        ("<keyword weight=normal>a</keyword>", [("a", {"fill": "#b5179e"})]),
        ("<big>a <span size=50%>b</span></big>", [("a", {"font-size": "8"}), ("b", {})]),
    ],
)
def test_tags_style_the_text_inside(text: str, expected: list[tuple[str, dict[str, str]]]) -> None:
    assert spans(text) == expected


@pytest.mark.parametrize(
    "text",
    ["I <3 you", "a < b > c", "<unknown>x</unknown>", "<br", "<b", "< b>x< /b>", "</>", "<>", "<1>", r"\<b>x\</b>"],
)
def test_anything_else_in_angle_brackets_stays(text: str) -> None:
    [line] = set_lines(text, BOX, CARD)
    assert line.text == text.replace("\\", "")
    assert all(not rest for _, rest in spans(text))


def test_markup_inside_unknown_brackets_counts() -> None:
    assert spans("<x <b>y</b>>") == [("<x", {}), ("y", BOLD), (">", {})]


def test_without_tags_angle_brackets_are_plain_text() -> None:
    [line] = set_lines("<b>x</b><br>", replace(BOX, tags=None), CARD)
    assert line.text == "<b>x</b><br>"


@pytest.mark.parametrize("text", ["a<br>b", "a <BR/> b", "a<br />\nb", "a</br>b", "a\nb"])
def test_br_breaks_a_line(text: str) -> None:
    lines = set_lines(text, BOX, CARD)
    assert [(line.text, line.ends) for line in lines] == [("a", True), ("b", True)]
    assert lines[0].width == pytest.approx(4 * text_width("a", find_font(BODY))), "no space at its end"


def test_two_br_leave_an_empty_line() -> None:
    assert [line.text for line in set_lines("a<br><br>b", BOX, CARD)] == ["a", "", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a <b>b", r'the tag <b> is not closed: "a <b>b" \[E0404\]\n  hint: add </b>, or write \\< for a <'),
        ("a </b>b", "the tag </b> closes nothing"),
        ("<b>a</i>", "the tag </i> closes nothing"),
        ("<b>" * 21 + "</b>" * 21, "nested more than 20 deep"),
        ("<span colour=nope>a</span>", 'the colour of <span> must be like #fbf3df, #fff or gold: "nope" .E0406'),
        ("<span size=0>a</span>", 'the size of <span> must be in mm, from 0 to 200, or in %: "0"'),
        ("<span size=1e9>a</span>", "must be in mm"),
        ("<span size=201>a</span>", "must be in mm"),
        ("<span size=-1>a</span>", "must be in mm"),
        ("<span weight=900>a</span>", "the weight of <span> must be normal or bold"),
        ("<span underline=wavy>a</span>", "the underline of <span> must be true or false"),
        ("<span style=keywrd>a</span>", '"keywrd" .E0406.\n  hint: did you mean "keyword"'),
        (
            "<span colr=red>a</span>",
            '<span> has no setting of this name: "colr" .E0406.\n  hint: did you mean "colour"',
        ),
        ("<span red>a</span>", '<span> has an invalid setting: "red"'),
        ("<b onclick='x'>a</b>", '<b> has no setting of this name: "onclick"'),
        ("<span font='Comic Sans'>a</span>", 'there is no font "Comic Sans"'),
    ],
)
def test_mistakes_in_tags_are_named(text: str, message: str) -> None:
    with pytest.raises(RenderError, match=message) as caught:
        drawn(text)
    assert str(caught.value).startswith("card: ")


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("<b>a</b>", "<b>a</b>"),
        ("<b>a", r"\<b>a"),
        ("a</b> <i>b</i>", r"a\</b> <i>b</i>"),
        ("<b>a <i>b</b>", r"<b>a \<i>b</b>"),
        ("<b>*a</b>", r"<b>\*a</b>"),
        ("<span colour='*'>a", r"\<span colour='\*'>a"),
        ("<x>a", "<x>a"),
        (r"\<b>a", r"\<b>a"),
    ],
)
def test_tags_without_a_partner_are_plain_text_in_loose_tables(text: str, escaped: str) -> None:
    assert escape_unpaired(text, TAGS) == escaped
    assert escape_unpaired(escaped, TAGS) == escaped


def test_sizes_inside_a_text_shrink_with_it() -> None:
    box = replace(BOX, height=16)
    text = "a fairly long text with <big>large</big> words " * 3
    sizes = {rest.get("font-size") for _, rest in spans(text, box)}
    [main] = set(re.findall(r'<text [^>]*font-size="([\d.]+)"', drawn(text, box)))
    assert float(main) < 4
    assert sizes == {None, f"{2 * float(main):g}"}


def test_a_line_is_as_high_as_its_largest_type() -> None:
    ys = [
        float(y) for y in re.findall(r'<text xml:space="preserve" y="([\d.]+)"', drawn("a<br>b <big>c</big><br>d<br>e"))
    ]
    ascender, descender, _ = metrics(find_font(BODY))
    above = ascender + (1.2 - ascender - descender) / 2
    below = 1.2 - above
    steps = [ys[number + 1] - ys[number] for number in range(3)]
    assert steps == pytest.approx([4 * below + 8 * above, 8 * below + 4 * above, 4.8], abs=0.002)


def test_a_large_first_line_stays_in_the_box() -> None:
    ascender, descender, _ = metrics(find_font(BODY))
    overhang = max(0.0, ascender + descender - 1.2)
    [y] = re.findall(r' y="([\d.]+)"', drawn("<big>A</big> b"))
    assert float(y) == pytest.approx(20 + 8 * (ascender - overhang / 2), abs=0.002)
    [y] = re.findall(r' y="([\d.]+)"', drawn("<big>A</big> b", replace(BOX, valign="bottom")))
    assert float(y) == pytest.approx(50 - 8 * (descender - overhang / 2), abs=0.002)
    [y] = re.findall(r' y="([\d.]+)"', drawn("<big>A</big> b", replace(BOX, valign="middle")))
    cap = metrics(find_font(BODY))[2]
    assert float(y) == pytest.approx(35 + 8 * cap / 2, abs=0.002)


def test_spaces_inside_large_type_are_large() -> None:
    font = find_font(BODY)
    [line] = set_lines("<big>a b</big>", BOX, CARD)
    assert line.width == pytest.approx(8 * (text_width("a", font) + text_width(" ", font) + text_width("b", font)))


def test_icons_have_the_size_of_the_text_around_them() -> None:
    assert 'size="8.000"' in drawn("<big>{coin}</big> {coin}")
    assert 'size="4.000"' in drawn("<big>{coin}</big> {coin}")


def rules(text: str, box: TextBox = BOX) -> list[tuple[float, float, float, float, str]]:
    return [(*map(float, found[:4]), found[4]) for found in RULE.findall(drawn(text, box))]


def test_an_underline_runs_under_words_and_the_spaces_between_them() -> None:
    font = find_font(BODY)
    depth, thickness = underline(font)
    [(x, y, width, height, colour)] = rules("a <u>two words</u> b")
    space = text_width(" ", font)
    assert x == pytest.approx(10 + 4 * (text_width("a", font) + space), abs=0.002)
    assert width == pytest.approx(4 * (text_width("two", font) + space + text_width("words", font)), abs=0.002)
    [baseline] = re.findall(r'<text [^>]*y="([\d.]+)"', drawn("a <u>two words</u> b"))
    assert y - float(baseline) == pytest.approx(4 * depth, abs=0.002)
    assert height == pytest.approx(4 * thickness, abs=0.001)
    assert colour == "#000000"


def test_underlines_are_separate_where_text_between_is_not_underlined() -> None:
    assert len(rules("<u>a</u> <u>b</u>")) == 2
    assert len(rules("<u>a b</u>")) == 1
    assert len(rules("<u>a {coin} b</u>")) == 2, "an icon is not underlined"
    assert len(rules("<u>a **b** c</u>")) == 1
    assert [rule[4] for rule in rules("<u>a <span colour=red>b</span></u>")] == ["#000000", "#ff0000"]
    assert len(rules("<u>a</u>", replace(BOX, underline=True))) == 1
    assert rules("a <span underline=no>b</span> c", replace(BOX, underline=True))[0][2] < 4
    assert rules("a") == []


def test_right_to_left_and_ideographs_keep_their_tags() -> None:
    box = replace(BOX, width=60, families=("Source Sans Pro",))
    shown = [word for word, rest in spans("x <b>竜山</b> y", box) if rest == BOLD]
    assert "".join(shown) == "竜山"
    hebrew = spans("<b>הר</b> גדול", box)
    assert [rest for word, rest in hebrew if "הר" in word] == [BOLD]
    assert hebrew[-1][1] == BOLD, "the first word is on the right"
    ends = [x + width for x, _, width, _, _ in rules("<u>הר גדול</u>", box)]
    assert ends == [pytest.approx(70, abs=0.002)]


MARKED = st.lists(
    st.sampled_from(
        [*"<>*\\\n a{竜ה=", "<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "<br>", "<keyword>", "</keyword>", "<big>",
         "</big>", "<x>", "<span colour=red size=3>", "</span>", "<span", "**", "word", "{hen}"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@examples(150)
@given(MARKED, st.floats(5, 80), st.sampled_from(["left", "center", "right"]))
def test_any_markup_stays_in_its_box_or_is_refused(text: str, width: float, align: Align) -> None:
    box = TextBox(0, 0, width, 40, 4, 1, align=align, tags=TAGS)
    for content in (text, escape_unpaired(text, TAGS)):
        try:
            svg = drawn(content, box)
        except RenderError as error:
            refused = {problem.code for problem in error.problems}
            assert refused <= ({"E0403"} if content != text else {"E0403", "E0404"}), error  # noqa: PT017
            continue
        for line in re.findall(r"<text.*?</text>", svg):
            [size] = re.findall(r'<text [^>]*font-size="([\d.]+)"', line)
            for rest, word in SPAN.findall(line):
                if re.search("[竜ה\u200f]", word):
                    continue
                given = dict(re.findall(r'([\w-]+)="([^"]*)"', rest))
                font = find_font(BODY, bold="font-weight" in given, italic="font-style" in given)
                shown = word.strip(" ").replace("&lt;", "<").replace("&gt;", ">")
                end = float(given["x"]) + text_width(shown, font) * float(given.get("font-size", size))
                assert float(given["x"]) >= -0.01
                assert end <= width + 0.02
        for x, _, wide, _, _ in RULE.findall(svg):
            assert float(x) >= -0.01
            assert float(x) + float(wide) <= width + 0.02


@example("\\\\*")
@examples(150)
@given(st.text(st.sampled_from("<>/bispanuBR =\"'*\\{}\n#cz"), max_size=200))
def test_escaped_markup_is_always_paired(text: str) -> None:
    escaped = escape_unpaired(text, TAGS)
    try:
        list(read_markup(escaped, Look(), 4, TAGS, CARD))
    except RenderError as error:
        assert {problem.code for problem in error.problems} == {"E0406"}, "only a setting can be wrong"  # noqa: PT017


@pytest.mark.parametrize(
    "part",
    ["<b><i>", "<b>", "</b>", "<b", "<span a", "<b ", "< ", "<br", " ", "<x ", "<b></i>", "<i>x</b>", "\\<", "a", "a=",
     "<span a='", "<b><i></b>x</i>", "<" * 9, '<span colour="'],
)  # fmt: skip
def test_long_markup_is_read_in_linear_time(part: str) -> None:
    def seconds(length: int) -> float:
        text = (part * length)[:length]
        begun = time.thread_time()  # of this thread alone: other processes do not count
        escaped = escape_unpaired(text, TAGS)
        for content in (text, escaped, f"<span {text}>"):
            try:
                list(read_markup(content, Look(), 4, TAGS, CARD))
            except RenderError:
                assert content != escaped or "span" in text
        return time.thread_time() - begun

    short, long = (min(seconds(length) for _ in range(7)) for length in (1000, 8000))
    assert long < 25 * short, "8 where the time is linear, 64 where it is quadratic"


def test_a_text_that_does_not_fit_says_how_much_room_it_needs() -> None:
    with pytest.raises(RenderError) as caught:
        drawn("a b c d e f g h " * 8, replace(BOX, width=20, height=12, size=4, smallest=4))
    said = str(caught.value)
    found = re.search(r'" needs ([\d.]+) mm of height with a line spacing of 1.2; the box has 12 ', said)
    assert found, said
    assert set_lines("a b c d e f g h " * 8, replace(BOX, width=20, height=float(found[1]), size=4, smallest=4), CARD)
    narrow = replace(BOX, width=20, height=float(found[1]) - 0.15, size=4, smallest=4)
    with pytest.raises(RenderError):
        set_lines("a b c d e f g h " * 8, narrow, CARD)


def test_a_word_that_is_too_wide_is_named_with_its_width() -> None:
    box = replace(BOX, width=20, size=4, smallest=4)
    with pytest.raises(RenderError) as caught:
        drawn("Das <b>Donaudampfschiff</b> kommt", box)
    found = re.search(
        r"the word “Donaudampfschiff” needs ([\d.]+) mm of width; the box has 20 \[E0403\]", str(caught.value)
    )
    assert found, caught.value
    assert "enlarge its box" in str(caught.value)
    assert drawn("Das <b>Donaudampfschiff</b> kommt", replace(box, width=float(found[1])))


def test_both_renderers_draw_markup_alike_and_its_text_can_be_copied() -> None:
    box = TextBox(3, 3, 54, 34, size=4, smallest=4, tags=TAGS)
    body = drawn(
        "<u>One <b>two</b></u> <span colour='#c33' size=8>three</span> four<br><keyword>five</keyword> six", box
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
        f'<rect width="60" height="40" fill="#ffffff"/>{body}</svg>'
    )
    face = Face(svg, Size(60, 40), 0, CARD)
    pictures = []
    for name in RendererName:
        used = renderer.find_renderer(name)
        [png] = used.to_png([face], 254)
        pictures.append(np.asarray(Image.open(BytesIO(png)).convert("RGB"), np.int16))
        document = pypdfium2.PdfDocument(used.to_pdf([face]))
        text = " ".join(document[0].get_textpage().get_text_range().split())
        document.close()
        if name is RendererName.CAIROSVG:  # drops the space after large type, whose width readers find too small
            assert text.replace(" ", "") == "Onetwothreefourfivesix"
        else:
            assert text == "One two three four five six"
    first, second = pictures
    assert first.min() < 100
    assert np.abs(first - second).mean() < 1.5
    for colour in ((204, 51, 51), (181, 23, 158)):
        assert all((np.abs(picture - np.array(colour)).sum(axis=2) < 60).sum() > 50 for picture in pictures)
