"""Cot-cot Conquête!: one test for each sentence of the rules, each ruling and each option."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from pnp.engine.bots.bot import GreedyBot, RandomBot
from pnp.engine.core import OVER
from pnp.engine.games.conquete import (
    BARRIER,
    BLIND,
    COIN,
    COMMON,
    EMPTY,
    HIDDEN,
    KINDS,
    NAMES,
    PLACE,
    POTION,
    SHIELD,
    SWORD,
    TURNS,
    WAND,
    ConqueteRules,
    ConqueteState,
    _face,
)
from pnp.engine.library import load_rules
from pnp.errors import IllegalMove, SpecError
from pnp.resources import bundled
from pnp.spec.model import Design
from pnp.terms import Lang

LETTERS = {"s": SWORD, "w": WAND, "h": SHIELD, "b": BARRIER, "c": COIN, "p": POTION, ".": EMPTY}
"""h is a shield; a capital letter is a cell with two chickens."""
FREE, MIDDLE, DEAR = 0, 1, 2
OPTIONS = [
    dict(zip(("asymmetric_start", "last_feather", "heal_cap"), values, strict=True))
    for values in product(("no", "yes"), ("no", "yes"), ("30", "none"))
]


@cache
def rules() -> ConqueteRules:
    loaded = load_rules("conquete")
    assert isinstance(loaded, ConqueteRules)
    return loaded


def new(players: int = 2, seed: int | str = 0, first: int = 0, **options: str) -> ConqueteState:
    """A fresh game in which this player has the initiative."""
    state = rules().new(players, seed, options)
    assert isinstance(state, ConqueteState)
    state.queue = [(first + step) % players for step in range(players)]
    return state


def group_values(state: ConqueteState, player: int) -> list[int]:
    """The values counted the long way, by walking through each group."""
    kinds, hens, wide = state.kinds[player], state.hens[player], state.rules.wide
    values, seen = [0] * KINDS, set()
    for start in (cell for cell, kind in enumerate(kinds) if kind):
        kind = kinds[start]
        if kind in (COIN, POTION):
            values[kind] += 1
        elif start not in seen:
            group = [start]
            seen.add(start)
            for cell in group:
                for beside in (cell - 1, cell + 1, cell - wide, cell + wide):
                    if kinds[beside] == kind and beside not in seen:
                        seen.add(beside)
                        group.append(beside)
            if len(group) >= 2:
                values[kind] += sum(hens[cell] for cell in group)
    return values


def places(state: ConqueteState, player: int) -> list[int]:
    """All cells from which a card covers at least one cell, found the long way."""
    wide, used = state.rules.wide, [cell for cell, kind in enumerate(state.kinds[player]) if kind]
    return sorted({cell - step for cell in used for step in (0, 1, wide, wide + 1)})


def paint(state: ConqueteState, player: int, *lines: str) -> None:
    """Give a player just this army, its first cell where his start card lay."""
    home, wide = state.rules.home, state.rules.wide
    for grid in (state.kinds[player], state.hens[player], state.near[player]):
        grid[:] = bytes(len(grid))
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            cell = home + row * wide + column
            state.kinds[player][cell] = LETTERS[letter.lower()]
            state.hens[player][cell] = 2 if letter.isupper() else int(letter != ".")
    spots = places(state, player)
    for cell in spots:
        state.near[player][cell] = 1
    state.spots[player] = [PLACE + cell * TURNS + turn for cell in spots for turn in range(TURNS)]
    state.values[player * KINDS : (player + 1) * KINDS] = group_values(state, player)


def lay(state: ConqueteState, player: int, picture: str) -> None:
    """Lay the painted army again by the engine, in cards of four cells; what is empty is a blank."""
    paint(state, player)
    lines = [line.ljust(20, ".") for line in [*picture.split("/"), ".", "."]]
    for row, column in product(range(0, len(lines) - 1, 2), range(0, 20, 2)):
        cells = lines[row][column : column + 2] + lines[row + 1][column : column + 2]
        look = tuple((LETTERS[cell.lower()], 1 + cell.isupper()) for cell in cells)
        state.lay(player, state.rules.home + row * state.rules.wide + column, _face(look, state.rules.wide))


def armies(state: ConqueteState, *pictures: str) -> None:
    """Paint each player's army: rows parted by /."""
    for player, picture in enumerate(pictures):
        paint(state, player, *picture.split("/"))


def fight(state: ConqueteState) -> None:
    """Battle and retreat, as after the last card of a round."""
    state._battle()
    state._retreat()


def place(state: ConqueteState, row: int, column: int, turn: int = 0) -> None:
    state.apply(PLACE + (state.rules.home + row * state.rules.wide + column) * TURNS + turn)


