"""The knight: plate above, heraldry below, and a moustache that no visor can hold."""

from __future__ import annotations

from .brush import FINE, HAIR, THICK, Brush
from .costume import SHADOW, STEEL, bone
from .critters import cat, cup, mouse, snail, teapot
from .curve import box
from .face import Eye, eye, eyes, heart, maw, nose
from .legs import MARCH, PAIR, STAND, STROLL, TROT, Leg
from .palette import CREAM, GOLD, INK, LOOKS, RED, WHITE
from .part import FORE, Body, Head
from .tube import Tube

LOOK = LOOKS["knight"]
WOOD = "#b97a45"
NEAR, FAR = Eye(-5, -2.6, 2.8), Eye(-11, -3.8, 2.4, -1)
SKULL = "8.5,8 10,-1 5.6,-9 -2,-10 -8.4,-6.4 -12.6,-2 -18.6,-1.4 -23.4,-0.8 -25,2.6 -23,7 -16,9.6 -8,11 -1,13"
TASH = (
    "-23,3.4 -15,2.4 -8,5 -4.6,9! -8,9.6 -5,14! -10,13 -9.6,17.6! "
    "-14,14 -16,18! -18,13.4 -22.4,15.4! -22,10.6 -26,10! -25,6"
)


def gorget(brush: Brush) -> None:
    """The collar of the armour."""
    brush = brush.thick(FINE + 0.15)
    brush.blob("20,36 34,42! 47,31.4 52,37! 48,47.4 35,52 22,48.4 16.4,42.6", STEEL)
    brush.thread("18.4,44.6 26,48 36,47.6 47,41.4", 0.5)
    brush.dots([(21, 47), (28.4, 49.4), (36, 49), (43, 46.4), (48.4, 42.6)], 0.55)


def face(brush: Brush, mood: str, look: tuple[float, float] = (-0.45, 0.1), roar: bool = False) -> None:
    """A wiry grey head with a moustache."""
    brush = brush.thick(THICK)
    brush.blob(SKULL, LOOK.coat)
    eyes(brush, NEAR, FAR, mood, LOOK.coat, look)
    if roar:
        maw(
            brush,
            "-22,7 -8,7 -5,12 -8,19.6 -14.6,21.4 -20,18",
            FINE + 0.1,
            "-17,18.6 -12,15 -8.6,16.4 -10.4,19.6 -14,20.8",
        )
        brush.blob(
            "-20.6,17.4 -14,20.6 -8,19 -5.4,14! -5.6,21 -9,23.6! -11,22 -14,25! -16.4,22.4 -20,23!", "#e4ded4", FINE
        )
    brush.blob(TASH, "#e4ded4", FINE + 0.15)
    brush.thread("-18,7 -17,11|-13,6.6 -11.4,10.6|-21.6,7.6 -21.6,10", 0.45, "#8f8a86")
    nose(brush, -24, 1.4, 2.8)


def brows(brush: Brush, rise: float, slant: float) -> None:
    """Two tufts, as expressive as flags."""
    for at in (FAR, NEAR):
        place = brush.frame(at.x, at.y - at.r - rise, slant * at.side)
        place.blob("-3.6,1.2 -4.6,-0.8! -2,-1.6 -0.6,-3.2! 1.2,-1.8 4,-2! 3.4,1 0,0.6", "#e4ded4", FINE)


def plume(brush: Brush) -> None:
    """Three feathers, streaming behind."""
    for tip, fill in (
        ("6,-17 14,-22 22,-16 23.4,-6 19,-10 12,-13", RED),
        ("5,-17 10,-25 19,-24 23.4,-17 17,-19 10,-15", GOLD),
    ):
        brush.blob(tip, fill, FINE + 0.05)
    brush.thread("8,-17 15,-18.6 20,-13|9,-19 14,-21.6 19,-21", 0.45)


