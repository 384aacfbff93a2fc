"""Savings: suggested options take exactly as many sheets as announced, and none saves nothing."""

from __future__ import annotations

import pytest

from pnp.sheet.impose import impose
from pnp.sheet.layout import Layout, Margins, Paper, Sides, parse_margins, parse_paper
from pnp.sheet.savings import Saving, find_savings
from pnp.spec.deck import Piece, expand_pieces
from pnp.terms import Cutting
from tests.gallery import game
from tests.sheet.test_impose import FLAT, POKER, deck, pieces

A4, LETTER = parse_paper("a4"), parse_paper("letter")


def savings(made: list[Piece], layout: Layout) -> list[Saving]:
    return find_savings(made, layout, impose(made, layout)[-1].sheet)


def test_conquete_on_letter_takes_five_sheets_instead_of_seven() -> None:
    [saving] = savings(expand_pieces(game("conquete")), Layout(LETTER))
    assert saving == Saving(Cutting.SHARED, None, 5, 7)
    assert (saving.options, saving.clips) == ("--cut shared", False)


def test_what_saves_no_sheet_is_not_suggested() -> None:
    """Nine cards of Winston fit on Letter with shared cuts, instead of eight, but its sheets are as many."""
    assert savings(expand_pieces(game("winston")), Layout(LETTER)) == []


def test_a_margin_that_printers_clip_is_the_last_choice_and_says_so() -> None:
    [saving] = savings(expand_pieces(game("winston")), Layout(A4))
    assert saving == Saving(Cutting.SHARED, 3, 8, 9)
    assert (saving.options, saving.clips) == ("--cut shared --margin 3", True)
    assert not Saving(None, 4.2, 19, 25).clips


def test_a_printers_margin_and_a_gap_are_left_alone() -> None:
    made = pieces(deck(POKER, [70]))
    assert [saving.margin for saving in savings(made, Layout(LETTER, margin=Margins(5, 5, 12.7, 5)))] == [None]
    assert savings(made, Layout(LETTER, gap=6)) == []
    assert savings(made, Layout(LETTER, cut=Cutting.SHARED)) == []


def test_each_suggestion_saves_more_than_the_one_before() -> None:
    made = pieces(deck(POKER, [70]))
    assert savings(made, Layout(LETTER, cut=Cutting.APART)) == [
        Saving(Cutting.AUTO, None, 9, 12),
        Saving(Cutting.SHARED, None, 8, 12),
    ]
    assert savings(pieces(deck(POKER, [70], **FLAT)), Layout(LETTER)) == []


@pytest.mark.parametrize("cut", Cutting)
@pytest.mark.parametrize("sides", Sides)
@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("name", ["conquete", "cotcotcollec", "koko", "winston"])
def test_the_suggested_options_take_as_many_sheets_as_announced(
    name: str, paper: Paper, sides: Sides, cut: Cutting
) -> None:
    made = expand_pieces(game(name))
    now = Layout(paper, sides, cut=cut)
    counts = [impose(made, now)[-1].sheet]
    for saving in savings(made, now):
        words = saving.options.split()
        chosen = dict(zip(words[::2], words[1::2], strict=True))
        assert chosen.keys() <= {"--cut", "--margin"}
        margin = parse_margins(chosen.get("--margin", "5"), "--margin")
        layout = Layout(paper, sides, margin, cut=Cutting(chosen.get("--cut", cut)))
        assert impose(made, layout)[-1].sheet == saving.sheets < counts[-1]
        assert saving.instead == counts[0]
        counts.append(saving.sheets)
