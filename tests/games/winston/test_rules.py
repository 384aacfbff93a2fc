"""Winston: a test for each sentence of its rules, in their order, on small positions.

A kind is a letter, its head the capital: `position` takes hands, dogs and decks in letters, `said` gives them back so.
`act` plays A (a head), a (a body), +a (pick up), -A (exchange) and . (end).
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby, product
from random import Random

import pytest

from pnp.errors import IllegalMove, SpecError
from pnp.games.winston import GAME
from pnp.games.winston.judge import value
from pnp.games.winston.rules import BODY, END, HEAD, NOBODY, PICK, SWAP, WinstonRules, WinstonState
from pnp.play.core import OVER
from pnp.terms import Lang
from tests.games.winston.recount import recount
from tests.loading import load_rules

KINDS = "abcdef"
NAMES = ("sailor", "detective", "ballerina", "knight", "astronaut", "punk")
BOX = Counter((KINDS.upper() * 3) + KINDS * 8)
WORDS = [*KINDS, *KINDS.upper(), *(f"+{kind}" for kind in KINDS), *(f"-{kind.upper()}" for kind in KINDS), "."]
STUCK = "A,B,Cc,Dd,Ee,Ff"
"""A table on which no head can be played."""


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
    known: str = "",
    options: str = "",
) -> WinstonState:
    """Player 1 to act. The cards not named are in the deck below `top`, or lost when the whole deck is given."""
    left = BOX - Counter(sign for sign in hands + table + dogs + top if sign.isalpha())
    words = {
        "options": ",".join(f"{name}:yes" for name in options.split(",") if name),
        "hands": by_seat(hands),
        "known": by_seat(known or "/" * hands.count("/")),
        "table": ",".join(sorted(dog(each) for each in table.split(",") if each)),
        "deck": cards(top + "".join(sorted(left.elements()))),
        "bottom": "",
        "dogs": ",".join(f"{each[0]}:{dog(each[1:])}" for each in dogs.split(",") if each),
        "turn": "1",
        "played": "0",
        "swapped": "0",
        "idle": "0",
    }
    state: WinstonState = rules.decode(" ".join(f"{name}={value}" for name, value in words.items()))
    if deck is not None:
        state.deck = [kind_of(sign) + (0 if sign.isupper() else len(KINDS)) for sign in reversed(deck)]
        state.acts = None
    return state


def kind_of(sign: str) -> int:
    return KINDS.index(sign.lower())


def card(sign: str) -> str:
    return f"{NAMES[kind_of(sign)]}-{'head' if sign.isupper() else 'body'}"


def cards(signs: str) -> str:
    """Cards in their order, as positions write them."""
    runs = [(card(sign), len(list(same))) for sign, same in groupby(signs)]
    return ",".join(f"{name}*{count}" if count > 1 else name for name, count in runs)


def by_seat(hands: str) -> str:
    return "/".join(cards("".join(sorted(each, key=card))) for each in hands.split("/"))


def dog(signs: str) -> str:
    return f"{NAMES[kind_of(signs[0])]}.{sum(map(str.islower, signs))}{'*' if signs[0].isupper() else ''}"


def fresh(rules: WinstonRules, players: int, seed: int, options: dict[str, str] | None = None) -> WinstonState:
    state = rules.new(players, seed, options)
    assert isinstance(state, WinstonState)
    return state


def action(word: str) -> int:
    if word == ".":
        return END
    kind = kind_of(word[-1])
    if word[0] in "+-":
        return kind + (PICK if word[0] == "+" else SWAP)
    return kind + (HEAD if word.isupper() else BODY)


def act(state: WinstonState, words: str) -> WinstonState:
    for word in words.split():
        state.apply(action(word))
    return state


def legal(state: WinstonState) -> set[str]:
    allowed = {word for word in WORDS if action(word) in state.legal()}
    assert len(allowed) == len(state.legal())
    return allowed


def said(state: WinstonState, name: str) -> str:
    """A word of the position in letters; of the deck what everybody knows of its bottom comes after a bar."""
    words = dict(part.split("=") for part in state.encode().split(" "))
    if name == "deck":
        return f"{letters(words['deck'])}|{letters(words['bottom'])}"
    if name == "table":
        return ",".join(sorted(map(dog_letters, filter(None, words["table"].split(","))), key=str.lower))
    return "/".join("".join(sorted(letters(each))) for each in words[name].split("/"))


def letters(text: str) -> str:
    """The cards of a text in their order."""
    found = ""
    for each in filter(None, text.split(",")):
        name, _, count = each.partition("*")
        kind, _, part = name.partition("-")
        sign = KINDS[NAMES.index(kind)]
        found += (sign.upper() if part == "head" else sign) * int(count or 1)
    return found


def dog_letters(text: str) -> str:
    kind, _, bodies = text.rstrip("*").partition(".")
    sign = KINDS[NAMES.index(kind)]
    return sign.upper() * text.endswith("*") + sign * int(bodies)


def hand(state: WinstonState, player: int = 0) -> str:
    return said(state, "hands").split("/")[player]


def play_out(state: WinstonState, seed: int) -> int:
    """Play at random to the end; how many actions it took."""
    rng, actions = Random(seed), 0
    while state.current() != OVER:
        state.apply(rng.choice(state.legal()))
        actions += 1
        assert actions < 1000, "an endless game"
    return actions


# Components


def test_two_to_six_players(rules: WinstonRules) -> None:
    assert list(rules.spec.players) == [2, 6]


def test_the_box_has_66_dog_cards_of_six_kinds_with_3_heads_and_8_bodies(rules: WinstonRules) -> None:
    assert rules.kinds == 6
    assert [len(copies) for copies in rules.copies] == [3] * 6 + [8] * 6
    assert sum(rules.manifest().values()) == 66 + 4 + 2


def test_the_size_cards_are_2_3_4_and_5_or_more(rules: WinstonRules) -> None:
    assert rules.size_names == ["2", "3", "4", "5*"]


def test_the_pieces_are_a_bone_and_a_poop(rules: WinstonRules) -> None:
    pieces = {design.id: design.fields["what"] for design in rules.spec.decks["tokens"].designs}
    assert sorted(map(str, pieces.values())) == ["bone", "poop"]
    assert sorted(rules.piece_ids) == sorted(pieces)


# Set-up


def test_the_cards_are_shuffled(rules: WinstonRules) -> None:
    deals = [fresh(rules, 2, seed) for seed in range(200)]
    assert {deal.deck[-1] for deal in deals} == {deal.deck[0] for deal in deals} == set(range(12))
    assert {card for deal in deals for card in hand(deal)} == set(BOX)


@pytest.mark.parametrize("players", range(2, 7))
def test_each_gets_five_cards_and_the_rest_is_the_deck(rules: WinstonRules, players: int) -> None:
    state = fresh(rules, players, 0)
    assert state.held == [5] * players
    assert len(state.deck) == 66 - 5 * players
    assert said(state, "table") == ""


def test_the_deck_lies_face_down_and_hands_are_hidden(rules: WinstonRules) -> None:
    one = position(rules, "abcde/Abbbb", "C", top="f")
    two = position(rules, "abcde/Fdddd", "C", top="e")
    assert one.observe(0) == two.observe(0)
    assert rules.show(one, 0, Lang.EN) == rules.show(two, 0, Lang.EN)
    assert one.observe(1) != two.observe(1)


def test_pieces_and_size_cards_begin_in_the_middle(rules: WinstonRules) -> None:
    state = fresh(rules, 3, 0)
    assert (state.bone, state.poop, state.marks) == (NOBODY, NOBODY, [NOBODY] * 4)
    assert state.scores() == [0, 0, 0]


def test_the_start_player_is_drawn(rules: WinstonRules) -> None:
    first = Counter(rules.new(3, seed).current() for seed in range(90))
    assert set(first) == {0, 1, 2}
    assert min(first.values()) > 15


def test_play_goes_clockwise(rules: WinstonRules) -> None:
    state = position(rules, "aabbc/aabbc/aabbc")
    seats = [state.current()]
    for _ in range(3):
        act(state, "a b .")
        seats.append(state.current())
    assert seats == [0, 1, 2, 0]


# Turn 1, 2: what can be played


def test_there_is_one_dog_of_a_kind_on_the_table(rules: WinstonRules) -> None:
    state = act(position(rules, "aaAbb/ccccc", "a"), "a A")
    assert said(state, "table") == "Aaa"


def test_a_dog_on_the_table_belongs_to_nobody(rules: WinstonRules) -> None:
    state = act(position(rules, "bc/Aabff", "aaaa", top="cccc"), "b c a b")
    assert said(state, "table") == "aaaaa,bb,c"
    act(state, "A")
    assert state.dogs == [1, 0, 5]


def test_a_body_can_always_be_played(rules: WinstonRules) -> None:
    assert legal(position(rules, "abcd/aaaaa", "A,bb,Cc")) == set("abcd")


@pytest.mark.parametrize(
    ("table", "then"), [("", "a"), ("a", "aa"), ("A", "Aa"), ("aaaaaa", "aaaaaaa"), ("b", "a,b"), ("Bb", "a,Bb")]
)
def test_a_body_lengthens_the_dog_of_its_kind_or_starts_one(rules: WinstonRules, table: str, then: str) -> None:
    assert said(act(position(rules, "ac/ddddd", table), "a"), "table") == then


@pytest.mark.parametrize(
    ("table", "then"), [("", "A"), ("Bb", "A,Bb"), ("a", "Aa"), ("b", "A,b"), ("aaa", None), ("A", ""), ("Aa", "")]
)
def test_a_head_needs_a_kind_without_a_dog_or_a_dog_without_a_head(
    rules: WinstonRules, table: str, then: str | None
) -> None:
    state = position(rules, "Acc/ddddd", table)
    assert ("A" in legal(state)) == (then != "")
    if then:
        assert said(act(state, "A"), "table") == then
    elif then is None:  # a complete dog
        assert act(state, "A").dogs_of(0) == [(0, 3)]


def test_a_dog_has_one_head(rules: WinstonRules) -> None:
    assert legal(act(position(rules, "AABBc/ddddd", "b"), "A")) == {"B", "c"}


def test_cards_of_another_kind_do_not_make_a_dog(rules: WinstonRules) -> None:
    state = act(position(rules, "Abcdd/ddddd", "a,b,cc"), "A b c")
    assert (state.dogs, said(state, "table")) == ([], "Aa,bb,ccc")


# Turn 3: how many


def test_two_cards_must_be_played(rules: WinstonRules) -> None:
    state = position(rules, "abcde/aaaaa")
    assert "." not in legal(state)
    assert "." not in legal(act(state, "a"))
    assert "." in legal(act(state, "b"))


def test_picking_up_is_not_playing_a_card(rules: WinstonRules) -> None:
    state = act(position(rules, "Aabcc/ddddd", "aa"), "A +a")
    assert legal(state) == {"a", "b", "c"}
    assert "." in legal(act(state, "b"))


@pytest.mark.parametrize(
    ("cards", "table", "word"), [("AAb", "A", "b"), ("AA", "", "A"), ("b", "", "b"), ("AAB", "A", "B")]
)
def test_fewer_than_two_only_if_no_more_can_be_played(rules: WinstonRules, cards: str, table: str, word: str) -> None:
    state = act(position(rules, f"{cards}/ccccc", table), word)
    assert state.current() == 1


@pytest.mark.parametrize(
    ("cards", "table", "word", "owed"),
    [("AAbc", "A", "b", {"c"}), ("ABb", "A", "b", {"B"}), ("ABb", "b", "A", {"B", "b"})],
)
def test_a_second_card_that_can_be_played_must_be(
    rules: WinstonRules, cards: str, table: str, word: str, owed: set[str]
) -> None:
    state = act(position(rules, f"{cards}/ccccc", table), word)
    assert (state.current(), legal(state)) == (0, owed)


def test_a_card_still_owed_is_the_head_that_picking_up_makes_room_for(rules: WinstonRules) -> None:
    state = act(position(rules, "AA/ccccc", "aa"), "A")
    assert (state.current(), legal(state), state.dogs) == (0, {"A"}, [0, 0, 2])


def test_the_whole_hand_may_be_played(rules: WinstonRules) -> None:
    state = act(position(rules, "abcde/aaaaa"), "a b c d")
    assert (state.current(), legal(state)) == (0, {"e", "."})
    assert said(act(state, "e"), "table") == "a,b,c,d,e"
    assert state.current() == 1


def test_cards_are_played_one_after_the_other_on_any_dogs(rules: WinstonRules) -> None:
    state = act(position(rules, "abAcc/ddddd", "C,b"), "a b c")
    assert (said(state, "table"), legal(state)) == ("a,bb,Cc", {"A", "c", "."})


def test_the_turn_is_over_by_itself_when_nothing_is_left_to_choose(rules: WinstonRules) -> None:
    assert act(position(rules, "AAbc/aaaaa", "A"), "b c").current() == 1


def test_equal_cards_are_one_action(rules: WinstonRules) -> None:
    assert position(rules, "aaaAA/bbbbb").legal() == [HEAD, BODY]


# Turn 4: complete dogs


@pytest.mark.parametrize(
    ("cards", "table", "words", "bodies"),
    [("ab", "Aa", "a", 2), ("Ab", "aa", "A", 2), ("Aaab", "", "a A a", 2), ("Ab", "aaaaaaa", "A", 7)],
)
def test_a_head_and_at_least_two_bodies_make_a_complete_dog(
    rules: WinstonRules, cards: str, table: str, words: str, bodies: int
) -> None:
    assert act(position(rules, f"{cards}/ccccc", table), words).dogs_of(0) == [(0, bodies)]


@pytest.mark.parametrize(("cards", "table"), [("ab", "A"), ("ab", "aaa"), ("Ab", "a")])
def test_one_body_or_no_head_is_not_a_complete_dog(rules: WinstonRules, cards: str, table: str) -> None:
    state = act(position(rules, f"{cards}/ccccc", table), " ".join(cards))
    assert (state.current(), state.complete, state.dogs) == (1, 0, [])


def test_more_bodies_may_be_added_before_picking_up(rules: WinstonRules) -> None:
    state = act(position(rules, "Aaab/ccccc", "aa"), "A")
    assert legal(state) == {"a", "b", "+a"}
    act(state, "a a")
    assert state.dogs_of(0) == [(0, 4)]


def test_other_cards_may_be_played_before_adding_more(rules: WinstonRules) -> None:
    state = act(position(rules, "Aabb/ccccc", "aa"), "A b a")
    assert state.dogs_of(0) == [(0, 3)]


def test_more_bodies_need_not_be_added(rules: WinstonRules) -> None:
    state = act(position(rules, "Aabbb/ccccc", "aa"), "A +a")
    assert (state.dogs_of(0), said(state, "table"), hand(state)) == ([(0, 2)], "", "abbb")


def test_a_complete_dog_is_picked_up_at_the_latest_at_the_end_of_the_turn(rules: WinstonRules) -> None:
    state = act(position(rules, "ABaab/ccccc", "aa,bbb"), "A B .")
    assert state.dogs == [0, 0, 2, 0, 1, 3]
    assert (state.complete, said(state, "table"), state.current()) == (0, "", 1)


def test_several_dogs_may_be_won_in_a_turn(rules: WinstonRules) -> None:
    state = act(position(rules, "ABccd/eeeee", "aa,bbb"), "A B")
    assert state.dogs_of(0) == [(0, 2), (1, 3)]


def test_after_picking_up_a_dog_of_the_kind_may_be_started_at_once(rules: WinstonRules) -> None:
    state = act(position(rules, "AAaab/ccccc", "aa"), "A +a")
    assert legal(state) == {"A", "a", "b"}
    assert said(act(state.clone(), "a"), "table") == "a"
    act(state, "A a a")
    assert state.dogs_of(0) == [(0, 2), (0, 2)]


def test_before_picking_up_no_second_dog_is_started(rules: WinstonRules) -> None:
    state = act(position(rules, "AAabc/ccccc", "aa"), "A")
    assert legal(state) == {"a", "b", "c", "+a"}
    assert state.dogs_of(0) == []
    assert act(state, "b a").lengths[0] == 3


def test_a_dog_that_the_hand_cannot_change_is_picked_up_at_once(rules: WinstonRules) -> None:
    state = act(position(rules, "Abbcc/ddddd", "aa"), "A")
    assert state.dogs == [0, 0, 2]
    assert legal(state) == {"b", "c"}


def test_after_two_cards_picking_up_for_another_head_is_a_choice(rules: WinstonRules) -> None:
    state = act(position(rules, "AAb/ccccc", "aa"), "A b")
    assert legal(state) == {"+a", "."}
    assert said(act(state.clone(), "."), "table") == "b"
    assert said(act(state, "+a A"), "table") == "A,b"


# Turn 5: bone, poop and size cards


def prizes(state: WinstonState) -> tuple[int, int]:
    return state.bone, state.poop


def win(rules: WinstonRules, length: int, dogs: str, options: str = "") -> WinstonState:
    """Player 1 completes a dog of so many bodies after other dogs."""
    return act(position(rules, "Abbee/ddddd/eeeee", "a" * length, dogs=dogs, options=options), "A")


@pytest.mark.parametrize(("bodies", "size"), [(2, 0), (3, 1), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)])
def test_the_first_dog_takes_bone_poop_and_its_size_card(rules: WinstonRules, bodies: int, size: int) -> None:
    state = win(rules, bodies, "")
    assert prizes(state) == (0, 0)
    assert [card for card, owner in enumerate(state.marks) if owner == 0] == [size]
    assert state.marks.count(NOBODY) == 3


def test_a_longer_dog_takes_the_bone_and_its_size_card(rules: WinstonRules) -> None:
    state = win(rules, 4, "2Bbbb")
    assert prizes(state) == (0, 1)
    assert state.marks == [NOBODY, 1, 0, NOBODY]


def test_a_shorter_dog_takes_the_poop_and_its_size_card(rules: WinstonRules) -> None:
    state = win(rules, 2, "2Bbbb")
    assert prizes(state) == (1, 0)
    assert state.marks == [0, 1, NOBODY, NOBODY]


def test_a_dog_as_long_as_the_longest_takes_the_bone_and_the_size_card(rules: WinstonRules) -> None:
    state = win(rules, 4, "2Bbbbb,3Ccc")
    assert prizes(state) == (0, 2)
    assert state.marks == [2, NOBODY, 0, NOBODY]


def test_a_dog_as_short_as_the_shortest_takes_the_poop_and_the_size_card(rules: WinstonRules) -> None:
    state = win(rules, 2, "2Bbbbb,3Ccc")
    assert prizes(state) == (1, 0)
    assert state.marks == [0, NOBODY, 1, NOBODY]


def test_one_dog_can_take_both(rules: WinstonRules) -> None:
    state = win(rules, 3, "2Bbbb")
    assert (prizes(state), state.marks) == ((0, 0), [NOBODY, 0, NOBODY, NOBODY])


def test_a_dog_between_takes_neither(rules: WinstonRules) -> None:
    state = win(rules, 3, "2Bbbbb,3Ccc")
    assert prizes(state) == (1, 2)
    assert state.marks == [2, NOBODY, 1, NOBODY]


def test_only_the_records_so_far_count_and_not_the_last_dog(rules: WinstonRules) -> None:
    assert prizes(win(rules, 3, "2Bbbbb,3Ccc,2Dddd")) == (1, 2)
    assert prizes(win(rules, 4, "2Bbbbbb,3Ccc,2Dddd")) == (1, 2)


def test_a_holder_who_beats_his_own_record_keeps_the_piece(rules: WinstonRules) -> None:
    state = win(rules, 5, "2Bbb,1Cccc")
    assert (prizes(state), state.longest, state.shortest) == ((0, 1), 5, 2)
    assert state.marks == [1, NOBODY, NOBODY, 0]


def test_a_size_card_that_marks_no_record_goes_back(rules: WinstonRules) -> None:
    assert win(rules, 5, "2Bbbb,2Cccc,3Ddd").marks == [2, NOBODY, NOBODY, 0]


# Turn 6, 7: drawing and exchanging


def test_hands_are_filled_up_to_five(rules: WinstonRules) -> None:
    assert hand(act(position(rules, "abccc/ddddd", top="ef"), "a b .")) == "cccef"
    assert hand(act(position(rules, "abcde/ddddd", top="Aeffff"), "a b c d e")) == "Aefff"


def test_hands_are_filled_while_the_deck_lasts(rules: WinstonRules) -> None:
    state = act(position(rules, "abccc/ddddd", deck="e"), "a b .")
    assert (hand(state), state.deck) == ("ccce", [])


def test_nothing_is_drawn_during_a_turn(rules: WinstonRules) -> None:
    assert hand(act(position(rules, "abccc/ddddd"), "a b c")) == "cc"


def test_who_has_only_heads_of_dogs_with_heads_exchanges_one_of_them(rules: WinstonRules) -> None:
    state = position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e")
    assert legal(state) == {"-A", "-B", "-C"}
    act(state, "-B")
    assert hand(state) == "AABCe"
    assert said(state, "deck").endswith("|B")
    assert said(state, "table") == "A,Bb,Cc"


@pytest.mark.parametrize(("cards", "playable"), [("AABBc", {"c"}), ("AABBC", {"C"}), ("AABBb", {"b"})])
def test_nothing_is_exchanged_while_a_card_can_be_played(rules: WinstonRules, cards: str, playable: set[str]) -> None:
    assert legal(position(rules, f"{cards}/ddddd", "A,B,c")) == playable


def test_nothing_is_exchanged_after_a_card_was_played(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBc/ddddd", "A,B", top="f"), "c")
    assert (state.current(), state.seen, hand(state)) == (1, 0, "AABBf")


def test_each_exchanged_head_goes_below_the_one_before(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/CDDEE", STUCK, top="FF"), "-A -C")
    assert said(state, "deck").endswith("|AC")
    assert (hand(state), hand(state, 1)) == ("ABBCF", "DDEEF")


def test_the_last_card_of_the_deck_is_drawn_and_not_the_head_put_there(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", deck="e"), "-A")
    assert (hand(state), said(state, "deck")) == ("ABBCe", "|A")


def test_the_turn_is_over_after_the_exchange(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e"), "-A")
    assert (state.current(), legal(state)) == (1, {"d"})


def test_with_an_empty_deck_the_player_keeps_the_head_and_passes(rules: WinstonRules) -> None:
    assert legal(position(rules, "AA/bb", "A", deck="")) == set()
    state = act(position(rules, "bc/AA/dd", "A", deck=""), "b c")
    assert (state.current(), state.held, said(state, "deck")) == (2, [0, 2, 2], "|")


# End


def test_the_game_ends_when_all_hands_and_the_deck_are_empty(rules: WinstonRules) -> None:
    state = act(position(rules, "bc/ade", "Aa", deck=""), "b c")
    assert state.current() == 1
    assert act(state, "d e a").current() == OVER
    assert state.dogs_of(1) == [(0, 2)]
    assert state.legal() == []


def test_the_game_goes_on_when_one_hand_is_empty(rules: WinstonRules) -> None:
    assert act(position(rules, "bc/ddd/e", deck=""), "b c d d . e").current() == 1


def test_the_game_goes_on_when_the_deck_is_empty(rules: WinstonRules) -> None:
    state = act(position(rules, "bbccc/ddeee", deck="f"), "b b . d d .")
    assert (state.current(), state.held, state.deck) == (0, [4, 3], [])


def test_the_game_ends_when_everybody_in_a_row_must_pass_or_holds_no_card(rules: WinstonRules) -> None:
    state = act(position(rules, "bcA/AB", "A,B", deck=""), "b c")
    assert (state.current(), state.held) == (OVER, [1, 2])
    state = act(position(rules, "bcA/de/AB/ff", "A,B", deck=""), "b c d e f f")
    assert (state.current(), state.held) == (OVER, [1, 0, 2, 0])


def test_a_pass_is_not_the_end_while_another_can_play(rules: WinstonRules) -> None:
    state = act(position(rules, "Aabc/AB", "A,B", deck=""), "b c .")
    assert (state.current(), state.idle) == (0, 1)


def test_only_passes_in_a_row_end_the_game(rules: WinstonRules) -> None:
    state = act(position(rules, "Abb/A/ccddd", "A", deck=""), "b b c c .")
    assert (state.current(), state.idle) == (2, 2)


def test_who_has_passed_plays_again_when_he_can(rules: WinstonRules) -> None:
    state = act(position(rules, "aabb/A", "A", deck=""), "b b .")
    assert (state.current(), state.idle) == (0, 1)
    act(state, "a a")
    assert (state.current(), legal(state)) == (1, {"A"})


def test_exchanges_in_a_row_do_not_end_the_game(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/CDDEE", STUCK, top="FF"), "-A -C")
    assert (state.current(), legal(state)) == (0, {"-A", "-B", "-C", "-F"})
    assert legal(act(state, "-F -D")) == {"a"}


def test_a_deck_in_which_nothing_can_ever_be_played_ends_the_game(rules: WinstonRules) -> None:
    """Impossible with the cards of the box; a designer's own deck must not hang either."""
    assert play_out(position(rules, "AABBC/CDDEE", "A,B,C,D,E,F", deck="FF"), 0) == 2 + 2


