"""Dice in a game's rules: rolled at set-up, seen by nobody before they are used, and one component each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from pnp.errors import SpecError
from pnp.play import OVER, Card, Family, Hidden, Names, Rolls, Seat, SimpleRules, SimpleState, words
from pnp.play.registry import GameModule
from pnp.play.simple import SimpleNotation, declared_fields
from pnp.spec.load import load_game
from pnp.terms import Lang
from tests.dice import dice_deck, dice_game

TURNS = 12
CARDS = dice_deck(name="cards").replace('kind = "die"', "size = [44, 68]")


@dataclass
class RaceState(SimpleState):
    """Two runners; each turn, the roll moves the one whose turn it is."""

    pile: Hidden
    table: list[Card]
    rolls: Rolls
    steps: list[int]
    last: int = 0
    turn: Seat = 0

    def current(self) -> int:
        return self.turn if self.rolls else OVER

    def legal(self) -> list[int]:
        return [0]

    def apply(self, action: int) -> None:
        face = self.rules.faces()[self.rolls.pop()]
        self.last = int(str(face.fields["value"]))
        self.steps[self.turn] += self.last
        self.turn = 1 - self.turn

    def scores(self) -> list[int]:
        return self.steps


class RaceRules(SimpleRules):
    state = RaceState
    families = {0: Family("roll", words("lancer le dé", "roll the die"), Names.NOTHING)}  # noqa: RUF012

    def deal(self, players: int, rng: Random, options: dict[str, str]) -> RaceState:
        pile = self.pile("cards")
        rng.shuffle(pile)
        rolls = self.rolls(rng, TURNS)
        return RaceState(pile, [], rolls, [0] * players, rules=self, players=players, options=options)


@pytest.fixture
def rules(tmp_path: Path) -> RaceRules:
    game = load_game(dice_game(tmp_path, CARDS, dice_deck(count=2)), "dice")
    rules = GameModule(rules=RaceRules, notation=SimpleNotation).make_rules(game)
    assert isinstance(rules, RaceRules)
    return rules


def test_a_die_is_one_component(rules: RaceRules) -> None:
    assert rules.manifest()["dice"] == 2
    assert rules.new(2).census() == rules.manifest()
    assert len(rules.cards) == 6, "the faces of a die are no cards"


def test_rolls_come_from_the_seed(rules: RaceRules) -> None:
    one, other = rules.new(2, seed=1), rules.new(2, seed=2)
    assert isinstance(one, RaceState)
    assert one == rules.new(2, seed=1)
    assert one.rolls != getattr(other, "rolls")  # noqa: B009
    assert set(one.rolls) <= set(range(6))


def test_nobody_sees_what_is_still_to_be_rolled(rules: RaceRules) -> None:
    state = rules.new(2, seed=3)
    assert isinstance(state, RaceState)
    before = state.observe(0)
    state.rolls = [5 - face for face in state.rolls]
    assert state.observe(0) == before
    assert before.rolls == TURNS  # type: ignore[attr-defined]
    assert "rolls" not in rules.table.show(state, 0, Lang.EN)


def test_an_imagined_game_rolls_again(rules: RaceRules) -> None:
    state = rules.new(2, seed=3)
    state.apply(0)
    seen = state.observe(1)
    imagined = [rules.imagine(seen, Random(seed)) for seed in range(60)]
    assert all(each.observe(1) == seen and each.census() == rules.manifest() for each in imagined)
    nexts = Counter(getattr(each, "rolls")[-1] for each in imagined)  # noqa: B009
    assert len(nexts) == 6, "every face may come next"


def test_positions_are_text(rules: RaceRules) -> None:
    state = rules.new(2, seed=4)
    state.apply(0)
    assert rules.decode(state.encode()) == state
    assert [each.name for each in declared_fields(RaceState) if each.rolled] == ["rolls"]


def test_the_dice_are_named_if_there_are_several(tmp_path: Path) -> None:
    two = load_game(dice_game(tmp_path, CARDS, dice_deck(), dice_deck("1 2 3 4", name="small")), "dice")
    rules = GameModule(rules=RaceRules, notation=SimpleNotation).make_rules(two)
    assert isinstance(rules, RaceRules)
    assert max(rules.rolls(Random(1), 200, "small")) == 3
    with pytest.raises(SpecError, match="must name the deck of dice"):
        rules.rolls(Random(1), 1)
    with pytest.raises(SpecError, match="has no dice cards"):
        rules.faces("cards")
