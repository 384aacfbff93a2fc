"""Files are written whole or not at all, and only files are replaced."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from pnp.errors import UnreadableFileError
from pnp.store.files import open_atomically, write_atomically
from tests.cli.command import Command


def test_what_was_there_stays_until_the_new_content_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    write_atomically(path, b"old")

    def interrupted() -> None:
        with open_atomically(path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "sheet.pdf").mkdir()
    with pytest.raises(UnreadableFileError, match="a folder"):
        write_atomically(tmp_path / "sheet.pdf", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_neither_is_a_pipe_or_a_device(tmp_path: Path, pnp: Command) -> None:
    """An administrator would take /dev/null from the whole machine; so this is tried with a pipe."""
    pipe = tmp_path / "page.html"
    os.mkfifo(pipe)
    code, _, err = pnp("gallery", "koko", "--only", "id=j1", "--html", pipe, cwd=tmp_path)
    assert code == 1
    assert "page.html cannot be written: it is a pipe, not a file" in err
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]
