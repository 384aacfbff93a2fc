"""Writing a table back: whole or not at all, and never over what somebody else has written meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from pnp.errors import PnpError, Problem, os_problem
from pnp.location import Location
from pnp.read import read_whole
from pnp.spec.reader import LARGEST_FILE
from pnp.tables.document import version_of
from pnp.write import written_atomically


class StaleError(PnpError):
    """A file that is no longer what was edited; it was not touched."""


def keep(path: Path, where: Location, content: bytes, version: str, root: Path) -> None:
    """Write a file that has this version now; StaleError where it has another, and it stays as it is.

    Where the path is a link, the file it leads to is written, inside `root` only; permissions stay as they are.
    """
    target = path.resolve()
    if not target.is_relative_to(root.resolve()):
        raise PnpError(Problem(where, "is a link that leaves the project's folder", code="E0107"))
    try:
        with _alone(target.parent):
            mode = stat.S_IMODE(target.stat().st_mode)
            with written_atomically(target, mode) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
                if version_of(read_whole(target, LARGEST_FILE)) != version:  # the last moment to see it
                    raise stale(where)
    except FileNotFoundError:
        raise stale(where, "has been deleted or renamed") from None
    except OSError as error:
        raise PnpError(os_problem(error, where, "cannot be written")) from None


def stale(where: Location, message: str = "has been changed since it was opened") -> StaleError:
    """Return the error for a file that is no longer what was edited."""
    return StaleError(Problem(where, message, "open it again, then repeat your edits", code="E0112"))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While this lasts, no other pnp saves a table in the folder, where the system can see to that."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:  # Windows cannot lock a folder
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network drives know no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
