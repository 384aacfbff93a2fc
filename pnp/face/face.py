"""Faces: what is drawn on one side of a piece."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.face.plate import Plate
from pnp.face.shelf import ProjectFont
from pnp.location import Location
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.face.trace import Source


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
