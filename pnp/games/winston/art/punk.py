"""The punk: leather, tartan and steel outside, custard inside."""

from __future__ import annotations

from .brush import FINE, HAIR, THICK, Brush
from .critters import bird, cup, mouse
from .curve import box, fan, oval
from .face import Eye, blush, eye, heart, maw, nose, tear
from .legs import MARCH, PAIR, STAND, STROLL, TROT, Leg
from .palette import CREAM, GOLD, GROUND, INK, LOOKS, RED, WHITE
from .part import FORE, Body, Head
from .tube import Tube

LOOK = LOOKS["punk"]
LIME, STEEL, PINK = "#b9dc3e", "#d9dce4", "#f27ba0"
NEAR, FAR = Eye(-5, -4, 2.5), Eye(-11.4, -5.6, 2.2, -1)
SKULL = "10,9 12,-1 7,-9.6 -1,-11.6 -9,-9.4 -17,-4.6 -23.4,0.6 -26,4.8 -23.4,8.6 -16,10.4 -8,12 -1,14"


def choker(brush: Brush) -> None:
    """A spiked collar and a chain with a padlock."""
    brush = brush.thick(FINE)
    for x, y, turn in ((20, 44.6, 200), (26, 47.4, 190), (33, 48, 178), (40, 45.6, 160), (45.6, 41.4, 146)):
        brush.frame(x, y, turn).blob("-2,0! 0,-5! 2,0!", STEEL)
    brush.blob("19,37 33,42.4! 46,33 50,37.4! 44,44.4 34,48.4 24,47.6 16.6,43", RED, FINE + 0.15)
    brush.disc(22.4, 52.6, 2.2, GOLD, 2.6)
    brush.dot(22.4, 52.8, 0.6)


def mohawk(brush: Brush, fill: str = LIME) -> None:
    """A crest from the brow to the nape."""
    brush.blob(
        "-9,-9! -13,-16.4! -7.4,-14! -8.4,-21! -3,-16.4! -1,-24! 3,-17! "
        "8,-23! 9,-15.4! 15.6,-18.6! 13.4,-10.4! 19,-9.6! 13.6,-4! "
        "17.4,0.6! 11.6,2! 9,-6 2,-10.6 -4,-11.2",
        fill,
        THICK - 0.15,
    )
    brush.thread("-6.4,-12 -7,-15|0,-13 0,-18|6,-11.6 7.4,-16.4|10.4,-7.6 13.4,-11|12,-2.4 14,-3", 0.5, "#86a81f")


def face(brush: Brush, mood: str, look: tuple[float, float] = (-0.4, 0.1)) -> None:
    """An egg of a head, a patch round the eye, a ring in the nose."""
    brush = brush.thick(THICK)
    mohawk(brush)
    brush.blob("-3.4,-9.6! -4.4,-17.4! 2,-11.4!", LOOK.coat)
    brush.blob(SKULL, LOOK.coat)
    brush.tint("-9.6,-3 -7,-8.6 -2,-8.8 1,-4.6 -1,0.6 -6,1.4", LOOK.shade)
    eye(brush, FAR, mood, LOOK.coat, look)
    eye(brush, NEAR, mood, LOOK.coat if brush.pen.low else LOOK.shade, look)
    nose(brush, -25.2, 3.4, 2.6, 40)
    brush.thick(0.5).stroke("-24.4,5.6 -26.6,7.6 -24.6,9.2 -23,7.4", 0.7, "#8d93a3")
    brush.blob("1.6,-9.4! 4.4,-17.6! 9,-7.4!", LOOK.coat)
    brush.tint("3.4,-9.8! 4.8,-14.6! 7,-8.6!", "#f4a6a8")
    brush.dots([(6.6, -11.4), (7.4, -9.2)], 0.55, "#8d93a3")


def howl(brush: Brush) -> None:
    """One, two, three, and the rest is noise."""
    choker(brush)
    head = brush.frame(36, 28.6, 8)
    face(head, "cross")
    maw(
        head,
        "-21,8.4 -13,8.4 -6.6,5.4 -7,13 -11,18.4 -17,16.4",
        FINE + 0.15,
        "-15.4,16 -12.6,12.6 -9.4,13.6 -11.4,17.4",
    )
    head.cover("-19,9.2! -17.8,12! -16.4,9.4!", WHITE)
    head.cover("-10.4,8.2! -9.4,11.4! -7.8,7!", WHITE)


