"""Ladies of the world: stage, court, ballroom and jazz band."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import num
from pnp.face.art.pen import Pen

from .body import arm, fingers, gown, shadow, shoes
from .curve import discs
from .face import WIDE, Face, head
from .palette import (
    BROWN,
    FAIR,
    GOLD,
    INK,
    MINT,
    PEACH,
    PLUM,
    POWDER,
    RASPBERRY,
    ROSE,
    ROSY,
    SCARLET,
    TAN,
    WHITE,
)
from .wash import black, green, limb, moved, tint


def diva(pen: Pen) -> Group:
    """The opera diva: top C at the sight of a garter."""
    pen = green(pen)
    skull = [
        pen.path(
            "M-13,-10C-20,-18 -10,-26 0,-23C10,-26 20,-18 13,-10C18,-4 17,6 13,9L-13,9C-17,6 -18,-4 -13,-10Z",
            pen.paint(BROWN.deep),
        ),
        *head(pen, Face(TAN, eyes="shut", nose="tilt", mouth="sing", brow=3.4, slant=2.4, shape=WIDE)),
        pen.path("M-13.6,-5C-11,-15 11,-15 13.6,-5C8,-12.4 -8,-12.4 -13.6,-5Z", pen.paint(BROWN.deep)),
        pen.path("M-9,-14L-7,-21L-3.4,-16L0,-24L3.4,-16L7,-21L9,-14Q0,-17 -9,-14Z", pen.paint(GOLD.flat)),
        pen.path(discs([(0, -18.4), (-6.4, -17), (6.4, -17)], 1.1), pen.paint(RASPBERRY.flat, width=pen.width * 0.6)),
        pen.path(discs([(-14.4, 7.4), (14.4, 7.4)], 1.8), pen.paint(GOLD.flat)),
    ]
    notes = "M-34,-22a3,2.3 -20 1 0 0.6,0.1ZM30,-34a3,2.3 -20 1 0 0.6,0.1Z"
    return pen.group(
        shadow(pen, width=22),
        *gown(pen, PLUM, 17, 13, 22, 43, -3, 17),
        pen.path("M-14,4C-12,15 -2,15 0,10C2,15 12,15 14,4C8,-2 -8,-2 -14,4Z", pen.paint(TAN.flat)),
        pen.path(
            "M-15,6C-12,17 -2,17 0,11.4C2,17 12,17 15,6L15.4,12C12,20 3,20 0,16C-3,20 -12,20 -15.4,12Z",
            pen.paint(PLUM.deep),
        ),
        pen.path("M-10,2Q0,9.6 10,2", pen.line(pen.width * 1.8, "#ffffff" if not pen.low else None)),
        pen.path("M-12,24C-14,32 -15,38 -15.6,42M0,22V43M12,24C14,32 15,38 15.6,42", pen.line(pen.width * 0.8)),
        *arm(pen, (-14, 5), (-30, 12), (-35, -3), TAN, WHITE, 5.2),
        *limb(pen, "M-27.4,7Q-32,6 -34.4,-1.6M27.4,7Q32,6 34.4,-1.6", 5.4, WHITE.flat),
        *fingers(pen, (-35, -4), -115, WHITE),
        *arm(pen, (14, 5), (30, 12), (35, -3), TAN, WHITE, 5.2),
        *limb(pen, "M27.4,7Q32,6 34.4,-1.6", 5.4, WHITE.flat),
        *fingers(pen, (35, -4), -65, WHITE),
        moved(pen, skull, 0, -20, turn=-4),
        pen.path(notes, black(pen)),
        pen.path("M-31.4,-22.6V-33L-26,-31M32.6,-34.6V-45L38,-43", pen.line(pen.width * 1.1)),
    )


def flapper(pen: Pen) -> Group:
    """The flapper: she thinks it a scream, and dances on."""
    pen = green(pen)
    skull = [
        pen.path("M-13,-4C-16,4 -15,9 -11,10L11,10C15,9 16,4 13,-4Z", pen.paint(INK, solid=True)),
        *head(pen, Face(FAIR, eyes="wink", nose="tilt", mouth="grin", brow=2.6, slant=1, way=0.3, ears=False)),
        pen.path(
            (
                "M-13.4,2C-15,-12 -8,-18.4 0,-18.4C8,-18.4 15,-12 13.4,2C12,6 9.6,6 8.6,4"
                "C12,-4 8,-9.6 0,-9.8C-8,-9.6 -11,-4 -9,4C-10,6.4 -12.6,6 -13.4,2Z"
            ),
            pen.paint(INK, solid=True),
        ),
        pen.path("M-13.8,-6.4Q0,-13.6 13.8,-6.4L13.6,-9.8Q0,-17.4 -13.4,-9.8Z", pen.paint(GOLD.flat)),
        pen.path("M10,-12C12,-24 24,-27 25,-21C23,-17 20,-20 16,-10Z", pen.paint(RASPBERRY.flat)),
        pen.path("M11,-11C14,-18 19,-22 23,-22", pen.line(pen.width * 0.8)),
    ]
    fringe = "".join(f"M{num(x)},28.6l{num(x * 0.08)},4.6" for x in range(-11, 12, 2))
    return pen.group(
        shadow(pen, width=18),
        *limb(pen, "M-4,28L-5,42", 4.2, FAIR.flat),
        *limb(pen, "M5,28Q12,34 20,31L24,34", 4.2, FAIR.flat),
        pen.path("M-8.6,41Q-4,39.6 -2.4,42.6L-3,45H-10.6ZM22,30.6L28,35.6L25.6,39L21,35.4Z", pen.paint(RASPBERRY.flat)),
        pen.path("M0,-5C10,-5 11,0 10.4,8L12,29Q0,33 -12,29L-10.4,8C-11,0 -10,-5 0,-5Z", pen.paint(MINT.flat)),
        pen.path("M5,-4C10,-3 11,0 10.4,8L12,29L6,30.4Q8,10 5,-4Z", tint(pen, MINT.deep)),
        pen.path("M-11.4,20Q0,24 11.4,20L11.8,24Q0,28 -11.8,24Z", pen.paint(RASPBERRY.flat)),
        pen.path(fringe, pen.line(pen.width * 0.9)),
        pen.path(
            discs(
                [(-6, 0), (-6.6, 4), (-6, 8.4), (-4, 12.4), (-1, 15.4), (2.4, 13.4), (4.8, 9.6), (6, 5), (6, 0.4)], 1.3
            ),
            pen.paint(WHITE.flat, width=pen.width * 0.6),
        ),
        *arm(pen, (-9.6, 1), (-24, 8), (-27, -7), FAIR, FAIR, 4.8),
        *fingers(pen, (-27, -8), -110, FAIR),
        *arm(pen, (9.6, 1), (22, 10), (29, 1), FAIR, FAIR, 4.8),
        *fingers(pen, (30, 0.6), -20, FAIR),
        moved(pen, skull, 0, -19, turn=-8),
    )


def tennis(pen: Pen) -> Group:
    """Miss Deuce, the champion: whatever flies over the hedge, she returns it."""
    pen = green(pen)
    skull = [
        pen.path("M-13,-6C-17,2 -16,10 -11,11L11,11C16,10 17,2 13,-6Z", pen.paint(GOLD.flat)),
        *head(
            pen,
            Face(
                ROSY, eyes="wide", nose="tilt", mouth="grin", brow=1.4, slant=-1.6, way=0.6, look=(1.4, -1), ears=False
            ),
        ),
        pen.path(
            "M-13.6,1C-15,-12 -8,-18 0,-18C8,-18 15,-12 13.6,1C10,-4 9,-8 0,-9.6C-9,-8 -11,-5 -13.6,1Z",
            pen.paint(GOLD.flat),
        ),
        pen.path("M-14,-5.6Q0,-13 14,-5.6L13.4,-9.2Q0,-16.6 -13.4,-9.2Z", pen.paint(WHITE.flat)),
    ]
    net = "".join(f"M{num(x)},-9.6V9.6M-7,{num(x)}H7" for x in (-5, -2.5, 0, 2.5, 5))
    racket = [
        pen.path("M0,11V26", pen.line(pen.width * 3.6)),
        pen.path("M0,13V25", pen.line(pen.width * 1.4, BROWN.flat if not pen.low else "#ffffff")),
        pen.ellipse(0, 0, 8.6, 11, pen.paint(PEACH.flat)),
        pen.ellipse(0, 0, 6.6, 9, pen.paint(WHITE.flat, width=pen.width * 0.8)),
        pen.path(net, pen.line(pen.width * 0.5)),
    ]
    return pen.group(
        shadow(pen, width=18),
        *limb(pen, "M-4,30L-5,41M4,30L6,41", 4.2, ROSY.flat),
        *shoes(pen, (-5, 43.6), (6, 43.6), "#ffffff" if not pen.low else INK),
        pen.path("M-7.6,41Q-12,43 -11.4,45.4H-3M8.4,41Q12.6,43 12.4,45.4H4", pen.line()),
        pen.path(
            (
                "M0,-4C11,-4 11.6,2 8.4,14L17,32Q12,35 8,32.4Q4,35.6 0,33Q-4,35.6 -8,32.4"
                "Q-12,35 -17,32L-8.4,14C-11.6,2 -11,-4 0,-4Z"
            ),
            pen.paint(WHITE.flat),
        ),
        pen.path("M5,-3.6C11,-3 11.6,2 8.4,14L17,32Q12,35 8,32.4L3,14Q7,4 5,-3.6Z", tint(pen, WHITE.deep)),
        pen.path("M-8.6,13Q0,16.6 8.6,13L9.2,16.4Q0,20 -9.2,16.4Z", pen.paint(SCARLET.flat)),
        pen.path("M-8,32.4L-4.4,19M0,33V20M8,32.4L4.4,19", pen.line(pen.width * 0.7)),
        *arm(pen, (-10, 2), (-20, 12), (-22, 2), ROSY, ROSY, 4.8),
        moved(pen, racket, 32, -27, turn=28),
        *arm(pen, (10, 2), (24, 8), (24, -8), ROSY, ROSY, 4.8),
        moved(pen, skull, -2, -19, turn=4),
        pen.circle(-24, -2, 3.6, pen.paint(WHITE.flat)),
        pen.path("M-26.6,-4q2.4,1.4 2,5", pen.line(pen.width * 0.7)),
    )


def debutante(pen: Pen) -> Group:
    """The debutante: behind her fan, but between the ribs she sees everything."""
    pen = green(pen)
    curls = discs([(-13.6, 3), (-14.6, 8.4), (-14, 13.6), (13.6, 3), (14.6, 8.4), (14, 13.6)], 3.4)
    skull = [
        pen.path(curls, pen.paint(PEACH.deep)),
        *head(
            pen, Face(FAIR, eyes="wide", nose="button", mouth="none", brow=3.4, slant=2, look=(1.4, 0.6), ears=False)
        ),
        pen.path(
            "M-13.6,1C-16,-13 -8,-19 0,-19C8,-19 16,-13 13.6,1C12,-6 6,-10 0,-13C-6,-10 -12,-6 -13.6,1Z",
            pen.paint(PEACH.deep),
        ),
        pen.path(
            (
                "M-2,-18C-10,-30 -20,-27 -17,-20C-13,-22 -9,-20 -4,-15ZM2,-18"
                "C2,-32 15,-32 14,-24C11,-25 8,-22 4,-15ZM0,-18C-4,-32 4,-34 5,-27"
                "C3,-25 2,-20 1,-16Z"
            ),
            pen.paint(WHITE.flat),
        ),
        pen.circle(0, -17, 2.2, pen.paint(ROSE.flat)),
    ]
    ribs = "M0,0L-15.4,-9M0,0L-11,-14.6M0,0L-4.4,-18M0,0L4.4,-18M0,0L11,-14.6M0,0L15.4,-9"
    fan = [
        pen.path(
            (
                "M0,2L-17.4,-7.6Q-17,-12.4 -13,-13.4Q-12,-18 -7.4,-17.8Q-4.4,-21.6 0,-19.8"
                "Q4.4,-21.6 7.4,-17.8Q12,-18 13,-13.4Q17,-12.4 17.4,-7.6Z"
            ),
            pen.paint(POWDER.flat),
        ),
        pen.path(ribs, pen.line(pen.width * 0.8)),
        pen.path(discs([(-9.6, -10), (0, -13), (9.6, -10)], 1.6), tint(pen, RASPBERRY.flat)),
    ]
    return pen.group(
        shadow(pen, width=26),
        *gown(pen, ROSE, 11, 7, 27, 42, -2, 13),
        pen.path(
            (
                "M-19,26Q-13,32 -8,27Q-4,33 0,28Q4,33 8,27Q13,32 19,26M-24.4,35"
                "Q-16,40.6 -10,36Q-5,42 0,37Q5,42 10,36Q16,40.6 24.4,35"
            ),
            pen.line(pen.width),
        ),
        pen.path(discs([(-8, 27), (0, 28.4), (8, 27)], 1.7), pen.paint(WHITE.flat, width=pen.width * 0.6)),
        pen.ellipse(-12, 2, 6, 5, pen.paint(ROSE.flat)),
        pen.ellipse(12, 2, 6, 5, pen.paint(ROSE.flat)),
        *arm(pen, (-13, 5), (-24, 16), (-15, 22), WHITE, WHITE, 4.6),
        moved(pen, skull, 0, -19),
        moved(pen, fan, 2, 5, 0.96, turn=-6),
        *arm(pen, (13, 5), (16, 16), (4, 7.4), WHITE, WHITE, 4.6),
    )
