"""Saving edited files: complete or not at all, and only if no other program has changed them meanwhile."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from pnp.errors import Location, PnpError, Problem, os_problem
from pnp.project.folders import Project, bundled_project
from pnp.store.files import open_atomically, read_file

BUNDLED_DATA = "_data"
"""Folder of the bundled games in an installed pnp; in a checkout, they are a project like any other."""


class StaleError(PnpError):
    """The file has been changed or deleted since it was opened; it was not written."""


def content_hash(content: bytes) -> str:
    """Return a hash of a file's content, which shows whether the file has been changed."""
    return hashlib.sha256(content).hexdigest()


def write_protection(path: Path, project: Project) -> str:
    """Return why a file of a project cannot be written; empty if it can."""
    shipped = bundled_project().root
    if shipped.name == BUNDLED_DATA and project.root == shipped:
        return "the game comes with pnp; create your own with pnp new"
    try:
        writable = (
            path.stat().st_mode & 0o222 and os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK)
        )
    except OSError:
        return "the file cannot be read"
    return "" if writable else "the file is write-protected"


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
                if content_hash(read_file(target)) != version:  # as late as possible
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
    """Lock a folder, where the system supports it, so that no other pnp process saves a file in it."""
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
