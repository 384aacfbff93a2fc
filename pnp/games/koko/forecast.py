"""Forecast of what Koko will still gain in a round, from features of the garden.

The weights come from a regression of the points still gained on these features, over 37,000 positions from 937 games
between greedy bots that sometimes played one of their best four actions at random. Fitted to four rounds in five, the
model explained 64% of the variance in the fifth (including the passage of time). It was then fitted to all rounds, with
six weights of the wrong sign or of hardly any effect set to 0, at no loss.
"""

from __future__ import annotations

from typing import Final

from pnp.games.koko.near import FAR, distance, reachable_lawns
from pnp.games.koko.rules import ALFRED, BOTTLES_HELD, COCONUTS_HELD, KOKO, RESERVE, KokoState

KNOTS: Final = (0, 8, 28)
"""Numbers of tiles in the pile that the weights are for; in between they are interpolated linearly."""
WEIGHTS: Final = (
    (-0.38, -0.43, -0.29),  # constant term
    (0.10, 0.19, 0.12),  # each action point left to Koko, or minus each left to Alfred
    (0.48, 0.66, 0.29),  # Alfred to play
    (0.08, 0.20, 0.17),  # each guest on the tiles to come, up to the size of the reserve
    (0.00, 0.07, 0.27),  # each of the undies in the reserve
    (0.00, -0.51, -0.53),  # Alfred can rob Koko's reserve; divided by one more than the moves he needs
    (0.60, 0.11, 0.00),  # each guest that Koko can dress this turn
    (-0.24, 0.00, 0.00),  # each of the undies that Alfred can take this turn
    (0.31, 0.63, 0.48),  # each free guest in Koko's closed zone, with Alfred at least two moves away
    (0.08, 0.48, 0.45),  # the same, one move from Koko
    (0.00, 0.20, 0.30),  # the same, two moves from Koko
    (0.05, 0.12, 0.15),  # each free guest in an open zone in Koko's reach, divided by its openings
    (-0.35, -0.85, -0.75),  # each of the undies in Alfred's zone
    (0.00, -0.58, -0.96),  # each of the undies in other zones in his reach
)
"""The weight of each feature, at each of the knots."""
EVER, POINT, ALFREDS_TURN, COMING, RESERVED, ROBBED, GIVEN, TAKEN, CLOSED, _, _, OPEN, HELD, REACHED = range(
    len(WEIGHTS)
)
"""Index of each feature; that of a closed zone is CLOSED plus the moves that Koko needs."""
CLOSED_FAR: Final = OPEN - CLOSED
"""A closed zone this many moves away no longer counts."""
DRUNK: Final = 0.4
"""Remaining share of Alfred's threats while he has a bottle; a guess, like COCONUT, since the games had neither."""
COCONUT: Final = 0.4
"""Value of a coconut held by Koko."""


def interpolated_weights(tiles: int) -> tuple[float, ...]:
    """Return the weight of each feature, given the number of tiles to come."""
    last, late, full = KNOTS
    if tiles < late:
        part, first = (tiles - last) / (late - last), 0
    else:
        part, first = min(1.0, (tiles - late) / (full - late)), 1
    return tuple(row[first] * (1 - part) + row[first + 1] * part for row in WEIGHTS)


BY_TILES: Final = [interpolated_weights(tiles) for tiles in range(KNOTS[-1] + 1)]


def expected_gain(state: KokoState) -> float:
    """Return the points that Koko can expect to gain until the end of the round, minus expected losses."""
    weights = BY_TILES[min(KNOTS[-1], len(state.pile) - state.top)]
    gain = sum(weight * mark for weight, mark in zip(weights, features(state), strict=True))
    if state.counts[BOTTLES_HELD]:
        gain += 1 - DRUNK
    return gain + COCONUT * state.counts[COCONUTS_HELD]


def features(state: KokoState) -> list[float]:
    """Return the features of a position, in the order of WEIGHTS."""
    reserve, points, role = state.counts[RESERVE], state.points, state.role
    sober = DRUNK if state.counts[BOTTLES_HELD] else 1.0
    koko_near = reachable_lawns(state, state.koko, state.hedges)
    alfred_near = reachable_lawns(state, state.alfred, state.fountains)
    marks = [0.0] * len(WEIGHTS)
    marks[EVER] = 1.0
    marks[POINT] = points if role == KOKO else -points
    marks[ALFREDS_TURN] = role == ALFRED
    guests = state.rules.guests
    marks[COMING] = min(reserve, sum(guests[tile].bit_count() for tile in state.pile[state.top :]))
    marks[RESERVED] = reserve
    chase = distance(alfred_near, state.members[state.koko])
    if reserve and chase <= FAR:
        marks[ROBBED] = sober / (1 + chase)
    rest = state.free | state.undies
    while rest:
        zone = state.find(rest.bit_length() - 1)
        here = state.members[zone]
        rest &= ~here
        koko, alfred = distance(koko_near, here), distance(alfred_near, here)
        free = min(reserve, (state.free & here).bit_count())
        if free and state.openings[zone]:
            marks[OPEN] += (koko <= FAR) * free / state.openings[zone]
        elif free:
            if alfred > 1 and koko < CLOSED_FAR:
                marks[CLOSED + koko] += free
            if alfred and role == KOKO and points > koko:
                marks[GIVEN] = max(marks[GIVEN], free)
        dressed = (state.undies & here).bit_count()
        if dressed and alfred <= FAR:
            marks[REACHED if alfred else HELD] += dressed * sober
            if role == ALFRED:
                marks[TAKEN] = max(marks[TAKEN], min(dressed, points - alfred) * sober)
    return marks
