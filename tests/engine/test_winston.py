"""Winston: a test for each sentence of its rules, on small positions.

A kind is a letter, its head the capital; `act` plays A (a head), a (a body), +a (pick up), -A (exchange) and . (end).
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from pnp.engine.bots.winston import value
from pnp.engine.core import OVER
from pnp.engine.games.winston import BODY, END, HEAD, NOBODY, PICK, SWAP, WinstonRules, WinstonState
from pnp.engine.library import load_rules
from pnp.errors import IllegalMove, SpecError
from pnp.terms import Lang

KINDS = "abcdef"
BOX = Counter((KINDS.upper() * 3) + KINDS * 8)


@pytest.fixture(scope="module")
def rules() -> WinstonRules:
    loaded = load_rules("winston")
    assert isinstance(loaded, WinstonRules)
    return loaded


def position(
    rules: WinstonRules,
    hands: str,
    table: str = "",
    *,
    dogs: str = "",
    deck: str | None = None,
    top: str = "",
    bottom: str = "",
    known: str = "",
    options: str = "",
    played: int = 0,
    idle: int = 0,
) -> WinstonState:
    """Player 1 to act. The cards not named are in the deck between `top` and `bottom`, or lost when it is given."""
    left = BOX - Counter(sign for sign in hands + table + dogs + top + bottom if sign.isalpha())
    known = known or "/" * hands.count("/")
    state = rules.decode(
        f"options={options} hands={hands} known={known} table={table} "
        f"deck={top}{''.join(sorted(left.elements()))}|{bottom} dogs={dogs} "
        f"turn=1 played={played} swapped=0 idle={idle}"
    )
    if deck is not None:
        state.deck = [rules.letters.index(sign) for sign in reversed(deck)]
        state.acts = None
    return state


def fresh(rules: WinstonRules, players: int, seed: int, options: dict[str, str] | None = None) -> WinstonState:
    state = rules.new(players, seed, options)
    assert isinstance(state, WinstonState)
    return state


def action(word: str) -> int:
    if word == ".":
        return END
    kind = KINDS.index(word[-1].lower())
    if word[0] in "+-":
        return kind + (PICK if word[0] == "+" else SWAP)
    return kind + (HEAD if word.isupper() else BODY)


def act(state: WinstonState, words: str) -> WinstonState:
    for word in words.split():
        state.apply(action(word))
    return state


def legal(state: WinstonState) -> set[str]:
    return {word for word in everything() if action(word) in state.legal()}


def everything() -> list[str]:
    return [*KINDS, *KINDS.upper(), *(f"+{kind}" for kind in KINDS), *(f"-{kind.upper()}" for kind in KINDS), "."]


def word(state: WinstonState, name: str) -> str:
    return dict(part.split("=") for part in state.encode().split(" "))[name]


# The box and the deal


def test_the_box_has_66_dog_cards_4_size_cards_a_bone_and_a_poop(rules: WinstonRules) -> None:
    manifest = rules.manifest()
    assert sum(manifest.values()) == 66 + 4 + 2
    assert {len(copies) for copies in rules.copies[:6]} == {3}
    assert {len(copies) for copies in rules.copies[6:]} == {8}
    assert sum("bone" in name for name in manifest) == sum("poop" in name for name in manifest) == 1


@pytest.mark.parametrize("players", range(2, 7))
def test_each_gets_five_cards_and_the_rest_is_the_deck(rules: WinstonRules, players: int) -> None:
    state = fresh(rules, players, 0)
    assert state.held == [5] * players
    assert len(state.deck) == 66 - 5 * players
    assert (state.bone, state.poop, set(state.marks)) == (NOBODY, NOBODY, {NOBODY})


def test_the_start_player_is_drawn(rules: WinstonRules) -> None:
    assert {rules.new(3, seed).current() for seed in range(40)} == {0, 1, 2}


def test_the_deal_is_of_its_seed(rules: WinstonRules) -> None:
    assert rules.new(3, 7).encode() == rules.new(3, 7).encode() != rules.new(3, 8).encode()


def test_play_goes_clockwise(rules: WinstonRules) -> None:
    state = position(rules, "aabbc/aabbc/aabbc")
    seats = [state.current()]
    for _ in range(3):
        act(state, "a b .")
        seats.append(state.current())
    assert seats == [0, 1, 2, 0]


# Playing cards


def test_a_dog_is_started_with_a_head_or_a_body(rules: WinstonRules) -> None:
    assert legal(position(rules, "Abc/aabbc")) == {"A", "b", "c"}


def test_a_body_can_always_be_played(rules: WinstonRules) -> None:
    state = position(rules, "abcd/aaaaa", "A,bb,Cc")
    assert legal(state) == set("abcd")


def test_a_head_is_played_on_a_dog_without_one(rules: WinstonRules) -> None:
    state = act(position(rules, "Ab/aaaaa", "a"), "A")
    assert word(state, "table") == "Aa"


def test_a_dog_has_one_head(rules: WinstonRules) -> None:
    assert legal(position(rules, "ABc/aaaaa", "Aa,b")) == {"B", "c"}


def test_there_is_one_dog_of_a_kind_on_the_table(rules: WinstonRules) -> None:
    state = act(position(rules, "aab/bbbbb", "a"), "a a")
    assert word(state, "table") == "aaa"


def test_two_cards_must_be_played(rules: WinstonRules) -> None:
    state = position(rules, "abcde/aaaaa")
    assert "." not in legal(state)
    assert "." not in legal(act(state, "a"))
    assert "." in legal(act(state, "b"))


def test_fewer_than_two_only_if_no_more_can_be_played(rules: WinstonRules) -> None:
    state = act(position(rules, "AAb/aaaaa", "A"), "b")
    assert state.current() == 1
    assert state.held[0] == 5


def test_the_whole_hand_may_be_played(rules: WinstonRules) -> None:
    state = act(position(rules, "abcde/aaaaa"), "a b c d e")
    assert (state.current(), word(state, "table")) == (1, "a,b,c,d,e")


def test_the_turn_is_over_by_itself_when_nothing_is_left_to_choose(rules: WinstonRules) -> None:
    assert act(position(rules, "AAbc/aaaaa", "A"), "b c").current() == 1


def test_equal_cards_are_one_action(rules: WinstonRules) -> None:
    assert position(rules, "aaaAA/bbbbb").legal() == [HEAD, BODY]


# Dogs


def test_a_head_and_two_bodies_make_a_complete_dog(rules: WinstonRules) -> None:
    state = act(position(rules, "ab/ccccc", "Aa"), "a")
    assert state.dogs_of(0) == [(0, 2)]


@pytest.mark.parametrize(("hand", "table"), [("ab", "A"), ("ab", "aaa"), ("Ab", "a")])
def test_one_body_or_no_head_is_not_a_complete_dog(rules: WinstonRules, hand: str, table: str) -> None:
    state = act(position(rules, f"{hand}/ccccc", table), hand[0])
    assert not state.complete
    assert not state.dogs


def test_who_completes_a_dog_takes_it_whoever_began_it(rules: WinstonRules) -> None:
    state = act(position(rules, "bc/Adeff", "aaaa", top="cccc"), "b c")
    assert state.dogs == []
    assert act(state, "A").dogs == [1, 0, 4]


def test_more_bodies_may_be_added_before_picking_up(rules: WinstonRules) -> None:
    state = act(position(rules, "Aaab/ccccc", "aa"), "A")
    assert legal(state) == {"a", "b", "+a"}
    act(state, "a a")
    assert state.dogs_of(0) == [(0, 4)]


def test_other_cards_may_be_played_before_adding_more(rules: WinstonRules) -> None:
    state = act(position(rules, "Aabb/ccccc", "aa"), "A b a")
    assert state.dogs_of(0) == [(0, 3)]


def test_a_complete_dog_is_picked_up_at_the_end_of_the_turn(rules: WinstonRules) -> None:
    state = act(position(rules, "Aaab/ccccc", "aa"), "A b .")
    assert state.dogs == [0, 0, 2]
    assert (state.complete, word(state, "table")) == (0, "b")


def test_several_dogs_may_be_won_in_a_turn(rules: WinstonRules) -> None:
    state = act(position(rules, "ABccd/eeeee", "aa,bbb"), "A B")
    assert state.dogs_of(0) == [(0, 2), (1, 3)]


def test_after_picking_up_a_dog_of_the_kind_may_be_started_at_once(rules: WinstonRules) -> None:
    state = act(position(rules, "AAaab/ccccc", "aa"), "A +a")
    assert legal(state) == {"A", "a", "b"}
    act(state, "A a a")
    assert state.dogs_of(0) == [(0, 2), (0, 2)]


def test_before_picking_up_no_second_dog_is_started(rules: WinstonRules) -> None:
    state = act(position(rules, "AAbbc/ccccc", "aa"), "A")
    assert legal(state) == {"b", "c", "+a"}


def test_a_dog_that_the_hand_cannot_change_is_picked_up_at_once(rules: WinstonRules) -> None:
    state = act(position(rules, "Abbcc/ddddd", "aa"), "A")
    assert state.dogs == [0, 0, 2]
    assert legal(state) == {"b", "c"}


def test_a_card_still_owed_is_the_head_that_picking_up_makes_room_for(rules: WinstonRules) -> None:
    state = act(position(rules, "AA/ccccc", "aa"), "A")
    assert (state.current(), legal(state)) == (0, {"A"})


def test_after_two_cards_picking_up_for_another_head_is_a_choice(rules: WinstonRules) -> None:
    state = act(position(rules, "AAb/ccccc", "aa"), "A b")
    assert legal(state) == {"+a", "."}
    assert word(act(state.clone(), "."), "table") == "b"
    assert word(act(state, "+a A"), "table") == "A,b"


# Bone, poop and size cards


def prizes(state: WinstonState) -> tuple[int, int]:
    return state.bone, state.poop


def win(rules: WinstonRules, length: int, dogs: str, options: str = "") -> WinstonState:
    """Player 1 completes a dog of so many bodies after the dogs of others."""
    return act(position(rules, "Abbee/ddddd/eeeee", "a" * length, dogs=dogs, options=options), "A")


def test_the_first_dog_takes_bone_poop_and_size_card(rules: WinstonRules) -> None:
    state = win(rules, 3, "")
    assert prizes(state) == (0, 0)
    assert state.marks == [NOBODY, 0, NOBODY, NOBODY]


def test_a_longer_dog_takes_the_bone(rules: WinstonRules) -> None:
    state = win(rules, 4, "2Bbbb")
    assert prizes(state) == (0, 1)
    assert state.marks == [NOBODY, 1, 0, NOBODY]


def test_a_shorter_dog_takes_the_poop(rules: WinstonRules) -> None:
    state = win(rules, 2, "2Bbbb")
    assert prizes(state) == (1, 0)
    assert state.marks == [0, 1, NOBODY, NOBODY]


def test_a_dog_as_long_as_the_longest_takes_the_bone(rules: WinstonRules) -> None:
    assert prizes(win(rules, 4, "2Bbbbb,3Ccc")) == (0, 2)


def test_a_dog_as_short_as_the_shortest_takes_the_poop(rules: WinstonRules) -> None:
    assert prizes(win(rules, 2, "2Bbbbb,3Ccc")) == (1, 0)


def test_one_dog_can_take_both(rules: WinstonRules) -> None:
    assert prizes(win(rules, 3, "2Bbbb")) == (0, 0)


def test_a_dog_between_takes_neither(rules: WinstonRules) -> None:
    state = win(rules, 3, "2Bbbbb,3Ccc")
    assert prizes(state) == (1, 2)
    assert state.marks == [2, NOBODY, 1, NOBODY]


def test_a_size_card_that_marks_no_record_goes_back(rules: WinstonRules) -> None:
    assert win(rules, 5, "2Bbbb,2Cccc,3Ddd").marks == [2, NOBODY, NOBODY, 0]


def test_the_size_card_5_is_for_five_and_more_and_lies_with_the_last_to_take_it(rules: WinstonRules) -> None:
    assert win(rules, 7, "2Cccccc").marks == [NOBODY, NOBODY, NOBODY, 0]
    state = win(rules, 5, "2Cccccccc")
    assert (prizes(state), state.marks[3]) == ((1, 0), 0)


def test_records_are_compared_by_true_length(rules: WinstonRules) -> None:
    assert prizes(win(rules, 5, "2Cccccccc,3Fff")) == (1, 2)
    assert prizes(win(rules, 7, "2Ccccccc")) == (0, 1)


def test_with_five_plus_bucket_all_of_five_and_more_are_equal(rules: WinstonRules) -> None:
    assert prizes(win(rules, 5, "2Cccccccc,3Fff", "five_plus_bucket")) == (0, 2)
    assert prizes(win(rules, 7, "2Ccccccc", "five_plus_bucket")) == (0, 0)
    assert prizes(win(rules, 4, "2Ccccccc", "five_plus_bucket")) == (1, 0)


# Drawing and exchanging


def test_hands_are_filled_up_to_five(rules: WinstonRules) -> None:
    state = act(position(rules, "abccc/ddddd", top="ef"), "a b .")
    assert word(state, "hands").split("/")[0] == "cccef"


def test_hands_are_filled_while_the_deck_lasts(rules: WinstonRules) -> None:
    state = act(position(rules, "abccc/ddddd", deck="e"), "a b .")
    assert (state.held[0], state.deck) == (4, [])


def test_nothing_is_drawn_during_a_turn(rules: WinstonRules) -> None:
    assert act(position(rules, "abccc/ddddd"), "a b c").held[0] == 2


def test_who_has_only_heads_of_dogs_with_heads_shows_one_and_puts_it_under_the_deck(rules: WinstonRules) -> None:
    state = position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e")
    assert legal(state) == {"-A", "-B", "-C"}
    act(state, "-B")
    assert word(state, "hands").split("/")[0] == "AABCe"
    assert word(state, "deck").endswith("|B")


def test_the_turn_ends_after_the_exchange(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e"), "-A")
    assert state.current() == 1


def test_nothing_is_exchanged_while_a_card_can_be_played(rules: WinstonRules) -> None:
    assert legal(position(rules, "AABBc/ddddd", "A,B")) == {"c"}


def test_nothing_is_exchanged_after_a_card_was_played(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBc/ddddd", "A,B", top="f"), "c")
    assert state.seen == 0
    assert word(state, "hands").split("/")[0] == "AABBf"


def test_the_last_card_of_the_deck_is_drawn_and_not_the_head_put_there(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", deck="e"), "-A")
    assert (word(state, "hands").split("/")[0], word(state, "deck")) == ("ABBCe", "|A")


def test_with_swap_then_play_the_new_card_is_played(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e", options="swap_then_play"), "-A")
    assert (state.current(), legal(state)) == (0, {"e"})
    assert act(state, "e").current() == 1


def test_with_swap_then_play_a_new_card_that_cannot_be_played_ends_the_turn(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="C", options="swap_then_play"), "-A")
    assert state.current() == 1


def test_with_an_empty_deck_the_player_keeps_the_head_and_passes(rules: WinstonRules) -> None:
    state = act(position(rules, "bc/AA/dd", "A", deck=""), "b c")
    assert (state.current(), state.held) == (2, [0, 2, 2])


def test_with_an_empty_deck_nothing_is_exchanged(rules: WinstonRules) -> None:
    assert legal(position(rules, "AA/bb", "A", deck="")) == set()


# The end


def test_the_game_ends_when_all_hands_and_the_deck_are_empty(rules: WinstonRules) -> None:
    state = act(position(rules, "bc/de", "A", deck=""), "b c")
    assert state.current() == 1
    assert act(state, "d e").current() == OVER


def test_the_game_goes_on_when_one_hand_is_empty(rules: WinstonRules) -> None:
    assert act(position(rules, "bc/ddd/e", deck=""), "b c d d . e").current() == 1


def test_with_end_on_first_empty_hand_the_game_ends_there(rules: WinstonRules) -> None:
    state = position(rules, "bc/ddd", deck="", options="end_on_first_empty_hand")
    assert act(state, "b c").current() == OVER


def test_with_end_on_first_empty_hand_a_hand_that_is_filled_is_not_empty(rules: WinstonRules) -> None:
    state = position(rules, "bc/ddd", deck="e", options="end_on_first_empty_hand")
    assert act(state, "b c").current() == 1


def test_the_game_ends_when_everybody_in_a_row_must_pass(rules: WinstonRules) -> None:
    state = act(position(rules, "bcA/AB", "A,B", deck=""), "b c")
    assert (state.current(), state.held) == (OVER, [1, 2])


def test_a_pass_is_not_the_end_while_another_can_play(rules: WinstonRules) -> None:
    state = act(position(rules, "bcaA/AB", "A,B", deck=""), "b c .")
    assert (state.current(), state.idle) == (0, 1)


def test_a_deck_in_which_nothing_can_ever_be_played_ends_the_game(rules: WinstonRules) -> None:
    """Impossible with the cards of the box; a designer's own deck must not hang either."""
    state = position(rules, "AABBC/CDDEE", "A,B,C,D,E,F", deck="FF")
    turns = 0
    while state.current() != OVER:
        state.apply(state.legal()[0])
        turns += 1
    assert turns == 2 + 2


