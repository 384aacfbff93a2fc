"""Trace the elements of a face to the template lines and table cells that they come from.

While a face is drawn, each text, drawing, picture and element gets a number, which is written to its SVG as
`data-source`, and a source with that number. Each value that a template reads is recorded with the template's frame and
line. When a text is placed, the values read by frames that are still at the same line are taken as its content.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from pnp.errors import Location
from pnp.face.elements import SOURCE_ATTRIBUTE, STATIC
from pnp.face.face import Source as Source
from pnp.face.template import PieceRow, TemplateView, fill_template
from pnp.project.folders import Project
from pnp.project.lines import template_location
from pnp.spec.model import Deck, Design, Game
from pnp.spec.table import SourceLocations
from pnp.spec.values import Cell
from pnp.terms import Lang

TEXT: Final = "text"
ICON: Final = "icon"
MOST_SITES: Final = 5_000
"""Maximum number of template lines recorded per face, and of values recorded per line."""
MOST_SOURCES: Final = 20_000
"""Maximum number of marks on a face; further elements are not marked."""
MOST_CALLERS: Final = 10
"""Maximum number of template lines in a source."""
LONGEST_NAME: Final = 200
"""Maximum length of a name in a source, in characters."""
_RUN: Final = fill_template.__code__
"""Code of the function that runs templates; frames outside it do not belong to templates."""


class _Read(NamedTuple):
    """A value that a template has read."""

    at: int
    """Bytecode offset of the instruction."""
    after: int
    """Number of sources at that time."""
    origin: Callable[[], Location]
    key: tuple[object, ...]
    value: object


class _Code(NamedTuple):
    """Cached line numbers of a compiled part of a template."""

    code: CodeType
    """Code object, referenced so that its `id()` is not reused."""
    numbers: dict[int, int]
    """Lines of the compiled code, by bytecode offset."""
    lines: dict[int, dict[str, Any]]
    """Lines of the template, by bytecode offset."""


class FaceTrace:
    """Recorder of the sources of faces, one face at a time."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        self.sources: list[Source] = []
        """Sources of the current face, by the number of their mark."""
        self._project, self._written = project, SourceLocations(project, game, lang)
        self._reads: dict[tuple[FrameType, int], list[_Read]] = {}
        self._element: Source | None = None
        """Source of the element whose attributes are being written, or None."""
        self._text: list[dict[str, Any]] = []
        """Cells of the last text."""
        self._known: dict[int, _Code] = {}
        self._places: dict[tuple[object, ...], dict[str, Any]] = {}

    def begin(self) -> None:
        """Start a face."""
        self.sources = []
        self.end()

    def end(self) -> None:
        """Finish a face and release the frames of its template."""
        self._element, self._text = None, []
        self._reads.clear()

    def traced_row(
        self, cells: Mapping[str, Cell], headings: Mapping[str, str], deck: Deck, design: Design
    ) -> PieceRow:
        """Return a row that records each cell that is read."""

        def note(name: str, value: object) -> None:
            self._note((deck.name, design.id, name), value, lambda: self._written.cell(deck, design, name))

        return _TracedRow(cells, headings, note)

    def traced_view(
        self, kind: str, values: Mapping[str, Callable[[], object]], keys: Mapping[str, str]
    ) -> TemplateView:
        """Return a view that records each value that is read and has a key in the spec."""

        def noted(name: str) -> object:
            value = values[name]()
            self._note((keys[name],), value, lambda: self._written.key(keys[name]))
            return value

        def traced(name: str) -> Callable[[], object]:
            return lambda: noted(name)

        return TemplateView(kind, {name: traced(name) if name in keys else value for name, value in values.items()})

    def record_text(self, key: str, text: str) -> None:
        """Record that a template has read a text of the spec."""
        self._note(("text", key), text, lambda: self._written.text(key))

    def mark_element(self, tag: str = "") -> Markup:
        """Return the mark for the start tag of an element; without a tag, end the current element and return ""."""
        self._element = None
        if not tag or len(self.sources) >= MOST_SOURCES:
            return Markup("")
        source = self._new("element", tag.removesuffix(STATIC), self._frames())
        self._element = None if tag.endswith(STATIC) else source
        return Markup(self._mark())  # noqa: S704 (only a number)

    def mark_placed(self, call: str, name: object, drawing: Location | None = None) -> str:
        """Return the mark of a text, drawing, picture or icon, as an attribute; an icon has the cells of its text."""
        self._element = None
        if len(self.sources) >= MOST_SOURCES:
            return ""
        frames = self._frames()
        source = self._new(call, str(name), frames)
        if call == ICON:
            source["cells"] = self._text
        else:
            source["cells"] = [self._place(read) for read in self._content(str(name), frames)]
        if call == TEXT:
            self._text = source["cells"]
        source["drawing"] = drawing.plain() if drawing is not None else None
        return self._mark()

    def line(self, mark: str) -> Location | None:
        """Return the template line of a mark; None for an unknown mark and for pnp's templates."""
        if not (mark.isdecimal() and len(mark) < 9 and int(mark) < len(self.sources)):  # a drawing may have other marks
            return None
        lines = (Location(**line) for line in self.sources[int(mark)]["lines"])
        return next((line for line in lines if not line.bundled), None)

    def _new(self, call: str, name: str, frames: list[FrameType]) -> Source:
        lines = [self._line(frame) for frame in _callers(frames)]
        source: Source = {"call": call, "name": name[:LONGEST_NAME], "lines": lines, "cells": [], "drawing": None}
        self.sources.append(source)
        return source

    def _mark(self) -> str:
        return f' {SOURCE_ATTRIBUTE}="{len(self.sources) - 1}"'

    def _note(self, key: tuple[object, ...], value: object, origin: Callable[[], Location]) -> None:
        frame = next(_template_frames(sys._getframe(1)), None)
        if frame is None:
            return
        read = _Read(frame.f_lasti, len(self.sources), origin, key, value)
        if self._element is not None:
            place = self._place(read)
            if place not in self._element["cells"]:
                self._element["cells"].append(place)
        reads = self._reads.setdefault((frame, self._number(frame)), [])
        if reads and (read.at < reads[-1].at or (read.at == reads[-1].at and read.after > reads[-1].after)):
            reads.clear()  # the line runs again, so earlier values are obsolete
        if len(reads) < MOST_SITES:
            reads.append(read)
        if len(self._reads) > MOST_SITES:
            del self._reads[next(iter(self._reads))]

    def _content(self, text: str, frames: list[FrameType]) -> list[_Read]:
        """Return the recorded values that a text consists of."""
        asked = [read for frame in frames for read in self._reads.get((frame, self._number(frame)), ())]
        if found := _values_in(text, asked):
            return found
        earlier = [read for reads in self._reads.values() for read in reads]
        if found := [read for read in earlier if read.value is text and len(text) > 1]:  # Python shares single letters
            return _distinct(found)
        if any(text in frame.f_code.co_consts for frame in frames):
            return []  # the text is a constant of the template
        return _distinct(asked) or _values_in(text, earlier)

    def _place(self, read: _Read) -> dict[str, Any]:
        if read.key not in self._places:
            self._places[read.key] = read.origin().plain()
        return self._places[read.key]

    def _number(self, frame: FrameType) -> int:
        """Return a frame's line in its compiled code, cached because `f_lineno` is slow in long functions."""
        known = self._code(frame).numbers
        if frame.f_lasti not in known:
            known[frame.f_lasti] = frame.f_lineno
        return known[frame.f_lasti]

    def _line(self, frame: FrameType) -> dict[str, Any]:
        """Return a frame's line in its template."""
        known = self._code(frame).lines
        if frame.f_lasti not in known:
            template = frame.f_globals["__jinja_template__"]
            line = template.get_corresponding_lineno(frame.f_lineno)
            known[frame.f_lasti] = template_location(template.filename or "", line, self._project).plain()
        return known[frame.f_lasti]

    def _code(self, frame: FrameType) -> _Code:
        """Return the cached lines of a frame's code, found by `id()` because hashing code is slow."""
        key = id(frame.f_code)
        if key not in self._known:
            self._known[key] = _Code(frame.f_code, {}, {})
        return self._known[key]

    @staticmethod
    def _frames() -> list[FrameType]:
        return list(_template_frames(sys._getframe(2)))


