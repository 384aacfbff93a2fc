"""The letters of charts: their fonts and sizes, how wide a text is, and where it is broken.

Charts are set in pnp's own fonts; letters that these lack are taken from those that a project lends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from typing import Final, NamedTuple

from pnp.face.fonts import BODY, TITLE, Font, advance, find_font, missing
from pnp.face.script import RTL, clusters, in_sight, levels, starts_rtl
from pnp.face.shelf import BUNDLED, FontShelf

POINT: Final = 1 / 72
LEADING: Final = 1.2
HEADING: Final = 11.5
LABEL: Final = 9.5
SMALL: Final = 8.5
LINE: Final = LABEL * POINT * LEADING
"""The height of a line of a label."""
_LONGEST: Final = 160
_lent: ContextVar[FontShelf] = ContextVar("lent", default=BUNDLED)


class Stretch(NamedTuple):
    """A part of a text in one font and one direction."""

    text: str
    font: Font
    level: int

    @property
    def rtl(self) -> bool:
        """Whether it runs from right to left."""
        return self.level % 2 == 1

    @property
    def width(self) -> float:
        """Its width at a size of 1."""
        return advance(self.text, self.font, rtl=self.rtl)


@contextmanager
def lend(shelf: FontShelf) -> Iterator[None]:
    """Charts that are drawn meanwhile may use the fonts of a project."""
    before = _lent.set(shelf)
    try:
        yield
    finally:
        _lent.reset(before)


def cut(*, bold: bool = False, title: bool = False) -> Font:
    """The font that texts are set in."""
    return find_font(TITLE) if title else find_font(BODY, bold=bold)


def spelled(text: str, font: Font) -> str:
    """The text with the code in place of any letter that no font has, which is not drawn as a box."""
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(
        f"[{ord(sign):04X}]" if missing(sign, font) and _other(sign, font) is None else sign for sign in text
    )


def stretches(text: str, font: Font) -> list[Stretch]:
    """The text from left to right, as it is seen; one stretch where its font has all of it."""
    if not RTL.search(text) and not any(missing(sign, font) for sign in text):
        return [Stretch(text, font, 0)]
    level = levels(text, rtl=starts_rtl(text))
    parts: list[Stretch] = []
    place = 0
    for cluster in clusters(text):
        own = not any(missing(sign, font) for sign in cluster)
        parts.append(Stretch(cluster, font if own else _other(cluster, font) or font, level[place]))
        place += len(cluster)
    alike = (list(same) for _, same in groupby(parts, lambda part: part[1:]))
    return in_sight([Stretch("".join(part.text for part in same), *same[0][1:]) for same in alike])


def _other(letters: str, like: Font) -> Font | None:
    """A font of the project that has all of these letters, of the same weight if it can be."""
    fonts = [font for font in _lent.get().own if not any(missing(sign, font) for sign in letters)]
    return min(fonts, key=lambda font: (font.bold != like.bold, font.italic), default=None)


def width_of(text: str, size: float, *, bold: bool = False, title: bool = False) -> float:
    """The width of a text, in inches; `size` is in points."""
    font = cut(bold=bold, title=title)
    return sum(part.width for part in stretches(spelled(text, font), font)) * size * POINT


def middle_base(middle: float, size: float) -> float:
    """The base line of figures whose middle is there."""
    return middle + 0.34 * size * POINT


def wrap(text: str, width: float, size: float, *, bold: bool = False, title: bool = False) -> list[str]:
    """The text in lines no wider than `width` inches: broken after spaces, - and _, or else anywhere."""
    lines: list[str] = []
    line = ""
    for part in _parts(spelled(text, cut(bold=bold, title=title))):
        if width_of((line + part).rstrip(), size, bold=bold, title=title) <= width:
            line += part
            continue
        if line:
            lines.append(line.rstrip())
        line = ""
        for sign in part:  # a part that is too wide by itself
            if line and width_of((line + sign).rstrip(), size, bold=bold, title=title) > width:
                lines.append(line)
                line = ""
            line += sign
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _parts(text: str) -> Iterator[str]:
    """Pieces of a text between which it may be broken."""
    start = 0
    for place, sign in enumerate(text):
        if sign in " -_/":
            yield text[start : place + 1]
            start = place + 1
    if start < len(text):
        yield text[start:]
