"""Figures of memos: real faces where a position or a list puts them, each stored once, and what is wrong with them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from pnp.errors import PnpError, SpecError
from pnp.memo.figures import figure_names, read_figures
from pnp.memo.print import MemoOrder, make_typesetter, typeset_memo
from pnp.memo.read import read_memo
from pnp.memo.source import figures_on
from pnp.memo.typesetter import InsetPlace
from pnp.play.registry import rules_hash
from pnp.play.scene import PieceAt, TextAt
from pnp.project.folders import Project, bundled_project, find_project
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Format, Lang, Side
from tests.memo.conftest import Source
from tests.memo.reading import flat, picture
from tests.own_game import unpack_game

FAN = """[fan]
pieces = [
    { piece = "whelk", x = 0, y = 0 },
    { piece = "shells/whelk", x = 50, y = 0 },
    { piece = "oyster", x = 100, y = 0, turn = 90 },
    { piece = "pebble", x = 150, y = 0, marked = true },
    { piece = "cockle", x = 200, y = 0, side = "back" },
]
notes = [{ text = { fr = "voilà", en = "there" }, x = 25, y = 0 }]
strokes = [{ x = 0, y = 40, to_x = 60, to_y = 40 }]
"""


def write(project: Project, text: str = FAN) -> None:
    (project.components / "lowtide" / "figures.toml").write_text(text, "utf-8")


def show(french: Source, figure: str = '{ name = "fan", caption = "Un éventail." }') -> None:
    french.replace('intro = "Choisir', f'figure = {figure}\nintro = "Choisir')


def leaf(project: Project, form: Format = Format.HALF, game: str = "lowtide") -> bytes:
    memo = read_memo(project, game, "", Lang.FR)
    return typeset_memo(project, load_game(project, game), memo, MemoOrder(form), 0, Cache.for_user()).pdf


def places(project: Project, form: Format = Format.HALF, game: str = "lowtide") -> tuple[InsetPlace, ...]:
    spec, memo = load_game(project, game), read_memo(project, game, "", Lang.FR)
    trial = typeset_memo(project, spec, memo, MemoOrder(form), 0, Cache.for_user()).trial
    return make_typesetter(project, spec, memo, MemoOrder(form), Cache.for_user()).try_sizes(trial).insets


def crop(project: Project, dpi: int = 150) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The figure on its page, to a little beyond its upper left piece."""
    [at] = places(project)
    scale = dpi / 25.4
    page = picture(leaf(project), 0, dpi)
    return page[int(at.y * scale) : int((at.y + 100 * at.scale) * scale), int(at.x * scale) :]


def test_faces_are_stored_once_and_their_letters_are_not_read(french: Source) -> None:
    plain = flat(leaf(french.project))
    write(french.project)
    show(french)
    pdf = leaf(french.project)
    with pikepdf.open(BytesIO(pdf)) as file:
        forms = list(file.pages[0].resources["/XObject"].keys())
        file.pages[0].contents_coalesce()
        drawn = file.pages[0].obj.Contents.read_bytes()
    faces = [name for name in forms if name.startswith("/PnpFace")]
    assert len(faces) == 4
    assert drawn.count(b"/PnpFace") == 5
    said = flat(pdf)
    assert "Un éventail." in said
    assert "voilà" in said
    assert sorted(said.split()) == sorted([*plain.split(), "Un", "éventail.", "voilà"])


def test_a_figure_follows_the_spec(french: Source) -> None:
    write(french.project)
    show(french)
    before = crop(french.project)
    table = french.path.with_name("shells.csv")
    table.write_text(table.read_text("utf-8").replace("whelk,4,Bulot,Whelk,2", "whelk,4,Buccin,Whelk,2"), "utf-8")
    after = crop(french.project)
    assert before.shape == after.shape
    assert (before != after).any()


