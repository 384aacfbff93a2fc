"""Layouts: boxes in TOML drawn as templates draw them, inherited, chosen by columns, and refused with their line."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import Location, PnpError
from pnp.face.face import Face
from pnp.face.faces import FaceCache
from pnp.face.layout import (
    BOX_KINDS,
    DEEPEST_LIKE,
    MOST_BOXES,
    LayoutFile,
    column_expression,
    compile_layout,
    read_layout,
    split_text,
    write_template,
)
from pnp.face.render import FaceRenderer
from pnp.face.shapes import MOST_ICONS, FaceBox, icon_names, place_icons
from pnp.geometry.units import Size
from pnp.press.job import RendererName
from pnp.press.renderer import faces_to_pdf
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.examples import examples

SPEC = """title = "Boxes"

[text]
gull = "Seabird"

[icons]
coin = "gold"

[styles.quiet]
size = 3
style = "italic"
color = "#777"

[decks.cards]
size = [63, 88]
front = "card.toml"
table = "cards.csv"
"""
TABLE = """name,suit,cost,types,picture,rule,flavour
Gull,red,2,"shell, 2 coin",,Take **2** {coin}.,Mine!
Crane,blue,0,,gold,Lift anything.,
"""
SHELL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect width="10" height="20" fill="#123456"/></svg>'
)
GOLD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#fedcba"/></svg>'


def write(folder: Path, layout: str, *, spec: str = SPEC, table: str = TABLE, **others: str) -> Project:
    """Write a game with one layout, and others by name."""
    art, templates = folder / "components/boxes/art", folder / "templates/boxes"
    for each in (art, templates):
        each.mkdir(parents=True, exist_ok=True)
    (art / "shell.svg").write_text(SHELL, "utf-8")
    (art / "gold.svg").write_text(GOLD, "utf-8")
    (folder / "components/boxes/game.toml").write_text(spec, "utf-8")
    (folder / "components/boxes/cards.csv").write_text(table, "utf-8")
    for name, text in {"card": layout, **others}.items():
        (templates / f"{name}.toml").write_text(text, "utf-8")
    return Project(folder)


def draw(project: Project, row: int = 0, ink: Ink = Ink.FULL, bleed: float = 3, *, traced: bool = False) -> Face:
    game = load_game(project, "boxes")
    deck = game.decks["cards"]
    return FaceRenderer(project, game, Lang.EN, ink, bleed, traced=traced).render(deck, deck.designs[row], Side.FRONT)


def drawn(folder: Path, layout: str, row: int = 0, ink: Ink = Ink.FULL, **others: str) -> str:
    return draw(write(folder, layout, **others), row, ink).svg


def words(svg: str) -> list[str]:
    """Return the lines of text on a face."""
    root = ElementTree.fromstring(svg)
    return ["".join(each.itertext()).strip() for each in root.iter("{http://www.w3.org/2000/svg}text")]


def refusal(folder: Path, layout: str, **others: str) -> str:
    with pytest.raises(PnpError) as caught:
        draw(write(folder, layout, **others))
    return str(caught.value)


def box(kind: str, *lines: str, place: str = "[5, 5, 40, 10]") -> str:
    return "\n".join(["[one]", kind, f"box = {place}", *lines, ""])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{name}", "Gull"),
        ("The {name} of {suit}", "The Gull of red"),
        ("{name|upper}: {cost * 3}", "GULL: 6"),
        ("{deck.place} of {deck.rows|length}", "1 of 2"),
        ("{t(name|lower)}", "Seabird"),
        ("{'dear' if cost > 1 else 'cheap'}", "dear"),
        (r"\{name}", "{name}"),
        ("{game.title}", "Boxes"),
        ("{ name }", "Gull"),
        ("“{name}” — 50%} {% %}", "“Gull” — 50%} {% %}"),
        ('"{name}"', '"Gull"'),
        ("{rule}", "Take 2 ."),
    ],
)
def test_columns_are_filled_in(tmp_path: Path, text: str, expected: str) -> None:
    quoted = "'''" + text + "'''"
    svg = drawn(tmp_path, box(f"text = {quoted}", place="[2, 2, 59, 80]"))
    assert "".join(words(svg)) == expected


def test_a_name_that_is_no_column_is_an_icon(tmp_path: Path) -> None:
    svg = drawn(tmp_path, box('text = "{cost} {coin} {shell}"'))
    assert words(svg) == ["2"]
    assert svg.count("#fedcba") == 1
    assert svg.count("#123456") == 1


def test_headings_with_spaces_are_columns(tmp_path: Path) -> None:
    assert words(drawn(tmp_path, box('text = "{Card Name}"'), table="Card Name,cost\nGull,1\n")) == ["Gull"]


def test_a_text_shrinks_unless_it_says_otherwise(tmp_path: Path) -> None:
    long = box('text = "A long text for a small box"', "size = 5", place="[5, 5, 40, 7]")
    [size] = {float(each) for each in re.findall(r'font-size="([\d.]+)"', drawn(tmp_path, long))}
    assert 3 <= size < 5
    message = refusal(tmp_path, long + "min = 5")
    assert "templates/boxes/card.toml:1: boxes: gull (front): the text does not fit its box of 40 × 7 mm" in message


def test_a_style_gives_what_the_box_does_not(tmp_path: Path) -> None:
    svg = drawn(tmp_path, box('text = "{name}"', 'style = "quiet"', 'color = "#a00"'))
    assert 'font-size="3"' in svg
    assert 'font-style="italic"' in svg
    assert 'fill="#aa0000"' in svg


@pytest.mark.parametrize(("row", "colour"), [(0, "#cc3333"), (1, "#333333")])
def test_any_value_is_chosen_by_a_column(tmp_path: Path, row: int, colour: str) -> None:
    choice = '{ by = "suit", red = "#c33", else = "#333" }'
    assert f'fill="{colour}"' in drawn(tmp_path, box(f"rect = {choice}"), row)
    assert f'fill="{colour}"' in drawn(tmp_path, f"ground = {choice}", row)
    place = 'box = { by = "suit", red = [1, 2, 30, 4], blue = [5, 6, 30, 8] }'
    [x] = re.findall(r'<rect x="(\d)"', drawn(tmp_path, f'[one]\nrect = "#000"\n{place}', row))
    assert x == ["1", "5"][row]
    text = 'text = { by = "cost > 1", True = "dear {name}", False = "cheap" }'
    assert words(drawn(tmp_path, box(text), row)) == [["dear Gull"], ["cheap"]][row]


def test_a_value_without_a_choice_is_an_error(tmp_path: Path) -> None:
    message = refusal(tmp_path, "\n\n" + box('rect = { by = "suit", blue = "#00c" }'))
    assert (
        'templates/boxes/card.toml:3: boxes: gull (front): there is no choice for this value: "red" [E0411]' in message
    )


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ("suit == 'red'", [True, False]),
        ("cost", [True, False]),
        ("not cost", [False, True]),
        ("picture is not defined or flavour == ''", [False, True]),
        ("side == 'back'", [False, False]),
        ("deck.place == 2", [False, True]),
        ("name in ['Gull', 'Tern'] and cost is divisibleby 2", [True, False]),
        ("types|length > 3", [True, False]),
    ],
)
def test_a_box_with_a_condition(tmp_path: Path, when: str, shown: list[bool]) -> None:
    project = write(tmp_path, box('disc = "#abcdef"', f'when = "{when}"'))
    assert ["#abcdef" in draw(project, row).svg for row in (0, 1)] == shown


@pytest.mark.parametrize("text", ["*{flavour}*", "“{flavour}”", "<i>{flavour}</i>", "({flavour}{picture})"])
def test_decoration_without_content_is_left_out(tmp_path: Path, text: str) -> None:
    table = "name,flavour,picture\nGull,Mine!,\nCrane,,\n"
    project = write(tmp_path, box(f"text = '{text}'"), table=table)
    assert "Mine!" in "".join(words(draw(project).svg))
    assert words(draw(project, 1).svg) == []
    assert words(drawn(tmp_path, box("text = 'Flavour: {flavour}'"), 1)) == ["Flavour:"]


def test_a_value_may_be_in_a_column(tmp_path: Path) -> None:
    table = "name,tint,Type Size,where\nGull,#123456,3,right\nCrane,gold,5,center\n"
    keys = ('colour = "{tint}"', 'size = "{Type Size}"', 'align = "{where}"')
    project = write(tmp_path, 'ground = "{tint}"\n' + box('text = "{name}"', *keys), table=table)
    first, second = draw(project).svg, draw(project, 1).svg
    assert first.count('fill="#123456"') == 2
    assert second.count('fill="#ffd700"') == 2
    assert 'font-size="3"' in first
    assert 'font-size="5"' in second
    inches = 'units = "in"\n' + box('text = "{name}"', 'size = "{Type Size}"', place="[1, 1, 1, 1]")
    assert 'font-size="2.54"' in drawn(tmp_path, inches, table="name,Type Size\nGull,0.1\n")
    message = refusal(tmp_path, box('text = "{name}"', 'colour = "{name}"'))
    assert (
        "card.toml:1: boxes: gull (front): text(colour): must be a colour like #fbf3df, #fff or gold"
        in message.replace(" must", ": must").replace("::", ":")
    )


def test_an_italic_text_shrinks_like_any_other(tmp_path: Path) -> None:
    long = box('text = "A long text for a small box"', "size = 5", 'style = "italic"', place="[5, 5, 40, 7]")
    [size] = {float(each) for each in re.findall(r'font-size="([\d.]+)"', drawn(tmp_path, long))}
    assert 3 <= size < 5


def test_an_image_is_a_drawing_a_picture_or_nothing(tmp_path: Path) -> None:
    layout = '[one]\nimage = "{picture}"\nbox = [5, 5, 40, 20]\n'
    assert "#fedcba" not in drawn(tmp_path, layout), "the cell is empty"
    assert "translate(25 15) scale(0.2 0.2)" in drawn(tmp_path, layout, 1), "20 mm high, in the middle"
    assert "#123456" in drawn(tmp_path, '[one]\nimage = "art/shell.svg"\nbox = [5, 5, 40, 20]\n')
    named = '[one]\nimage = "art/{picture}.svg"\nbox = [5, 5, 40, 20]\n'
    assert "#fedcba" not in drawn(tmp_path, named)
    assert "#fedcba" in drawn(tmp_path, named, 1)


@pytest.mark.parametrize(
    "content", ['image = "gold"', 'icons = 2\nicon = "coin"', 'rect = "#abcdef"', 'disc = "#abcdef"']
)
def test_art_that_must_not_be_cut_off_is_marked(tmp_path: Path, content: str) -> None:
    assert '<g class="important"><' in drawn(tmp_path, box(content, "important = true"))
    assert "important" not in drawn(tmp_path, box(content))
    assert "important" not in drawn(tmp_path, box(content, "important = false"))


def test_shapes_at_the_edge_cover_the_bleed(tmp_path: Path) -> None:
    band = drawn(tmp_path, box('rect = "#abcdef"', place="[0, 80, 63, 8]"))
    assert '<rect x="-3" y="80" width="69" height="11"' in band
    inside = drawn(tmp_path, box('rect = "#abcdef"', place="[0.5, 70, 62, 8]"))
    assert '<rect x="0.5" y="70" width="62" height="8"' in inside
    ground = drawn(tmp_path, 'ground = "#abcdef"')
    assert '<rect x="-3" y="-3" width="69" height="94" fill="#abcdef"' in ground
    picture = drawn(tmp_path, '[one]\nimage = "gold"\nfit = "stretch"\nbox = [0, 0, 63, 88]\n')
    assert "translate(31.5 44) scale(0.69 0.94)" in picture


def test_low_ink_leaves_grounds_and_shaded_areas_white(tmp_path: Path) -> None:
    layout = (
        'ground = "#abcdef"\n' + box('rect = "#123123"', "shade = true") + '[two]\ndisc = "#456456"\nbox=[1,1,5,5]\n'
    )
    svg = drawn(tmp_path, layout, ink=Ink.LOW)
    assert "#abcdef" not in svg
    assert "#123123" not in svg
    assert "#456456" in svg


def test_icons_in_a_row(tmp_path: Path) -> None:
    coins = drawn(tmp_path, box('icons = "{cost}"', 'icon = "coin"', "gap = 1", place="[5, 5, 40, 6]"))
    assert re.findall(r"translate\(([\d.]+) 8\)", coins) == ["8", "15"]
    types = drawn(tmp_path, box('icons = "{types}"', 'align = "center"'))
    assert types.count("#123456") == 1
    assert types.count("#fedcba") == 2
    assert "<g" not in drawn(tmp_path, box('icons = "{types}"'), 1), "the cell is empty"
    listed = drawn(tmp_path, box('icons = ["shell", "coin"]'))
    assert (listed.count("#123456"), listed.count("#fedcba")) == (1, 1)


def test_a_row_that_is_too_wide_is_shrunk() -> None:
    row = place_icons(10, FaceBox(5, 5, 40, 10), 10, None, "start", "middle")
    assert row.size == pytest.approx(40 / 10.9)
    left, right = row.centres[0][0] - row.size / 2, row.centres[-1][0] + row.size / 2
    assert left == pytest.approx(5)
    assert right == pytest.approx(45)


@pytest.mark.parametrize(
    ("icons", "names"),
    [
        (3, ["coin"] * 3), ("2", ["coin"] * 2), (0, []), ("fire water", ["fire", "water"]), ("2x fire", ["fire"] * 2),
        ("{fire}+:water:", ["fire", "water"]), (["a", "b"], ["a", "b"]), ("3 fire; water", ["fire"] * 3 + ["water"]),
    ],
)  # fmt: skip
def test_icons_by_number_or_name(icons: str | float | list[str], names: list[str]) -> None:
    assert icon_names(icons, "coin") == names


@pytest.mark.parametrize("icons", [-1, 1.5, MOST_ICONS + 1, "999 fire", "nan", ["a"] * 201, "1e9"])
def test_an_impossible_number_of_icons_is_refused(icons: str | float | list[str]) -> None:
    with pytest.raises(ValueError, match="must be"):
        icon_names(icons, "coin")


def test_a_text_on_an_arc(tmp_path: Path) -> None:
    place = "[10, 20, 40, 12]"
    up = drawn(tmp_path, box('text = "{name}"', "arc = 8", "size = 5", place=place))
    assert "".join(words(up)) == "Gull"
    turns = [float(turn) for turn in re.findall(r"rotate\((-?[\d.]+)", up)]
    assert turns == sorted(turns)
    assert turns[0] < 0 < turns[-1], "rising, then falling"
    down = drawn(tmp_path, box('text = "{name}"', "arc = -8", "size = 5", place=place))
    turns = [float(turn) for turn in re.findall(r"rotate\((-?[\d.]+)", down)]
    assert turns[0] > 0 > turns[-1]
    flat = drawn(tmp_path, box('text = "{name}"', "arc = 0", 'align = "right"', place=place))
    assert "rotate" not in flat
    ends = {"left": "start", "right": "end"}
    for side, name in ends.items():
        assert f'align="{name}"' in compiled(box('text = "{name}"', "arc = 3", f'align = "{side}"'))


STACK = """[body]
stack = ["rule", "coins", "flavour"]
box = [5, 50, 53, 30]
gap = 2