# The score


@pytest.mark.parametrize(("bodies", "points"), [(2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36)])
def test_a_dog_is_worth_one_more_for_each_body(rules: WinstonRules, bodies: int, points: int) -> None:
    state = position(rules, "bbccc/ddddd", dogs=f"1A{'a' * bodies}")
    assert state.points == [points, 0]


def test_the_bone_adds_six_and_the_poop_takes_six(rules: WinstonRules) -> None:
    assert position(rules, "aabbc/ddddd/eeeee", dogs="2Ffff,3Ccccc,1Aaa").scores() == [3 - 6, 6, 10 + 6]


def test_unfinished_dogs_and_hands_count_nothing(rules: WinstonRules) -> None:
    assert position(rules, "Aaaab/ddddd", "bbb,C").scores() == [0, 0]


def finished(rules: WinstonRules, dogs: str) -> list[int]:
    state = position(rules, "e/f/f", dogs=dogs)
    assert state.winners() == []
    state.turn = OVER
    return state.winners()


def test_the_highest_score_wins(rules: WinstonRules) -> None:
    assert finished(rules, "1Aaaa,2Bbb,3Ccccc") == [2]


def test_a_tie_goes_to_the_holder_of_the_bone(rules: WinstonRules) -> None:
    # 2 has the bone and 10 + 6; 1 has 10 + 6 in a dog of 4 and one of 3; 3 has the poop
    assert finished(rules, "1Aaaaa,1Bbbb,2Ccccc,3Ddd") == [1]


