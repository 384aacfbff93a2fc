"""Confinement: what comes from a project is drawn in a process of its own, which is ended at its limits and dies alone.

The process (`pnp.worker`) is started when there is something to draw, and kept for more of it. It says what it is
drawing; so a message can name the card that took too long, too much memory, or the renderer down. `pnp.limits` has the
limits. Processor time and memory are watched from here, on every system; on Linux and macOS the system itself ends a
process that takes too much time, and on Linux one that asks for too many addresses, too.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from pnp.errors import LimitError, PnpError, Problem, RenderError
from pnp.limits import STALLED, USUAL_LIMITS, Limits, machine_share, show_size
from pnp.location import Location
from pnp.patience import seconds_taken
from pnp.progress import Progress, silent
from pnp.step import DrawingStep

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import psutil

APART: bool = True
"""Whether work is done in another process; not in that process itself, nor where a test looks into the work."""
ITS_OWN: Final = frozenset({"TMPDIR", "TEMP", "TMP", "PYTHONPATH", "FONTCONFIG_FILE"})
"""Variables of the process that are not those of its parent."""
TICK: Final = 0.05
"""Seconds between two looks at what the process takes."""
SLOWEST: Final = 0.5
"""Seconds of processor time that a process which is not stalled takes now and then."""
TIRED: Final = 0.5
"""A process that has kept this share of its memory after its work is not kept for more."""
MOST_SAID: Final = 20_000
"""Signs of what a designer's code prints that are passed on."""
_LONGEST_LINE: Final = 50_000_000
_STARVED: Final = ("memory allocation of", "capacity overflow", "Cannot allocate memory")
"""What renderers say when they get no memory."""
_PR_SET_PDEATHSIG: Final = 1
_NESTED: Final = "overflowed its stack"


class Handover(NamedTuple):
    """What came of work: plain data, and bytes."""

    about: Any
    """What JSON can hold."""
    blobs: tuple[bytes, ...] = ()


class Work(NamedTuple):
    """What is to be done, and where."""

    task: str
    """A function by its module and name, `module:name`."""
    arguments: tuple[Any, ...]
    limits: Limits
    one_by_one: bool
    """Whether to find the one of several faces that cannot be drawn."""
    folder: str | None
    """The folder that the parent is in."""
    variables: dict[str, str]
    """Those of the parent, as they are now."""
    path: list[str]
    """Where modules are found."""


Task = Callable[..., Handover]
"""Takes its arguments, and the keyword `progress`."""


def confined(task: str, *arguments: object, limits: Limits = USUAL_LIMITS, progress: Progress = silent) -> Handover:
    """What a task makes of its arguments in a process of its own; `task` is its module and name, `module:name`.

    LimitError, naming what was drawn, when it takes too much time or memory, or brings the process down. Where several
    faces were rendered together, they are tried one by one to find which of them it was.
    """
    if not APART:
        return _found(task)(*arguments, progress=progress)
    try:
        return _confined(task, arguments, limits, progress, one_by_one=False)
    except _EndedError as ended:
        if ended.step.faces == 1:
            raise LimitError(ended.problem) from None
    try:
        return _confined(task, arguments, limits, silent, one_by_one=True)
    except _EndedError as ended:
        raise LimitError(ended.problem) from None


def _found(task: str) -> Task:
    module, _, name = task.partition(":")
    found: Task = getattr(importlib.import_module(module), name)
    return found


_stopped: ContextVar[Callable[[], bool]] = ContextVar("_stopped", default=lambda: False)
"""Whether nobody wants the work of this thread any more."""


class StoppedError(Exception):
    """Nobody wanted the work any more, and it was ended."""


@contextlib.contextmanager
def stopped_when(unwanted: Callable[[], bool]) -> Iterator[None]:
    """Within it, work that goes on in another process is ended as soon as nobody wants it; StoppedError then."""
    token = _stopped.set(unwanted)
    try:
        yield
    finally:
        _stopped.reset(token)


class _EndedError(Exception):
    """The process is no more."""

    def __init__(self, step: DrawingStep, problem: Problem) -> None:
        self.step, self.problem = step, problem


class _GoneError(Exception):
    """The process was gone before it began."""


def _confined(
    task: str, arguments: tuple[object, ...], limits: Limits, progress: Progress, *, one_by_one: bool
) -> Handover:
    folder = None
    _prefer(task)
    with contextlib.suppress(OSError):
        folder = str(Path.cwd())
    variables = {name: value for name, value in os.environ.items() if name not in ITS_OWN}
    work = Work(task, arguments, limits, one_by_one, folder, variables, _path())
    worker = _idle(limits)
    try:
        try:
            answer = worker.do(work, progress)
        except _GoneError:  # it was kept from earlier work, and somebody has ended it
            worker.close()
            worker = _Worker()
            answer = worker.do(work, progress)
    except PnpError:
        _keep(worker, limits)
        raise
    except BaseException:  # an interruption, too: nothing may go on
        worker.close()
        raise
    _keep(worker, limits)
    return answer


_waiting: Final[list[_Worker]] = []
"""Processes without work."""


