"""Hands: several processes that draw at the same time, each a part of the work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from itertools import islice
from threading import Event
from typing import Any, Final, Generic, ParamSpec, TypeVar

from pnp.limits import Limits
from pnp.progress import Progress
from pnp.worker import supervisor
from pnp.worker.supervisor import run_in_worker, stopped_when

P = ParamSpec("P")
R = TypeVar("R")
Made = TypeVar("Made", covariant=True)

HANDS: Final = min(8, max(1, os.cpu_count() or 1))
"""As many processes draw at the same time; each takes some 150 MB."""


@dataclass(frozen=True)
class ExportPart(Generic[Made]):
    """Work for one worker."""

    make: Callable[[Limits], Made]
    faces: int = 1
    """How many faces it draws, for the progress."""
    estimate: int = 0
    """About how many bytes it makes."""


def part_of(faces: int, estimate: int, task: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> ExportPart[R]:
    """A call of a task as a part of an export."""

    def make(limits: Limits) -> R:
        return run_in_worker(task, limits, *arguments, **named)

    return ExportPart(make, faces, estimate)


def make_all(parts: Sequence[ExportPart[R]], limits: Limits, progress: Progress) -> Iterator[R]:
    """What comes of each part, in their order; nothing goes on when one fails, or somebody interrupts."""
    stop = Event()
    total, done = sum(part.faces for part in parts), 0
    submit = _hands().submit if supervisor.APART else _at_once
    waiting = iter(enumerate(parts))
    running: dict[Future[R], int] = {}
    ready: dict[int, R] = {}
    try:
        for at, part in enumerate(parts):
            while at not in ready:
                for number, new in islice(waiting, 2 * HANDS - len(running)):
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


def _at_once(work: Callable[..., R], *arguments: Any) -> Future[R]:
    """Do work here and now."""
    future: Future[R] = Future()
    future.set_result(work(*arguments))
    return future


def _make(part: ExportPart[R], limits: Limits, stop: Event) -> R:
    with stopped_when(stop.is_set):
        return part.make(limits)


@cache
def _hands() -> ThreadPoolExecutor:
    """Who waits for processes that draw; Linux ends a process with the thread that started it, so these stay."""
    return ThreadPoolExecutor(HANDS, "pnp-export")
