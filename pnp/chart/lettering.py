"""The letters of charts: their fonts and sizes, how wide a text is, and where it is broken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pnp.face.fonts import BODY, TITLE, Font, advance, find_font, missing

POINT: Final = 1 / 72
LEADING: Final = 1.2
HEADING: Final = 11.5
LABEL: Final = 9.5
SMALL: Final = 8.5
LINE: Final = LABEL * POINT * LEADING
"""The height of a line of a label."""
_LONGEST: Final = 160


def cut(*, bold: bool = False, title: bool = False) -> Font:
    """The font that texts are set in."""
    return find_font(TITLE) if title else find_font(BODY, bold=bold)


def spelled(text: str, font: Font) -> str:
    """The text with the code in place of any letter that the font does not have, which is not drawn as a box."""
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return "".join(f"[{ord(sign):04X}]" if missing(sign, font) else sign for sign in text)


def width_of(text: str, size: float, *, bold: bool = False, title: bool = False) -> float:
    """The width of a text, in inches; `size` is in points."""
    font = cut(bold=bold, title=title)
    return advance(spelled(text, font), font) * size * POINT


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