def microphone(brush: Brush) -> None:
    """Held in the far paw."""
    brush.thick(THICK - 0.1).limb("23,58 15,56.6 12,52", 4.6, "#dcc4bd", 0.7)
    mike = brush.frame(11.6, 51.6, 16).thick(FINE)
    mike.blob("-1.3,2! -1.8,-6! 1.8,-6! 1.3,2!", INK)
    mike.disc(0, -8, 3, STEEL)
    mike.thread("-2.4,-9 2.4,-7|-2,-6.4 2,-9.8", 0.4)


def gum(brush: Brush) -> None:
    """Bored, and good at it."""
    choker(brush)
    head = brush.frame(36.4, 27.6, -2)
    face(head, "half", (-0.3, 0.3))
    head.stroke("-19,9 -13,8.8 -9,6.6", FINE)
    head.thick(FINE + 0.1).disc(-24.6, 13, 5.6, PINK)
    head.thread("-27.6,11 -26.2,9.4", 0.7, WHITE)
    brush.thread("5,30 3.6,28|4.6,48 3.4,50", 0.5)


def tender(brush: Brush) -> None:
    """Nobody move. It likes him."""
    choker(brush)
    head = brush.frame(36.4, 28.6, -4)
    face(head, "sad", (-0.7, 0))
    head.stroke("-20,8.6 -14,9.4 -10,7.6 -8.4,5", FINE)
    blush(head, -8.4, 5.4, 2.4)
    tear(head, -5.6, 2, 1)
    fly = head.frame(-21.4, -3.4, -8).thick(FINE - 0.05)
    fly.blob("0,0! -6.4,-7 -7.4,-2 -4,0.6", "#6fb7e0")
    fly.blob("0,0! 5.6,-8 7.6,-3 4,0.8", "#6fb7e0")
    fly.stroke("-0.4,2 0.4,-3.4", 1.2)
    fly.thread("0.4,-3.4 -1.4,-6|0.4,-3.4 2,-6", 0.4)
    fly.dots([(-5, -3), (5.2, -3.6)], 0.8, CREAM)
    heart(brush, 19, 17, 0.6, -12)


HEADS = (
    Head(howl, (Leg(33),), microphone),
    Head(gum, FORE),
    Head(tender, (Leg(27, 0, 0, True), Leg(32, -1))),
)


def badges(brush: Brush, tube: Tube) -> None:
    """Opinions, and a safety pin to hold them together."""
    brush.disc(20, 44.6, 5.4, WHITE)
    heart(brush, 20, 44.6, 1)
    brush.disc(33, 43.4, 4.6, GOLD)
    brush.dots([(31.4, 42.4), (34.6, 42.4)], 0.65)
    brush.thread("30.8,45 32,45.9 34.2,45.9 35.2,45", 0.55)
    brush.disc(44.6, 44.8, 5.2, LIME)
    spot = brush.frame(44.6, 44.4, 0, 0.95)
    spot.cover(oval(0, 1.3, 2.2, 1.8), INK)
    spot.dots([(-2.7, -0.8), (-1, -2.3), (1, -2.3), (2.7, -0.8)], 0.85)
    pin = brush.frame(31, 61, -8)
    pin.stroke("-11,0 9,0 12,-1.6 11.4,-4.6 8.4,-4.2 -9,-2.4", 1.5)
    pin.stroke("-11,0 9,0 12,-1.6 11.4,-4.6 8.4,-4.2 -9,-2.4", 0.7, STEEL)
    pin.blob("-12.4,0.8 -12.6,-3 -8.6,-3.4 -8.4,0.6", STEEL, FINE - 0.05)


