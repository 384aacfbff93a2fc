"""Squib decks become projects: what is carried over, what is reported, and what hostile decks can do."""

from __future__ import annotations

import re
import time
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import Location, PnpError
from pnp.face.layout import LayoutFile, read_layout
from pnp.project.folders import bundled_project
from pnp.starter.squib.convert import Converted, convert_squib
from pnp.starter.squib.layout import expand_layout, parse_length, parse_yaml
from pnp.starter.squib.ruby import Call, Literal, Unread, describe_ruby, parse_ruby, walk_ruby
from pnp.starter.squib.script import Filled, Script, SquibTable
from pnp.starter.squib.values import read_font
from tests.cli.command import Command
from tests.test_first_steps import blocks

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="100" height="50"/></svg>'
TABLE = "Name,Cost,Kind,Art,qty\nGull,3,bird,gull.svg,2\nCrane,2,tool,crane.svg,1\n"
DECK = """\
require 'squib'

data = Squib.csv file: 'cards.csv'

Squib::Deck.new(cards: data['Name'].size, layout: %w(hand.yml layout.yml)) do
  background color: '#fdf6e3'
  rect layout: 'cut'
  text str: data['Name'], layout: 'name'
  text str: data['Cost'].map { |cost| "#{cost} coins" }, layout: :cost
  svg file: data['Art'], layout: 'art'
  save_pdf file: 'cards.pdf', trim: 37.5
end
"""
LAYOUT = """\
name:
  extends: title
  y: += 12
  font: Fredoka One bold 24
  align: center
cost:
  x: 0.5in
  y: 100
  width: 20mm
  height: 2 cells
  color: crimson
"""


def project(folder: Path, **files: str | bytes) -> Path:
    """Write a Squib project; a double underscore in a name stands for a slash, and a single one for a dot."""
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def converted(folder: Path) -> Converted:
    return convert_squib(folder, "harbour", "Harbour", "en")


def layout(made: Converted, name: str = "cards") -> dict[str, Any]:
    return tomllib.loads(made.files[f"templates/{name}.toml"].decode())


def game(made: Converted) -> dict[str, Any]:
    return tomllib.loads(made.files["game.toml"].decode())


def drawn(folder: Path, calls: str, table: str = TABLE) -> tuple[dict[str, Any], list[str]]:
    """Return the layout of a deck that makes these calls, and the notes."""
    deck = f"data = Squib.csv file: 'cards.csv'\nSquib::Deck.new(cards: 3) do\n{calls}\nend\n"
    made = converted(project(folder, deck_rb=deck, cards_csv=table, gull_svg=SVG, crane_svg=SVG, dot_png=PNG))
    return layout(made), made.notes


def test_a_deck_keeps_its_numbers(tmp_path: Path) -> None:
    made = converted(project(tmp_path, deck_rb=DECK, layout_yml=LAYOUT, cards_csv=TABLE, gull_svg=SVG, crane_svg=SVG))
    face, spec = layout(made), game(made)
    assert (face["units"], face["origin"], face["ground"]) == ("px@300", [37.5, 37.5], "#fdf6e3")
    assert face["name"] == {"text": "{Name}", "box": [275, 87, 475, 125], "style": "name", "align": "center"}
    assert face["cost"]["text"] == "{Cost} coins"
    assert face["cost"]["box"] == [150, 100, pytest.approx(236.2), 75]
    assert face["cost"]["colour"] == "#dc143c"
    assert face["art"] == {"image": "art/{Art}", "box": [275, 225, 475, 475], "fit": "stretch"}
    assert spec["decks"]["cards"] == {"size": [63.5, 88.9], "table": "cards.csv", "front": "cards.toml"}
    assert spec["styles"]["name"]["font"] == "Fredoka One"
    assert spec["styles"]["name"]["size"] == pytest.approx(24 * 25.4 / 72, abs=0.01)
    assert set(made.copied) == {"components/harbour/art/gull.svg", "components/harbour/art/crane.svg"}
    assert made.files["cards.csv"] == TABLE.encode()
    assert made.notes == ["deck.rb:5: draws cut lines or safe zones; pnp prints crop marks, and pnp serve shows both"]
    read_layout("cards.toml", lambda name: LayoutFile(made.files[f"templates/{name}"].decode(), Location(name)))


