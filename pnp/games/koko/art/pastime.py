"""What lies about on empty lawns, only to be looked at."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, point, polar
from pnp.face.art.pen import Drawing, Pen

from .curve import discs
from .palette import (
    BROWN,
    BUTTER,
    CAST,
    GOLD,
    LILAC,
    MINT,
    MOSS,
    NAVY,
    PEACH,
    POWDER,
    RASPBERRY,
    ROSE,
    SAND,
    SCARLET,
    SLATE,
    STONE,
    TWEED,
    WATER,
    WHITE,
    Wash,
)
from .wash import black, green, limb, moved, tint

BANDS = ((-22, SCARLET), (-14, BUTTER), (-6, POWDER), (2, MOSS))


def croquet(pen: Pen) -> Group:
    """A game of croquet left in the middle: hoops, balls, the winning peg, and a mallet on the run."""
    pen = green(pen)
    return pen.group(
        pen.path("M-48,16Q-24,2 2,14T46,-6", pen.line(1.2, CAST if not pen.low else "none")),
        _hoop(pen, -28, -22, 1.3),
        moved(pen, _peg(pen), 35.5, 0),
        _hoop(pen, 6, -16, 1.05),
        *_ball(pen, -29, 14, SCARLET),
        *_ball(pen, 20, 24, POWDER),
        *_ball(pen, 4, 2, BUTTER),
        pen.path("M-38,45L6,27", pen.line(5, CAST if not pen.low else "none")),
        *limb(pen, "M-42,44L-4,20", 3.4, PEACH.flat),
        moved(pen, _mallet_head(pen), 0, 17, turn=58),
    )


def croquet_lost(pen: Pen) -> Group:
    """The same game, an hour later: the mallet lies down, a hoop is bent, and a ball has found a burrow."""
    pen = green(pen)
    bent = "M-9,14V-2C-10,-14 -2,-18 4,-12C8,-8 2,-4 6,2C9,7 9,10 9,14"
    return pen.group(
        pen.path("M44,-8Q20,2 4,-8T-46,20", pen.line(1.2, CAST if not pen.low else "none")),
        moved(pen, _peg(pen), -37, 2, turn=-9),
        pen.path("M-8,9L4,16M16,9L28,16", pen.line(3, CAST if not pen.low else "none")),
        moved(pen, [pen.path(bent, pen.line(4.6)), pen.path(bent, pen.line(2.4, "#ffffff"))], 4, -8, 1.5),
        pen.ellipse(34, 4, 13, 6, pen.paint(BROWN.flat)),
        pen.ellipse(34, 5.2, 9.6, 4, black(pen, BROWN.deep)),
        pen.path("M28,3.6A6.2,6.2 0 0 1 40,3.6Q34,7.4 28,3.6Z", pen.paint(SCARLET.flat)),
        *_ball(pen, -14, 10, BUTTER),
        pen.path("M-20,40L44,37", pen.line(6, CAST if not pen.low else "none")),
        *limb(pen, "M-8,34L46,31", 3.4, PEACH.flat),
        moved(pen, _mallet_head(pen), -14, 33, turn=80),
        *_ball(pen, 20, 19, POWDER),
    )


def _ball(pen: Pen, x: float, y: float, colour: Wash) -> list[BaseElement]:
    return [
        pen.ellipse(x + 5, y + 6, 9, 3.4, tint(pen, CAST)),
        pen.circle(x, y, 7.4, pen.paint(colour.flat)),
        pen.path(
            (
                f"M{num(x + 2.4)},{num(y - 6.8)}A7.4,7.4 0 0 1 {num(x - 4)},{num(y + 6.2)}"
                f"A9,9 0 0 0 {num(x + 2.4)},{num(y - 6.8)}Z"
            ),
            tint(pen, colour.deep),
        ),
        pen.path(f"M{num(x - 4.4)},{num(y - 2)}q1,-3 4,-3.4", pen.line(1.5, "#ffffff" if not pen.low else "none")),
    ]


def _hoop(pen: Pen, x: float, y: float, scale: float) -> Group:
    hoop = "M-9,14V-2A9,12 0 0 1 9,-2V14"
    return moved(
        pen,
        [
            pen.path("M-9,14L2,20M9,14L20,20M2,20Q14,10 20,20", pen.line(2.4, CAST if not pen.low else "none")),
            pen.path(hoop, pen.line(4.6)),
            pen.path(hoop, pen.line(2.4, "#ffffff")),
        ],
        x,
        y,
        scale,
    )


def _peg(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M1.5,18L12.5,22", pen.line(4, CAST if not pen.low else "none")),
        pen.path("M-2.9,-26H2.9V18H-2.9Z", pen.paint(WHITE.flat)),
        *(pen.rect(-2.9, y, 5.8, 5, pen.paint(colour.flat, width=0.8)) for y, colour in BANDS),
        pen.circle(0, -28, 4, pen.paint(GOLD.flat)),
    ]


def _mallet_head(pen: Pen) -> list[BaseElement]:
    return [
        pen.rect(-15, -7.4, 30, 14.8, pen.paint(BROWN.flat), 2.4),
        pen.rect(-15, 1.6, 30, 5.8, tint(pen, BROWN.deep), 2.4),
        pen.path("M-9,-7.4V7.4M9,-7.4V7.4", pen.line(3, SCARLET.flat if not pen.low else None)),
    ]


def peacock(pen: Pen) -> Group:
    """A peacock who thinks the party is for him."""
    pen = green(pen)
    foot = (0.0, 24.0)
    tail = f"M{point(foot)}"
    eyes = []
    for i in range(9):
        a = -170 + i * 20
        tail += f"L{point(polar(foot, a - 9, 50))}Q{point(polar(foot, a, 63))} {point(polar(foot, a + 9, 50))}"
        eyes.append(polar(foot, a, 48))
    rays = "".join(
        f"M{point(polar(foot, -170 + i * 20, 16))}L{point(polar(foot, -170 + i * 20, 42))}" for i in range(9)
    )
    return pen.group(
        pen.ellipse(12, 43, 30, 5, tint(pen, CAST)),
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


def peacock_behind(pen: Pen) -> Group:
    """The peacock from behind, where all that splendour is propped up."""
    pen = green(pen)
    foot = (0.0, 26.0)
    fan = f"M{point(foot)}"
    prop = f"M{point(foot)}"
    for i in range(9):
        a = -170 + i * 20
        fan += f"L{point(polar(foot, a - 9, 50))}Q{point(polar(foot, a, 63))} {point(polar(foot, a + 9, 50))}"
        if 0 < i < 8:
            prop += f"L{point(polar(foot, a - 9, 24))}Q{point(polar(foot, a, 33))} {point(polar(foot, a + 9, 24))}"
    shafts = "".join(
        f"M{point(polar(foot, -170 + i * 20, 10))}L{point(polar(foot, -170 + i * 20, 52))}" for i in range(9)
    )
    barbs = "".join(
        f"M{point(polar(foot, a, r))}L{point(polar(foot, a - 5, r + 5))}M{point(polar(foot, a, r))}"
        f"L{point(polar(foot, a + 5, r + 5))}"
        for a in range(-170, 0, 20)
        for r in (36, 43)
    )
    down = [(-9, 24), (0, 27), (9, 24), (-5, 18), (5, 18)]
    return pen.group(
        pen.ellipse(12, 45, 30, 5, tint(pen, CAST)),
        pen.group(
            *limb(pen, "M12,-28C11,-36 14,-40 13,-43", 6, NAVY.flat),
            pen.circle(15, -45, 6.6, pen.paint(NAVY.flat)),
            pen.path("M21,-47L28,-44.6L20.6,-42Z", pen.paint(GOLD.flat)),
            pen.circle(17, -46.6, 2.3, pen.paint(WHITE.flat, width=0.7)),
            pen.path(discs([(17.9, -46.4)], 1.1), black(pen)),
            pen.path("M13,-51L10,-56M15,-51.4V-57M17,-51L20,-56", pen.line()),
            pen.path(discs([(10, -56), (15, -57.4), (20, -56)], 1.4), pen.paint(WATER.flat, width=0.7)),
            transform="translate(0 8)",
        ),
        pen.path(fan + "Z", pen.paint(SAND.flat)),
        pen.path(barbs, pen.line(pen.width * 0.7, SAND.deep if not pen.low else None)),
        pen.path(shafts, pen.line(pen.width * 0.9, TWEED.deep if not pen.low else None)),
        pen.path(prop + "Z", pen.paint(TWEED.flat)),
        *limb(pen, "M-5,32V44M5,32V44", 1.4, GOLD.flat),
        pen.path("M-9,44H-2M2,44H9", pen.line(pen.width * 1.4)),
        pen.path(discs(down, 7), pen.paint(WHITE.flat, width=pen.width * 2)),
        pen.path(discs(down, 7), pen.paint(WHITE.flat, stroke="none", solid=True)),
        pen.path("M-12,25q2,3 5,2M-3,29q3,2 6,0M7,27q3,1 5,-2M-5,19q2,2 4,1", pen.line(pen.width * 0.8)),
    )


def tortoise(pen: Pen) -> Group:
    """The tortoise, who has met all the Countess's butlers, walks off with a daisy."""
    pen = green(pen)
    shell = "M-36,14C-36,-14 -20,-27 -2,-27C17,-27 29,-12 30,14Q-4,21 -36,14Z"
    cells = "M-12,-25L-19,-9L-8,4H6L17,-9L9,-25M-19,-9L-33,-3M-8,4L-12,17M6,4L9,17M17,-9L27,-3M-36,10Q-3,18 30,10"
    return pen.group(
        pen.ellipse(9, 28, 42, 7, tint(pen, CAST)),
        pen.path("M-35,13L-46,19L-33,18Z", pen.paint(MOSS.flat)),
        *limb(pen, "M-22,17L-25,25H-21M14,17L16,25H20", 8, MOSS.deep),
        *limb(pen, "M-12,18V26H-8M24,16L28,25H32", 8, MOSS.flat),
        *limb(pen, "M24,8Q36,6 38,-8", 9, MOSS.flat),
        pen.path("M29,-13C29,-22 38,-25 44,-21C50,-17 50,-9 45,-7C38,-4 30,-5 29,-13Z", pen.paint(MOSS.flat)),
        pen.path(shell, pen.paint(TWEED.flat)),
        pen.path("M9,-24C22,-18 28,-4 29,13Q22,16 14,16.6C24,2 18,-14 9,-24Z", tint(pen, TWEED.deep, 0.6)),
        pen.path(cells, pen.line(pen.width * 0.9)),
        pen.path("M33,-19Q37,-24 42,-20.6", pen.line(pen.width * 0.9)),
        pen.circle(38.4, -15.6, 3.4, pen.paint(WHITE.flat, width=pen.width * 0.8)),
        pen.path("M35,-15.6A3.4,3.4 0 0 1 41.8,-15.6Z", pen.paint(MOSS.flat, width=pen.width * 0.8)),
        pen.path(discs([(39.2, -14.4)], 1.3), black(pen)),
        pen.path("M41,-9Q46,-9 48,-13", pen.line(pen.width * 0.9)),
        pen.path("M44,-9Q50,-4 49,2", pen.line(pen.width * 1.3, MOSS.deep if not pen.low else None)),
        pen.path(discs([polar((49, 4), 72 * i - 90, 2.6) for i in range(5)], 2.1), pen.paint(WHITE.flat, width=0.7)),
        pen.circle(49, 4, 1.7, pen.paint(BUTTER.deep, width=0.6)),
    )


