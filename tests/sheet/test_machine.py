"""Sheets for cutting machines: registration marks as machines expect them, and nothing near them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from pnp.export.writers.cut import published_layouts
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.machine import CutRun, Machine, MarkPattern, Registration, plan_cut_runs
from pnp.spec.deck import Piece
from pnp.spec.model import Deck, Design
from pnp.terms import Lang, Side

A4 = Size(210, 297)
PUBLISHED = published_layouts("silhouette-card-maker")


def pieces(size: tuple[float, float], count: int, **more: Any) -> list[Piece]:
    designs = [Design(id="piece", count=count)]
    deck = Deck(name="deck", title={Lang.EN: "d"}, size=Size(*size), front="f", back="b", designs=designs, **more)
    return [Piece(deck, designs[0], copy) for copy in range(1, count + 1)]


def run(made: list[Piece], machine: Machine, paper: str = "a4") -> CutRun:
    layout = Layout(parse_paper(paper), Sides.DUPLEX_LONG, gap=3, bleed=1.5, marks=False, nest=True)
    [only], too_large = plan_cut_runs(made, layout, machine)
    assert not too_large
    return only


def edges(box: Rect) -> tuple[float, ...]:
    return tuple(round(edge, 3) for edge in (box.x, box.y, box.right, box.bottom))


def test_three_marks_are_a_square_and_two_angles() -> None:
    square, *arms = Registration().boxes(A4)
    assert edges(square) == (10, 10, 15, 15)
    assert [edges(arm) for arm in arms] == [
        (180, 9.85, 200.15, 10.15), (199.85, 9.85, 200.15, 30),
        (9.85, 286.85, 30, 287.15), (9.85, 267, 10.15, 287.15),
    ]  # fmt: skip


def test_four_marks_are_angles_that_point_inward() -> None:
    arms = Registration(MarkPattern.FOUR).boxes(A4)
    assert len(arms) == 8
    assert edges(arms[0]) == (9.85, 9.85, 30, 10.15)
    assert edges(arms[-1]) == (199.85, 267, 200.15, 287.15)


def test_marks_are_those_that_silhouette_studio_prints() -> None:
    """Measured on a sheet that Studio printed: A4 on its side, lines of 1 mm, arms of 7.67 mm."""
    square, level, upright, *_ = Registration(arm=7.67, stroke=1, bordered=True).boxes(A4.turned)
    assert edges(square) == pytest.approx((9.48, 9.48, 15.53, 15.53), abs=0.05)
    assert edges(level) == pytest.approx((279.40, 9.48, 287.57, 10.54), abs=0.1)
    assert edges(upright) == pytest.approx((286.51, 9.48, 287.57, 17.65), abs=0.1)


@pytest.mark.parametrize(
    ("size", "more"),
    [((63, 88), {}), ((25, 25), {"shape": "circle"}), ((52, 45.03), {"shape": "hex"}), ((20, 20), {}), ((130, 95), {})],
)
def test_no_piece_comes_near_a_mark(size: tuple[float, float], more: dict[str, Any]) -> None:
    made = run(pieces(size, 150, **more), Machine(Registration()))
    corners = [Rect(x, y, 30, 30) for x in (0, 180) for y in (0, 267)]
    assert sum(len(page.placements) for page in made.pages if page.side is Side.FRONT) == 150
    for page in made.pages:
        for placement in page.placements:
            inked = placement.rect.grown(placement.bleed)
            assert not any(inked.overlaps(corner) for corner in corners)
            assert min(inked.x, inked.y, 210 - inked.right, 297 - inked.bottom) >= 10 - 1e-6
        for slot in page.slots:
            assert not any(slot.rect.overlaps(p.rect.grown(p.bleed)) for p in page.placements)
            assert not any(slot.rect.overlaps(corner) for corner in corners)


def test_corners_are_filled_up_with_small_pieces() -> None:
    """A grid between the marks would hold fewer: only those in the corners are left out."""
    made = run(pieces((20, 20), 150), Machine(Registration()))
    assert len(made.pages[0].placements) == 8 * 12 - 4


def test_pieces_of_a_sheet_lie_one_way_and_apart() -> None:
    made = run(pieces((63, 88), 43), Machine(Registration()))
    for page in made.pages:
        assert len({placement.rotation for placement in page.placements}) <= 1
        for one, other in combinations((placement.rect for placement in page.placements), 2):
            apart = max(other.x - one.right, one.x - other.right, other.y - one.bottom, one.y - other.bottom)
            assert apart >= 3 - 1e-6


def test_marks_are_on_fronts_only() -> None:
    made = run(pieces((63, 88), 8), Machine(Registration()))
    assert [bool(page.registration) for page in made.pages] == [page.side is Side.FRONT for page in made.pages]


def test_what_is_too_large_is_named() -> None:
    layout = Layout(parse_paper("a4"), gap=3, bleed=1.5, marks=False)
    runs, too_large = plan_cut_runs(pieces((195, 280), 1), layout, Machine(Registration()))
    assert (runs, too_large) == ([], ["deck"])


def test_a_machine_that_cuts_less_of_the_paper() -> None:
    made = run(pieces((63, 88), 8), Machine(Registration(MarkPattern.NONE), Size(165.9, 234.7)))
    box = made.pages[0].bleed_box()
    assert box is not None
    assert box.width <= 165.9
    assert box.height <= 234.7
    assert not made.pages[0].registration


def test_cards_lie_where_the_published_template_cuts() -> None:
    """Its program has cards of 744 × 1039 pixels, 300 to the inch, 15 pixels apart, in the middle of 3508 × 2480."""
    made = run(pieces((63, 88), 8), Machine(Registration(), published=PUBLISHED))
    assert made.published is not None
    assert made.published.name == "a4-standard-v5"
    assert made.layout.paper.size == (297, 210)
    places = [placement.rect for placement in made.pages[0].placements]
    pixel = 25.4 / 300
    for number, place in enumerate(places):
        column, row = number % 4, number // 4
        assert place.x + 31.5 == pytest.approx(148.5 + (column - 1.5) * 759 * pixel, abs=1e-6)
        assert place.y + 44 == pytest.approx(105 + (row - 0.5) * 1054 * pixel, abs=1e-6)
    assert edges(made.pages[0].registration[0]) == (9.5, 9.5, 15.5, 15.5)
    assert made.registration.arm == 9.4
    assert made.registration.stroke == 1


def test_a_published_layout_takes_cards_that_lie_on_their_side() -> None:
    made = run(pieces((88, 63), 8), Machine(Registration(), published=PUBLISHED))
    assert made.published is not None
    assert {placement.rotation for placement in made.pages[0].placements} == {90}


def test_published_marks_keep_clear_of_the_bleed() -> None:
    for layout in PUBLISHED:
        paper = parse_paper(f"{min(layout.paper)}x{max(layout.paper)}")
        more = {"shape": "circle", "kind": "token"} if layout.shape == "circle" else {}
        laid = Layout(paper, gap=3, bleed=1.5, marks=False)
        full = pieces((layout.size.width, layout.size.height), layout.columns * layout.rows, **more)
        [made], _ = plan_cut_runs(full, laid, Machine(Registration(), published=(layout,)))
        inks = [placement.rect.grown(placement.bleed) for placement in made.pages[0].placements]
        assert not any(ink.overlaps(mark) for ink in inks for mark in made.pages[0].registration), layout.name


def test_published_numbers_agree_with_each_other() -> None:
    """A mark is as long as it can be: the farther of the two first edges, less the inset and a gap, in pixels."""
    gap, inset = 15, 118
    for layout in PUBLISHED:
        pixels = [round(side / 25.4 * 300) for side in layout.size]
        papers = [round(side / 25.4 * 300) for side in layout.paper]
        starts = [
            (paper - count * (side + gap) - gap) / 2 + gap
            for paper, count, side in zip(papers, (layout.columns, layout.rows), pixels, strict=True)
        ]
        arm = (max(starts) - inset - gap) * 25.4 / 300
        assert layout.registration.clear == pytest.approx(arm, abs=0.09), layout.name
