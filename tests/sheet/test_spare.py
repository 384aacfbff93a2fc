"""Spare places: that many more pieces really fit on the sheets, and one more does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from pnp.errors import LayoutError
from pnp.sheet.cells import group_into_gangs
from pnp.sheet.layout import Layout, Sides, parse_paper
from pnp.sheet.plan import plan_sheets, spare_places
from pnp.spec.model import Deck
from pnp.terms import Cutting
from tests.sheet.test_impose import FLAT, POKER, deck, pieces

A4, LETTER = parse_paper("a4"), parse_paper("letter")

lengths = st.floats(28, 95)


def any_deck(name: str) -> st.SearchStrategy[Deck]:
    return st.builds(
        deck, st.tuples(lengths, lengths), st.lists(st.integers(1, 9), min_size=1, max_size=2), st.just(name),
        kind=st.sampled_from(["card", "tile", "standee"]), edge=st.sampled_from([None, FLAT["edge"]]),
    )  # fmt: skip


def places(*decks: Deck, layout: Layout) -> dict[str, int]:
    return {spare.decks[0].name: spare.places for spare in spare_places(pieces(*decks), layout)}


@pytest.mark.parametrize(("count", "spare"), [(1, {"deck": 8}), (8, {"deck": 1}), (9, {}), (10, {"deck": 8})])
def test_nine_poker_cards_fill_a_sheet(count: int, spare: dict[str, int]) -> None:
    assert places(deck(POKER, [count], **FLAT), layout=Layout(A4)) == spare


def test_where_neighbours_can_lie_closer_there_is_more_room_than_the_sheets_show() -> None:
    cards = deck(POKER, [6])
    assert places(cards, layout=Layout(LETTER, cut=Cutting.APART)) == {}, "six fill a sheet"
    assert places(cards, layout=Layout(LETTER)) == {"deck": 2}, "eight fit with narrower bleeds between them"


def test_pieces_of_two_sizes_take_the_same_room() -> None:
    cards, tokens = deck(POKER, [5], **FLAT), deck((25, 25), [4], "tokens", kind="token")
    found = places(cards, tokens, layout=Layout(A4))
    assert found.keys() == {"deck", "tokens"}
    alone = places(cards, layout=Layout(A4))
    assert 0 < found["deck"] < alone["deck"] == 4, "the tokens share the sheet, and are in the way"


def test_a_paper_for_one_card_has_no_room() -> None:
    assert places(deck(POKER, [3]), layout=Layout(parse_paper("69x94"))) == {}


@pytest.mark.slow
@settings(max_examples=15, deadline=None, phases=[Phase.generate])
@given(st.tuples(any_deck("one"), any_deck("two")), st.sampled_from([A4, LETTER]), st.sampled_from(list(Sides)))
def test_as_many_more_fit_and_one_more_takes_another_sheet(box: tuple[Deck, ...], paper: Any, sides: Sides) -> None:
    layout, asked = Layout(paper, sides), pieces(*box)
    try:
        sheets = len(plan_sheets(asked, layout))
    except LayoutError:
        assume(False)
    spare = {tuple(deck.name for deck in each.decks): each.places for each in spare_places(asked, layout)}
    for gang in group_into_gangs(asked, layout):
        count = spare.get(tuple(dict.fromkeys(piece.deck.name for piece in gang.pieces)), 0)
        assert len(plan_sheets([*asked, *[gang.pieces[0]] * count], layout)) == sheets
        assert len(plan_sheets([*asked, *[gang.pieces[0]] * (count + 1)], layout)) > sheets
