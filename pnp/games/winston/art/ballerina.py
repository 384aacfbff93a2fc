"""The ballerina: a poodle of sorts, in tulle, always on the very tip of her toes."""

from __future__ import annotations

from .brush import FINE, HAIR, THICK, Brush
from .critters import mouse
from .curve import box, fluff, oval, trail
from .face import Eye, blush, eyes, heart, maw, nose, tear
from .legs import PAIR, STAND, Leg
from .palette import CREAM, GOLD, INK, LOOKS, RED, WHITE
from .part import Body, Head
from .tube import CHEST, Tube

LOOK = LOOKS["ballerina"]
ROSE, TULLE = "#d33a66", "#ffd9e0"
NEAR, FAR = Eye(-4.6, -2.6, 2.7), Eye(-10.4, -4, 2.3, -1)
SKULL = "8.5,8 10,0 6,-8 -2,-9.4 -8.2,-6.4 -12.4,-1.6 -19,-0.2 -25.4,0.8 -27.4,3.2 -25.6,5.8 -18,7.6 -9,10 -2,12.4"
FEET = (Leg(25, -1, 0, True), Leg(33))
DANCE = (Leg(23, 2, 0, True), Leg(44, -2, 0, True), Leg(18, -2), Leg(40, 3))
TIPTOE = (Leg(22, 0, 0, True), Leg(36, 0, 0, True), Leg(27), Leg(41))


def skull(brush: Brush, mood: str, look: tuple[float, float] = (-0.45, 0.1)) -> None:
    """Head, curls, pearls and a tiara."""
    brush = brush.thick(THICK)
    brush.blob(SKULL, LOOK.coat)
    eyes(brush, NEAR, FAR, mood, LOOK.coat, look)
    if mood not in ("love", "shut"):
        for at in (NEAR, FAR):
            x, y, r, s = at.x, at.y, at.r, at.side
            brush.thread(
                f"{x + s * r * 0.7},{y - r * 0.9} {x + s * r * 1.3},{y - r * 1.6}|{x},{y - r * 1.1} {x},{y - r * 1.9}",
                0.5,
            )
    blush(brush, -8.6, 4, 2.3)
    nose(brush, -26.4, 1.8, 2.3)
    brush.blob(fluff(8.6, 5.4, 5.7, 7, 1.26, 1.25), LOOK.shade)
    brush.thread("6,3 7.6,1.8 9.2,3.2 8.2,4.6|8.6,8 10.4,7 11.6,8.6|5.6,8.4 6.6,9.8", 0.45, "#9a5f2c")
    brush.blob(fluff(1, -12, 7, 8, 1.22, 0.85), LOOK.coat)
    brush.thread("-2.4,-12 -0.6,-13.8 1,-12 0,-10.6|4,-13.6 5.6,-12.4 4.6,-10.8", 0.45, "#c98548")
    crown = brush.frame(-3.6, -9.4, -14).thick(FINE)
    crown.blob("-6,1! -7,-4! -3.6,-1.6! 0,-6.4! 3.6,-1.6! 7,-4! 6,1!", GOLD)
    crown.dots([(0, -1.8), (-4.2, -0.8), (4.2, -0.8)], 0.7, ROSE)


def pearls(brush: Brush) -> None:
    """A bare neck, the edge of the bodice, and a string of pearls."""
    upper, lower = ([CHEST.spot(way, share) for way in (22, 25, 28, 31)] for share in (0.03, 0.97))
    brush.cover(trail([*upper, *reversed(lower)]), LOOK.coat)
    brush.stroke(CHEST.across(31.4, 0, 1, -1.4), FINE + 0.1)
    for i in range(5):
        x, y = CHEST.spot(27 - 0.3 * i, 0.96 - i * 0.092)
        brush.thick(0.4).disc(x, y, 1.5, WHITE)


