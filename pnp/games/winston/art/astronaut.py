"""The astronaut: a mongrel with pointed ears under glass, and the quietest of all the dogs."""

from __future__ import annotations

from .brush import FINE, HAIR, THICK, Brush
from .critters import cat, cup, mouse
from .curve import box, fan, oval
from .face import Eye, blush, eyes, maw, nose, zees
from .legs import MARCH, PAIR, STAND, STROLL, TROT, Leg
from .palette import CREAM, GOLD, INK, LOOKS, RED, WHITE
from .part import FORE, Body, Head
from .tube import Tube

LOOK = LOOKS["astronaut"]
ORANGE, GREY, SUIT, GREEN = "#ee7d35", "#ced5e4", "#f4f4f4", "#9ccf57"
NEAR, FAR = Eye(-4, -2, 2.8), Eye(-9.8, -3.2, 2.4, -1)
SKULL = "8,8 9,0 5,-7.6 -2,-8.8 -7.6,-5.8 -11,-1.4 -15,-0.2 -18.6,1 -19.6,3.8 -17.6,6.8 -12,8.6 -6,10.4 0,12"


def ring(brush: Brush) -> None:
    """The collar that the helmet screws on."""
    brush = brush.thick(THICK - 0.1)
    brush.blob("16,42.4 20,37 34,40.4! 46,32 51.4,36 52,41.4 43,47 32,50 20,47.4", GREY)
    brush.blob("15.4,45 19,43.6 32,46.6 44,43 52,37.6 53.4,41 45,47.4 32,51 19,49.4", ORANGE, FINE)
    brush.thread("23,45 22.6,49.4|33,46.8 33.4,50.4|43,43.8 44.4,47.4", 0.45)


def face(brush: Brush, mood: str, look: tuple[float, float] = (-0.45, 0.1)) -> None:
    """A white head with a brown patch and pointed ears."""
    brush = brush.thick(THICK - 0.05)
    brush.blob("-6.4,-7 -6.8,-14.4! -0.6,-9.4", "#7d4d31")
    brush.blob(SKULL, LOOK.coat)
    brush.tint("7.8,7.6 8.8,0 4.8,-7.4 0,-8.6 -3.4,-6.4 -1,-2 -1.6,3 3,7", LOOK.shade)
    eyes(brush, NEAR, FAR, mood, LOOK.coat, look)
    nose(brush, -18.8, 2.6, 2.4)
    brush.blob("0,-7.6! 6,-15.4! 8.8,-3.4", LOOK.shade)
    brush.tint("3,-8.2! 5.8,-12.6! 7,-5.4!", "#f4a6a8")


def glass(brush: Brush) -> None:
    """The helmet over the head, with its shine."""
    brush.loop(oval(32, 25, 20.6), THICK)
    brush.stroke("44,11.4 48.6,17.4 49.8,24", 1.5, WHITE)
    brush.stroke("40.4,8.6 42,9.6", 1.3, WHITE)


def disk(brush: Brush) -> None:
    """The lighter night inside the helmet."""
    brush.cover(oval(32, 25, 20.4), "#8c98d6")


def amazed(brush: Brush) -> None:
    """My word, it is full of balls."""
    disk(brush)
    ring(brush)
    head = brush.frame(34, 27, 8)
    face(head, "wide", (-0.3, -0.25))
    maw(head, "-12,8.2 -7.6,7.6 -6,10 -8,13.6 -11.6,12.6", FINE, "-10.4,12 -7.6,10.6 -7.4,12.6 -9,13.2")
    glass(brush)
    for x, y, r, fill in ((17.4, 17.4, 2.6, "#e9764c"), (20.6, 12, 1.6, GOLD)):
        brush.thick(HAIR).disc(x, y, r, fill)
    brush.thread("13.6,18.4 17,19 21.2,16.2", 0.5, CREAM)


