"""`[icons]`: what texts write for a drawing, on cards and in memos."""

from __future__ import annotations

import re
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import pnp
from pnp.errors import Location, PnpError, SpecError
from pnp.face.faces import FaceCache
from pnp.face.render import FaceRenderer
from pnp.memo.print import MemoOrder, typeset_memo
from pnp.memo.read import read_memo
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.texts import IconMap
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.face.test_render import PNG, render, with_body

ICONS = IconMap(
    {"coin": "gold", ":moon:": "moon.svg", "(W)": "white", "((W))": "whiter", "$": "a b.png", "{U}": "blue"}
)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("pay :coin:", "pay {:coin:}"),
        ("pay {coin}", "pay {coin}"),
        ("a coin is a coin: yes", "a coin is a coin: yes"),
        ("3:coin::coin:", "3{:coin:}{:coin:}"),
        ("((W))(W)", "{((W))}{(W)}"),
        (r"\:coin: \$ \(W)", r"\:coin: \$ \(W)"),
        ("{:coin:}", "{:coin:}"),
        ("U {U}", "U {U}"),
        ("moon {moon} :moon:", "moon {moon} {:moon:}"),
    ],
)
def test_keys_become_icons_where_they_stand(text: str, marked: str) -> None:
    assert ICONS.mark(text) == marked


@pytest.mark.parametrize(
    ("name", "drawing"),
    [
        ("coin", "gold"), (":coin:", "gold"), (":moon:", "moon"), ("moon", "moon"), ("((W))", "whiter"),
        ("$", "a b.png"), ("U", "blue"), ("shell", "shell"),
    ],
)  # fmt: skip
def test_an_icon_is_the_drawing_that_its_key_names(name: str, drawing: str) -> None:
    assert ICONS.drawing(name) == drawing


def with_icons(project: Project, *lines: str) -> Project:
    spec = project.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8") + "\n[icons]\n" + "\n".join(lines) + "\n", "utf-8")
    return project


def drawings(svg: str) -> int:
    """How often the shell of the test game is drawn."""
    return len(re.findall(r'<g transform="translate\([^)]*\) scale', svg))


@pytest.mark.parametrize("written", ["{coin}", ":coin:", "2:coin:", "**:coin:**"])
def test_a_word_is_written_in_braces_or_colons(copied: Project, written: str) -> None:
    with_icons(copied, 'coin = "shell"')
    svg = render(with_body(copied, f'{{{{ text("{written}", 5, 5, 30, 8) }}}}'), "tide-1").svg
    assert drawings(svg) == 1
    assert "coin" not in svg


def test_texts_of_rows_templates_and_the_game_all_have_icons(copied: Project) -> None:
    with_icons(copied, '"(S)" = "shell.svg"')
    spec, table = (copied.components / "lowtide" / name for name in ("game.toml", "shells.csv"))
    spec.write_text(spec.read_text("utf-8").replace('"Marque"', '"(S) Marque"'), "utf-8")
    table.write_text(table.read_text("utf-8").replace("Bulot", "(S)(S)"), "utf-8")
    body = '{{ text("(S)", 5, 5, 30, 8) }}{{ text(t("score"), 5, 15, 30, 8) }}{{ text(piece.name, 5, 25, 30, 8) }}'
    template = f'{{% extends "face.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    (copied.templates / "lowtide" / "shell.svg.j2").write_text(template, "utf-8")
    assert drawings(render(copied, "whelk").svg) == 4


def test_a_backslash_keeps_a_key(copied: Project) -> None:
    with_icons(copied, '"$" = "shell"')
    svg = render(with_body(copied, r'{{ text("\\$5", 5, 5, 30, 8) }}'), "tide-1").svg
    assert drawings(svg) == 0
    assert "$5" in svg


@pytest.mark.parametrize("place", ["gold coin.png", "art/gold coin.png"])
def test_an_icon_may_be_a_picture(copied: Project, place: str) -> None:
    with_icons(copied, 'coin = "gold coin.png"')
    (copied.components / "lowtide" / place).write_bytes(PNG)
    svg = render(with_body(copied, '{{ text(":coin:", 5, 5, 30, 8, size=4) }}'), "tide-1").svg
    assert re.search(r'<image x="5\.2" y="[\d.]+" width="4" height="4"', svg)


def test_strict_games_have_icons_too(copied: Project) -> None:
    spec = copied.components / "lowtide" / "game.toml"
    assert "strict = true" in spec.read_text("utf-8") or spec.write_text("strict = true\n" + spec.read_text("utf-8"))
    with_icons(copied, 'coin = "shell"')
    assert load_game(copied, "lowtide").strict
    assert drawings(render(with_body(copied, '{{ text(":coin:", 5, 5, 30, 8) }}'), "tide-1").svg) == 1


