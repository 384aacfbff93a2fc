"""Cot-cot Conquête!: 56 square cards on a grid of half cards; a general who slides along his health."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, groupby, pairwise, product
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image, ImageFilter

from pnp.face.render import FaceRenderer
from pnp.games.conquete.options import HALF, HEALTH
from pnp.games.conquete.rules import OUT
from pnp.geometry.outline import rectangle
from pnp.press.job import Job, RendererName
from pnp.press.print import print_game
from pnp.press.renderer import faces_to_pdf
from pnp.press.safe_zone import CutFace, measure_distances
from pnp.project.folders import bundled_project
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.spec.model import Design
from pnp.store.cache import Cache
from pnp.terms import Ink, Lang, Side
from tests.colour import MATRICES, lab, shapes_apart
from tests.gallery import PER_MM, game, pictures, px
from tests.measure import MM, stamped_faces

CELLS = ("nw", "ne", "sw", "se")
TRADES = ("sword", "wand", "shield", "barrier")
SIZE = 63.0


def army() -> list[Design]:
    return game("conquete").decks["army"].designs


def test_the_box_holds_what_the_rulebook_says() -> None:
    counts = {name: deck.count for name, deck in game("conquete").decks.items()}
    assert sorted(counts.values()) == [1, 4, 4, 4, 43]
    assert game("conquete").count == 56
    assert {deck.size for deck in game("conquete").decks.values()} == {(SIZE, SIZE)}


def test_no_two_army_cards_are_alike_under_rotation() -> None:
    seen = set()
    for card in army():
        ring = [card.fields[cell] for cell in ("nw", "ne", "se", "sw")]
        seen.add(min(tuple(ring[turn:] + ring[:turn]) for turn in range(4)))
    assert len(seen) == 43


def test_attack_outweighs_defence_and_the_trades_of_each_are_alike() -> None:
    """With as much defence as attack, good players never harm each other (docs/explanation/balance-of-our-games.md)."""
    cells = Counter(card.fields[cell] for card in army() for cell in CELLS)
    assert sum(cells.values()) == 172
    counts = {trade: (cells[f"{trade}1"], cells[f"{trade}2"]) for trade in TRADES}
    assert counts == {"sword": (38, 5), "wand": (38, 5), "shield": (23, 5), "barrier": (23, 5)}
    assert (cells["coin"], cells["potion"]) == (18, 12)


def test_own_sides_of_start_cards_are_alike_in_value() -> None:
    values = []
    for card in game("conquete").decks["start"].designs:
        chickens = sum(int(str(card.fields[cell])[-1]) for cell in CELLS if str(card.fields[cell])[-1].isdigit())
        values.append((chickens, sum(card.fields[cell] == "coin" for cell in CELLS)))
    assert len(set(values)) == 1
    favourites = {str(card.fields[cell]) for card in game("conquete").decks["start"].designs for cell in CELLS}
    assert {f"{trade}2" for trade in TRADES} <= favourites


def test_generals_have_one_icon_of_each_type() -> None:
    assert sorted(str(card.fields["trade"]) for card in game("conquete").decks["general"].designs) == sorted(TRADES)


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT, Sides.FOLD])
def test_double_sided_cards_have_their_own_back_behind_them(tmp_path: Path, sides: Sides) -> None:
    """Each of the 13 double-sided cards has a different back, placed behind its front."""
    printed = print_game(
        bundled_project(), "conquete", Job(Layout(parse_paper("a4"), sides)), tmp_path, Cache.for_user()
    )
    faces = stamped_faces(printed.pdf, 3)
    fronts = {(face.piece, face.copy): face for face in faces if face.side == "front"}
    backs = {(face.piece, face.copy): face for face in faces if face.side == "back"}
    assert fronts.keys() == backs.keys()
    assert len(fronts) == 56
    special = [key for key in fronts if not key[0].startswith("army")]
    assert len(special) == 13
    assert len({backs[key].face for key in special}) == 13
    for key, front in fronts.items():
        back = backs[key]
        middle = front.x + front.width / 2, front.y + front.height / 2
        behind = back.x + back.width / 2, back.y + back.height / 2
        sideways = (210 - middle[0], middle[1])
        upward = (middle[0], 297 - middle[1])
        wanted = {Sides.DUPLEX_LONG: [sideways], Sides.DUPLEX_SHORT: [upward]}.get(sides, [sideways, upward])
        assert any(behind == pytest.approx(place, abs=0.05) for place in wanted)


@pytest.mark.slow
def test_cells_lie_exactly_on_half_the_card_and_meet_cleanly() -> None:
    """Each cell is a whole picture with a plain ground along all four edges, so cards may overlap at any rotation."""
    rim, half = px(1.2), px(SIZE / 2)
    for card, picture in pictures("conquete", "army").items():
        for row in (0, 1):
            for column in (0, 1):
                cell = picture[row * half : (row + 1) * half, column * half : (column + 1) * half]
                ground = cell[rim // 2, half // 2]
                edges = cell[2:rim, 2:-2], cell[-rim:-2, 2:-2], cell[2:-2, 2:rim], cell[2:-2, -rim:-2]
                for edge in edges:
                    assert np.abs(edge - ground).max() < 12, card


APART = 15.0
"""In L*, what two cells are apart at least, seen at arm's length."""
ARM = 0.3
"""In mm, what an eye at arm's length blurs."""
ACROSS, DOWN = np.meshgrid(*[(np.arange(157) + 0.5) / PER_MM - SIZE / 4] * 2)
"""How far each pixel of a cell is from its middle, in mm."""
AROUND = np.hypot(ACROSS, DOWN) > 12.2
"""What is not in the roundel: the ground, the frame, the diaper and the corners."""
PLATE = (abs(ACROSS) < 6.6) & (DOWN > 9)
INSIDE = np.maximum(abs(ACROSS), abs(DOWN)) < 12.5
BETWEEN = AROUND & INSIDE & ~PLATE & (abs(abs(ACROSS) - abs(DOWN)) > 3.8)
"""The diaper alone: inside the frame, between the signs in the corners, and not where a pair has its plate."""