def give(state: ConqueteState, card: str) -> None:
    """Put a card of the deck or the row in the hand of the player to act."""
    number = rules().ids.index(card)
    pile = state.deck[: state.left] + state.row
    pile.remove(number)
    state.row, state.deck, state.left = pile[-3:], pile[:-3], len(pile) - 3
    state.hand = number


def seen(state: ConqueteState, player: int, row: int, column: int) -> str:
    """What a cell shows, as the spec writes it."""
    cell = rules().home + row * rules().wide + column
    kind = state.kinds[player][cell]
    return NAMES[kind] + (str(state.hens[player][cell]) if EMPTY < kind < COIN else "")


def few_cards(state: ConqueteState, left: int, row: int = 3) -> None:
    """Leave only so many cards to be had; the others are out of sight."""
    state.left, state.row = left, state.row[:row]


def with_army(*designs: tuple[str, int, str]) -> ConqueteRules:
    """The rules with other army cards: id, count and four cells."""
    spec = rules().spec
    made = [
        Design(id=name, count=count, fields=dict(zip(("nw", "ne", "sw", "se"), cells.split(), strict=True)))
        for name, count, cells in designs
    ]
    army = spec.decks["army"].model_copy(update={"designs": made})
    return ConqueteRules(spec.model_copy(update={"decks": {**spec.decks, "army": army}}))


def playout(state: ConqueteState, rng: Random) -> int:
    """Play to the end at random; how many decisions it took."""
    decisions = 0
    while state.current() != OVER:
        state.apply(rng.choice(state.legal()))
        decisions += 1
    return decisions


# Set-up


def test_each_player_has_the_start_general_and_health_card_of_one_colour() -> None:
    for cards, emblem in zip(rules().sets, rules().emblems, strict=True):
        decks = rules().spec.decks
        found = [
            next(d for d in decks[deck].designs if d.id == card)
            for deck, card in zip(("start", "general", "health"), cards, strict=True)
        ]
        assert {design.fields["emblem"] for design in found} == {emblem}
    for players in (2, 3, 4):
        assert len(set(new(players).colours[:players])) == players


def test_unused_colours_are_in_the_box() -> None:
    state = new(2)
    assert len(state.colours) == 4
    assert state.census() == rules().manifest()
    assert sum(rules().manifest().values()) == 56


def test_the_start_card_shows_one_chicken_of_each_type() -> None:
    state = new(3)
    for player in range(3):
        shown = [seen(state, player, row, column) for row in (0, 1) for column in (0, 1)]
        assert sorted(shown) == ["barrier1", "shield1", "sword1", "wand1"]
        assert sum(map(bool, state.kinds[player])) == 4


def test_the_common_side_is_the_one_that_is_printed() -> None:
    template = Path(bundled().root / "templates/conquete/start.svg.j2").read_text("utf-8")
    assert ", ".join(f'"{cell}"' for cell in COMMON) in template


def test_health_starts_at_30() -> None:
    assert new(4).health == [30, 30, 30, 30]


def test_three_cards_lie_face_up_and_the_rest_is_the_deck() -> None:
    state = new()
    assert (len(state.row), state.left) == (3, 40)
    assert state.observe(0)[4] == tuple(state.row)


def test_the_army_deck_is_face_down() -> None:
    state, other = new(), new()
    other.deck = [*other.deck[: other.left][::-1], *other.deck[other.left :]]
    assert other.encode() != state.encode()
    assert other.observe(0) == state.observe(0)


def test_the_first_player_is_random() -> None:
    firsts = {rules().new(3, seed).current() for seed in range(30)}
    assert firsts == {0, 1, 2}


def test_colours_are_drawn_so_that_all_of_them_play() -> None:
    seats = {tuple(rules().new(2, seed).colours[:2]) for seed in range(200)}  # type: ignore[attr-defined]
    assert len(seats) == 12


# Recruiting


def test_players_recruit_clockwise_from_the_initiative() -> None:
    state = new(4, first=2)
    order = []
    for _ in range(4):
        order.append(state.current())
        state.apply(FREE)
        assert state.current() == order[-1]
        state.apply(state.legal()[0])
    assert order == [2, 3, 0, 1]


@pytest.mark.parametrize(
    ("army", "offer"),
    [
        ("sw/bh", [FREE, BLIND]),
        ("sw/bc", [FREE, MIDDLE, BLIND]),
        ("cw/bc", [FREE, MIDDLE, DEAR, BLIND]),
        ("cccc/cccc", [FREE, MIDDLE, DEAR, BLIND]),
    ],
)
def test_the_free_end_and_the_deck_are_free_the_middle_needs_one_coin_and_the_next_two(
    army: str, offer: list[int]
) -> None:
    state = new()
    armies(state, army, "cccc")
    assert state.legal() == offer
    for action in {FREE, MIDDLE, DEAR} - set(offer):
        with pytest.raises(IllegalMove):
            state.clone().apply(action)


