"""Odds: against every hand there is, against another formula, and against what cannot be asked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.errors import Location, quote_value
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.stats.odds import Answer, answer, answer_all, at_least, exactly
from pnp.stats.question import OddsError, Sense, parse_question
from pnp.stats.tables import one_in, percent
from pnp.terms import Lang


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {name: load_game(bundled_project(), name) for name in bundled_project().games()}


def asked(text: str, game: Game) -> Answer:
    return answer(parse_question(text), game)


@st.composite
def draws(draw: st.DrawFn) -> tuple[int, int, int]:
    pile = draw(st.integers(1, 150))
    return pile, draw(st.integers(0, pile)), draw(st.integers(1, pile))


@settings(deadline=None)
@given(draws())
def test_exact_numbers_sum_to_one(case: tuple[int, int, int]) -> None:
    _, _, drawn = case
    assert sum(exactly(*case, number) for number in range(drawn + 1)) == 1


@settings(deadline=None)
@given(draws(), st.integers(0, 160))
def test_at_least_is_the_sum_of_what_is_exactly(case: tuple[int, int, int], number: int) -> None:
    assert at_least(*case, number) == sum(exactly(*case, each) for each in range(number, case[2] + 1))


@settings(deadline=None)
@given(draws())
def test_none_is_drawn_one_after_the_other(case: tuple[int, int, int]) -> None:
    pile, hits, drawn = case
    none = prod((Fraction(max(0, pile - hits - turn), pile - turn) for turn in range(drawn)), start=Fraction(1))
    assert exactly(*case, 0) == none
    assert at_least(*case, 1) == 1 - none


@pytest.mark.parametrize("sense", list(Sense))
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_every_hand_of_a_small_deck(lowtide: Game, sense: Sense, number: int) -> None:
    pile = [design.id for design in lowtide.decks["shells"].designs for _ in range(design.count)]
    hands = [hand.count("whelk") for hand in combinations(pile, 4)]
    meant = {Sense.AT_LEAST: int.__ge__, Sense.EXACTLY: int.__eq__, Sense.AT_MOST: int.__le__}[sense]
    expected = Fraction(sum(meant(count, number) for count in hands), len(hands))
    assert asked(f"{sense} {number} id=whelk in 4", lowtide).probability == expected


def test_the_opening_hand_of_cotcotcollec(games: dict[str, Game]) -> None:
    text = "1+ kind=joker in 4 of cards without kind=rooster without kind=doubler"
    odds = asked(text, games["cotcotcollec"])
    assert (odds.pile, odds.hits) == (95, 5)
    assert odds.probability == 1 - Fraction(90 * 89 * 88 * 87, 95 * 94 * 93 * 92)
    for other in ("without kind=rooster,doubler", "where kind=object,joker", "without kind=rooster and id=doubler"):
        assert asked(f"at least 1 kind=joker in 4 {other}", games["cotcotcollec"]).probability == odds.probability


def test_a_shuffled_deck_agrees(games: dict[str, Game]) -> None:
    odds = asked("2+ nw/ne/sw/se=coin in 5 of army", games["conquete"])
    cells = [{str(value) for value in design.fields.values()} for design in games["conquete"].decks["army"].designs]
    random = Random(7)
    tries = 4000
    happened = sum(sum("coin" in card for card in random.sample(cells, 5)) >= 2 for _ in range(tries))
    assert abs(happened / tries - odds.probability) < 0.035, "more than four standard deviations"


@pytest.mark.parametrize(
    ("text", "game", "pile", "hits"),
    [
        ("1+ id=ring in 4", "cotcotcollec", 110, 9),
        ("=1 kind=punk and part=head in 3 of dogs", "winston", 66, 3),
        ("2- kind=punk,knight in 3 of dogs where part=head", "winston", 18, 6),
        ("1 look=3 in 2 of dogs", "winston", 66, 12),
        ("1 look=3.0 in 2 of dogs", "winston", 66, 12),
        ("1+ name=Matelot in 2 of dogs", "winston", 66, 11),
        ("1+ name=Sailor in 2 of dogs", "winston", 66, 11),
        ("1+ tone=#CDEBE6 in 2 of sizes", "winston", 4, 1),
        ('1+ name="The Ring","Le chapeau" in 4', "cotcotcollec", 110, 18),
        ("1+ split=e in 4 of tiles", "koko", 36, 0),
        ("1+ n/e/s/w=hedge in 4", "koko", 36, 32),
        ("AT LEAST 1 kind=joker IN 4 Of cards", "cotcotcollec", 110, 5),
    ],
)
def test_what_can_be_asked(games: dict[str, Game], text: str, game: str, pile: int, hits: int) -> None:
    odds = asked(text, games[game])
    assert (odds.pile, odds.hits) == (pile, hits)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", '--odds: "" needs a number such as 1+, 2-, =1 or at least 1 at the end [E1207]'),
        ("joker in 4", 'needs a number such as 1+, 2-, =1 or at least 1 instead of "joker" [E1207]'),
        ("1+", '--odds: "1+" needs COLUMN=VALUE at the end [E1207]'),
        ("1+ joker in 4", '--odds: "1+ joker in 4" needs COLUMN=VALUE instead of "joker" [E1207]'),
        ("1+ kind= in 4", 'needs COLUMN=VALUE instead of "kind="'),
        ("1+ =joker in 4", 'needs COLUMN=VALUE instead of "=joker"'),
        ("1+ kind=joker, in 4", 'needs COLUMN=VALUE instead of "kind=joker,"'),
        ('1+ kind="joker in 4', "needs COLUMN=VALUE instead of "),
        ("1+ kind=joker", "needs in DRAWN, or and COLUMN=VALUE at the end"),
        ("1+ kind=joker in four", 'needs the number of pieces drawn instead of "four"'),
        ("1+ kind=joker in -4", 'needs the number of pieces drawn instead of "-4"'),
        ("1+ kind=joker in 4 of", "needs the name of a deck at the end"),
        ("1+ kind=joker in 4 cards", 'must end or continue with of DECK, where or without, not "cards"'),
        ("1+ kind=joker in 4 of cards please", 'must end or continue with where or without, not "please"'),
        ("at 1 kind=joker in 4", 'needs at least or at most instead of "1"'),
        ("at least 1+ kind=joker in 4", 'needs a number instead of "1+"'),
        ("=1+ kind=joker in 4", 'needs a number such as 1+, 2-, =1 or at least 1 instead of "=1+"'),
        ("5+ kind=joker in 4", '--odds: "5+ kind=joker in 4" cannot ask for 5 when only 4 are drawn [E1207]'),
        ("0+ kind=joker in 0", "must draw from 1 to 110 pieces, not 0"),
        ("1+ kind=joker in 111", "must draw from 1 to 110 pieces, not 111"),
        ("1+ kind=joker in 6 where kind=joker", "must draw from 1 to 5 pieces, not 6"),
        ("1+ kind=joker in 4 where kind=joker without kind=joker", "has nothing to draw from [E1207]"),
        (
            "1+ kind=joker in 4 of card",
            ': cotcotcollec has no deck "card" [E1207]\n  hint: did you mean "cards"? known: ',
        ),
        (
            "1+ kin=joker in 4",
            ': cards has no column "kin" [E1207]\n  hint: did you mean "kind"? known: id, kind, name, line',
        ),
        (
            "1+ kind=jester in 4",
            ': kind has no value "jester" [E1207]\n  hint: did you mean "rooster"? known: object, ',
        ),
        ("1+ kind=joker in 4 without kind=hen", ': kind has no value "hen"'),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(games: dict[str, Game], text: str, message: str) -> None:
    with pytest.raises(OddsError) as caught:
        asked(text, games["cotcotcollec"])
    assert message in str(caught.value)
    [problem] = caught.value.problems
    assert problem.where == Location(option="--odds", detail=quote_value(text))


def test_a_deck_must_be_named_where_there_are_several(games: dict[str, Game]) -> None:
    said = r'" must name the deck to draw from: conquete has several decks \[E1207\]\n  hint: add: of army'
    with pytest.raises(OddsError, match=said):
        asked("1+ nw=coin in 4", games["conquete"])


def test_every_bad_question_is_reported(games: dict[str, Game]) -> None:
    with pytest.raises(OddsError) as caught:
        answer_all([parse_question("1 a=b in 2"), parse_question("1 c=d in 2")], games["cotcotcollec"])
    assert len(caught.value.problems) == 2


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["at", "least", "most", "exactly", "1+", "=2", "07-", "3", "a=b", 'a/b="c d",e', '"', "a="])
        | st.sampled_from(["and", "in", "of", "deck", "where", "without"]),
        max_size=12,
    ).map(" ".join)
    | st.just("07- a=b in 9")
)
def test_no_text_is_answered_with_anything_but_an_answer_or_a_problem(text: str) -> None:
    try:
        question = parse_question(text)
    except OddsError:
        return
    assert replace(parse_question(question.full), text="") == replace(question, text=""), (
        "spelled out, it asks the same"
    )
    assert 0 <= question.number <= question.drawn


@pytest.mark.parametrize(
    ("share", "french", "english", "said"),
    [
        (Fraction(0), "0\u00a0%", "0%", "never"),
        (Fraction(1), "100\u00a0%", "100%", "always"),
        (Fraction(1, 8), "12,5\u00a0%", "12.5%", "1 in 8"),
        (Fraction(2, 3), "66,7\u00a0%", "66.7%", "1 in 1.5"),
        (Fraction(9999, 10000), "99,99\u00a0%", "99.99%", "1 in 1"),
        (Fraction(1, 12345), "0,01\u00a0%", "0.01%", "1 in 12,345"),
        (Fraction(1, 10**20), "< 0,000000001\u00a0%", "< 0.000000001%", "1 in 10^20"),
        (1 - Fraction(1, 10**20), "> 99,999999999\u00a0%", "> 99.999999999%", "1 in 1"),
    ],
)
def test_only_what_is_certain_is_a_hundred_percent(share: Fraction, french: str, english: str, said: str) -> None:
    assert (percent(share, Lang.FR), percent(share, Lang.EN), one_in(share, Lang.EN)) == (french, english, said)
