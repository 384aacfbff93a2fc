"""Shared sheets: what is left over of full ones, in shelves that a trimmer cuts; properties over random boxes."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from math import ceil
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.errors import LayoutError, Location
from pnp.geometry.matrix import Edges, Rect
from pnp.memo.print import memo_deck
from pnp.memo.source import card_size
from pnp.project.folders import bundled_project
from pnp.sheet.cells import group_into_gangs
from pnp.sheet.grid import fit_grid
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.page import Page, Placement, bounds
from pnp.sheet.plan import min_sheets
from pnp.spec.deck import Piece, expand_pieces
from pnp.spec.load import load_game
from pnp.spec.model import Deck
from pnp.terms import Shape, Side, Stock
from tests.examples import examples
from tests.sheet.test_impose import FLAT, POKER, check_everything_is_there_once, deck, overlap, papers, pieces

TINY = 1e-6
A4, LETTER = parse_paper("a4"), parse_paper("letter")
lengths = st.floats(8, 110)


@st.composite
def one_deck(draw: st.DrawFn, name: str) -> Deck:
    """A deck of any kind: rectangles, round corners, circles, hexes, standees, pads; on any stock."""
    kind = draw(st.sampled_from(["card", "card", "tile", "token", "pad", "standee"]))
    size = draw(st.tuples(lengths, lengths))
    more: dict[str, Any] = {"kind": kind, "stock": draw(st.sampled_from([None, "card", "board", "paper"]))}
    counts = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3))
    match kind:
        case "standee":
            size = (min(size[0], 50.0), min(size[1], 50.0))
            more |= {"foot": draw(st.sampled_from([0.0, 12.0]))}
        case "pad":
            more |= {"back": None}
        case _:
            more["back"] = draw(st.sampled_from(["b", "b", None]))
            shape = draw(st.sampled_from(["rect", "rect", "corner", "circle", "hex"]))
            if shape == "corner":
                more["corner"] = 2
            elif shape != "rect":
                more["shape"] = shape
                size = (size[0], size[0] * (1 if shape == "circle" else 3**0.5 / 2))
            else:
                more["edge"] = draw(st.sampled_from([None, FLAT["edge"], {"front": "#123456", "back": "#123456"}]))
    return deck(size, counts, name, **more)


boxes = st.integers(1, 6).flatmap(lambda count: st.tuples(*(one_deck(f"d{number}") for number in range(count))))


def cells_of(page: Page, side: Side) -> list[Rect]:
    """The boxes that are cut out on one half of a page, or on all of it: a standee with both heads and its feet."""
    found = [p.rect for p in page.placements if p.side is side and p.piece.deck.kind != "standee"]
    standees: dict[tuple[str, int], list[Placement]] = defaultdict(list)
    for placement in page.placements:
        if placement.piece.deck.kind == "standee":
            standees[placement.piece.id, placement.piece.copy].append(placement)
    for parts in standees.values() if side is Side.FRONT else []:
        around = bounds([part.rect for part in parts])
        assert around is not None
        foot, lying = parts[0].piece.deck.foot, parts[0].rotation % 180
        found.append(around.grown(Edges(foot, 0, foot, 0) if lying else Edges(0, foot, 0, foot)))
    return found


def check_a_trimmer_cuts_them(rects: list[Rect]) -> None:
    """First across from edge to edge, then each strip down from edge to edge, then one cut across a lower piece."""
    strips: list[list[Rect]] = []
    for rect in sorted(rects, key=lambda each: each.y):
        if strips and rect.y < max(each.bottom for each in strips[-1]) - TINY:
            strips[-1].append(rect)  # no straight cut across parts it from these
        else:
            strips.append([rect])
    for strip in strips:
        top, bottom = min(rect.y for rect in strip), max(rect.bottom for rect in strip)
        ordered = sorted(strip, key=lambda each: each.x)
        for left, right in pairwise(ordered):
            assert left.right <= right.x + TINY, "no straight cut down parts these two"
        for rect in strip:
            trims = (rect.y > top + TINY) + (rect.bottom < bottom - TINY)
            assert trims <= 1, "more than one cut across a piece"


@examples(60)
@given(boxes, papers, st.sampled_from(list(Sides)), st.sampled_from([0.0, 1.0, 3.0, 5.0]), st.none() | st.floats(0, 8))
def test_any_box_lies_on_its_sheets_so_that_a_trimmer_cuts_it(
    box: tuple[Deck, ...], paper: Any, sides: Sides, bleed: float, gap: float | None
) -> None:
    layout = Layout(paper, sides, bleed=bleed, gap=gap, offset=(0.7, -0.4) if sides.duplex else (0, 0))
    asked = pieces(*box)
    try:
        pages = impose(asked, layout)
    except LayoutError:
        assume(False)
    check_everything_is_there_once(asked, pages, layout)
    check_what_lies_together(pages, layout)
    for page in pages:
        hexes = any(p.piece.deck.shape is Shape.HEX for p in page.placements)
        for side in (Side.FRONT, Side.BACK):
            rects = cells_of(page, side)
            if hexes:
                assert len({p.piece.deck.size for p in page.placements}) == 1, "hexes share no sheet"
            else:
                check_a_trimmer_cuts_them(rects)
            for rect in rects:
                assert sum(_within(rect, shelf) for shelf in page.shelves) == 1, "a piece stands in one shelf"
        for shelf in page.shelves:
            for y in (shelf.y, shelf.bottom):
                assert hexes or not any(
                    p.rect.y + TINY < y < p.rect.bottom - TINY and _beside(p.rect, shelf) for p in page.placements
                )
    assert min_sheets(asked, layout) <= pages[-1].sheet <= sheets_before(asked, layout)


def _within(rect: Rect, shelf: Rect) -> bool:
    around = shelf.grown(Edges(TINY, TINY, TINY, TINY))
    inside = around.x <= rect.x and rect.right <= around.right
    return inside and around.y <= rect.y and rect.bottom <= around.bottom


def _beside(rect: Rect, shelf: Rect) -> bool:
    return shelf.x - TINY <= rect.x < shelf.right


def check_what_lies_together(pages: list[Page], layout: Layout) -> None:
    """Nothing overlaps or comes too near to the edge; backs are behind their fronts; a sheet is of one stock."""
    width, height = layout.paper.size
    fronts: dict[tuple[str, int], tuple[int, Placement]] = {}
    for number, page in enumerate(pages):
        for p in page.placements:
            deck = p.piece.deck
            stock = deck.printed_on
            if stock is Stock.BOARD and layout.sides.duplex:
                stock = Stock.CARD
            assert page.stock is stock
            if p.side is Side.FRONT:
                fronts[p.piece.id, p.piece.copy] = (number, p)
            moved = layout.offset if p.side is Side.BACK and page.side is Side.BACK else (0, 0)
            rect = p.rect.moved(-moved[0], -moved[1])
            around = (rect.y, width - rect.right, height - rect.bottom, rect.x)
            assert all(room >= margin - TINY for room, margin in zip(around, layout.margins, strict=True))
            for other in page.placements:
                assert other is p or not overlap(p.rect.grown(p.bleed), other.rect), "a piece, or its bleed, on another"
            if p.side is Side.BACK and deck.kind != "standee":
                at, front = fronts[p.piece.id, p.piece.copy]
                if layout.sides is Sides.FOLD:
                    assert at == number
                    mirrors = (front.rect.mirrored(layout.paper.size, sideways=way) for way in (False, True))
                    assert any(rect == pytest.approx(mirror) for mirror in mirrors)
                else:
                    assert at == number - 1
                    upright = (height >= width) == (layout.sides is Sides.DUPLEX_LONG)
                    assert rect == pytest.approx(front.rect.mirrored(layout.paper.size, sideways=upright))


def sheets_before(asked: list[Piece], layout: Layout) -> int:
    """How many sheets it takes when every gang keeps to itself, with room for whole bleeds."""
    total = 0
    for gang in group_into_gangs(asked, layout):
        gap = 0.0 if gang.shares_cuts else 2 * layout.bleed if layout.gap is None else layout.gap
        total += ceil(len(gang.pieces) / fit_grid(gang.cell, gap, layout, fold=gang.folded, where=Location()).count)
    return total


@pytest.mark.parametrize(
    ("paper", "memo", "counts"),
    [
        ("a4", False, {"cotcotcollec": 14, "winston": 9, "conquete": 5, "koko": 4}),
        ("a4", True, {"cotcotcollec": 14, "winston": 9, "conquete": 5, "koko": 4}),
        ("letter", False, {"cotcotcollec": 14, "winston": 9, "conquete": 7, "koko": 4}),
        ("letter", True, {"cotcotcollec": 15, "winston": 10, "conquete": 7, "koko": 4}),
    ],
)
def test_the_four_games_take_no_more_sheets_than_these(paper: str, memo: bool, counts: dict[str, int]) -> None:
    found = {}
    for name in counts:
        game = load_game(bundled_project(), name)
        asked = expand_pieces(game)
        if memo:
            made = memo_deck(game, card_size(game), game.players[1])
            asked += pieces(made)
        pages = impose(asked, Layout(parse_paper(paper)))
        found[name] = pages[-1].sheet
    assert found == counts


def test_leftovers_share_a_sheet_after_the_full_ones_and_paper_comes_last() -> None:
    pad = deck((95, 130), [4], "pad", kind="pad", back=None)
    cards, tokens = deck(POKER, [11], **FLAT), deck((30, 30), [2], "tokens", kind="token", shape="circle")
    standee = deck((34, 52), [1], "standee", kind="standee", foot=12)
    pages = impose(pieces(pad, cards, tokens, standee), Layout(A4))
    held = [[*dict.fromkeys(p.piece.deck.name for p in page.placements)] for page in pages[::2]]
    assert [held[0], sorted(held[1]), held[2]] == [["deck"], ["deck", "standee", "tokens"], ["pad"]]
    assert {p.piece.deck.name for p in pages[3].placements} == {"deck", "tokens"}, "nothing behind a standee"


def test_where_nothing_is_saved_every_deck_keeps_its_own_sheets() -> None:
    cards, tiles = deck(POKER, [8], **FLAT), deck((60, 60), [11], "tiles")
    pages = impose(pieces(cards, tiles), Layout(A4, Sides.FRONTS))
    assert [{p.piece.deck.name for p in page.placements} for page in pages] == [{"deck"}, {"tiles"}]


def test_one_sided_pieces_stay_off_sheets_that_are_folded() -> None:
    cards, plain = deck(POKER, [1]), deck((50, 50), [1], "plain", back=None)
    pages = impose(pieces(cards, plain), Layout(A4, Sides.FOLD))
    assert [{p.piece.deck.name for p in page.placements} for page in pages] == [{"deck"}, {"plain"}]
    [page] = impose(pieces(cards, deck((50, 50), [1], "other")), Layout(A4, Sides.FOLD))
    assert len(page.placements) == 4


def test_neighbours_with_different_edges_keep_room_for_both_bleeds() -> None:
    white, dark = deck(POKER, [2], **FLAT), deck(POKER, [2], "dark", edge={"front": "#000000", "back": "#000000"})
    page = impose(pieces(white, dark), Layout(A4))[0]
    rects = {(p.piece.deck.name, p.piece.copy): p for p in page.placements}
    assert len(rects) == 4
    for placement in page.placements:
        others = [p for p in page.placements if p.piece.deck is not placement.piece.deck]
        like = [p for p in page.placements if p.piece.deck is placement.piece.deck and p is not placement]
        assert min(placement.rect.distances(p.rect for p in others)) >= 2 * 1.5 - TINY
        assert min(placement.rect.distances(p.rect for p in like)) == pytest.approx(0)


@pytest.mark.parametrize("sides", list(Sides))
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_every_cut_of_a_shared_sheet_has_a_mark_at_its_own_shelf(paper: Any, sides: Sides) -> None:
    box = (
        deck(POKER, [4], back=None if sides is Sides.FOLD else "b"),
        deck((34, 52), [1], "standee", kind="standee", foot=12),
        deck((30, 30), [3], "tokens", kind="token", back=None if sides is Sides.FOLD else "b"),
    )
    pages = impose(pieces(*box), Layout(paper, sides))
    page = pages[0]
    assert len({p.piece.deck.name for p in page.placements}) == 3
    assert len(page.shelves) > 1
    lines = [*page.marks, *page.ticks]
    for rect in cells_of(page, Side.FRONT):
        [shelf] = [shelf for shelf in page.shelves if _within(rect, shelf)]
        for x in (rect.x, rect.right):
            near = [m for m in lines if m.x1 == m.x2 == pytest.approx(x, abs=1e-3)]
            above = [m for m in near if 0 < rect.y - max(m.y1, m.y2) <= 3 + TINY]
            below = [m for m in near if 0 < min(m.y1, m.y2) - rect.bottom <= 3 + TINY]
            assert above, "above the piece"
            assert below, "below the piece"
        for y in (rect.y, rect.bottom):
            level = [m for m in lines if m.y1 == m.y2 == pytest.approx(y, abs=1e-3)]
            through = abs(y - shelf.y) < TINY or not any(
                r.y + TINY < y < r.bottom - TINY for r in cells_of(page, Side.FRONT)
            )
            sides_of = [
                min(abs(end - side) for end in (m.x1, m.x2) for side in (rect.x, rect.right)) <= 3 + TINY for m in level
            ]
            assert len(level) >= 2
            assert through or sum(sides_of) >= 2, "beside the piece"


def test_a_cut_in_one_shelf_has_no_mark_at_the_rim_of_another() -> None:
    cards, tokens = deck(POKER, [4]), deck((30, 30), [3], "tokens", kind="token")
    page = impose(pieces(cards, tokens), Layout(A4, Sides.FRONTS))[0]
    first, last = page.shelves[0], page.shelves[-1]
    for mark in page.marks:
        if mark.x1 != mark.x2:
            continue
        shelf = first if mark.y1 < first.y else last if mark.y1 > last.bottom else None
        if shelf is not None:
            xs = [x for p in page.placements if _within(p.rect, shelf) for x in (p.rect.x, p.rect.right)]
            assert any(mark.x1 == pytest.approx(x, abs=1e-3) for x in xs)


def test_the_bound_by_area_counts_every_stock_and_half_of_a_folded_sheet() -> None:
    cards, pad = deck((100, 100), [11], **FLAT), deck((100, 100), [1], "pad", kind="pad", back=None)
    assert min_sheets(pieces(cards), Layout(A4)) == 3, "197 × 272.2 mm hold five"
    assert min_sheets(pieces(cards, pad), Layout(A4)) == 4
    assert min_sheets(pieces(cards), Layout(A4, Sides.FOLD)) == 5
    assert min_sheets(pieces(cards), Layout(parse_paper("69x94"))) == 11, "a card a page"
