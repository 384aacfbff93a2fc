"""The detective: tweed, a hat with two peaks, spats, and a nose for other people's business."""

from __future__ import annotations

from .brush import FINE, HAIR, THICK, Brush
from .critters import bird, cat, cup, fish, mouse, teapot
from .curve import oval
from .face import Eye, blush, eye, eyes, maw, nose
from .legs import MARCH, PAIR, STAND, STROLL, TROT, Leg
from .palette import CREAM, GOLD, INK, LOOKS, RED, WHITE
from .part import FORE, Body, Head
from .tube import Tube

LOOK = LOOKS["detective"]
TWEED, THREAD, TAN, BARK = "#97694a", "#e8cf9c", "#c47a40", "#5a3a2c"
NEAR, FAR = Eye(-4.4, -3.4, 3), Eye(-10.6, -4.6, 2.5, -1)
SKULL = (
    "9.5,8 11.2,-1 6,-9 -2,-10 -8.4,-6.8 -13,-2.2 -19,-1.6 "
    "-23.4,-0.6 -25,3 -24,8 -21,11.6 -16,12 -13,9.6 -6,11.4 -1,13.4"
)


def cape(brush: Brush) -> None:
    """The short cape of the coat, with its collar and a bow tie."""
    brush = brush.thick(FINE + 0.15)
    brush.blob("23,37 36,39! 46,32 53,37! 55,52! 46,55.4 35,55 25,50!", TWEED)
    brush.thread("26,47.6 36,51.6 46,52 54.4,49|30,38.6 29.6,52|37.6,39.4 37.4,54.6|45.4,34 46.6,54.8", 1, THREAD)
    brush.thread("25,44 36,47.4 46,47.6 54,44.6|33.8,39 33.6,54|41.6,36.4 42,55", 0.4, "#c5482e")
    brush.stroke("25,50 35,55 46,55.4 55,52", FINE + 0.15)
    brush.blob("22.6,36.4 30,41 44,33.6 48,36.4! 38,45.4 24,44.4 19.6,40", BARK)
    tie = brush.frame(20.6, 45.4, 18)
    tie.blob("0,0 -5.6,-3.6 -6,3.2 0,0.4 5.6,3.6 6,-3.2", RED)
    tie.blob(oval(0, 0.1, 1.5), RED)


def skull(brush: Brush, look: tuple[float, float] = (-0.4, 0.1)) -> None:
    """Head and long ears of a basset; the eyes come later."""
    brush = brush.thick(THICK)
    brush.blob(SKULL, LOOK.coat)
    brush.tint("9.3,7.6 11,-1 6,-8.8 -2,-9.8 -8,-6.4 -11,-3.4 -9.6,3 -4,7 2,12.4", TAN)
    brush.thread("-16.4,11.4 -13,9.4 -9.4,8.6|-21,6.6 -20.6,7|-18.6,8.2 -18.2,8.6|-21.4,8.8 -21,9.2", 0.5)
    nose(brush, -24, 0.8, 2.9)


def ear(brush: Brush, swing: float = 0) -> None:
    """An ear that could be a scarf."""
    place = brush.frame(6.4, -6, swing).thick(THICK)
    place.blob("-3.4,0.6 2.6,-2 7.6,5 9.6,17 6.4,25 0.6,23 -2.4,13 -2.6,6", LOOK.shade)
    place.thread("2,20 1.4,14|5.4,20.6 5.6,15", 0.45, BARK)


def deerstalker(brush: Brush, lift: float = 0) -> None:
    """The hat: a peak in front, a peak behind, and flaps tied on top."""
    brush = brush.frame(0, -lift).thick(THICK - 0.1)
    brush.blob("-8,-8.4! -14,-8 -15.6,-5.6 -8,-6 -3,-8!", BARK, FINE + 0.1)
    brush.blob("8,-8.4! 14.6,-7 16,-3.6 11,-4.6 5,-7.4!", BARK, FINE + 0.1)
    brush.blob("-9.6,-8 -8,-14.6 -1,-18.6 7,-17 10.6,-10 9.8,-6.6 0,-9.4", TWEED)
    brush.thread("-8.6,-11.6 0,-13 10,-10.6|-5,-17 -5.4,-8.8|4.4,-18 4.6,-8.2", 0.9, THREAD)
    brush.thread("-7.4,-15 0,-16 8.6,-14.4|-0.6,-18.4 -0.8,-9.4", 0.4, "#c5482e")
    brush.blob("-4.6,-9.2! -5,-16 0.4,-19 6,-16.4 5,-8.4! 0,-9.6", "#a97a55", FINE)
    brush.blob("0.4,-18.8 -3.4,-21.4 -4,-18 0.2,-18.2 4.4,-17.6 4.2,-21", BARK, FINE - 0.1)


