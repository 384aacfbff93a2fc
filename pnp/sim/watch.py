"""Watching a game: what is written down of it while it is played.

It is done for every move of millions of games, so a move only puts things on lists; they are counted at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final

from pnp.play.core import State
from pnp.sim.interruption import Interruption, Stopped
from pnp.sim.row import Row
from pnp.sim.tally import Tally, shares

NOBODY: Final = -1
"""Who leads while several share the first place."""


class Watch:
    """Told each move before it is played, it knows the row of the game in the end."""

    def __init__(self, state: State, tally: Tally, interruption: Interruption) -> None:
        self.uses = state.rules.usage.uses
        self.tally, self.interruption = tally, interruption
        self.first = state.current()
        self.players = state.players
        self.used: list[list[Iterable[str]]] = [[] for _ in range(state.players)]
        """The keys of each move of each player."""
        self.sizes: list[int] = []
        """How many legal actions each decision had."""
        self.turns = self.changes = 0
        self.mark: int | None = None
        self.leader = NOBODY

    def __call__(self, state: State, action: int) -> None:
        """Note a move; Stopped, with nothing counted, when somebody has interrupted."""
        if self.interruption.came:
            raise Stopped
        self.sizes.append(len(state.legal()))
        self.used[state.current()].append(self.uses(state, action))
        mark = state.turn_mark()
        if mark != self.mark:
            self.mark = mark
            if not self.turns % self.players:  # to count points costs as much as ten moves
                self.look(state.scores())
            self.turns += 1

    def look(self, scores: list[int]) -> None:
        """Note who leads."""
        best = max(scores)
        leader = scores.index(best)
        if leader != self.leader and scores.count(best) == 1:
            self.changes += self.leader != NOBODY
            self.leader = leader

    def finish(self, state: State, number: int) -> Row:
        """The row of the finished game, its time left open; what was used goes into the tally."""
        scores, winners, sizes = state.scores(), state.winners(), self.sizes
        self.look(scores)
        for player, key in state.rules.usage.left(state):
            self.used[player].append((key,))
        used = [Counter(chain.from_iterable(mine)) for mine in self.used]
        self.tally.add(used, shares(winners, state.players))
        self.tally.choices.update(sizes)
        return Row(
            number, self.first, scores, winners, self.turns, len(sizes), state.ending(), self.changes, sum(sizes),
            max(sizes, default=0), len(sizes) - sizes.count(1), 0.0,
        )  # fmt: skip
