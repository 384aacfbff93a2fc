"""Inlays: pictures put into a finished PDF while it is written, each once, and never all in memory.

The PDF has an empty object for each. What is written is that PDF as it is, then the pictures under the numbers of
these objects and a table of where they lie: an update, as the format calls it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from pnp.cache import Cache
from pnp.digest import file_digest
from pnp.errors import PressError, Problem, os_problem
from pnp.location import Location
from pnp.picture import packed
from pnp.read import read_whole

_START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")


class Inlay(NamedTuple):
    """A picture, and the object that it becomes."""

    number: int
    head: str
    """The entries of its dictionary, without its length."""
    how: str
    """How its dots are packed, as `pnp.picture.Packing` has it."""
    file: str
    """Beside the spec; none for one that was packed anew and is in the cache."""
    key: str
    """The hash of its file, or what it is in the cache under."""


class Bound(NamedTuple):
    """A PDF, and what is to be put into it."""

    pdf: bytes
    inlays: tuple[Inlay, ...] = ()
    trailer: str = ""
    """What the table at the end says beside its numbers."""
    objects: int = 0
    """Of the PDF's objects."""


class InlaySource:
    """Where the dots of inlays come from: files of a game, and the cache."""

    def __init__(self, folder: Path, cache: Cache) -> None:
        self._folder, self._cache = folder, cache

    def has_all(self, inlays: Iterable[Inlay]) -> bool:
        """Whether everything that was packed anew is still in the cache."""
        return all(inlay.file or self._cache.has(inlay.key) for inlay in inlays)

    def read(self, inlay: Inlay) -> bytes:
        """The picture; PressError where its file is not the one that was looked at."""
        if not inlay.file:
            content = self._cache.get(inlay.key)
            if content is None:
                raise PressError(
                    Problem(Location(detail="the cache"), "has lost a picture", "build again", code="E0113")
                )
            return content
        path = self._folder / inlay.file
        where, hint = Location(str(path)), "build again when all files are saved"
        try:
            if file_digest(path) == inlay.key:
                return read_whole(path)
        except OSError as error:
            raise PressError(os_problem(error, where, "cannot be read any more", hint, code="E0112")) from error
        raise PressError(Problem(where, "has changed since the build started", hint, code="E0112"))


def write_bound(bound: Bound, source: InlaySource, file: BinaryIO) -> int:
    """Write the PDF with its pictures; how long it is."""
    file.write(bound.pdf)
    if not bound.inlays:
        return len(bound.pdf)
    at = len(bound.pdf)
    places: dict[int, int] = {}

    def write(*parts: bytes | memoryview) -> None:
        nonlocal at
        for part in parts:
            file.write(part)
            at += len(part)

    for inlay in bound.inlays:
        places[inlay.number] = at
        parts = packed(source.read(inlay), inlay.how)
        head = f"{inlay.number} 0 obj\n<<{inlay.head}/Length {sum(map(len, parts))}>>\nstream\n"
        write(head.encode("latin-1"), *parts, b"\nendstream\nendobj\n")
    _write_table(bound, places, at, write)
    return at


def _write_table(bound: Bound, places: dict[int, int], at: int, write: Callable[[bytes], None]) -> None:
    """The table of where the pictures lie; it is an object, too, the last."""
    start = _START.search(bound.pdf[-100:])
    if start is None:
        raise ValueError("a PDF that has no end")
    places = dict(sorted(places.items())) | {bound.objects: at}
    rows = b"".join(b"\1" + place.to_bytes(6) + b"\0\0" for place in places.values())
    index = " ".join(f"{number} 1" for number in places)
    data = zlib.compress(rows)
    head = (
        f"{bound.objects} 0 obj\n<</Type/XRef/Size {bound.objects + 1}/Index[{index}]/W[1 6 2]/Prev {int(start[1])}"
        f"{bound.trailer}/Filter/FlateDecode/Length {len(data)}>>\nstream\n"
    )
    write(head.encode("latin-1"))
    write(data)
    write(f"\nendstream\nendobj\nstartxref\n{at}\n%%EOF\n".encode())
