"""Winston: 66 cards that join to dogs of any length, size cards, bone and poop in two forms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest

from pnp.face.face import Face
from pnp.face.render import FaceRenderer
from pnp.press.job import Job, RendererName
from pnp.press.print import print_game
from pnp.press.renderer import find_renderer
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, parse_paper
from pnp.spec.selection import Selection
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.face.test_render import pixels_of
from tests.gallery import DPI, game, pictures, px
from tests.measure import stamped_faces

BLEED = 3


def dogs() -> dict[str, tuple[str, str]]:
    return {row.id: (str(row.fields["kind"]), str(row.fields["part"])) for row in game("winston").decks["dogs"].designs}


KINDS = sorted({kind for kind, _ in dogs().values()})


def test_the_box_holds_what_the_rulebook_says() -> None:
    assert len(KINDS) == 6
    assert Counter(dogs().values()) == {(kind, part): n for kind in KINDS for part, n in (("head", 3), ("body", 8))}
    assert game("winston").decks["dogs"].count == 66
    assert [row.fields["label"] for row in game("winston").decks["sizes"].designs] == ["2", "3", "4", "5*"]
    for deck in ("tokens", "standees"):
        assert sorted(str(row.fields["what"]) for row in game("winston").decks[deck].designs) == ["bone", "poop"]


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("kind", KINDS)
def test_a_dog_of_every_length_is_one_drawing(kind: str, ink: Ink) -> None:
    """The right edge of every head and body meets the left edge of every body of its kind."""
    drawn = pictures("winston", "dogs", Side.FRONT, ink)
    parts = {piece: part for piece, (of, part) in dogs().items() if of == kind}
    bodies = [piece for piece, part in parts.items() if part == "body"]
    for left, right in product(parts, bodies):
        if left != right:
            difference = np.abs(drawn[left][:, -1] - drawn[right][:, 0]).max()
            assert difference <= 8, (left, right)
    heads = [piece for piece, part in parts.items() if part == "head"]
    for length in range(2, 9):  # and lying on the table, nothing jumps at any seam
        row = np.concatenate([drawn[piece] for piece in [heads[length % 3], *bodies[:length]]], axis=1)
        width = drawn[heads[0]].shape[1]
        for seam in range(width, row.shape[1], width):
            assert np.abs(row[:, seam - 1] - row[:, seam]).max() <= 8


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_drawing_goes_on_into_the_bleed(kind: str) -> None:
    """A knife that misses by a mm still cuts through dog."""
    deck = game("winston").decks["dogs"]
    renderer = FaceRenderer(bundled_project(), game("winston"), Lang.FR, Ink.FULL, BLEED)
    rows = [row for row in deck.designs if row.fields["kind"] == kind]
    faces = [renderer.render(deck, row, Side.FRONT) for row in rows]
    for row, png in zip(rows, find_renderer(RendererName.TYPST).to_png(faces, DPI), strict=True):
        picture = pixels_of(png)
        cut = picture[:, -px(BLEED) - 1]
        assert np.abs(picture[:, -px(BLEED) + 2 : -1] - cut[:, None]).max() <= 8, row.id
        if row.fields["part"] == "body":
            cut = picture[:, px(BLEED)]
            assert np.abs(picture[:, 1 : px(BLEED) - 2] - cut[:, None]).max() <= 8, row.id


@pytest.mark.slow
def test_heads_differ_in_expression_and_bodies_in_detail() -> None:
    drawn = pictures("winston", "dogs")
    for kind in KINDS:
        for part in ("head", "body"):
            alike = [piece for piece, of in dogs().items() if of == (kind, part)]
            for one, other in product(alike, repeat=2):
                if one < other:
                    changed = (np.abs(drawn[one] - drawn[other]).max(axis=2) > 60).mean()
                    assert changed > 0.01, (one, other)


SAFE = 1.5
"""So far inside the cut is everything that must not be cut, in mm."""


def important(face: Face) -> Face:
    """The face with nothing but what must not be cut."""
    root = ElementTree.fromstring(face.svg)
    inside = {each for group in root.iter() if group.get("class") == "important" for each in group.iter()}
    for parent in list(root.iter()):
        for child in list(parent):
            if child not in inside and not any(each in inside for each in child.iter()):
                parent.remove(child)
    return replace(face, svg=ElementTree.tostring(root, encoding="unicode"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ink", list(Ink))
def test_nothing_important_is_near_a_cut(ink: Ink) -> None:
    """Of heads, passengers, jokes, feet and tags, and of the pictures on all other pieces."""
    rooms: dict[str, float] = {}
    for deck in (deck for deck in game("winston").decks.values() if deck.name != "standees"):  # cut 2 mm outside
        renderer = FaceRenderer(bundled_project(), game("winston"), Lang.EN, ink, BLEED)
        drawn = {f"{row.id} {side}": renderer.render(deck, row, side) for row in deck.designs for side in Side}
        distinct = {face.svg: name for name, face in drawn.items()}
        faces = [important(drawn[name]) for name in distinct.values()]
        for name, png in zip(distinct.values(), find_renderer(RendererName.TYPST).to_png(faces, 254), strict=True):
            y, x = (np.argwhere((pixels_of(png) < 250).any(axis=2)) + 0.5).T / 10 - BLEED
            assert len(x), f"{name} has nothing important"
            flat = min(x.min(), 63 - x.max(), y.min(), 88 - y.max())
            rooms[name] = 15 - np.hypot(x - 15, y - 15).max() if deck.name == "tokens" else flat
    assert len(rooms) == 66 + 1 + 4 + 1 + 4
    assert {name: round(room, 2) for name, room in rooms.items() if room < SAFE} == {}


MOUTHS = {
    "detective-head-2", "ballerina-head-3", "knight-head-2", "astronaut-head-1", "astronaut-head-2", "punk-head-1",
}  # fmt: skip
THROAT = (0x7A, 0x24, 0x36)


@pytest.mark.slow
def test_open_mouths_are_dark_in_low_ink() -> None:
    """What has the colour of a throat in full ink is solid in low ink, on every head that opens its mouth."""
    full, low = (pictures("winston", "dogs", Side.FRONT, ink) for ink in Ink)
    open_mouthed = set()
    for piece, drawn in full.items():
        throat = np.abs(drawn.astype(int) - THROAT).max(axis=2) < 6
        if throat.sum() > 20:
            open_mouthed.add(piece)
            assert (low[piece][throat].max(axis=1) < 110).mean() > 0.9, piece
    assert open_mouthed == MOUTHS


def letters(face: Face) -> Iterator[tuple[float, float, float, float]]:
    """The boxes of what is written on a face, in mm: left, top, right, bottom."""
    pdf = pypdfium2.PdfDocument(find_renderer(RendererName.TYPST).to_pdf([face]))
    page = pdf[0]
    text = page.get_textpage()
    for index in range(text.count_chars()):
        left, bottom, right, top = (edge * 25.4 / 72 for edge in text.get_charbox(index))
        if right > left:
            yield left, face.size.height - top, right, face.size.height - bottom


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_captions_are_clear_of_badges_chequers_and_the_cut(lang: Lang) -> None:
    deck = game("winston").decks["dogs"]
    renderer = FaceRenderer(bundled_project(), game("winston"), lang, Ink.FULL, 0)
    badge, pattern = 63 - 7.6 - 4.6, 80.4
    for row in deck.designs:
        boxes = list(letters(renderer.render(deck, row, Side.FRONT)))
        assert max(right for _, _, right, _ in boxes) < badge - 1.5, row.id
        assert min(top for _, top, _, _ in boxes) > pattern + 0.5, row.id
        assert max(bottom for _, _, _, bottom in boxes) < 85, row.id


@pytest.mark.slow
def test_the_chequers_end_above_the_words() -> None:
    """Between the ground's pattern and the words there is nothing but ground."""
    for piece, drawn in pictures("winston", "dogs").items():
        if dogs()[piece][0] == "punk":
            strip = drawn[px(80.6) : px(81.1), px(3) : px(48)]
            assert np.ptp(strip, axis=(0, 1)).max() <= 40, piece


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_size_cards_break_their_lines_between_bone_and_poop(lang: Lang) -> None:
    """The rule is two lines of about one length: the longest dog's, and the shortest one's."""
    deck = game("winston").decks["sizes"]
    renderer = FaceRenderer(bundled_project(), game("winston"), lang, Ink.FULL, 0)
    for row in deck.designs:
        boxes = [box for box in letters(renderer.render(deck, row, Side.FRONT)) if box[1] > 69]
        lines: dict[bool, list[float]] = {}
        middle = (min(box[1] for box in boxes) + max(box[3] for box in boxes)) / 2
        for left, top, right, bottom in boxes:
            lines.setdefault((top + bottom) / 2 > middle, []).extend((left, right))
        widths = [max(edges) - min(edges) for edges in lines.values()]
        assert len(widths) == 2
        assert min(widths) > 0.8 * max(widths), row.id


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (Lang.FR, ("Os · pied avant", "Os · pied arrière", "Crotte · pied avant", "Crotte · pied arrière")),
        (Lang.EN, ("Bone · front foot", "Bone · back foot", "Poop · front foot", "Poop · back foot")),
    ],
)
def test_the_feet_of_standees_say_whose_they_are_and_how_they_bend(
    lang: Lang, said: tuple[str, ...], tmp_path: Path
) -> None:
    job = Job(Layout(parse_paper("a4")), lang, selection=Selection(("standees",)))
    printed = print_game(bundled_project(), "winston", job, tmp_path, Cache.for_user())
    text = pypdfium2.PdfDocument(printed.pdf)[0].get_textpage()
    shown = " ".join(text.get_text_bounded().split())
    for words in said:
        assert words in shown
    found = list(re.finditer("foot|pied", text.get_text_range()))
    assert len(found) == 4
    for word in found:
        assert pypdfium2.raw.FPDFText_GetFontSize(text.raw, word.start()) >= 6


@pytest.mark.slow
def test_sheets(tmp_path: Path) -> None:
    printed = print_game(bundled_project(), "winston", Job(Layout(parse_paper("a4"))), tmp_path, Cache.for_user())
    faces = stamped_faces(printed.pdf, BLEED)
    fronts = Counter(face.piece for face in faces if face.side == "front")
    assert sum(fronts[piece] for piece in dogs()) == 66
    assert set(fronts.values()) == {1}
    dog_backs = {face.face for face in faces if face.side == "back" and face.piece in dogs()}
    assert len(dog_backs) == 1, "one common back"