def tortoise_trolley(pen: Pen) -> Group:
    """The tortoise serves tea: it has been on its way since three."""
    pen = green(pen)
    cloth = "M-32,-5C-28,-20 -17,-27 -2,-27C13,-27 23,-17 27,-4L22,2L16,-3L10,4L4,-2L-2,5L-8,-2L-14,4L-20,-2L-26,2Z"
    pot = "M-12,-4C-14,-15 -8,-20 0,-20C8,-20 14,-15 12,-4Q0,0 -12,-4Z"
    return pen.group(
        tortoise(pen),
        pen.path(cloth, pen.paint(WHITE.flat)),
        pen.path("M9,-24.4C18,-20 24,-12 27,-4L22,2L16,-3L14,0C16,-10 14,-18 9,-24.4Z", tint(pen, WHITE.deep)),
        pen.path(
            "M-27,-8Q-3,2 23,-8M-18,-19Q-2,-13 13,-20",
            pen.line(2.2 if not pen.low else pen.width * 0.7, ROSE.flat if not pen.low else None),
        ),
        moved(
            pen,
            [
                pen.path("M-11,-9Q-19,-9 -20,-17L-16,-18Q-15,-14 -11,-15Z", pen.paint(POWDER.flat)),
                pen.path("M11,-15Q19,-17 18,-9Q16,-5 11,-6", pen.line(pen.width * 1.8)),
                pen.path(pot, pen.paint(POWDER.flat)),
                pen.path("M4,-19.4C10,-16 12,-9 8,-2.6L12,-4C14,-15 10,-18.6 4,-19.4Z", tint(pen, POWDER.deep)),
                pen.path("M-7,-19Q0,-16 7,-19", pen.line()),
                pen.circle(0, -22, 2.4, pen.paint(GOLD.flat)),
                pen.path(discs([(-4, -10), (1, -7), (4, -12)], 1.7), pen.paint(ROSE.flat, width=0.6)),
            ],
            -10,
            -21,
            0.86,
        ),
        moved(
            pen,
            [
                pen.ellipse(0, 1, 8, 2.4, pen.paint(WHITE.flat)),
                pen.path("M-5.4,-8H5.4Q5,0 0,0.4Q-5,0 -5.4,-8Z", pen.paint(BUTTER.flat)),
                pen.path("M5.2,-6q4,0 2.6,3q-1,1.4 -3.6,1", pen.line()),
                pen.path("M-2,-11q-2,-2 0,-4t0,-4M2,-11q-2,-2 0,-4t0,-4", pen.line(pen.width * 0.9)),
            ],
            13,
            -19,
        ),
    )