BLACK = {"stroke": "#000000", "thickness": 2}


@pytest.mark.parametrize(
    ("call", "box"),
    [
        ("rect x: 10, y: 20, width: 30, height: 40", {"rect": "none", "box": [10, 20, 30, 40], **BLACK}),
        ("rect fill_color: :gold, stroke_width: 0", {"rect": "#ffd700", "box": [0, 0, 825, 1125]}),
        (
            "rect x: 'middle', width: 'deck / 3', y: 'deck - 1in', height: 9, stroke_color: '#0000'",
            {"rect": "none", "box": [412.5, 825, 275, 9]},
        ),
        (
            "circle x: 100, y: 100, radius: 40, fill_color: '#abc'",
            {"disc": "#aabbcc", "box": [60, 60, 80, 80], **BLACK},
        ),
        (
            "ellipse x: 5, y: 6, width: 7, height: 8, fill_color: 'ALICE_BLUE', stroke_width: 0",
            {"disc": "#f0f8ff", "box": [5, 6, 7, 8]},
        ),
        (
            "line x1: 90, y1: 50, x2: 10, y2: 50, stroke_color: 'red', stroke_width: 3",
            {"line": "#ff0000", "box": [10, 50, 80, 0], "thickness": 3},
        ),
        ("svg file: 'gull.svg', x: 8, y: 9", {"image": "art/gull.svg", "box": [8, 9, 100, 50]}),
        ("svg file: 'gull.svg', width: 50, height: :scale", {"image": "art/gull.svg", "box": [0, 0, 50, 25]}),
        (
            "png file: 'dot.png', width: 50, height: 60, angle: Math::PI",
            {"image": "art/dot.png", "box": [-50, -60, 50, 60], "fit": "stretch", "turn": 180},
        ),
        (
            "text str: 'Pay {2} *now*', x: 9, y: 8, width: 100, height: 50, align: :right",
            {"text": r"Pay \{2} \*now\*", "box": [9, 8, 100, 50], "style": "text", "align": "right"},
        ),
    ],
)
def test_each_call_becomes_a_box(tmp_path: Path, call: str, box: dict[str, object]) -> None:
    face, notes = drawn(tmp_path, call)
    [made] = [value for value in face.values() if isinstance(value, dict)]
    assert made == box
    assert notes == []


def test_loops_over_lists_are_unrolled(tmp_path: Path) -> None:
    face, notes = drawn(tmp_path, "%w(Name Cost).each do |key|\n  text str: data[key], x: 10\nend")
    assert [box["text"] for box in face.values() if isinstance(box, dict)] == ["{Name}", "{Cost}"]
    assert notes == []


def test_a_value_picked_by_a_column_is_a_choice(tmp_path: Path) -> None:
    calls = """\
  colors = { 'bird' => '#0af', 'tool' => :gray }
  background color: data['Kind'].map { |kind| colors[kind] }
  text str: 'x', color: data['Kind'].map { |kind| colors[kind] }"""
    face, notes = drawn(tmp_path, calls)
    wanted = {"by": "kind", "bird": "#00aaff", "tool": "#808080", "else": "#000000"}
    assert face["ground"] == face["x"]["colour"] == wanted
    assert notes == []


def test_a_layout_for_each_card_becomes_boxes_with_conditions(tmp_path: Path) -> None:
    deck = DECK.replace("layout: 'name'", "layout: data['Kind']")
    layouts = LAYOUT + "bird: { x: 1, y: 2, width: 30, height: 40 }\ntool: { x: 5, y: 6, width: 70, height: 80 }\n"
    made = converted(project(tmp_path, deck_rb=deck, layout_yml=layouts, cards_csv=TABLE, gull_svg=SVG, crane_svg=SVG))
    face = layout(made)
    assert (face["bird"]["when"], face["bird"]["box"]) == ("kind == 'bird'", [1, 2, 30, 40])
    assert (face["tool"]["when"], face["tool"]["box"]) == ("kind == 'tool'", [5, 6, 70, 80])


def test_ranges_become_conditions_on_rows(tmp_path: Path) -> None:
    face, notes = drawn(tmp_path, "text str: data['Name'], range: 2\ntext str: data['Cost'], range: 0..1")
    assert (face["name"]["when"], face["cost"]["when"]) == ("deck.place in [2]", "deck.place in [1]")
    assert [note for note in notes if "copies" in note]  # the first row has two copies


