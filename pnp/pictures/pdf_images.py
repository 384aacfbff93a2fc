"""Insert pictures into a finished PDF while it is written, each once, without loading all into memory.

The PDF has an empty object for each picture. It is written unchanged, followed by the pictures under the numbers of
these objects and a cross-reference table: an incremental update in the terms of PDF.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from pnp.errors import Location, PressError, Problem, os_problem
from pnp.pictures.formats import embeddable_data
from pnp.store.cache import Cache
from pnp.store.files import read_file
from pnp.store.fingerprint import file_digest

_START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")


class LateImage(NamedTuple):
    """A picture to insert, and the object that it replaces."""

    number: int
    head: str
    """The entries of its dictionary, without its length."""
    how: str
    """Encoding of its pixels, as in `pnp.pictures.formats.Encoding`."""
    file: str
    """File name beside the spec; empty if the picture was re-encoded and is in the cache."""
    key: str
    """Hash of its file, or its key in the cache."""


class PdfWithPictures(NamedTuple):
    """A PDF, and the pictures to insert."""

    pdf: bytes
    late_images: tuple[LateImage, ...] = ()
    trailer: str = ""
    """Further entries of the trailer."""
    objects: int = 0
    """Number of objects in the PDF."""


class LateImageSource:
    """Reads the pictures to insert from the files of a game and from the cache."""

    def __init__(self, folder: Path, cache: Cache) -> None:
        self._folder, self._cache = folder, cache

    def has_all(self, late_images: Iterable[LateImage]) -> bool:
        """Return whether all re-encoded pictures are still in the cache."""
        return all(image.file or self._cache.has(image.key) for image in late_images)

    def read(self, image: LateImage) -> bytes:
        """Return the content of a picture; raise PressError if its file has changed since it was inspected."""
        if not image.file:
            content = self._cache.get(image.key)
            if content is None:
                raise PressError(
                    Problem(
                        Location(detail="the cache"),
                        "has lost a picture of this build",
                        "build again",
                        code="E0113",
                    )
                )
            return content
        path = self._folder / image.file
        where, hint = Location(str(path)), "save all files, then build again"
        try:
            if file_digest(path) == image.key:
                return read_file(path)
        except OSError as error:
            raise PressError(os_problem(error, where, "can no longer be read", hint, code="E0112")) from error
        raise PressError(Problem(where, "has changed since the build started", hint, code="E0112"))


def write_pdf(bound: PdfWithPictures, source: LateImageSource, file: BinaryIO) -> int:
    """Write the PDF with its pictures, and return its length in bytes."""
    file.write(bound.pdf)
    if not bound.late_images:
        return len(bound.pdf)
    at = len(bound.pdf)
    places: dict[int, int] = {}

    def write(*parts: bytes | memoryview) -> None:
        nonlocal at
        for part in parts:
            file.write(part)
            at += len(part)

    for image in bound.late_images:
        places[image.number] = at
        parts = embeddable_data(source.read(image), image.how)
        head = f"{image.number} 0 obj\n<<{image.head}/Length {sum(map(len, parts))}>>\nstream\n"
        write(head.encode("latin-1"), *parts, b"\nendstream\nendobj\n")
    _write_table(bound, places, at, write)
    return at


def _write_table(bound: PdfWithPictures, places: dict[int, int], at: int, write: Callable[[bytes], None]) -> None:
    """Write the cross-reference table of the pictures, itself the last object."""
    start = _START.search(bound.pdf[-100:])
    if start is None:
        raise ValueError("the PDF has no startxref at its end")
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
