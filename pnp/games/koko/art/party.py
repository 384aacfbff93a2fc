"""What the tiles hold beside guests: the clothesline, the Countess, the tea table, the coconut palm."""

from __future__ import annotations

from collections.abc import Iterable

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num, point, polar
from pnp.face.art.pen import Drawing, Pen

from .body import arm, fingers, gown, shadow
from .curve import discs
from .face import Face, head
from .laundry import bloomers, boxers, longjohns, stockings
from .monkey import FUR
from .palette import (
    BROWN,
    BUTTER,
    FAIR,
    INK,
    LILAC,
    MINT,
    MOSS,
    PAPER,
    PEACH,
    POWDER,
    RASPBERRY,
    ROSE,
    SCARLET,
    SILVER,
    STONE,
    WHITE,
    Wash,
)
from .treats import HUSK, bottle
from .wash import black, green, limb, moved, stroke, tint


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
    """The tea table, laid for everybody: cloth, cakes on a stand, the pot, and nobody to be seen."""
    return _laid(green(pen), BUNS)


def table_raided(pen: Pen) -> Group:
    """The tea table, and somebody beneath it with a long arm, who likes the topmost cake."""
    pen = green(pen)
    peeping = [
        pen.path("M-11,31.4Q-6,13 4,12Q13,16 15,31Q8,35 2,31Q-4,36 -11,31.4Z", black(pen, INK)),
        pen.path("M4,12Q14,14 20,29Q17,32 15,31Q13,17 4,12Z", pen.paint(WHITE.flat)),
        pen.path(discs([(-1.6, 22), (5.2, 22)], 3), pen.paint(PAPER.flat, width=pen.width * 0.8)),
        pen.path(discs([(-0.8, 22.4), (6, 22.4)], 1.3), black(pen)),
        *limb(pen, "M-8,32C-16,40 -30,38 -31,31C-31,27 -26,26 -25,29.4", 2.6, FUR.flat),
        *limb(pen, "M9,30C14,39 22,39 26,33", 3.6, FUR.flat),
        pen.circle(27, 27.4, 3.8, pen.paint(SCARLET.flat, width=pen.width * 0.8)),
        pen.path("M23,31.6Q22,34.6 25,35.6Q29,36 30.6,32.6Q31.4,30.6 29.6,30Q27,31.6 23,31.6Z", pen.paint(FAIR.flat)),
    ]
    return _laid(pen, BUNS[:-1], peeping=peeping)


def table_slept_under(pen: Pen) -> Group:
    """The tea table, and the soles of somebody whom the tea agreed with."""
    pen = green(pen)
    feet = [
        part
        for x, y, turn in ((9, 35, -14), (21, 34.4, 12))
        for part in (
            *limb(pen, f"M{x},{y - 12}V{y - 2}", 6, POWDER.deep),
            pen.ellipse(x, y, 4.4, 6.4, pen.paint(BROWN.deep), turn=turn),
            pen.path(f"M{x - 3.2},{y + 2.4}h6.4", pen.line(pen.width * 0.9)),
        )
    ]
    asleep = "M31,29h5l-5,6h5M39,21h4l-4,5h4"
    return pen.group(
        _laid(pen, BUNS[:4], below=[*feet, moved(pen, [bottle(pen)], -20, 38, 0.26, turn=-78)]),
        pen.path(asleep, pen.line(pen.width * 1.2)),
    )


BUNS = ((-9, -15, ROSE), (0, -13.6, BUTTER), (9, -15, MINT), (-5, -28, PEACH), (5, -28, ROSE), (0, -39, SCARLET))
"""The cakes on their stand, the topmost last."""


