"""Styles by name, colours by name, and texts that are turned."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from pnp.errors import PnpError
from pnp.face.face import Face
from pnp.face.faces import FaceCache
from pnp.face.render import FaceRenderer
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.values import parse_colour
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side

SPEC = """title = "Styles"

[styles.rule]
font = "Fredoka One"
size = 6
colour = "gold"
align = "right"

[styles.spine]
turn = 90
style = "italic"

[decks.cards]
size = [60, 90]
front = "card.svg.j2"
rows = [{ name = "Fox" }]
"""


def draw(folder: Path, body: str, spec: str = SPEC) -> Face:
    for each in ("components/mine", "templates/mine"):
        (folder / each).mkdir(parents=True, exist_ok=True)
    (folder / "components/mine/game.toml").write_text(spec, "utf-8")
    (folder / "templates/mine/card.svg.j2").write_text(
        f"{{% extends 'face.svg.j2' %}}{{% block body %}}{body}{{% endblock %}}", "utf-8"
    )
    project = Project(folder)
    game = load_game(project, "mine")
    deck = game.decks["cards"]
    return FaceRenderer(project, game, Lang.EN, Ink.FULL, 0).render(deck, deck.designs[0], Side.FRONT)


def test_a_style_is_used_by_its_name(tmp_path: Path) -> None:
    plain = draw(tmp_path, "{{ text('Hi', 5, 5, 50, 10, style='rule') }}").svg
    assert 'font-family="Fredoka One"' in plain
    assert 'font-size="6"' in plain
    assert 'fill="#ffd700"' in plain
    [x] = re.findall(r'<tspan x="([\d.]+)"', plain)
    assert float(x) > 40, "on the right"


def test_what_the_template_says_comes_first(tmp_path: Path) -> None:
    svg = draw(tmp_path, "{{ text('Hi', 5, 5, 50, 10, style='rule', size=3, colour='#00f') }}").svg
    assert 'font-size="3"' in svg
    assert 'fill="#0000ff"' in svg
    assert 'font-family="Fredoka One"' in svg


def test_a_text_is_turned_about_the_middle_of_its_box(tmp_path: Path) -> None:
    assert '<g transform="rotate(90 30 10)">' in draw(tmp_path, "{{ text('Hi', 5, 5, 50, 10, turn=90) }}").svg
    styled = draw(tmp_path, "{{ text('Hi', 5, 5, 50, 10, style='spine') }}").svg
    assert '<g transform="rotate(90 30 10)">' in styled
    assert 'font-style="italic"' in styled
    assert "rotate" not in draw(tmp_path, "{{ text('Hi', 5, 5, 50, 10) }}").svg


def test_italic_is_a_style_as_before(tmp_path: Path) -> None:
    assert 'font-style="italic"' in draw(tmp_path, "{{ text('Hi', 5, 5, 50, 10, style='italic') }}").svg


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "{{ text('Hi', 5, 5, 50, 10, style='rul') }}",
            '(style) must be normal, italic or a style in [styles], not "rul" [E0406]\n  hint: did you mean "rule"',
        ),
        (
            "{{ text('Hi', 5, 5, 50, 10, colour='goldish') }}",
            'text(colour) must be a colour like #fbf3df, #fff or gold, not "goldish"',
        ),
        ("{{ text('Hi', 5, 5, 50, 10, colour='rgba(0,0,0,0.5)') }}", "a colour like"),
        ("{{ text('Hi', 5, 5, 50, 10, turn='x') }}", 'text(turn) must be a number between -10,000 and 10,000, not "x"'),
    ],
)
def test_mistakes_say_what_there_is(tmp_path: Path, body: str, message: str) -> None:
    with pytest.raises(PnpError, match=re.escape(message)):
        draw(tmp_path, body)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size = 6", "size = 0", "styles.rule.size"),
        ('colour = "gold"', 'colour = "goldish"', "styles.rule.colour must be a colour like"),
        ("turn = 90", "trun = 90", 'did you mean "turn"'),
        ("size = 6", 'weight = "fat"', "styles.rule.weight"),
    ],
)
def test_a_wrong_style_is_refused_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(PnpError, match=re.escape(message)):
        draw(tmp_path, "", SPEC.replace(old, new))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("#fbf3df", "#fbf3df"), ("#FBF3DF", "#FBF3DF"), ("#fff", "#ffffff"), ("Gold", "#ffd700"),
        ("rgb(1, 2, 3)", "#010203"), ("transparent", None), ("currentColor", None), ("#ff", None), ("", None),
    ],
)  # fmt: skip
def test_colours_as_people_write_them(written: str, read: str | None) -> None:
    assert parse_colour(written) == read


def test_tags_in_texts_use_the_styles_of_the_game(tmp_path: Path) -> None:
    body = "{{ text('a <rule>b</rule> <u>c</u>', 5, 5, 50, 10, size=3) }}{{ text('d', 5, 20, 50, 10, underline=true) }}"
    svg = draw(tmp_path, body).svg
    assert re.search(r'font-family="Fredoka One" font-size="6" fill="#ffd700">b', svg), "not its alignment"
    assert svg.count("<rect ") == 2
    underlined = SPEC.replace("turn = 90", "underline = true")
    assert "<rect " in draw(tmp_path, "{{ text('Hi', 5, 5, 50, 10, style='spine') }}", underlined).svg


def test_tags_without_a_partner_are_errors_only_in_strict_games(tmp_path: Path) -> None:
    loose = draw(tmp_path, "{{ text('a <b>b </i> ', 5, 5, 50, 10) }}").svg
    assert "&lt;b&gt;b" in loose
    project = Project(tmp_path)
    game = load_game(project, "mine").model_copy(update={"strict": True})
    deck = game.decks["cards"]
    with pytest.raises(PnpError, match=r"the tag <b> is not closed|the tag </i> closes nothing"):
        FaceRenderer(project, game, Lang.EN, Ink.FULL, 0).render(deck, deck.designs[0], Side.FRONT)


def test_icons_are_not_looked_for_inside_tags(tmp_path: Path) -> None:
    (tmp_path / "components/mine/art").mkdir(parents=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="9"/></svg>'
    (tmp_path / "components/mine/art/sun.svg").write_text(drawing, "utf-8")
    spec = SPEC.replace("[styles.rule]", '[icons]\n"#" = "sun"\n[styles.rule]')
    svg = draw(tmp_path, """{{ text('<span colour="#00f">a # b</span>', 5, 5, 50, 10) }}""", spec).svg
    assert svg.count('fill="#0000ff"') == 2
    assert svg.count("<circle ") == 1


def test_sizes_inside_a_text_shrink_with_its_stack(tmp_path: Path) -> None:
    text = "<span size=8>Big</span> and more words " * 5
    body = f"{{{{ stack([{{'text': '{text}', 'size': 4, 'min': 1}}], 5, 5, 50, 20) }}}}"
    svg = draw(tmp_path, body).svg
    [size] = set(re.findall(r'<text [^>]*font-size="([\d.]+)"', svg))
    [big] = set(re.findall(r'<tspan [^>]*font-size="([\d.]+)"', svg))
    assert float(size) < 4
    assert float(big) == pytest.approx(2 * float(size), abs=0.002)


def test_a_title_on_a_path(tmp_path: Path) -> None:
    svg = draw(tmp_path, "{{ text_path('On <rule>Top</rule>', [30, 40, 20], size=5, offset=1, colour='#00f') }}").svg
    assert svg.count("<text ") == 5
    assert svg.count('fill="#0000ff"') == 2
    assert svg.count('font-family="Fredoka One" font-size="6" fill="#ffd700"') == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            "'x', 'nonsense'",
            r'text_path\(path\) must be SVG path data, or a circle as \[x, y, radius\], not "nonsense"',
        ),
        ("'x', 'M 0 0 H 9', align='middle'", r'text_path\(align\) must be one of start, center, end, not "middle"'),
        ("'x', 'M 0 0 H 9', size='big'", r"text_path\(size\) must be a number"),
        ("'x', 'M 0 0 H 9', offset=none", r"text_path\(offset\) must be a number"),
        ("none, 'M 0 0 H 9'", r"text_path\(string\) must be text or a number"),
        ("'far too long', 'M 0 0 H 9'", r"does not fit its path of 9 mm at a size of 4 mm: .* mm more \[E0403\]"),
        ("'x', [0, 0, 2], offset=-2", r"does not fit its path of 0.0"),
    ],
)
def test_wrong_arguments_of_text_path_are_named(tmp_path: Path, call: str, message: str) -> None:
    with pytest.raises(PnpError, match=message):
        draw(tmp_path, f"{{{{ text_path({call}) }}}}")


def test_smart_typography_is_asked_for_in_the_spec(tmp_path: Path) -> None:
    body = """{{ text("\\"It's 5' <b>\\"a\\"</b>...", 5, 5, 50, 10) }}"""
    plain = unescape(draw(tmp_path, body).svg)
    assert all(each in plain for each in ("\"It's ", "5' ", '>"a"<', "..."))
    smart = draw(tmp_path, body, f'typography = "smart"\n{SPEC}').svg
    assert all(each in smart for each in ("“It’s ", "5′ ", "“a”", "…"))
    with pytest.raises(PnpError, match=r'typography must be one of plain, smart, not "clever"'):
        draw(tmp_path, body, f'typography = "clever"\n{SPEC}')


def test_faces_are_drawn_again_when_the_spec_changes_how_texts_are_set(tmp_path: Path) -> None:
    draw(tmp_path, "{{ text('x', 5, 5, 50, 10) }}")
    project = Project(tmp_path)
    game = load_game(project, "mine")
    games = [game, *(game.model_copy(update=change) for change in ({"typography": "smart"}, {"strict": True}))]
    deck = game.decks["cards"]
    renderers = [FaceRenderer(project, each, Lang.EN, Ink.FULL, 0) for each in games]
    keys = {FaceCache(each, Cache.disabled()).key(deck, deck.designs[0], Side.FRONT) for each in renderers}
    assert len(keys) == 3


def test_colours_have_two_spellings(tmp_path: Path) -> None:
    body = "{{ text('Hi', 5, 5, 50, 10, color='#00f') }}{{ line(1, 1, 5, 0, color='#0f0') }}"
    svg = draw(tmp_path, body + "{{ text_path('Ho', 'M 5 40 H 50', color='#f00') }}{{ line(1, 9, 5, 0) }}").svg
    assert 'fill="#0000ff"' in svg
    assert 'fill="#ff0000"' in svg
    assert re.findall(r'stroke="(#\w+)"', svg) == ["#00ff00", "#000000"]
