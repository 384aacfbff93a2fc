"""Distances in the garden between zones and figures, in moves, and the surroundings of a tile."""

from __future__ import annotations

from typing import Final

from pnp.games.koko.garden import LAWN
from pnp.games.koko.rules import KokoState

FAR: Final = 3
"""Maximum number of moves considered."""


def reachable_lawns(state: KokoState, zone: int, barriers: list[int]) -> list[int]:
    """Return the lawns within 0 moves, 1 move, and so on up to FAR."""
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
    """Return the number of moves to a zone; FAR + 1 if it is farther than that."""
    for moves, lawns in enumerate(near):
        if lawns & here:
            return moves
    return FAR + 1


def placement_key(state: KokoState, spot: int) -> tuple[int, ...]:
    """Return a key for what the drawn tile would touch at a spot; equal keys lead to equivalent gardens."""
    edges, grid, laid, zones = state.plan.edges, state.grid, state.laid, state.zone
    place = spot >> 2
    sides = state.need[place]
    found = []
    for kind, lawn, step, side, _ in edges[state.drawn << 2 | spot & 3]:
        facing = sides >> 2 * side & 3
        if facing:
            other = grid[place + step] - 1
            zone = edges[other << 2 | laid[other] & 3][side ^ 2][1]
            while zones[zone] != zone:
                zone = zones[zone]
            found.append(((zone << 2 | kind) << 2 | facing) << 1 | lawn & 1)
        elif kind == LAWN:
            found.append(-1 - (lawn & 1))
    found.sort()
    return tuple(found)
