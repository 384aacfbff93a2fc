"""Test plays under way: each run is played by a background worker, which the server hears and stops.

Rules may be a designer's own code, and bots may think for a long time: neither can hold up the server. When the server
ends, however that happens, the worker notices, keeps what is finished, and ends.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import LimitError, PnpError, Problem
from pnp.location import Location
from pnp.progress import Progress
from pnp.resources import Located
from pnp.web.jobs import Tools
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import explain_failure, task

SEVERAL: Final = 0.1
"""Seconds between two reports of progress."""


class RunOrder(NamedTuple):
    """What is to be played."""

    game: Located
    folder: Path
    """The folder with the runs of the game."""
    values: dict[str, Any]
    """Values of `RunOptions`."""
    run: Path | None = None
    """The run to resume; without it, a new one."""


def play_apart(order: RunOrder, tools: Tools) -> dict[str, Any]:
    """Play a run in a worker and return its name; StoppedError when it was stopped, with all finished games kept."""

    def begun(run: str) -> None:
        tools.job.result = {"run": run}

    try:
        run_in_worker(play, None, order, begun=begun, progress=tools.tell)
    except LimitError:
        hint = "all games finished so far are kept: resume the run"
        raise PnpError(Problem(Location(), "a worker process was killed", hint, code="E1403")) from None
    return {**tools.job.result, "done": True}


@task(nested=True, background=True)
def play(order: RunOrder, *, begun: Callable[[str], None], progress: Callable[[str, int, int], None]) -> None:
    """Play a run; one that fails before its first game leaves no folder behind."""
    try:
        _play(order, begun, _stages(progress))
    except PnpError:
        raise
    except Exception as error:  # whatever a designer's rules do, people get a line
        message = f"the run failed: {type(error).__name__}: {error}"[:300]
        problem = explain_failure(error) or Problem(Location(game=order.game.id), message, code="E1404")
        raise PnpError(problem) from error


def _stages(tell: Callable[[str, int, int], None]) -> Callable[[str], contextlib.AbstractContextManager[Progress]]:
    """Pass on the progress of the stages of a run, now and then."""
    told = 0.0

    @contextlib.contextmanager
    def stage(name: str) -> Iterator[Progress]:
        def progress(done: int, total: int) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told > SEVERAL or done == total:
                told = now
                tell(name, done, total)

        yield progress

    return stage


def _play(
    order: RunOrder, begun: Callable[[str], None], stages: Callable[[str], contextlib.AbstractContextManager[Progress]]
) -> None:
    from pnp.library.playing import resume_simulation, simulate  # slow to load
    from pnp.library.runs import reserve_run
    from pnp.sim.folder import written

    project = order.game.project
    if order.run is not None:
        begun(order.run.relative_to(order.folder).as_posix())
        resume_simulation(
            order.run, game=order.game.id, start=project.root, allow_code=project.allow_code, stages=stages,
            **order.values,
        )  # fmt: skip
        return
    with written(order.folder):
        path = reserve_run(order.folder)
    try:
        begun(path.name)
        simulate(order.game, out=path, stages=stages, **order.values)
    finally:
        with contextlib.suppress(OSError):  # it has files by now
            path.rmdir()
