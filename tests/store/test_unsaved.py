"""Unsaved contents: read in place of files, in one thread, and never cached as if they were the files."""

from __future__ import annotations

import hashlib
from pathlib import Path
from threading import Thread

import pytest

from pnp.project.folders import file_hash
from pnp.store import fingerprint
from pnp.store.cache import Cache
from pnp.store.files import read_file, unsaved_files
from pnp.store.fingerprint import MIN_CACHED_SIZE, cached_digests, file_digest


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_an_unsaved_content_is_read_and_hashed_in_place_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"saved")
    (tmp_path / "link.toml").symlink_to(path)
    (tmp_path / "folder").symlink_to(tmp_path)
    same = [path, tmp_path / "link.toml", tmp_path / "folder" / "game.toml"]
    with unsaved_files({path: b"typed"}):
        for each in same:
            assert (read_file(each), file_digest(each), file_hash(each)) == (b"typed", sha(b"typed"), sha(b"typed"))
        assert file_digest(path, b"typed") == sha(b"typed")
        with unsaved_files({tmp_path / "link.toml": b"later"}):
            assert read_file(path) == b"later"
        assert read_file(path) == b"typed"
    for each in same:
        assert (read_file(each), file_digest(each), file_hash(each)) == (b"saved", sha(b"saved"), sha(b"saved"))


def test_other_threads_read_the_file(tmp_path: Path) -> None:
    path, seen = tmp_path / "game.toml", list[bytes]()
    path.write_bytes(b"saved")
    with unsaved_files({path: b"typed"}):
        thread = Thread(target=lambda: seen.append(read_file(path)))
        thread.start()
        thread.join()
    assert seen == [b"saved"]


def test_the_block_ends_with_an_error(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"saved")
    with pytest.raises(KeyError), unsaved_files({path: b"typed"}):
        raise KeyError
    assert read_file(path) == b"saved"


def test_hashes_of_unsaved_contents_are_not_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "MIN_AGE_NS", -(10**18))
    folder, cache = tmp_path / "art", Cache(tmp_path / "cache")
    folder.mkdir()
    path, saved, typed = folder / "large.svg", b"a" * MIN_CACHED_SIZE, b"b" * MIN_CACHED_SIZE
    path.write_bytes(saved)
    with cached_digests(folder, cache), unsaved_files({path: typed}):
        assert file_digest(path) == sha(typed)
    fingerprint._KNOWN.pop(str(path), None)
    with cached_digests(folder, cache):
        assert file_digest(path) == sha(saved)


def test_an_unsaved_content_has_the_same_limit(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"saved")
    with unsaved_files({path: b"too long"}), pytest.raises(OSError, match="larger than 0 kB \\(8 bytes\\)"):
        read_file(path, 7)


def test_a_missing_file_stays_missing(tmp_path: Path) -> None:
    with unsaved_files({tmp_path / "game.toml": b"typed"}), pytest.raises(FileNotFoundError):
        read_file(tmp_path / "game.toml")


def test_code_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("pass")
    (tmp_path / "rules.toml").symlink_to(tmp_path / "rules.py")
    for name in ("rules.py", "rules.toml"):
        with pytest.raises(ValueError, match="code"), unsaved_files({tmp_path / name: b"import os"}):
            pass
