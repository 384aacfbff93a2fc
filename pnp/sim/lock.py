"""A lock on a file that only one process has at a time; the system takes it back however the process ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any


class Taken(Exception):  # noqa: N818 (nothing went wrong)
    """Somebody else has the lock."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """The lock, while it is needed; Taken at once when somebody else has it. The file stays and says nothing."""
    with path.open("ab") as file:
        try:
            _take(file.fileno())
        except (BlockingIOError, PermissionError):  # what Linux and what Windows says
            raise Taken from None
        yield


def _take(handle: int) -> None:
    """Take the lock with what this system has; OSError when it is taken."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:  # Windows: there the first byte of a file is locked, whether it is there or not
        windows: Any = import_module("msvcrt")
        windows.locking(handle, windows.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
