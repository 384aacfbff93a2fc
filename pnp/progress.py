"""How long work tells how far it is: how much of how much is done."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told how many of how many are done."""


def silent(done: int, total: int) -> None:
    """Nothing: nobody looks."""