def test_then_to_the_longest_own_dog(rules: WinstonRules) -> None:
    # 3 has the bone and the poop: 21 + 3; 1 has 15 + 6 + 6 and 2 has 6 + 6 + 6 + 6 + 3
    assert finished(rules, "1Aaaaaa,1Bbbb,1Bbbb,2Cccc,2Cccc,2Dddd,2Dddd,2Eee,3Fffffff,3Eee") == [0]


def test_then_it_is_shared(rules: WinstonRules) -> None:
    assert finished(rules, "1Aaaaaa,1Bbbb,1Bbbb,2Cccccc,2Dddd,2Dddd,3Fffffff,3Eee") == [0, 1]


# What is known


def test_a_hand_and_the_deck_are_hidden(rules: WinstonRules) -> None:
    one = position(rules, "abcde/Abbbb", "C", top="f")
    two = position(rules, "abcde/Fdddd", "C", top="e")
    assert one.observe(0) == two.observe(0)
    assert one.observe(1) != two.observe(1)


def test_a_head_put_under_the_deck_is_remembered(rules: WinstonRules) -> None:
    one = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e"), "-A")
    two = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e"), "-B")
    assert one.observe(1) != two.observe(1)
    for seed in range(10):
        assert one.determinize(1, Random(seed)).encode().split("|")[1].startswith("A")


