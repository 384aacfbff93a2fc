"""The typst renderer: fast, with kerning, reproducible, and without system libraries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import typst

from pnp.errors import Location, Problem, RenderError
from pnp.face.face import Face
from pnp.geometry.units import trim
from pnp.press.font_folder import font_folder, fonts_of
from pnp.press.images import (
    can_use_placeholders,
    mark_placeholders,
    number_pictures,
    svg_for_renderer,
    with_pictures,
    with_placeholders,
)
from pnp.press.tidy import clean_up
from pnp.text.font_set import ProjectFont
from pnp.worker.progress import begin_all, one_by_one


@cache
def typst_fonts(own: tuple[ProjectFont, ...] = ()) -> typst.Fonts:
    """Return pnp's fonts and those of the project; raise RenderError for a font that typst would silently ignore."""
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(font_folder(own))])
    there = set(fonts.families())
    unknown = [font for font in own if font.alias not in there]
    if unknown:
        hint = "convert it with another tool, or choose another font"
        raise RenderError(
            *(
                Problem(font.where, "has a font that typst cannot use", hint, found=font.family, code="E0516")
                for font in unknown
            )
        )
    return fonts


def compile_files(
    files: dict[str, bytes], form: str, dpi: float | None = None, fonts: tuple[ProjectFont, ...] = ()
) -> list[bytes]:
    """Return the result of compiling `main.typ` among the files: a PDF, or a PNG for each page.

    `fonts` are the fonts of the project. Raise RenderError if typst fails.
    """
    try:
        # files in memory are missing from its type hints
        made = typst.compile(files, format=form, ppi=dpi, font_paths=typst_fonts(fonts), timestamp=0)  # type: ignore[call-overload]
    except typst.TypstError as error:
        raise RenderError(_not_drawn(error.message, "; ".join(error.hints))) from error
    except BaseException as error:  # a panic in Rust is not an Exception
        if type(error).__name__ != "PanicException":
            raise
        raise RenderError(_not_drawn(f"it crashed: {error}")) from error
    return made if isinstance(made, list) else [made]


def _not_drawn(found: str, hint: str = "") -> Problem:
    return Problem(Location(detail="the page"), "cannot be drawn by typst", hint, found=found, code="E0517")


class TypstRenderer:
    """Draws every face as a picture that fills a page."""

    def to_chunk(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, as large as its canvas, with placeholders for pictures."""
        return self._chunk(faces, clean_up)

    def to_pdf(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, as large as its canvas."""
        return with_pictures(self.to_chunk(faces), faces)

    def to_view(self, faces: Sequence[Face]) -> bytes:
        """Return a PDF with one page per face, for viewing only: made in a third of the time, but larger."""
        return with_pictures(self._chunk(faces, lambda drawn: drawn), faces)

    def _chunk(self, faces: Sequence[Face], finish: Callable[[bytes], bytes]) -> bytes:
        numbers = number_pictures(faces)
        drawn = finish(self._compile(faces, "pdf", None, numbers)[0])
        if not numbers:
            return drawn
        named, missing = mark_placeholders(drawn, numbers)
        if missing:  # typst has modified them
            return finish(self._compile(faces, "pdf", None)[0])
        return named

    def to_png(self, faces: Sequence[Face], dpi: float) -> list[bytes]:
        """Return a PNG of each face."""
        return self._compile(faces, "png", dpi)

    def _compile(
        self, faces: Sequence[Face], form: str, dpi: float | None, numbers: dict[str, int] | None = None
    ) -> list[bytes]:
        if len(faces) > 1 and one_by_one():
            for face in faces:
                self._compile([face], form, dpi, numbers)
        begin_all(face.where for face in faces)
        files: dict[str, bytes] = {}
        pages = ["#set page(margin: 0pt, fill: white)" if dpi else "#set page(margin: 0pt, fill: none)"]
        for number, face in enumerate(faces):
            width, height = (f"{trim(length)}mm" for length in face.canvas)
            pages.append(
                f'#page(width: {width}, height: {height})[#pdf.artifact(image("/{number}.svg", '
                f"width: {width}, height: {height}))]"
            )
            drawn = (
                with_placeholders(face, numbers) if numbers and can_use_placeholders(face) else svg_for_renderer(face)
            )
            files[f"{number}.svg"] = drawn.encode()
        files["main.typ"] = "\n".join(pages).encode()
        try:
            return compile_files(files, form, dpi, fonts_of(faces))
        except RenderError as error:
            if len(faces) == 1:
                raise RenderError(*(replace(problem, where=faces[0].where) for problem in error.problems)) from error
            for face in faces:  # find out which one it is
                self._compile([face], form, dpi, numbers)
            raise