def test_pieces_are_cut_and_turned_as_they_lie(french: Source) -> None:
    """A disc shows the paper in the corners of its box; a card on its side is wider than high."""
    write(french.project, '[fan]\npieces = [{ piece = "pebble", x = 0, y = 0 }]\n')
    show(french, '"fan"')
    [at] = places(french.project)
    page = picture(leaf(french.project), 0, 300)

    def spot(x: float, y: float) -> list[int]:
        where = [int((start + at.scale * (0.8 + by)) * 300 / 25.4) for start, by in ((at.y, y), (at.x, x))]
        return [int(channel) for channel in page[where[0], where[1]]]

    assert spot(0.8, 0.8) == [255, 255, 255]
    assert spot(11, 3) != [255, 255, 255]
    sizes = []
    for turn in (0, 90):
        write(french.project, f'[fan]\npieces = [{{ piece = "whelk", x = 0, y = 0, turn = {turn} }}]\n')
        game = load_game(french.project, "lowtide")
        setter = make_typesetter(
            french.project,
            game,
            read_memo(french.project, "lowtide", "", Lang.FR),
            MemoOrder(Format.HALF),
            Cache.for_user(),
        )
        [made] = setter._insets.illustrations.values()
        sizes.append((made.data["width"], made.data["height"]))
    assert sizes[0] == pytest.approx((44 + 1.6, 68 + 1.6))
    assert sizes[1] == pytest.approx(sizes[0][::-1])


def test_what_is_marked_is_seen_without_colour(french: Source) -> None:
    one = '[fan]\npieces = [{ piece = "whelk", x = 0, y = 0 }]\n'
    show(french, '"fan"')
    write(french.project, one)
    plain = crop(french.project).mean(axis=2)
    write(french.project, one.replace("y = 0 }", "y = 0, marked = true }"))
    marked = crop(french.project).mean(axis=2)
    assert (abs(plain - marked) > 60).sum() > 200


def test_figures_are_on_pages_unless_they_say_and_larger_on_a_whole_sheet(french: Source) -> None:
    write(french.project)
    show(french)
    [half], [whole] = places(french.project), places(french.project, Format.WHOLE)
    assert whole.scale > 1.2 * half.scale
    memo = read_memo(french.project, "lowtide", "", Lang.FR)
    assert [form for form in Format if figures_on(memo, form)] == [Format.TWO_UP, Format.HALF, Format.WHOLE]
    french.replace('caption = "Un éventail."', 'only = ["a4"], width = 0.5')
    memo = read_memo(french.project, "lowtide", "", Lang.FR)
    assert [form for form in Format if figures_on(memo, form)] == [Format.WHOLE]
    [narrow] = places(french.project, Format.WHOLE)
    assert narrow.scale == pytest.approx(whole.scale / 2, rel=0.02)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ('[fan]\npieces = [{ piece = "whelc", x = 0, y = 0 }]', 'fan: the game has no piece "whelc"'),
        ('[fan]\npieces = [{ piece = "score-leaf", side = "back" }]', "fan: the back of score-leaf is not printed"),
        ('[fan]\npieces = [{ piece = "whelk", x = "left" }]', 'fan.pieces[1].x must be a number, not "left"'),
        (
            '[fan]\npieces = [{ piece = "whelk", x = 1e9 }]',
            'pieces[1].x must be from -5000 to 5000 mm, not "1000000000.0"',
        ),
        (f'[fan]\npieces = [{{ piece = "whelk", y = {10**400} }}]', "pieces[1].y must be from -5000 to 5000 mm"),
        (
            '[fan]\npieces = [{ piece = "whelk", turn = nan }]',
            'pieces[1].turn must be from -5000 to 5000 degrees, not "nan"',
        ),
        (
            '[fan]\npieces = [{ piece = "whelk" }]\nstrokes = [{ to_x = inf }]',
            'strokes[1].to_x must be from -5000 to 5000 mm, not "inf"',
        ),
        ('[fan]\npieces = [{ piece = "whelk", look = 2 }]', "fan: whelk has no look 2"),
        ('[fan]\npieces = [{ piece = "whelk", look = "2" }]', 'fan.pieces[1].look must be a whole number, not "2"'),
        ('[fan]\npieces = [{ piece = "whelk", marked = 1 }]', 'fan.pieces[1].marked must be true or false, not "1"'),
        ('[fan]\npieces = [{ piece = "whelk", turned = 2 }]', "fan.pieces[1].turned is not a known key"),
        ("[fan]\npieces = []", "fan has no pieces"),
        ('[fan]\ncaption = "x"', "fan must have a view and a position, or pieces"),
        ('[fan]\nview = "beach"', "fan.view needs a scene, which the game does not have"),
        ('[Fan]\npieces = [{ piece = "whelk" }]', "Fan must be named with lowercase letters, digits, - and _"),
        (
            '[fan]\npieces = [{ piece = "whelk" }]\nnotes = [{ text = { fr = "x" } }]',
            "fan.notes[1].text has no text in en",
        ),
        ("fan =", "figures.toml:1 is not valid TOML"),
    ],
)
def test_each_thing_that_is_wrong_with_figures(copied: Project, text: str, finding: str) -> None:
    write(copied, text)
    with pytest.raises(SpecError) as error:
        read_figures(copied, load_game(copied, "lowtide"))
    assert finding in str(error.value)
    assert "components/lowtide/figures.toml" in str(error.value)


