"""Every key is explained, and its example is what pnp takes."""

from __future__ import annotations

import tomllib
from operator import attrgetter
from pathlib import Path

import pytest
from pikepdf import Pdf
from PIL import Image

from pnp.config import read_config
from pnp.errors import Location, PnpError
from pnp.face.layout import BOX_KINDS, LayoutFile, read_layout
from pnp.geometry.units import POINTS_PER_MM
from pnp.memo.read import read_memo
from pnp.project.folders import find_project
from pnp.reference.keys import KEY_EXAMPLES, Key, all_keys, find_keys
from pnp.reference.schema import LAYOUT_FILE, RULEBOOK_FILE
from pnp.rulebook.source import parse_rulebook
from pnp.spec.load import load_game
from pnp.spec.model import MapGrid
from pnp.terms import Lang
from pnp.worker.limits import DEFAULT_LIMITS
from tests.cli.command import Result, run_command
from tests.reference.checking import check_file, merged, toml

KEYS = all_keys()
TABLE = """\
name,kind,cost,n,e,s,w,rule_fr,rule_en,rule,In the box,count
Pip,mouse,1,a,b,c,d,x,x,x,1,6
Hoot,owl,2,a,a,b,c,y,y,y,1,4
"""
PIPS = "id,points,kind,name_fr,name_en\ncoin,1,metal,pièce,coin\ngem,5,stone,gemme,gem\n"
GAME = 'title = "Low Tide"\n[decks.cards]\nsize = "poker"\nfront = "card.svg.j2"\ntable = "cards.csv"\n'
MEMO = '[[section]]\nid = "setup"\nheading = "Set-up"\nsteps = ["Shuffle."]\n[[section]]\nid = "end"\nheading = "End"\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for folder in ("components/lowtide", "templates/lowtide"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "components/lowtide/cards.csv").write_text(TABLE, "utf-8")
    (tmp_path / "components/lowtide/pips.csv").write_text(PIPS, "utf-8")
    (tmp_path / "templates/lowtide/card.svg.j2").write_text("", "utf-8")
    pictures = tmp_path / "components/lowtide/dragons"
    pictures.mkdir()
    Image.new("RGB", (63, 88)).save(pictures / "dragon.png")
    with Pdf.new() as pdf:
        for _ in range(2):
            pdf.add_blank_page(page_size=(210 * POINTS_PER_MM, 297 * POINTS_PER_MM))
        pdf.save(tmp_path / "components/lowtide/dragons.pdf")
    return tmp_path


def named(key: Key) -> str:
    return f"{key.file}-{key.path}"


@pytest.mark.parametrize("key", KEYS, ids=named)
def test_every_key_has_a_meaning_and_an_example_that_shows_it(key: Key) -> None:
    assert len(key.meaning) > 8
    assert key.meaning.endswith(".")
    assert key.takes
    assert key.path.rpartition(".")[2] in key.example
    if key.file == RULEBOOK_FILE:
        text = f"{key.example}\n\nText."
        assert parse_rulebook(text, Path(), Location(), Lang.EN).blocks
    else:
        assert tomllib.loads(key.example)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", [key for key in KEYS if key.file == "game.toml"], ids=named)
def test_an_example_of_a_game_is_read(key: Key, home: Path) -> None:
    whole = merged(tomllib.loads(GAME), tomllib.loads(key.example))
    if key.path == "decks.pictures.from":
        whole["decks"]["dragons"]["size"] = [210, 297]  # a page is a card
    if key.path.startswith("data.grid"):
        cells = MapGrid.model_validate(whole["data"]["map"]["grid"]).names()
        (home / "components/lowtide/map.csv").write_text("\n".join(["cell", *cells]), "utf-8")
    if "translated" in key.path:
        whole["languages"] = ["fr", "en"]
    assert check_file("game.schema.json", whole) == []
    text = "".join(f"{name} = {toml(value)}\n" for name, value in whole.items())
    (home / "components/lowtide/game.toml").write_text(text, "utf-8")
    (home / "components/lowtide/a.csv").write_text(TABLE, "utf-8")
    load_game(find_project(home), "lowtide", any_box=True)


@pytest.mark.parametrize("key", [key for key in KEYS if key.file == "pnp.toml"], ids=named)
def test_an_example_of_a_project_is_read(key: Key, home: Path) -> None:
    (home / "pnp.toml").write_text(key.example, "utf-8")
    assert attrgetter(key.path)(read_config(find_project(home))) not in (None, (), DEFAULT_LIMITS)
    assert check_file("pnp.schema.json", tomllib.loads(key.example)) == []


