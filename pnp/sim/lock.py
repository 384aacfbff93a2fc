"""A file lock that one process can hold at a time; the operating system releases it when the process ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any


class LockTaken(Exception):  # noqa: N818 (nothing went wrong)
    """Raised when another process holds the lock."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock on a file; raise Taken immediately if another process has it. The file is never removed."""
    with path.open("ab") as file:
        try:
            _take(file.fileno())
        except (BlockingIOError, PermissionError):  # raised on Linux and on Windows
            raise LockTaken from None
        yield


def _take(handle: int) -> None:
    """Acquire the lock with the system's own call; raise OSError if it is taken."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:  # Windows locks the first byte of a file, even if the file is empty
        windows: Any = import_module("msvcrt")
        windows.locking(handle, windows.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
