"""Every bundled box, measured on its sheets: complete, in true size, backs behind fronts, letters clear of the cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pikepdf
import pytest

from pnp.press.job import Job, Printed
from pnp.press.print import print_game
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.model import Deck
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang
from tests.gallery import game
from tests.measure import Stamped, stamped_faces, words

GAMES = bundled_project().games()
TOLERANCE = 0.05


Build = Callable[..., Printed]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds a game, once for all tests that look at the same sheets."""

    @cache
    def once(name: str, paper: str, sides: Sides, lang: Lang = Lang.FR, ink: Ink = Ink.FULL) -> Printed:
        job = Job(Layout(parse_paper(paper), sides), lang, ink, guide=True)
        return print_game(bundled_project(), name, job, tmp_path_factory.mktemp(name), Cache.for_user())

    return once


def pieces_of(name: str) -> dict[tuple[str, int], Deck]:
    return {
        (design.id, copy): deck
        for deck, design in game(name).designs()
        for copy in range(1, design.count * deck.leaves + 1)
    }


def middle(face: Stamped) -> tuple[float, float]:
    return face.x + face.width / 2, face.y + face.height / 2


def test_there_are_four() -> None:
    assert GAMES == ["conquete", "cotcotcollec", "koko", "winston"]
    cards = {
        "cotcotcollec": ["cards"],
        "winston": ["dogs", "sizes"],
        "koko": ["tiles"],
        "conquete": list(game("conquete").decks),
    }
    counts = [sum(game(name).decks[deck].count for deck in decks) for name, decks in cards.items()]
    assert counts == [110, 70, 36, 56]


@pytest.mark.sampled(5)  # each game once, and each way to print its backs
@pytest.mark.parametrize("sides", list(Sides))
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_the_sheets_hold_the_box(name: str, paper: str, sides: Sides, build: Build) -> None:
    printed = build(name, paper, sides)
    width, height = parse_paper(paper).size
    faces = stamped_faces(printed.pdf, 3)
    wanted = pieces_of(name)
    fronts = {(face.piece, face.copy): face for face in faces if face.side == "front"}
    backs = {(face.piece, face.copy): face for face in faces if face.side == "back"}
    assert Counter((face.piece, face.copy, face.side) for face in faces).most_common(1)[0][1] == 1
    assert fronts.keys() == wanted.keys()
    for face in faces:
        size = wanted[face.piece, face.copy].size
        true = size.turned if face.rotation % 180 else size
        assert (face.width, face.height) == pytest.approx(true, abs=TOLERANCE)
        assert min(face.clip[0], face.clip[1], width - face.clip[2], height - face.clip[3]) >= 0
    for key, deck in wanted.items():
        standee = deck.kind == "standee"
        assert (key in backs) == (standee or (deck.back is not None and sides is not Sides.FRONTS))
        if key not in backs or standee:
            continue
        front, back = fronts[key], backs[key]
        (x, y), behind = middle(front), middle(back)
        sideways, upward = (width - x, y), (x, height - y)
        if sides is Sides.FOLD:
            assert back.page == front.page
            turned_sideways = behind == pytest.approx(sideways, abs=TOLERANCE)
            assert turned_sideways or behind == pytest.approx(upward, abs=TOLERANCE)
        else:
            assert back.page == front.page + 1
            turned_sideways = sides is Sides.DUPLEX_LONG  # both papers are upright
            assert behind == pytest.approx(sideways if turned_sideways else upward, abs=TOLERANCE)
        assert (back.rotation + front.rotation) % 360 == (0 if turned_sideways else 180)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("ink", "lang"),
    [
        (Ink.FULL, Lang.FR),
        (Ink.LOW, Lang.EN),
        pytest.param(Ink.FULL, Lang.EN, marks=pytest.mark.slow),
        pytest.param(Ink.LOW, Lang.FR, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize(("name", "sides"), list(zip(GAMES, Sides, strict=True)))
def test_letters_are_clear_of_the_cut_and_fonts_embedded(
    name: str, sides: Sides, ink: Ink, lang: Lang, build: Build
) -> None:
    printed = build(name, "a4", sides, lang, ink)
    faces = stamped_faces(printed.pdf, 3)
    with pikepdf.open(printed.pdf) as document:
        pages = len(document.pages)
        assert document.docinfo["/Title"] == game(name).title[lang]
        for item in document.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                assert "/FontFile2" in item
                assert str(item.FontName)[7] == "+"
    for page in range(2, pages + 1):
        on_page = [face for face in faces if face.page == page]
        for word, x, y in words(printed.pdf, page):
            for face in on_page:
                if face.x < x < face.right and face.y < y < face.bottom:
                    assert min(x - face.x, face.right - x, y - face.y, face.bottom - y) >= 3, (page, word)


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", sorted(GAMES, reverse=True, key="koko".__eq__))
def test_the_same_input_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    """From nothing, and with what other tests have left in the cache, or leave there now."""
    job = Job(Layout(parse_paper("a4")), guide=True)
    first = print_game(bundled_project(), name, job, tmp_path / "a", Cache.disabled())
    again = print_game(bundled_project(), name, job, tmp_path / "b", Cache.for_user())
    assert first.pdf.read_bytes() == again.pdf.read_bytes()
