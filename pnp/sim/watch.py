"""Watch a game as it is played, and record its statistics.

This runs for every move of millions of games, so a move only appends to lists; counting happens at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final

from pnp.play.core import State
from pnp.sim.interruption import DeferredInterrupt, GameInterrupted
from pnp.sim.row import Row
from pnp.sim.tally import Tally, win_units

NOBODY: Final = -1
"""Leader while several players share first place."""


class GameObserver:
    """Observer of one game: called before each move, it makes the game's row at the end."""

    def __init__(self, state: State, tally: Tally, interruption: DeferredInterrupt) -> None:
        self.uses = state.rules.usage.uses
        self.tally, self.interruption = tally, interruption
        self.first = state.current()
        self.players = state.players
        self.used: list[list[Iterable[str]]] = [[] for _ in range(state.players)]
        """Keys of each move, by player."""
        self.sizes: list[int] = []
        """Number of legal actions of each decision."""
        self.turns = self.changes = 0
        self.mark: int | None = None
        self.leader = NOBODY

    def __call__(self, state: State, action: int) -> None:
        """Record a move; raise Stopped, without counting anything, if the run was interrupted."""
        if self.interruption.came:
            raise GameInterrupted
        self.sizes.append(len(state.legal()))
        self.used[state.current()].append(self.uses(state, action))
        mark = state.turn_mark()
        if mark != self.mark:
            self.mark = mark
            if not self.turns % self.players:  # scoring costs as much as ten moves
                self.look(state.scores())
            self.turns += 1

    def look(self, scores: list[int]) -> None:
        """Update the leader."""
        best = max(scores)
        leader = scores.index(best)
        if leader != self.leader and scores.count(best) == 1:
            self.changes += self.leader != NOBODY
            self.leader = leader

    def finish(self, state: State, number: int) -> Row:
        """Return the row of the finished game, without its time, and add its usage to the tally."""
        scores, winners, sizes = state.scores(), state.winners(), self.sizes
        self.look(scores)
        for player, key in state.rules.usage.left(state):
            self.used[player].append((key,))
        used = [Counter(chain.from_iterable(mine)) for mine in self.used]
        self.tally.add(used, win_units(winners, state.players))
        self.tally.choices.update(sizes)
        return Row(
            number, self.first, scores, winners, self.turns, len(sizes), state.ending(), self.changes, sum(sizes),
            max(sizes, default=0), len(sizes) - sizes.count(1), 0.0,
        )  # fmt: skip
