"""Play a run: submit tasks to the workers and store finished games until none is missing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from pnp.errors import Location, PnpError, Problem
from pnp.sim.crew import WorkerPool
from pnp.sim.folder import Folder
from pnp.sim.interruption import DeferredInterrupt
from pnp.sim.work import Batch, Task, play_batch
from pnp.worker.progress import Progress

FIRST: Final = 4
"""Number of games in the first task."""
GROWTH: Final = 8
"""Maximum growth of a task over the previous one, as a factor."""
SHORTEST: Final = 0.5
"""Minimum target duration of a task, in seconds."""
LONGEST: Final = 20.0
"""Maximum target duration of a task, in seconds."""
TASK_SHARE: Final = 0.05
"""Target duration of a task as a share of the run so far: that much work is lost if a machine fails."""
POLL: Final = 0.2
"""Interval between checks for an interruption, in seconds."""


class BatchSizer:
    """Size of the next task: it grows once the duration of a game is known and as the run gets longer."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.size = FIRST

    def learn(self, batch: Batch) -> None:
        """Adjust the size to the time that these games took."""
        seconds = sum(row.seconds for row in batch.rows) / max(1, len(batch.rows))
        wanted = min(LONGEST, max(SHORTEST, TASK_SHARE * (time.monotonic() - self.started)))
        most = wanted / seconds if seconds else GROWTH * self.size
        self.size = max(1, int(min(most, GROWTH * self.size)))


class Interrupted(KeyboardInterrupt):
    """Raised when a run is interrupted; all finished games have been stored."""

    def __init__(self, folder: Folder) -> None:
        super().__init__()
        self.folder = folder


def play(folder: Folder, crew: WorkerPool, report: Progress) -> None:
    """Play all missing games; raise Interrupted, once all finished games are stored, if the run is interrupted.

    Ctrl-C interrupts it in the main thread; in any thread, a `report` that raises KeyboardInterrupt does.
    """
    missing = folder.missing()
    done = folder.games - sum(map(len, missing))
    stint = BatchSizer()
    tasks = _tasks(folder, missing, stint)
    room = crew.workers * (1 + crew.ahead)
    pending: set[Future[Batch]] = set()
    with DeferredInterrupt() as interruption:  # so that Ctrl-C never interrupts a write
        interruption.heed(report, done, folder.games)
        stopped = interruption.came
        try:
            while not stopped:
                while len(pending) < room and (task := next(tasks, None)) is not None:
                    pending.add(crew.executor.submit(play_batch, task))
                if not pending:
                    break
                finished, pending = wait(pending, timeout=POLL, return_when=FIRST_COMPLETED)
                for batch in (_result(future, folder.setup.game) for future in finished):
                    folder.keep(batch)
                    stint.learn(batch)
                    done += len(batch.rows)
                    stopped |= batch.stopped
                interruption.heed(report, done, folder.games)
                stopped |= interruption.came
            if stopped:
                _collect_finished(folder, crew, pending)
        finally:
            for future in pending:
                future.cancel()
    if stopped:
        raise Interrupted(folder)


def _tasks(folder: Folder, missing: list[range], stint: BatchSizer) -> Iterator[Task]:
    """Yield tasks for the missing games; each has the size that is right when it is requested."""
    for gap in missing:
        start = gap.start
        while start < gap.stop:
            stop = min(start + stint.size, gap.stop)
            yield Task(folder.setup, start, stop)
            start = stop


def _result(future: Future[Batch], game: str) -> Batch:
    where, hint = Location(game=game), "finished games are kept: continue with --resume"
    try:
        return future.result()
    except BrokenProcessPool:
        raise PnpError(Problem(where, "a worker process was killed", hint, code="E1403")) from None
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "distributed":
            raise
        found = str(error).partition("\n")[0] or type(error).__name__
        raise PnpError(Problem(where, "the cluster failed", hint, found=found, code="E1007")) from None


def _collect_finished(folder: Folder, crew: WorkerPool, pending: set[Future[Batch]]) -> None:
    """Interrupt the workers and store the games they have finished; tasks not started yet are dropped."""
    at_work = {future for future in pending if not future.cancel()}
    while at_work:
        crew.interrupt()
        finished, at_work = wait(at_work, timeout=POLL)
        for future in finished:
            if future.exception() is None:
                folder.keep(future.result())
