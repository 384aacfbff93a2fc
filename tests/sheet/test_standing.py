"""Standees cut along an outline: both halves and their feet are one line, open where they fold."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.geometry.outline import Outline
from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.marks import piece_boxes
from pnp.sheet.page import Page
from pnp.spec.deck import expand_pieces
from pnp.spec.load import load_game
from pnp.spec.model import Deck
from pnp.terms import Side
from tests.shapes import write_shapes

WIDTH, HEIGHT, FOOT = 30, 36, 10


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    return load_game(write_shapes(tmp_path_factory.mktemp("figure"), {"figure": 1}), "shapes").decks["figure"]


def page(tmp_path: Path, layout: Layout) -> Page:
    game = load_game(write_shapes(tmp_path, {"figure": 1, "rounded": 2}), "shapes")
    return impose(expand_pieces(game), layout)[0]


def test_the_foot_goes_on_below_the_straight_line_at_the_lower_edge(deck: Deck) -> None:
    for side, left, right in ((Side.FRONT, 6, 28), (Side.BACK, 2, 24)):
        line = deck.knife_line(side)
        assert line.box[1] + line.box[3] == HEIGHT + FOOT
        for x, inside in ((left - 0.1, False), (left + 0.1, True), (right - 0.1, True), (right + 0.1, False)):
            assert line.holds((x, HEIGHT + FOOT / 2)) is inside
        assert deck.cut_line(side).box[3] == HEIGHT, "a face is without its foot"


def test_the_line_is_open_where_it_folds_and_stays_in_its_box(deck: Deck) -> None:
    for side, left, right in ((Side.FRONT, 9, 21), (Side.BACK, 9, 21)):
        [line] = deck.knife_line(side).cut_lines(0.15)
        assert {line.points[0][1], line.points[-1][1]} == {0}
        assert sorted((line.points[0][0], line.points[-1][0])) == pytest.approx([left, right], abs=0.3)
        assert all(not (y == 0 and left + 1 < x < right - 1) for x, y in line.polygon)
        assert line.box[1] + line.box[3] == HEIGHT + FOOT, "the line of a foot does not lie on what is below it"


def ends(line: Outline) -> list[tuple[float, float]]:
    return sorted([line.points[0], line.points[-1]])


@pytest.mark.parametrize("sides", list(Sides))
@pytest.mark.parametrize("paper", ["a4", "297x210"])
def test_both_halves_meet_at_the_fold(tmp_path: Path, paper: str, sides: Sides) -> None:
    pages = [page(tmp_path, Layout(parse_paper(paper), sides))]
    open_lines = [line for page in pages for line in page.outlines if ends(line)[0] != ends(line)[1]]
    halves = [line for line in open_lines if len(line.steps) > 2]  # not the corners of cards
    assert len(halves) == 2
    one, other = map(ends, halves)
    assert one[0] == pytest.approx(other[0])
    assert one[1] == pytest.approx(other[1])


def test_a_figure_has_no_crop_marks_and_no_straight_cuts(tmp_path: Path) -> None:
    sheet = page(tmp_path, Layout(parse_paper("a4"), Sides.FRONTS))
    figure = next(each.rect for each in sheet.placements if each.piece.id == "figure-1" and each.side is Side.FRONT)
    cards = [each.rect for each in sheet.placements if each.piece.deck.name == "rounded"]
    assert len(piece_boxes(sheet)) == len(cards)
    edges = {round(edge, 2) for edge in (figure.x, figure.right)}
    edges -= {round(edge, 2) for card in cards for edge in (card.x, card.right)}
    assert edges
    assert not edges & {round(mark.x1, 2) for mark in (*sheet.marks, *sheet.ticks) if mark.x1 == mark.x2}
