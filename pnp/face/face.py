"""The face: the SVG of one side of a piece, with its fonts, pictures and sources."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypedDict

from pnp.errors import Location
from pnp.geometry.units import Size
from pnp.pictures.embedded import EmbeddedImage
from pnp.text.font_set import ProjectFont


class Source(TypedDict):
    """Where a marked part of a face comes from; locations are as in `Location.plain`."""

    call: str
    """How it was drawn: text, art, image, icon, or element for SVG written in the template."""
    name: str
    """Text, drawing name, picture file or element tag."""
    lines: list[dict[str, Any]]
    """Line in the template, followed by the lines that include or call it."""
    cells: list[dict[str, Any]]
    """Cells and keys with its content; empty if the content is written in the template."""
    drawing: dict[str, Any] | None
    """File or function that draws it, or None."""


@dataclass(frozen=True)
class Face:
    """One side of a design as SVG; the canvas extends `bleed` mm beyond the trim size on all sides."""

    svg: str
    size: Size
    bleed: float
    where: Location = field(default_factory=Location)
    """Game, piece and side, for error messages."""
    fonts: tuple[ProjectFont, ...] = ()
    """Project fonts that the SVG may use."""
    plates: tuple[EmbeddedImage, ...] = ()
    """Pictures that the SVG refers to."""
    coarse: tuple[tuple[str, int], ...] = ()
    """Files of low-resolution pictures, each with its resolution in dpi."""
    sources: tuple[Source, ...] = field(default=(), compare=False)
    """Sources by the number of their mark; empty unless the face was traced."""

    @cached_property
    def key(self) -> str:
        """Hash of everything that affects the printed face."""
        fonts = "".join(f"{font.alias} {font.cut} " for font in self.fonts)
        return hashlib.sha256(f"{fonts}{self.size}{float(self.bleed)}{self.svg}".encode()).hexdigest()

    @property
    def canvas(self) -> Size:
        """Size including the bleed."""
        return Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)