def pipe(brush: Brush, bubbles: bool = True) -> None:
    """A pipe, for soap bubbles only; the stem ends at the origin."""
    brush.stroke("1,-1 -4,3 -5,7 -8,9", 1.5)
    brush.blob("-7,10! -7,3.4! -13,3.4! -13,8.6 -10.6,11.6", "#8a3b24")
    brush.thread("-12.8,5.6 -7.2,5.6", HAIR)
    if bubbles:
        for x, y, r in ((-10.4, 0.6, 1.9), (-13, -3.6, 1.5), (-11.6, -8, 2.2)):
            brush.disc(x, y, r, "#fff6df")
            brush.thread(f"{x - r * 0.5},{y - r * 0.1} {x - r * 0.1},{y - r * 0.5}", HAIR)


def suspicious(brush: Brush) -> None:
    """One eye, enormously open to doubt."""
    cape(brush)
    head = brush.frame(35.6, 27, 2)
    skull(head)
    eye(head, FAR, "half", LOOK.coat)
    ear(head)
    deerstalker(head)
    head.stroke("-20,10.4 -15,8.4 -10,9.6", FINE)
    brush.stroke("21.6,37.4 15,54.6", 2.6)
    brush.stroke("21.6,37.4 15.4,53.6", 1.4, "#8a3b24")
    brush.blob("11,57.6 11,53.4 14.6,51.4 18.6,53.4 19,57 15,60", LOOK.coat, FINE + 0.1)
    brush.thread("12.6,52.8 14.4,54|12,55 13.6,55.8", HAIR)
    brush.blob(oval(25.4, 27.6, 10.6), GOLD, THICK)
    brush.blob(oval(25.4, 27.6, 8.6), "#fff6df", FINE)
    eye(brush, Eye(25.6, 28, 6.2), "open", LOOK.coat, (-0.2, 0.1))
    brush.thread("18.6,23 20.2,21.2 22.4,20.2", 0.8, WHITE)


def astonished(brush: Brush) -> None:
    """The butler. It was, in fact, the butler."""
    cape(brush)
    head = brush.frame(36, 29, 4)
    skull(head)
    eyes(head, NEAR, FAR, "wide", LOOK.coat, (-0.15, 0))
    maw(head, "-18,8.6 -12,7.4 -10,10.6 -12.4,16.4 -17,15.4", FINE + 0.1, "-16.4,14.2 -12.8,12.8 -12.4,15 -14.4,16")
    ear(head, -16)
    deerstalker(head, 5)
    head.thread("-9.4,-14.6 -11.4,-16.6|11.6,-13 14,-14.6|-8.6,-10.6 -10.8,-10.4|12.4,-9 15,-9", 0.6)
    pipe(brush.frame(17, 47, -30), False)
    brush.thread("9.6,43 10.6,46|14,41 14.2,44", 0.5)


def smug(brush: Brush) -> None:
    """Elementary."""
    cape(brush)
    head = brush.frame(38, 27, 9)
    skull(head)
    eyes(head, NEAR, FAR, "shut", LOOK.coat)
    ear(head, -6)
    deerstalker(head)
    head.stroke("-20,9 -14,7.4 -9,4", FINE)
    blush(head, -9, 6.6)
    pipe(head.frame(-19, 11, -9))


HEADS = (
    Head(suspicious, (Leg(33),)),
    Head(astonished, (Leg(24, -3, 3, True, 10), Leg(34, 1))),
    Head(smug, FORE),
)


def prints(brush: Brush, tube: Tube) -> None:
    """Muddy paws have been here, at about midnight, limping."""
    for x, y, turn in ((15, 55, 60), (24, 48, 50), (33, 53, 70), (42, 45.6, 52), (50, 41.4, 60)):
        spot = brush.frame(x, y, turn, 0.86)
        spot.cover(oval(0, 0.9, 2.3, 1.9), INK)
        spot.dots([(-2.9, -1), (-1.1, -2.6), (1.1, -2.6), (2.9, -1)], 0.95)
    glass = brush.frame(30, 29, 30)
    glass.stroke("6,3.4 15,8", 2.4)
    glass.disc(0, 0, 7.4, GOLD)
    glass.disc(0, 0, 5.8, "#fff6df")
    glass.cover(oval(0, 1.2, 2.6, 2.1), INK)
    glass.dots([(-3.2, -1), (-1.2, -2.8), (1.2, -2.8), (3.2, -1)], 1.05)


