"""Playing a run: tasks go to a pool of workers, finished games into the folder, until none is missing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any, Final

from pnp.errors import Location, PnpError, Problem, option_location, quote_value
from pnp.sim.folder import Folder
from pnp.sim.work import Batch, DeferredInterrupt, Task, ignore_interrupts, play_batch
from pnp.worker.progress import Progress

DASK: Final = option_location("--dask")
CONNECT_TIMEOUT: Final = "10s"
"""Timeout for connecting to a scheduler."""
RETRIES: Final = 3
"""How often a job is retried on another worker of a cluster."""


def available_cpus() -> int:
    """Return the number of processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class InlineExecutor(Executor):
    """An executor that runs everything immediately in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the function now, and return a finished future."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class InterruptiblePool(ProcessPoolExecutor):
    """A pool of spawned processes; forked ones could inherit the threads and locks of libraries in any state."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=get_context("spawn"), initializer=_initialize_worker)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Schedule a call, with Ctrl-C blocked meanwhile.

        A process started for the call inherits the blocked signal, and this process receives it afterwards.
        """
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def interrupt(self) -> None:
        """Tell only these processes to stop as soon as possible."""
        for pid in list(self._processes or ()):
            if os.name != "nt":
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGINT)


def _initialize_worker() -> None:
    """Initialize a worker: ignore Ctrl-C, even one that arrived while it started, and exit with the parent."""
    Thread(target=_end_with_parent, daemon=True).start()
    ignore_interrupts()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with_parent() -> None:
    """Exit this process as soon as its parent is gone, for whatever reason."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@dataclass(frozen=True)
class WorkerPool:
    """An executor, with what is needed to keep it busy."""

    executor: Executor
    workers: int
    ahead: int
    """Number of jobs queued per worker beyond the current one."""
    interrupt: Callable[[], None]
    """Tells the workers to stop as soon as possible."""


@contextmanager
def open_workers(jobs: int, scheduler: str | None = None) -> Iterator[WorkerPool]:
    """Yield workers: on the cluster of a scheduler (tcp://…), in this many processes, or in this process.

    Only the main thread receives Ctrl-C, so in any other thread even a single worker is a process, which can be
    interrupted.
    """
    if scheduler is not None:
        with _cluster(scheduler) as pool:
            yield pool
    elif jobs == 1 and current_thread() is main_thread():
        yield WorkerPool(InlineExecutor(), 1, 0, lambda: None)
    else:
        with InterruptiblePool(jobs) as executor:
            yield WorkerPool(executor, jobs, 1, executor.interrupt)


@contextmanager
def _cluster(scheduler: str) -> Iterator[WorkerPool]:
    try:
        client_of: Any = import_module("distributed").Client
    except ImportError:
        hint = 'pip install "pnp[cluster]"'
        raise PnpError(Problem(DASK, "needs the package distributed", hint, code="E1306")) from None
    try:
        client = client_of(scheduler, timeout=CONNECT_TIMEOUT)
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
        hint = "start one with dask scheduler, then run dask worker tcp://… on each machine"
        message = f"the scheduler {quote_value(scheduler)} does not answer"
        found = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PnpError(Problem(DASK, message, hint, found=found, code="E1007")) from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            hint = f"run dask worker {scheduler} on each machine"
            raise PnpError(Problem(DASK, f"the scheduler {quote_value(scheduler)} has no workers", hint, code="E1007"))
        with client.get_executor(pure=False, retries=RETRIES) as executor:
            yield WorkerPool(executor, workers, 2, lambda: None)


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

    def update(self, batch: Batch) -> None:
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


def play(folder: Folder, pool: WorkerPool, report: Progress, keep: Callable[[Batch], None] | None = None) -> None:
    """Play all missing games; raise Interrupted, once all finished games are stored, if the run is interrupted.

    `keep` is called with each batch, which then has the moves of its games.

    Ctrl-C interrupts it in the main thread; in any thread, a `report` that raises KeyboardInterrupt does.
    """
    missing = folder.missing()
    done = folder.games - sum(map(len, missing))
    sizer = BatchSizer()
    tasks = _tasks(folder, missing, sizer, keep_moves=keep is not None)
    room = pool.workers * (1 + pool.ahead)
    pending: set[Future[Batch]] = set()
    with DeferredInterrupt() as interruption:  # so that Ctrl-C never interrupts a write
        interruption.report(report, done, folder.games)
        stopped = interruption.requested
        try:
            while not stopped:
                while len(pending) < room and (task := next(tasks, None)) is not None:
                    pending.add(pool.executor.submit(play_batch, task))
                if not pending:
                    break
                finished, pending = wait(pending, timeout=POLL, return_when=FIRST_COMPLETED)
                for batch in (_result(future, folder.setup.game) for future in finished):
                    _store(folder, batch, keep)
                    sizer.update(batch)
                    done += len(batch.rows)
                    stopped |= batch.stopped
                interruption.report(report, done, folder.games)
                stopped |= interruption.requested
            if stopped:
                _collect_finished(folder, pool, pending, keep)
        finally:
            for future in pending:
                future.cancel()
    if stopped:
        raise Interrupted(folder)


def _store(folder: Folder, batch: Batch, keep: Callable[[Batch], None] | None) -> None:
    if keep is not None:
        keep(batch)
    folder.keep(batch)


def _tasks(folder: Folder, missing: list[range], sizer: BatchSizer, *, keep_moves: bool) -> Iterator[Task]:
    """Yield tasks for the missing games; each has the size that is right when it is requested."""
    for gap in missing:
        start = gap.start
        while start < gap.stop:
            stop = min(start + sizer.size, gap.stop)
            yield Task(folder.setup, start, stop, keep_moves)
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


def _collect_finished(
    folder: Folder, pool: WorkerPool, pending: set[Future[Batch]], keep: Callable[[Batch], None] | None
) -> None:
    """Interrupt the workers and store the games they have finished; tasks not started yet are dropped."""
    at_work = {future for future in pending if not future.cancel()}
    while at_work:
        pool.interrupt()
        finished, at_work = wait(at_work, timeout=POLL)
        for future in finished:
            if future.exception() is None:
                _store(folder, future.result(), keep)