@cache
def cells(ink: Ink) -> dict[str, list[np.ndarray]]:
    """Every cell that an army card has, in each of its looks, blurred as at arm's length; by what it holds."""
    found: dict[tuple[str, int], np.ndarray] = {}
    for card in army():
        picture = pictures("conquete", "army", ink=ink)[card.id]
        for place, cell in enumerate(CELLS):
            y, x = (px(SIZE / 2) * part for part in divmod(place, 2))
            one = Image.fromarray(picture[y : y + 157, x : x + 157].astype("uint8"))
            blurred = np.asarray(one.filter(ImageFilter.GaussianBlur(ARM * PER_MM))).astype(float)
            found.setdefault((str(card.fields[cell]), (int(str(card.fields["look"])) + place) % 3), blurred)
    return {kind: [found[key] for key in keys] for kind, keys in groupby(sorted(found), key=lambda key: key[0])}


def of_trade(trade: str, ink: Ink) -> list[np.ndarray]:
    return [cell for kind, looks in cells(ink).items() if kind.rstrip("12") == trade for cell in looks]


LOOKALIKES = [("sword", "wand"), ("potion", "barrier")]


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), LOOKALIKES)
def test_red_and_blue_cells_potions_and_barriers_can_be_distinguished_at_arm_s_length(one: str, other: str) -> None:
    """In grey they differ in lightness, whatever figure is on them; for other kinds of vision, in lightness or hue."""
    for eyes in MATRICES:
        tones = [[lab(cell, eyes)[AROUND].mean(axis=0) for cell in of_trade(trade, Ink.FULL)] for trade in (one, other)]
        for a, b in product(*tones):
            assert np.linalg.norm(a - b) >= APART, eyes


DIAPERS = 0.6
"""What patterns have apart at least where tones are nearer: 0 for the same."""


@pytest.mark.slow
def test_every_two_kinds_of_cell_differ_in_grey_by_tone_or_by_pattern() -> None:
    kinds = {kind: of_trade(kind, Ink.FULL) for kind in (*TRADES, "coin", "potion")}
    greys = {kind: [lab(cell, "grey")[..., 0] for cell in looks] for kind, looks in kinds.items()}
    for one, other in combinations(kinds, 2):
        pairs = list(product(greys[one], greys[other]))
        tone = min(abs(a[AROUND].mean() - b[AROUND].mean()) for a, b in pairs)
        pattern = min(shapes_apart(a[BETWEEN], b[BETWEEN]) for a, b in pairs)
        assert tone >= APART or pattern >= DIAPERS, (one, other, tone, pattern)


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), LOOKALIKES)
def test_in_low_ink_their_patterns_tell_them_apart(one: str, other: str) -> None:
    """White grounds leave the diapers: strokes that outlast the blur and have little in common."""
    shapes = [[lab(cell, "grey")[BETWEEN][:, 0] for cell in of_trade(trade, Ink.LOW)] for trade in (one, other)]
    assert min(shapes_apart(a, b) for a, b in product(*shapes)) > 0.8