def deckchair(pen: Pen) -> Group:
    """A striped deckchair under a parasol, with a newspaper and a lemonade; its owner has been warned."""
    pen = green(pen)
    canopy = "M-20,-32C-14,-50 4,-58 20,-53C38,-48 48,-36 46,-20Q36,-28 29,-21Q20,-32 10,-26Q-2,-36 -20,-32Z"
    return pen.group(
        pen.path("M-22,38L8,32L50,38L44,47H-16Z", tint(pen, CAST)),
        *limb(pen, "M18,-50L28,42", 2.6, BROWN.flat),
        moved(pen, _lounger(pen), -12, 2),
        pen.path(canopy, pen.paint(BUTTER.flat)),
        pen.path("M20,-53C8,-48 0,-38 -4,-33Q4,-31 10,-26Q14,-42 20,-53Z", pen.paint(MINT.flat)),
        pen.path("M20,-53C28,-44 30,-32 29,-21Q36,-28 46,-20C48,-36 38,-48 20,-53Z", pen.paint(MINT.flat)),
        pen.path("M28,-50C38,-42 40,-32 39.6,-24Q43,-23.4 46,-20C48,-34 40,-45 28,-50Z", tint(pen, MINT.deep)),
        pen.path(canopy, pen.line()),
        pen.circle(20, -54, 2.4, pen.paint(GOLD.flat)),
        *limb(pen, "M34,28L30,44M34,28L40,44", 1.8, BROWN.flat),
        pen.ellipse(34, 26, 13, 4, pen.paint(WHITE.flat)),
        pen.path("M29,10H39L37.6,25Q34,27 30.4,25Z", pen.paint("#f3f8f4")),
        pen.path("M29.6,15H38.4L37.6,25Q34,27 30.4,25Z", pen.paint(BUTTER.deep, width=pen.width * 0.7)),
        pen.path("M35,20L40,3", pen.line(pen.width * 1.2)),
        pen.circle(40, 9, 4, pen.paint(BUTTER.flat)),
    )


