"""Odds of dice: exact, against every way in which dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.stats.charts import draw_charts
from pnp.stats.counts import count_game
from pnp.stats.odds import answer
from pnp.stats.question import OddsError, parse_question
from pnp.stats.tables import as_csv, as_data, deck_listings
from pnp.terms import Lang
from tests.dice import dice_deck, dice_game

FACES = "1 1 2 3 5 8"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return load_game(dice_game(tmp_path, dice_deck(FACES, count=3)), "dice")


def share(game: Game, question: str) -> Fraction:
    return answer(parse_question(question), game).probability


@pytest.mark.parametrize("dice", [1, 2, 4])
def test_sums_are_those_of_every_roll(game: Game, dice: int) -> None:
    rolls = Counter(sum(roll) for roll in product(map(int, FACES.split()), repeat=dice))
    total = 6**dice
    for number in range(max(rolls) + 2):
        assert share(game, f"={number} on {dice}") == Fraction(rolls[number], total)
        above = sum(ways for other, ways in rolls.items() if other >= number)
        assert share(game, f"{number}+ on {dice} of dice") == Fraction(above, total)
        assert share(game, f"at most {number} on {dice}") == 1 - Fraction(above - rolls[number], total)


@pytest.mark.parametrize("number", range(4))
def test_dice_that_show_a_face(game: Game, number: int) -> None:
    rolls = [sum(face in "13" for face in roll) for roll in product(FACES.split(), repeat=3)]
    assert share(game, f"={number} value=1,3 on 3") == Fraction(rolls.count(number), len(rolls))


def test_the_tables_have_the_faces_and_the_sum_of_all_dice(game: Game) -> None:
    [counts] = count_game(game)
    faces, sums = deck_listings(counts, Lang.EN)
    assert faces.rows[0] == ("1", "2", "1/3", "33.3%")
    assert sums.title == "Sum of 3 dice"
    assert sums.rows[0] == ("3", "1/27", "3.7%", "100%")
    [deck] = as_data(game, [counts], [])["decks"]
    assert sum(Fraction(each["exact"]) for each in deck["die"]["sums"]) == 1
    assert "sums,3,24," in as_csv(game, [counts], [])
    assert list(draw_charts(game, [counts], Lang.EN)) == ["dice"]


def test_names_are_counted_and_not_added_up(tmp_path: Path) -> None:
    game = load_game(dice_game(tmp_path, dice_deck("hit hit miss miss miss star")), "dice")
    [counts] = count_game(game)
    [faces] = deck_listings(counts, Lang.FR)
    assert [row[:2] for row in faces.rows] == [("hit", "2"), ("miss", "3"), ("star", "1")]
    assert share(game, "2+ value=hit,star on 3") == Fraction(1, 2)
    with pytest.raises(OddsError, match="have no numbers to add up"):
        share(game, "7+ on 2")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("7+ on 0", "must roll from 1 to 50 dice"), ("7+ on 51", "must roll from 1 to 50 dice"),
        ("7+ on", "needs the number of dice"), ("7+ on 2 of cards", 'has no dice "cards"'),
        ("3+ value=1 on 2", "cannot ask for 3 when only 2 are rolled"), ("7+ on 2 of dice where value=1", "must end"),
        ("1 value=1 in 2 of dice", "dice is a deck of dice"), ("1 value=9 on 2", 'value has no value "9"'),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_about_dice(game: Game, question: str, said: str) -> None:
    with pytest.raises(OddsError) as caught:
        share(game, question)
    assert said in str(caught.value)
