"""What a position of CotCotCollec' is worth to a player who looks one action ahead."""

from __future__ import annotations

from typing import Final

from pnp.engine.core import OVER, State
from pnp.engine.games.cotcotcollec import CHEST_PENALTY, HAND_PENALTY, LAST, SCORINGS, CotcotcollecState

AHEAD: Final = 0.8
"""How much of a scoring to come the collections of today are worth."""
CARD: Final = 0.5
"""A card on a collection that can grow: a lead that has to be overtaken."""
USEFUL: Final = 0.55
"""A card in the hand that can be laid on an own collection."""
NEW: Final = 1.0
"""A card in the hand that could begin a collection."""
PAIR: Final = 0.3
"""Each further card of a motif that could begin one."""
READY: Final = 2.2
"""An empty chest with a card of the hand to open on it."""
DOUBLER: Final = 2.5
"""A doubler in the hand while there is a scoring to come."""


def value(state: State, player: int) -> float:
    """The lead on the best of the others: the pad, the scorings to come, and what the hand can still do."""
    assert isinstance(state, CotcotcollecState)  # noqa: S101
    if state.current() == OVER:
        scores = state.scores()
        return 100.0 * (scores[player] - max(scores[:player] + scores[player + 1 :]))
    coming = sum(state.roosters < rooster for rooster in SCORINGS)
    left = (player + 1) % state.players
    lead = _lead(state, player, coming)
    if state.seat == player == state.fox_seat and state.owned[left]:
        sent = state.clone()  # the fox can go on for nothing at the end of the turn: no points are worth it
        sent.fox_seat = left
        for motif, *_ in state.collections(left):
            sent.fox_motif = motif
            lead = max(lead, _lead(sent, player, coming))
    return lead + _promise(state, player, coming)


def _lead(state: CotcotcollecState, player: int, coming: int) -> float:
    """The points on the pad and of the scorings to come, less those of the others."""
    now = state.worths()
    totals = [sum(state.pad[seat :: state.players]) + AHEAD * coming * now[seat] for seat in range(state.players)]
    others = totals[:player] + totals[player + 1 :]
    return totals[player] - (sum(others) + max(others)) / state.players


def _promise(state: CotcotcollecState, player: int, coming: int) -> float:
    """What the hand, the empty chests and the lengths of a player can still become, less what they may cost."""
    rules = state.rules
    hand = state.hands[player * rules.row : (player + 1) * rules.row]
    time = (LAST - state.roosters) / LAST
    worth = -HAND_PENALTY * (1 - time) * sum(hand)
    beginnings = 0
    for motif in range(rules.motifs):
        if state.open[player] >> motif & 1:
            worth += CARD * time * state.length[player * rules.row + motif] + USEFUL * hand[motif]
        elif hand[motif] and not state.owned[player] >> motif & 1:
            beginnings += 1
            worth += time * (NEW + PAIR * (hand[motif] - 1))
    if state.open[player]:
        worth += USEFUL * hand[rules.joker]
    worth += DOUBLER * time * coming / len(SCORINGS) * hand[rules.doubler]
    ready = min(state.empty[player], beginnings)
    return worth + READY * time * ready - CHEST_PENALTY * (state.empty[player] - ready)