def test_arrays_become_a_table(tmp_path: Path) -> None:
    deck = "Squib::Deck.new(cards: 2) do\n  text str: ['Gull', 'Crane, big'], layout: 'title'\nend\n"
    made = converted(project(tmp_path, deck_rb=deck))
    assert made.files["cards.csv"] == b'title\nGull\n"Crane, big"\n'
    assert layout(made)["title"]["text"] == "{title}"


def test_icons_in_texts(tmp_path: Path) -> None:
    calls = "text(str: data['Name']) { |embed| embed.svg key: ':coin:', file: 'gull.svg', width: 30, height: 30 }"
    deck = f"data = Squib.csv file: 'cards.csv'\nSquib::Deck.new(cards: 3) do\n{calls}\nend\n"
    made = converted(project(tmp_path, deck_rb=deck, cards_csv=TABLE, gull_svg=SVG))
    assert game(made)["icons"] == {"coin": "art/gull.svg"}


def test_sheets_units_and_copies(tmp_path: Path) -> None:
    deck = """\
CARD = { w: '69mm', h: '94mm' }
cards = Squib.csv file: 'cards.csv', explode: 'Cost'
Squib::Deck.new(width: CARD[:w], height: CARD[:h], dpi: 600, cards: cards.nrows) do
  use_layout file: 'layout.yml'
  text str: cards.name, layout: :title
  save_sheet trim: '3mm'
end
"""
    mm = "title: { x: 8mm, y: 8mm, width: 53mm, height: 9mm, font: 'Sans 12' }\n"
    made = converted(project(tmp_path, deck_rb=deck, cards_csv=TABLE, layout_yml=mm))
    assert layout(made)["title"]["box"] == [8, 8, 53, 9]
    assert layout(made)["origin"] == [3, 3]
    assert game(made)["decks"]["cards"]["size"] == [63, 88]
    assert game(made)["decks"]["cards"]["copies"] == "Cost"


@pytest.mark.parametrize(
    ("call", "note"),
    [
        ("text str: Time.now", "Time.now"),
        ("text str: data['Nope']", "shows nothing"),
        ("text str: 'x', font_size: data['Name'].map { |n| n.length > 9 ? 1 : 2 }", "font_size"),
        ("text str: 'x', layout: 'nope'", "layout nope"),
        ("text str: 'x', width: 10, align: 'justify'", "align justify"),
        ("text str: 'x', color: pallete", "color pallete"),
        ("text str: 'x', font: 'Comic Sans MS 12'", "Comic Sans MS"),
        ("svg file: 'lost.svg'", "lost.svg"),
        ("svg file: '../../secret.svg'", "secret.svg"),
        ("svg file: 'gull.svg', id: 'part'", "part of a file"),
        ("svg file: 'gull.svg', mask: :red", "mask"),
        ("polygon x: 1, n: 5", "polygon"),
        ("line x1: 0, y1: 9, x2: 9, y2: 0", "rises"),
        ("rect dash: '3 3'", "dashed"),
        ("background color: '(0,0)(0,9) #fff@0.0 #000@1.0'", "gradient"),
        ("if ENV['BW']\n  rect x: 1\nend", "ENV"),
        ("build(:color) { rect x: 1 }", "build group color"),
        ("data.each_pair { |k, v| rect x: v }", "repeats"),
        ("case mode\nwhen 1\n  rect x: 1\nend", "not understood"),
    ],
)
def test_what_is_not_carried_over_is_listed_with_its_line(tmp_path: Path, call: str, note: str) -> None:
    _, notes = drawn(tmp_path, call)
    assert [each for each in notes if note in each and each.startswith("deck.rb:3: ")], notes


def test_a_folder_without_a_deck_and_a_layout_that_is_no_yaml(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="has no Squib deck"):
        converted(project(tmp_path / "a", notes_rb="puts 1"))
    with pytest.raises(PnpError, match=r"layout\.yml:2 is not valid YAML.*E0212"):
        converted(project(tmp_path / "b", deck_rb=DECK, cards_csv=TABLE, layout_yml="a: 1\n\tb: ["))


