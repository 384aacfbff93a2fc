"""Read colours such as #fbf3df, #fff or CSS names."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import Final

HEX_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
"""A colour with six digits, the form used everywhere inside pnp."""
COLOUR_PATTERN: Final = r"^\s*(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]+|rgb\(.*\)|hsl\(.*\))\s*$"
"""Pattern in the JSON schema; it accepts any name, because CSS has too many to list."""
MAX_COLOUR_LENGTH: Final = 100
"""Maximum length of a colour, in characters."""
COLOUR_EXAMPLE: Final = "a colour like #fbf3df, #fff or gold"


@lru_cache(maxsize=1024)
def parse_colour(text: str) -> str | None:
    """Return a colour with six digits; None if it is invalid or transparent.

    >>> read_colour("gold")
    '#ffd700'
    """
    if HEX_COLOUR.fullmatch(text):
        return text
    if len(text) > MAX_COLOUR_LENGTH:
        return None
    from tinycss2.color3 import parse_color  # rarely needed: most colours have six digits

    found = parse_color(text.strip())
    if found is None or isinstance(found, str) or found.alpha != 1 or not all(map(isfinite, found)):
        return None
    return "#" + "".join(f"{min(255, max(0, round(255 * part))):02x}" for part in (found.red, found.green, found.blue))