def test_about_one_game_in_eight_of_two_players_ends_with_heads_in_hand(rules: WinstonRules) -> None:
    stuck = 0
    for seed in range(160):
        state = fresh(rules, 2, seed)
        play_out(state, seed)
        assert not state.deck
        stuck += bool(sum(state.held))
    assert 160 / 16 < stuck < 160 / 4


# Score


@pytest.mark.parametrize(("bodies", "points"), [(2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36)])
def test_a_dog_is_worth_one_more_for_each_body(rules: WinstonRules, bodies: int, points: int) -> None:
    state = position(rules, "bbccc/ddddd", dogs=f"1A{'a' * bodies}")
    assert state.points == [points, 0]
    assert win(rules, bodies, "").points == [points, 0, 0]


def test_the_dogs_of_a_player_add_up(rules: WinstonRules) -> None:
    assert position(rules, "bbccc/ddddd", dogs="1Aaaa,2Fff,1Aaaa,1Eee").points == [6 + 6 + 3, 3]


def test_the_bone_adds_six_and_the_poop_takes_six(rules: WinstonRules) -> None:
    assert position(rules, "aabbc/ddddd/eeeee", dogs="2Ffff,3Ccccc,1Aaa").scores() == [3 - 6, 6, 10 + 6]


def test_who_has_bone_and_poop_gains_and_loses_nothing(rules: WinstonRules) -> None:
    assert win(rules, 3, "").scores() == [6, 0, 0]


