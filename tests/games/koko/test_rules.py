"""The rules of the garden game, sentence by sentence, on a deck of plain tiles made for it; then whole games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pnp.errors import IllegalMove, SpecError
from pnp.games.koko.judge import INITIATIVE, value
from pnp.games.koko.notation import KokoNotation, spot_codec
from pnp.games.koko.rules import (
    ALFRED,
    BOTTLES,
    BOTTLES_GONE,
    BOTTLES_HELD,
    COCONUTS,
    COCONUTS_GONE,
    COCONUTS_HELD,
    COVER,
    COVERS,
    DRAW,
    DROP,
    END,
    GIVE,
    KOKO,
    MOVE,
    PICK,
    PLACE,
    RESERVE,
    ROB,
    TAKE,
    TAKEN,
    THROW,
    UNGUARDED_TURNS,
    KokoRules,
    KokoState,
)
from pnp.play.core import OVER
from pnp.play.registry import find_rules
from pnp.spec.model import Design, Game
from pnp.terms import Lang
from tests.loading import load_rules

TILES = """
start llllh/nw -- clothesline F
hut   hhhh    g- none -
hut2  hhhh    g- none -
duo   hhhh    gg none -
nook  hhhh    -- none -
pool  ffff    g- none -
pool2 ffff    g- none -
pond  ffff    -- none -
lawn  llll    -- none -
lawn2 llll    g- none -
path  hlhl    g- none -
ditch fhfh    -- none -
pair  hhhhf/n gg none -
twin  ffffh/ne gg none -
sham  llllh   -- none -
comb  hlll    -- none -
bar   ffff    -- table J
patio llll    -- table J
tent  llll    -- table J
palm  hhhh    -- palm J
grove llll    -- palm J
oasis llll    -- palm J
"""
"""Id, the sides n e s w and the inner barrier with the sides of lawn a, guests on a and b, symbol, mark."""
KIND = {"l": "lawn", "h": "hedge", "f": "fountain"}


def own_deck(spec: Game) -> Game:
    designs = []
    for line in TILES.split("\n")[1:-1]:
        name, plan, guests, symbol, mark = line.split()
        sides, _, split = plan.partition("/")
        fields: dict[str, str | int | float | dict[Lang, str]] = {
            **{side: KIND[sign] for side, sign in zip("nesw", sides, strict=False)},
            "inner": KIND[sides[4]] if len(sides) == 5 else "none",
            "split": split or "none",
            "guest_a": "poet" if guests[0] == "g" else "none",
            "guest_b": "diva" if guests[1] == "g" else "none",
            "symbol": symbol,
            "mark": mark,
            "set": "extension" if mark == "J" else "base",
        }
        designs.append(Design(id=name, fields=fields))
    tiles = spec.decks["tiles"].model_copy(update={"designs": designs})
    return spec.model_copy(update={"decks": {**spec.decks, "tiles": tiles}})


def made(spec: Game) -> KokoRules:
    rules = find_rules(spec)
    assert isinstance(rules, KokoRules)
    return rules


BUNDLED = load_rules("koko")
OWN = made(own_deck(BUNDLED.spec))
NOTATION = KokoNotation(OWN)
OWN_TILES = OWN.spec.decks["tiles"]
UNDIES, ALL_COVERS = OWN.stock[RESERVE], OWN.stock[COVERS]


def position(garden: str, **given: str) -> KokoState:
    """Tiles as "hut@0,1 lawn@1,0/90" beside the start tile; options and other words of a position as they are given.

    A figure may be on any lawn of its zone; what has an order in the text may be given in any.
    """
    words = dict(word.split("=", 1) for word in OWN.new(2).encode().split())
    chosen = OWN.defaults() | {name: given.pop(name) for name in OWN.options if name in given}
    sites = [part if "/" in part else part + "/0" for part in ["start@0,0", *garden.split()]]
    laid = [site.partition("@")[0] for site in sites]
    words |= {"garden": ";".join(sites), "options": ",".join(f"{name}:{value}" for name, value in chosen.items())}
    words |= given
    playing = OWN.in_play(tuple(chosen.values()))
    rest = [OWN.names[tile] for tile in playing if OWN.names[tile] not in [*laid, words["drawn"]]]
    first = given["pile"].split(",") if "pile" in given else []
    words["pile"] = ",".join(first + [tile for tile in rest if tile not in first])
    words["later"] = ",".join(OWN.names[tile] for tile in playing) if words["round"] == "1" else ""
    number = {name: len(words[name].split(",")) if words[name] else 0 for name in ("undies", "covered")}
    words["reserve"] = str(UNDIES - number["undies"] - int(words["taken"]))
    words["covers"] = str(ALL_COVERS - number["covered"])
    for kind, tiles in (("bottles", "bar patio tent"), ("coconuts", "palm grove oasis")):
        out = sum(name in laid for name in tiles.split())
        words[kind] = str(3 - out)
        marks = words["tables" if kind == "bottles" else "palms"]
        gone = out - (len(marks.split(",")) if marks else 0) - int(words[f"{kind}_held"])
        words[f"{kind}_gone"] = str(gone)
    told = {field.name: field.codec.decode(words[field.name]) for field in NOTATION.fields}
    assert set(words) == set(told)
    return read(NOTATION.build(told).encode())


def read(text: str, rules: KokoRules = OWN) -> KokoState:
    state = rules.decode(text)
    assert isinstance(state, KokoState)
    return state


def lawn(name: str) -> int:
    return NOTATION.lawns.index(name)


def zone(state: KokoState, name: str) -> int:
    return state.find(lawn(name))


def on(*lawns: str) -> int:
    """A set of lawns."""
    return sum(1 << lawn(name) for name in lawns)


def to(state: KokoState, name: str) -> int:
    return MOVE + zone(state, name)


def at(where: str) -> int:
    return PLACE + spot_codec(OWN.plan).decode(where if "/" in where else where + "/0")


def closed(state: KokoState, name: str) -> bool:
    return not state.openings[zone(state, name)]


def play(state: KokoState, *actions: int) -> KokoState:
    for action in actions:
        state.apply(action)
    return state


def moves(state: KokoState) -> list[int]:
    return [action for action in state.legal() if MOVE <= action < PLACE]


# Components


def test_the_bundled_deck_has_nineteen_guests_and_as_many_covers() -> None:
    assert isinstance(BUNDLED, KokoRules)
    base = [guests for tile, guests in enumerate(BUNDLED.guests) if tile not in BUNDLED.boxed]
    assert sum(guests.bit_count() for guests in base) == 19 == BUNDLED.stock[COVERS]
    assert BUNDLED.stock[RESERVE] == 15
    assert not any(BUNDLED.guests[tile] for tile in BUNDLED.boxed), "nor do they run out with the extension"


def test_covers_must_not_run_out() -> None:
    with pytest.raises(SpecError, match=r"^koko: the number of cover tokens must be at least 12, not 11"):
        made(with_tokens({"cover": 11}))
    assert made(with_tokens({"cover": 12})).stock[COVERS] == 12, "as many as guests are enough"


@pytest.mark.parametrize("what", ["koko", "alfred", "bottle", "coconut"])
def test_every_figure_table_and_palm_needs_its_token(what: str) -> None:
    few = {"koko": 0, "alfred": 0, "bottle": 2, "coconut": 2}[what]
    with pytest.raises(SpecError, match=rf"^koko: the number of {what} tokens must be at least \d, not {few} \["):
        made(with_tokens({what: few}))


def test_exactly_one_tile_is_the_start_tile() -> None:
    for mark in ("F", "-"):
        marked = [tile.model_copy(update={"fields": {**tile.fields, "mark": mark}}) for tile in OWN_TILES.designs]
        with pytest.raises(SpecError, match=r"^koko: the number of tiles marked F must be 1, not (0|[2-9]\d*|1\d+) \["):
            made(with_tiles(marked))


def test_a_deck_may_have_several_tiles_of_a_design_but_not_too_many() -> None:
    def copies(name: str, count: int) -> Game:
        return with_tiles(
            [tile.model_copy(update={"count": count if tile.id == name else 1}) for tile in OWN_TILES.designs]
        )

    rules = made(copies("lawn", 3))
    assert [name for name in rules.names if name.startswith("lawn")] == ["lawn", "lawn:1", "lawn:2", "lawn2"]
    state = rules.new(2, 1)
    while state.current() != OVER:
        assert rules.decode(state.encode()).encode() == state.encode()
        assert state.census() == rules.manifest()
        state.apply(state.legal()[-1])
    with pytest.raises(SpecError, match=r"^koko: the number of tiles must be from 2 to 250, not "):
        made(copies("lawn", 230))


def with_tiles(designs: list[Design]) -> Game:
    """Our own deck with these tiles."""
    tiles = OWN_TILES.model_copy(update={"designs": designs})
    return OWN.spec.model_copy(update={"decks": {**OWN.spec.decks, "tiles": tiles}})


def with_tokens(numbers: dict[str, int]) -> Game:
    """Our own deck with other numbers of some tokens."""
    tokens = OWN.spec.decks["tokens"]
    designs = [token for token in tokens.designs if numbers.get(str(token.fields["what"]), 1)]
    designs = [
        token.model_copy(update={"count": numbers.get(str(token.fields["what"]), token.count)}) for token in designs
    ]
    deck = tokens.model_copy(update={"designs": designs})
    return OWN.spec.model_copy(update={"decks": {**OWN.spec.decks, "tokens": deck}})


# Words


def test_a_zone_is_connected_lawn_over_all_laid_tiles() -> None:
    state = position("lawn@1,0 lawn2@1,1 comb@1,2")
    assert zone(state, "start.b") == zone(state, "lawn.a") == zone(state, "lawn2.a")
    assert zone(state, "comb.a") == zone(state, "lawn2.a")
    assert zone(state, "start.a") != zone(state, "start.b")


def test_tiles_that_touch_at_a_corner_do_not_join() -> None:
    state = position("hut@1,0 lawn@1,1")
    assert zone(state, "lawn.a") != zone(state, "start.b")


def test_a_zone_is_closed_when_no_open_side_faces_an_empty_place() -> None:
    assert not closed(position("hut@0,1"), "start.a")
    assert closed(position("hut@0,1 pool@-1,0"), "start.a")
    assert not closed(position("hut@0,1 pool@-1,0"), "start.b")
    assert closed(position("hut@0,1"), "hut.a"), "barriers towards empty places close too"


def test_a_path_stays_open_until_both_ends_are_shut() -> None:
    assert not closed(position("hut@0,1 nook@-1,1 path@-1,0/0"), "path.a")
    assert closed(position("path@0,1/0 hut@1,1 hut2@-1,1"), "path.a")


def test_a_closed_zone_stays_closed_and_its_lawns_never_change() -> None:
    state, rng = BUNDLED.new(2, 5, {"extension": "yes"}), Random(5)
    assert isinstance(state, KokoState)
    shut: dict[int, int] = {}
    seen = 0
    while state.round == 0:
        shut = {zone: mask for zone, mask in enumerate(state.members) if state.find(zone) == zone and mask}
        shut = {zone: mask for zone, mask in shut.items() if not state.openings[zone]}
        state.apply(rng.choice(state.legal()))
        seen += len(shut)
        if state.round == 0:
            assert all(state.members[zone] == mask and not state.openings[zone] for zone, mask in shut.items())
    assert seen


def test_open_with_open_joins_the_lawns() -> None:
    state = play(position("", drawn="lawn", points="2", drew="1"), at("0,1"))
    assert zone(state, "lawn.a") == zone(state, "start.a") == state.koko


def test_a_tile_can_join_both_figures_zones() -> None:
    state = play(position("comb@1,0/90 lawn@1,1", drawn="lawn2", points="1", drew="1"), at("0,1"))
    assert state.koko == state.alfred == zone(state, "lawn2.a")


def test_figures_stay_in_their_zone_when_a_lower_tile_gives_it_a_new_name() -> None:
    garden, given = "nook@0,1 lawn2@0,2", {"drawn": "lawn", "points": "2", "drew": "1"}
    for koko, alfred in (("lawn2.a", "start.b"), ("start.a", "lawn2.a")):
        state = position(garden, koko=koko, alfred=alfred, **given)
        before = zone(state, "lawn2.a")
        play(state, at("0,3"))
        assert zone(state, "lawn2.a") == zone(state, "lawn.a") < before
        assert (state.koko, state.alfred) == (zone(state, koko), zone(state, alfred))


@pytest.mark.parametrize(("tile", "across"), [("hut", True), ("pool", False)])
def test_open_with_a_barrier_is_that_barrier(tile: str, across: bool) -> None:
    state = position(f"{tile}@0,1 {tile}2@1,0")
    assert (to(state, f"{tile}.a") in state.legal()) == across, "Koko"
    state.apply(END)
    assert (to(state, f"{tile}2.a") in state.legal()) != across, "Alfred"


def test_two_barriers_alike_are_that_barrier() -> None:
    state = position("hut@0,1 hut2@0,2", koko="hut.a")
    assert to(state, "hut2.a") in state.legal()
    state = position("pool@0,-1 pool2@0,-2", alfred="pool.a", turn="alfred")
    assert to(state, "pool2.a") in state.legal()


def test_nobody_crosses_a_hedge_against_a_fountain() -> None:
    state = position("hut@0,1 pool@0,2", koko="hut.a", alfred="hut.a")
    assert moves(state) == [to(state, "start.a")]
    assert moves(play(state, END)) == []
    state = position("pool@0,1", koko="pool.a", drawn="hut", points="2", drew="1")
    assert moves(play(state, at("0,2"))) == [], "in whichever order they are laid"


def test_a_split_tile_has_two_lawns() -> None:
    state = position("lawn@0,1 lawn2@1,0")
    assert zone(state, "lawn.a") == zone(state, "start.a") != zone(state, "start.b") == zone(state, "lawn2.a")


def test_split_names_the_sides_of_lawn_a_and_turns_with_the_tile() -> None:
    state = play(position("", drawn="comb", points="2", drew="1"), at("1,0"))
    assert zone(state, "comb.a") == zone(state, "start.b"), "east is on lawn b of the start tile"
    sides = [OWN.plan.edges[OWN.names.index("pair") << 2 | turn] for turn in range(4)]
    assert [[edge[1] & 1 for edge in edges].index(0) for edges in sides] == [0, 1, 2, 3], "lawn a turns clockwise"


def test_koko_crosses_an_inner_hedge_and_alfred_an_inner_fountain() -> None:
    state = position("pair@0,1 twin@0,2", koko="twin.a", alfred="pair.a")
    assert moves(state) == [to(state, "twin.b")]
    assert moves(play(state, END)) == [to(state, "pair.b")]


def test_an_inner_barrier_without_a_split_cuts_nothing() -> None:
    state = position("sham@0,1")
    assert zone(state, "sham.a") == zone(state, "sham.b") == state.koko
    assert moves(state) == [to(state, "start.b")]


def test_a_tile_that_is_not_split_is_one_lawn_with_all_its_guests() -> None:
    state = position("duo@0,1")
    assert zone(state, "duo.a") == zone(state, "duo.b")
    assert state.members[zone(state, "duo.a")] == on("duo.a", "duo.b") == state.free


def test_a_hedge_with_the_same_zone_on_both_sides_is_no_move() -> None:
    state = position("lawn@0,1 comb@1,1 lawn2@1,0")
    assert state.koko == state.alfred
    assert zone(state, "start.a") == zone(state, "start.b"), "both sides of the inner hedge"
    assert moves(state) == []


def test_a_zone_grown_over_several_tiles_has_the_borders_of_all() -> None:
    state = position("lawn@0,1 hut@0,2 nook@-1,1", drawn="lawn2", points="2", drew="1")
    assert moves(play(state, at("1,1"))) == sorted(to(state, name) for name in ("hut.a", "nook.a", "start.b"))
    state = position("lawn@1,0 pool@1,1 pond@2,0", turn="alfred")
    assert moves(state) == sorted([to(state, "pool.a"), to(state, "pond.a")])


def test_a_tile_closes_a_zone_that_it_does_not_join() -> None:
    state = position("hut@0,1", drawn="pool", points="2", drew="1")
    assert not closed(state, "start.a")
    assert closed(play(state, at("-1,0")), "start.a")


def test_a_tile_laid_into_a_gap_joins_and_closes_on_all_its_sides() -> None:
    garden = "comb@1,0/90 hut@1,-1 lawn2@1,1 nook@1,2 hut2@2,1 duo@0,2 ditch@-1,0 pool@0,-1"
    state = position(garden, drawn="lawn", points="2", drew="1")
    assert not closed(state, "lawn2.a")
    state = play(state, at("0,1"))
    assert zone(state, "lawn2.a") == zone(state, "start.a") == state.koko
    assert state.openings[state.koko] == 1, "the west side of the last tile only"


def test_a_guest_is_free_with_undies_or_covered() -> None:
    state = position("duo@0,1 hut@0,2", undies="duo.a", covered="duo.b")
    assert (state.free, state.undies, state.covered) == (on("hut.a"), on("duo.a"), on("duo.b"))
    for both in ({"undies": "duo.a", "covered": "duo.a"}, {"undies": "nook.a"}, {"covered": "hut.b"}):
        with pytest.raises(SpecError, match="must have undies and covers on guests in closed zones"):
            position("duo@0,1 hut@0,2 nook@0,3", **both)


# The round


def test_the_start_tile_lies_in_the_middle_and_the_figures_on_it() -> None:
    state = BUNDLED.new(2, 1)
    assert isinstance(state, KokoState)
    assert isinstance(BUNDLED, KokoRules)
    start = BUNDLED.names.index("start")
    assert [tile for tile, spot in enumerate(state.laid) if spot >= 0] == [start]
    assert spot_codec(BUNDLED.plan).encode(state.laid[start]) == "0,0/0"
    assert (state.koko, state.alfred) == (2 * start, 2 * start + 1), "clothesline on lawn a, Countess on lawn b"
    assert (state.counts[RESERVE], state.counts[TAKEN], state.counts[COVERS]) == (15, 0, 19)
    assert state.scores() == [0, 0]


def test_the_other_tiles_are_shuffled_again_for_each_round() -> None:
    piles = []
    for seed in range(5):
        state = BUNDLED.new(2, seed)
        assert isinstance(state, KokoState)
        [later] = state.later
        assert sorted(state.pile) == sorted(later) == [tile for tile in range(30) if tile != state.rules.start]
        piles += [state.pile, later]
    assert len(set(piles)) == 10


def test_thirty_tiles_include_the_start_tile() -> None:
    for options, draws in (({}, 29), ({"extension": "yes"}, 35)):
        state = BUNDLED.new(2, 1, options)
        assert isinstance(state, KokoState)
        assert [len(pile) for pile in (state.pile, *state.later)] == [draws, draws]


def test_koko_begins_each_round_and_the_roles_are_swapped() -> None:
    state = position("", drawn="")
    assert (state.role, state.current()) == (KOKO, 0)
    assert play(state, END).current() == 1
    last = position(EVERY_BASE_TILE, drawn="comb", points="2", drew="1")
    play(last, last.legal()[0])
    assert (last.round, last.role, last.current(), last.points) == (1, KOKO, 1, 3)
    assert play(last, END).current() == 0


EVERY_BASE_TILE = " ".join(
    f"{line.split()[0]}@{i},0" for i, line in enumerate(TILES.strip().split("\n")) if i and i < 15
)
"""All but one in a row to the right: lawn follows on pond, so that some zones are open."""


def test_three_action_points_a_turn() -> None:
    state = position("hut@0,1")
    hut, home = to(state, "hut.a"), to(state, "start.a")
    play(state, hut, home)
    assert (state.role, state.points) == (KOKO, 1)
    play(state, hut)
    assert (state.role, state.points) == (ALFRED, 3), "the turn ends by itself"


def test_not_all_points_need_be_spent() -> None:
    state = position("hut@0,1")
    play(state, to(state, "hut.a"), END)
    assert (state.role, state.points) == (ALFRED, 3)


def test_a_turn_may_pass_without_any_action() -> None:
    assert play(position("hut@0,1"), END).role == ALFRED


def test_a_turn_begins_with_three_points_whatever_was_left() -> None:
    state = play(position("hut@0,1", points="1"), END)
    assert (state.role, state.points) == (ALFRED, 3)
    assert (play(state, END).role, state.points) == (KOKO, 2), "three, and the draw of the guard"


def test_any_action_may_repeat() -> None:
    state = position("", pile="lawn,lawn2,comb")
    play(state, DRAW, at("0,1"), DRAW, at("0,2"), DRAW, at("0,3"))
    assert (state.role, state.points, len(state.pile) - state.top) == (ALFRED, 3, len(OWN.in_play(("no", "", ""))) - 3)


def test_actions_come_in_any_order() -> None:
    state = position("duo@0,1", koko="duo.a", pile="lawn")
    home = to(state, "start.a")
    play(state.clone(), GIVE, DRAW, at("0,2"), home)
    play(state.clone(), DRAW, at("0,2"), GIVE, home)
    play(state, home, to(state, "duo.a"), GIVE)
    assert (state.role, state.undies.bit_count()) == (ALFRED, 2)


def test_alfred_repeats_an_action_three_times_a_turn() -> None:
    state = position("hut@0,1", alfred="start.a", turn="alfred")
    play(state, ROB, ROB, ROB)
    assert (state.counts[TAKEN], state.role) == (9, KOKO)


def test_a_drawn_tile_must_be_placed_at_once() -> None:
    state = position("hut@0,1", pile="lawn")
    play(state, DRAW)
    assert all(action >= PLACE for action in state.legal())
    assert (OWN.names[state.drawn], state.points) == ("lawn", 2)
    play(state, at("0,2"))
    assert (state.drawn, state.points, state.laid[OWN.names.index("lawn")]) == (-1, 2, at("0,2") - PLACE), (
        "for one point"
    )


def test_alfred_draws_and_places_too() -> None:
    state = position("hut@0,1", turn="alfred", pile="lawn")
    play(state, DRAW, at("0,2"))
    assert (state.role, state.points) == (ALFRED, 2)


def test_a_tile_drawn_with_the_last_point_is_placed_before_the_turn_ends() -> None:
    state = play(position("hut@0,1", points="1", pile="lawn"), DRAW)
    assert (state.role, state.points) == (KOKO, 0)
    assert play(state, at("0,2")).role == ALFRED


def test_a_tile_is_placed_side_to_side_with_a_laid_one_in_any_rotation() -> None:
    state = position("hut@0,1", drawn="comb", points="2", drew="1")
    places = ["1,0", "-1,0", "0,-1", "1,1", "-1,1", "0,2"]
    turns = [0, 90, 180, 270]
    assert state.legal() == sorted(at(f"{place}/{turn}") for place in places for turn in turns)
    with pytest.raises(IllegalMove):
        state.apply(at("1,2"))
    with pytest.raises(IllegalMove):
        state.apply(at("0,1"))


def test_turns_that_look_the_same_are_one_action() -> None:
    def turns(name: str) -> list[int]:
        return [turn - PLACE for turn in OWN.turns[OWN.names.index(name)]]

    assert turns("hut") == [0]
    assert turns("path") == [0, 1]
    assert turns("comb") == turns("pair") == [0, 1, 2, 3]
    assert turns("twin") == [0, 1], "two halves with a guest each are alike when they are swapped"


def test_halves_that_bear_different_things_do_not_look_the_same() -> None:
    one = [tile.model_copy(update={"fields": {**tile.fields, "guest_b": "none"}}) for tile in OWN_TILES.designs]
    rules = made(with_tiles(one))
    assert rules.turns[rules.names.index("twin")] == [PLACE, PLACE + 1, PLACE + 2, PLACE + 3]


def test_no_matching_is_needed() -> None:
    state = position("", drawn="pool", points="2", drew="1")
    assert at("0,1") in state.legal()
    state = position("hut@0,1", drawn="pool", points="2", drew="1")
    assert at("0,2") in state.legal()


def test_koko_moves_only_across_hedges_and_alfred_only_across_fountains() -> None:
    state = position("hut@0,1 pool@-1,0 hut2@1,0 pool2@0,-1")
    assert moves(state) == sorted([to(state, "hut.a"), to(state, "start.b")])
    play(state, END)
    assert moves(state) == [to(state, "pool2.a")]


def test_a_move_goes_to_an_adjacent_zone_only() -> None:
    state = position("hut@0,1 hut2@0,2")
    assert to(state, "hut2.a") not in state.legal()
    play(state, to(state, "hut.a"))
    assert state.koko == zone(state, "hut.a")
    assert to(state, "hut2.a") in state.legal()


def test_a_move_costs_a_point_and_moves_one_figure_only() -> None:
    state = position("hut@0,1 pool@0,-1")
    alfred = state.alfred
    play(state, to(state, "hut.a"))
    assert (state.koko, state.alfred, state.points) == (zone(state, "hut.a"), alfred, 2)
    koko = state.koko
    play(state, END, to(state, "pool.a"))
    assert (state.koko, state.alfred, state.points) == (koko, zone(state, "pool.a"), 2)


def test_a_figure_may_be_where_the_other_is() -> None:
    state = position("hut@0,1", alfred="hut.a")
    play(state, to(state, "hut.a"))
    assert state.koko == state.alfred


def test_each_has_only_his_own_actions() -> None:
    held = {"extension": "yes", "koko": "duo.a", "alfred": "duo.a", "undies": "duo.a", "coconuts_held": "1"}
    garden = "duo@0,1 palm@0,2"
    assert not {COVER, TAKE, ROB, DROP} & set(position(garden, **held).legal())
    assert not {GIVE, PICK, THROW} & set(position(garden, turn="alfred", **held).legal())
    assert {GIVE} & set(position(garden, **held | {"alfred": "start.b"}).legal())
    assert not {GIVE} & set(position(garden, turn="alfred", **held | {"koko": "start.a"}).legal())


def test_koko_gives_to_every_free_guest_in_his_zone() -> None:
    state = position("duo@0,1 hut@0,2", koko="duo.a")
    play(state, GIVE)
    assert (state.undies.bit_count(), state.counts[RESERVE], state.points) == (2, UNDIES - 2, 2)
    assert state.scores() == [2, 0]
    assert GIVE not in state.legal(), "a guest has at most one"


def test_koko_gives_only_in_a_closed_zone() -> None:
    state = position("path@0,1/0", koko="path.a")
    assert GIVE not in state.legal()
    assert GIVE in position("path@0,1/0 hut@1,1 hut2@-1,1", koko="path.a").legal()


def test_koko_does_not_give_where_alfred_is() -> None:
    assert GIVE not in position("duo@0,1", koko="duo.a", alfred="duo.b").legal()
    assert GIVE in position("duo@0,1 hut@0,2", koko="duo.a", alfred="hut.a").legal(), "next door is far enough"


def test_koko_does_not_give_to_covered_guests() -> None:
    state = position("duo@0,1", koko="duo.a", covered="duo.a")
    assert play(state, GIVE).undies == on("duo.b")
    assert GIVE not in position("hut@0,1", koko="hut.a", covered="hut.a").legal()


def test_koko_gives_to_no_guest_twice() -> None:
    state = position("duo@0,1", koko="duo.a", undies="duo.a")
    play(state, GIVE)
    assert (state.undies, state.counts[RESERVE]) == (on("duo.a", "duo.b"), UNDIES - 2)


def test_koko_gives_again_to_a_guest_who_lost_his_undies() -> None:
    state = position("pool@0,1", koko="pool.a", alfred="pool.a", turn="alfred", undies="pool.a")
    play(state, TAKE, to(state, "start.a"), END, GIVE)
    assert (state.undies, state.counts[RESERVE], state.counts[TAKEN]) == (on("pool.a"), UNDIES - 2, 1)


def test_when_the_reserve_is_short_only_so_many_get_undies() -> None:
    state = position("duo@0,1 hut@0,2", koko="duo.a", taken=str(UNDIES - 1))
    play(state, GIVE)
    assert (state.undies.bit_count(), state.counts[RESERVE]) == (1, 0)
    assert state.undies | state.free == on("duo.a", "duo.b", "hut.a")
    assert GIVE not in state.legal()


def test_it_makes_no_difference_who_gets_the_last_undies() -> None:
    """Why it is no decision: after either choice the same moves lead to the same points."""
    for act in (TAKE, ROB, END):
        ways = []
        for guest in ("duo.a", "duo.b"):
            given = {"undies": guest, "taken": str(UNDIES - 2)}
            state = play(position("duo@0,1", koko="duo.a", alfred="duo.a", turn="alfred", **given), act)
            ways.append((state.legal(), state.scores(), state.free.bit_count(), state.counts))
        assert ways[0] == ways[1]


def test_alfred_covers_every_free_guest_in_his_zone() -> None:
    state = play(position("hut@0,2 duo@0,1 pool@0,3", alfred="duo.a", turn="alfred"), COVER)
    assert (state.covered, state.counts[COVERS], state.points) == (on("duo.a", "duo.b"), ALL_COVERS - 2, 2)
    assert state.free == on("hut.a", "pool.a"), "and none elsewhere"
    assert COVER not in state.legal()


def test_covered_guests_stay_covered() -> None:
    state = position("duo@0,1", koko="start.a", alfred="duo.a", covered="duo.a,duo.b", turn="alfred")
    assert state.legal() == [END, DRAW], "nothing to cover or to take"
    assert GIVE not in position("duo@0,1", koko="duo.a", covered="duo.a,duo.b").legal()
    assert GIVE not in position("duo@0,1", koko="duo.a", covered="duo.a", undies="duo.b").legal()


def test_alfred_covers_only_in_a_closed_zone() -> None:
    assert COVER not in position("lawn2@1,0", turn="alfred").legal()
    assert COVER in position("lawn2@1,0 hut@1,1 nook@2,0 hut2@1,-1 duo@0,-1", turn="alfred").legal()


def test_alfred_does_not_cover_where_undies_are() -> None:
    state = position("duo@0,1", alfred="duo.a", turn="alfred", undies="duo.b")
    assert COVER not in state.legal()
    assert COVER in play(state, TAKE).legal()
    assert play(state, COVER).covered.bit_count() == 2


def test_undies_in_another_zone_do_not_keep_alfred_from_covering() -> None:
    assert COVER in position("duo@0,1 hut@0,2", alfred="duo.a", turn="alfred", undies="hut.a").legal()


def test_alfred_covers_also_where_koko_is() -> None:
    assert COVER in position("duo@0,1", alfred="duo.a", koko="duo.a", turn="alfred").legal()


def test_alfred_takes_one_undies_from_a_guest_in_his_zone() -> None:
    state = position("hut@0,2 duo@0,1", alfred="duo.a", turn="alfred", undies="hut.a,duo.a,duo.b")
    play(state, TAKE)
    assert (state.undies.bit_count(), state.free.bit_count(), state.counts[TAKEN], state.points) == (2, 1, 1, 2)
    assert state.undies & on("hut.a"), "not from elsewhere"
    assert state.scores() == [2, 0]
    play(state, TAKE)
    assert (state.undies, TAKE in state.legal()) == (on("hut.a"), False)
    assert TAKE not in position("duo@0,1", turn="alfred", undies="duo.a").legal()


def test_alfred_takes_undies_also_where_koko_is() -> None:
    assert TAKE in position("duo@0,1", alfred="duo.a", koko="duo.a", turn="alfred", undies="duo.a").legal()


def test_alfred_takes_three_from_the_reserve_when_both_are_in_one_zone() -> None:
    state = position("hut@0,1", alfred="start.a", turn="alfred")
    assert not closed(state, "start.a"), "closed or not"
    play(state, ROB)
    assert (state.counts[RESERVE], state.counts[TAKEN], state.points) == (UNDIES - 3, 3, 2)
    assert ROB in position("hut@0,1", alfred="hut.a", koko="hut.a", turn="alfred").legal()
    assert ROB not in position("hut@0,1", turn="alfred").legal()
    assert ROB not in position("hut@0,1", alfred="hut.a", turn="alfred").legal(), "nor over a hedge"


def test_alfred_takes_from_the_reserve_after_a_tile_has_joined_their_zones() -> None:
    garden = "comb@1,0/90 lawn@1,1"
    assert ROB not in position(garden, turn="alfred").legal()
    state = position(garden, turn="alfred", drawn="lawn2", points="2", drew="1")
    assert ROB in play(state, at("0,1")).legal()


def test_alfred_takes_what_is_left_of_the_reserve() -> None:
    garden, taken = "duo@0,1 hut@0,2", str(UNDIES - 3)
    state = position(garden, alfred="start.a", turn="alfred", undies="hut.a", taken=taken)
    play(state, ROB)
    assert (state.counts[RESERVE], state.counts[TAKEN], state.undies) == (0, UNDIES - 1, on("hut.a"))
    assert (state.round, state.role) == (0, ALFRED), "not all: the round goes on"
    assert ROB not in state.legal()


def test_taken_undies_are_out() -> None:
    state = position("duo@0,1", alfred="duo.a", turn="alfred", undies="duo.a")
    before = state.counts[RESERVE]
    assert play(state, TAKE).counts[RESERVE] == before
    assert state.scores() == [0, 0]
    short = position("duo@0,1", koko="duo.a", undies="duo.a", taken=str(UNDIES - 1))
    assert GIVE not in short.legal(), "he has none left to give"


def test_the_round_ends_at_once_when_the_last_tile_is_placed() -> None:
    for turn in ("koko", "alfred"):
        state = position(EVERY_BASE_TILE, turn=turn, drawn="comb", points="2", drew="1", undies="hut.a,duo.a,duo.b")
        play(state, state.legal()[0])
        assert (state.round, state.scored, state.left) == (1, [3, 0], [UNDIES - 3, 0])
        assert (state.counts[RESERVE], state.undies, len(state.pile)) == (UNDIES, 0, 15)


def test_the_last_tile_but_one_does_not_end_the_round() -> None:
    garden = EVERY_BASE_TILE.rpartition(" ")[0]
    state = position(garden, drawn="comb", points="2", drew="1", pile="sham")
    play(state, state.legal()[0])
    assert (state.round, state.role, len(state.pile) - state.top) == (0, KOKO, 1)


def test_the_last_tile_is_placed_before_the_round_ends() -> None:
    state = position(EVERY_BASE_TILE)
    play(state, DRAW)
    assert (state.round, state.top) == (0, len(state.pile))


def test_the_round_ends_at_once_when_alfred_holds_all_undies() -> None:
    state = position("duo@0,1", alfred="start.a", turn="alfred", taken=str(UNDIES - 3))
    play(state, ROB)
    assert (state.round, state.scored, state.left) == (1, [0, 0], [0, 0])
    state = position("duo@0,1", alfred="duo.a", turn="alfred", taken=str(UNDIES - 1), undies="duo.a")
    assert play(state, TAKE).round == 1


def test_an_empty_reserve_alone_does_not_end_the_round() -> None:
    state = position("duo@0,1", koko="duo.a", taken=str(UNDIES - 2))
    play(state, GIVE)
    assert (state.counts[RESERVE], state.round, state.role) == (0, 0, KOKO)


def test_koko_scores_the_undies_in_the_garden_and_notes_his_reserve() -> None:
    given = {"drawn": "comb", "points": "2", "drew": "1", "undies": "hut.a,duo.b", "covered": "hut2.a", "taken": "4"}
    state = position(EVERY_BASE_TILE, **given)
    assert state.scores() == [2, 0]
    play(state, state.legal()[0])
    assert (state.scored, state.left) == ([2, 0], [UNDIES - 6, 0])
    second = position(EVERY_BASE_TILE, round="2", scored="5/0", left="1/0", **given)
    assert second.scores() == [5, 2]
    play(second, second.legal()[0])
    assert (second.scored, second.left, second.winners()) == ([5, 2], [1, UNDIES - 6], [0])


def test_the_second_round_starts_from_the_beginning() -> None:
    taken = str(UNDIES - 3)
    state = position("duo@0,1", alfred="start.a", turn="alfred", taken=taken, covered="duo.a,duo.b", idle="1")
    [later] = state.later
    fresh = play(state, ROB)
    new = OWN.new(2)
    assert isinstance(new, KokoState)
    assert (fresh.pile, fresh.top, fresh.later) == (later, 0, ())
    assert (fresh.counts, fresh.laid, fresh.koko, fresh.alfred) == (new.counts, new.laid, new.koko, new.alfred)
    assert (fresh.role, fresh.points, fresh.idle, fresh.drew, fresh.covered) == (KOKO, 3, 0, False, 0)


def test_the_game_ends_after_two_rounds() -> None:
    state = position(EVERY_BASE_TILE, drawn="comb", points="2", drew="1", round="2", undies="hut.a", scored="1/0")
    assert state.winners() == []
    play(state, state.legal()[0])
    assert (state.current(), state.legal(), state.scores()) == (OVER, [], [1, 1])
    with pytest.raises(IllegalMove, match="cannot be played: the game is over"):
        state.apply(END)


@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ((3, 0), (2, 9), [0]),
        ((2, 9), (3, 0), [1]),
        ((2, 5), (2, 4), [0]),
        ((2, 4), (2, 5), [1]),
        ((2, 4), (2, 4), [0, 1]),
        ((0, 0), (0, 0), [0, 1]),
    ],
)
def test_the_higher_score_wins_then_the_larger_reserve_then_it_is_a_draw(
    first: tuple[int, int], second: tuple[int, int], winners: list[int]
) -> None:
    scored, left = zip(first, second, strict=True)
    state = position(
        EVERY_BASE_TILE + " comb@15,0",
        round="3",
        scored="{}/{}".format(*scored),
        left="{}/{}".format(*left),
        undies=",".join(["hut.a", "duo.a", "duo.b"][: second[0]]),
        taken=str(UNDIES - sum(second)),
    )
    assert (state.winners(), state.scores(), state.current()) == (winners, list(scored), OVER)


# The extension


def test_the_tiles_of_the_extension_are_in_the_pile_only_with_the_option() -> None:
    for extension, number in (("no", 0), ("yes", 6)):
        state = BUNDLED.new(2, 1, {"extension": extension})
        assert isinstance(state, KokoState)
        assert len(state.later) == 1
        for pile in (state.pile, *state.later):
            assert sum(tile in state.rules.boxed for tile in pile) == number
            assert number == 0 or not set(pile[-6:]) <= set(state.rules.boxed), "shuffled in"


def test_a_table_gets_a_bottle_and_a_palm_a_coconut() -> None:
    state = position("hut@0,1", extension="yes", pile="bar,palm,tent,grove")
    play(state, DRAW, at("0,2"), DRAW, at("0,3"))
    assert (state.bottles, state.coconuts) == (on("bar.a"), on("palm.a"))
    assert (state.counts[BOTTLES], state.counts[COCONUTS]) == (2, 2), "one each"
    assert state.census() == OWN.manifest()


def test_a_table_or_palm_stands_on_the_first_lawn_of_its_tile() -> None:
    state = BUNDLED.new(2, 1, {"extension": "yes"})
    assert isinstance(state, KokoState)
    split = [state.rules.names.index(name) for name in ("j3", "j6")]
    for tile, x in zip(split, (1, 2), strict=True):
        state.lay(tile, state.plan.place(x, 3) << 2)
        assert state.find(2 * tile) != state.find(2 * tile + 1)
    assert (state.bottles, state.coconuts) == tuple(1 << 2 * tile for tile in split)


def test_alfred_must_take_a_bottle_at_once_and_for_free_when_he_comes_by() -> None:
    state = position("bar@1,0", extension="yes", turn="alfred", tables="bar.a")
    play(state, to(state, "bar.a"))
    assert (state.counts[BOTTLES_HELD], state.bottles, state.points) == (1, 0, 2)


def test_alfred_takes_no_bottle_from_afar_and_koko_takes_none() -> None:
    state = position("bar@1,0 tent@0,1", extension="yes", tables="bar.a,tent.a", koko="tent.a")
    assert state.koko == zone(state, "tent.a")
    play(state, to(state, "start.b"), END)
    assert (state.counts[BOTTLES_HELD], state.bottles) == (0, on("bar.a", "tent.a"))
    play(state, to(state, "bar.a"))
    assert (state.counts[BOTTLES_HELD], state.bottles) == (1, on("tent.a"))
    with pytest.raises(SpecError, match="near Alfred"):
        position("tent@1,0", extension="yes", tables="tent.a")


def test_alfred_must_take_a_bottle_when_a_tile_joins_zones_even_in_kokos_turn() -> None:
    state = position("", extension="yes", drawn="patio", points="2", drew="1")
    assert play(state.clone(), at("1,0")).counts[BOTTLES_HELD] == 1
    assert play(state.clone(), at("0,1")).counts[BOTTLES_HELD] == 0
    state = position("nook@1,0 patio@1,1", extension="yes", tables="patio.a", drawn="comb", points="2", drew="1")
    assert play(state, at("2,1/0")).counts[BOTTLES_HELD] == 0
    state = position(
        "comb@1,0/0 patio@1,1 tent@2,1", extension="yes", tables="patio.a,tent.a", drawn="lawn", points="2", drew="1"
    )
    assert play(state, at("2,0")).counts[BOTTLES_HELD] == 2, "all that are there"


def test_with_a_bottle_alfred_neither_covers_nor_takes() -> None:
    held = {"extension": "yes", "turn": "alfred", "alfred": "duo.a", "koko": "duo.a"}
    sober = position("duo@0,1 bar@0,2", tables="bar.a", undies="duo.a", **held).legal()
    drunk = position("duo@0,1 bar@0,2", bottles_held="1", undies="duo.a", **held).legal()
    assert {TAKE, ROB} <= set(sober)
    assert not {TAKE, ROB, COVER} & set(drunk)
    sober = position("duo@0,1 bar@0,2", tables="bar.a", **held).legal()
    drunk = position("duo@0,1 bar@0,2", bottles_held="1", **held).legal()
    assert {COVER, ROB} <= set(sober)
    assert not {COVER, ROB} & set(drunk)


def test_with_a_bottle_alfred_still_draws_and_moves() -> None:
    state = position("pool@1,0 bar@2,0", extension="yes", turn="alfred", bottles_held="1")
    assert state.legal() == [END, DRAW, to(state, "pool.a")]


def test_a_bottle_does_not_stop_koko() -> None:
    given = {"extension": "yes", "bottles_held": "1", "koko": "duo.a"}
    assert GIVE in position("bar@1,0 duo@0,1", **given).legal()
    assert GIVE not in position("bar@1,0 duo@0,1", alfred="duo.a", **given).legal(), "nor does it unblock him"


def test_without_his_last_bottle_alfred_covers_and_takes_again() -> None:
    garden = "bar@1,0 pond@2,0 tent@3,0"
    state = position(garden, extension="yes", turn="alfred", alfred="pond.a", koko="pond.a", bottles_held="2")
    assert ROB not in play(state, DROP).legal(), "one left"
    assert ROB in play(state, DROP).legal()


def test_a_point_in_a_closed_zone_without_guests_drops_one_bottle() -> None:
    state = position("bar@1,0 tent@2,0", extension="yes", turn="alfred", alfred="bar.a", bottles_held="2")
    play(state, DROP)
    assert (state.counts[BOTTLES_HELD], state.counts[BOTTLES_GONE], state.points) == (1, 1, 2)
    play(state, DROP)
    assert (state.counts[BOTTLES_HELD], DROP in state.legal()) == (0, False)


def test_a_bottle_that_was_dropped_is_out() -> None:
    state = play(position("bar@1,0", extension="yes", turn="alfred", alfred="bar.a", bottles_held="1"), DROP)
    assert (state.bottles, state.counts[BOTTLES], state.counts[BOTTLES_GONE]) == (0, 2, 1)
    assert DROP not in position("bar@1,0", extension="yes", turn="alfred", alfred="bar.a").legal(), "none to drop"


def test_koko_in_the_zone_does_not_keep_alfred_from_dropping() -> None:
    given = {"extension": "yes", "turn": "alfred", "bottles_held": "1"}
    assert DROP in position("bar@1,0", alfred="bar.a", koko="bar.a", **given).legal()


def test_no_bottle_is_dropped_in_an_open_zone() -> None:
    assert DROP not in position("bar@1,0", extension="yes", turn="alfred", bottles_held="1").legal()


def test_no_bottle_is_dropped_where_guests_are_but_covered_ones_do_not_count() -> None:
    def legal(**marks: str) -> list[int]:
        return position(
            "bar@1,0 duo@0,1", extension="yes", turn="alfred", alfred="duo.a", bottles_held="1", **marks
        ).legal()

    assert DROP not in legal()
    assert DROP not in legal(covered="duo.a")
    assert DROP not in legal(covered="duo.a", undies="duo.b")
    assert DROP in legal(covered="duo.a,duo.b")


def test_koko_may_take_a_coconut_in_his_zone_for_a_point() -> None:
    state = position("grove@0,2 palm@0,1", extension="yes", palms="grove.a,palm.a")
    assert PICK not in state.legal()
    play(state, to(state, "palm.a"))
    assert state.counts[COCONUTS_HELD] == 0, "nothing forces him"
    play(state, PICK)
    assert (state.counts[COCONUTS_HELD], state.coconuts, state.points) == (1, on("grove.a"), 1)
    assert PICK not in state.legal(), "one a palm"


def test_koko_takes_the_coconut_of_his_own_zone() -> None:
    state = position("palm@0,1 grove@0,2", extension="yes", palms="grove.a,palm.a", koko="grove.a")
    assert play(state, PICK).coconuts == on("palm.a")


def test_each_coconut_costs_a_point() -> None:
    state = position("grove@0,1 oasis@0,2", extension="yes", palms="grove.a,oasis.a")
    play(state, PICK)
    assert (state.counts[COCONUTS_HELD], state.coconuts.bit_count(), state.points) == (1, 1, 2)
    assert play(state, PICK).counts[COCONUTS_HELD] == 2


def test_alfred_takes_no_coconuts() -> None:
    assert PICK not in position("grove@1,0", extension="yes", palms="grove.a", turn="alfred").legal()


def test_a_thrown_coconut_costs_nothing_and_gives_three_more_points() -> None:
    state = position("grove@0,1 hut@-1,0", extension="yes", coconuts_held="1", alfred="start.a", points="2")
    play(state, THROW)
    assert (state.points, state.counts[COCONUTS_HELD], state.counts[COCONUTS_GONE], state.role) == (5, 0, 1, KOKO)


def test_a_coconut_is_thrown_in_one_zone_with_alfred_only() -> None:
    assert THROW not in position("grove@0,1 hut@-1,0", extension="yes", coconuts_held="1").legal()


def test_no_coconut_is_thrown_without_one() -> None:
    assert THROW not in position("hut@0,1", extension="yes", alfred="start.a").legal()
    state = position("palm@0,1", extension="yes", palms="palm.a", koko="palm.a", alfred="palm.a")
    assert THROW not in state.legal()
    assert THROW in play(state, PICK).legal(), "in the turn it was picked"


def test_koko_need_not_throw() -> None:
    state = position("grove@0,1", extension="yes", coconuts_held="1", alfred="start.a")
    assert {END, DRAW, THROW} <= set(state.legal())
    assert play(state, END).counts[COCONUTS_HELD] == 1


def test_koko_comes_with_his_last_point_and_throws() -> None:
    state = position("palm@0,1", extension="yes", coconuts_held="1", alfred="palm.a", points="1")
    play(state, to(state, "palm.a"))
    assert (state.role, state.legal()) == (KOKO, [END, THROW])
    state = position("hut@0,1 palm@0,2", extension="yes", coconuts_held="1", points="0", drew="1", drawn="comb")
    play(state, at("1,0/0"))
    assert state.role == ALFRED, "a tile laid with the last point ends the turn"
    garden = "comb@1,0/90 lawn@1,1 palm@-1,0"
    state = position(garden, extension="yes", coconuts_held="1", points="0", drew="1", drawn="lawn2")
    play(state, at("0,1"))
    assert (state.role, state.legal()) == (KOKO, [END, THROW]), "unless it joins their zones"


def test_a_stunned_alfred_has_his_next_turn() -> None:
    state = position("grove@0,1", extension="yes", coconuts_held="1", alfred="start.a")
    play(state, THROW, END)
    assert (state.role, state.points, ROB in state.legal()) == (ALFRED, 3, True)


def test_one_coconut_a_turn() -> None:
    held = {"extension": "yes", "stall_guard": "no", "coconuts_held": "2"}
    state = position("grove@0,1 oasis@0,2", alfred="start.a", **held)
    play(state, THROW)
    assert THROW not in state.legal()
    play(state, END, END)
    assert THROW in state.legal(), "again in the next turn"


def test_a_coconut_can_be_thrown_when_the_points_are_spent() -> None:
    state = position("grove@0,1", extension="yes", palms="grove.a", alfred="start.a", points="1")
    play(state, PICK)
    assert (state.legal(), state.points) == ([END, THROW], 0)
    assert play(state.clone(), END).role == ALFRED
    assert play(state, THROW).points == 3


def test_points_of_a_coconut_are_for_this_turn_only() -> None:
    state = position("grove@0,1", extension="yes", stall_guard="no", coconuts_held="1", alfred="start.a")
    play(state, THROW, END, END)
    assert (state.role, state.points) == (KOKO, 3)


def test_a_stunned_alfred_still_blocks_giving() -> None:
    state = position("grove@1,0 duo@0,1", extension="yes", coconuts_held="1", koko="duo.a", alfred="duo.a")
    assert GIVE not in play(state, THROW).legal()


def test_a_bottle_of_the_first_round_is_back_in_the_second() -> None:
    state = position("bar@1,0", extension="yes", turn="alfred", alfred="start.a", taken=str(UNDIES - 3), tables="bar.a")
    play(state, ROB)
    assert (state.round, state.counts, state.bottles) == (1, OWN.stock, 0)


# Rulings


def test_match_sides_asks_for_sides_that_are_alike() -> None:
    state = position("hut@0,1", match_sides="yes", drawn="comb", points="2", drew="1")
    expected = [
        *("1,0/0", "1,0/90", "1,0/180", "-1,0/0", "-1,0/180", "-1,0/270", "0,-1/90", "0,-1/180", "0,-1/270"),
        *("1,1/270", "-1,1/90", "0,2/180"),
    ]
    assert state.legal() == sorted(map(at, expected))


def test_match_sides_looks_at_all_neighbours() -> None:
    state = position("hut@0,1 lawn@1,0", match_sides="yes", drawn="comb", points="2", drew="1")
    assert [action for action in state.legal() if action >> 2 == at("1,1") >> 2] == [at("1,1/270")]


def test_match_sides_where_nothing_matches_lets_the_tile_be_laid_freely() -> None:
    state = position("hut@0,1", match_sides="yes", drawn="pool", points="2", drew="1")
    assert state.legal() == sorted(map(at, ("1,0", "-1,0", "0,-1", "1,1", "-1,1", "0,2")))


def test_match_sides_holds_while_a_single_place_matches() -> None:
    state = position("pool@0,1", match_sides="yes", drawn="pool2", points="2", drew="1")
    assert state.legal() == sorted(map(at, ("1,1", "-1,1", "0,2")))


def test_after_one_turn_each_without_a_tile_the_next_must_draw_first() -> None:
    state = play(position(""), END)
    assert {DRAW, END} <= set(state.legal()), "one turn is not enough"
    play(state, END)
    assert (state.role, state.points) == (KOKO, 2)
    assert (state.drawn, state.top) == (state.pile[0], 1), "the only thing he can do is done for him"


def test_the_guard_is_for_alfred_too() -> None:
    state = position("", pile="lawn,nook")
    play(state, DRAW, at("0,1"), END, END, END)
    assert (state.role, state.points, state.drawn) == (ALFRED, 2, OWN.names.index("nook"))


def test_turns_spent_otherwise_count_as_turns_without_a_tile() -> None:
    state = position("hut@0,1 pool@0,-1")
    hut, home, pool, back = (to(state, name) for name in ("hut.a", "start.a", "pool.a", "start.b"))
    play(state, hut, home, hut, pool, back, pool)
    assert (state.role, state.points, state.drawn) == (KOKO, 2, state.pile[0])


def test_the_tile_that_was_forced_counts_as_drawn() -> None:
    state = play(position("", pile="lawn"), END, END, at("0,1"), END)
    assert (state.role, state.idle) == (ALFRED, 0)
    assert (play(state, END).role, state.points, state.drawn) == (KOKO, 3, -1)


def test_a_tile_drawn_resets_the_count() -> None:
    state = position("hut@0,1", idle="1", pile="nook")
    play(state, DRAW, at("0,2"), END, END)
    assert (state.role, state.points, state.drawn) == (KOKO, 3, -1)


def test_without_the_guard_a_turn_must_begin_with_a_draw_only_after_fifty() -> None:
    state = position("", stall_guard="no")
    for turn in range(UNGUARDED_TURNS):
        assert (state.idle, state.drawn) == (turn, -1)
        state.apply(END)
    assert state.drawn >= 0
    assert state.points == 2


# The engine


@pytest.mark.parametrize("extension", ["no", "yes"])
@pytest.mark.parametrize("match", ["no", "yes"])
@pytest.mark.parametrize("guard", ["no", "yes"])
def test_whole_games_with_our_own_deck_keep_every_promise(extension: str, match: str, guard: str) -> None:
    options = {"extension": extension, "match_sides": match, "stall_guard": guard}
    rng = Random(f"{options}")
    state = OWN.new(2, 1, options)
    assert isinstance(state, KokoState)
    while state.current() != OVER:
        legal = state.legal()
        assert legal
        assert legal == sorted(set(legal))
        assert state.census() == OWN.manifest()
        assert state.counts[COVERS] >= 0 <= state.counts[RESERVE]
        text = state.encode()
        again = OWN.decode(text)
        assert again.encode() == text
        assert again.legal() == legal
        seen = state.observe(0)
        assert seen == state.observe(1) == again.observe(0) == state.clone().observe(0)
        dream = state.determinize(0, rng)
        assert dream.observe(0) == seen
        assert dream.legal() == legal
        assert dream.census() == OWN.manifest()
        action = rng.choice(legal)
        other = state.clone()
        other.apply(action)
        assert state.encode() == text, "a copy is played on by itself"
        state.apply(action)
        again.apply(action)
        assert again.encode() == other.encode() == state.encode()
    assert state.winners()
    assert OWN.decode(state.encode()).winners() == state.winners()


@pytest.mark.parametrize("seed", range(6))
def test_zones_are_what_a_flood_over_the_garden_finds(seed: int) -> None:
    state, rng = BUNDLED.new(2, seed, {"extension": "yes"}), Random(seed)
    assert isinstance(state, KokoState)
    assert isinstance(BUNDLED, KokoRules)
    while state.round == 0:
        flooded, openings, borders = flood(BUNDLED, state)
        for lawns in flooded:
            root = state.find(min(lawns))
            assert root == min(lawns)
            assert state.members[root] == sum(1 << lawn for lawn in lawns)
            assert state.openings[root] == sum(openings[lawn] for lawn in lawns)
            for kind, masks in (("hedge", state.hedges), ("fountain", state.fountains)):
                beyond = {state.find(b) for a, b, k in borders if k == kind and a in lawns} - {root}
                mine = {state.find(lawn) for lawn in range(len(masks)) if masks[root] >> lawn & 1} - {root}
                assert mine == beyond
        state.apply(rng.choice(state.legal()))


def flood(rules: KokoRules, state: KokoState) -> tuple[list[set[int]], Counter[int], list[tuple[int, int, str]]]:
    """Zones, openings of lawns and borders, found from the spec's rows and the places of the tiles alone."""
    around = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
    turned: dict[tuple[int, int], dict[str, tuple[str, int]]] = {}
    near: dict[int, set[int]] = {}
    borders: list[tuple[int, int, str]] = []
    for tile, spot in enumerate(state.laid):
        if spot < 0:
            continue
        row = rules.spec.decks["tiles"].designs[tile].fields
        halved = row["inner"] != "none" and row["split"] != "none"
        a, b = 2 * tile, 2 * tile + 1
        near[a], near[b] = (set(), set()) if halved else ({b}, {a})
        if halved:
            borders += [(a, b, str(row["inner"])), (b, a, str(row["inner"]))]
        sides = {}
        for i, side in enumerate("nesw"):
            lawn = a if not halved or side in str(row["split"]) else b
            sides["nesw"[(i + spot % 4) % 4]] = (str(row[side]), lawn)
        turned[rules.plan.xy(spot // 4)] = sides
    openings: Counter[int] = Counter()
    for (x, y), sides in turned.items():
        for side, (dx, dy) in around.items():
            kind, lawn = sides[side]
            if (x + dx, y + dy) not in turned:
                openings[lawn] += kind == "lawn"
                continue
            facing, other = turned[x + dx, y + dy][{"n": "s", "s": "n", "e": "w", "w": "e"}[side]]
            kinds = {kind, facing} - {"lawn"}
            if not kinds:
                near[lawn].add(other)
            elif len(kinds) == 1:
                borders.append((lawn, other, kinds.pop()))
    zones: list[set[int]] = []
    for lawn in near:
        if not any(lawn in zone for zone in zones):
            found, edge = {lawn}, [lawn]
            while edge:
                new = near[edge.pop()] - found
                found |= new
                edge += new
            zones.append(found)
    return zones, openings, borders


def test_the_order_of_both_piles_is_hidden() -> None:
    state = position("hut@0,1", pile="lawn,pool,nook")
    other = position("hut@0,1", pile="nook,lawn,pool")
    assert state.encode() != other.encode()
    assert state.observe(0) == other.observe(0)
    for seen in (0, 1):
        dreams = [OWN.imagine(state.observe(seen), Random(seed)) for seed in range(9)]
        assert len({dream.pile for dream in dreams}) == len({dream.later for dream in dreams}) == 9
        assert all(sorted(dream.pile) == sorted(state.pile) for dream in dreams)
    other.later = (other.later[0][::-1],)
    assert state.observe(0) == other.observe(0)


def test_the_deal_follows_the_seed() -> None:
    assert BUNDLED.new(2, 3).encode() == BUNDLED.new(2, 3).encode() != BUNDLED.new(2, 4).encode()
    state = BUNDLED.new(2, 3)
    assert isinstance(state, KokoState)
    assert [state.pile] != list(state.later)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("points=3", "points=x"),
        ("points=3", "points=7"),
        ("points=3", "points=0"),
        ("idle=0", "idle=2"),
        ("round=1", "round=0"),
        ("round=1", "round=2"),
        ("turn=koko", "turn=gorilla"),
        ("options=", "options=extension:maybe"),
        ("options=", "options=intension:yes"),
        ("options=", "options=extension:no"),
        ("drawn=", "drawn=hut2"),
        ("drawn=", "drawn=igloo"),
        ("hut@0,1/0", "hut@0,0/0"),
        ("hut@0,1/0", "hut@0,2/0"),
        ("hut@0,1/0", "hut@0,99/0"),
        ("hut@0,1/0", "hut@0,1/45"),
        ("hut@0,1/0", "hut@0"),
        ("start@0,0/0", "start@0,0/90"),
        ("koko=start.a", "koko=duo.a"),
        ("koko=start.a", "koko=start.c"),
        ("undies=", "undies=hut.a"),
        ("covered=", "covered=hut.b"),
        ("tables=", "tables=hut.a"),
        ("palms=", "palms=start.a"),
        ("reserve=15", "reserve=16"),
        ("taken=0", "taken=-1"),
        ("scored=0/0", "scored=0"),
        ("pile=", "pile=hut,"),
        ("later=", "later=hut,"),
        ("round=1", ""),
        ("round=1", "round"),
        ("round=1", "round=1 moon=2"),
        ("round=1", "round=1 round=1"),
        ("round=1", "round=4"),
        ("points=3", "points=4"),
        ("drew=0", "drew=2"),
        ("threw=0", "threw=yes"),
        ("scored=0/0", "scored=1/0"),
        ("scored=0/0", "scored=0/-1"),
        ("left=0/0", "left=0/1"),
        ("left=0/0", "left=0/0/0"),
        ("hut@0,1/0", "hut@0,1/0;hut@0,2/0"),
        ("hut@0,1/0", "hut@1,1/0"),
        ("alfred=start.b", "alfred=palm.a"),
        ("covers=19", "covers=18"),
        ("threw=0", "threw=2"),
        ("koko=start.a", "koko=hut.b"),
        ("hut@0,1/0;start@0,0/0", "start@0,0/0;hut@0,1/0"),
        ("later=", "later=/"),
    ],
)
def test_a_spoilt_text_is_refused(before: str, after: str) -> None:
    text = position("hut@0,1").encode()
    assert before in text
    with pytest.raises(SpecError, match=r'^koko: position "'):
        OWN.decode(text.replace(before, after, 1))


