"""A cache by content hash in the user's cache folder. Losing it costs time, never a result.

The folder may be shared with others. Every entry is sealed with a key that only its user has, so that what anybody
else has put there, moved or changed counts as absent.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from pnp.read import read_whole
from pnp.settings import settings_file
from pnp.write import write_atomically

LARGEST: Final = 256_000_000
"""When the cache is larger, and larger than two runs of late need, what was used longest ago goes."""
ROOM: Final = "room"
"""The file that says how much a run has used; it is as old as that run."""
LATE: Final = 30 * 86_400
KEY: Final = "cache.key"
"""The file, beside the settings, with the key that entries are sealed with."""
_SEAL: Final = 32


def hashed(*parts: object) -> str:
    """A key made from everything that the content depends on."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


@dataclass(eq=False)
class Cache:
    """Bytes by key. Entries carry a seal: one that is damaged, moved or somebody else's counts as absent."""

    folder: Path | None
    """Where entries are kept; None for a cache that remembers nothing."""
    _pruned: bool = field(default=False, init=False)
    _used: int = field(default=0, init=False)
    """Bytes that this run has read and written."""
    _room: int | None = field(default=None, init=False)

    @classmethod
    def of_user(cls) -> Cache:
        """The user's cache; the variable PNP_CACHE_DIR moves it."""
        chosen = os.environ.get("PNP_CACHE_DIR")
        return cls(Path(chosen) if chosen else user_cache_path("pnp", appauthor=False))

    @classmethod
    def none(cls) -> Cache:
        """A cache that remembers nothing."""
        return cls(None)

    @property
    def keeps(self) -> bool:
        """Whether it remembers anything."""
        return self.folder is not None

    def _path(self, key: str) -> Path | None:
        return None if self.folder is None else self.folder / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """What was put under the key, if it is still there."""
        path = self._path(key)
        if path is None:
            return None
        try:
            entry = read_whole(path)
        except OSError:
            return None
        self._count(len(entry))
        with contextlib.suppress(OSError):
            os.utime(path)
        content = entry[_SEAL:]
        return content if hmac.compare_digest(_sealed(key, content), entry[:_SEAL]) else None

    def has(self, key: str) -> bool:
        """Whether something is there under the key; it may be damaged."""
        path = self._path(key)
        return path is not None and path.is_file()

    def put(self, key: str, content: bytes) -> None:
        """Remember the content; a full or read-only disk only makes the next run slower."""
        path = self._path(key)
        if path is None:
            return
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, _sealed(key, content) + content)
        if not self._pruned:
            self._pruned = True
            self._prune()
        self._count(len(content))

    def _count(self, size: int) -> None:
        """Remember how much a run uses, in steps: what one run needs must not go before the next."""
        if self.folder is None:
            return
        self._used += size
        if self._room is None:
            self._room = self._read_room()
        if self._used > max(LARGEST // 2, self._room):
            self._room = self._used + LARGEST // 4
            with contextlib.suppress(OSError):
                write_atomically(self.folder / ROOM, str(self._room).encode())

    def _read_room(self) -> int:
        """What a run of late has used, as far as it is known."""
        if self.folder is None:
            return 0
        path = self.folder / ROOM
        try:
            return int(read_whole(path, 20)) if time.time() - path.stat().st_mtime < LATE else 0
        except (OSError, ValueError):
            return 0

    def _prune(self) -> None:
        if self.folder is None:
            return
        largest = max(LARGEST, 2 * self._read_room())
        with contextlib.suppress(OSError):
            entries = [(entry.stat(), entry) for entry in _entries(self.folder)]
            size = sum(stat.st_size for stat, _ in entries)
            for stat, entry in sorted(entries, key=lambda each: each[0].st_mtime):
                if size <= largest:
                    break
                Path(entry).unlink(missing_ok=True)
                size -= stat.st_size


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """All entries of a cache; there may be thousands, and pathlib takes its time."""
    for shelf in os.scandir(folder):
        if len(shelf.name) == 2 and shelf.is_dir():
            yield from os.scandir(shelf)


def _sealed(key: str, content: bytes) -> bytes:
    """The seal of an entry: a hash of its key and its content that nobody can make without the user's own key."""
    own = _own_key(settings_file().with_name(KEY))
    return hmac.digest(hashlib.sha256(own + key.encode()).digest(), content, "sha256")


@cache
def _own_key(path: Path) -> bytes:
    """The key that is kept there, made when first asked for; one for this run alone where none can be kept."""
    made = os.urandom(_SEAL)
    with contextlib.suppress(OSError):
        kept = read_whole(path, _SEAL) if path.is_file() else b""
        if len(kept) == _SEAL:
            return kept
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{KEY}.")  # which nobody else can read
        with os.fdopen(handle, "wb") as file:
            file.write(made)
        os.replace(name, path)
        return read_whole(path, _SEAL)  # of two that begin at the same time, the last one's
    return made
