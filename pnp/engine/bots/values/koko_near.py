"""How far zones of the garden are from a figure, in moves."""

from __future__ import annotations

from typing import Final

from pnp.engine.games.koko import KokoState

FAR: Final = 3
"""As many moves are looked at."""


def circles(state: KokoState, zone: int, barriers: list[int]) -> list[int]:
    """The lawns within no move, one move, and so on up to FAR."""
    members, zones = state.members, state.zone
    reached, ring = members[zone], [zone]
    found = [reached]
    for _ in range(FAR):
        beyond = 0
        for each in ring:
            beyond |= barriers[each]
        beyond &= ~reached
        ring = []
        while beyond:
            lawn = beyond.bit_length() - 1
            while zones[lawn] != lawn:
                lawn = zones[lawn]
            ring.append(lawn)
            reached |= members[lawn]
            beyond &= ~reached
        if not ring:
            break
        found.append(reached)
    return found


def distance(near: list[int], here: int) -> int:
    """How many moves it takes to a zone; one more than FAR when it takes more."""
    for moves, lawns in enumerate(near):
        if lawns & here:
            return moves
    return FAR + 1