[rule]
text = "{rule}"
size = 5

[coins]
icons = 3
icon = "coin"
height = 4

[flavour]
text = "{flavour}"
size = 5
min = 2
"""


def test_a_stack_places_boxes_below_each_other(tmp_path: Path) -> None:
    svg = drawn(tmp_path, STACK)
    first, second = (float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', svg))
    [coins] = set(re.findall(r"translate\([\d.]+ ([\d.]+)\) scale\(0.04\)", svg))
    assert 50 < first < float(coins) < second < 80
    assert float(coins) - first == pytest.approx(second - 5 - float(coins), abs=4)
    only = drawn(tmp_path, STACK, 1)
    assert words(only) == ["Lift anything."], "an empty text takes no room"


def test_a_stack_grows_with_its_texts_and_shrinks_them_together(tmp_path: Path) -> None:
    rules = {1: "Draw a card.", 5: "Draw a card. " * 5, 14: "Draw a card. " * 14}
    tables = {n: f"name,rule,flavour\nGull,{rule},Mine!\n" for n, rule in rules.items()}
    last = 0.0
    for n in (1, 5):
        [*_, y] = re.findall(r'<text[^>]* y="([\d.]+)"', drawn(tmp_path, STACK, table=tables[n]))
        assert float(y) > last
        last = float(y)
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn(tmp_path, STACK, table=tables[14]))]
    assert 3 <= sizes[0] < 5
    assert 2 <= sizes[-1] < sizes[0], "each between its own sizes"
    message = refusal(tmp_path, STACK, table=f"name,rule,flavour\nGull,{'Draw a card. ' * 90},Mine!\n")
    assert "card.toml:1: boxes: gull (front): the boxes of the stack do not fit below each other: they need" in message
    assert "the stack has 30" in message


BASE = """ground = "#fafafa"

