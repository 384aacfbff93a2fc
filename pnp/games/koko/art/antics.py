"""Small jokes on the lawn: what the animals and the gnomes do while the guests look elsewhere."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, polar
from pnp.face.art.pen import Drawing, Pen

from .curve import discs, lobes, points
from .palette import (
    BROWN,
    BUTTER,
    CAST,
    FAIR,
    GOLD,
    HEDGE,
    INK,
    LILAC,
    MINT,
    MOSS,
    NAVY,
    PEACH,
    POWDER,
    ROSE,
    SAND,
    SCARLET,
    SILVER,
    SLATE,
    STONE,
    TWEED,
    WATER,
    WHITE,
    Wash,
)
from .wash import black, green, limb, moved, tint

WIDTH = 2.0
"""The width of lines: these drawings are placed small."""
FUR = Wash("#d99a5b", "#b87a3f")


def ground(pen: Pen, y: float = 38, width: float = 40, x: float = 6) -> BaseElement:
    """The shadow on the grass, to the lower right."""
    return pen.ellipse(x, y, width, 7, tint(pen, CAST))


def eyes(pen: Pen, *places: tuple[float, float], r: float = 2.4) -> BaseElement:
    """Small black eyes."""
    return pen.path(discs(places, r), black(pen))


def pond(pen: Pen) -> list[BaseElement]:
    """A pond with a stone rim."""
    return [
        pen.ellipse(5, 28, 46, 21, tint(pen, CAST)),
        pen.ellipse(0, 24, 46, 22, pen.paint(STONE.flat)),
        pen.path("M-45,27A46,22 0 0 0 45,27A48,17 0 0 1 -45,27Z", tint(pen, STONE.deep)),
        pen.ellipse(0, 23, 40, 17.4, pen.paint(WATER.flat)),
        pen.path("M-39,21A40,17.4 0 0 1 39,21A44,13 0 0 0 -39,21Z", tint(pen, WATER.deep)),
        pen.path(
            "M-33,8l-4,-6M-20,4v-7M24,4l3,-6M35,8l5,-4M-42,34l-4,5M40,36l5,4",
            pen.line(1, STONE.deep if not pen.low else None),
        ),
    ]


def mole(pen: Pen) -> Group:
    """A mole comes up under the croquet ball, and wears it."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen),
        pen.path("M-46,36C-40,14 -24,8 -4,8C22,8 38,14 46,36Q0,44 -46,36Z", pen.paint(BROWN.flat)),
        pen.path("M14,9C28,11 40,18 46,36Q30,41 12,41.6C28,32 26,18 14,9Z", tint(pen, BROWN.deep)),
        pen.path("M-22,18C-24,-18 -13,-30 0,-30C13,-30 24,-18 22,18Q0,27 -22,18Z", pen.paint(SLATE.flat)),
        pen.path("M8,-28C18,-24 24,-12 22,18Q16,21 10,22C18,4 16,-16 8,-28Z", tint(pen, SLATE.deep)),
        pen.ellipse(0, 0, 10, 8, pen.paint(ROSE.flat)),
        pen.circle(0, -4, 4, pen.paint(ROSE.deep)),
        pen.path("M-13,-12q3,-3 6,0M7,-12q3,-3 6,0M-5,7q5,4 10,0", pen.line(WIDTH * 1.1)),
        *(pen.path(f"M{x - 9},24q-3,-9 3,-11q2,-3 5,0q3,-3 5,1q5,1 4,10Z", pen.paint(ROSE.flat)) for x in (-20, 20)),
        pen.circle(0, -38, 12, pen.paint(SCARLET.flat)),
        pen.path("M-11.4,-41Q0,-34 11.4,-41", pen.line(3.4, "#ffffff" if not pen.low else None)),
        pen.path("M6,-48Q14,-38 7,-28Q12,-30 11.6,-38Q11,-44 6,-48Z", tint(pen, SCARLET.deep)),
        pen.path(discs([(-40, 40), (-30, 44), (38, 42)], 3), pen.paint(BROWN.flat, width=WIDTH * 0.7)),
    )


