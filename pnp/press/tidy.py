"""Content streams made tidy: letters joined to words again, and no more decimals than can be seen.

typst draws the text of an SVG letter by letter, each with a transformation of its own. Some viewers then read every
letter as a line, and words cannot be found or selected. Here letters of one font, size and colour on one line become
one string. Nothing moves.
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from typing import Final

import pikepdf
from pikepdf import Dictionary, Name

from pnp.press.repeats import Sharer

_LETTER: Final = re.compile(
    rb"q (?P<turn>(?:-?[\d.]+ ){4})(?P<x>-?[\d.]+) (?P<y>-?[\d.]+) cm(?P<colour>[^()]{0,80}?)BT 0 Tr"
    rb"(?P<font>/\w+) (?P<size>[\d.]+) Tf 1 0 0 -1 0 0 Tm(?P<glyph>\((?:\\.|[^\\()])*\))Tj\nET\nQ\n",
    re.DOTALL,
)
_SURPLUS: Final = re.compile(rb"(\.(?:(?<=[1-9]\.)\d{4}|(?<=0\.)(?:[1-9]\d|0[1-9])\d{3}|\d{8}))\d+")
"""Decimals that count, and digits after them that do not: from the fifth on, or later where the number is small. It
begins with a point, which Python finds fast."""
_SAME_LINE: Final = 0.01
"""Letters this near to a line, in points, are on it."""
_SMALLEST_KERN: Final = 0.6
"""In thousandths of the size of letters; what is less is kept for the next letter, and nothing adds up."""

Widths = dict[bytes, dict[int, float]]
"""The width of each glyph of each font, in thousandths of its size."""


def tidy(pdf: bytes) -> bytes:
    """The same pages, with words that are strings and numbers that are short."""
    with pikepdf.open(BytesIO(pdf)) as document:
        fonts: dict[tuple[int, int], dict[int, float]] = {}
        contents: list[bytes] = []
        for page in document.pages:
            content = page.obj.Contents.read_bytes()
            widths: Widths = {}
            for name, font in page.obj.Resources.get("/Font", Dictionary()).items():
                if font.objgen not in fonts:
                    fonts[font.objgen] = _widths(font)
                widths[name.encode()] = fonts[font.objgen]
            contents.append(_shorten(_join(content, widths)))
        for item in document.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == Name.Form:
                item.write(_shorten(item.read_bytes()))
        for page, content in zip(document.pages, Sharer(document).share(contents), strict=True):
            page.obj.Contents.write(content)
        out = BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()


def _shorten(content: bytes) -> bytes:
    """The content stream without digits that nobody can see."""
    return b"".join(_SURPLUS.split(content))  # three times as fast as to replace them


def _widths(font: pikepdf.Object) -> dict[int, float]:
    """The widths a font states, as `first last width` or `first [width …]`."""
    widths: dict[int, float] = {}
    stated = list(font.DescendantFonts[0].W)
    while stated:
        first, second = int(stated.pop(0)), stated.pop(0)
        if isinstance(second, pikepdf.Array):
            widths |= {first + place: float(width) for place, width in enumerate(second)}
        else:
            width = float(stated.pop(0))
            widths |= dict.fromkeys(range(first, int(second) + 1), width)
    return widths


def _join(content: bytes, widths: Widths) -> bytes:
    """The content stream with runs of single letters made into strings."""
    out: list[bytes] = []
    run: _Run | None = None
    place = 0
    for letter in _LETTER.finditer(content):
        if run is not None and letter.start() == run.end and run.add(letter):
            continue
        if run is not None:
            out += [content[place : run.start], run.operators()]
            place = run.end
        run = _Run(letter, widths)
    if run is not None:
        out += [content[place : run.start], run.operators()]
        place = run.end
    return b"".join([*out, content[place:]])


class _Run:
    """Letters of one font, size and colour on one line."""

    def __init__(self, first: re.Match[bytes], widths: Widths) -> None:
        self.turn, x, y, self.colour, self.font, self.size, glyph = first.groups()
        self.style = (self.turn, self.colour, self.font, self.size)
        self.at = x + b" " + y
        self.x, self.y = float(x), float(y)
        self.a, self.b = (float(value) for value in self.turn.split()[:2])
        self.scale = self.a * self.a + self.b * self.b
        self.thousandth = 1000 / float(self.size)
        self.widths = widths[self.font]
        self.start, self.end = first.span()
        self.parts = [glyph]
        self.glyph = glyph
        self.kern = 0.0
        """What is too small to say is kept for the next letter."""

    def add(self, letter: re.Match[bytes]) -> bool:
        """Take a letter in, if it is set like the others and further along their line."""
        turn, x, y, colour, font, size, glyph = letter.groups()
        if (turn, colour, font, size) != self.style:
            return False
        at = float(x), float(y)
        dx, dy = at[0] - self.x, at[1] - self.y
        along = (dx * self.a + dy * self.b) / self.scale
        across = dy * self.a - dx * self.b
        if along <= 0 or across * across > _SAME_LINE * _SAME_LINE * self.scale:
            return False
        self.kern += self.widths.get(_code(self.glyph), 0) - along * self.thousandth
        if abs(self.kern) >= _SMALLEST_KERN:
            said = round(self.kern)
            self.parts.append(b"%d" % said)
            self.kern -= said
        self.parts.append(glyph)
        self.x, self.y = at
        self.glyph = glyph
        self.end = letter.end()
        return True

    def operators(self) -> bytes:
        """What sets the letters as one string, each where it was."""
        shown = b"".join(self.parts).replace(b")(", b"")
        head = b"q " + self.turn + self.at + b" cm" + self.colour + b"BT 0 Tr"
        return head + self.font + b" " + self.size + b" Tf 1 0 0 -1 0 0 Tm[" + shown + b"]TJ\nET\nQ\n"


@cache
def _code(literal: bytes) -> int:
    """The number of the glyph that a string of one letter shows."""
    return int.from_bytes(bytes(pikepdf.Object.parse(literal)))
