"""CotCotCollec', rule by rule.

In these tests cards are letters: a to j the motifs, * a joker, 2 a doubler, ! a rooster; players are counted from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence
from itertools import groupby, permutations, product
from random import Random
from typing import Any

import pytest

from pnp.errors import IllegalMove, SpecError
from pnp.games.cotcotcollec.rules import (
    CHEST,
    DOUBLE,
    DRAW,
    EXTEND,
    FOX,
    JOIN,
    OPEN,
    STAY,
    TAKE,
    WIDTH,
    CotcotcollecRules,
    CotcotcollecState,
)
from pnp.play.bots import Bot, GreedyBot, RandomBot
from pnp.play.core import OVER
from pnp.play.registry import find_rules
from pnp.project.folders import bundled_project
from pnp.spec.load import load_game
from pnp.terms import Lang
from tests.loading import load_rules

LETTERS = "abcdefghij*2!"
JOKER, DOUBLER, ROOSTER = 10, 11, 12


def rules_of_the_box() -> CotcotcollecRules:
    rules = load_rules("cotcotcollec")
    assert isinstance(rules, CotcotcollecRules)
    return rules


RULES = rules_of_the_box()


def name_of(letter: str) -> str:
    """The id of a card."""
    return RULES.designs[LETTERS.index(letter)].id


def run(cards: str, sign: str = ",") -> str:
    """Cards in their order, as a position names them."""
    counted = [(name_of(letter), len(list(same))) for letter, same in groupby(cards)]
    return sign.join(f"{name}*{count}" if count > 1 else name for name, count in counted)


def pile(cards: str) -> str:
    """Cards whose order does not matter, as a position names them."""
    return run("".join(sorted(cards, key=name_of)))


def laid(collections: str) -> str:
    """The collections of a player, as a position names them."""
    rows = [] if collections == "-" else collections.split(",")
    return ",".join(run(row, "+") for row in sorted(rows, key=lambda row: name_of(row[0])))


def read(text: str) -> CotcotcollecState:
    state = RULES.decode(text)
    assert isinstance(state, CotcotcollecState)
    return state


def position(
    hands: list[str],
    collections: list[str] | None = None,
    *,
    empty: list[int] | None = None,
    chests: list[str] | None = None,
    fox: str = "-",
    points: int = 3,
    market: str = "ghi",
    deck: str = "",
    roosters: int = 0,
    pad: str = "",
    options: dict[str, str] | None = None,
) -> CotcotcollecState:
    """Seat 0 to play; chests hide j cards; a doubler not seen elsewhere is in its hand; `deck` is its top."""
    players = len(hands)
    collections = collections or ["-"] * players
    grown = [0 if rows == "-" else rows.count(",") + 1 for rows in collections]
    chests = chests or ["j" * (under + free) for under, free in zip(grown, empty or [0] * players, strict=True)]
    hands = [
        hand if "2" in hand + rows + chest else hand + "2"
        for hand, rows, chest in zip(hands, collections, chests, strict=True)
    ]
    left = Counter({letter: RULES.counts[kind] for kind, letter in enumerate(LETTERS)})
    left.subtract("".join(hands) + "".join(chests) + "".join(collections) + market + deck + "!" * roosters)
    left["2"] = 0
    left = Counter({letter: left[letter] for letter in LETTERS})  # without the signs between collections
    assert min(left.values()) >= 0, "more cards than the box has"
    noted = pad.split(",") if pad else []
    words = {
        "options": ",".join(f"{name}:{value}" for name, value in (options or {}).items()),
        "turn": 0,
        "seat": 1,
        "points": points,
        "moved": 0,
        "fox": "0" if fox == "-" else f"{int(fox[0]) + 1}:{name_of(fox[1])}",
        "roosters": roosters,
        "pad": "/".join(",".join(noted[seat::players]) for seat in range(players)),
        "market": ",".join(map(name_of, market)),
        "deck": run(deck + "".join(left.elements())),
        "hands": "/".join(map(pile, hands)),
        "known": "/".join("doubler" if "2" in hand else "" for hand in hands),
        "chests": "/".join(map(pile, chests)),
        "collections": "/".join(map(laid, collections)),
    }
    return read(" ".join(f"{name}={value}" for name, value in words.items()))


def kind(letter: str) -> int:
    return LETTERS.index(letter)


def play(state: CotcotcollecState, *actions: int) -> CotcotcollecState:
    for action in actions:
        state.apply(action)
    return state


def take_the_rest(state: CotcotcollecState) -> None:
    """Spend what is left of a turn on the market."""
    seat = state.seat
    while state.seat == seat and state.points:
        state.apply(TAKE + state.market[0])


def fox_to(seat: int, letter: str) -> int:
    return FOX + seat * WIDTH + kind(letter)


def family(state: CotcotcollecState, base: int) -> str:
    """The letters of the legal actions of a family."""
    return "".join(LETTERS[action - base] for action in state.legal() if base <= action < base + WIDTH)


def fox_moves(state: CotcotcollecState) -> list[tuple[int, str]]:
    moves = [divmod(action - FOX, WIDTH) for action in state.legal() if action >= FOX]
    return [(seat, LETTERS[motif]) for seat, motif in moves]


def held(state: CotcotcollecState, seat: int) -> str:
    row = RULES.row
    return "".join(LETTERS[k] * count for k, count in enumerate(state.hands[seat * row : seat * row + row]))


def shown(state: CotcotcollecState) -> str:
    return "".join("-" if card < 0 else LETTERS[card] for card in state.market)


def new(players: int, seed: int = 0, options: dict[str, str] | None = None) -> CotcotcollecState:
    state = RULES.new(players, seed, options)
    assert isinstance(state, CotcotcollecState)
    return state


# Components


@pytest.mark.parametrize(
    ("kind_of_card", "designs", "each"), [("object", 10, 9), ("joker", 1, 5), ("doubler", 1, 5), ("rooster", 1, 10)]
)
def test_110_cards_are_ten_motifs_of_nine_ten_roosters_five_doublers_and_five_jokers(
    kind_of_card: str, designs: int, each: int
) -> None:
    cards = [design for design in RULES.designs if design.fields["kind"] == kind_of_card]
    assert [design.count for design in cards] == [each] * designs
    assert [RULES.counts[RULES.designs.index(design)] for design in cards] == [each] * designs
    assert sum(RULES.counts) == 110


def test_the_manifest_has_one_fox_one_pad_and_110_cards() -> None:
    manifest = RULES.manifest()
    assert (manifest["fox-standee"], manifest["score-pad"], manifest["fox-token"]) == (1, 1, 0)
    assert manifest.total() == 112


@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(SpecError, match="cotcotcollec is for 2 to 5 players"):
        new(players)


def rules_with(counts: dict[str, int], kinds: dict[str, str] | None = None) -> None:
    """Rules for a box in which some designs have another count, or are of another kind."""
    spec = load_game(bundled_project(), "cotcotcollec")
    cards = spec.decks["cards"]
    designs = [
        d.model_copy(
            update={
                "count": counts.get(d.id, d.count),
                "fields": {**d.fields, "kind": (kinds or {}).get(d.id, d.fields["kind"])},
            }
        )
        for d in cards.designs
    ]
    CotcotcollecRules(
        spec.model_copy(update={"decks": {**spec.decks, "cards": cards.model_copy(update={"designs": designs})}})
    )


def test_a_box_that_these_rules_cannot_be_played_with_is_refused() -> None:
    rules_with({})
    with pytest.raises(SpecError, match="cards must have at least 10 roosters"):
        rules_with({"rooster": 9})
    with pytest.raises(SpecError, match="cards must have 5 doublers for 5 players"):
        rules_with({"doubler": 4})
    with pytest.raises(SpecError, match="cards must have enough objects and jokers for 5 hands and the market"):
        rules_with({design.id: 2 for design in RULES.designs[:JOKER]} | {"joker": 2})
    rules_with({design.id: 2 for design in RULES.designs[:JOKER]} | {"joker": 3})
    for wrong in {"joker": "doubler"}, {"joker": "rooster"}, {"joker": "object"}, {"doubler": "joker"}:
        with pytest.raises(SpecError, match="cards must have one row each for the joker, the doubler and the rooster"):
            rules_with({}, wrong)
    with pytest.raises(SpecError, match="cards must have from 1 to 12 kinds of object"):
        rules_with({}, {design.id: "joker" for design in RULES.designs[:JOKER]})


# Set-up


def test_cards_are_shuffled_before_the_deal() -> None:
    dealt = [new(2, seed) for seed in range(40)]
    assert {card for state in dealt for card in state.market} == set(range(JOKER + 1)), "every object, and the joker"
    assert {letter for state in dealt for letter in held(state, 0)} == set("abcdefghij*2")
    assert len({held(state, 1) for state in dealt}) > 35


def test_the_market_begins_with_three_objects_or_jokers() -> None:
    for seed in range(200):
        state = new(5, seed)
        assert len(state.market) == 3
        assert max(state.market) <= JOKER
        assert state.roosters == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_is_dealt_four_cards_and_a_doubler(players: int) -> None:
    state = new(players)
    for seat in range(players):
        assert len(held(state, seat)) == 5
        assert held(state, seat).count("2") == 1
        assert "!" not in held(state, seat)


def test_spare_doublers_are_in_the_box_and_still_counted() -> None:
    assert DOUBLER not in new(2).deck
    assert new(2).census()["doubler"] == 5
    assert new(2).census() == RULES.manifest()


@pytest.mark.parametrize(("players", "cards"), [(2, 94), (3, 90), (4, 86), (5, 82)])
def test_the_deck_has_what_is_left_and_the_ten_roosters(players: int, cards: int) -> None:
    state = new(players)
    assert len(state.deck) == cards
    assert state.deck.count(ROOSTER) == 10


def test_the_roosters_are_shuffled_into_the_deck() -> None:
    decks = [new(2, seed).deck for seed in range(200)]
    for place in (0, 46, 93):
        assert 5 <= sum(deck[place] == ROOSTER for deck in decks) <= 45, "about a tenth, at the top as at the bottom"


def test_the_fox_waits_beside_the_deck() -> None:
    assert new(3).fox_seat == -1
    assert fox_moves(new(3)) == []


def test_the_start_player_is_random() -> None:
    assert {new(5, seed).current() for seed in range(100)} == {0, 1, 2, 3, 4}


def test_left_is_the_next_player_in_turn_order_and_the_last_is_followed_by_the_first() -> None:
    state = position(["abcd", "abcd", "abcd"])
    order: list[int] = []
    while len(order) < 4:
        order.append(state.current())
        take_the_rest(state)
    assert order == [0, 1, 2, 0]


# The turn


def test_a_turn_is_three_points_all_of_which_must_be_spent() -> None:
    state = position(["abcd", ""])
    for points in (3, 2, 1):
        assert (state.current(), state.points) == (0, points)
        assert STAY not in state.legal()
        state.apply(state.legal()[0])
    assert (state.current(), state.points) == (1, 3)


@pytest.mark.parametrize(
    ("action", "cost"),
    [
        (CHEST + 0, 1),
        (CHEST + JOKER, 1),
        (OPEN + 2, 1),
        (EXTEND + 0, 1),
        (JOIN + 0, 1),
        (DOUBLE + 0, 1),
        (TAKE + 6, 1),
        (DRAW, 2),
        (FOX + 1, 1),
        (FOX + WIDTH + 3, 2),
    ],
)
def test_what_each_action_costs(action: int, cost: int) -> None:
    for options in {}, {"joker_cost": "2"}:
        state = position(["ac*2", ""], ["a,b", "d"], empty=[1, 0], fox="0a", market="g*i", options=options)
        assert play(state, action).points == 3 - cost


def test_any_action_may_be_repeated() -> None:
    state = play(position(["aab", ""]), CHEST + kind("a"), CHEST + kind("a"), CHEST + kind("b"))
    assert state.empty == [3, 0]
    state = play(position(["abc", ""], empty=[3, 0]), OPEN + kind("a"), OPEN + kind("b"), OPEN + kind("c"))
    assert state.owned == [0b111, 0]
    state = play(position(["aaa", ""], ["a", "-"], fox="0a"), *[EXTEND + kind("a")] * 3)
    assert state.length[0] == 4
    state = play(position(["***", ""], ["a", "-"], fox="0a"), *[JOIN + kind("a")] * 3)
    assert (state.length[0], state.jokers[0]) == (4, 3)
    state = play(position(["aab", ""], market="fff", deck="fgg"), TAKE + kind("f"), TAKE + kind("f"), TAKE + kind("f"))
    assert held(state, 0) == "aabfff2"


def test_actions_are_done_in_any_order() -> None:
    actions = (CHEST + kind("c"), EXTEND + kind("a"), TAKE + kind("g"))
    ends = {
        play(position(["acd", ""], ["a", "-"], fox="0a", deck="b"), *order).encode() for order in permutations(actions)
    }
    assert len(ends) == 1


def test_an_illegal_move_is_refused_with_the_position() -> None:
    state = position(["ab", ""])
    before = state.encode()
    with pytest.raises(IllegalMove, match="turn=0 seat=1"):
        state.apply(OPEN + kind("a"))
    assert state.encode() == before


def test_cards_on_the_table_never_move_turn_or_return() -> None:
    for seed in range(8):
        rng = Random(seed)
        state = new(2 + seed % 4, seed)
        while state.current() != OVER:
            before = state.clone()
            state.apply(rng.choice(state.legal()))
            for name in ("chests", "length", "jokers"):
                assert all(map(int.__le__, getattr(before, name), getattr(state, name)))
            for seat in range(state.players):
                assert before.owned[seat] & ~state.owned[seat] == 0
                closed = {collection for collection in before.collections(seat) if collection[3]}
                assert closed <= set(state.collections(seat))


# Chests


def test_any_card_of_the_hand_can_become_a_chest() -> None:
    assert family(position(["aab*2", ""]), CHEST) == "ab*2"


def test_a_card_laid_as_a_chest_leaves_the_hand_for_a_new_empty_chest() -> None:
    state = play(position(["aab", ""], empty=[1, 0]), CHEST + kind("a"))
    assert (held(state, 0), state.empty, state.owned) == ("ab2", [2, 0], [0, 0])


def test_a_chest_never_counts_again_not_even_a_doubler() -> None:
    state = play(position(["aab2", ""]), CHEST + DOUBLER, OPEN + kind("a"))
    assert DOUBLE not in state.legal()
    state.fox_seat = state.fox_motif = -1
    assert state.collection_points() == [4, 0], "neither longer nor doubled"
    assert family(state, EXTEND) == "a"


def test_the_card_of_a_chest_may_be_of_another_motif_or_of_the_same() -> None:
    state = play(position(["aab", ""], chests=["a", ""]), OPEN + kind("a"), CHEST + kind("a"), OPEN + kind("b"))
    assert state.owned == [0b11, 0]
    assert state.length[:2] == [1, 1], "the a under the collection of a does not count"


def test_a_joker_as_a_chest_does_not_count() -> None:
    state = position(["", ""], ["a,b", "aa"], chests=["*j", "jj"], fox="0b")
    assert state.collection_points() == [1, 3]


def test_chests_have_no_limit() -> None:
    state = position(["abcdef", ""], empty=[9, 0], market="ghi")
    assert family(state, CHEST) == "abcdef2"


# Opening


def test_a_collection_needs_an_empty_chest() -> None:
    assert family(position(["abc", ""]), OPEN) == ""
    assert family(position(["abc", ""], empty=[1, 0]), OPEN) == "abc"
    assert family(position(["abc", ""], empty=[0, 1]), OPEN) == "", "an own one"


def test_a_chest_takes_one_collection() -> None:
    state = play(position(["abc", ""], empty=[1, 0]), OPEN + kind("a"))
    assert family(state, OPEN) == ""


def test_the_object_that_opens_a_collection_leaves_the_hand() -> None:
    state = play(position(["aab", ""], empty=[2, 0]), OPEN + kind("a"))
    assert (held(state, 0), state.length[0], state.empty, state.open) == ("ab2", 1, [1, 0], [1, 0])


def test_a_collection_is_not_opened_with_a_joker_or_a_doubler() -> None:
    assert family(position(["a*2", ""], empty=[2, 0]), OPEN) == "a"


def test_a_player_has_one_collection_of_a_motif_closed_or_not() -> None:
    assert family(position(["abc", ""], ["a,b2", "-"], empty=[1, 0], fox="0a"), OPEN) == "c"


def test_a_collection_under_the_fox_is_still_owned_and_on_its_chest() -> None:
    state = position(["ab", ""], ["a", "-"], empty=[1, 0], fox="0a")
    assert family(state, OPEN) == "b"
    assert position(["", ""], ["a", "-"], fox="0a").scores() == [-1, -1], "a doubler each, no empty chest"


def test_two_players_may_collect_the_same_motif() -> None:
    assert family(position(["ab", ""], ["-", "a"], empty=[1, 0], fox="1a"), OPEN) == "ab"


# Extending


def test_a_collection_grows_by_its_own_motif() -> None:
    state = position(["abc", ""], ["a,b", "c"], fox="0a")
    assert family(state, EXTEND) == "ab"
    assert play(state, EXTEND + kind("b")).length[:3] == [1, 2, 0]


def test_the_object_laid_on_a_collection_leaves_the_hand() -> None:
    state = play(position(["aab", ""], ["a", "-"], fox="0a"), EXTEND + kind("a"))
    assert (held(state, 0), state.jokers[0]) == ("ab2", 0)


def test_a_closed_collection_takes_neither_object_nor_joker() -> None:
    state = position(["ab*", ""], ["a2,b", "-"], fox="0b")
    assert (family(state, EXTEND), family(state, JOIN)) == ("b", "b")


def test_a_joker_extends_any_own_collection_that_is_not_closed() -> None:
    state = position(["c*", ""], ["a,b2,d", "c"], fox="0a")
    assert family(state, JOIN) == "ad"
    assert family(position(["c", ""], ["a,b", "-"], fox="0a"), JOIN) == "", "only with a joker in the hand"
    state.apply(JOIN + kind("d"))
    assert (held(state, 0), state.length[3], state.jokers[3]) == ("c", 2, 1)


# Doublers


def test_a_doubler_closes_the_collection() -> None:
    state = play(position(["aa*2", ""], ["a", "-"], fox="0a"), DOUBLE + kind("a"))
    assert family(state, EXTEND) + family(state, JOIN) + family(state, DOUBLE) == ""
    assert (held(state, 0), state.length[0]) == ("aa*", 1)


def test_a_doubler_needs_a_collection_with_an_object() -> None:
    assert family(position(["ab2", ""], empty=[1, 0]), DOUBLE) == ""
    assert family(position(["ab2", ""], ["c,d**", "a"], fox="1a"), DOUBLE) == "cd"


def test_a_joker_does_not_replace_a_doubler() -> None:
    state = position(["a*", ""], ["a", "-"], chests=["2", ""], fox="0a")
    assert family(state, DOUBLE) == ""


def test_a_doubler_goes_on_an_own_collection_only() -> None:
    assert family(position(["", ""], ["a", "b"], fox="0a"), DOUBLE) == "a"


# The market and the deck


def test_a_taken_slot_is_refilled_at_once() -> None:
    state = play(position(["", ""], market="abc", deck="d"), TAKE + kind("b"))
    assert (shown(state), held(state, 0), state.points) == ("adc", "b2", 2)


def test_any_of_the_three_cards_of_the_market_may_be_taken() -> None:
    assert family(position(["", ""], market="*ab"), TAKE) == "ab*"


def test_equal_market_cards_are_one_action() -> None:
    assert family(position(["", ""], market="bab"), TAKE) == "ab"


def test_there_are_always_three_cards_in_the_market() -> None:
    for seed in range(5):
        rng = Random(seed)
        state = new(2 + seed % 4, seed)
        while state.current() != OVER:
            assert len(state.market) == 3
            assert all(0 <= card <= JOKER for card in state.market)
            state.apply(rng.choice(state.legal()))


def test_drawing_costs_two_points() -> None:
    state = play(position(["", ""], market="abc", deck="d"), DRAW)
    assert (shown(state), held(state, 0), state.points) == ("abc", "d2", 1)
    assert DRAW not in state.legal()


# The fox comes in


def test_the_first_player_to_open_a_collection_gets_the_fox() -> None:
    state = play(position(["ab", "ab"], empty=[2, 2]), OPEN + kind("b"))
    assert (state.fox_seat, state.fox_motif) == (0, kind("b"))
    state.apply(OPEN + kind("a"))
    assert (state.fox_seat, state.fox_motif) == (0, kind("b")), "only the first brings it in"


def test_the_fox_does_not_come_in_for_a_chest() -> None:
    assert play(position(["ab", "ab"]), CHEST, CHEST + 1).fox_seat == -1


def test_a_player_whom_the_fox_came_to_may_move_it_in_the_same_turn() -> None:
    state = play(position(["ab", ""], empty=[2, 0]), OPEN + kind("a"), OPEN + kind("b"))
    assert fox_moves(state) == [(0, "b")], "coming in was no move"
    state = play(position(["a", ""], empty=[1, 1]), OPEN + kind("a"))
    assert fox_moves(state) == [], "no other collection at home, none at the left"


def test_a_collection_under_the_fox_can_be_extended_and_doubled() -> None:
    state = position(["a*2", ""], ["a", "-"], fox="0a")
    assert family(state, EXTEND) + family(state, JOIN) + family(state, DOUBLE) == "aaa"


# The fox moves


def test_the_fox_moves_at_home_for_one_point() -> None:
    state = position(["", ""], ["a,b,c2", "-"], fox="0a")
    assert fox_moves(state) == [(0, "b"), (0, "c")]
    play(state, fox_to(0, "c"))
    assert (state.points, state.fox_seat, state.fox_motif) == (2, 0, kind("c"))


def test_the_fox_moves_to_the_left_neighbour_for_two_points() -> None:
    state = position(["", "", ""], ["a", "b,c", "d"], fox="0a")
    assert fox_moves(state) == [(1, "b"), (1, "c")]
    play(state, fox_to(1, "c"))
    assert (state.points, state.fox_seat, state.fox_motif) == (1, 1, kind("c"))


def test_left_of_the_last_player_is_the_first() -> None:
    text = position(["", "", ""], ["a", "b", "c,d"], fox="2c").encode().replace("seat=1", "seat=3")
    state = read(text)
    assert fox_moves(state) == [(0, "a"), (2, "d")]
    take_the_rest(state)
    assert state.legal() == [STAY, fox_to(0, "a")]


def test_closed_collections_can_get_the_fox_too() -> None:
    state = position(["", ""], ["a,b", "c,d2"], fox="0a")
    assert fox_moves(state) == [(0, "b"), (1, "c"), (1, "d")]
    take_the_rest(state)
    assert fox_moves(state) == [(1, "c"), (1, "d")]


def test_the_two_point_move_needs_two_points() -> None:
    assert fox_moves(position(["", ""], ["a,d", "b"], fox="0a", points=1)) == [(0, "d")]


def test_only_a_fox_on_an_own_collection_can_be_moved() -> None:
    for fox in "1b", "2d":
        state = position(["", "", ""], ["a,e", "b,c", "d"], fox=fox)
        assert fox_moves(state) == []
        take_the_rest(state)
        assert state.current() == 1, "nor for nothing at the end of the turn"


def test_the_fox_is_moved_for_points_once_a_turn() -> None:
    state = play(position(["", ""], ["a,b", "c"], fox="0a"), fox_to(0, "b"))
    assert state.points == 2
    assert fox_moves(state) == []


def test_the_fox_can_be_moved_again_in_the_next_turn() -> None:
    state = play(position(["abc", "abc"], ["a,b", "c"], fox="0a"), fox_to(0, "b"), CHEST, CHEST + 1, STAY)
    play(state, CHEST, CHEST + 1, CHEST + 2)
    assert (state.current(), fox_moves(state)) == (0, [(0, "a"), (1, "c")])


def test_the_free_move_comes_after_the_third_point_and_is_optional() -> None:
    state = play(position(["abc", ""], ["a", "b,d"], fox="0a"), CHEST, CHEST + 1)
    assert STAY not in state.legal()
    state.apply(CHEST + 2)
    assert (state.current(), state.points) == (0, 0)
    assert state.legal() == [STAY, fox_to(1, "b"), fox_to(1, "d")]
    kept, sent = play(state.clone(), STAY), play(state.clone(), fox_to(1, "d"))
    assert (kept.current(), kept.fox_seat, kept.points) == (1, 0, 3)
    assert (sent.current(), sent.fox_seat, sent.fox_motif, sent.points) == (1, 1, kind("d"), 3)


def test_the_free_move_is_allowed_after_a_paid_move_at_home() -> None:
    state = play(position(["abc", ""], ["a,d", "b"], fox="0a"), fox_to(0, "d"), CHEST, CHEST + 1)
    assert state.legal() == [STAY, fox_to(1, "b")]


def test_there_is_no_free_move_after_the_fox_was_sent_away() -> None:
    state = play(position(["abc", ""], ["a,d", "b"], fox="0a"), fox_to(1, "b"), CHEST)
    assert state.current() == 1


def test_the_free_move_does_not_use_up_the_neighbours_paid_move() -> None:
    state = play(position(["abc", ""], ["a", "b,d"], fox="0a"), CHEST, CHEST + 1, CHEST + 2, fox_to(1, "b"))
    assert fox_moves(state) == [(0, "a"), (1, "d")]


# Roosters


def test_a_rooster_for_the_market_is_counted_and_replaced_and_costs_nothing() -> None:
    state = play(position(["", ""], market="abc", deck="!!d"), TAKE + kind("a"))
    assert (shown(state), state.roosters, state.points, state.pad) == ("dbc", 2, 2, [])


def test_a_rooster_for_a_hand_is_counted_and_the_next_card_drawn() -> None:
    state = play(position(["", ""], deck="!!d"), DRAW)
    assert (held(state, 0), state.roosters, state.points) == ("d2", 2, 1)


def test_roosters_that_came_lie_face_up_for_all() -> None:
    one, two = position(["", ""], deck="!!d"), position(["", ""], deck="!d")
    one.apply(DRAW)
    two.apply(DRAW)
    for player in (0, 1):
        assert one.observe(player).roosters != two.observe(player).roosters


@pytest.mark.parametrize(("roosters", "pad"), [(3, ""), (6, "1,2")])
def test_the_fourth_and_the_seventh_score_in_the_middle_of_a_refill(roosters: int, pad: str) -> None:
    state = position(["", ""], ["a,b", "b*"], fox="0a", market="abc", deck="!!d", roosters=roosters, pad=pad)
    play(state, TAKE + kind("a"))
    assert state.pad[-2:] == [1, 3]
    assert len(state.pad) == (2 if not pad else 4), "the next rooster does not score"
    assert (shown(state), state.current(), state.points) == ("dbc", 0, 2), "play goes on where it stopped"


def test_a_scoring_in_the_middle_of_a_draw_leaves_the_draw_to_be_finished() -> None:
    state = play(position(["", ""], ["a,b", "-"], fox="0a", deck="!d", roosters=3), DRAW)
    assert (state.pad, held(state, 0), state.points) == ([4, 0], "d2", 1)


def test_a_scoring_on_the_last_point_comes_before_the_free_move_of_the_fox() -> None:
    state = position(["", ""], ["a", "b"], fox="0a", market="abc", deck="!d", roosters=3, points=1)
    play(state, TAKE + kind("c"))
    assert state.pad == [0, 4], "the fox still sits at home"
    assert state.legal() == [STAY, fox_to(1, "b")], "and may be sent on now"


def test_the_rest_of_the_turn_is_played_after_a_scoring() -> None:
    state = position(["aa", ""], ["a,b", "a"], fox="0b", market="abc", deck="!d", roosters=3)
    play(state, TAKE + kind("c"), EXTEND, EXTEND)
    assert state.pad == [2, 2], "what was laid after it is too late"
    assert state.legal() == [STAY, fox_to(1, "a")]


def test_other_roosters_do_not_score() -> None:
    for roosters in (0, 1, 2, 4, 5, 7, 8):
        pad = ",".join(["0,0"] * ((roosters >= 4) + (roosters >= 7)))
        state = position(["", ""], ["a,b", "-"], fox="0a", deck="!d", roosters=roosters, pad=pad)
        before = len(state.pad)
        assert len(play(state, DRAW).pad) == before


def test_at_the_tenth_the_game_is_over_at_once_without_refill_or_fox_move() -> None:
    state = position(["", ""], ["a,b", "c"], fox="0a", market="abc", deck="!d", roosters=9, pad="0,0,0,0", points=1)
    play(state, TAKE + kind("a"))
    assert (state.current(), state.legal()) == (OVER, [])
    assert (shown(state), state.top) == ("-bc", 1), "d stays in the deck"
    assert state.pad[-2:] == [4, 4]
    assert state.scores() == [4 - 2, 4 - 1], "the card just taken is in the hand with the doubler"
    with pytest.raises(IllegalMove, match="the game is over"):
        state.apply(STAY)


def test_at_the_tenth_a_draw_gives_no_card_and_points_left_are_lost() -> None:
    state = play(position(["a", ""], ["b", "c"], fox="0b", deck="!d", roosters=9, pad="0,0,0,0"), DRAW)
    assert (held(state, 0), state.current(), state.legal()) == ("a2", OVER, [])


def test_at_the_tenth_no_other_turn_begins() -> None:
    state = position(["", ""], ["a", "b"], fox="1b", deck="!d", roosters=9, pad="0,0,0,0", points=1)
    play(state, TAKE + kind("g"))
    assert (state.seat, state.turn, state.points, state.fox_seat) == (0, 0, 0, 1)


def test_the_ninth_and_the_tenth_may_come_together() -> None:
    state = position(["", ""], ["a,b", "-"], fox="0a", deck="!!d", roosters=8, pad="1,2,3,4")
    play(state, TAKE + kind("g"))
    assert (state.roosters, state.pad, state.top) == (10, [1, 2, 3, 4, 4, 0], 2)
    state = position(["", ""], ["a,b", "-"], fox="0a", deck="!!!!d", roosters=3)
    assert play(state, DRAW).pad == [4, 0, 4, 0], "and the fourth and the seventh"


def test_the_deck_cannot_run_out_before_the_tenth_rooster() -> None:
    state = position(["", ""], roosters=0)
    assert state.deck[-1] == ROOSTER, "the helper lays them under the rest"
    while state.current() != OVER:
        state.apply(TAKE + state.market[0])
    assert state.top == len(state.deck)
    state.deck, state.top, state.roosters, state.market = [], 0, 9, [0, 1, 2]
    with pytest.raises(AssertionError, match="ends the game before"):
        state.next_card()


# Scoring


def worths(*collections: str, fox: str = "0j", options: dict[str, str] | None = None) -> list[int]:
    """What these collections give; the first player has one of j more under the fox."""
    rows = list(collections)
    if fox == "0j":
        rows[0] = f"{rows[0]},j".removeprefix("-,")
    chests = ["hgiffff"[: len(row.split(","))] if row != "-" else "-" for row in rows]
    chests = [chest.replace("-", "") for chest in chests]
    return position([""] * len(rows), rows, chests=chests, fox=fox, market="***", options=options).collection_points()


def test_motifs_are_counted_one_by_one() -> None:
    assert worths("a,bb", "b,c2", "aa") == [1 + 3, 1 + 8, 3]


def test_jokers_count_for_the_length_and_doublers_do_not() -> None:
    state = position(["", ""], ["aa", "a**,b"], fox="1b", market="abc")
    assert state.collection_points() == [1, 3]
    state = position(["", ""], ["aa", "a2,b"], fox="1b", market="abc")
    assert state.collection_points() == [3, 2], "one object and a doubler are shorter than two objects"


def test_the_only_owner_gets_4() -> None:
    assert worths("a", "-", "-") == [4, 0, 0]


def test_the_longest_gets_3_and_the_second_1() -> None:
    assert worths("a", "aaa", "aa") == [0, 3, 1]


def test_a_tie_for_the_longest_gives_2_each_and_nobody_is_second() -> None:
    assert worths("aa", "aa") == [2, 2]
    assert worths("aa", "aa", "a") == [2, 2, 0]
    assert worths("aa", "-", "aa", "aa") == [2, 0, 2, 2]
    assert worths("aa", "a*", "a") == [2, 2, 0], "with a joker too"


def test_a_tie_for_the_second_gives_nothing() -> None:
    assert worths("aaa", "a", "a") == [3, 0, 0]
    assert worths("aaa", "aa", "aa", "a") == [3, 0, 0, 0], "and a third is not second"


def test_a_doubled_collection_counts_twice() -> None:
    assert worths("a2", "-") == [8, 0]
    assert worths("aa2", "a") == [6, 1]
    assert worths("aa2", "aa") == [4, 2]
    assert worths("aa", "a2") == [3, 2]
    assert worths("aa2", "a2") == [6, 2]


def test_a_doubler_doubles_nothing_where_there_is_nothing() -> None:
    assert worths("aaa", "a2", "a") == [3, 0, 0]
    assert worths("aaa", "aa", "a2") == [3, 1, 0]
    assert worths("a,b2", "aa") == [1 + 8, 3], "and no other collection"


def test_a_doubler_counts_at_each_scoring() -> None:
    state = position(["", ""], ["a,b2", "-"], fox="0a", deck="!cccc", roosters=3)
    play(state, DRAW)
    state.deck = [ROOSTER] * 6 + state.deck[2:]
    state.top = 0
    take_the_rest(state)
    assert state.pad == [8, 0, 8, 0, 8, 0]


def test_the_collection_under_the_fox_does_not_exist() -> None:
    assert worths("aaa", "aa", "a", fox="0a") == [0, 3, 1]
    assert worths("aaa", "aa", "a", fox="1a") == [3, 0, 1], "the third is second"
    assert worths("aa", "aa", "a", fox="0a") == [0, 3, 1], "no tie any more"
    assert worths("aaa", "a", "a", fox="1a") == [3, 0, 1], "nor here"
    assert worths("aaa", "aa", fox="0a") == [0, 4], "the other one is now alone"
    assert worths("aa2", "aa", fox="0a") == [0, 4]
    assert worths("aaa", "aa", fox="1a") == [4, 0]
    assert worths("a,b", "a,b", fox="0b") == [2, 2 + 4], "it lies on one motif only"


def test_empty_chests_and_cards_in_hand_cost_points_at_the_end_only() -> None:
    state = position(["ab*2", "2"], ["c,d", "-"], empty=[3, 1], fox="0c", deck="!d!", roosters=3)
    state.apply(DRAW)
    assert state.pad == [4, 0], "no penalty at the first scoring"
    state = position(["ab*2", "2"], ["c,d", "-"], empty=[3, 1], fox="0c", deck="!", roosters=9, pad="4,0,0,9")
    state.apply(DRAW)
    assert state.scores() == [4 + 0 + 4 - 3 * 2 - 4, 0 + 9 + 0 - 2 - 1]


def test_the_highest_total_wins_and_equals_share() -> None:
    def ended(pad: str) -> list[int]:
        state = position(["", "", ""], deck="!", roosters=9, pad=pad)
        assert state.winners() == [], "nobody before the end"
        return play(state, DRAW).winners()

    assert ended("1,2,3,4,0,0") == [0]
    assert ended("1,2,3,2,1,0") == [0, 1, 2]
    assert ended("0,2,3,0,1,0") == [1, 2]


def test_before_the_end_scores_are_counted_as_if_it_were_now() -> None:
    state = position(["ab2", "2"], ["c,d", "-"], empty=[1, 0], fox="0c", roosters=4, pad="5,6")
    assert state.scores() == [5 + 4 - 2 - 3, 6 - 1]


# Ruling: who gets the fox first


def test_with_fox_entry_last_it_goes_to_the_last_player_to_open_his_first_collection() -> None:
    options = {"fox_entry": "last"}
    state = position(["abc", "abc", "abc"], ["-", "c", "-"], empty=[3, 2, 2], options=options)
    play(state, OPEN + kind("a"), OPEN + kind("b"), OPEN + kind("c"))
    assert state.fox_seat == -1, "player 3 has none yet"
    play(state, OPEN + kind("a"))
    take_the_rest(state)
    play(state, OPEN + kind("b"))
    assert (state.fox_seat, state.fox_motif) == (2, kind("b"))
    play(state, OPEN + kind("a"))
    assert (state.fox_seat, state.fox_motif) == (2, kind("b"))


def test_until_the_fox_has_come_in_every_collection_counts() -> None:
    options = {"fox_entry": "last"}
    state = position(["b", "", ""], ["a", "-", "a,c"], empty=[1, 0, 0], deck="!c", roosters=3, options=options)
    assert play(state, OPEN + kind("b"), DRAW).pad == [2 + 4, 0, 2 + 4]


def test_the_last_to_begin_may_send_the_fox_on_in_the_same_turn() -> None:
    options = {"fox_entry": "last"}
    state = play(position(["b", ""], ["-", "a"], empty=[1, 0], options=options), OPEN + kind("b"))
    assert fox_moves(state) == [(1, "a")], "for points"
    take_the_rest(state)
    assert state.legal() == [STAY, fox_to(1, "a")], "or for nothing at the end of the turn"


# Ruling: the market before or after the roosters


def test_with_market_after_roosters_a_rooster_turned_up_is_counted_and_replaced() -> None:
    counted = 0
    for seed in range(100):
        state = new(2, seed, {"market_after_roosters": "yes"})
        assert max(state.market) <= JOKER
        assert len(state.deck) - state.top == 94 + 3 - 3 - state.roosters
        assert state.census() == RULES.manifest()
        counted += state.roosters
    assert counted > 10


def test_with_market_after_roosters_even_the_set_up_can_score_and_end_the_game() -> None:
    class Stacked(Random):
        def shuffle(self, x: MutableSequence[Any]) -> None:
            x[:] = sorted(x, reverse=True)

    options = {name: option.choices[0] for name, option in RULES.options.items()} | {"market_after_roosters": "yes"}
    state = RULES.deal(2, Stacked(1), options)
    assert (state.current(), state.pad, state.scores()) == (OVER, [0] * 6, [-5, -5])
    assert RULES.decode(state.encode()).encode() == state.encode()


def test_with_market_after_roosters_the_hands_are_dealt_before_the_roosters_come_in() -> None:
    for seed in range(50):
        state = new(5, seed, {"market_after_roosters": "yes"})
        assert [len(held(state, seat)) for seat in range(5)] == [5] * 5
        assert all(held(state, seat).count("2") == 1 and "!" not in held(state, seat) for seat in range(5))
        assert len(state.deck) == 85


def test_the_preset_memo_is_the_memo() -> None:
    assert RULES.presets == {"memo": {"fox_entry": "last", "market_after_roosters": "yes"}}
    state = new(2, 0, dict(RULES.presets["memo"]))
    assert state.encode().startswith("options=fox_entry:last,market_after_roosters:yes turn=0")


# Ruling: a rooster on a draw


def test_with_rooster_refund_the_draw_is_void_and_the_points_come_back() -> None:
    state = play(position(["", ""], deck="!!d", options={"rooster_refund": "yes"}), DRAW)
    assert (held(state, 0), state.roosters, state.points) == ("2", 1, 3)
    play(state, DRAW)
    assert (held(state, 0), state.roosters, state.points) == ("2", 2, 3)
    play(state, DRAW)
    assert (held(state, 0), state.roosters, state.points) == ("d2", 2, 1)


def test_with_rooster_refund_the_points_can_be_spent_otherwise() -> None:
    state = play(position(["", ""], deck="!d", options={"rooster_refund": "yes"}, points=2), DRAW)
    assert (state.current(), state.points, DRAW in state.legal()) == (0, 2, True)
    take_the_rest(state)
    assert (held(state, 0), state.current()) == ("dg2", 1)


def test_rooster_refund_changes_nothing_for_the_market() -> None:
    state = play(position(["", ""], market="abc", deck="!d", options={"rooster_refund": "yes"}), TAKE)
    assert (shown(state), state.roosters, state.points) == ("dbc", 1, 2)


def test_with_rooster_refund_a_draw_of_the_fourth_scores_and_of_the_tenth_ends() -> None:
    options = {"rooster_refund": "yes"}
    state = play(position(["", ""], ["a,b", "-"], fox="0a", deck="!d", roosters=3, options=options), DRAW)
    assert (state.pad, state.points) == ([4, 0], 3)
    state = position(["", ""], ["a,b", "-"], fox="0a", deck="!d", roosters=9, pad="1,2,3,4", options=options)
    assert play(state, DRAW).current() == OVER


# Rulings: where the fox can go


def test_with_fox_target_any_two_points_reach_everybody_but_the_free_move_only_the_left() -> None:
    options = {"fox_target": "any"}
    state = position(["abc", "", "", ""], ["a,e", "b", "c", "d"], fox="0a", options=options)
    assert fox_moves(state) == [(0, "e"), (1, "b"), (2, "c"), (3, "d")]
    play(state, CHEST, CHEST + 1)
    assert fox_moves(state) == [(0, "e")]
    play(state, CHEST + 2)
    assert fox_moves(state) == [(1, "b")]


def test_with_fox_target_any_a_left_neighbour_without_a_collection_is_passed_over() -> None:
    state = position(["", "", ""], ["a", "-", "b"], fox="0a", options={"fox_target": "any"})
    assert fox_moves(state) == [(2, "b")]
    assert play(state, fox_to(2, "b")).points == 1


def test_with_fox_target_any_the_fox_still_moves_once_a_turn_and_from_home() -> None:
    options = {"fox_target": "any"}
    state = play(position(["", "", ""], ["a,d", "b", "c"], fox="0a", options=options), fox_to(0, "d"))
    assert fox_moves(state) == []
    assert fox_moves(position(["", "", ""], ["a,d", "b", "c"], fox="2c", options=options)) == []


def test_a_left_neighbour_without_a_collection_cannot_get_the_fox() -> None:
    state = position(["abc", "", ""], ["a", "-", "b"], empty=[0, 2, 0], fox="0a")
    assert fox_moves(state) == []
    play(state, CHEST, CHEST + 1, CHEST + 2)
    assert state.current() == 1, "no free move either: nothing to decide"


def test_the_fox_goes_on_collections_and_not_on_empty_chests() -> None:
    state = position(["", ""], ["a", "b"], empty=[2, 2], fox="0a", points=2)
    assert fox_moves(state) == [(1, "b")]


# Ruling: second place after a tie


def test_with_second_after_tie_a_single_second_gets_1_behind_the_tied() -> None:
    options = {"second_after_tie": "yes"}
    assert worths("aa", "aa", "a", options=options) == [2, 2, 1]
    assert worths("aa", "aa", "a", "a", options=options) == [2, 2, 0, 0]
    assert worths("aaa", "a", "a", options=options) == [3, 0, 0]
    assert worths("a", "-", options=options) == [4, 0]


def test_with_second_after_tie_a_doubled_second_gets_2_and_a_third_nothing() -> None:
    options = {"second_after_tie": "yes"}
    assert worths("aaa", "aaa", "aa2", "a", options=options) == [2, 2, 2, 0]


# Ruling: dear jokers


def test_a_joker_of_the_market_costs_1_or_with_joker_cost_2_two_points() -> None:
    assert play(position(["", ""], market="ab*"), TAKE + JOKER).points == 2
    state = position(["", ""], market="ab*", options={"joker_cost": "2"})
    assert play(state.clone(), TAKE + JOKER).points == 1
    assert play(state.clone(), TAKE).points == 2
    assert family(position(["", ""], market="ab*", options={"joker_cost": "2"}, points=1), TAKE) == "ab"


def test_with_dear_jokers_nobody_may_be_left_with_a_point_that_cannot_be_spent() -> None:
    options = {"joker_cost": "2"}
    state = position(["a", "b"], ["-", "-"], chests=["2", "2"], market="***", options=options, points=2)
    assert state.legal() == [TAKE + JOKER, DRAW], "hiding or opening a would leave a point and nothing to do"
    state = position(["ac", "b"], ["-", "-"], chests=["2", "2"], market="***", options=options, points=2)
    assert family(state, CHEST) == "ac"
    assert family(state, OPEN) == "ac"
    state = position(["a", "b"], ["-", "-"], chests=["2", "2"], market="**c", options=options, points=2)
    assert family(state, OPEN) == "a", "c can be taken"


def test_with_dear_jokers_a_move_of_the_fox_can_be_the_way_out() -> None:
    options = {"joker_cost": "2"}
    state = position(["b", ""], ["a", "-"], chests=["2j", ""], market="***", options=options, points=2, fox="0a")
    assert state.legal() == [OPEN + 1, TAKE + JOKER, DRAW], "after opening b the fox can go there"
    state = position(["", ""], ["a,b", "c"], chests=["2j", "j"], market="***", options=options, fox="0a")
    assert state.legal() == [TAKE + JOKER, DRAW, fox_to(0, "b")], "sending it away would leave one point"


def test_somebody_with_an_empty_hand_can_always_spend_a_last_point() -> None:
    for market in ("abc", "***", "aaa"):
        state = position(["", ""], chests=["2", "2"], market=market, points=1)
        assert state.legal() == sorted({TAKE + kind(letter) for letter in market})


# What is known


def test_what_is_dealt_is_hidden() -> None:
    one, two = position(["ab", "cd"], deck="ef"), position(["ab", "ef"], deck="cd")
    assert one.observe(0) == two.observe(0)
    assert one.observe(1) != two.observe(1)


def test_what_is_drawn_is_seen_by_nobody_else() -> None:
    one, two = position(["ab", "cd"], deck="ef"), position(["ab", "cd"], deck="fe")
    assert one.observe(0) == two.observe(0)
    play(one, DRAW)
    play(two, DRAW)
    assert one.observe(1) == two.observe(1)
    assert one.observe(0) != two.observe(0)


def test_a_card_taken_from_the_market_is_known_until_it_is_played() -> None:
    state = play(position(["ab", ""], market="abc"), TAKE)
    assert state.known[:3] == [1, 0, 0]
    one = RULES.imagine(state.observe(1), Random(1))
    assert "a" in held(one, 0)
    play(state, CHEST)
    assert state.known[:3] == [0, 0, 0], "the other a might have been the one"


def test_a_card_never_taken_openly_is_played_from_the_hidden_ones() -> None:
    state = play(position(["abb", ""], market="abc"), TAKE, CHEST + kind("b"))
    assert state.known[:3] == [1, 0, 0]


def test_chest_cards_shown_are_remembered_by_all() -> None:
    state = play(position(["ab", ""]), CHEST)
    assert state.chests[0] == 1
    for player in (0, 1):
        assert RULES.imagine(state.observe(player), Random(2)).chests == state.chests
    other = play(position(["ab", ""]), CHEST + 1)
    assert state.observe(1) != other.observe(1)


def test_everybody_is_known_to_have_a_doubler() -> None:
    for seed in range(20):
        imagined = RULES.imagine(new(5).observe(0), Random(seed))
        assert all("2" in held(imagined, seat) for seat in range(5))


def test_a_doubler_that_was_laid_is_no_longer_in_the_hand() -> None:
    for action in CHEST + DOUBLER, DOUBLE + kind("a"):
        state = play(position(["", ""], ["a", "-"], fox="0a"), action)
        assert "2" not in held(RULES.imagine(state.observe(1), Random(1)), 0)
        assert state.known[DOUBLER] == 0


def test_imagined_hands_have_no_rooster_and_the_deck_no_doubler() -> None:
    for seed in range(20):
        imagined = RULES.imagine(new(2).observe(0), Random(seed))
        assert imagined.deck.count(ROOSTER) == 10
        assert DOUBLER not in imagined.deck


def test_imagination_reaches_different_hands_and_decks() -> None:
    seen = {RULES.imagine(new(2).observe(0), Random(seed)).encode() for seed in range(20)}
    assert len(seen) == 20


def test_the_table_is_shown_with_the_own_hand_and_what_is_known_of_others() -> None:
    state = play(position(["ab*", "cd"], ["a,b*2", "c"], fox="0a", market="abc", points=2), TAKE + kind("b"))
    mine, theirs = RULES.show(state, 0, Lang.EN), RULES.show(state, 1, Lang.FR)
    assert "hand (4): The Ring, The Bedside Rug ×2, The Joker" in mine
    assert "main (4), cartes connues : La descente de lit\n" in theirs
    assert "The Ring             ■  (fox: worth nothing)" in mine
    assert "The Bedside Rug      ■★ ×2" in mine


# Positions as text


@pytest.mark.parametrize(
    ("old", "wrong", "message"),
    [
        ("points=3", "points=4", "0 to 3 points"),
        ("points=3", "points=-1", "0 to 3 points"),
        ("seat=1", "seat=3", "must have a seat at the table"),
        ("seat=1", "seat=0", "must have a seat at the table"),
        ("moved=0", "moved=2", "0 to 1 moves of the fox"),
        ("moved=0", "moved=-1", "0 to 1 moves of the fox"),
        ("roosters=4", "roosters=5", "must have every card and piece"),
        ("hands=doubler,ring,rug", "hands=doubler,ring,rug*2", "must have every card and piece"),
        ("egg,hat,perfume deck=trophy", "egg,hat deck=trophy,perfume", "must have 3 cards in the market"),
        ("egg,hat,perfume deck=trophy", "egg,hat, deck=trophy,perfume", "must have 3 cards in the market"),
        ("perfume deck=trophy,rooster", "rooster deck=trophy,perfume", "no rooster in the market"),
        (
            "gramophone*2/ collections=",
            "gramophone/ collections=gramophone,",
            "must have a chest under each collection",
        ),
        ("known=doubler,rug", "known=doubler,rug*2", "must have every known card in a hand"),
        ("known=doubler,rug", "known=rug", "must list the doublers in hands as known"),
        ("fox=1:ring", "fox=0", "must have the fox on a collection"),
        ("fox=1:ring", "fox=2:ring", "must have the fox on a collection"),
        ("fox=1:ring", "fox=1:trophy", "must have the fox on a collection"),
        ("fox=1:ring", "fox=8:ring", "must have the fox on a collection"),
        ("fox=1:ring", "fox=0:ring", r"must be written fox=0 \[E0902\]"),
        ("fox=1:ring", "fox=1:joker", "fox cannot be read: "),
        ("fox=1:ring", "fox=1", "fox cannot be read: "),
        ("pad=1/2", "pad=/", "must have points for each player in each scoring so far"),
        ("pad=1/2", "pad=1,3/2,4", "must have points for each player in each scoring so far"),
        ("pad=1/2", "pad=1,3/2", "does not add up: "),
        ("pad=1/2", "pad=1/2/3", "does not add up: "),
        ("turn=0", "turn=-1", "must have at most as many turns as cards used"),
        ("turn=0", "turn=99", "must have at most as many turns as cards used"),
        ("turn=0", "turn=00", r"must be written turn=0 \[E0902\]"),
        ("turn=0 seat=1", "seat=1 turn=0", "must have the form options=… turn=… seat=…"),
        ("options=", "options=joker_cost:1", r"must be written options= \[E0902\]"),
        ("options=", "options=joker_cost:3", "options cannot be read: "),
        ("turn=0 ", "", "must have the form options=… turn=… seat=…"),
        ("ring,rug+joker", "rug+joker,ring", r"must be written collections=ring,rug[+]joker/ \[E0902\]"),
        (
            "hands=doubler,ring,rug",
            "hands=ring,doubler,rug",
            r"must be written hands=doubler,ring,rug/doubler \[E0902\]",
        ),
        ("hands=doubler,ring,rug", "hands=doubler,ring,rooster", "hands cannot be read: "),
        ("hands=doubler,ring,rug", "hands=/doubler,ring,rug", "does not add up: "),
        ("ring,rug+joker", "ring,joker+rug", "collections cannot be read: a collection must begin with an object"),
        ("ring,rug+joker", "ring,", "collections cannot be read: "),
        ("ring,rug+joker", "ring,rug+doubler*2", r"must be written collections=ring,rug[+]doubler/ \[E0902\]"),
        ("ring,rug+joker", "ring,rug+trophy", r"must be written collections=ring,rug/ \[E0902\]"),
        ("doubler,ring,rug/doubler known", "doubler,rug/doubler known", "must have every card and piece"),
    ],
)
def test_a_position_that_cannot_be_on_a_table_is_refused(old: str, wrong: str, message: str) -> None:
    good = position(["ab", "2"], ["a,b*", "-"], fox="0a", deck="c!d", roosters=4, pad="1,2").encode()
    good = good.replace("known=doubler", "known=doubler,rug", 1)
    assert read(good).encode() == good
    assert old in good
    with pytest.raises(SpecError, match=message) as refused:
        RULES.decode(good.replace(old, wrong, 1))
    [problem] = refused.value.problems
    assert (problem.where.game, problem.where.detail[:10]) == ("cotcotcollec", 'position "')
    assert ";" not in problem.message, "one mistake, one complaint"


def test_two_collections_of_a_motif_are_refused() -> None:
    good = position(["aa", "2"], ["a", "-"], fox="0a", empty=[1, 0]).encode()
    spoilt = good.replace("hands=doubler,ring*2/", "hands=doubler,ring/")
    assert spoilt != good
    for rows in ("ring,ring/", "ring,ring*2/"):
        with pytest.raises(SpecError):
            RULES.decode(spoilt.replace("collections=ring/", f"collections={rows}"))


def test_doublers_are_in_no_market_and_no_deck() -> None:
    good = position(["ab", "2"]).encode()
    for old, wrong, card in (
        ("market=egg,hat,perfume", "market=egg,hat,doubler", "perfume"),
        ("deck=ring*8", "deck=doubler,ring*7", "ring"),
    ):
        spoilt = good.replace(old, wrong, 1).replace("/doubler known=doubler/doubler", f"/{card} known=doubler/")
        with pytest.raises(SpecError, match="must have its doublers with the players, and no rooster in the market"):
            RULES.decode(spoilt)


def test_garbage_is_no_position() -> None:
    good = new(3).encode()
    rng = Random(1)
    spoilt = [
        "",
        ";",
        "{}",
        "turn=0",
        good + " ;",
        good.replace("points=3", "points=0"),
        good.replace("seat=", "seat=7"),
    ]
    changes = [("moved=0", "moved=0 moved=0"), ("fox=0", "fox=1:ring"), ("turn", ""), ("roosters=0", "roosters=1")]
    changes += [("pad=//", "pad=1/2/3"), ("turn=0", "turn=99"), ("deck=", "deck=doubler,"), ("turn=0", "turn=+0")]
    assert all(old in good for old, _ in changes)
    spoilt += [good.replace(old, wrong) for old, wrong in changes]
    spoilt.append(good + " x=1")
    for text in spoilt:
        with pytest.raises(SpecError):
            RULES.decode(text)
    for _ in range(500):
        at = rng.randrange(len(good))
        text = good[:at] + rng.choice("abj*2!;=-,/:+ 09xé") + good[at + 1 :]
        try:
            assert read(text).census() == RULES.manifest()
        except SpecError:
            continue


@pytest.mark.parametrize("seed", range(4))
def test_rows_in_another_order_misread_no_position(seed: int) -> None:
    cards = RULES.spec.decks["cards"]
    designs = Random(seed).sample(cards.designs, len(cards.designs))
    assert [design.id for design in designs] != [design.id for design in cards.designs]
    decks = {**RULES.spec.decks, "cards": cards.model_copy(update={"designs": designs})}
    shuffled = find_rules(RULES.spec.model_copy(update={"decks": decks}))
    rng = Random(seed)
    state = new(2 + seed, seed, dict(RULES.presets["memo"]) if seed % 2 else None)
    while state.current() != OVER:
        text = state.encode()
        other = shuffled.decode(text)
        assert other.encode() == text
        assert (other.scores(), other.census()) == (state.scores(), state.census())
        words = [RULES.describe(state, action, Lang.EN) for action in state.legal()]
        assert sorted(words) == sorted(shuffled.describe(other, action, Lang.EN) for action in other.legal())
        move = rng.choice(words)
        state.apply(RULES.parse(state, move, Lang.EN))
        other.apply(shuffled.parse(other, move, Lang.EN))
        assert other.encode() == state.encode()


def test_a_position_where_nothing_can_be_decided_is_refused() -> None:
    for fox, collections in ("0a", ["a", "-"]), ("1b", ["a", "b"]):
        with pytest.raises(SpecError, match="must have something for the player to decide"):
            position(["", ""], collections, fox=fox, points=0)
    with pytest.raises(SpecError, match="must have something for the player to decide"):
        position(["", ""], chests=["2", "2"], market="***", options={"joker_cost": "2"}, points=1)


# Whole games


SETS = [
    dict(zip(RULES.options, values, strict=True)) for values in product(*(o.choices for o in RULES.options.values()))
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_and_lose_no_card_with_every_set_of_options(players: int) -> None:
    rng = Random(players)
    for seed, options in enumerate(SETS):
        state = new(players, seed, options)
        while state.current() != OVER:
            legal = state.legal()
            assert legal == sorted(set(legal))
            assert legal
            if rng.random() < 0.02:
                check(state, rng)
            state.apply(rng.choice(legal))
        check(state, rng)
        assert state.winners()
        assert len(state.pad) == 3 * players
        assert state.turn <= RULES.most_turns


def check(state: CotcotcollecState, rng: Random) -> None:
    """Census, text, copies, observations and words of a position."""
    text, legal, manifest = state.encode(), state.legal(), RULES.manifest()
    assert state.census() == manifest
    again = read(text)
    assert (again.encode(), again.legal(), again.scores()) == (text, legal, state.scores())
    for player in range(state.players):
        seen = state.observe(player)
        assert again.observe(player) == seen
        imagined = state.determinize(player, rng)
        assert imagined.observe(player) == seen
        assert imagined.census() == manifest
        if player == state.current():
            assert imagined.legal() == legal
    for lang in (Lang.FR, Lang.EN):
        described = [RULES.describe(state, action, lang) for action in legal]
        assert len(set(described)) == len(legal)
        assert [RULES.parse(state, words, lang) for words in described[:3]] == legal[:3]
        assert max(map(len, RULES.show(state, 0, lang).splitlines())) <= 100
    if legal:
        copy, action = state.clone(), rng.choice(legal)
        copy.apply(action)
        again.apply(action)
        assert (state.encode(), state.legal()) == (text, legal)
        assert copy.encode() == again.encode()


def test_a_turn_uses_a_card_up_so_that_even_the_slowest_game_ends() -> None:
    state = new(2)
    while state.current() != OVER:  # hide everything, play with the fox, leave the deck alone
        state.apply(min(state.legal(), key=lambda action: (TAKE <= action <= DRAW, action)))
    assert state.turn <= RULES.most_turns


def test_the_same_seed_is_the_same_game() -> None:
    assert new(4, 7).encode() == new(4, 7).encode() != new(4, 8).encode()


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(6):
        state = new(2, seed)
        bots: list[Bot] = [GreedyBot(RULES, Random(seed)), RandomBot(Random(seed))]
        while state.current() != OVER:
            seat = state.current()
            state.apply(bots[seat].choose(state.observe(seat), state.legal()))
        wins += state.winners() == [0]
    assert wins >= 5
