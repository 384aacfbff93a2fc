"""How the pieces of a page are parted: gutters, strips, shelves, and the boxes of standees with their feet."""

from __future__ import annotations

import pytest

from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.units import Size
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.marks import CutDirection, needs_shelf_cuts, neighbour_contacts, piece_boxes, strips_between_cuts
from pnp.sheet.page import Page, Placement, bounds
from pnp.spec.deck import Piece, expand_pieces
from pnp.terms import CutBy, Side
from tests.gallery import game


def grid(columns: int, rows: int, gap: float, width: float = 40, height: float = 60) -> list[Rect]:
    return [
        Rect(10 + x * (width + gap), 10 + y * (height + gap), width, height)
        for y in range(rows)
        for x in range(columns)
    ]


def test_gutters() -> None:
    assert neighbour_contacts(grid(3, 2, 0)) == (True, False)
    assert neighbour_contacts(grid(3, 2, 6)) == (False, True)
    assert neighbour_contacts(grid(3, 2, 0.04)) == (True, False), "nobody can cut that"
    assert neighbour_contacts(grid(1, 1, 0)) == neighbour_contacts([]) == (False, False)
    assert neighbour_contacts([*grid(2, 1, 0), Rect(10, 80, 40, 60)]) == (True, True)


def page_of(boxes: list[Rect]) -> Page:
    """Return a page with a piece in each box, of the box's size."""
    deck = game("conquete").decks["army"]
    placements = [
        Placement(
            Piece(deck.model_copy(update={"size": Size(box.width, box.height)}), deck.designs[0], copy),
            Side.FRONT,
            box,
            0,
            Edges(0, 0, 0, 0),
        )
        for copy, box in enumerate(boxes, 1)
    ]
    return Page(Side.FRONT, 1, None, None, placements=placements)


def test_a_grid_is_cut_through_in_both_directions() -> None:
    for boxes in (grid(3, 4, 6), grid(3, 4, 0), grid(3, 4, 6)[:-2], grid(1, 1, 0)):
        assert not needs_shelf_cuts(page_of(boxes))
    assert strips_between_cuts(grid(3, 2, 6), CutDirection.ACROSS) == [(10, 70), (76, 136)]
    assert strips_between_cuts(grid(3, 2, 6), CutDirection.DOWN) == [(10, 50), (56, 96), (102, 142)]


def test_shelves_are_cut_one_by_one() -> None:
    upper = grid(3, 1, 6)
    other_widths = [Rect(10, 80, 30, 30), Rect(46, 80, 30, 30)]
    lower_piece = [Rect(10, 80, 40, 60), Rect(56, 80, 40, 40)]
    assert needs_shelf_cuts(page_of(upper + other_widths))
    assert needs_shelf_cuts(page_of(upper + lower_piece))
    assert strips_between_cuts(upper + lower_piece, CutDirection.ACROSS) == [(10, 70), (80, 140)]


@pytest.mark.parametrize("paper", ["a4", "297x210"])
def test_a_standee_is_cut_out_with_both_faces_and_its_feet(paper: str) -> None:
    fox = game("cotcotcollec").decks["fox-standee"]
    deck = fox.model_copy(update={"cut": CutBy.SHAPE, "outline": None})
    standee = [Piece(deck, fox.designs[0], 1)]
    [page] = impose(standee, Layout(parse_paper(paper), Sides.FRONTS))
    [box] = piece_boxes(page)
    assert sorted([box.width, box.height]) == pytest.approx(
        sorted([deck.size.width, 2 * (deck.size.height + deck.foot)])
    )
    xs, ys = {round(mark.x1, 3) for mark in page.marks}, {round(mark.y1, 3) for mark in page.marks}
    assert {round(box.x, 3), round(box.right, 3)} <= xs
    assert {round(box.y, 3), round(box.bottom, 3)} <= ys


def test_of_a_folded_sheet_the_upper_half_counts() -> None:
    pages = impose(expand_pieces(game("conquete")), Layout(parse_paper("a4"), Sides.FOLD))
    for page in pages:
        boxes = piece_boxes(page)
        assert len(boxes) == len(page.placements) // 2
        assert bounds(boxes) == bounds([p.rect for p in page.placements if p.side is Side.FRONT])
