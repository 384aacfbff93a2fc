"""What all tests share: the small test game, a cache of their own, golden files."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import pnp
from pnp.cli import languages
from pnp.resources import Project
from pnp.spec.load import load_game
from pnp.spec.model import Game
from pnp.worker import supervisor
from tests.cli.command import Command, Result, run_command

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden"

BUSY = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
"""A machine that others use, too, is no fault of ours."""
settings.register_profile("same", BUSY, derandomize=True)
settings.register_profile("more", BUSY, max_examples=2000)
settings.load_profile("same")


LONG_FIRST = ("test_wheel", "tests/web/", "")
"""What takes long begins first, so that no process waits for it at the end."""
NEW_OBJECTS = 50_000
"""As many are made before Python looks for cycles, past the thousands of tests that it keeps (5 % of the time)."""
MUTANT = "PNP_MUTANT"
"""The variable that names a planted mistake: a module with one piece of its text changed (tests/play/mutants.py)."""


def pytest_configure(config: pytest.Config) -> None:
    """The same examples every time; with --slow others, and many more. And the planted mistake, if there is one."""
    if config.getoption("--slow"):
        settings.load_profile("more")
    gc.set_threshold(NEW_OBJECTS)
    if MUTANT not in os.environ:
        return
    wanted = json.loads(os.environ[MUTANT])
    name = wanted["module"]
    path = Path(pnp.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    source = path.read_text("utf-8")
    assert source.count(wanted["old"]) == 1, (
        f"{wanted['old']!r} stands {source.count(wanted['old'])} times in {path.name}"
    )
    spec = importlib.util.spec_from_loader(name, loader=None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile(source.replace(wanted["old"], wanted["new"]), str(path), "exec"), module.__dict__)


def pytest_collection_finish() -> None:
    """What is there by now stays: it need not be looked through again and again."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what is made now into the golden files")
    parser.addoption("--slow", action="store_true", help="also run what is slow and seldom breaks (make test-all)")


def _sampled(item: pytest.Item, seen: Counter[str]) -> bool:
    """Whether a case is one of those that are always run: the first and every n-th after it."""
    marker = item.get_closest_marker("sampled")
    if marker is None:
        return True
    test = item.nodeid.partition("[")[0]
    seen[test] += 1
    return bool((seen[test] - 1) % marker.args[0] == 0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked slow only with --slow, and of what is marked sampled(n) every n-th case without it."""
    if not config.getoption("--slow"):
        seen: Counter[str] = Counter()
        left_out = [item for item in items if item.get_closest_marker("slow") or not _sampled(item, seen)]
        config.hook.pytest_deselected(items=left_out)
        skipped = set(left_out)
        items[:] = [item for item in items if item not in skipped]
    items.sort(key=lambda item: next(at for at, name in enumerate(LONG_FIRST) if name in item.nodeid))


@pytest.fixture(autouse=True, scope="session")
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes the user's cache and settings; processes that test together share a cache."""
    own = tmp_path_factory.getbasetemp()
    os.environ["PNP_CACHE_DIR"] = str((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "cache")
    settings_folder = tmp_path_factory.mktemp("config")
    (settings_folder / "cache.key").write_bytes(bytes(32))
    os.environ["PNP_CONFIG_DIR"] = str(settings_folder)


@pytest.fixture(scope="session")
def project() -> Project:
    return Project(TESTS / "project")


@pytest.fixture(scope="session")
def lowtide(project: Project) -> Game:
    return load_game(project, "lowtide")


@pytest.fixture
def copied(project: Project, tmp_path: Path) -> Project:
    """The test project in a folder that a test may spoil."""
    shutil.copytree(project.root, tmp_path / "mine")
    return Project(tmp_path / "mine")


Compare = Callable[[str, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Compare:
    """Compares a text with the golden file of that name, or writes it with --update-golden."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.is_file(), f"no golden file {name}: look at the result, then run pytest --update-golden"
        assert text == path.read_text("utf-8"), f"{name} has changed: look at it, then run pytest --update-golden"

    return compare


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is drawn in this process: the test looks into it, or changes something there."""
    monkeypatch.setattr(supervisor, "APART", False)


@pytest.fixture(name="pnp")
def run_pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in a folder, as a person who begins anew."""
    monkeypatch.setattr(languages, "_told", set())

    def run(*words: object, cwd: Path) -> Result:
        return run_command(words, cwd, capsys, monkeypatch)

    return run