def _lounger(pen: Pen) -> list[BaseElement]:
    stripes = "M-12,-34L-9,30M-4,-34L-3,30M4,-34L3,30M12,-34L9,30"
    return [
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
    ]


def sundial(pen: Pen) -> Group:
    """A sundial on its pillar, grown over with ivy; a robin waits for five."""
    pen = green(pen)
    return pen.group(
        *_dial(pen),
        pen.path("M13,-29L24,-20L19,-29Z", pen.paint(BROWN.deep)),
        pen.path("M7,-31Q9,-40 16,-38Q23,-35 20,-27Q13,-21 9,-26Z", pen.paint(BROWN.flat)),
        pen.path("M7.6,-31Q6,-27 9.4,-25.4Q15,-23 16,-29Q12,-33 7.6,-31Z", pen.paint(SCARLET.flat, stroke="none")),
        pen.path("M7.6,-33.4L3.4,-32L7.6,-30.6Z", pen.paint(GOLD.flat, width=pen.width * 0.7)),
        pen.path(discs([(11.4, -34)], 1.1), black(pen)),
        pen.path("M12,-24.4V-21M15.4,-24.4V-21", pen.line(pen.width * 0.9)),
    )


def sundial_late(pen: Pen) -> Group:
    """The sundial with a candle, so that it may be read after dark."""
    pen = green(pen)
    wax = "M11,-37H20V-22Q15.5,-19.6 11,-22Z"
    drips = "M11,-37H20V-31Q18.6,-27 17.4,-32Q15.4,-25 13.6,-32Q12,-29 11,-32Z"
    return pen.group(
        *_dial(pen),
        pen.circle(15.5, -44, 9, tint(pen, BUTTER.flat, 0.75)),
        pen.path(wax, pen.paint(WHITE.flat)),
        pen.path("M17,-37H20V-22Q18.6,-21 17,-20.8Z", tint(pen, WHITE.deep)),
        pen.path(drips, pen.paint(BUTTER.flat, width=pen.width * 0.8)),
        pen.path("M15.5,-37V-41", pen.line(pen.width * 1.3)),
        pen.path("M15.5,-51C19.6,-46.4 19.6,-40 15.5,-39.6C11.4,-40 11.4,-45.6 15.5,-51Z", pen.paint(GOLD.flat)),
        pen.path("M15.5,-47C17.4,-44 17.2,-41 15.5,-40.8C13.8,-41 13.8,-44 15.5,-47Z", tint(pen, SCARLET.flat)),
    )