[band]
rect = "#111111"
box = [0, 0, 63, 10]

[title]
text = "{name}"
box = [5, 20, 53, 10]
size = 6
"""


def test_a_layout_inherits_and_overrides(tmp_path: Path) -> None:
    child = 'like = "base.toml"\n\n[title]\ncolor = "#ff0000"\n\n[seal]\ndisc = "#00ff00"\nbox = [1, 1, 5, 5]\n'
    svg = drawn(tmp_path, child, base=BASE)
    assert svg.index("#fafafa") < svg.index("#111111") < svg.index("#ff0000") < svg.index("#00ff00")
    assert 'font-size="6"' in svg
    grandchild = (
        'like = "child.toml"\nground = "#0000ff"\n[seal]\nwhen = "cost == 0"\n[last]\nline = "#999"\nbox=[1,1,9,0]\n'
    )
    svg = drawn(tmp_path, grandchild, base=BASE, child=child)
    assert svg.index("#0000ff") < svg.index("#111111") < svg.index("#ff0000") < svg.index("#999999")
    assert "#fafafa" not in svg
    assert "#00ff00" not in svg
    assert "#00ff00" in drawn(tmp_path, grandchild, 1, base=BASE, child=child)


def test_errors_in_an_inherited_box_name_the_file_that_has_it(tmp_path: Path) -> None:
    small = BASE.replace("53, 10]", "2, 2]")
    assert "templates/boxes/base.toml:7: boxes: gull" in refusal(
        tmp_path, 'like = "base.toml"\n[band]\nrect = "#222"\n', base=small
    )
    own = '# a comment\nlike = "base.toml"\n\n[title]\nbox = [5, 20, 2, 2]\n'
    assert "templates/boxes/card.toml:4: boxes: gull" in refusal(tmp_path, own, base=BASE)


def test_a_face_follows_the_layouts_that_it_is_made_from(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")

    def fresh() -> tuple[bool, str]:
        project = Project(tmp_path)
        game = load_game(project, "boxes")
        store = FaceCache(FaceRenderer(project, game, Lang.EN, Ink.FULL, 3), cache)
        stored = store.face(game.decks["cards"], game.decks["cards"].designs[0], Side.FRONT)
        return stored.fresh, stored.face.svg

    write(tmp_path, 'like = "base.toml"\n', base=BASE, other=BASE)
    assert fresh()[0]
    assert not fresh()[0]
    (tmp_path / "templates/boxes/other.toml").write_text("", "utf-8")
    assert not fresh()[0], "not one of its files"
    (tmp_path / "templates/boxes/base.toml").write_text(BASE.replace("#111111", "#222222"), "utf-8")
    was_fresh, svg = fresh()
    assert was_fresh
    assert "#222222" in svg


def test_units_and_origin(tmp_path: Path) -> None:
    layout = 'units = "px@300"\norigin = [36, 36]\n' + box(
        'rect = "#000"', "radius = 12", place="[154.11, 272.22, 118.11, 59.055]"
    )
    assert '<rect x="10" y="20" width="10" height="5" rx="1.016"' in drawn(tmp_path, layout)
    assert '<rect x="12.7"' in drawn(tmp_path, 'units = "in"\n' + box('rect = "#000"', place="[0.5, 1, 1, 1]"))
    parent = 'units = "cm"\n' + box('rect = "#000"', place="[1, 1, 2, 2]")
    assert '<rect x="10" y="10" width="20"' in drawn(tmp_path, 'like = "base.toml"\n[one]\nradius = 0\n', base=parent)


ALL = (
    """ground = { by = "suit", red = "#fee", else = "gold" }