def bow(brush: Brush, fill: str = ROSE) -> None:
    """A bow with long ends, 20 wide, its knot at the origin."""
    brush.blob("-1,1! -7,10! -4,9.4! -3,12! 1.4,1.6!", fill)
    brush.blob("1,1! 7,10! 4,9.4! 3,12! -1.4,1.6!", fill)
    brush.blob("0,0! -6,-6 -11,-6.4 -11.4,3.6 -6,4.6", fill)
    brush.blob("0,0! 6,-6 11,-6.4 11.4,3.6 6,4.6", fill)
    brush.thread("-2.6,-0.6 -7,-1.6|2.6,-0.6 7,-1.6|-2.6,1 -6,1.8|2.6,1 6,1.8", 0.45)
    brush.blob("-2,-2.4 2,-2.4 2.4,2.2 -2.4,2.2", fill)


def diva(brush: Brush) -> None:
    """She does not look at the audience. It looks at her."""
    pearls(brush)
    head = brush.frame(36, 27, 14)
    skull(head, "shut")
    head.stroke("-23,5 -17,5.2 -13,3.4", FINE)


def lift(brush: Brush) -> None:
    """The far foreleg, up and out, as the school prescribes."""
    brush.thick(THICK - 0.1).blob("22,51! 9,58 6.4,60.6! 8.4,62.6! 14,61.4 25,60!", "#f0d3d8")
    foot = brush.frame(8.4, 60.6, 66).thick(FINE)
    foot.blob("2,-2 2,2 0.4,6! -1,6! -2.2,2 -2.2,-2", "#e8577f")


def smitten(brush: Brush) -> None:
    """A rose, from an unknown admirer; she is quite sure which one."""
    pearls(brush)
    head = brush.frame(36, 28, 2)
    skull(head, "love")
    head.stroke("-23,6 -17,6.6 -12,5 -9.6,2.6", FINE)
    head.stroke("-21,1.6 -19,9 -17.8,14.6", 1, "#4c8a4f")
    head.blob("-19,10 -14.6,8.6 -14.4,11.6 -18.4,12", "#4c8a4f", HAIR)
    rose(head.frame(-21.4, -1.4, -10, 1.1))
    heart(brush, 16.6, 12, 0.75, -14)
    heart(brush, 22, 6.6, 0.5, 12)


def rose(brush: Brush) -> None:
    """A rose in bloom, 7 wide."""
    brush.blob(fluff(0, 0, 3, 6, 1.22), RED, FINE - 0.05)
    brush.thread("-1,0.2 0,-1.2 1.2,-0.2 0.6,1.2 -1.2,1.2 -2,-0.4 -0.6,-2", 0.45)


def sobbing(brush: Brush) -> None:
    """Second row of the swans; the second."""
    pearls(brush)
    head = brush.frame(36, 29, -6)
    skull(head, "sad", (-0.2, 0.4))
    maw(head, "-18,6.6 -13,5.4 -9,7 -10.6,11.6 -15.6,11", FINE, "-15.4,10.4 -12.4,8.8 -10.8,10.4 -13,11.4")
    for x, y, size in ((-12.6, 1.6, 1), (-13.8, 6, 1.3), (-5.6, 3, 1.1), (-6.4, 8, 1.4), (-14.6, 17, 1.1)):
        tear(head, x, y, size)
    brush.blob("13,79.6 16,78.9 24,79 26,80 22,80.9 15,80.8", "#8ed0ea", HAIR)


HEADS = (
    Head(diva, (Leg(33),), lift),
    Head(smitten, FEET),
    Head(sobbing, (Leg(26, -2, 0, True), Leg(34, -4))),
)


def ribbon(brush: Brush, tube: Tube) -> None:
    """A bow one could park a pram behind."""
    bow(brush.frame(32, 36.6, 0, 1.55).thick(FINE + 0.15))


def swan(brush: Brush, tube: Tube) -> None:
    """The swan was here first, and says so."""
    bird = brush.frame(33, 37).thick(FINE + 0.1)
    bird.blob("-12,0! -14,-6 -9,-9.6 0,-8.6 8,-9 17,-15! 16,-6 12,0!", WHITE)
    bird.blob("-5,-4 2,-8.6 9,-9.6 15,-13! 13,-6 6,-2.6 0,-2.4", "#f1eef2", FINE)
    bird.thread("4,-4.6 10,-7|2,-6 8,-8.4", 0.4)
    bird.blob(
        "-14,-3 -10,-10 -13.4,-16 -12.6,-22.6 -7.4,-24.6 -4,-20.6 -6.4,-18.4! -8.6,-20.6 -9.8,-17.6 -6.4,-11 -8,-4",
        WHITE,
    )
    bird.cover(oval(-10, -3, 3.4, 3), WHITE)
    bird.blob("-12.4,-22.6! -17.6,-20! -12.2,-19.6!", "#ef7d35", FINE - 0.1)
    bird.cover("-13,-22! -11.4,-22.2! -11.6,-19.8! -12.8,-20!", INK)
    bird.dot(-9.6, -21.8, 0.75)
    bird.stroke("-11.2,-23.4 -8.4,-23", 0.7)
    bird.frame(-6.4, -24.4, 10).thick(HAIR).blob("-2.4,0.8! -2.8,-2.2! -1,-0.8! 0,-3! 1,-0.8! 2.8,-2.2! 2.4,0.8!", GOLD)


