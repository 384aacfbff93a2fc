"""Find composite TrueType glyphs with too many components, before a renderer expands them."""

from __future__ import annotations

import struct
from typing import Final

MOST_PARTS: Final = 500
"""Maximum number of components of a glyph, nested ones included."""
_WORDS: Final = 0x0001
_SCALE: Final = 0x0008
_MORE: Final = 0x0020
_TWO_SCALES: Final = 0x0040
_MATRIX: Final = 0x0080


def has_oversized_composites(glyf: bytes, loca: bytes, *, long: bool) -> bool:
    """Return whether a glyph has too many components or contains itself, or the tables are damaged."""
    try:
        return _CompositeGlyphs(glyf, loca, long=long).most() > MOST_PARTS
    except struct.error:
        return True


class _CompositeGlyphs:
    """Composite glyphs of a TrueType font."""

    def __init__(self, glyf: bytes, loca: bytes, *, long: bool) -> None:
        size = 4 if long else 2
        count = len(loca) // size
        ends = struct.unpack_from(f">{count}{'L' if long else 'H'}", loca)
        self.starts = ends if long else tuple(2 * end for end in ends)
        self.glyf = glyf
        self.parts: dict[int, list[int]] = {}
        for number in range(count - 1):
            start, end = self.starts[number : number + 2]
            if end - start >= 10 and glyf[start : start + 2] == b"\xff\xff":
                self.parts[number] = self._read(start + 10)

    def _read(self, place: int) -> list[int]:
        found: list[int] = []
        flags = _MORE
        while flags & _MORE and len(found) <= MOST_PARTS:
            flags, number = struct.unpack_from(">HH", self.glyf, place)
            found.append(number)
            place += 4 + (4 if flags & _WORDS else 2)
            place += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
        return found

    def most(self) -> int:
        """Return the largest number of components of a glyph; counting stops above the limit."""
        totals: dict[int, int] = {}
        waiting = dict(self.parts)
        while waiting:
            ready = [number for number, parts in waiting.items() if not any(part in waiting for part in parts)]
            if not ready:  # the remaining glyphs contain each other
                return MOST_PARTS + 1
            for number in ready:
                total = sum(1 + totals.get(part, 0) for part in waiting.pop(number))
                if total > MOST_PARTS:
                    return total
                totals[number] = total
        return max(totals.values(), default=0)