[band]
rect = "#111111"
box = [0, 0, 63, 10]
shade = true

[rim]
disc = "none"
stroke = "#abc"
thickness = 1
box = [20, 30, 12, 12]

[rule-line]
line = "#0a0"
box = [5, 48, 53, 0]
opacity = 0.5

[art]
image = "art/{picture}.svg"
fit = "cover"
box = [0, 10, 63, 20]
when = "cost < 9"

[title]
text = "{name} ({cost}) {coin}"
box = [5, 20, 53, 10]
size = { by = "suit", red = 6, else = 4 }
turn = 5

"""
    + STACK
)


@pytest.mark.parametrize(
    "layout",
    [
        ALL,
        'like = "base.toml"\n[band]\nradius = 2\n[seal-2]\ndisc = "#0f0"\nbox = [1, 1, 5, 5]\n'
        '[seal_2]\nimage = "gold"\nbox = [9, 9, 9, 9]',
    ],
)
def test_a_layout_becomes_a_template_that_draws_the_same(tmp_path: Path, layout: str) -> None:
    project = write(tmp_path, layout, base=BASE)
    before = [draw(project, row).svg for row in (0, 1)]
    game = load_game(project, "boxes")

    def read(name: str) -> LayoutFile | None:
        path = project.templates / "boxes" / name
        return LayoutFile(path.read_text("utf-8"), project.location(path))

    template = write_template(read_layout("card.toml", read), list(game.decks["cards"].columns))
    assert "cell(" not in template
    (project.templates / "boxes/card.svg.j2").write_text(template, "utf-8")
    spec = SPEC.replace("card.toml", "card.svg.j2")
    after = [draw(write(tmp_path, layout, base=BASE, spec=spec), row).svg for row in (0, 1)]
    assert ["".join(svg.split()) for svg in after] == ["".join(svg.split()) for svg in before]


def test_a_traced_face_knows_the_line_of_each_box_and_its_cells(tmp_path: Path) -> None:
    face = draw(write(tmp_path, ALL), traced=True)
    lines = {source["name"]: source["lines"][0]["line"] for source in face.sources if source["call"] != "icon"}
    assert lines["band" if "band" in lines else "rect"] in (1, 3)
    [title] = [source for source in face.sources if source["name"].startswith("Gull (2)")]
    assert title["lines"][0]["file"] == "templates/boxes/card.toml"
    assert title["lines"][0]["line"] == ALL.splitlines().index("[title]") + 1
    assert {cell["column"] for cell in title["cells"]} == {"name", "cost"}


def test_both_renderers_agree_on_every_kind_of_box(tmp_path: Path) -> None:
    import numpy as np
    import pypdfium2

    face = draw(write(tmp_path, ALL), bleed=0)
    seen = []
    for name in RendererName:
        pdf = pypdfium2.PdfDocument(faces_to_pdf([face], name))
        seen.append(pdf[0].render(scale=2).to_numpy().astype(float))
    assert np.abs(seen[0] - seen[1]).mean() < 3


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("title = 5", "card.toml: title is neither a box nor a key of layouts [E0202]"),
        ("[one]\nbox = [1, 2, 3, 4]", "one has nothing to draw [E0203]\n  hint: a box has one of the keys text, image"),
        ('[one]\ntext = "a"\nimage = "b"\nbox = [1, 2, 3, 4]', "one has both text and image [E0205]"),
        ('[one]\ntext = "a"', "card.toml: one has no box [E0203]"),
        ('[one]\ntext = "a"\nbox = [1, 2, 3]', "one.box"),
        ('[one]\ntext = "a"\nbox = [1, 2, 3, "x"]', 'one.box[4] must be a number, not "x"'),
        (box('text = "a"', "sise = 4"), 'one.sise is not a known key [E0202]\n  hint: did you mean "size"?'),
        (box('text = "a"', 'colour = "reddish"'), "one.colour must be a colour like #fbf3df, #fff or gold"),
        (box('text = "a"', 'colour = { suit = "#fff" }'), "one.colour must choose by a column"),
        (box('text = "a"', 'colour = "#{name}"'), "one.colour must be a value, or one column in braces"),
        (box('text = "a"', 'colour = "{name +}"'), "one.colour is not a valid expression"),
        (box('text = "a"', "size = true"), "one.size must be a number"),
        (box('rect = "#fff"', "shade = 1"), "one.shade must be true or false"),
        (box('text = "a"', 'when = "cost >"'), "one.when is not a valid expression (unexpected end) [E0310]"),
        (box('text = "{cost +}"'), "one.text is not a valid expression"),
        (box('text = "{nmae}"'), 'no column or icon of this name: "nmae" [E0410]\n  hint: did you mean "name"?'),
        (box('text = "{cost.x}"'), "has no attribute 'x'"),
        (box('text = "{naem ~ 1}"'), "piece has no 'naem' (did you mean 'name'?)"),
        (box('image = "nothing.png"'), 'card.toml:1: boxes: gull (front): there is no such picture'),
        (box('image = "nothing"'), 'there is no such drawing: "nothing"'),
        (box("icons = 3"), "icons(icon) is missing"),
        (box("icons = 2.5", 'icon = "coin"'), "must be a whole number of icons"),
        (box('stack = ["two"]'), 'one.stack must name texts, icons or images of the layout, not "two" [E0413]'),
        (box('stack = ["two"]') + "[two]\nicons = 2\nicon = 'coin'", "two needs a height in a stack"),
        (box('stack = ["two"]') + "[two]\ntext = 'x'\nbox = [1, 1, 1, 1]", "one.stack has a box with a key box"),
        (box('text = "a"', "arc = 3", "turn = 5"), "one has both arc and turn"),
        (box('text = "much too long for this arc, however small"', "arc = 3"), "gull (front): the text"),
        (box('stack = ["two"]') + "[two]\ntext = 'x'\narc = 5", "one.stack has a box with an arc"),
        (box('stack = ["two"]') + "[two]\nimage = 'x'\nheight = 5\nimportant = true", "with the key important"),
        ('like = "card.toml"', 'like must not lead back to this layout, not "card.toml"'),
        ('like = "other.toml"', "like: there is no such layout"),
        ('like = "../../x.toml"', "is outside the project's folder"),
        ('units = "px"', 'units must be a unit of length, not "px" [E0204]'),
        ("origin = 3", "origin must be the position of the cut card's corner"),
        ("[one\n", "card.toml:1 is not valid TOML"),
        ('[one]\ntext = "a"\n[one]\n', "card.toml:3 is not valid TOML"),
        ('["a b"]\nrect = "#000"\nbox = [1, 1, 1, 1]', "must be a name of letters, digits, - and _"),
        ("ground = 'picture.png'", 'there is no such picture beside game.toml: "picture.png"'),
        (box("text = '''{" + "(" * 500 + "}'''"), "card.toml"),
        (box("text = '''{" + "a.b" * 5000 + "}'''"), "card.toml"),
        (box('text = "a"', "when = '''" + "(" * 3000 + "1" + ")" * 3000 + "'''"), "nested too deeply"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_place(tmp_path: Path, layout: str, message: str) -> None:
    assert message in refusal(tmp_path, layout)


def test_every_problem_of_a_layout_is_reported_at_once(tmp_path: Path) -> None:
    message = refusal(
        tmp_path,
        box('text = "a"', "sise = 4", 'colour = "x"') + "[two]\nbox = [1, 2, 3, 4]\n[three]\nrect = 5\nbox=[1,1,1,1]",
    )
    assert [part in message for part in ("one.sise", "one.colour", "two has nothing", "three.rect")] == [True] * 4


def test_a_circle_of_layouts_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path, 'like = "base.toml"', base='like = "other.toml"', other='like = "base.toml"')
    assert 'templates/boxes/other.toml: like must not lead back to this layout, not "base.toml"' in message


def test_a_chain_of_layouts_has_an_end(tmp_path: Path) -> None:
    chain = {f"layout{n}": f'like = "layout{n + 1}.toml"' for n in range(DEEPEST_LIKE + 1)}
    chain[f"layout{DEEPEST_LIKE + 1}"] = box('disc = "#123456"')
    assert "like must lead through at most 10 layouts" in refusal(tmp_path, 'like = "layout0.toml"', **chain)
    assert "#123456" in draw(write(tmp_path, 'like = "layout2.toml"', **chain)).svg


def test_the_number_of_boxes_of_a_layout_is_limited(tmp_path: Path) -> None:
    many = "".join(f'[b{n}]\nrect = "#111"\nbox = [1, 1, 2, 2]\n' for n in range(MOST_BOXES))
    assert drawn(tmp_path, many).count("<rect") == MOST_BOXES
    assert "has more than 500 boxes" in refusal(tmp_path, many + box('rect = "#222"'))


@pytest.mark.parametrize("found", ["{range(10**9)|list}", "{'x' * 10**9}", "{deck.rows.__class__}", "{name.__init__}"])
def test_expressions_run_in_the_sandbox(tmp_path: Path, found: str) -> None:
    message = refusal(tmp_path, box(f'text = "{found}"'))
    assert "card.toml:1: boxes: gull (front): the template" in message


@pytest.mark.parametrize(
    ("expression", "template"),
    [
        ("cost", "piece.cost"),
        ("cost > 2 and kind != 'cost'", "piece.cost > 2 and piece.kind != 'cost'"),
        ("name|upper|default(cost)", "piece.name|upper|default(piece.cost)"),
        ("cost is defined and cost is not none", "piece.cost is defined and piece.cost is not none"),
        ("[cost, 'a b']|max", "[piece.cost, 'a b']|max"),
        ("deck.rows|map(attribute='cost')|sum", "deck.rows|map(attribute='cost')|sum"),
        ("data.pips[kind].symbol", "data.pips[piece.kind].symbol"),
        ("name.upper()", "piece.name.upper()"),
        ("t(kind)", "t(piece.kind)"),
        ("side == 'front' and look == 1", "side == 'front' and look == 1"),
        ("a\n  + b", "piece.a + piece.b"),
    ],
)
def test_columns_in_expressions(expression: str, template: str) -> None:
    assert column_expression(expression) == template


def test_an_expression_is_not_evaluated_when_it_is_read() -> None:
    tracemalloc.start()
    try:
        assert column_expression("'x' * 10**8 ~ name") == "'x' * 10**8 ~ piece.name"
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def compiled(text: str) -> str:
    """Return the template of a layout that must be valid."""
    return compile_layout(read_layout("card.toml", lambda _: LayoutFile(text, Location("card.toml"))))


def test_each_box_is_on_its_line() -> None:
    lines = compiled(ALL).splitlines()
    for number, line in enumerate(ALL.splitlines()):
        name = re.fullmatch(r"\[([\w-]+)\]", line)
        if name and name[1] not in ("rule", "coins", "flavour"):
            assert "{% block box_" in lines[number]
        else:
            assert "{% block box_" not in lines[number]


@examples(200)
@given(st.text(max_size=60), st.text(max_size=30))
def test_any_text_is_printed_as_it_is(text: str, name: str) -> None:
    """Braces, quotes, backslashes and Jinja's own signs in a layout are text."""
    if re.search(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", text + name) or re.search(r"\\|[{}]", text):
        return
    from jinja2 import Environment

    plain = "".join(part.text for part in split_text(text))
    assert plain == text
    source = compiled("[one]\nbox = [1, 2, 3, 4]\ntext = '''" + text.replace("'", "’") + "'''\n")
    shown = (
        Environment(autoescape=False)
        .from_string(source.replace('{% extends "face.svg.j2" %}', ""))
        .render(text=lambda string, *_, **__: string)
    )
    assert shown.strip("\n") == text.replace("'", "’")


def test_a_size_is_that_of_the_card() -> None:
    assert FaceBox(0, 0, 63, 88).over_bleed(Size(63, 88), 3) == (-3, -3, 69, 94)
    assert FaceBox(60, 80, 10, 10).over_bleed(Size(63, 88), 3) == (60, 80, 6, 11)


def test_every_kind_of_box_has_its_key() -> None:
    assert all(kind in model.model_fields for kind, model in BOX_KINDS.items())
