"""Traces: which template line and which cells everything on a face comes from.

While a face is drawn, each text, drawing, picture and element of it gets a number, which its SVG carries as
`data-source`, and a source under that number. What a template asks its piece for is noted with the frame of the
template that asked, and the line it was at: frames that are still at that line when a text is placed have asked for
what is in it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from pnp.face.elements import MARK, WHOLE
from pnp.face.face import Source as Source
from pnp.face.piece import PieceRow, View
from pnp.face.sandbox import run
from pnp.location import Location
from pnp.place import template_location
from pnp.resources import Project
from pnp.spec.model import Cell, Deck, Design, Game
from pnp.terms import Lang
from pnp.written import Written

TEXT: Final = "text"
ICON: Final = "icon"
MOST_SITES: Final = 5_000
"""Places in templates that are remembered while a face is drawn, and what each of them may ask for."""
MOST_SOURCES: Final = 20_000
"""What comes after these on a face has no mark."""
MOST_CALLERS: Final = 10
LONGEST_NAME: Final = 200
"""Signs of a text that a source repeats."""
_RUN: Final = run.__code__
"""The function that templates are run by: frames outside it are not theirs."""


class _Read(NamedTuple):
    """What a template has asked for."""

    at: int
    """The instruction."""
    after: int
    """How many sources there were."""
    origin: Callable[[], Location]
    key: tuple[object, ...]
    value: object


class _Code(NamedTuple):
    """A part of a template that was compiled."""

    code: CodeType
    """Kept, so that no other one gets its identity."""
    numbers: dict[int, int]
    """Its lines, by instruction."""
    lines: dict[int, dict[str, Any]]
    """The lines of the template, by instruction."""


class FaceTrace:
    """Records the sources of one face after another."""

    def __init__(self, project: Project, game: Game, lang: Lang) -> None:
        self.sources: list[Source] = []
        """Of the face that is drawn, each at the number of its mark."""
        self._project, self._written = project, Written(project, game, lang)
        self._reads: dict[tuple[FrameType, int], list[_Read]] = {}
        self._element: Source | None = None
        """The element whose attributes are being written."""
        self._text: list[dict[str, Any]] = []
        """Where the last text is written."""
        self._known: dict[int, _Code] = {}
        self._places: dict[tuple[object, ...], dict[str, Any]] = {}

    def begin(self) -> None:
        """Begin with a face."""
        self.sources = []
        self.end()

    def end(self) -> None:
        """Let go of the frames of a template that has been filled in."""
        self._element, self._text = None, []
        self._reads.clear()

    def row(self, cells: Mapping[str, Cell], headings: Mapping[str, str], deck: Deck, design: Design) -> PieceRow:
        """A row that notes what it is asked for."""

        def note(name: str, value: object) -> None:
            self._note((deck.name, design.id, name), value, lambda: self._written.cell(deck, design, name))

        return _TracedRow(cells, headings, note)

    def view(self, kind: str, values: Mapping[str, Callable[[], object]], keys: Mapping[str, str]) -> View:
        """A view that notes when it is asked for what a key of the spec says."""

        def noted(name: str) -> object:
            value = values[name]()
            self._note((keys[name],), value, lambda: self._written.key(keys[name]))
            return value

        def traced(name: str) -> Callable[[], object]:
            return lambda: noted(name)

        return View(kind, {name: traced(name) if name in keys else value for name, value in values.items()})

    def said(self, key: str, text: str) -> None:
        """Note that a template has asked for a text of the spec."""
        self._note(("text", key), text, lambda: self._written.text(key))

    def element(self, tag: str = "") -> Markup:
        """The mark of an element that begins, for its start tag; nothing without a tag, where one ends."""
        self._element = None
        if not tag or len(self.sources) >= MOST_SOURCES:
            return Markup("")
        source = self._new("element", tag.removesuffix(WHOLE), self._frames())
        self._element = None if tag.endswith(WHOLE) else source
        return Markup(self._mark())  # noqa: S704 (a number of ours)

    def placed(self, call: str, name: object, drawing: Location | None = None) -> str:
        """The mark of something that is placed, as an attribute; an icon is written where the text is that it is in."""
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
        """The template line that a mark leads to; None for templates of pnp."""
        if not (mark.isdecimal() and len(mark) < 9 and int(mark) < len(self.sources)):  # a drawing may have its own
            return None
        lines = (Location(**line) for line in self.sources[int(mark)]["lines"])
        return next((line for line in lines if not line.bundled), None)

    def _new(self, call: str, name: str, frames: list[FrameType]) -> Source:
        lines = [self._line(frame) for frame in _callers(frames)]
        source: Source = {"call": call, "name": name[:LONGEST_NAME], "lines": lines, "cells": [], "drawing": None}
        self.sources.append(source)
        return source

    def _mark(self) -> str:
        return f' {MARK}="{len(self.sources) - 1}"'

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
            reads.clear()  # the line is run again: what it asked for before is over
        if len(reads) < MOST_SITES:
            reads.append(read)
        if len(self._reads) > MOST_SITES:
            del self._reads[next(iter(self._reads))]

    def _content(self, text: str, frames: list[FrameType]) -> list[_Read]:
        """What of all that was asked for is in a text."""
        asked = [read for frame in frames for read in self._reads.get((frame, self._number(frame)), ())]
        if found := _within(text, asked):
            return found
        earlier = [read for reads in self._reads.values() for read in reads]
        if found := [read for read in earlier if read.value is text and len(text) > 1]:  # Python shares single letters
            return _distinct(found)
        if any(text in frame.f_code.co_consts for frame in frames):
            return []  # the template says it itself
        return _distinct(asked) or _within(text, earlier)

    def _place(self, read: _Read) -> dict[str, Any]:
        if read.key not in self._places:
            self._places[read.key] = read.origin().plain()
        return self._places[read.key]

    def _number(self, frame: FrameType) -> int:
        """The line of compiled code that a frame is at; asked of the frame itself, it takes long in a long function."""
        known = self._code(frame).numbers
        if frame.f_lasti not in known:
            known[frame.f_lasti] = frame.f_lineno
        return known[frame.f_lasti]

    def _line(self, frame: FrameType) -> dict[str, Any]:
        """The line of the template that a frame is at."""
        known = self._code(frame).lines
        if frame.f_lasti not in known:
            template = frame.f_globals["__jinja_template__"]
            line = template.get_corresponding_lineno(frame.f_lineno)
            known[frame.f_lasti] = template_location(template.filename or "", line, self._project).plain()
        return known[frame.f_lasti]

    def _code(self, frame: FrameType) -> _Code:
        """What is known of a frame's code, by its identity: to hash all of it takes long."""
        key = id(frame.f_code)
        if key not in self._known:
            self._known[key] = _Code(frame.f_code, {}, {})
        return self._known[key]

    @staticmethod
    def _frames() -> list[FrameType]:
        return list(_template_frames(sys._getframe(2)))


