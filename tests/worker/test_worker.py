"""Workers: a task ends at its limits, alone, and the message names the card; what it answers is plain data."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
import pytest

import pnp
from pnp.config import read_config
from pnp.errors import LimitError, Location, PnpError, SpecError
from pnp.project.folders import Project
from pnp.spec.selection import SelectionError
from pnp.worker import supervisor
from pnp.worker.codec import CodecError
from pnp.worker.limits import (
    DEFAULT_LIMITS,
    MEMORY,
    MOST_SECONDS,
    SECONDS,
    Limits,
    format_size,
    max_machine_memory,
    read_size,
)
from pnp.worker.supervisor import StoppedError, end_all, run_in_worker, stop_when
from tests import tasks
from tests.cli.command import Command

SOON = 20.0
"""Time after which an ended process must be gone, in seconds; the machine may be busy."""
REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    end_all()


def gone(process: int) -> bool:
    """Whether a process is gone before long."""
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        if not psutil.pid_exists(process) or psutil.Process(process).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def add(one: int, other: int, limits: Limits = DEFAULT_LIMITS) -> tasks.Sum:
    return run_in_worker(tasks.add, limits, one, other)


def test_work_is_done_in_another_process_that_is_kept_for_more() -> None:
    told: list[tuple[int, int]] = []
    first = run_in_worker(
        tasks.add, DEFAULT_LIMITS, 2, other=3, progress=lambda done, total: told.append((done, total))
    )
    assert first.total == 5
    assert first.blobs == (b"\0\n\0\n\0\n", b"")
    assert told == [(1, 2), (2, 2)]
    second = add(2, 4)
    assert second.total == 6
    assert second.process == first.process != os.getpid()


def test_only_tasks_are_run() -> None:
    with pytest.raises(TypeError, match="not a task"):
        run_in_worker(os.getpid, DEFAULT_LIMITS)


def test_arguments_have_the_types_that_a_task_declares() -> None:
    with pytest.raises(CodecError):
        add(1, "two")  # type: ignore[arg-type]
    assert add(1, 1).total == 2


def test_a_process_that_a_thread_has_started_outlives_the_thread() -> None:
    end_all()
    found: list[tasks.Sum] = []
    thread = Thread(target=lambda: found.append(add(1, 1)))
    thread.start()
    thread.join()
    time.sleep(0.2)  # Linux ends it at once, if it does
    assert add(1, 2).process == found[0].process


def test_the_process_that_has_done_the_same_before_does_it_again() -> None:
    end_all()
    with ThreadPoolExecutor(2) as pool:  # two at a time, so that there are two
        adding, napping = pool.submit(add, 1, 1), pool.submit(run_in_worker, tasks.nap, DEFAULT_LIMITS)
    adder, napper = adding.result().process, napping.result()
    assert adder != napper
    for _ in range(2):
        assert run_in_worker(tasks.nap, DEFAULT_LIMITS) == napper
        assert add(1, 2).process == adder
    run_in_worker(tasks.look_round, DEFAULT_LIMITS)  # what one of them does in between makes no difference
    assert run_in_worker(tasks.nap, DEFAULT_LIMITS) == napper
    assert add(1, 2).process == adder


def test_the_process_finds_what_its_parent_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_in_worker(tasks.look_round, DEFAULT_LIMITS)[1] is None
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIDE", "low")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert run_in_worker(tasks.look_round, DEFAULT_LIMITS) == [str(tmp_path), "low", str(tmp_path)]
    monkeypatch.delenv("TIDE")
    assert run_in_worker(tasks.look_round, DEFAULT_LIMITS)[1] is None


def test_problems_come_back_as_they_are() -> None:
    with pytest.raises(SelectionError) as caught:
        run_in_worker(tasks.refuse, DEFAULT_LIMITS)
    [problem] = caught.value.problems
    assert str(problem) == "here: game: a (front) must be this, not that [E0204]\n  hint: so"
    assert problem.where == Location("here", game="game", piece="a", side="front")


def test_what_nobody_foresaw_names_the_card_and_keeps_the_traceback_for_those_who_ask() -> None:
    with pytest.raises(LimitError, match=r"game: ace \(front\): drawing failed: ValueError: no way"):
        run_in_worker(tasks.stumble, DEFAULT_LIMITS)


def test_what_a_designers_code_prints_is_shown_and_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_in_worker(tasks.talk, DEFAULT_LIMITS) == "", "there is nothing to read, either"
    assert capfd.readouterr().err == "a designer's own words\n"


def test_processor_time_is_limited_even_where_python_cannot_be_interrupted() -> None:
    late = r"^game: ace \(front\): drawing took more than 1 seconds of CPU time"
    with pytest.raises(LimitError, match=late) as caught:
        run_in_worker(tasks.spin, Limits(seconds=1))
    assert "pnp.toml: [limits] seconds = " in str(caught.value)
    assert add(1, 1).total == 2, "the next work is done by another process"


def test_memory_is_limited() -> None:
    fat = r"^game: ace \(front\): drawing used more than 300 MB of memory"
    with pytest.raises(LimitError, match=fat) as caught:
        run_in_worker(tasks.swell, Limits(memory=300_000_000))
    assert 'pnp.toml: [limits] memory = "600 MB"' in str(caught.value)


def test_more_memory_than_there_are_addresses_is_the_same_mistake() -> None:
    with pytest.raises(LimitError, match=r"^game: ace \(front\): drawing used more than 300 MB of memory"):
        run_in_worker(tasks.ask_for_all, Limits(memory=300_000_000))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the system has no such limits")
def test_the_system_itself_ends_a_process_that_its_parent_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.worker.supervisor._TaskMonitor.look", lambda *_: None)
    with pytest.raises(LimitError, match=r"more than 1 seconds of CPU time"):
        run_in_worker(tasks.spin, Limits(seconds=1))


def test_a_process_that_does_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    add(1, 1)  # starting takes longer than that on a busy machine
    monkeypatch.setattr(supervisor, "STALL_TIMEOUT", 1.0)
    with pytest.raises(LimitError, match=r"ace \(front\): drawing made no progress for 1 seconds"):
        run_in_worker(tasks.wait, DEFAULT_LIMITS)


def test_a_task_without_limits_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "STALL_TIMEOUT", 0.1)
    assert run_in_worker(tasks.nap, None) != os.getpid()


def test_a_crash_is_a_line_and_does_not_crash_pnp() -> None:
    with pytest.raises(LimitError, match=r"ace \(front\): the renderer crashed"):
        run_in_worker(tasks.crash, DEFAULT_LIMITS)


def test_of_cards_that_are_rendered_together_the_bad_one_is_found() -> None:
    with pytest.raises(LimitError, match=r"^game: two \(front\): the renderer crashed"):
        run_in_worker(tasks.render_together, DEFAULT_LIMITS, ["one", "two", "six"], "two")
    assert run_in_worker(tasks.render_together, DEFAULT_LIMITS, ["a", "b"], "two") == 2


def test_a_worker_has_workers_only_where_its_task_says_so() -> None:
    own, inner = run_in_worker(tasks.nest, DEFAULT_LIMITS)
    assert own != inner
    assert gone(own), "it is not kept for more, and neither is its own"
    assert gone(inner)
    own, inner = run_in_worker(tasks.stay, DEFAULT_LIMITS)
    assert own == inner


@pytest.mark.parametrize("answer", ["pickle", "class", "short", "text", "number", "no error", "step", "call", "huge"])
def test_whatever_a_worker_sends_is_only_read(answer: str, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    with pytest.raises(LimitError) as caught:
        run_in_worker(tasks.forge, DEFAULT_LIMITS, answer, trap)
    assert caught.value.problems[0].code == "E1403"
    assert not trap.exists()


def test_an_error_of_a_class_that_is_not_ours_is_an_error_of_pnp(tmp_path: Path) -> None:
    with pytest.raises(PnpError) as caught:
        run_in_worker(tasks.forge, DEFAULT_LIMITS, "error", tmp_path)
    assert type(caught.value) is PnpError


def test_a_background_task_finishes_what_it_is_at_when_it_is_stopped(tmp_path: Path) -> None:
    notes, begun = tmp_path / "notes", list[str]()
    with pytest.raises(StoppedError), stop_when(lambda: bool(begun)):
        run_in_worker(tasks.go_on, None, notes, begun=begun.append)
    assert begun == ["going"]
    assert notes.read_text() == "kept"


SCRIPT = """
import signal, sys
from pathlib import Path
from pnp.worker.limits import DEFAULT_LIMITS
from pnp.worker.supervisor import run_in_worker
from tests import tasks
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background of a shell
named = {"begun": print} if sys.argv[1] == "go_on" else {}
run_in_worker(getattr(tasks, sys.argv[1]), None if named else DEFAULT_LIMITS, Path(sys.argv[2]), **named)
"""


def start(task: str, notes: Path) -> subprocess.Popen[bytes]:
    """A process that has a task run, once its worker has written down its id."""
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, task, str(notes)], cwd=REPOSITORY, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    end = time.monotonic() + SOON
    while not notes.is_file() and time.monotonic() < end:
        time.sleep(0.02)
    return parent


@pytest.mark.sampled(2)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process ends when it next looks up")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_process_ends_with_its_parent_and_takes_its_own_along(tmp_path: Path, number: signal.Signals) -> None:
    notes = tmp_path / "notes"
    parent = start("start_another", notes)
    child, grandchild = map(int, notes.read_text().split())
    try:
        parent.send_signal(number)
        parent.wait(SOON)
        assert gone(child)
        if number is signal.SIGINT:  # the parent ends all of them; killed itself, it can end nobody
            assert gone(grandchild)
    finally:
        for process in (child, grandchild):
            with suppress(psutil.NoSuchProcess):
                psutil.Process(process).kill()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process ends when it next says something")
def test_the_reader_of_an_audit_ends_with_its_parent(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    parent = start("read_for_ever", notes)
    parent.kill()
    parent.wait(SOON)
    assert gone(int(notes.read_text()))


def test_a_background_task_finishes_what_it_is_at_when_its_parent_is_killed(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    parent = start("go_on", notes)
    child = int(notes.read_text())
    parent.kill()
    parent.wait(SOON)
    assert gone(child)
    assert notes.read_text() == "kept"


def test_nothing_is_left_when_all_is_done(tmp_path: Path) -> None:
    script = (
        "from pnp.worker.limits import DEFAULT_LIMITS; from pnp.worker.supervisor import run_in_worker\n"
        "from tests import tasks\n"
        "print(run_in_worker(tasks.add, DEFAULT_LIMITS, 1, 2).process)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=REPOSITORY,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert gone(int(done.stdout))
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_was_ended_while_it_waited_is_replaced() -> None:
    process = add(1, 1).process
    os.kill(process, signal.SIGKILL)
    assert gone(process)
    assert add(1, 2).total == 3


def test_a_process_that_has_grown_fat_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "REUSE_MEMORY_SHARE", 0.0)
    assert gone(add(1, 1).process)


def test_work_with_less_memory_gets_a_process_that_is_not_fat_from_other_work() -> None:
    first = run_in_worker(tasks.remember, DEFAULT_LIMITS, 150_000_000)
    assert add(1, 1, Limits(memory=200_000_000)).process != first
    assert gone(first)


def test_limits_grow_with_the_number_of_faces_and_never_past_the_machine() -> None:
    usual = Limits()
    assert usual.job_seconds(0) == SECONDS
    assert usual.job_seconds(100) > usual.job_seconds(10) > SECONDS
    assert usual.step_seconds(128) > usual.step_seconds(1)
    assert usual.job_memory(500) > usual.job_memory(0) == min(MEMORY, max_machine_memory())
    assert Limits(memory=10**15).job_memory(0) == max_machine_memory() < psutil.virtual_memory().total
    assert Limits(seconds=7).job_seconds(10**6) == Limits(seconds=7).step_seconds(1) == 7
    assert Limits(step=60).step_seconds(1) == 60 < Limits(step=60).job_seconds(0) == MOST_SECONDS


@pytest.mark.parametrize(("text", "size"), [("2 GB", 2 * 10**9), ("1.5GB", 15 * 10**8), ("800 MB", 8 * 10**8)])
def test_memory_is_written_as_people_do(text: str, size: int) -> None:
    assert read_size(text) == size
    assert read_size(format_size(size)) == size


@pytest.mark.parametrize("text", ["2", "2 TB", "-2 GB", "2 GB of it", "", "9999999 GB"])
def test_other_sizes_are_refused(text: str) -> None:
    assert read_size(text) is None


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("limits = 3", 'limits must be a table with seconds and memory, not "3"'),
        ("[limits]\ntime = 3", 'must be a table with seconds and memory, not "time"'),
        ("[limits]\nseconds = 0", 'must be seconds from 1 to 7200, not "0"'),
        ("[limits]\nseconds = true", 'must be seconds from 1 to 7200, not "True"'),
        ("[limits]\nseconds = nan", "must be seconds from 1 to 7200"),
        ('[limits]\nmemory = "1 MB"', 'must be memory from 200 MB to 64 GB, not "1 MB"'),
        ("[limits]\nmemory = 2", 'must be memory from 200 MB to 64 GB, not "2"'),
    ],
)
def test_wrong_limits_in_pnp_toml(copied: Project, said: str, expected: str) -> None:
    (copied.root / "pnp.toml").write_text(said, "utf-8")
    with pytest.raises(SpecError) as caught:
        read_config(copied)
    assert expected in str(caught.value)


def test_limits_of_pnp_toml_are_read(copied: Project) -> None:
    (copied.root / "pnp.toml").write_text('[limits]\nseconds = 600\nmemory = "4 GB"', "utf-8")
    assert read_config(copied).limits == Limits(600, 4 * 10**9)


DOUBLING = """{% set all = namespace(x="x") %}
{% for i in range(60) %}{% set all.x %}{{ all.x }}{{ all.x }}{% endset %}{% endfor %}"""


def test_a_bomb_names_its_card_and_leaves_earlier_files(copied: Project, pnp: Command) -> None:
    code, _, err = pnp("build", "lowtide", cwd=copied.root)
    assert (code, err) == (0, "")
    before = {path: path.read_bytes() for path in copied.root.glob("output/*/*")}
    assert before
    template = copied.templates / "lowtide" / "tide.svg.j2"
    template.write_text(
        template.read_text("utf-8").replace("{% block body %}", f"{{% block body %}}{DOUBLING}"), "utf-8"
    )
    (copied.root / "pnp.toml").write_text('[limits]\nmemory = "400 MB"', "utf-8")
    code, _, err = pnp("build", "lowtide", cwd=copied.root)
    assert code == 1
    assert err.startswith(
        "lowtide: tide-1 (front): drawing used more than 400 MB of memory [E1402]\n  hint: simplify it"
    )
    assert {path: path.read_bytes() for path in copied.root.glob("output/*/*")} == before


@pytest.mark.parametrize(
    "draw",
    [
        lambda start: pnp.build("lowtide", start=start, cache=False, out=start / "out"),
        lambda start: pnp.build("lowtide", start=start, cache=False, out=start / "out", renderer="cairosvg"),
        lambda start: pnp.render_faces("lowtide", ["whelk"], start=start),
        lambda start: pnp.print_memo("lowtide", start=start, cache=False, out=start / "out"),
        lambda start: pnp.print_box("lowtide", start=start, cache=False, out=start / "out"),
    ],
)
def test_everything_that_draws_is_confined_by_the_projects_limits(
    copied: Project, monkeypatch: pytest.MonkeyPatch, draw: Any
) -> None:
    (copied.root / "pnp.toml").write_text("[limits]\nseconds = 300", "utf-8")

    class Stopped(Exception):  # noqa: N818
        pass

    def stop(task: object, limits: Limits, *_: object, **__: object) -> None:
        raise Stopped(task, limits)

    for module in ("pnp.library.faces", "pnp.library.memos", "pnp.worker.supervisor"):
        monkeypatch.setattr(f"{module}.run_in_worker", stop)
    with pytest.raises(Stopped) as stopped:
        draw(copied.root)
    assert stopped.value.args[1] == Limits(300)


def test_a_spec_that_is_wrong_is_reported_as_such(copied: Project) -> None:
    (copied.components / "lowtide" / "game.toml").write_text("title = 3", "utf-8")
    with pytest.raises(PnpError, match=r"game\.toml"):
        pnp.build("lowtide", start=copied.root, out=tempfile.gettempdir())
