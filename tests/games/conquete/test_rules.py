"""Cot-cot Conquête!: one test for each sentence of the rules, each ruling and each option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from pnp.errors import IllegalMove, Location, SpecError
from pnp.games.conquete import GAME
from pnp.games.conquete.rules import (
    BARRIER,
    BLIND,
    CELLS,
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
    ArmyFace,
    ConqueteRules,
    ConqueteState,
)
from pnp.play.core import OVER, Options
from pnp.project.folders import bundled_project
from pnp.spec.model import Deck, Design
from pnp.terms import Lang
from tests.games.conquete.recount import Grid, value
from tests.loading import load_rules

LETTERS = {"s": SWORD, "w": WAND, "h": SHIELD, "b": BARRIER, "c": COIN, "p": POTION, ".": EMPTY}
"""h is a shield; a capital letter is a cell with two chickens."""
TYPES = (SWORD, WAND, SHIELD, BARRIER)
FREE, MIDDLE, DEAR = 0, 1, 2
OWN_START, FEATHER, NO_CAP = {"asymmetric_start": "yes"}, {"last_feather": "yes"}, {"heal_cap": "none"}
CORNERS = ("nw", "ne", "sw", "se")


@cache
def rules() -> ConqueteRules:
    loaded = load_rules("conquete")
    assert isinstance(loaded, ConqueteRules)
    return loaded


def new(players: int = 2, options: Options | None = None, first: int = 0, seed: int = 0) -> ConqueteState:
    """A fresh game in which this player has the initiative."""
    state = rules().new(players, seed, options)
    assert isinstance(state, ConqueteState)
    state.queue = [(first + step) % players for step in range(players)]
    return state


def grid_of(state: ConqueteState, player: int) -> Grid:
    """What is seen of an army, as the spec writes it, by row and column from the start card's corner."""
    kinds, hens, wide, middle = state.kinds[player], state.hens[player], state.rules.wide, state.rules.middle
    return {
        (cell // wide - middle, cell % wide - middle): NAMES[kind] + (str(hens[cell]) if kind < COIN else "")
        for cell, kind in enumerate(kinds)
        if kind
    }


def square(state: ConqueteState, player: int, row: int, column: int) -> list[str]:
    """What the four cells from this one on show, in reading order."""
    grid = grid_of(state, player)
    return [grid.get((row + down, column + right), "") for down in (0, 1) for right in (0, 1)]


def slow_values(state: ConqueteState, player: int) -> list[int]:
    """The values counted the long way, by walking through each group."""
    grid = grid_of(state, player)
    seen = Counter(grid.values())
    return [0, *(value(grid, NAMES[kind]) for kind in TYPES), seen["coin"], seen["potion"]]


def slow_places(state: ConqueteState, player: int) -> list[int]:
    """All cells from which a card covers at least one cell, found the long way."""
    wide, used = state.rules.wide, [cell for cell, kind in enumerate(state.kinds[player]) if kind]
    return sorted({cell - step for cell in used for step in (0, 1, wide, wide + 1)})


def paint(state: ConqueteState, *pictures: str) -> None:
    """Give each player just this army: rows parted by /, the first cell where his start card lay."""
    home, wide = state.rules.home, state.rules.wide
    for player, picture in enumerate(pictures):
        for grid in (state.kinds[player], state.hens[player], state.near[player]):
            grid[:] = bytes(len(grid))
        for row, line in enumerate(picture.split("/")):
            for column, letter in enumerate(line):
                cell = home + row * wide + column
                state.kinds[player][cell] = LETTERS[letter.lower()]
                state.hens[player][cell] = 2 if letter.isupper() else int(letter != ".")
        places = slow_places(state, player)
        for cell in places:
            state.near[player][cell] = 1
        state.spots[player] = [PLACE + cell * TURNS + turn for cell in places for turn in range(TURNS)]
        state.values[player * KINDS : (player + 1) * KINDS] = slow_values(state, player)


def lay(state: ConqueteState, player: int, picture: str) -> None:
    """The same army laid by the engine, in cards of four cells; what is empty is a blank."""
    paint(state, *["" for _ in range(player + 1)])
    lines = [line.ljust(20, ".") for line in [*picture.split("/"), ".", "."]]
    for row, column in product(range(0, len(lines) - 1, 2), range(0, 20, 2)):
        cells = lines[row][column : column + 2] + lines[row + 1][column : column + 2]
        look = tuple((LETTERS[cell.lower()], 1 + cell.isupper()) for cell in cells)
        state.lay(player, state.rules.home + row * state.rules.wide + column, ArmyFace.of(look, state.rules.wide))


def fought(*pictures: str, health: list[int], first: int = 0, options: Options | None = None) -> ConqueteState:
    """These armies with this health after a battle and a retreat."""
    state = new(len(pictures), options, first)
    paint(state, *pictures)
    state.health = health
    fight(state)
    return state


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


def few_cards(state: ConqueteState, left: int, row: int = 3) -> None:
    """Leave only this many cards available; the others are removed."""
    state.left, state.row = left, state.row[:row]


def frame(state: ConqueteState, player: int, kind: int) -> None:
    """Let a player have the general with this framed chicken."""
    colour = rules().trades.index(kind)
    other = state.colours.index(colour)
    state.colours[player], state.colours[other] = colour, state.colours[player]


def with_army(*designs: tuple[str, int, str]) -> ConqueteRules:
    """The rules with other army cards: id, count and four cells."""
    spec = rules().spec
    made = [
        Design(id=name, count=count, fields=dict(zip(CORNERS, cells.split(), strict=True)))
        for name, count, cells in designs
    ]
    return with_decks(army=spec.decks["army"].model_copy(update={"designs": made}))


def with_decks(**decks: Deck) -> ConqueteRules:
    """The rules with other decks."""
    spec = rules().spec
    made = GAME.make_rules(spec.model_copy(update={"decks": spec.decks | decks}))
    assert isinstance(made, ConqueteRules)
    return made


def dealt(custom: ConqueteRules, players: int = 2, seed: int = 0) -> ConqueteState:
    """A new game of a box of our own."""
    state = custom.new(players, seed)
    assert isinstance(state, ConqueteState)
    return state


# Components


def test_the_box_holds_56_cards_for_two_to_four_players() -> None:
    counts = {deck: rules().spec.decks[deck].count for deck in rules().decks()}
    assert counts == {"army": 43, "start": 4, "general": 4, "health": 4, "initiative": 1}
    assert sum(rules().manifest().values()) == 56
    assert rules().spec.players == [2, 4]


@pytest.mark.parametrize("cell", ["dragon1", "sword", "sword0", "sword3", "sword999", "barrier12", "coin2", "potion1"])
def test_a_cell_shows_one_or_two_chickens_or_a_coin_or_a_potion_and_nothing_else(cell: str) -> None:
    with_army(("a", 20, "sword1 barrier2 coin potion"))
    with pytest.raises(SpecError, match=f'^conquete: a must only use the cells sword1, .*, not "{cell}"') as caught:
        with_army(("a", 20, f"sword1 {cell} coin coin"))
    assert caught.value.problems[0].where == Location(game="conquete", piece="a")


def test_no_two_army_cards_are_alike_however_they_are_turned() -> None:
    looks = [frozenset((face.kinds, face.hens) for face in faces) for faces in rules().faces]
    assert len(set(looks)) == 43
    assert set(rules().turns) == {TURNS}


def test_the_cells_of_the_army_cards_give_both_trades_of_attack_and_of_defence_the_same() -> None:
    army = rules().spec.decks["army"].designs
    cells = Counter(str(design.fields[corner]) for design in army for corner in CORNERS)
    for one, other in ((SWORD, WAND), (SHIELD, BARRIER)):
        for hens in (1, 2):
            assert cells[f"{NAMES[one]}{hens}"] == cells[f"{NAMES[other]}{hens}"] > 0
    assert cells.keys() == CELLS.keys()


def test_the_common_side_has_one_chicken_of_each_type_as_printed() -> None:
    assert sorted(COMMON) == ["barrier1", "shield1", "sword1", "wand1"]
    template = (bundled_project().root / "templates/conquete/start.svg.j2").read_text("utf-8")
    assert ", ".join(f'"{cell}"' for cell in COMMON) in template


def test_the_own_sides_of_the_start_cards_differ_and_are_alike_in_value() -> None:
    looks = [tuple(str(card.fields[corner]) for corner in CORNERS) for card in rules().spec.decks["start"].designs]
    assert len(set(looks)) == 4
    assert {"".join(sorted(cell[-1] for cell in look)) for look in looks} == {"112n"}  # two single, a double, a coin


def test_each_general_frames_a_chicken_of_another_type() -> None:
    assert sorted(rules().trades) == list(TYPES)
    for emblem, kind in zip(rules().emblems, rules().trades, strict=True):
        [general] = [card for card in rules().spec.decks["general"].designs if card.fields["emblem"] == emblem]
        assert general.fields["trade"] == NAMES[kind]


def test_every_colour_needs_its_general() -> None:
    generals = rules().spec.decks["general"]
    with pytest.raises(SpecError, match=r'^conquete: general has no card with the emblem "crown"'):
        with_decks(general=generals.model_copy(update={"designs": generals.designs[1:]}))


# Set-up


def test_each_player_has_the_start_general_and_health_card_of_one_colour() -> None:
    decks = rules().spec.decks
    for cards, emblem in zip(rules().sets, rules().emblems, strict=True):
        for deck, card in zip(("start", "general", "health"), cards, strict=True):
            assert [design.id for design in decks[deck].designs if design.fields["emblem"] == emblem] == [card]
    for players in (2, 3, 4):
        assert len(set(new(players).colours[:players])) == players


def test_unused_colours_go_back_to_the_box() -> None:
    state = new(2)
    assert sorted(state.colours) == [0, 1, 2, 3]
    assert state.census() == rules().manifest()


def test_any_two_colours_can_play() -> None:
    assert len({tuple(dealt(rules(), 2, seed).colours[:2]) for seed in range(200)}) == 12


def test_the_start_card_lies_common_side_up() -> None:
    state = new(3)
    for player in range(3):
        assert square(state, player, 0, 0) == list(COMMON)
        assert len(grid_of(state, player)) == 4


def test_the_arrow_points_at_30_and_the_general_shows_his_plain_side() -> None:
    state = new(4, FEATHER)
    assert state.health == [30, 30, 30, 30]
    assert [state.strength(player, kind) for player in range(4) for kind in TYPES] == [0] * 16


def test_the_army_deck_is_shuffled() -> None:
    tops = {dealt(rules(), 2, seed).row[0] for seed in range(100)}
    assert len(tops) > 30


def test_three_cards_lie_face_up_and_the_rest_is_the_deck() -> None:
    state = new()
    assert (len(state.row), state.left) == (3, 40)
    assert sorted(state.row + state.deck[: state.left]) == list(range(43))
    assert state.observe(0).row == tuple(state.row)


def test_the_army_deck_is_face_down() -> None:
    state, other = new(), new()
    other.deck = [*other.deck[: other.left][::-1], *other.deck[other.left :]]
    assert other.encode() != state.encode()
    assert other.observe(0) == state.observe(0)


def test_the_first_player_is_random() -> None:
    queues = {tuple(dealt(rules(), 3, seed).queue) for seed in range(30)}
    assert queues == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


# Recruiting


def test_players_recruit_clockwise_from_the_initiative_once_each() -> None:
    state = new(4, first=2)
    paint(state, "c", "c", "c", "c")
    order = []
    for _ in range(5):
        order.append(state.current())
        state.apply(FREE)
        assert state.current() == order[-1], "the card is placed at once"
        place(state, 0, 0)
    assert order == [2, 3, 0, 1, 3]


def test_who_is_out_does_not_recruit() -> None:
    state = fought("ss", "c", "c", health=[30, 1, 30])
    for player in (2, 0):
        assert state.current() == player
        state.apply(BLIND)
        place(state, -1, -1)
    assert state.queue == [0, 2]


@pytest.mark.parametrize(
    ("army", "offer"),
    [
        ("sw/bh", [FREE, BLIND]),
        ("sw/bc", [FREE, MIDDLE, BLIND]),
        ("cw/bc", [FREE, MIDDLE, DEAR, BLIND]),
        ("csss/sssc", [FREE, MIDDLE, DEAR, BLIND]),
        ("cccc/cccc", [FREE, MIDDLE, DEAR, BLIND]),
    ],
)
def test_free_end_and_deck_are_free_the_middle_needs_a_coin_and_the_card_next_to_the_deck_two(
    army: str, offer: list[int]
) -> None:
    state = new()
    paint(state, army, "cccc")
    assert state.legal() == offer
    for action in {FREE, MIDDLE, DEAR} - set(offer):
        with pytest.raises(IllegalMove):
            state.clone().apply(action)


def test_the_coins_of_others_do_not_count() -> None:
    state = new(first=1)
    paint(state, "cccc", "sw/bh")
    assert state.legal() == [FREE, BLIND]


def test_coins_are_not_spent() -> None:
    state = new()
    paint(state, "cc/ss", "c")
    for _ in range(2):
        assert state.legal() == [FREE, MIDDLE, DEAR, BLIND]
        state.apply(DEAR)
        place(state, 1, 0)
        state.apply(FREE)
        place(state, 0, 0)
        state.queue = [0, 1]


def test_coins_are_counted_before_placing() -> None:
    state = new()
    state.row = [rules().ids.index(card) for card in ("army-15", "army-01", "army-16")]
    assert MIDDLE not in state.legal()  # the coins of the card itself are no help
    paint(state, "c", "c")
    state.apply(MIDDLE)
    place(state, 0, 0, 2)  # coin shield2 / coin sword over the coin that paid for it
    assert state.values[COIN] == 2


def test_a_covered_coin_does_not_count() -> None:
    state = new()
    paint(state, "cs/hs", "c")
    give(state, "army-15")
    place(state, -1, -1)
    state.queue, state.seat = [0, 1], 0
    assert state.legal() == [FREE, BLIND]


@pytest.mark.parametrize("action", [FREE, MIDDLE, DEAR])
def test_the_row_slides_to_the_free_end_and_a_new_card_is_turned_up_next_to_the_deck(action: int) -> None:
    state = new()
    paint(state, "cc")
    row, top = state.row[:], state.deck[state.left - 1]
    state.apply(action)
    assert state.hand == row[action]
    assert state.row == [card for card in row if card != row[action]] + [top]
    assert state.left == 39


def test_a_blind_draw_takes_the_top_and_does_not_fill_the_row() -> None:
    state = new()
    row, top = state.row[:], state.deck[state.left - 1]
    state.apply(BLIND)
    assert (state.hand, state.row, state.left) == (top, row, 39)


def test_a_blind_card_must_be_placed_too() -> None:
    state = new()
    state.apply(BLIND)
    assert state.current() == 0
    assert min(state.legal()) >= PLACE
    for action in (FREE, BLIND):
        with pytest.raises(IllegalMove):
            state.apply(action)


def test_a_blind_card_is_seen_by_its_owner_and_by_all_once_placed() -> None:
    state = new()
    state.apply(BLIND)
    assert (state.observe(0).hand, state.observe(0).blind) == (state.hand, True)
    assert (state.observe(1).hand, state.observe(1).blind) == (HIDDEN, True)
    card = state.hand
    place(state, 1, 1)
    assert state.observe(1).log[:2] == (0, card)


def test_a_card_from_the_row_is_seen_by_all_also_after_a_blind_draw() -> None:
    state = new()
    state.apply(BLIND)
    place(state, 0, 0)
    state.apply(FREE)
    assert (state.observe(0).hand, state.observe(0).blind) == (state.hand, False)


def test_without_a_deck_the_row_gets_shorter_and_prices_stay_with_the_places() -> None:
    state = new(3)
    few_cards(state, 0)
    paint(state, "cc", "c", "cc")
    first, second, third = state.row
    assert state.legal() == [FREE, MIDDLE, DEAR]
    state.apply(MIDDLE)
    assert (state.hand, state.row) == (second, [first, third])
    place(state, 0, 0)
    assert state.legal() == [FREE, MIDDLE]
    state.apply(FREE)
    place(state, 0, 0)
    assert (state.legal(), state.row) == ([FREE], [third])
    for action in (BLIND, MIDDLE):
        with pytest.raises(IllegalMove):
            state.apply(action)


def test_like_cards_side_by_side_in_the_row_are_one_action() -> None:
    state = dealt(with_army(("a", 20, "sword1 wand1 coin coin"), ("b", 20, "sword1 potion coin coin")))
    paint(state, "cc", "cc")
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


# Placing


@pytest.mark.parametrize(
    ("army", "spots"),
    [
        ("sw/bh", {(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)}),
        ("s", {(-1, -1), (-1, 0), (0, -1), (0, 0)}),
        ("s..s", {(row, column) for row in (-1, 0) for column in (-1, 0, 2, 3)}),
        ("ss/s", {(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)} - {(1, 1)}),
    ],
)
def test_a_card_covers_one_to_four_cells_and_never_none(army: str, spots: set[tuple[int, int]]) -> None:
    state = new()
    paint(state, army)
    give(state, "army-11")
    assert {rules().spot(action) for action in state.legal()} == spots
    for spot in product(range(-3, 5), range(-3, 6)):
        if spot in spots:
            place(state.clone(), *spot)
        else:
            with pytest.raises(IllegalMove):
                place(state.clone(), *spot)


def test_a_card_may_cover_any_card_of_the_own_grid_and_none_of_another() -> None:
    state = new()
    for _ in range(2):
        state.apply(FREE)
        place(state, 1, 1)
    state.queue = [0, 1]
    give(state, "army-11")
    corner = {(2, 0), (2, 1), (2, 2), (1, 2), (0, 2)}
    assert corner <= {rules().spot(action) for action in state.legal()}
    place(state, 2, 2)
    give(state, "army-12")
    assert (3, 3) not in {rules().spot(action) for action in state.legal()}


def test_a_card_lies_on_top_and_changes_only_its_own_four_cells() -> None:
    state = new()
    give(state, "army-12")
    place(state, 1, 1)
    assert square(state, 0, 0, 0) == ["sword1", "wand1", "barrier1", "coin"]
    assert square(state, 0, 1, 1) == ["coin", "wand2", "sword1", "barrier1"]
    assert (len(grid_of(state, 0)), len(grid_of(state, 1))) == (7, 4)


@pytest.mark.parametrize(
    ("turn", "shown"),
    [
        (0, ["coin", "wand2", "sword1", "barrier1"]),
        (1, ["sword1", "coin", "barrier1", "wand2"]),
        (2, ["barrier1", "sword1", "wand2", "coin"]),
        (3, ["wand2", "barrier1", "coin", "sword1"]),
    ],
)
def test_a_card_may_be_turned_in_four_ways(turn: int, shown: list[str]) -> None:
    state = new()
    give(state, "army-12")
    assert len(state.legal()) == 9 * TURNS
    place(state, 1, 1, turn)
    assert square(state, 0, 1, 1) == shown


def test_turns_that_look_the_same_are_one_action() -> None:
    alike = with_army(
        ("same", 4, "sword1 sword1 sword1 sword1"),
        ("half", 4, "sword1 wand1 wand1 sword1"),
        ("four", 4, "sword1 wand1 sword1 wand1"),
        ("pair", 4, "sword1 sword2 sword1 sword1"),
    )
    assert alike.turns == [1, 2, 4, 4]
    state = dealt(alike)
    for card, ways in enumerate(alike.turns):
        state.hand = card
        assert len(state.legal()) == 9 * ways
        assert len({alike.describe(state, action, Lang.EN) for action in state.legal()}) == 9 * ways
        for turn in range(ways, TURNS):
            with pytest.raises(IllegalMove):
                state.clone().apply(PLACE + alike.home * TURNS + turn)


def test_placed_cards_never_turn_or_leave_they_are_only_covered() -> None:
    state = new(seed=3)
    rng = Random(3)
    while state.current() != OVER:
        player, placing, before = state.current(), state.hand >= 0, [grid_of(state, player) for player in range(2)]
        action = rng.choice(state.legal())
        state.apply(action)
        row, column = rules().spot(action)
        covered = {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)}
        for owner in range(2):
            changed = {place for place, _ in before[owner].items() ^ grid_of(state, owner).items()}
            assert changed <= (covered if placing and owner == player else set())


