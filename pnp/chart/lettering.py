"""Typography of charts: fonts, sizes, text widths and line breaks.

Charts are set in pnp's fonts; a character missing there is taken from the fonts of the project (see `lend`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from typing import Final, NamedTuple

from pnp.text.font_set import BUNDLED_FONTS, FontSet
from pnp.text.fonts import BODY, TITLE, Font, find_font, lacks_glyph, text_width
from pnp.text.typography import RTL, bidi_levels, grapheme_clusters, starts_rtl, visual_order

POINT: Final = 1 / 72
LEADING: Final = 1.2
HEADING: Final = 11.5
LABEL: Final = 9.5
SMALL: Final = 8.5
LINE: Final = LABEL * POINT * LEADING
"""Line height of a label, in inches."""
_LONGEST: Final = 160
_project_fonts: ContextVar[FontSet] = ContextVar("lent", default=BUNDLED_FONTS)


class TextRun(NamedTuple):
    """A run of text in one font and one direction."""

    text: str
    font: Font
    level: int

    @property
    def rtl(self) -> bool:
        """Whether it runs from right to left."""
        return self.level % 2 == 1

    @property
    def width(self) -> float:
        """Width at a type size of 1."""
        return text_width(self.text, self.font, rtl=self.rtl)


@contextmanager
def use_project_fonts(shelf: FontSet) -> Iterator[None]:
    """Allow charts drawn in this context to use the fonts of a project."""
    before = _project_fonts.set(shelf)
    try:
        yield
    finally:
        _project_fonts.reset(before)


def font_style(*, bold: bool = False, title: bool = False) -> Font:
    """Return the font for body text, bold text or titles."""
    return find_font(TITLE) if title else find_font(BODY, bold=bold)


def replace_missing(text: str, font: Font) -> str:
    """Return the text, shortened if necessary, with characters missing from all fonts replaced by their codes."""
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(
        f"[{ord(each):04X}]" if lacks_glyph(each, font) and _fallback_font(each, font) is None else each
        for each in text
    )


def text_runs(text: str, font: Font) -> list[TextRun]:
    """Split text into runs in visual order; a single run if the font covers all of it."""
    if not RTL.search(text) and not any(lacks_glyph(each, font) for each in text):
        return [TextRun(text, font, 0)]
    level = bidi_levels(text, rtl=starts_rtl(text))
    parts: list[TextRun] = []
    place = 0
    for cluster in grapheme_clusters(text):
        own = not any(lacks_glyph(each, font) for each in cluster)
        parts.append(TextRun(cluster, font if own else _fallback_font(cluster, font) or font, level[place]))
        place += len(cluster)
    alike = (list(same) for _, same in groupby(parts, lambda part: part[1:]))
    return visual_order([TextRun("".join(part.text for part in same), *same[0][1:]) for same in alike])


def _fallback_font(characters: str, like: Font) -> Font | None:
    """Return a font of the project that has all these characters, preferably of the same weight; None if none has."""
    fonts = [font for font in _project_fonts.get().own if not any(lacks_glyph(each, font) for each in characters)]
    return min(fonts, key=lambda font: (font.bold != like.bold, font.italic), default=None)


def width_of(text: str, size: float, *, bold: bool = False, title: bool = False) -> float:
    """Return the width of a text, in inches; `size` is in points."""
    font = font_style(bold=bold, title=title)
    return sum(part.width for part in text_runs(replace_missing(text, font), font)) * size * POINT


def centred_baseline(middle: float, size: float) -> float:
    """Return the baseline of digits that are vertically centred at `middle`."""
    return middle + 0.34 * size * POINT


def wrap(text: str, width: float, size: float, *, bold: bool = False, title: bool = False) -> list[str]:
    """Wrap text into lines of at most `width` inches, at spaces, -, _ and /, or else anywhere."""
    lines: list[str] = []
    line = ""
    for part in _parts(replace_missing(text, font_style(bold=bold, title=title))):
        if width_of((line + part).rstrip(), size, bold=bold, title=title) <= width:
            line += part
            continue
        if line:
            lines.append(line.rstrip())
        line = ""
        for character in part:  # this part alone is too wide
            if line and width_of((line + character).rstrip(), size, bold=bold, title=title) > width:
                lines.append(line)
                line = ""
            line += character
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _parts(text: str) -> Iterator[str]:
    """Yield the pieces between which a text may be broken."""
    start = 0
    for place, character in enumerate(text):
        if character in " -_/":
            yield text[start : place + 1]
            start = place + 1
    if start < len(text):
        yield text[start:]