def guitar(brush: Brush, tube: Tube) -> None:
    """Knows one chord, and plays it."""
    rat = brush.frame(33, 37, 0, 1.9)
    mouse(rat, "#8b8696")
    rat.blob("-0.6,-11! -2.4,-14! 0,-13! 0.4,-16! 2,-13.2! 4,-15! 3.4,-11.4!", PINK, FINE - 0.1)
    axe = rat.frame(-0.4, -2.9, 16, 1.1).thick(FINE - 0.05)
    axe.stroke("-2,-0.4 -11,-0.6", 1.1)
    axe.blob("-3.6,-0.7! 3.4,-2.6! 1.8,-0.1! 3.8,2.4! -3.6,0.6!", RED)
    axe.thread("-10.6,-0.6 1,-0.1", 0.35, CREAM)
    axe.blob(box(-13, -1.5, 2.4, 2), INK)
    rat.limb("2.2,-4.6 2.4,-2 0.4,-2.4", 0.8, "#8b8696", 0.35)
    rat.cover("-3.8,-8.8! 0.4,-9.2! 0,-7.2! -1.6,-7.4! -2,-8! -3.4,-7.4!", INK)
    brush.blob(fan(48, 22, 4.6, 2, 7), GOLD, FINE - 0.1)


def boombox(brush: Brush, tube: Tube) -> None:
    """Portable, if you are a dog of twelve yards."""
    place = brush.frame(32, 37.2)
    place.stroke("-10,-16 -10,-20.4 10,-20.4 10,-16", 1.3)
    place.blob(box(-16.6, -16, 33.2, 16), "#8d93a3", FINE + 0.15)
    for x in (-10.4, 10.4):
        place.disc(x, -6.8, 4.8, STEEL)
        place.disc(x, -6.8, 2.2, INK)
    place.blob(box(-4.4, -10, 8.8, 6), CREAM, FINE - 0.1)
    place.dots([(-1.8, -7), (1.8, -7)], 1)
    place.thread("-14,-13.4 -6,-13.4", 0.7, CREAM)
    place.dots([(-2.4, -13.4), (0, -13.4), (2.4, -13.4), (6, -13.4), (9, -13.4), (12, -13.4)], 0.7, RED)
    for x, y, turn in ((46, 9, 12), (20, 11, -10)):
        note = brush.frame(x, y, turn, 1.15)
        note.cover(oval(0, 0, 1.7, 1.2, -20), INK)
        note.thread("1.5,-0.2 1.5,-5.6 5.4,-6.4 5.4,-1.2", 0.65)
        note.cover(oval(3.9, -1, 1.7, 1.2, -20), INK)


def pigeons(brush: Brush, tube: Tube) -> None:
    """The fan club meets at noon."""
    first = brush.frame(21, 37, 0, 1.25, True)
    bird(first, "#8b93a7", "#6d7489", "#e9b08a")
    first.blob(
        "-6,-13.4! -6.6,-17.6! -4.2,-15.6! -2.6,-19! -1.2,-15.4! 1.6,-16.6! -0.4,-12.4! -3,-14.8", LIME, FINE - 0.1
    )
    second = brush.frame(46, 37, 0, 0.95)
    bird(second, "#c9b8c4", "#a08d9c", "#e9b08a")
    second.blob(
        "-6,-13.4! -6.6,-17.6! -4.2,-15.6! -2.6,-19! -1.2,-15.4! 1.6,-16.6! -0.4,-12.4! -3,-14.8", PINK, FINE - 0.1
    )


def knitting(brush: Brush, tube: Tube) -> None:
    """For the drummer. It is cold, at the back."""
    wool = "#c94773"
    brush.blob("24,29.4! 44,29.4! 44.6,45 44,59.6! 24.6,60! 23.6,45", PINK, FINE + 0.1)
    rows = "|".join(
        f"25,{y} 27.4,{y + 1.2} 30,{y} 32.6,{y + 1.2} 35.2,{y} 37.8,{y + 1.2} 40.4,{y} 43,{y + 1.2}"
        for y in range(34, 58, 4)
    )
    brush.thread(rows, 0.5, wool)
    brush.thread(
        "26,60 25.6,62.6|29.6,60 29.6,62.8|33.2,60 33.2,62.6|36.8,60 37,62.8|40.4,59.8 40.6,62.6|43.4,59.6 43.8,62.2",
        0.7,
        wool,
    )
    heart(brush, 34, 46, 1.1, 0, CREAM)
    for x, y, turn in ((40, 31, 62), (28, 31, -58)):
        pin = brush.frame(x, y, turn)
        pin.limb("0,8 0,-13", 0.8, STEEL, 0.4)
        pin.disc(0, -13.6, 1.7, RED)
    brush.stroke("43.6,31 50,33.6 52,30 53,33", 0.7, wool)
    brush.disc(53, 33, 4, PINK)
    brush.thread("49.8,31.6 53,33.4 56.2,31.4|50.4,35.4 53.4,33 55,36|52,29.4 53.6,32 52,36.6", 0.45, wool)


