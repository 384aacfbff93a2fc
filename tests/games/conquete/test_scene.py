"""Cot-cot Conquête! on screen: what everyone sees, where cards would go, and what is told of a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from pnp.games.conquete.notation import ConqueteNotation
from pnp.games.conquete.rules import BLIND, COIN, KINDS, PLACE, TURNS, ConqueteRules, ConqueteState
from pnp.play.core import OVER, Options
from pnp.play.scene import (
    EVERYONE,
    SPECTATOR,
    AreaAt,
    PieceAt,
    Scene,
    TextAt,
    Zone,
    ZoneShape,
    follow_pieces,
    imagined,
    scene_of,
)
from pnp.terms import Lang, Side
from tests.loading import load_rules

OPTIONS = {"asymmetric_start": "yes", "last_feather": "yes", "heal_cap": "none"}
Played = tuple[ConqueteState, int, ConqueteState]
"""A position, an action, and the position after it."""


@cache
def rules() -> ConqueteRules:
    loaded = load_rules("conquete")
    assert isinstance(loaded, ConqueteRules)
    return loaded


def new(players: int = 2, seed: int = 0) -> ConqueteState:
    state = rules().new(players, seed)
    assert isinstance(state, ConqueteState)
    return state


def sketch(text: str) -> ConqueteState:
    return ConqueteNotation(rules()).sketch(text, 2)


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == name)


def pieces(found: Zone) -> list[PieceAt]:
    return [piece for _, piece in found.pieces]


def random_game(players: int, seed: int, options: Options | None = None) -> Iterator[Played]:
    """Play a random game and yield each position, the action, and the position after it."""
    rng = Random(seed)
    state = rules().new(players, seed, options)
    while state.current() != OVER:
        before, action = state, rng.choice(state.legal())
        state = before.clone()
        state.apply(action)
        assert isinstance(before, ConqueteState)
        assert isinstance(state, ConqueteState)
        yield before, action, state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_others_see_the_same_whatever_a_blind_card_is(players: int) -> None:
    blind = [before for before, *_ in random_game(players, players, OPTIONS) if before.blind]
    assert blind
    for state in blind[:4]:
        for viewer in {SPECTATOR, *range(players)} - {state.current()}:
            others = [imagined(state, viewer, sample) for sample in range(5)]
            assert len({other.encode() for other in others}) == len(others)
            shown = scene_of(state, viewer, Lang.EN)
            assert all(rules().scene.table(other, viewer, Lang.EN) == shown for other in others)


def test_a_blind_card_is_face_down_for_all_others() -> None:
    state = new(3)
    player = state.current()
    state.apply(BLIND)
    for viewer in (SPECTATOR, EVERYONE, 0, 1, 2):
        [card] = pieces(zone(scene_of(state, viewer, Lang.EN), f"hand-{player + 1}"))
        known = viewer in (player, EVERYONE)
        assert card.hidden != known
        assert (card.side is Side.FRONT) == known
        assert (card.piece == rules().ids[state.hand]) or not known


def test_only_its_owner_is_told_a_blind_card_until_it_is_placed() -> None:
    before = new()
    player = before.current()
    state = before.clone()
    state.apply(BLIND)
    own, other = (rules().scene.narrate(before, BLIND, state, viewer, Lang.EN) for viewer in (player, 1 - player))
    assert other == ["recruit the top card of the deck, unseen"]
    assert own[:1] == other
    assert own[1].startswith("Card drawn: ")


def test_the_row_is_beside_the_deck_with_its_prices() -> None:
    scene = scene_of(sketch("row=army-07,army-12,army-31"), 0, Lang.EN)
    row = zone(scene, "row")
    assert [card.piece for card in pieces(row)] == ["army-31", "army-12", "army-07"]
    assert [str(item.text) for item in row.items if isinstance(item, TextAt)] == ["2", "1", "0"]
    assert [move.takes for move in scene.moves] == [("row/2",), (f"deck/{len(zone(scene, 'deck').items) - 1}",)]
    assert {move.zone for move in scene.moves} == {"hand-1"}
    deck = zone(scene, "deck")
    assert deck.shape is ZoneShape.PILE
    assert all(card.hidden for card in pieces(deck))


def test_a_card_to_place_covers_the_cells_that_are_marked() -> None:
    state = sketch("hand=army-01 row=army-07,army-12,army-31")
    scene = scene_of(state, 0, Lang.EN)
    half = rules().scene.size / 2
    moves = {(*rules().spot(move.action), move.action % TURNS): move for move in scene.moves}
    assert len(moves) == 9 * TURNS

    def covered(row: int, column: int) -> set[tuple[float, float, float, float]]:
        marks = [mark for mark in moves[row, column, 0].marks if isinstance(mark, AreaAt)]
        assert len(marks) == len(moves[row, column, 0].marks)
        return {(mark.x, mark.y, *mark.outline[2]) for mark in marks}

    assert covered(1, 1) == {(half, half, half, half)}
    assert covered(0, 1) == {(half, 0, half, half), (half, half, half, half)}
    assert covered(0, 0) == {(0, 0, 2 * half, half), (0, half, 2 * half, half)}
    assert covered(-1, 0) == {(0, 0, 2 * half, half)}
    spot = moves[1, -1, 3].spot
    assert spot == PieceAt("army-01", 0, 2 * half, turn=270)
    assert moves[1, -1, 3].takes == ("hand-1/0",)
    assert moves[1, -1, 3].zone == "army-1"


def test_a_placement_says_what_it_changes_as_the_engine_counts_it() -> None:
    state = new(seed=3)
    for _ in range(12):
        state.apply(state.legal()[len(state.legal()) // 2])
    if state.hand < 0:
        state.apply(state.legal()[0])
    player = state.current()
    encoded = state.encode()
    for move in scene_of(state, player, Lang.EN).moves:
        trial = state.clone()
        face = rules().faces[state.hand][move.action % TURNS]
        trial.lay(player, (move.action - PLACE) // TURNS, face)
        old, new_ = (each.values[player * KINDS : (player + 1) * KINDS] for each in (state, trial))
        wanted = []
        for name, kinds in (("attack", (1, 2)), ("defence", (3, 4)), ("coins", (5,)), ("potions", (6,))):
            was, now = (" + ".join(str(values[kind]) for kind in kinds) for values in (old, new_))
            wanted += [f"{name} {was} → {now}"] if was != now else []
        assert list(move.notes) == wanted
    assert state.encode() == encoded


def test_a_card_is_followed_from_the_row_to_the_hand_and_the_grid() -> None:
    state = sketch("row=army-07,army-12,army-31")
    scene = follow_pieces(None, scene_of(state, 0, Lang.EN), rules())
    keys = {card.piece: card.key for card in pieces(zone(scene, "row"))}
    start = pieces(zone(scene, "army-1"))[0].key
    for action in (0, state.rules.cell(1, 1) * TURNS + PLACE + 1):
        state.apply(action)
        scene = follow_pieces(scene, scene_of(state, 0, Lang.EN), rules())
        where = zone(scene, "hand-1" if state.hand >= 0 else "army-1")
        card = pieces(where)[-1]
        assert (card.piece, card.key) == ("army-07", keys["army-07"])
    assert pieces(zone(scene, "army-1"))[0].key == start
    assert card.turn == 90


def test_a_seat_says_what_its_army_is_worth() -> None:
    state = sketch("laid=1:army-14:-1:1:2,1:army-18:-1:-1:2,1:army-25:1:-1:0 health=12/30")
    seat = scene_of(state, 1, Lang.EN).seats[0]
    assert seat.name == "Richard the Chickenheart"
    assert seat.score == "12"
    coins, potions = state.values[COIN], state.values[COIN + 1]
    assert seat.notes == ("attack 0 + 7", "defence 4 + 0", f"coins {coins}", f"potions {potions}", "initiative")


def battle(health: str, options: str = "") -> Played:
    """Place the last card of a round on the corner of a start card, and fight."""
    laid = "1:army-14:-1:1:2,2:army-01:0:1:0,1:army-18:-1:-1:2,2:army-02:1:1:0,1:army-25:1:-1:0"
    before = sketch(f"laid={laid} turn=2 hand=army-39 health={health}{options}")
    after = before.clone()
    action = PLACE + rules().cell(-1, -1) * TURNS
    after.apply(action)
    return before, action, after


def told(played: Played, lang: Lang = Lang.EN) -> list[str]:
    return list(rules().scene.narrate(*played, SPECTATOR, lang))


def test_a_battle_is_told_attack_by_attack() -> None:
    played = battle("20/17")
    assert played[2].health == [19, 10]
    assert told(played) == [
        "place at row -1, column -1, as it is (wa1 sw1 / wa1 sh1)",
        "Richard the Chickenheart attacks Hannibeak: 0 + 7 against 0 + 0, damage 0 + 7 = 7; health 17 → 10.",
        "Hannibeak attacks Richard the Chickenheart: 0 + 2 against 4 + 0, damage 0 + 2 = 2; health 20 → 18.",
        "Richard the Chickenheart drinks potions (1): health 18 → 19.",
        "The initiative passes to Hannibeak.",
    ]
    assert told(played, Lang.FR) == [
        "poser en ligne -1, colonne -1, sans tourner (bg1 ép1 / bg1 bc1)",
        "Richard Cœur de Poule attaque Hannibec : 0 + 7 contre 0 + 0, dégâts 0 + 7 = 7 ; santé 17 → 10.",
        "Hannibec attaque Richard Cœur de Poule : 0 + 2 contre 4 + 0, dégâts 0 + 2 = 2 ; santé 20 → 18.",
        "Richard Cœur de Poule boit ses potions (1) : santé 18 → 19.",
        "L’initiative passe à Hannibec.",
    ]


def test_the_last_battle_tells_who_falls_and_who_wins() -> None:
    assert told(battle("20/5"))[1:] == [
        "Richard the Chickenheart attacks Hannibeak: 0 + 7 against 0 + 0, damage 0 + 7 = 7; health 5 → −2.",
        "Hannibeak attacks Richard the Chickenheart: 0 + 2 against 4 + 0, damage 0 + 2 = 2; health 20 → 18.",
        "Hannibeak is out: health −2.",
        "The game is over: Richard the Chickenheart wins. Health: Richard the Chickenheart 18, Hannibeak −2.",
    ]


def test_a_flipped_general_counts_from_the_next_attack() -> None:
    feather = " options=asymmetric_start:no,last_feather:yes,heal_cap:30"
    assert told(battle("17/16", feather))[1:] == [
        "Richard the Chickenheart attacks Hannibeak: 0 + 7 against 0 + 0, damage 0 + 7 = 7; health 16 → 9.",
        "Hannibeak flips the general: +1 wand.",
        "Hannibeak attacks Richard the Chickenheart: 0 + 3 against 4 + 0, damage 0 + 3 = 3; health 17 → 14.",
        "Richard the Chickenheart flips the general: +1 shield.",
        "Richard the Chickenheart drinks potions (1): health 14 → 15.",
        "The initiative passes to Hannibeak.",
    ]
    assert "flips the general back: −1 shield." in told(battle("18/16", feather))[6]


def test_a_game_that_runs_out_of_cards_says_so() -> None:
    *_, (before, action, after) = random_game(4, 82, {"heal_cap": "none"})
    assert len(after.queue) > 1
    lines = told((before, action, after))
    assert lines[-2] == "There are not enough cards left for another round."
    assert lines[-1].startswith("The game is over: ")
    names = [seat.name for seat in scene_of(after, EVERYONE, Lang.EN).seats]
    assert f"{names[after.winners()[0]]} wins" in lines[-1]
    for name, health in zip(names, after.health, strict=True):
        assert f"{name} {str(health).replace('-', '−')}" in lines[-1]


def test_every_battle_is_told_with_the_results_of_the_engine() -> None:
    for before, action, after in random_game(3, 9, OPTIONS):
        health = {seat: before.health[seat] for seat in range(3)}
        names = {rules().generals[after.colours[seat]].field("name", Lang.EN): seat for seat in range(3)}
        for line in told((before, action, after)):
            change = re.fullmatch(r"(?:.* attacks )?(.+?)(?::| drinks).*health (\S+) → (\S+)\.", line)
            if change:
                was, now = (int(number.replace("−", "-")) for number in change.groups()[1:])
                assert health[names[change[1]]] == was
                health[names[change[1]]] = now
        assert list(health.values()) == after.health


def test_a_figure_of_an_army_has_an_area_for_each_group_and_tells_what_is_lone() -> None:
    state = sketch("laid=1:army-14:-1:1:2,1:army-18:-1:-1:2,1:army-25:1:-1:0")
    items = rules().scene.lay(state, "player").items
    cell = rules().scene.size / 2
    groups: dict[tuple[str, str], set[tuple[float, float]]] = {}
    for area in (item for item in items if isinstance(item, AreaAt)):
        groups.setdefault((area.text, area.tone.value), set()).add((area.y / cell, area.x / cell))
    assert [places for (_, tone), places in groups.items() if tone == "wrong"] == [{(-1, -1)}]
    assert sorted(len(places) for (_, tone), places in groups.items() if tone == "open") == [2] * 5


def test_facts_of_the_table_are_what_each_army_shows() -> None:
    facts = scene_of(battle("20/25")[0], SPECTATOR, Lang.EN).facts
    assert (facts["wand.1"], facts["shield.1"], facts["coin.1"], facts["potion.1"]) == (7, 4, 1, 1)
    assert (facts["damage.1.2"], facts["damage.2.1"]) == (7, facts["wand.2"])