def pirouette(brush: Brush, tube: Tube) -> None:
    """A musical box with a very small star."""
    case = brush.frame(32, 37)
    case.blob(box(-10, -9, 20, 9.4), "#8fc7c0")
    case.blob(box(-11.2, -10.4, 22.4, 2.6), GOLD)
    case.thread("-10,-4 10,-4", 0.4)
    case.dots([(-6, -2), (0, -2), (6, -2), (-3, -6), (3, -6)], 0.6, CREAM)
    case.stroke("10,-3 13.4,-3 13.4,-5.4", 0.9)
    star = case.frame(0.4, -13.6, 0, 1.3)
    star.limb("0,-1 0.2,2.4", 0.9, "#b9b3bf", 0.35)
    mouse(star)
    star.blob("-6,-3 -4,-5 0,-5.2 4,-5 6,-3 3,-2.2 0,-2.8 -3,-2.2", ROSE, FINE - 0.05)
    star.limb("-2,-5.8 -6.6,-8.6 -6.4,-12", 0.8, "#b9b3bf", 0.35)
    star.limb("2.4,-5.8 6.4,-8.6 6,-12", 0.8, "#b9b3bf", 0.35)
    brush.thread("18,20 16.4,18.4|46,20 48,18.4|17,26 14.6,26|47,26 49.6,26", 0.6)


def kick(brush: Brush, tube: Tube) -> None:
    """The leg that goes where no leg should, cast and all."""
    leg = brush.frame(36, 42, 29)
    leg.thick(THICK - 0.1).blob("-5.4,3! -4.6,-6 -3.4,-16 -2.2,-25! 2.4,-25! 3.6,-16 5,-6 6,3!", WHITE)
    foot = leg.frame(0.1, -26.6, 2).thick(FINE + 0.1)
    foot.blob("-2.7,3 -3,-1.4 -2,-6.6 -0.8,-10.6! 1,-10.6! 2.2,-6.4 3,-1.4 2.7,3 0,0.2", "#e8577f")
    foot.cover("-0.8,-10.4! 1,-10.4! 1.5,-8.4 -1.4,-8.4", "#ffd9e0")
    leg.thread("-2.6,-22.6 2.8,-20|2.8,-22.8 -2.8,-19.8", 0.7, ROSE)
    leg.thick(THICK - 0.1).blob(
        "-5.6,-6.6! -5.8,-12 -4.4,-18.8! -1,-19.6 2,-19.4 4.8,-18.6! 6.2,-12 6.4,-6.2! 0,-5.4", CREAM
    )
    leg.shadow(["5,-18.2! 6.2,-12 6.4,-6.4! 3,-5.8 3.8,-12 3.2,-19!"], 0.16)
    leg.thread("-5.6,-9.6 -3,-8.8|6.2,-9.2 4,-8.6|-4.8,-17 -3,-16.4", HAIR, "#c9b79a")
    heart(leg, -2, -15.6, 0.5, -8, ROSE)
    leg.cover(oval(1.8, -10.6, 1.4, 1.1), "#36459a")
    leg.dots([(0.1, -11.9), (1.1, -12.9), (2.5, -12.9), (3.5, -11.9)], 0.55, "#36459a")
    leg.thread("-3.8,-9.8 -2.8,-11.4 -2.4,-9.6 -1.4,-10.8", 0.45, "#3c8263")
    brush.thread("47,6.4 45.6,4|58.6,10.4 60.4,9.6|58.4,16.6 60.4,17.6", 0.6)


