"""The colours of charts: one ink and its greys, which also print well without colour."""

from __future__ import annotations

from typing import Final

INK: Final = "#1f4e5f"
TEXT: Final = "#22282b"
QUIET: Final = "#667078"
RULE: Final = "#dfe4e6"
WHITE: Final = "#ffffff"


def mix(colour: str, strength: float) -> str:
    """The colour mixed with white: 1 is the colour itself, 0 white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * strength):02x}" for part in parts)