def test_the_coins_of_others_do_not_count() -> None:
    state = new(first=1)
    armies(state, "cccc", "sw/bh")
    assert state.legal() == [FREE, BLIND]


def test_coins_may_lie_anywhere() -> None:
    state = new()
    armies(state, "csss/sssc")
    assert DEAR in state.legal()


def test_coins_are_not_spent() -> None:
    state = new()
    armies(state, "cc..s", "sw/bh")
    state.apply(DEAR)
    assert state.values[COIN] == 2


def test_coins_are_counted_before_placing() -> None:
    state = new()
    armies(state, "sw/bh", "sw/bh")
    state.row = [rules().ids.index(card) for card in ("army-05", "army-42", "army-06")]
    assert MIDDLE not in state.legal()  # the coins of the card itself are no help
    armies(state, "c", "c")
    state.apply(MIDDLE)
    place(state, 0, 0, 1)  # coin coin / barrier wand over the coin that paid for it
    assert state.values[COIN] == 2


def test_a_covered_coin_is_gone() -> None:
    state = new()
    armies(state, "cs/hs")
    give(state, "army-05")
    place(state, -1, -1)
    assert state.values[COIN] == 0


def test_the_row_slides_to_the_free_end_and_is_filled_next_to_the_deck() -> None:
    for action in (FREE, MIDDLE, DEAR):
        state = new()
        armies(state, "cc")
        row, top = state.row[:], state.deck[state.left - 1]
        state.apply(action)
        assert state.hand == row[action]
        assert state.row == [card for card in row if card != row[action]] + [top]
        assert state.left == 39


def test_the_row_is_filled_before_the_card_is_placed() -> None:
    state = new()
    state.apply(FREE)
    assert state.hand >= 0
    assert len(state.row) == 3


def test_a_blind_draw_takes_the_top_and_does_not_fill_the_row() -> None:
    state = new()
    row, top = state.row[:], state.deck[state.left - 1]
    state.apply(BLIND)
    assert (state.hand, state.row, state.left) == (top, row, 39)


def test_a_blind_card_must_be_placed() -> None:
    state = new()
    state.apply(BLIND)
    assert state.current() == 0
    assert min(state.legal()) >= PLACE
    with pytest.raises(IllegalMove):
        state.apply(FREE)


def test_a_blind_card_is_seen_by_its_owner_and_by_all_once_placed() -> None:
    state = new()
    state.apply(BLIND)
    assert state.observe(0)[5] == (state.hand, 1)
    assert state.observe(1)[5] == (HIDDEN, 1)
    card = state.hand
    place(state, 1, 1)
    assert state.observe(1)[8][:2] == (0, card)


def test_a_card_from_the_row_is_seen_by_all() -> None:
    state = new()
    state.apply(FREE)
    assert state.observe(1)[5] == (state.hand, 0)


def test_without_a_deck_the_row_gets_shorter_and_prices_stay_with_the_places() -> None:
    state = new(4)
    few_cards(state, 0)
    armies(state, "cc", "cc", "c", "cc")
    first, second, third = state.row
    assert state.legal() == [FREE, MIDDLE, DEAR]
    state.seat = 1
    state.apply(MIDDLE)
    assert (state.hand, state.row) == (second, [first, third])
    place(state, 0, 0)
    assert state.legal() == [FREE, MIDDLE]
    state.apply(MIDDLE)
    assert state.hand == third
    place(state, 0, 0)
    assert state.legal() == [FREE]
    with pytest.raises(IllegalMove):
        state.apply(BLIND)


# Placing


def test_a_card_covers_one_to_four_cells_and_never_none() -> None:
    state = new()
    give(state, "army-11")
    spots = {rules().spot(action) for action in state.legal()}
    assert spots == {(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)}
    for row, column in [(-2, 0), (0, 2), (2, 2), (5, 5)]:
        with pytest.raises(IllegalMove):
            place(state.clone(), row, column)


def test_a_card_lies_on_top() -> None:
    state = new()
    give(state, "army-11")
    place(state, 0, 0)
    assert [seen(state, 0, row, column) for row in (0, 1) for column in (0, 1)] == [
        "barrier1",
        "sword1",
        "wand1",
        "shield1",
    ]


def test_a_card_changes_only_its_own_four_cells() -> None:
    state = new()
    give(state, "army-12")
    place(state, 1, 1)
    assert [seen(state, 0, 0, 0), seen(state, 0, 0, 1), seen(state, 0, 1, 0)] == ["sword1", "wand1", "barrier1"]
    assert [seen(state, 0, 1, 1), seen(state, 0, 1, 2), seen(state, 0, 2, 1), seen(state, 0, 2, 2)] == [
        "shield2",
        "sword1",
        "barrier1",
        "wand1",
    ]
    assert sum(map(bool, state.kinds[0])) == 7
    assert sum(map(bool, state.kinds[1])) == 4


