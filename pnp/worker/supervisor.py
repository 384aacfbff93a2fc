"""Supervisor of worker processes: starts them, sends them tasks, and stops them at their limits.

Everything that comes from a project (templates, pictures, PDFs, workbooks, Python code) is read and drawn in a worker.
It reports each step, so that a message can name the card that took too long, used too much memory or crashed the
renderer. The supervisor watches CPU time and memory on every system; in addition, Linux and macOS enforce the CPU
limit, and Linux enforces a limit on address space.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, current_thread, main_thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec, TypeVar

from pnp.errors import LimitError, Location, PnpError, Problem, RenderError
from pnp.worker.codec import CodecError, Message, decode
from pnp.worker.limits import STALL_TIMEOUT, Limits, format_size, max_machine_memory
from pnp.worker.progress import DrawingStep
from pnp.worker.task import WorkerTask, task_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import psutil

P = ParamSpec("P")
R = TypeVar("R")
USE_WORKERS: bool = True
"""Whether tasks run in workers; False inside a worker, and in tests that inspect the work."""
WORKER_VARIABLES: Final = frozenset({"TMPDIR", "TEMP", "TMP", "PYTHONPATH", "FONTCONFIG_FILE"})
"""Environment variables that a worker does not share with its parent."""
PROCESS: Final = "pnp.worker.process"
TICK: Final = 0.05
"""Interval between two checks of a worker's resources, in seconds."""
PROGRESS_CPU_SECONDS: Final = 0.5
"""CPU time that counts as progress, in seconds."""
REUSE_MEMORY_SHARE: Final = 0.5
"""Share of its memory limit above which an idle worker is not reused."""
STOP_TIMEOUT: Final = 15.0
"""Time that a background task has to stop, in seconds."""
EXIT_TIMEOUT: Final = 1.0
"""Time in which a worker must exit after closing its output, in seconds."""
MOST_PRINTED: Final = 20_000
"""Maximum number of bytes printed by project code that are passed on."""
_LONGEST_LINE: Final = 256_000_000
_LARGEST_BLOBS: Final = 8_000_000_000
_STARVED: Final = ("memory allocation of", "capacity overflow", "Cannot allocate memory")
"""Messages of renderers that have run out of memory."""
_NESTED: Final = "overflowed its stack"
"""Message of a renderer whose stack has overflowed."""


def run_in_worker(function: Callable[P, R], limits: Limits | None, *arguments: P.args, **named: P.kwargs) -> R:
    """Run a task in a worker process and return its result; without `limits`, time and memory are not limited.

    Raise LimitError, with what was being drawn, if the task exceeds its limits or crashes the worker. If several faces
    were rendered together, they are rendered one by one to find the cause. A PnpError raised in the worker is raised
    again here.
    """
    if not USE_WORKERS:
        return function(*arguments, **named)
    work = task_of(function)
    found: R
    try:
        found = _run(work, limits, arguments, named, one_by_one=False)
        return found
    except _EndedError as ended:
        if ended.step.faces == 1:
            raise LimitError(ended.problem) from None
    try:
        found = _run(work, limits, arguments, named, one_by_one=True)
        return found
    except _EndedError as ended:
        raise LimitError(ended.problem) from None


_stopped: ContextVar[Callable[[], bool]] = ContextVar("_stopped", default=lambda: False)
"""Function that returns whether this thread's work should stop."""


class StoppedError(Exception):
    """The task was stopped because its result is no longer needed."""


@contextlib.contextmanager
def stop_when(unwanted: Callable[[], bool]) -> Iterator[None]:
    """Stop tasks inside the block, with StoppedError, as soon as `unwanted` returns True."""
    token = _stopped.set(unwanted)
    try:
        yield
    finally:
        _stopped.reset(token)


class _EndedError(Exception):
    """The worker ended before its task was complete."""

    def __init__(self, step: DrawingStep, problem: Problem) -> None:
        self.step, self.problem = step, problem


class _WorkerExitedError(Exception):
    """The worker had exited before the task began."""


class _Call(NamedTuple):
    """A task call, ready to be sent."""

    task: WorkerTask
    limits: Limits | None
    head: dict[str, Any]
    blobs: list[bytes]
    callbacks: dict[str, Callable[..., None]]


