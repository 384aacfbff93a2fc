"""`pnp new --from`: tables as people keep them become games that build, and hostile ones leave nothing behind."""

from __future__ import annotations

import itertools
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import pnp as library
from pnp.errors import PnpError
from pnp.starter.from_tables import GivenTable, placeholder, table_game
from pnp.starter.guess import MOST_GROUPS, TableSheet, deck_name, guess_columns, table_start
from pnp.starter.start import new_game
from pnp.starter.table_layout import PALETTE
from tests.cli.command import Command
from tests.spec.workbooks import ods, xlsx

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40" fill="#c60"/></svg>'
)
SIMPLE = "Name,Cost,Type,Text\nFox,3,Forest,Draw a card.\nOwl,1,Sky,Look at the top card of the deck.\nElk,5,Forest,\n"


def start(folder: Path, content: str | bytes, name: str = "cards.csv", **options: Any) -> Path:
    """Start a game from one table, build it strictly, and return the project's folder."""
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    started = library.start_project("mine", tables=[folder / name], start=folder, **options)
    library.build("mine", start=started.folder, out=folder / "out")
    return started.folder


def layout(home: Path, deck: str = "cards") -> dict[str, Any]:
    return tomllib.loads((home / f"templates/mine/{deck}.toml").read_text("utf-8"))


def test_columns_become_boxes(tmp_path: Path) -> None:
    home = start(tmp_path, SIMPLE)
    boxes = layout(home)
    assert boxes["title"]["text"] == "{name}"
    assert boxes["number-1"]["text"] == "{cost}"
    assert boxes["label-1"]["text"] == "Cost"
    assert boxes["kind"]["text"] == "{type}", "colour is not the only sign"
    assert set(boxes["band"]["rect"]) == {"by", "Forest", "Sky", "else"}
    assert boxes["rules"]["text"] == "{text}"
    written = (home / "templates/mine/cards.toml").read_text("utf-8")
    for heading in ("Name", "Cost", "Type", "Text"):
        assert f'# "{heading}"' in written or f'shows "{heading}"' in written, "each guess is explained"
    assert (home / "components/mine/cards.csv").read_text("utf-8") == SIMPLE


@pytest.mark.parametrize(
    ("name", "content", "pieces"),
    [
        ("a.csv", "\ufeffNom;Nombre;Coût;Famille;Effet\r\nRenard;2;1;Bois;Pioche.\r\nBrochet;1;3;Eau;Avale.\r\n", 3),
        ("b.tsv", "Card Name\tQty\tATK\tDEF\tHP\tRules\nWolf\t3x\t4\t2\t10\tHowls.\nBear\tx2\t6\t5\t20\tSleeps.\n", 5),
        ("c.ods", ods({"Sheet1": [["title", "cost", "rules"], ["One", 1, "Do."], ["Two", 2, "Do."]]}), 2),
        ("d.json", json.dumps([{"name": "Alpha", "value": 1}, {"name": "Beta", "value": None}]), 2),
        ("e.csv", ",,Name,,Cost ,Cost,notes,\n,,Sun,,3,4,ok,\n,,Moon,,,5,todo,\n", 2),
        ("f.csv", "word\napple\nsupercalifragilisticexpialidocious\n", 2),
        ("g.csv", "attack,defence\n1,2\n3,4\n", 2),
        ("h.csv", "side,look,deck,lang,else\nleft,1,x,en,y\nright,2,z,fr,w\n", 2),
        ("i.csv", "Name;Text\nCafé glacé;Très froid – non ?\n".encode("cp1252"), 1),
        ("j.csv", 'name,text\n"The ""Big"" One",a { brace and ** stars\n<b>Bold</b>,<i>italic</i>\n* star,\\{x}\n', 3),
        ("k.csv", "name,text\nDonaudampfschifffahrtsgesellschaftskapitän," + "Rindfleischetikettierung" * 4 + "\n", 1),
        ("l.csv", "name,text,flavour\n" + "".join(f"C{i},{'Very long rules. ' * 20 * i},Once.\n" for i in (1, 4)), 2),
        ("m.csv", "name,kind\n" + "".join(f'N{i},"{t}"\n' for i, t in enumerate(["]", "#", "a\nb", "else"] * 3)), 12),
        ("n.csv", "name,colour\nRed,#ff0000\nBlue,#0000ff\n", 2),
        ("o.csv", "name,text\nFire 🔥,Burn\n竜,札\n", 2),
        ("game.toml.csv", 'name,"b"\nx,y\n', 1),
    ],
)  # fmt: skip
def test_any_table_builds(tmp_path: Path, name: str, content: str | bytes, pieces: int) -> None:
    home = start(tmp_path, content, name)
    assert library.load_game("mine", start=home).count == pieces


@pytest.mark.parametrize("size", ["micro", "88x63", "a5", "square"])
def test_every_size_has_room(tmp_path: Path, size: str) -> None:
    home = start(tmp_path, SIMPLE, size=size)
    card = library.load_game("mine", start=home).decks["cards"].size
    for name, box in layout(home).items():
        if isinstance(box, dict) and "text" in box:
            x, y, width, height = box["box"]
            assert min(x, y, card.width - x - width, card.height - y - height) >= 3 - 1e-6, name


