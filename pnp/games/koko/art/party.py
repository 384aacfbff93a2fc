"""What the tiles hold beside guests: the clothesline, the Countess, the tea table, the coconut palm."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import num, point, polar
from pnp.face.art.pen import Drawing, Pen

from .body import arm, fingers, gown, shadow
from .curve import discs, lobes
from .face import Face, head
from .laundry import bloomers, boxers, longjohns, stockings
from .palette import (
    BROWN,
    BUTTER,
    FAIR,
    GOLD,
    LILAC,
    MINT,
    MOSS,
    PEACH,
    POWDER,
    RASPBERRY,
    ROSE,
    SCARLET,
    SILVER,
    STONE,
    WHITE,
)
from .wash import green, limb, moved, tint


def clothesline(pen: Pen) -> Group:
    """Two posts, a line, and all that the house would rather not show."""
    pen = green(pen)
    hung: tuple[tuple[Drawing, float, float, float, float], ...] = (
        (longjohns, -25, -7.6, 0.31, -4),
        (bloomers, -1, -5, 0.27, 3),
        (boxers, 22.6, -8.6, 0.25, -3),
    )
    pegs = ((-31, -22.6), (-19, -20.6), (-7, -17.4), (5.6, -17.2), (16.6, -18.8), (28.6, -21))
    basket = "M-14,30H14L11,44Q0,47 -11,44Z"
    return pen.group(
        pen.ellipse(0, 45, 20, 4, tint(pen, "#8a9a63", 0.45)),
        *limb(pen, "M-40,36V-30M40,36V-30", 3, BROWN.flat),
        pen.path("M-46,-24L-34,-30M34,-30L46,-24", pen.line(pen.width * 2.4, BROWN.deep if not pen.low else None)),
        pen.path("M-40,-27Q0,-10 40,-27", pen.line(pen.width * 1.1)),
        *(moved(pen, [garment(pen)], x, y + 1, scale, turn=turn) for garment, x, y, scale, turn in hung),
        *(pen.rect(x - 1.1, y - 2.6, 2.2, 5.2, pen.paint(PEACH.deep, width=pen.width * 0.6), 0.8) for x, y in pegs),
        moved(pen, [stockings(pen)], 3, 25, 0.22, turn=24),
        pen.path(basket, pen.paint(PEACH.flat)),
        pen.path(
            "M-13.4,34.6H13.4M-12.6,39.4H12.6M-8,30.4V45M-2.6,30.4V46M2.6,30.4V46M8,30.4V45", pen.line(pen.width * 0.6)
        ),
        pen.path("M-15,28.4H15V31.6H-15Z", pen.paint(PEACH.deep)),
    )


def countess(pen: Pen) -> Group:
    """The Countess: a hat like a flower bed, both hands up: Alfred is to do something, now."""
    pen = green(pen)
    skull = [
        pen.path("M-13,-4C-18,4 -16,11 -11,11H11C16,11 18,4 13,-4Z", pen.paint(SILVER.flat)),
        *head(pen, Face(FAIR, eyes="pop", nose="tilt", mouth="gasp", brow=1, slant=3, look=(-1, 0.4), ears=False)),
        pen.ellipse(0, -12, 26, 8, pen.paint(LILAC.flat)),
        pen.path("M-15,-13C-14,-26 14,-26 15,-13Q0,-8 -15,-13Z", pen.paint(LILAC.flat)),
        pen.path("M6,-22C12,-20 15,-17 15,-13Q10,-10.6 4,-10.2Q10,-15 6,-22Z", tint(pen, LILAC.deep)),
        pen.path("M-15,-15.6Q0,-10.6 15,-15.6L15,-12.4Q0,-7.4 -15,-12.4Z", pen.paint(RASPBERRY.flat)),
        pen.path(
            "M8,-18C10,-32 26,-34 28,-24C24,-24 20,-22 17,-14ZM4,-19C2,-32 16,-38 20,-30C15,-28 12,-24 10,-16Z",
            pen.paint(WHITE.flat),
        ),
        pen.path(discs([(-10, -17), (-4.4, -18.4), (-8, -21.6)], 3.3), pen.paint(ROSE.flat, width=pen.width * 0.8)),
        pen.path(
            "M-15,-18q-4,-3 -3,-6q4,1 5,4ZM0,-20q3,-4 6,-3q-1,4 -4,5Z", pen.paint(MOSS.flat, width=pen.width * 0.8)
        ),
    ]
    return pen.group(
        shadow(pen, width=24),
        *gown(pen, BUTTER, 14, 10, 24, 43, -2, 15),
        pen.path(
            "M-20,31Q-13,36 -7,32Q0,37 7,32Q13,36 20,31M-22.6,37Q-14,42 -7,38Q0,43 7,38Q14,42 22.6,37",
            pen.line(pen.width * 0.9),
        ),
        pen.path("M-10,15Q0,19 10,15L10.6,19Q0,23 -10.6,19Z", pen.paint(RASPBERRY.flat)),
        pen.path(
            discs([(-7, -0.4), (-4.4, 2.2), (-1.5, 3.6), (1.5, 3.6), (4.4, 2.2), (7, -0.4)], 1.7),
            pen.paint(WHITE.flat, width=pen.width * 0.7),
        ),
        pen.path(discs([(-5, 6), (-2, 8.4), (2, 8.4), (5, 6)], 1.5), pen.paint(WHITE.flat, width=pen.width * 0.7)),
        *arm(pen, (-12, 4), (-30, 12), (-31, -7), BUTTER, FAIR, 5.6, WHITE.flat),
        *fingers(pen, (-31, -8.4), -100, FAIR),
        *arm(pen, (12, 4), (30, 12), (31, -7), BUTTER, FAIR, 5.6, WHITE.flat),
        *fingers(pen, (31, -8.4), -80, FAIR),
        moved(pen, skull, 0, -14),
    )


def table(pen: Pen) -> Group:
    """A tea table seen from above: cloth, cakes, cups, and a round left free for a bottle."""
    pen = green(pen)
    cakes = ((-22, -14, ROSE.flat), (-14, -24, MINT.flat), (-25, -24, BUTTER.flat))
    return pen.group(
        pen.ellipse(2, 4, 46, 44, tint(pen, "#8a9a63", 0.45)),
        *(moved(pen, _chair(pen), *polar((0, 0), a, 43), turn=a + 90) for a in (45, 135, 225, 315)),
        pen.path(lobes((0, 0), 37, 20, 1.6), pen.paint(WHITE.flat)),
        pen.circle(0, 0, 33, pen.line(pen.width * 0.7, SCARLET.flat if not pen.low else None)),
        pen.path(_checks(), tint(pen, ROSE.flat, 0.6)),
        pen.circle(-20, -20, 12.6, pen.paint(WHITE.flat)),
        *(pen.circle(x, y, 4.6, pen.paint(c)) for x, y, c in cakes),
        pen.path(discs([(x, y) for x, y, _ in cakes], 1.5), pen.paint(SCARLET.flat, width=pen.width * 0.6)),
        *(pen.group(*_cup(pen), transform=f"translate({x} {y})") for x, y in ((20, -20), (-20, 21))),
        pen.circle(14, 12, 10.4, pen.paint(SILVER.flat)),
        pen.circle(14, 12, 7.6, pen.line(pen.width * 0.6)),
        pen.path("M11,3h6v5.4c0,2 3,2.4 3,5v8h-12v-8c0,-2.6 3,-3 3,-5Z", pen.line(pen.width)),
    )


def _chair(pen: Pen) -> list[Group]:
    return [
        pen.group(
            pen.rect(-9, -6, 18, 13, pen.paint(MINT.flat), 5), pen.path("M-8,-6Q0,-10 8,-6", pen.line(pen.width * 2.4))
        )
    ]


def _checks() -> str:
    cells = [
        (x, y)
        for x in range(-32, 28, 8)
        for y in range(-32, 28, 8)
        if (x + y) % 16 == 0 and (x + 4) ** 2 + (y + 4) ** 2 < 700
    ]
    return "".join(f"M{x},{y}h8v8h-8Z" for x, y in cells)


def _cup(pen: Pen) -> list[Group]:
    return [
        pen.group(
            pen.circle(0, 0, 7.6, pen.paint(POWDER.flat)),
            pen.circle(0, 0, 4.6, pen.paint(WHITE.flat)),
            pen.circle(0, 0, 3, pen.paint(BROWN.flat, width=pen.width * 0.7)),
            pen.path("M4.4,-1.6q4,-0.4 3.4,2.4q-1,1.6 -3.6,0.8", pen.line()),
        )
    ]


def palm(pen: Pen) -> Group:
    """A coconut palm in a stone tub, fronds all round."""
    pen = green(pen)
    fronds = []
    for i in range(9):
        angle = -90 + i * 40
        fronds.append(_frond(pen, angle, 40 if i % 2 == 0 else 35, MOSS.flat if i % 2 else MOSS.deep))
    return pen.group(
        pen.ellipse(2, 6, 36, 35, tint(pen, "#8a9a63", 0.4)),
        pen.circle(0, 0, 20, pen.paint(STONE.flat)),
        pen.circle(0, 0, 15, pen.paint(BROWN.flat)),
        *(fronds[i] for i in (1, 3, 5, 7)),
        *(fronds[i] for i in (0, 2, 4, 6, 8)),
        *(pen.circle(x, y, 5.4, pen.paint(BROWN.flat)) for x, y in ((-5, -4), (5.4, -3), (0, 5.6))),
        pen.path("M-6.6,-5.4h0.1M-3.6,-5.8h0.1M4,-4.6h0.1M7,-4.6h0.1M-1.4,4h0.1M1.6,4h0.1", pen.line(pen.width * 1.5)),
        pen.path(
            "M-8,-7q1.6,-2 3.4,-1.6M2.6,-6q1.6,-2 3.4,-1.6",
            pen.line(pen.width * 0.8, GOLD.flat if not pen.low else "none"),
        ),
    )


def _frond(pen: Pen, angle: float, length: float, colour: str) -> Group:
    teeth = 6
    tip = (length, 5.0)
    d = "M0,0"
    for i in range(teeth):
        x = length * (i + 1) / (teeth + 0.4)
        d += f"Q{num(x - length * 0.07)},{num(-8.6 + i * 0.7)} {num(x)},{num(-4.6 + i * 1.1)}"
    d += f"L{point(tip)}"
    for i in reversed(range(teeth)):
        x = length * (i + 0.6) / (teeth + 0.4)
        d += f"Q{num(x + length * 0.06)},{num(9.4 - abs(i - 3) * 0.6)} {num(x)},{num(4.6 if i else 1)}"
    return pen.group(
        pen.path(d + "Z", pen.paint(colour, width=pen.width * 0.8)),
        pen.path(f"M0,0Q{num(length * 0.5)},-1 {point(tip)}", pen.line(pen.width * 0.7)),
        transform=f"rotate({num(angle)})",
    )
