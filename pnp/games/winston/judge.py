"""Evaluate positions of Winston: for players who see only their hand, and for a search that samples all hands.

`value` looks one action ahead. It counts what is won, the dogs that the hand can still complete this turn at full
length, and for every other dog on the table the risk that an opponent completes it against the player's own chances.
`outlook` is for a search, which has dealt every card: in turn order, each player takes the dogs they can complete. Its
weights are those that best predicted the winners of 4000 games between greedy bots. Before that, the search plays a
short rollout with a fast policy (`rollout_action`), which shows who will profit from the cards on the table.
"""

from __future__ import annotations

from math import inf
from typing import Final

from pnp.games.winston.rules import BODY, COMPLETE, END, ENOUGH, HAND, HEAD, NOBODY, PRIZE, WinstonRules, WinstonState
from pnp.play.core import OVER, Rules, State
from pnp.play.judge import Judge, softmax

WIN: Final = 1000.0
LASTING: Final = 0.4
"""Share of the bone or the poop that is expected to last to the end while there are cards to draw."""
RISK: Final = 2.5
"""Weight of points that a single opponent may take, who gains what the player loses."""
BODY_IN_HAND: Final = -0.5
"""Value of a lone body in hand; it is better played, since it is replaced by another card."""
PAIR_IN_HAND: Final = 1.0
"""Value added by each further body of a kind."""
HEAD_IN_HAND: Final = 2.0
"""Value of a head in hand, which waits for a dog that others make longer."""
FRESH_CARD: Final = 1.0
"""Value of a card to be drawn at the end of the turn."""

HELD_BODY: Final = -0.5
"""Value of a body in hand that completes nothing, when all hands are known."""
STUCK: Final = -1.1
"""Cost of holding heads of a kind that has one on the table."""
WAIT: Final = 1.1
"""Value of a body to a player who holds the matching head, while the dog is too short."""
TO_MOVE: Final = 1.0
"""Value of having the move, while there are cards to draw."""
OWED: Final = 0.4
"""Cost of having to play a card."""
LONG: Final = 4
"""Number of bodies of a typical longest dog."""
LONGER: Final = 1.8
"""Value added to the bone by each further body of the longest dog."""
POOP_LASTS: Final = 0.5
"""Share of the poop that lasts once there are no cards to draw; before that it keeps changing hands."""
CALM: Final = 2.4
"""Lead in points at which a win is e times as likely as a loss when no card is left."""
WILD: Final = 0.3
"""Growth of that lead with each card left to play."""

TURNS: Final = 3
"""Number of turns in a rollout, including the current one."""
HEAD_NEAR: Final = 0.35
"""Probability that the next player has a head of a kind."""
BODY_NEAR: Final = 0.7
"""Probability that they have a body of it."""
BODIES_NEAR: Final = 0.3
"""Probability that they have all the bodies of the shortest dog."""
KEPT: Final = 0.6
"""Share of such a harm that becomes a gain when the player holds the head."""
SHORT_DOG: Final = COMPLETE * (COMPLETE + 1) / 2
"""Points of the shortest dog."""


def value(state: State, player: int) -> float:
    """Return the value of a position for a player: roughly their final lead over the best opponent."""
    assert isinstance(state, WinstonState)  # noqa: S101 (these rules make no other)
    scores = state.scores()
    lead = scores[player] - max(score for seat, score in enumerate(scores) if seat != player)
    if state.turn == OVER:
        return lead + WIN * (player in state.winners())
    rules, hands, lengths = state.rules, state.hands, state.lengths
    kinds = rules.kinds
    base = player * 2 * kinds
    laid = rules.laid(state.headed, lengths, state.dogs)
    near = sum(state.held) - state.held[player]
    worth = float(lead)
    if state.turn == player:
        worth += FRESH_CARD * min(HAND - state.held[player], len(state.deck))
    for kind in range(kinds):
        heads, bodies = hands[base + kind], hands[base + kinds + kind]
        if heads or bodies or lengths[kind] or state.headed >> kind & 1:
            far_heads = len(rules.copies[kind]) - laid[kind] - heads
            far_bodies = len(rules.copies[kinds + kind]) - laid[kinds + kind] - bodies
            worth += _kind_value(state, player, kind, heads, bodies, far_heads, far_bodies, near)
    return worth


