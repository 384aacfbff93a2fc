"""Positions of Koko and Alfred's garden as text.

Tiles are written by id, further copies with a number, as in `lawn:1`. A tile in the garden is written with its place
and its rotation, `g05@-1,2/90`: the start tile is at 0,0 and y grows upwards. A lawn is `g05.a` or `g05.b`; a figure is
written as the first lawn of its zone. Unordered things are sorted by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

from pnp.games.koko.garden import NONE, Garden, Plan, bits
from pnp.games.koko.rules import (
    GARDEN_POINTS,
    KOKO,
    PLAIN_COST,
    PLAYERS,
    POINTS,
    RESERVE,
    RESERVE_POINTS,
    ROLES,
    ROUNDS,
    STUNNED_POINTS,
    SWITCHES,
    TAKEN,
    THROWS,
    KokoRules,
    KokoState,
    KokoView,
)
from pnp.play.notation import (
    FLAG,
    NUMBER,
    Codec,
    Field,
    Must,
    Notation,
    list_codec,
    name_codec,
    offset_codec,
    optional_codec,
    options_codec,
    per_player_codec,
)

COUNTS: Final = (
    "reserve", "taken", "covers",
    "bottles", "bottles_held", "bottles_gone", "coconuts", "coconuts_held", "coconuts_gone",
)  # fmt: skip
"""Names of `KokoState.counts`, in order."""
HALVES: Final = "ab"
DEGREES: Final = ("0", "90", "180", "270")


def _tiles_are_whole(state: KokoState) -> bool:
    drawn = [state.drawn] if state.drawn != NONE else []
    playing = [*state.rules.in_play(state.switches), state.rules.start]
    return sorted([*_laid(state), *drawn, *state.pile]) == sorted(playing)


def _hangs_together(state: KokoState) -> bool:
    plan = state.rules.plan
    reached, edge = {plan.centre}, [plan.centre]
    while edge:
        place = edge.pop()
        beside = [place + step for step in plan.steps if state.grid[place + step] and place + step not in reached]
        reached.update(beside)
        edge += beside
    return len(reached) == len(_laid(state))


def _can_go_on(state: KokoState) -> bool:
    return state.points >= PLAIN_COST or state.drawn != NONE or (state.role == KOKO and state.can_throw())


def _guests_are_well(state: KokoState) -> bool:
    """Return whether undies and covers are only on guests in closed zones."""
    guests = sum(state.rules.guests[tile] for tile in _laid(state))
    zones = {state.find(lawn) for lawn in bits(guests)}
    closed = sum(state.members[zone] for zone in zones if not state.openings[zone])
    return not (state.undies & state.covered or (state.undies | state.covered) & ~(guests & closed))


def _lawns_with(state: KokoState, symbol: str) -> int:
    """Return the lawns of the laid tiles with a symbol."""
    return sum(1 << 2 * tile for tile in _laid(state) if state.rules.symbols[tile] == symbol)


def _scores_are_right(state: KokoState) -> bool:
    """Return whether the recorded points and reserves are possible.

    Rounds to come have none, no round has more undies than there are, and at the end they match the garden.
    """
    scored, left, finished = state.scored[:], state.left[:], state.round
    if state.round == ROUNDS:
        finished -= 1
        scored[finished % PLAYERS] -= state.round_points()
        left[finished % PLAYERS] -= state.counts[RESERVE]
    for player in range(PLAYERS):
        undies = state.rules.stock[RESERVE] * len(range(player, finished, PLAYERS))
        most = GARDEN_POINTS * (undies - left[player]) + RESERVE_POINTS * left[player]
        if not (0 <= left[player] <= undies and 0 <= scored[player] <= most):
            return False
    return True


def _laid(state: KokoState) -> list[int]:
    return [tile for tile, spot in enumerate(state.laid) if spot != NONE]


class KokoNotation(Notation[KokoState]):
    """Text notation: options, the turn, the garden with its contents, tokens outside it, the piles."""

    rules: KokoRules
    checks: ClassVar[Sequence[Must[KokoState]]] = (
        Must(
            lambda state: 0 <= state.round <= ROUNDS,
            f"must have a round from 1 to {ROUNDS}, or {ROUNDS + 1} at the end",
        ),
        Must(
            lambda state: min(*state.counts, *state.scored, *state.left) >= 0,
            "must have no number of tokens or points below 0",
        ),
        Must(_tiles_are_whole, "must have every tile once: laid, drawn or in the pile"),
        Must(_hangs_together, "must have a garden whose tiles are all connected"),
        Must(
            lambda state: state.round == ROUNDS or state.drawn != NONE or bool(state.pile),
            "must have a tile drawn or in the pile while a round is played",
        ),
        Must(
            lambda state: (
                [sorted(pile) for pile in state.later]
                == [state.rules.in_play(state.switches)] * (ROUNDS - 1 - state.round)
            ),
            "must have a pile of all tiles for each round to come, and no other",
        ),
        Must(lambda state: 0 <= state.threw <= THROWS, "must have at most as many coconuts thrown as a turn allows"),
        Must(
            lambda state: 0 <= state.points <= POINTS + STUNNED_POINTS * state.threw,
            f"must have from 0 to {POINTS} points, and {STUNNED_POINTS} more for a coconut thrown",
        ),
        Must(
            lambda state: state.drawn == NONE or state.drew,
            "must have a tile in hand only when one was drawn in this turn",
        ),
        Must(
            lambda state: 0 <= state.idle <= state.patience - (not state.drew),
            "must have at most as many idle turns as allowed, with a tile drawn after the last one",
        ),
        Must(lambda state: state.round == ROUNDS or _can_go_on(state), "must have a player who can act in this turn"),
        Must(_guests_are_well, "must have undies and covers on guests in closed zones, one token each"),
        Must(
            lambda state: not state.bottles & ~_lawns_with(state, "table"),
            "must have bottles only on tables that are laid",
        ),
        Must(
            lambda state: not state.bottles & state.members[state.alfred],
            "must have no bottle left on a table near Alfred",
        ),
        Must(
            lambda state: not state.coconuts & ~_lawns_with(state, "palm"),
            "must have coconuts only on palms that are laid",
        ),
        Must(
            lambda state: state.round == ROUNDS or state.counts[TAKEN] < state.rules.stock[RESERVE],
            "must have undies that Alfred has not yet taken while a round is played",
        ),
        Must(_scores_are_right, "must have points and reserves that are possible after the finished rounds"),
        Must(
            lambda state: state.census() == state.rules.manifest(),
            "must have every token of the box exactly once",
        ),
    )

    @cached_property
    def fields(self) -> Sequence[Field[KokoState]]:
        """The words of a position."""
        names = self.rules.names
        tile, lawn, lawns = name_codec(names), name_codec(self.lawns), _lawns(self.lawns)

        def count(place: int) -> Field[KokoState]:
            return Field(COUNTS[place], NUMBER, lambda state: state.counts[place])

        return (
            Field("options", options_codec(self.rules), lambda state: dict(zip(SWITCHES, state.switches, strict=True))),
            Field("round", offset_codec(NUMBER, 1), lambda state: state.round),
            Field("turn", name_codec(ROLES), lambda state: state.role),
            Field("points", NUMBER, lambda state: state.points),
            Field("idle", NUMBER, lambda state: state.idle),
            Field("drew", FLAG, lambda state: state.drew),
            Field("threw", NUMBER, lambda state: state.threw),
            Field("drawn", optional_codec(tile, NONE), lambda state: state.drawn),
            Field("garden", list_codec(_laid_tile(self.rules), ";"), self._garden),
            Field("koko", lawn, lambda state: self._first_lawn(state, state.koko)),
            Field("alfred", lawn, lambda state: self._first_lawn(state, state.alfred)),
            Field("undies", lawns, lambda state: state.undies),
            Field("covered", lawns, lambda state: state.covered),
            Field("tables", lawns, lambda state: state.bottles),
            Field("palms", lawns, lambda state: state.coconuts),
            *map(count, range(len(COUNTS))),
            Field("scored", per_player_codec(NUMBER), lambda state: state.scored),
            Field("left", per_player_codec(NUMBER), lambda state: state.left),
            Field("pile", list_codec(tile), lambda state: state.pile[state.top :]),
            Field("later", list_codec(list_codec(tile), "/"), lambda state: state.later),
        )

    @cached_property
    def lawns(self) -> list[str]:
        """Names of the lawns, in order of their numbers."""
        return [f"{name}.{half}" for name in self.rules.names for half in HALVES]

    def _garden(self, state: KokoState) -> list[tuple[int, int]]:
        """Return each laid tile with its spot, sorted by name."""
        return [(tile, state.laid[tile]) for tile in sorted(_laid(state), key=self.rules.names.__getitem__)]

    def _first_lawn(self, state: KokoState, zone: int) -> int:
        """Return a zone's first lawn by name; a zone's number depends on the order of the tiles."""
        return min(bits(state.members[zone]), key=self.lawns.__getitem__)

    def build(self, values: Mapping[str, Any]) -> KokoState:
        """Build the position; raise ValueError if it is inconsistent."""
        rules = self.rules
        laid = [NONE] * len(rules.names)
        for tile, spot in values["garden"]:
            if laid[tile] != NONE or any(other >> 2 == spot >> 2 for other in laid if other != NONE):
                raise ValueError("a tile or a place appears twice")
            laid[tile] = spot
        if laid[rules.start] != rules.plan.centre << 2:
            raise ValueError("the start tile must be at 0,0/0")
        if NONE in (laid[values["koko"] >> 1], laid[values["alfred"] >> 1]):
            raise ValueError("a figure is on a tile that is not laid")
        if not len(values["scored"]) == len(values["left"]) == PLAYERS:
            raise ValueError(f"scored and left must have one number for each of {PLAYERS} players")
        switches = tuple(values["options"][name] for name in SWITCHES)
        seen = KokoView(
            switches=switches,
            round=values["round"],
            role=values["turn"],
            points=values["points"],
            idle=values["idle"],
            drew=values["drew"],
            threw=values["threw"],
            drawn=values["drawn"],
            laid=tuple(laid),
            koko=values["koko"],
            alfred=values["alfred"],
            undies=values["undies"],
            covered=values["covered"],
            bottles=values["tables"],
            coconuts=values["palms"],
            counts=tuple(values[name] for name in COUNTS),
            scored=tuple(values["scored"]),
            left=tuple(values["left"]),
        )
        state = KokoState(rules, switches)
        state.later = tuple(map(tuple, values["later"]))
        rules.restore(state, seen, tuple(values["pile"]))
        return state

    def complete(self, given: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        """Add the start tile with the figures, put all other tiles in the pile and all tokens aside."""
        fresh = dict(super().complete({name: given[name] for name in ("options",) if name in given}, players))
        garden = [*given.get("garden", ())]
        if all(tile != self.rules.start for tile, _ in garden):
            garden += fresh["garden"]
        garden.sort(key=lambda laid: self.rules.names[laid[0]])
        used = {tile for tile, _ in garden} | {given.get("drawn", NONE)}
        values = fresh | {"pile": [tile for tile in fresh["pile"] if tile not in used], **given, "garden": garden}
        for name, lawns in (("reserve", "undies"), ("covers", "covered")):
            if name not in given:
                values[name] = fresh[name] - int(values[lawns]).bit_count()
        if "reserve" not in given:
            values["reserve"] -= given.get("taken", 0)
        for name in ("koko", "alfred"):  # the first lawn of a zone depends on the tiles laid
            values[name] = self._first_lawn_of(garden, values[name])
        return values

    def _first_lawn_of(self, garden: Sequence[tuple[int, int]], lawn: int) -> int:
        """Return the first lawn by name of a lawn's zone, in a garden of these tiles."""
        trial = Garden()
        trial.clear(self.rules.plan)
        for tile, spot in sorted(garden, key=lambda laid: laid[0] != self.rules.start):
            trial.lay(tile, spot)
        return min(bits(trial.members[trial.find(lawn)]), key=self.lawns.__getitem__)


