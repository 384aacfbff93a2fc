"""Files at arm's length: one is read in a process of its own, and cannot hang or crash this one."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeVar

from pnp.audit.report import Report
from pnp.cache import Cache
from pnp.errors import AuditError, PnpError, Problem
from pnp.progress import Progress, silent

PATIENCE: Final = 60.0
"""Seconds without a sign of life after which a file is given up."""
MEMORY: Final = 4_000_000_000
"""Bytes that reading a file may take beside its own, where the system can limit it."""
HINT: Final = "it is not as pnp build wrote it; build it again"

T = TypeVar("T")


def audit_guarded(
    path: Path,
    start: Path,
    cache: Cache,
    progress: Progress = silent,
    patience: float = PATIENCE,
    *,
    allow_code: bool = False,
) -> Report:
    """The report of a file; AuditError also when reading it takes for ever, crashes or needs too much memory."""
    return guarded(path, partial(_audit, path, start, cache, allow_code), progress, patience)


def _audit(path: Path, start: Path, cache: Cache, allow_code: bool, progress: Progress) -> Report:
    from pnp.audit.audit import audit_file  # loaded in the other process

    return audit_file(path, start, cache, progress, allow_code=allow_code)


def guarded(path: Path, read: Callable[[Progress], T], progress: Progress = silent, patience: float = PATIENCE) -> T:
    """What `read` makes of a file in another process; AuditError also when that hangs, crashes or needs too much."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    child = spawn.Process(target=_work, args=(path, read, theirs), daemon=True)
    child.start()
    theirs.close()
    try:
        while ours.poll(patience):
            kind, news = ours.recv()
            if kind == "error":
                raise news
            if kind == "result":
                result: T = news
                return result
            progress(*news)
        raise AuditError(Problem(str(path), "a file that can be read", f"nothing after {patience:g} seconds", HINT))
    except EOFError:
        raise AuditError(Problem(str(path), "a file that can be read", "a crash of the reader", HINT)) from None
    finally:
        child.kill()
        child.join()
        ours.close()


def _work(path: Path, read: Callable[[Progress], Any], news: Connection) -> None:
    """Read a file and send what happens."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        memory = MEMORY + 2 * path.stat().st_size  # pages of a file that is read count, too
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        news.send(("result", read(lambda done, total: news.send(("progress", (done, total))))))
    except MemoryError:
        problem = Problem(str(path), "a file that can be read", "one that needs too much memory", HINT)
        news.send(("error", AuditError(problem)))
    except PnpError as error:
        news.send(("error", error))
    except KeyboardInterrupt:
        pass
    except Exception as error:  # whatever a hostile file does to a reader, people get a line
        found = f"something that its reader stumbles over ({type(error).__name__})"
        news.send(("error", AuditError(Problem(str(path), "a file that can be read", found, HINT))))