def test_who_loses_bone_or_poop_no_longer_counts_it(rules: WinstonRules) -> None:
    assert win(rules, 4, "2Bbbb").scores() == [10 + 6, 6 - 6, 0]
    assert win(rules, 2, "2Bbbb").scores() == [3 - 6, 6 + 6, 0]
    assert win(rules, 3, "2Bbbb").scores() == [6, 6, 0]


def test_unfinished_dogs_and_hands_count_nothing(rules: WinstonRules) -> None:
    assert position(rules, "Aaaab/ddddd", "bbb,C").scores() == [0, 0]
    complete = act(position(rules, "Aaabb/ddddd", "aa"), "A")
    assert complete.scores() == [0, 0]
    over = act(position(rules, "Abc/A", "A,bbb", deck=""), "b c")
    assert (over.current(), over.scores()) == (OVER, [0, 0])


def test_the_recount_agrees_at_every_step(rules: WinstonRules, walks: list[WinstonState]) -> None:
    for state in walks:
        assert state.scores() == recount(rules.spec, state.encode())


def finished(rules: WinstonRules, dogs: str, options: str = "") -> list[int]:
    state = position(rules, "e/f/f", dogs=dogs, options=options)
    assert state.winners() == []
    state.turn = OVER
    return state.winners()


def test_the_highest_score_wins(rules: WinstonRules) -> None:
    assert finished(rules, "1Aaaa,2Bbb,3Ccccc") == [2]
    assert finished(rules, "1Aaaa,2Bbb,1Aaaa,3Ccccc,1Bbbb") == [0]  # 18 in three dogs, 16 with the bone


