"""Reading files that others may have made: regular files only, and none larger than its reader can take.

A pipe would keep its reader waiting for ever, a device or a sparse file would fill the memory; both are told as the
system tells that a file cannot be read, so that every reader names the file in its own way.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, Final

from pnp.errors import UnfitFileError

LARGEST_SETTINGS: Final = 1_000_000
"""Bytes of what is written by hand, or kept for a user: specs, settings, memos."""
LARGEST_RUN: Final = 64_000_000
"""Bytes of a file of simulated games, packed or unpacked."""
LARGEST_FILE: Final = 512_000_000
"""Bytes of anything else."""
NONSENSE: Final = (
    OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip
"""What can happen when a file that cannot be read, or says nonsense, is taken for one of ours."""
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_KINDS: Final = {
    stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}  # fmt: skip


def read_whole(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """The content of a regular file; OSError, which says what is there instead, for anything else or a larger one."""
    _check(path.stat(), path, largest)
    with os.fdopen(os.open(path, _FLAGS), "rb") as file:
        _check(os.fstat(file.fileno()), path, largest)
        content = file.read(largest + 1)
    if len(content) > largest:  # it has grown, or it is one of those that the system makes up while they are read
        raise UnfitFileError(errno.EFBIG, f"it is larger than {size_told(largest)}", path)
    return content


def check_regular(path: Path, largest: int = LARGEST_FILE) -> None:
    """OSError where a path is no regular file, or a larger one; for those who open it by themselves."""
    _check(path.stat(), path, largest)


def read_json(content: bytes | str) -> Any:
    """What JSON says; ValueError, with a plain reason, where it cannot be read."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(what_is_wrong(error)) from None


def what_is_wrong(error: Exception) -> str:
    """Why a text cannot be read, for those who do not write Python."""
    if isinstance(error, RecursionError):
        return "lists or tables nested too deeply"
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return "a number of too many digits" if said.startswith("Exceeds the limit") else said


def size_told(size: int) -> str:
    """A number of bytes for people."""
    return f"{size / 1e6:,.0f} MB" if size >= 1_000_000 else f"{size / 1e3:,.0f} kB"


def _check(state: os.stat_result, path: Path, largest: int) -> None:
    kind = stat.S_IFMT(state.st_mode)
    if kind != stat.S_IFREG:
        raise UnfitFileError(errno.EINVAL, f"it is {_KINDS.get(kind, 'something else')}, not a file", path)
    if state.st_size > largest:
        size, most = size_told(state.st_size), size_told(largest)
        exact = size if size != most else f"{state.st_size:,} bytes"
        raise UnfitFileError(errno.EFBIG, f"it is larger than {most} ({exact})", path)
