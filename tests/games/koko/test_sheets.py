"""Koko and Alfred's garden: 36 tiles drawn from their table, 42 tokens, four sheets."""

from __future__ import annotations

import shutil
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pnp.errors import RenderError
from pnp.face.art.pen import Pen
from pnp.face.face import Face
from pnp.face.faces import FaceLook, face_names, try_faces
from pnp.face.render import FaceRenderer
from pnp.games.koko.art import DRAWINGS, GUESTS
from pnp.games.koko.art.antics import ANTICS
from pnp.games.koko.art.plan import SAMPLE_ALONG, SAMPLE_COLOURS, SAMPLE_DEPTH, SPOT, TILE
from pnp.geometry.units import Size
from pnp.press.job import Job, RendererName
from pnp.press.print import print_game
from pnp.press.renderer import find_renderer
from pnp.press.safe_zone import PIXELS_PER_MM, CutFace, measure_distances
from pnp.project.folders import Project, bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.load import load_game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.colour import lightness
from tests.face.test_render import pixels_of
from tests.gallery import DPI, game, pictures, px
from tests.measure import stamped_faces

SIDES = ("n", "e", "s", "w")
KINDS = ("lawn", "hedge", "fountain")


def test_the_box_holds_what_the_rulebook_says() -> None:
    tiles = game("koko").decks["tiles"].designs
    assert len(tiles) == 36
    assert Counter(tile.fields["set"] for tile in tiles) == {"base": 30, "extension": 6}
    assert Counter(tile.fields["mark"] for tile in tiles) == {"none": 29, "F": 1, "J": 6}
    symbols = Counter(tile.fields["symbol"] for tile in tiles if tile.fields["set"] == "extension")
    assert symbols == {"table": 3, "palm": 3}
    guests = [tile.fields[key] for tile in tiles for key in ("guest_a", "guest_b") if tile.fields[key] != "none"]
    assert len(guests) == 19
    assert len(set(guests)) == 19, "guests are individuals"
    assert not any(tile.fields["guest_a"] != "none" for tile in tiles if tile.fields["set"] == "extension")
    tokens: Counter[object] = Counter()
    for token in game("koko").decks["tokens"].designs:
        tokens[token.fields["what"]] += token.count
    assert tokens == {"koko": 1, "alfred": 1, "undies": 15, "cover": 19, "bottle": 3, "coconut": 3}


@pytest.mark.slow
def test_four_sheets_on_a4_as_the_original(tmp_path: Path) -> None:
    for sides in (Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT, Sides.FRONTS):
        printed = print_game(
            bundled_project(), "koko", Job(Layout(parse_paper("a4"), sides)), tmp_path, Cache.for_user()
        )
        assert printed.sheets == 4
        step = 2 if sides.duplex else 1
        fronts = Counter(face.page for face in stamped_faces(printed.pdf, 3) if face.side == "front")
        assert [fronts[page] for page in range(1, 4 * step + 1, step)] == [12, 12, 12, 42]