def helmet(brush: Brush, shut: bool = False) -> None:
    """A bucket with ideas; the visor is up, or shut."""
    plume(brush)
    brush = brush.thick(THICK - 0.1)
    if not shut:
        brush.blob("-9.6,-6.6! -9,-13.6 -2,-17.6 6,-16.6 11.6,-10 12,2 8,11! 2.4,11.6! 4.4,2 1.6,-5 -3,-7!", STEEL)
        brush.thread("3.6,-15.8 7.4,-6 6.4,8.6", 0.5)
        brush.dots([(9.4, -6), (10, 0), (8.8, 6)], 0.55)
        brush.blob("-8.6,-8! -15.4,-12! -13.4,-17 -4,-19.6 3,-16! 1,-9.6! -4,-10", SHADOW, FINE + 0.1)
        brush.thread("-10.6,-13 -3,-15|-8.6,-10.8 -2,-12.6", 0.6)
        brush.disc(2, -11.4, 1.6, GOLD)
        return
    brush.blob("-12,6 -12.6,-8 -6,-15.6 3,-16.6 10,-11 12,1 9,12! -2,14!", STEEL)
    brush.blob("-28,4.6! -18,-6 -9,-9.6! 3,-9! 4.6,2 1,11! -12,11!", STEEL)
    brush.cover("-19,-3.6! -9,-6.8! 0.4,-6.4! 0.8,-1.6! -9,-1.8! -19.6,-0.4!", INK)
    for at in (Eye(-5, -4, 1.9), Eye(-11.6, -4, 1.7, -1)):
        eye(brush, at, "open", INK, (-0.3, 0))
    brush.thread("-22,4 -17,3|-21,6.4 -15.6,5.4|-18.6,8.8 -13.6,7.6", 0.7)
    brush.disc(4, -3, 1.7, GOLD)
    brush.dots([(8.6, -6), (9.4, 0), (8.6, 6)], 0.55)


def shut(brush: Brush) -> None:
    """He can see perfectly well. No, really."""
    gorget(brush)
    head = brush.frame(36, 28, 4)
    helmet(head, True)
    head.thick(FINE + 0.1).blob(
        "-20,9.6! -14,10.6 -8,10.6! -6,15! -10,14 -11,18! -14.6,14.4 -18,17.4! -18.6,13 -22.4,13.4!", "#e4ded4"
    )
    head.thread("-17,11.6 -16.4,14.4|-12,11.6 -11.6,14.4", 0.45, "#8f8a86")


def sword(brush: Brush) -> None:
    """A wooden sword, drawn for the honour of the biscuit tin."""
    blade = brush.frame(14, 53, -21).thick(FINE)
    blade.blob("-1.7,-4! -1.7,-27! 0,-30! 1.7,-27! 1.7,-4!", "#e0b27c")
    blade.thread("0,-25 0,-6", 0.4)
    blade.blob(box(-5, -4.6, 10, 2.2), WOOD)
    blade.blob(box(-1.3, -2.6, 2.6, 5), WOOD)
    brush.thick(THICK - 0.1).limb("22,58 16,57.6 13.4,53.6", 4.4, "#8f8a86", 0.7)


def fierce(brush: Brush) -> None:
    """Charge, for the biscuits."""
    gorget(brush)
    head = brush.frame(37.6, 28.6, -5)
    face(head, "cross", roar=True)
    brows(head, 0.2, -26)
    helmet(head)


def afraid(brush: Brush) -> None:
    """There is something on his nose, and it is armed with a shell."""
    gorget(brush)
    head = brush.frame(37, 31, -2)
    face(head, "wide", (-0.75, -0.1))
    brows(head, 1.8, 20)
    helmet(head)
    snail(head.frame(-19.6, -1.4, 6, 0.82), "#e9764c")
    head.thread("13.6,-4 16,-5.6|14,0 17,0|13.4,4 16,5.6", 0.6, CREAM)


HEADS = (
    Head(shut, FORE),
    Head(fierce, (Leg(34, 1),), sword),
    Head(afraid, (Leg(26, 1, 0, True), Leg(33, -1))),
)


