"""Several processes draw an export: when one of them fails, or somebody interrupts, none of them goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from pnp.errors import SpecError
from pnp.export import job
from pnp.export.job import ExportPart, make_part, run_parts
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.progress import silent
from pnp.worker.supervisor import end_all
from tests import tasks

SOON = 20.0
"""Seconds; the parts below would go on for longer."""
REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    end_all()
    job._worker_threads.cache_clear()


def processes() -> set[int]:
    found = set()
    for each in psutil.Process().children():
        with suppress(psutil.Error):  # it may just have ended
            if "pnp.worker" in " ".join(each.cmdline()):
                found.add(each.pid)
    return found


def test_parts_come_in_their_order_and_count_their_faces() -> None:
    told: list[tuple[int, int]] = []
    parts: list[ExportPart[object]] = [
        make_part(2, 0, tasks.nap),
        *(make_part(1, 0, tasks.add, 1, n) for n in range(4)),
    ]
    made = run_parts(parts, DEFAULT_LIMITS, lambda done, total: told.append((done, total)))
    assert [each.total if isinstance(each, tasks.Sum) else None for each in made] == [None, 1, 2, 3, 4]
    assert told == [(2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]


def test_when_one_fails_the_others_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "MAX_WORKERS", 2)
    parts = [make_part(1, 0, tasks.wait), make_part(1, 0, tasks.fail_to_load)]
    before, began = processes(), time.monotonic()
    with pytest.raises(SpecError, match=r"game\.toml has no title"):
        list(run_parts(parts, DEFAULT_LIMITS, silent))
    while len(processes() - before) > 1 and time.monotonic() - began < SOON:  # the one that failed is kept
        time.sleep(0.05)
    assert time.monotonic() - began < SOON


SCRIPT = """
import signal
from pnp.export.job import run_parts, make_part
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import run_in_worker
from tests import tasks
signal.signal(signal.SIGINT, signal.default_int_handler)
run_in_worker(tasks.add, DEFAULT_LIMITS, 1, 1)  # as an export does first: that process is then reused for the parts
print("begun", flush=True)
list(run_parts([make_part(1, 0, tasks.wait)] * 4, DEFAULT_LIMITS, lambda done, total: None))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interruption_is_not_kept_waiting() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    try:
        process.wait(SOON)
    finally:
        process.kill()
        process.stdout.close()