class _TracedRow(PieceRow):
    """A row that notes what it is asked for."""

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


def mark_drawn(drawn: str, mark: str) -> str:
    """A drawing or picture with the mark on its outermost elements."""
    before, group, inner = drawn.partition("<g ")  # pictures of dots may come without one
    return f"{before.replace('<image ', f'<image{mark} ')}{f'<g{mark} ' if group else ''}{inner}"


def _template_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """The frames of templates, the innermost first."""
    while frame is not None and frame.f_code is not _RUN:
        if "__jinja_template__" in frame.f_globals:
            yield frame
        frame = frame.f_back


def _callers(frames: list[FrameType]) -> list[FrameType]:
    """The frames without those of templates that only extend, or are extended by, what another frame draws."""
    found: list[FrameType] = []
    inner: FrameType | None = None
    for frame in frames:
        extended = inner is not None and frame.f_code.co_name == "root" and _inherits(inner, frame)
        found += [] if extended else [frame]
        inner = frame
    return found[:MOST_CALLERS]


def _inherits(inner: FrameType, root: FrameType) -> bool:
    """Whether a frame was reached from the root of a template by a block, or by what that template extends."""
    if inner.f_code.co_name == "root":  # what is included has a context of its own
        return inner.f_locals.get("context") is root.f_locals.get("context")
    return inner.f_code.co_name.startswith("block_")


def _distinct(reads: list[_Read]) -> list[_Read]:
    return list({read.key: read for read in reads}.values())


def _within(text: str, reads: list[_Read]) -> list[_Read]:
    """Those whose value is a part of a text; those that are all of it where there are any."""
    if whole := [read for read in reads if str(read.value) == text]:
        return _distinct(whole)
    folded = text.casefold()
    return _distinct([read for read in reads if _stands_in(str(read.value).casefold().strip(), folded)])


def _stands_in(value: str, text: str) -> bool:
    """Whether a value stands in a text by itself: a 1 is not in 10, nor an `art` in `part`."""
    if not value or value not in text:
        return False
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None