@pytest.mark.parametrize(
    ("garden", "given", "wrong"),
    [
        ("duo@0,1", {"taken": "15"}, "not yet taken"),
        ("duo@0,1", {"drawn": "hut"}, "when one was drawn"),
        ("path@0,1", {"undies": "path.a"}, "closed zones"),
        ("path@0,1", {"covered": "path.a"}, "closed zones"),
        ("tent@1,0", {"extension": "yes", "tables": "tent.a"}, "near Alfred"),
        ("tent@0,1", {"extension": "yes", "tables": "start.a"}, "only on tables"),
        ("palm@0,1", {"extension": "yes", "palms": "start.a"}, "only on palms"),
        ("duo@0,1", {"round": "2", "scored": "9/0", "left": "7/0"}, "finished rounds"),
        ("duo@0,1", {"round": "2", "scored": "9/1", "left": "6/0"}, "finished rounds"),
        ("duo@0,1", {"round": "3", "scored": "0/1", "left": "0/14"}, "finished rounds"),
        ("duo@0,1", {"round": "3", "scored": "0/0", "left": "0/14"}, "finished rounds"),
        (EVERY_BASE_TILE + " comb@15,0", {}, "in the pile while"),
        ("duo@0,1", {"points": "0"}, "who can act"),
        ("duo@0,1", {"idle": "3", "drew": "1"}, "idle turns as allowed"),
    ],
)
def test_a_position_that_cannot_be_is_refused(garden: str, given: dict[str, str], wrong: str) -> None:
    with pytest.raises(SpecError, match=f'position "[^"]*" must have .*{wrong}.*'):
        position(garden, **given)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("options", [{}, {"extension": "yes"}, {"match_sides": "yes", "stall_guard": "no"}])
