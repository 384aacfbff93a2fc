"""Run the parts of an export in several worker processes at the same time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from itertools import islice
from threading import Event
from typing import Any, Final, Generic, ParamSpec, TypeVar

from pnp.worker import supervisor
from pnp.worker.limits import Limits
from pnp.worker.progress import Progress
from pnp.worker.supervisor import run_in_worker, stop_when

P = ParamSpec("P")
R = TypeVar("R")
Made = TypeVar("Made", covariant=True)

MAX_WORKERS: Final = min(8, max(1, os.cpu_count() or 1))
"""Maximum number of processes that draw at the same time; each takes about 150 MB."""


@dataclass(frozen=True)
class ExportPart(Generic[Made]):
    """A part of an export, made by one worker process."""

    make: Callable[[Limits], Made]
    faces: int = 1
    """Number of faces that it draws, for progress reports."""
    estimate: int = 0
    """Estimated size of the result, in bytes."""


def make_part(
    faces: int, estimate: int, task: Callable[P, R], /, *arguments: P.args, **named: P.kwargs
) -> ExportPart[R]:
    """Return the call of a task with these arguments as a part of an export."""

    def make(limits: Limits) -> R:
        return run_in_worker(task, limits, *arguments, **named)

    return ExportPart(make, faces, estimate)


def run_parts(parts: Sequence[ExportPart[R]], limits: Limits, progress: Progress) -> Iterator[R]:
    """Yield the result of each part, in order; stop all of them if one fails or the caller stops iterating."""
    stop = Event()
    total, done = sum(part.faces for part in parts), 0
    submit = _worker_threads().submit if supervisor.USE_WORKERS else _run_here
    waiting = iter(enumerate(parts))
    running: dict[Future[R], int] = {}
    ready: dict[int, R] = {}
    try:
        for at, part in enumerate(parts):
            while at not in ready:
                for number, new in islice(waiting, 2 * MAX_WORKERS - len(running)):
                    running[submit(_make, new, limits, stop)] = number
                for finished in wait(running, return_when=FIRST_COMPLETED).done:
                    ready[running.pop(finished)] = finished.result()
            yield ready.pop(at)
            done += part.faces
            progress(done, total)
    finally:
        stop.set()
        for future in running:
            future.cancel()


def _run_here(work: Callable[..., R], *arguments: Any) -> Future[R]:
    """Run a call in this thread and return it as a finished future."""
    future: Future[R] = Future()
    future.set_result(work(*arguments))
    return future


def _make(part: ExportPart[R], limits: Limits, stop: Event) -> R:
    with stop_when(stop.is_set):
        return part.make(limits)


@cache
def _worker_threads() -> ThreadPoolExecutor:
    """Return the threads that wait for worker processes.

    They are kept, as Linux ends a worker process together with the thread that started it.
    """
    return ThreadPoolExecutor(MAX_WORKERS, "pnp-export")
