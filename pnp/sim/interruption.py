"""Deferred Ctrl-C: an interruption is noted, then handled at a safe point."""

from __future__ import annotations

import signal
import threading

from pnp.worker.progress import Progress


class GameInterrupted(Exception):  # noqa: N818 (nothing went wrong)
    """Raised inside a game that was interrupted."""


class DeferredInterrupt:
    """A context manager that records Ctrl-C instead of raising KeyboardInterrupt, so that counts stay consistent."""

    def __init__(self) -> None:
        self.came = False
        self.main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> DeferredInterrupt:
        if self.main:
            self.before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self.main:
            signal.signal(signal.SIGINT, self.before)

    def heed(self, report: Progress, done: int, total: int) -> None:
        """Report progress; a KeyboardInterrupt raised by `report` is recorded as well."""
        try:
            report(done, total)
        except KeyboardInterrupt:
            self.came = True

    def _note(self, number: int, frame: object) -> None:
        self.came = True
