"""The fonts available to a project: its own families and those that come with pnp."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from html import unescape
from pathlib import Path
from typing import Final

from pnp.errors import Location, Problem, RenderError
from pnp.project.folders import MOST_FILES, Project, file_hash, font_files
from pnp.text.font_files import FontStyle, read_styles, static_font
from pnp.text.fonts import FONTS, TEXT_LOCATION, Font, find_font, lacks_glyph, unknown_font

REGULAR: Final = 400
BOLD: Final = 700
_MOST_NAMED: Final = 3


@dataclass(frozen=True)
class ProjectFont(Font):
    """A style from a font file of a project."""

    place: Path
    digest: str
    """Hash of the font file."""
    source: FontStyle
    where: Location = field(compare=False)
    alias: str = ""
    """Family name in the font passed to renderers."""

    @property
    def path(self) -> Path:
        """Path of the font file."""
        return self.place

    @property
    def content(self) -> bytes:
        """Content of the static font, as passed to renderers."""
        return _content(self)

    @property
    def restricted(self) -> bool:
        """Whether its maker forbids embedding it, so that it is only printed at home."""
        return self.source.restricted


@lru_cache(maxsize=16)
def _content(font: ProjectFont) -> bytes:
    if file_hash(font.place) != font.digest:
        raise RenderError(Problem(font.where, "has just changed", "try again", code="E0112"))
    return static_font(font.place, font.source, font.alias, font.where)


class FontSet:
    """Fonts of a project and of pnp, found by family name."""

    def __init__(
        self,
        files: Iterable[tuple[Path, Location]] = (),
        note: Callable[[str], None] | None = None,
        home_fonts: Iterable[str] = (),
    ) -> None:
        """Take font files, each with its location for messages; `note` is called with each family that is looked up.

        `home_fonts` are families that may be printed at home although their makers forbid embedding them.
        """
        self._files, self._home_fonts = list(files), tuple(home_fonts)
        self._note = note

    @classmethod
    def for_project(cls, project: Project, note: Callable[[str], None] | None = None) -> FontSet:
        """Return the fonts of a project."""
        return cls([(path, project.location(path)) for path in font_files(project)], note, project.home_fonts)

    @cached_property
    def _read(self) -> tuple[list[ProjectFont], list[Problem]]:
        """Styles of all files, and the problems of files that cannot be used."""
        found: dict[tuple[str, bool, bool], list[ProjectFont]] = {}
        problems: list[Problem] = []
        for path, where in self._files:
            try:
                digest = file_hash(path)
                for cut in _styles(path, digest, where, self._home_fonts):
                    style = (cut.family, cut.bold, cut.italic)
                    found.setdefault(style, []).append(ProjectFont(*style, "", path.name, path, digest, cut, where))
            except RenderError as error:
                problems += error.problems
        chosen = [min(fonts, key=_distance) for fonts in found.values()]
        return [replace(font, alias=_alias(font.family, chosen)) for font in chosen], problems

    @property
    def project_fonts(self) -> list[ProjectFont]:
        """Styles of the project's fonts; of several equal ones, the one nearest to a weight of 400 or 700."""
        return self._read[0]

    @property
    def problems(self) -> list[Problem]:
        """Problems of font files that cannot be used."""
        return self._read[1]

    @cached_property
    def fonts(self) -> list[Font]:
        """All styles; the project's families override pnp's families of the same name."""
        names = {font.family for font in self.project_fonts}
        return [*self.project_fonts, *(font for font in FONTS if font.family not in names)]

    @property
    def families(self) -> list[str]:
        """Names of all families, the project's first."""
        return list(dict.fromkeys(font.family for font in self.fonts))

    @property
    def project_families(self) -> list[str]:
        """Names of the project's families."""
        return list(dict.fromkeys(font.family for font in self.project_fonts))

    def find(self, family: str, *, bold: bool = False, italic: bool = False, where: Location = TEXT_LOCATION) -> Font:
        """Return the font of a family in a style. Raise RenderError if there is no such family or style."""
        if self._note is not None:
            self._note(family)
        if self._files and family not in self.families:
            broken = "".join(
                f"; {each.where} {each.said}{f' ({each.hint})' if each.hint else ''}"
                for each in self.problems[:_MOST_NAMED]
            )
            raise RenderError(unknown_font(family, self.families, where, broken))
        return find_font(family, bold=bold, italic=italic, where=where, among=self.fonts if self._files else FONTS)

    def nearest(self, family: str, *, bold: bool, italic: bool, where: Location = TEXT_LOCATION) -> Font:
        """Return the closest available style of a family. Raise RenderError if there is no such family."""
        if self._note is not None:
            self._note(family)
        cuts = [font for font in self.fonts if font.family == family]
        if not cuts:
            return self.find(family, where=where)
        return min(cuts, key=lambda font: 2 * (font.bold != bold) + (font.italic != italic))

    def families_with(self, letter: str) -> list[str]:
        """Return the names of the families that have a character."""
        return list(dict.fromkeys(font.family for font in self.fonts if not lacks_glyph(letter, font)))

    def missing_character_hint(self, letter: str, family: str) -> str:
        """Return the hint for a character that is missing from a family."""
        others = self.families_with(letter)
        if not others:
            return "use another character, another font or an icon"
        return f'{", ".join(others)} {"has" if len(others) == 1 else "have"} it: font=["{family}", "{others[0]}"]'

    def used_in(self, svg: str) -> tuple[ProjectFont, ...]:
        """Return the project fonts of the families named in an SVG."""
        if not self._files:
            return ()
        written = unescape(svg)
        named = {family for family in self.project_families if family in written}
        return tuple(font for font in self.project_fonts if font.family in named)

    def family_hash(self, family: str) -> str:
        """Return a hash of the styles of a family, or "" if there is no such family."""
        cuts = [f"{font.style} {getattr(font, 'digest', font.file)}" for font in self.fonts if font.family == family]
        return hashlib.sha256("\n".join(cuts).encode()).hexdigest() if cuts else ""


@lru_cache(maxsize=MOST_FILES)
def _styles(path: Path, _digest: str, where: Location, home_fonts: tuple[str, ...]) -> list[FontStyle]:
    return read_styles(path, where, home_fonts)


def _distance(font: ProjectFont) -> float:
    return abs(font.source.weight - (BOLD if font.bold else REGULAR))


def _alias(family: str, fonts: Iterable[ProjectFont]) -> str:
    """Return a unique name for a family, in one word, so that no renderer interprets parts of it as a style."""
    digests = [font.digest for font in fonts if font.family == family]
    return "pnp" + hashlib.sha256(f"{family} {digests}".encode()).hexdigest()[:12]


BUNDLED_FONTS: Final = FontSet()
"""Only the fonts that come with pnp."""
