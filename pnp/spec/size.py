"""Standard sizes of cards and sheets by name, in mm.

Where manufacturers disagree, a name means the metric size: a poker card is 63 × 88, as at MakePlayingCards and in
trading card games. The size in inches that American shops cut has a separate name such as poker-us; sizes that exist
only in inches are converted exactly. A game can define other sizes in `[sizes]`, or write width and height.
"""

from __future__ import annotations

from typing import Final

from pnp.geometry.units import MM_PER_INCH, Size


def _inches(width: float, height: float) -> Size:
    return Size(round(width * MM_PER_INCH, 3), round(height * MM_PER_INCH, 3))


STANDARD_SIZES: Final = {
    # cards that shops print: MakePlayingCards uses mm, The Game Crafter and DriveThruCards inches
    "poker": Size(63, 88),
    "poker-us": _inches(2.5, 3.5),
    "bridge": Size(57, 89),
    "tarot": Size(70, 120),
    "jumbo": _inches(3.5, 5.5),
    "domino": _inches(1.75, 3.5),
    "micro": _inches(1.25, 1.75),
    "square": Size(70, 70),
    # cards by the names of their sleeves
    "american": Size(56, 87),
    "european": Size(59, 92),
    "japanese": Size(59, 86),
    "mini": Size(44, 68),
    "mini-us": Size(41, 63),
    # business cards, European and American, and ISO/IEC 7810 ID-1, which many machines and cases are made for
    "business": Size(85, 55),
    "business-us": _inches(3.5, 2),
    "credit-card": Size(85.6, 53.98),
    # ISO 216 sheets, for boards and player aids
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "a7": Size(74, 105),
    "a8": Size(52, 74),
}


def named_size(name: str) -> Size | None:
    """Return the size with a name, ignoring case and separators; None if there is none.

    >>> named_size("Poker US")
    Size(width=63.5, height=88.9)
    """
    return STANDARD_SIZES.get("-".join(name.lower().replace("_", " ").replace("-", " ").split()))
