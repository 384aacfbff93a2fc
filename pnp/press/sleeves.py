"""Card sleeves: the sizes on sale, and how many a print needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from pnp.geometry.units import Size
from pnp.sheet.page import Placement
from pnp.terms import CutBy, Shape, Side

SLEEVES: Final = [
    Size(*size)
    for size in (
        (41, 63), (43, 65), (45, 68), (56, 87), (57.5, 89), (59, 86), (59, 92), (63.5, 88), (65, 100), (70, 70),
        (70, 110), (70, 120), (80, 80), (80, 120),
    )
]  # fmt: skip
"""Card sizes that sleeves are sold for, upright, in mm."""
MAX_OVERSIZE: Final = 0.5
"""How much larger than the nominal size a card may be, in mm."""
MAX_PLAY: Final = 2.0
"""How much smaller than the nominal size a card may be before it is loose, in mm."""


def sleeve_for(card: Size) -> Size | None:
    """Return the sleeve size that fits a card; None if no common size does.

    >>> sleeve_for(Size(63, 88))
    Size(width=63.5, height=88)
    """
    width, height = sorted(card)
    fitting = [
        sleeve
        for sleeve in SLEEVES
        if -MAX_OVERSIZE <= sleeve.width - width <= MAX_PLAY and -MAX_OVERSIZE <= sleeve.height - height <= MAX_PLAY
    ]
    return min(fitting, key=lambda sleeve: abs(sleeve.width - width) + abs(sleeve.height - height), default=None)


def sleeves_for(placements: Iterable[Placement]) -> dict[Size, int]:
    """Return the number of sleeves of each size that the cards on some pages need, as far as sleeves fit."""
    cards = {
        (placement.piece.id, placement.piece.copy): placement.piece.deck
        for placement in placements
        if placement.side is Side.FRONT and placement.piece.deck.kind.held
    }
    straight = [deck for deck in cards.values() if deck.shape is Shape.RECT and deck.cut is CutBy.SHAPE]
    counted = Counter(sleeve for deck in straight if (sleeve := sleeve_for(deck.size)) is not None)
    return dict(counted)