def hen(pen: Pen) -> Group:
    """A hen has moved into the Admiral's top hat."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 34),
        pen.path(
            "M-26,-6C-28,-26 -16,-30 -10,-40C-4,-48 8,-44 7,-34C10,-28 24,-24 38,-34C38,-16 34,-8 26,-4Z",
            pen.paint(WHITE.flat),
        ),
        pen.path("M8,-26C16,-24 28,-24 38,-34C38,-16 34,-8 26,-4L10,-5C18,-10 16,-20 8,-26Z", tint(pen, WHITE.deep)),
        pen.path("M-12,-39q-5,-6 -1,-9q4,1 4,4q2,-6 6,-4q3,3 0,7q5,-2 6,2Z", pen.paint(SCARLET.flat)),
        pen.path("M-12,-37L-21,-32L-11,-30Z", pen.paint(GOLD.flat)),
        pen.path("M-12,-29q-4,7 0,9q4,-2 2,-9Z", pen.paint(SCARLET.flat, width=WIDTH * 0.7)),
        eyes(pen, (-5, -36)),
        pen.path("M6,-18q8,8 18,1", pen.line()),
        pen.path("M-25,-2H25L21,34Q0,44 -21,34Z", pen.paint(SLATE.deep)),
        pen.path("M10,-2H25L21,34Q14,39 6,40Q14,20 10,-2Z", tint(pen, INK, 0.35)),
        pen.path("M-24,8Q0,16 24.4,8L23.4,17Q0,25 -23,17Z", pen.paint(SCARLET.flat)),
        pen.path("M-38,-3C-30,-9 30,-9 38,-3C30,5 -30,5 -38,-3Z", pen.paint(SLATE.flat)),
        pen.ellipse(30, 38, 7, 8.6, pen.paint(PEACH.flat), turn=12),
    )


def frog(pen: Pen) -> Group:
    """A frog under a paper parasol: the season has begun."""
    pen = green(pen, WIDTH)
    return pen.group(
        *pond(pen),
        pen.path("M-2,27L25,20A28,10 0 1 0 25,34Z", pen.paint(MOSS.flat)),
        *_frog(pen),
    )


def _frog(pen: Pen) -> list[BaseElement]:
    parts = [
        pen.path("M22,22V-26", pen.line(WIDTH * 1.4)),
        pen.path(
            "M-6,-20C-2,-44 44,-46 50,-20Q42,-26 36,-20Q29,-27 22,-20Q15,-27 8,-20Q2,-26 -6,-20Z", pen.paint(ROSE.flat)
        ),
        pen.path(
            "M22,-42C14,-36 9,-28 8,-20Q15,-27 22,-20ZM22,-42C31,-38 36,-29 36,-20Q42,-26 50,-20C48,-34 36,-42 22,-42Z",
            tint(pen, SCARLET.flat),
        ),
        pen.path("M-22,40C-28,24 -22,10 -4,10C14,10 22,24 16,40Q-4,46 -22,40Z", pen.paint("#9cc470")),
        pen.ellipse(-3, 31, 12, 10, pen.paint("#d5e8ad", width=WIDTH * 0.7)),
        *(pen.circle(x, 8, 7, pen.paint("#9cc470")) for x in (-14, 8)),
        eyes(pen, (-13, 7), (9, 7), r=3),
        pen.path("M-14,19q11,8 22,0", pen.line()),
        *limb(pen, "M-20,38q-8,0 -10,6M14,38q8,0 10,6M14,26Q20,24 22,20", 4, "#9cc470"),
    ]
    return [moved(pen, parts, 0, -9, 0.9)]


def cat(pen: Pen) -> Group:
    """The bench is taken."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 42),
        *limb(pen, "M-38,10V40M38,10V40M-30,12V34M30,12V34", 4, BROWN.deep),
        pen.path("M-44,-22H44V-13H-44ZM-44,-9H44V0H-44Z", pen.paint(MINT.flat)),
        pen.path("M-37,-26V14M37,-26V14", pen.line(WIDTH * 2.4)),
        pen.path("M-48,8H48V17H-48Z", pen.paint(MINT.flat)),
        pen.path("M-48,13H48V17H-48Z", tint(pen, MINT.deep)),
        pen.path("M-24,10C-30,-10 -14,-18 2,-16C22,-16 32,-4 28,10Q2,15 -24,10Z", pen.paint(FUR.flat)),
        pen.path("M-24,9C-34,9 -36,-4 -32,-16L-25,-10H-16L-9,-16C-6,-4 -10,9 -24,9Z", pen.paint(FUR.flat)),
        pen.path("M8,-15q-3,6 0,10M17,-13q-3,6 0,11", pen.line(WIDTH * 1.6, FUR.deep if not pen.low else None)),
        pen.path("M-28,-3q2.4,2.6 5,0M-19,-3q2.4,2.6 5,0M-22.6,2l2,0M-21,2q-2,4 -5,2", pen.line()),
        *limb(pen, "M27,6Q40,8 38,26Q37,34 31,32", 4.6, FUR.flat),
        pen.path("M-4,-30h9l-9,9h9M12,-42h6l-6,6h6", pen.line()),
    )


