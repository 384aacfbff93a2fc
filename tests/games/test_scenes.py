"""Scenes: figures show what the engine has, where the printed pieces have it."""

from __future__ import annotations

import re

import pytest

from pnp.errors import SpecError
from pnp.games.conquete import scene as conquete
from pnp.games.conquete.notation import ConqueteNotation
from pnp.games.conquete.rules import NAMES, SWORD, ConqueteRules
from pnp.games.conquete.scene import ConqueteScene
from pnp.games.cotcotcollec.notation import CotcotcollecNotation
from pnp.games.cotcotcollec.rules import CotcotcollecRules
from pnp.games.cotcotcollec.scene import CotcotcollecScene
from pnp.games.koko import scene as koko
from pnp.games.koko.notation import KokoNotation
from pnp.games.koko.rules import KokoRules
from pnp.games.koko.scene import KokoScene
from pnp.play.scene import LineAt, PieceAt, Scene, TextAt
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.terms import Side

ARMY = "laid=1:army-14:-1:1:2,1:army-18:-1:-1:2,1:army-25:1:-1:0"


def template(game: str, name: str) -> str:
    return (bundled_project().templates / game / name).read_text("utf-8")


def pieces(scene: Scene) -> list[PieceAt]:
    return [item for item in scene.items if isinstance(item, PieceAt)]


def notes(scene: Scene) -> list[str]:
    return [str(item.text) for item in scene.items if isinstance(item, TextAt)]


@pytest.fixture(scope="module")
def army() -> ConqueteScene:
    return ConqueteScene(ConqueteRules(load_game(bundled_project(), "conquete")))


def army_of(scene: ConqueteScene, position: str, view: str = "player") -> Scene:
    return scene.lay(ConqueteNotation(scene.rules).sketch(position, 2), view)


def test_the_groups_of_an_army_add_up_to_what_the_engine_counts(army: ConqueteScene) -> None:
    scene = army_of(army, ARMY)
    *groups, health = notes(scene)
    assert sorted(map(int, groups)) == [0, 2, 2, 2, 2, 3]
    assert int(health) == scene.facts["health"]
    assert {name: scene.facts[name] for name in NAMES[SWORD : army.rules.alone]} == {
        "sword": 0, "wand": 7, "shield": 4, "barrier": 0,
    }  # fmt: skip
    assert sum(map(int, groups)) == 11


@pytest.mark.parametrize(
    ("health", "number", "column"),
    [(30, 30, "front"), (22, 22, "front"), (16, 16, "front"), (15, 15, "back"), (-4, 4, "back")],
)
def test_a_general_lies_where_his_arrow_shows_his_health(
    army: ConqueteScene, health: int, number: int, column: str
) -> None:
    position = f"health={health}/30" if health > 0 else f"health={health}/{health} turn=0"
    scene = army_of(army, position)
    card, general = pieces(scene)[-2:]
    first, step, top = 4.5, 3.6, 30 if column == "front" else 15
    assert card.side == (Side.FRONT if column == "front" else Side.BACK)
    assert general.y - (card.y - army.size / 2) == pytest.approx(first + step * (top - number))
    assert general.turn == (180 if health <= 0 else 0)
    note = scene.items[-1]
    assert isinstance(note, TextAt)
    assert note.text == str(health).replace("-", "−")
    assert note.y == general.y, "beside the arrow"
    assert note.x < card.x - army.size / 2, "at the edge of the card, so that the numbers stay visible"


def test_the_places_on_cards_and_tiles_are_those_of_their_templates() -> None:
    health = template("conquete", "health.svg.j2")
    first, step = re.search(r"set first = ([\d.]+) %.*?set step = ([\d.]+) %", health).groups()  # type: ignore[union-attr]
    assert (float(first), float(step)) == (conquete.FIRST, conquete.STEP)
    assert f"lies {conquete.BESIDE:.0f} mm from the left edge" in health
    tile = template("koko", "tile.svg.j2")
    for split, (a, b) in koko.HALVES.items():
        row = re.search(rf'"{split}": {{(.*?)}}', tile)
        assert row is not None
        for half, (x, y) in (("a", a), ("b", b)):
            assert f'"{half}": ({x}, {y})' in row[1]


def test_a_row_asks_most_beside_the_deck(army: ConqueteScene) -> None:
    scene = army_of(army, "row=army-07,army-12,army-31", "row")
    assert notes(scene) == ["2", "1", "0"]
    assert [laid.piece for laid in pieces(scene)[1:]] == ["army-31", "army-12", "army-07"]
    assert pieces(scene)[0].side is Side.BACK


def test_collections_lie_on_their_chests_and_score_what_the_engine_says() -> None:
    rules = CotcotcollecRules(load_game(bundled_project(), "cotcotcollec"))
    state = CotcotcollecNotation(rules).sketch("collections=ring*3,hat*2+doubler/ring*2+joker*2,egg*2 fox=2:egg", 2)
    scene = CotcotcollecScene(rules).lay(state, "scoring")
    assert notes(scene) == ["1", "8", "3", "0"]
    assert [scene.facts["1.points"], scene.facts["2.points"]] == state.collection_points() == [9, 3]
    assert sum(laid.side is Side.BACK for laid in pieces(scene)) == 4
    assert sum(laid.piece == "fox-standee" for laid in pieces(scene)) == 1
    looks = [laid.look for laid in pieces(scene) if laid.piece == "ring" and laid.side is Side.FRONT]
    assert looks == [1, 2, 3, 1, 2]


def test_empty_chests_wait_beside_collections() -> None:
    rules = CotcotcollecRules(load_game(bundled_project(), "cotcotcollec"))
    notation = CotcotcollecNotation(rules)
    scene = CotcotcollecScene(rules).lay(notation.sketch("collections=ring*2/ chests=egg,fan/", 2), "chests")
    assert sum(laid.side is Side.BACK for laid in pieces(scene)) == 2
    with pytest.raises(ValueError, match="no collection"):
        CotcotcollecScene(rules).lay(notation.sketch("", 2), "chests")


def test_a_garden_shows_open_sides_and_who_stands_where() -> None:
    rules = KokoRules(load_game(bundled_project(), "koko"))
    said = "garden=g17@1,0/0;g14@0,-1/90 koko=start.b alfred=start.a undies=g14.a,g14.b,g17.a"
    state = KokoNotation(rules).sketch(said, 2)
    scene = KokoScene(rules).lay(state, "zones")
    assert scene.facts == {"points": 3, "zones": 2, "closed": 1}
    arrows = [item for item in scene.items if isinstance(item, LineAt)]
    assert {(arrow.to_x, arrow.to_y) for arrow in arrows} == {(0.0, -41.0), (-41.0, 0.0)}
    undies = [laid for laid in pieces(scene) if laid.piece.startswith("undies")]
    assert {(laid.x, laid.y) for laid in undies} == {(10.3, 49.7), (-10.3, 70.3), (49.7, -10.3)}


def test_what_is_named_twice_is_not_in_the_box(army: ConqueteScene) -> None:
    with pytest.raises(SpecError, match='position "row=army-07,army-07,army-12" does not add up: no army-07 is left'):
        army_of(army, "row=army-07,army-07,army-12", "row")