def test_an_unknown_figure_is_named_with_those_there_are(french: Source) -> None:
    write(french.project)
    show(french, '"fen"')
    with pytest.raises(PnpError, match=r'section\[2\]\.figure \(turn\): figures\.toml has no figure "fen"(.|\n)*fan'):
        leaf(french.project)


# Positions


def of_winston(text: str, view: str) -> str:
    return f'[dog]\nview = "{view}"\nposition = "{text}"\n'


@pytest.fixture
def winston(tmp_path: Path) -> Project:
    for folder in ("components", "templates"):
        shutil.copytree(bundled_project().root / folder / "winston", tmp_path / folder / "winston")
    return Project(tmp_path)


@pytest.mark.parametrize(
    ("position", "view", "finding"),
    [
        ("dogs=1:sailor.3*", "dog", 'dog.view must be a view of the game\'s scene, not "dog"'),
        ("dog=1:sailor.3*", "dogs", "must be one of options=… hands=…"),
        ("dogs=1:poodle.3*", "dogs", 'dogs cannot be read: "poodle"'),
        ("dogs=1:sailor.9*", "dogs", "no sailor-body is left"),
        ("dogs=1:sailor.5*,1:sailor.4*", "dogs", "no sailor-body is left"),
        (
            "dogs=1:sailor.1*",
            "dogs",
            "does not add up: a picked-up dog is incomplete, too long or without a valid owner",
        ),
        (
            "dogs=3:sailor.3*",
            "dogs",
            "does not add up: a picked-up dog is incomplete, too long or without a valid owner",
        ),
        ("table=sailor.3*", "growing", "no complete dog on the table before a card is played"),
        ("turn=1", "growing", 'has nothing to show in the view "growing": no dog on the table'),
    ],
)
def test_a_position_is_one_of_the_engine_s(winston: Project, position: str, view: str, finding: str) -> None:
    (winston.components / "winston" / "figures.toml").write_text(of_winston(position, view), "utf-8")
    with pytest.raises(SpecError) as error:
        read_figures(winston, load_game(winston, "winston"))
    assert finding in str(error.value)
    [problem] = error.value.problems
    assert problem.where.file == "components/winston/figures.toml"
    assert problem.where.key == ("dog.view" if view == "dog" else "dog.position")


def test_winston_s_dogs_lie_edge_to_edge_with_what_the_engine_counts() -> None:
    figures = read_figures(bundled_project(), load_game(bundled_project(), "winston"))
    counted = figures["counted"].scene
    cards = [item for item in counted.items if isinstance(item, PieceAt)]
    assert [card.piece for card in cards] == ["sailor-head-1", "sailor-body-1", "sailor-body-2", "sailor-body-3"]
    assert [card.x for card in cards] == [0, 63, 126, 189]
    assert [item.text for item in counted.items if isinstance(item, TextAt)] == ["+1", "+2", "+3", "= 6"]
    assert counted.facts == {"bodies": 3, "points": 6}
    facts = figures["counted"].facts()
    assert {name: facts[f"figure.counted.{name}"] for name in counted.facts} == counted.facts
    prizes = figures["prizes"]
    facts = prizes.facts()
    assert [facts[f"figure.prizes.player.{seat}.points"] for seat in (1, 2)] == [6 + 3 - 6, 10 + 6]
    laid = {item.piece: item for item in prizes.scene.items if isinstance(item, PieceAt)}
    assert laid["bone-token"].y == laid["punk-head-1"].y
    assert laid["poop-token"].y == laid["ballerina-head-1"].y
    growing = [item for item in figures["growing"].scene.items if isinstance(item, PieceAt)]
    assert {item.piece for item in growing} == {"knight-body-1", "knight-body-2", "punk-head-1", "punk-body-1"}
    assert all(item.side is Side.FRONT for item in growing)


