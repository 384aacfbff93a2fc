"""How good a position of Cot-cot Conquête! is for a player, and where a card in hand does most.

A card is tried on a grid and taken away again. The best places of a card are remembered for as long as the armies are
the same: a search comes to them again and again.
"""

from __future__ import annotations

from typing import Final, cast

from pnp.engine.bots.judge import Judge
from pnp.engine.core import OVER, Rules, State
from pnp.engine.games.conquete import (
    BARRIER,
    BLIND,
    KINDS,
    PLACE,
    SHIELD,
    SWORD,
    TURNS,
    WAND,
    ConqueteState,
)

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
TURN: Final = 40.0
"""What a card is worth that a player is still to place in this round."""


class ConqueteJudge(Judge):
    """Judges by health, and how the next rounds would change it."""

    scale = 30.0

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.placings: dict[tuple[int, int, bytes], tuple[list[float], float]] = {}
        """What each place of a card on a grid is worth, and the best of them; others' armies are taken to stay."""

    def forget(self) -> None:
        """Drop the places of cards on grids that were."""
        self.placings.clear()

    def value(self, state: State, player: int) -> float:
        """Health, and how the next rounds would change it; a card in hand is not yet counted."""
        at = cast("ConqueteState", state)
        if at.seat == OVER:
            return WIN if player in at.winners() else -WIN
        waiting = player in at.queue[at.seat :]
        return _worth(at, player) + TURN * waiting

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """The worth after each action; a card taken counts at its best place, an unseen one as the mean of some."""
        at = cast("ConqueteState", state)
        player = at.current()
        if at.hand >= 0:
            return self.placed(at, player, at.hand)[0]
        found = []
        for action in legal:
            if action != BLIND:
                found.append(self.placed(at, player, at.row[action])[1])
            else:
                cards = at.deck[max(0, at.left - SAMPLE) : at.left]
                found.append(sum(self.placed(at, player, card)[1] for card in cards) / len(cards))
        return found

    def news(self, state: State) -> int:
        """The card in hand."""
        return cast("ConqueteState", state).hand + 1

    def placed(self, state: ConqueteState, player: int, card: int) -> tuple[list[float], float]:
        """The worth of a position for a player once a card is placed, for each place, and the best of them."""
        key = player, card, bytes(state.kinds[player])
        known = self.placings.get(key)
        if known is None:
            found = _try_places(state, player, card)
            known = self.placings[key] = found, max(found)
        return known


def _try_places(state: ConqueteState, player: int, card: int) -> list[float]:
    """The worth of a position for a player after each way to place a card; it is taken away again."""
    kinds, hens, values, wide = state.kinds[player], state.hens[player], state.values, state.rules.wide
    faces, turns, cover = state.rules.faces[card], state.rules.turns[card], state.cover
    base = player * KINDS
    before = values[base : base + KINDS]
    found = []
    for action in state.spots[player]:
        if action % TURNS < turns:
            where = (action - PLACE) // TURNS
            down = where + wide
            top, bottom = hens[where : where + 2], hens[down : down + 2]
            old = cover(player, where, faces[action % TURNS])
            found.append(_worth(state, player))
            kinds[where], kinds[where + 1], kinds[down], kinds[down + 1] = old
            hens[where : where + 2], hens[down : down + 2] = top, bottom
            values[base : base + KINDS] = before
    return found


def _worth(state: ConqueteState, player: int) -> float:
    """Own health less the mean of the others', now and after some rounds like this, and what the army may grow to."""
    values, health, queue = state.values, state.health, state.queue
    if player not in queue:
        return -WIN
    base = player * KINDS
    sword, wand, shield, barrier, coins, potions = values[base + SWORD : base + KINDS]
    given = taken = life = 0
    for other in queue:
        if other != player:
            if state.feather:
                given += state.damage(player, other)
                taken += state.damage(other, player)
            else:
                foe = other * KINDS
                cut = sword - values[foe + SHIELD]
                burn = wand - values[foe + BARRIER]
                given += (cut if cut > 0 else 0) + (burn if burn > 0 else 0)
                cut = values[foe + SWORD] - shield
                burn = values[foe + WAND] - barrier
                taken += (cut if cut > 0 else 0) + (burn if burn > 0 else 0)
            life += health[other]
    others = len(queue) - 1
    purse = PURSE[coins] if coins < len(PURSE) else PURSE[-1]
    change = given / others - taken + potions
    return (
        health[player] - life / others + AHEAD * change + ATTACK * (sword + wand) + DEFENCE * (shield + barrier) + purse
    )


JUDGE = ConqueteJudge
