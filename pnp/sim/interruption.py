"""Ctrl-C while games are played: it is noted, and acted on where nothing is torn apart by it."""

from __future__ import annotations

import signal
import threading

from pnp.progress import Progress


class Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """Somebody interrupted a game."""


class Interruption:
    """Notes Ctrl-C instead of being torn away by it, so that what is counted stays whole."""

    def __init__(self) -> None:
        self.came = False
        self.main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Interruption:
        if self.main:
            self.before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self.main:
            signal.signal(signal.SIGINT, self.before)

    def heed(self, report: Progress, done: int, total: int) -> None:
        """Say how far the work is; a KeyboardInterrupt that comes of it is noted, too."""
        try:
            report(done, total)
        except KeyboardInterrupt:
            self.came = True

    def _note(self, number: int, frame: object) -> None:
        self.came = True