def test_a_count_that_changes_breaks_no_figure(winston: Project) -> None:
    table = winston.components / "winston" / "dogs.csv"
    lines = table.read_text("utf-8").splitlines(keepends=True)
    table.write_text("".join(line for line in lines if not line.startswith("astronaut-body-8")), "utf-8")
    spec = winston.components / "winston" / "game.toml"
    spec.write_text(spec.read_text("utf-8").replace("count = 48", "count = 47"), "utf-8")
    game = load_game(winston, "winston")
    assert {"counted", "growing", "prizes"} < set(read_figures(winston, game)) == set(figure_names(winston, game))


SCENE = """
from pnp.play import PieceAt, Scene


class TideScene:
    views = ("beach",)

    def __init__(self, rules):
        self.rules = rules

    def lay(self, state, view):
        cards = [PieceAt(self.rules.cards[card].id, 50 * at, 0) for at, card in enumerate(state.beach)]
        return Scene.of_items(cards, {"deep": len(state.sand), "held": sum(map(len, state.dug))})


GAME = GameModule(rules=TideRules, scene=TideScene)
"""


def test_a_designer_s_game_has_scenes_and_writes_only_what_matters(tmp_path: Path) -> None:
    folder = unpack_game(tmp_path / "mine")
    rules = folder / "components/lowtide/rules.py"
    rules.write_text(rules.read_text("utf-8").replace("GAME = GameModule(rules=TideRules)\n", SCENE), "utf-8")
    project = find_project(folder, allow_code=True)
    game = load_game(project, "lowtide")
    [first, *_] = game.decks["shells"].designs
    write(project, f'[tide]\nview = "beach"\nposition = "beach={first.id}*2 dug={first.id}/"\n')
    tide = read_figures(project, game)["tide"]
    assert [item.piece for item in tide.scene.items if isinstance(item, PieceAt)] == [first.id] * 2
    assert tide.scene.facts == {"deep": game.decks["shells"].count - 3, "held": 1}
    assert tide.facts()["figure.tide.deep"] == game.decks["shells"].count - 3
    with pytest.raises(SpecError, match="allow-code"):
        read_figures(find_project(folder), game)


def test_cards_are_made_again_when_a_scene_changes() -> None:
    assert rules_hash(bundled_project(), "winston", "scene") != rules_hash(bundled_project(), "winston")


def test_the_dogs_of_winston_s_example_have_their_owners_names() -> None:
    """The names are notes in the file, so they must follow the position: the dogs of player 1, 2 and 1 again."""
    tableau = read_figures(bundled_project(), load_game(bundled_project(), "winston"), ["prizes"])["prizes"]
    heads = sorted(
        (item for item in tableau.scene.items if isinstance(item, PieceAt) and "-head-" in item.piece),
        key=lambda head: head.y,
    )
    names = {
        head.piece: str(item.text[Lang.FR] if isinstance(item.text, Mapping) else item.text)
        for head in heads
        for item in tableau.scene.items
        if isinstance(item, TextAt) and abs(item.x - head.x) < 31.5 and abs(item.y - head.y) < 44
    }
    assert list(names.values()) == ["Zoé", "Max", "Zoé"]
    where = "components/winston/figures.toml"
    position = re.search(r'\[prizes\].*?dogs=(\S+)"', (bundled_project().root / where).read_text("utf-8"), re.DOTALL)
    assert position is not None
    owners = {kind: owner for owner, kind in re.findall(r"(\d):(\w+)", position[1])}
    assert [owners[piece.partition("-")[0]] for piece in names] == ["1", "2", "1"]