def _laid(
    pen: Pen,
    buns: Iterable[tuple[float, float, Wash]],
    below: Iterable[BaseElement] = (),
    peeping: Iterable[BaseElement] = (),
) -> Group:
    """The table with these cakes; what sticks out below the cloth, and what is before it."""
    hem = "M-42,-2C-44,14 -40,26 -34,30q5,5 10,0q6,6 12,1q6,6 12,1q6,5 12,-1q6,5 12,0q5,4 10,-1C40,26 44,14 42,-2Z"
    folds = "M-33,10Q-36,20 -33,27M-20,15Q-22,24 -20,29M-6,17V30M9,17Q10,24 9,30M23,14Q26,22 24,28M34,9Q37,18 35,26"
    checks = "M-34,8L-38,25M-14,16L-15,30M16,16L18,29M34,8L38,25"
    tiers = ((0, -12, 15), (0, -25, 10.4), (0, -36, 6))
    return pen.group(
        pen.ellipse(5, 32, 39, 10, tint(pen, "#8a9a63", 0.45)),
        *(_chair(pen, x, flip) for x, flip in ((-23, False), (23, True))),
        *below,
        pen.path(hem, pen.paint(WHITE.flat)),
        pen.path("M20,12Q38,8 42,-2C44,14 40,26 34,29q-5,4 -10,0Q28,20 20,12Z", tint(pen, WHITE.deep)),
        pen.path(checks, pen.line(3.4, ROSE.flat if not pen.low else "none")),
        pen.path(folds, pen.line(pen.width * 0.7)),
        *peeping,
        pen.ellipse(0, -2, 42, 17, pen.paint(WHITE.flat)),
        pen.path(
            "M-30,-7L-12,13M-8,-18L22,12M16,-18L38,4M-20,-16L6,14M30,-12L-4,14M12,-18L-26,8",
            pen.line(2, ROSE.flat if not pen.low else "none"),
        ),
        pen.ellipse(0, -2, 42, 17, pen.line()),
        pen.path("M0,-8V-40", pen.line(pen.width * 2)),
        *(part for x, y, r in tiers for part in (pen.ellipse(x, y, r, r * 0.32, pen.paint(SILVER.flat)),)),
        *(pen.circle(x, y, 3.4, pen.paint(icing.flat, width=pen.width * 0.8)) for x, y, icing in buns),
        *_pot(pen),
        *_cup(pen, 19, 5),
        *_cup(pen, -8, 9),
        *_cup(pen, 30, -5),
    )


def _chair(pen: Pen, x: float, flip: bool) -> Group:
    back = "M-12,12V-18Q-12,-30 0,-30Q12,-30 12,-18V12"
    return moved(
        pen,
        [
            pen.path(back + "M-5,8V-27M5,8V-27M-12,-8H12", pen.line(4.4)),
            pen.path(back + "M-5,8V-27M5,8V-27M-12,-8H12", pen.line(2, MINT.flat if not pen.low else "#ffffff")),
            *limb(pen, "M-10,14L-11,30", 2.4, MINT.flat),
        ],
        x,
        -4,
        flip=flip,
    )


def _pot(pen: Pen) -> list[BaseElement]:
    return [
        pen.path(
            "M-36,1C-44,1 -40,-8 -46,-10L-42,-13C-36,-10 -37,-4 -33,-4M-17,-5C-9,-8 -10,5 -18,3", pen.paint(POWDER.flat)
        ),
        pen.path("M-34,5C-40,-3 -36,-10 -26,-10C-16,-10 -12,-3 -18,5Q-26,9 -34,5Z", pen.paint(POWDER.flat)),
        pen.path("M-20,-9C-14,-6 -13,-1 -18,5Q-21,7 -24,7C-19,2 -17,-4 -20,-9Z", tint(pen, POWDER.deep)),
        pen.path("M-33,-9Q-26,-15 -19,-9Q-26,-6 -33,-9ZM-27.6,-13a1.8,1.8 0 1 1 3.2,0Z", pen.paint(POWDER.flat)),
    ]