def snails(pen: Pen) -> Group:
    """Two snails in a race; the start was on Tuesday."""
    pen = green(pen, WIDTH)

    def racer(x: float, y: float, shell: Wash, number: str) -> Group:
        return moved(
            pen,
            [
                pen.ellipse(4, 16, 25, 4, tint(pen, CAST)),
                pen.path("M-26,15C-18,4 10,12 16,-8C18,-15 27,-14 27,-6C26,8 20,16 10,16Z", pen.paint(SAND.flat)),
                pen.path("M20,-11L18,-21M25,-11L28,-20", pen.line()),
                pen.path(discs([(18, -21), (28, -20)], 2.2), black(pen)),
                pen.circle(-6, -3, 14, pen.paint(shell.flat)),
                pen.path("M2,-14A14,14 0 0 1 -6,11A18,18 0 0 0 2,-14Z", tint(pen, shell.deep)),
                pen.circle(-6, -3, 8, pen.paint(WHITE.flat, width=WIDTH * 0.8)),
                pen.path(number, pen.line(WIDTH * 1.2)),
            ],
            x,
            y,
        )

    flag = "M38,-44V4M38,-44H12V-26H38"
    return pen.group(
        pen.path(flag, pen.paint(WHITE.flat)),
        pen.path(
            (
                "M12,-44h6.5v4.5h-6.5ZM25,-44h6.5v4.5H25ZM18.5,-39.5h6.5v4.5h-6.5ZM31.5,-39.5h6.5v4.5h-6.5Z"
                "M12,-35h6.5v4.5h-6.5ZM25,-35h6.5v4.5H25ZM18.5,-30.5h6.5v4.5h-6.5ZM31.5,-30.5h6.5v4.5h-6.5Z"
            ),
            black(pen),
        ),
        pen.path("M38,-44V10", pen.line(WIDTH * 1.6)),
        racer(6, -8, ROSE, "M-6,-8V2"),
        racer(-16, 26, POWDER, "M-9,-6q3,-3 5,0q0,3 -5,7h6"),
    )


def rabbit(pen: Pen) -> Group:
    """A rabbit reads the Court Circular; he is in it."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 32),
        pen.path(
            "M-14,-16C-26,-30 -24,-50 -17,-50C-9,-50 -8,-32 -6,-18ZM6,-18C8,-32 9,-50 17,-50C24,-50 26,-30 14,-16Z",
            pen.paint(STONE.flat),
        ),
        pen.path("M-17,-44q-4,10 2,22M17,-44q4,10 -2,22", pen.line(WIDTH * 1.6, ROSE.flat if not pen.low else None)),
        pen.path("M-24,42C-28,20 -20,6 0,6C20,6 28,20 24,42Z", pen.paint(STONE.flat)),
        pen.path("M-20,-6C-22,-22 -10,-26 0,-26C10,-26 22,-22 20,-6C18,8 -18,8 -20,-6Z", pen.paint(STONE.flat)),
        pen.path("M8,-25C18,-22 22,-16 20,-6C19,0 14,4 8,4.6C14,-4 14,-16 8,-25Z", tint(pen, STONE.deep)),
        pen.path("M-34,6L0,12L34,6V36L0,42L-34,36Z", pen.paint(WHITE.flat)),
        pen.path("M0,12V42M-28,13L-6,17M-28,19L-6,23M-28,25L-6,29M6,17L28,13M6,30L28,26", pen.line(WIDTH * 0.7)),
        pen.path("M7,21l20,-3.6v6L7,27Z", pen.paint(POWDER.flat, width=WIDTH * 0.7)),
        *(pen.circle(x, 22, 5, pen.paint(STONE.flat)) for x in (-34, 34)),
        pen.circle(-8, -12, 6, pen.paint("#ffffff", width=WIDTH * 0.7)),
        pen.circle(8, -12, 6, pen.paint("#ffffff", width=WIDTH * 0.7)),
        pen.path("M-2,-12h4", pen.line()),
        eyes(pen, (-7, -10.6), (9, -10.6)),
        pen.path("M-2.6,-4h5.2l-2.6,3ZM0,-1v3", pen.paint(ROSE.deep, width=WIDTH * 0.6)),
    )


def barrow(pen: Pen) -> Group:
    """The gardener's gnome is off duty, boots up in the barrow."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 44),
        *limb(pen, "M-46,-6L-20,16M24,30V40", 4, BROWN.flat),
        pen.path("M-18,6C-14,-6 -2,-12 10,-10C24,-8 30,0 30,6Z", pen.paint(NAVY.flat)),
        *limb(pen, "M22,4Q32,-8 30,-18M14,4Q22,-10 18,-22", 6, NAVY.flat),
        pen.path("M25,-17q0,-10 12,-10q4,6 -2,10ZM13,-21q0,-10 12,-10q4,6 -2,10Z", pen.paint(BROWN.deep)),
        pen.path("M-40,0C-38,-18 -32,-28 -20,-36C-22,-22 -18,-10 -14,0Z", pen.paint(SCARLET.flat)),
        pen.circle(-19, -2, 10, pen.paint(FAIR.flat)),
        pen.path("M-22,2C-16,16 2,12 0,2C-6,4 -14,2 -16,-3Z", pen.paint(WHITE.flat)),
        pen.path("M-20,-6q3,2.4 5,0", pen.line()),
        pen.path("M-34,0H38L28,28H-22Z", pen.paint(MOSS.flat)),
        pen.path("M14,0H38L28,28H8Q18,14 14,0Z", tint(pen, MOSS.deep)),
        pen.circle(-24, 34, 11, pen.paint(SLATE.deep)),
        pen.circle(-24, 34, 5.4, pen.paint(SILVER.flat)),
        pen.path("M-2,-26h8l-8,8h8M-2,-44h6l-6,6h6", pen.line()),
    )