def patch(brush: Brush, tube: Tube) -> None:
    """Torn by a lamp post. The lamp post started it."""
    cloth = brush.frame(32, 46.4, 5)
    cloth.blob("-10.6,-8.4! 10,-9! 10.8,8.4! -10,9!", CREAM, FINE + 0.1)
    for turn in (-35, 35):
        bar = cloth.frame(0, 3.4, turn, 0.95).thick(HAIR)
        bar.blob(
            "-5,-1 -6.4,-2.7 -8.4,-1.7 -7.6,0 -8.4,1.7 -6.4,2.7 -5,1 5,1 6.4,2.7 8.4,1.7 7.6,0 8.4,-1.7 6.4,-2.7 5,-1",
            WHITE,
        )
    skull = cloth.frame(0, -1.6)
    skull.blob("-4.6,-1 -3.6,-4.6 0,-5.6 3.6,-4.6 4.6,-1 3,1.4 2,3.6 -2,3.6 -3,1.4", WHITE, FINE - 0.05)
    skull.blob("-4.4,-3 -6.6,-5.6! -5.4,0", WHITE, FINE - 0.1)
    skull.blob("4.4,-3 6.6,-5.6! 5.4,0", WHITE, FINE - 0.1)
    skull.dots([(-1.8, -1.6), (1.8, -1.6)], 1.1)
    skull.dot(0, 1, 0.7)
    brush.thread(
        "19.6,38.6 23,40|19.4,43 22.6,43.6|19.4,49 22.6,49|20,53.6 "
        "23,52.6|41,38.6 44.4,37.6|41.6,43 45,42.6|42,49 45.4,49.4|42,53 45,54.4",
        0.6,
        STEEL,
    )


def concert(brush: Brush, tube: Tube) -> None:
    """The flea circus has lost its plug, and found its heart."""
    tent = brush.frame(31, 37.2)
    tent.stroke("0,-29 0,-33.6", 0.7)
    tent.blob("0.2,-33.6! 6.6,-32 0.2,-30.2!", LIME, FINE - 0.1)
    tent.blob("-15.6,0.2! -14.6,-17! 14.6,-17! 15.6,0.2!", CREAM, FINE + 0.15)
    for side in (-1, 1):
        tent.tint(f"{side * 14.2},-17! {side * 11.6},-17! {side * 12},-0.2! {side * 15},-0.2!", RED)
    tent.blob("-11,0! -10.8,-10 -7,-17! 7,-17! 10.8,-10 11,0!", "#2b2440", FINE)
    tent.tint("-2,-16! 2,-16! 9.4,0! -9.4,0!", "#ffe9a3")
    tent.blob(box(-11, -1.8, 22, 2), "#8a3b24", FINE - 0.1)
    _flea(tent.frame(0, -1.8))
    tent.blob(
        "0,-29.4! 5.4,-24.4 17.4,-18.4! 17,-16 15,-14.4 12.4,-16.4! 10,-14.4 7.4,-14.6 5,-16.6! 2.4,-14.6 -2.4,-14.6 "
        "-5,-16.6! -7.4,-14.6 -10,-14.4 -12.4,-16.4! -15,-14.4 -17,-16 -17.4,-18.4! -5.4,-24.4",
        RED,
        THICK - 0.15,
    )
    tent.tints([f"0,-28.8! {x * 2.4},-22 {x * 5},-17! {x * 12.4},-16.8! {x * 8},-21.6" for x in (-1, 1)], CREAM)
    tent.shadow(["0,-28.8! 5.4,-23.8 17,-18.2! 16.6,-16.2 15,-15 12.6,-16.8! 8,-21.6"], 0.16)
    for x, y in ((-12.4, 0.6), (-6.6, 1.4), (0, 0.9), (6.2, 1.5), (12.2, 0.7)):
        tent.thread(f"{x - 0.5},{y - 1} {x - 1.4},{y - 3}|{x + 0.5},{y - 1} {x + 1.5},{y - 3}", 0.5)
        tent.disc(x, y, 1.7, "#6b3d2b")
    brush.limb("46,37 51,39.4 52.6,45 48.6,48.4 50,53", 0.7, "#c9ccd6", 0.35)
    plug = brush.frame(50.4, 54.6, 8)
    plug.thread("-0.9,3 -0.9,5.4|0.9,3 0.9,5.4", 0.7, STEEL)
    plug.blob("-2,-1.6 2,-1.6 2.4,3! -2.4,3!", CREAM, FINE - 0.05)


