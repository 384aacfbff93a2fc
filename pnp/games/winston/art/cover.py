"""The cover of the box: a dog so long that he leaves the picture twice and comes back, always after the same bone."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from . import astronaut, detective, knight, punk
from .brush import FINE, HAIR, THICK, Brush
from .critters import cat
from .curve import box, fan, oval
from .face import blush
from .legs import Leg, legs
from .palette import GOLD, GROUND, HEIGHT, INK, WHITE, WIDTH
from .part import Body, Head, front, length
from .sailor import LOOK, cap, collar, skull
from .trophy import BONE, BROWN, HEAP
from .tube import Tube

WIDE, HIGH = 92.0, 118.0
"""All that is painted; a box shows 72.5 × 97.5 of it."""
ROAD = 33.6
"""Where the nearest paws stand."""
SCALE = 0.68
"""How large the nearest of him is, compared with a card."""
JOIN = 20.8
"""Where his head's part ends and the next begins, right of the middle."""
LEATHER = "#8a4b2a"
TEAL, DUSK, GLOW = "#2f6f73", "#438b8a", "#8cc7b4"


def eager(brush: Brush) -> None:
    """Any moment now."""
    collar(brush)
    head = brush.frame(35, 26, 3)
    skull(head, "open", (-0.6, -0.1))
    head.stroke("-24.4,6 -18,7.4 -12,6.2 -9,3", FINE)
    head.blob("-21,7 -16.4,7.2 -16.6,11 -18.6,12.8 -20.6,11", "#ee8791", HAIR)
    blush(head, -9.6, 5.6, 1.8)
    cap(head)


def angler(brush: Brush, tube: Tube) -> None:
    """The one who does the steering."""
    fur = "#f0a54a"
    brush.blob("9.6,37.4! 10,29 15.6,24.6 22,27 23.6,37.4!", fur)
    brush.stroke("23,35 27.6,32 27.4,27 25,26", 1.6)
    cat(brush.frame(14.4, 25, 0, 0.82), fur, WHITE)
    brush.thread("18.8,28 22.4,28.6|19.2,31 22.8,31.8", 0.7, "#b5562b")
    brush.stroke("16,32.6 0,14 -24,5 -66,4", 1.1, taper=False)
    brush.blob("10.6,31.4 12.6,29.6 16.4,31 14.6,34.2", fur, FINE - 0.1)
    brush.thread("-66,4 -67.4,15 -67,26", 0.5)


WINSTON = Head(eager, (Leg(24, -3, 3, True, 10), Leg(33)))
SEAT = Body(angler, (Leg(15, 3, 0, True), Leg(8), Leg(48), Leg(41, 0, 0, True)))


def placed(pen: Pen, draw: Drawing, x: float, ground: float, scale: float) -> Group:
    """A card's drawing without its scene, with its left cut at `x` and its feet on the height `ground`."""
    y = ground - (GROUND - HEIGHT / 2) * scale
    return pen.group(draw(pen), transform=f"translate({x + WIDTH / 2 * scale:.2f} {y:.2f}) scale({scale:g})")


def hills(brush: Brush) -> None:
    """The evening, with a sun that has stayed up to see this."""
    left, top = -WIDE / 2, -HIGH / 2
    if not brush.pen.low:
        brush.cover(box(left, top, WIDE, HIGH), TEAL)
        square = [(left, top), (-left, top), (-left, -8.0), (left, -8.0)]
        brush.parts.extend(grain(brush.pen, square, "#37797c", every=4.4, length=1.6, width=0.32))
        brush.cover("-46,-20! -30,-24 -6,-21 18,-25 46,-20! 46,10! -46,10!", DUSK)
        brush.cover("-46,-13! -24,-16 0,-13.6 24,-17 46,-13! 46,10! -46,10!", GLOW)
    brush.cover(oval(-20, -13.4, 6.4), "#ffe6a0")
    for spot in ((24, -29), (-27, -33), (29, -41), (-12, -43)):
        brush.tint(fan(*spot, 0.9, 0.3, 4), "#ffe6a0")


def far(brush: Brush) -> None:
    """The end of him, two fields away, still wagging."""
    pen = brush.pen
    brush.blob("-48,-8! -30,-10.4 -8,-9 14,-11 48,-7.4! 48,20! -48,20!", "#6fae84", 0.3)
    for x, y, r in ((24.6, -14, 2.6), (28.6, -15.4, 3.4), (33, -13.6, 2.4)):
        brush.thick(0.3).stroke(f"{x},{y} {x},{y + r + 2.4}", 0.6)
        brush.thick(0.3).disc(x, y, r, "#4f9a6f")
    rump = brush.frame(-21, 0).thick(0.3)
    rump.limb("12.4,-12 16.4,-13.6 17.4,-17.6", 1, LOOK.coat, 0.3)
    for x in (4.6, 9):
        rump.blob(f"{x},-11! {x + 2},-11! {x + 2},-7.4 {x - 1.2},-7.4", LOOK.coat)
    rump.blob("-2,-14.5! 10,-14.6 13.6,-12.8 12.6,-9.6 -2,-9.7!", LOOK.coat)
    for i, (kind, part) in enumerate(
        (("punk", punk.BODIES[1]), ("punk", punk.BODIES[3]), ("detective", detective.BODIES[0]))
    ):
        brush.parts.append(placed(pen, length(kind, part), -53.2 + 10.71 * i, -7.6, 0.17))