def _dial(pen: Pen) -> list[BaseElement]:
    """The sundial alone, in its bed."""
    pillar = "M-8,-12C-6,-4 -13,4 -13,12C-13,20 -9,24 -9,29H9C9,24 13,20 13,12C13,4 6,-4 8,-12Z"
    leaf = "M0,0q-5,-2 -5,-7q5,0 5,7q0,-6 5,-7q1,5 -5,7Z"
    ivy = ((-9, 36, -40), (-5, 27, 10), (1, 19, -20), (8, 11, 30), (3, 4, -30), (-5, -2, 15), (9, 31, 40))
    return [
        pen.path("M-18,38L14,30L52,36L46,46L-34,46Z", tint(pen, CAST)),
        *_lavender(pen),
        pen.path("M-19,35H19V42H-19ZM-13,29H13V35H-13Z", pen.paint(STONE.flat)),
        pen.path(pillar, pen.paint(STONE.flat)),
        pen.path("M3,-12C3,-2 9,4 9,13C9,20 5,24 5,29H9C9,24 13,20 13,12C13,4 6,-4 8,-12Z", tint(pen, STONE.deep)),
        pen.path("M-12,-16H12V-11H-12Z", pen.paint(STONE.flat)),
        pen.path("M-27,-22V-18Q0,-10 27,-18V-22Z", pen.paint(STONE.deep)),
        pen.ellipse(0, -22, 27, 6.4, pen.paint(BUTTER.flat)),
        pen.path("M-20,-22h4M16,-22h4M-12,-18l2,-1.4M12,-18l-2,-1.4M-12,-26l2,1.4M0,-17v-1.6", pen.line()),
        pen.path("M0,-22L15,-19.4L11,-18Z", tint(pen, GOLD.deep, 0.8)),
        pen.path("M-9,-21H4V-40Q0,-28 -9,-21Z", pen.paint(GOLD.flat)),
        pen.path("M-14,40C-10,32 -8,26 -2,22C4,18 10,12 6,6C2,2 -4,2 -4,-4", pen.line(pen.width, MOSS.deep)),
        *(
            moved(pen, [pen.path(leaf, pen.paint(MOSS.flat, width=pen.width * 0.7))], x, y, turn=turn)
            for x, y, turn in ivy
        ),
    ]


