"""Main program of a worker process: runs tasks for `pnp.worker.supervisor` and reports their progress.

It sends only JSON and counted bytes, so that its parent is safe even if an untrusted file takes over this process.
"""

from __future__ import annotations

import _thread
import contextlib
import gc
import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from queue import SimpleQueue
from threading import Thread
from time import process_time
from typing import IO, Any, Final, NamedTuple

from pnp.errors import PnpError, Problem
from pnp.worker import supervisor
from pnp.worker.codec import Message, encode
from pnp.worker.limits import Limits
from pnp.worker.progress import DrawingStep, set_watcher
from pnp.worker.task import WorkerTask, explain_failure, find_task

GRACE: Final = 3
"""Seconds added to the system's CPU limit, so that the parent normally ends the process first."""
FINISH_SECONDS: Final = 2.0
"""Seconds that a background task has to finish after the parent has exited."""
NICE: Final = 10
"""Niceness of a background task."""
NEW_OBJECTS: Final = 50_000
"""Threshold of the garbage collector. Drawing creates many objects and few cycles; collecting took 8% of its time."""
_PR_SET_PDEATHSIG: Final = 1


class _Received(NamedTuple):
    """A task call received from the parent."""

    head: dict[str, Any]
    blobs: list[bytes]


class _ParentConnection:
    """The connection to the parent."""

    def __init__(self, out: IO[bytes], head: dict[str, Any]) -> None:
        self._out, self._faces = out, 0
        self._limits = None if head["limits"] is None else Limits(**head["limits"])
        self._began = process_time()
        self.one_by_one = bool(head["one_by_one"])
        self.expect(0)

    def send(self, kind: str, about: object, blobs: list[bytes] | None = None) -> None:
        """Send a message, or do nothing if the parent has exited."""
        parts = blobs or []
        head = json.dumps({"kind": kind, "about": about, "blobs": [len(blob) for blob in parts]})
        with contextlib.suppress(BrokenPipeError):
            for part in (head.encode(), b"\n", *parts):
                self._out.write(part)
            self._out.flush()

    def begin(self, step: DrawingStep) -> None:
        """Report what is being drawn."""
        self.send("step", encode(DrawingStep, step)[:2])

    def expect(self, faces: int) -> None:
        """Report how many more faces will be drawn, and raise the system's limits accordingly."""
        self._faces += faces
        self.send("faces", self._faces)
        if self._limits is None:
            return
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
    """Run tasks one after the other until the parent exits."""
    orders, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # keep output of project code out of the messages
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and ends this process
    die_with_parent()
    gc.set_threshold(NEW_OBJECTS)
    work: SimpleQueue[_Received] = SimpleQueue()
    Thread(target=_listen, args=(orders, work), daemon=True).start()
    while True:
        _run_task(work.get(), out)


def die_with_parent(signal_number: int = signal.SIGTERM if os.name == "nt" else signal.SIGKILL) -> None:
    """Have the system send this process a signal when its parent exits (Linux only); 0 for none."""
    with contextlib.suppress(OSError, AttributeError):
        if sys.platform == "linux":
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal_number)


_in_background = False


def _listen(orders: IO[bytes], work: SimpleQueue[_Received]) -> None:
    """Receive tasks and requests to stop; exit as soon as the parent has exited."""
    with contextlib.suppress(OSError, ValueError):
        while line := orders.readline():
            head = json.loads(line)
            if "stop" in head:
                _thread.interrupt_main()
            else:
                work.put(_Received(head, [orders.read(length) for length in head["blobs"]]))
    if _in_background:
        _thread.interrupt_main()
        time.sleep(FINISH_SECONDS)
    shutil.rmtree(tempfile.gettempdir(), ignore_errors=True)  # created for this process by the supervisor
    if hasattr(os, "killpg"):
        os.killpg(os.getpgrp(), signal.SIGKILL)  # including child processes
    os._exit(1)


def _run_task(order: _Received, out: IO[bytes]) -> None:
    line = _ParentConnection(out, order.head)
    set_watcher(line)
    try:
        _enter_environment(order.head)
        importlib.invalidate_caches()
        task = find_task(order.head["task"])
        supervisor.USE_WORKERS = task.nested
        _lower_priority(task)

        def call(name: str, message: Message) -> None:
            line.send("call", [name, message.value, message.objects], message.blobs)

        answer = task.run(Message(order.head["value"], order.head["objects"], order.blobs), call)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # too late to stop
        line.send("answer", [answer.value, answer.objects], answer.blobs)
    except KeyboardInterrupt:
        line.send("stopped", None)
    except PnpError as error:
        kind = type(error)
        named = f"{kind.__module__}:{kind.__qualname__}"
        line.send("problems", {"kind": named, "problems": _listed(*error.problems)})
    except MemoryError:
        line.send("starved", "")
    except Exception as error:  # report any failure as a message, not as a traceback
        problem = explain_failure(error)
        designers = None if problem is None else _listed(problem)
        line.send("crash", [f"{type(error).__name__}: {error}"[:300], designers, traceback.format_exc()])


def _enter_environment(head: dict[str, Any]) -> None:
    """Change to the parent's folder, environment and module path."""
    if head["folder"] is not None:
        with contextlib.suppress(OSError):
            os.chdir(head["folder"])
    for name in {*os.environ} - {*head["variables"]} - supervisor.WORKER_VARIABLES:
        del os.environ[name]
    os.environ.update(head["variables"])
    sys.path[:] = head["path"]


def _lower_priority(task: WorkerTask) -> None:
    """Lower the priority of a background task, and let it be interrupted and outlive its parent briefly."""
    global _in_background
    _in_background = task.background
    if task.background:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        die_with_parent(0)
        if hasattr(os, "nice"):
            os.nice(NICE)


def _listed(*problems: Problem) -> list[Any]:
    return list(encode(list[Problem], list(problems))[:2])


if __name__ == "__main__":
    main()
