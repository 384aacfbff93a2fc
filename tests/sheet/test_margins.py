"""Margins per side: pieces, labels and marks keep them, and the block stays where its back lies behind it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.errors import LayoutError, option_location
from pnp.geometry.matrix import Rect
from pnp.geometry.units import Size
from pnp.sheet.impose import impose
from pnp.sheet.layout import DEFAULT_MARGIN, Layout, Margins, Sides, parse_margins, parse_paper
from pnp.sheet.page import Page
from pnp.spec.deck import Piece
from pnp.spec.model import Deck, Design, Edge
from pnp.terms import Lang, Side
from tests.examples import examples

A4 = parse_paper("a4")
UNEVEN = Margins(5, 8, 12.7, 20)
LANDSCAPE = parse_paper("297x210")


def cards(count: int, *, flat: bool = True, back: str | None = "b") -> list[Piece]:
    edge = Edge(front="#ffffff", back="#000000" if back else None) if flat else None
    design = Design(id="card", count=count)
    deck = Deck(
        name="cards", title={Lang.EN: "Cards"}, size=Size(63, 88), front="f", back=back, edge=edge, designs=[design]
    )
    return [Piece(deck, design, copy) for copy in range(1, count + 1)]


def box(page: Page) -> Rect:
    found = page.trim_box()
    assert found is not None
    return found


def rooms(page: Page, rect: Rect, layout: Layout) -> Margins:
    width, height = layout.paper.size
    return Margins(rect.y, width - rect.right, height - rect.bottom, rect.x)


@pytest.mark.parametrize("text", ["5", "5,5,5,5", " 5 , 5.0,5,5 "])
def test_one_number_or_four_in_the_order_of_css(text: str) -> None:
    assert parse_margins(text, "--margin") == Margins.even(5)
    assert parse_margins("1,2,3,4", "--margin") == Margins(top=1, right=2, bottom=3, left=4)


@pytest.mark.parametrize("text", ["", "5,5", "1,2,3", "1,2,3,4,5", "-1", "5mm", "nan", "1;2;3;4"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(LayoutError, match=r"TOP,RIGHT,BOTTOM,LEFT.*\n.*--margin 5,5,12.7,5"):
        parse_margins(text, "--margin")


def test_four_times_the_same_is_one_margin_for_all() -> None:
    one, four = (impose(cards(9), Layout(A4, margin=parse_margins(text, ""))) for text in ("5", "5,5,5,5"))
    assert [page.placements for page in one] == [page.placements for page in four]


@pytest.mark.parametrize("paper", [A4, LANDSCAPE])
@pytest.mark.parametrize("sides", [Sides.DUPLEX_LONG, Sides.DUPLEX_SHORT])
def test_the_block_is_centred_between_edges_that_change_places_and_uses_the_others_as_they_are(
    paper: object, sides: Sides
) -> None:
    layout = Layout(A4 if paper is A4 else LANDSCAPE, sides, UNEVEN)
    front, back = impose(cards(4), layout)
    for page in (front, back):
        free = rooms(page, box(page), layout)
        assert all(away >= margin for away, margin in zip(free, UNEVEN, strict=True)), "both sides of the paper"
        opposite = (free.left, free.right) if layout.flips_sideways else (free.top, free.bottom)
        assert opposite[0] == pytest.approx(opposite[1]), "or its back would not lie behind it"
    other = rooms(front, box(front), layout)
    apart = other.bottom - other.top if layout.flips_sideways else other.left - other.right
    assert apart > 5, "where nothing changes places, the block is centred in what is left"


def test_where_one_side_is_printed_the_block_lies_in_the_middle_of_what_is_left() -> None:
    layout = Layout(A4, Sides.FRONTS, UNEVEN)
    [page] = impose(cards(4), layout)
    free = rooms(page, box(page), layout)
    assert free.left - free.right == pytest.approx(UNEVEN.left - UNEVEN.right)


@pytest.mark.parametrize("margins", [UNEVEN, Margins(30, 5, 5, 5), Margins(5, 5, 30, 5), Margins(5, 30, 5, 5)])
def test_in_a_fold_layout_both_halves_keep_them(margins: Margins) -> None:
    layout = Layout(A4, Sides.FOLD, margins)
    for page in impose(cards(8), layout):
        for placement in page.placements:
            free = rooms(page, placement.rect, layout)
            assert all(away >= margin - 1e-6 for away, margin in zip(free, margins, strict=True))
        for x1, y1, x2, y2 in page.marks:
            line = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
            kept = [margin if margin > DEFAULT_MARGIN else 0 for margin in margins]
            assert all(away >= least - 1e-6 for away, least in zip(rooms(page, line, layout), kept, strict=True))


@examples(60)
@given(
    st.tuples(*[st.floats(1, 25)] * 4), st.sampled_from(list(Sides)), st.booleans(), st.booleans(),
    st.integers(1, 20), st.sampled_from([A4, LANDSCAPE, parse_paper("letter")]),
)  # fmt: skip
def test_pieces_labels_and_what_must_be_seen_keep_all_margins(
    lengths: tuple[float, float, float, float], sides: Sides, flat: bool, marks: bool, count: int, paper: object
) -> None:
    layout = Layout(paper, sides, Margins(*lengths), marks=marks)  # type: ignore[arg-type]
    try:
        pages = impose(cards(count, flat=flat), layout)
    except LayoutError:
        assume(False)
        return
    for page in pages:
        for rect in [p.rect for p in page.placements] + [slot.rect for slot in page.slots]:
            assert all(a >= m - 1e-6 for a, m in zip(rooms(page, rect, layout), layout.margin, strict=True))
        seen = [p.rect.grown(p.bleed) for p in page.placements]
        seen += [Rect(min(a, c), min(b, d), abs(c - a), abs(d - b)) for a, b, c, d in page.marks]
        for rect in seen:  # a margin of more than the usual one is what the printer leaves white
            kept = [margin if margin > DEFAULT_MARGIN else 0 for margin in layout.margin]
            assert all(a >= m - 1e-6 for a, m in zip(rooms(page, rect, layout), kept, strict=True))


@pytest.mark.parametrize("margin", [3.0, 5.0, 12.7])
def test_every_cut_still_has_its_marks_beside_a_wide_margin(margin: float) -> None:
    for page in impose(cards(8), Layout(A4, margin=Margins(5, 5, margin, 5))):
        cuts = {round(x, 3) for p in page.placements for x in (p.rect.x, p.rect.right)}
        below = {round(m.x1, 3) for m in page.marks if m.x1 == m.x2 and m.y1 > box(page).bottom}
        assert below == cuts


def test_a_blank_back_is_printed_only_where_a_page_follows_in_a_file_with_backs() -> None:
    def large(name: str, width: float, back: str | None = "b") -> list[Piece]:
        """One that shares its sheet with no other."""
        update = {"name": name, "size": Size(width, 200)}
        return [Piece(piece.deck.model_copy(update=update), piece.design, piece.copy) for piece in cards(1, back=back)]

    two_sided, one_sided, leaf = large("two", 150), large("one", 151, back=None), large("leaf", 152, back=None)

    def sides(pieces: list[Piece]) -> str:
        return "".join(
            ("F" if page.side is Side.FRONT else "b") if page.placements else "-" for page in impose(pieces, Layout(A4))
        )

    assert sides(two_sided) == "Fb"
    assert sides(one_sided) == "F", "no backs at all: nothing to print on both sides"
    assert sides(one_sided + leaf) == "FF"
    assert sides(two_sided + one_sided) == "FbF", "none at the end of the file"
    assert sides(one_sided + two_sided) == "F-Fb", "or the next front came on the back of this one"
    assert sides(two_sided + one_sided + leaf) == "FbF-F"


@pytest.mark.parametrize(("gap", "inner"), [(None, 5.0), (4.0, 2.0), (0.0, 0.05)])
def test_backs_have_more_bleed_where_the_gaps_allow(gap: float | None, inner: float) -> None:
    layout = Layout(A4, gap=gap, back_bleed=5)
    front, back = impose(cards(6, flat=False), layout)
    assert {edge for p in front.placements for edge in p.bleed} <= {3.0, min(inner, 3.0)}
    assert {edge for p in back.placements for edge in p.bleed} == {5.0, inner}
    boxes = [p.rect for p in back.placements]
    for placement in back.placements:
        grown = placement.rect.grown(placement.bleed)
        for other in boxes:
            across = min(grown.right, other.right) - max(grown.x, other.x)
            down = min(grown.bottom, other.bottom) - max(grown.y, other.y)
            assert other == placement.rect or min(across, down) <= 0.05 + 1e-9, "no bleed runs into a neighbour"
    for page in (front, back):
        bleeds = page.bleed_box()
        assert bleeds is not None
        assert not any(slot.rect.overlaps(bleeds) for slot in page.slots)


def test_more_bleed_on_backs_needs_a_back() -> None:
    with pytest.raises(LayoutError, match="--back-bleed needs a duplex layout, not --sides fold"):
        Layout(A4, Sides.FOLD, back_bleed=5)
    with pytest.raises(LayoutError, match="--back-bleed must be from 3 to 10 mm, not 2") as caught:
        Layout(A4, back_bleed=2)
    assert [problem.where for problem in caught.value.problems] == [option_location("--back-bleed")]


@pytest.mark.parametrize("wrong", [{"turn": 1.1}, {"turn": float("nan")}, {"scale": 0.98}, {"scale": 1.02}])
def test_no_printer_is_so_crooked(wrong: dict[str, float]) -> None:
    with pytest.raises(LayoutError, match=r"printer: backs can be (rotated|scaled)"):
        Layout(A4, **wrong)  # type: ignore[arg-type]


def test_backs_turned_over_the_paper_s_edge_are_refused() -> None:
    said = (
        r"--offset cannot be 0,3 with backs rotated by 1° and scaled to 101%: "
        r"backs would cross the edge of the paper or their label \[E0605\]\n  hint: --printer none"
    )
    with pytest.raises(LayoutError, match=said):
        impose(cards(9), Layout(parse_paper("letter"), margin=Margins.even(0), turn=1, scale=1.01, offset=(0, 3)))
