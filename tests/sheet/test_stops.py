"""Stops of a trimmer: every piece comes out at its size when the sheet is cut as they say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pnp.geometry.matrix import Rect
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.marks import piece_boxes
from pnp.sheet.page import Page
from pnp.sheet.stops import StripStops, TrimStops, sheets_by_stops, trim_stops
from pnp.spec.deck import expand_pieces
from pnp.terms import Cutting, Side
from tests.gallery import game
from tests.sheet.test_cuts import grid, page_of
from tests.sheet.test_impose import FLAT, POKER, deck, pieces

GAMES = ("conquete", "cotcotcollec", "koko", "winston")


def test_a_grid_has_one_list_of_stops_for_each_direction() -> None:
    strip = StripStops((132, 92, 86, 46, 40))
    assert trim_stops(page_of(grid(3, 2, 6))) == TrimStops((126, 66, 60), (strip, strip))
    assert trim_stops(page_of(grid(3, 2, 0))) == TrimStops((120, 60), (StripStops((120, 80, 40)),) * 2)
    assert trim_stops(page_of(grid(1, 1, 0))) == TrimStops((60,), (StripStops((40,)),))
    assert trim_stops(page_of([])) is None


def test_a_row_that_is_not_full_needs_fewer_stops() -> None:
    found = trim_stops(page_of(grid(3, 2, 6)[:4]))
    assert found is not None
    assert found.strips == (StripStops((132, 92, 86, 46, 40)), StripStops((40,)))


def test_a_lower_piece_takes_another_cut() -> None:
    lower_piece = [Rect(10, 80, 40, 60), Rect(56, 80, 40, 45.5)]
    assert trim_stops(page_of([*grid(3, 1, 6), *lower_piece])) == TrimStops(
        (130, 70, 60), (StripStops((132, 92, 86, 46, 40)), StripStops((86, 46, 40), (45.5,)))
    )


def test_pieces_that_straight_cuts_cannot_separate_have_no_stops() -> None:
    assert trim_stops(page_of([Rect(10, 10, 40, 60), Rect(60, 30, 40, 60)])) is None, "they are not level"
    assert trim_stops(page_of([Rect(10, 10, 40, 60), Rect(60, 10, 40, 20), Rect(60, 40, 40, 30)])) is None


def test_sheets_with_the_same_stops_are_listed_together() -> None:
    pages = impose(pieces(deck(POKER, [22], **FLAT)), Layout(parse_paper("a4")))
    found = sheets_by_stops(pages)
    assert list(found.values()) == [(1, 2), (3,)]
    assert next(iter(found)) == TrimStops((264, 176, 88), (StripStops((189, 126, 63)),) * 3)


def cut_out(page: Page, stops: TrimStops) -> list[Rect]:
    """Return the boxes that the cuts leave, cutting off what is beyond the stop each time."""
    boxes = piece_boxes(page)
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    strips = [(low, high) for high, low in pairwise([*stops.across, 0.0])]
    found = []
    full = [(low, high) for low, high in strips if any(low < box.y - top + 1 < high for box in boxes)]
    for (low, high), strip in zip(sorted(full), stops.strips, strict=True):
        for right, start in pairwise([*strip.down, 0.0]):
            piece = Rect(left + start, top + low, right - start, high - low)
            there = [box for box in boxes if box.overlaps(piece)]
            if there and there[0].height < piece.height - 0.06:
                lower = min(strip.lower, key=lambda height: abs(height - there[0].height))
                piece = piece._replace(height=lower)
            found += [piece] if there else []
    return found


@pytest.mark.parametrize("cut", Cutting)
@pytest.mark.parametrize("sides", Sides)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_cutting_at_the_stops_leaves_every_piece_at_its_size(name: str, paper: str, sides: Sides, cut: Cutting) -> None:
    pages = impose(expand_pieces(game(name)), Layout(parse_paper(paper), sides, cut=cut))
    straight = [page for page in pages if page.side is Side.FRONT and piece_boxes(page)]
    assert straight
    for page in straight:
        stops = trim_stops(page)
        assert stops is not None, f"sheet {page.sheet}"
        wanted, got = sorted(piece_boxes(page)), sorted(cut_out(page, stops))
        assert len(got) == len(wanted)
        for one, other in zip(wanted, got, strict=True):
            assert one == pytest.approx(other, abs=0.06)
