"""Untrusted files: everything that reads one reports special files and files that are too large, without waiting."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from pnp.errors import PnpError, UnreadableFileError
from pnp.library.games import open_record
from pnp.printers import saved_printers
from pnp.project.code import trusted_folders
from pnp.project.folders import Project
from pnp.store.files import read_file, read_json, settings_file
from tests.cli.command import Command
from tests.finished import RED, game, picture, spec

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
GAME = "components/lowtide"


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 5_000_000_000)


KINDS: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a folder": Path.mkdir,
    "5,000 MB": sparse,
}


@pytest.fixture(autouse=True)
def _no_waiting() -> Iterator[None]:
    """Opening a pipe without a writer fails instead of waiting."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("kind", KINDS)
def test_only_regular_files_of_a_bounded_size_are_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    KINDS[kind](path)
    with pytest.raises(UnreadableFileError, match=kind):
        read_file(path)


def test_one_that_is_a_little_too_large_is_reported_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(100_001))
    with pytest.raises(UnreadableFileError, match="100,001 bytes"):
        read_file(path, 100_000)


def test_a_file_that_says_it_is_empty_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(UnreadableFileError):
        read_file(path, 4)
    made_up = Path("/proc/self/status")
    if made_up.exists():
        with pytest.raises(UnreadableFileError, match="it is larger than 0 kB"):
            read_file(made_up, 10)


def test_json_says_plainly_why_it_cannot_be_read() -> None:
    for text, why in (("[" * 100_000, "nested too deeply"), ("9" * 6000, "too many digits"), ("{", "Expecting")):
        with pytest.raises(ValueError, match=why):
            read_json(text)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pnp.toml", ("build",)),
        (f"{GAME}/game.toml", ("games",)),
        (f"{GAME}/shells.csv", ("check",)),
        (f"{GAME}/memo.en.toml", ("memo", "lowtide", "--lang", "en")),
        (f"{GAME}/art/shell.svg", ("render", "lowtide", "whelk")),
        ("templates/lowtide/shell.svg.j2", ("render", "lowtide", "whelk")),
    ],
)
def test_every_reader_names_what_is_no_file(
    copied: Project, pnp: Command, name: str, words: tuple[str, ...], kind: str
) -> None:
    path = copied.root / name
    path.unlink(missing_ok=True)
    KINDS[kind](path)
    code, _, err = pnp(*words, cwd=copied.root)
    assert code == 1
    assert path.stem.partition(".")[0] in err
    assert "a bug in pnp" not in err


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "a folder"])  # what lies in it is not meant
def test_so_does_the_reader_of_a_folder_of_pictures(tmp_path: Path, pnp: Command, kind: str) -> None:
    spec(tmp_path, 'pictures = "monsters"')
    picture(game(tmp_path) / "monsters/goblin.png", RED)
    KINDS[kind](game(tmp_path) / "monsters/dragon.png")
    code, _, err = pnp("build", cwd=tmp_path)
    assert code == 1
    assert "dragon.png" in err
    assert "a bug in pnp" not in err


@pytest.mark.parametrize("kind", KINDS)
def test_records_and_settings_are_read_in_the_same_way(tmp_path: Path, kind: str) -> None:
    KINDS[kind](tmp_path / "game.txt")
    with pytest.raises(PnpError, match=kind):
        open_record(tmp_path / "game.txt")
    for path, read in ((settings_file(), saved_printers), (settings_file().with_name("trusted.json"), trusted_folders)):
        path.unlink(missing_ok=True)
        KINDS[kind](path)
        try:
            with pytest.raises(PnpError, match=kind):
                read()
        finally:
            path.rmdir() if path.is_dir() else path.unlink()