def test_extends_with_relative_numbers() -> None:
    entries: dict[str, dict[str, Any]] = {
        "a": {"x": 10, "y": "1in", "width": 50},
        "b": {"extends": "a", "x": "+= 5", "y": "-= 0.5in", "width": "*= 2"},
        "c": {"extends": ["a", "b"], "x": "/= 5", "height": 9},
        "d": {"extends": "d"},
        "e": {"extends": "nope", "x": "+= deck"},
    }
    notes: list[str] = []
    expand_layout(entries, 300, 37.5, notes)
    assert entries["b"] == {"x": 15, "y": 150, "width": 100}
    assert entries["c"] == {"x": 3, "y": 150, "width": 100, "height": 9}
    assert [note.split()[0] for note in notes] == ["d", "e", "e:"]


@pytest.mark.parametrize(
    ("text", "length"),
    [("8mm", 94.488), ("1cm", 118.11), ("0.5in", 150), ("72pt", 300), ("2 cells", 75), ("1c", 37.5), ("12", 12), (7, 7),
     ("deck", None), ("1e9in", None), (True, None), (float("nan"), None), ("", None)],
)  # fmt: skip
def test_lengths(text: object, length: float | None) -> None:
    found = parse_length(text)
    assert found == (length if length is None else pytest.approx(length, abs=0.01))


@pytest.mark.parametrize(
    ("text", "font"),
    [
        ("Arial bold 18", (["Arial"], 18, True, False)),
        ("Sans italic 18", (["Sans"], 18, False, True)),
        ("ChunkFive Roman,Sans 58", (["ChunkFive Roman", "Sans"], 58, False, False)),
        ("Times New Roman, 10", (["Times New Roman"], 10, False, False)),
        ("Black", (["Black"], 12, False, False)),
        ("", ([], 12, False, False)),
    ],
)
def test_fonts(text: str, font: tuple[list[str], float, bool, bool]) -> None:
    assert read_font(text) == font


def multiplied(first: str, following: str) -> str:
    """Return YAML in which each line names the one before nine times."""
    names = "abcdefghijklmnop"
    return first + "".join(following.format(a=f"*{a}", b=b) for a, b in pairwise(names))


@pytest.mark.parametrize(
    "yaml",
    [
        multiplied("a: &a [x,x,x,x,x,x,x,x,x]\n", "{b}: &{b} [{a},{a},{a},{a},{a},{a},{a},{a},{a}]\n"),
        multiplied("a: &a {k: 1}\n", "{b}: &{b} {{<<: [{a},{a},{a},{a},{a},{a},{a},{a},{a}], {b}: 1}}\n") * 50,
        "a: &a 1\nb: [" + "*a," * 1_001 + "]",
        "[" * 20_000,
        "a: &a [*a]",
        "a: *nope",
        "!!python/object/apply:os.system ['true']",
        "? [a, b]\n: {c: d}\n? {e: f}\n: g",
        "x: " + "y" * 1_000_001,
        "\x00",
    ],
    ids=["laughs", "merges", "aliases", "deep", "itself", "unknown", "python", "keys", "long", "null"],
)  # fmt: skip
def test_hostile_yaml_is_refused_quickly(yaml: str) -> None:
    before = time.monotonic()
    with pytest.raises(PnpError, match="E0212"):
        parse_yaml(yaml.encode(), Location("layout.yml"))
    assert time.monotonic() - before < 5


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    project(tmp_path / "outside", secret_svg=SVG, cards_csv="Name\nSecret\n", layout_yml="secret: {x: 1}")
    deck = """\
data = Squib.csv file: '../outside/cards.csv'
more = Squib.csv file: 'linked/cards.csv'
Squib::Deck.new(cards: 1, layout: '../outside/layout.yml') do
  text str: data['Name']
  text str: more['Name']
  svg file: '../outside/secret.svg'
  svg file: 'linked/secret.svg'
  svg file: 'secret.svg'
end
"""
    folder = project(tmp_path / "deck", deck_rb=deck)
    (folder / "linked").symlink_to(tmp_path / "outside")
    (folder / "secret.svg").symlink_to(tmp_path / "outside" / "secret.svg")
    made = converted(folder)
    assert made.copied == {}
    assert b"Secret" not in b"".join(made.files.values())


