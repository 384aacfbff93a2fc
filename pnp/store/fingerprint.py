"""Hashes of files and of code, by which cached results are found again while nothing has changed.

A file counts as unchanged if its size and times are the same, as in git and make. The hash of a file that has only
just changed is not stored, because the file may change again within the same tick of the clock.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from pnp.store.cache import Cache, cache_key
from pnp.store.files import check_regular, unsaved_content

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
    """Return the SHA-256 of a file, or of its unsaved content; `content` avoids reading it again."""
    if (edited := unsaved_content(path)) is not None:
        return hashlib.sha256(edited).hexdigest()
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


def _read(cached: bytes | None) -> dict[str, _Digest]:
    try:
        return {} if cached is None else {name: _Digest(*known) for name, known in json.loads(cached).items()}
    except (ValueError, TypeError, AttributeError):  # another version of pnp wrote it
        return {}


_FOR_TYPES: Final = re.compile(r"\n([ \t]*)if [\w.]*TYPE_CHECKING:.*(?:\n(?:\1[ \t]+\S.*|[ \t]*$))*", re.MULTILINE)
"""Matches a block under `if TYPE_CHECKING:`."""
_IMPORT: Final = re.compile(r"import(?:[ \t]*\(([^)]*)\)|[ \t]+((?:\\\n|[^\n;])*))")
"""Matches an import from the word `import` on: searching for a literal word is ten times as fast as for line starts."""
_BEFORE: Final = re.compile(r"(?:.*[:;])?[ \t]*(?:from[ \t]+(?P<origin>[.\w]+)[ \t]+)?")
"""Matches what may precede `import` on its line."""
_COMMENT: Final = re.compile(r"#.*|\\")


class _Source(NamedTuple):
    """Hash and imports of one module."""

    hash: str
    imports: frozenset[str]
    """Modules of the same top-level package that it imports."""


def code_hash(*modules: str) -> str:
    """Return a hash of these modules and of all modules of their package that they import, directly or indirectly.

    Imports are found by searching the text; nothing is executed. Imports inside functions count, those under
    `TYPE_CHECKING` do not. A parent package (`pnp` in `pnp.face.face`) counts only if something is imported from it.
    """
    found = module_hashes(*modules)
    return hashlib.sha256("".join(f"{name} {found[name]}\n" for name in sorted(found)).encode()).hexdigest()


def module_hashes(*modules: str) -> dict[str, str]:
    """Return the source hashes of these modules and of all their imports. Raise ModuleNotFoundError without source."""
    found: dict[str, str] = {}
    wanted = list(modules)
    while wanted:
        name = wanted.pop()
        if name not in found:
            source = _source(name)
            if source is None:
                raise ModuleNotFoundError(f"no source found for the module {name}", name=name)
            found[name] = source.hash
            wanted += source.imports
    return found


@cache
def _source(name: str) -> _Source | None:
    path = _path(name)
    if path is None:
        return None
    content = path.read_bytes()
    if path.name == "__init__.py":  # pnp.words reads the TOML files in its folder
        tables = sorted(name for name in _names_in(str(path.parent)) if name.endswith(".toml"))
        content += b"".join((path.parent / name).read_bytes() for name in tables)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return _Source(
        hashlib.sha256(content).hexdigest(), frozenset(_imports(content.decode(errors="replace"), name, package))
    )


def _imports(text: str, name: str, package: str) -> Iterator[str]:
    """Yield the modules of the same top-level package that a module's text imports."""
    text = _FOR_TYPES.sub("", f"\n{text}") if "TYPE_CHECKING:" in text else text
    top = name.partition(".")[0]
    for match in _IMPORT.finditer(text):
        before = _BEFORE.fullmatch(text, text.rfind("\n", 0, match.start()) + 1, match.start())
        if before is None:
            continue
        origin = _absolute(before["origin"], package) if before["origin"] else ""
        if origin and origin.partition(".")[0] != top:
            continue
        for part in _COMMENT.sub("", match[1] or match[2]).split(","):
            if words := part.split():
                inner = f"{origin}.{words[0]}" if origin else words[0]
                if inner.partition(".")[0] == top and _path(inner) is not None:
                    yield inner
                elif origin and _path(origin) is not None:  # a name inside a module
                    yield origin


def _absolute(origin: str, package: str) -> str:
    """Return the absolute name of the module after `from`, which may be relative."""
    tail = origin.lstrip(".")
    level = len(origin) - len(tail)
    if not level:
        return origin
    above = package.split(".")
    return ".".join([*above[: len(above) - level + 1], *([tail] if tail else [])])


@cache
def _path(name: str) -> Path | None:
    """Return the file of a module, found without importing it or its parents; None if it has none."""
    top, *inner = name.split(".")
    alone, roots = _place(top)
    if alone is not None and not inner:
        return alone
    for root in roots:
        folder = "/".join([root, *inner])
        if "__init__.py" in _names_in(folder):
            return Path(folder, "__init__.py")
        if inner and f"{inner[-1]}.py" in _names_in("/".join([root, *inner[:-1]])):
            return Path(f"{folder}.py")
    return None


@cache
def _place(top: str) -> tuple[Path | None, list[str]]:
    """Return the file of a top-level module, or the folders of a top-level package."""
    spec = find_spec(top) if top else None
    if spec is None:
        return None, []
    if spec.submodule_search_locations is not None:
        return None, list(spec.submodule_search_locations)
    return (Path(spec.origin) if spec.origin and spec.has_location else None), []


@cache
def _names_in(folder: str) -> frozenset[str]:
    """Return the names in a folder; listing a folder once is faster than testing files one by one."""
    try:
        with os.scandir(folder) as entries:
            return frozenset(entry.name for entry in entries)
    except OSError:
        return frozenset()


@cache
def versions(*packages: str) -> str:
    """Return the installed versions of packages, as `name=version`; the version is empty if one is not installed."""
    return " ".join(f"{package}={_version(package)}" for package in packages)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
