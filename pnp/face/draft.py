"""Drafts: faces that are printed although something on them does not fit or is missing, marked in magenta.

While a template is filled in, each box with a problem leaves an empty element in the SVG. When the face is finished,
the boxes are drawn on top of everything else, in mm, whatever transformations surround them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from html import escape
from itertools import pairwise
from math import dist
from typing import Final
from xml.etree import ElementTree

from pnp.errors import Location, PnpError, Problem
from pnp.face.face import Face
from pnp.face.placed import placed_elements
from pnp.geometry.matrix import Rect
from pnp.geometry.outline import Outline
from pnp.geometry.units import Size, trim
from pnp.text.fonts import BODY, find_font, lacks_glyph
from pnp.text.text_box import TextBox, set_text

MAGENTA: Final = "#c4006f"
"""Colour of marks; a dark grey without colour."""
TINT: Final = "#fbe3f1"
"""Ground of placeholders; nearly white without colour."""
INK: Final = "#2b0019"
OUTLINE: Final = 0.5
"""Width of the outline of a box, in mm."""
HALO: Final = 0.3
"""Width of the white line on each side of it, in mm, so that it shows on dark art."""
FLAG: Final = 4.0
"""Length of the sides of the flag in the corner of a box, in mm."""
SMALLEST_FLAG: Final = 1.2
"""The same in a small box, in mm."""
MOST_PROBLEMS: Final = 20
"""Maximum number of problems reported per face."""
MOST_MARKS: Final = 200
"""Maximum number of marked boxes per face."""
MAX_SECONDS_FAILING: Final = 30.0
"""Maximum time spent on faces that fail, in seconds; the remaining faces are then skipped."""
LONGEST: Final = 240
"""Maximum length of a message on a face, in characters."""
_BOX: Final = "data-draft"
"""Attribute with the number of a box."""
_MARKUP: Final = re.compile(r"([\\*{}])")


class Draft:
    """The problems of the faces of a draft, one face at a time."""

    def __init__(self) -> None:
        self._problems: dict[Problem, None] = {}
        self._boxes: list[Rect] = []
        self._wasted = 0.0

    def mark(self, error: PnpError, box: Rect) -> str:
        """Record what is wrong with a box; return SVG to place beside its content, in the same coordinates."""
        self.note(error)
        if len(self._boxes) >= MOST_MARKS:
            return ""
        self._boxes.append(box)
        return f'<g {_BOX}="{len(self._boxes) - 1}"/>'

    def placeholder(self, error: PnpError, box: Rect, name: str) -> str:
        """Record what is wrong with a box, and return SVG in place of its content: a crossed box with a name."""
        width, height = max(box.width, 1e-3), max(box.height, 1e-3)
        line, size = min(width, height) / 60, min(height / 3, width / 3)
        right, bottom = trim(box.x + width), trim(box.y + height)
        left, top = trim(box.x), trim(box.y)
        words = TextBox(
            box.x + width * 0.05, box.y + height * 0.05, width * 0.9, height * 0.9, size, size / 8,
            bold=True, align="center", valign="middle", colour=MAGENTA,
        )  # fmt: skip
        return (
            f'<rect x="{left}" y="{top}" width="{trim(width)}" height="{trim(height)}" fill="{TINT}"/>'
            f'<path d="M{left} {top} L{right} {bottom} M{right} {top} L{left} {bottom}" fill="none" stroke="{MAGENTA}" '
            f'stroke-width="{trim(line)}" stroke-opacity="0.35"/>{_words(name, words)}{self.mark(error, box)}'
        )

    def note(self, error: PnpError) -> None:
        """Record what is wrong with a face, without a mark."""
        for problem in error.problems:
            if len(self._problems) < MOST_PROBLEMS:
                self._problems[problem] = None

    def face(self, draw: Callable[[], Face], blank: Callable[[str], Face], cut: Outline) -> Face:
        """Return the face that `draw` returns, with its marks.

        If `draw` raises PnpError, return a face with the first line of its message instead; `blank` makes a face of
        SVG. `cut` is the cutting line.
        """
        self._problems, self._boxes, started = {}, [], time.monotonic()
        try:
            if self._wasted > MAX_SECONDS_FAILING:
                message, hint = "the face was skipped: others took too long", "fix the other problems first"
                raise PnpError(Problem(blank("").where, message, hint, code="E1401"))
            face = self._marked(draw())
        except PnpError as error:
            self._wasted += time.monotonic() - started
            face = blank("")
            svg = failed_svg(error.problems[0], face.size, face.bleed, cut, face.where.piece)
            face = replace(blank(svg), failed=True)
            self.note(error)
        return replace(face, problems=tuple(self._problems))

    def _marked(self, face: Face) -> Face:
        """Return the face with its boxes outlined on top."""
        if not self._boxes:
            return face
        marks: list[str] = []
        for element, matrix in placed_elements(ElementTree.fromstring(face.svg), ("g",)):  # noqa: S314 (checked)
            number = element.get(_BOX, "")
            if number.isdecimal() and int(number) < len(self._boxes) and len(marks) < MOST_MARKS:
                box = self._boxes[int(number)]
                corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
                marks.append(_outlined([matrix.point(*corner) for corner in corners]))
        before, end, after = face.svg.rpartition("</svg>")
        return replace(face, svg=f"{before}{''.join(marks)}{end}{after}")


def _outlined(corners: list[tuple[float, float]]) -> str:
    """Return the outline of a box on the face, in mm, with a flag in its upper right corner."""
    listed = " ".join(f"{trim(x)},{trim(y)}" for x, y in corners)
    sides = f'points="{listed}" fill="none" stroke-linejoin="round"'
    right, top = max(corners, key=lambda corner: corner[0] - corner[1])
    shortest = min(dist(one, other) for one, other in pairwise(corners))
    flag_size = max(min(FLAG, shortest * 0.4), SMALLEST_FLAG)
    flag = f"M{trim(right)} {trim(top)} h{trim(-flag_size)} l{trim(flag_size)} {trim(flag_size)} z"
    dot, thick = trim(flag_size * 0.14), trim(flag_size * 0.13)
    bar = f"M{trim(right - flag_size * 0.3)} {trim(top + flag_size * 0.12)} v{trim(flag_size * 0.22)} m0 {dot} v0.05"
    return (
        f'<polygon {sides} stroke="#ffffff" stroke-width="{trim(OUTLINE + 2 * HALO)}"/>'
        f'<path d="{flag}" fill="{MAGENTA}" stroke="#ffffff" stroke-width="{trim(2 * HALO)}" stroke-linejoin="round"/>'
        f'<polygon {sides} stroke="{MAGENTA}" stroke-width="{trim(OUTLINE)}"/>'
        f'<path d="{flag}" fill="{MAGENTA}"/>'
        f'<path d="{bar}" fill="none" stroke="#ffffff" stroke-width="{thick}" stroke-linecap="round"/>'
    )


def failed_svg(problem: Problem, size: Size, bleed: float, cut: Outline, name: str) -> str:
    """Return the SVG of a face that cannot be drawn: a magenta frame, the piece's name, and what is wrong."""
    width, height = size.width + 2 * bleed, size.height + 2 * bleed
    inset = min(size) * 0.16
    wide, tall, small = size.width - 2 * inset, size.height - 2 * inset, min(size) / 100
    title = TextBox(
        inset, inset, wide, tall * 0.25, min(5.0, tall * 0.12), small, bold=True, align="center", valign="bottom",
        colour=MAGENTA,
    )  # fmt: skip
    below = TextBox(
        inset, inset + tall * 0.3, wide, tall * 0.7, min(3.4, tall * 0.08), small, align="center", colour=INK
    )
    file = problem.where.file.rpartition("/")[2]
    place = f"{file}:{problem.where.line}: " if file and problem.where.line else f"{file}: " if file else ""
    said = f"{place}{problem.said}".partition("\n")[0]
    box = f"{trim(-bleed)} {trim(-bleed)} {trim(width)} {trim(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{trim(width)}mm" height="{trim(height)}mm" viewBox="{box}">'
        f'<rect x="{trim(-bleed)}" y="{trim(-bleed)}" width="{trim(width)}" height="{trim(height)}" fill="{TINT}"/>'
        f'<path d="{escape(cut.svg())}" fill="none" stroke="{MAGENTA}" stroke-width="{trim(min(size) / 12)}"/>'
        f"{_words(name, title)}{_words(said, below)}</svg>"
    )


def _words(text: str, box: TextBox) -> str:
    """Return a text from anywhere in its box, in pnp's own font, however long it is."""
    font = find_font(BODY, bold=box.bold)
    plain = " ".join(text.split())
    plain = f"{plain[:LONGEST]}…" if len(plain) > LONGEST else plain
    letters = "".join("?" if letter != " " and lacks_glyph(letter, font) else letter for letter in plain)
    return set_text(
        _MARKUP.sub(r"\\\1", letters), replace(box, rtl=False), _no_icon, Location(), overflow=lambda _error: None
    )


def _no_icon(_name: str, _x: float, _y: float, _size: float) -> str:
    return ""
