"""Sheets: properties over random sizes, papers, margins and counts, and the layouts we know by heart."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.errors import LayoutError
from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.units import Size
from pnp.sheet.cells import SEAM
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Margins, Paper, Sides, parse_paper
from pnp.sheet.page import Page
from pnp.spec.deck import Piece, expand_pieces
from pnp.spec.model import Deck, Design, Game
from pnp.terms import Lang, Side, Stock
from tests.conftest import Compare
from tests.examples import examples

POKER = (63, 88)


def deck(size: tuple[float, float], counts: list[int], name: str = "deck", **more: Any) -> Deck:
    words = {Lang.FR: name, Lang.EN: name}
    designs = [Design(id=f"{name}-{number}", count=count) for number, count in enumerate(counts)]
    given: dict[str, Any] = {"kind": "card", "back": "b", **more}
    return Deck(name=name, title=words, size=Size(*size), front="f", designs=designs, **given)


def pieces(*decks: Deck) -> list[Piece]:
    return [
        Piece(each, design, copy)
        for each in decks
        for design in each.designs
        for copy in range(1, design.count * each.leaves + 1)
    ]


def overlap(a: Rect, b: Rect) -> bool:
    tiny = SEAM + 1e-6
    return a.x < b.right - tiny and b.x < a.right - tiny and a.y < b.bottom - tiny and b.y < a.bottom - tiny


FLAT: dict[str, Any] = {"edge": {"front": "#ffffff", "back": "#ffffff"}}
lengths = st.floats(5, 200)
decks = st.builds(
    deck,
    st.tuples(lengths, lengths),
    st.lists(st.integers(1, 12), min_size=1, max_size=5),
    kind=st.sampled_from(["card", "tile", "token"]),
    back=st.sampled_from(["b", None]),
    edge=st.sampled_from([None, FLAT["edge"]]),
)
standees = st.builds(
    deck, st.tuples(st.floats(10, 60), st.floats(10, 60)), st.just([2]), kind=st.just("standee"), foot=st.floats(0, 20),
    name=st.just("standee"),
)  # fmt: skip
papers = st.one_of(
    st.sampled_from([parse_paper("a4"), parse_paper("letter"), parse_paper("a3")]),
    st.builds(lambda w, h: Paper("own", Size(w, h)), st.floats(80, 500), st.floats(80, 500)),
)


@examples(100)
@given(
    decks, standees, papers, st.sampled_from(list(Sides)), st.floats(0, 20), st.none() | st.floats(0, 10),
    st.floats(0, 5), st.booleans(), st.tuples(st.floats(-2, 2), st.floats(-2, 2)),
)  # fmt: skip
def test_nothing_overlaps_nothing_leaves_the_paper_every_piece_is_placed_once(
    first: Deck,
    second: Deck,
    paper: Paper,
    sides: Sides,
    margin: float,
    gap: float | None,
    bleed: float,
    marks: bool,
    offset: tuple[float, float],
) -> None:
    offset = offset if sides.duplex else (0.0, 0.0)
    layout = Layout(paper, sides, Margins.even(margin), gap, bleed, marks, offset)
    asked = pieces(first, second)
    try:
        pages = impose(asked, layout)
    except LayoutError:
        assume(False)
        return
    check_everything_is_there_once(asked, pages, layout)
    width, height = paper.size
    for page in pages:
        moved = offset if page.side is Side.BACK else (0.0, 0.0)
        boxes = [placement.rect.grown(placement.bleed) for placement in page.placements]
        for box, placement in zip(boxes, page.placements, strict=True):
            assert box.x >= -1e-6
            assert box.y >= -1e-6
            assert box.right <= width + 1e-6
            assert box.bottom <= height + 1e-6
            rect = placement.rect.moved(-moved[0], -moved[1])
            assert min(rect.x, rect.y, width - rect.right, height - rect.bottom) >= margin - 1e-6
        rects = [placement.rect for placement in page.placements]
        for one, other in permutations(range(len(rects)), 2):
            assert not overlap(boxes[one], rects[other]), "a bleed, or a piece, lies on another piece"
        for slot in page.slots:
            assert slot.rect.x >= 0
            assert slot.rect.right <= width + 1e-6
            assert slot.rect.bottom <= height + 1e-6
        assert not any(overlap(slot.rect, box) for slot in page.slots for box in boxes)
        for x1, y1, x2, y2 in page.marks:
            line = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
            assert 0 <= line.x <= line.right <= width
            assert 0 <= line.y <= line.bottom <= height
            assert not any(overlap(line, rect.grown(Edges(0.4, 0.4, 0.4, 0.4))) for rect in rects), "clear of pieces"
            if layout.paper.single:
                assert not any(overlap(line, box) for box in boxes), "clear of bleeds"


def check_everything_is_there_once(asked: list[Piece], pages: list[Page], layout: Layout) -> None:
    fronts = [p.piece for page in pages for p in page.placements if p.side is Side.FRONT]
    assert len(fronts) == len(asked)
    assert {(p.id, p.copy) for p in fronts} == {(p.id, p.copy) for p in asked}
    backs = [p.piece for page in pages for p in page.placements if p.side is Side.BACK]
    has_back = [p for p in asked if p.deck.kind == "standee" or (p.deck.back and layout.sides is not Sides.FRONTS)]
    assert len(backs) == len(has_back)
    assert {(p.id, p.copy) for p in backs} == {(p.id, p.copy) for p in has_back}
    if layout.sides.duplex:
        behind = any(p.deck.back and p.deck.kind != "standee" for p in asked)
        both = [Side.FRONT, Side.BACK] * len(pages) if behind else [Side.FRONT] * len(pages)
        assert [page.side for page in pages] == both[: len(pages)]
        assert pages[-1].placements, "no empty back at the end"
    for page in pages:
        for placement in page.placements:
            size = placement.piece.deck.size
            width, height = size.turned if placement.rotation % 180 else size
            assert placement.rect.width == pytest.approx(width)
            assert placement.rect.height == pytest.approx(height)


@examples(60)
@given(decks.filter(lambda d: d.back is not None), papers, st.sampled_from([Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT]))
def test_turning_the_paper_over_brings_every_back_behind_its_front(made: Deck, paper: Paper, sides: Sides) -> None:
    """A point of the card's plane: its upper left corner must be the same corner of the paper, from both sides."""
    try:
        pages = impose(pieces(made), Layout(paper, sides))
    except LayoutError:
        assume(False)
        return
    width, height = paper.size
    long_edges_upright = height >= width
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for seen, behind in zip(front.placements, back.placements, strict=True):
            assert (seen.piece.id, seen.piece.copy) == (behind.piece.id, behind.piece.copy)
            x, y = upper_corner(seen.rect, seen.rotation, left=True)
            upright = long_edges_upright == (sides is Sides.DUPLEX_LONG)
            turned = (width - x, y) if upright else (x, height - y)
            # a card turned over left to right shows its left edge on the right
            assert upper_corner(behind.rect, behind.rotation, left=False) == pytest.approx(turned)


