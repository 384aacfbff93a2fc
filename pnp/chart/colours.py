"""Colours of charts and reports, and the same pictures on a dark ground."""

from __future__ import annotations

import re
from typing import Final

INK: Final = "#1f4e5f"
TEXT: Final = "#22282b"
QUIET: Final = "#667078"
RULE: Final = "#dfe4e6"
WHITE: Final = "#ffffff"


def mix(colour: str, strength: float, ground: str = WHITE) -> str:
    """Mix the colour with the ground: 1 is the pure colour, 0 is the ground."""
    return "#" + "".join(
        f"{round(below - (below - part) * strength):02x}"
        for part, below in zip(_channels(colour), _channels(ground), strict=True)
    )


DARK_GROUND: Final = "#2a2522"
"""Ground of a dark chart; it is the colour of a panel of the workbench."""
DARK_INK: Final = "#8cc3d4"
_DARK: Final = {
    INK: DARK_INK, TEXT: "#f0e9e0", "#000000": "#f0e9e0", QUIET: "#b3a79b", "#5b656c": "#b3a79b", RULE: "#453d37",
    WHITE: DARK_GROUND, "#eceff0": "#1d1a18",
}  # fmt: skip
"""Colours on a dark ground; besides those above, the small print and the surroundings of a report."""
TEXT_ON_TINTS: Final = 0.68
"""Strength of the ink above which numbers on it have the colour of the ground."""
_PALEST, _STRONGEST, _FIRST_STRONG = 0.05, 0.45, 0.75
"""Strengths of dark tints: from the palest to the strongest with light numbers, and the first with dark numbers."""
_MARKUP: Final = re.compile(r"<style\b[^>]*>.*?</style>|<[a-zA-Z][^>]*>", re.DOTALL)
_COLOUR: Final = re.compile(r"(?<=[:\s\"'(,])#(?:[0-9a-fA-F]{6}|fff)(?![0-9a-fA-F\w-])")


def darken(markup: str) -> str:
    """Return an SVG chart or an HTML report with its colours changed for a dark ground; texts stay as they are.

    >>> darken('<path style="fill: #ffffff"/><text fill="#22282b">#ffffff</text>')
    '<path style="fill: #2a2522"/><text fill="#f0e9e0">#ffffff</text>'
    """
    return _MARKUP.sub(lambda part: _COLOUR.sub(lambda found: dark_colour(found[0]), part[0]), markup)


def dark_colour(colour: str) -> str:
    """Return what a colour of a chart is on a dark ground; an unknown colour stays as it is."""
    colour = WHITE if colour == "#fff" else colour.lower()
    if colour in _DARK:
        return _DARK[colour]
    strength = (255 - _channels(colour)[0]) / (255 - _channels(INK)[0])
    tint = _channels(mix(INK, min(1, strength)))
    if any(abs(part - known) > 1 for part, known in zip(_channels(colour), tint, strict=True)):
        return colour
    if strength <= TEXT_ON_TINTS:
        return mix(DARK_INK, _PALEST + (_STRONGEST - _PALEST) * strength / TEXT_ON_TINTS, DARK_GROUND)
    more = (strength - TEXT_ON_TINTS) / (1 - TEXT_ON_TINTS)
    return mix(DARK_INK, _FIRST_STRONG + (1 - _FIRST_STRONG) * more, DARK_GROUND)


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue
