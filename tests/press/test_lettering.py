"""A game in Japanese and Hebrew with its own fonts: sheets, labels, guide, audit and memo."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest

import pnp
from pnp.errors import PnpError, RenderError
from pnp.press.sheet_labels import set_label
from pnp.project.folders import Project
from pnp.text.font_set import FontSet
from tests.measure import picture
from tests.own_fonts import HEBREW, JAPANESE, LATIN, write_font

GAME = """
languages = ["ja", "he"]
title = { ja = "竜の山", he = "הר" }
players = [2, 4]
minutes = 20

[decks.cards]
title = { ja = "カード", he = "קלף" }
kind = "card"
size = [63, 88]
table = "cards.csv"
front = "card.svg.j2"

[decks.cards.columns]
rule = { translated = true }
"""
ROWS = "id,count,rule_ja,rule_he\nryu,3,竜をひき、山にかえす。,קחו 3 קלפים (או 5).\nyama,1,山に一枚。,הר אחד.\n"
TEMPLATE = """{% extends "face.svg.j2" %}{% block body %}
{{ text(piece.rule, 6, 6, 50, 40, size=5, min=3, font=["Kana", "Ivrit"]) }}{% endblock %}"""
MEMO = """
follows = "{0}"
aim = "{1}"
[[section]]
id = "turn"
heading = "{0}"
intro = "{1}"
steps = ["{1} {{=count.cards}}", "**{0}**"]
"""
TEXTS = {"ja": ("竜の山", "竜をひき、山にかえす。"), "he": ("הר", "קחו קלפים.")}


def write_game(folder: Path) -> Path:
    files = {
        "components/ryu/game.toml": GAME,
        "components/ryu/cards.csv": ROWS,
        "templates/ryu/card.svg.j2": TEMPLATE,
    } | {f"components/ryu/memo.{lang}.toml": MEMO.format(*texts) for lang, texts in TEXTS.items()}
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    write_font(folder / "fonts" / "kana.ttf", "Kana", JAPANESE + "竜")
    write_font(folder / "fonts" / "ivrit.woff2", "Ivrit", HEBREW + LATIN, flavour="woff2")
    return folder


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("ryu"))


def text_of(pdf: Path, page: int) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[page].get_textpage().get_text_range())
    finally:
        document.close()


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200f]", "", text)


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "title", "deck"), [("ja", "竜の山", "カード"), ("he", "הר", "קלף")])
def test_sheets_labels_and_guide_in_the_projects_fonts_pass_the_audit(
    game: Path, tmp_path: Path, lang: str, title: str, deck: str
) -> None:
    printed = pnp.build("ryu", lang=lang, start=game, out=tmp_path)
    report = pnp.audit_file(printed.pdf, start=game)
    assert report.sound, report
    guide, sheet = squeezed(text_of(printed.pdf, 0)), squeezed(text_of(printed.pdf, 1))
    for page in (guide, sheet):
        assert title in page or title[::-1] in page
        assert deck in page or deck[::-1] in page
    assert "print at 100" in text_of(printed.pdf, 1).replace("\xa0", " ")
    with pikepdf.open(printed.pdf) as pdf:
        names = {
            str(thing.FontName).rpartition("+")[2].removesuffix("-pnp")
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        }
        assert pdf.docinfo["/Title"] == title
    assert ("Kana-Regular" if lang == "ja" else "Ivrit-Regular") in names


def test_a_label_lies_where_others_lie(game: Path, tmp_path: Path) -> None:
    """Even in a rotated slot, the ink of both labels is in the same strip of the paper."""
    own = pnp.build("ryu", lang="he", start=game, out=tmp_path, guide=False, paper="a5", sides="fronts").pdf
    spec = game / "components" / "ryu" / "game.toml"
    kept = spec.read_text("utf-8")
    try:
        spec.write_text(kept.replace("הר", "Har").replace("קלף", "Klaf"), "utf-8")
        plain = pnp.build(
            "ryu", lang="he", start=game, out=tmp_path / "plain", guide=False, paper="a5", sides="fronts"
        ).pdf
    finally:
        spec.write_text(kept, "utf-8")
    strips = []
    for pdf in (own, plain):
        dark = picture(pdf, 1, 150).mean(axis=2) < 140
        strip = dark[: round(8.5 / 25.4 * 150)] if dark[: round(8.5 / 25.4 * 150)].sum() > 300 else dark[:, :50].T
        rows = np.flatnonzero(strip.sum(axis=1) > 12) / 150 * 25.4
        strips.append((rows[0], rows[-1]))
    assert strips[0] == pytest.approx(strips[1], abs=0.8)


def test_a_title_that_no_font_has_is_refused_with_a_hint(game: Path, tmp_path: Path) -> None:
    folder = write_game(tmp_path / "game")
    (folder / "fonts" / "kana.ttf").unlink()
    (folder / "templates" / "ryu" / "card.svg.j2").write_text('{% extends "face.svg.j2" %}', "utf-8")
    with pytest.raises(RenderError) as caught:
        pnp.build("ryu", lang="ja", start=folder, out=tmp_path, guide=False)
    said = "components/ryu/game.toml: title has a character that is not in Source Sans Pro or Ivrit: "
    assert said in str(caught.value)
    assert "add a font to fonts/ that has it" in str(caught.value)
    places = {(problem.where.file, problem.where.key) for problem in caught.value.problems}
    assert places == {("components/ryu/game.toml", key) for key in ("title", "decks.cards.title")}
    assert not list(tmp_path.glob("**/*.pdf"))


def test_another_font_makes_another_document(game: Path, tmp_path: Path) -> None:
    folder = write_game(tmp_path / "game")
    first = pnp.build("ryu", lang="ja", start=folder, out=tmp_path, guide=False)
    assert pnp.build("ryu", lang="ja", start=folder, out=tmp_path, guide=False).drawn == 0
    before = first.pdf.read_bytes()
    write_font(folder / "fonts" / "kana.ttf", "Kana", JAPANESE + "竜", bold=False, widths={"竜": 900})
    again = pnp.build("ryu", lang="ja", start=folder, out=tmp_path, guide=False)
    assert again.drawn == 2
    assert again.pdf.read_bytes() != before


@pytest.mark.parametrize("lang", ["ja", "he"])
@pytest.mark.parametrize("form", ["a5", "poker"])
def test_memos_in_the_projects_fonts(game: Path, tmp_path: Path, lang: str, form: str) -> None:
    printed = pnp.print_memo("ryu", form=form, lang=lang, start=game, out=tmp_path)
    read = squeezed(text_of(printed.pdf, 0) + text_of(printed.pdf, 1) if form == "poker" else text_of(printed.pdf, 0))
    for words in TEXTS[lang]:
        assert squeezed(words) in read or squeezed(words)[::-1] in read or set(squeezed(words)) <= set(read)
    if lang == "he" and form == "a5":
        dark = picture(printed.pdf, 1, 100).mean(axis=2) < 140
        height, width = dark.shape
        body = dark[height // 6 : height // 2]
        assert body[:, width // 2 :].sum() > body[:, : width // 2].sum(), "the first column is the right one"


def test_a_memo_with_a_letter_that_no_font_has_is_refused(game: Path, tmp_path: Path) -> None:
    folder = write_game(tmp_path / "game")
    memo = folder / "components" / "ryu" / "memo.ja.toml"
    memo.write_text(memo.read_text("utf-8").replace("竜をひき", "鳳をひき"), "utf-8")
    with pytest.raises(PnpError, match=r'"鳳" \(U\+9CF3\)(.|\n)*add a font to fonts/ that has it'):
        pnp.print_memo("ryu", form="a5", lang="ja", start=folder, out=tmp_path)


def test_the_same_project_gives_the_same_bytes(game: Path, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    made = [pnp.build("ryu", lang="he", start=game, out=out, cache=False).pdf.read_bytes() for out in folders]
    assert made[0] == made[1]
    with pikepdf.open(BytesIO(made[0])) as pdf:
        assert len(pdf.pages) == 2, "no card has a back, and so neither has the guide"


def test_a_label_runs_as_the_words_beside_the_title_do(game: Path) -> None:
    face = set_label("הר · sheet 1 of 2 · print at 100 %", 150, 2.5, 1.2, FontSet.for_project(Project(game)))
    assert face is not None
    places = {
        text.strip(" \u200f"): float(x) for x, text in re.findall(r'<tspan x="([\d.]+)"[^>]*>([^<]+)</tspan>', face.svg)
    }
    assert places["הר"] < places["sheet"] < places["%"], "pnp's own words are English, whatever the title is"