def test_who_draws_a_head_that_was_shown_is_known_to_have_it(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/deeff/ddddd", "A,Bb,Cc", deck="ef"), "-A e e .")
    assert word(state, "known") == "/A/"
    assert word(state, "hands").split("/")[1] == "Adfff"


def test_a_known_head_that_is_played_is_no_longer_known_to_be_held(rules: WinstonRules) -> None:
    state = position(rules, "Abcde/ddddd", known="A/")
    assert word(act(state, "A"), "known") == "/"


def test_what_was_played_and_picked_up_is_remembered_by_all(rules: WinstonRules) -> None:
    one = act(position(rules, "Abbcc/ddddd", "aaa"), "A b b")
    assert rules.imagine(one.observe(1), Random(1)).dogs_of(0) == [(0, 3)]


def test_who_had_to_pass_is_imagined_with_heads_that_cannot_be_played(rules: WinstonRules) -> None:
    state = act(position(rules, "bcde/AF/ddd", "A,F", dogs="1Aaa", deck=""), "b c d e")
    assert (state.current(), state.idle) == (2, 1)
    for seed in range(20):
        hand = word(rules.imagine(state.observe(2), Random(seed)), "hands").split("/")[1]
        assert set(hand) <= {"A", "F"}


def test_redealing_what_is_hidden_does_not_change_what_is_observed(rules: WinstonRules) -> None:
    for players, rng, state in walks(rules):
        for player in range(players):
            seen = state.observe(player)
            imagined = rules.imagine(seen, rng)
            assert imagined.observe(player) == seen
            assert imagined.census() == rules.manifest()
            assert bool(imagined.legal()) == (state.current() != OVER)
            if player == state.current():
                assert imagined.legal() == state.legal()


# Every position


OPTIONS = [dict(zip(WinstonRules.options, values, strict=True)) for values in product(("no", "yes"), repeat=4)]


def walks(rules: WinstonRules) -> list[tuple[int, Random, WinstonState]]:
    """Positions of random games with every number of players and all options, rare exchanges among them."""
    positions = []
    for game, options in enumerate(OPTIONS):
        rng = Random(game)
        players = 2 + game % 5
        state = fresh(rules, players, game, options)
        if game % 2:
            on = ",".join(name for name, switch in options.items() if switch == "yes")
            table = "A,B,Cc,Dd,Ee,Ff"
            state = position(rules, "AABBC/CDDEE", table, top="FF", options=on)
            players = 2
        while state.current() != OVER:
            positions.append((players, rng, state.clone()))
            state.apply(rng.choice(state.legal()))
        positions.append((players, rng, state))
    return positions


def test_every_component_is_somewhere_at_every_step(rules: WinstonRules) -> None:
    for _, _, state in walks(rules):
        assert state.census() == rules.manifest()


def test_legal_actions_are_sorted_and_described_differently(rules: WinstonRules) -> None:
    for _, _, state in walks(rules):
        acts = state.legal()
        assert acts == sorted(set(acts))
        for lang in Lang:
            words = [rules.describe(state, act, lang) for act in acts]
            assert [rules.parse(state, text, lang) for text in words] == acts


def test_a_position_is_written_and_read(rules: WinstonRules) -> None:
    for _, _, state in walks(rules):
        text = state.encode()
        again = rules.decode(text)
        assert again.encode() == text
        assert all(getattr(again, name) == getattr(state, name) for name in WinstonState.__slots__ if name != "acts")


def test_a_clone_is_played_on_by_itself(rules: WinstonRules) -> None:
    for _, rng, state in walks(rules):
        if state.current() != OVER:
            text = state.encode()
            state.clone().apply(rng.choice(state.legal()))
            assert state.encode() == text


def test_games_end_within_their_bound(rules: WinstonRules) -> None:
    for seed in range(60):
        players = 2 + seed % 5
        state = fresh(rules, players, seed, OPTIONS[seed % 16])
        rng, actions = Random(seed), 0
        while state.current() != OVER:
            state.apply(rng.choice(state.legal()))
            actions += 1
        assert actions <= 66 * 2 + 66
        assert state.winners()


@pytest.mark.parametrize(
    "spoiled",
    [
        "",
        "garbage",
        "hands=",
        "options= hands=a/b known=/ table= deck=| dogs= turn=1 played=0 swapped=0 idle=0",
        "turn=9",
        "turn=x",
        "options=nonsense",
        "table=Ab",
        "table=A,A",
        "dogs=1Aab",
        "dogs=9Aaa",
        "dogs=1Aa",
        "known=Z/",
        "known=F/",
        "hands=a",
        "deck=",
        "idle=999",
        "more=1",
    ],
)
def test_a_text_that_is_no_position_is_refused(rules: WinstonRules, spoiled: str) -> None:
    good = position(rules, "aabbc/ddddd").encode()
    name, _, new = spoiled.partition("=")
    words = [f"{name}={new}" if part.startswith(f"{name}=") else part for part in good.split(" ")]
    text = " ".join(words) if spoiled.count("=") == 1 and name != "more" else spoiled
    if name == "more":
        text = f"{good} more=1"
    with pytest.raises(SpecError):
        rules.decode(text)


@pytest.mark.parametrize("move", [HEAD, BODY + 5, PICK, SWAP, END, -1, 999])
def test_an_illegal_action_is_refused_with_the_position(rules: WinstonRules, move: int) -> None:
    state = position(rules, "aabbc/ddddd")
    with pytest.raises(IllegalMove, match="hands=aabbc/ddddd"):
        state.apply(move)


# What is shown


def test_actions_are_said_in_both_languages(rules: WinstonRules) -> None:
    state = act(position(rules, "Aaab/ccccc", "aa"), "A b")
    english = [rules.describe(state, move, Lang.EN) for move in state.legal()]
    french = [rules.describe(state, move, Lang.FR) for move in state.legal()]
    assert english == ["play a body: Sailor", "pick up the dog: Sailor (2 bodies, 3 points)", "end the turn"]
    assert french == ["poser un corps : Matelot", "ramasser le chien : Matelot (2 corps, 3 points)", "finir le tour"]


def test_the_table_fits_a_terminal(rules: WinstonRules) -> None:
    for players, _, state in walks(rules):
        for lang in Lang:
            assert max(map(len, rules.show(state, players - 1, lang).split("\n"))) <= 100


def test_dogs_of_others_lie_face_down(rules: WinstonRules) -> None:
    shown = rules.show(position(rules, "aabbc/ddddd", dogs="1Ffff,2Eeee"), 0, Lang.EN)
    assert "Punk 3" in shown
    assert "Astronaut" not in shown


def test_with_face_up_dogs_of_others_are_shown(rules: WinstonRules) -> None:
    state = position(rules, "aabbc/ddddd", dogs="1Ffff,2Eeee", options="face_up")
    assert "Astronaut 3" in rules.show(state, 0, Lang.EN)
    assert rules.presets["younger"] == {"face_up": "yes"}


# The bot's judgement


def test_a_longer_dog_is_worth_more_to_the_bot(rules: WinstonRules) -> None:
    state = act(position(rules, "Aabcd/eeeee", "aa", dogs="2Ffff"), "A")
    longer, shorter = state.clone(), state.clone()
    assert value(act(longer, "a"), 0) > value(act(shorter, "+a"), 0)