def test_each_sheet_is_a_deck_and_helper_sheets_are_left_out(tmp_path: Path) -> None:
    heroes: list[list[object]] = [["Name", "Count", "Suit"], ["Anna", 2, "Fire"], ["Bob", 1, "Water"]]
    book = xlsx({
        "Heroes": heroes, "Events!": [["Title", "Effect"], ["Fog", "Wait."]], "Lists": [["Suits"], ["Fire"]],
        "Notes": [["remember to rebalance"]],
    })  # fmt: skip
    (tmp_path / "book.xlsx").write_bytes(book)
    started = library.start_project("mine", tables=[tmp_path / "book.xlsx"], start=tmp_path)
    assert [note.partition(" ")[0] for note in started.notes] == ["book.xlsx#Lists", "book.xlsx#Notes"]
    game = library.load_game("mine", start=started.folder)
    assert {name: deck.count for name, deck in game.decks.items()} == {"heroes": 3, "events": 1}
    assert (started.folder / "components/mine/book.xlsx").read_bytes() == book
    backs = layout(started.folder, "back")["ground"]
    assert len({backs["heroes"], backs["events"]}) == 2


def test_lines_above_the_headings_are_left_out(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["My game – cards"],
        ["last change: Tuesday"],
        ["Name", "Type", "Points"],
        ["Farm", "Field", 1],
        ["Mill", "", 2],
    ]
    home = start(tmp_path, xlsx({"Cards v3": rows}), "deck.xlsx")
    assert (home / "components/mine/deck.csv").read_text("utf-8").splitlines()[0] == "Name,Type,Points"
    assert [row.fields["name"] for _, row in library.load_game("mine", start=home).designs()] == ["Farm", "Mill"]