def _cup(pen: Pen, x: float, y: float) -> list[BaseElement]:
    return [
        pen.ellipse(x, y + 2.4, 7, 2.4, pen.paint(MINT.flat)),
        pen.path(
            f"M{num(x - 4.6)},{num(y - 4)}H{num(x + 4.6)}Q{num(x + 4.6)},{num(y + 2.6)} {num(x)},{num(y + 2.6)}"
            f"Q{num(x - 4.6)},{num(y + 2.6)} {num(x - 4.6)},{num(y - 4)}Z",
            pen.paint(WHITE.flat),
        ),
        pen.ellipse(x, y - 4, 4.6, 1.5, pen.paint(BROWN.flat, width=pen.width * 0.7)),
        pen.path(f"M{num(x + 4.4)},{num(y - 2.6)}q3.6,-0.4 2.6,2.2q-1,1.6 -3.4,1.2", pen.line(pen.width * 0.8)),
    ]


def palm(pen: Pen) -> Group:
    """A coconut palm that the Countess brought home: a leaning trunk, hanging fronds, three nuts."""
    return _potted(green(pen), NUTS)


def palm_muffled(pen: Pen) -> Group:
    """The palm in an English summer: somebody has knitted."""
    pen = green(pen)
    scarf = "M-14.4,11Q-6,16.4 1,10.4L2.6,4.6Q-5,10 -13,5Z"
    end = "M-6,12L0.6,9.6L6.4,25L-1.4,27.4Z"
    worn = [
        pen.path("M-25.4,33.6Q-8,38.6 9.4,33.6L7,41Q-8,45.4 -23,41Z", pen.paint(POWDER.flat)),
        pen.path("M-24,37.6l3.4,2.4l3.6,-2l3.6,2.6l3.6,-2.2l3.6,2.2l3.6,-2.6l3.6,2l3.4,-2.6l3.4,1.8", pen.line()),
        pen.path(end, pen.paint(RASPBERRY.flat)),
        pen.path("M-3.6,17.6L3.4,15.2M-1.6,23.4L5.4,21", stroke(pen, WHITE.flat, 2)),
        pen.path("M-1.4,27.4l0.8,4M1.2,26.6l0.8,4M3.8,25.8l0.8,4M6.4,25l0.8,4", pen.line()),
        pen.path(scarf, pen.paint(RASPBERRY.flat)),
        pen.path("M-9,6.6L-9.4,12.8M-3,7.4L-3,13.2", stroke(pen, WHITE.flat, 2)),
        pen.path("M-0.2,-12.4C-0.6,-21 12.6,-21 12.2,-12.4Z", pen.paint(SCARLET.flat)),
        pen.path("M-0.8,-14.6Q6,-11.8 12.8,-14.6L12.6,-11.2Q6,-8.4 -0.6,-11.2Z", pen.paint(WHITE.flat)),
        pen.circle(6, -20.4, 2.8, pen.paint(WHITE.flat)),
    ]
    return _potted(pen, NUTS, worn)


def palm_tapped(pen: Pen) -> Group:
    """The palm in dark glasses, and one of its nuts with a straw."""
    pen = green(pen)
    nut = [
        pen.ellipse(3, 9, 10, 2.6, tint(pen, "#8a9a63", 0.45)),
        pen.circle(0, 0, 9.4, pen.paint(HUSK.flat)),
        pen.path("M3.6,-8.6A9.4,9.4 0 0 1 -3,8.9A11,11 0 0 0 3.6,-8.6Z", tint(pen, HUSK.deep)),
        pen.ellipse(0, -6.6, 6.8, 2.6, pen.paint(WHITE.flat)),
        pen.path("M1,-6L6,-22H10", pen.line(3.4)),
        pen.path("M1,-6L6,-22H10", stroke(pen, SCARLET.flat, 1.6)),
        pen.path("M-2,-6L-6,-19", pen.line()),
        pen.path("M-15,-15C-13,-23 -2,-27 3,-20.4Q-6,-20.6 -15,-15Z", pen.paint(ROSE.flat)),
    ]
    lens = "H{}V-12q-0.3,3.4 -3,3.4q-2.7,0 -3,-3.4Z"
    glasses = "M-0.4,-14.4" + lens.format(5.6) + "M6.6,-14.4" + lens.format(12.6)
    worn = [pen.path(glasses, black(pen)), pen.path("M-1,-14H13", pen.line()), moved(pen, nut, 14, 35, 0.9)]
    return _potted(pen, NUTS[1:], worn)