@pytest.mark.parametrize(
    ("turn", "shown"),
    [
        (0, ["shield2", "sword1", "barrier1", "wand1"]),
        (1, ["barrier1", "shield2", "wand1", "sword1"]),
        (2, ["wand1", "barrier1", "sword1", "shield2"]),
        (3, ["sword1", "wand1", "shield2", "barrier1"]),
    ],
)
def test_a_card_may_be_turned_in_four_ways(turn: int, shown: list[str]) -> None:
    state = new()
    give(state, "army-12")
    place(state, 1, 1, turn)
    assert [seen(state, 0, row, column) for row in (1, 2) for column in (1, 2)] == shown


def test_a_placed_card_stays_until_it_is_covered() -> None:
    state = new(seed=3)
    rng = Random(3)
    for _ in range(40):
        if state.current() == OVER:
            break
        player, before = state.current(), [bytes(grid) for grid in state.kinds]
        placing = state.hand >= 0
        action = rng.choice(state.legal())
        state.apply(action)
        first, wide = (action - PLACE) // TURNS, rules().wide
        covered = {first, first + 1, first + wide, first + wide + 1} if placing else set()
        for owner, grid in enumerate(before):
            changed = {cell for cell, kind in enumerate(grid) if state.kinds[owner][cell] != kind}
            assert changed <= (covered if owner == player else set())


def test_turns_that_look_the_same_are_one_action() -> None:
    alike = with_army(
        ("same", 4, "sword1 sword1 sword1 sword1"),
        ("half", 4, "sword1 wand1 wand1 sword1"),
        ("four", 4, "sword1 wand1 sword1 wand1"),
        ("pair", 4, "sword1 sword2 sword1 sword1"),
    )
    assert alike.turns == [1, 2, 4, 4]
    state = alike.new(2)
    assert isinstance(state, ConqueteState)
    for card, ways in enumerate(alike.turns):
        state.hand = card
        assert len(state.legal()) == 9 * ways
        assert len({alike.describe(state, action, Lang.EN) for action in state.legal()}) == 9 * ways
        for turn in range(ways, TURNS):
            with pytest.raises(IllegalMove):
                state.clone().apply(PLACE + alike.home * TURNS + turn)


def test_like_cards_side_by_side_in_the_row_are_one_action() -> None:
    alike = with_army(("a", 20, "sword1 wand1 coin coin"), ("b", 20, "sword1 potion coin coin"))
    state = alike.new(2)
    assert isinstance(state, ConqueteState)
    armies(state, "cc", "cc")
    for row, offer in [
        ([0, 0, 1], [FREE, DEAR, BLIND]),
        ([0, 1, 1], [FREE, MIDDLE, BLIND]),
        ([0, 0, 0], [FREE, BLIND]),
        ([0, 1, 0], [FREE, MIDDLE, DEAR, BLIND]),
    ]:
        state.row = row
        assert state.legal() == offer
        for action in {FREE, MIDDLE, DEAR} - set(offer):
            with pytest.raises(IllegalMove):
                state.clone().apply(action)


def test_no_card_of_the_box_looks_the_same_when_turned() -> None:
    assert set(rules().turns) == {TURNS}


# Battle


@pytest.mark.parametrize(
    ("army", "value"),
    [
        ("ss", 2),
        ("s/s", 2),
        ("s.s", 0),
        ("sw/ws", 0),
        ("s", 0),
        ("S", 0),
        ("Ss", 3),
        ("SS", 4),
        ("Swsss", 3),
        ("sshss/hsSsh", 4 + 4),
        ("sss...ss/......sS/......hw", 3 + 5),
        ("sw/ss", 3),
    ],
)
def test_groups_of_two_cells_count_all_their_chickens_and_add_up(army: str, value: int) -> None:
    state = new()
    armies(state, army, "wb")
    lay(state, 0, army)
    assert state.strength(0, SWORD) == value
    fight(state)
    assert state.health == [30, 30 - value]


def test_a_lone_cell_with_two_chickens_counts_nothing() -> None:
    state = new()
    armies(state, "Shws", "wb")
    assert state.strength(0, SWORD) == 0


def test_chickens_side_by_side_on_two_cards_are_a_group() -> None:
    state = new()
    give(state, "army-11")  # barrier sword / wand shield
    place(state, -1, 1, 1)  # wand barrier / shield sword: the start card's sword is beside the shield
    assert state.strength(0, SWORD) == 0
    state = new()
    give(state, "army-11")
    place(state, -1, -1, 3)  # sword shield / barrier wand covers the start card's sword
    assert [state.strength(0, kind) for kind in (SWORD, WAND, SHIELD, BARRIER)] == [0, 2, 0, 0]