def _lavender(pen: Pen) -> list[BaseElement]:
    """The bed that the sundial stands in."""
    mounds = [(x, 41 - 5 * (1 - abs(x) / 46)) for x in range(-42, 43, 12)]
    spikes = [(x, 31 - 6 * (1 - abs(x) / 46) + 3 * (x % 2)) for x in range(-45, 46, 5)]
    return [
        pen.path("".join(f"M{num(x)},{num(y + 8)}L{num(x * 1.06)},{num(y)}" for x, y in spikes), pen.line(0.8)),
        pen.path(discs(mounds, 7), pen.paint(MOSS.flat, width=pen.width * 1.8)),
        pen.path(
            discs(mounds, 7), pen.paint(MOSS.flat if not pen.low else WHITE.flat, stroke="none", solid=not pen.low)
        ),
        pen.path(
            "".join(f"M{num(x * 1.06)},{num(y - 5)}q2.6,3.6 0,8q-2.6,-4.4 0,-8Z" for x, y in spikes),
            pen.paint(LILAC.flat, width=0.6),
        ),
    ]


def picnic(pen: Pen) -> Group:
    """An open hamper; the ants have been told nothing, and know everything."""
    pen = green(pen)
    front = "M-27,4H27L23,33H-23Z"
    weave = "".join(f"M{num(-26 + 0.7 * i)},{num(4 + 5.8 * i)}H{num(26 - 0.7 * i)}" for i in range(1, 5))
    weave += "".join(f"M{num(x)},4L{num(x * 0.86)},33" for x in range(-18, 19, 9))
    ants = ((31, 33), (37, 30), (42.4, 34))
    return pen.group(
        pen.path("M-42,17L-50,44L-36,48L50,46L56,40L42,15Z", tint(pen, CAST)),
        pen.path("M-44,16L40,13L53,41L-52,45Z", pen.paint(ROSE.flat)),
        pen.path(
            "M-30,15.4L-35,44.4M-12,14.8L-14,43.6M8,14L9,42.8M26,13.4L34,42M-46.4,24L44,21.4M-49,34L49,31.4",
            pen.line(3.4, WHITE.flat if not pen.low else "none"),
        ),
        pen.path("M-44,16L40,13L53,41L-52,45Z", pen.line()),
        pen.ellipse(-37, 35, 9, 4, pen.paint(WHITE.flat)),
        pen.path("M-43,34L-37,28L-31,34Q-37,37 -43,34Z", pen.paint(BUTTER.flat)),
        pen.path("M-42,33q5,2 10,0", pen.line(pen.width * 1.4, MOSS.flat if not pen.low else None)),
        pen.ellipse(6, 35, 32, 5, tint(pen, ROSE.deep)),
        pen.path("M-25,2L-31,-27H23L25,2Z", pen.paint(PEACH.deep)),
        pen.path("M-29.6,-20H23.6M-28,-13H24M-26.6,-6H24.6M-18,-27L-15,2M-4,-27L-2,2M10,-27L11,2", pen.line(0.8)),
        *limb(pen, "M-15,2L-5,-35", 8.4, PEACH.flat),
        pen.path("M-14,-12l5,2M-12,-20l5,2M-10,-28l5,2", pen.line(pen.width)),
        pen.path("M1,3C-2,-9 3,-15 8,-14C14,-15 18,-8 14,3Z", pen.paint(SCARLET.flat)),
        pen.path("M8,-14q-1,-5 2,-8M9,-17q6,-5 9,-1q-4,4 -9,1", pen.paint(MOSS.flat, width=pen.width * 0.8)),
        pen.path("M14,3C14,-6 20,-9 24,-6V3Z", pen.paint(BUTTER.flat)),
        pen.path(front, pen.paint(PEACH.flat)),
        pen.path(weave, pen.line(pen.width * 0.6, BROWN.flat if not pen.low else None)),
        pen.path(front, pen.line()),
        pen.path("M-28,0H28V6H-28Z", pen.paint(PEACH.deep)),
        pen.path("M-20,-1H-2L-6,17L-12,12L-17,18Z", pen.paint(WHITE.flat)),
        pen.path(
            "M-18.6,5H-3.6M-17.8,10H-4.8M-15,-1L-13.6,13M-8,-1L-8.6,15",
            pen.line(1.6, POWDER.deep if not pen.low else None),
        ),
        pen.rect(6, 2, 6, 9, pen.paint(BROWN.flat), 1),
        pen.path(
            "".join(
                f"M{num(x - 2)},{num(y)}h4M{num(x - 1.6)},{num(y + 1.8)}l1,-1.6M{num(x + 1.6)},{num(y + 1.8)}l-1,-1.6"
                for x, y in ants
            ),
            pen.line(pen.width * 1.3),
        ),
        pen.circle(37, 25, 2.6, pen.paint(SCARLET.flat, width=pen.width * 0.8)),
    )


