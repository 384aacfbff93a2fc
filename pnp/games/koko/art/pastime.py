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


def croquet(pen: Pen) -> Group:
    """A game of croquet left in the middle: hoops, balls, the winning peg, and a mallet on the run."""
    pen = green(pen)
    hoop = "M-9,14V-2A9,12 0 0 1 9,-2V14"

    def ball(x: float, y: float, colour: Wash) -> list[BaseElement]:
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

    def gate(x: float, y: float, scale: float) -> Group:
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

    bands = ((-22, SCARLET), (-14, BUTTER), (-6, POWDER), (2, MOSS))
    return pen.group(
        pen.path("M-48,16Q-24,2 2,14T46,-6", pen.line(1.2, CAST if not pen.low else "none")),
        gate(-28, -22, 1.3),
        pen.path("M37,18L48,22", pen.line(4, CAST if not pen.low else "none")),
        pen.path("M32.6,-26H38.4V18H32.6Z", pen.paint(WHITE.flat)),
        *(pen.rect(32.6, y, 5.8, 5, pen.paint(colour.flat, width=0.8)) for y, colour in bands),
        pen.circle(35.5, -28, 4, pen.paint(GOLD.flat)),
        gate(6, -16, 1.05),
        *ball(-29, 14, SCARLET),
        *ball(20, 24, POWDER),
        *ball(4, 2, BUTTER),
        pen.path("M-38,45L6,27", pen.line(5, CAST if not pen.low else "none")),
        *limb(pen, "M-42,44L-4,20", 3.4, PEACH.flat),
        moved(
            pen,
            [
                pen.rect(-15, -7.4, 30, 14.8, pen.paint(BROWN.flat), 2.4),
                pen.rect(-15, 1.6, 30, 5.8, tint(pen, BROWN.deep), 2.4),
                pen.path("M-9,-7.4V7.4M9,-7.4V7.4", pen.line(3, SCARLET.flat if not pen.low else None)),
            ],
            0,
            17,
            turn=58,
        ),
    )


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
    pillar = "M-8,-12C-6,-4 -13,4 -13,12C-13,20 -9,24 -9,29H9C9,24 13,20 13,12C13,4 6,-4 8,-12Z"
    leaf = "M0,0q-5,-2 -5,-7q5,0 5,7q0,-6 5,-7q1,5 -5,7Z"
    ivy = ((-9, 36, -40), (-5, 27, 10), (1, 19, -20), (8, 11, 30), (3, 4, -30), (-5, -2, 15), (9, 31, 40))
    return pen.group(
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
        pen.path("M13,-29L24,-20L19,-29Z", pen.paint(BROWN.deep)),
        pen.path("M7,-31Q9,-40 16,-38Q23,-35 20,-27Q13,-21 9,-26Z", pen.paint(BROWN.flat)),
        pen.path("M7.6,-31Q6,-27 9.4,-25.4Q15,-23 16,-29Q12,-33 7.6,-31Z", pen.paint(SCARLET.flat, stroke="none")),
        pen.path("M7.6,-33.4L3.4,-32L7.6,-30.6Z", pen.paint(GOLD.flat, width=pen.width * 0.7)),
        pen.path(discs([(11.4, -34)], 1.1), black(pen)),
        pen.path("M12,-24.4V-21M15.4,-24.4V-21", pen.line(pen.width * 0.9)),
    )


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
