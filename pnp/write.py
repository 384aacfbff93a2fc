"""Atomic writing of files: the old content stays until the new content is complete."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pnp.read import check_regular


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file by replacing it with a complete temporary file."""
    with open_atomically(path) as file:
        file.write(content)


@contextlib.contextmanager
def open_atomically(path: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` at the end of the block, with these permissions if given."""
    with contextlib.suppress(FileNotFoundError):
        check_regular(path, sys.maxsize)  # replacing a device would remove it for all users
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(name, 0o666 & ~_umask() if mode is None else mode)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def folder_mode() -> int:
    """Return the default permissions of a new folder; temporary folders have fewer."""
    return 0o777 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
