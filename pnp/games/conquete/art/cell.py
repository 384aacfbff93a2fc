"""Cells: a quarter of a card, complete in itself, as good from every side."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, polar
from pnp.face.art.pen import Drawing, Pen

from .cut import block, sheet
from .diaper import INNER, diaper, roundel
from .icons import sign
from .sorcerers import BARRIERS, WANDS
from .supplies import SUPPLIES
from .warriors import SHIELDS, SWORDS, Figure

FIGURES: dict[str, tuple[Figure, ...]] = {"sword": SWORDS, "wand": WANDS, "shield": SHIELDS, "barrier": BARRIERS}
CORNERS = {"se": 45, "sw": 135, "nw": 225, "ne": 315}
"""The corners by their names, and where they are, in degrees."""
LOOKS = 3
"""How many individuals a trade has."""


def _corners(pen: Pen, trade: str, double: bool, free: str) -> list[BaseElement]:
    parts: list[BaseElement] = []
    for name, corner in CORNERS.items():
        if name == free:
            continue
        for swing, away, size in ((-13, 42, 0.118), (13, 42, 0.118)) if double else ((0, 46.4, 0.142),):
            x, y = polar((0, 0), corner + swing, away)
            frame = f"translate({num(x)} {num(y)}) rotate({num(corner + 90)}) scale({size:g})"
            parts.append(pen.group(sign(trade, pen), transform=frame))
    return parts


def _pair(pen: Pen, trade: str, look: int) -> list[BaseElement]:
    """Two of a trade: one before, one behind, who do not agree where to look."""
    behind = FIGURES[trade][(look + 1) % LOOKS](block(pen, 0.8))
    before = FIGURES[trade][look](block(pen, 0.8))
    return [
        pen.group(behind, transform="translate(-14.5 -3.5) scale(-0.66 0.66)"),
        pen.group(before, transform="translate(13.5 4.5) scale(0.68)"),
    ]


def cell(trade: str, look: int, double: bool, free: str, pen: Pen) -> Group:
    """A cell of a trade; the ground outside its border is the template's, since it runs over the cut.

    The corner called `free` has no sign: a medallion comes there.
    """
    burin = block(pen)
    frame = burin.rect(-INNER, -INNER, 2 * INNER, 2 * INNER, burin.line(1.4), 0.8)
    parts: list[BaseElement] = [diaper(burin, trade), frame]
    if double:
        parts.append(burin.rect(2.4 - INNER, 2.4 - INNER, 2 * INNER - 4.8, 2 * INNER - 4.8, burin.line(0.9), 0.5))
    parts += [*roundel(burin, trade), *_corners(pen, trade, double, free)]
    if trade in SUPPLIES:
        parts.append(SUPPLIES[trade](burin))
    elif double:
        parts += _pair(pen, trade, look)
    else:
        parts.append(FIGURES[trade][look](burin))
    return sheet(burin, *parts)


KINDS: dict[str, tuple[str, bool]] = {
    **{f"{trade}{number}": (trade, number == 2) for trade in FIGURES for number in (1, 2)},
    **{trade: (trade, False) for trade in SUPPLIES},
}
"""What a cell may hold, by the names that tables use: the trade, and whether there are two."""
CELLS: dict[str, Drawing] = {
    f"cell-{kind}-{look + 1}{'-' + free if free else ''}": partial(cell, trade, look, double, free)
    for kind, (trade, double) in KINDS.items()
    for look in range(LOOKS)
    for free in ("", *CORNERS)
}
"""Every cell in every look, whole or with a free corner."""
