"""Save a table atomically, without overwriting changes that another program has made."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from pnp.errors import Location, PnpError, Problem, os_problem
from pnp.spec.reader import LARGEST_FILE
from pnp.store.files import open_atomically, read_file
from pnp.tables.document import content_hash


class StaleError(PnpError):
    """The file has been changed or deleted since it was opened; it was not written."""


def save_if_unchanged(path: Path, where: Location, content: bytes, version: str, root: Path) -> None:
    """Write a file if it still has this version; otherwise raise StaleError and leave it unchanged.

    If the path is a link, its target is written, which must be inside `root`. Permissions are preserved.
    """
    target = path.resolve()
    if not target.is_relative_to(root.resolve()):
        raise PnpError(Problem(where, "is a link that points outside the project's folder", code="E0107"))
    try:
        with _folder_lock(target.parent):
            mode = stat.S_IMODE(target.stat().st_mode)
            with open_atomically(target, mode) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
                if content_hash(read_file(target, LARGEST_FILE)) != version:  # as late as possible
                    raise stale_error(where)
    except FileNotFoundError:
        raise stale_error(where, "has been deleted or renamed") from None
    except OSError as error:
        raise PnpError(os_problem(error, where, "cannot be written")) from None


def stale_error(where: Location, message: str = "has been changed since it was opened") -> StaleError:
    """Return the error for a file that has been changed since it was opened."""
    return StaleError(Problem(where, message, "open it again, then repeat your edits", code="E0112"))


@contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """Lock a folder, where the system supports it, so that no other pnp process saves a table in it."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:  # Windows cannot lock a folder
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network drives do not support locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