# Battle: groups


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize(
    ("army", "count"),
    [
        ("xx", 2),
        ("x/x", 2),
        ("x.x", 0),
        ("xc/cx", 0),  # a corner is no side
        ("x", 0),
        ("X", 0),
        ("X.x", 0),
        ("Xx", 3),
        ("XX", 4),
        ("xcx", 0),  # nothing stands between
        ("xpX", 0),
        ("Xcxxx", 3),
        ("xxcxx/cxXxc", 4 + 4),
        ("xxx...xx/......xX/......cc", 3 + 5),  # groups add up
        ("xc/xx", 3),
    ],
)
def test_groups_of_two_like_cells_count_all_their_chickens_and_add_up(army: str, count: int, kind: int) -> None:
    letter = "swhb"[kind - SWORD]
    picture = army.replace("x", letter).replace("X", letter.upper())
    painted, laid = new(), new()
    paint(painted, picture, "")
    lay(laid, 0, picture)
    for state in (painted, laid):
        assert [state.strength(0, each) for each in TYPES] == [count if each == kind else 0 for each in TYPES]


def test_groups_of_different_types_do_not_join() -> None:
    state = new()
    lay(state, 0, "swhb/bhsw")
    assert [state.strength(0, kind) for kind in TYPES] == [0, 0, 0, 0]