class _TracedRow(PieceRow):
    """Row that records each cell that is read."""

    def __init__(
        self, cells: Mapping[str, Cell], headings: Mapping[str, str], note: Callable[[str, object], None]
    ) -> None:
        super().__init__(cells, headings)
        self._note = note

    def __getitem__(self, name: str) -> Cell:
        value = super().__getitem__(name)
        self._note(self._headings.get(name, name), value)
        return value

    def __getattr__(self, name: str) -> Cell:
        value = super().__getattr__(name)
        self._note(name, value)
        return value


def add_mark(drawn: str, mark: str) -> str:
    """Return the SVG of a drawing or picture with a mark on its outermost elements."""
    before, group, inner = drawn.partition("<g ")  # bitmaps may have no group
    return f"{before.replace('<image ', f'<image{mark} ')}{f'<g{mark} ' if group else ''}{inner}"


def _template_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frames of templates, innermost first."""
    while frame is not None and frame.f_code is not _RUN:
        if "__jinja_template__" in frame.f_globals:
            yield frame
        frame = frame.f_back


def _callers(frames: list[FrameType]) -> list[FrameType]:
    """Return the frames without those of templates that only extend another template in the list."""
    found: list[FrameType] = []
    inner: FrameType | None = None
    for frame in frames:
        extended = inner is not None and frame.f_code.co_name == "root" and _inherits(inner, frame)
        found += [] if extended else [frame]
        inner = frame
    return found[:MOST_CALLERS]


def _inherits(inner: FrameType, root: FrameType) -> bool:
    """Return whether a frame was reached from the root of a template through a block or `extends`."""
    if inner.f_code.co_name == "root":  # an included template has a separate context
        return inner.f_locals.get("context") is root.f_locals.get("context")
    return inner.f_code.co_name.startswith("block_")


def _distinct(reads: list[_Read]) -> list[_Read]:
    return list({read.key: read for read in reads}.values())


def _values_in(text: str, reads: list[_Read]) -> list[_Read]:
    """Return the values equal to a text or, if there are none, those that it contains."""
    if whole := [read for read in reads if str(read.value) == text]:
        return _distinct(whole)
    folded = text.casefold()
    return _distinct([read for read in reads if _contains_word(str(read.value).casefold().strip(), folded)])


def _contains_word(value: str, text: str) -> bool:
    """Return whether a text contains a value as a whole word: 1 is not in 10, nor `art` in `part`."""
    if not value or value not in text:
        return False
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None