def near(brush: Brush) -> None:
    """The middle of him, on the way from left to right, with passengers."""
    pen = brush.pen
    brush.blob("-48,4! -26,1.6 0,3.4 24,1.4 48,4! 48,40! -48,40!", "#4f9a6f", 0.4)
    for x, y in ((-30, 14), (-12, 17), (27, 16), (-22, 20), (31, 22)):
        brush.thread(
            f"{x - 1},{y} {x - 1.6},{y - 1.8}|{x},{y} {x},{y - 2.4}|{x + 1},{y} {x + 1.6},{y - 1.8}", 0.4, "#2f6b4c"
        )
    parts = (("knight", knight.BODIES[1]), ("detective", detective.BODIES[5]), ("astronaut", astronaut.BODIES[1]))
    for i, (kind, part) in enumerate((parts[2], *parts, parts[0])):
        left = -59.0 + 22.68 * i
        brush.shadow([oval(left + 12, 9.6, 11.4, 1.1)], 0.25)
        brush.parts.append(placed(pen, length(kind, part), left, 9, 0.36))


def fore(brush: Brush) -> None:
    """His head, where the story is."""
    pen, low = brush.pen, brush.pen.low
    brush.blob("-48,22! -28,19 -4,22.4 20,19.6 48,22! 48,44! -48,44!", "#3c7a55", 0.5)
    brush.cover(box(-WIDE / 2, ROAD, WIDE, HIGH / 2 - ROAD), "#f2b84b")
    if not low:
        square = [(-WIDE / 2, ROAD + 1), (WIDE / 2, ROAD + 1), (WIDE / 2, HIGH / 2), (-WIDE / 2, HIGH / 2)]
        brush.parts.extend(grain(pen, square, "#e5a63a", every=3.2, length=1.2, width=0.4, turn=0))
    brush.cover(box(-WIDE / 2, ROAD - 0.4, WIDE, 0.8), INK)
    heap = brush.frame(-24.4, 27.2, -6, 0.62).thick(FINE)
    heap.blob(HEAP, BROWN)
    heap.tint("9,4 11,7 9.6,10 0,10.7 4,8.6 8,6.6", "#7d4a27")
    for x in (-2.8, 2.8):
        heap.thick(0.3).disc(x, -0.6, 2.3, WHITE)
        heap.dot(x + 0.8, -0.8, 1.05)
    brush.blob(
        "-33,34! -33.6,30 -30.6,30.6 -30,27.6! -27.6,30.4 -25.4,28.8! -24,31 -20.6,28.4! -20.4,31 -17.4,31.4 -17,34!",
        "#2a5c40",
        FINE,
    )
    left = JOIN - WIDTH * SCALE
    brush.shadow([oval(left + 22, ROAD + 1.2, 12, 1.4), oval(left + 52, ROAD + 1.2, 14, 1.4)], 0.25)
    brush.parts.append(placed(pen, front("sailor", WINSTON), left, ROAD, SCALE))
    brush.parts.append(placed(pen, length("sailor", SEAT), JOIN, ROAD, SCALE))
    top = ROAD - 28.5
    strap = f"{JOIN - 3.2},{top}! {JOIN + 0.6},{top + 0.2}! {JOIN + 1.2},{top + 10} {JOIN + 0.6},{top + 20.3}! "
    brush.blob(strap + f"{JOIN - 3.2},{top + 20.5}! {JOIN - 2.8},{top + 10}", LEATHER, FINE)
    brush.blob(box(JOIN - 3.6, top + 8, 5.2, 4), GOLD, FINE)
    brush.cover(box(JOIN - 2.2, top + 9.1, 2.4, 1.8), LEATHER)
    prize = brush.frame(JOIN - 67 * SCALE, ROAD - (GROUND - 26) * SCALE + 4.4, 24, 0.5).thick(FINE)
    prize.blob(BONE, GOLD)
    prize.tint("-3,4.6 -3,-4.6 -6.6,-6.8 -6.6,-9.6 -4.4,-10 -4.6,-7.6 -1.4,-5 -1.4,4.6", "#ffe08a")


def cover(pen: Pen) -> Group:
    """The scene, 92 × 118 mm round the origin; the middle 72 × 97 are shown."""
    brush = Brush(pen)
    for draw in (hills, far, near, fore):
        draw(brush)
    return brush.group()


def rest(pen: Pen) -> Group:
    """What follows round the corner of the box, to the tail; the origin is that of the cover."""
    brush = Brush(pen).frame(-WIDTH / 2, -HEIGHT / 2)
    brush.thick(THICK).limb("72,43 80,42 87,37 88,30", 3, LOOK.coat, 0.8)
    brush.parts.append(length("sailor", SEAT)(pen))
    legs(brush, "sailor", (Leg(71, 2, 0, True), Leg(65)))
    brush.thick(THICK).blob("61,36.6! 68,36.8 75,40.6 77.6,49 75.4,59 68,64.6 61,65.2!", LOOK.coat)
    brush.shadow(["61,60.4! 69,60 76,54 75.4,59 68,64.6 61,65.2!"], 0.13)
    return placed(pen, lambda _: brush.group(), JOIN, ROAD, SCALE)
