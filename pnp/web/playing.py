"""Simulation runs in background worker processes, which report progress and can be stopped.

Rules may be a designer's code, and bots may think for a long time; neither can block the server. When the server ends,
for whatever reason, the worker notices, saves the finished games, and exits.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pnp.errors import LimitError, Location, PnpError, Problem
from pnp.project.folders import GameRef
from pnp.web.answer_types import PlayedRun
from pnp.web.jobs import JobContext
from pnp.worker.progress import Progress
from pnp.worker.supervisor import run_in_worker
from pnp.worker.task import explain_failure, task

PROGRESS_INTERVAL: Final = 0.1
"""Minimum time between two progress reports, in seconds."""


class RunOrder(NamedTuple):
    """A run to start or resume."""

    game: GameRef
    folder: Path
    """Folder with the runs of the game."""
    values: dict[str, Any]
    """Values of `RunOptions`."""
    run: Path | None = None
    """Run to resume; None to start a new one."""


def play_in_worker(order: RunOrder, tools: JobContext) -> PlayedRun:
    """Play a run in a worker process and return its name.

    Raise StoppedError if it was stopped; finished games are kept.
    """

    def begun(run: str) -> None:
        tools.job.result = {"run": run}

    try:
        run_in_worker(play, None, order, begun=begun, progress=tools.tell)
    except LimitError:
        hint = "resume the run: all finished games are kept"
        raise PnpError(Problem(Location(), "a worker process was killed", hint, code="E1403")) from None
    return {"run": tools.job.result["run"], "done": True}


@task(nested=True, background=True)
def play(order: RunOrder, *, begun: Callable[[str], None], progress: Callable[[str, int, int], None]) -> None:
    """Play a run, in a worker process. A run that fails before its first game leaves no folder behind."""
    try:
        _play_run(order, begun, _stages(progress))
    except PnpError:
        raise
    except Exception as error:  # a designer's rules may raise anything; report it as a problem
        message = f"the run failed: {type(error).__name__}: {error}"[:300]
        problem = explain_failure(error) or Problem(Location(game=order.game.id), message, code="E1404")
        raise PnpError(problem) from error


def _stages(tell: Callable[[str, int, int], None]) -> Callable[[str], contextlib.AbstractContextManager[Progress]]:
    """Return a stage function for runs that passes progress on to `tell`, but not too often."""
    told = 0.0

    @contextlib.contextmanager
    def stage(name: str) -> Iterator[Progress]:
        def progress(done: int, total: int) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told > PROGRESS_INTERVAL or done == total:
                told = now
                tell(name, done, total)

        yield progress

    return stage


def _play_run(
    order: RunOrder, begun: Callable[[str], None], stages: Callable[[str], contextlib.AbstractContextManager[Progress]]
) -> None:
    from pnp.library.playing import reserve_run, resume_simulation, simulate  # slow to load
    from pnp.sim.folder import write_errors

    project = order.game.project
    if order.run is not None:
        begun(order.run.relative_to(order.folder).as_posix())
        resume_simulation(
            order.run, game=order.game.id, start=project.root, allow_code=project.allow_code, stages=stages,
            **order.values,
        )  # fmt: skip
        return
    with write_errors(order.folder):
        path = reserve_run(order.folder)
    try:
        begun(path.name)
        simulate(order.game, out=path, stages=stages, **order.values)
    finally:
        with contextlib.suppress(OSError):  # fails unless the folder is empty
            path.rmdir()