def _idle(limits: Limits) -> _Worker:
    while _waiting:
        with contextlib.suppress(IndexError):  # another thread took it
            worker = _waiting.pop()
            if worker.owner != os.getpid():
                continue
            if not _tired(worker, limits):
                return worker
            worker.close()
    return _Worker()


def _keep(worker: _Worker, limits: Limits) -> None:
    """Have a process wait for more work; one that has grown fat is ended."""
    if _tired(worker, limits):
        worker.close()
    else:
        _waiting.append(worker)


def _tired(worker: _Worker, limits: Limits) -> bool:
    return worker.memory() >= TIRED * limits.job_memory(0)


def _prefer(task: str) -> None:
    """Have the process taken next that has done a task before: it has at hand what that takes."""
    for worker in reversed(_waiting.copy()):
        if task in worker.tasks:
            with contextlib.suppress(ValueError):  # another thread took it
                _waiting.remove(worker)
                _waiting.append(worker)
            return


def end_all() -> None:
    """End the processes that wait for work."""
    while _waiting:
        _waiting.pop().close()


def python_process(
    module: str, variables: Mapping[str, str] = MappingProxyType({}), **options: Any
) -> subprocess.Popen[bytes]:
    """A module of ours run by itself, which finds what this process finds; pipes lead to it and from it."""

    def begin() -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 (our own module; -P keeps the folder we are in out of it)
            [sys.executable, "-P", "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **variables, "PYTHONPATH": os.pathsep.join(_path())}, **options,
        )  # fmt: skip

    return begin() if current_thread() is main_thread() else _nursery().submit(begin).result()


@cache
def _nursery() -> Executor:
    """A thread that processes are started in and that never ends: Linux ends them with the thread that started them."""
    from concurrent.futures import ThreadPoolExecutor  # commands do without it

    return ThreadPoolExecutor(1)


def die_with_parent() -> None:
    """Have the system end this process when its parent is gone, where it can."""
    with contextlib.suppress(OSError, AttributeError):
        if sys.platform == "linux":
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _path() -> list[str]:
    """Where modules are found, whatever the folder."""
    found = [str(Path(__file__).parents[1]), *(folder for folder in sys.path if Path(folder).is_absolute())]
    return list(dict.fromkeys(found))


class _Worker:
    """A process that draws, and what is known of it."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._folder = Path(tempfile.mkdtemp(prefix="pnp-"))
        self._said = (self._folder / "said").open("w+b")
        variables = {"TMPDIR": str(self._folder), "TEMP": str(self._folder), "TMP": str(self._folder)}
        options: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        self._process = python_process("pnp.worker", variables, stderr=self._said, **options)
        self._news: SimpleQueue[tuple[str, Any, tuple[bytes, ...]]] = SimpleQueue()
        Thread(target=_read, args=(self._process.stdout, self._news), daemon=True).start()
        self.close = weakref.finalize(self, _end, self.owner, self._process, self._folder, self._said)
        """Ends the process, and those that it has started."""
        import psutil  # slow to load, and meanwhile the process loads, too

        self.tasks: set[str] = set()
        """What it has done before."""
        self._taken: psutil.Process | None = None
        with contextlib.suppress(psutil.Error):
            self._taken = psutil.Process(self._process.pid)

    def do(self, work: Work, progress: Progress) -> Handover:
        """What comes of work; PnpError as it is raised there, _EndedError where the process ends before its work."""
        self.tasks.add(work.task)
        self._send(pickle.dumps(work))
        watch = _Watch(work.limits, self.seconds())
        begun, unwanted, looked = False, _stopped.get(), 0.0
        while True:
            if unwanted():
                raise StoppedError
            try:
                kind, about, blobs = self._news.get(timeout=TICK)
            except Empty:
                kind = "nothing"
            if kind == "gone" and not begun:
                raise _GoneError
            if self._process.returncode is None and monotonic() - looked >= TICK:
                looked = monotonic()
                watch.look(self.seconds(), self.memory())
            match kind:
                case "step":
                    where, faces = about
                    watch.step, watch.step_began = DrawingStep(Location(**where), faces), self.seconds()
                case "faces":
                    watch.faces = about
                case "progress":
                    progress(*about)
                case "answer":
                    self._pass_on()
                    return Handover(about, blobs)
                case "problems":
                    self._pass_on()
                    raise _error(about)
                case "starved":
                    raise watch.starved()
                case "crash":
                    raise _crash(about, watch.step)
                case "gone":
                    raise watch.crashed(self._process.wait(), self._heard())
            if kind != "nothing":
                begun = True
                watch.awake()

    def seconds(self) -> float:
        """Processor time that it has taken."""
        return seconds_taken(self._taken)

    def memory(self) -> int:
        """Bytes that it takes."""
        import psutil

        if self._taken is not None:
            with contextlib.suppress(psutil.Error):
                return int(self._taken.memory_info().rss)
        return 0

    def _send(self, work: bytes) -> None:
        if self._process.stdin is None:
            raise ValueError("no way to the process")
        try:
            self._process.stdin.write(f"{len(work)}\n".encode() + work)
            self._process.stdin.flush()
        except OSError:
            raise _GoneError from None

    def _heard(self) -> str:
        """What it has printed since somebody listened."""
        self._said.seek(0)
        said = self._said.read(MOST_SAID).decode("utf-8", "replace")
        self._said.seek(0)
        self._said.truncate()
        return said

    def _pass_on(self) -> None:
        """Show what a designer's own code has printed."""
        said = self._heard()
        if said and "panicked at" not in said:  # that is said as a problem
            sys.stderr.write(said)


