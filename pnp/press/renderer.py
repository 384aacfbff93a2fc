"""Renderers: faces become PDF pages and pictures.

typst is the press. cairosvg draws the same faces behind the same protocol, as an independent second opinion: tests
compare every face, and `--renderer cairosvg` lets a person do so. Everything that draws faces asks here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from pnp.cache import hashed
from pnp.face.face import Face
from pnp.fingerprint import code_hash, versions
from pnp.press.job import RendererName

_MADE_OF: Final = {
    RendererName.TYPST: ("pnp.press.typst_renderer", "typst"),
    RendererName.CAIROSVG: ("pnp.press.cairo_renderer", "CairoSVG"),
}
"""The module of each renderer, and the library that it draws with."""
_LIBRARIES: Final = ("pikepdf", "font-source-sans-pro", "font-fredoka-one")


class Renderer(Protocol):
    """Draws faces."""

    def to_chunk(self, faces: Sequence[Face]) -> bytes:
        """A PDF with one page for each face, as large as its canvas; something may stand in for its pictures."""

    def to_pdf(self, faces: Sequence[Face]) -> bytes:
        """A PDF with one page for each face, as large as its canvas."""

    def to_view(self, faces: Sequence[Face]) -> bytes:
        """A PDF as `to_pdf` makes it, to be looked at once and not kept: it may be larger."""

    def to_png(self, faces: Sequence[Face], dpi: float) -> list[bytes]:
        """A picture of each face."""


def find_renderer(name: RendererName = RendererName.TYPST) -> Renderer:
    """The renderer of that name; it is only imported when asked for."""
    if name is RendererName.CAIROSVG:
        from pnp.press.cairo_renderer import CairoRenderer

        return CairoRenderer()
    from pnp.press.typst_renderer import TypstRenderer

    return TypstRenderer()


def renderer_key(name: RendererName) -> str:
    """A hash of the code and the libraries that a renderer draws with; none of it is loaded."""
    module, library = _MADE_OF[name]
    return hashed(name, code_hash(module), versions(library, *_LIBRARIES))


def faces_to_chunk(faces: Sequence[Face], renderer: RendererName) -> bytes:
    """A PDF with one page for each face, in which something may stand in for pictures."""
    return find_renderer(renderer).to_chunk(faces)


def faces_to_pdf(faces: Sequence[Face], renderer: RendererName = RendererName.TYPST) -> bytes:
    """A PDF with one page for each face."""
    return find_renderer(renderer).to_pdf(faces)