def test_a_tie_goes_to_the_holder_of_the_bone(rules: WinstonRules) -> None:
    # 2 has the bone and 10 + 6; 1 has 10 + 6 in a dog of 4 and one of 3; 3 has the poop
    assert finished(rules, "1Aaaaa,1Bbbb,2Ccccc,3Ddd") == [1]


def test_the_bone_comes_before_the_longest_own_dog(rules: WinstonRules) -> None:
    # 1 has 28 + 3; 2 has 15 + 10 and the bone, five being as long as seven
    assert finished(rules, "1Aaaaaaaa,1Bbb,2Cccccc,2Ddddd,3Eee", "five_plus_bucket") == [1]


def test_then_to_the_longest_own_dog(rules: WinstonRules) -> None:
    # 3 has the bone and the poop: 21 + 3; 1 has 15 + 6 + 6 and 2 has 6 + 6 + 6 + 6 + 3
    assert finished(rules, "1Aaaaaa,1Bbbb,1Bbbb,2Cccc,2Cccc,2Dddd,2Dddd,2Eee,3Fffffff,3Eee") == [0]


def test_then_it_is_shared(rules: WinstonRules) -> None:
    assert finished(rules, "1Aaaaaa,1Bbbb,1Bbbb,2Cccccc,2Dddd,2Dddd,3Fffffff,3Eee") == [0, 1]
    assert finished(rules, "") == [0, 1, 2]