def happy(brush: Brush) -> None:
    """Walkies. Very far walkies."""
    disk(brush)
    ring(brush)
    head = brush.frame(35, 28, -2)
    face(head, "glad")
    maw(head, "-14,7.6 -9,7 -4,3.6 -5,8.6 -8,10.6 -12,9.6", FINE)
    head.blob("-11.6,8.8 -7.4,8.4 -7,13 -9.6,16 -12,13.4", "#ee8791", FINE)
    head.thread("-9.4,10 -9.4,13", 0.4)
    blush(head, -1, 5, 2)
    glass(brush)
    treat = brush.frame(19.6, 16.6, -24, 0.72).thick(0.4)
    treat.blob(
        "-3,-1.2 -4.4,-2.9 -6.4,-1.9 -5.6,0 -6.4,1.9 -4.4,2.9 -3,1.2 "
        "3,1.2 4.4,2.9 6.4,1.9 5.6,0 6.4,-1.9 4.4,-2.9 3,-1.2",
        GOLD,
    )


def asleep(brush: Brush) -> None:
    """Houston, we have a pillow."""
    disk(brush)
    ring(brush)
    head = brush.frame(35, 30, -8)
    face(head, "shut")
    head.stroke("-16.6,6.8 -12,7.4 -8,6", FINE)
    glass(brush)
    brush.glass(oval(17.6, 24.4, 4.6, 5.4, 8), WHITE, 0.75)
    brush.dots([(16.2, 23), (19.2, 22.8)], 0.65)
    brush.thread("14.8,25.4 16.2,27.2 18.6,27.2 20.4,25.2", 0.6)
    zees(brush, 25, 16.4, CREAM)


HEADS = (
    Head(amazed, (Leg(24, -4, 4, True, 12), Leg(33))),
    Head(happy, (Leg(24, -2, 0, True), Leg(34, 2, 1.6, False, 8))),
    Head(asleep, FORE),
)


def flag(brush: Brush, tube: Tube) -> None:
    """Claimed for dogkind."""
    brush.stroke("24,37.4 24,11", 1)
    brush.dot(24, 10.4, 1.3, GOLD)
    brush.blob("24.4,12! 32,10.6 40,13 47,11.4! 47,24.6! 40,26 32,24 24.4,25.4!", WHITE, FINE + 0.1)
    brush.tint("24.6,12.2! 32,10.8 32,23.8 24.6,25.2!", RED)
    spot = brush.frame(39.4, 18.6, 0, 1.1)
    spot.cover(oval(0, 1.3, 2.6, 2.1), INK)
    spot.dots([(-3.2, -1), (-1.2, -2.8), (1.2, -2.8), (3.2, -1)], 1.05)
    brush.blob("18,37.6 20,34.6 24,33.8 28,34.8 30,37.6", "#b2adc4", FINE)


def alien(brush: Brush, tube: Tube) -> None:
    """A local, with an ice cream."""
    place = brush.frame(32, 37, 0, 1.35)
    place.limb("3,-4 9,-5 11.4,-8", 1.2, GREEN, 0.4)
    place.blob("-4.6,0.2 -5,-6 -2,-9 2,-9 5,-6 4.6,0.2", GREEN)
    place.limb("-2.6,-2 -7,-1.4 -8,0.2", 1.4, GREEN, 0.4)
    place.blob("-8,-13 -6.6,-18.4 0,-20.6 6.6,-18.4 8,-13 4,-8.6 -4,-8.6", GREEN)
    for x, y, r in ((-4.6, -14.2, 1.9), (0.2, -15.6, 2.3), (4.8, -14.2, 1.9)):
        place.thick(0.4).disc(x, y, r, WHITE)
        place.dot(x + 0.9, y + 0.3, r * 0.48)
    place.thread("-2.4,-10.8 0.4,-9.8 3,-11", 0.55)
    place.thread("-3,-20 -4.6,-23.4|3,-20 4.6,-23.4", 0.55)
    place.dots([(-4.8, -23.8), (4.8, -23.8)], 1, ORANGE)
    place.blob("9.6,-12! 13.4,-12! 11.6,-6!", "#d99a52", FINE - 0.1)
    place.blob("8.8,-12 9.2,-15 11.6,-16.4 14,-15 14.2,-12", "#f4a6b6", FINE - 0.1)