def test_rows_in_another_order_misread_no_position(options: dict[str, str]) -> None:
    """Whatever is on the tiles and beside them, sorting the tables differently does not change what a text means."""
    copied = [tile.model_copy(update={"count": 3 if tile.id == "lawn2" else 1}) for tile in OWN_TILES.designs]
    for seed, spec in enumerate((with_tiles(copied), BUNDLED.spec)):
        rng = Random(seed)
        rules, shuffled = made(spec), made(with_rows_shuffled(spec, rng))
        assert rules.names != shuffled.names
        assert sorted(rules.names) == sorted(shuffled.names)
        state = rules.new(2, seed, options)
        while True:
            text = state.encode()
            again = read(text, shuffled)
            assert again.encode() == text
            assert looks(again) == looks(read(text, rules))
            if state.current() == OVER:
                break
            state.apply(choose(state.legal(), rng))


def with_rows_shuffled(spec: Game, rng: Random) -> Game:
    decks = {
        name: deck.model_copy(update={"designs": rng.sample(deck.designs, len(deck.designs))})
        for name, deck in spec.decks.items()
    }
    return spec.model_copy(update={"decks": decks})


def looks(state: KokoState) -> tuple[object, ...]:
    """A position by names: the zones with what is in them, what can be done, who has what."""
    names = state.rules.names
    lawns = [f"{name}.{half}" for name in names for half in "ab"]

    def named(mask: int) -> frozenset[str]:
        return frozenset(name for lawn, name in enumerate(lawns) if mask >> lawn & 1)

    zones = {
        named(state.members[zone]): (
            state.openings[zone],
            *(named(mask & state.members[zone]) for mask in (state.free, state.undies, state.covered)),
            *(named(mask & state.members[zone]) for mask in (state.bottles, state.coconuts)),
            zone == state.koko,
            zone == state.alfred,
        )
        for zone in (state.find(lawn) for lawn, root in enumerate(state.zone) if state.laid[lawn >> 1] >= 0)
    }
    acts = Counter(
        named(state.members[action - MOVE]) if MOVE <= action < PLACE else min(action, PLACE)
        for action in state.legal()
    )
    piles = [[names[tile] for tile in pile] for pile in (state.pile[state.top :], *state.later)]
    return zones, acts, piles, state.current(), state.scores(), state.counts, state.winners()


