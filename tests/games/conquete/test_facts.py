"""The memo of Cot-cot Conquête! speaks of the numbers of the rules, and the rules keep to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from random import Random

import pytest

from pnp.errors import SpecError
from pnp.games.conquete import rules
from pnp.play.core import OVER
from pnp.project.folders import bundled_project
from pnp.terms import Format, Lang
from tests.loading import load_rules
from tests.memo.reading import draft

BUNDLED = bundled_project()
CHICKENS = range(rules.SWORD, rules.COIN)


def said(form: Format = Format.HALF, lang: Lang = Lang.FR) -> str:
    return draft(BUNDLED, "conquete", form, lang=lang)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("constant", "value", "words"),
    [
        ("HEALTH", 24, "la grosse flèche montre 24"),
        ("HEALTH", 24, "sans dépasser 24"),
        ("HALF", 12, "À 12 ou moins, retourne ta Santé"),
        ("HALF", 12, "Au-dessus de 12, tu le perds"),
        ("ROW", 5, "alignez 5 cartes visibles"),
        ("PRICES", (6, 7, 8), "6 Bout libre"),
        ("PRICES", (6, 7, 8), "7 Milieu"),
        ("PRICES", (6, 7, 8), "8 Près du paquet"),
        ("OUT", 2, "À 2 ou moins, tu es éliminé"),
        ("BLIND_PRICE", 5, "5 Paquet"),
        ("SIDE", 3, "elle couvre 1 à 9 cases"),
        ("COVERED", 2, "elle couvre 2 à 4 cases"),
        ("GROUP", 1, "au moins 1 cases visibles"),
        ("HEALED", 2, "regagnent 2 points par potion"),
        ("FRAMED", 4, "ajoute 4 à la valeur de son type"),
    ],
)
def test_a_number_of_the_rules_is_the_memo_s(
    constant: str, value: object, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words not in said()
    monkeypatch.setattr(rules, constant, value)
    assert words in said()


BROKEN: Mapping[str, tuple[str, object]] = {
    "health": ("HEALTH", 24),
    "half": ("HALF", 24),
    "out": ("OUT", 9),
    "row": ("ROW", 2),
    "cells": ("SIDE", 1),
    "covered.least": ("COVERED", 2),
    "covered.most": ("SIDE", 1),
    "cost.end": ("PRICES", (1, 1, 2)),
    "cost.blind": ("BLIND_PRICE", 1),
    "cost.middle": ("PRICES", (0, 2, 2)),
    "cost.deck": ("PRICES", (0, 1, 3)),
    "group": ("GROUP", 1),
    "healed": ("HEALED", 2),
    "framed": ("FRAMED", 3),
}
"""For each fact a number of the rules, and another value for it."""
FACTS = load_rules("conquete").facts()


def story() -> list[str]:
    """Random games with the last feather by the rules as they are now: positions, moves and results."""
    played, told = load_rules("conquete"), []
    for seed in range(4):
        state, chance = played.new(3, seed, {"last_feather": "yes"}), Random(seed)
        while legal := state.legal():
            told.append(f"{state.encode()} {legal}")
            state.apply(chance.choice(legal))
        told.append(f"{state.encode()} {state.scores()} {state.winners()}")
    return told


@cache
def usual_story() -> list[str]:
    """The same by unbroken rules."""
    return story()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("fact", FACTS)
def test_a_number_that_is_broken_breaks_facts_and_play_alike(fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    constant, value = BROKEN[fact]
    usual = usual_story()
    assert story() == usual
    monkeypatch.setattr(rules, constant, value)
    assert load_rules("conquete").facts()[fact] != FACTS[fact]
    assert story() != usual


def test_only_facts_are_broken() -> None:
    assert BROKEN.keys() == FACTS.keys()


def test_rules_that_cannot_find_a_group_refuse_to_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "GROUP", 3)
    with pytest.raises(SpecError, match="conquete: a group must be 1 or 2 cells, not 3"):
        load_rules("conquete")


def seen(state: rules.ConqueteState, player: int, kind: int) -> set[int]:
    """The cells of a player on which this is seen."""
    return {cell for cell, found in enumerate(state.kinds[player]) if found == kind}


def counted(state: rules.ConqueteState, player: int, kind: int, group: int) -> int:
    """The chickens in groups of at least this many cells, each group walked from cell to cell."""
    cells, total = seen(state, player, kind), 0
    while cells:
        edge = found = {cells.pop()}
        while edge:
            near = {cell + step for cell in edge for step in (-1, 1, -state.rules.wide, state.rules.wide)}
            edge = near & cells
            found, cells = found | edge, cells - edge
        total += sum(state.hens[player][cell] for cell in found) if len(found) >= group else 0
    return total


def random_game(seed: int, feather: str) -> rules.ConqueteState:
    state = load_rules("conquete").new(3, seed, {"last_feather": feather})
    assert isinstance(state, rules.ConqueteState)
    return state


def test_the_engine_asks_for_the_coins_that_the_facts_tell() -> None:
    facts = load_rules("conquete").facts()
    prices = [facts["cost.end"], facts["cost.middle"], facts["cost.deck"]]
    purses: set[int] = set()
    for seed in range(40):
        state, chance = random_game(seed, "no"), Random(seed)
        assert state.health == [facts["health"]] * 3
        assert len(state.row) == facts["row"] == len(prices)
        while state.current() != OVER:
            legal = state.legal()
            if state.hand < 0:
                coins = len(seen(state, state.current(), rules.COIN))
                had = [rules.TAKE + place for place, price in enumerate(prices) if coins >= price]
                drawn = [rules.BLIND] if state.left and coins >= facts["cost.blind"] else []
                assert legal == had[: len(state.row)] + drawn
                purses.add(coins)
            state.apply(chance.choice(legal))
    assert {0, 1, 2} <= purses


def test_the_engine_covers_and_groups_as_the_facts_tell() -> None:
    facts = load_rules("conquete").facts()
    covered: set[int] = set()
    lone = 0
    for seed in range(6):
        state, chance = random_game(seed, "no"), Random(seed)
        while state.current() != OVER:
            player, action = state.current(), chance.choice(state.legal())
            if state.hand >= 0:
                where, wide = (action - rules.PLACE) // rules.TURNS, state.rules.wide
                cells = [where, where + 1, where + wide, where + wide + 1]
                assert len(cells) == facts["cells"]
                covered.add(sum(state.kinds[player][cell] != rules.EMPTY for cell in cells))
            state.apply(action)
            for kind in CHICKENS:
                value = counted(state, player, kind, facts["group"])
                assert state.values[player * rules.KINDS + kind] == value
                lone += value != counted(state, player, kind, 1)
    assert covered == set(range(facts["covered.least"], facts["covered.most"] + 1))
    assert lone


def test_the_engine_wounds_and_heals_as_the_facts_tell() -> None:
    facts = load_rules("conquete").facts()
    healed = fell = full = 0
    for seed in range(40):
        state, chance = random_game(seed, "no"), Random(seed)
        while state.current() != OVER:
            queue, before, last = state.queue, state.health[:], state.seat == len(state.queue) - 1
            placing = state.hand >= 0
            state.apply(chance.choice(state.legal()))
            if not (placing and last):
                continue
            for attacker, player in product(queue, queue):
                before[player] -= state.damage(attacker, player) if attacker != player else 0
            alive = [player for player in queue if before[player] > facts["out"]]
            fell += len(alive) < len(queue)
            if len(alive) > 1:
                assert sorted(state.queue) == sorted(alive)
                for player in alive:
                    potions = len(seen(state, player, rules.POTION))
                    more = before[player] + facts["healed"] * potions
                    assert state.health[player] == min(more, facts["health"])
                    healed, full = healed + potions, full + (more > facts["health"])
    assert healed
    assert fell
    assert full


def test_the_framed_chicken_comes_at_half_the_health() -> None:
    facts = load_rules("conquete").facts()
    state = random_game(1, "yes")
    for health, more in ((facts["half"] + 1, 0), (facts["half"], facts["framed"]), (facts["out"], facts["framed"])):
        state.health[0] = health
        trade = state.rules.trades[state.colours[0]]
        for kind in CHICKENS:
            added = state.strength(0, kind) - state.values[kind]
            assert added == (more if kind == trade else 0)
    assert facts["framed"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            Lang.FR,
            ("Départ asymétrique", "dernière plume", "Un seul survivant", "Aucun", "Trop peu de cartes", "Égalité"),
        ),
        (Lang.EN, ("Asymmetric start", "last feather", "One survivor", "None", "Too few cards", "Ties")),
    ],
)
@pytest.mark.parametrize("form", [Format.HALF, Format.WHOLE])
def test_the_memo_has_every_end_and_both_variants(form: Format, lang: Lang, words: tuple[str, ...]) -> None:
    text = said(form, lang)
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            Lang.FR,
            (
                "0 bout libre",
                "1 milieu",
                "2 près du paquet",
                "15 ou moins",
                "Au-dessus",
                "dernier survivant",
                "Moins de cartes",
            ),
        ),
        (
            Lang.EN,
            ("0 free end", "1 middle", "2 next to the deck", "15 or less", "Above", "last survivor", "Fewer cards"),
        ),
    ],
)
def test_the_card_is_an_aid_with_prices_health_and_the_ends(lang: Lang, words: tuple[str, ...]) -> None:
    text = said(Format.CARD, lang)
    assert [word for word in words if word not in text] == []
