"""Hashes of files: each is read once in a run, and a large one once until it changes.

What tells that a file has not changed is its size and its times, as for git and make. One that changed a moment ago is
not taken for known: it may change again within the same tick of the clock.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from pnp.cache import Cache, hashed
from pnp.read import check_regular

LARGE: Final = 100_000
"""Bytes; what is smaller is read as soon as it is looked up."""
SETTLED: Final = 2_000_000_000
"""Nanoseconds after which no clock gives a changed file its old time."""


class _Digest(NamedTuple):
    """A hash, and the file that it is of."""

    size: int
    changed: int
    """When its content was written."""
    touched: int
    """When anything about it was; another program can set the other time, and not this one."""
    digest: str
    settled: bool

    def holds(self, size: int, changed: int, touched: int) -> bool:
        """Whether the file is still the same."""
        return (self.size, self.changed, self.touched) == (size, changed, touched)


_KNOWN: Final[dict[str, _Digest]] = {}


def file_digest(path: Path, content: bytes | None = None) -> str:
    """A hash of a file, or of its content where that was read."""
    name, state = str(path), path.stat()
    seen = state.st_size, state.st_mtime_ns, state.st_ctime_ns
    known = _KNOWN.get(name)
    if known is None or not known.holds(*seen):
        settled = time.time_ns() - max(seen[1:]) > SETTLED
        if content is not None:
            digest = hashlib.sha256(content).hexdigest()
        else:
            check_regular(path)
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        known = _KNOWN[name] = _Digest(*seen, digest, settled)
    return known.digest


@contextmanager
def remembered(folder: Path, cache: Cache) -> Iterator[None]:
    """Know the hashes of large files in a folder from earlier runs, and keep them for later ones."""
    place = str(folder.resolve())
    key = hashed("digests", place)
    before = _read(cache.get(key))
    for name, known in before.items():
        _KNOWN.setdefault(str(folder / name), known)
    yield
    prefix = str(folder / "_")[:-1]
    after = {
        name.removeprefix(prefix): known
        for name, known in _KNOWN.items()
        if known.size >= LARGE and known.settled and name.startswith(prefix)
    }
    if after != before:
        cache.put(key, json.dumps(after).encode())


def _read(kept: bytes | None) -> dict[str, _Digest]:
    try:
        return {} if kept is None else {name: _Digest(*known) for name, known in json.loads(kept).items()}
    except (ValueError, TypeError, AttributeError):  # another version of pnp wrote it
        return {}
