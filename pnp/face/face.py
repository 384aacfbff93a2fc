"""Faces: what is drawn on one side of a piece."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypedDict

from pnp.face.plate import Plate
from pnp.face.shelf import ProjectFont
from pnp.location import Location
from pnp.units import Size


class Source(TypedDict):
    """What a mark on a face leads to; locations as `Location.plain` gives them."""

    call: str
    """How it came there: text, art, image, icon, or element for SVG that the template writes itself."""
    name: str
    """The text, the name of the drawing, the file of the picture, the tag of the element."""
    lines: list[dict[str, Any]]
    """The template's line, then the lines that called for it: of a macro, of a file that is included."""
    cells: list[dict[str, Any]]
    """Where its content is written; nothing where the template says it itself."""
    drawing: dict[str, Any] | None
    """The file or the function that draws it."""


@dataclass(frozen=True)
class Face:
    """A side of a design as SVG; the canvas reaches `bleed` beyond the trim size on all sides."""

    svg: str
    size: Size
    bleed: float
    where: Location = field(default_factory=Location)
    """Game, piece and side, for messages."""
    fonts: tuple[ProjectFont, ...] = ()
    """The project's own fonts that it may be set in."""
    plates: tuple[Plate, ...] = ()
    """The pictures that its SVG names."""
    coarse: tuple[tuple[str, int], ...] = ()
    """Files of pictures that may look blurred, and their dots to the inch."""
    sources: tuple[Source, ...] = field(default=(), compare=False)
    """What its marks lead to, each at its number, where it was drawn traced."""

    @cached_property
    def key(self) -> str:
        """A hash of everything that shows."""
        fonts = "".join(f"{font.alias} {font.cut} " for font in self.fonts)
        return hashlib.sha256(f"{fonts}{self.size}{float(self.bleed)}{self.svg}".encode()).hexdigest()

    @property
    def canvas(self) -> Size:
        """The size with the bleed."""
        return Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)
