"""Temporary files with drawn parts of PDF pages, deleted when the process ends."""

from __future__ import annotations

import atexit
import hashlib
import shutil
from functools import cache, lru_cache
from pathlib import Path
from tempfile import mkdtemp

from pnp.errors import Location, Problem, RenderError
from pnp.face.plate import EmbeddedImage
from pnp.foreign import PdfFile
from pnp.store.files import read_file


@cache
def _folder() -> Path:
    folder = Path(mkdtemp(prefix="pnp-parts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def store_page_part(content: bytes) -> str:
    """Store the picture of a part of a page and return its hash."""
    mark = hashlib.sha256(content).hexdigest()
    (_folder() / mark).write_bytes(content)
    return mark


def load_page_part(plate: EmbeddedImage) -> bytes:
    """Return the PNG or JPEG of a part of a page, drawn again if its file is missing.

    Raise RenderError if the PDF has changed in the meantime.
    """
    if plate.part is None:
        raise ValueError("not a part of a page")
    place = _folder() / plate.hash
    if not place.is_file():
        drawn = _opened(plate.path, plate.where, plate.path.stat().st_mtime_ns).picture(*plate.part)
        if store_page_part(drawn.content) != plate.hash:
            hint = "save all files, then build again"
            raise RenderError(Problem(plate.where, "has changed since the build started", hint, code="E0112"))
    return place.read_bytes()


@lru_cache(maxsize=2)
def _opened(path: Path, where: Location, _written: int) -> PdfFile:
    return PdfFile(read_file(path), where)
