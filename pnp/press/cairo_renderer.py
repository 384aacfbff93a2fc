"""The cairosvg renderer: an independent check of typst. It needs the system's cairo library."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from types import ModuleType

import pikepdf

from pnp.errors import Location, PressError, Problem, RenderError, quote_value
from pnp.face.face import Face
from pnp.geometry.units import MM_PER_INCH
from pnp.press.font_folder import font_folder, fonts_of
from pnp.press.images import svg_for_renderer
from pnp.text.font_set import ProjectFont
from pnp.text.typography import COMPLEX_SCRIPTS, RTL
from pnp.worker.progress import begin_step

_CONFIG = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""
_CAIROSVG = Location(option="--renderer", detail="cairosvg")
_HINT = "cairosvg supports neither complex scripts nor right-to-left text; use --renderer typst"


@cache
def _cairosvg() -> ModuleType:
    """Return the cairosvg module, set up to see pnp's fonts and no others."""
    config = font_folder() / "fonts.conf"
    config.write_text(_CONFIG.format(folder=font_folder()), "utf-8")
    os.environ["FONTCONFIG_FILE"] = str(config)  # read once, when cairo draws the first text
    try:
        import cairosvg
    except OSError as error:
        hint = "install it (Debian: libcairo2; macOS: brew install cairo), or use --renderer typst"
        message = "needs the system's cairo library, which is missing"
        raise PressError(Problem(_CAIROSVG, message, hint, code="E1306")) from error
    module: ModuleType = cairosvg
    return module


@cache
def _add_project_fonts(fonts: tuple[ProjectFont, ...]) -> None:
    """Make the project's fonts visible to cairo, which has already read its list of fonts."""
    found = ctypes.util.find_library("fontconfig")
    good = False
    if found is not None:
        good = bool(ctypes.CDLL(found).FcConfigAppFontAddDir(None, os.fsencode(font_folder(fonts))))
    if not good:
        message = "needs the system's fontconfig library to find the project's fonts, but it is missing"
        raise PressError(Problem(_CAIROSVG, message, "install it, or use --renderer typst", code="E1306"))


def _prepare(faces: Sequence[Face]) -> ModuleType:
    """Return the cairosvg module, ready for these faces; raise RenderError for characters that it cannot draw."""
    problems = [
        Problem(
            face.where,
            "has a character that cairosvg cannot draw",
            _HINT,
            found=f"{quote_value(found[0])} (U+{ord(found[0]):04X})",
            code="E0517",
        )
        for face in faces
        if (found := RTL.search(face.svg) or COMPLEX_SCRIPTS.search(face.svg))
    ]
    if problems:
        raise RenderError(*problems)
    cairosvg = _cairosvg()
    if fonts := fonts_of(faces):
        _add_project_fonts(fonts)
    return cairosvg


@contextmanager
def _report_errors(face: Face) -> Iterator[None]:
    """Report any failure of cairosvg as an error of this face."""
    begin_step(face.where)
    try:
        yield
    except (Exception, RecursionError) as error:
        found = f"{type(error).__name__}: {error}"
        raise RenderError(Problem(face.where, "cannot be drawn by cairosvg", found=found, code="E0517")) from error


class CairoRenderer:
    """Draws faces with cairosvg, one after the other."""

    def to_chunk(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, including its pictures."""
        return self.to_pdf(faces)

    def to_pdf(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, as large as its canvas."""
        cairosvg = _prepare(faces)
        with pikepdf.new() as merged:
            for face in faces:
                with (
                    _report_errors(face),
                    pikepdf.open(BytesIO(cairosvg.svg2pdf(bytestring=svg_for_renderer(face).encode()))) as page,
                ):
                    merged.pages.extend(page.pages)
            out = BytesIO()
            merged.save(out, deterministic_id=True)
        return out.getvalue()

    def to_view(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, for viewing only."""
        return self.to_pdf(faces)

    def to_png(self, faces: Sequence[Face], dpi: float) -> list[bytes]:
        """Return a PNG of each face."""
        cairosvg = _prepare(faces)
        drawn = []
        for face in faces:
            width, height = (round(length / MM_PER_INCH * dpi) for length in face.canvas)
            with _report_errors(face):
                drawn.append(
                    cairosvg.svg2png(
                        bytestring=svg_for_renderer(face).encode(),
                        output_width=width,
                        output_height=height,
                        background_color="white",
                    )
                )
        return drawn