def panel(brush: Brush, tube: Tube) -> None:
    """Everything under control, apart from the red one."""
    board = brush.frame(21, 41)
    board.blob("-1,0! 23,0! 23,18! -1,18!", "#5d6a8f", FINE + 0.15)
    board.blob(box(1.4, 2.4, 9, 6.4), "#cfe8d0", FINE - 0.1)
    board.thread("2,6 4,6 5,3.6 6.4,8 7.4,6 9.8,6", 0.45)
    board.disc(17, 5.8, 3.6, CREAM)
    board.thread("17,5.8 19.2,3.6", 0.6)
    for x, fill in ((3, GOLD), (7, GREEN), (11, CREAM)):
        board.disc(x, 13.4, 1.4, fill)
    board.disc(17.6, 13.2, 2.8, RED)
    board.thread("16.4,12.4 17.4,11.6", 0.45, WHITE)
    mouse(brush.frame(46, 37, 0, 1.25))
    brush.limb("43.6,31.4 41,33 40.6,37", 0.9, "#b9b3bf", 0.4)


def tea(brush: Brush, tube: Tube) -> None:
    """Tea, obviously. It takes some catching."""
    cup(brush.frame(34, 22, -28, 1.8), WHITE)
    brush.thick(FINE).blob("22,15 24,11.6 28,13 27,17 23.6,18", "#b86f35")
    brush.disc(20, 22.6, 1.7, "#b86f35")
    brush.disc(29.6, 8.4, 1.2, "#b86f35")
    biscuit = brush.frame(47, 27, 20)
    biscuit.blob(box(-4.4, -3.2, 8.8, 6.4), "#e5b873")
    biscuit.dots([(-2.4, -1), (0, -1), (2.4, -1), (-2.4, 1.2), (0, 1.2), (2.4, 1.2)], 0.4)
    brush.thread("41,31 43,33.6|36,30 36.6,33|50,33 50,35", 0.5, CREAM)


def rocket(brush: Brush, tube: Tube) -> None:
    """For the hills."""
    for way in (23.0, 39.0):
        left, right = tube.across(way, 0, 1, 1), tube.across(way + 3, 0, 1, 1)
        brush.blob(
            [
                left[0]._replace(corner=True),
                left[1],
                left[2]._replace(corner=True),
                right[2]._replace(corner=True),
                right[1],
                right[0]._replace(corner=True),
            ],
            "#5d6a8f",
        )
    jet = brush.frame(31, 31.6)
    jet.blob("15,-4! 22,-6 20,-2.6! 26,0 20,2.6! 22,6 15,4!", GOLD)
    jet.blob("15,-2! 20,0 15,2!", RED, FINE - 0.1)
    jet.blob("9,-5! 15.4,-10! 15.4,-3!", RED)
    jet.blob("9,5! 15.4,8! 15.4,3!", RED)
    jet.blob("-18,0! -11,-5.6 0,-6.6 12,-5! 15,-3.4! 15,3.4! 12,5! 0,6.6 -11,5.6", SUIT, FINE + 0.15)
    jet.blob("-18,0! -11,-5.6 -8,-6 -8,6 -11,5.6", RED, FINE)
    jet.disc(0, -0.6, 3.4, "#8ed0ea")
    jet.thread("-1.6,-1 -0.2,-2.4", 0.5, WHITE)


