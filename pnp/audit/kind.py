"""A quick check of the first bytes of a file, which needs no worker process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pnp.errors import AuditError, Location, PnpError, Problem, os_problem
from pnp.worker.progress import begin_step

HINT: Final = "the file is not as pnp build wrote it; build it again"


def check_is_pdf(path: Path) -> int:
    """Return the size of a file that starts like a PDF, in bytes; raise AuditError for anything else."""
    where = Location(str(path))
    try:
        size = path.stat().st_size
        if not path.is_file():
            message = "is a folder, not a PDF" if path.is_dir() else "is not a file"
            raise AuditError(Problem(where, message, code="E0102"))
        with path.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise AuditError(os_problem(error, where, "cannot be read")) from None
    if size == 0:
        raise AuditError(Problem(where, "is an empty file, not a PDF", code="E0801"))
    if b"%PDF-" not in head:
        raise AuditError(Problem(where, "is not a PDF", code="E0801"))
    return size


@contextmanager
def reading_errors(path: Path) -> Iterator[None]:
    """Report whatever an untrusted file does to its reader as an AuditError."""
    begin_step(Location(str(path)))
    try:
        yield
    except PnpError:
        raise
    except MemoryError:
        raise unreadable_error(path, "it needs too much memory", "E1402") from None
    except Exception as error:
        raise unreadable_error(path, f"its reader failed ({type(error).__name__})", "E0801") from error


def unreadable_error(path: Path, found: str, code: str) -> AuditError:
    """Return the error for a file that cannot be read."""
    return AuditError(Problem(Location(str(path)), "cannot be read", HINT, found=found, code=code))
