"""Work that is done in a process of its own, good and bad."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from pnp.confine import Handover
from pnp.errors import Problem, SpecError
from pnp.location import Location
from pnp.progress import Progress
from pnp.selection import SelectionError
from pnp.step import begin, begin_all, expect, one_by_one

_kept: list[bytes] = []
ACE = Location(game="game", piece="ace", side="front")


def add(one: int, other: int, *, progress: Progress) -> Handover:
    progress(1, 2)
    progress(2, 2)
    return Handover({"sum": one + other, "process": os.getpid()}, (b"\0\n" * 3, b""))


def nap(*, progress: Progress) -> Handover:
    time.sleep(0.5)
    return Handover({"process": os.getpid()})


def look_round(*, progress: Progress) -> Handover:
    return Handover([str(Path.cwd()), os.environ.get("TIDE"), sys.path[-1]])


def refuse(*, progress: Progress) -> Handover:
    where = Location("here", game="game", piece="a", side="front")
    raise SelectionError(Problem(where, "must be this", "so", found="that", code="E0204"))


def stumble(*, progress: Progress) -> Handover:
    begin(ACE)
    raise ValueError("no way")


def talk(*, progress: Progress) -> Handover:
    sys.stdout.write("a designer's own words\n")
    sys.stdout.flush()
    return Handover(sys.stdin.read())


def spin(*, progress: Progress) -> Handover:
    """Something that no signal of Python's can interrupt."""
    begin(ACE)
    return Handover(sum(range(10**12)))


def swell(*, progress: Progress) -> Handover:
    begin(ACE)
    kept = []
    while True:
        kept.append(bytes(range(256)) * 40_000)


def remember(size: int, *, progress: Progress) -> Handover:
    """Takes that many bytes, and keeps them."""
    _kept.append(bytes([1]) * size)
    return Handover(os.getpid())


def ask_for_all(*, progress: Progress) -> Handover:
    begin(ACE)
    return Handover(len(bytearray(10**13)))


def wait(*, progress: Progress) -> Handover:
    begin(ACE)
    time.sleep(1000)
    return Handover(None)


def crash(*, progress: Progress) -> Handover:
    begin(ACE)
    os.kill(os.getpid(), signal.SIGSEGV)
    return Handover(None)


def _face(card: str) -> Location:
    return Location(game="game", piece=card, side="front")


def render_together(cards: list[str], bad: str, *, progress: Progress) -> Handover:
    """Renders cards together, as typst does: one of them brings it down."""
    expect(len(cards))
    for some in [[card] for card in cards] if one_by_one() else []:
        begin_all(map(_face, some))
        if bad in some:
            os.kill(os.getpid(), signal.SIGSEGV)
    begin_all(map(_face, cards))
    if bad in cards:
        os.kill(os.getpid(), signal.SIGSEGV)
    return Handover(len(cards))


def start_another(notes: Path, *, progress: Progress) -> Handover:
    """Writes down the ids of this process and of one that it has started, and goes on where no thread gets its turn."""
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    notes.with_suffix(".new").write_text(f"{os.getpid()} {other.pid}")
    notes.with_suffix(".new").rename(notes)
    return Handover(sum(range(10**12)))


def fail_to_load(*, progress: Progress) -> Handover:
    raise SpecError(Problem(Location("game.toml"), "has no title", code="E0203"))


def read_for_ever(notes: Path, progress: Progress) -> None:
    """Writes down the id of this process, and reads on."""
    notes.with_suffix(".new").write_text(str(os.getpid()))
    notes.with_suffix(".new").rename(notes)
    while True:
        time.sleep(0.01)
