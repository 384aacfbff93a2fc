"""Hashes of files that are remembered: never for one that has changed."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.store import fingerprint
from pnp.store.cache import Cache
from pnp.store.fingerprint import MIN_CACHED_SIZE, cached_digests, file_digest

AGO = time.time_ns() - 3_600 * 10**9


@pytest.fixture(autouse=True)
def another_run(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(fingerprint, "MIN_AGE_NS", -(10**18))  # tests write files just before
    before = dict(fingerprint._KNOWN)
    yield
    fingerprint._KNOWN.clear()
    fingerprint._KNOWN.update(before)


def old(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    os.utime(path, ns=(AGO, AGO))
    return path


def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []
    whole = hashlib.file_digest

    def counted(file: object, kind: str) -> object:
        seen.append(Path(file.name).name)  # type: ignore[attr-defined]
        return whole(file, kind)  # type: ignore[arg-type]

    monkeypatch.setattr(hashlib, "file_digest", counted)
    return seen


def digests(folder: Path, cache: Cache) -> dict[str, str]:
    """What a new run finds."""
    fingerprint._KNOWN.clear()
    with cached_digests(folder, cache):
        return {path.name: file_digest(path) for path in sorted(folder.iterdir())}


def test_a_large_file_is_read_once_and_again_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, cache = tmp_path / "art", Cache(tmp_path / "cache")
    folder.mkdir()
    old(folder / "large", b"a" * MIN_CACHED_SIZE)
    old(folder / "small", b"a")
    first = digests(folder, cache)
    seen = reads(monkeypatch)
    assert digests(folder, cache) == first
    assert seen == ["small"]
    old(folder / "large", b"b" * MIN_CACHED_SIZE)  # the same size, and its old time set again
    assert digests(folder, cache)["large"] == hashlib.sha256(b"b" * MIN_CACHED_SIZE).hexdigest() != first["large"]


def test_a_file_that_changed_a_moment_ago_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    folder, cache = tmp_path / "art", Cache(tmp_path / "cache")
    folder.mkdir()
    (folder / "large").write_bytes(b"a" * MIN_CACHED_SIZE)
    digests(folder, cache)
    seen = reads(monkeypatch)
    digests(folder, cache)
    assert seen == ["large"]


def test_folders_are_remembered_apart_and_nothing_without_a_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path / "cache")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        old(tmp_path / name / "large", name.encode() * MIN_CACHED_SIZE)
        digests(tmp_path / name, cache)
    seen = reads(monkeypatch)
    assert digests(tmp_path / "one", cache) != digests(tmp_path / "two", cache)
    assert not seen
    digests(tmp_path / "one", Cache.disabled())
    assert seen == ["large"]
