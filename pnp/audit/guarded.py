"""Files at arm's length: one is read in a process of its own, and cannot hang or crash this one.

What that process sends is JSON: reading it runs nothing, whatever a hostile file made of its reader.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeVar

from pnp.audit.kind import check_kind
from pnp.audit.report import Report
from pnp.confine import die_with_parent, list_problem
from pnp.errors import AuditError, PnpError, Problem
from pnp.location import Location
from pnp.patience import Patience
from pnp.progress import Progress, silent

PATIENCE: Final = 60.0
"""Seconds of processor time without a sign of life after which a file is given up."""
TICK: Final = 0.5
"""Seconds between two looks at what the process does."""
MEMORY: Final = 4_000_000_000
"""Bytes that reading a file may take beside its own, where the system can limit it."""
LONGEST: Final = 256_000_000
"""Bytes of a message."""
HINT: Final = "it is not as pnp build wrote it; build it again"

Plain = Any
"""What JSON can say."""
T = TypeVar("T")


def audit_guarded(
    path: Path,
    start: Path,
    progress: Progress = silent,
    patience: float = PATIENCE,
    *,
    allow_code: bool = False,
) -> Report:
    """The report of a file; AuditError also when reading it takes for ever, crashes or needs too much memory."""
    from pnp.audit.wire import read_report  # its models are slow to load

    check_kind(path)  # a process for nothing takes a second
    return guarded(path, partial(_audit, path, start, allow_code), read_report, progress, patience)


def _audit(path: Path, start: Path, allow_code: bool, progress: Progress) -> Plain:
    from pnp.audit.audit import audit_file  # loaded in the other process
    from pnp.audit.wire import plain_report

    return plain_report(audit_file(path, start, progress, allow_code=allow_code))


def guarded(
    path: Path,
    read: Callable[[Progress], Plain],
    understand: Callable[[Plain], T],
    progress: Progress = silent,
    patience: float = PATIENCE,
) -> T:
    """What `understand` makes of the plain data that `read` gets from a file in another process.

    AuditError also when that hangs, crashes, needs too much, or sends what cannot be understood.
    """
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    child = spawn.Process(target=_work, args=(path, read, theirs), daemon=True)
    child.start()
    theirs.close()
    waiting = Patience(child.pid or 0, patience)
    try:
        while not waiting.over:
            if not ours.poll(min(TICK, patience)):
                continue
            kind, news = json.loads(ours.recv_bytes(LONGEST))
            waiting.renew()
            if kind == "error":
                raise _error(*news)
            if kind == "result":
                return understand(news)
            done, total = news
            progress(int(done), int(total))
        raise _unread(path, f"its reader made no progress for {patience:g} seconds", "E1401")
    except (EOFError, OSError):
        raise _unread(path, "its reader crashed", "E1403") from None
    except (ValueError, TypeError, LookupError, RecursionError):
        raise _unread(path, "its reader sent an invalid answer", "E0801") from None
    finally:
        child.kill()
        child.join()
        ours.close()


def _unread(path: Path, found: str, code: str) -> AuditError:
    return AuditError(Problem(Location(str(path)), "cannot be read", HINT, found=found, code=code))


def _error(kind: str, problems: list[list[Plain]]) -> PnpError:
    """Return the error that happened in the other process."""
    made = [
        Problem(_location(where), str(message), str(hint), found=str(found), code=str(code))
        for where, message, hint, found, code in problems
    ]
    return AuditError(*made) if kind == AuditError.__name__ else PnpError(*made)


def _location(plain: dict[str, Plain]) -> Location:
    """Return a location from plain data; raise TypeError for anything else."""
    where, empty = Location(**plain), vars(Location())
    if any(type(value) is not type(empty[name]) for name, value in vars(where).items()):
        raise TypeError("not a location")
    return where


def _work(path: Path, read: Callable[[Progress], Plain], news: Connection) -> None:
    """Read a file and send what happens."""
    die_with_parent()

    def send(kind: str, what: Plain) -> None:
        news.send_bytes(json.dumps([kind, what]).encode())

    def fail(error: PnpError) -> None:
        kind = AuditError if isinstance(error, AuditError) else PnpError
        send("error", [kind.__name__, [list_problem(each) for each in error.problems]])

    with contextlib.suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        memory = MEMORY + 2 * path.stat().st_size  # pages of a file that is read count, too
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        send("result", read(lambda done, total: send("progress", [done, total])))
    except MemoryError:
        fail(_unread(path, "it needs too much memory", "E1402"))
    except PnpError as error:
        fail(error)
    except KeyboardInterrupt:
        pass
    except Exception as error:  # whatever a hostile file does to a reader, people get a line
        fail(_unread(path, f"its reader failed ({type(error).__name__})", "E0801"))
