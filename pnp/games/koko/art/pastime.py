"""What lies about on empty lawns, only to be looked at."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import num, polar, spot
from pnp.face.art.pen import Drawing, Pen

from .curve import discs
from .palette import (
    BROWN,
    BUTTER,
    GOLD,
    MINT,
    MOSS,
    NAVY,
    PEACH,
    POWDER,
    RASPBERRY,
    ROSE,
    SAND,
    SCARLET,
    STONE,
    TWEED,
    WATER,
    WHITE,
)
from .wash import black, green, limb, moved, tint

SHADOW = "#9bb56a"


def croquet(pen: Pen) -> Group:
    """A mallet, two hoops, two balls."""
    pen = green(pen)
    return pen.group(
        pen.path("M-36,10A9,12 0 0 1 -16,6M16,-26A9,12 0 0 1 36,-30", pen.line(4.4)),
        pen.path("M-36,10A9,12 0 0 1 -16,6M16,-26A9,12 0 0 1 36,-30", pen.line(2.2, "#ffffff")),
        *limb(pen, "M-22,36L22,0", 3, PEACH.flat),
        moved(
            pen,
            [
                pen.rect(-14, -6.4, 28, 12.8, pen.paint(BROWN.flat), 2),
                pen.path("M-8,-6V6M8,-6V6", pen.line(3, SCARLET.flat if not pen.low else None)),
            ],
            24,
            -2,
            turn=54,
        ),
        pen.circle(-2, -18, 7, pen.paint(SCARLET.flat)),
        pen.circle(12, 28, 7, pen.paint(POWDER.flat)),
        pen.path(
            "M-5,-20q2,-3 5,-2.6M9,26q2,-3 5,-2.6", pen.line(pen.width * 1.2, "#ffffff" if not pen.low else "none")
        ),
    )


def peacock(pen: Pen) -> Group:
    """A peacock who thinks the party is for him."""
    pen = green(pen)
    foot = (0.0, 24.0)
    tail = f"M{spot(foot)}"
    eyes = []
    for i in range(9):
        a = -170 + i * 20
        tail += f"L{spot(polar(foot, a - 9, 50))}Q{spot(polar(foot, a, 63))} {spot(polar(foot, a + 9, 50))}"
        eyes.append(polar(foot, a, 48))
    rays = "".join(f"M{spot(polar(foot, -170 + i * 20, 16))}L{spot(polar(foot, -170 + i * 20, 42))}" for i in range(9))
    return pen.group(
        pen.ellipse(2, 42, 18, 4, tint(pen, SHADOW)),
        pen.path(tail + "Z", pen.paint(MINT.flat)),
        pen.path(rays, pen.line(pen.width * 0.8, MOSS.deep if not pen.low else None)),
        pen.path(discs(eyes, 5), pen.paint(BUTTER.flat, width=pen.width * 0.8)),
        pen.path(discs(eyes, 2.4), black(pen, NAVY.deep)),
        *limb(pen, "M-4,34V42M4,34V42", 1.4, GOLD.flat),
        pen.path("M-5,-6C-6,4 -14,12 -13,24C-12,36 12,36 13,24C14,12 6,4 5,-6Z", pen.paint(NAVY.flat)),
        pen.path("M2,-4C6,8 12,14 12,24C11,31 6,33 2,33C8,22 4,8 2,-4Z", tint(pen, NAVY.deep)),
        pen.circle(0, -10, 7.4, pen.paint(NAVY.flat)),
        pen.path("M0,-17V-25M-3,-16.6L-6,-23.6M3,-16.6L6,-23.6", pen.line()),
        pen.path(discs([(0, -26), (-6.6, -24.6), (6.6, -24.6)], 1.6), pen.paint(WATER.flat, width=pen.width * 0.6)),
        pen.path("M-2,-9L2,-9L0,-3.6Z", pen.paint(GOLD.flat)),
        pen.path(
            "M-5,-11.4q1.6,-1.6 3.2,0M5,-11.4q-1.6,-1.6 -3.2,0",
            pen.line(pen.width * 1.1, "#ffffff" if not pen.low else None),
        ),
    )


def tortoise(pen: Pen) -> Group:
    """The tortoise, who has met all the Countess's butlers."""
    pen = green(pen)
    cells = "M0,-12L11,-5V7L0,14L-11,7V-5ZM0,-12V-25M11,-5L23,-13M11,7L23,15M0,14V27M-11,7L-23,15M-11,-5L-23,-13"
    return pen.group(
        pen.ellipse(3, 5, 36, 30, tint(pen, SHADOW)),
        pen.path(
            (
                "M-24,-16C-34,-24 -30,-32 -20,-26ZM24,-16C34,-24 30,-32 20,-26ZM-24,18"
                "C-34,26 -30,34 -20,28ZM24,18C34,26 30,34 20,28ZM-6,28L0,38L6,28Z"
            ),
            pen.paint(MOSS.flat),
        ),
        pen.path("M-8,-24C-11,-36 -8,-44 0,-44C8,-44 11,-36 8,-24Z", pen.paint(MOSS.flat)),
        pen.path(discs([(-4, -37), (4, -37)], 1.5), black(pen)),
        pen.path("M-3,-41.4q3,-1.6 6,0", pen.line(pen.width * 0.8)),
        pen.ellipse(0, 1, 29, 27, pen.paint(TWEED.flat)),
        pen.path(cells, pen.paint("#d3b78c", width=pen.width)),
        pen.path("M-9,-27q9,-5 18,0l-3,3.4q-6,-3 -12,0Z", pen.paint(SCARLET.flat)),
    )


