"""Evaluate positions of Koko and Alfred's garden for the bots."""

from __future__ import annotations

from math import sqrt
from typing import Final

from pnp.games.koko.forecast import COCONUT, DRUNK, expected_gain
from pnp.games.koko.garden import NONE
from pnp.games.koko.near import distance, placement_key, reachable_lawns
from pnp.games.koko.rules import (
    BOTTLES_HELD,
    COCONUTS_HELD,
    KOKO,
    PLACE,
    RESERVE,
    ROUNDS,
    KokoState,
)
from pnp.play.core import OVER, State
from pnp.play.judge import Judge, softmax

PROMISE: Final = (0.8, 0.6, 0.45, 0.3, 0.15)
"""Value to Koko of a free guest in a closed zone, by his distance; the last is for beyond FAR."""
THREAT: Final = (0.45, 0.3, 0.2, 0.12, 0.03)
"""Expected loss of undies, by Alfred's distance."""
WATCH: Final = (0.6, 0.3, 0.15, 0.05, 0.0)
"""Share of a guest's value that is lost, by Alfred's distance, because he can cover the guest."""
OPEN: Final = 0.35
"""Value of a guest in a zone with one opening, relative to a closed zone."""
LAST_TILES: Final = 6
"""With fewer tiles to come than this, what is not yet given counts less and less."""
INITIATIVE: Final = 0.15
"""Value of an unspent point."""
NEWS: Final = 0.05
"""Value of a tile drawn but not yet laid."""
USUAL: Final = 6.6
"""Koko's mean score per round in the games that the forecast was fitted to."""
CHANCE: Final = 0.22
"""Scale of the judge with one tile to come, from the forecast's error; it grows with the root of the tiles."""


def value(state: State, player: int) -> float:
    """Return the lead in points, plus what is to be expected of the round."""
    assert isinstance(state, KokoState)  # noqa: S101 (for the type checker)
    scores = state.scores()
    lead = float(scores[player] - scores[1 - player])
    if state.round == ROUNDS:
        return lead + 0.01 * (state.left[player] - state.left[1 - player])
    prospects = expected_gain_quick(state)
    worth = lead + (prospects if player == state.round else -prospects)
    if state.current() == player:
        worth += INITIATIVE * state.points + NEWS * (state.drawn != NONE)
    return worth


def expected_gain_quick(state: KokoState) -> float:
    """Return what Koko can hope to gain until the end of the round."""
    time = min(1.0, (len(state.pile) - state.top + (state.drawn != NONE)) / LAST_TILES)
    reserve = state.counts[RESERVE]
    sober = DRUNK if state.counts[BOTTLES_HELD] else 1.0
    koko_near = reachable_lawns(state, state.koko, state.hedges)
    alfred_near = reachable_lawns(state, state.alfred, state.fountains)
    prospects = reserve / (reserve + 3) + COCONUT * state.counts[COCONUTS_HELD] + (1 - sober)
    if state.koko == state.alfred and reserve:
        prospects -= 0.4 * sober if state.role == KOKO else 0.2 * sober
    zones, members, openings = state.zone, state.members, state.openings
    all_free, all_undies = state.free, state.undies
    rest = all_free | all_undies
    while rest:
        zone = rest.bit_length() - 1
        while zones[zone] != zone:
            zone = zones[zone]
        here = members[zone]
        rest &= ~here
        alfred = distance(alfred_near, here)
        guests = all_free & here
        if guests and reserve:
            promise = min(guests.bit_count(), reserve) * PROMISE[distance(koko_near, here)]
            if openings[zone]:
                promise *= OPEN / openings[zone]
            prospects += promise * time * (1 - WATCH[alfred] * sober)
        dressed = all_undies & here
        if dressed:
            prospects -= dressed.bit_count() * THREAT[alfred] * sober * time
    return prospects


def forecast(state: KokoState) -> float:
    """Return the lead that Koko's player can expect at the end of the game."""
    expected = max(0.0, state.undies.bit_count() + expected_gain(state))
    return expected - (state.scored[0] if state.round else USUAL)


class KokoJudge(Judge):
    """An evaluator that values actions by what they change, and positions by a forecast."""

    scale = 1.0

    def value(self, state: State, player: int) -> float:
        """Return the value of a position for a player."""
        return value(state, player)

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """Return the value for the current player after each action; equivalent placements are evaluated once."""
        assert isinstance(state, KokoState)  # noqa: S101 (for the type checker)
        if state.drawn == NONE:
            return super().gains(state, legal)
        looks = [placement_key(state, action - PLACE) for action in legal]
        picks = dict(zip(looks, legal, strict=True))
        worth = dict(zip(picks, super().gains(state, list(picks.values())), strict=True))
        return [worth[look] for look in looks]

    def shares(self, state: State) -> list[float]:
        """Return each player's probability of winning, from the expected lead and the number of tiles to come."""
        assert isinstance(state, KokoState)  # noqa: S101 (for the type checker)
        if state.current() == OVER:
            return super().shares(state)
        tiles = len(state.pile) - state.top + sum(map(len, state.later))
        leads = [0.0] * state.players
        leads[state.round] = forecast(state)
        return softmax(leads, CHANCE * sqrt(1 + tiles))

    def news(self, state: State) -> int:
        """Return a code for the drawn tile."""
        assert isinstance(state, KokoState)  # noqa: S101 (for the type checker)
        return state.drawn + 1
