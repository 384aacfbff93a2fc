"""Audit files in a worker process, so that a hostile file cannot hang or crash the caller."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.audit.kind import check_is_pdf, unreadable_error
from pnp.errors import LimitError
from pnp.worker.limits import Limits
from pnp.worker.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker

if TYPE_CHECKING:
    from pnp.audit.report import Report

TIME_LIMIT: Final = 60.0
"""Limit of processor time without progress, in seconds."""
MEMORY: Final = 4_000_000_000
"""Limit of memory, in bytes."""


def audit_in_worker(
    path: Path, start: Path, progress: Progress = silent, patience: float = TIME_LIMIT, *, allow_code: bool = False
) -> Report:
    """Audit a file in a worker; raise AuditError also if reading it hangs, crashes or takes too much memory."""
    from pnp.audit.audit import audit_file  # slow to import

    check_is_pdf(path)  # starting a process in vain takes a second
    try:
        limits = Limits(memory=MEMORY, step=patience)
        return run_in_worker(audit_file, limits, path, start, progress=progress, allow_code=allow_code)
    except LimitError as error:
        code = error.problems[0].code
        late = f"its reader made no progress for {patience:g} seconds"
        reasons = {"E1401": late, "E1402": "it needs too much memory"}
        raise unreadable_error(path, reasons.get(code, "its reader crashed, or sent an invalid answer"), code) from None
