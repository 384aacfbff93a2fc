"""Icons in texts: replace the keys of a game's `[icons]` with `{icon}` markup.

A key that is a word, such as `coin`, is written `{coin}` or `:coin:` in texts. Any other key, such as `(W)` or `$`, is
replaced wherever it occurs, unless a backslash precedes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

BITMAP_EXTENSIONS: Final = (".png", ".jpg", ".jpeg", ".webp")
_BRACED: Final = re.compile(r"\\.|\{([^{}]+)\}", re.DOTALL)
_WORD: Final = re.compile(r"[\w-]+")
_DRAWING: Final = re.compile(r"(?:art/)?(.+)\.svg", re.IGNORECASE)


class IconMap:
    """The icons of a game, by the keys that texts use for them."""

    def __init__(self, icons: Mapping[str, str]) -> None:
        named = {_drawing_key(key): name for key, name in icons.items()}
        written = {f":{key}:": name for key, name in icons.items() if _WORD.fullmatch(key)}
        written |= {key: name for key, name in icons.items() if key == _drawing_key(key) and not _WORD.fullmatch(key)}
        self._drawings = {key: drawing_name(name) for key, name in (written | named).items()}
        keys = "|".join(re.escape(key) for key in sorted(written, key=len, reverse=True))
        self._written = re.compile(rf"\\.|\{{[^{{}}]*\}}|(?P<key>{keys})", re.DOTALL) if keys else None

    def marked(self, text: str) -> str:
        """Return the text with each icon written as `{key}`."""
        if self._written is None:
            return text
        return self._written.sub(lambda match: f"{{{match[0]}}}" if match["key"] else match[0], text)

    def resolved(self, text: str) -> str:
        """Return the text with each icon written as `{drawing}`, for code that does not know the icon map."""
        return _BRACED.sub(lambda match: f"{{{self.drawing(match[1])}}}" if match[1] else match[0], self.marked(text))

    def drawing(self, name: str) -> str:
        """Return the drawing for an icon; a name that is not in the map is already a drawing."""
        return self._drawings.get(name, name)


NO_ICONS: Final = IconMap({})


def is_bitmap(drawing: str) -> bool:
    """Return whether a drawing is a bitmap file, judging by its name."""
    return drawing.lower().endswith(BITMAP_EXTENSIONS)


def _drawing_key(key: str) -> str:
    """Return a key without its braces: W for `{W}`."""
    return key[1:-1] if key.startswith("{") else key


def drawing_name(name: str) -> str:
    """Return the name of a drawing as art() takes it: without art/ and .svg."""
    match = _DRAWING.fullmatch(name)
    return match[1] if match else name
