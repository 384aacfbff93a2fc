"""Files: bounded reads of regular files, writes that are complete or not made, and the user's settings folder.

A pipe would block forever, and a device or a sparse file would fill the memory. Both raise an OSError, so that callers
handle them like any other file that cannot be read.

While a file is edited, its unsaved content can be read in its place (`unsaved_files`): everything that reads a project
does so with `read_file`, and caches hash the content that was read.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Final

from platformdirs import user_config_path

from pnp.errors import Location, PressError, Problem, UnreadableFileError, os_problem

LARGEST_SETTINGS: Final = 1_000_000
"""Maximum size of a file written by hand or saved for a user (specs, settings, memos), in bytes."""
LARGEST_RUN: Final = 64_000_000
"""Maximum size of a file of simulated games, compressed or not, in bytes."""
LARGEST_FILE: Final = 512_000_000
"""Maximum size of any other file, in bytes."""
PARSE_ERRORS: Final = (
    OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip
"""Exceptions that can occur when a file that is unreadable or invalid is parsed."""
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_KINDS: Final = {
    stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}  # fmt: skip


def read_file(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """Return the content of a regular file. Raise OSError if it is something else, or larger than `largest` bytes."""
    _check(path.stat(), path, largest)
    if (edited := unsaved_content(path)) is not None:
        _check_size(len(edited), path, largest)
        return edited
    with os.fdopen(os.open(path, _FLAGS), "rb") as file:
        _check(os.fstat(file.fileno()), path, largest)
        content = file.read(largest + 1)
    if len(content) > largest:  # it has grown, or it is a virtual file (such as in /proc) without a size
        raise UnreadableFileError(errno.EFBIG, f"it is larger than {rounded_size(largest)}", path)
    return content


_unsaved: ContextVar[Mapping[str, bytes]] = ContextVar("_unsaved", default={})  # noqa: B039 (never changed)
"""Unsaved contents of files, by their path after following links."""


@contextlib.contextmanager
def unsaved_files(contents: Mapping[Path, bytes]) -> Iterator[None]:
    """Read the given contents in place of these files until the end of the block, in this thread only.

    The files must exist. A task in a worker process is not affected: it gets the contents as an argument and calls this
    function itself. Raise ValueError for Python code, which must not run before it is saved.
    """
    if any(Path(each).suffix == ".py" for path in contents for each in (path, os.path.realpath(path))):
        raise ValueError("unsaved code is not run")
    token = _unsaved.set({**_unsaved.get(), **{os.path.realpath(path): each for path, each in contents.items()}})
    try:
        yield
    finally:
        _unsaved.reset(token)


def unsaved_content(path: Path) -> bytes | None:
    """Return the content to read in place of a file; None if the file itself is read."""
    found = _unsaved.get()
    return found.get(os.path.realpath(path)) if found else None


def check_regular(path: Path, largest: int = LARGEST_FILE) -> None:
    """Raise OSError if a path is not a regular file, or is larger than `largest` bytes."""
    _check(path.stat(), path, largest)


def read_json(content: bytes | str) -> Any:
    """Parse JSON. Raise ValueError, with a plain reason, if it is not valid."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(describe_error(error)) from None


def describe_error(error: Exception) -> str:
    """Return why a text cannot be parsed, in words that do not require knowing Python."""
    if isinstance(error, RecursionError):
        return "lists or tables are nested too deeply"
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return "a number has too many digits" if reason.startswith("Exceeds the limit") else reason


def rounded_size(size: int) -> str:
    """Format a number of bytes, such as "64 MB"."""
    return f"{size / 1e6:,.0f} MB" if size >= 1_000_000 else f"{size / 1e3:,.0f} kB"


def _check(state: os.stat_result, path: Path, largest: int) -> None:
    kind = stat.S_IFMT(state.st_mode)
    if kind != stat.S_IFREG:
        raise UnreadableFileError(errno.EINVAL, f"it is {_KINDS.get(kind, 'something else')}, not a file", path)
    _check_size(state.st_size, path, largest)


def _check_size(length: int, path: Path, largest: int) -> None:
    if length > largest:
        size, most = rounded_size(length), rounded_size(largest)
        exact = size if size != most else f"{length:,} bytes"
        raise UnreadableFileError(errno.EFBIG, f"it is larger than {most} ({exact})", path)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file by replacing it with a complete temporary file."""
    with open_atomically(path) as file:
        file.write(content)


@contextlib.contextmanager
def open_atomically(path: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` at the end of the block, with these permissions if given."""
    with contextlib.suppress(FileNotFoundError):
        check_regular(path, sys.maxsize)  # replacing a device would remove it for all users
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(name, 0o666 & ~_umask() if mode is None else mode)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def folder_mode() -> int:
    """Return the default permissions of a new folder; temporary folders have fewer."""
    return 0o777 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def settings_file() -> Path:
    """Return the path of the settings file, which is in PNP_CONFIG_DIR if that is set."""
    chosen = os.environ.get("PNP_CONFIG_DIR")
    return (Path(chosen) if chosen else user_config_path("pnp", appauthor=False)) / "settings.json"


KEY_BYTES: Final = 32
"""Length of a key of the user, in bytes."""


@cache
def user_key(path: Path, *, private: bool = False) -> bytes:
    """Return a random key of the user from a file, created on first use; a temporary one if it cannot be written.

    With `private`, a key that other users of the computer can read is replaced.
    """
    made = os.urandom(KEY_BYTES)
    with contextlib.suppress(OSError):
        if path.is_file() and not (private and _readable_by_others(path)):
            saved = read_file(path, KEY_BYTES)
            if len(saved) == KEY_BYTES:
                return saved
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # created with mode 0600
        with os.fdopen(handle, "wb") as file:
            file.write(made)
        os.replace(name, path)
        if not (private and _readable_by_others(path)):  # some file systems ignore permissions
            return read_file(path, KEY_BYTES)  # another process may have replaced it meanwhile
    return made


def _readable_by_others(path: Path) -> bool:
    """Return whether a file belongs to another user, or others have permissions for it; False on Windows."""
    state = path.stat()
    return os.name == "posix" and (state.st_uid != os.geteuid() or bool(state.st_mode & 0o077))


PAGE_MARK: Final = '<meta name="generator" content="pnp {version}">'
"""Tag near the start of every page, by which pnp recognizes its own."""
LONGEST_HEAD: Final = 4_000
"""Number of bytes in which the mark is looked for."""


def check_own_page(path: Path) -> None:
    """Raise PressError if a path is a file that is not a page that pnp wrote."""
    if not path.is_file():
        return
    try:
        with path.open("rb") as file:
            begins = file.read(LONGEST_HEAD)
    except OSError as error:
        raise PressError(os_problem(error, Location(str(path)), "cannot be written")) from error
    if PAGE_MARK.partition("{")[0].encode() not in begins:
        message, hint = "is not a page that pnp wrote", "choose another name, so that it is not overwritten"
        raise PressError(Problem(Location(str(path)), message, hint, code="E0108"))