def deckchair(pen: Pen) -> Group:
    """A striped deckchair with a newspaper; its owner has been warned."""
    pen = green(pen)
    stripes = "M-12,-34L-9,30M-4,-34L-3,30M4,-34L3,30M12,-34L9,30"
    return pen.group(
        pen.ellipse(4, 8, 30, 38, tint(pen, SHADOW)),
        *limb(pen, "M-20,-38L-14,38M20,-38L14,38M-21,-38H21M-15,32H15", 3.2, BROWN.flat),
        pen.path("M-17,-35H17L13,30Q0,36 -13,30Z", pen.paint(WHITE.flat)),
        pen.path(stripes, pen.line(4.4 if not pen.low else 1, SCARLET.flat if not pen.low else None)),
        pen.path("M-17,-35H17L13,30Q0,36 -13,30Z", pen.line()),
        moved(
            pen,
            [
                pen.path("M-13,-9H13V9H-13Z", pen.paint(WHITE.flat)),
                pen.path("M-10,-5H10M-10,-1H-1M-10,2H-1M-10,5H-1M2,-1H10V6H2Z", pen.line(pen.width * 0.8)),
            ],
            4,
            12,
            turn=-18,
        ),
    )


def sundial(pen: Pen) -> Group:
    """A sundial: soon it will be five."""
    pen = green(pen)
    ticks = "".join(f"M{spot(polar((0, 0), a, 21))}L{spot(polar((0, 0), a, 25))}" for a in range(0, 360, 30))
    return pen.group(
        pen.ellipse(3, 5, 36, 35, tint(pen, SHADOW)),
        pen.circle(0, 0, 34, pen.paint(STONE.flat)),
        pen.circle(0, 0, 27, pen.paint(BUTTER.flat)),
        pen.path(ticks, pen.line(pen.width * 1.3)),
        pen.path("M0,0L17,11L12,16Z", tint(pen, GOLD.deep, 0.8)),
        pen.path("M-3,2L0,-20L3,2Z", pen.paint(GOLD.deep)),
        *(
            moved(
                pen,
                [pen.path("M-4,0q4,-6 8,0q-4,5 -8,0Z", pen.paint(MOSS.flat, width=pen.width * 0.8))],
                *polar((0, 0), a, 31),
                turn=a,
            )
            for a in (20, 75, 140, 200, 255, 320)
        ),
    )


def picnic(pen: Pen) -> Group:
    """A blanket, a hamper, a cake that somebody has sat on."""
    pen = green(pen)
    checks = "".join(
        f"M{num(-30 + 12 * i)},{num(-30 + 12 * j)}h12v12h-12Z" for i in range(5) for j in range(5) if (i + j) % 2 == 0
    )
    blanket = [
        pen.path("M-30,-30H30V30H-30Z", pen.paint(WHITE.flat)),
        pen.path(checks, pen.paint(ROSE.flat, stroke="none") if not pen.low else pen.line(pen.width * 0.6)),
        pen.path("M-30,-30H30V30H-30Z", pen.line()),
    ]
    return pen.group(
        moved(pen, blanket, 0, 0, turn=14),
        pen.rect(-20, -22, 24, 17, pen.paint(PEACH.flat), 2),
        pen.path("M-20,-14H4M-14,-22V-5M-8,-22V-5M-2,-22V-5", pen.line(pen.width * 0.8)),
        pen.path("M-14,-14q6,-9 12,0", pen.line(pen.width * 1.6)),
        pen.circle(12, 13, 11, pen.paint(WHITE.flat)),
        pen.path("M12,13L5,7A9,9 0 1 1 4,16Z", pen.paint(BUTTER.flat)),
        pen.path(discs([(12, 8), (17, 13), (12, 18)], 1.7), pen.paint(SCARLET.flat, width=pen.width * 0.6)),
        pen.circle(-13, 14, 5.4, pen.paint(MINT.flat)),
        pen.circle(-13, 14, 3, pen.paint(WHITE.flat, width=pen.width * 0.7)),
    )


def hat(pen: Pen) -> Group:
    """A straw hat that the wind took; nobody dares to fetch it."""
    pen = green(pen)
    weave = "".join(f"M{spot(polar((0, 0), a, 18))}L{spot(polar((0, 0), a, 32))}" for a in range(0, 360, 20))
    return pen.group(
        pen.ellipse(4, 6, 36, 33, tint(pen, SHADOW)),
        pen.ellipse(0, 0, 35, 32, pen.paint(SAND.flat), turn=-12),
        pen.path(weave, pen.line(pen.width * 0.6, TWEED.flat if not pen.low else None)),
        pen.circle(-1, -2, 18, pen.paint(RASPBERRY.flat)),
        pen.circle(-2, -4, 15, pen.paint(SAND.flat)),
        pen.path("M-10,-8q4,-6 11,-6", pen.line(2, "#ffffff" if not pen.low else "none")),
        pen.path("M14,10Q26,14 30,30L24,28L20,33Q18,20 9,15Z", pen.paint(RASPBERRY.flat)),
    )


DECOR: dict[str, Drawing] = {
    "croquet": croquet,
    "peacock": peacock,
    "tortoise": tortoise,
    "deckchair": deckchair,
    "sundial": sundial,
    "picnic": picnic,
    "hat": hat,
}
"""Every pastime by its name in the table."""
