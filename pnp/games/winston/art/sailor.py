"""The sailor: stripes, a cap with a red pompon, and a doubtful stomach."""

from __future__ import annotations

from .brush import FINE, HAIR, THICK, Brush
from .critters import bird, cat, fish
from .curve import box, oval
from .face import Eye, blush, brow, eyes, heart, nose, zees
from .legs import MARCH, PAIR, STROLL, TROT, Leg
from .palette import CREAM, GOLD, LOOKS, RED, WHITE
from .part import FORE, Body, Head
from .tube import Tube

LOOK = LOOKS["sailor"]
BLUE = "#2d4d95"
NEAR, FAR = Eye(-4.6, -3.6, 3.1), Eye(-11, -5.2, 2.6, -1)
SKULL = "9.5,8 11.4,-1 6,-9.6 -2,-10.8 -8.6,-7.4 -13.6,-2.8 -20,-1.4 -25.4,-0.6 -27.4,3 -25.4,7 -18,9.4 -9,11.2 -1,13.4"

EAR = "3,-7 9,-7.6 14.4,0 15.6,10 11,14.6 5.6,11 3.6,2"


def collar(brush: Brush) -> None:
    """The square collar and the red scarf."""
    brush = brush.thick(FINE + 0.15)
    brush.blob("24,38 36,41! 45,33 50,36! 51,48! 36,50.5 25,47!", BLUE)
    brush.thread("26.4,45.4 36,48.4 49,46.2 48.2,37", 0.6, WHITE)
    brush.blob("22,40 30,43 25,50 22.4,58! 19.4,53! 15.6,55! 19,46", RED)
    brush.thread("21.6,46 22,50|24,46 23.4,49", HAIR)


def skull(brush: Brush, mood: str, look: tuple[float, float] = (-0.45, 0.1), ear: str = "") -> None:
    """Head, eyes and ear of a ginger dachshund."""
    brush = brush.thick(THICK)
    brush.blob(SKULL, LOOK.coat)
    brush.tint("-27,3.4 -25.2,6.8 -18,9.2 -9,11 -2,12.8 -7,7.6 -14,6 -21,4.4", "#e89a5c")
    eyes(brush, NEAR, FAR, mood, LOOK.coat, look)
    nose(brush, -26.4, 1.2)
    brush.blob(ear or EAR, LOOK.shade)


def cap(brush: Brush) -> None:
    """A white cap with a blue band and a pompon."""
    brush = brush.thick(THICK - 0.1)
    brush.blob("-9.4,-12.8 -4,-16.6 5,-17 12,-12 9.4,-8.6 0,-10.6 -8,-10", WHITE)
    brush.blob("-8.4,-11.4! 0,-12.4 10.6,-9.6! 9.6,-6.6! 0,-9.4 -8.4,-8.4!", BLUE, FINE)
    brush.thread("4,-11.4 9,-14", HAIR)
    brush.blob(oval(1, -17.6, 2.8), RED, FINE)
    brush.thread("9.6,-7.4 13.6,-6.4 15.4,-8|9.6,-7.4 13,-4.2 15.6,-4.4", 0.9, BLUE)


def smug(brush: Brush) -> None:
    """The captain: half-closed eyes, and a telescope he does not need."""
    collar(brush)
    head = brush.frame(35, 26, 6)
    skull(head, "half", (-0.5, 0.2))
    head.stroke("-24.4,6 -18,6.8 -12,5.6 -9.6,3.4", FINE)
    brow(head, NEAR, 1.2, -0.4)
    blush(head, -9.6, 5.6, 1.8)
    cap(head)


def telescope(brush: Brush) -> None:
    """Held in the far paw, aimed at lunch."""
    tool = brush.frame(12, 58, -32).thick(FINE)
    tool.blob(box(-10, -2.4, 6, 4.8), GOLD)
    tool.blob(box(-5, -1.9, 6, 3.8), "#b5562b")
    tool.blob(box(0.4, -1.4, 6, 2.8), GOLD)


def seasick(brush: Brush) -> None:
    """Pale about the muzzle; the horizon has started it."""
    collar(brush)
    head = brush.frame(35, 27, -4)
    skull(head, "dizzy")
    head.glass("-27,3 -25.2,6.8 -18,9.1 -9,10.9 -4,11.6 -4.6,5 -10,0.4 -14,-2 -20,-1 -25,-0.2", "#93b95a", 0.8)
    head.stroke("-23.6,6.4 -21,5.2 -18.6,6.8 -16,5.4 -13.4,7 -11,5.8", FINE)
    brow(head, NEAR, 1.4, -1)
    brow(head, FAR, 1.2, -1)
    cap(head)
    head.thread("-23,-5 -24.6,-7.4 -22.6,-9.4|-19,-6 -20.4,-8.2 -18.8,-10|14.6,-14 17,-16|16,-10 19,-10.6", 0.55)


