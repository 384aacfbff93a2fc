"""How good a position of Cot-cot Conquête! is for a player, and where a card in hand does most.

Every player has a prospect of winning: what they have, weighed by what it was worth in games between bots: health
counts more and more towards the end, an army less and less. The weights were fitted to who won, by
`docs/balance/conquete_weights.py`.

What an army becomes by every way to lay a card is remembered for as long as a decision takes: a search comes to the
same armies again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import numpy as np

from pnp.games.conquete.army import Army, Faces, Laid, Numbers
from pnp.games.conquete.options import HEALTH
from pnp.games.conquete.rules import BARRIER, BLIND, OUT, SHIELD, SWORD, WAND, ConqueteRules, ConqueteState
from pnp.play.core import OVER, Rules, State
from pnp.play.judge import Judge

WIN: Final = 1000.0
WEIGHTS: Final = {
    "health": (0.04, 0.96),
    "given": (0.06, 0.04),
    "taken": (-0.22, -0.82),
    "potions": (0.32, 0.19),
    "healed": (0.28, -0.05),
    "coin": (0.0, -0.12),
    "coins": (0.45, 0.09),
    "attack": (0.28, -0.24),
    "defence": (0.31, -0.16),
    "lone attack": (0.28, -0.11),
    "lone defence": (0.32, -0.40),
    "doomed": (-0.97, -0.09),
    "weak": (-0.42, 0.08),
    "turn": (0.77, -0.28),
}
"""What counts, and how much: always, and more of it the fewer rounds are left."""
WEAK: Final = 5
"""At less health than this after the next battle a player may fall by surprise."""
GROWTH: Final = 0.9
"""What a player who has yet to lay a card this round may add by it to each of their trades."""
SAMPLE: Final = 3
"""Unseen cards that stand for a blind draw."""


class ConqueteJudge(Judge):
    """Judges by what a player has, and what the others have."""

    scale = 1.0

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.faces = Faces(cast("ConqueteRules", rules))
        self.armies: dict[tuple[bytes, bytes], Army] = {}
        """By what lies on the grid."""

    def forget(self) -> None:
        """Drop the armies that were."""
        self.armies.clear()

    def value(self, state: State, player: int) -> float:
        """The prospect of a player."""
        return self.values(state)[player]

    def values(self, state: State) -> list[float]:
        """The prospect of each player; a card in hand is not yet counted."""
        at = cast("ConqueteState", state)
        found = [-WIN] * at.players
        if at.seat == OVER:
            found[at.winners()[0]] = WIN
            return found
        for player, prospect in zip(at.queue, self.prospects(at, {}), strict=True):
            found[player] = prospect
        return found

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """The worth after each action; a card taken counts at its best place, an unseen one as the mean of some."""
        at = cast("ConqueteState", state)
        army = self.army(at, at.current())
        if at.hand >= 0:
            found: list[float] = self.leads(at, army.after([at.hand])[0]).tolist()
            return found
        unseen = at.deck[max(0, at.left - SAMPLE) : at.left] if legal[-1] == BLIND else []
        cards = [*(at.row[action] for action in legal if action != BLIND), *unseen]
        ways = army.after(cards)
        laid = Laid(*(np.concatenate(part, 1) for part in zip(*ways, strict=True)))
        ends = np.cumsum([0, *(way.values.shape[1] for way in ways[:-1])])
        best: list[float] = np.maximum.reduceat(self.leads(at, laid), ends).tolist()
        shown = len(cards) - len(unseen)
        return best[:shown] + ([sum(best[shown:]) / len(unseen)] if unseen else [])

    def leads(self, state: ConqueteState, laid: Laid) -> Numbers:
        """How far the prospect of the player to act is above the mean of the others', for each way to lay a card."""
        prospects = self.prospects(state, {state.current(): laid})
        own = prospects.pop(state.seat)
        lead: Numbers = own - sum(prospects) / len(prospects)
        return lead

    def prospects(self, state: ConqueteState, laid: dict[int, Laid]) -> list[Any]:
        """The prospect of each player in the queue: a number, or an array for the ways to lay a card."""
        soon = 1 / (1 + (state.left + len(state.row)) / len(state.queue))
        weights = [always + late * soon for always, late in WEIGHTS.values()]
        return [
            sum(weight * part for weight, part in zip(weights, parts, strict=True)) for parts in self.parts(state, laid)
        ]

    def parts(self, state: ConqueteState, laid: dict[int, Laid]) -> list[tuple[Any, ...]]:
        """What the prospect of each player in the queue is made of, in the order of the weights.

        All is said with sums and absolute values, so that it is the same for numbers and for arrays.
        """
        queue = state.queue
        seen: list[Army | Laid] = [laid.get(player) or self.army(state, player) for player in queue]
        values = [_at_battle(state, place, army.values, queue[place] in laid) for place, army in enumerate(seen)]
        damage = [[_damage(one, other) if one is not other else 0 for other in values] for one in values]
        found = []
        for place, player in enumerate(queue):
            (_, sword, wand, shield, barrier, coins, potions), health = seen[place].values, state.health[player]
            _, swords, wands, shields, barriers, _, _ = seen[place].seen
            attack, defence = sword + wand, shield + barrier
            taken = sum(row[place] for row in damage)
            left = health - taken
            lost, standing = _above(potions, HEALTH - left), _above(left, 0)
            found.append((
                health, sum(damage[place]) / (len(queue) - 1), taken, potions, potions - lost,
                coins - _above(coins, 1), coins - _above(coins, 2), attack, defence, swords + wands - attack,
                shields + barriers - defence, left <= OUT, _above(WEAK, standing), place >= state.seat,
            ))  # fmt: skip
        return found

    def army(self, state: ConqueteState, player: int) -> Army:
        """A player's army."""
        key = bytes(state.kinds[player]), bytes(state.hens[player])
        known = self.armies.get(key)
        if known is None:
            known = self.armies[key] = Army(self.faces, state, player)
        return known

    def news(self, state: State) -> int:
        """The card in hand."""
        return cast("ConqueteState", state).hand + 1


def _at_battle(state: ConqueteState, place: int, values: Iterable[Any], laid: bool) -> list[Any]:
    """What the army of a player in the queue may be at the end of the round."""
    growth = GROWTH if place >= state.seat and not laid else 0.0
    if state.feather:
        player = state.queue[place]
        return [value + growth + state.framed(player, kind) for kind, value in enumerate(values)]
    return [value + growth for value in values]


def _damage(attacker: Sequence[Any], defender: Sequence[Any]) -> Any:
    """What an army does to another."""
    return _above(attacker[SWORD], defender[SHIELD]) + _above(attacker[WAND], defender[BARRIER])


def _above(one: Any, other: Any) -> Any:
    """How much one is more than the other, 0 if it is not."""
    more = one - other
    return (more + abs(more)) / 2