def test_chickens_side_by_side_on_two_cards_are_a_group() -> None:
    state = new()
    give(state, "army-12")  # coin wand2 / sword1 barrier1
    place(state, -1, -1, 3)  # wand2 barrier1 / coin sword1 over the start card's sword: its wand is beside a sword
    assert [state.strength(0, kind) for kind in TYPES] == [0, 0, 0, 0]
    state = new()
    give(state, "army-12")
    place(state, -1, -1, 1)  # the two wands lie over the sword, beside the start card's wand
    assert [state.strength(0, kind) for kind in TYPES] == [0, 3, 0, 0]


def test_a_lone_cell_with_two_chickens_counts_both_once_a_card_joins_it() -> None:
    state = new()
    paint(state, "Sc")
    give(state, "army-13")  # sword2 sword / coin barrier
    place(state, 0, 1)
    assert state.strength(0, SWORD) == 2 + 3


@pytest.mark.parametrize("army", ["sss", "SSs", "s/ss"])
def test_covered_chickens_do_not_count_and_part_their_group(army: str) -> None:
    state = new()
    paint(state, army)
    give(state, "army-05")  # barrier2 coin / wand wand
    place(state, army.count("/"), 1 - army.count("/"))
    assert state.strength(0, SWORD) == 0


# Battle: damage


