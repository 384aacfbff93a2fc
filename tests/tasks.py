"""Tasks for workers, good and bad."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.audit.report import Report
from pnp.errors import Location, Problem, SpecError
from pnp.geometry.units import Size
from pnp.pictures.pdf_pages import PagePart, PdfFile
from pnp.spec.selection import SelectionError
from pnp.worker.progress import Progress, begin_all, begin_step, expect_faces, one_by_one, silent
from pnp.worker.task import task

_kept: list[bytes] = []
ACE = Location(game="game", piece="ace", side="front")


@dataclass(frozen=True)
class Sum:
    """What `add` returns."""

    total: int
    process: int
    blobs: tuple[bytes, ...]


@task
def add(one: int, other: int, *, progress: Progress = silent) -> Sum:
    progress(1, 2)
    progress(2, 2)
    return Sum(one + other, os.getpid(), (b"\0\n" * 3, b""))


@task
def nap() -> int:
    time.sleep(0.5)
    return os.getpid()


@task
def look_round() -> list[str | None]:
    return [str(Path.cwd()), os.environ.get("TIDE"), sys.path[-1]]


@task
def refuse() -> None:
    where = Location("here", game="game", piece="a", side="front")
    raise SelectionError(Problem(where, "must be this", "so", found="that", code="E0204"))


@task
def stumble() -> None:
    begin_step(ACE)
    raise ValueError("no way")


@task
def talk() -> str:
    sys.stdout.write("a designer's own words\n")
    sys.stdout.flush()
    return sys.stdin.read()


@task
def spin() -> int:
    """Something that no signal of Python's can interrupt."""
    begin_step(ACE)
    return sum(range(10**12))


@task
def swell() -> None:
    begin_step(ACE)
    kept = []
    while True:
        kept.append(bytes(range(256)) * 40_000)


@task
def remember(size: int) -> int:
    """Takes that many bytes, and keeps them."""
    _kept.append(bytes([1]) * size)
    return os.getpid()


@task
def ask_for_all() -> int:
    begin_step(ACE)
    return len(bytearray(10**13))


@task
def wait() -> None:
    begin_step(ACE)
    time.sleep(1000)


@task
def crash() -> None:
    begin_step(ACE)
    os.kill(os.getpid(), signal.SIGSEGV)


def _face(card: str) -> Location:
    return Location(game="game", piece=card, side="front")


@task
def render_together(cards: list[str], bad: str) -> int:
    """Renders cards together, as typst does: one of them brings it down."""
    expect_faces(len(cards))
    for some in [[card] for card in cards] if one_by_one() else []:
        begin_all(map(_face, some))
        if bad in some:
            os.kill(os.getpid(), signal.SIGSEGV)
    begin_all(map(_face, cards))
    if bad in cards:
        os.kill(os.getpid(), signal.SIGSEGV)
    return len(cards)


def _note(notes: Path, *processes: int) -> None:
    notes.with_suffix(".new").write_text(" ".join(map(str, processes)))
    notes.with_suffix(".new").rename(notes)


@task
def start_another(notes: Path) -> int:
    """Writes down the ids of this process and of one that it has started, and goes on where no thread gets its turn."""
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    _note(notes, os.getpid(), other.pid)
    return sum(range(10**12))


@task
def fail_to_load() -> None:
    raise SpecError(Problem(Location("game.toml"), "has no title", code="E0203"))


@task(nested=True)
def read_for_ever(notes: Path) -> None:
    """Writes down the id of this process, and reads on."""
    _note(notes, os.getpid())
    while True:
        time.sleep(0.01)


@task(nested=True)
def nest() -> list[int]:
    """Starts a worker."""
    from pnp.worker.limits import DEFAULT_LIMITS
    from pnp.worker.supervisor import run_in_worker

    return [os.getpid(), run_in_worker(add, DEFAULT_LIMITS, 1, 1).process]


@task
def stay() -> list[int]:
    """Would have a worker, and has none: it is one."""
    from pnp.worker.limits import DEFAULT_LIMITS
    from pnp.worker.supervisor import run_in_worker

    return [os.getpid(), run_in_worker(add, DEFAULT_LIMITS, 1, 1).process]


@task(background=True, nested=True)
def go_on(notes: Path, *, begun: Callable[[str], None]) -> None:
    """Goes on until it is stopped, and then finishes what it is at."""
    _note(notes, os.getpid())
    try:
        begun("going")
        while True:
            time.sleep(0.01)
    except KeyboardInterrupt:
        notes.write_text("kept")
        raise


@task
def draw_part(content: bytes, part: PagePart) -> bytes:
    """Draws a part of a page of a PDF, as templates do."""
    return PdfFile(content, Location("cards.pdf")).picture(part, Size(63, 88), 100).content


@task
def crash_at_a_file(path: Path, start: Path, progress: Progress = silent, *, allow_code: bool = False) -> Report:
    """Stands in for an audit that a hostile file brings down."""
    os._exit(3)


@task
def forge_a_report(path: Path, start: Path, progress: Progress = silent, *, allow_code: bool = False) -> Report:
    """Stands in for an audit that a hostile file has taken over: it sends what the file beside it holds."""
    _send(path.with_suffix(".sent").read_bytes())
    raise AssertionError


class Trap:
    """Something that runs when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (self.path, "sprung")


@task
def forge(answer: str, trap: Path) -> Sum:
    """Sends an answer that no honest worker sends, past the codec."""
    begin_step(ACE)
    line = {
        "pickle": pickle.dumps(Trap(trap)) + b"\n",
        "class": plain_line("answer", [["pathlib", "Path", "/"], []]),
        "short": plain_line("answer", [0, [[1]]]),
        "text": plain_line("answer", [0, [["one", 2, []]]]),
        "number": plain_line("answer", [7, []]),
        "error": plain_line("problems", {"kind": "os:system", "problems": [[], []]}),
        "no error": plain_line("problems", {"kind": "pnp.errors:Location", "problems": [[], []]}),
        "step": plain_line("step", [{"file": "x", "shell": "y"}, 1]),
        "call": plain_line("call", ["nobody", [], []]),
        "huge": json.dumps({"kind": "answer", "about": [0, []], "blobs": [10**15]}).encode() + b"\n",
    }[answer]
    _send(line)
    raise AssertionError


def _send(line: bytes) -> None:
    for number in range(3, 40):
        with suppress(OSError):
            os.write(number, line)
    time.sleep(1000)


def plain_line(kind: str, about: object) -> bytes:
    return json.dumps({"kind": kind, "about": about, "blobs": []}).encode() + b"\n"
