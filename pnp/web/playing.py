"""Test plays under way: each run is played by a process of its own, which the server starts, hears and stops.

Rules may be a designer's own code, and bots may think for a long time: neither can hold up the server. When the server
ends, however that happens, the process notices, keeps what is finished, and ends, too.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Any, Final, NamedTuple

from pnp.confine import python_process, read_problem
from pnp.errors import PnpError, Problem
from pnp.location import Location
from pnp.resources import Located
from pnp.web.jobs import Tools

TICK: Final = 0.1
"""Seconds between two looks whether a run should stop."""
PATIENCE: Final = 15.0
"""Seconds that a run may take to stop; bots may be in the middle of a long thought."""
STOP: Final = b"stop\n"


class RunOrder(NamedTuple):
    """What is to be played."""

    game: Located
    folder: Path
    """Where the runs of the game lie."""
    lang: str
    """The language of the report."""
    run: Path | None = None
    """The run to resume; without it, a new one."""
    games: int | None = None
    """How many games; None for a run that is resumed with as many as it started with."""
    players: int | None = None
    bots: str = ""
    options: tuple[tuple[str, str], ...] = ()
    seed: str = ""


def play_apart(order: RunOrder, tools: Tools) -> dict[str, Any]:
    """The name of a run, once it is played to its end; KeyboardInterrupt when it was stopped, with all games kept."""
    options: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}  # Ctrl-C is for the server
    process = python_process("pnp.web.player", **options)
    try:
        _write(process, pickle.dumps(order))
        return _hear(process, tools)
    finally:
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        process.kill()
        process.wait()


def _write(process: subprocess.Popen[bytes], content: bytes) -> None:
    if process.stdin is None:
        raise ValueError("no way to the process")
    with contextlib.suppress(OSError):  # it is gone: its end is heard
        process.stdin.write(f"{len(content)}\n".encode() + content if content != STOP else content)
        process.stdin.flush()


def _hear(process: subprocess.Popen[bytes], tools: Tools) -> dict[str, Any]:
    """Pass on what the process says, until it has done its work or was stopped."""
    news: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    Thread(target=_read, args=(process.stdout, news), daemon=True).start()
    stopping = 0.0
    while True:
        if tools.job.unwanted and not stopping:
            stopping = monotonic()
            _write(process, STOP)
        if stopping and monotonic() - stopping > PATIENCE:
            raise KeyboardInterrupt
        try:
            kind, about = news.get(timeout=TICK)
        except Empty:
            continue
        match kind:
            case "run":
                tools.job.result = about
            case "progress":
                tools.tell(*about)
            case "done":
                return {**tools.job.result, "done": True}
            case "stopped":
                raise KeyboardInterrupt
            case "problems":
                raise PnpError(*(read_problem(each) for each in about))
            case "gone":
                hint = "finished games are kept: resume the run"
                where = Location(game=tools.job.game)
                raise PnpError(Problem(where, "a worker process was killed", hint, code="E1403"))


def _read(said: IO[bytes], news: SimpleQueue[tuple[str, Any]]) -> None:
    with contextlib.suppress(OSError, ValueError):
        for line in said:
            kind, about = json.loads(line)
            news.put((kind, about))
    news.put(("gone", None))