def snooze(brush: Brush) -> None:
    """Asleep on watch, a gull on the cap."""
    collar(brush)
    head = brush.frame(35, 30, -12)
    skull(head, "shut", ear="3,-6 9,-7 15,-2 18,7 14.6,12.6 8.6,10.6 4,3")
    head.stroke("-24,6.8 -18,7.6 -12,7.6 -8,6.4", FINE)
    cap(head)
    brush.disc(6.4, 27.4, 3, "#eafaf6")
    brush.thread("4.8,26.4 5.8,25.2", HAIR)
    bird(brush.frame(38.6, 13, 0, 0.72), WHITE, "#aab7c4")
    zees(brush, 16, 20)


HEADS = (
    Head(smug, (Leg(22, -5, 5, True, 14), Leg(33)), telescope),
    Head(seasick),
    Head(snooze, FORE),
)


def tattoo(brush: Brush, tube: Tube) -> None:
    """A patch with a heart, and a ribbon for the name of a bone."""
    mark = brush.frame(33, 48.4, -6)
    mark.blob("-9,-9.6! 9,-9.6! 9.4,9.4! -9.4,9!", CREAM, FINE + 0.1)
    mark.thread("-7.6,-8.2! 7.6,-8.2! 8,8! -8,7.6! -7.6,-8.2!", 0.35, RED)
    heart(mark, 0, -2, 1.7)
    mark.blob("-7.6,2.6! 7.6,0.8! 6.6,3! 7.8,5! -7.4,6.8! -6.2,4.6!", WHITE, FINE - 0.1)
    mark.dots([(-3.6, 4.4), (3.6, 3.5)], 0.7)
    mark.thread("-3.6,4.4 3.6,3.5", 1.1)


def gulls(brush: Brush, tube: Tube) -> None:
    """Two gulls, one chip."""
    bird(brush.frame(19, 37, 0, 1.3, True), WHITE, "#aab7c4")
    bird(brush.frame(45, 37, 0, 1.3), WHITE, "#aab7c4")
    brush.blob("27.6,21.6! 37,20.6! 37.2,22.6! 27.8,23.6!", GOLD, HAIR + 0.07)


def pond(brush: Brush, tube: Tube) -> None:
    """The back sags, the rain has come in, and a fleet sails on it."""
    brush.blob("18.6,39! 31.5,39.2 44.4,39! 40,44 31.5,47 23,44", "#7fc6d6", FINE)
    brush.thread("24,42 26,42.8 28,42|35,43 37,43.8 39,43", 0.5, WHITE)
    boat = brush.frame(31.5, 40)
    boat.blob("-8,-4! -4.6,-4! 0,-12! 4.6,-4! 8,-4! 4.6,1! -4.6,1!", WHITE)
    boat.thread("-4.6,-4 0,-2.6 4.6,-4", HAIR)
    boat.tint("0,-11! 3.6,-4.2! 0,-3!", "#dfe6ea")


def buoy(brush: Brush, tube: Tube) -> None:
    """A lifebuoy, pulled on with some effort."""
    ring = "25,51 26.4,38 32,33.6 37.6,38 39,51 37.6,64 32,68.4 26.4,64"
    brush.blob(ring, RED, THICK)
    for y, rise in ((38.6, -1), (62.4, 1)):
        brush.blob(
            f"25.8,{y + 2.6}! 27.2,{y - 2.6}! 32,{y - 2.6 + rise} 36.8,{y - 2.6}! 38.2,{y + 2.6}! 32,{y + 2.6 + rise}",
            WHITE,
            FINE - 0.1,
        )
    brush.blob("25.1,54! 24.9,48! 32,47.4 39.1,48! 38.9,54! 32,54.6", WHITE, FINE - 0.1)
    brush.thread("27.6,41.4 26.8,50 27.6,60", 0.9, "#f4897c")