def _run(
    task: WorkerTask, limits: Limits | None, arguments: tuple[Any, ...], named: dict[str, Any], *, one_by_one: bool
) -> Any:
    worker = _take_worker(task, limits)  # a new one starts while the arguments are encoded
    try:
        order = _write_call(task, limits, arguments, named, one_by_one=one_by_one)
        try:
            answer = worker.do(order)
        except _WorkerExitedError:  # it was killed while it was idle
            worker.close()
            worker = _Worker()
            answer = worker.do(order)
    except PnpError:
        _keep(worker, task, limits)
        raise
    except BaseException:  # including KeyboardInterrupt: the task must not continue
        worker.close()
        raise
    _keep(worker, task, limits)
    return answer


def _write_call(
    task: WorkerTask, limits: Limits | None, arguments: tuple[Any, ...], named: dict[str, Any], *, one_by_one: bool
) -> _Call:
    message, callbacks = task.write_arguments(arguments, named)
    folder = None
    with contextlib.suppress(OSError):
        folder = str(Path.cwd())
    head = {
        "task": task.name, "limits": None if limits is None else asdict(limits), "one_by_one": one_by_one,
        "folder": folder, "path": _path(), "value": message.value, "objects": message.objects,
        "variables": {name: value for name, value in os.environ.items() if name not in WORKER_VARIABLES},
    }  # fmt: skip
    return _Call(task, limits, head, message.blobs, callbacks)


_waiting: Final[list[_Worker]] = []
"""Idle workers."""


def _take_worker(task: WorkerTask, limits: Limits | None) -> _Worker:
    """Return an idle worker, preferably one that has run the task before, or a new one."""
    for worker in reversed(_waiting.copy()):
        if task.name in worker.tasks:
            with contextlib.suppress(ValueError):  # another thread took it
                _waiting.remove(worker)
                _waiting.append(worker)
            break
    while _waiting and not task.background:
        with contextlib.suppress(IndexError):  # another thread took it
            worker = _waiting.pop()
            if worker.owner != os.getpid():
                continue
            if not _uses_too_much(worker, limits):
                return worker
            worker.close()
    return _Worker()


def _keep(worker: _Worker, task: WorkerTask, limits: Limits | None) -> None:
    """Keep a worker for further tasks, unless it uses too much memory or was started for one task."""
    if task.background or task.nested or _uses_too_much(worker, limits):
        worker.close()
    else:
        _waiting.append(worker)


def _uses_too_much(worker: _Worker, limits: Limits | None) -> bool:
    return limits is not None and worker.memory() >= REUSE_MEMORY_SHARE * limits.job_memory(0)


def end_all() -> None:
    """End all idle workers."""
    while _waiting:
        _waiting.pop().close()


def _path() -> list[str]:
    """Return the absolute entries of the module path."""
    found = [str(Path(__file__).parents[2]), *(folder for folder in sys.path if Path(folder).is_absolute())]
    return list(dict.fromkeys(found))


@cache
def _starter_thread() -> Executor:
    """Return a permanent thread that starts processes, because Linux kills a worker when the starting thread exits."""
    from concurrent.futures import ThreadPoolExecutor  # not needed by commands

    return ThreadPoolExecutor(1)


