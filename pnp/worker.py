"""The process that draws: it is given work by `pnp.confine`, says what it is at, and answers with plain data.

It is this module, run by itself. What it is given comes from its parent, and is unpickled. What it sends is JSON, and
bytes that JSON counts: whatever a stranger's files do to it, its parent only reads.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pickle
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from time import process_time
from typing import IO, Any, Final

import pnp.confine
from pnp.confine import Work, die_with_parent, list_problem
from pnp.errors import PnpError
from pnp.step import DrawingStep, watched_by

GRACE: Final = 3
"""Seconds that the system waits longer than the parent before it ends the process by itself."""
NEW_OBJECTS: Final = 50_000
"""As many are made before Python looks for cycles: drawings make many and have few (it took 8 % of their time)."""


class _Line:
    """The line to the parent."""

    def __init__(self, out: IO[bytes], work: Work) -> None:
        self._out, self._limits, self._faces = out, work.limits, 0
        self._began = process_time()
        self.one_by_one = work.one_by_one
        self.expect(0)

    def send(self, kind: str, about: object, *blobs: bytes) -> None:
        """Say something."""
        head = json.dumps({"kind": kind, "about": about, "blobs": [len(blob) for blob in blobs]})
        for part in (head.encode(), b"\n", *blobs):
            self._out.write(part)
        self._out.flush()

    def begin(self, step: DrawingStep) -> None:
        """Say what is drawn now."""
        self.send("step", [step.where.plain(), step.faces])

    def expect(self, faces: int) -> None:
        """Say how many more faces are to come, and let the system hold the limits that they bring."""
        self._faces += faces
        self.send("faces", self._faces)
        with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
            import resource

            seconds = int(self._began + self._limits.job_seconds(self._faces)) + GRACE
            for which, limit in (
                (resource.RLIMIT_CPU, seconds),
                (resource.RLIMIT_AS, self._limits.addresses(self._faces)),
            ):
                hard = resource.getrlimit(which)[1]
                soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
                resource.setrlimit(which, (soft, hard))
            resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def main() -> None:
    """Do what comes in, piece by piece, until nobody is there any more."""
    orders, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a designer's own code prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends this process
    die_with_parent()
    pnp.confine.APART = False
    gc.set_threshold(NEW_OBJECTS)
    works: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(orders, works), daemon=True).start()
    while True:
        work: Work = pickle.loads(works.get())  # noqa: S301 (from the parent, which started this process)
        _do(work, out)


def _listen(orders: IO[bytes], works: SimpleQueue[bytes]) -> None:
    """Take in work; without a parent, end at once, whatever is being done."""
    with contextlib.suppress(OSError, ValueError):
        while line := orders.readline():
            works.put(orders.read(int(line)))
    shutil.rmtree(tempfile.gettempdir(), ignore_errors=True)  # its own, see pnp.confine
    if hasattr(os, "killpg"):
        os.killpg(os.getpgrp(), signal.SIGKILL)  # with those that it has started
    os._exit(1)


def _do(work: Work, out: IO[bytes]) -> None:
    line = _Line(out, work)
    watched_by(line)
    try:
        with _placed(work):
            module, _, name = work.task.partition(":")
            importlib.invalidate_caches()
            function = getattr(importlib.import_module(module), name)
            answer = function(*work.arguments, progress=lambda done, total: line.send("progress", [done, total]))
        line.send("answer", answer.about, *answer.blobs)
    except PnpError as error:
        line.send("problems", _told(error))
    except MemoryError:
        line.send("starved", "")
    except Exception as error:  # whatever a stranger's files do to it, people get a line
        line.send("crash", [f"{type(error).__name__}: {error}"[:300], _of_designer(error), traceback.format_exc()])


@contextlib.contextmanager
def _placed(work: Work) -> Iterator[None]:
    """Work where the parent is, with what it finds there."""
    if work.folder is not None:
        with contextlib.suppress(OSError):
            os.chdir(work.folder)
    for name in {*os.environ} - {*work.variables} - pnp.confine.ITS_OWN:
        del os.environ[name]
    os.environ.update(work.variables)
    sys.path[:] = work.path
    yield


def _of_designer(error: Exception) -> list[Any] | None:
    """Where a designer's own code failed, as a problem; None where it is not to blame."""
    from pnp.code import explain

    problem = explain(error)
    return None if problem is None else list_problem(problem)


def _told(error: PnpError) -> dict[str, object]:
    kind = type(error)
    return {
        "kind": f"{kind.__module__}:{kind.__qualname__}",
        "problems": [list_problem(each) for each in error.problems],
    }


if __name__ == "__main__":
    main()
