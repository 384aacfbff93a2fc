"""Folders of runs that others made, and workers whose parent is gone."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.errors import PnpError
from pnp.sim.collect import collect, read_summary
from pnp.sim.folder import RUN, SPEC, SUMMARY, Folder, make_folder, open_folder
from tests.sim.runs import finish, quiet, setup_of

WORKERS = """
import os, time
from pnp.sim.simulate import InterruptiblePool
if __name__ == "__main__":
    with InterruptiblePool(2) as executor:
        print(*{each.result() for each in [executor.submit(os.getpid) for _ in range(40)]}, flush=True)
        executor.submit(time.sleep, 60)
        time.sleep(60)
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = make_folder(tmp_path_factory.mktemp("runs") / "run", setup_of("winston"), 4)
    finish(folder)
    return folder


@pytest.fixture
def folder(played: Folder, tmp_path: Path) -> Folder:
    copy = tmp_path / "run"
    (copy / "parts").mkdir(parents=True)
    for path in played.path.rglob("*"):
        if path.is_file():
            (copy / path.relative_to(played.path)).write_bytes(path.read_bytes())
    return Folder(copy, played.setup, played.games)


def rewritten(folder: Folder, change: dict[int, object]) -> None:
    """The first row of the first part with other values at some places."""
    path = folder.parts()[0].path
    head, first, *rest = gzip.decompress(path.read_bytes()).decode().splitlines()
    row = json.loads(first)
    for place, value in change.items():
        row[place] = value
    path.write_bytes(gzip.compress("\n".join([head, json.dumps(row), *rest]).encode()))


@pytest.mark.parametrize(
    "change",
    [
        {2: "12"}, {2: []}, {2: [1, 2, 3, 4, 5, 6, 7]}, {2: [10**400, 1]}, {2: [1.5, 2]}, {3: [99]}, {3: [-1]}, {3: 1},
        {4: None}, {5: True}, {6: 7}, {11: "x"}, {11: -1}, {11: 1e300}, {0: 3},
    ],
)  # fmt: skip
def test_rows_that_nobody_has_played_are_named(folder: Folder, change: dict[int, object]) -> None:
    rewritten(folder, change)
    message = r"parts/\S+ (is damaged: |does not contain games 0 to|must contain only games with)"
    with pytest.raises(PnpError, match=message):
        collect(folder, quiet)


def test_a_part_that_unpacks_without_end(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.sim.folder.LARGEST_UNPACKED", 1_000_000)
    path = folder.parts()[0].path
    path.write_bytes(gzip.compress(b" " * 50_000_000))
    with pytest.raises(PnpError, match="larger than 1 MB when decompressed"):
        folder.parts()[0].read()


def test_a_part_that_claims_more_games_than_there_are(folder: Folder) -> None:
    part = folder.parts()[0]
    part.path.rename(part.path.with_name(f"{0:010d}-{10**18}.jsonl.gz"))
    with pytest.raises(PnpError, match="does not contain games 0 to"):
        collect(folder, quiet)


@pytest.mark.parametrize(
    "content", [b"", b"junk", gzip.compress(b"{}", mtime=0)[:-3], gzip.compress(b"[" * 10**5, mtime=0), b"\x1f\x8b"]
)
def test_a_part_that_is_damaged(folder: Folder, content: bytes) -> None:
    folder.parts()[0].path.write_bytes(content)
    with pytest.raises(PnpError, match=r"\.jsonl\.gz is damaged: "):
        folder.parts()[0].read()


@pytest.mark.parametrize("file", [RUN, SPEC])
@pytest.mark.parametrize("content", ["", "[", "[]", "[" * 10**5, "9" * 6000, '{"pnp run": 1}', "null"])
def test_a_run_that_cannot_be_read(folder: Folder, file: str, content: str) -> None:
    (folder.path / file).write_text(content, "utf-8")
    with pytest.raises(PnpError, match="cannot be read as the folder of a run: "):
        open_folder(folder.path)


@pytest.mark.parametrize(
    ("key", "value"),
    [("games", 10**400), ("games", "4"), ("games", True), ("wins", [1e9]), ("turns", [["1", 2]]), ("things", [])],
)
def test_a_summary_of_the_wrong_types(folder: Folder, key: str, value: object) -> None:
    path = folder.path / SUMMARY
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {key: value}), "utf-8")
    with pytest.raises(PnpError, match=r"summary\.json cannot be read as the summary of a run: "):
        read_summary(folder)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
def test_workers_end_with_their_parent_however_it_ends(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(WORKERS, "utf-8")
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, tmp_path / "parent.py"], env=env, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
    assert workers
    wait_until = time.monotonic() + 10
    while any(_lives(worker) for worker in workers) and time.monotonic() < wait_until:
        time.sleep(0.05)
    assert not [worker for worker in workers if _lives(worker)]


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
