"""Describe the pictures on faces: the file, how it is modified, and parts of PDF pages, stored until printed.

The SVG of a face only refers to its pictures (`#picture-…`); their pixels are inserted when it is printed.
"""

from __future__ import annotations

import atexit
import hashlib
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from pnp.errors import Location, Problem, RenderError
from pnp.geometry.units import Size
from pnp.pictures.formats import Encoding
from pnp.pictures.pdf_pages import PagePart, PdfFile
from pnp.store.cache import cache_key
from pnp.store.files import read_file
from pnp.store.fingerprint import file_digest
from pnp.terms import PictureFit

REFERENCE_PREFIX: Final = "#picture-"
"""Prefix of references to pictures in SVG."""
_REFERENCE: Final = re.compile(r'"#picture-([0-9a-f]{40})"')


class BleedStrip(NamedTuple):
    """One of the four mirrored strips around the box of a picture; lengths in mm."""

    number: int
    """Position of the strip: 0 above, 1 below, 2 left, 3 right."""
    width: float
    """Width of the box."""
    height: float
    rim: float
    fit: PictureFit
    across: float
    """Horizontal anchor of the visible part, from 0 (left) to 1 (right)."""
    down: float
    """Vertical anchor of the visible part, from 0 (top) to 1 (bottom)."""


class PdfPagePart(NamedTuple):
    """Part of a PDF page, with its printed size and resolution."""

    part: PagePart
    size: Size
    dpi: float


@dataclass(frozen=True)
class EmbeddedImage:
    """A picture to be printed."""

    path: Path = field(compare=False)
    file: str
    """Path relative to the folder of the game."""
    hash: str
    """Hash of the file; for a part of a PDF page, hash of its picture."""
    kind: str
    """Format if the picture is converted: `png` or `jpeg`."""
    width: int
    """Width in pixels, as stored."""
    height: int
    alpha: bool = False
    packing: Encoding | None = None
    """How a PDF embeds the file as is; None if the picture is compressed again."""
    part: PdfPagePart | None = None
    strip: BleedStrip | None = None
    shrunk: bool = False
    """Whether the picture is scaled down from its file to `width` × `height`."""

    @cached_property
    def key(self) -> str:
        """Hash of everything visible; equal files with different names are the same picture."""
        shrunk = (self.width, self.height) if self.shrunk else None
        return cache_key("plate", self.hash, self.part, self.strip, shrunk)[:40]

    @property
    def reference(self) -> str:
        """Reference to the picture in SVG."""
        return f"{REFERENCE_PREFIX}{self.key}"

    @property
    def folder(self) -> Path:
        """Folder of the game."""
        return self.path.parents[len(Path(self.file).parts) - 1]

    @property
    def location(self) -> Location:
        """Location of the file, relative to the project."""
        return Location("/".join((*self.folder.parts[-2:], self.file)))


def image_keys(svg: str) -> list[str]:
    """Return the keys of the pictures that an SVG refers to, without duplicates."""
    return list(dict.fromkeys(_REFERENCE.findall(svg)))


def replace_images(svg: str, address: Callable[[str], str]) -> str:
    """Return the SVG with each reference to a picture replaced by the address of its key."""
    return _REFERENCE.sub(lambda match: f'"{address(match[1])}"', svg)


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


def load_page_part(picture: EmbeddedImage) -> bytes:
    """Return the PNG or JPEG of a part of a page, drawn again if its file is missing.

    Raise RenderError if the PDF has changed in the meantime.
    """
    if picture.part is None:
        raise ValueError("not a part of a page")
    place = _folder() / picture.hash
    if not place.is_file():
        drawn = _opened(picture.path, picture.location, file_digest(picture.path)).picture(*picture.part)
        if store_page_part(drawn.content) != picture.hash:
            hint = "save all files, then build again"
            raise RenderError(Problem(picture.location, "has changed since the build started", hint, code="E0112"))
    return place.read_bytes()


@lru_cache(maxsize=2)
def _opened(path: Path, where: Location, _digest: str) -> PdfFile:
    return PdfFile(read_file(path), where)
