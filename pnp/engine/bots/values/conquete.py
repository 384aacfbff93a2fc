"""How good a position of Cot-cot Conquête! is for a player."""

from __future__ import annotations

from typing import Final, cast

from pnp.engine.core import OVER, State
from pnp.engine.games.conquete import BARRIER, COIN, KINDS, PLACE, POTION, SHIELD, SWORD, TURNS, WAND, ConqueteState

WIN: Final = 1000.0
AHEAD: Final = 4.0
"""Rounds that the present values are taken to last."""
ATTACK: Final = 0.6
"""What a chicken in a group is worth that meets no weakness yet."""
DEFENCE: Final = 0.5
PURSE: Final = (0.0, 1.0, 1.5)
"""What no coin, one and two are worth; more buy nothing."""
SAMPLE: Final = 3
"""Unseen cards that stand for a blind draw."""


def value(state: State, player: int) -> float:
    """Health, and how the next rounds would change it; with a card in hand, at its best place."""
    at = cast("ConqueteState", state)
    if at.seat == OVER:
        return WIN if player in at.winners() else -WIN
    if at.hand < 0 or at.current() != player:
        return _worth(at, player)
    if not at.blind:
        return _best(at, player, at.hand)
    cards = [at.hand, *at.deck[: at.left]][:SAMPLE]
    return sum(_best(at, player, card) for card in cards) / len(cards)


def _best(state: ConqueteState, player: int, card: int) -> float:
    """The worth of a position once a card is placed as well as it can be."""
    best = -WIN
    faces = state.rules.faces[card]
    for action in state.spots[player]:
        if action % TURNS < len(faces):
            tried = state.clone()
            tried.lay(player, (action - PLACE) // TURNS, faces[action % TURNS])
            best = max(best, _worth(tried, player))
    return best


def _worth(state: ConqueteState, player: int) -> float:
    """Own health less the mean of the others', now and after some rounds like this, and what the army may grow to."""
    values, base, others = state.values, player * KINDS, [other for other in state.queue if other != player]
    if player not in state.queue:
        return -WIN
    given = sum(state.damage(player, other) for other in others) / len(others)
    taken = sum(state.damage(other, player) for other in others)
    health = state.health[player] - sum(state.health[other] for other in others) / len(others)
    power = ATTACK * (values[base + SWORD] + values[base + WAND])
    armour = DEFENCE * (values[base + SHIELD] + values[base + BARRIER])
    coins = values[base + COIN]
    purse = PURSE[coins] if coins < len(PURSE) else PURSE[-1]
    return health + AHEAD * (given - taken + values[base + POTION]) + power + armour + purse
