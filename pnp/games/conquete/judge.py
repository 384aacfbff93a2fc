"""Evaluate positions of Cot-cot Conquête! for the bots.

Each player's prospect of winning is a weighted sum of what they have: towards the end, health counts more and the army
less. The weights were fitted to the winners of games between bots by `docs/balance/conquete_weights.py`.

The results of every way to place a card on an army are cached for one decision, since a search reaches the same armies
again and again.
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
"""Weight of each feature: a constant part, and a part that grows as fewer rounds are left."""
WEAK: Final = 5
"""Below this health after the next battle, a player may fall by surprise."""
GROWTH: Final = 0.9
"""Expected gain in each type for a player who has yet to place a card this round."""
SAMPLE: Final = 3
"""Number of unseen cards sampled to evaluate a blind draw."""


class ConqueteJudge(Judge):
    """An evaluator that compares each player's resources with those of the others."""

    scale = 1.0

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.faces = Faces(cast("ConqueteRules", rules))
        self.armies: dict[tuple[bytes, bytes], Army] = {}
        """Armies by the contents of their grids."""

    def forget(self) -> None:
        """Clear the cached armies."""
        self.armies.clear()

    def value(self, state: State, player: int) -> float:
        """Return a player's prospect."""
        return self.values(state)[player]

    def values(self, state: State) -> list[float]:
        """Return each player's prospect; a card in hand is not counted yet."""
        at = cast("ConqueteState", state)
        found = [-WIN] * at.players
        if at.seat == OVER:
            found[at.winners()[0]] = WIN
            return found
        for player, prospect in zip(at.queue, self.prospects(at, {}), strict=True):
            found[player] = prospect
        return found

    def gains(self, state: State, legal: list[int]) -> list[float]:
        """Return the value of each action: a card taken counts at its best place, a blind draw as a sample mean."""
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
        """Return the current player's lead over the mean prospect of the others, for each way to place a card."""
        prospects = self.prospects(state, {state.current(): laid})
        own = prospects.pop(state.seat)
        lead: Numbers = own - sum(prospects) / len(prospects)
        return lead

    def prospects(self, state: ConqueteState, laid: dict[int, Laid]) -> list[Any]:
        """Return the prospect of each player in the queue: a number, or an array over placements."""
        soon = 1 / (1 + (state.left + len(state.row)) / len(state.queue))
        weights = [always + late * soon for always, late in WEIGHTS.values()]
        return [
            sum(weight * part for weight, part in zip(weights, parts, strict=True)) for parts in self.parts(state, laid)
        ]

    def parts(self, state: ConqueteState, laid: dict[int, Laid]) -> list[tuple[Any, ...]]:
        """Return the features of each player in the queue, in the order of the weights.

        They use only sums and absolute values, so the same code works for numbers and arrays.
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
            lost, standing = _excess(potions, HEALTH - left), _excess(left, 0)
            found.append((
                health, sum(damage[place]) / (len(queue) - 1), taken, potions, potions - lost,
                coins - _excess(coins, 1), coins - _excess(coins, 2), attack, defence, swords + wands - attack,
                shields + barriers - defence, left <= OUT, _excess(WEAK, standing), place >= state.seat,
            ))  # fmt: skip
        return found

    def army(self, state: ConqueteState, player: int) -> Army:
        """Return a player's army, from the cache if possible."""
        key = bytes(state.kinds[player]), bytes(state.hens[player])
        known = self.armies.get(key)
        if known is None:
            known = self.armies[key] = Army(self.faces, state, player)
        return known

    def news(self, state: State) -> int:
        """Return a code for the card in hand."""
        return cast("ConqueteState", state).hand + 1


def _at_battle(state: ConqueteState, place: int, values: Iterable[Any], laid: bool) -> list[Any]:
    """Return the expected values of a player's army at the end of the round."""
    growth = GROWTH if place >= state.seat and not laid else 0.0
    if state.feather:
        player = state.queue[place]
        return [value + growth + state.framed(player, kind) for kind, value in enumerate(values)]
    return [value + growth for value in values]


def _damage(attacker: Sequence[Any], defender: Sequence[Any]) -> Any:
    """Return the damage that one army does to another."""
    return _excess(attacker[SWORD], defender[SHIELD]) + _excess(attacker[WAND], defender[BARRIER])


def _excess(one: Any, other: Any) -> Any:
    """Return how much one exceeds the other, at least 0."""
    more = one - other
    return (more + abs(more)) / 2