def angler(pen: Pen) -> Group:
    """A gnome fishes in a watering can; it is the only quiet spot."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 42),
        pen.path("M-34,22H-6V40Q-20,45 -34,40Z", pen.paint(STONE.flat)),
        pen.path("M-44,24C-42,10 -2,10 2,24Q-20,31 -44,24Z", pen.paint(SCARLET.flat)),
        pen.path(discs([(-33, 19), (-20, 16), (-8, 20)], 3), pen.paint(WHITE.flat, stroke="none")),
        pen.path("M-36,20C-36,0 -30,-6 -20,-6C-10,-6 -6,2 -6,18Q-20,23 -36,20Z", pen.paint(POWDER.flat)),
        *limb(pen, "M-14,18Q-4,16 0,26", 6, BROWN.flat),
        pen.path("M-32,-6C-30,14 -10,14 -10,-6Z", pen.paint(WHITE.flat)),
        pen.circle(-20, -12, 9.6, pen.paint(FAIR.flat)),
        pen.path("M-32,-13C-26,-28 -22,-38 -8,-46C-12,-32 -10,-24 -8,-13Q-20,-19 -32,-13Z", pen.paint(SCARLET.flat)),
        pen.circle(-14, -9, 3, pen.paint(ROSE.flat, width=WIDTH * 0.7)),
        eyes(pen, (-21, -11), r=1.8),
        pen.path("M-12,6Q10,-10 22,-34V14", pen.line(WIDTH * 0.9)),
        *limb(pen, "M-22,4L-10,6", 5, POWDER.flat),
        pen.path("M14,12H38V40Q26,45 14,40Z", pen.paint(SILVER.flat)),
        pen.path("M29,12H38V40Q33,43 27,43.4Q32,26 29,12Z", tint(pen, SILVER.deep)),
        pen.ellipse(26, 12, 12, 4, pen.paint(WATER.flat)),
        pen.path("M38,18Q52,20 38,36", pen.line(WIDTH * 1.6)),
        pen.circle(22, 6, 2.6, pen.paint(SCARLET.flat, width=WIDTH * 0.7)),
    )


def ducks(pen: Pen) -> Group:
    """Mother duck takes the children to the party; they have not been asked."""
    pen = green(pen, WIDTH)

    def duckling(x: float, y: float) -> Group:
        return moved(
            pen,
            [
                pen.ellipse(3, 13, 12, 3, tint(pen, CAST)),
                pen.path(
                    (
                        "M-12,2C-8,12 8,13 11,4C13,-2 6,-5 3,-4C8,-10 3,-18 -4,-16"
                        "C-11,-15 -11,-6 -7,-3C-12,-3 -14,-2 -12,2Z"
                    ),
                    pen.paint(BUTTER.flat),
                ),
                pen.path("M-9,-10L-16,-7L-9,-5Z", pen.paint(GOLD.deep, width=WIDTH * 0.7)),
                eyes(pen, (-4, -11), r=1.8),
            ],
            x,
            y,
        )

    return pen.group(
        ground(pen, 28, 27, -16),
        pen.path(
            (
                "M-38,8C-36,28 -2,32 8,12C11,4 4,-4 -2,2C-6,4 -12,2 -13,-4"
                "C-8,-10 -8,-24 -20,-26C-32,-26 -36,-14 -31,-6C-36,-4 -39,2 -38,8Z"
            ),
            pen.paint(WHITE.flat),
        ),
        pen.path("M8,12C0,30 -26,30 -34,18C-20,24 -4,20 8,12Z", tint(pen, WHITE.deep)),
        pen.path("M-24,10q12,10 24,-2", pen.line()),
        pen.path("M-31,-12L-46,-8L-31,-5Z", pen.paint(GOLD.flat)),
        eyes(pen, (-24, -14)),
        pen.path("M-31,-19C-30,-34 -12,-36 -10,-20L-7,-8Q-12,-18 -31,-19Z", pen.paint(LILAC.flat)),
        pen.path(discs([(-20, -31), (-13, -27)], 3.4), pen.paint(ROSE.flat, width=WIDTH * 0.7)),
        duckling(17, 22),
        duckling(38, 33),
        duckling(30, -2),
    )


def hedgehog(pen: Pen) -> Group:
    """A hedgehog leaves the buffet."""
    pen = green(pen, WIDTH)
    back = "".join(f"L{num(x)},{num(y)}L{num(p)},{num(q)}" for (x, y), (p, q) in _spines())
    cakes = ((-20, -18, ROSE), (-2, -27, MINT), (17, -22, BUTTER))
    return pen.group(
        ground(pen, 38, 42),
        pen.path(f"M-42,32{back}L40,34Z", pen.paint(BROWN.flat)),
        pen.path("M-14,34Q-16,2 8,-6M2,34Q0,8 18,0M20,34Q20,16 30,10", pen.line(WIDTH * 0.8)),
        pen.path("M-16,34C-14,12 -32,6 -40,18L-50,27C-46,34 -34,36 -16,34Z", pen.paint(SAND.flat)),
        pen.circle(-49, 26, 4, black(pen)),
        eyes(pen, (-36, 20)),
        pen.path("M-42,29q4,3 8,0M-10,35v5M18,35v5", pen.line(WIDTH * 1.3)),
        *(
            pen.group(
                pen.path(f"M{x - 9},{y}H{x + 9}L{x + 7},{y + 13}H{x - 7}Z", pen.paint(PEACH.flat)),
                pen.path(
                    (
                        f"M{x - 10},{y + 1}C{x - 10},{y - 10} {x + 10},{y - 10} {x + 10},{y + 1}"
                        f"Q{x},{y + 6} {x - 10},{y + 1}Z"
                    ),
                    pen.paint(icing.flat),
                ),
                pen.circle(x, y - 9, 3, pen.paint(SCARLET.flat, width=WIDTH * 0.7)),
            )
            for x, y, icing in cakes
        ),
    )


def _spines() -> list[tuple[tuple[float, float], tuple[float, float]]]:
    steps = 11
    return [
        (polar((0, 32), 180 + 180 / steps * i, 40), polar((0, 32), 180 + 180 / steps * (i + 0.5), 49))
        for i in range(steps)
    ]


def beehive(pen: Pen) -> Group:
    """A hive; the bees dance the foxtrot."""
    pen = green(pen, WIDTH)
    bees = ((-34, -20), (36, -26), (30, 8), (-40, 6))
    rings = "M-17,-26Q0,-19 17,-26M-24,-14Q0,-5 24,-14M-28,-1Q0,9 28,-1M-30,13Q0,23 30,13"
    return pen.group(
        ground(pen, 42, 38),
        pen.path("M-30,30H30V38H-30ZM-24,38V44M24,38V44", pen.paint(BROWN.flat)),
        pen.path("M-30,30C-32,-10 -20,-40 0,-40C20,-40 32,-10 30,30Z", pen.paint(GOLD.flat)),
        pen.path("M10,-38C26,-28 32,-4 30,30H18C24,4 22,-20 10,-38Z", tint(pen, GOLD.deep)),
        pen.path(rings, pen.line(WIDTH, TWEED.deep if not pen.low else None)),
        pen.path("M-8,30V22a8,8 0 0 1 16,0V30Z", black(pen)),
        *(
            pen.group(
                pen.ellipse(x - 2, y - 6, 4, 5.4, pen.paint("#ffffff", width=WIDTH * 0.7), turn=-20),
                pen.ellipse(x, y, 7.4, 5, pen.paint(BUTTER.flat)),
                pen.path(f"M{x - 2},{y - 4.6}v9.2M{x + 3},{y - 4.4}v8.8", pen.line(WIDTH * 1.2)),
            )
            for x, y in bees
        ),
    )


def digger(pen: Pen) -> Group:
    """The dachshund has buried the croquet set; now he wants it back."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 40, 42),
        pen.path("M-48,38C-44,22 -28,18 -16,24C-4,18 6,28 8,38Q-20,46 -48,38Z", pen.paint(BROWN.flat)),
        pen.ellipse(-14, 34, 16, 6, black(pen)),
        pen.path("M-26,32C-24,12 -6,-16 18,-22C34,-24 42,-12 38,0C32,12 6,16 -4,34Z", pen.paint(FUR.flat)),
        pen.path("M38,0C32,12 6,16 -4,34L-12,33C-4,12 24,4 38,0Z", tint(pen, FUR.deep)),
        *limb(pen, "M30,-20Q44,-30 40,-46", 3.6, FUR.flat),
        *limb(pen, "M33,4Q40,14 34,34H42M20,10Q24,22 20,38H28", 6, FUR.flat),
        pen.path("M46,-38q5,3 4,9M34,-42q-5,0 -7,5", pen.line(WIDTH * 0.9)),
        pen.path(
            discs([(-30, 2), (-40, -10), (-26, -14), (-38, 8), (-18, -4)], 3), pen.paint(BROWN.flat, width=WIDTH * 0.7)
        ),
        pen.path("M-42,-30l6,6l3,-3l6,6l-3,3l6,6", pen.line(WIDTH * 0.8)),
    )


