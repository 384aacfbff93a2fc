"""Commands of pnp that start at once: forked from a process that has loaded the modules of the workbench.

Loading modules took half of the time of a short test with a server. A forked server is like any other, but it has the
command line of the process that it was forked from.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, Final

PRELOADED: Final = (
    "pnp.cli.app",
    "pnp.web.app",
    "pnp.web.friends",
    "pnp.cli.table",
    "pnp.cli.commands.play",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.lifespan.on",
)
LONGEST: Final = 1_000_000
"""Maximum length of a request, in bytes."""
CAN_FORK: Final = sys.platform == "linux"


class ForkedProcess:
    """A forked command, with the attributes and methods of `subprocess.Popen` that tests use."""

    def __init__(self, words: tuple[str, ...], folder: Path, variables: Mapping[str, str]) -> None:
        reading, writing = os.pipe()
        request = {"words": words, "folder": str(folder), "variables": dict(variables)}
        try:
            self.pid: int = _ask(request, writing)
        finally:
            os.close(writing)
        self.stdout: IO[str] = os.fdopen(reading, encoding="utf-8")
        self.returncode: int | None = None
        self._exited = os.pidfd_open(self.pid)

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has exited."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process, unless it has exited."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process exits; return its exit code, negative for a signal."""
        if self.returncode is None:
            if not select.select([self._exited], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("pnp", timeout or 0)
            os.close(self._exited)
            self.returncode = _ask({"exited": self.pid})
        return self.returncode


def _ask(request: Mapping[str, object], *descriptors: int) -> int:
    """Send a request to the process that forks, which is started by the first."""
    line = _forker()
    socket.send_fds(line, [json.dumps(request).encode()], list(descriptors))
    return int(line.recv(100))


@cache
def _forker() -> socket.socket:
    """Start the process that forks; it ends with this one, because its line is closed then."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        subprocess.Popen(
            [sys.executable, "-m", __name__, str(its.fileno())], pass_fds=[its.fileno()], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, cwd=Path(__file__).parents[2],
        )  # fmt: skip
    return ours


def _fork_commands(line: socket.socket) -> None:
    """Answer requests until the line is closed; return in each forked process, which has its command in `sys.argv`."""
    while True:
        content, descriptors, _, _ = socket.recv_fds(line, LONGEST, 1)
        if not content:
            os._exit(0)
        request = json.loads(content)
        if "exited" in request:
            line.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(request["exited"], 0)[1]))
            continue
        [out] = descriptors
        forked = os.fork()
        if forked == 0:
            line.close()
            os.dup2(out, 1)
            os.dup2(out, 2)
            os.close(out)
            sys.stdout = os.fdopen(1, "w", closefd=False)  # the one for the null device cannot be reconfigured
            sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
            os.chdir(request["folder"])
            os.environ.clear()
            os.environ.update(request["variables"])
            sys.argv = ["pnp", *request["words"]]
            return
        os.close(out)
        line.send(b"%d" % forked)


if __name__ == "__main__":
    for name in PRELOADED:
        importlib.import_module(name)
    gc.freeze()
    _fork_commands(socket.socket(fileno=int(sys.argv[1])))
    importlib.import_module("pnp.cli").main()
