"""Worker side of a run: play a batch of games one after another."""

from __future__ import annotations

import signal
import time
from dataclasses import dataclass, field, replace

from pnp.errors import PnpError
from pnp.project.code import explain_error
from pnp.sim.interruption import DeferredInterrupt, GameInterrupted
from pnp.sim.match import play_out
from pnp.sim.row import Row
from pnp.sim.setup import Setup
from pnp.sim.tally import Tally
from pnp.sim.watch import GameObserver


@dataclass(frozen=True)
class Task:
    """Games to play: numbers from `start` up to, but not including, `stop`."""

    setup: Setup
    start: int
    stop: int


@dataclass
class Batch:
    """Finished games."""

    start: int
    rows: list[Row] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    stopped: bool = False
    """Whether the work was interrupted."""

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
                batch.rows.append(play_game(task.setup, number, batch.tally, interruption))
            except GameInterrupted:
                break
            except Exception as error:
                problem = explain_error(error)
                if problem is None:
                    raise
                hint = problem.hint or f"it happened in game {number} (--seed {task.setup.seed}:{number})"
                raise PnpError(replace(problem, hint=hint)) from None
        batch.stopped = interruption.came
    return batch


def play_game(setup: Setup, number: int, tally: Tally, interruption: DeferredInterrupt) -> Row:
    """Play one game of a run and return its row; raise Stopped, without counting anything, if interrupted."""
    started = time.thread_time()
    state, bots = setup.start(number)
    watch = GameObserver(state, tally, interruption)
    play_out(state, bots, watch)
    row = watch.finish(state, number)
    return row._replace(seconds=round(time.thread_time() - started, 6))


def ignore_interrupts() -> None:
    """Ignore Ctrl-C between tasks; the process that submits them handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
