"""On-disk cache keyed by content hash, in the user's cache folder. It can be deleted at any time.

The folder may be shared with other users. Every entry is signed with a key that only its user has, so entries that
someone else added, moved or changed are ignored.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from pnp.store.files import read_file, settings_file, user_key, write_atomically

MAX_CACHE_SIZE: Final = 256_000_000
"""Maximum size of the cache, in bytes. It may grow to twice what a recent run used; the oldest entries are deleted."""
USAGE_FILE: Final = "room"
"""Name of the file that records how many bytes a recent run used."""
USAGE_MAX_AGE: Final = 30 * 86_400
"""Age after which that record is ignored, in seconds."""
KEY: Final = "cache.key"
"""Name of the file with the signing key, next to the settings file."""
_SEAL: Final = 32
"""Length of a signature, in bytes."""


def cache_key(*parts: object) -> str:
    """Return a cache key for values that can be written as JSON; pass everything that the content depends on."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


@dataclass(eq=False)
class Cache:
    """A mapping from keys to bytes on disk; entries that are damaged, moved or not signed by this user are ignored."""

    folder: Path | None
    """Folder of the entries; None disables the cache."""
    _pruned: bool = field(default=False, init=False)
    _used: int = field(default=0, init=False)
    """Bytes read and written by this run."""
    _room: int | None = field(default=None, init=False)
    """Bytes that a recent run used, or None before the record has been read."""

    @classmethod
    def for_user(cls) -> Cache:
        """Return the user's cache, which is in PNP_CACHE_DIR if that is set."""
        chosen = os.environ.get("PNP_CACHE_DIR")
        return cls(Path(chosen) if chosen else user_cache_path("pnp", appauthor=False))

    @classmethod
    def disabled(cls) -> Cache:
        """Return a disabled cache."""
        return cls(None)

    @property
    def enabled(self) -> bool:
        """Whether the cache is enabled."""
        return self.folder is not None

    def _path(self, key: str) -> Path | None:
        return None if self.folder is None else self.folder / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """Return the content stored under a key, or None."""
        path = self._path(key)
        if path is None:
            return None
        try:
            entry = read_file(path)
        except OSError:
            return None
        self._count(len(entry))
        with contextlib.suppress(OSError):
            os.utime(path)
        content = entry[_SEAL:]
        return content if hmac.compare_digest(_signature(key, content), entry[:_SEAL]) else None

    def has(self, key: str) -> bool:
        """Whether an entry exists for a key; it may be damaged."""
        path = self._path(key)
        return path is not None and path.is_file()

    def put(self, key: str, content: bytes) -> None:
        """Store content under a key. Write errors are ignored: they only make the next run slower."""
        path = self._path(key)
        if path is None:
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, _signature(key, content) + content)
        if not self._pruned:
            self._pruned = True
            self._prune()
        self._count(len(content))

    def _count(self, size: int) -> None:
        """Record how much this run uses, so that pruning keeps enough for the next run."""
        if self.folder is None:
            return
        self._used += size
        if self._room is None:
            self._room = self._read_room()
        if self._used > max(MAX_CACHE_SIZE // 2, self._room):
            self._room = self._used + MAX_CACHE_SIZE // 4
            with contextlib.suppress(OSError):
                write_atomically(self.folder / USAGE_FILE, str(self._room).encode())

    def _read_room(self) -> int:
        """Return how many bytes a recent run used, or 0 if unknown."""
        if self.folder is None:
            return 0
        path = self.folder / USAGE_FILE
        try:
            return int(read_file(path, 20)) if time.time() - path.stat().st_mtime < USAGE_MAX_AGE else 0
        except (OSError, ValueError):
            return 0

    def _prune(self) -> None:
        if self.folder is None:
            return
        largest = max(MAX_CACHE_SIZE, 2 * self._read_room())
        with contextlib.suppress(OSError):
            entries = [(entry.stat(), entry) for entry in _entries(self.folder)]
            size = sum(stat.st_size for stat, _ in entries)
            for stat, entry in sorted(entries, key=lambda each: each[0].st_mtime):
                if size <= largest:
                    break
                Path(entry).unlink(missing_ok=True)
                size -= stat.st_size


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield all entries of a cache; there may be thousands, and scandir is faster than pathlib."""
    for part in os.scandir(folder):
        if len(part.name) == 2 and part.is_dir():
            yield from os.scandir(part)


def _signature(key: str, content: bytes) -> bytes:
    """Return the signature of an entry: an HMAC of its key and content."""
    own = user_key(settings_file().with_name(KEY))
    return hmac.digest(hashlib.sha256(own + key.encode()).digest(), content, "sha256")