def test_covered_chickens_part_their_group() -> None:
    state = new()
    armies(state, "sss", "wb")
    give(state, "army-42")  # coin wand / coin barrier
    place(state, 0, 1)
    assert state.strength(0, SWORD) == 0


@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [
        ("ss", "hhhhhhh", 0),
        ("wwwwwwww", "bb", 6),
        ("ss/wwwwwwww", "hhhhhhh/bb", 6),
        ("sss/www", "hh/bb", 2),
        ("sss", "bbb", 3),
        ("www", "hhh", 3),
        ("ss", "h", 2),
    ],
)
def test_physical_defence_blocks_physical_attack_and_magical_magical(attack: str, defence: str, damage: int) -> None:
    state = new()
    armies(state, attack, defence)
    fight(state)
    assert state.health == [30, 30 - damage]


def test_an_attack_hits_all_others_undivided_and_not_the_attacker() -> None:
    state = new(4)
    armies(state, "sssss", "hh", "bb", "cc")
    fight(state)
    assert state.health == [30, 27, 25, 25]


def test_every_player_attacks() -> None:
    state = new(3)
    armies(state, "ss", "www", "s")
    fight(state)
    assert state.health == [27, 28, 25]


def test_the_battle_comes_when_all_have_placed_a_card() -> None:
    state = new(3)
    armies(state, "sssss", "sssss", "sssss")
    for _ in range(3):
        assert state.health == [30, 30, 30]
        state.apply(BLIND)
        place(state, -1, 4)
    assert max(state.health) < 30


def test_a_player_below_0_still_attacks_and_is_attacked() -> None:
    state = new(3)
    state.health = [30, 3, 30]
    armies(state, "ssss", "www", "ss")
    fight(state)
    assert state.health == [30 - 3 - 2, 3 - 4 - 2, 30 - 4 - 3]


def test_the_dead_of_earlier_rounds_neither_attack_nor_are_attacked() -> None:
    state = new(3)
    state.queue, state.health = [0, 2], [20, -2, 20]
    armies(state, "ss", "ssssss", "w")
    fight(state)
    assert state.health == [20, -2, 18]


# Retreat


def test_players_at_0_are_out_and_at_1_are_not() -> None:
    state = new(3)
    state.health = [10, 2, 3]
    armies(state, "ss", "c", "c")
    fight(state)
    assert state.queue == [2, 0]
    assert state.health == [10, 0, 1]


def test_potions_do_not_save_who_is_at_0() -> None:
    state = new(3)
    state.health = [10, 2, 20]
    armies(state, "ss", "ppp", "c")
    fight(state)
    assert state.health[1] == 0
    assert 1 not in state.queue


def test_survivors_heal_one_for_each_visible_potion_side_by_side_or_not() -> None:
    state = new()
    state.health = [10, 20]
    armies(state, "pspp", "p")
    fight(state)
    assert state.health == [13, 21]


def test_healing_stops_at_30() -> None:
    state = new()
    state.health = [29, 30]
    armies(state, "ppp", "p")
    fight(state)
    assert state.health == [30, 30]


def test_heal_cap_none_heals_above_30() -> None:
    state = new(heal_cap="none")
    state.health = [29, 30]
    armies(state, "ppp", "p")
    fight(state)
    assert state.health == [32, 31]


def test_the_initiative_passes_to_the_left() -> None:
    state = new(3, first=1)
    armies(state, "c", "c", "c")
    fight(state)
    assert state.queue == [2, 0, 1]
    assert state.current() == 2


def test_the_initiative_skips_who_is_out() -> None:
    state = new(4)
    state.health = [30, 1, 30, 30]
    armies(state, "ss", "c", "c", "c")
    fight(state)
    assert state.queue == [2, 3, 0]


def test_the_initiative_passes_when_its_holder_is_out() -> None:
    state = new(4, first=1)
    state.health = [30, 1, 30, 30]
    armies(state, "ss", "c", "c", "c")
    fight(state)
    assert state.queue == [2, 3, 0]


# The end


def test_the_last_survivor_wins() -> None:
    state = new(3)
    state.health = [1, 2, 2]
    armies(state, "ss", "c", "c")
    fight(state)
    assert state.current() == OVER
    assert state.winners() == [0]
    assert state.legal() == []


def test_the_game_ends_before_the_survivor_heals() -> None:
    state = new()
    state.health = [1, 2]
    armies(state, "sspp", "c")
    fight(state)
    assert state.scores() == [1, 0]