@pytest.mark.parametrize(
    "text",
    ["(" * 9_000, "[" * 9_000, "!" * 9_000, '"#{' * 4_000, "a do\n" * 3_000, "if x\n" * 3_000, "a ? " * 5_000,
     "text " * 9_000, "<<~A\n" * 1_000, "{a: " * 5_000, "/" * 5_001, "1+" * 20_000, "x = " * 5_000, "%w(", "'"],
)  # fmt: skip
def test_hostile_scripts_are_read_quickly(text: str) -> None:
    before = time.monotonic()
    script = Script("deck.rb", lambda *_: None, lambda *_: None)
    try:
        script.run(parse_ruby(f"Squib::Deck.new do\n{text}\nend"))
    except RecursionError:
        pytest.fail("too deep")
    assert time.monotonic() - before < 5


def test_scripts_are_not_nested_deeply() -> None:
    assert isinstance(parse_ruby("(" * 30 + "1" + ")" * 30)[0], Literal)
    assert isinstance(parse_ruby("(" * 90 + "1" + ")" * 90)[0], Unread)


def test_endless_loops_end(tmp_path: Path) -> None:
    calls = "def a; a; a; end\na\n" + "(0..999).each do |i|\n" * 6 + "rect x: 1\n" + "end\n" * 6
    before = time.monotonic()
    drawn(tmp_path, calls)
    assert time.monotonic() - before < 20


LETTERS = st.sampled_from("text str: data['Name'], layout:\n do end if {}[]()|#'\"%w:=>.+-*/?&0a")


@given(st.text(alphabet=LETTERS, max_size=200))
def test_any_text_is_read(text: str) -> None:
    nodes = parse_ruby(text)
    for node in walk_ruby(nodes):
        describe_ruby(node)


WORDS = st.sampled_from(
    [
        "text", "str:", "rect", "x:", "data['Name']", "data", ".map", '{ |a| "#{a}" }', ",", "'x'", "\n", "(", ")",
        "do", "end", "layout:", "'title'", "1", "nil", "[1, 2]", "%w(a b)", ".each", "|k|", "if", "svg", "file:", "=",
        "font:", "'gull.svg'", "'\x07 \\n]' ", "'\"\"\"'", "width:", "'deck - 3'", "angle:", "0.5", "range:", "0..1",
        "color:", "'#12'", "background",
    ]
)  # fmt: skip


@given(st.lists(WORDS, max_size=40))
def test_any_deck_becomes_a_layout_that_can_be_read(tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    folder = tmp_path_factory.mktemp("deck")
    try:
        face, _ = drawn(folder, " ".join(words))
    except PnpError as error:
        if "has no Squib deck" not in str(error):  # an unfinished block hides the whole deck
            raise
        return
    made = converted(folder)
    assert face == layout(made)
    text = made.files["templates/cards.toml"].decode()
    read_layout("cards.toml", lambda name: LayoutFile(text, Location(name)))


def test_describing_and_walking() -> None:
    [call] = parse_ruby("text str: Time.now, x: [1], y: \"a#{b}\" do |embed|\n  embed.svg key: 'k'\nend")
    assert isinstance(call, Call)
    assert [describe_ruby(value) for _, value in call.named] == ["Time.now", "[…]", '"…#{…}…"']
    assert call.block is not None
    assert not [node for node in walk_ruby((call,)) if isinstance(node, Unread)]


def test_rows_of_a_text_with_columns() -> None:
    table = SquibTable("cards.csv", headings=("Card Name", "deck", ""), rows=[["Gull", "sea"], ["Crane"]])
    assert Filled("{Card Name} of {piece.deck}", table).per_row() == ["Gull of sea", "Crane of {piece.deck}"]
    assert (table.brace("deck"), table.name("Card Name")) == ("piece.deck", "card_name")


def test_a_new_project_from_a_deck_builds(pnp: Command, tmp_path: Path) -> None:
    source = project(
        tmp_path / "deck", deck_rb=DECK, layout_yml=LAYOUT, cards_csv=TABLE, gull_svg=SVG, crane_svg=SVG, Rakefile=""
    )
    code, out, err = pnp("new", "harbour", "--from-squib", str(source), cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "note: deck.rb:5: draws cut lines or safe zones" in out
    code, out, err = pnp("build", cwd=tmp_path / "harbour")
    assert (code, err) == (0, "")
    assert re.search(r"harbour +3 ", out)
    code, _, err = pnp("new", "second", "--from-squib", str(source / "deck.rb"), cwd=tmp_path)
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--from-squib nowhere", "nowhere does not exist"),
        ("--from-squib .", "has no Squib deck"),
        ("--from-squib . --style plain", "--from-squib conflicts with --style"),
        ("--from-squib . --size mini", "--from-squib conflicts with --size"),
    ],
)
def test_mistakes_leave_nothing_behind(pnp: Command, tmp_path: Path, words: str, message: str) -> None:
    code, _, err = pnp("new", "harbour", *words.split(), cwd=tmp_path)
    assert code == 1
    assert message in err
    assert list(tmp_path.iterdir()) == []