def burglar(brush: Brush, tube: Tube) -> None:
    """The last place one would look: the pocket."""
    thief = brush.frame(32, 47, -4, 1.12)
    cat(thief, "#55506b")
    thief.cover("-7,-7! 7,-7! 6.8,-3.6 3,-3.4 0,-4.4 -3,-3.4 -6.8,-3.6", INK)
    for side in (-1, 1):
        thief.thick(0.3).disc(side * 3, -5.4, 1.4, "#f6d95c")
        thief.dot(side * 3 - 0.5, -5.4, 0.65)
    brush.blob("20.4,48! 43.6,48! 43,59 41,61.6 23,61.6 21,59", "#a97a55", FINE + 0.15)
    brush.blob("19.6,46.6! 44.4,46.6! 43.8,51! 20.2,51!", TWEED, FINE)
    brush.thread("22,53 22.4,58.6 24,60.4 40,60.4 41.6,58.6 42,53", 0.35, THREAD)
    beads = [(38.6, 51), (39.6, 52.8), (40.8, 54.4), (42.4, 55.4), (44.2, 55), (45.4, 53.6), (46, 51.8)]
    for x, y in beads:
        brush.thick(0.32).disc(x, y, 0.95, WHITE)


def tea(brush: Brush, tube: Tube) -> None:
    """Four o'clock. Crime will wait."""
    brush.blob("14,36.6! 49,36.6! 46,38.8! 17,38.8!", "#dfe3e8", FINE)
    brush.blob("12.4,35.4 14.6,35! 48.4,35! 50.6,35.4 49,37.4! 14,37.4!", "#eef1f4", FINE)
    teapot(brush.frame(26.4, 35.2, 0, 1.12), "#3f7d78")
    cup(brush.frame(42.4, 35.2, 0, 1.15), WHITE)
    brush.thread("41.4,28.4 40.6,26.8 41.8,25.4 41,23.8|43.6,28.4 43,27 44,25.8", 0.5, WHITE)


def watch(brush: Brush, tube: Tube) -> None:
    """A watch on its chain; it is later than he thinks."""
    links = [(19 + 2.4 * i, 50 + 7 * (1 - ((i - 4.5) / 4.5) ** 2)) for i in range(10)]
    for x, y in links:
        brush.thick(0.32).disc(x, y, 1.3, GOLD, 0.95)
    brush.blob("12,43! 24,43! 23.6,52 18,55 12.4,52", BARK, FINE + 0.1)
    brush.thread("13.6,45 13.8,51 18,53.2 22.2,51 22.4,45", 0.35, THREAD)
    face = brush.frame(42, 57, 10, 1.15)
    face.disc(0, -9.6, 1.5, GOLD)
    face.blob(oval(0, 0, 8.2), GOLD, FINE + 0.15)
    face.blob(oval(0, 0, 6.4), CREAM, FINE - 0.1)
    face.thread("0,-5.6 0,-4.4|5.6,0 4.4,0|0,5.6 0,4.4|-5.6,0 -4.4,0", 0.5)
    face.thread("0,0 0,-3.8|0,0 2.8,1.4", 0.75)
    face.dot(0, 0, 0.7)


def informer(brush: Brush, tube: Tube) -> None:
    """A pigeon who knows a pigeon."""
    spy = brush.frame(30, 37, 0, 1.35)
    bird(spy, "#8b93a7", "#6d7489", "#e9b08a")
    spy.thread("-5.6,-8.6 -3,-7.8 -0.4,-9", 0.9, "#4d8f7a")
    spy.blob("-7,-14.2 -3,-14.6 1,-14 0.6,-13.2 -3,-13.6 -6.6,-13.2", INK)
    spy.blob("-5.2,-14.4! -4.8,-17.4 -3,-16.8 -1.2,-17.6 -0.6,-14.4!", INK)
    spy.tint("-5.1,-15.4! -0.7,-15.4! -0.6,-14.6! -5.2,-14.6!", RED)
    paper = brush.frame(16.4, 31.6, -10)
    paper.blob("-4.8,-5.6! 4.8,-5.6! 4.8,5.6! -4.8,5.6!", CREAM, FINE - 0.05)
    paper.thread("-3,-3 3,-3|-3,-1 2,-1|-3,1 3,1|-3,3 0.6,3", 0.4)
    brush.blob("20.4,30.6 25,29.4 27,31 23,33", "#6d7489", FINE - 0.1)