class _Watch:
    """What work may take, and what it is at."""

    def __init__(self, limits: Limits, began: float) -> None:
        self._limits, self._began = limits, began
        self.step = DrawingStep(Location(detail="the project's files"))
        self.step_began = began
        self.faces = 0
        self._moved = monotonic(), began

    def awake(self) -> None:
        """Note a sign of life."""
        self._moved = monotonic(), self._moved[1]

    def look(self, seconds: float, memory: int) -> None:
        """_EndedError where the process has taken more than it may."""
        if memory > self._limits.job_memory(self.faces):
            raise self.starved()
        allowed = self._limits.step_seconds(self.step.faces)
        if seconds - self.step_began > allowed:
            raise self.late(allowed)
        allowed = self._limits.job_seconds(self.faces)
        if seconds - self._began > allowed:
            raise self.late(allowed, f" for a game of {self.faces} faces" if self.faces else "")
        if seconds - self._moved[1] > SLOWEST:
            self._moved = monotonic(), seconds
        elif monotonic() - self._moved[0] > STALLED:
            raise self._ended("E1401", f"drawing made no progress for {STALLED:g} seconds")

    def _ended(self, code: str, message: str, hint: str = "") -> _EndedError:
        return _EndedError(self.step, Problem(self.step.where, message, hint, code=code))

    def late(self, allowed: float, what: str = "") -> _EndedError:
        """It took too long."""
        hint = f"make it simpler, or allow it more in pnp.toml: [limits] seconds = {max(300, round(4 * allowed))}"
        return self._ended("E1401", f"drawing took more than {allowed:g} seconds of processor time{what}", hint)

    def starved(self) -> _EndedError:
        """It took too much memory."""
        allowed = self._limits.job_memory(self.faces)
        hint = f'make it simpler, or allow it more in pnp.toml: [limits] memory = "{show_size(2 * allowed)}"'
        if 2 * allowed > machine_share():
            hint = "make it simpler; this machine has little more"
        return self._ended("E1402", f"drawing took more than {show_size(allowed)} of memory", hint)

    def crashed(self, code: int, said: str) -> _EndedError:
        """It ended by itself, or the system ended it."""
        if any(sign in said for sign in _STARVED):
            return self.starved()
        if -code == getattr(signal, "SIGXCPU", None):
            return self.late(self._limits.job_seconds(self.faces))
        how = f"exit {code}"
        with contextlib.suppress(ValueError):
            how = signal.Signals(-code).name if code < 0 else how
        message = "elements are nested too deeply" if _NESTED in said else f"the renderer crashed ({how})"
        return self._ended("E1403", message, "make it simpler")


def _error(about: dict[str, Any]) -> PnpError:
    """The error that was raised in the process."""
    module, _, name = str(about["kind"]).partition(":")
    kind = getattr(importlib.import_module(module), name) if module.startswith("pnp.") else PnpError
    problems = tuple(read_problem(each) for each in about["problems"])
    error: PnpError = kind.__new__(kind, *problems)
    PnpError.__init__(error, *problems)
    return error


def list_problem(problem: Problem) -> list[Any]:
    """A problem as plain data."""
    return [problem.where.plain(), problem.message, problem.hint, problem.found, problem.code]


def read_problem(listed: list[Any]) -> Problem:
    """A problem from plain data."""
    where, message, hint, found, code = listed
    return Problem(Location(**where), message, hint, found=found, code=code)


def _crash(about: list[Any], step: DrawingStep) -> Exception:
    """What is raised when something that nobody has foreseen was raised in the process."""
    said, designers, trace = about
    if designers is not None:
        return RenderError(read_problem(designers))
    error = _EndedError(step, Problem(step.where, f"drawing failed: {said}", "make it simpler", code="E1403"))
    error.add_note(trace)
    return error


def _read(answers: IO[bytes], news: SimpleQueue[tuple[str, Any, tuple[bytes, ...]]]) -> None:
    """Take in what the process says, until it says nothing more."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        while line := answers.readline(_LONGEST_LINE):
            message = json.loads(line)
            blobs = tuple(answers.read(length) for length in message["blobs"])
            news.put((message["kind"], message["about"], blobs))
    news.put(("gone", None, ()))


def _end(owner: int, process: subprocess.Popen[bytes], folder: Path, said: IO[bytes]) -> None:
    if os.getpid() != owner:  # of a process that this one was forked from
        return
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()
    for pipe in (process.stdin, said):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
    shutil.rmtree(folder, ignore_errors=True)