def test_if_all_fall_the_health_closest_to_0_wins() -> None:
    state = new(3)
    state.health = [1, 1, 1]
    armies(state, "ssss", "www", "b")
    fight(state)
    assert state.health == [-2, -3, -6]
    assert state.winners() == [0]


def test_who_fell_in_an_earlier_round_cannot_win_when_all_fall() -> None:
    state = new(3)
    state.queue, state.health = [0, 2], [1, -1, 1]
    armies(state, "sssss", "c", "ssss")
    fight(state)
    assert state.health == [-3, -1, -4]
    assert state.winners() == [0]


def test_if_all_fall_a_tie_goes_to_the_initiative_or_the_next_clockwise() -> None:
    for first, winner in [(0, 0), (1, 1), (2, 0)]:
        state = new(3, first=first)
        state.health = [1, 1, 0]
        armies(state, "ss", "ss", "h")
        fight(state)
        assert state.health == [-1, -1, -4]
        assert state.winners() == [winner]


def test_a_round_needs_a_card_for_each_living_player() -> None:
    for left, row, current in [(0, 3, 1), (0, 2, OVER), (1, 3, 1)]:
        state = new(3)
        armies(state, "c", "c", "c")
        few_cards(state, left, row)
        fight(state)
        assert state.current() == current


def test_the_dead_need_no_card() -> None:
    state = new(3)
    state.health = [30, 1, 30]
    armies(state, "ss", "c", "c")
    few_cards(state, 0, 2)
    fight(state)
    assert state.current() == 2


def test_with_too_few_cards_the_highest_health_wins() -> None:
    state = new(3)
    state.health = [10, 12, 11]
    armies(state, "c", "c", "c")
    few_cards(state, 0, 2)
    fight(state)
    assert state.winners() == [1]


def test_the_last_healing_counts_before_the_highest_health_is_sought() -> None:
    state = new(2)
    state.health = [10, 12]
    armies(state, "ppp", "c")
    few_cards(state, 0, 1)
    fight(state)
    assert state.winners() == [0]


def test_with_too_few_cards_a_tie_goes_to_who_holds_the_initiative_after_it_passed() -> None:
    for first, winner in [(0, 1), (1, 0), (2, 0)]:
        state = new(3, first=first)
        state.health = [12, 12, 11]
        armies(state, "c", "c", "c")
        few_cards(state, 0, 2)
        fight(state)
        assert state.winners() == [winner]


def test_there_is_no_winner_before_the_end() -> None:
    assert new().winners() == []


def test_scores_are_the_health() -> None:
    state = new()
    state.health = [12, -3]
    assert state.scores() == [12, -3]


# Variants


def test_asymmetric_start_shows_each_colours_own_side() -> None:
    state = new(4, asymmetric_start="yes")
    for player in range(4):
        design = rules().spec.decks["start"].designs[state.colours[player]]
        shown = [seen(state, player, row, column) for row in (0, 1) for column in (0, 1)]
        assert shown == [design.fields[corner] for corner in ("nw", "ne", "sw", "se")]
    assert len({bytes(grid) for grid in state.kinds}) == 4


def trade(state: ConqueteState, player: int, kind: int) -> None:
    """Let a player have the general with this framed chicken."""
    colour = rules().trades.index(kind)
    other = state.colours.index(colour)
    state.colours[player], state.colours[other] = colour, state.colours[player]


def test_the_framed_chicken_is_the_one_of_the_players_general() -> None:
    for emblem, kind in zip(rules().emblems, rules().trades, strict=True):
        [general] = [d for d in rules().spec.decks["general"].designs if d.fields["emblem"] == emblem]
        assert general.fields["trade"] == NAMES[kind]
    assert sorted(rules().trades) == [SWORD, WAND, SHIELD, BARRIER]


@pytest.mark.parametrize(("health", "bonus"), [(30, 0), (16, 0), (15, 1), (1, 1), (-4, 1)])
def test_last_feather_adds_a_chicken_from_15_down(health: int, bonus: int) -> None:
    state = new(last_feather="yes")
    trade(state, 0, SWORD)
    armies(state, "sss/ww", "c")
    state.health[0] = health
    assert state.strength(0, SWORD) == 3 + bonus
    assert state.strength(0, WAND) == 2


def test_the_framed_chicken_needs_no_group() -> None:
    state = new(last_feather="yes")
    trade(state, 0, SWORD)
    armies(state, "c", "c")
    state.health = [15, 30]
    fight(state)
    assert state.health == [15, 29]


def test_the_framed_chicken_defends_too() -> None:
    state = new(last_feather="yes")
    trade(state, 1, BARRIER)
    armies(state, "www", "bb")
    state.health = [30, 15]
    fight(state)
    assert state.health == [30, 15]