def shown(page: str, folder: Path) -> dict[str, str]:
    """Write the files that a page shows, with a drawing for each picture that it names; return their contents."""
    files = {block.file: block.content for block in blocks(f"docs/how-to/{page}.md") if block.file}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return files


def test_the_example_of_the_squib_page(pnp: Command, tmp_path: Path) -> None:
    files = shown("from-squib", tmp_path)
    project(tmp_path / "squib", gull_svg=SVG, crane_svg=SVG, coin_svg=SVG)
    wanted = files["harbour/templates/harbour/cards.toml"]
    (tmp_path / "harbour/templates/harbour/cards.toml").unlink()
    for empty in ("harbour/templates/harbour", "harbour/templates", "harbour"):
        (tmp_path / empty).rmdir()
    code, out, err = pnp("new", "harbour", "--from-squib", "squib", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "deck.rb:10: text shows Time.now" in out
    assert (tmp_path / "harbour/templates/harbour/cards.toml").read_text("utf-8") == wanted
    assert pnp("build", cwd=tmp_path / "harbour")[::2] == (0, "")


def test_the_example_of_the_nandeck_page(pnp: Command, tmp_path: Path) -> None:
    shown("from-nandeck", tmp_path)
    project(tmp_path / "components/harbour/assets", gull_svg=SVG, storm_svg=SVG)
    project(tmp_path, pnp_toml="")
    code, out, err = pnp("build", "harbour", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert re.search(r"harbour +2 ", out)


def test_the_three_descriptions_of_a_card(pnp: Command, tmp_path: Path) -> None:
    files = shown("compare-a-card", tmp_path)
    page = (bundled_project().root / "docs/how-to/compare-a-card.md").read_text("utf-8")
    for folder in (tmp_path / "squib", tmp_path / "components/guard/art"):
        project(folder, guard_svg=SVG, fog_svg=SVG, sword_svg=SVG)
    for folder in (tmp_path / "squib", tmp_path / "components/guard"):
        project(folder, cards_csv=files["cards.csv"])
    project(tmp_path, pnp_toml="")
    code, out, err = pnp("build", "guard", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert re.search(r"guard +5 ", out)
    assert [note.partition(":")[2] for note in converted(tmp_path / "squib").notes] == [
        "14: text shows data['strength'].map(…), which only Ruby can compute; make it a column"
    ]
    lines = {
        tool: sum(bool(line.strip()) for name in names for line in files[name].splitlines())
        for tool, names in {
            "squib": ("squib/deck.rb", "squib/layout.yml"),
            "pnp": ("components/guard/game.toml", "templates/guard/card.toml"),
        }.items()
    }
    assert f"| lines, without empty ones | {lines['squib']} | 0 | {lines['pnp']} |" in page


@pytest.mark.parametrize(
    "size", ['viewBox="0 0 1.2.3 4"', 'width="1.2.3" height="4"', 'viewBox="0 0 . 4"', 'viewBox="a"']
)
def test_a_drawing_of_unknown_size_is_placed_like_any_other(tmp_path: Path, size: str) -> None:
    odd = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect width="1" height="1"/></svg>'
    deck = DECK.replace("svg file: data['Art'], layout: 'art'", "svg file: 'gull.svg', x: 8, y: 9")
    made = converted(project(tmp_path, deck_rb=deck, layout_yml=LAYOUT, cards_csv=TABLE, gull_svg=odd, crane_svg=SVG))
    assert "art/gull.svg" in "".join(made.copied)
