"""What must be distinguishable on the garden's tiles: in grey, for other kinds of vision, rotated, and in low ink."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest
from PIL import Image

from pnp.face.render import FaceRenderer
from pnp.games.koko.art.palette import PAPER, STONE, WATER
from pnp.games.koko.art.pastime import DECOR
from pnp.games.koko.art.place import LETTERS, PLANTED
from pnp.games.koko.art.plan import BAND, EDGE, SPOT, TILE, WALK
from pnp.press.job import RendererName
from pnp.press.renderer import find_renderer
from pnp.project.folders import bundled_project
from pnp.terms import Ink, Lang, Side
from tests.colour import BLUR, MATRICES, lightness, seen, shapes_differ
from tests.face.test_render import pixels_of
from tests.gallery import DPI, game, pictures, px
from tests.games.koko.test_sheets import art_alone, inked

pytestmark = pytest.mark.slow
"""Golden faces hold every drawing by its hash: when none has changed, none of this has."""

EYES = ("all", *MATRICES)
SIDES = ("n", "e", "s", "w")
ROOM = 43
"""The width of the lawn that a thing in the middle has to itself."""
BEDS = tuple(f"island-{kind}" for kind in range(len(PLANTED)))
DARK = 120
"""What is darker than this is a line."""


@cache
def drawn(base: str, ink: Ink = Ink.FULL, **fields: str) -> np.ndarray:
    """A tile of the table with some of its fields changed."""
    deck = game("koko").decks["tiles"]
    tile = next(design for design in deck.designs if design.id == base)
    changed = tile.model_copy(update={"fields": tile.fields | fields})
    face = FaceRenderer(bundled_project(), game("koko"), Lang.FR, ink, 0).render(deck, changed, Side.FRONT)
    return pixels_of(find_renderer(RendererName.TYPST).to_png([face], DPI)[0])


def by(eyes: str, picture: np.ndarray) -> np.ndarray:
    """The picture as those eyes see it."""
    return picture.astype(float) if eyes == "all" else seen(picture, eyes)


def changed(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Where two pictures differ."""
    mask: np.ndarray = np.abs(one - other).sum(axis=2) > 40
    return mask


def middle(picture: np.ndarray, width: float, at: tuple[float, float] = (TILE / 2, TILE / 2)) -> np.ndarray:
    """A square cut from a picture, in millimetres."""
    x, y, a = px(at[0]), px(at[1]), px(width / 2)
    return picture[y - a : y + a, x - a : x + a]


def inward(picture: np.ndarray, number: int) -> np.ndarray:
    """The band along a side, the first row at the cut."""
    return np.rot90(picture, number)[: px(BAND + 2)]


def nearest(band: np.ndarray, *colours: str) -> np.ndarray:
    """How far every pixel is from the nearest of the colours."""
    gaps = [np.abs(band - [int(c[i : i + 2], 16) for i in (1, 3, 5)]).sum(axis=2) for c in colours]
    least: np.ndarray = np.min(gaps, axis=0)
    return least


def test_stone_and_water_are_outlined_before_the_cut() -> None:
    """A pier or a rim beside a neighbour's lawn has a line on that side as well; gravel walks run over the cut."""
    met = 0
    rows = {tile.id: tile.fields for tile in game("koko").decks["tiles"].designs}
    walk = range(px((TILE - WALK) / 2 - 3), px((TILE + WALK) / 2 + 3))
    for tile, picture in pictures("koko", "tiles").items():
        for number in range(4):
            band = inward(picture, number)[: px(BAND)]
            pale = nearest(band, STONE.flat, WATER.flat) < 25
            dark = lightness(band) < DARK
            first = np.argmax(pale, axis=0)
            for column in np.flatnonzero(pale.any(axis=0)):
                if rows[tile][SIDES[number]] == "lawn" and column in walk:
                    continue
                assert dark[: first[column], column].any(), (tile, SIDES[number], column)
                met += 1
    assert met > 10000


@pytest.mark.parametrize("ink", list(Ink))
def test_every_barrier_has_a_line_at_the_cut_from_end_to_end(ink: Ink) -> None:
    fields = {tile.id: tile.fields for tile in game("koko").decks["tiles"].designs}
    for tile, picture in pictures("koko", "tiles", ink=ink).items():
        for number, side in enumerate(SIDES):
            if fields[tile][side] == "lawn":
                continue
            rim = inward(picture, number)[: px(EDGE + 1.5), px(EDGE + 1) : -px(EDGE + 1)]
            assert (lightness(rim) < DARK).any(axis=0).all(), (tile, side)