def birdbath(pen: Pen) -> Group:
    """A pigeon in a bathing cap, and no towel in sight."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 43, 32, 8),
        pen.path("M-8,8C-4,20 -6,28 -14,38H14C6,28 4,20 8,8Z", pen.paint(STONE.flat)),
        pen.path("M2,10C4,22 6,30 6,38H14C6,28 4,20 8,8Z", tint(pen, STONE.deep)),
        pen.path("M-20,38H20V45H-20Z", pen.paint(STONE.flat)),
        pen.path("M-20,-2C-22,-22 -12,-26 -6,-26C-8,-42 14,-42 12,-26C24,-22 32,-14 36,-4Z", pen.paint(POWDER.flat)),
        pen.path("M12,-26C24,-22 32,-14 36,-4H20C26,-10 20,-20 12,-26Z", tint(pen, POWDER.deep)),
        pen.path("M-8,-32C-8,-48 14,-48 14,-31Q2,-36 -8,-32Z", pen.paint(ROSE.flat)),
        pen.path(discs([(-2, -38), (5, -41), (10, -36)], 1.8), pen.paint("#ffffff", stroke="none")),
        pen.path("M-8,-27L-17,-23L-7,-21Z", pen.paint(GOLD.flat)),
        eyes(pen, (-2, -27)),
        pen.path("M-40,-6H40C38,8 22,14 0,14C-22,14 -38,8 -40,-6Z", pen.paint(STONE.flat)),
        pen.path("M18,-6H40C38,8 22,14 4,14Q22,6 18,-6Z", tint(pen, STONE.deep)),
        pen.ellipse(0, -6, 40, 6, pen.paint(WATER.flat)),
        pen.path(
            "M-26,-6q4,-3 8,0M16,-5q4,-3 8,0M-34,-16q-4,-4 0,-8q4,4 0,8ZM-24,-26q-3,-4 0,-7q4,3 0,7Z",
            pen.paint(WATER.flat, width=WIDTH * 0.8),
        ),
    )


def topiary(pen: Pen) -> Group:
    """A box tree clipped as a poodle; the gardener was thinking of someone."""
    pen = green(pen, WIDTH)
    balls = ((-20, -30, 11), (-3, -4, 15), (22, -6, 13), (38, -26, 7))
    return pen.group(
        ground(pen, 43, 34, 8),
        pen.path("M-20,22H24L20,42Q2,47 -16,42Z", pen.paint(PEACH.deep)),
        pen.path("M10,22H24L20,42Q14,45 8,45Q12,34 10,22Z", tint(pen, BROWN.flat)),
        pen.path("M-24,18H28V25H-24Z", pen.paint(PEACH.deep)),
        pen.path("M-2,6V20M18,4V20M30,-14L36,-22M-12,-20L-6,-12", pen.line(WIDTH * 3)),
        *(pen.path(lobes((x, y), r, 9, 1.6), pen.paint(HEDGE.flat)) for x, y, r in balls),
        pen.path("M-28,-26C-40,-28 -42,-20 -36,-17L-22,-20Z", pen.paint(HEDGE.flat)),
        pen.path(
            "".join(
                (
                    f"M{x - r * 0.6:.1f},{y - 1}a{r * 0.4:.1f},{r * 0.4:.1f} 0 0 1 {r * 0.6:.1f},{-r * 0.4:.1f}"
                    f"M{x + 1},{y + r * 0.5:.1f}q{r * 0.3:.1f},-3 {r * 0.5:.1f},-4"
                )
                for x, y, r in balls
            ),
            pen.line(WIDTH, "#83ad66" if not pen.low else None),
        ),
        pen.path("M-16,-40q4,-10 10,-6q-2,6 -8,8", pen.paint(SCARLET.flat)),
        eyes(pen, (-24, -32)),
    )


def squirrel(pen: Pen) -> Group:
    """A squirrel takes tea, one lump."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 36),
        pen.path(
            "M14,38C44,34 48,4 36,-10C44,-24 30,-44 14,-36C2,-30 6,-18 14,-20C4,-4 10,20 14,38Z", pen.paint(FUR.flat)
        ),
        pen.path("M34,-12C44,6 36,28 20,36C44,34 48,4 36,-10Z", tint(pen, FUR.deep)),
        pen.path("M20,-22q10,-2 8,-8", pen.line()),
        pen.path("M-18,40C-22,20 -14,6 2,4C18,6 22,24 18,40Z", pen.paint(FUR.flat)),
        pen.path("M-12,38C-14,24 -10,14 -2,12C4,16 4,30 2,39Z", pen.paint(SAND.flat, stroke="none")),
        pen.path("M-22,-6C-24,-20 -12,-26 -2,-24L0,-34L8,-24C16,-18 14,0 2,6C-10,8 -20,4 -22,-6Z", pen.paint(FUR.flat)),
        eyes(pen, (-10, -12), r=3),
        pen.circle(-22, -5, 2.6, black(pen)),
        pen.path("M-18,1q4,3 8,0", pen.line()),
        pen.path("M-44,6H-22Q-22,22 -33,22Q-44,22 -44,6Z", pen.paint(WHITE.flat)),
        pen.path("M-44,9q-8,0 -6,6q3,4 8,2M-38,0q-3,-5 0,-9M-30,0q-3,-5 0,-9", pen.line()),
        *limb(pen, "M-6,14L-23,13", 6, FUR.flat),
    )


