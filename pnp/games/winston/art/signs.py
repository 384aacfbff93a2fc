"""Signs for the headings of memos, in a box of 100 units round the origin: each shows what its section tells of."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.pen import Drawing, Pen

from .emblem import long_dog
from .palette import INK
from .trophy import podium

BACK = "#2f6f73"
FACE = "#fff8ea"
TONES = ("#cdebe6", "#f2c14e", "#f26a45")
LINE = 5.0


def _card(pen: Pen, fill: str, x: float, y: float, turn: float = 0) -> Group:
    """A small card."""
    paint = pen.paint(fill, stroke=INK, width=LINE)
    return pen.group(pen.rect(-22, -31, 44, 62, paint, 6), transform=f"translate({x:g} {y:g}) rotate({turn:g})")


def pile(pen: Pen) -> Group:
    """A draw pile, its backs up."""
    cards = [_card(pen, BACK, 8 - 8 * level, 9 - 9 * level) for level in range(3)]
    paw = [pen.circle(x, y, r, {"fill": FACE}) for x, y, r in ((-8, -3, 7), (-17, -13, 4), (-8, -17, 4), (1, -13, 4))]
    return pen.group(*cards, *paw)


def hand(pen: Pen) -> Group:
    """A hand of three cards."""
    return pen.group(
        *(
            _card(pen, tone, 22 * side, 6 + 5 * abs(side), 20 * side)
            for side, tone in zip((-1, 0, 1), TONES, strict=True)
        )
    )


def plus(pen: Pen) -> Group:
    """A card with a plus: what counts."""
    bars = [pen.rect(-wide, -high, 2 * wide, 2 * high, {"fill": INK}, 3) for wide, high in ((16, 4.5), (4.5, 16))]
    return pen.group(pen.group(_card(pen, TONES[1], 0, 0), transform="scale(1.35)"), *bars)


def scaled(draw: Drawing, scale: float, x: float = 0, y: float = 0) -> Drawing:
    """A drawing in millimetres, enlarged to fill the box."""

    def made(pen: Pen) -> Group:
        return pen.group(draw(pen), transform=f"scale({scale:g}) translate({x:g} {y:g})")

    return made


SIGNS: dict[str, Drawing] = {
    "sign-pile": pile,
    "sign-hand": hand,
    "sign-dog": scaled(long_dog(2), 2.5),
    "sign-plus": plus,
    "sign-podium": scaled(podium, 3.3, 0, -5),
}
"""The signs by name."""