# Rulings


def test_every_option_is_off_unless_asked_for(rules: WinstonRules) -> None:
    assert [option.choices for option in rules.options.values()] == [("no", "yes")] * 4
    assert fresh(rules, 2, 0).flags == (False,) * 4
    assert fresh(rules, 2, 0, {"face_up": "yes"}).flags == (False, False, False, True)


def test_the_size_card_5_is_for_five_and_more_and_lies_with_the_last_to_take_it(rules: WinstonRules) -> None:
    assert win(rules, 7, "2Cccccc").marks == [NOBODY, NOBODY, NOBODY, 0]
    state = win(rules, 5, "2Cccccccc")
    assert (prizes(state), state.marks[3]) == ((1, 0), 0)
    assert win(rules, 2, "2Cccccccc,3Ffffff").marks == [0, NOBODY, NOBODY, 1]


def test_records_are_compared_by_true_length(rules: WinstonRules) -> None:
    assert prizes(win(rules, 5, "2Cccccccc,3Fff")) == (1, 2)
    assert prizes(win(rules, 7, "2Ccccccc")) == (0, 1)


def test_with_five_plus_bucket_all_of_five_and_more_are_equal(rules: WinstonRules) -> None:
    assert prizes(win(rules, 5, "2Cccccccc,3Fff", "five_plus_bucket")) == (0, 2)
    assert prizes(win(rules, 7, "2Ccccccc", "five_plus_bucket")) == (0, 0)
    assert prizes(win(rules, 4, "2Ccccccc", "five_plus_bucket")) == (1, 0)
    assert win(rules, 7, "2Ccccc", "five_plus_bucket").scores() == [28 + 6, 10 - 6, 0]


