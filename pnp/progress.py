"""How long work tells how far it is: how much of how much is done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Progress = Callable[[int, int], None]
"""Told how many of how many are done."""
Stages = Callable[[str], AbstractContextManager[Progress]]
"""Opens the progress of a stage of the work by its name."""


def silent(done: int, total: int) -> None:
    """Nothing: nobody looks."""


def silent_stages(name: str) -> AbstractContextManager[Progress]:
    """Stages that nobody looks at."""
    return nullcontext(silent)