def hat(pen: Pen) -> Group:
    """A straw hat that the wind took; the mouse beneath it means to stay."""
    pen = green(pen)
    crown = "M-20,2C-22,-20 -14,-27 -1,-28C13,-28 21,-20 20,2Q0,8 -20,2Z"
    brim = "M-42,7C-34,-1 -24,0 -20,1Q0,7 20,1C24,0 35,-2 43,4C34,14 16,17 0,17C-18,17 -34,14 -42,7Z"
    return pen.group(
        pen.ellipse(9, 22, 44, 8, tint(pen, CAST)),
        pen.path("M-11,23Q2,29 10,24Q15,20 20,24", pen.line(pen.width * 1.6, ROSE.deep if not pen.low else None)),
        moved(
            pen,
            [
                pen.path("M21,-5C30,-12 36,-4 46,-12L43,-5L48,-1C38,4 30,-2 20,2Z", pen.paint(RASPBERRY.flat)),
                pen.path(crown, pen.paint(SAND.flat)),
                pen.path("M8,-27C17,-24 21,-14 20,2Q15,4 10,4.4C15,-6 14,-18 8,-27Z", tint(pen, SAND.deep, 0.7)),
                pen.path(
                    "M-17,-17Q0,-11 17,-17M-12,-23Q0,-19 12,-23M-10,-25L-12,4M0,-28V5M10,-25L12,4",
                    pen.line(pen.width * 0.6, TWEED.flat if not pen.low else None),
                ),
                pen.path("M-20.6,-6Q0,1 20.4,-6L20,2Q0,8 -20,2Z", pen.paint(RASPBERRY.flat)),
                pen.path(brim, pen.paint(SAND.flat)),
                pen.path(
                    "M-34,8Q0,18 36,6M-28,3L-33,11M-14,6L-17,15.6M0,7.4V17M14,6L17,15.4M28,2L33,10",
                    pen.line(pen.width * 0.6, TWEED.flat if not pen.low else None),
                ),
            ],
            0,
            0,
            turn=-9,
        ),
        pen.path("M-31,25C-36,17 -28,11 -20,14C-12,16 -9,22 -10,25Z", pen.paint(SLATE.flat)),
        pen.circle(-22.6, 14, 3.6, pen.paint(ROSE.flat)),
        pen.path(discs([(-27.4, 18.6)], 1.3), black(pen)),
        pen.path(discs([(-32.6, 22.6)], 1.6), pen.paint(ROSE.deep, width=pen.width * 0.6)),
        pen.path("M-29,22l-6,-3M-29,23.4l-7,1", pen.line(pen.width * 0.5)),
    )


