"""Content streams made tidy: letters joined to words again, and no more decimals than can be seen.

typst draws the text of an SVG letter by letter, each with a transformation of its own. Some viewers then read every
letter as a line, and words cannot be found or selected. Here letters of one font, size and colour on one line become
one string. Nothing moves.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Final

import pikepdf
from pikepdf import Dictionary, Name

_LETTER: Final = re.compile(
    rb"q (?P<turn>(?:-?[\d.]+ ){4})(?P<x>-?[\d.]+) (?P<y>-?[\d.]+) cm(?P<colour>[^()]{0,80}?)BT 0 Tr"
    rb"(?P<font>/\w+) (?P<size>[\d.]+) Tf 1 0 0 -1 0 0 Tm(?P<glyph>\((?:\\.|[^\\()])*\))Tj\nET\nQ\n",
    re.DOTALL,
)
_DECIMALS: Final = re.compile(rb"(\.\d{4})\d+")
_SAME_LINE: Final = 0.01
"""Letters this near to a line, in points, are on it."""
_SMALLEST_KERN: Final = 0.2

Widths = dict[bytes, dict[int, float]]
"""The width of each glyph of each font, in thousandths of its size."""


def tidy(pdf: bytes) -> bytes:
    """The same pages, with words that are strings and numbers that are short."""
    with pikepdf.open(BytesIO(pdf)) as document:
        fonts: dict[tuple[int, int], dict[int, float]] = {}
        for page in document.pages:
            stream = page.obj.Contents
            content = stream.read_bytes()
            widths: Widths = {}
            for name, font in page.obj.Resources.get("/Font", Dictionary()).items():
                if font.objgen not in fonts:
                    fonts[font.objgen] = _widths(font)
                widths[name.encode()] = fonts[font.objgen]
            stream.write(_shorten(_join(content, widths)))
        for item in document.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == Name.Form:
                item.write(_shorten(item.read_bytes()))
        out = BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()


def _shorten(content: bytes) -> bytes:
    """The content stream with four decimals at most."""
    return _DECIMALS.sub(rb"\1", content)


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
    run: list[re.Match[bytes]] = []
    place = 0
    for letter in _LETTER.finditer(content):
        if run and (letter.start() != run[-1].end() or not _continues(run[-1], letter)):
            out += [content[place : run[0].start()], _string(run, widths)]
            place = run[-1].end()
            run = []
        run.append(letter)
    if run:
        out += [content[place : run[0].start()], _string(run, widths)]
        place = run[-1].end()
    return b"".join([*out, content[place:]])


def _continues(before: re.Match[bytes], letter: re.Match[bytes]) -> bool:
    """Whether a letter is set like the one before it, on the same line."""
    if before.group("turn", "colour", "font", "size") != letter.group("turn", "colour", "font", "size"):
        return False
    along, across = _step(before, letter)
    return abs(across) < _SAME_LINE and along > 0


def _step(before: re.Match[bytes], letter: re.Match[bytes]) -> tuple[float, float]:
    """How far a letter is from the one before it: along the line in units of its font size, and across it in points."""
    a, b, _, _ = (float(value) for value in before["turn"].split())
    dx, dy = float(letter["x"]) - float(before["x"]), float(letter["y"]) - float(before["y"])
    scale = (a * a + b * b) ** 0.5
    return (dx * a + dy * b) / scale**2, (dy * a - dx * b) / scale


def _string(run: list[re.Match[bytes]], widths: Widths) -> bytes:
    """The operators that set a run of letters as one string, each where it was."""
    first = run[0]
    size = float(first["size"])
    parts: list[bytes] = []
    kern = 0.0  # what is too small to say is kept for the next letter
    for before, letter in zip([None, *run], run, strict=False):
        if before is not None:
            glyph = int.from_bytes(bytes(pikepdf.Object.parse(before["glyph"])))
            kern += widths[before["font"]].get(glyph, 0) - _step(before, letter)[0] * 1000 / size
            if abs(kern) >= _SMALLEST_KERN:
                parts.append(f"{kern:.1f}".encode())
                kern -= round(kern, 1)
        parts.append(letter["glyph"])
    shown = b"".join(parts).replace(b")(", b"")
    head = b"q " + first["turn"] + first["x"] + b" " + first["y"] + b" cm" + first["colour"]
    font = first["font"] + b" " + first["size"] + b" Tf 1 0 0 -1 0 0 Tm["
    return head + b"BT 0 Tr" + font + shown + b"]TJ\nET\nQ\n"
