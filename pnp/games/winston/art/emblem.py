"""Winston himself: the long dog of the size cards, and the back of all cards, where his lead writes his name."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.pen import Drawing, Pen

from .brush import FINE, THICK, Brush
from .curve import box, oval
from .palette import CREAM, GOLD, LOOKS, RED
from .sailor import LOOK, skull

SEGMENT = 6.0
NAME = (
    "-3,-13 0,-16 3,-4 5.4,0 8,-3 10,-11 12,-3 15,0 18,-4 20,-14 21.6,-16.6 "
    "22.6,-13 24,-8 24.4,-2 26.6,0 29,-3 31,-9.4! 31.2,0! 32.6,-6 36,-9.8 "
    "38.6,-6.6 38.8,-1.6 41,0 44,-3.4 47.4,-10.6 49,-5.4 47.4,-0.4 "
    "43.8,-0.6 47.6,0.4 52,-4 55.4,-17 55.2,-4 57.6,0 60.4,-3 "
    "64,-9.4 61.4,-4 63.6,0 67.4,-3.2 66.8,-8.8 64.4,-9.4 69,-8 "
    "73.4,-9.6! 73.4,0! 75,-6 78.6,-9.8 81.2,-6.6 81.4,-1.6 83.8,0 88,-5"
)
TOES = ((-3.2, -1.0), (-1.2, -2.8), (1.2, -2.8), (3.2, -1.0))


def paws(brush: Brush, places: tuple[tuple[float, float, float], ...], colour: str, scale: float = 1) -> None:
    """Paw prints at (x, y, turn)."""
    for x, y, turn in places:
        place = brush.frame(x, y, turn, scale)
        place.tints([oval(0, 1.4, 2.6, 2.1)], colour)
        place.dots(TOES, 1.05, colour)


def long_dog(count: int, more: bool = False) -> Drawing:
    """A dog of that many bodies, each in another costume; `more` lets the last one run on."""

    def draw(pen: Pen) -> Group:
        brush = Brush(pen)
        size = count * SEGMENT
        brush = brush.frame(19.2 - (19.2 + size + (8 if more else 5)) / 2, 0)
        for i in range(count):
            for dx, fill in ((4.2, "#a8501f"), (2, LOOK.coat)):
                x = i * SEGMENT + dx
                brush.thick(FINE).blob(
                    f"{x - 1.3},3! {x - 1.2},7 {x - 2.8},8.4 {x - 2.6},9.4! {x + 1.2},9.4! {x + 1.4},3!", fill
                )
        end = size + (0.6 if more else 0)
        if not more:
            brush.limb(f"{size - 1},-2 {size + 3.4},-4 {size + 5},-9", 1.2, LOOK.coat, 0.5)
        tail = f"{end},-4! {end},4.6!" if more else f"{end},-4.4 {end + 1.6},0 {end},4.6"
        brush.thick(THICK - 0.1).blob(f"-1,-4.6! {tail} -3,4.6 -7,3 -8.2,0 -6,-4", LOOK.coat)
        for i, kind in enumerate(("sailor", "detective", "ballerina", "knight", "punk")[:count]):
            left = i * SEGMENT
            bands = [band for band in LOOKS[kind].bands if band[0] < 60]
            for top, bottom, colour in bands:
                y0, y1 = -4.6 + (top - 37) * 0.31, -4.6 + (min(bottom, 60) - 37) * 0.31
                brush.tint(box(left, y0, SEGMENT, y1 - y0), colour)
            if i:
                brush.thread(f"{left},-4.4 {left},4.6", 0.45)
        brush.stroke(f"-1,-4.6 {end},-4.6", 0.7, taper=False)
        brush.stroke(f"-2,4.6 {end},4.6", 0.7, taper=False)
        if more:
            for i in range(3):
                brush.dot(end + 2.2 + 2.4 * i, 0, 0.8, CREAM)
        head = brush.frame(-6, -5.4, 4, 0.5)
        skull(head.thick(0.5), "half", (-0.5, 0.2))
        brush.limb("-8.4,1 -5.2,2.4 -1.8,1.2", 1, RED, 0.35)
        return brush.group()

    return draw


def back(pen: Pen) -> Group:
    """The back of all cards, drawn at the size of a card: two runs of one dog, and his lead between them."""
    brush = Brush(pen).frame(-31.5, -44)
    paws(
        brush,
        (
            (10, 9, -30),
            (24, 7, 10),
            (40, 8, -12),
            (54, 10, 24),
            (9, 81, 12),
            (24, 82, -16),
            (40, 81, 20),
            (55, 80, -20),
        ),
        "#3f868a",
        0.72,
    )
    for x, y in ((26, 31), (38, 31), (15, 71), (27, 71), (39, 71)):
        for dx, fill in ((3.4, "#a8501f"), (0.0, LOOK.coat)):
            u = x + dx
            brush.thick(FINE + 0.1).blob(
                f"{u - 1.9},{y - 4}! {u - 1.8},{y + 2.4} {u - 4.2},{y + 4.2} "
                f"{u - 4},{y + 5.4}! {u + 1.8},{y + 5.4}! {u + 2},{y - 4}!",
                fill,
            )
    brush.limb("11,64 7,60.6 8.6,55", 1.8, LOOK.coat, 0.7)
    run = (
        "22,20 30,19.4 40,19 50,21.4 57,29 58.4,44 57.4,60 50,70.4 "
        "38,72.6 24,72.6 12,72 7.4,69.4 6.6,65.4 8.4,61.8 13,60.6 "
        "26,60.8 38,60.6 44,58 46.4,52 46.6,44 46.2,37 43,32.4 37,31 29,31.4 20,32"
    )
    brush.thick(THICK).blob(run, LOOK.coat)
    brush.thread("53.4,38 56,38.4|53.6,42 56.4,42|53.6,46 56.4,46|53.4,50 56,49.6", 0.5, "#9b4420")
    brush.limb("16.6,31.4 20.6,33.6 25.4,31", 1.7, RED, 0.5)
    skull(brush.frame(21, 21.6, 2, 0.66), "half", (-0.5, 0.1))
    brush.thick(0.5).disc(19.6, 34.2, 1.5, GOLD)
    rope = brush.frame(8.6, 50.6, -4, 0.42)
    rope.limb(f"23.4,-36 14,-28 -2,-26 -8,-18 {NAME}", 1.1, CREAM, 0.55)
    rope.limb("50,-11.6 61,-12.4", 1.1, CREAM, 0.55)
    paws(rope, ((25.4, -14, 12),), CREAM, 0.9)
    return brush.group()
