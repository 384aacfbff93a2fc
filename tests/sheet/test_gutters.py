"""Gutters: how far neighbours are set apart, and the ticks between them, which never touch a finished piece."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.errors import LayoutError
from pnp.geometry.matrix import Rect
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Paper, Sides, parse_paper
from pnp.sheet.page import Page, Placement, Segment
from pnp.spec.model import Deck
from pnp.terms import Cutting, Side
from tests.examples import examples
from tests.sheet.test_impose import FLAT, POKER, deck, decks, papers, pieces, standees

LETTER, A4 = parse_paper("letter"), parse_paper("a4")
NO_BACK = {"edge": {"front": "#ffffff"}}
"""A flat edge on fronts, and nothing said of the backs."""


def laid(made: Deck, layout: Layout) -> list[Page]:
    return impose(pieces(made), layout)


def first(made: Deck, layout: Layout) -> list[Rect]:
    return [p.rect for p in laid(made, layout)[0].placements if p.side is Side.FRONT]


def gaps(rects: list[Rect]) -> set[float]:
    """How far neighbours in a row, and rows, are apart."""
    xs, ys = sorted({(r.x, r.right) for r in rects}), sorted({(r.y, r.bottom) for r in rects})
    return {round(two[0] - one[1], 3) for line in (xs, ys) for one, two in pairwise(line)}


@pytest.mark.parametrize(
    ("cut", "more", "count", "apart"),
    [
        (Cutting.APART, {}, 6, 6),
        (Cutting.AUTO, {}, 8, 4.6),
        (Cutting.SHARED, {}, 9, 0),
        (Cutting.AUTO, FLAT, 9, 0),
        (Cutting.AUTO, NO_BACK, 8, 4.6),
        (Cutting.APART, FLAT, 6, 6),
        (Cutting.SHARED, FLAT, 9, 0),
    ],
)
def test_poker_cards_on_letter(cut: Cutting, more: dict[str, Any], count: int, apart: float) -> None:
    rects = first(deck(POKER, [70], **more), Layout(LETTER, cut=cut))
    assert len(rects) == count
    assert gaps(rects) == {apart}
    if count == 8:
        assert all(rect.width > rect.height for rect in rects), "they lie on their sides"


def test_bleeds_shrink_no_further_than_more_cards_need_and_not_below_a_millimetre_and_a_half() -> None:
    made = deck(POKER, [70])
    assert len(first(made, Layout(LETTER, gap=4.6))) == 8
    assert len(first(made, Layout(LETTER, gap=4.7))) == 6
    rows = {placement.bleed for placement in laid(made, Layout(LETTER))[0].placements}
    assert {bleed for edges in rows for bleed in edges} == {3, 2.3}, "3 mm all round the outside"
    assert gaps(first(made, Layout(A4))) == {3.8}, "nine cards; with the whole bleeds there would be eight"
    wider = deck((64.5, 88), [70])
    assert len(first(wider, Layout(A4, gap=1.5))) == 9
    assert len(first(wider, Layout(A4))) == 8
    assert gaps(first(wider, Layout(A4))) == {6}, "bleeds of 1.5 mm would not fit more"


@pytest.mark.parametrize(("layout", "count"), [(Layout(LETTER, bleed=1.4), 70), (Layout(LETTER), 6)])
def test_bleeds_do_not_shrink_for_nothing(layout: Layout, count: int) -> None:
    """They are narrow already, or all pieces fit on a sheet with the whole of them."""
    assert gaps(first(deck(POKER, [count]), layout)) == {2 * layout.bleed}


def test_a_gap_overrides_the_cut() -> None:
    for cut in Cutting:
        assert gaps(first(deck(POKER, [6], **FLAT), Layout(A4, gap=2, cut=cut))) == {2}


@pytest.mark.parametrize(
    ("cut", "one", "other", "apart"),
    [
        (Cutting.AUTO, "#ffffff", "#ffffff", 0),
        (Cutting.AUTO, "#ffffff", "#6d1f2f", 6),
        (Cutting.AUTO, "#ffffff", None, 6),
        (Cutting.AUTO, None, None, 6),
        (Cutting.SHARED, None, None, 0),
        (Cutting.SHARED, "#ffffff", "#ffffff", 0),
        (Cutting.SHARED, "#ffffff", "#6d1f2f", 6),
        (Cutting.SHARED, "#ffffff", None, 6),
        (Cutting.APART, "#ffffff", "#ffffff", 6),
    ],
)
def test_edges_of_different_colours_never_share_a_cut(
    cut: Cutting, one: str | None, other: str | None, apart: float
) -> None:
    made = [
        deck(POKER, [1], name, **({} if colour is None else {"edge": {"front": colour, "back": colour}}))
        for name, colour in (("one", one), ("other", other))
    ]
    [page, _] = impose(pieces(*made), Layout(A4, cut=cut))
    assert gaps([placement.rect for placement in page.placements]) == {apart}


def stroke(x1: float, y1: float, x2: float, y2: float, width: float) -> Rect:
    """What a line covers, with flat ends."""
    half = width / 2
    if x1 == x2:
        return Rect(x1 - half, min(y1, y2), width, abs(y2 - y1))
    return Rect(min(x1, x2), y1 - half, abs(x2 - x1), width)


def clearance(one: Rect, other: Rect) -> float:
    return max(other.x - one.right, one.x - other.right, other.y - one.bottom, one.y - other.bottom)


def cells(page: Page) -> list[Rect]:
    """What straight cuts leave: the boxes of faces; both halves of a standee and its feet are one."""
    found = [p.rect for p in page.placements if p.piece.deck.kind != "standee"]
    halves = [p for p in page.placements if p.piece.deck.kind == "standee"]
    for front in [p for p in halves if p.side is Side.FRONT]:
        back = next(p for p in halves if p.side is Side.BACK and (p.piece.id, p.piece.copy) == _name(front))
        foot = front.piece.deck.foot
        x, y = min(front.rect.x, back.rect.x), min(front.rect.y, back.rect.y)
        right, bottom = max(front.rect.right, back.rect.right), max(front.rect.bottom, back.rect.bottom)
        across, down = (foot, 0.0) if front.rotation % 180 else (0.0, foot)
        found.append(Rect(x - across, y - down, right - x + 2 * across, bottom - y + 2 * down))
    return found


def _name(placement: Placement) -> tuple[str, int]:
    return placement.piece.id, placement.piece.copy


def ahead(box: Rect, boxes: list[Rect], corner: tuple[float, float], way: tuple[int, int]) -> float:
    """How far one gets from a corner along a cut before a piece is in the way."""
    rooms = []
    for other in boxes:
        if other == box:
            continue
        if way[0]:
            beside = other.y - 0.7 < corner[1] < other.bottom + 0.7
            room = other.x - corner[0] if way[0] > 0 else corner[0] - other.right
            beyond = other.right > corner[0] + 1e-6 if way[0] > 0 else other.x < corner[0] - 1e-6
        else:
            beside = other.x - 0.7 < corner[0] < other.right + 0.7
            room = other.y - corner[1] if way[1] > 0 else corner[1] - other.bottom
            beyond = other.bottom > corner[1] + 1e-6 if way[1] > 0 else other.y < corner[1] - 1e-6
        if beside and beyond:
            rooms.append(max(room, 0))
    return min(rooms, default=inf)


@examples(60)
@given(
    st.lists(decks | standees, min_size=1, max_size=2), papers, st.sampled_from(list(Sides)),
    st.none() | st.floats(0, 9), st.floats(0, 4), st.sampled_from(list(Cutting)),
    st.tuples(st.floats(-2, 2), st.floats(-2, 2)),
)  # fmt: skip
def test_ticks_are_clear_of_every_piece_and_at_every_corner_where_there_is_room(
    made: list[Deck], paper: Paper, sides: Sides, gap: float | None, bleed: float, cut: Cutting,
    offset: tuple[float, float],
) -> None:  # fmt: skip
    asked = []
    for number, each in enumerate(made):
        rows = [row.model_copy(update={"id": f"{number}-{row.id}"}) for row in each.designs]
        asked.append(each.model_copy(update={"name": f"deck{number}", "designs": rows}))
    try:
        layout = Layout(paper, sides, gap=gap, bleed=bleed, cut=cut, offset=offset if sides.duplex else (0, 0))
        pages = impose(pieces(*asked), layout)
    except LayoutError:
        assume(False)
    for page in pages:
        boxes = cells(page)
        drawn = [stroke(*tick, 0.4) for tick in page.ticks] + [stroke(*mark, 0.15) for mark in page.marks]
        for box in boxes:
            for line in drawn:
                assert clearance(line, box) >= 0.5 - 1e-3
        for box in boxes[:12]:
            for corner, ways in (
                ((box.x, box.y), ((-1, 0), (0, -1))),
                ((box.right, box.y), ((1, 0), (0, -1))),
                ((box.x, box.bottom), ((-1, 0), (0, 1))),
                ((box.right, box.bottom), ((1, 0), (0, 1))),
            ):
                for way in ways:
                    room = ahead(box, boxes, corner, way)
                    if room == inf or room < 1.5 + 1e-3:
                        continue
                    far = min(room / 2, 20.0)  # in a fold layout the backs are far away, and crop marks stand between
                    near = page.ticks if far < 4.5 else page.ticks + page.marks
                    assert any(_runs(line, corner, way, far) for line in near), (box, corner, way, room)


def _runs(line: Segment, corner: tuple[float, float], way: tuple[int, int], far: float) -> bool:
    """Whether a line runs along a cut, not farther than that from a corner."""
    ends = [((x - corner[0]) * way[0] + (y - corner[1]) * way[1], x, y) for x, y in (line[:2], line[2:])]
    aside = max(abs(x - corner[0]) if way[1] else abs(y - corner[1]) for _, x, y in ends)
    low, high = sorted(end for end, _, _ in ends)
    return aside < 1e-3 and low < far and high > 0 and min(high, far) - max(low, 0) > 0.2


def test_four_corners_in_a_gutter_have_eight_strokes_that_do_not_touch() -> None:
    page = laid(deck(POKER, [70]), Layout(A4, cut=Cutting.APART))[0]
    x, y = 102, 76.5  # the lower right corner of the first card; the next are 6 mm away
    near = [t for t in page.ticks if x - 1 < t.x1 < x + 7 and y - 1 < t.y1 < y + 7]
    assert len(near) == 8
    assert {round(abs(t.x2 - t.x1) + abs(t.y2 - t.y1), 4) for t in near} == {2}
    for one in near:
        for other in near:
            assert one is other or clearance(stroke(*one, 0.4), stroke(*other, 0.4)) > 0.2


def test_shared_cuts_have_marks_at_their_ends_only() -> None:
    for cut, more in ((Cutting.AUTO, FLAT), (Cutting.SHARED, {})):
        for page in laid(deck(POKER, [9], **more), Layout(LETTER, cut=cut)):
            assert page.ticks == []
            assert len(page.marks) == 16


@pytest.mark.parametrize("gap", [0, 0.5, 1, 1.4])
def test_small_gutters_have_no_ticks(gap: float) -> None:
    assert all(page.ticks == [] for page in laid(deck(POKER, [9]), Layout(LETTER, gap=gap)))


def test_both_sides_of_the_paper_have_their_ticks() -> None:
    front, back = laid(deck(POKER, [8]), Layout(A4, offset=(0.5, -1)))
    width = A4.size.width
    turned = {
        tuple(round(v, 3) for v in (width - t.x1 + 0.5, t.y1 - 1, width - t.x2 + 0.5, t.y2 - 1)) for t in front.ticks
    }
    there = {tuple(round(v, 3) for v in t) for t in back.ticks}
    assert len(there) == len(front.ticks)
    assert {frozenset((t[:2], t[2:])) for t in turned} == {frozenset((t[:2], t[2:])) for t in there}


def test_round_pieces_and_outlines_have_a_line_on_the_front_and_nothing_on_the_back() -> None:
    disc = deck((25, 25), [10], shape="circle")
    front, back = laid(disc, Layout(A4))
    assert len(front.outlines) == 10
    assert not any((front.marks, front.ticks, back.marks, back.ticks, back.outlines))
    [folded] = laid(deck((25, 25), [4], shape="circle"), Layout(A4, Sides.FOLD))
    assert len(folded.outlines) == 4, "backs on the same side of the paper have none"


def test_the_line_runs_on_the_cut_where_neighbours_touch() -> None:
    def box(layout: Layout) -> tuple[float, float]:
        page = laid(deck((25, 25), [4], shape="circle"), layout)[0]
        width = page.outlines[0].box[2]
        return round(width, 3), page.placements[0].rect.width

    assert box(Layout(A4)) == (25.3, 25)
    assert box(Layout(A4, cut=Cutting.SHARED)) == (25, 25), "0.15 mm outside would be on the next piece"