def hat_nest(pen: Pen) -> Group:
    """The straw hat on its crown: a nest for three, and nobody asked the lady."""
    pen = green(pen)
    crown = "M-22,6Q0,14 22,6C23,26 14,35 0,35C-14,35 -23,26 -22,6Z"
    brim = "M-44,2C-30,-9 30,-9 44,2C34,12 18,15 0,15C-18,15 -34,12 -44,2Z"
    chicks = ((-15, -6, 0.9), (13, -7, 0.95), (-1, -11, 1.1))

    def chick(x: float, y: float, scale: float) -> Group:
        parts = [
            pen.path("M-9,12C-11,0 -7,-9 0,-9C7,-9 11,0 9,12Z", pen.paint(BUTTER.flat)),
            pen.path("M4,-8C9,-4 10,4 9,12H5C8,4 7,-3 4,-8Z", tint(pen, BUTTER.deep)),
            pen.path("M-1,-9Q-3,-13 -5,-13M1,-9Q2,-13 4,-13.6", pen.line()),
            pen.path("M-3.4,2L0,-1.6L3.4,2L0,8Z", pen.paint(SCARLET.flat, width=pen.width * 0.8)),
            pen.path("M-3.4,2L0,-1.6L3.4,2L0,3.6Z", pen.paint(GOLD.flat, width=pen.width * 0.8)),
            pen.path(discs([(-4.4, -2.6), (4.4, -2.6)], 1.3), black(pen)),
        ]
        return moved(pen, parts, x, y, scale)

    return pen.group(
        pen.ellipse(12, 33, 34, 7, tint(pen, CAST)),
        pen.path(crown, pen.paint(SAND.flat)),
        pen.path("M10,9.6Q17,8.6 22,6C23,26 14,35 2,35C13,30 14,20 10,9.6Z", tint(pen, SAND.deep, 0.7)),
        pen.path(
            "M-20,24Q0,31 20,24M-11,12L-10,32M0,14V35M11,12L10,32",
            pen.line(pen.width * 0.6, TWEED.flat if not pen.low else None),
        ),
        pen.path("M-22,9Q0,17 22,9L21.4,17Q0,25 -21.4,17Z", pen.paint(RASPBERRY.flat)),
        pen.path("M-19,18C-28,20 -30,28 -38,30L-34,33L-37,38C-28,36 -24,28 -15,24Z", pen.paint(RASPBERRY.flat)),
        pen.path(brim, pen.paint(SAND.flat)),
        pen.path(
            "M-34,5L-38,6M-26,9L-29,12M-12,11L-13,15M2,11.6V15M16,11L18,14.6M28,8L32,11",
            pen.line(pen.width * 0.6, TWEED.flat if not pen.low else None),
        ),
        pen.ellipse(0, 3, 30, 6.4, pen.paint(TWEED.flat)),
        *(chick(*each) for each in chicks),
        pen.path("M-30,3Q0,16 30,3Q24,12 0,12.4Q-24,12 -30,3Z", pen.paint(SAND.deep)),
        pen.path("M-24,7l-4,-7M-12,10l-5,-6M6,11l5,-7M18,9l6,-6M-2,11l-4,-5", pen.line(1.6, TWEED.deep)),
    )


DECOR: dict[str, Drawing] = {
    "croquet": croquet,
    "peacock": peacock,
    "tortoise": tortoise,
    "deckchair": deckchair,
    "sundial": sundial,
    "picnic": picnic,
    "hat": hat,
    "croquet-again": croquet_lost,
    "peacock-again": peacock_behind,
    "tortoise-again": tortoise_trolley,
    "sundial-again": sundial_late,
    "hat-again": hat_nest,
}
"""Every pastime by its name in the table, and those of which a second is on the lawns: it is up to something else."""