def test_without_the_variant_there_is_no_framed_chicken() -> None:
    state = new()
    trade(state, 0, SWORD)
    armies(state, "ss", "c")
    state.health = [5, 30]
    fight(state)
    assert state.health == [5, 28]


def test_the_general_flips_back_at_16() -> None:
    state = new(last_feather="yes")
    trade(state, 0, SWORD)
    armies(state, "ssp", "c")
    state.health = [15, 30]
    fight(state)
    assert state.health == [16, 27]
    assert state.strength(0, SWORD) == 2


def test_a_flip_counts_in_the_attacks_that_follow() -> None:
    for first, health in [(0, [27, 14]), (1, [28, 14])]:
        state = new(first=first, last_feather="yes")
        trade(state, 1, WAND)
        armies(state, "ss", "ww")
        state.health = [30, 16]
        fight(state)
        assert state.health == health


def test_a_flip_protects_from_later_attackers_only() -> None:
    state = new(3, last_feather="yes")
    trade(state, 2, SHIELD)
    armies(state, "sss", "sss", "c")
    state.health = [30, 30, 16]
    fight(state)
    assert state.health[2] == 16 - 3 - 2


def test_variants_work_together() -> None:
    state = new(4, asymmetric_start="yes", last_feather="yes")
    assert seen(state, 0, 0, 0).endswith("2")
    trade(state, 0, SWORD)
    state.health[0] = 15
    assert state.strength(0, SWORD) == 1 + state.values[SWORD]


# The engine's promises


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options.values()))
def test_random_games_keep_every_promise(players: int, options: dict[str, str]) -> None:
    manifest = rules().manifest()
    for seed in range(2):
        state = new(players, seed, **options)
        rng = Random(seed)
        decisions = 0
        while state.current() != OVER:
            legal = state.legal()
            assert legal
            assert legal == sorted(set(legal))
            assert state.census() == manifest
            player = (state.current() - 1) % players
            assert state.values[player * KINDS : (player + 1) * KINDS] == group_values(state, player)
            assert [(spot - PLACE) // TURNS for spot in state.spots[player][::TURNS]] == places(state, player)
            text = state.encode()
            resumed, twin = rules().decode(text), state.clone()
            assert resumed.encode() == text
            action = rng.choice(legal)
            twin.apply(rng.choice(legal))
            assert state.encode() == text
            resumed.apply(action)
            state.apply(action)
            assert resumed.encode() == state.encode()
            decisions += 1
        assert decisions <= 2 * rules().cards
        assert rules().decode(state.encode()).winners() == state.winners()
        assert len(state.winners()) == 1


def test_the_longest_game_fits_the_grid() -> None:
    """Two armies that run straight away from their start card, and never fight."""
    for row, column in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]:
        state = new(heal_cap="none")
        state.health = [10_000, 10_000]
        rounds = 0
        while state.current() != OVER:
            rounds += state.current() == state.queue[0]
            for _ in range(2):
                state.apply(FREE)
                place(state, row * rounds, column * rounds)
        assert rounds == rules().cards // 2
        assert len(state.log) == 3 * 42
        assert rules().decode(state.encode()).encode() == state.encode()
        for lang in Lang:
            assert max(map(len, rules().show(state, 0, lang).splitlines())) <= 100


def test_imagined_positions_look_the_same() -> None:
    for seed in range(6):
        state = new(3, seed, last_feather="yes")
        rng = Random(seed)
        while state.current() != OVER:
            for player in range(3):
                imagined = rules().imagine(state.observe(player), Random(seed))
                assert imagined.observe(player) == state.observe(player)
                assert imagined.census() == rules().manifest()
                assert (imagined.values, imagined.spots) == (state.values, state.spots)
                if player == state.current():
                    assert imagined.legal() == state.legal()
                assert state.determinize(player, Random(seed)).encode() == imagined.encode()
            state.apply(rng.choice(state.legal()))


def test_what_is_hidden_is_dealt_anew() -> None:
    state = new()
    state.apply(BLIND)
    mine = {rules().imagine(state.observe(0), Random(seed)).hand for seed in range(20)}
    theirs = {rules().imagine(state.observe(1), Random(seed)).hand for seed in range(20)}
    decks = {tuple(rules().imagine(state.observe(0), Random(seed)).deck) for seed in range(20)}
    assert mine == {state.hand}
    assert len(theirs) > 5
    assert len(decks) == 20


def test_a_hidden_card_changes_no_observation() -> None:
    state, other = new(), new()
    top = other.left - 1
    other.deck[top], other.deck[0] = other.deck[0], other.deck[top]
    for one in (state, other):
        one.apply(BLIND)
    assert state.hand != other.hand
    assert state.observe(1) == other.observe(1)
    assert state.observe(0) != other.observe(0)


