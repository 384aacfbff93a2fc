"""Fixtures and options for all tests: the small test game, a separate cache, golden files, sampled cases."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, settings

import pnp
from pnp.cli import parameters
from pnp.project.folders import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.worker import supervisor
from pnp.worker.limits import Limits
from pnp.worker.task import WorkerTask
from tests.cli.command import Command, Result, run_command

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden"

BUSY = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
"""No time limits: the machine may be busy with other work."""
settings.register_profile("same", BUSY, derandomize=True)
settings.register_profile("more", BUSY, max_examples=2000)
settings.load_profile("same")


LONG_FIRST = ("test_wheel", "tests/web/", "")
"""Parts of test ids, slowest tests first, so that no process waits for a long test at the end."""
NEW_OBJECTS = 50_000
"""Number of new objects after which Python looks for cycles; the default takes 5% of the time."""
MUTANT = "PNP_MUTANT"
"""Environment variable with a planted mistake: a module and one change of its source (tests/play/mutants.py)."""
OFFSETS = 5040
"""Number of different samples; divisible by every number up to 10, and by 16."""


def pytest_configure(config: pytest.Config) -> None:
    """Choose the examples of Hypothesis and the sampled cases, and plant a mistake if one is requested.

    Without --slow, Hypothesis tries the same examples every time; with it, different ones and many more.
    """
    if config.getoption("--slow"):
        settings.load_profile("more")
    if config.getoption("--sample") is None:
        config.option.sample = commit_offset(TESTS)  # xdist passes it on to its workers
    gc.set_threshold(NEW_OBJECTS)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; commands would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if MUTANT not in os.environ:
        return
    wanted = json.loads(os.environ[MUTANT])
    name = wanted["module"]
    path = Path(pnp.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    source = path.read_text("utf-8")
    assert source.count(wanted["old"]) == 1, (
        f"{wanted['old']!r} occurs {source.count(wanted['old'])} times in {path.name}"
    )
    spec = importlib.util.spec_from_loader(name, loader=None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile(source.replace(wanted["old"], wanted["new"]), str(path), "exec"), module.__dict__)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print which cases of sampled tests are run; pytest prints no header with -q."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not session.config.getoption("--slow"):
        reporter.write_line(f"sampled tests: --sample {session.config.getoption('--sample')}")


def pytest_collection_finish() -> None:
    """Exclude everything that exists after collection from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the current results into the golden files")
    parser.addoption("--slow", action="store_true", help="also run slow tests and all sampled cases (make test-all)")
    parser.addoption(
        "--sample",
        type=int,
        metavar="OFFSET",
        help="which cases of sampled tests to run; default: a number from the commit's hash, printed at the start",
    )


def commit_offset(folder: Path) -> int:
    """Return a number that changes with every commit, and 0 outside a git repository."""
    try:
        run = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(run.stdout, 16) % OFFSETS


def choose_sample(steps: Mapping[str, int], cases: Mapping[str, Sequence[str]], offset: int) -> set[str]:
    """Return the cases to run: of each test every n-th, beginning at the offset, and at least one.

    `steps` has the n of each test.
    """
    chosen: set[str] = set()
    for test, names in cases.items():
        step = min(steps[test], len(names))
        chosen.update(names[offset % step :: step])
    return chosen


def _left_out(items: Sequence[pytest.Item], offset: int) -> set[pytest.Item]:
    """Return slow tests, and the cases of sampled tests that are not in the sample."""
    steps: dict[str, int] = {}
    cases: dict[str, list[str]] = {}
    for item in items:
        marker = item.get_closest_marker("sampled")
        if marker is not None:
            test = item.nodeid.partition("[")[0]
            steps[test] = marker.args[0]
            cases.setdefault(test, []).append(item.nodeid)
    unsampled = {name for names in cases.values() for name in names} - choose_sample(steps, cases, offset)
    return {item for item in items if item.get_closest_marker("slow") or item.nodeid in unsampled}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests and most cases of sampled tests, unless --slow is given; run long tests first."""
    if not config.getoption("--slow"):
        left_out = _left_out(items, config.getoption("--sample"))
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: next(at for at, name in enumerate(LONG_FIRST) if name in item.nodeid))


@pytest.fixture(autouse=True, scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep tests away from the user's cache and settings; the workers of one run share a cache."""
    own = tmp_path_factory.getbasetemp()
    os.environ["PNP_CACHE_DIR"] = str((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "cache")
    settings_folder = tmp_path_factory.mktemp("config")
    (settings_folder / "cache.key").write_bytes(bytes(32))
    os.environ["PNP_CONFIG_DIR"] = str(settings_folder)


@pytest.fixture(autouse=True, scope="module")
def _audits_share_a_worker(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep the workers of audits for the next one; pnp starts a new one for each file, which takes a second.

    The tests of workers do without.
    """
    keep = supervisor._keep

    def keep_nested(worker: supervisor._Worker, task: WorkerTask, limits: Limits | None) -> None:
        keep(worker, replace(task, nested=False), limits)

    with pytest.MonkeyPatch.context() as patched:
        if not request.module.__name__.startswith("tests.worker."):
            patched.setattr(supervisor, "_keep", keep_nested)
        yield


@pytest.fixture(scope="session")
def project() -> Project:
    return Project(TESTS / "sample")


@pytest.fixture(scope="session")
def lowtide(project: Project) -> Game:
    return load_game(project, "lowtide")


@pytest.fixture
def copied(project: Project, tmp_path: Path) -> Project:
    """A copy of the test project that a test may change."""
    shutil.copytree(project.root, tmp_path / "mine")
    return Project(tmp_path / "mine")


class Compare(Protocol):
    """Compare a text with the golden file of that name; `explain` returns more about a difference."""

    def __call__(self, name: str, text: str, explain: Callable[[], str] | None = None) -> None: ...


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Compare:
    """Compare a text with the golden file of that name, or write it with --update-golden."""

    def compare(name: str, text: str, explain: Callable[[], str] | None = None) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.is_file(), f"no golden file {name}: look at the result, then run pytest --update-golden"
        same = text == path.read_text("utf-8")
        more = f"\n{explain()}" if explain and not same else ""
        assert text == path.read_text("utf-8"), f"{name} has changed: look at it, then run pytest --update-golden{more}"

    return compare


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw in this process, for tests that patch or observe the drawing code."""
    monkeypatch.setattr(supervisor, "USE_WORKERS", False)


@pytest.fixture(name="pnp")
def run_pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command in a folder, as in a new process."""
    monkeypatch.setattr(parameters, "_noticed", set())

    def run(*words: object, cwd: Path) -> Result:
        return run_command(words, cwd, capsys, monkeypatch)

    return run