def spots(row: np.ndarray) -> int:
    """How many light spots of 1 to 4 mm stand in a row of L* values, each between dark ones of about a millimetre."""
    runs = [(tone, len(list(run)) / PER_MM) for tone, run in groupby(np.digitize(row, (25, 75))) if tone != 1]
    dark, light = runs[::2], runs[1::2]
    regular = all(tone == 0 and length > 0.7 for tone, length in dark) and len(dark) == len(light) + 1
    return len(light) if regular and all(tone == 2 and 1 <= length <= 4 for tone, length in light) else 0


def pips(cell: np.ndarray, eyes: str) -> int:
    """How many spots stand at the foot of a cell, in every row of their middle millimetre."""
    middle = SIZE / 4 + 11.7
    plate = lab(cell[px(middle - 0.5) : px(middle + 0.5), px(SIZE / 4 - 5) : px(SIZE / 4 + 5)], eyes)
    return min(spots(row) for row in plate[..., 0])


@pytest.mark.slow
@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("trade", TRADES)
def test_a_pair_of_chickens_is_counted_at_arm_s_length(trade: str, ink: Ink) -> None:
    """Two lozenges on a black plate for two chickens, none for one, in every look and for all eyes."""
    for eyes in MATRICES:
        assert [pips(cell, eyes) for cell in cells(ink)[f"{trade}2"]] == [2] * len(cells(ink)[f"{trade}2"]), eyes
        assert [pips(cell, eyes) for cell in cells(ink)[f"{trade}1"]] == [0] * 3, eyes


def page_of_health(side: Side, lang: Lang) -> pypdfium2.PdfPage:
    deck = game("conquete").decks["health"]
    face = FaceRenderer(bundled_project(), game("conquete"), lang, Ink.FULL, 0).render(deck, deck.designs[0], side)
    return pypdfium2.PdfDocument(faces_to_pdf([face], RendererName.TYPST))[0]


def lines_of_health(side: Side, lang: Lang) -> list[tuple[str, tuple[float, float]]]:
    """What a health card says and where, in mm, as a viewer finds it."""
    text = page_of_health(side, lang).get_textpage()
    found: list[tuple[str, tuple[float, float]]] = []
    for index in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(index)
        word = text.get_text_bounded(left, bottom, right, top).strip()
        found.append((word, ((left + right) / 2 * MM, SIZE - (top + bottom) / 2 * MM)))
    return found


def rows_of_numbers(side: Side) -> dict[str, tuple[float, float]]:
    """Where each number stands on a health card."""
    return dict(lines_of_health(side, Lang.FR))


def test_the_general_points_at_the_right_number_wherever_he_slides() -> None:
    """The arrows are at the middle of the general's edges; the rows of numbers are evenly spaced on both sides."""
    front, back = rows_of_numbers(Side.FRONT), rows_of_numbers(Side.BACK)
    upper = [front[str(number)][1] for number in range(30, 15, -1)]
    lower = [back[str(number)][1] for number in range(15, -1, -1)]
    for rows in (upper, lower):
        steps = [b - a for a, b in pairwise(rows)]
        assert np.mean(steps) == pytest.approx(3.6, abs=0.02)
        assert max(abs(step - 3.6) for step in steps) < 0.25
    for number in range(1, 16):  # the negative number stands in the same row, for the general on his head
        assert back[f"−{number}"][1] == pytest.approx(back[str(number)][1], abs=0.3)
        assert back[f"−{number}"][0] < back[str(number)][0]
    assert min(x for x, _ in [*front.values(), *back.values()]) > 3
    for side in Side:
        for name, picture in pictures("conquete", "general", side).items():
            left = picture[:, : px(8)]
            reddish = (left[..., 0] > 150) & (left[..., 1] < 90) & (left[..., 2] < 90)
            ys, xs = np.nonzero(reddish)
            tip = ys[xs <= xs.min() + 2]
            assert tip.mean() / 5 == pytest.approx(SIZE / 2, abs=0.4), (name, side)