class _Worker:
    """A worker process."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._folder = Path(tempfile.mkdtemp(prefix="pnp-"))
        self._printed = (self._folder / "said").open("w+b")
        self._process = (
            self._start() if current_thread() is main_thread() else _starter_thread().submit(self._start).result()
        )
        self._news: SimpleQueue[tuple[str, Any, list[bytes]]] = SimpleQueue()
        Thread(target=_read, args=(self._process.stdout, self._news), daemon=True).start()
        self.close = weakref.finalize(self, _end, self.owner, self._process, self._folder, self._printed)
        """End the process and its child processes."""
        import psutil  # slow to load; the process starts meanwhile

        self.tasks: set[str] = set()
        """Names of the tasks that it has run."""
        self._usage: psutil.Process | None = None
        with contextlib.suppress(psutil.Error):
            self._usage = psutil.Process(self._process.pid)

    def _start(self) -> subprocess.Popen[bytes]:
        place = str(self._folder)
        own = {"TMPDIR": place, "TEMP": place, "TMP": place, "PYTHONPATH": os.pathsep.join(_path())}
        group: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}  # only the parent gets Ctrl-C
        return subprocess.Popen(  # noqa: S603 (a module of pnp; -P keeps the current folder out of the path)
            [sys.executable, "-P", "-m", PROCESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._printed, env={**os.environ, **own}, **group,
        )  # fmt: skip

    def do(self, order: _Call) -> Any:
        """Run a task. Raise the PnpError of the worker, or _EndedError if the process ends before the task does."""
        self.tasks.add(order.task.name)
        self._send(order.head, order.blobs)
        watch = _TaskMonitor(order.limits, self.seconds())
        begun, unwanted, looked, stopping = False, _stopped.get(), 0.0, 0.0
        while True:
            if unwanted() and not stopping:
                if not order.task.background:
                    raise StoppedError
                stopping = monotonic()
                self._send({"stop": True}, [])
            if stopping and monotonic() - stopping > STOP_TIMEOUT:
                raise StoppedError
            try:
                kind, about, blobs = self._news.get(timeout=TICK)
            except Empty:
                kind = "nothing"
            if kind == "gone" and not begun:
                raise _WorkerExitedError
            if self._process.returncode is None and monotonic() - looked >= TICK:
                looked = monotonic()
                watch.look(self.seconds(), self.memory())
            callback: Callable[[], None] | None = None
            try:
                match kind:
                    case "step":
                        value, objects = about
                        watch.step = decode(DrawingStep, Message(value, objects, []))
                        watch.step_began = self.seconds()
                    case "faces":
                        watch.faces = int(about)
                    case "call":
                        name, value, objects = about
                        values = order.task.read_call(str(name), Message(value, objects, blobs))
                        callback = partial(order.callbacks[str(name)], *values)
                        watch.step_began = self.seconds()
                    case "answer":
                        value, objects = about
                        answer = order.task.read_result(Message(value, objects, blobs))
                        self._pass_on()
                        return answer
                    case "problems":
                        self._pass_on()
                        raise _error(about)
                    case "stopped":
                        raise StoppedError
                    case "starved":
                        raise watch.starved()
                    case "crash":
                        raise _crash(about, watch.step)
                    case "gone":
                        raise watch.crashed(self._process.wait(EXIT_TIMEOUT), self._heard())
            except (TypeError, ValueError, LookupError, AttributeError, subprocess.TimeoutExpired) as error:
                raise watch.ended("E1403", f"the worker process sent an invalid answer ({error})") from error
            if kind != "nothing":
                begun = True
                watch.awake()
            if callback is not None:
                callback()

    def seconds(self) -> float:
        """Return the CPU time used so far, in seconds; 0 if unknown."""
        import psutil

        if self._usage is not None:
            with contextlib.suppress(psutil.Error):
                times = self._usage.cpu_times()
                return float(times.user + times.system)
        return 0.0

    def memory(self) -> int:
        """Return the memory in use, in bytes; 0 if unknown."""
        import psutil

        if self._usage is not None:
            with contextlib.suppress(psutil.Error):
                return int(self._usage.memory_info().rss)
        return 0

    def _send(self, head: dict[str, Any], blobs: list[bytes]) -> None:
        if self._process.stdin is None:
            raise ValueError("the process has no input pipe")
        try:
            for part in (json.dumps(head | {"blobs": [len(blob) for blob in blobs]}).encode(), b"\n", *blobs):
                self._process.stdin.write(part)
            self._process.stdin.flush()
        except OSError:
            raise _WorkerExitedError from None

    def _heard(self) -> str:
        """Return what the process has printed since the last call."""
        self._printed.seek(0)
        printed = self._printed.read(MOST_PRINTED).decode("utf-8", "replace")
        self._printed.seek(0)
        self._printed.truncate()
        return printed

    def _pass_on(self) -> None:
        """Pass on what project code has printed."""
        printed = self._heard()
        if printed and "panicked at" not in printed:  # panics are reported as problems
            sys.stderr.write(printed)


class _TaskMonitor:
    """The limits of a running task, and its current step."""

    def __init__(self, limits: Limits | None, began: float) -> None:
        self._limits, self._began = limits, began
        self.step = DrawingStep(Location(detail="the project's files"))
        self.step_began = began
        self.faces = 0
        self._moved = monotonic(), began

    def awake(self) -> None:
        """Record that the worker has sent a message."""
        self._moved = monotonic(), self._moved[1]

    def look(self, seconds: float, memory: int) -> None:
        """Raise _EndedError if the worker has exceeded its limits."""
        if self._limits is None:
            return
        if memory > self._limits.job_memory(self.faces):
            raise self.starved()
        allowed = self._limits.step_seconds(self.step.faces)
        if seconds - self.step_began > allowed:
            raise self.late(allowed)
        allowed = self._limits.job_seconds(self.faces)
        if seconds - self._began > allowed:
            raise self.late(allowed, f" for a game of {self.faces} faces" if self.faces else "")
        if seconds - self._moved[1] > PROGRESS_CPU_SECONDS:
            self._moved = monotonic(), seconds
        elif monotonic() - self._moved[0] > STALL_TIMEOUT:
            raise self.ended("E1401", f"drawing made no progress for {STALL_TIMEOUT:g} seconds")

    def ended(self, code: str, message: str, hint: str = "") -> _EndedError:
        """Return the error for a worker that ended during its current step."""
        return _EndedError(self.step, Problem(self.step.where, message, hint, code=code))

    def late(self, allowed: float, what: str = "") -> _EndedError:
        """Return the error for a worker that took too long."""
        hint = f"simplify it, or raise the limit in pnp.toml: [limits] seconds = {max(300, round(4 * allowed))}"
        return self.ended("E1401", f"drawing took more than {allowed:g} seconds of CPU time{what}", hint)

    def starved(self) -> _EndedError:
        """Return the error for a worker that used too much memory."""
        allowed = max_machine_memory() if self._limits is None else self._limits.job_memory(self.faces)
        hint = f'simplify it, or raise the limit in pnp.toml: [limits] memory = "{format_size(2 * allowed)}"'
        if 2 * allowed > max_machine_memory():
            hint = "simplify it; this machine does not have much more memory"
        return self.ended("E1402", f"drawing used more than {format_size(allowed)} of memory", hint)

    def crashed(self, code: int, printed: str) -> _EndedError:
        """Return the error for a worker that crashed or was killed by the system."""
        if any(text in printed for text in _STARVED):
            return self.starved()
        if self._limits is not None and -code == getattr(signal, "SIGXCPU", None):
            return self.late(self._limits.job_seconds(self.faces))
        how = f"exit {code}"
        with contextlib.suppress(ValueError):
            how = signal.Signals(-code).name if code < 0 else how
        message = "elements are nested too deeply" if _NESTED in printed else f"the renderer crashed ({how})"
        return self.ended("E1403", message, "simplify the drawing")


def _error(about: dict[str, Any]) -> PnpError:
    """Return the error that was raised in the worker."""
    module, _, name = str(about["kind"]).partition(":")
    kind = getattr(importlib.import_module(module), name) if module.startswith("pnp.") else PnpError
    problems = _problems(about["problems"])
    if not (isinstance(kind, type) and issubclass(kind, PnpError)):
        raise CodecError(f"{name} is not an error of pnp")
    error = kind.__new__(kind, *problems)
    PnpError.__init__(error, *problems)
    return error


def _problems(listed: list[Any]) -> list[Problem]:
    value, objects = listed
    return list(decode(list[Problem], Message(value, objects, [])))


def _crash(about: list[Any], step: DrawingStep) -> Exception:
    """Return the error for an unexpected exception in the worker."""
    message, designers, trace = about
    if designers is not None:
        return RenderError(*_problems(designers))
    error = _EndedError(step, Problem(step.where, f"drawing failed: {message}", "simplify the drawing", code="E1403"))
    error.add_note(str(trace))
    return error


def _read(answers: IO[bytes], news: SimpleQueue[tuple[str, Any, list[bytes]]]) -> None:
    """Receive messages from a worker until it closes its output."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        while line := answers.readline(_LONGEST_LINE):
            message = json.loads(line)
            if sum(message["blobs"]) > _LARGEST_BLOBS:
                break
            blobs = [answers.read(length) for length in message["blobs"]]
            news.put((message["kind"], message["about"], blobs))
    news.put(("gone", None, []))


def _end(owner: int, process: subprocess.Popen[bytes], folder: Path, printed: IO[bytes]) -> None:
    if os.getpid() != owner:  # this process is a fork; the worker belongs to its parent
        return
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
    for pipe in (process.stdin, printed):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
    shutil.rmtree(folder, ignore_errors=True)