def captain(pen: Pen) -> Group:
    """A mouse commands the fleet; the Admiral has not been told."""
    pen = green(pen, WIDTH)
    return pen.group(
        *pond(pen),
        pen.path("M-30,32q5,-4 10,0t10,0M12,34q5,-4 10,0", pen.line(WIDTH, "#eef8fa" if not pen.low else None)),
        moved(pen, _crew(pen), 0, -8),
    )


def _crew(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M0,-6V-46", pen.line(WIDTH * 1.4)),
        pen.path("M1,-46L20,-40L1,-33Z", pen.paint(SCARLET.flat)),
        pen.path("M-20,18C-22,2 -16,-4 -9,-4C-2,-4 3,2 2,18Z", pen.paint(SILVER.flat)),
        *(pen.circle(x, -10, 6, pen.paint(SILVER.flat)) for x in (-17, -1)),
        pen.path("M-21,-12C-18,-16 -16,-26 -9,-26C-2,-26 0,-16 3,-12Q-9,-17 -21,-12Z", pen.paint(NAVY.flat)),
        pen.circle(-9, -20, 2.4, pen.paint(GOLD.flat, width=WIDTH * 0.7)),
        eyes(pen, (-13, -4), (-5, -4), r=1.8),
        pen.path("M-11,2h4l-2,2.6Z", pen.paint(ROSE.deep, width=WIDTH * 0.6)),
        pen.path("M-36,10L-12,18L10,8L36,12L24,36H-22Z", pen.paint(WHITE.flat)),
        pen.path("M10,8L36,12L24,36H4Q16,24 10,8Z", tint(pen, WHITE.deep)),
        pen.path("M-12,18L-22,36M10,8L4,36", pen.line(WIDTH * 0.8)),
    ]