def test_with_swap_then_play_the_new_card_is_played(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="ef", options="swap_then_play"), "-A")
    assert (state.current(), legal(state)) == (0, {"e"})
    act(state, "e")
    assert (state.current(), state.swapped, state.idle, hand(state)) == (1, 0, 0, "ABBCf")
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="F", options="swap_then_play"), "-A")
    assert (state.current(), legal(state)) == (0, {"F"})


def test_with_swap_then_play_two_cards_must_be_played_if_they_can(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="b", options="swap_then_play"), "-A b")
    assert (state.current(), legal(state), state.dogs_of(0)) == (0, {"B"}, [(1, 2)])


def test_with_swap_then_play_a_new_card_that_cannot_be_played_ends_the_turn(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="C", options="swap_then_play"), "-A")
    assert (state.current(), state.swapped, state.idle) == (1, 0, 1)


def test_with_end_on_first_empty_hand_the_game_ends_there(rules: WinstonRules) -> None:
    state = act(position(rules, "ac/ddd", "Aa", deck="", options="end_on_first_empty_hand"), "c a")
    assert (state.current(), state.dogs_of(0), state.scores()) == (OVER, [(0, 2)], [3, 0])


def test_with_end_on_first_empty_hand_a_hand_that_is_filled_is_not_empty(rules: WinstonRules) -> None:
    state = act(position(rules, "bc/ddd", deck="e", options="end_on_first_empty_hand"), "b c")
    assert (state.current(), hand(state)) == (1, "e")


def test_with_end_on_first_empty_hand_the_game_still_ends_when_all_must_pass(rules: WinstonRules) -> None:
    state = position(rules, "bcA/AB", "A,B", deck="", options="end_on_first_empty_hand")
    assert act(state, "b c").current() == OVER


def test_dogs_of_others_lie_face_down_to_the_end(rules: WinstonRules) -> None:
    state = position(rules, "aabbc/ddddd", dogs="1Ffff,2Eeee")
    shown = rules.show(state, 0, Lang.EN)
    assert "Punk 3" in shown
    assert "Astronaut" not in shown
    assert shown.count(" pts") == 1
    state.turn = OVER
    assert "Astronaut 3" in rules.show(state, 0, Lang.EN)


def test_with_face_up_dogs_of_others_are_shown(rules: WinstonRules) -> None:
    state = position(rules, "aabbc/ddddd", dogs="1Ffff,2Eeee", options="face_up")
    assert "Astronaut 3" in rules.show(state, 0, Lang.EN)
    assert rules.show(state, 0, Lang.EN).count(" pts") == 2
    assert rules.presets["younger"] == {"face_up": "yes"}


# What is known


def test_a_head_put_under_the_deck_is_shown_and_remembered(rules: WinstonRules) -> None:
    one = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e"), "-A")
    two = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e"), "-B")
    assert one.observe(1) != two.observe(1)
    for seed in range(10):
        assert said(rules.imagine(one.observe(1), Random(seed)), "deck").endswith("|A")


def test_the_card_drawn_for_a_head_is_hidden(rules: WinstonRules) -> None:
    one = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="e"), "-A")
    two = act(position(rules, "AABBC/ddddd", "A,Bb,Cc", top="f"), "-A")
    assert one.observe(1) == two.observe(1)


