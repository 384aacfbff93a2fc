"""The sizes that the trade has names for, in mm.

Where makers and shops disagree, the name means what is cut in millimetres, so that a poker card is 63 × 88 as at
MakePlayingCards and in trading card games; the size in inches that American shops cut is a name of its own, or has no
millimetres and is given exactly. Whoever needs another one writes it out, or gives the name a size in `[sizes]`.
"""

from __future__ import annotations

from typing import Final

from pnp.units import MM_PER_INCH, Size


def _inches(width: float, height: float) -> Size:
    return Size(round(width * MM_PER_INCH, 3), round(height * MM_PER_INCH, 3))


SIZES: Final = {
    # cards that shops print: MakePlayingCards in mm, The Game Crafter and DriveThruCards in inches
    "poker": Size(63, 88),
    "poker-us": _inches(2.5, 3.5),
    "bridge": Size(57, 89),
    "tarot": Size(70, 120),
    "jumbo": _inches(3.5, 5.5),
    "domino": _inches(1.75, 3.5),
    "micro": _inches(1.25, 1.75),
    "square": Size(70, 70),
    # cards by the names that sleeves are sold under
    "american": Size(56, 87),
    "european": Size(59, 92),
    "japanese": Size(59, 86),
    "mini": Size(44, 68),
    "mini-us": Size(41, 63),
    # what other machines and cases are made for: European and American business cards, ISO/IEC 7810 ID-1
    "business": Size(85, 55),
    "business-us": _inches(3.5, 2),
    "credit-card": Size(85.6, 53.98),
    # sheets of ISO 216, for boards and aids
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "a7": Size(74, 105),
    "a8": Size(52, 74),
}


def named_size(name: str) -> Size | None:
    """The size of that name, however it is capitalised or its words are joined; None for an unknown name."""
    return SIZES.get("-".join(name.lower().replace("_", " ").replace("-", " ").split()))
