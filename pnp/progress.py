"""Progress callbacks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Progress = Callable[[int, int], None]
"""A function that is called with the number of items done and the total."""
Stages = Callable[[str], AbstractContextManager[Progress]]
"""A function that takes the name of a stage and returns a context manager with its progress callback."""


def silent(done: int, total: int) -> None:
    """Ignore progress."""


def silent_stages(name: str) -> AbstractContextManager[Progress]:
    """Ignore the progress of all stages."""
    return nullcontext(silent)