def test_a_missing_drawing_is_reported_once_with_its_key(copied: Project, tmp_path: Path) -> None:
    with_icons(copied, '":coin:" = "shel"', 'gold = "gold.png"')
    (copied.components / "lowtide" / "old.png").write_bytes(PNG)
    for try_it in (
        lambda: pnp.build("lowtide", start=copied.root, out=tmp_path),
        lambda: pnp.check_game("lowtide", start=copied.root),
        lambda: pnp.render_faces("lowtide", start=copied.root),
    ):
        with pytest.raises(SpecError) as caught:
            try_it()
        said = str(caught.value).splitlines()
        where = "components/lowtide/game.toml: icons"
        assert said[0] == f'{where}.":coin:" must name a drawing of the game, not "shel" [E0501]'
        assert said[1].startswith('  hint: did you mean "shell"? known: ')
        assert said[2] == f'{where}.gold must name a drawing of the game, not "gold.png" [E0501]'
        assert 'did you mean "old.png"?' in said[3]
        assert len(said) == 4
        spec = Location("components/lowtide/game.toml")
        assert [problem.where for problem in caught.value.problems] == [
            spec.at(key='icons.":coin:"'),
            spec.at(key="icons.gold"),
        ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"a b" = "shell"', 'icons has the key "a b", which contains a space, *, \\ or a brace'),
        ('"*" = "shell"', 'icons has the key "*", which contains a space, *, \\ or a brace'),
        ('"{}" = "shell"', 'icons has the key "{}", which contains a space, *, \\ or a brace'),
        ("coin = 3", 'icons must name a drawing for "coin"'),
        ('coin = ""', 'icons must name a drawing for "coin"'),
    ],
)
def test_a_key_that_cannot_work_is_refused(copied: Project, line: str, message: str) -> None:
    with pytest.raises(SpecError, match=re.escape(message)):
        load_game(with_icons(copied, line), "lowtide")


def test_a_changed_icon_redraws_the_faces(copied: Project, tmp_path: Path) -> None:
    art = copied.components / "lowtide" / "art"
    shutil.copy(art / "shell.svg", art / "other.svg")
    with_icons(with_body(copied, '{{ text(":coin:", 5, 5, 30, 8) }}'), 'coin = "shell"')
    cache = Cache(tmp_path / "cache")

    def fresh() -> bool:
        game = load_game(copied, "lowtide")
        deck = game.decks["tides"]
        return FaceCache(FaceRenderer(copied, game, Lang.FR, Ink.FULL, 3), cache).face(
            deck, deck.designs[0], Side.FRONT
        ).fresh  # fmt: skip

    assert fresh()
    assert not fresh()
    spec = copied.components / "lowtide" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace('coin = "shell"', 'coin = "other"'), "utf-8")
    assert fresh()
    other = art / "other.svg"
    other.write_text(other.read_text("utf-8").replace("</svg>", '<circle r="1"/></svg>'), "utf-8")
    assert fresh()


def test_memos_have_the_same_icons(copied: Project) -> None:
    picture = BytesIO()
    Image.new("RGB", (8, 8), "#ff0000").save(picture, "PNG")
    (copied.components / "lowtide" / "red.png").write_bytes(picture.getvalue())
    with_icons(copied, 'coin = "shell"', '"$" = "red.png"')
    path = copied.components / "lowtide" / "memo.fr.toml"
    path.write_text(path.read_text("utf-8").replace('aim = "', 'aim = ":coin: {coin} $ \\\\$ '), "utf-8")
    game = load_game(copied, "lowtide")
    memo = read_memo(copied, "lowtide", "", Lang.FR, IconMap(game.icons))
    assert memo.aim is not None
    assert memo.aim.text.startswith(r"{shell} {shell} {red.png} \$ avoir")
    assert typeset_memo(copied, game, memo, MemoOrder(), 0).pdf.startswith(b"%PDF")
    made = pnp.print_memo("lowtide", start=copied.root, out=copied.root / "out")
    assert made.pdf.is_file()


def test_a_memo_with_an_unknown_icon_says_so(copied: Project) -> None:
    with_icons(copied, 'coin = "shel"')
    path = copied.components / "lowtide" / "memo.fr.toml"
    path.write_text(path.read_text("utf-8").replace('aim = "', 'aim = ":coin: '), "utf-8")
    with pytest.raises(PnpError, match=r'memo\.fr\.toml: aim: there is no drawing "shel"'):
        pnp.print_memo("lowtide", start=copied.root, out=copied.root / "out")