@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [
        ("ss", "hhhhhhh", 0),
        ("wwwwwwww", "bb", 6),
        ("ss/wwwwwwww", "hhhhhhh/bb", 6),  # what is left of one defence is no help to the other
        ("sss/www", "hh/bb", 2),
        ("sss", "bbb", 3),
        ("www", "hhh", 3),
        ("sss", "H", 3),  # a lone cell does not defend
        ("sss", "Hh", 0),
        ("S.W", "c", 0),  # nor attack
        ("hh/bb/cc/pp", "c", 0),  # defenders, coins and potions do not strike
        ("sss/www", "cc/pp/ss/ww", 6),  # and attackers, coins and potions do not block
    ],
)
def test_physical_defence_blocks_physical_attack_and_magical_magical(attack: str, defence: str, damage: int) -> None:
    state = new()
    paint(state, attack, defence)
    assert state.damage(0, 1) == damage
    state._battle()
    assert state.health[1] == 30 - damage


def test_an_attack_hits_all_others_undivided_and_not_the_attacker() -> None:
    assert fought("sssss", "hh", "bb", "cc", health=[30] * 4).health == [30, 27, 25, 25]


def test_every_player_attacks() -> None:
    assert fought("ss", "www", "s", health=[30] * 3).health == [27, 28, 25]


