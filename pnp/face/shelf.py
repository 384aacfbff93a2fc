"""The shelf of fonts that a project has: its own families by name, and those that come with pnp."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from html import unescape
from pathlib import Path
from typing import Final

from pnp.errors import Problem, RenderError
from pnp.face.fontfile import FileCut, read_cuts, recut
from pnp.face.fonts import FONTS, TEXT, Font, find_font, missing, no_font
from pnp.fontplaces import MOST_FILES, content_hash, font_files
from pnp.location import Location
from pnp.resources import Project

REGULAR: Final = 400
BOLD: Final = 700
_MOST_NAMED: Final = 3


@dataclass(frozen=True)
class ProjectFont(Font):
    """A cut from a font file of a project."""

    place: Path
    digest: str
    """A hash of its file."""
    source: FileCut
    where: Location = field(compare=False)
    alias: str = ""
    """The name of its family in files for renderers."""

    @property
    def path(self) -> Path:
        """The file that it is read from."""
        return self.place

    @property
    def content(self) -> bytes:
        """The font as renderers read it."""
        return _content(self)


@lru_cache(maxsize=16)
def _content(font: ProjectFont) -> bytes:
    if content_hash(font.place) != font.digest:
        raise RenderError(Problem(font.where, "has just changed", "try again", code="E0112"))
    return recut(font.place, font.source, font.alias, font.where)


class FontShelf:
    """Families by name."""

    def __init__(self, files: Iterable[tuple[Path, Location]] = (), note: Callable[[str], None] | None = None) -> None:
        """Font files, each with its location for messages; `note` is called with each family that is looked up."""
        self._files = list(files)
        self._note = note

    @classmethod
    def of(cls, project: Project, note: Callable[[str], None] | None = None) -> FontShelf:
        """The fonts of a project."""
        return cls([(path, project.location(path)) for path in font_files(project)], note)

    @cached_property
    def _read(self) -> tuple[list[ProjectFont], list[Problem]]:
        """The cuts of all files, and what is wrong with those that cannot be used."""
        found: dict[tuple[str, bool, bool], list[ProjectFont]] = {}
        problems: list[Problem] = []
        for path, where in self._files:
            try:
                digest = content_hash(path)
                for cut in _cuts(path, digest, where):
                    style = (cut.family, cut.bold, cut.italic)
                    found.setdefault(style, []).append(ProjectFont(*style, "", path.name, path, digest, cut, where))
            except RenderError as error:
                problems += error.problems
        chosen = [min(fonts, key=_distance) for fonts in found.values()]
        return [replace(font, alias=_alias(font.family, chosen)) for font in chosen], problems

    @property
    def own(self) -> list[ProjectFont]:
        """The project's own cuts; of several in one style the one nearest to the usual weight."""
        return self._read[0]

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with font files that cannot be used."""
        return self._read[1]

    @cached_property
    def fonts(self) -> list[Font]:
        """All cuts: the project's own families come before those of pnp, and hide any of the same name."""
        names = {font.family for font in self.own}
        return [*self.own, *(font for font in FONTS if font.family not in names)]

    @property
    def families(self) -> list[str]:
        """The names of all families."""
        return list(dict.fromkeys(font.family for font in self.fonts))

    @property
    def own_families(self) -> list[str]:
        """The names of the project's own families."""
        return list(dict.fromkeys(font.family for font in self.own))

    def find(self, family: str, *, bold: bool = False, italic: bool = False, where: Location = TEXT) -> Font:
        """Return the font of a family in a style; RenderError, listing the families, if there is none."""
        if self._note is not None:
            self._note(family)
        if self._files and family not in self.families:
            broken = "".join(f"; {each.where} {each.said}" for each in self.problems[:_MOST_NAMED])
            raise RenderError(no_font(family, self.families, where, broken))
        return find_font(family, bold=bold, italic=italic, where=where, among=self.fonts if self._files else FONTS)

    def nearest(self, family: str, *, bold: bool, italic: bool, where: Location = TEXT) -> Font:
        """The cut of a family that is most like the one asked for."""
        if self._note is not None:
            self._note(family)
        cuts = [font for font in self.fonts if font.family == family]
        if not cuts:
            return self.find(family, where=where)
        return min(cuts, key=lambda font: 2 * (font.bold != bold) + (font.italic != italic))

    def having(self, letter: str) -> list[str]:
        """The families that have a letter."""
        return list(dict.fromkeys(font.family for font in self.fonts if not missing(letter, font)))

    def hint(self, letter: str, family: str) -> str:
        """What helps where a family does not have a letter."""
        others = self.having(letter)
        if not others:
            return "use another character, another font or an icon"
        return f'{", ".join(others)} {"has" if len(others) == 1 else "have"} it: font=["{family}", "{others[0]}"]'

    def used_in(self, svg: str) -> tuple[ProjectFont, ...]:
        """The project's own cuts of the families that an SVG names."""
        if not self._files:
            return ()
        written = unescape(svg)
        named = {family for family in self.own_families if family in written}
        return tuple(font for font in self.own if font.family in named)

    def mark(self, family: str) -> str:
        """A hash of the cuts of a family, or nothing."""
        cuts = [f"{font.cut} {getattr(font, 'digest', font.file)}" for font in self.fonts if font.family == family]
        return hashlib.sha256("\n".join(cuts).encode()).hexdigest() if cuts else ""


@lru_cache(maxsize=MOST_FILES)
def _cuts(path: Path, _digest: str, where: Location) -> list[FileCut]:
    return read_cuts(path, where)


def _distance(font: ProjectFont) -> float:
    return abs(font.source.weight - (BOLD if font.bold else REGULAR))


def _alias(family: str, fonts: Iterable[ProjectFont]) -> str:
    """A name for a family that no renderer takes apart, and that no other family has."""
    digests = [font.digest for font in fonts if font.family == family]
    return "pnp" + hashlib.sha256(f"{family} {digests}".encode()).hexdigest()[:12]


BUNDLED: Final = FontShelf()
"""The fonts that come with pnp, and no others."""