NUTS = ((0.0, -15.4), (12.0, -15.0), (6.0, -11.0))
"""Where the nuts hang."""


def _potted(pen: Pen, nuts: Iterable[Point], worn: Iterable[BaseElement] = ()) -> Group:
    """The palm in its pot with these nuts, and what was put on it."""
    top = (6.0, -20.0)
    behind = ((-166, 34, 6), (-128, 34, 14), (-62, 33, 13), (-18, 35, 7))
    front = ((-194, 30, 1), (-148, 38, 12), (-95, 30, 12), (-40, 37, 13), (14, 31, 2))
    rings = "".join(
        f"M{num(x - 3.6)},{num(y - 0.6)}q{num(3.4)},2.6 {num(6.8)},0.2"
        for x, y in ((-8.4, 33), (-8.8, 27), (-8.4, 21), (-7.4, 15), (-6, 9), (-4, 3), (-1.6, -3), (1, -9), (3.4, -14))
    )
    return pen.group(
        pen.ellipse(4, 42, 24, 5.6, tint(pen, "#8a9a63", 0.45)),
        pen.path("M-26,30H10L5,45Q-8,49 -21,45Z", pen.paint(STONE.flat)),
        pen.path("M0,30H10L5,45Q0,47 -5,47.4Q1,40 0,30Z", tint(pen, STONE.deep)),
        pen.ellipse(-8, 30, 18, 4.4, pen.paint(BROWN.deep)),
        pen.path("M-14,32C-16,14 -8,-6 2,-21L9,-18C0,-4 -4,14 -3,32Q-8,35 -14,32Z", pen.paint(BROWN.flat)),
        pen.path("M9,-18C0,-4 -4,14 -3,32Q-5,33.4 -7,33.6C-8,14 -3,-6 5,-20Z", tint(pen, BROWN.deep)),
        pen.path(rings, pen.line(pen.width * 0.8)),
        *(_frond(pen, top, *f, MOSS.deep) for f in behind),
        *(_frond(pen, top, *f, MOSS.flat) for f in front),
        *(
            part
            for x, y in nuts
            for part in (
                pen.circle(x, y, 5.6, pen.paint(HUSK.flat)),
                pen.path(
                    (
                        f"M{num(x + 2)},{num(y - 5)}A5.6,5.6 0 0 1 {num(x - 2)},{num(y + 5.2)}"
                        f"A7,7 0 0 0 {num(x + 2)},{num(y - 5)}Z"
                    ),
                    tint(pen, HUSK.deep),
                ),
                pen.path(
                    f"M{num(x - 2)},{num(y - 1)}h0.1M{num(x + 0.8)},{num(y - 1.4)}h0.1", pen.line(pen.width * 1.4)
                ),
            )
        ),
        *worn,
    )


def _frond(pen: Pen, at: Point, angle: float, length: float, droop: float, colour: str) -> Group:
    """A frond that rises from the top of the trunk and hangs at its end, notched on its lower edge."""
    tip = polar(at, angle, length)
    tip = (tip[0], tip[1] + droop + 6)
    bow = polar(at, angle, length * 0.62)
    bow = (bow[0], bow[1] - 7)

    def along(t: float, sink: float = 0) -> Point:
        x = (1 - t) ** 2 * at[0] + 2 * t * (1 - t) * bow[0] + t * t * tip[0]
        y = (1 - t) ** 2 * at[1] + 2 * t * (1 - t) * bow[1] + t * t * tip[1]
        return x, y + sink

    steps = 7
    d = f"M{point(at)}Q{point(bow)} {point(tip)}"
    for i in reversed(range(1, steps)):
        t = i / steps
        deep = 9.4 * (1 - abs(t - 0.45) * 0.9)
        d += f"L{point(along(t + 0.05, deep))}L{point(along(t, deep * 0.45))}"
    return pen.group(
        pen.path(d + "Z", pen.paint(colour, width=pen.width * 0.8)),
        pen.path(f"M{point(at)}Q{point(bow)} {point(tip)}", pen.line(pen.width * 1.1)),
    )