def test_the_battle_comes_when_all_have_placed_a_card() -> None:
    state = new(3)
    paint(state, "sssss", "sssss", "sssss")
    for _ in range(3):
        assert state.health == [30, 30, 30]
        state.apply(BLIND)
        assert state.health == [30, 30, 30]
        place(state, -1, 4)
    assert max(state.health) < 30


def test_a_player_below_0_still_attacks_and_is_attacked() -> None:
    state = fought("ssss", "www", "ss", health=[30, 3, 30])
    assert state.health == [30 - 3 - 2, 3 - 4 - 2, 30 - 4 - 3]


def test_who_fell_in_an_earlier_round_neither_attacks_nor_is_attacked() -> None:
    state = new(3)
    state.queue, state.health = [0, 2], [20, -2, 20]
    paint(state, "ss", "ssssss", "w")
    fight(state)
    assert state.health == [20, -2, 18]


# Retreat


def test_players_at_0_are_out_and_at_1_are_not() -> None:
    state = fought("ss", "c", "c", health=[10, 2, 3])
    assert state.queue == [2, 0]
    assert state.health == [10, 0, 1]


def test_potions_do_not_save_who_is_at_0_nor_heal_him_later() -> None:
    state = fought("ss", "ppp", "c", health=[10, 2, 20])
    assert (state.queue, state.health) == ([2, 0], [10, 0, 18])
    fight(state)
    assert (state.queue, state.health) == ([0, 2], [10, 0, 16])


def test_survivors_heal_one_for_each_visible_potion_side_by_side_or_not() -> None:
    assert fought("pspp", "p", health=[10, 20]).health == [13, 21]


def test_a_covered_potion_does_not_heal() -> None:
    state = new()
    paint(state, "pspp", "c")
    state.health = [10, 10]
    give(state, "army-09")  # sword wand / barrier2 coin
    place(state, -1, -1)
    fight(state)
    assert state.health == [12, 10]


def test_the_wounds_of_the_battle_come_before_the_healing() -> None:
    assert fought("ss", "ppp", health=[30, 30]).health == [30, 30]
    assert fought("ss", "p", health=[30, 30]).health == [30, 29]


def test_healing_stops_at_30() -> None:
    assert fought("ppp", "p", health=[29, 30]).health == [30, 30]


def test_heal_cap_none_heals_above_30() -> None:
    state = fought("ppp", "p", health=[29, 30], options=NO_CAP)
    assert state.health == [32, 31]
    assert rules().new(2, 0, {"heal_cap": "30"}).encode() == rules().new(2, 0).encode()


def test_the_initiative_passes_to_the_left() -> None:
    state = fought("c", "c", "c", health=[30] * 3, first=1)
    assert state.queue == [2, 0, 1]
    assert state.current() == 2


@pytest.mark.parametrize("first", [0, 1])
def test_the_initiative_skips_who_is_out_also_when_he_held_it(first: int) -> None:
    assert fought("ss", "c", "c", "c", health=[30, 1, 30, 30], first=first).queue == [2, 3, 0]


# The end


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_last_survivor_wins(first: int) -> None:
    state = fought("ss", "c", "c", health=[1, 2, 2], first=first)
    assert state.current() == OVER
    assert state.winners() == [0]
    assert state.legal() == []


def test_the_end_is_tested_before_the_healing() -> None:
    assert fought("sspp", "c", health=[1, 2]).scores() == [1, 0]


@pytest.mark.parametrize(("health", "winner"), [([4, 4, 4], 0), ([1, 5, 1], 1), ([3, 2, 6], 0), ([3, 4, 6], 1)])
def test_if_all_fall_the_health_closest_to_0_wins(health: list[int], winner: int) -> None:
    state = fought("ssss", "wwww/pppp", "b", health=health[:])
    assert state.health == [health[0] - 4, health[1] - 4, health[2] - 8]
    assert state.current() == OVER
    assert state.winners() == [winner]


def test_who_fell_in_an_earlier_round_cannot_win_when_all_fall() -> None:
    state = new(3)
    state.queue, state.health = [0, 2], [1, -1, 1]
    paint(state, "sssss", "c", "ssss")
    fight(state)
    assert state.health == [-3, -1, -4]
    assert state.winners() == [0]


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 1), (2, 0)])
def test_if_all_fall_a_tie_goes_to_the_initiative_or_the_next_clockwise(first: int, winner: int) -> None:
    state = fought("ss", "ss", "h", health=[1, 1, 0], first=first)
    assert state.health == [-1, -1, -4]
    assert state.winners() == [winner]


@pytest.mark.parametrize(("left", "row", "current"), [(0, 3, 1), (0, 2, OVER), (1, 3, 1)])
def test_a_round_needs_a_card_of_deck_or_row_for_each_living_player(left: int, row: int, current: int) -> None:
    state = new(3)
    paint(state, "c", "c", "c")
    few_cards(state, left, row)
    fight(state)
    assert state.current() == current
    assert bool(state.winners()) == (current == OVER)


def test_the_dead_need_no_card() -> None:
    state = new(3)
    state.health = [30, 1, 30]
    paint(state, "ss", "c", "c")
    few_cards(state, 0, 2)
    fight(state)
    assert state.current() == 2


@pytest.mark.parametrize(("cards", "current"), [(2, OVER), (3, 0)])
def test_a_box_with_too_few_cards_ends_before_the_first_round(cards: int, current: int) -> None:
    state = dealt(with_army(("a", cards, "sword1 wand1 coin coin")), 3)
    assert state.current() == (current if current == OVER else state.queue[0])
    assert state.winners() == (state.queue[:1] if current == OVER else [])


def test_with_too_few_cards_the_highest_health_wins_after_the_last_healing() -> None:
    for army, winner in [("c", 1), ("pp", 1), ("ppp", 0)]:
        state = new(3)
        state.health = [10, 12, 11]
        paint(state, army, "c", "c")
        few_cards(state, 0, 2)
        fight(state)
        assert state.winners() == [winner]