def test_pictures_and_drawings_are_found_and_missing_ones_noted(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in ("images/fox.svg", "images/OWL.svg", "icons/fire.svg", "icons/leaf.svg"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes(SVG)
    table = (
        'name,art,icons,text\nFox,images/fox.svg,"fire, leaf",A {fire}.\nOwl,owl.svg,leaf,A {coin}.\nElk,elk.png,,\n'
    )
    (source / "cards.csv").write_text(table, "utf-8")
    started = library.start_project("mine", tables=[source], start=tmp_path)
    library.build("mine", start=started.folder, out=tmp_path / "out")
    art = started.folder / "components/mine/art"
    assert {path.name for path in art.iterdir()} == {
        "fox.svg", "owl.svg", "elk.png", "fire.svg", "leaf.svg", "coin.svg",
    }  # fmt: skip
    assert (art / "fox.svg").read_bytes() == (art / "owl.svg").read_bytes() == SVG
    assert (art / "elk.png").read_bytes() == placeholder(".png")
    assert "elk.png" in started.notes[0]
    assert "coin.svg" in started.notes[1]
    boxes = layout(started.folder)
    assert boxes["picture"]["image"] == "art/{art}"
    assert boxes["icons"]["icons"] == "{icons}"


def test_pictures_elsewhere_are_not_copied(tmp_path: Path) -> None:
    for name in ("secret", "other"):
        (tmp_path / f"{name}.png").write_bytes(placeholder(".png") + b"secret")
    source = tmp_path / "source"
    source.mkdir()
    (source / "cards.csv").write_text(
        f"name,image\nA,../secret.png\nB,{tmp_path}/other.png\nC,C:\\x\\..\\y.png\n", "utf-8"
    )
    started = library.start_project("mine", tables=[source / "cards.csv"], start=tmp_path)
    copied = [path.read_bytes() for path in (started.folder / "components/mine/art").iterdir()]
    assert copied
    assert not any(b"secret" in content for content in copied)
    library.build("mine", start=started.folder, out=tmp_path / "out")


def test_columns_by_language_make_a_game_in_two_languages(tmp_path: Path) -> None:
    table = "name_en,name_fr,text_en,text_fr,cost\nFox,Renard,Draw.,Pioche.,1\nPike,Brochet,,Avale.,2\n"
    home = start(tmp_path, table)
    game = library.load_game("mine", start=home)
    assert list(game.languages) == ["en", "fr"]
    assert layout(home)["title"]["text"] == "{name}"
    library.build("mine", start=home, out=tmp_path / "out", lang="fr")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", "has no rows of cards"),
        ("b.csv", "a,b\n", "has no rows of cards"),
        ("c.xlsx", b"PK\x03\x04garbage", "is a damaged workbook"),
        ("d.csv", bytes(range(256)) * 9, "has a control character"),
        ("e.json", '{"a":' + "[" * 3000, "is not valid JSON"),
        ("f.csv", 'name,text\n"unclosed,quote\n', "is not a valid row"),
        ("g.csv", ",".join(f"c{at}" for at in range(600)) + "\n1\n", "at most 500 columns"),
        ("h.csv", "name,count\nFox,5000\n", "must be a whole number"),
    ],
)  # fmt: skip
def test_hostile_tables_are_refused_and_nothing_is_written(
    pnp: Command, tmp_path: Path, name: str, content: str | bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    code, _, err = pnp("new", "mine", "--from", name, cwd=tmp_path)
    assert code == 1
    assert message in err
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_conflicts_and_missing_files_are_reported(pnp: Command, tmp_path: Path) -> None:
    assert "No such file" in pnp("new", "mine", "--from", "none.csv", cwd=tmp_path)[2]
    assert "has no tables" in pnp("new", "mine", "--from", ".", cwd=tmp_path)[2]
    err = pnp("new", "mine", "--from", "none.csv", "--style", "photo", cwd=tmp_path)[2]
    assert "--from conflicts with --style" in err
    with pytest.raises(PnpError):
        library.start_project("mine", tables=["none.csv"], with_rules=True, start=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_what_needs_attention(pnp: Command, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,image\nFox,fox.png\n", "utf-8")
    code, out, _ = pnp("new", "mine", "--from", "cards.csv", cwd=tmp_path)
    assert code == 0
    assert out.startswith('note: "fox.png" is not beside the table: put it into components/mine/art/\nmine is ready')


@pytest.mark.parametrize(
    ("rows", "column", "card"),
    [
        (["A,1,Short.,", f"Bear,2,{'Very long rules. ' * 105},Once.", f"C,3,{'Long. ' * 60},"], "text", "Bear"),
        (["A,1,Short.,", f"B,2,Do.,{'Once upon a time. ' * 105}"], "flavour", "B"),
        (["Donaudampfschifffahrtsgesellschaftskapitaen,1,Short.,"], "name", None),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_small_type_has_a_note_that_names_column_and_card(
    tmp_path: Path, rows: list[str], column: str, card: str | None, lang: str
) -> None:
    table = GivenTable("cards.csv", "\n".join(["name,cost,text,flavour", *rows]).encode())
    game = new_game("mine", lang="en", size="poker", problems=[])
    assert game is not None
    notes = [note for note in table_game(game, [table], {}).notes if note.key == "small-text"]
    assert f'"{column}"' in [note.values["column"] for note in notes]
    texts = " ".join(note.text(lang) for note in notes)
    assert {"en": "smaller than 1.8 mm", "fr": "à moins de 1,8 mm"}[lang] in texts
    assert card is None or f'"{card}"' in texts


def test_type_of_usual_size_has_no_note(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(SIMPLE + f"Bear,2,Forest,{'A sentence. ' * 20}\n", "utf-8")
    assert library.start_project("mine", tables=[tmp_path / "cards.csv"], start=tmp_path).notes == ()


def guessed(headings: str, *rows: str) -> dict[str, object]:
    """What the columns of a small table are guessed to be, by role."""
    found = guess_columns(TableSheet("cards", headings.split(","), [row.split(",") for row in rows]))
    named = {key: getattr(found, key) for key in ("copies", "title", "group", "picture", "flavour")}
    return {key: None if column is None else column.name for key, column in named.items()} | {
        key: [column.name for column in getattr(found, key)] for key in ("corners", "texts", "details")
    }


def test_guesses() -> None:
    found = guessed("No,Card,Nb,Clan,HP,Quote", "1,Fox,2,Red,3,Hi", "2,Owl,1,Blue,4,Ho", "3,Elk,1,Red,5,Ha")
    assert found == {
        "copies": "nb", "title": "card", "group": "clan", "picture": None, "flavour": "quote", "corners": ["hp"],
        "texts": [], "details": ["no"],
    }  # fmt: skip
    found = guessed("a,b", "short,a text that is clearly longer than a title", "other,b")
    assert (found["title"], found["texts"]) == ("a", ["b"])


def test_names_of_decks() -> None:
    assert deck_name("05 Events (v2)!", []) == "events-v2"
    assert deck_name("Events", ["events"]) == "events-2"
    assert deck_name("札", []) == "cards"


def test_where_a_table_starts() -> None:
    assert table_start([["name", "cost"], ["a", "1"]]) == 0
    assert table_start([["My game", "", ""], ["name", "cost", "text"], ["a", "1", ""]]) == 1
    assert table_start([["word"], ["apple"]]) == 0


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


SEEN = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deuteranopia": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
"""Matrices of Machado, Oliveira and Fernandes (2009), for linear RGB."""


def _lab(rgb: list[float]) -> tuple[float, float, float]:
    rows = ((0.4124, 0.3576, 0.1805, 0.9505), (0.2126, 0.7152, 0.0722, 1.0), (0.0193, 0.1192, 0.9505, 1.089))
    x, y, z = (max(sum(a * b for a, b in zip(row, rgb, strict=False)), 0) / row[3] for row in rows)
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_colours_differ_for_everybody_and_carry_white_text() -> None:
    linear = [[_linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5)] for colour in PALETTE]
    assert len(PALETTE) >= MOST_GROUPS
    for red, green, blue in linear:
        assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5
    for matrix in SEEN.values():
        seen = [_lab([sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix]) for colour in linear]
        for one, other in itertools.combinations(seen, 2):
            assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 12
