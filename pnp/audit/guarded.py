"""Files read at arm's length: an audit runs in a worker, so a hostile file cannot hang or crash its caller."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.audit.kind import check_kind, unread
from pnp.errors import LimitError
from pnp.limits import Limits
from pnp.progress import Progress, silent
from pnp.worker.supervisor import run_in_worker

if TYPE_CHECKING:
    from pnp.audit.report import Report

PATIENCE: Final = 60.0
"""Seconds of processor time without progress after which reading a file is given up."""
MEMORY: Final = 4_000_000_000
"""Bytes that reading a file may take."""


def audit_guarded(
    path: Path, start: Path, progress: Progress = silent, patience: float = PATIENCE, *, allow_code: bool = False
) -> Report:
    """Audit a file in a worker; AuditError also when reading it hangs, crashes or needs too much memory."""
    from pnp.audit.audit import audit_file  # slow to load

    check_kind(path)  # a process for nothing takes a second
    try:
        limits = Limits(memory=MEMORY, step=patience)
        return run_in_worker(audit_file, limits, path, start, progress=progress, allow_code=allow_code)
    except LimitError as error:
        code = error.problems[0].code
        late = f"its reader made no progress for {patience:g} seconds"
        reasons = {"E1401": late, "E1402": "it needs too much memory"}
        raise unread(path, reasons.get(code, "its reader crashed, or sent an invalid answer"), code) from None
