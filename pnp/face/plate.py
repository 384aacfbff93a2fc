"""Plates: the pictures on faces, each by the file that it comes from and what is done to it.

The SVG of a face names its plates (`#picture-…`) and holds no dots of them. Those come in when it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from pnp.cache import hashed
from pnp.foreign import PagePart
from pnp.location import Location
from pnp.picture import Packing
from pnp.terms import PictureFit
from pnp.units import Size

PICTURE_NAME: Final = "#picture-"
"""How the names of plates in SVG begin."""
_REFERENCE: Final = re.compile(r'"#picture-([0-9a-f]{40})"')


class Strip(NamedTuple):
    """What of a picture goes on beyond its box: one of four strips, mirrored at its edges."""

    number: int
    """Above, below, left, right."""
    width: float
    """Of the box."""
    height: float
    rim: float
    fit: PictureFit
    across: float
    """Which part of the picture is seen, from 0 (left) to 1 (right)."""
    down: float


class PlatePart(NamedTuple):
    """A part of a page of a PDF, and the size that it is printed at."""

    part: PagePart
    size: Size
    dpi: float


@dataclass(frozen=True)
class Plate:
    """A picture that is to be printed."""

    path: Path = field(compare=False)
    file: str
    """Its name beside the spec."""
    hash: str
    """Of the file; of a part of a page, that of its picture."""
    kind: str
    """What it is handed on as where it is no file of its own: `png` or `jpeg`."""
    width: int
    """In dots, as they are stored."""
    height: int
    alpha: bool = False
    packing: Packing | None = None
    """How a PDF takes its file as it is; None where it is packed anew."""
    part: PlatePart | None = None
    strip: Strip | None = None
    shrunk: bool = False
    """Whether it is to have fewer dots than its file: `width` and `height`."""

    @cached_property
    def key(self) -> str:
        """A hash of all that shows; the same file under another name is the same picture."""
        shrunk = (self.width, self.height) if self.shrunk else None
        return hashed("plate", self.hash, self.part, self.strip, shrunk)[:40]

    @property
    def reference(self) -> str:
        """What stands for it in SVG."""
        return f"{PICTURE_NAME}{self.key}"

    @property
    def folder(self) -> Path:
        """The folder of its game."""
        return self.path.parents[len(Path(self.file).parts) - 1]

    @property
    def where(self) -> Location:
        """Its file, from the project's folder."""
        return Location("/".join((*self.folder.parts[-2:], self.file)))


def plates_in(svg: str) -> list[str]:
    """The keys of the plates that an SVG names, each once."""
    return list(dict.fromkeys(_REFERENCE.findall(svg)))


def with_plates(svg: str, address: Callable[[str], str]) -> str:
    """The SVG with an address in place of each key of a plate."""
    return _REFERENCE.sub(lambda match: f'"{address(match[1])}"', svg)