def arabesque(brush: Brush, tube: Tube) -> None:
    """The doctor has seen enough; a plaster, from the last time."""
    doctor = brush.frame(21.6, 37, 0, 1.62, True)
    grey = "#b9b3bf"
    doctor.limb("1.8,-5 5.4,-7 6.6,-10.6", 0.8, grey, 0.35)
    mouse(doctor, happy=False)
    doctor.blob("-2.6,-0.6! -3.2,-3.4 -1.4,-6 1.6,-6 3.4,-3 3,-0.6!", WHITE, FINE - 0.07)
    doctor.thread("0.2,-5.8 -0.6,-3.4 -0.6,-0.8", 0.35)
    doctor.thread("-1.2,-5.8 -1.8,-4 -0.8,-3.4 -0.2,-4.4 0.6,-5.9", 0.5, "#36459a")
    doctor.thick(HAIR).disc(-1.3, -3.1, 0.6, GOLD)
    doctor.limb("-1.6,-5 -5,-4 -7.4,-7.4", 0.8, grey, 0.35)
    doctor.thread("-3.8,-9.6 0.6,-9.9", 0.7)
    doctor.thick(HAIR).disc(-3.2, -10.2, 1.35, "#dff0f4")
    doctor.dot(-3.2, -10.2, 0.4)
    bag = brush.frame(13.6, 37.2, -3)
    bag.stroke("-2.4,-7 -2,-9 2,-9 2.4,-7", 0.8)
    bag.blob("-5,-7! 5,-7! 5.6,0.2! -5.6,0.2!", "#8a4b2a", FINE)
    cross = "-0.8,-5.6! 0.8,-5.6! 0.8,-4.2! 2.2,-4.2! 2.2,-2.6! 0.8,-2.6! 0.8,-1.2! "
    bag.tints([cross + "-0.8,-1.2! -0.8,-2.6! -2.2,-2.6! -2.2,-4.2! -0.8,-4.2!"], CREAM)
    patch = brush.frame(40, 50.4, -22, 1.3)
    patch.blob("-6,-2 6,-2 6.6,0 6,2 -6,2 -6.6,0", "#e9b98a", FINE - 0.05)
    patch.blob(box(-2, -1.9, 4, 3.8), CREAM, HAIR)
    patch.dots([(-0.8, -0.7), (0.8, -0.7), (-0.8, 0.7), (0.8, 0.7)], 0.3)


def encore(brush: Brush, tube: Tube) -> None:
    """Flowers, thrown with more love than aim."""
    bunch = brush.frame(30, 36.6, -14)
    for stem in ("-6,-13", "0,-16", "6,-13", "-3,-10", "4,-9"):
        bunch.stroke(f"{stem} 0,0", 0.8, "#4c8a4f")
    bunch.blob("-9,-10! -2,1! 2,1! 9,-10! 4,-7 0,-9.4 -4,-7", WHITE)
    bunch.thread("-4,-6 -1,-1|4,-6 1,-1", 0.4)
    for x, y, fill in ((-7, -13, RED), (0, -17.4, GOLD), (7, -13, RED), (-3.4, -11.4, GOLD), (4, -10.6, "#f08a5c")):
        bunch.thick(FINE - 0.05).blob(fluff(x, y, 3, 6, 1.24), fill)
        bunch.dot(x, y, 1)
    bunch.frame(0, 0.4, 0, 0.36).thick(HAIR).blob("0,0! -11,-6 -11,5 0,0 11,5 11,-6", ROSE)
    rose(brush.frame(46, 33, 30))
    brush.stroke("48.6,34.4 54,36", 0.8, "#4c8a4f")
    rose(brush.frame(49, 15, -30))
    brush.stroke("51.4,13.6 56,10.6", 0.8, "#4c8a4f")