def choose(moves: list[int], rng: Random) -> int:
    """Rather something else than to draw or to move, so that there is something to misread."""
    rare = [action for action in moves if DRAW < action < MOVE]
    return rng.choice(rare or moves[1:] or moves)


def test_garbage_is_refused() -> None:
    for text in ("", "x", "a=b", "=", '{"a": 1}', "\0", "points=" * 50):
        with pytest.raises(SpecError):
            OWN.decode(text)


def test_an_illegal_move_changes_nothing_and_says_where() -> None:
    state = position("hut@0,1")
    text = state.encode()
    for action in (GIVE, COVER, TAKE, ROB, DROP, PICK, THROW, -1, MOVE, PLACE, 10**9):
        with pytest.raises(IllegalMove, match="garden=hut@0,1/0;start@0,0/0"):
            state.apply(action)
    assert state.encode() == text


@pytest.mark.parametrize("lang", [Lang.FR, Lang.EN])
def test_every_move_has_its_own_words_and_the_table_fits_a_terminal(lang: Lang) -> None:
    for seed in range(2):
        state, rng = BUNDLED.new(2, seed, {"extension": "yes"}), Random(seed)
        while state.current() != OVER:
            legal = state.legal()
            words = [BUNDLED.describe(state, action, lang) for action in legal]
            assert len(set(words)) == len(words)
            picked = rng.randrange(len(legal))
            assert BUNDLED.parse(state, words[picked].upper(), lang) == legal[picked]
            assert max(map(len, BUNDLED.show(state, 0, lang).splitlines())) <= 100
            state.apply(legal[picked])
        assert "+" in BUNDLED.show(state, 1, lang)


def test_a_very_wide_garden_is_shown_in_bands() -> None:
    state = position(EVERY_BASE_TILE)
    lines = OWN.show(state, 0, Lang.EN).splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.startswith("  0 ") for line in lines) == 2


def test_the_value_of_a_position_is_the_same_for_both_but_for_the_sign() -> None:
    state = position("duo@0,1", koko="duo.a")
    before = value(state, 0)
    play(state, GIVE)
    assert value(state, 0) > before
    play(state, END)
    assert value(state, 0) + value(state, 1) == pytest.approx(INITIATIVE * 3)
