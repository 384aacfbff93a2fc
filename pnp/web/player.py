"""The player: a process that plays a run, says how far it is, and stops when it is told to or when the server is gone.

It is this module, run by itself. It plays in its main thread, where an interruption is heard between two moves.
"""

from __future__ import annotations

import _thread
import contextlib
import json
import os
import pickle
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import IO, Final

from pnp.code import explain
from pnp.confine import list_problem
from pnp.errors import PnpError, Problem
from pnp.library.playing import GAMES, resume_simulation, simulate
from pnp.library.runs import reserve_run
from pnp.location import Location
from pnp.progress import Progress
from pnp.sim.folder import written
from pnp.web.playing import RunOrder

GRACE: Final = 2.0
"""Seconds that a run has to keep what is finished once the server is gone."""
NICE: Final = 10
"""How far a run stands back behind the pages that somebody looks at."""
SEVERAL: Final = 0.1
"""Seconds between two words about progress."""


class _RunLine:
    """The line to the server."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out, self._told = out, 0.0

    def say(self, kind: str, about: object = None) -> None:
        """Say something; a server that is gone does not hear it."""
        with contextlib.suppress(OSError):
            self._out.write(json.dumps([kind, about]).encode() + b"\n")
            self._out.flush()

    @contextlib.contextmanager
    def stages(self, name: str) -> Iterator[Progress]:
        """The progress of a stage of the run."""

        def progress(done: int, total: int) -> None:
            now = time.monotonic()
            if now - self._told > SEVERAL or done == total:
                self._told = now
                self.say("progress", [name, done, total])

        yield progress


def main() -> None:
    """Play the run that is asked for."""
    orders, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a designer's own code prints is no word of ours
    line = _RunLine(out)
    order: RunOrder = pickle.loads(orders.read(int(orders.readline())))  # noqa: S301 (from the server that started us)
    if hasattr(os, "nice"):
        os.nice(NICE)
    Thread(target=_listen, args=(orders,), daemon=True).start()
    kind, problems = _outcome(order, line)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # too late to stop
    line.say(kind, [list_problem(each) for each in problems])


def _outcome(order: RunOrder, line: _RunLine) -> tuple[str, tuple[Problem, ...]]:
    """How a run ended, and what was wrong with it."""
    try:
        play(order, line)
    except KeyboardInterrupt:
        return "stopped", ()
    except PnpError as error:
        return "problems", error.problems
    except Exception as error:  # whatever a designer's rules do, people get a line
        where, found = Location(game=order.game.id), f"{type(error).__name__}: {error}"[:300]
        return "problems", (explain(error) or Problem(where, "the run failed", found=found, code="E1404"),)
    return "done", ()


def _listen(orders: IO[bytes]) -> None:
    """Wait for the word to stop; without a server, stop and end soon, whatever bots are thinking about."""
    told = orders.readline()
    _thread.interrupt_main()
    if not told:
        time.sleep(GRACE)
        os._exit(1)


def play(order: RunOrder, line: _RunLine) -> None:
    """Play a run; what goes wrong before its first game leaves no folder behind."""
    project = order.game.project
    if order.run is not None:
        line.say("run", {"run": order.run.relative_to(order.folder).as_posix()})
        resume_simulation(
            order.run, game=order.game.id, games=order.games, lang=order.lang, start=project.root,
            allow_code=project.allow_code, stages=line.stages,
        )  # fmt: skip
        return
    with written(order.folder):
        path = reserve_run(order.folder)
    try:
        line.say("run", {"run": path.name})
        simulate(
            order.game, players=order.players, games=order.games or GAMES, bots=order.bots,
            options=dict(order.options), seed=order.seed, out=path, lang=order.lang, stages=line.stages,
        )  # fmt: skip
    finally:
        _forget_empty(path)


def _forget_empty(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.rmdir()


if __name__ == "__main__":
    main()
