"""Another process is waited for by what it does, not by the clock on the wall."""

from __future__ import annotations

import os

import pytest

from pnp import patience
from pnp.patience import Patience, seconds_taken


@pytest.mark.parametrize(
    ("waited", "worked", "over"),
    [
        (59, 59, False),
        (61, 61, True),
        (400, 20, False),  # a busy machine
        (61, 0.1, True),  # it does nothing
        (601, 20, True),
    ],
)
def test_a_busy_machine_fails_no_process(
    monkeypatch: pytest.MonkeyPatch, waited: float, worked: float, over: bool
) -> None:
    clock = {"wall": 1000.0, "process": 3.0}
    monkeypatch.setattr(patience, "monotonic", lambda: clock["wall"])
    monkeypatch.setattr(patience, "seconds_taken", lambda _: clock["process"])
    waiting = Patience(1, 60)
    clock["wall"] += waited
    clock["process"] += worked
    assert waiting.over is over
    waiting.renew()
    assert not waiting.over


def test_the_time_of_a_process_is_looked_up() -> None:
    assert seconds_taken(os.getpid()) > 0
    assert seconds_taken(2**22 + 1) == 0