def dish(brush: Brush, tube: Tube) -> None:
    """An ear on the universe. The universe barks."""
    brush.blob("26,37.6! 29.6,29! 34.4,29! 38,37.6!", GREY)
    brush.thread("28,33.4 36,33.4", 0.45)
    bowl = brush.frame(32, 24, -34)
    bowl.blob("-13,-3! -9,5 0,8.4 9,5 13,-3! 6,-0.6 0,0 -6,-0.6", SUIT, FINE + 0.15)
    bowl.blob("-13,-3! 0,-6 13,-3! 6,-0.4 0,0.2 -6,-0.4", GREY, FINE)
    bowl.stroke("0,-2.6 0,-11", 0.8)
    bowl.disc(0, -12, 1.6, RED)
    for r in (3.4, 6):
        bowl.thread(f"{-r},{-12 - r * 0.5} 0,{-12 - r * 1.05} {r},{-12 - r * 0.5}", 0.6, CREAM)


def saucer(brush: Brush, tube: Tube) -> None:
    """Cats have had them for years."""
    ship = brush.frame(34, 17, 6, 0.95)
    ship.glass("-7,3! 7,3! 14,23! -14,23!", "#f6e08a", 0.45)
    ship.thread("-7.4,4 -13,20|7.4,4 13,18", 0.4, "#f6e08a")
    ship.cover("-8,-2! -8.4,-9 -4.6,-13.6 4.6,-13.6 8.4,-9 8,-2!", "#b9d3ea")
    cat(ship.frame(0, -3.6, 0, 0.78), "#55506b")
    ship.thick(FINE).stroke("-8,-2 -8.4,-9 -4.6,-13.6 4.6,-13.6 8.4,-9 8,-2")
    ship.blob("-17,1 -9,-3.6 0,-4.4 9,-3.6 17,1 9,4.4 0,5 -9,4.4", "#a7b3d6", FINE + 0.1)
    ship.dots([(-11, 0.8), (-4, 1.6), (4, 1.6), (11, 0.8)], 1.1, GOLD)
    treat = brush.frame(31.4, 32, -16, 0.8).thick(0.45)
    treat.blob("-5,-3 5,-3 6,0 5,3 -5,3 -6,0", "#e5b873")
    treat.dots([(-2, -0.6), (1, 1), (3, -1)], 0.5)


def leak(brush: Brush, tube: Tube) -> None:
    """Psst. It is nothing. Psst."""
    for turn in (-45, 45):
        strip = brush.frame(27, 49, turn, 1.35)
        strip.blob("-6,-2 6,-2 6.6,0 6,2 -6,2 -6.6,0", "#e9b98a", FINE - 0.05)
    brush.frame(27, 49, 45, 1.35).blob(box(-2, -1.9, 4, 3.8), CREAM, HAIR)
    jet = brush.frame(44, 40, 24)
    for angle, reach in ((-24, 13), (0, 17), (24, 13)):
        jet.frame(0, 0, angle).stroke(f"0,-3 0.8,{-reach * 0.5} 0,{-reach}", 0.7, CREAM)
    jet.blob(fan(0, 0, 3.4, 1.6, 7), INK)
    mouse(brush.frame(31, 37.4, 0, 1.25), happy=False)
    brush.limb("30,32 24.6,31.4 24,27.4", 0.9, "#b9b3bf", 0.4)
    cheese = brush.frame(22.6, 24.4, -8)
    cheese.blob("-6,3! 5,3! 5,-1! -2,-5!", GOLD)
    cheese.dots([(-1, 0.8), (2.4, -0.6)], 0.9, "#d99a2c")


BODIES = (
    Body(flag, STROLL),
    Body(alien, STAND),
    Body(panel, MARCH),
    Body(tea, (Leg(25, 0, 2, True), Leg(45, 0, 2.6, True), Leg(18, 2, 4, False, 10), Leg(38, -1, 3.2, False, -6))),
    Body(rocket, TROT),
    Body(dish, STAND),
    Body(saucer, PAIR),
    Body(leak, STROLL),
)
