"""Patience with another process: how long it is waited for, by the processor time that it takes.

A clock on the wall would fail honest files on a machine that has much else to do.
"""

from __future__ import annotations

import contextlib
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import psutil

LONGER: Final = 10
"""However little processor time a process gets, it is given up after this many times as long."""
IDLE: Final = 0.01
"""The share of the time that a process works which does anything, on the busiest machine."""


def seconds_taken(process: int | psutil.Process | None) -> float:
    """Processor time that a process has taken; 0 where it is gone."""
    import psutil  # slow to load

    with contextlib.suppress(psutil.Error):
        taken = psutil.Process(process) if isinstance(process, int) else process
        if taken is not None:
            times = taken.cpu_times()
            return float(times.user + times.system)
    return 0.0


class Patience:
    """How long a process may take for its next answer."""

    def __init__(self, process: int, seconds: float) -> None:
        self._process, self._seconds = process, seconds
        self.renew()

    def renew(self) -> None:
        """Wait anew: it has answered."""
        self._began = monotonic(), seconds_taken(self._process)

    @property
    def over(self) -> bool:
        """Whether it took that much processor time without an answer, did nothing, or takes far too long."""
        waited = monotonic() - self._began[0]
        if waited < self._seconds:
            return False
        worked = seconds_taken(self._process) - self._began[1]
        return worked >= self._seconds or worked < IDLE * waited or waited > LONGER * self._seconds