def _kind_value(
    state: WinstonState,
    player: int,
    kind: int,
    heads: int,
    bodies: int,
    far_heads: int,
    far_bodies: int,
    near: int,
) -> float:
    """Return the value of a kind: its dog on the table, the player's cards, and the cards an opponent may hold."""
    headed = state.headed >> kind & 1
    length = state.lengths[kind]
    reach = length + bodies
    gain = _dog_value(state, player, reach) if (headed or heads) and reach >= COMPLETE else 0.0
    if state.turn == player and gain > 0:
        return gain + HEAD_IN_HAND * max(0, heads + headed - 1)
    hand = BODY_IN_HAND * bodies + PAIR_IN_HAND * max(0, bodies - 1) + HEAD_IN_HAND * heads
    if not length and not headed:
        return hand
    away = near + len(state.deck) or 1
    body = 1 - (1 - far_bodies / away) ** near if far_bodies < away else 1.0
    lost = 1.0 if headed else (1 - (1 - far_heads / away) ** near if far_heads < away else 1.0)
    if length < COMPLETE:
        lost *= body if length else body * body / 2
    others = state.players - 1
    taken = max(COMPLETE, length + far_bodies * near / away / others)
    return hand - RISK / others * lost * taken * (taken + 1) / 2


def _dog_value(state: WinstonState, player: int, length: int) -> float:
    """Return the points of a dog, and its effect on the lead through bone and poop."""
    points = length * (length + 1) / 2
    lasting = LASTING if state.deck else 1.0
    if length >= state.longest and state.bone != player:
        points += lasting * PRIZE * (1 if state.bone == NOBODY else 2)
    if length <= state.shortest and state.poop != player:
        points -= lasting * PRIZE * (1 if state.poop == NOBODY else 2)
    return points


def rollout_action(state: WinstonState) -> int:
    """Return the action of the rollout policy: complete a dog, or else play what does the least harm."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    kinds, hands, lengths, headed = state.rules.kinds, state.hands, state.lengths, state.headed
    at = state.turn * 2 * kinds
    owed = state.played < ENOUGH
    best, least = END, inf
    for kind in range(kinds):
        heads, bodies = hands[at + kind], hands[at + kinds + kind]
        length, head = lengths[kind], headed >> kind & 1
        if bodies:
            if (head or heads) and length + bodies >= COMPLETE:
                return BODY + kind
            if owed:
                harm = BODY_NEAR * SHORT_DOG if head else HEAD_NEAR * (length + 1) * (length + 2) / 2
                if heads and not head:
                    harm *= -KEPT
                if harm < least:
                    best, least = BODY + kind, harm
        if heads and not head:
            if length >= COMPLETE:
                return HEAD + kind
            if owed:
                harm = (BODY_NEAR if length else BODIES_NEAR) * SHORT_DOG
                if harm < least:
                    best, least = HEAD + kind, harm
    return best if best in legal else legal[-1]


class WinstonJudge(Judge):
    """Evaluator of Winston positions."""

    scale = 12.0
    own_turn = True

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        assert isinstance(rules, WinstonRules)  # noqa: S101 (this judge knows no other)
        self.cards = sum(map(len, rules.copies))

    def value(self, state: State, player: int) -> float:
        """Return the value of a position for a player."""
        return value(state, player)

    def settle(self, state: State) -> None:
        """Play a short rollout."""
        assert isinstance(state, WinstonState)  # noqa: S101 (these rules make no other)
        for _ in range(TURNS):
            mover = state.turn
            while state.turn == mover != OVER:
                state.apply(rollout_action(state))

    def outlook(self, state: WinstonState) -> list[float]:
        """Return each player's expected points, given all hands: in turn order, each takes what they can."""
        players, kinds, mover = state.players, state.rules.kinds, state.turn
        hands, lengths, headed = state.hands, state.lengths[:], state.headed
        longest, shortest, bone, poop = state.longest, state.shortest, state.bone, state.poop
        points: list[float] = [*state.points]
        for seat in (*range(mover, players), *range(mover)):
            worth = 0.0
            at = seat * 2 * kinds
            for kind in range(kinds):
                heads, bodies = hands[at + kind], hands[at + kinds + kind]
                head = headed >> kind & 1
                reach = lengths[kind] + bodies
                if reach >= COMPLETE and (head or heads):
                    worth += reach * (reach + 1) / 2
                    lengths[kind] = 0
                    headed &= ~(1 << kind)
                    if reach >= longest:
                        longest, bone = reach, seat
                    if reach <= shortest:
                        shortest, poop = reach, seat
                    continue
                worth += HELD_BODY * bodies
                if heads:
                    worth += STUCK if head else WAIT * reach
            points[seat] += worth
        points[mover] -= OWED * max(0, ENOUGH - state.played)
        if bone != NOBODY:
            left = len(state.deck)
            points[bone] += PRIZE * (1 - left / self.cards) + LONGER * (longest - LONG) if left else PRIZE
            points[poop] -= 0.0 if left else POOP_LASTS * PRIZE
        if state.deck:
            points[mover] += TO_MOVE
        return points

    def shares(self, state: State) -> list[float]:
        """Return each player's probability of winning, given all hands; a lead counts more with fewer cards left."""
        assert isinstance(state, WinstonState)  # noqa: S101 (these rules make no other)
        if state.turn == OVER:
            return super().shares(state)
        return softmax(self.outlook(state), CALM + WILD * (len(state.deck) + sum(state.held)))