@pytest.mark.parametrize("key", [key for key in KEYS if key.file == "memo.toml"], ids=named)
def test_an_example_of_a_memo_is_read(key: Key, home: Path) -> None:
    (home / "components/lowtide/game.toml").write_text(GAME, "utf-8")
    folder = home / "components/lowtide"
    variant = "long" if "extends" in key.example else ""
    (folder / "memo.en.toml").write_text(MEMO if variant or "[[section]]" not in key.example else key.example, "utf-8")
    if variant:
        (folder / "memo-long.en.toml").write_text(key.example, "utf-8")
    elif "[[section]]" not in key.example:
        (folder / "memo.en.toml").write_text(f"{key.example}\n{MEMO}", "utf-8")
    assert check_file("memo.schema.json", tomllib.loads((folder / "memo.en.toml").read_text("utf-8"))) == []
    assert read_memo(find_project(home), "lowtide", variant, Lang.EN).sections


@pytest.mark.parametrize("key", [key for key in KEYS if key.file == LAYOUT_FILE], ids=named)
def test_an_example_of_a_layout_is_read(key: Key) -> None:
    files = {"card.toml": '[title]\ntext = "a"\nbox = [1, 2, 3, 4]', "example.toml": key.example}
    layout = read_layout("example.toml", lambda name: LayoutFile(files[name], Location(name)))
    assert check_file("layout.schema.json", tomllib.loads(key.example)) == []
    kind, _, inner = key.path.removeprefix("layout").removeprefix(".").partition(".")
    if kind in BOX_KINDS:
        assert any(box.kind == kind and (inner or kind) in box.raw for box in layout.boxes)


def test_no_example_is_for_nobody() -> None:
    known = {(file, path) for file, paths in KEY_EXAMPLES.items() for path in paths}
    assert {(key.file, key.path) for key in KEYS} == known


def explain(*words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, cwd: Path) -> Result:
    return run_command(("explain", *words), cwd, capsys, monkeypatch)


def test_the_command_prints_meaning_form_default_and_example(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = explain("decks.size", capsys=capsys, monkeypatch=monkeypatch, cwd=tmp_path)
    assert code == 0
    assert out.splitlines()[0] == "decks.size (game.toml)"
    for said in ("Size of a piece after cutting", "a list of two lengths", 'size = "poker"'):
        assert said in out
    assert "none (required)" in explain("box.count", capsys=capsys, monkeypatch=monkeypatch, cwd=tmp_path)[1]
    _, out, _ = explain("paper", capsys=capsys, monkeypatch=monkeypatch, cwd=tmp_path)
    assert "paper (pnp.toml)" in out
    assert 'default  "a4"' in out
    _, out, _ = explain("title", capsys=capsys, monkeypatch=monkeypatch, cwd=tmp_path)
    assert "title (game.toml)" in out
    assert "title (memo.toml)" in out


def test_without_a_key_all_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = explain(capsys=capsys, monkeypatch=monkeypatch, cwd=tmp_path)
    assert code == 0
    *listed, nothing, more = out.splitlines()
    assert len(listed) == len(KEYS) + 1
    assert nothing == ""
    assert more.startswith("pnp explain CODE explains an error code such as E0301")
    assert all(key.path in out for key in KEYS)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("decks.shells.size", ["decks.size"]),
        ("decks.shells.columns.cost.type", ["decks.columns.type"]),
        ("[decks.cards]", ["decks"]),
        ("[[box]]", ["box"]),
        ("cost", ["section.actions.cost"]),
        ("layout.text.size", ["layout.text.size"]),
        ("ground", ["layout.ground"]),
        ("columns", ["data.columns", "decks.columns", "rule.columns"]),
    ],
)
def test_a_key_is_found_as_it_stands_in_the_file(asked: str, found: list[str]) -> None:
    assert [key.path for key in find_keys(asked)] == found


@pytest.mark.parametrize(
    ("asked", "said"),
    [("decks.siez", '"decks.size"'), ("papre", '"paper"'), ("deck.size", '"decks.size"'), ("", "known")],
)
def test_an_unknown_key_is_met_with_the_nearest(asked: str, said: str) -> None:
    with pytest.raises(PnpError) as caught:
        find_keys(asked)
    assert said in str(caught.value)