@pytest.mark.parametrize(("first", "winner"), [(0, 1), (1, 0), (2, 0)])
def test_with_too_few_cards_a_tie_goes_to_who_holds_the_initiative_after_it_passed(first: int, winner: int) -> None:
    state = new(3, first=first)
    state.health = [12, 12, 11]
    paint(state, "c", "c", "c")
    few_cards(state, 0, 2)
    fight(state)
    assert state.winners() == [winner]


def test_there_is_no_winner_before_the_end_and_scores_are_the_health() -> None:
    state = new()
    state.health = [12, -3]
    assert state.winners() == []
    assert state.scores() == [12, -3]


# Variant: asymmetric start


def test_asymmetric_start_shows_each_colours_own_side() -> None:
    state = new(4, OWN_START)
    for player in range(4):
        design = rules().spec.decks["start"].designs[state.colours[player]]
        assert square(state, player, 0, 0) == [design.fields[corner] for corner in CORNERS]
    assert len({bytes(grid) for grid in state.kinds}) == 4


# Variant: to the last feather


@pytest.mark.parametrize(("health", "bonus"), [(30, 0), (16, 0), (15, 1), (1, 1), (0, 1), (-4, 1)])
@pytest.mark.parametrize("kind", TYPES)
def test_at_15_or_less_the_framed_chicken_adds_one_to_its_type_only(kind: int, health: int, bonus: int) -> None:
    state = new(options=FEATHER)
    frame(state, 0, kind)
    paint(state, "ss/ww/hh/bb", "c")
    state.health[0] = health
    assert [state.strength(0, each) for each in TYPES] == [2 + bonus * (each == kind) for each in TYPES]
    assert [state.strength(1, each) for each in TYPES] == [0, 0, 0, 0]


@pytest.mark.parametrize(("kind", "given", "taken"), [(SWORD, 7, 2), (WAND, 7, 2), (SHIELD, 6, 1), (BARRIER, 6, 1)])
def test_the_framed_chicken_counts_in_every_computation(kind: int, given: int, taken: int) -> None:
    """Against each defender, and from each attacker."""
    state = new(4, FEATHER)
    frame(state, 0, kind)
    paint(state, "sss/www/hh/bb", "sss/www", "sss/www", "sss/www")
    state.health[0] = 15
    assert [state.damage(0, other) for other in (1, 2, 3)] == [given] * 3
    assert [state.damage(other, 0) for other in (1, 2, 3)] == [taken] * 3


def test_the_framed_chicken_needs_no_group_and_makes_none() -> None:
    for army in ("c", "s", "S"):
        state = new(options=FEATHER)
        frame(state, 0, SWORD)
        paint(state, army, "c")
        state.health = [15, 30]
        fight(state)
        assert state.health == [15, 29]


def test_without_the_variant_there_is_no_framed_chicken() -> None:
    state = new()
    frame(state, 0, SWORD)
    paint(state, "ss", "c")
    state.health = [5, 30]
    assert state.strength(0, SWORD) == 2
    fight(state)
    assert state.health == [5, 28]


def test_the_general_flips_back_at_16() -> None:
    state = new(options=FEATHER)
    frame(state, 0, SWORD)
    paint(state, "ssp", "c")
    state.health = [15, 30]
    fight(state)
    assert state.health == [16, 27]
    fight(state)
    assert state.health == [17, 25]


@pytest.mark.parametrize(("first", "health"), [(0, [27, 14]), (1, [28, 14])])
def test_attacks_are_resolved_one_by_one_in_the_order_of_initiative(first: int, health: list[int]) -> None:
    state = new(options=FEATHER, first=first)
    frame(state, 1, WAND)
    paint(state, "ss", "ww")
    state.health = [30, 16]
    fight(state)
    assert state.health == health


def test_a_defenders_values_are_taken_before_the_damage_of_that_attack() -> None:
    state = new(3, FEATHER)
    frame(state, 2, BARRIER)
    paint(state, "sss/ww", "ww", "c")
    state.health = [30, 30, 16]
    fight(state)
    assert state.health[2] == 16 - 5 - 1


def test_the_variants_work_together() -> None:
    state = new(4, OWN_START | FEATHER | NO_CAP)
    assert square(state, 0, 0, 0)[0].endswith("2")
    frame(state, 0, SWORD)
    state.health[0] = 15
    assert state.strength(0, SWORD) == 1
    state.health[0] = 30
    paint(state, "p", "c", "c", "c")
    fight(state)
    assert state.health[0] == 31


# The engine's promises


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", ["no", "yes"])
def test_values_and_places_are_kept_up_to_date(players: int, start: str) -> None:
    for seed in range(4):
        state, rng = new(players, {"asymmetric_start": start, "last_feather": start}, seed=seed), Random(seed)
        decisions = 0
        while state.current() != OVER:
            player = state.current()
            state.apply(rng.choice(state.legal()))
            assert state.values[player * KINDS : (player + 1) * KINDS] == slow_values(state, player)
            places = slow_places(state, player)
            assert state.spots[player] == [PLACE + cell * TURNS + turn for cell in places for turn in range(TURNS)]
            decisions += 1
        assert decisions <= 2 * rules().cards
        assert len(state.winners()) == 1
        assert rules().decode(state.encode()).winners() == state.winners()


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)])
def test_the_longest_game_fits_the_grid(step: tuple[int, int]) -> None:
    """Two armies that run straight away from their start card, and never fall."""
    state = new(options=NO_CAP)
    state.health = [10_000, 10_000]
    rounds = 0
    while state.current() != OVER:
        rounds += 1
        for _ in range(2):
            state.apply(FREE)
            place(state, step[0] * rounds, step[1] * rounds)
    assert rounds == rules().cards // 2
    assert len(state.log) == 3 * 42
    assert rules().decode(state.encode()).encode() == state.encode()
    for lang in (Lang.FR, Lang.EN):
        assert max(map(len, rules().show(state, 0, lang).splitlines())) <= 100


def test_imagined_positions_look_the_same() -> None:
    for seed in range(3):
        state, rng = new(3, FEATHER, seed=seed), Random(seed)
        while state.current() != OVER:
            for player in range(3):
                imagined = rules().imagine(state.observe(player), Random(seed))
                assert imagined.observe(player) == state.observe(player)
                assert imagined.census() == rules().manifest()
                assert (imagined.values, imagined.spots) == (state.values, state.spots)
                assert state.determinize(player, Random(seed)).encode() == imagined.encode()
            state.apply(rng.choice(state.legal()))


