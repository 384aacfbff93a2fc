"""Colours as people write them: #fbf3df, #fff, or the names of CSS."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import Final

COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
"""A colour as every part of pnp reads it."""
PATTERN: Final = r"^\s*(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+|rgb\(.*\)|hsl\(.*\))\s*$"
"""What editors are told; which names there are, they do not know."""
LONGEST: Final = 100
EXAMPLE: Final = "a colour like #fbf3df, #fff or gold"


@lru_cache(maxsize=1024)
def read_colour(text: str) -> str | None:
    """The colour with six digits; None for what is no colour, or one that lets another through."""
    if COLOUR.fullmatch(text):
        return text
    if len(text) > LONGEST:
        return None
    from tinycss2.color3 import parse_color  # most colours are written with six digits

    found = parse_color(text.strip())
    if found is None or isinstance(found, str) or found.alpha != 1 or not all(map(isfinite, found)):
        return None
    return "#" + "".join(f"{min(255, max(0, round(255 * part))):02x}" for part in (found.red, found.green, found.blue))
