"""Colours of charts: one ink colour and its greys, which also print well in black and white."""

from __future__ import annotations

from typing import Final

INK: Final = "#1f4e5f"
TEXT: Final = "#22282b"
QUIET: Final = "#667078"
RULE: Final = "#dfe4e6"
WHITE: Final = "#ffffff"


def mix(colour: str, strength: float) -> str:
    """Mix the colour with white: 1 is the pure colour, 0 is white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * strength):02x}" for part in parts)
