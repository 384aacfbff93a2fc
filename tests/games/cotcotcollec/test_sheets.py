"""CotCotCollec' as a maker prints it: 110 cards, the fox in two forms, the score pad."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import combinations
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from pnp.face.render import FaceRenderer
from pnp.press.job import Job, Printed, RendererName
from pnp.press.print import print_game
from pnp.press.renderer import find_renderer
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.face.test_render import TOLERATED_SHARE, pixels_of, share_that_differs
from tests.measure import stamped_faces, words

MOTIFS = ("ring", "rug", "trophy", "necklace", "showcase", "fan", "egg", "hat", "perfume", "gramophone")


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(bundled_project(), "cotcotcollec")


@pytest.fixture(scope="module")
def printed(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    job = Job(Layout(parse_paper("a4")))
    return print_game(bundled_project(), game.id, job, tmp_path_factory.mktemp("out"), Cache.for_user())


def test_the_box_holds_what_the_rulebook_says(game: Game) -> None:
    counts = {design.id: design.count for design in game.decks["cards"].designs}
    assert counts == {**dict.fromkeys(MOTIFS, 9), "rooster": 10, "doubler": 5, "joker": 5}
    assert sum(counts.values()) == 110
    assert {item.count for item in game.box} == {90, 10, 5, 1}


def test_110_cards_of_63_by_88_mm_are_on_13_sheets(printed: Printed) -> None:
    cards = [face for face in stamped_faces(printed.pdf, 3) if face.page <= 26 and not face.piece.startswith("fox")]
    fronts = Counter(face.piece for face in cards if face.side == "front")
    assert sum(fronts.values()) == 110
    assert len({(face.piece, face.copy) for face in cards}) == 110
    assert len({face.face for face in cards if face.side == "back"}) == 1, "one common back"
    for face in cards:
        assert (face.width, face.height) == pytest.approx((63, 88), abs=0.05)
    assert printed.size_bytes < 560_000


def test_fox_and_pad(printed: Printed) -> None:
    faces = stamped_faces(printed.pdf, 3)
    assert {face.page for face in faces if face.piece.startswith("fox")} == {25, 26}, "beside the last two jokers"
    others = [face for face in faces if face.page > 26 or face.piece.startswith("fox")]
    assert Counter((face.piece, face.side) for face in others) == {
        ("fox-standee", "front"): 1, ("fox-standee", "back"): 1,
        ("fox-token", "front"): 1, ("fox-token", "back"): 1,
        ("score-pad", "front"): 4,
    }  # fmt: skip
    assert printed.sheets == 14


@pytest.mark.slow
@pytest.mark.sampled(16)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", list(Sides))
@pytest.mark.parametrize("ink", list(Ink))
def test_every_layout_is_complete_in_both_languages(
    game: Game, tmp_path: Path, paper: str, sides: Sides, ink: Ink
) -> None:
    for lang in (Lang.FR, Lang.EN):
        job = Job(Layout(parse_paper(paper), sides), lang, ink)
        made = print_game(bundled_project(), game.id, job, tmp_path, Cache.for_user())
        fronts = Counter(face.piece for face in stamped_faces(made.pdf, 3) if face.side == "front")
        assert sum(fronts[design.id] for design in game.decks["cards"].designs) == 110
        text = {word for word, _, _ in words(made.pdf, 1)}
        assert ("bague" if lang == Lang.FR else "Ring") in text
        assert ("imprimer" if lang == Lang.FR else "print") in text


@pytest.mark.slow
def test_sheets_of_each_paper(game: Game, tmp_path: Path) -> None:
    for paper, sheets in (("a4", 13), ("letter", 13), ("a3", 7)):
        made = print_game(bundled_project(), game.id, Job(Layout(parse_paper(paper))), tmp_path, Cache.for_user())
        pages = {face.page for face in stamped_faces(made.pdf, 3) if face.piece in MOTIFS or face.piece == "joker"}
        assert max(pages) == 2 * sheets


@pytest.fixture(scope="module")
def pictures(game: Game) -> dict[tuple[str, Side, Ink], np.ndarray]:
    """Every card without its bleed, 100 dpi."""
    found = {}
    for ink in Ink:
        renderer = FaceRenderer(bundled_project(), game, Lang.FR, ink, 0)
        deck = game.decks["cards"]
        keys = [(design, side) for design in deck.designs for side in Side]
        faces = [renderer.render(deck, design, side) for design, side in keys]
        for (design, side), png in zip(keys, find_renderer(RendererName.TYPST).to_png(faces, 100), strict=True):
            found[design.id, side, ink] = pixels_of(png)
    return found


@pytest.mark.slow
def test_the_promised_edge_is_flat(game: Game, pictures: dict[tuple[str, Side, Ink], np.ndarray]) -> None:
    """From the cut to 3 mm inside, a card has the one colour that lets neighbours share a cut."""
    edge = game.decks["cards"].edge
    assert edge is not None
    for (piece, side, ink), picture in pictures.items():
        promised = edge.front if side is Side.FRONT else edge.back
        assert promised is not None
        colour = [255] * 3 if ink is Ink.LOW else [int(promised[i : i + 2], 16) for i in (1, 3, 5)]
        band = mm(3) - 1
        inner = picture[band:-band, band:-band]
        rim = np.ones(picture.shape[:2], bool)
        rim[band:-band, band:-band] = False
        assert inner.size
        assert np.abs(picture[rim] - colour).max() <= 3, (piece, side, ink)


def mm(length: float) -> int:
    """Pixels at 100 dpi."""
    return round(length / 25.4 * 100)


@pytest.mark.slow
def test_motifs_differ_in_their_index_without_colour(pictures: dict[tuple[str, Side, Ink], np.ndarray]) -> None:
    """The corner of a fanned hand, as bare shapes: every pair of cards differs by a good part of its ink."""
    ids = [*MOTIFS, "rooster", "doubler", "joker"]
    for ink in Ink:
        dark = {}
        for piece in ids:
            corner = pictures[piece, Side.FRONT, ink][mm(5) : mm(24), mm(5) : mm(13)]
            grey = corner.mean(axis=2)
            dark[piece] = grey < (grey.min() + 255) / 2
        for one, other in combinations(ids, 2):
            differing = (dark[one] ^ dark[other]).sum() / max(dark[one].sum(), dark[other].sum())
            assert differing > 0.25, (one, other, ink)


@pytest.mark.slow
def test_low_ink_saves_ink(pictures: dict[tuple[str, Side, Ink], np.ndarray]) -> None:
    for piece in ("ring", "rooster", "joker"):
        for side in Side:
            full, low = (255 - pictures[piece, side, ink].mean() for ink in Ink)
            assert low < full / 2, (piece, side)


@pytest.mark.parametrize("piece", ["ring", "joker", "rooster", "fox-token", "score-pad"])
def test_both_renderers_draw_the_same(game: Game, piece: str) -> None:
    deck, design = next((deck, design) for deck, design in game.designs() if design.id == piece)
    face = FaceRenderer(bundled_project(), game, Lang.FR, Ink.FULL, 3).render(deck, design, Side.FRONT)
    assert share_that_differs(face) < TOLERATED_SHARE


def test_no_letter_comes_near_the_cut(game: Game, printed: Printed) -> None:
    faces = stamped_faces(printed.pdf, 3)
    with pikepdf.open(printed.pdf) as document:
        pages = len(document.pages)
    for page in range(1, pages + 1):
        on_page = [face for face in faces if face.page == page]
        for word, x, y in words(printed.pdf, page):
            for face in on_page:
                if face.x < x < face.right and face.y < y < face.bottom:
                    assert min(x - face.x, face.right - x, y - face.y, face.bottom - y) >= 3, (page, word)


@pytest.mark.slow
def test_every_motif_has_three_looks_that_differ_to_the_eye(game: Game) -> None:
    deck, renderer = game.decks["cards"], FaceRenderer(bundled_project(), game, Lang.FR, Ink.FULL, 0)
    assert {design.id for design in deck.designs if design.looks == 3} == set(MOTIFS)
    for design in deck.designs:
        if design.id in MOTIFS:
            faces = [renderer.render(deck, design, Side.FRONT, look) for look in (1, 2, 3)]
            drawn = [pixels_of(png) for png in find_renderer(RendererName.TYPST).to_png(faces, 50)]
            for one, other in combinations(drawn, 2):
                assert (np.abs(one - other).max(axis=2) > 60).mean() > 0.01, design.id


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
@pytest.mark.parametrize("piece", ["doubler", "joker"])
def test_a_card_with_a_rule_of_its_own_says_it(game: Game, piece: str, lang: Lang) -> None:
    deck = game.decks["cards"]
    design = next(design for design in deck.designs if design.id == piece)
    svg = FaceRenderer(bundled_project(), game, lang, Ink.FULL, 0).render(deck, design, Side.FRONT).svg
    said = " ".join(re.sub(r"<[^>]+>", " ", unescape(svg)).split())
    assert " ".join(game.text[f"rule-{piece}"][lang].replace("\u00a0", " ").split()) in said.replace("\u00a0", " ")


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_the_pad_has_room_for_names_and_nothing_on_it_is_shrunken(game: Game, lang: Lang) -> None:
    deck = game.decks["pad"]
    svg = FaceRenderer(bundled_project(), game, lang, Ink.FULL, 0).render(deck, deck.designs[0], Side.FRONT).svg
    boxes = [tuple(map(float, each)) for each in re.findall(r'<rect [^>]*width="([\d.]+)" height="([\d.]+)"', svg)]
    assert sum(width >= 16 and height >= 9 for width, height in boxes) >= 35  # 5 players, 7 rows
    sizes = {float(size) for size in re.findall(r'<text [^>]*font-size="([\d.]+)"', svg)}
    assert sizes == {4.4, 3.9, 3.4}  # as the template has them
    if lang is Lang.FR:
        assert all(ordinal in unescape(svg) for ordinal in ("1ᵉʳ", "2ᵉ", "3ᵉ", "4ᵉ", "7ᵉ", "10ᵉ"))
