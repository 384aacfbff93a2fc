"""Signs for running text: bold enough to be read at the height of a letter."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .curve import discs
from .face import Face, head
from .palette import FOAM, HEDGE, LAWN, LEAF, ROSY, SCARLET, SLATE, STONE, WATER, WHITE
from .wash import black, flat, green, moved, stroke


def hedge(pen: Pen) -> Group:
    """A length of hedge in three scallops."""
    pen = green(pen, 4)
    middles = [(-26.0, 2.0), (0.0, -4.0), (26.0, 2.0)]
    body = "M-46,8H46V34H-46Z"
    return pen.group(
        pen.path(discs(middles, 20) + body, pen.paint(HEDGE.deep, width=8)),
        pen.path(discs(middles, 20) + body, flat(pen, HEDGE.flat)),
        pen.path(
            "M-36,-2a10,10 0 0 1 10,-8M-10,-8a10,10 0 0 1 10,-8M16,-2a10,10 0 0 1 10,-8M-32,20h8M-6,16h8M18,22h8",
            stroke(pen, LEAF, 5),
        ),
    )


def fountain(pen: Pen) -> Group:
    """A basin with a jet."""
    pen = green(pen, 4)
    return pen.group(
        pen.path(
            "M0,4C-4,-34 -30,-40 -34,-10M0,4C4,-34 30,-40 34,-10M0,4V-40",
            pen.line(5, WATER.deep if not pen.low else None),
        ),
        pen.path("M-46,6H46C46,30 26,40 0,40C-26,40 -46,30 -46,6Z", pen.paint(STONE.flat)),
        pen.path("M-38,12H38C34,20 18,22 0,22C-18,22 -34,20 -38,12Z", pen.paint(WATER.flat, width=3)),
        pen.path("M-20,16q8,4 14,0M6,16q8,4 14,0", stroke(pen, FOAM, 3)),
    )


def guest(pen: Pen) -> Group:
    """A guest, shocked."""
    pen = green(pen, 1.5)
    bust = [
        pen.path("M-22,30C-22,18 -12,13 0,13C12,13 22,18 22,30Z", pen.paint(SLATE.flat)),
        pen.path("M-7,13L0,24L7,13Z", pen.paint(WHITE.flat)),
    ]
    hat = [
        pen.path("M-10,-12V-30H10V-12Z", pen.paint(SLATE.deep, solid=True)),
        pen.path("M-18,-11Q0,-16 18,-11Q0,-6 -18,-11Z", pen.paint(SLATE.deep, solid=True)),
        pen.path("M-10,-17H10", pen.line(3, SCARLET.flat if not pen.low else "#ffffff")),
    ]
    face = head(pen, Face(ROSY, eyes="pop", nose="bulb", mouth="gasp", brow=-9))
    return pen.group(moved(pen, [*bust, *face, *hat], 0, 5, 1.5))


def zone(pen: Pen, closed: bool) -> Group:
    """A lawn with barriers all round, or with a gap in them."""
    pen = green(pen, 3)
    fence = "M-40,40V-40H40" if closed else "M-40,40V-40H-20M20,-40H40"
    parts: list[BaseElement] = [pen.rect(-46, -46, 92, 92, flat(pen, LAWN.flat))]
    parts.append(pen.path("M-40,40H40V-40", pen.line(16)))
    parts.append(pen.path("M-40,40H40V-40", pen.line(10, "#ffffff" if pen.low else WATER.flat)))
    parts.append(pen.path(fence, pen.line(16)))
    parts.append(pen.path(fence, pen.line(10, "#ffffff" if pen.low else HEDGE.flat)))
    if closed:
        parts.append(pen.path("M-14,0L-3,12L18,-14", pen.line(8)))
    else:
        parts.append(pen.path("M0,16V-44M-12,-32L0,-46L12,-32", pen.line(7)))
    return pen.group(*parts)


def closed_zone(pen: Pen) -> Group:
    """A closed zone."""
    return zone(pen, True)


def open_zone(pen: Pen) -> Group:
    """A zone that is still open."""
    return zone(pen, False)


def point(pen: Pen) -> Group:
    """An action point: a pocket watch that is nearly at five."""
    pen = green(pen, 4)
    return pen.group(
        pen.circle(0, -40, 7, pen.paint("#ecc45f")),
        pen.circle(0, 8, 36, pen.paint("#ecc45f")),
        pen.circle(0, 8, 27, pen.paint("#fffdf5")),
        pen.path("M0,8V-12M0,8L11,23", pen.line(6)),
        pen.path(discs([(0, -14), (22, 8), (0, 30), (-22, 8)], 2.4), black(pen)),
    )
