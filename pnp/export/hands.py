"""Hands: several processes that draw at the same time, each a part of the work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from itertools import islice
from threading import Event
from typing import Any, Final

from pnp import confine
from pnp.confine import Handover, confined, stopped_when
from pnp.limits import Limits
from pnp.progress import Progress

HANDS: Final = min(8, max(1, os.cpu_count() or 1))
"""As many processes draw at the same time; each takes some 150 MB."""


@dataclass(frozen=True)
class ExportPart:
    """A piece of work for a process of its own."""

    task: str
    """A function by its module and name; see `pnp.confine`."""
    arguments: tuple[Any, ...]
    faces: int = 1
    """How many faces it draws, for the progress."""
    estimate: int = 0
    """About as many bytes come of it."""


def make_all(parts: Sequence[ExportPart], limits: Limits, progress: Progress) -> Iterator[Handover]:
    """What comes of each part, in their order; nothing goes on when one fails, or somebody interrupts."""
    stop = Event()
    total, done = sum(part.faces for part in parts), 0
    submit = _hands().submit if confine.APART else _at_once
    waiting = iter(enumerate(parts))
    running: dict[Future[Handover], int] = {}
    ready: dict[int, Handover] = {}
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


def _at_once(work: Callable[..., Handover], *arguments: Any) -> Future[Handover]:
    """What comes of work that is done here and now."""
    future: Future[Handover] = Future()
    future.set_result(work(*arguments))
    return future


def _make(part: ExportPart, limits: Limits, stop: Event) -> Handover:
    with stopped_when(stop.is_set):
        return confined(part.task, *part.arguments, limits=limits)


@cache
def _hands() -> ThreadPoolExecutor:
    """Who waits for processes that draw; Linux ends a process with the thread that started it, so these stay."""
    return ThreadPoolExecutor(HANDS, "pnp-export")
