"""How good a garden looks to Koko's player, and the opposite to Alfred's."""

from __future__ import annotations

from typing import Final

from pnp.engine.core import State
from pnp.engine.games.koko import (
    BOTTLES_HELD,
    COCONUTS_HELD,
    KOKO,
    RESERVE,
    ROUNDS,
    KokoState,
)
from pnp.engine.garden import NONE, bits

FAR: Final = 3
"""As many moves are looked at; a zone that takes more has the last worth of the lists."""
PROMISE: Final = (0.8, 0.6, 0.45, 0.3, 0.15)
"""What a free guest in a closed zone is worth to Koko, by his distance."""
THREAT: Final = (0.45, 0.3, 0.2, 0.12, 0.03)
"""What undies lose, by Alfred's distance."""
WATCH: Final = (0.6, 0.3, 0.15, 0.05, 0.0)
"""Which part of that is lost, by Alfred's distance: he can cover the guest."""
OPEN: Final = 0.35
"""What a guest in a zone with one opening is worth, compared with a closed zone."""
DRUNK: Final = 0.4
"""What is left of Alfred's threats while he has a bottle."""
COCONUT: Final = 0.4
LAST_TILES: Final = 6
"""From here on what is not yet given counts less and less."""
INITIATIVE: Final = 0.03
"""A point left to spend."""
NEWS: Final = 0.05
"""A tile drawn and not yet laid."""


def value(state: State, player: int) -> float:
    """The lead in points, with what is to be expected of the round."""
    assert isinstance(state, KokoState)  # noqa: S101 (for the type checker)
    scores = state.scores()
    lead = float(scores[player] - scores[1 - player])
    if state.round == ROUNDS:
        return lead + 0.01 * (state.left[player] - state.left[1 - player])
    hopes = outlook(state)
    worth = lead + (hopes if player == state.round else -hopes)
    if state.current() == player:
        worth += INITIATIVE * state.points + NEWS * (state.drawn != NONE)
    return worth


def outlook(state: KokoState) -> float:
    """What Koko can hope to gain until the end of the round."""
    time = min(1.0, (len(state.pile) - state.top + (state.drawn != NONE)) / LAST_TILES)
    reserve = state.counts[RESERVE]
    sober = DRUNK if state.counts[BOTTLES_HELD] else 1.0
    koko_near = circles(state, state.koko, state.hedges)
    alfred_near = circles(state, state.alfred, state.fountains)
    hopes = reserve / (reserve + 3) + COCONUT * state.counts[COCONUTS_HELD] + (1 - sober)
    if state.koko == state.alfred and reserve:
        hopes -= 0.4 * sober if state.role == KOKO else 0.2 * sober
    rest = state.free | state.undies
    while rest:
        zone = state.find((rest & -rest).bit_length() - 1)
        here = state.members[zone]
        rest &= ~here
        free, dressed = (state.free & here).bit_count(), (state.undies & here).bit_count()
        koko, alfred = distance(koko_near, here), distance(alfred_near, here)
        promise = min(free, reserve) * PROMISE[koko]
        if state.openings[zone]:
            promise *= OPEN / state.openings[zone]
        hopes += promise * time * (1 - WATCH[alfred] * sober)
        hopes -= dressed * THREAT[alfred] * sober * time
    return hopes


def circles(state: KokoState, zone: int, barriers: list[int]) -> list[int]:
    """The lawns within no move, one move, and so on up to FAR."""
    reached = new = state.members[zone]
    found = [reached]
    for _ in range(FAR):
        beyond = 0
        for lawn in bits(new):
            if state.zone[lawn] == lawn:
                beyond |= barriers[lawn]
        new = 0
        for lawn in bits(beyond & ~reached):
            new |= state.members[state.find(lawn)]
        reached |= new
        found.append(reached)
        if not new:
            break
    return found


def distance(near: list[int], here: int) -> int:
    """How many moves it takes to a zone; one more than FAR when it takes more."""
    for moves, lawns in enumerate(near):
        if lawns & here:
            return moves
    return FAR + 1