def fiddler(brush: Brush, tube: Tube) -> None:
    """He thinks better to music; so does the mouse."""
    player = brush.frame(33, 37, 0, 1.75)
    mouse(player)
    violin = player.frame(-4.4, -4.2, 16)
    violin.stroke("-3.6,0 -9,0", 0.9)
    violin.dot(-9.2, 0.3, 0.6)
    shape = (
        "4.6,0 3.8,2.3 1.8,2.6 0.5,1.5 -0.8,1.6 -2.6,1.9 -3.9,0.8 -4,0 "
        "-3.9,-0.8 -2.6,-1.9 -0.8,-1.6 0.5,-1.5 1.8,-2.6 3.8,-2.3"
    )
    violin.blob(shape, "#b5562b", FINE - 0.05)
    violin.thread("-8.4,0 2.6,0", 0.35, CREAM)
    violin.thread("0.6,-0.9 0.2,0 0.6,0.9", 0.4)
    violin.stroke("-2.6,-6.4 -0.6,0 1.2,4.6", 0.55)
    player.limb("2,-4.6 1.2,-1.6 -4,-0.6", 0.8, "#b9b3bf", 0.4)
    for x, y, turn in ((15.6, 27, -8), (47, 20, 10), (51, 29, 0)):
        note(brush.frame(x, y, turn))


def note(brush: Brush) -> None:
    """A note of music."""
    brush.cover(oval(0, 0, 1.7, 1.2, -20), INK)
    brush.thread("1.5,-0.2 1.5,-6.4 4,-5 4.4,-3.2", 0.65)


def herring(brush: Brush, tube: Tube) -> None:
    """A red herring, neatly labelled."""
    brush.stroke("15.6,44 20,42 24.6,46.4", 0.5)
    fish(brush.frame(36, 48.6, 10, 1.75), "#de4f3c")
    tag = brush.frame(15.6, 43.6, 74)
    tag.blob("-1,-2.8! 1.6,-4! 10.6,-4! 10.6,4! 1.6,4! -1,2.8!", CREAM, FINE - 0.05)
    tag.disc(1.6, 0, 0.8, WHITE)
    tag.thread("4.6,-1.8 4.6,1.8 4.2,1|7.4,-1.8 7.4,1.8", 0.45)


def drizzle(brush: Brush, tube: Tube) -> None:
    """His own weather, and his own umbrella against it."""
    brush.blob(
        "17,13.4 14.6,10 18,6.8 22.4,7.6 25,4.6 30.6,4.4 34,7 39,5.8 43,8.6 42.6,12.6 38,14.6 24,14.8",
        "#8d97a5",
        FINE + 0.1,
    )
    brush.thread(
        "19,16.4 18.2,18.6|25,16.6 24.2,18.8|31.4,16.4 30.6,18.6|37.6,16.6 36.8,18.8|42,15 41.2,17.2", 0.6, "#4f7fa8"
    )
    brush.stroke("30.4,22 30.4,46", 1.3)
    dome = "14,31.4! 16,24.6 23,20 30.4,18.8 38,20 45,24.6 47,31.4! 41.4,29 36,31.2! 30.4,28.8 25,31.2! 19.6,29"
    brush.blob(dome, INK)
    brush.thread("25,30.8 26.4,24 30.4,19.4|36,30.8 34.6,24 30.4,19.4", 0.45, "#8d97a5")
    brush.stroke("30.4,18.8 30.4,16.8", 0.9)
    brush.blob("24,45! 37,45! 36.6,54 30.5,57 24.4,54", "#a97a55", FINE + 0.1)
    brush.thread("25.8,47 26,53 30.5,55.4 35,53 35.2,47", 0.35, THREAD)


BODIES = (
    Body(prints, STROLL),
    Body(burglar, MARCH),
    Body(tea, STAND),
    Body(watch, (Leg(24, 0, 0, True), Leg(32, 1, 0, True), Leg(17), Leg(29, -1))),
    Body(informer, TROT),
    Body(fiddler, PAIR),
    Body(herring, STROLL),
    Body(drizzle, STAND),
)
