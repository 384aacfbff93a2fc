"""Ornament: the common back, the fields and ribbons of the generals, and the frame of a chosen chicken."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, num, polyline, smooth, transform
from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from .cell import FIGURES
from .cut import Burin, black, block, cast, etch, sheet, thin, tint
from .diaper import INNER, pattern, roundel
from .emblem import TINCTURES
from .icons import sign
from .line import cuts
from .palette import BONE, GOLD, PARCHMENT, RED, TRADES, WOOD
from .piece import Piece, figure, piece

EDGE = 55.0
"""Half a card of 63 mm with its bleed of 3 mm, in units of a hundredth of the card."""


QUILLS = ((45, 1), (-45, -1), (135, -1), (-135, 1))
"""How the crossed feathers of the back are turned, and which are mirrored."""


def quill(pen: Pen, turn: float, flip: int) -> Piece:
    """A goose feather taken from the enemy."""
    leaf = (
        "M0,12C-11,0 -15,-14 -13.4,-25L-6.4,-23L-13,-30C-12,-38 -8,-45 -4,-49L-1.6,-44L-0.6,-52"
        "C2,-55 4,-57 6,-58C11,-51 13.6,-43 13.4,-36L6.4,-32L13,-29C13,-16 9,0 2,12Z"
    )
    parts: list[BaseElement] = [
        pen.path(leaf, pen.paint(BONE.light)),
        pen.path(
            "M5,-54C10,-46 12,-40 12,-36L5,-31L11.6,-27C11,-14 7,-2 2,8C2,-12 3,-34 5,-54Z", tint(pen, BONE.shade)
        ),
        pen.path("M5,-54C3,-30 2,-10 1,40", pen.line(pen.width * 0.9)),
        etch(pen, "M3,-38l-8,6M3,-30l-4,3M2.4,-20l-10,8M2,-10l-9,8M4,-44l5,4M3.4,-26l6,5M3,-16l6,5"),
        pen.path(leaf, pen.line()),
    ]
    return piece(pen, [leaf], parts, f"rotate({num(turn)}) scale({flip} 1)")


def coop(pen: Pen) -> list[BaseElement]:
    """A hen-house that would be a castle."""
    walls = "M-13,16L-13,-4L13,-4L13,16Z"
    roof = "M-18,-3L-10,-15L10,-15L18,-3Z"
    return [
        pen.path("M0,-14L0,-28", pen.line()),
        pen.path("M0,-28L13,-25L8,-22L13,-18L0,-18Z", pen.paint(RED.flat, width=pen.width * 0.8)),
        pen.path(walls, pen.paint(WOOD.flat)),
        pen.path("M-6.6,-4L-6.6,16M6.6,-4L6.6,16", thin(pen)),
        pen.path("M-5,16L-5,7C-5,1 5,1 5,7L5,16Z", pen.paint("#2c201b", solid=True)),
        pen.path(roof, pen.paint(GOLD.flat)),
        pen.path(
            "M-12,-12L12,-12M-15,-8L15,-8M-6,-15L-7,-12M2,-15L2,-12M9,-12L11,-8M-3,-12L-4,-8M-12,-8L-14,-4M0,-8L0,-4M8,-8L9,-4",
            thin(pen, 0.45),
        ),
        pen.path("M4,16L12,25L16,25L9,16Z", pen.paint(WOOD.light, width=pen.width * 0.7)),
        pen.path(dots([(-1.8, 9), (2.2, 9)], 1.3), pen.paint("#fff7da", stroke="none", solid=True)),
    ]


def army_back(pen: Pen) -> Group:
    """Gyronny of eight, crossed feathers, and the coop on a shield, with its flag up."""
    pen = block(pen, 1.5)
    ring: list[Point] = [
        (EDGE, 0),
        (EDGE, EDGE),
        (0, EDGE),
        (-EDGE, EDGE),
        (-EDGE, 0),
        (-EDGE, -EDGE),
        (0, -EDGE),
        (EDGE, -EDGE),
    ]
    wedges = "".join(polyline([(0, 0), ring[i], ring[(i + 1) % 8]]) for i in range(0, 8, 2))
    shield = "M-25,-27L25,-27C27,0 20,20 0,32C-20,20 -27,0 -25,-27Z"
    inner = "M-21.6,-23.6L21.6,-23.6C23,-1 17,17 0,27.6C-17,17 -23,-1 -21.6,-23.6Z"
    badge = piece(
        pen,
        [shield],
        [
            pen.path(shield, pen.paint(GOLD.flat)),
            pen.path(inner, pen.paint("#7fa8a0", width=pen.width * 0.8)),
            pen.path(cuts([(22, -20), (20.6, 0), (13, 16), (1, 26)], 16, 6, 1.4), black(pen)),
            pen.group(*coop(pen), transform="translate(0 2.4) scale(0.78)"),
        ],
    )
    rim = 2 * INNER
    parts: list[BaseElement] = [
        pen.path(wedges, tint(pen, "#8f2a20")),
        *grain(pen, ring[1::2], "#c08a5c", every=6, length=1.4, width=0.35),
        pen.important(
            pen.rect(-INNER, -INNER, rim, rim, pen.line(pen.width * 0.9), 2),
            pen.rect(2 - INNER, 2 - INNER, rim - 4, rim - 4, pen.line(pen.width * 0.45), 1.4),
            figure(pen, [quill(pen, turn, flip) for turn, flip in QUILLS], "scale(0.87)"),
        ),
        pen.group(pen.path(shield, cast(pen, 0.4)), transform="translate(2.4 3.2) scale(0.9)"),
        figure(pen, [badge], "translate(0 0.6) scale(0.86)"),
    ]
    return sheet(pen, *parts)


def _dropped(pen: Pen, d: str, x: float, y: float) -> Group:
    """The shadow of a shape on what it lies on."""
    return pen.group(pen.path(d, cast(pen, 0.35)), transform=f"translate({x} {y})")


def general_field(name: str, pen: Pen) -> Group:
    """The diaper of an army inside its border, for a whole card."""
    pen = block(pen, 2)
    second = TINCTURES[name][1]
    like = {"crown": "sword", "moon": "wand", "oak": "barrier", "anchor": "potion"}[name]
    square = [(-EDGE, -EDGE), (EDGE, -EDGE), (EDGE, EDGE), (-EDGE, EDGE)]
    portrait = dots([(3.3, -4.9)], 29)
    return sheet(
        pen,
        *grain(pen, square, second, every=6.5, length=1.4, width=0.35),
        pattern(pen, like, second, whole=True),
        pen.rect(-INNER, -INNER, 2 * INNER, 2 * INNER, pen.line(), 2),
        _dropped(pen, portrait, 1.6, 1.8),
    )


def ribbon(pen: Pen) -> Group:
    """A scroll for a name, 46 mm wide and 13 mm high, drawn in millimetres."""
    pen = Burin(low=pen.low, outline=block(pen).outline, width=0.7)
    left = transform([(-20, -4), (-27.6, -2.4), (-25, 1.4), (-27.6, 5), (-20, 4)], (0, 0))
    right = [(-x, y) for x, y in left]
    body = smooth([(-22.6, -6), (0, -6.8), (22.6, -6), (23, 0), (22.6, 6.4), (0, 5.8), (-22.6, 6.4), (-23, 0)])
    return sheet(
        pen,
        _dropped(pen, polyline(left) + polyline(right) + body, 0.8, 0.9),
        pen.path(polyline(left) + polyline(right), pen.paint(PARCHMENT.shade)),
        pen.path(body, pen.paint(PARCHMENT.light)),
        pen.path(
            cuts([(-22.6, -5), (-23, 0), (-22.6, 5.6)], 9, -1.9, 0.5)
            + cuts([(22.6, 5.6), (23, 0), (22.6, -5)], 9, -1.9, 0.5),
            black(pen),
        ),
    )


def chosen(trade: str, pen: Pen) -> Group:
    """One chicken of a trade in a gilt frame."""
    pen = block(pen, 0.62)
    colours = TRADES[trade]
    burin = block(pen)
    return sheet(
        pen,
        _dropped(pen, "M-46,-46H46V46H-46Z", 5, 5.6),
        pen.rect(-46, -46, 92, 92, pen.paint(GOLD.flat), 3),
        pen.rect(-40, -40, 80, 80, pen.paint(colours.ground, width=pen.width * 0.7)),
        pen.group(sheet(burin, *roundel(burin, trade)), transform="scale(0.98)"),
        pen.group(FIGURES[trade][0](block(pen, 0.9)), transform="translate(0 0) scale(0.94)"),
        *(pen.group(sign(trade, pen), transform=f"translate({x} {y}) scale(0.24)") for x, y in ((-42, -42), (42, 42))),
    )


def pointer(colour: str, pen: Pen) -> Group:
    """A large arrow to the left; its point is exactly at −50, 0."""
    pen = block(pen, 0.42)
    d = "M-47,0L-2,-40L-2,-18L46,-24L38,0L46,24L-2,18L-2,40Z"
    return sheet(
        pen,
        _dropped(pen, d, 4.6, 5.4),
        pen.path(d, pen.paint(colour)),
        pen.path("M-2,0L46,0L46,24L-2,18L-2,40L-47,0Z", tint(pen, RED.shade)),
        pen.path(d, pen.line()),
        etch(pen, "M6,-9L36,-12.4M6,9L36,12.4", 0.9),
    )


def dread(pen: Pen) -> Group:
    """A small arrow to the left, with a bird's skull; its point is exactly at −50, 0."""
    pen = block(pen, 0.42)
    return sheet(
        pen,
        pen.path("M-47,0L-12,-28L-12,28Z", pen.paint(BONE.light)),
        pen.group(sign("skull", pen), transform="translate(20 3) scale(-0.74 0.74)"),
    )


ORNAMENTS: dict[str, Drawing] = {
    "army-back": army_back,
    "ribbon": ribbon,
    "pointer": partial(pointer, RED.flat),
    "dread": dread,
    **{f"field-{name}": partial(general_field, name) for name in TINCTURES},
    **{f"chosen-{trade}": partial(chosen, trade) for trade in FIGURES},
}
