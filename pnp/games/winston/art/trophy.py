"""The two pieces: a golden bone, proud of it, and a small heap, sorry for it. About 24 × 24 mm round the origin."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.pen import Drawing, Pen

from .brush import FINE, HAIR, THICK, Brush
from .curve import fan, oval
from .face import Eye, blush, brow, eyes, tear
from .palette import CREAM, GOLD, INK, RED, WHITE

BONE = (
    "-3.6,5 -7.6,6.4 -7.4,10.4 -3.6,11.4 0,9.2 3.6,11.4 7.4,10.4 7.6,6.4 3.6,5 3.4,-5 "
    "7.6,-6.4 7.4,-10.4 3.6,-11.4 0,-9.2 -3.6,-11.4 -7.4,-10.4 -7.6,-6.4 -3.4,-5"
)
HEAP = (
    "-10,10.4 -11.6,6.6 -8.4,3.6 -8.8,-0.2 -5.6,-2.4 -4.6,-6 -0.8,-8 "
    "0.6,-11.6! 3.6,-8 3,-5.4 6,-3 6.4,0 9.4,3 11.4,6.8 10,10.4 0,11.2"
)
BROWN, DARK = "#a5683a", "#7d4a27"


def bone_front(brush: Brush) -> None:
    """Chest out, hands on hips, a laurel."""
    for arm in ("-3,1 -9.4,1.4 -5,5", "3,1 9.4,1.4 5,5"):
        brush.limb(arm, 0.9, GOLD, 0.45)
    brush.thick(THICK).blob(BONE, GOLD)
    brush.tint("-3,4.6 -3,-4.6 -6.6,-6.8 -6.6,-9.6 -4.4,-10 -4.6,-7.6 -1.4,-5 -1.4,4.6", "#ffe08a")
    eyes(brush, Eye(2, -4.4, 1.5), Eye(-2, -4.4, 1.5, -1), "half", GOLD, (0, 0.2))
    brow(brush, Eye(2, -4.4, 1.5), 0.8, -0.3, thick=0.8)
    brow(brush, Eye(-2, -4.4, 1.5), 1.4, -0.3, thick=0.8)
    brush.thread("-2,-0.8 0.4,0 2.4,-1.6", 0.6)
    brush.thick(HAIR).blob("-3.3,2.6! 3.3,2.6! 3.4,4.6! -3.4,4.6!", RED)
    medal = brush.frame(0, 5.8)
    medal.thick(0.4).blob(fan(0, 0, 2.5, 1.8, 9), CREAM)
    for x, y, r in ((-10, -8, 1.8), (10.4, -5, 1.4), (9.6, -10.4, 1)):
        brush.cover(fan(x, y, r, r * 0.3, 4), GOLD if not brush.pen.low else INK)


def bone_back(brush: Brush) -> None:
    """Gnawed, and it was a good day all the same."""
    brush.thick(THICK).blob(
        "-3.6,5 -7.6,6.4 -7.4,10.4 -3.6,11.4 0,9.2 3.6,11.4 7.4,10.4 7.6,6.4 3.6,5 3.6,2.4! 1.6,1.4 1.9,-0.2! 0.4,-1.4 "
        "1.9,-2.6! 2.2,-3.6 3.5,-4! 4.4,-5.4 7.6,-6.4 7.6,-9.6 6.2,-11.2! 4.6,-9.4 3.6,-10! 2.4,-8.4 1,-9.2! -1.4,-9.8 "
        "-3.6,-11.4 -7.4,-10.4 -7.6,-6.4 -3.4,-5",
        GOLD,
    )
    brush.tint("-3,4.6 -3,-4.6 -6.6,-6.8 -6.6,-9.6 -4.4,-10 -4.6,-7.6 -1.8,-5 -1.8,4.6", "#ffe08a")
    eyes(brush, Eye(1.2, -5.6, 1.3), Eye(-2, -5.6, 1.3, -1), "glad", GOLD)
    brush.thread("-2.2,-3.2 -1,-2.4 0.4,-3", 0.55)
    plaster = brush.frame(-0.6, 3.4, -28, 0.55).thick(HAIR)
    plaster.blob("-6,-2 6,-2 6.6,0 6,2 -6,2 -6.6,0", CREAM)
    brush.blob("6,0.6! 8,-0.6! 8.4,1.4!", GOLD, 0.4)
    brush.blob("9,-4.6! 11,-5! 10.6,-3!", GOLD, 0.4)
    brush.thread("-6.4,-1 -8.4,-1|-6.4,1.4 -8,2.6|-6.4,-3.4 -8,-4.6", 0.5)


def _heap(brush: Brush) -> None:
    brush.thick(THICK).blob(HEAP, BROWN)
    brush.tint("9,4 11,7 9.6,10 0,10.7 4,8.6 8,6.6", DARK)
    brush.thread("-8.2,3.8 -3,5.2 3,4.8|-5.4,-2.2 -1,-1.4 3,-2.2", 0.5, DARK)
    brush.thread("-3.2,-5.2 -1.4,-6.4|-7.4,1 -6.8,-0.4|-10,7.8 -9.4,6.4", 0.8, "#d39a63")


def poop_front(brush: Brush) -> None:
    """It did not mean to be here, and it knows you are looking."""
    _heap(brush)
    near, far = Eye(2.8, 1.4, 2), Eye(-2.8, 1.4, 2, -1)
    eyes(brush, near, far, "sad", BROWN, (-0.1, 0.4))
    blush(brush, -6.6, 5.4, 1.9, "#f0705c")
    blush(brush, 6.6, 5.4, 1.9, "#f0705c")
    brush.thread("-1.8,6.6 -0.8,5.9 0.2,6.6 1.2,5.9 2.2,6.6", 0.55)
    tear(brush, 8.6, -3.4, 1)
    brush.stroke("-6.2,1 -8.6,-3 -9.8,-11.4", 0.9)
    brush.blob("-9.9,-11.4! -7,-12 -3.6,-10.4! -3.4,-6.4! -6.4,-7.6 -9.2,-6.8!", WHITE, 0.5)


def poop_back(brush: Brush) -> None:
    """With company, which makes it worse."""
    _heap(brush)
    near, far = Eye(2.8, 1.4, 2), Eye(-2.8, 1.4, 2, -1)
    eyes(brush, near, far, "shut", BROWN)
    brush.stroke("-2.2,6.2 0,5.2 2.2,6.2", 0.6)
    blush(brush, -6.6, 4.6, 1.9, "#f0705c")
    blush(brush, 6.6, 4.6, 1.9, "#f0705c")
    for x, y, turn in ((-9.4, -4, -20), (8.4, -6.8, 24), (-4.4, -9.2, 8)):
        fly = brush.frame(x, y, turn)
        fly.thick(HAIR).blob("0,0 -2.6,-1.8 -2.8,0.2", "#e8f2f6")
        fly.thick(HAIR).blob("0,0 1,-2.8 2.4,-1.8", "#e8f2f6")
        fly.cover(oval(0, 0.4, 1.4, 0.95), INK)
    brush.thread("-11.2,-1 -12,-2.2 -11,-3|10.4,-3.6 11.6,-4.2 11,-5.6", 0.35)


def bone_icon(brush: Brush) -> None:
    """The bone, as small as a letter."""
    brush.frame(0, 0, 40).thick(1.7).blob(BONE, GOLD)


def poop_icon(brush: Brush) -> None:
    """The heap, as small as a letter."""
    brush.thick(1.7).blob(HEAP, BROWN)
    brush.dots([(-3.4, 1.6), (3.4, 1.6)], 2.4, WHITE)
    brush.dots([(-3, 2), (3, 2)], 1.2)
    brush.stroke("-2.6,7.4 0,6.2 2.6,7.4", 1.2)


def piece(draw: str, scale: float = 1) -> Drawing:
    """A piece by name; a scale of 4 fills the box of 100, for icons."""
    drawers = {
        "bone": bone_icon,
        "bone-proud": bone_front,
        "bone-gnawed": bone_back,
        "poop": poop_icon,
        "poop-sorry": poop_front,
        "poop-flies": poop_back,
    }

    def made(pen: Pen) -> Group:
        brush = Brush(pen, bold=scale).frame(0, 0, 0, scale)
        drawers[draw](brush)
        return brush.group()

    return made


def podium(pen: Pen) -> Group:
    """The first place, and two that nobody took: 29 mm wide, with the edge of the first at the origin; 10.6 high."""
    brush = Brush(pen).thick(FINE + 0.1)
    for left, top, fill in ((-14.2, 4, "#36459a"), (5.4, 4.8, "#4f9a6f")):
        brush.blob(f"{left},{top}! {left + 8.8},{top}! {left + 8.8},11! {left},11!", fill)
        brush.blob(
            f"{left - 0.3},{top - 0.6}! {left + 9},{top - 0.6}! {left + 9},{top + 1}! {left - 0.3},{top + 1}!", CREAM
        )
    brush.blob("-6.6,0! 6.6,0! 6.6,11! -6.6,11!", "#cf3d33")
    brush.blob("-7.6,-1! 7.6,-1! 7.6,1.4! -7.6,1.4!", CREAM)
    brush.thread("-1.8,4.2! 0.5,3! 0.5,8!|-1.6,8 2.4,8", 0.9, WHITE)
    brush.thread("-12,6.8 -10.8,5.9 -9.8,6.7 -10.4,7.8 -12,9! -9.6,9!", 0.7, WHITE)
    brush.thread("8.9,7.1 10,6.6 10.8,7.2 9.9,7.9 10.9,8.6 10,9.4 8.8,9", 0.65, WHITE)
    return brush.group()


def lawn(pen: Pen) -> Group:
    """A strip of lawn, 29 mm wide and 6 high, on the origin."""
    brush = Brush(pen).thick(FINE + 0.1)
    brush.blob("-14.4,1! -14.4,-3 -12,-5 -6,-5.8 0,-6 6,-5.8 12,-5 14.4,-3 14.4,1!", "#4f9a6f")
    brush.thread("-9,-1.2 -9.6,-2.6|-8,-1.2 -7.8,-2.8|3,-1.4 2.6,-2.8|4,-1.4 4.4,-2.8|10.4,-2 10,-3.2", 0.5, "#2f6b4c")
    return brush.group()


def tufts(pen: Pen) -> Group:
    """Grass in front of the lawn's guest, on the origin."""
    brush = Brush(pen).thick(FINE)
    for x in (-12, -8.4, 8.6, 12):
        brush.thread(f"{x - 1},0 {x - 1.6},-2.2|{x},0 {x},-3|{x + 1},0 {x + 1.7},-2", 0.6, "#2f6b4c")
    return brush.group()
