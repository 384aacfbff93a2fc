"""Menus of legal actions: short, complete, and answered with words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from pnp.play.menu import MOST, Menu, find_moves, guess_moves, make_menu
from pnp.play.scene import Move, PieceAt, scene_of
from pnp.terms import Lang
from tests.play.test_every_scene import random_match, rules_of


def leaves(menu: Menu, moves: Sequence[Move]) -> Iterator[int]:
    """Yield the actions that numbers lead to, going through all menus."""
    assert menu.grid is not None or len(menu.choices) <= MOST
    for choice in menu.choices:
        if len(choice.moves) == 1:
            yield choice.moves[0].action
        else:
            assert len(choice.moves) < len(moves)
            yield from leaves(make_menu(choice.moves), choice.moves)


@pytest.mark.parametrize("name", ["conquete", "cotcotcollec", "koko", "winston", "hearts", "maki"])
def test_numbers_and_words_lead_to_every_action(name: str) -> None:
    rules, longest = rules_of(name), 0
    lang = rules.spec.languages[0]
    match = random_match(rules, 2, 100)
    for ply in range(0, match.ply, 5):
        state = match.position(ply)
        moves = scene_of(state, state.current(), lang).moves
        menu = make_menu(moves)
        longest = max(longest, len(moves))
        assert sorted(leaves(menu, moves)) == [move.action for move in moves]
        shown = [index for _, indices in menu.lines for index in indices]
        shown += [index for _, row in (menu.grid.rows if menu.grid else ()) for index in row if index is not None]
        assert sorted(shown) == list(range(len(menu.choices)))
        for move in Random(ply).sample(moves, min(4, len(moves))):
            assert find_moves(move.words.upper().replace("É", "E"), moves) == [move]
    assert longest > (100 if name == "conquete" else 1)


def placed(action: int, piece: str, x: int, y: int, words: str) -> Move:
    return Move(action, words, (piece,), "board", spot=PieceAt(piece, 30 * x, 30 * y))


def test_one_of_several_pieces_is_chosen_before_its_place() -> None:
    moves = [
        placed(100 * piece + 10 * y + x, name, x, y, f"put the {name} at {x},{y}")
        for piece, name in enumerate(("fox", "owl"))
        for x in range(4)
        for y in range(4)
    ]
    menu = make_menu(moves)
    assert [choice.label for choice in menu.choices] == ["put the fox at", "put the owl at"]
    places = make_menu(menu.choices[1].moves)
    assert places.grid is not None
    assert list(places.grid.columns) == ["0", "1", "2", "3"]
    assert [name for name, _ in places.grid.rows] == ["0", "1", "2", "3"]
    assert [move.action for move in find_moves("3 0", menu.choices[1].moves)] == [103], (
        "coordinates, not a search for 30"
    )


def test_choices_of_a_long_menu_have_words() -> None:
    cards = [f"card {number}" for number in range(12)]
    moves = [
        Move(20 * at + place, f"{verb}: {card}", (card,))
        for place, card in enumerate(cards)
        for at, verb in enumerate(("make a chest", "open a collection"))
    ]
    assert [choice.label for choice in make_menu(moves).choices] == ["make a chest", "open a collection"]


def test_places_without_coordinates_are_no_grid() -> None:
    moves = [placed(at, "figure", at, 0, f"jump into zone {letter}") for at, letter in enumerate("abcdefghij")]
    menu = make_menu(moves)
    assert menu.grid is None
    assert menu.lines == (("jump into zone", tuple(range(10))),)


def test_words_prefer_what_begins_so_then_their_order() -> None:
    moves = [Move(1, "take: Ring of gold"), Move(2, "take: Ring"), Move(3, "keep the ring, take nothing")]
    assert [move.action for move in find_moves("take r", moves)] == [1, 2]
    assert [move.action for move in find_moves("take ring", moves)] == [2], "all of its words"
    assert [move.action for move in find_moves("ring take", moves)] == [3]
    assert find_moves("", moves) == find_moves("?", moves) == find_moves("rung", moves) == []


def test_a_typing_error_is_a_guess() -> None:
    moves = [Move(1, "jouer : L’éventail"), Move(2, "jouer : Le gramophone")]
    assert [move.action for move in guess_moves("gramofone", moves)] == [2]
    assert guess_moves("zzz", moves) == []


def test_a_table_of_declared_fields_names_what_a_player_sees() -> None:
    state = rules_of("hearts").new(4, 1)
    shown = state.rules.show(state, 0, Lang.EN, 60)
    assert max(map(len, shown.splitlines())) <= 60
    assert shown.count("13 face down") == 3
    mine, theirs = (scene_of(state, seat, Lang.EN).zones for seat in (0, 1))
    names = [state.rules.name(card, Lang.EN) for card in state.hands[0]]  # type: ignore[attr-defined]
    assert all(name in " ".join(shown.split()) for name in names)
    assert mine != theirs
