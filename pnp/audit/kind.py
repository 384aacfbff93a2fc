"""The kind of a file: a look at its first bytes, which needs no process of its own."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import AuditError, Problem, os_problem
from pnp.location import Location


def check_kind(path: Path) -> int:
    """The size of a file that begins as a PDF does, in bytes; AuditError for anything else."""
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
