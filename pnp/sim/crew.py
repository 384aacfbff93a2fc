"""Who plays the games of a run: this process, several processes, or a cluster of machines."""

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

from pnp.errors import PnpError, Problem, quoted
from pnp.location import option
from pnp.sim.work import be_patient

DASK: Final = option("--dask")
PATIENCE: Final = "10s"
"""How long a scheduler may take to answer."""
RETRIES: Final = 3
"""How often a job is given to another worker of a cluster."""


def cores() -> int:
    """How many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Here(Executor):
    """Does everything at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """What a function gives, already there."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class Processes(ProcessPoolExecutor):
    """Processes that are spawned: forked ones would inherit threads and locks of libraries as they happen to be."""

    def __init__(self, count: int) -> None:
        super().__init__(count, mp_context=get_context("spawn"), initializer=_be_patient)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """What a function will give; Ctrl-C waits for a process that is born for it, and is not lost for this one."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def interrupt(self) -> None:
        """Tell these processes, and no others, that they should stop after the game they are in."""
        for pid in list(self._processes or ()):
            if os.name != "nt":
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGINT)


def _be_patient() -> None:
    """Ignore Ctrl-C from now on, also one that came while this process was born; jobs mind their own."""
    Thread(target=_end_with_parent, daemon=True).start()
    be_patient()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with_parent() -> None:
    """End this process as soon as the one that it works for is gone, however that ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@dataclass(frozen=True)
class Crew:
    """An executor, and what one must know to keep it busy."""

    executor: Executor
    workers: int
    ahead: int
    """Jobs given to each worker beyond the one it works on."""
    interrupt: Callable[[], None]
    """Tells those who work that they should stop after the game they are in."""


@contextmanager
def hire(jobs: int, scheduler: str | None = None) -> Iterator[Crew]:
    """Workers: on the cluster of a scheduler (tcp://…), or this many processes, or this one.

    A thread that is not the main one hears no Ctrl-C, so a single worker is a process there: it can be interrupted.
    """
    if scheduler is not None:
        with _cluster(scheduler) as crew:
            yield crew
    elif jobs == 1 and current_thread() is main_thread():
        yield Crew(Here(), 1, 0, lambda: None)
    else:
        with Processes(jobs) as executor:
            yield Crew(executor, jobs, 1, executor.interrupt)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Crew]:
    try:
        client_of: Any = import_module("distributed").Client
    except ImportError:
        hint = 'pip install "pnp[cluster]"'
        raise PnpError(Problem(DASK, "needs the package distributed", hint, code="E1306")) from None
    try:
        client = client_of(scheduler, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
        hint = "start one: dask scheduler, and on each machine dask worker tcp://…"
        message = f"the scheduler {quoted(scheduler)} does not answer"
        found = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PnpError(Problem(DASK, message, hint, found=found, code="E1007")) from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            hint = f"on each machine: dask worker {scheduler}"
            raise PnpError(Problem(DASK, f"the scheduler {quoted(scheduler)} has no workers", hint, code="E1007"))
        with client.get_executor(pure=False, retries=RETRIES) as executor:
            yield Crew(executor, workers, 2, lambda: None)