def octopus(brush: Brush, tube: Tube) -> None:
    """Somebody came aboard at the last port, and is fond of him."""
    pink = "#e0708f"
    arms = ("24,31 17,34 14,42 17,50 22,48", "27,33 23,41 25,51 21,58 17,57")
    for arm in (*arms, "36,33 40,42 37,52 41,60 46,58", "39,31 47,35 49,44 45,52 41,49"):
        brush.limb(arm, 3.6, pink, 0.6)
    brush.blob("23,35 21.6,24 25,14 32,11 39,14 42,24 40,35 31.5,38.6", pink, THICK)
    brush.dots([(36.6, 16.6), (38.4, 20.6), (34.6, 13.8)], 0.8, "#c2517a")
    eyes(brush, Eye(35.4, 25, 2.9), Eye(28, 25, 2.9, -1), "glad", pink)
    brush.thread("28.6,30.4 31.6,32.4 34.8,30.4", 0.6)
    blush(brush, 25.6, 29.6, 1.7, "#c2406a")
    blush(brush, 38, 29.6, 1.7, "#c2406a")
    brush.dots(
        [(15.9, 38.6), (15.6, 42.4), (24.6, 45.6), (24.6, 49.6), (38.2, 47.6), (38.2, 51.6), (47.4, 40.4), (47.4, 44)],
        0.55,
        CREAM,
    )


def signals(brush: Brush, tube: Tube) -> None:
    """The washing, hung out as signal flags."""
    brush.stroke("13,37 13.4,17", 1.3)
    brush.stroke("51,37 50.4,17", 1.3)
    brush.dots([(13.4, 16.6), (50.4, 16.6)], 1.2)
    brush.stroke("13.4,18.4 24,21.6 32,22.4 40,21.6 50.4,18.4", 0.5)
    sock = "0,0! 4,0! 4,6 3.4,9.4 -1.6,9.8 -3.4,8 -2.4,6.2 -0.2,5.6"
    item = brush.frame(18.6, 20.4, 4)
    item.blob(sock, RED)
    item.thread("0.2,2.4 3.8,2.4|0.2,4.4 3.8,4.4", 0.8, WHITE)
    shorts = brush.frame(27.6, 22)
    shorts.blob("-2,0! 8.6,0.2! 9.6,8.6! 4.6,9! 3.4,4.4! 2,9! -3,8.4!", WHITE)
    shorts.dots([(0, 3), (6.4, 2.6), (-0.6, 6.2), (7.4, 6.2)], 0.7, RED)
    last = brush.frame(43, 20.9, -6)
    last.blob(sock, GOLD)
    last.thread("1,7.6 2.4,6.4", 0.5)
    brush.thread("17.4,20 17.4,18.6|26,22.4 26,20.8|36,22.6 36,21|44,21.6 44,19.8", 0.6)


def porthole(brush: Brush, tube: Tube) -> None:
    """A window in the jersey; the tenant is in."""
    brush.blob(oval(32, 47.8, 11.4), GOLD, THICK)
    brush.blob(oval(32, 47.8, 8.8), "#7fc6d6", FINE)
    cat(brush.frame(32, 52.4, 0, 0.82), "#55506b")
    brush.thread("24,51.2 27,55.4 32,56.8 37,55.4 40,51.2", 0.7)
    brush.dots(
        [(32, 37.7), (21.9, 47.8), (42.1, 47.8), (32, 57.9), (24.9, 40.7), (39.1, 40.7), (24.9, 54.9), (39.1, 54.9)],
        0.55,
    )


def angler(brush: Brush, tube: Tube) -> None:
    """A cat fishes off the side, and something has bitten."""
    cat_fur = "#f0a54a"
    brush.blob("36.4,37.4! 36.6,30 42,25.6 48,28 49.4,37.4!", cat_fur)
    brush.stroke("49,35 53,33 53.4,28 51.4,26", 1.6)
    cat(brush.frame(40.6, 26, 0, 0.78), cat_fur, WHITE)
    brush.thread("44.6,28.6 48,29|45,31.4 48.6,32", 0.7, "#b5562b")
    brush.stroke("41,32.6 30,25 19.4,16.4", 0.95)
    brush.thread("19.4,16.4 16.6,30 17,58", 0.4)
    brush.blob("36,31.4 38,29.8 41.6,31 40,34", cat_fur, FINE - 0.1)
    fish(brush.frame(17, 63.6, 84, 0.85), "#7fb3c8")


BODIES = (
    Body(tattoo, MARCH),
    Body(gulls),
    Body(pond, STROLL, back=((31.5, 17, 5.4),), belly=((31.5, 18, 3.4),)),
    Body(buoy, TROT),
    Body(octopus),
    Body(signals, STROLL),
    Body(porthole, PAIR),
    Body(angler, (Leg(30, 2, 0, True), Leg(46, 0, 0, True), Leg(26, -1), Leg(40))),
)
