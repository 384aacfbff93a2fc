"""A designer's own project, from an empty folder: tables, fonts, languages and pictures as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.audit.reading import fonts_of
from tests.cli.command import Command
from tests.finished import BLUE, GOLD, RED, picture
from tests.own_fonts import ARABIC, HEBREW, JAPANESE, LATIN, write_font
from tests.spec.workbooks import ods, xlsx

SPEC = """title = "Bazaar"

[icons]
coin = "cheese"

[decks.goods]
size = "poker"
front = "goods.svg.j2"
table = ["goods.xlsx#Goods", "more.ods", "old.csv", "web.json"]

[decks.masks]
pictures = "masks"
size = "poker"
"""
TEMPLATE = """{% extends "face.svg.j2" %}
{% block body %}
{% set font = ["Bazaar Sans", "Kana", "Semitic"] %}
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}" fill="#ffffff"/>
{{ text(piece["Card Name"], 5, 6, w - 10, 10, size=6, min=3, font=font) }}
{{ text(piece.rule, 5, 30, w - 10, 40, size=4, min=2, font=font) }}
{{ text(deck.place ~ "-" ~ (deck.rows | length) ~ " :coin: " ~ piece.price, 5, 76, w - 10, 6, size=4, font=font) }}
{% endblock %}
"""
MEMO = """aim = "buy low."
follows = "Rules followed: our own."

[[section]]
id = "turn"
heading = "Your turn"
intro = "Buy one of the {=count.goods|card|cards} for its :coin:."
"""


@pytest.fixture
def bazaar(pnp: Command, tmp_path: Path) -> Path:
    """A project as a designer has it after ten minutes: what `pnp new` makes, with a few files added."""
    assert pnp("new", "bazaar", "--style", "classic", cwd=tmp_path)[0] == 0
    home = tmp_path / "bazaar"
    game, fonts = home / "components/bazaar", home / "fonts"
    (game / "game.toml").write_text(SPEC, "utf-8")
    (game / "memo.en.toml").write_text(MEMO, "utf-8")
    (home / "templates/bazaar/goods.svg.j2").write_text(TEMPLATE, "utf-8")
    heads: list[object] = ["Card Name", "QTY", "Price", "Rule"]
    sheets: dict[str, list[list[object]]] = {
        "Notes": [["nothing here"]],
        "Goods": [heads, ["Silk", 2, 4, "Sell it twice."], ["Salt", 1, 1, ""]],
    }
    (game / "goods.xlsx").write_bytes(xlsx(sheets))
    (game / "more.ods").write_bytes(ods({"Sheet1": [heads, ["竜の火", 3, 7, "札を二枚引く。山、川。"]]}))
    old = "Card Name;qty;price;Rule\r\nCafé glacé;1;2;Très froid - non ?\r\nThé;0;1;Not today\r\n"
    (game / "old.csv").write_bytes(old.encode("cp1252"))
    web = [{"Card Name": "שלום 12", "QTY": 2, "Price": 5, "Rule": "כלב (טוב) 3"}]
    (game / "web.json").write_text(json.dumps(web, ensure_ascii=False), "utf-8")
    write_font(fonts / "sans.ttf", "Bazaar Sans", LATIN + "éèÉ")
    write_font(fonts / "kana.woff2", "Kana", JAPANESE, flavour="woff2")
    write_font(fonts / "east/semitic.otf", "Semitic", HEBREW + ARABIC, joining=True)
    for name, colour in (("dragon.png", RED), ("dragon__back.png", GOLD), ("3x_goblin.png", BLUE), ("back.png", GOLD)):
        picture(game / "masks" / name, colour)
    return home


def words_in(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    return text.replace("\u200f", "")  # marks that the reader adds


def test_a_real_project_builds_at_once(pnp: Command, bazaar: Path) -> None:
    code, out, err = pnp("build", "--no-cache", cwd=bazaar)
    assert code == 0, err
    assert "13" in out, "two of silk, salt, three dragons, a coffee, two greetings; a dragon and three goblins"
    [sheets] = bazaar.glob("output/bazaar/*.pdf")
    shown = words_in(sheets)
    assert "Thé" not in shown, "0 leaves a row out"
    for words in ("Silk", "Café glacé", "Très froid", "竜の火", "1-5", "5-5"):
        assert words in shown, words
    assert any(word in shown for word in ("שלום", "םולש")), "readers differ in how they hand out Hebrew"
    with pikepdf.open(sheets) as pdf:
        fonts = fonts_of(pdf)
    assert len(fonts) >= 4
    assert all(fonts.values()), "embedded"
    code, out, err = pnp("audit", sheets, cwd=bazaar)
    assert code == 0, out + err
    for command in ("check", "memo", "memo --format poker", "stats", "render bazaar --contact all.png"):
        code, out, err = pnp(*command.split(), cwd=bazaar)
        assert code == 0, f"{command}: {out}{err}"


def test_a_letter_that_no_font_has_is_named_with_its_cards(pnp: Command, bazaar: Path) -> None:
    (bazaar / "fonts/kana.woff2").unlink()
    template = bazaar / "templates/bazaar/goods.svg.j2"
    template.write_text(template.read_text("utf-8").replace(', "Kana"', ""), "utf-8")
    code, _, err = pnp("build", "--no-cache", cwd=bazaar)
    assert code == 1
    assert "竜" in err
    assert "Bazaar Sans" in err


@pytest.mark.slow
def test_an_arabic_game_in_one_language(pnp: Command, bazaar: Path) -> None:
    game = bazaar / "components/bazaar"
    (game / "game.toml").write_text(SPEC.replace('"Bazaar"', '"سوق"\nlanguages = "ar"'), "utf-8")
    (game / "memo.en.toml").unlink()
    for name in ("goods.xlsx", "more.ods", "old.csv"):
        (game / name).unlink()
    web = [{"Card Name": "كلب", "QTY": 2, "Price": 5, "Rule": "كلب 12 سلام"}]
    (game / "web.json").write_text(json.dumps(web, ensure_ascii=False), "utf-8")
    spec = (game / "game.toml").read_text("utf-8")
    (game / "game.toml").write_text(
        spec.replace('["goods.xlsx#Goods", "more.ods", "old.csv", "web.json"]', '"web.json"'), "utf-8"
    )
    code, _, err = pnp("build", "--no-cache", cwd=bazaar)
    assert code == 0, err
    assert "ar: labels, guide and reports are not translated" in err
    [sheets] = bazaar.glob("output/bazaar/*_ar_*.pdf")
    code, out, err = pnp("audit", sheets, cwd=bazaar)
    assert code == 0, out + err
