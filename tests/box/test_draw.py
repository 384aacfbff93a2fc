"""The list on the back of a box: counts in line, letters of one size, readable at arm's length."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.box.build import plan_box
from pnp.box.draw import LEAST, BoxArtist, list_contents
from pnp.box.order import BoxOrder
from pnp.face.face import Face
from pnp.games.cotcotcollec.art import DRAWINGS
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import Project
from pnp.sheet.layout import parse_paper
from pnp.spec.load import load_game
from pnp.terms import Lang
from tests.conftest import TESTS
from tests.face.test_render import pixels_of

POINT = 25.4 / 72
CONTENTS, CREDITS = 7 * POINT, 6 * POINT
"""No letters are smaller than these 7 and 6 points."""
SET = re.compile(r'<text [^>]*font-size="([\d.]+)"[^>]*>(.*?)</text>', re.DOTALL)
FIRST = re.compile(r'<tspan x="([\d.]+)"')


def typewriter(text: str, width: float, size: float) -> tuple[int, float]:
    """Lines and the widest of them, where every letter is half as wide as the size."""
    lines = [""]
    for word in text.replace("*", "").split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) * size / 2 > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return len(lines), max(map(len, lines)) * size / 2


words = st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=1, max_size=5).map(" ".join)
items = st.lists(st.tuples(st.integers(1, 120).map(str), words), min_size=1, max_size=14)


@given(items, st.floats(30, 90), st.floats(15, 60))
def test_a_list_fits_its_area_and_its_lines_do_not_meet(
    contents: list[tuple[str, str]], width: float, height: float
) -> None:
    made = list_contents(contents, width, height, 3.6, typewriter)
    shown = [(item.count.rstrip("\xa0×"), item.name) for item in made.items]
    if shown != contents:
        *first, (dots, rest) = shown or [("…", f"+\xa0{len(contents)}")]
        assert first == contents[: len(first)]
        assert (dots, rest) == ("…", f"+\xa0{len(contents) - len(first)}")
        assert made.size == LEAST
    assert LEAST <= made.size <= 3.6
    columns = sorted({item.x for item in made.items})
    assert len(columns) <= 2
    for x in columns:
        column = [item for item in made.items if item.x == x]
        for one, other in pairwise(column):
            assert other.y >= one.y + one.lines * made.leading * made.size - 1e-9
        widest = max(item.x + made.counts + made.gap + item.width for item in column)
        assert widest <= (columns[1] if x != columns[-1] else width) + 1e-9
    assert made.height <= height


def test_few_short_names_stand_in_one_column_and_many_in_two() -> None:
    assert len({item.x for item in list_contents([("9", "cards")] * 4, 50, 40, 3.6, typewriter).items}) == 1
    assert len({item.x for item in list_contents([("9", "cards")] * 12, 50, 25, 3.6, typewriter).items}) == 2


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("sleeved", [False, True])
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("game", ["conquete", "cotcotcollec", "koko", "winston"])
def test_our_backs_are_read_at_arm_s_length(game: str, lang: Lang, sleeved: bool) -> None:
    project = Project(TESTS.parent)
    spec, order = load_game(project, game), BoxOrder(sleeved=sleeved).job(parse_paper("a4"), lang)
    plan = plan_box(spec, order)
    artist = BoxArtist(project, spec, order, plan.need, plan.form)
    svg = artist.net(plan.nets[-1]).svg
    lines = [
        (float(size), re.sub(r"<[^>]+>", "", unescape(said)).replace("\xa0", " "), FIRST.search(said))
        for size, said in SET.findall(svg)
    ]
    counts = [(size, said) for size, said, _ in lines if re.fullmatch(r"\d+ ×", said.strip())]
    assert [int(said.split()[0]) for _, said in counts] == [item.count for item in spec.contents]
    assert len({size for size, _ in counts}) == 1
    assert counts[0][0] >= CONTENTS
    names = [name for item in spec.contents for name in item.name[lang].replace("'", "’").split(" ")[:1]]
    begins = {
        float(place[1]) for size, said, place in lines if size == counts[0][0] and said.split()[0] in names and place
    }
    assert len(begins) <= 2  # one column, or two
    [credit] = {size for size, said, _ in lines if "pnp" in said}
    assert credit >= CREDITS


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_the_fox_covers_no_word_of_the_back(lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the first box it stood on "double"."""
    project = Project(TESTS.parent)
    spec, order = load_game(project, "cotcotcollec"), BoxOrder().job(parse_paper("a4"), lang)
    plan = plan_box(spec, order)

    def back() -> Face:
        return BoxArtist(project, spec, order, plan.need, plan.form).net(plan.nets[-1])

    whole = back()
    monkeypatch.setitem(DRAWINGS, "fox-front", lambda pen: pen.group())
    alone = back()
    bare = replace(alone, svg=SET.sub("", alone.svg))
    png = find_renderer(RendererName.TYPST).to_png([whole, alone, bare], 100)
    seen, without, wordless = (pixels_of(each) for each in png)
    fox, words = (seen != without).any(axis=2), (without != wordless).any(axis=2)
    assert fox.sum() > 2000
    assert words.sum() > 2000
    assert not (fox & words).any()
