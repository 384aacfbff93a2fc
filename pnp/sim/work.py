"""What a worker does: it plays some games of a run, one after the other."""

from __future__ import annotations

import signal
import time
from dataclasses import dataclass, field, replace

from pnp.code import explain
from pnp.errors import PnpError
from pnp.sim.interruption import Interruption, Stopped
from pnp.sim.match import play_out
from pnp.sim.row import Row
from pnp.sim.setup import Setup
from pnp.sim.tally import Tally
from pnp.sim.watch import Watch


@dataclass(frozen=True)
class Task:
    """Games to be played: from the first to before the last."""

    setup: Setup
    start: int
    stop: int


@dataclass
class Batch:
    """Games that were played."""

    start: int
    rows: list[Row] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    stopped: bool = False
    """Whether somebody interrupted the work before it was done."""

    @property
    def stop(self) -> int:
        """The number after that of its last game."""
        return self.start + len(self.rows)


def play_batch(task: Task) -> Batch:
    """The games of a task; when interrupted, those that are finished."""
    batch = Batch(task.start)
    with Interruption() as interruption:
        for number in range(task.start, task.stop):
            try:
                batch.rows.append(play_game(task.setup, number, batch.tally, interruption))
            except Stopped:
                break
            except Exception as error:
                problem = explain(error)
                if problem is None:
                    raise
                hint = problem.hint or f"it happened in game {number} (--seed {task.setup.seed}:{number})"
                raise PnpError(replace(problem, hint=hint)) from None
        batch.stopped = interruption.came
    return batch


def play_game(setup: Setup, number: int, tally: Tally, interruption: Interruption) -> Row:
    """The row of a game of a run; Stopped when it is interrupted, with nothing counted."""
    started = time.thread_time()
    state, bots = setup.start(number)
    watch = Watch(state, tally, interruption)
    play_out(state, bots, watch)
    row = watch.finish(state, number)
    return row._replace(seconds=round(time.thread_time() - started, 6))


def be_patient() -> None:
    """Ignore an interruption between tasks: it is for the process that gave them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