def test_what_is_hidden_is_dealt_again() -> None:
    state = new()
    state.apply(BLIND)
    mine = {rules().imagine(state.observe(0), Random(seed)).hand for seed in range(20)}
    theirs = {rules().imagine(state.observe(1), Random(seed)).hand for seed in range(20)}
    decks = {tuple(rules().imagine(state.observe(0), Random(seed)).deck) for seed in range(20)}
    assert mine == {state.hand}
    assert len(theirs) > 5
    assert len(decks) == 20


def test_illegal_moves_are_refused_and_carry_the_position() -> None:
    state = new()
    for action in (-1, MIDDLE, PLACE, 10**9):
        with pytest.raises(IllegalMove, match=f'"{action}" is not a legal move for player 1') as caught:
            state.apply(action)
        assert caught.value.problems[0].where == Location(game="conquete", detail=state.encode())
    state.apply(FREE)
    text = state.encode()
    for action in (FREE, BLIND, -5, PLACE, 10**9):
        with pytest.raises(IllegalMove):
            state.apply(action)
    assert state.encode() == text
    rng = Random(1)
    while state.current() != OVER:
        state.apply(rng.choice(state.legal()))
    with pytest.raises(IllegalMove, match="cannot be played: the game is over"):
        state.apply(FREE)


def walked(steps: int = 21) -> str:
    """A position in the middle of a game, or with more steps at its end."""
    state, rng = new(3, seed=5), Random(5)
    while state.current() != OVER and steps:
        state.apply(rng.choice(state.legal()))
        steps -= 1
    return state.encode()


def words_of(text: str) -> dict[str, str]:
    return dict(word.split("=") for word in text.split(" "))


def spoilt(text: str, **changed: str) -> str:
    """A position with some of its words changed."""
    words = words_of(text)
    assert changed.keys() <= words.keys()
    assert changed.items() - words.items()
    return " ".join(f"{name}={word}" for name, word in (words | changed).items())


@pytest.mark.parametrize(
    "word",
    [
        "options=3",
        "options=heal_cap",
        "options=heal_cap:40",
        "options=heal_cap:30",
        "options=heal_caps:none",
        "options=last_feather:yes,last_feather:yes",
        "options=last_feather:yes,asymmetric_start:yes",
        "colours=moon/moon/oak",
        "colours=moon/anchor",
        "colours=moon",
        "colours=",
        "colours=0/1/2",
        "colours=moon/anchor/oak/crown/crown",
        "box=",
        "box=moon",
        "box=crown,crown",
        "queue=",
        "queue=1,2,2",
        "queue=1,3,2",
        "queue=0,1,2",
        "queue=1,2",
        "queue=False,2,3",
        "queue=1,2,3,1",
        "queue=2,3,4",
        "turn=4",
        "turn=0",
        "turn=-1",
        "turn=1",
        "turn=3",
        "turn=2.0",
        "turn=",
        "health=10/15",
        "health=10/15/13/13",
        "health=31/15/13",
        "health=0/15/13",
        "health=nan/15/13",
        "health='10'/15/13",
        "health=+10/15/13",
        "health=010/15/13",
        "health=¹0/15/13",
        "hand=army-99",
        "hand=33",
        "hand=",
        "blind=2",
        "blind=True",
        "row=army-03,army-19",
        "row=army-03,army-19,army-08,army-18",
        "laid=",
        "laid={}",
        "laid=1:army-27",
    ],
)
def test_a_position_that_cannot_be_is_refused(word: str) -> None:
    text = walked()
    assert rules().decode(text).encode() == text
    name, _, value = word.partition("=")
    with pytest.raises(SpecError, match=r'^conquete: position "'):
        rules().decode(spoilt(text, **{name: value}))


def without_last(word: str) -> str:
    return word.rpartition(",")[0]


def third_twice(word: str) -> str:
    _, second, third, *others = word.split(",")
    return ",".join([third, second, third, *others])


def first_placed(place: int, part: str) -> Callable[[str], str]:
    """Change one of the five parts of the first card that was placed."""

    def change(word: str) -> str:
        first, *others = word.split(",")
        parts = first.split(":")
        parts[place : place + 1] = [part]
        return ",".join([":".join(parts), *others])

    return change


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("row", without_last),
        ("deck", without_last),
        ("deck", third_twice),
        ("laid", without_last),
        ("laid", first_placed(0, "4")),
        ("laid", first_placed(0, "0")),
        ("laid", first_placed(1, "army-99")),
        ("laid", first_placed(1, "26")),
        ("laid", first_placed(2, "9")),
        ("laid", first_placed(2, str(10**30))),
        ("laid", first_placed(3, "47")),
        ("laid", first_placed(4, "4")),
        ("laid", first_placed(4, "-1")),
        ("laid", first_placed(4, "2:1")),
    ],
)
def test_a_position_with_cards_that_cannot_be_is_refused(name: str, change: Callable[[str], str]) -> None:
    text = walked()
    with pytest.raises(SpecError, match=r'^conquete: position "'):
        rules().decode(spoilt(text, **{name: change(words_of(text)[name])}))


def test_a_row_of_four_is_refused_also_when_every_card_is_there() -> None:
    words = words_of(walked())
    top, _, deck = words["deck"].partition(",")
    with pytest.raises(SpecError, match="must have a row of 3 cards"):
        rules().decode(spoilt(walked(), row=f"{words['row']},{top}", deck=deck))


@pytest.mark.parametrize("text", ["{} more=1", "more=1 {}", "{}x", "{},"])
def test_a_position_has_its_words_and_no_others(text: str) -> None:
    with pytest.raises(SpecError, match=r'^conquete: position "'):
        rules().decode(text.format(walked()))


@pytest.mark.parametrize("name", words_of(rules().new(2).encode()))
def test_a_position_lacks_no_word(name: str) -> None:
    words = words_of(walked())
    del words[name]
    with pytest.raises(SpecError, match=r'^conquete: position "'):
        rules().decode(" ".join(f"{name}={word}" for name, word in words.items()))