def test_hedges_end_round_not_chopped_at_the_cut() -> None:
    """Along every cut lies grass or a line's edge: no mass of hedge, stone or water runs into the neighbour."""
    for tile, picture in pictures("koko", "tiles").items():
        for number in range(4):
            edge = lightness(inward(picture, number)[0])
            assert (edge > DARK).all(), (tile, SIDES[number])


def test_nothing_stands_on_the_barrier_along_a_side() -> None:
    """The peacock of g27 stood on its hedge, and its shadow lay across the leaves."""
    for tile in game("koko").decks["tiles"].designs:
        whole, alone = drawn(tile.id), drawn(tile.id, decor="none", joke="none")
        for number, side in enumerate(SIDES):
            if tile.fields[side] != "lawn":
                bands = [
                    np.rot90(each, number)[px(EDGE) : px(BAND - 0.7), px(BAND) : -px(BAND)] for each in (whole, alone)
                ]
                assert not changed(*bands).any(), (tile.id, side)


def spots(base: str) -> dict[str, np.ndarray]:
    """What is drawn on the two guests' rounds of an undivided tile."""
    places = {"a": (TILE / 2 - 10.3, TILE / 2 - 10.3), "b": (TILE / 2 + 10.3, TILE / 2 + 10.3)}
    radius = px(SPOT / 2)
    y, x = np.ogrid[: 2 * radius, : 2 * radius]
    round_ = np.hypot(x - radius, y - radius) < radius - px(1)
    return {key: middle(pictures("koko", "tiles")[base], SPOT, at)[round_][None] for key, at in places.items()}


def bare() -> np.ndarray:
    """Lawn and nothing else."""
    return middle(art_alone("lawn"), 40, (70, 70))[:, px(8) : -px(8)]


def blurred(grey: np.ndarray) -> np.ndarray:
    """Light and dark without the fine detail."""
    return np.asarray(Image.fromarray(grey.astype("uint8")).filter(BLUR)).astype(float)


@pytest.mark.parametrize("eyes", EYES)
def test_guests_stand_out_from_the_lawn(eyes: str) -> None:
    """Their ground is lighter than any grass, and in them is more light and dark than in the lawn.

    On the plain lawn that was there first, ground and grass were 22.8 apart in grey, figures 6.7 times as lively.
    """
    grass = lightness(by(eyes, bare()))
    ground = np.array([[[int(PAPER.flat[i : i + 2], 16) for i in (1, 3, 5)]]])
    paper = lightness(by(eyes, ground))[0, 0]
    assert paper - grass.mean() > 22
    for bed in BEDS:
        assert paper - np.median(lightness(by(eyes, middle(art_alone(bed), 12, (70, 70))))) > 22, "nobody stands on it"
    assert paper - np.percentile(grass, 99) > 10
    for tile in (f"g{number}" for number in range(13, 21)):
        for key, spot in spots(tile).items():
            assert lightness(by(eyes, spot)).std() > 6.5 * blurred(grass).std(), (tile, key)


@pytest.mark.parametrize("eyes", EYES)
def test_the_lawn_is_quiet_and_nowhere_empty(eyes: str) -> None:
    """Something grows in every square of 8 mm, and none of it is dark."""
    grass = lightness(by(eyes, bare()))
    assert grass.std() < 9
    assert np.percentile(grass, 0.5) > grass.mean() - 25
    side = px(8)
    for y, x in product(range(0, 5 * side, side), range(0, 3 * side, side)):
        square = grass[y : y + side, x : x + side]
        assert (square - blurred(square)).std() > 1.2, (x, y)


@cache
def ornament(name: str, ink: Ink = Ink.FULL) -> np.ndarray:
    """An ornament and the lawn round it."""
    return middle(drawn("g02", ink, decor=name, joke="none"), ROOM)


def core(picture: np.ndarray) -> np.ndarray:
    """The middle 30 mm, without the beds that every lawn has."""
    edge = (picture.shape[0] - px(30)) // 2
    return picture[edge:-edge, edge:-edge]


def roundness(mask: np.ndarray) -> float:
    """How much of the smallest circle round its middle a shape fills: 1 for a disc."""
    ys, xs = np.nonzero(mask)
    reach = np.hypot(xs - (xs.min() + xs.max()) / 2, ys - (ys.min() + ys.max()) / 2).max()
    return float(len(xs) / (np.pi * reach**2))