def arms(brush: Brush, tube: Tube) -> None:
    """The shield of an ancient house: on gold, a bone."""
    shield = brush.frame(32, 51, -4).thick(FINE + 0.2)
    shield.blob("-11,-12! 0,-13.4 11,-12! 11.4,-2 7,8 0,13.6! -7,8 -11.4,-2", GOLD)
    shield.tint("0,-13! 10.6,-11.6! 11,-2 6.8,7.8 0,13!", RED)
    shield.stroke("0,-13 0,13", 0.5)
    bone(shield.frame(0, -2.4, -38, 1.25), WHITE)


def tower(brush: Brush, tube: Tube) -> None:
    """A castle with a view; the king is at home to visitors."""
    keep = brush.frame(32, 37)
    king = keep.frame(0.6, -12.6, 0, 1.05)
    mouse(king, "#cfc8d4")
    king.thick(HAIR).blob("-2.4,-10! -3,-13.2! -1,-11.6! 0.2,-14! 1.6,-11.6! 3.4,-13.2! 2.8,-10!", GOLD)
    keep.blob(
        "-11,0.4! -10,-11! -11.4,-11! -11.4,-17! -7.6,-17! -7.6,-14.6! "
        "-3.8,-14.6! -3.8,-17! 3.8,-17! 3.8,-14.6! 7.6,-14.6! 7.6,-17! "
        "11.4,-17! 11.4,-11! 10,-11! 11,0.4!",
        "#d9cdbb",
    )
    keep.blob("-3,0.4! -3,-5 0,-7.6 3,-5 3,0.4!", WOOD)
    keep.thread("-1,0 -1,-6.4|1,0 1,-6.4", 0.35)
    keep.thread("-8,-7 -5,-7|5,-9 8,-9|-6.6,-3 -5,-3|6,-4 8.4,-4|-2,-10.4 2,-10.4", 0.5)
    keep.stroke("9.6,-16 9.6,-29", 0.8)
    keep.blob("9.8,-29! 18,-27.6 15,-26! 18.4,-23.4 9.8,-23.6!", RED)


def arrows(brush: Brush, tube: Tube) -> None:
    """A lively afternoon. The cups have held."""
    for x, y, turn in ((23, 36, -18), (32, 42, 6), (43, 36.4, 26)):
        dart = brush.frame(x, y, turn)
        dart.stroke("0,-2 0,-18", 1.1)
        dart.stroke("0,-2.4 0,-17.6", 0.5, WOOD)
        dart.blob("-3.4,0.6! -1.4,-3.4 1.4,-3.4 3.4,0.6!", RED)
        dart.blob("0,-15! -2.6,-17.6! -2.6,-21.6! 0,-19.4! 2.6,-21.6! 2.6,-17.6!", CREAM, FINE - 0.05)


def dragon(brush: Brush, tube: Tube) -> None:
    """The monster, finally at rest. Do not wake him."""
    green = "#8cc152"
    pet = brush.frame(32, 37).thick(FINE + 0.1)
    pet.blob("4,-2! 16,-4.6 20,-1.4 22.4,-5! 23,1.6! 14,1 4,0.6!", green)
    pet.blob("-2,-9! -1,-17! 4.6,-13! 8,-17.6! 10,-12! 14,-13! 11,-6!", "#e9764c", FINE)
    pet.blob("-9,0.4 -8,-7 0,-10.6 9,-8.4 14,-2.4 12,0.6", green)
    pet.thread("-1,-4.4 3,-6.4 7,-4|2,-2 6,-3", 0.45)
    pet.blob("-17,0.4 -20,-2.6 -17.6,-5.4 -12.4,-6 -10.4,-9.6 -5.4,-9.8 -2.6,-5.4 -5,0.4", green)
    pet.blob("-8,-9.4! -8.6,-13! -5.6,-9.6!", CREAM, FINE - 0.1)
    pet.stroke("-11,-5.2 -9.4,-4.2 -7.6,-5.2", 0.7)
    pet.dots([(-18.2, -3.6), (-16.6, -4)], 0.45)
    pet.thread("-18,-0.8 -14,-1.6 -11,-1", 0.45)
    pet.thread("-19.4,-6 -20.6,-8.2 -18.8,-10|-16.6,-7 -17.4,-9", 0.55, CREAM)
    heart(brush, 14, 23, 0.8, -12)