def test_illegal_moves_are_refused_and_carry_the_position() -> None:
    state = new()
    text = state.encode()
    for action in (-1, MIDDLE, PLACE, 10**9):
        with pytest.raises(IllegalMove, match="conquete"):
            state.apply(action)
    state.apply(FREE)
    for action in (FREE, BLIND, -5, PLACE, 10**9):
        with pytest.raises(IllegalMove):
            state.apply(action)
    playout(state, Random(1))
    with pytest.raises(IllegalMove, match="over"):
        state.apply(FREE)
    assert rules().decode(text).encode() == text


def broken(change: str) -> str:
    """An encoded position in the middle of a game, with one thing wrong."""
    state = new(3, 5)
    rng = Random(5)
    for _ in range(21):
        state.apply(rng.choice(state.legal()))
    data = json.loads(state.encode())
    exec(change, {"data": data})
    return json.dumps(data)


@pytest.mark.parametrize(
    "change",
    [
        "data['players'] = 5",
        "data['players'] = True",
        "data['options'].pop('heal_cap')",
        "data['options']['heal_cap'] = '40'",
        "data['options'] = 3",
        "data['colours'][0] = data['colours'][1]",
        "data['colours'].pop()",
        "data['queue'] = []",
        "data['queue'] = [0, 1, 1]",
        "data['queue'] = [0, 2, 1]",
        "data['queue'] = [-1, 0, 1]",
        "data['queue'] = [0, 1]",
        "data['queue'][0] = False",
        "data['seat'] = 3",
        "data['seat'] = -1",
        "data['seat'] = 0.0",
        "data['health'].pop()",
        "data['health'][0] = 31",
        "data['health'][0] = 0",
        "data['health'][0] = float('nan')",
        "data['health'][0] = '9'",
        "data['hand'] = 'army-99'",
        "data['blind'] = 1",
        "data['row'].pop()",
        "data['row'].append(data['deck'].pop())",
        "data['deck'].pop()",
        "data['deck'][0] = data['deck'][1]",
        "data['laid'].pop()",
        "data['laid'][0][0] = 3",
        "data['laid'][0][2] = 9",
        "data['laid'][0][2] = 10 ** 30",
        "data['laid'][0][4] = 4",
        "data['laid'][0].append(1)",
        "data['laid'] = {}",
        "data['more'] = 1",
        "data.pop('row')",
    ],
)
def test_a_position_that_cannot_be_is_refused(change: str) -> None:
    assert rules().decode(broken("pass"))
    with pytest.raises(SpecError):
        rules().decode(broken(change))


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "3", "null", "{}", '{"players": 2}', "[" * 100_000, "\ud800", "9" * 5000]
)
def test_garbage_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="conquete: position"):
        rules().decode(text)


def test_the_order_of_keys_is_no_matter() -> None:
    state = new(3, 5, last_feather="yes")
    data = json.loads(state.encode())
    data["options"] = dict(reversed(data["options"].items()))
    shuffled = rules().decode(json.dumps(dict(reversed(data.items()))))
    assert shuffled.encode() == state.encode()
    assert shuffled.observe(1) == state.observe(1)


def test_unknown_cells_of_a_deck_are_refused() -> None:
    with pytest.raises(SpecError, match="dragon"):
        with_army(("a", 20, "sword1 dragon1 coin coin"))


def test_descriptions_are_unique_and_can_be_parsed() -> None:
    state = new(2, 4)
    rng = Random(4)
    for lang in Lang:
        for _ in range(12):
            legal = state.legal()
            words = [rules().describe(state, action, lang) for action in legal]
            assert len(set(words)) == len(words)
            action = rng.choice(legal)
            assert rules().parse(state, rules().describe(state, action, lang).upper(), lang) == action
            state.apply(action)


def test_the_table_shows_a_blind_card_to_its_owner_only() -> None:
    state = new()
    state.apply(BLIND)
    assert "?" not in rules().show(state, 0, Lang.EN)
    assert "?" in rules().show(state, 1, Lang.EN)


def test_the_table_fits_a_terminal_and_names_the_generals() -> None:
    for players, lang in product((2, 3, 4), Lang):
        state = new(players, 7)
        rng = Random(7)
        while state.current() != OVER:
            shown = rules().show(state, players - 1, lang)
            assert max(map(len, shown.splitlines())) <= 100
            for player in range(players):
                assert str(rules().generals[state.colours[player]].field("name", lang)) in shown
            state.apply(rng.choice(state.legal()))


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(10):
        state = new(2, seed)
        bots = [GreedyBot(rules(), Random(seed)), RandomBot(Random(seed))]
        while (player := state.current()) != OVER:
            state.apply(bots[player].choose(state.observe(player), state.legal()))
        wins += state.winners() == [0]
    assert wins >= 9