def upper_corner(rect: Rect, rotation: int, *, left: bool) -> tuple[float, float]:
    """Where on the paper the upper left or right corner of a turned face lies."""
    corners = [(rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom)]
    return corners[(rotation // 90 + (0 if left else 1)) % 4]


@pytest.mark.parametrize(
    ("paper", "size", "more", "sides", "count"),
    [
        ("a4", POKER, FLAT, Sides.DUPLEX_LONG, 9),
        ("letter", POKER, FLAT, Sides.DUPLEX_LONG, 9),
        ("letter", POKER, FLAT, Sides.FRONTS, 9),
        ("a3", POKER, FLAT, Sides.DUPLEX_SHORT, 18),
        ("a4", POKER, FLAT, Sides.FOLD, 4),
        ("a4", POKER, {}, Sides.DUPLEX_LONG, 9),
        ("a4", (88, 63), FLAT, Sides.DUPLEX_LONG, 9),
        ("a4", (190, 120), FLAT, Sides.DUPLEX_LONG, 2),
        ("a4", (120, 190), FLAT, Sides.DUPLEX_LONG, 2),
    ],
)
def test_as_many_as_fit_turned_if_that_fits_more(
    paper: str, size: tuple[float, float], more: dict[str, Any], sides: Sides, count: int
) -> None:
    pages = impose(pieces(deck(size, [100], **more)), Layout(parse_paper(paper), sides))
    fronts = [p for p in pages[0].placements if p.side is Side.FRONT]
    assert len(fronts) == count


def test_a_sheet_is_centred(lowtide: Game) -> None:
    layout = Layout(parse_paper("a4"))
    box = impose(pieces(deck(POKER, [9], **FLAT)), layout)[0].trim_box()
    assert box is not None
    assert box.x == pytest.approx((210 - 189) / 2)
    assert box.y == pytest.approx((297 - 264) / 2)


def test_full_sheets_hold_one_size_and_decks_of_one_size_fill_them_together() -> None:
    cards, more, tiles = (
        deck(POKER, [5], **FLAT), deck(POKER, [4], "more", **FLAT), deck((50, 50), [3], "tiles", **FLAT),
    )  # fmt: skip
    pages = impose(pieces(cards, tiles, more), Layout(parse_paper("a4"), Sides.FRONTS))
    assert [[*dict.fromkeys(p.piece.deck.name for p in page.placements)] for page in pages] == [
        ["deck", "more"], ["tiles"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sides", "stocks"),
    [
        (Sides.DUPLEX_LONG, [Stock.CARD, Stock.CARD, Stock.PAPER]),
        (Sides.FRONTS, [Stock.CARD, Stock.BOARD, Stock.PAPER]),
        (Sides.FOLD, [Stock.CARD, Stock.BOARD, Stock.PAPER]),
    ],
)
def test_only_pieces_of_one_stock_share_a_sheet_and_board_is_card_in_duplex(sides: Sides, stocks: list[Stock]) -> None:
    cards, tiles = deck(POKER, [2]), deck(POKER, [2], "tiles", stock="board")
    pad = deck(POKER, [1], "pad", kind="pad", back=None)
    pages = impose(pieces(cards, pad, tiles), Layout(parse_paper("a4"), sides))
    assert sorted(page.stock for page in pages) == sorted(stocks)
    for page in pages:
        assert {"pad" if page.stock is Stock.PAPER else "tiles" if page.stock is Stock.BOARD else "deck"} <= {
            p.piece.deck.name for p in page.placements
        } or page.side is Side.BACK


def test_marks_never_frame_a_card_and_every_cut_has_two() -> None:
    pages = impose(pieces(deck(POKER, [9], **FLAT)), Layout(parse_paper("letter")))
    for page in pages:
        trim = page.trim_box()
        assert trim is not None
        box = trim.grown(Edges(0.5, 0.5, 0.5, 0.5))
        upright = sorted({round(m.x1, 3) for m in page.marks if m.x1 == m.x2})
        level = sorted({round(m.y1, 3) for m in page.marks if m.y1 == m.y2})
        assert len(upright) == len(level) == 4
        assert len(page.marks) == 16
        for mark in page.marks:
            outside = min(mark.x1, mark.x2) >= box.right or max(mark.x1, mark.x2) <= box.x
            outside |= min(mark.y1, mark.y2) >= box.bottom or max(mark.y1, mark.y2) <= box.y
            assert outside


@pytest.mark.parametrize("sides", list(Sides))
def test_a_card_larger_than_the_paper_is_refused(sides: Sides) -> None:
    with pytest.raises(LayoutError, match="deck deck: a piece of 300 × 400 mm does not fit on a4") as caught:
        impose(pieces(deck((300, 400), [1])), Layout(parse_paper("a4"), sides))
    assert [problem.where.deck for problem in caught.value.problems] == ["deck"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"margin": Margins.even(-1)}, {"margin": Margins(5, 5, float("nan"), 5)}, {"back_bleed": 11},
        {"back_bleed": 2}, {"gap": -1}, {"gap": float("inf")}, {"bleed": 11},
        {"bleed": float("nan")}, {"offset": (99, 0)}, {"offset": (0, float("nan"))},
    ],
)  # fmt: skip
def test_impossible_choices_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(LayoutError, match=r"must be from \S+ to \d+ mm, not "):
        Layout(parse_paper("a4"), **wrong)


def test_an_offset_that_pushes_backs_off_the_paper_is_refused() -> None:
    with pytest.raises(LayoutError, match="backs would cross the edge of the paper"):
        impose(pieces(deck(POKER, [9], **FLAT)), Layout(parse_paper("letter"), offset=(0, 9)))


@pytest.mark.parametrize("name", ["a7", "", "0x0", "-5x10", "nanxnan", "10x10", "99999x99999", "a4;rm", "1e3x200"])
def test_unknown_papers_are_refused(name: str) -> None:
    with pytest.raises(LayoutError, match="--paper"):
        parse_paper(name)


@pytest.mark.parametrize("sides", list(Sides))
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_golden_placements(lowtide: Game, golden: Compare, paper: str, sides: Sides) -> None:
    pages = impose(expand_pieces(lowtide), Layout(parse_paper(paper), sides))
    lines = [
        json.dumps(
            {
                "page": number,
                "piece": p.piece.id,
                "copy": p.piece.copy,
                "side": p.side,
                "rect": [round(value, 3) for value in p.rect],
                "rotation": p.rotation,
                "bleed": [round(value, 3) for value in p.bleed],
            }
        )
        for number, page in enumerate(pages, 1)
        for p in page.placements
    ]
    golden(f"placements/lowtide_{paper}_{sides}.jsonl", "\n".join(lines) + "\n")


def test_two_hexes_side_by_side_share_the_cut_between_them() -> None:
    """Too few for a staggered line: they lie in columns of one."""
    made = deck((63.0, 54.55960043841963), [2], "d0", shape="hex")
    layout = Layout(Paper("own", Size(135.0, 80.0)), bleed=1.0, gap=0.0)
    left, right = impose(pieces(made), layout)[0].placements
    assert left.rect.right == pytest.approx(right.rect.x)
    assert left.bleed.right == right.bleed.left == pytest.approx(0.05)
    assert {*left.bleed, *right.bleed} == {0.05, 1.0}
    assert left.bleed.bottom == right.bleed.top == 1.0