def test_who_draws_a_head_that_was_shown_is_known_to_have_it(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/deeff/ddddd", "A,Bb,Cc", deck="ef"), "-A e e .")
    assert said(state, "known") == "/A/"
    assert hand(state, 1) == "Adfff"


def test_who_draws_a_shown_head_for_another_is_known_to_have_it(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/CDDEE", STUCK, deck="F"), "-A -C")
    assert (said(state, "known"), said(state, "deck"), hand(state, 1)) == ("/A", "|C", "ADDEE")


def test_a_known_head_that_is_played_is_no_longer_known_to_be_held(rules: WinstonRules) -> None:
    state = position(rules, "AAbcd/ddddd", known="A/")
    assert said(act(state, "A"), "known") == "/"


def test_what_was_played_and_picked_up_is_remembered_by_all(rules: WinstonRules) -> None:
    one = act(position(rules, "Abbcc/ddddd", "aaa"), "A b b")
    assert rules.imagine(one.observe(1), Random(1)).dogs_of(0) == [(0, 3)]


def test_who_had_to_pass_is_imagined_with_heads_that_cannot_be_played(rules: WinstonRules) -> None:
    state = act(position(rules, "bcde/AF/ddd", "A,F", dogs="1Aaa", deck=""), "b c d e")
    assert (state.current(), state.idle) == (2, 1)
    for seed in range(20):
        assert set(hand(rules.imagine(state.observe(2), Random(seed)), 1)) <= {"A", "F"}


def test_who_exchanged_is_imagined_with_heads_that_cannot_be_played_and_a_new_card(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", STUCK, top="e"), "-A")
    for seed in range(20):
        assert len(hand(rules.imagine(state.observe(1), Random(seed))).rstrip(KINDS)) >= 4


def test_who_plays_on_after_an_exchange_is_imagined_with_one_card_to_play(rules: WinstonRules) -> None:
    state = act(position(rules, "AABBC/ddddd", STUCK, top="e", options="swap_then_play"), "-A")
    for seed in range(20):
        cards = hand(rules.imagine(state.observe(1), Random(seed)))
        assert [card.isupper() for card in cards] == [True] * 4 + [False]


def test_who_owes_a_card_is_imagined_with_one_to_play(rules: WinstonRules) -> None:
    gone = ",".join(f"1{kind.upper()}{kind * 8}" for kind in "abcde")
    state = act(position(rules, "ABff/fffff", "A,B,C,D,E,F", dogs=gone), "f")
    assert state.current() == 0
    for seed in range(20):
        assert legal(rules.imagine(state.observe(1), Random(seed))) == {"f"}


def test_redealing_what_is_hidden_does_not_change_what_is_observed(
    rules: WinstonRules, walks: list[WinstonState]
) -> None:
    for number, state in enumerate(walks):
        for player in range(state.players):
            seen = state.observe(player)
            imagined = rules.imagine(seen, Random(number))
            assert imagined.observe(player) == seen
            assert imagined.census() == rules.manifest()
            assert bool(imagined.legal()) == (state.current() != OVER)
            if player == state.current():
                assert imagined.legal() == state.legal()


# Every position


OPTIONS = [dict(zip(WinstonRules.options, values, strict=True)) for values in product(("no", "yes"), repeat=4)]


@pytest.fixture(scope="module")
def walks(rules: WinstonRules) -> list[WinstonState]:
    """Positions of random games with every number of players and all options, rare exchanges among them."""
    positions = []
    for game, options in enumerate(OPTIONS):
        rng = Random(game)
        state = fresh(rules, 2 + game % 5, game, options)
        if game % 2:
            on = ",".join(name for name, switch in options.items() if switch == "yes")
            state = position(rules, "AABBC/CDDEE", STUCK, top="FF", options=on)
        while state.current() != OVER:
            positions.append(state.clone())
            state.apply(rng.choice(state.legal()))
        positions.append(state)
    return positions


def test_every_component_is_somewhere_at_every_step(rules: WinstonRules, walks: list[WinstonState]) -> None:
    for state in walks:
        assert state.census() == rules.manifest()


def test_legal_actions_are_sorted_and_described_differently(rules: WinstonRules, walks: list[WinstonState]) -> None:
    for state in walks:
        acts = state.legal()
        assert acts == sorted(set(acts))
        for lang in (Lang.FR, Lang.EN):
            words = [rules.describe(state, act, lang) for act in acts]
            assert [rules.parse(state, text, lang) for text in words] == acts


def test_a_position_is_written_and_read(rules: WinstonRules, walks: list[WinstonState]) -> None:
    for state in walks:
        text = state.encode()
        again = rules.decode(text)
        assert again.encode() == text
        assert all(getattr(again, name) == getattr(state, name) for name in WinstonState.__slots__ if name != "acts")


def test_a_clone_is_played_on_by_itself(walks: list[WinstonState]) -> None:
    for number, state in enumerate(walks):
        if state.current() != OVER:
            text, marks = state.encode(), state.marks[:]
            play_out(state.clone(), number)
            assert (state.encode(), state.marks) == (text, marks)


def test_games_end_within_their_bound(rules: WinstonRules) -> None:
    for seed in range(60):
        state = fresh(rules, 2 + seed % 5, seed, OPTIONS[seed % 16])
        assert play_out(state, seed) <= 66 * 2 + 66
        assert state.winners()


def test_the_order_of_the_rows_misreads_no_position(rules: WinstonRules, walks: list[WinstonState]) -> None:
    decks = {
        name: deck.model_copy(update={"designs": Random(name).sample(deck.designs, len(deck.designs))})
        for name, deck in rules.spec.decks.items()
    }
    other = GAME.make_rules(rules.spec.model_copy(update={"decks": decks}))
    assert isinstance(other, WinstonRules)
    assert other.kind_ids != rules.kind_ids
    assert sorted(other.kind_ids) == sorted(rules.kind_ids)
    for state in walks:
        text = state.encode()
        again: WinstonState = other.decode(text)
        assert again.encode() == text
        assert (again.scores(), again.winners(), again.marks) == (state.scores(), state.winners(), state.marks)
        moves = [
            {each.describe(at, act, Lang.EN) for act in at.legal()} for each, at in ((rules, state), (other, again))
        ]
        assert moves[0] == moves[1]


def test_a_kind_may_have_any_name(rules: WinstonRules) -> None:
    """A designer's own choices are free text."""
    dogs = rules.spec.decks["dogs"]
    designs = [
        design.model_copy(update={"fields": design.fields | {"kind": f"{design.fields['kind']}.1 / a*b=c, très: chic"}})
        for design in dogs.designs
    ]
    decks = rules.spec.decks | {"dogs": dogs.model_copy(update={"designs": designs})}
    other = GAME.make_rules(rules.spec.model_copy(update={"decks": decks}))
    for seed in range(5):
        state, rng = other.new(2, seed), Random(seed)
        while state.current() != OVER:
            state.apply(rng.choice(state.legal()))
            assert other.decode(state.encode()).encode() == state.encode()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("options", "nonsense", '"nonsense"'),
        ("options", "nonsense:yes", '"nonsense:yes"'),
        ("options", "face_up:nonsense", '"face_up:nonsense"'),
        ("options", "face_up:no", r"must be written options= \[E0902\]"),
        ("options", "face_up:yes,face_up:yes", r"must be written options=face_up:yes \[E0902\]"),
        (
            "options",
            "face_up:yes,swap_then_play:yes",
            r"must be written options=swap_then_play:yes,face_up:yes \[E0902\]",
        ),
        ("hands", by_seat("aabbc"), "does not add up: the game is for 2 to 6 players, not 1"),
        ("hands", by_seat("aabbc/ddddd/"), "does not add up: there are 3 hands, but known cards for 2"),
        ("hands", by_seat("aabb/ddddd"), "must have every card of the box once"),
        ("hands", by_seat("aabbcc/ddddd"), "must have every card of the box once"),
        ("hands", f"{cards('aabbc')}/{cards('ddddd')}", "must be written hands=ballerina-body,detective-body"),
        ("hands", f"{by_seat('aabbc')}/knight-body*4,knight-body", "must be written hands="),
        ("hands", f"{by_seat('aabbc')}/knight-body*0", "hands cannot be read: "),
        ("hands", f"{by_seat('aabbc')}/knight-tail", '"knight-tail"'),
        ("known", "unicorn-head/", '"unicorn-head"'),
        ("known", "punk-head/", "which include the known ones"),
        ("known", "//", "does not add up: there are 2 hands, but known cards for 3"),
        ("table", "sailor", "table cannot be read: "),
        ("table", "sailor.1-detective", "table cannot be read: "),
        ("table", "unicorn.1", '"unicorn"'),
        ("table", "sailor.0*,sailor.0*", "does not add up: two dogs of a kind"),
        ("table", "sailor.1,sailor.1*", "does not add up: two dogs of a kind"),
        ("table", "sailor.-1", "does not add up: a dog of -1 bodies"),
        ("table", "sailor.9", "does not add up: a dog of 9 bodies"),
        ("table", "sailor.99999999", "does not add up: a dog of 99999999 bodies"),
        ("deck", "", "must have every card of the box once"),
        ("deck", "aabbc", '"aabbc"'),
        ("bottom", "sailor-head", "must have every card of the box once"),
        ("dogs", "1:sailor.x*", "dogs cannot be read: "),
        ("dogs", "sailor.2*", "dogs cannot be read: "),
        ("dogs", "3:sailor.2*", "does not add up: a picked-up dog is incomplete, too long or without a valid owner"),
        ("dogs", "0:sailor.2*", "does not add up: a picked-up dog is incomplete, too long or without a valid owner"),
        ("dogs", "1:sailor.1*", "does not add up: a picked-up dog is incomplete, too long or without a valid owner"),
        ("dogs", "1:sailor.2", "does not add up: a picked-up dog is incomplete, too long or without a valid owner"),
        ("dogs", "1:sailor.9*", "does not add up: a picked-up dog is incomplete, too long or without a valid owner"),
        ("turn", "3", "must have a valid turn"),
        ("turn", "-1", "must have a valid turn"),
        ("turn", "x", 'turn=x": turn cannot be read: "x" is not a whole number'),
        ("played", "-1", "must have from 0 to 5 cards played"),
        ("played", "6", "must have from 0 to 5 cards played"),
        ("swapped", "-1", "must have from 0 to 1 cards swapped"),
        ("swapped", "2", "must have from 0 to 1 cards swapped"),
        ("idle", "-1", "at most as many idle turns as players"),
        ("idle", "999", "at most as many idle turns as players"),
    ],
)
def test_a_text_that_is_no_position_is_refused(rules: WinstonRules, name: str, value: str, expected: str) -> None:
    good = position(rules, "aabbc/ddddd").encode()
    text = " ".join(f"{name}={value}" if part.startswith(f"{name}=") else part for part in good.split(" "))
    with pytest.raises(SpecError, match=expected):
        rules.decode(text)


def test_dogs_on_the_table_stand_in_one_order(rules: WinstonRules) -> None:
    text = position(rules, "aabbc/ddddd", "A,Bb").encode()
    assert "table=detective.1*,sailor.0* " in text
    with pytest.raises(SpecError, match=r"must be written table=detective\.1\*,sailor\.0\* \["):
        rules.decode(text.replace("detective.1*,sailor.0*", "sailor.0*,detective.1*"))


@pytest.mark.parametrize("change", ["", "garbage", "{} more=1", "{} idle=0", "{}x", "{} ", "idle=0 {}"])
def test_a_text_has_its_eleven_words_once(rules: WinstonRules, change: str) -> None:
    good = position(rules, "aabbc/ddddd").encode()
    assert len(good.split(" ")) == 11
    with pytest.raises(SpecError):
        rules.decode(change.format(good))


def test_a_position_that_no_game_reaches_is_refused(rules: WinstonRules) -> None:
    for hands in ("aabbc", "a/a/b/b/c/c/d"):
        with pytest.raises(SpecError, match=r"2 to 6 players, not"):
            position(rules, hands)
    with pytest.raises(SpecError, match="must have hands of at most 5 cards"):
        position(rules, "aabbcc/ddddd")
    with pytest.raises(SpecError, match="must have no complete dog on the table before a card is played"):
        position(rules, "aabbc/ddddd", "Aaa")
    stuck = position(rules, "AABBC/ddddd", STUCK).encode()
    with pytest.raises(SpecError, match="must have a player who can act"):
        rules.decode(stuck.replace("swapped=0", "swapped=1"))


@pytest.mark.parametrize("move", [HEAD, BODY + 5, PICK, SWAP, END, -1, 999])
def test_an_illegal_action_is_refused_with_the_position(rules: WinstonRules, move: int) -> None:
    state = position(rules, "aabbc/ddddd")
    with pytest.raises(IllegalMove, match=re.escape(f"hands={by_seat('aabbc/ddddd')}")):
        state.apply(move)


def test_a_spec_that_cannot_be_played_is_refused(rules: WinstonRules) -> None:
    decks = rules.spec.decks
    without = {name: deck for name, deck in decks.items() if name != "sizes"}
    with pytest.raises(SpecError, match=r'^winston has no deck or column "sizes", which its rules need'):
        WinstonRules(rules.spec.model_copy(update={"decks": without}))
    designs = [
        design.model_copy(update={"fields": design.fields | {"kind": f"kind {number}"}})
        for number, design in enumerate(decks["dogs"].designs[:13])
    ]
    many = decks | {"dogs": decks["dogs"].model_copy(update={"designs": designs})}
    with pytest.raises(SpecError, match=r"^winston: dogs must have at most 12 kinds, not 13"):
        WinstonRules(rules.spec.model_copy(update={"decks": many}))


# What is shown


def test_actions_are_said_in_both_languages(rules: WinstonRules) -> None:
    state = act(position(rules, "Aaab/ccccc", "aa"), "A b")
    english = [rules.describe(state, move, Lang.EN) for move in state.legal()]
    french = [rules.describe(state, move, Lang.FR) for move in state.legal()]
    assert english == ["play a body: Sailor", "pick up the dog: Sailor (2 bodies, 3 points)", "end the turn"]
    assert french == ["poser un corps : Matelot", "ramasser le chien : Matelot (2 corps, 3 points)", "finir le tour"]


def test_the_table_fits_a_terminal(rules: WinstonRules, walks: list[WinstonState]) -> None:
    for state in walks:
        for lang in (Lang.FR, Lang.EN):
            assert max(map(len, rules.show(state, state.players - 1, lang).split("\n"))) <= 100


# The bot's judgement


def test_a_longer_dog_is_worth_more_to_the_bot(rules: WinstonRules) -> None:
    state = act(position(rules, "Aabcd/eeeee", "aa", dogs="2Ffff"), "A")
    longer, shorter = state.clone(), state.clone()
    assert value(act(longer, "a"), 0) > value(act(shorter, "+a"), 0)
