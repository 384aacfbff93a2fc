"""Sheets of pieces that are no rectangles: straight cuts in three directions, honeycombs, backs that match."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from math import dist, hypot, sqrt
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.errors import LayoutError, Location
from pnp.geometry.matrix import Edges
from pnp.geometry.outline import Outline, Point
from pnp.geometry.units import Size
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Paper, Sides, parse_paper
from pnp.sheet.page import Page, Placement
from pnp.spec.custom_outline import parse_path_data
from pnp.spec.deck import Piece
from pnp.spec.model import Deck, Design
from pnp.terms import Lang, Side
from tests.examples import examples
from tests.shapes import FISH

A4 = parse_paper("a4")


def deck(size: tuple[float, float], count: int = 60, **more: Any) -> Deck:
    designs = [Design(id="piece", count=count)]
    return Deck(name="deck", title={Lang.EN: "d"}, size=Size(*size), front="f", back="b", designs=designs, **more)


def hexes(across: float, *, flat: bool, count: int = 60) -> Deck:
    """Hexes of that distance from point to point."""
    size = (across, across * sqrt(3) / 2)
    return deck(size if flat else size[::-1], count, shape="hex")


def laid(made: Deck, layout: Layout) -> list[Page]:
    return impose([Piece(made, made.designs[0], copy) for copy in range(1, made.count + 1)], layout)


def fronts(page: Page) -> list[Placement]:
    return [placement for placement in page.placements if placement.side is Side.FRONT]


def sides(cut: Outline) -> list[tuple[Point, Point]]:
    return list(pairwise(cut.points))


def off(point: Point, a: Point, b: Point) -> float:
    """How far a point is from the line through two others; its sign is the side it is on."""
    return ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / dist(a, b)


def middle(placement: Placement) -> Point:
    return placement.rect.x + placement.rect.width / 2, placement.rect.y + placement.rect.height / 2


def apart(one: Placement, other: Placement) -> float:
    """How far it is from a piece to another, from points all along both."""
    cut, lines = other.cut_line, list(pairwise(one.cut_line.polygon))
    parts = max(1, 96 // len(lines))
    points = [
        (a[0] + (b[0] - a[0]) * part / parts, a[1] + (b[1] - a[1]) * part / parts)
        for a, b in lines
        for part in range(parts)
    ]
    return min(-cut.distance(point) if cut.holds(point) else cut.distance(point) for point in points)


hex_decks = st.builds(hexes, st.floats(16, 70), flat=st.booleans(), count=st.integers(1, 40))
papers = st.sampled_from([A4, parse_paper("letter"), Paper("own", Size(260, 190))])


@examples(15)
@given(hex_decks, papers, st.sampled_from(list(Sides)), st.none() | st.floats(0, 8), st.floats(0, 4))
def test_a_straight_cut_along_any_side_of_a_hex_parts_no_other(
    made: Deck, paper: Paper, how: Sides, gap: float | None, bleed: float
) -> None:
    try:
        pages = laid(made, Layout(paper, how, gap=gap, bleed=bleed))
    except LayoutError:
        assume(False)
    for page in pages:
        cuts = [placement.cut_line for placement in fronts(page)]
        lanes = {round(placement.rect.y, 3) for placement in fronts(page)}
        columns = {round(placement.rect.x, 3) for placement in fronts(page)}
        if min(len(lanes), len(columns)) == 1:
            continue  # one line of hexes: nothing lies beside it
        for cut in cuts:
            for a, b in sides(cut):
                for other in cuts:
                    away = [off(point, a, b) for point in other.points]
                    assert min(away) > -0.01 or max(away) < 0.01


def test_every_side_of_a_hex_has_marks_at_both_ends_of_its_line() -> None:
    for flat in (True, False):
        page = laid(hexes(52, flat=flat), Layout(A4))[0]
        boxes = [placement.rect.grown(Edges(0.5, 0.5, 0.5, 0.5)) for placement in page.placements]
        for placement in page.placements:
            for a, b in sides(placement.cut_line):
                marks = [m for m in page.marks if max(abs(off(m[:2], a, b)), abs(off(m[2:], a, b))) < 0.01]
                along = [((m.x1 - a[0]) * (b[0] - a[0]) + (m.y1 - a[1]) * (b[1] - a[1])) for m in marks]
                assert min(along) < 0 < max(along), "one before it, one behind"
        for x1, y1, x2, y2 in page.marks:
            assert 2 <= hypot(x2 - x1, y2 - y1) <= 11.51
            for t in (0.02, 0.25, 0.5, 0.75, 1):
                x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
                assert 1 - 1e-6 <= x <= 209 + 1e-6
                assert 1 - 1e-6 <= y <= 296 + 1e-6
                assert not any(box.x < x < box.right and box.y < y < box.bottom for box in boxes)
                assert not any(s.rect.x < x < s.rect.right and s.rect.y < y < s.rect.bottom for s in page.slots)


@examples(15)
@given(
    hex_decks | st.builds(lambda d, n: deck((d, d), n, shape="circle"), st.floats(14, 60), st.integers(1, 40)), papers,
    st.sampled_from(list(Sides)), st.none() | st.floats(0, 8), st.floats(0, 4),
)  # fmt: skip
def test_nested_pieces_keep_their_distance_and_stay_on_the_paper(
    made: Deck, paper: Paper, how: Sides, gap: float | None, bleed: float
) -> None:
    layout = Layout(paper, how, gap=gap, bleed=bleed, nest=True)
    try:
        pages = laid(made, layout)
    except LayoutError:
        assume(False)
    assert sum(len(fronts(page)) for page in pages) == made.count
    wanted = 2 * min(bleed, 1.5) if gap is None else gap  # bleeds between them shrink where more then fit
    for page in pages:
        for placement in page.placements:
            shown = placement.rect.grown(placement.bleed)
            assert min(shown.x, shown.y, paper.size.width - shown.right, paper.size.height - shown.bottom) > -1e-6
        near = [pair for pair in combinations(page.placements, 2) if dist(*map(middle, pair)) < 1.3 * max(made.size)]
        for one, other in near[:6]:
            assert apart(one, other) >= wanted - 0.02
            if one.nested:
                assert one.bleed.left + other.bleed.left <= max(apart(one, other), 0.1) + 0.02, (
                    "bleeds meet, and go no farther"
                )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("flat", [True, False])
def test_neighbours_in_a_honeycomb_are_as_near_as_the_gap(flat: bool) -> None:
    page = laid(hexes(40, flat=flat), Layout(A4, gap=4, nest=True))[0]
    for one in page.placements:
        nearest = min(apart(one, other) for other in page.placements if other is not one)
        assert nearest == pytest.approx(4, abs=0.02)


def test_more_hexes_and_circles_fit_on_a_sheet_when_they_nest() -> None:
    for made in (
        hexes(40, flat=True, count=200),
        hexes(40, flat=False, count=200),
        deck((30, 30), 200, shape="circle"),
    ):
        rows, nested = (len(fronts(laid(made, Layout(A4, nest=nest))[0])) for nest in (False, True))
        assert nested > rows
        assert not laid(made, Layout(A4, nest=True))[0].marks, "no straight line parts them"


def test_other_shapes_do_not_nest() -> None:
    for made in (deck((40, 60), corner=3), outlined()):
        plain, nested = (laid(made, Layout(A4, nest=nest)) for nest in (False, True))
        assert [page.placements for page in plain] == [page.placements for page in nested]


def outlined() -> Deck:
    return deck((40, 30), 20, cut="outline", outline=parse_path_data(FISH, Size(40, 30), Location("fish")))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("how", [Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT])
@pytest.mark.parametrize("paper", [A4, parse_paper("297x210")])
@pytest.mark.parametrize("nest", [False, True])
def test_a_cut_through_the_paper_is_the_outline_of_both_sides(how: Sides, paper: Paper, nest: bool) -> None:
    for made in (outlined(), hexes(40, flat=True), hexes(40, flat=False), deck((40, 60), corner=6)):
        front, back, *_ = laid(made, Layout(paper, how, nest=nest))
        upright = (paper.size.height >= paper.size.width) == (how is Sides.DUPLEX_LONG)
        for seen, behind in zip(front.placements, back.placements, strict=True):
            for x, y in seen.cut_line.polygon[::7]:
                through = (paper.size.width - x, y) if upright else (x, paper.size.height - y)
                assert behind.cut_line.distance(through) < 0.01


def test_a_cut_through_folded_paper_is_the_outline_of_both_sides() -> None:
    for made in (outlined(), hexes(40, flat=True)):
        for nest in (False, True):
            page = laid(made, Layout(A4, Sides.FOLD, nest=nest))[0]
            backs = {p.piece.copy: p for p in page.placements if p.side is Side.BACK}
            for seen in fronts(page):
                behind = backs[seen.piece.copy]
                sideways = abs(middle(seen)[0] - middle(behind)[0]) > 0.01
                for x, y in seen.cut_line.polygon[::7]:
                    assert behind.cut_line.distance((210 - x, y) if sideways else (x, 297 - y)) < 0.01


def test_pieces_of_different_outlines_share_sheets_by_their_boxes_and_hexes_keep_their_own() -> None:
    first = deck((40, 30), 2)
    others = [deck((40, 30), 2, corner=3), deck((40, 30), 2, corner=4), outlined()]
    pieces = [Piece(each, each.designs[0], 1) for each in (first, *others)]
    [page, _] = impose(pieces, Layout(A4))
    assert len(page.placements) == 4
    assert not any(one.rect.overlaps(other.rect.grown(other.bleed)) for one, other in permutations(page.placements, 2))
    made = hexes(40, flat=True, count=1)
    pages = impose([*pieces, Piece(made, made.designs[0], 1)], Layout(A4, Sides.FRONTS))
    assert [len(page.placements) for page in pages] == [1, 4]