def test_no_ornament_is_round() -> None:
    """A round is where a token lies. Beds are long ovals."""
    lawn = ornament("none")
    for name in DECOR:
        assert roundness(changed(ornament(name), lawn)) < 0.6, name
    paper = np.full_like(art_alone("gravel"), 255)
    for bed in BEDS:
        wide, high = inked(art_alone(bed))
        assert high < 0.85 * wide, bed
    assert roundness(changed(art_alone("gravel"), paper)) > 0.85, "what a round measures"


def ring(picture: np.ndarray) -> float:
    """The share of the most nearly closed dark circle round the middle, from 3 mm to what the picture holds."""
    dark = lightness(picture) < DARK
    middle_ = picture.shape[0] / 2 - 0.5
    angles = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    best = 0.0
    for r in np.arange(px(3), middle_ - 2):
        hit = np.zeros(len(angles), bool)
        for near in (r - 1, r, r + 1):
            ys, xs = middle_ + near * np.sin(angles), middle_ + near * np.cos(angles)
            hit |= dark[np.rint(ys).astype(int), np.rint(xs).astype(int)]
        best = max(best, float(hit.mean()))
    return best


@pytest.mark.parametrize(("eyes", "ink"), [*product(EYES, [Ink.FULL]), ("all", Ink.LOW)])
def test_no_ornament_is_taken_for_a_place_or_a_table(eyes: str, ink: Ink) -> None:
    """Places and tables have a line all round; no ornament has more than two thirds of one."""
    table = middle(drawn("g02", ink, decor="none", joke="none", symbol="table"), ROOM)
    place = middle(drawn("g02", ink, decor="none", joke="none", guest_a="vicar"), ROOM)
    assert ring(by(eyes, table)) > 0.95
    assert ring(by(eyes, place)) > 0.95
    for name in DECOR:
        picture = by(eyes, ornament(name, ink))
        assert ring(picture) < 0.67, name
        assert shapes_differ(core(picture), core(by(eyes, table))) > 0.8, name


def mark(letter: str, ink: Ink) -> np.ndarray:
    """A tile's letter and the lawn round it."""
    blank = {"decor": "none", "joke": "none", "symbol": "palm"}
    ys, xs = np.nonzero(changed(drawn("g02", ink, **blank, mark="F"), drawn("g02", ink, **blank, mark="J")))
    at = (int(xs.min() + xs.max()) / 2 / px(1), int(ys.min() + ys.max()) / 2 / px(1) + 1)
    return middle(drawn("g02", ink, decor="none", joke="none", mark=letter), 8, at)


@pytest.mark.parametrize(("eyes", "ink"), [*product(EYES, [Ink.FULL]), ("all", Ink.LOW)])
def test_letters_can_be_distinguished_however_a_tile_is_turned(eyes: str, ink: Ink) -> None:
    """Which letter it is, by any two turns of both, and which way is up, by any two turns of one."""
    seen_letters = {letter: by(eyes, mark(letter, ink)) for letter in LETTERS}
    for one, other in product(range(4), repeat=2):
        apart = shapes_differ(np.rot90(seen_letters["F"], one), np.rot90(seen_letters["J"], other))
        assert apart > 0.35, (one, other)  # bare, on discs, they were 0.16 apart
    for letter, turns in product(LETTERS, range(1, 4)):
        assert shapes_differ(seen_letters[letter], np.rot90(seen_letters[letter], turns)) > 0.4, (letter, turns)


def test_no_token_hides_a_letter() -> None:
    """The letter stands clear of a token on the symbol of its tile."""
    token = game("koko").decks["tokens"].size.width / 2
    for tile in game("koko").decks["tiles"].designs:
        if tile.fields["mark"] == "none":
            continue
        whole = drawn(tile.id, joke="none")
        letter = np.argwhere(changed(whole, drawn(tile.id, joke="none", mark="none")))
        symbol = np.argwhere(changed(whole, drawn(tile.id, joke="none", symbol="none")))
        if tile.fields["symbol"] == "clothesline":  # the Countess comes with it
            symbol = symbol[symbol.sum(axis=1) < whole.shape[0]]
        place = (symbol.min(axis=0) + symbol.max(axis=0)) / 2
        assert np.hypot(*(letter - place).T).min() > px(token), tile.id
        assert letter.min() >= px(3), "far from the cut"
        assert letter.max() < whole.shape[0] - px(3)