def sheep(pen: Pen) -> Group:
    """The new lawnmower; it came with a ribbon."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 40),
        *limb(pen, "M-14,24V40M0,26V40M18,26V40M28,24V40", 5, SLATE.deep),
        pen.path(lobes((8, 6), 27, 11, 3.4, turn=10), pen.paint(WHITE.flat)),
        pen.path("M24,-16C36,-6 38,14 26,26C30,10 30,-4 24,-16Z", tint(pen, WHITE.deep)),
        pen.path("M-2,-2q6,-5 10,1M10,10q6,-5 10,1M2,18q6,-5 10,0", pen.line()),
        pen.path("M-18,2C-24,-10 -40,-8 -42,6C-44,20 -36,30 -30,30C-22,30 -16,18 -18,2Z", pen.paint(SLATE.flat)),
        pen.path("M-20,0q8,-2 12,4q-8,6 -13,2Z", pen.paint(SLATE.flat)),
        pen.path("M-24,-6C-20,-20 0,-18 0,-6Q-12,-2 -24,-6Z", pen.paint(WHITE.flat)),
        eyes(pen, (-34, 9)),
        pen.circle(-34, 8, 4, pen.paint("#ffffff", width=WIDTH * 0.6)),
        eyes(pen, (-35, 9), r=1.8),
        pen.path(
            "M-38,22q4,3 8,0M-44,34q6,-8 4,-14M-36,38q2,-6 0,-12", pen.line(WIDTH, MOSS.deep if not pen.low else None)
        ),
        pen.path(
            "M8,-26C0,-40 -8,-34 -4,-28ZM8,-26C16,-40 24,-34 20,-28ZM4,-28h8v6h-8ZM8,-22L2,-10M8,-22L16,-12",
            pen.paint(SCARLET.flat),
        ),
    )


def fox(pen: Pen) -> Group:
    """Somebody under the parasol is waiting for the hens to be announced."""
    pen = green(pen, WIDTH)
    wedge = "M0,-40C-8,-26 -11,-10 -11,8Q-25,-2 -44,10C-40,-18 -24,-36 0,-40Z"
    return pen.group(
        ground(pen, 42, 44),
        pen.path("M14,38C34,44 50,34 46,18C52,10 40,4 34,14C26,26 20,26 12,26Z", pen.paint("#df8a4e")),
        pen.path("M46,18C52,10 40,4 34,14Q40,20 46,18Z", pen.paint(WHITE.flat)),
        *limb(pen, "M-16,32L-30,40M-4,34L-14,43", 6, "#df8a4e"),
        pen.path("M-30,36q-10,0 -9,8h12ZM-14,39q-10,0 -9,8h12Z", black(pen, "#4a3b30")),
        pen.path("M0,-46V34", pen.line(WIDTH * 2)),
        moved(
            pen,
            [
                pen.path(
                    "M-44,10C-40,-18 -24,-40 0,-40C24,-40 40,-18 44,10Q25,-2 11,8Q0,-2 -11,8Q-25,-2 -44,10Z",
                    pen.paint(BUTTER.flat),
                ),
                pen.path(wedge, pen.paint(SCARLET.flat)),
                pen.path("M0,-40C8,-26 11,-10 11,8Q25,-2 44,10C40,-18 24,-36 0,-40Z", tint(pen, BUTTER.deep, 0.7)),
            ],
            -2,
            10,
            turn=-10,
        ),
        pen.path("M18,22q4,-8 12,-8q-2,8 -4,10q4,6 -2,8q-8,0 -10,-6Z", pen.paint(WHITE.flat, width=WIDTH * 0.8)),
    )


def bust(pen: Pen) -> Group:
    """The great-aunt in marble; since May she has tenants."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 44, 30, 8),
        pen.path("M-18,20H18L15,40H-15Z", pen.paint(STONE.flat)),
        pen.path("M6,20H18L15,40H6Z", tint(pen, STONE.deep)),
        pen.path("M-22,38H22V46H-22ZM-20,16H20V22H-20Z", pen.paint(STONE.flat)),
        pen.path("M-26,16C-26,4 -16,2 -8,0V-8H8V0C16,2 26,4 26,16Z", pen.paint(WHITE.flat)),
        pen.path("M8,-6V0C16,2 26,4 26,16H12C14,6 10,0 8,-6Z", tint(pen, WHITE.deep)),
        pen.path(
            "M-14,-14C-16,-30 -8,-36 0,-36C8,-36 16,-30 14,-14C12,-4 6,0 0,0C-6,0 -12,-4 -14,-14Z",
            pen.paint(WHITE.flat),
        ),
        pen.path("M6,-34C14,-30 16,-22 14,-14C12,-6 8,-2 4,-0.6C10,-10 12,-24 6,-34Z", tint(pen, WHITE.deep)),
        pen.path("M-9,-17q3,-3 6,0M3,-17q3,-3 6,0M0,-14v5h3M-4,-4h8", pen.line(WIDTH * 0.9)),
        pen.path("M-20,-30Q0,-20 20,-30L16,-40Q0,-34 -16,-40Z", pen.paint(BROWN.flat)),
        pen.path("M-16,-32l8,3M-4,-34l6,5M8,-33l8,-3M-10,-36l10,2M4,-35l9,-1", pen.line(WIDTH * 0.7)),
        *(pen.circle(x, -41, 5.4, pen.paint(BUTTER.flat)) for x in (-9, 1, 11)),
        pen.path(
            "M-9,-42l-4,1.4l4,1.6M1,-42l-4,1.4l4,1.6M11,-42l-4,1.4l4,1.6", pen.paint(GOLD.deep, width=WIDTH * 0.7)
        ),
    )