def art_alone(name: str, low: bool = False, dpi: int = DPI) -> np.ndarray:
    """A drawing of 100 units alone on white paper, 140 mm wide."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="140mm" height="140mm" viewBox="-70 -70 140 140">'
        f"{DRAWINGS[name](Pen(low=low)).tostring()}</svg>"
    )
    return pixels_of(find_renderer(RendererName.TYPST).to_png([Face(svg, Size(140, 140), 0)], dpi)[0])


def inked(picture: np.ndarray) -> tuple[float, float]:
    """How wide and how high the ink on white paper is, in mm."""
    ys, xs = np.nonzero(np.abs(picture - 255).sum(axis=2) > 60)
    return float(np.ptp(xs) + 1) / px(1), float(np.ptp(ys) + 1) / px(1)


def test_guests_are_24_mm_high() -> None:
    """In their template they are placed at a scale of 0.29."""
    assert "0.29)" in (bundled_project().templates / "koko" / "tile.svg.j2").read_text("utf-8")
    heights = {name: inked(art_alone(name))[1] * 0.29 for name in GUESTS}
    assert min(heights.values()) > 23.9, heights


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("name", ["logo-fr", "logo-en"])
def test_the_logo_is_100_wide_and_centred(name: str, low: bool) -> None:
    picture = art_alone(name, low)
    ys, xs = np.nonzero(np.abs(picture - 255).sum(axis=2) > 60)
    assert 96 < (np.ptp(xs) + 1) / px(1) <= 100.4, "its halo is white"
    assert abs((xs.min() + xs.max()) / 2 / px(1) - 70) < 1.2
    assert abs((ys.min() + ys.max()) / 2 / px(1) - 70) < 1.2
    assert inked(picture)[1] < 56


def test_every_tile_has_something_of_its_own() -> None:
    """No two tiles show the same joke beside the same things."""
    columns = ("guest_a", "guest_b", "symbol", "decor", "joke")
    shown = [tuple(tile.fields[key] for key in columns) for tile in game("koko").decks["tiles"].designs]
    assert len(set(shown)) == 36
    assert all(each[-1] != "none" for each in shown)
    assert {each[-1] for each in shown} == set(ANTICS)


@pytest.mark.parametrize(("one", "other"), [("j1", "j2"), ("j4", "j5")])
def test_no_table_and_no_palm_is_drawn_twice(one: str, other: str) -> None:
    middle = slice(px(20), px(40))
    gap = np.abs(pictures("koko", "tiles")[one] - pictures("koko", "tiles")[other])[middle, middle]
    assert (gap.sum(axis=2) > 60).mean() > 0.03


@pytest.mark.parametrize("ink", list(Ink))
def test_only_grass_and_walks_lie_within_1_5_mm_of_a_cut(ink: Ink) -> None:
    """Barriers, posts, guests and things end inside: no line and no dark mass in the outermost 1.4 mm of a tile."""
    for tile, picture in pictures("koko", "tiles", ink=ink).items():
        for number in range(4):
            strip = lightness(np.rot90(picture, number)[: px(1.4)])
            assert strip.min() > 130, (tile, SIDES[number])


@pytest.mark.parametrize("side", list(Side))
def test_tokens_have_nothing_but_their_rim_s_colour_within_1_5_mm_of_the_cut(side: Side) -> None:
    for token, picture in pictures("koko", "tokens", side).items():
        y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
        r = np.hypot(x + 0.5 - picture.shape[1] / 2, y + 0.5 - picture.shape[0] / 2) / px(1)
        rim = picture[(r > 11.2) & (r < 12.5)]
        assert np.ptp(rim, axis=0).max() < 12, token


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("ink", list(Ink))
def test_what_is_marked_as_important_ends_1_5_mm_inside_the_cut(lang: Lang, ink: Ink) -> None:
    """On every face; 0.7 mm of Koko's tail was beyond the cut of the back, posts of hedges ended at 0.2 mm."""
    spec = game("koko")
    names = face_names(spec)
    drawn = try_faces(bundled_project(), spec, list(names), FaceLook(lang, ink), Cache.for_user())
    looked = []
    for (name, (deck, design)), attempt in zip(names.items(), drawn, strict=True):
        assert attempt.face is not None, name
        looked.append(CutFace(attempt.face, deck.cut_line(name.side, design.id)))
    for name, (text, art) in zip(names, measure_distances(looked), strict=True):
        assert text is None, "no face of this game has any text"
        assert art is not None, name
        assert art > 1.5 - 1 / PIXELS_PER_MM, name


def test_tokens_sit_on_guests() -> None:
    """The rim of a guest's round shows around a token."""
    assert SPOT - 2 <= game("koko").decks["tokens"].size.width <= SPOT - 0.6


def kind_seen(picture: np.ndarray, side: str) -> str:
    """What lies along a side of a tile, by the colours there."""
    votes: Counter[str] = Counter()
    for along in SAMPLE_ALONG:
        x, y = {
            "n": (TILE / 2 + along, SAMPLE_DEPTH), "s": (TILE / 2 + along, TILE - SAMPLE_DEPTH),
            "w": (SAMPLE_DEPTH, TILE / 2 + along), "e": (TILE - SAMPLE_DEPTH, TILE / 2 + along),
        }[side]  # fmt: skip
        spot = picture[px(y), px(x)]
        distance = {
            kind: min(np.abs(spot - [int(c[i : i + 2], 16) for i in (1, 3, 5)]).sum() for c in colours)
            for kind, colours in SAMPLE_COLOURS.items()
        }
        votes[min(distance, key=lambda kind: distance[kind])] += 1
    return votes.most_common(1)[0][0]


