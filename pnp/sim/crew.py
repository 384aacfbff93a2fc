"""Executors for the games of a run: this process, a process pool, or a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any, Final

from pnp.errors import PnpError, Problem, option_location, quote_value
from pnp.sim.work import ignore_interrupts

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
        with _cluster(scheduler) as crew:
            yield crew
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