def test_the_numbers_of_full_health_are_nearly_as_high_as_their_rows_and_do_not_touch() -> None:
    """In two columns, even and odd in turn, each number has the room of two rows."""
    text = page_of_health(Side.FRONT, Lang.FR).get_textpage()
    boxes = [text.get_charbox(index) for index in range(text.count_chars()) if text.get_text_range(index, 1).isdigit()]
    digits = [box for box in boxes if box[2] * MM < 18]
    assert len(digits) == 2 * (HEALTH - HALF)
    for one, (left, bottom, right, top) in enumerate(digits):
        assert (top - bottom) * MM > 3.1
        for other in digits[:one]:
            assert not (other[0] < right and left < other[2] and other[1] < top and bottom < other[3])


@pytest.mark.slow
@pytest.mark.parametrize("ink", list(Ink))
def test_every_figure_ends_1_5_mm_from_the_cut(ink: Ink) -> None:
    """Arrows, numbers, cells, medallions, feathers and tents are marked as important on every face."""
    found = {}
    for deck in game("conquete").decks.values():
        renderer = FaceRenderer(bundled_project(), game("conquete"), Lang.FR, ink, 3)
        for design, side in product(deck.designs, Side):
            found[design.id, side] = CutFace(renderer.render(deck, design, side), rectangle(deck.size))
    rooms = dict(zip(found, (art for _, art in measure_distances(list(found.values()))), strict=True))
    assert {face: room for face, room in rooms.items() if room is None or room < 1.5} == {}


def test_the_arrow_lies_beside_the_numbers_it_points_at() -> None:
    """Laid at 18 mm, the general leaves both columns of numbers to be seen."""
    for side in Side:
        for x, _ in (place for word, place in rows_of_numbers(side).items() if word.lstrip("−").isdigit()):
            assert x < 18


REMINDERS = {
    (Lang.FR, Side.FRONT): {f"À {HALF} ou moins": HALF + 1},
    (Lang.FR, Side.BACK): {f"Au-dessus de {HALF}": HALF, f"À {OUT} ou moins": OUT},
    (Lang.EN, Side.FRONT): {f"At {HALF} or less": HALF + 1},
    (Lang.EN, Side.BACK): {f"Above {HALF}": HALF, f"At {OUT} or less": OUT},
}
"""What a health card says, and at which health it is about to be needed."""


@pytest.mark.parametrize(("lang", "side"), REMINDERS)
def test_a_health_card_says_when_to_turn_what_and_the_general_does_not_cover_it(lang: Lang, side: Side) -> None:
    """It turns at half and back above it, the general at 0, as the rules have it; he is as tall as the card."""
    lines = lines_of_health(side, lang)
    numbers = {int(word): y for word, (_, y) in lines if word.isdigit()}
    assert set(numbers) == (set(range(HALF + 1, HEALTH + 1)) if side is Side.FRONT else set(range(OUT, HALF + 1)))
    for reminder, health in REMINDERS[lang, side].items():
        heights = [y for words, (_, y) in lines if words.replace("\u00a0", " ").startswith(reminder)]
        assert any(abs(y - numbers[health]) > SIZE / 2 + 2 for y in heights), reminder


def test_every_army_card_has_its_counterpart() -> None:
    """With sword for wand and shield for barrier, perhaps in a mirror: neither trade of a pair is the better one."""
    other = {"sword": "wand", "wand": "sword", "shield": "barrier", "barrier": "shield"}
    rings = [[str(card.fields[cell]) for cell in ("nw", "ne", "se", "sw")] for card in army()]
    looks = {min(tuple(ring[turn:] + ring[:turn]) for turn in range(4)) for ring in rings}
    for ring in rings:
        swapped = [f"{other[cell[:-1]]}{cell[-1]}" if cell[:-1] in other else cell for cell in ring]
        turned = [(way[turn:] + way[:turn]) for way in (swapped, swapped[::-1]) for turn in range(4)]
        assert any(tuple(way) in looks for way in turned), ring