def kettle(pen: Pen) -> Group:
    """A sleeping dormouse in the teapot; one has read about it."""
    pen = green(pen, WIDTH)
    return pen.group(
        ground(pen, 42, 38),
        pen.path("M30,2C48,-6 50,26 26,26L27,18C38,18 38,4 29,10Z", pen.paint(WHITE.flat)),
        pen.path("M-26,22C-44,22 -36,-6 -50,-10L-42,-16C-28,-8 -34,6 -24,6Z", pen.paint(WHITE.flat)),
        pen.path("M-16,-14C-18,-30 -8,-34 0,-34C8,-34 18,-30 16,-14Z", pen.paint(TWEED.flat)),
        *(pen.circle(x, -32, 6, pen.paint(TWEED.flat)) for x in (-12, 12)),
        pen.path("M-9,-22q3,2.6 6,0M3,-22q3,2.6 6,0", pen.line()),
        pen.path("M-2,-17h4l-2,2.4Z", pen.paint(ROSE.deep, width=WIDTH * 0.6)),
        pen.path("M-28,-12C-38,10 -30,40 0,40C30,40 38,10 28,-12Q0,-4 -28,-12Z", pen.paint(WHITE.flat)),
        pen.path("M20,-9C32,12 26,36 4,40C30,40 38,10 28,-12Z", tint(pen, WHITE.deep)),
        pen.path("M-28,-12Q0,-18 28,-12Q0,-4 -28,-12Z", pen.paint(POWDER.flat)),
        pen.path(discs([(-12, 14), (8, 10), (0, 26)], 6), pen.paint(ROSE.flat, width=WIDTH * 0.8)),
        pen.path(points([(-12, 14), (8, 10), (0, 26)]), pen.line(4, BUTTER.deep if not pen.low else None)),
        pen.path("M20,-38h8l-8,8h8", pen.line()),
    )


ANTICS: dict[str, Drawing] = {
    "angler": angler,
    "barrow": barrow,
    "beehive": beehive,
    "birdbath": birdbath,
    "bust": bust,
    "captain": captain,
    "cat": cat,
    "digger": digger,
    "ducks": ducks,
    "fox": fox,
    "frog": frog,
    "hedgehog": hedgehog,
    "hen": hen,
    "kettle": kettle,
    "mole": mole,
    "rabbit": rabbit,
    "sheep": sheep,
    "snails": snails,
    "squirrel": squirrel,
    "topiary": topiary,
}
"""Every joke by its name in the table."""