def spot_codec(plan: Plan) -> Codec[int]:
    """Return the codec for a place and a rotation, written as `-1,2/90`."""

    def write(spot: int) -> str:
        x, y = plan.xy(spot >> 2)
        return f"{x},{y}/{DEGREES[spot & 3]}"

    def read(text: str) -> int:
        at, _, degrees = text.partition("/")
        x, y = map(NUMBER.decode, at.split(","))
        return plan.place(x, y) << 2 | DEGREES.index(degrees)

    return Codec(write, read)


def _laid_tile(rules: KokoRules) -> Codec[tuple[int, int]]:
    """Return the codec for a tile and its spot."""
    tile, spot = name_codec(rules.names), spot_codec(rules.plan)

    def read(text: str) -> tuple[int, int]:
        name, _, at = text.partition("@")
        return tile.decode(name), spot.decode(at)

    return Codec(lambda laid: f"{tile.encode(laid[0])}@{spot.encode(laid[1])}", read)


def _lawns(names: Sequence[str]) -> Codec[int]:
    """Return the codec for a set of lawns, sorted by name."""
    codec = list_codec(name_codec(names))
    in_order = sorted(range(len(names)), key=names.__getitem__)
    return Codec(
        lambda lawns: codec.encode([lawn for lawn in in_order if lawns >> lawn & 1]),
        lambda text: sum({1 << lawn for lawn in codec.decode(text)}),
    )
