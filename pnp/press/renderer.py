"""Renderers: turn faces into PDF pages and pictures.

typst is the default. cairosvg draws the same faces through the same protocol, as an independent check: tests compare
every face, and so can users with `--renderer cairosvg`. All other code that draws faces uses this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from pnp.face.face import Face
from pnp.press.job import RendererName
from pnp.store.cache import cache_key
from pnp.store.fingerprint import code_hash, versions

_MADE_OF: Final = {
    RendererName.TYPST: ("pnp.press.typst_renderer", "typst"),
    RendererName.CAIROSVG: ("pnp.press.cairo_renderer", "CairoSVG"),
}
"""The module and the library of each renderer."""
_LIBRARIES: Final = ("pikepdf", "font-source-sans-pro", "font-fredoka-one")


class Renderer(Protocol):
    """The interface of renderers."""

    def to_chunk(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, as large as its canvas; it may have placeholders for pictures."""

    def to_pdf(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, as large as its canvas."""

    def to_view(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF as `to_pdf` does, but for viewing only: it may be larger."""

    def to_png(self, faces: Sequence[Face], dpi: float) -> list[bytes]:
        """Return a PNG of each face."""


def find_renderer(name: RendererName = RendererName.TYPST) -> Renderer:
    """Return the renderer of that name, importing it only now."""
    if name is RendererName.CAIROSVG:
        from pnp.press.cairo_renderer import CairoRenderer

        return CairoRenderer()
    from pnp.press.typst_renderer import TypstRenderer

    return TypstRenderer()


def renderer_key(name: RendererName) -> str:
    """Return a hash of the code and libraries of a renderer, without importing them."""
    module, library = _MADE_OF[name]
    return cache_key(name, code_hash(module), versions(library, *_LIBRARIES))


def faces_to_chunk(faces: Sequence[Face], renderer: RendererName) -> bytes:
    """Return a PDF with one page per face, possibly with placeholders for pictures."""
    return find_renderer(renderer).to_chunk(faces)


def faces_to_pdf(faces: Sequence[Face], renderer: RendererName = RendererName.TYPST) -> bytes:
    """Return a PDF with one page per face."""
    return find_renderer(renderer).to_pdf(faces)