def _flea(brush: Brush) -> None:
    """A flea with a crest and an acoustic guitar, 12 high, on the origin."""
    for leg in ("-1.6,-2 -3.4,-1.4 -3,0 -4.2,0", "1.4,-2 3.2,-1.4 2.8,0 1.6,0"):
        brush.stroke(leg, 0.75, taper=False)
    brush.blob("-1.8,-8.8! -3.4,-12! -1.2,-10.6! -0.6,-13! 0.8,-10.6! 2.4,-12.2! 1.8,-8.8!", LIME, FINE - 0.15)
    brush.blob(oval(0, -3.6, 2.8, 2.6), "#a8643c", FINE - 0.05)
    brush.blob(oval(0, -7.4, 3.1, 2.7), "#a8643c", FINE - 0.05)
    for x in (-1.3, 1.3):
        brush.thick(0.3).disc(x, -7.8, 1.05, WHITE)
        brush.dot(x - 0.2, -7.7, 0.5)
    brush.thread("-1.2,-6 0,-5.4 1.2,-6", 0.4)
    guitar = brush.frame(-0.4, -3, -16)
    guitar.stroke("1,0 7.6,0", 0.9)
    guitar.blob("2.6,0 1.6,1.7 0,1.4 -2,2.3 -3.9,0 -2,-2.3 0,-1.4 1.6,-1.7", GOLD, FINE - 0.1)
    guitar.dot(-0.2, 0, 0.75)
    guitar.blob(box(7, -0.8, 1.6, 1.6), "#8a3b24", HAIR)
    brush.stroke("-2.6,-4.8 -4,-3.2 -2,-2.4", 0.75, taper=False)
    brush.stroke("2.6,-5 4.8,-5.8 4.6,-4.4", 0.75, taper=False)


def board(brush: Brush, tube: Tube) -> None:
    """Faster than walking, and one need not look."""
    deck = brush.frame(32, GROUND)
    deck.blob("-21,-5.6 -18,-4 16,-4 17.6,-5.4 16.4,-2.4 14,-1.8 -17,-1.8 -19.4,-2.6", "#6fb7e0", FINE + 0.1)
    for x in (-12, 9.6):
        deck.disc(x, -0.6, 2, CREAM)
        deck.dot(x, -0.6, 0.6)
    cup(brush.frame(32, 37, 0, 1.5), WHITE)
    brush.thread("31,28 30,25.8 31.6,24 30.6,21.8|34,28.4 33.2,26.8 34.4,25.4", 0.55, WHITE)


BODIES = (
    Body(badges, STROLL),
    Body(guitar, STAND, gap=(20, 44)),
    Body(boombox, TROT, gap=(14, 50)),
    Body(pigeons, MARCH, gap=(14, 54)),
    Body(knitting, STAND, gap=(9, 58)),
    Body(patch, PAIR),
    Body(concert, STAND, gap=(12, 51)),
    Body(board, (Leg(26, 0, 4, True), Leg(42, 0, 4, True), Leg(20, 0, 4), Leg(36, 0, 4)), gap=(23, 41)),
)
