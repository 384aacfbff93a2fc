"""Text boxes: words measured with the real font, wrapped, shrunk to fit, and placed one by one.

A text may hold `**bold**`, `*italic*`, `{icon}` (a drawing as high as the letters) and line breaks. A backslash
keeps the next sign as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Final, Literal

from pnp.errors import Problem, RenderError, quoted
from pnp.face.fonts import BODY, Font, advance, find_font, metrics
from pnp.units import trim

Align = Literal["left", "center", "right"]
VerticalAlign = Literal["top", "middle", "bottom"]

STEP: Final = 0.05
"""Sizes are tried in steps of this many mm."""
ICON_WIDTH: Final = 1.1
"""The width of an icon at a size of 1."""
GLUE: Final = str.maketrans({"\u00a0": " ", "\u202f": " "})
"""Spaces that do not break are set as plain spaces inside a word."""
LONGEST: Final = 5_000
"""More letters than these are not for a card."""
_MARKUP: Final = re.compile(
    r"\\(?P<kept>.)|(?<!\S)(?P<star>\*+)(?!\S)|(?P<bold>\*\*)|(?P<italic>\*)|"
    r"\{(?P<icon>[^{}\s]+)\}|(?P<break>[ \t\r]+|\n)"
)


@dataclass(frozen=True)
class Box:
    """Where a text goes and how it is set; sizes in mm."""

    x: float
    y: float
    width: float
    height: float
    size: float
    smallest: float
    family: str = BODY
    bold: bool = False
    italic: bool = False
    align: Align = "left"
    valign: VerticalAlign = "top"
    colour: str = "#000000"
    leading: float = 1.2


@dataclass(frozen=True)
class Run:
    """Part of a word: letters in one font, or an icon."""

    text: str
    font: Font
    icon: bool = False

    @property
    def width(self) -> float:
        """The width at a size of 1."""
        return ICON_WIDTH if self.icon else advance(self.text, self.font)


@dataclass
class Word:
    """Runs that stay together, and whether a line must end after them."""

    runs: list[Run] = field(default_factory=list)
    ends_line: bool = False

    @property
    def width(self) -> float:
        """The width at a size of 1."""
        return sum(run.width for run in self.runs)


Line = list[Word]
DrawIcon = Callable[[str, float, float, float], str]
"""Draws an icon by name round (x, y); the last number is its width in mm."""


def set_text(text: str, box: Box, draw_icon: DrawIcon, where: str) -> str:
    """SVG of the text in its box; RenderError, naming the card, when it does not fit at the smallest size."""
    _check(box, where)
    if len(text) > LONGEST:
        raise RenderError(Problem(where, f"a text of at most {LONGEST} letters", f"{len(text)} letters"))
    words = list(_words(text, box, where))
    if not words:
        return ""
    space = advance(" ", find_font(box.family, bold=box.bold, italic=box.italic, where=where))
    size = _fitting_size(words, space, box)
    if size is None:
        raise RenderError(
            Problem(
                where,
                f"a text that fits {trim(box.width)} × {trim(box.height)} mm at {trim(box.smallest)} mm",
                quoted(text),
                "shorten it, enlarge its box, or allow a smaller size with min",
            )
        )
    return "".join(_draw(_wrap(words, space, box.width / size), size, space, box, draw_icon))


def literal_stars(text: str) -> str:
    """The text with stars that do not pair up kept as stars, as in tables that were written without markup in mind."""
    marks = list(_MARKUP.finditer(text))
    odd = any(sum(bool(mark[kind]) for mark in marks) % 2 for kind in ("bold", "italic"))
    return re.sub(r"(?<!\\)\*", r"\\*", text) if odd else text


def _check(box: Box, where: str) -> None:
    if not (0 < box.smallest <= box.size and box.width > 0 and box.height > 0 and box.leading > 0):
        found = f"size {box.size:g}, min {box.smallest:g}, {box.width:g} × {box.height:g}, leading {box.leading:g}"
        raise RenderError(Problem(where, "a text box with 0 < min ≤ size and room in it", found))


def _words(text: str, box: Box, where: str) -> Iterator[Word]:
    bold, italic = box.bold, box.italic
    word, letters = Word(), ""

    def font() -> Font:
        return find_font(box.family, bold=bold, italic=italic, where=where)

    def flush() -> None:
        nonlocal letters
        if letters:
            word.runs.append(Run(letters.translate(GLUE), font()))
            letters = ""

    place = 0
    for match in _MARKUP.finditer(text):
        letters += text[place : match.start()]
        place = match.end()
        if match["kept"] or match["star"]:  # a star alone is a star
            letters += match["kept"] or match["star"]
            continue
        flush()
        if match["bold"]:
            bold = not bold
        elif match["italic"]:
            italic = not italic
        elif match["icon"]:
            word.runs.append(Run(match["icon"], font(), icon=True))
        else:
            word.ends_line = match["break"] == "\n"
            if word.runs or word.ends_line:
                yield word
            word = Word()
    letters += text[place:]
    flush()
    if word.runs:
        yield word
    if (bold, italic) != (box.bold, box.italic):
        raise RenderError(
            Problem(where, "a closing * or ** for each opening one", quoted(text), r"write \* for a star")
        )


def _wrap(words: list[Word], space: float, width: float) -> list[Line]:
    """The words in lines of at most `width` ems; a line is wider only when a single word is."""
    lines: list[Line] = [[]]
    used = 0.0
    for word in words:
        if lines[-1] and used + space + word.width > width + 1e-9:
            lines.append([])
        used = used + space + word.width if lines[-1] else word.width
        lines[-1].append(word)
        if word.ends_line:
            lines.append([])
            used = 0.0
    return lines if lines[-1] else lines[:-1]


def _height(lines: int, box: Box) -> float:
    """The height of this many lines at a size of 1: ascender to descender, leading between."""
    ascender, descender, _ = metrics(find_font(box.family, bold=box.bold, italic=box.italic))
    return (lines - 1) * box.leading + min(ascender + descender, box.leading)


def _fitting_size(words: list[Word], space: float, box: Box) -> float | None:
    """The largest size between the smallest and the wished one at which the words fit."""
    widest = max(word.width for word in words)

    def fits(size: float) -> bool:
        if widest * size > box.width + 1e-9:
            return False
        return _height(len(_wrap(words, space, box.width / size)), box) * size <= box.height + 1e-9

    if fits(box.size):
        return box.size
    low, high = 0, int((box.size - box.smallest) / STEP)
    if not fits(box.smallest):
        return None
    while low < high:  # the largest number of steps above the smallest size that still fits
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(box.smallest + middle * STEP) else (low, middle - 1)
    return box.smallest + low * STEP


def _draw(lines: list[Line], size: float, space: float, box: Box, draw_icon: DrawIcon) -> Iterator[str]:
    ascender, descender, cap = metrics(find_font(box.family, bold=box.bold, italic=box.italic))
    step = box.leading * size
    body = (ascender + descender) * size
    free = box.height - _height(len(lines), box) * size
    overhang = max(0.0, body - min(body, step))  # tight leading: letters may reach out of the line's height
    baseline = box.y + ascender * size - overhang / 2
    if box.valign == "bottom":
        baseline += free
    elif box.valign == "middle":  # optically: capitals of the first line and baseline of the last at equal distance
        baseline = box.y + (box.height - (len(lines) - 1) * step + cap * size) / 2
    for number, line in enumerate(lines):
        y = baseline + number * step
        width = (sum(word.width for word in line) + space * (len(line) - 1)) * size
        x = box.x + {"left": 0.0, "center": 0.5, "right": 1.0}[box.align] * (box.width - width)
        spans: list[str] = []
        for place, word in enumerate(line):
            for index, run in enumerate(word.runs):
                if run.icon:
                    yield draw_icon(run.text, x + run.width * size / 2, y - cap * size / 2, size)
                else:
                    last = place == len(line) - 1 and index == len(word.runs) - 1
                    ends = index == len(word.runs) - 1 and not last
                    spans.append(_span(run, x, space=ends))
                x += run.width * size
            x += space * size
        if spans:
            yield (
                f'<text xml:space="preserve" y="{trim(y)}" font-family="{escape(box.family)}" '
                f'font-size="{trim(size)}" fill="{escape(box.colour)}">{"".join(spans)}</text>'
            )


def _span(run: Run, x: float, *, space: bool) -> str:
    """A word, with the space behind it so that it can be copied out of the PDF."""
    weight = ' font-weight="bold"' if run.font.bold else ""
    style = ' font-style="italic"' if run.font.italic else ""
    return f'<tspan x="{trim(x)}"{weight}{style}>{escape(run.text)}{" " if space else ""}</tspan>'
