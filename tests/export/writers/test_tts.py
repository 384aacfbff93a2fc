"""Tabletop Simulator: a save by its documentation, and every cell of every sheet compared with the face it shows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from PIL import Image

import pnp
from pnp.export.order import Exported
from pnp.export.raster import MOST_CARDS, grid_for
from pnp.geometry.units import Size
from pnp.project.folders import Project, bundled_project
from pnp.spec.deck import expand_pieces
from tests.export.exported import PROJECT, exported
from tests.export.likeness import ALIKE, Dots, apart, drawn, faces, soft
from tests.shapes import write_shapes
from tests.sheet.test_board import project as write_board

SCHEMA = json.loads(Path(__file__).with_name("tts.schema.json").read_text("utf-8"))
State = dict[str, Any]


def _save(made: Exported) -> State:
    save: State = json.loads((made.folder / f"{made.game}_{made.lang}.json").read_text("utf-8"))
    return save


def _pieces(save: State) -> Iterator[State]:
    """Every card, tile, token and figure."""
    for state in save["ObjectStates"]:
        yield from state.get("ContainedObjects", [state])


def _picture(url: str) -> Image.Image:
    with Image.open(Path("/", url.removeprefix("file:///"))) as picture:
        picture.load()
        return picture.copy()


def _cell(sheet: State, side: str, number: int) -> Dots:
    """What the program cuts out of a sheet; of one picture for all backs, all of it."""
    picture = _picture(sheet["FaceURL" if side == "front" else "BackURL"])
    if side == "back" and not sheet["UniqueBack"]:
        return soft(picture)
    wide, high = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
    assert (wide * sheet["NumWidth"], high * sheet["NumHeight"]) == picture.size
    row, column = divmod(number, sheet["NumWidth"])
    return soft(picture.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high)))


def check_cells(made: Exported, start: Path) -> int:
    """Compare every face that a save shows with that face; how many there were."""
    game = pnp.load_game(made.game, start=start)
    wanted = faces(made.game, start, 1)
    cards = [piece for piece in expand_pieces(game) if piece.deck.kind == "card"]
    states = [state for state in _pieces(_save(made)) if "CardID" in state]
    assert len(states) == len(cards)
    seen: set[tuple[str, int, str]] = set()
    for piece, state in zip(cards, states, strict=True):
        [(key, sheet)] = state["CustomDeck"].items()
        assert state["CardID"] // 100 == int(key)
        number = state["CardID"] % 100
        assert number < sheet["NumWidth"] * sheet["NumHeight"] - 1
        for side in ("front", "back") if piece.deck.back else ("front",):
            name = piece.id, piece.look, side
            if name in seen:
                continue
            seen.add(name)
            found = _cell(sheet, side, number)
            high, wide = found.shape[:2]
            away = apart(found, drawn(wanted[name], (wide, high), wide / piece.deck.size.width))
            assert away < ALIKE, f"{name} differs by {away:.1f}"
    return len(seen)


def test_the_save_is_what_its_documentation_says() -> None:
    save = _save(exported("tts"))
    jsonschema.Draft202012Validator(SCHEMA).validate(save)
    assert Counter(state["Name"] for state in _pieces(save)) == {
        "Card": 13, "Custom_Tile": 7 + 5 + 3, "Figurine_Custom": 1,
    }  # fmt: skip


def test_the_schema_refuses_what_is_wrong() -> None:
    save = _save(exported("tts"))
    deck = next(state for state in save["ObjectStates"] if state["Name"] == "DeckCustom")
    for key, wrong in (("DeckIDs", [7]), ("GUID", "xyz"), ("Transform", {}), ("CustomDeck", {"0": {}})):
        broken = save | {"ObjectStates": [deck | {key: wrong}]}
        assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(broken)


def test_every_cell_shows_the_face_of_its_card() -> None:
    assert check_cells(exported("tts"), PROJECT) == 6


@pytest.mark.slow
@pytest.mark.parametrize("game", ["conquete", "cotcotcollec", "winston"])
def test_every_cell_of_every_game(game: str) -> None:
    made = exported("tts", game)
    jsonschema.Draft202012Validator(SCHEMA).validate(_save(made))
    assert check_cells(made, bundled_project().root) > 60


def test_others_see_the_back_of_a_hand() -> None:
    deck = next(state for state in _save(exported("tts"))["ObjectStates"] if state["Name"] == "DeckCustom")
    [sheet] = deck["CustomDeck"].values()
    last = _cell(sheet, "front", sheet["NumWidth"] * sheet["NumHeight"] - 1)
    high, wide = last.shape[:2]
    back = faces("lowtide", PROJECT, 1)["whelk", 1, "back"]
    assert apart(last, drawn(back, (wide, high), wide / 44)) < ALIKE
    assert sheet["BackIsHidden"]


def test_backs_of_their_own_are_a_sheet_of_the_same_grid(copied: Project, tmp_path: Path) -> None:
    spec = copied.components / "lowtide/game.toml"
    spec.write_text(spec.read_text("utf-8").replace('kind = "tile"', 'kind = "card"'), "utf-8")
    made = pnp.export_game("lowtide", "tts", lang="en", only=["tides"], out=tmp_path / "out", start=copied.root)
    [deck] = _save(made)["ObjectStates"]
    [sheet] = deck["CustomDeck"].values()
    assert sheet["UniqueBack"]
    assert _picture(sheet["FaceURL"]).size == _picture(sheet["BackURL"]).size
    for number in (0, 6):
        found = _cell(sheet, "back", number)
        face = faces("lowtide", PROJECT, 1)[f"tide-{number + 1}", 1, "back"]
        assert apart(found, drawn(face, found.shape[1::-1], found.shape[1] / 50)) < ALIKE
        other = faces("lowtide", PROJECT, 1)[f"tide-{number + 1}", 1, "front"]
        assert apart(found, drawn(other, found.shape[1::-1], found.shape[1] / 50)) > ALIKE


def test_tiles_tokens_and_figures_show_their_faces() -> None:
    states = {state["Nickname"]: state for state in _pieces(_save(exported("tts"))) if "CustomImage" in state}
    wanted = faces("lowtide", PROJECT, 1)
    for name, piece, width, shape in (("Tide 2", "tide-2", 50, 0), ("Pebble", "pebble", 22, 2)):
        image = states[name]["CustomImage"]
        assert image["CustomTile"]["Type"] == shape
        for key, side in (("ImageURL", "front"), ("ImageSecondaryURL", "back")):
            picture = _picture(image[key])
            face = drawn(wanted[piece, 1, side], picture.size, picture.width / width)
            assert apart(soft(picture), face) < ALIKE
    assert states["Fisher"]["CustomImage"]["ImageURL"] != states["Fisher"]["CustomImage"]["ImageSecondaryURL"]


def test_sizes_are_in_proportion() -> None:
    states = {state["Nickname"]: state for state in _save(exported("tts"))["ObjectStates"]}
    deck, tile = states["Shells"]["Transform"], states["Tide 1"]["Transform"]
    card_mm = deck["scaleZ"] * 3.04 / 68
    assert tile["scaleX"] * 2 / 50 == pytest.approx(card_mm, rel=0.001)
    assert deck["scaleX"] == deck["scaleZ"] == pytest.approx(68 / 88, abs=0.001)


def test_nothing_lies_on_anything_else_but_copies() -> None:
    spots: dict[tuple[float, float], set[str]] = {}
    for state in _save(exported("tts"))["ObjectStates"]:
        place = state["Transform"]
        spots.setdefault((place["posX"], place["posZ"]), set()).add(state["Nickname"])
    assert all(len(names) == 1 for names in spots.values())
    assert len(spots) == 1 + 7 + 1 + 1 + 1


def test_names_and_texts_are_those_of_the_game() -> None:
    card = next(state for state in _pieces(_save(exported("tts"))) if state["Name"] == "Card")
    assert card["Nickname"] == "Whelk"
    assert card["Description"] == "Take **two** {shell} from a neighbour."


def test_order_and_ids_stay_and_names_of_pictures_change_with_what_they_show(copied: Project, tmp_path: Path) -> None:
    before = exported("tts")
    cards = copied.components / "lowtide/shells.csv"
    cards.write_text(cards.read_text("utf-8").replace("Cockle", "Clam"), "utf-8")
    after = pnp.export_game("lowtide", "tts", lang="en", out=tmp_path / "out", start=copied.root)
    one, two = (list(_pieces(_save(made))) for made in (before, after))
    assert [(state["GUID"], state.get("CardID")) for state in one] == [(s["GUID"], s.get("CardID")) for s in two]
    assert len({state["GUID"] for state in one}) == len(one)
    old, new = ({file.name for file in made.files if "pictures/" in file.name} for made in (before, after))
    [gone], [come] = old - new, new - old
    assert gone.rpartition("_")[0] == come.rpartition("_")[0] == "pictures/lowtide_en_shells_1_fronts"


def test_pictures_can_lie_elsewhere(project: Project, tmp_path: Path) -> None:
    options = {"base-url": "https://example.org/tide/"}
    made = pnp.export_game(
        "lowtide", "tts", lang="en", only=["pebbles"], options=options, out=tmp_path, start=project.root
    )
    [*pebbles] = _pieces(_save(made))
    names = {file.name.removeprefix("pictures/") for file in made.files if "pictures/" in file.name}
    urls = {pebble["CustomImage"][key] for pebble in pebbles for key in ("ImageURL", "ImageSecondaryURL")}
    assert urls == {f"https://example.org/tide/{name}" for name in names}
    assert not made.notices


@pytest.mark.parametrize("cards", [1, 3, 4, 18, 48, MOST_CARDS])
@pytest.mark.parametrize("most", [1024, 4096])
def test_grids_hold_the_cards_and_the_hidden_one(cards: int, most: int) -> None:
    grid = grid_for(cards, Size(63, 88), most, 300)
    assert 2 <= grid.columns <= 10
    assert 2 <= grid.rows <= 7
    assert grid.columns * grid.rows > cards
    assert max(grid.pixels) <= most
    assert grid.cell[0] / grid.cell[1] == pytest.approx(63 / 88, rel=0.02)
    assert grid.per_mm <= 300 / 25.4 + 1e-9


def test_more_cards_than_a_sheet_has_cells(copied: Project, tmp_path: Path) -> None:
    spec = copied.components / "lowtide/game.toml"
    rows = ", ".join(f'{{ id = "tide-{number}" }}' for number in range(1, 86))
    text = spec.read_text("utf-8")
    first, last = text.index("rows = [\n"), text.index(']\nfront = "tide')
    text = f"{text[:first]}rows = [{rows}{text[last:]}".replace('kind = "tile"', 'kind = "card"')
    spec.write_text(text.replace("count = 7", "count = 85"), "utf-8")
    made = pnp.export_game(
        "lowtide", "tts", lang="en", only=["tides"], options={"sheet-px": 512}, out=tmp_path / "out", start=copied.root
    )
    [deck] = _save(made)["ObjectStates"]
    jsonschema.Draft202012Validator(SCHEMA).validate(_save(made))
    assert len(deck["CustomDeck"]) == 2
    numbers = [card["CardID"] for card in deck["ContainedObjects"]]
    assert numbers == deck["DeckIDs"]
    assert len(set(numbers)) == 85
    assert numbers[68] % 100 == 68
    assert numbers[69] % 100 == 0
    assert {str(number // 100) for number in numbers} == set(deck["CustomDeck"])


def test_every_shape_becomes_what_suits_it(tmp_path: Path) -> None:
    project = write_shapes(
        tmp_path / "mine", {"rounded": 2, "discs": 1, "flat": 1, "pointy": 1, "fish": 1, "figure": 1}
    )
    made = pnp.export_game("shapes", "tts", out=tmp_path / "out", start=project.root)
    save = _save(made)
    jsonschema.Draft202012Validator(SCHEMA).validate(save)
    states = {state["Nickname"].partition(" ")[0]: state for state in save["ObjectStates"]}
    assert {name: state["Name"] for name, state in states.items()} == {
        "Rounded": "DeckCustom", "Discs": "Custom_Tile", "Flat": "Custom_Tile", "Pointy": "Custom_Tile",
        "Fish": "Custom_Token", "Figure": "Figurine_Custom",
    }  # fmt: skip
    shapes = {name: state["CustomImage"]["CustomTile"]["Type"] for name, state in states.items() if "iscs" in name}
    assert shapes == {"Discs": 2}
    assert [sheet["Type"] for sheet in states["Rounded"]["CustomDeck"].values()] == [0]
    flat, pointy = states["Flat"], states["Pointy"]
    assert flat["CustomImage"]["CustomTile"]["Type"] == pointy["CustomImage"]["CustomTile"]["Type"] == 1
    assert (flat["Transform"]["rotY"], pointy["Transform"]["rotY"]) == (180, 90)
    for state in (flat, pointy):  # both pictures have a flat side up
        assert _picture(state["CustomImage"]["ImageURL"]).size == (614, 532)
        assert state["Transform"]["scaleX"] > state["Transform"]["scaleZ"]
    fish = _picture(states["Fish"]["CustomImage"]["ImageURL"])
    assert fish.mode == "RGBA"
    assert fish.getpixel((2, 2))[3] == 0  # type: ignore[index]
    assert fish.getpixel((fish.width // 2, fish.height // 2))[3] == 255  # type: ignore[index]


def test_a_board_is_whole_and_locked_and_one_with_two_sides_is_a_tile(tmp_path: Path) -> None:
    folder = write_board(tmp_path).root
    save = _save(pnp.export_game("map", "tts", out=tmp_path / "one", start=folder))
    jsonschema.Draft202012Validator(SCHEMA).validate(save)
    states = {state["Nickname"]: state for state in save["ObjectStates"]}
    tile = states["Map"]
    assert tile["Name"] == "Custom_Tile", "a board of the simulator shows only one side"
    spec = folder / "components/map/game.toml"
    spec.write_text(spec.read_text("utf-8").replace('back = "map.svg.j2"', ""), "utf-8")
    save = _save(pnp.export_game("map", "tts", out=tmp_path / "two", start=folder))
    jsonschema.Draft202012Validator(SCHEMA).validate(save)
    board = {state["Nickname"]: state for state in save["ObjectStates"]}["Map"]
    assert (board["Name"], board["Locked"]) == ("Custom_Board", True)
    picture = _picture(board["CustomImage"]["ImageURL"])
    assert max(picture.size) == 4096, "as large as a card sheet"
    assert picture.width / picture.height == pytest.approx(420 / 594, abs=0.001)
    assert board["CustomImage"]["WidthScale"] == pytest.approx(420 / 594, abs=0.001)
    assert board["Transform"]["scaleX"] == board["Transform"]["scaleZ"]
    wide = 2 * tile["Transform"]["scaleX"]
    assert board["Transform"]["scaleX"] * 26.4 == pytest.approx(wide, rel=0.001), "as wide as the tile would be"
    assert apart(soft(picture), drawn(faces("map", folder, 1)["map", 1, "front"], picture.size, 4096 / 594)) < ALIKE