@pytest.mark.parametrize(
    ("changed", "steps", "wrong"),
    [
        ({"blind": "1"}, 2, "a blind card only in hand"),
        ({"laid": "2:army-27:0:1:2"}, 2, "must have one card placed by each player in each round"),
        ({"turn": "3"}, 99, "must end when too few players or cards are left"),
        ({"queue": "3,1"}, 99, "must have a queue of players who all have more than 0 health or all fell together"),
        ({"queue": "1,2"}, 99, "must have every player with more than 0 health in the queue"),
        ({"health": "-4/1/1"}, 99, "must have every player with more than 0 health in the queue"),
        ({"queue": "1,3,2"}, 21, "must have its queue clockwise from the initiative"),
        ({"colours": "moon"}, 21, "does not add up: the game is for 2 to 4 players, not 1"),
        ({"colours": "moon/anchor"}, 21, "does not add up: each colour must appear once"),
        ({"health": "10/15"}, 21, "does not add up: each of 3 players needs a health value"),
        ({"turn": "4"}, 21, "does not add up: the player to act must be in the queue"),
        ({"row": "army-03,army-19"}, 21, "must have every card of the box once"),
    ],
)
def test_a_position_that_does_not_add_up_says_what_is_wrong(changed: dict[str, str], steps: int, wrong: str) -> None:
    text = walked(steps)
    assert (rules().decode(text).current() == OVER) == (steps == 99)
    with pytest.raises(SpecError, match=wrong):
        rules().decode(spoilt(text, **changed))


def test_a_card_in_hand_after_the_end_says_what_is_wrong() -> None:
    top, _, deck = words_of(walked(99))["deck"].partition(",")
    with pytest.raises(SpecError, match="must have a card in hand only during a turn"):
        rules().decode(spoilt(walked(99), hand=top, deck=deck))


def test_a_health_above_30_is_a_position_only_without_the_cap() -> None:
    for options, allowed in [(NO_CAP, True), ({}, False)]:
        state = new(options=options)
        state.health[1] = 31
        if allowed:
            assert rules().decode(state.encode()).health == [30, 31]
        else:
            with pytest.raises(SpecError, match="must have no health above 30"):
                rules().decode(state.encode())


@pytest.mark.parametrize("text", ["", "3", "players=2", '{"players": 2}', "[" * 100_000, "\ud800", "9" * 5000])
def test_garbage_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r'^conquete: position "'):
        rules().decode(text)


def test_words_have_one_order() -> None:
    text = new(3, FEATHER, seed=5).encode()
    assert rules().decode(text).observe(1) == new(3, FEATHER, seed=5).observe(1)
    with pytest.raises(SpecError, match="must have the form options=… colours=… box=… queue=…"):
        rules().decode(" ".join(reversed(text.split(" "))))


def test_the_order_of_options_is_no_matter() -> None:
    options = OWN_START | FEATHER | NO_CAP
    state, other = (new(3, chosen, seed=5) for chosen in (options, dict(reversed(options.items()))))
    assert state.encode() == other.encode()
    assert state.observe(1) == other.observe(1) == rules().decode(state.encode()).observe(1)


def walk(custom: ConqueteRules, seed: int) -> Iterator[ConqueteState]:
    """Every position of a random game."""
    state, rng = custom.new(2 + seed % 3, seed, (FEATHER, OWN_START)[seed % 2]), Random(seed)
    assert isinstance(state, ConqueteState)
    yield state
    while state.current() != OVER:
        state.apply(rng.choice(state.legal()))
        yield state


def test_the_order_of_the_rows_misreads_no_position() -> None:
    other = with_decks(
        **{
            name: deck.model_copy(update={"designs": Random(name).sample(deck.designs, len(deck.designs))})
            for name, deck in rules().spec.decks.items()
        }
    )
    assert other.ids != rules().ids
    assert other.emblems != rules().emblems
    for seed in range(4):
        for state in walk(rules(), seed):
            text = state.encode()
            again: ConqueteState = other.decode(text)
            assert again.encode() == text
            assert (again.legal(), again.scores(), again.winners()) == (state.legal(), state.scores(), state.winners())
            assert (again.kinds, again.hens, again.values) == (state.kinds, state.hens, state.values)
            assert (again.census(), again.spare()) == (state.census(), state.spare())
            for lang in (Lang.FR, Lang.EN):
                assert other.show(again, 0, lang) == rules().show(state, 0, lang)


def test_an_emblem_may_have_any_name() -> None:
    """A designer's own choices are free text."""
    decks = {}
    for name in ("start", "general", "health"):
        deck = rules().spec.decks[name]
        designs = [
            design.model_copy(update={"fields": design.fields | {"emblem": f"{design.fields['emblem']} d’or, 1/2=a:b"}})
            for design in deck.designs
        ]
        decks[name] = deck.model_copy(update={"designs": designs})
    other = with_decks(**decks)
    for state in walk(other, 1):
        assert other.decode(state.encode()).encode() == state.encode()


def test_like_cards_in_a_row_are_written_as_a_run() -> None:
    state = dealt(with_army(("a", 20, "sword1 wand1 coin coin")))
    assert words_of(state.encode())["deck"] == "a*17"
    assert words_of(state.encode())["row"] == "a*3"
    assert state.rules.decode(state.encode()).encode() == state.encode()


def test_the_table_shows_a_blind_card_to_its_owner_only() -> None:
    state = new()
    state.apply(BLIND)
    assert "?" not in rules().show(state, 0, Lang.EN)
    assert "?" in rules().show(state, 1, Lang.EN)


def test_the_table_fits_a_terminal_and_names_the_generals() -> None:
    for players, lang in product((2, 3, 4), (Lang.FR, Lang.EN)):
        state, rng = new(players, seed=7), Random(7)
        while state.current() != OVER:
            shown = rules().show(state, players - 1, lang)
            assert max(map(len, shown.splitlines())) <= 100
            for player in range(players):
                assert str(rules().generals[state.colours[player]].field("name", lang)) in shown
            state.apply(rng.choice(state.legal()))
