"""The work of a worker: play some games of a run, observe them, and stop cleanly on Ctrl-C.

This runs for every move of millions of games, so a move only appends to lists; counting happens at the end.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from pnp.errors import PnpError
from pnp.play.bots import Bot
from pnp.play.core import OVER, State
from pnp.project.code import explain_error
from pnp.sim.setup import Setup
from pnp.sim.tally import Row, Tally, win_units
from pnp.worker.progress import Progress


class GameInterrupted(Exception):  # noqa: N818 (nothing went wrong)
    """Raised inside a game that was interrupted."""


class DeferredInterrupt:
    """A context manager that records Ctrl-C instead of raising KeyboardInterrupt, so that counts stay consistent."""

    def __init__(self) -> None:
        self.requested = False
        self.main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> DeferredInterrupt:
        if self.main:
            self.before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self.main:
            signal.signal(signal.SIGINT, self.before)

    def report(self, report: Progress, done: int, total: int) -> None:
        """Report progress; a KeyboardInterrupt raised by `report` is recorded as well."""
        try:
            report(done, total)
        except KeyboardInterrupt:
            self.requested = True

    def _note(self, number: int, frame: object) -> None:
        self.requested = True


def no_observer(state: State, action: int) -> None:
    """Do nothing: the default observer."""


def play_out(state: State, bots: Sequence[Bot], watch: Callable[[State, int], None] = no_observer) -> None:
    """Play a game to its end; `watch` is called with each position and the chosen action before it is played."""
    while (player := state.current()) != OVER:
        action = bots[player].choose(state.observe(player), state.legal())
        watch(state, action)
        state.apply(action)


NOBODY: Final = -1
"""Leader while several players share first place."""


class GameObserver:
    """Observer of one game: called before each move, it makes the game's row at the end."""

    def __init__(self, state: State, tally: Tally, interruption: DeferredInterrupt, moves: list[int]) -> None:
        self.uses = state.rules.usage.uses
        self.tally, self.interruption = tally, interruption
        self.moves = moves
        """The actions, in order."""
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
        if self.interruption.requested:
            raise GameInterrupted
        self.sizes.append(len(state.legal()))
        self.moves.append(action)
        self.used[state.current()].append(self.uses(state, action))
        mark = state.turn_mark()
        if mark != self.mark:
            self.mark = mark
            if not self.turns % self.players:  # scoring costs as much as ten moves
                self.update_leader(state.scores())
            self.turns += 1

    def update_leader(self, scores: list[int]) -> None:
        """Update the leader."""
        best = max(scores)
        leader = scores.index(best)
        if leader != self.leader and scores.count(best) == 1:
            self.changes += self.leader != NOBODY
            self.leader = leader

    def finish(self, state: State, number: int) -> Row:
        """Return the row of the finished game, without its time, and add its usage to the tally."""
        scores, winners, sizes = state.scores(), state.winners(), self.sizes
        self.update_leader(scores)
        for player, key in state.rules.usage.left(state):
            self.used[player].append((key,))
        used = [Counter(chain.from_iterable(mine)) for mine in self.used]
        self.tally.add(used, win_units(winners, state.players))
        self.tally.choices.update(sizes)
        return Row(
            number, self.first, scores, winners, self.turns, len(sizes), state.ending(), self.changes, sum(sizes),
            max(sizes, default=0), len(sizes) - sizes.count(1), 0.0,
        )  # fmt: skip


@dataclass(frozen=True)
class Task:
    """Games to play: numbers from `start` up to, but not including, `stop`."""

    setup: Setup
    start: int
    stop: int
    keep_moves: bool = False
    """Whether the batch has the moves of its games."""


@dataclass
class Batch:
    """Finished games."""

    start: int
    rows: list[Row] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    stopped: bool = False
    """Whether the work was interrupted."""
    moves: list[list[int]] = field(default_factory=list)
    """The actions of each game, if they are kept."""

    @property
    def stop(self) -> int:
        """Number after that of its last game."""
        return self.start + len(self.rows)


def play_batch(task: Task) -> Batch:
    """Play the games of a task; return the finished ones if interrupted."""
    batch = Batch(task.start)
    with DeferredInterrupt() as interruption:
        for number in range(task.start, task.stop):
            try:
                moves: list[int] = []
                batch.rows.append(play_game(task.setup, number, batch.tally, interruption, moves))
                if task.keep_moves:
                    batch.moves.append(moves)
            except GameInterrupted:
                break
            except Exception as error:
                problem = explain_error(error)
                if problem is None:
                    raise
                hint = problem.hint or f"it happened in game {number} (--seed {task.setup.seed}:{number})"
                raise PnpError(replace(problem, hint=hint)) from None
        batch.stopped = interruption.requested
    return batch


def play_game(
    setup: Setup, number: int, tally: Tally, interruption: DeferredInterrupt, moves: list[int] | None = None
) -> Row:
    """Play one game of a run and return its row; its actions are added to `moves`.

    Raise GameInterrupted, without counting anything, if interrupted.
    """
    started = time.thread_time()
    state, bots = setup.start(number)
    watch = GameObserver(state, tally, interruption, [] if moves is None else moves)
    play_out(state, bots, watch)
    row = watch.finish(state, number)
    return row._replace(seconds=round(time.thread_time() - started, 6))


def ignore_interrupts() -> None:
    """Ignore Ctrl-C between tasks; the process that submits them handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