def tin(brush: Brush, tube: Tube) -> None:
    """Opened along the dotted line, with the key supplied."""
    brush.blob(box(18, 40.4, 27, 8.6), LOOK.coat, FINE)
    brush.thread("21,44 22.6,45.6|25.6,43 27,44.6|30,45 31.4,46.6|34.4,43.4 36,45", 0.45, "#8f8a86")
    brush.blob("37,39.6! 43,38.6 47.6,41.6 48.4,46 44.4,50.2 38.6,49.6!", SHADOW, FINE + 0.1)
    brush.thread("40,40.4 44,41 46,44 45,47.4 41.6,48.6 40.4,46 42,44.4 43.4,45.6", 0.55)
    brush.stroke("43,40 43,27", 1.5)
    brush.stroke("43,40 43,27", 0.6, STEEL)
    brush.blob("38.4,27.6 38.6,22.4 43,20.6 47.4,22.4 47.6,27.6 43,29", STEEL)
    brush.blob("41,26.6 41,23.6 43,22.8 45,23.6 45,26.6", CREAM, FINE - 0.1)
    brush.thread("12,35 11,31.6|16.4,34.6 16.6,31|24,34.8 25.4,31.6", 0.6, CREAM)


def joust(brush: Brush, tube: Tube) -> None:
    """A challenger, expected towards Thursday."""
    rider = brush.frame(34, 37, 0, 1.7)
    snail(rider, "#e9764c")
    rider.blob("-9.6,-2.2 -9.8,-5 -7.4,-6.4 -5.2,-4.6 -5.4,-2", STEEL, FINE - 0.05)
    rider.cover(box(-9.4, -4.6, 3.4, 0.8), INK)
    rider.stroke("1,-6.6 -14,-8.6", 1.2)
    rider.stroke("1,-6.6 -14,-8.6", 0.5, GOLD)
    rider.thick(HAIR).blob("-3.4,-9.4! -1.6,-4.4! 0.2,-7!", SHADOW)
    rider.stroke("4,-8 4,-15", 0.6)
    rider.blob("4.2,-15! 9,-13.4! 4.2,-11.6!", RED, FINE - 0.1)


def door(brush: Brush, tube: Tube) -> None:
    """Knock first."""
    brush.blob(box(24, 39.6, 15, 21.4), INK)
    cat(brush.frame(31.4, 55, 0, 0.92), "#f0a54a", WHITE)
    brush.blob("38.6,39! 51,36.6! 51,63.6! 38.6,61.6!", SHADOW, FINE + 0.15)
    brush.dots([(41, 42), (48.6, 40.6), (48.6, 59.6), (41, 58.4)], 0.55)
    brush.disc(47.4, 50.4, 1.2, GOLD)
    brush.thread("24,39.6 22,39.6|24,45 22,45|24,61 22,61", 0.6)
    mat = "22,62.2! 40,62.2! 41.4,64.6! 20.6,64.6!"
    brush.blob(mat, WOOD, FINE - 0.05)


def table(brush: Brush, tube: Tube) -> None:
    """A round table. Seen from the side, admittedly."""
    brush.blob("29,37.2! 30.6,29! 33.4,29! 35,37.2!", WOOD)
    brush.blob("12.6,27.6 14,26! 50,26! 51.4,27.6 50,29.4! 14,29.4!", WOOD, FINE + 0.1)
    brush.blob(
        "18,26! 46,26! 46.6,31 43,33.4! 39.4,30.4 35.6,33.6! 32,30.4 28.2,33.6! 24.4,30.4 20.8,33.4! 17.4,31",
        CREAM,
        FINE,
    )
    teapot(brush.frame(32, 26, 0, 0.96), "#c2503c", GOLD)
    cup(brush.frame(19.6, 26), WHITE)
    cup(brush.frame(45, 26, 0, 1, True), WHITE)


BODIES = (
    Body(arms, STROLL),
    Body(tower, STAND, back=((32, 16, 1.2),)),
    Body(arrows, TROT),
    Body(dragon, STAND),
    Body(tin, MARCH),
    Body(joust, STROLL),
    Body(door, STAND),
    Body(table, PAIR),
)
