"""Audits at arm's length: a file is read in a process of its own, and cannot hang or crash this one."""

from __future__ import annotations

import contextlib
import multiprocessing
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from pnp.audit.report import Report
from pnp.cache import Cache
from pnp.errors import AuditError, PnpError, Problem
from pnp.progress import Progress, silent

PATIENCE: Final = 60.0
"""Seconds without a sign of life after which a file is given up."""
MEMORY: Final = 4_000_000_000
"""Bytes that reading a file may take, where the system can limit it."""
HINT: Final = "it is not as pnp build wrote it; build it again"


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
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    child = spawn.Process(target=_work, args=(path, start, cache, theirs, allow_code), daemon=True)
    child.start()
    theirs.close()
    try:
        while ours.poll(patience):
            news = ours.recv()
            if isinstance(news, Report):
                return news
            if isinstance(news, PnpError):
                raise news
            progress(*news)
        raise AuditError(Problem(str(path), "a file that can be read", f"nothing after {patience:g} seconds", HINT))
    except EOFError:
        raise AuditError(Problem(str(path), "a file that can be read", "a crash of the reader", HINT)) from None
    finally:
        child.kill()
        child.join()
        ours.close()


def _work(path: Path, start: Path, cache: Cache, news: Connection, allow_code: bool) -> None:
    """Audit a file and send what happens."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    from pnp.audit.audit import audit_file

    try:
        report = audit_file(path, start, cache, lambda done, total: news.send((done, total)), allow_code=allow_code)
        news.send(report)
    except MemoryError:
        news.send(AuditError(Problem(str(path), "a file that can be read", "one that needs too much memory", HINT)))
    except PnpError as error:
        news.send(error)
    except KeyboardInterrupt:
        pass
    except Exception as error:  # whatever a hostile file does to a reader, people get a line
        found = f"something that its reader stumbles over ({type(error).__name__})"
        news.send(AuditError(Problem(str(path), "a file that can be read", found, HINT)))
