"""Cells: a quarter of a card, complete in itself, as good from every side."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, polar, polyline
from pnp.face.art.pen import PAPER, Drawing, Pen

from .cut import block, cast, sheet
from .diaper import INNER, diaper, roundel
from .icons import sign
from .palette import BONE
from .sorcerers import BARRIERS, KEEPERS, WANDS, under_one_dome
from .supplies import SUPPLIES
from .warriors import SHIELDS, SWORDS, Figure

FIGURES: dict[str, tuple[Figure, ...]] = {"sword": SWORDS, "wand": WANDS, "shield": SHIELDS, "barrier": BARRIERS}
CORNERS = {"se": 45, "sw": 135, "nw": 225, "ne": 315}
"""The corners by their names, and where they are, in degrees."""
LOOKS = 3
"""How many individuals a trade has."""


def _corners(pen: Pen, trade: str, free: str) -> list[BaseElement]:
    parts: list[BaseElement] = []
    for name, corner in CORNERS.items():
        if name == free:
            continue
        x, y = polar((0, 0), corner, 46.4)
        frame = f"translate({num(x)} {num(y)}) rotate({num(corner + 90)}) scale(0.142)"
        parts.append(pen.group(sign(trade, pen), transform=frame))
    return parts


def _pair(pen: Pen, trade: str, look: int) -> list[BaseElement]:
    """Two of a trade: one before, one behind, who do not agree where to look."""
    burin = block(pen, 0.8, halo=BONE.light)
    turned = block(pen, 0.8, halo=BONE.light, mirrored=True)
    crew = KEEPERS if trade == "barrier" else FIGURES[trade]
    behind, before = crew[(look + 1) % LOOKS](turned), crew[look](burin)
    if trade == "barrier":
        return [under_one_dome(behind, before, block(pen)), _pips(pen)]
    return [
        _shadow(burin, 1),
        pen.group(behind, transform="translate(-15.2 -5.5) scale(-0.66 0.66)"),
        pen.group(before, transform="translate(14.5 1.5) scale(0.68)"),
        _pips(pen),
    ]


def _pips(pen: Pen) -> Group:
    """Two lozenges on a black plate at the foot of the frame: a pair is counted before it is looked at."""
    burin, light = block(pen), PAPER if pen.low else BONE.light
    plate = "M-18,31.2H18L15.4,37.2L18,43.2H-18L-15.4,37.2Z"
    lozenges = "".join(polyline([(x, 32.2), (x + 5, 37.2), (x, 42.2), (x - 5, 37.2)]) for x in (-7.4, 7.4))
    return sheet(
        burin,
        burin.path(plate, burin.paint(light, stroke=light, width=2.6, solid=True)),
        burin.path(plate, burin.paint(burin.outline, width=0.8, solid=True)),
        burin.path(lozenges, burin.paint(light, stroke="none", solid=True)),
    )


def _shadow(pen: Pen, wide: float) -> BaseElement:
    """What a figure throws on the ground, away from the light."""
    return pen.ellipse(6, 33.6, 26 * wide, 5, cast(pen))


def cell(trade: str, look: int, double: bool, free: str, pen: Pen) -> Group:
    """A cell of a trade; the ground outside its border is the template's, since it runs over the cut.

    The corner called `free` has no sign: a medallion comes there.
    """
    burin = block(pen)
    frame = burin.rect(-INNER, -INNER, 2 * INNER, 2 * INNER, burin.line(1.4), 0.8)
    parts: list[BaseElement] = [diaper(burin, trade), frame]
    if double:
        parts.append(burin.rect(2.4 - INNER, 2.4 - INNER, 2 * INNER - 4.8, 2 * INNER - 4.8, burin.line(0.9), 0.5))
    parts += [*roundel(burin, trade), *_corners(pen, trade, free)]
    if trade in SUPPLIES:
        parts += (
            [pen.circle(2.6, 3, 32, cast(burin)), SUPPLIES[trade][look](burin)]
            if trade == "coin"
            else [pen.ellipse(5, 28, 24, 6, cast(burin)), SUPPLIES[trade][look](burin)]
        )
    elif double:
        parts += _pair(pen, trade, look)
    else:
        parts += [_shadow(burin, 1), FIGURES[trade][look](burin)]
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