def test_every_side_of_every_tile_is_drawn_as_the_table_says_in_every_rotation() -> None:
    drawn = pictures("koko", "tiles")
    for tile in game("koko").decks["tiles"].designs:
        for turns in range(4):
            picture = np.rot90(drawn[tile.id], -turns)
            for number, side in enumerate(SIDES):
                assert kind_seen(picture, SIDES[(number + turns) % 4]) == tile.fields[side], (tile.id, side, turns)


def barrier(one: str, other: str) -> str:
    """The rule: open with open joins; open with a barrier, or two alike, is that barrier; else nobody crosses."""
    kinds = {one, other} - {"lawn"}
    return "open" if not kinds else kinds.pop() if len(kinds) == 1 else "both"


def test_whatever_tiles_meet_in_whatever_rotation_the_barrier_is_that_of_the_spec() -> None:
    """Two tiles side by side, for all pairs of sides: what is seen left and right of the seam is the rule's barrier."""
    drawn = pictures("koko", "tiles")
    rows = {tile.id: tile.fields for tile in game("koko").decks["tiles"].designs}
    places = {
        (kind, number): next((tile for tile in rows if rows[tile][SIDES[number]] == kind), None)
        for kind in KINDS
        for number in range(4)
    }
    pairs = 0
    for (one, i), (other, j) in product(places, repeat=2):
        left, right = places[one, i], places[other, j]
        if left is None or right is None:
            continue
        eastward = np.rot90(drawn[left], -((1 - i) % 4))  # its side i now looks east
        westward = np.rot90(drawn[right], -((3 - j) % 4))
        seen = kind_seen(eastward, "e"), kind_seen(westward, "w")
        assert barrier(*seen) == barrier(one, other)
        if one == other == "lawn":  # the grass goes on over the seam
            seam = np.abs(eastward[px(8) : -px(8), -1] - westward[px(8) : -px(8), 0]).mean(axis=1)
            assert np.median(seam) < 12
        pairs += 1
    assert pairs >= 100


@pytest.mark.parametrize(("inner", "split"), list(product(("hedge", "fountain"), ("n", "e", "s", "w", "ne", "nw"))))
def test_the_drawing_follows_from_the_table(tmp_path: Path, inner: str, split: str) -> None:
    """A designer changes a row: other sides, another inner barrier, another guest are drawn."""
    for folder in ("components", "templates"):
        shutil.copytree(getattr(bundled_project(), folder) / "koko", tmp_path / folder / "koko")
    path = tmp_path / "components" / "koko" / "tiles.csv"
    lines = path.read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("g05,"))
    lines[number] = f"g05,base,fountain,lawn,hedge,lawn,{inner},{split},none,none,none,none,none,none"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    project = Project(tmp_path)
    made = load_game(project, "koko")
    deck = made.decks["tiles"]
    row = next(tile for tile in deck.designs if tile.id == "g05")
    face = FaceRenderer(project, made, Lang.FR, Ink.FULL, 0).render(deck, row, Side.FRONT)
    picture = pixels_of(find_renderer(RendererName.TYPST).to_png([face], DPI)[0])
    assert [kind_seen(picture, side) for side in SIDES] == ["fountain", "lawn", "hedge", "lawn"]
    lawn = pictures("koko", "tiles")["g05"]
    assert np.abs(picture - lawn)[px(8) : -px(8), px(8) : -px(8)].mean() > 3, "the inner barrier shows"


def test_a_row_without_room_is_refused(tmp_path: Path) -> None:
    for folder in ("components", "templates"):
        shutil.copytree(getattr(bundled_project(), folder) / "koko", tmp_path / folder / "koko")
    project = Project(tmp_path)
    made = load_game(project, "koko")
    deck = made.decks["tiles"]
    start = next(tile for tile in deck.designs if tile.fields["mark"] == "F")
    crowded = start.model_copy(update={"fields": start.fields | {"guest_a": "vicar"}})
    with pytest.raises(RenderError, match="a symbol or a guest on half a tile"):
        FaceRenderer(project, made, Lang.FR, Ink.FULL, 0).render(deck, crowded, Side.FRONT)


def test_both_sides_of_every_token_differ() -> None:
    fronts, backs = pictures("koko", "tokens"), pictures("koko", "tokens", Side.BACK)
    for token, front in fronts.items():
        assert np.abs(front - backs[token]).mean() > 5, token
