"""From faces to PDF pages and to pictures, with one of two renderers that check each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pnp.face.render import Face
from pnp.press.job import RendererName


class Renderer(Protocol):
    """Draws faces."""

    def to_pdf(self, faces: Sequence[Face]) -> bytes:
        """A PDF with one page for each face, as large as its canvas."""

    def to_png(self, faces: Sequence[Face], dpi: float) -> list[bytes]:
        """A picture of each face."""


def find_renderer(name: RendererName) -> Renderer:
    """The renderer of that name; it is only imported when asked for."""
    if name is RendererName.CAIROSVG:
        from pnp.press.cairo_renderer import CairoRenderer

        return CairoRenderer()
    from pnp.press.typst_renderer import TypstRenderer

    return TypstRenderer()


def faces_to_pdf(faces: Sequence[Face], renderer: RendererName) -> bytes:
    """A PDF with one page for each face."""
    return find_renderer(renderer).to_pdf(faces)
