"""Hashes of files: each file is read once per run, and a large one only after it has changed.

A file counts as unchanged if its size and times are the same, as in git and make. The hash of a file that has only
just changed is not stored, because the file may change again within the same tick of the clock.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from pnp.cache import Cache, cache_key
from pnp.read import check_regular

MIN_CACHED_SIZE: Final = 100_000
"""Size in bytes from which hashes are stored; smaller files are read faster than their hash is looked up."""
MIN_AGE_NS: Final = 2_000_000_000
"""Age in nanoseconds from which another change cannot have the same time stamp."""


class _Digest(NamedTuple):
    """The hash of a file, with its size and times."""

    size: int
    changed: int
    """Modification time (mtime), in ns."""
    touched: int
    """Change time (ctime), in ns; unlike mtime, programs cannot set it."""
    digest: str
    settled: bool

    def holds(self, size: int, changed: int, touched: int) -> bool:
        """Whether a file with this size and these times is unchanged."""
        return (self.size, self.changed, self.touched) == (size, changed, touched)


_KNOWN: Final[dict[str, _Digest]] = {}


def file_digest(path: Path, content: bytes | None = None) -> str:
    """Return the SHA-256 of a file; `content` avoids reading it again."""
    name, state = str(path), path.stat()
    seen = state.st_size, state.st_mtime_ns, state.st_ctime_ns
    known = _KNOWN.get(name)
    if known is None or not known.holds(*seen):
        settled = time.time_ns() - max(seen[1:]) > MIN_AGE_NS
        if content is not None:
            digest = hashlib.sha256(content).hexdigest()
        else:
            check_regular(path)
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        known = _KNOWN[name] = _Digest(*seen, digest, settled)
    return known.digest


@contextmanager
def cached_digests(folder: Path, cache: Cache) -> Iterator[None]:
    """Load the hashes of large files in a folder from the cache, and store new ones at the end of the block."""
    place = str(folder.resolve())
    key = cache_key("digests", place)
    before = _read(cache.get(key))
    for name, known in before.items():
        _KNOWN.setdefault(str(folder / name), known)
    yield
    prefix = str(folder / "_")[:-1]
    after = {
        name.removeprefix(prefix): known
        for name, known in _KNOWN.items()
        if known.size >= MIN_CACHED_SIZE and known.settled and name.startswith(prefix)
    }
    if after != before:
        cache.put(key, json.dumps(after).encode())


def _read(kept: bytes | None) -> dict[str, _Digest]:
    try:
        return {} if kept is None else {name: _Digest(*known) for name, known in json.loads(kept).items()}
    except (ValueError, TypeError, AttributeError):  # another version of pnp wrote it
        return {}
