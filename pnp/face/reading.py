"""Collect the texts of faces without drawing them: templates run and text is set, but art is skipped."""

from __future__ import annotations

import re
from html import unescape
from typing import Final, NamedTuple

from markupsafe import Markup

from pnp.errors import Location
from pnp.face.face import Face
from pnp.face.render import FaceRenderer, TemplateFunctions
from pnp.geometry.units import Size
from pnp.project.folders import Project
from pnp.spec.model import Game
from pnp.spec.texts import IconMap
from pnp.terms import Ink, Lang
from pnp.text.text_box import PrintedLine, TextBox, set_lines

_DRAWN_TEXT: Final = re.compile(r"<text\b[^>]*>(.*?)</text>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")


class FaceText(NamedTuple):
    """A text on a face, in lines as printed."""

    where: Location
    """Location of the face."""
    template: str
    lines: tuple[PrintedLine, ...]


class TextReader(FaceRenderer):
    """Renderer that collects the texts of a game's faces in one language."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        super().__init__(project, game, lang, Ink.FULL, 0)
        self.texts: list[FaceText] = []
        """Texts read since the last `take`, in order."""
        self._template = ""

    def speaking(self, lang: Lang) -> TextReader:
        """Return a reader of the same game in another language, which reuses the compiled templates."""
        other = TextReader(self.project, self.game, lang)
        other._environment = self._environment
        return other

    def take(self) -> list[FaceText]:
        """Return the texts read since the last call."""
        texts, self.texts = self.texts, []
        return texts

    def fill(
        self, template: str, size: Size, where: Location, values: dict[str, object], *, lend_fonts: bool = False
    ) -> Face:
        """Fill in a template and collect its texts; the returned face is empty."""
        self._template = template
        return super().fill(template, size, where, values, lend_fonts=lend_fonts)

    def words(self, where: Location, icons: IconMap, *, lend_fonts: bool) -> TemplateFunctions:
        """Return template functions that collect texts and draw nothing."""
        return _ReadingFunctions(self, where, icons, lend_fonts=lend_fonts)

    def finished(self, svg: str, size: Size, where: Location) -> Face:
        """Return an empty face after reading the <text> elements written in the template."""
        for written in _DRAWN_TEXT.findall(svg):
            if text := " ".join(unescape(_TAG.sub("", written)).split()):
                self.read(where, [PrintedLine(text, text.count(" ") + 1, 0, ends=True)])
        return Face("", size, self.bleed, where)

    def read(self, where: Location, lines: list[PrintedLine]) -> None:
        """Record a text."""
        self.texts.append(FaceText(where, self._template, tuple(lines)))


class _ReadingFunctions(TemplateFunctions):
    """Template functions that collect texts and draw nothing."""

    renderer: TextReader

    def art(self, *_: object, **__: object) -> Markup:
        return Markup("")

    def image(self, *_: object, **__: object) -> Markup:
        return Markup("")

    def set(self, content: str, box: TextBox) -> str:
        lines = set_lines(content, box, self.where, self.renderer.sources.fonts, lend=self.lend_fonts)
        self.renderer.read(self.where, lines)
        return ""
