"""The rules of the garden game, sentence by sentence, on a deck of plain tiles made for it; then whole games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pnp.engine.bots.koko import value
from pnp.engine.core import OVER
from pnp.engine.games.koko import (
    ALFRED,
    BOTTLES_GONE,
    BOTTLES_HELD,
    COCONUTS_GONE,
    COCONUTS_HELD,
    COUNTS,
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
from pnp.engine.library import load_rules
from pnp.errors import IllegalMove, SpecError
from pnp.spec.model import Design, Game
from pnp.terms import Lang

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
        fields = {
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


BUNDLED = load_rules("koko")
OWN = KokoRules(own_deck(BUNDLED.spec))
UNDIES, ALL_COVERS = OWN.stock[RESERVE], OWN.stock[COVERS]


def position(garden: str, **given: str) -> KokoState:
    """Tiles as "hut@0,1 lawn@1,0/90" beside the start tile; other words of the encoding as they are given."""
    words = dict(word.split("=", 1) for word in OWN.new(2).encode().split())
    sites = [part if "/" in part else part + "/0" for part in ["start@0,0", *garden.split()]]
    laid = [site.partition("@")[0] for site in sites]
    words |= {"garden": ";".join(sites)} | given
    playing = OWN.in_play((words["extension"], "no", "yes"))
    rest = [OWN.names[tile] for tile in playing if OWN.names[tile] not in [*laid, words["drawn"]]]
    first = given["pile"].split(",") if "pile" in given else []
    words["pile"] = ",".join(first + [tile for tile in rest if tile not in first])
    words["later"] = ",".join(OWN.names[tile] for tile in playing) if words["round"] == "1" else ""
    number = {name: len(words[name].split(",")) if words[name] else 0 for name in ("undies", "covered")}
    words.setdefault("taken", "0")
    words["reserve"] = str(UNDIES - number["undies"] - int(words["taken"]))
    words["covers"] = str(ALL_COVERS - number["covered"])
    for kind, tiles in (("bottles", "bar patio tent"), ("coconuts", "palm grove oasis")):
        out = sum(name in laid for name in tiles.split())
        words[kind] = str(3 - out)
        marks = words["tables" if kind == "bottles" else "palms"]
        gone = out - (len(marks.split(",")) if marks else 0) - int(words[f"{kind}_held"])
        words[f"{kind}_gone"] = str(gone)
    return OWN.decode(" ".join(f"{name}={word}" for name, word in words.items()))


def zone(state: KokoState, lawn: str) -> int:
    return state.find(OWN.lawn(lawn))


def to(state: KokoState, lawn: str) -> int:
    return MOVE + zone(state, lawn)


def at(site: str) -> int:
    return PLACE + OWN.spot(site if "/" in site else site + "/0")


def closed(state: KokoState, lawn: str) -> bool:
    return not state.openings[zone(state, lawn)]


def play(state: KokoState, *actions: int) -> KokoState:
    for action in actions:
        state.apply(action)
    return state


def moves(state: KokoState) -> list[int]:
    return [action for action in state.legal() if MOVE <= action < PLACE]


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
    sides = [OWN.edges[OWN.names.index("pair") << 2 | turn] for turn in range(4)]
    assert [[edge[1] & 1 for edge in edges].index(0) for edges in sides] == [0, 1, 2, 3], "lawn a turns clockwise"


def test_koko_crosses_an_inner_hedge_and_alfred_an_inner_fountain() -> None:
    state = position("pair@0,1 twin@0,2", koko="twin.a", alfred="pair.a")
    assert moves(state) == [to(state, "twin.b")]
    assert moves(play(state, END)) == [to(state, "pair.b")]


def test_an_inner_barrier_without_a_split_cuts_nothing() -> None:
    state = position("sham@0,1")
    assert zone(state, "sham.a") == zone(state, "sham.b") == state.koko
    assert moves(state) == [to(state, "start.b")]


def test_a_hedge_with_the_same_zone_on_both_sides_is_no_move() -> None:
    state = position("lawn@0,1 comb@1,1 lawn2@1,0")
    assert state.koko == state.alfred
    assert zone(state, "start.a") == zone(state, "start.b"), "both sides of the inner hedge"
    assert moves(state) == []


# The round


def test_the_start_tile_lies_in_the_middle_and_the_figures_on_it() -> None:
    state = BUNDLED.new(2, 1)
    assert isinstance(state, KokoState)
    assert isinstance(BUNDLED, KokoRules)
    start = BUNDLED.names.index("start")
    assert [tile for tile, spot in enumerate(state.laid) if spot >= 0] == [start]
    assert BUNDLED.site(state.laid[start]) == "0,0/0"
    assert (state.koko, state.alfred) == (2 * start, 2 * start + 1)
    assert (state.counts[RESERVE], state.counts[COVERS]) == (15, 19)


def test_thirty_tiles_include_the_start_tile() -> None:
    for options, draws in (({}, 29), ({"extension": "yes"}, 35)):
        state = BUNDLED.new(2, 1, options)
        assert isinstance(state, KokoState)
        assert len(state.pile) == len(state.later) == draws


def test_the_bundled_deck_has_nineteen_guests_and_as_many_covers() -> None:
    assert isinstance(BUNDLED, KokoRules)
    assert sum(guests.bit_count() for guests in BUNDLED.guests) == 19 == BUNDLED.stock[COVERS]


def test_covers_must_not_run_out() -> None:
    tokens = OWN.spec.decks["tokens"]
    few = [token.model_copy(update={"count": 1}) for token in tokens.designs]
    spec = OWN.spec.model_copy(
        update={"decks": {**OWN.spec.decks, "tokens": tokens.model_copy(update={"designs": few})}}
    )
    with pytest.raises(SpecError, match="cover"):
        KokoRules(spec)


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


def test_any_action_may_repeat() -> None:
    state = position("", pile="lawn,lawn2,comb")
    play(state, DRAW, at("0,1"), DRAW, at("0,2"), DRAW, at("0,3"))
    assert (state.role, state.points, len(state.pile) - state.top) == (ALFRED, 3, len(OWN.in_play(("no", "", ""))) - 3)


def test_a_drawn_tile_must_be_placed_at_once() -> None:
    state = play(position("hut@0,1"), DRAW)
    assert all(action >= PLACE for action in state.legal())


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
        return list(OWN.turns[OWN.names.index(name)])

    assert turns("hut") == [0]
    assert turns("path") == [0, 1]
    assert turns("comb") == turns("pair") == [0, 1, 2, 3]
    assert turns("twin") == [0, 1], "two halves with a guest each are alike when they are swapped"


def test_halves_that_bear_different_things_do_not_look_the_same() -> None:
    tiles = OWN.spec.decks["tiles"]
    one = [tile.model_copy(update={"fields": {**tile.fields, "guest_b": "none"}}) for tile in tiles.designs]
    deck = tiles.model_copy(update={"designs": one})
    rules = KokoRules(OWN.spec.model_copy(update={"decks": {**OWN.spec.decks, "tiles": deck}}))
    assert rules.turns[rules.names.index("twin")] == (0, 1, 2, 3)


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


def test_koko_does_not_give_to_covered_guests() -> None:
    state = position("duo@0,1", koko="duo.a", covered="duo.a")
    assert play(state, GIVE).undies == 1 << OWN.lawn("duo.b")
    assert GIVE not in position("hut@0,1", koko="hut.a", covered="hut.a").legal()


def test_when_the_reserve_is_short_only_so_many_get_undies() -> None:
    state = position("duo@0,1", koko="duo.a", taken=str(UNDIES - 1))
    play(state, GIVE)
    assert (state.undies.bit_count(), state.free.bit_count(), state.counts[RESERVE]) == (1, 1, 0)
    assert GIVE not in state.legal()


def test_alfred_covers_every_free_guest_in_his_zone() -> None:
    state = play(position("duo@0,1", alfred="duo.a", turn="alfred"), COVER)
    assert (state.covered.bit_count(), state.counts[COVERS], state.points) == (2, ALL_COVERS - 2, 2)
    assert COVER not in state.legal()


def test_alfred_covers_only_in_a_closed_zone() -> None:
    assert COVER not in position("lawn2@1,0", turn="alfred").legal()
    assert COVER in position("lawn2@1,0 hut@1,1 nook@2,0 hut2@1,-1 duo@0,-1", turn="alfred").legal()


def test_alfred_does_not_cover_where_undies_are() -> None:
    state = position("duo@0,1", alfred="duo.a", turn="alfred", undies="duo.b")
    assert COVER not in state.legal()
    assert COVER in play(state, TAKE).legal()
    assert play(state, COVER).covered.bit_count() == 2


def test_alfred_covers_also_where_koko_is() -> None:
    assert COVER in position("duo@0,1", alfred="duo.a", koko="duo.a", turn="alfred").legal()


def test_alfred_takes_one_undies_from_a_guest_in_his_zone() -> None:
    state = position("duo@0,1", alfred="duo.a", turn="alfred", undies="duo.a,duo.b")
    play(state, TAKE)
    assert (state.undies.bit_count(), state.free.bit_count(), state.counts[TAKEN], state.points) == (1, 1, 1, 2)
    assert TAKE not in position("duo@0,1", turn="alfred", undies="duo.a").legal()


def test_alfred_takes_three_from_the_reserve_when_both_are_in_one_zone() -> None:
    state = position("hut@0,1", alfred="start.a", turn="alfred")
    assert not closed(state, "start.a"), "closed or not"
    play(state, ROB)
    assert (state.counts[RESERVE], state.counts[TAKEN], state.points) == (UNDIES - 3, 3, 2)
    assert ROB not in position("hut@0,1", turn="alfred").legal()


def test_alfred_takes_what_is_left_of_the_reserve() -> None:
    garden, taken = "duo@0,1 hut@0,2", str(UNDIES - 3)
    state = position(garden, alfred="start.a", turn="alfred", undies="hut.a", taken=taken)
    play(state, ROB)
    assert (state.counts[RESERVE], state.counts[TAKEN], state.round) == (0, UNDIES - 1, 0)
    assert ROB not in state.legal()


def test_taken_undies_are_out() -> None:
    state = position("duo@0,1", alfred="duo.a", turn="alfred", undies="duo.a")
    before = state.counts[RESERVE]
    assert play(state, TAKE).counts[RESERVE] == before


def test_the_round_ends_at_once_when_the_last_tile_is_placed() -> None:
    state = position(EVERY_BASE_TILE, drawn="comb", points="2", drew="1", undies="hut.a,duo.a,duo.b")
    play(state, state.legal()[0])
    assert (state.round, state.scored, state.left) == (1, [3, 0], [UNDIES - 3, 0])
    assert (state.counts[RESERVE], state.undies, len(state.pile)) == (UNDIES, 0, 15)


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


def test_the_game_ends_after_two_rounds() -> None:
    state = position(EVERY_BASE_TILE, drawn="comb", points="2", drew="1", round="2", undies="hut.a", scored="1,0")
    assert state.winners() == []
    play(state, state.legal()[0])
    assert (state.current(), state.legal(), state.scores()) == (OVER, [], [1, 1])
    with pytest.raises(IllegalMove, match="over"):
        state.apply(END)


@pytest.mark.parametrize(
    ("scored", "left", "winners"),
    [
        ("3,2", "0,9", [0]),
        ("2,3", "9,0", [1]),
        ("2,2", "5,4", [0]),
        ("2,2", "4,5", [1]),
        ("2,2", "4,4", [0, 1]),
    ],
)
def test_the_higher_score_wins_then_the_larger_reserve_then_it_is_a_draw(
    scored: str, left: str, winners: list[int]
) -> None:
    garden = EVERY_BASE_TILE + " comb@15,0"
    assert position(garden, round="3", scored=scored, left=left).winners() == winners


# The extension


def test_a_table_gets_a_bottle_and_a_palm_a_coconut() -> None:
    state = position("hut@0,1", extension="yes", pile="bar,palm,tent,grove")
    play(state, DRAW, at("0,2"), DRAW, at("0,3"))
    assert (state.bottles, state.coconuts) == (1 << OWN.lawn("bar.a"), 1 << OWN.lawn("palm.a"))
    assert state.census() == OWN.manifest()


def test_alfred_must_take_a_bottle_at_once_and_for_free_when_he_comes_by() -> None:
    state = position("bar@1,0", extension="yes", turn="alfred", tables="bar.a")
    play(state, to(state, "bar.a"))
    assert (state.counts[BOTTLES_HELD], state.bottles, state.points) == (1, 0, 2)


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


def test_a_point_in_a_closed_zone_without_guests_drops_one_bottle() -> None:
    state = position("bar@1,0 tent@2,0", extension="yes", turn="alfred", alfred="bar.a", bottles_held="2")
    play(state, DROP)
    assert (state.counts[BOTTLES_HELD], state.counts[BOTTLES_GONE], state.points) == (1, 1, 2)
    play(state, DROP)
    assert (state.counts[BOTTLES_HELD], DROP in state.legal()) == (0, False)


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
    state = position("palm@0,1", extension="yes", palms="palm.a")
    assert PICK not in state.legal()
    play(state, to(state, "palm.a"))
    assert state.counts[COCONUTS_HELD] == 0, "nothing forces him"
    play(state, PICK)
    assert (state.counts[COCONUTS_HELD], state.coconuts, state.points) == (1, 0, 1)


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


def test_after_one_turn_each_without_a_tile_the_next_must_draw_first() -> None:
    state = play(position(""), END)
    assert {DRAW, END} <= set(state.legal()), "one turn is not enough"
    play(state, END)
    assert (state.role, state.points) == (KOKO, 2)
    assert (state.drawn, state.top) == (state.pile[0], 1), "the only thing he can do is done for him"


def test_a_tile_drawn_begins_the_count_anew() -> None:
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


@pytest.mark.parametrize("rules", [BUNDLED, OWN], ids=["bundled", "own"])
@pytest.mark.parametrize("extension", ["no", "yes"])
@pytest.mark.parametrize("match", ["no", "yes"])
@pytest.mark.parametrize("guard", ["no", "yes"])
def test_whole_games_keep_every_promise(rules: KokoRules, extension: str, match: str, guard: str) -> None:
    options = {"extension": extension, "match_sides": match, "stall_guard": guard}
    for seed in range(3):
        rng = Random(f"{seed}{options}")
        state = rules.new(2, seed, options)
        assert isinstance(state, KokoState)
        while state.current() != OVER:
            legal = state.legal()
            assert legal
            assert legal == sorted(set(legal))
            assert state.census() == rules.manifest()
            assert state.counts[COVERS] >= 0 <= state.counts[RESERVE]
            text = state.encode()
            again = rules.decode(text)
            assert again.encode() == text
            assert again.legal() == legal
            seen = state.observe(0)
            assert seen == state.observe(1) == again.observe(0) == state.clone().observe(0)
            dream = state.determinize(0, rng)
            assert dream.observe(0) == seen
            assert dream.legal() == legal
            assert dream.census() == rules.manifest()
            action = rng.choice(legal)
            other = state.clone()
            other.apply(action)
            assert state.encode() == text, "a copy is played on by itself"
            state.apply(action)
            again.apply(action)
            assert again.encode() == other.encode() == state.encode()
        assert state.winners()
        assert rules.decode(state.encode()).winners() == state.winners()


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
        turned[rules.xy(spot // 4)] = sides
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


def test_the_order_of_the_pile_is_hidden() -> None:
    state = position("hut@0,1", pile="lawn,pool,nook")
    other = position("hut@0,1", pile="nook,lawn,pool")
    assert state.encode() != other.encode()
    assert state.observe(0) == other.observe(0)
    orders = {tuple(state.determinize(0, Random(seed)).pile) for seed in range(9)}  # type: ignore[attr-defined]
    assert len(orders) == 9


def test_the_deal_follows_the_seed() -> None:
    assert BUNDLED.new(2, 3).encode() == BUNDLED.new(2, 3).encode() != BUNDLED.new(2, 4).encode()
    state = BUNDLED.new(2, 3)
    assert isinstance(state, KokoState)
    assert state.pile != state.later


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
        ("extension=no", "extension=maybe"),
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
        ("scored=0,0", "scored=0"),
        ("pile=", "pile=hut,"),
        ("later=", "later=hut,"),
        ("round=1", ""),
        ("round=1", "round"),
        ("round=1", "round=1 moon=2"),
    ],
)
def test_a_spoilt_text_is_refused(before: str, after: str) -> None:
    text = position("hut@0,1").encode()
    assert before in text
    with pytest.raises(SpecError, match="position"):
        OWN.decode(text.replace(before, after, 1))


def test_garbage_is_refused() -> None:
    for text in ("", "x", "a=b", "=", '{"a": 1}', "\0", "points=" * 50):
        with pytest.raises(SpecError):
            OWN.decode(text)


def test_an_illegal_move_changes_nothing_and_says_where() -> None:
    state = position("hut@0,1")
    text = state.encode()
    for action in (GIVE, COVER, TAKE, ROB, DROP, PICK, THROW, -1, MOVE, PLACE, 10**9):
        with pytest.raises(IllegalMove, match="garden=start@0,0/0"):
            state.apply(action)
    assert state.encode() == text


@pytest.mark.parametrize("lang", list(Lang))
def test_every_move_has_its_own_words_and_the_table_fits_a_terminal(lang: Lang) -> None:
    for seed in range(4):
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


def test_counts_have_their_names() -> None:
    assert len(COUNTS) == len(OWN.stock)


def test_the_value_of_a_position_is_the_same_for_both_but_for_the_sign() -> None:
    state = position("duo@0,1", koko="duo.a")
    before = value(state, 0)
    play(state, GIVE)
    assert value(state, 0) > before
    play(state, END)
    assert value(state, 0) + value(state, 1) == pytest.approx(0.03 * 3)