def bottle(brush: Brush, tube: Tube) -> None:
    """Art is cold work: a hot-water bottle in a knitted cover."""
    flask = brush.frame(32, 37, -5)
    flask.blob("-13,0.4 -15,-3 -14,-11 -11,-13 11,-13 14,-11 15,-3 13,0.4", "#7bb6c9", FINE + 0.15)
    flask.blob("14,-9.4! 18.4,-8.6! 18.4,-4! 14,-3.2!", "#7bb6c9", FINE)
    flask.blob(box(18, -9.6, 2.6, 6.4), INK)
    flask.thread(
        "-11,-10 -9.4,-8 -7.8,-10 -6.2,-8 -4.6,-10 -3,-8 -1.4,-10 0.2,-8 1.8,-10 3.4,-8 5,-10 6.6,-8 8.2,-10 9.8,-8",
        0.6,
        WHITE,
    )
    flask.thread(
        "-11,-1.6 -9.4,-3.6 -7.8,-1.6 -6.2,-3.6 -4.6,-1.6 -3,-3.6 -1.4,-1.6 "
        "0.2,-3.6 1.8,-1.6 3.4,-3.6 5,-1.6 6.6,-3.6 8.2,-1.6 9.8,-3.6",
        0.6,
        WHITE,
    )
    heart(flask, 0, -5.8, 0.9, 0, ROSE)
    brush.thread(
        "24,20 22.8,17.6 24.8,15.4 23.6,13|31,19 29.8,16.6 31.8,14.4 30.6,12|38,18.4 36.8,16 38.8,13.8 37.6,11.4",
        0.75,
        WHITE,
    )


def frog(brush: Brush, tube: Tube) -> None:
    """The understudy."""
    place = brush.frame(32, 37, 0, 1.5).thick(FINE + 0.05)
    green = "#79b34d"
    place.limb("-4,-3 -8,-1 -5,0", 1.3, green, 0.45)
    place.limb("4,-3 8,-1 5,0", 1.3, green, 0.45)
    for side in (-1, 1):
        place.limb(f"{side * 3},-5.4 {side * 8.6},-9 {side * 8},-13.6 {side * 4},-17", 1, green, 0.45)
    place.blob("-4,-1 -4.6,-6 0,-8 4.6,-6 4,-1 0,0", green)
    place.blob("-8.6,-3 -6,-5.6 0,-5.8 6,-5.6 8.6,-3 5.6,-1.8 2.8,-3 0,-1.6 -2.8,-3 -5.6,-1.8", TULLE)
    place.blob("-6.2,-9 -4.4,-12 0,-12.6 4.4,-12 6.2,-9 3.6,-6.4 -3.6,-6.4", green)
    for side in (-1, 1):
        place.disc(side * 3.2, -12.6, 2, WHITE)
        place.dot(side * 3.2 - 0.4, -12.4, 0.9)
    place.thread("-4.4,-9 0,-7.6 4.4,-9", 0.6)


def cake(brush: Brush, tube: Tube) -> None:
    """For after. It is nearly after."""
    stand = brush.frame(32, 37)
    stand.blob("-6,0.2! -1.4,-2.4 -1.2,-5! 1.2,-5! 1.4,-2.4 6,0.2!", "#eef1f4")
    stand.blob("-14,-7! 14,-7! 12,-4.6! -12,-4.6!", "#eef1f4")
    stand.blob("-11,-15! 7.6,-15! 6.6,-13 8.6,-11.6 7,-9.6 9,-8.4 8.6,-7! -11,-7!", "#f2c98c")
    stand.blob("-11.4,-15! 7.8,-15! 6.6,-13 7.8,-12 6.4,-11 4,-10 1,-12.4 -2,-10.2 -5,-12.4 -8,-10.4 -11.4,-12", TULLE)
    stand.blob(box(-7, -21, 14, 6), "#f2c98c")
    stand.blob("-7.4,-21! 7.4,-21! 7.4,-18.6 5,-17.4 2.4,-19 0,-17.4 -3,-19 -5,-17.4 -7.4,-18.6", WHITE)
    stand.disc(0, -23, 2.2, RED)
    stand.thread("0,-25 1,-27.4 3,-28", 0.55)
    stand.dots([(-6, -8.8), (0, -8.8), (6, -8.8)], 0.9, ROSE)


BODIES = (
    Body(ribbon, DANCE),
    Body(swan, TIPTOE),
    Body(pirouette, STAND),
    Body(arabesque, (Leg(25, 0, 0, True), Leg(44, 0, 0, True), Leg(18)), behind=kick),
    Body(encore, DANCE),
    Body(bottle, TIPTOE),
    Body(frog, PAIR),
    Body(cake, STAND),
)
