"""Koko: a small monkey in a fez and a waistcoat, with a large sense of mischief."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .curve import discs
from .laundry import bloomers, boxers
from .palette import GOLD, SCARLET, Wash
from .wash import black, green, limb, moved, tint

FUR = Wash("#a97c54", "#86603f")
SKIN = Wash("#f8dcbd", "#eab893")
SHAPE = (
    "M0,-27C15,-27 25,-17 26,-4C27,6 25,14 20,20C14,27 6,29 0,29"
    "C-6,29 -14,27 -20,20C-25,14 -27,6 -26,-4C-25,-17 -15,-27 0,-27Z"
)
MASK = (
    "M0,-11C4,-19 18,-19 19,-6C19,-1 17,3 18,8C24,14 19,27 0,27"
    "C-19,27 -24,14 -18,8C-17,3 -19,-1 -19,-6C-18,-19 -4,-19 0,-11Z"
)


def visage(pen: Pen, mood: str) -> list[BaseElement]:
    """The head: mood is "sly", "glee" or "calm"."""
    thin = pen.width * 0.8
    parts: list[BaseElement] = []
    for side in (-1, 1):
        parts.append(pen.circle(side * 28, 2, 10.4, pen.paint(FUR.flat)))
        parts.append(
            pen.path(
                (
                    f"M{side * 26},-4.6C{side * 34},-5 {side * 36},5 {side * 29},9"
                    f"C{side * 26},8 {side * 27},3 {side * 25},0Z"
                ),
                pen.paint(SKIN.deep, width=thin),
            )
        )
    parts += [
        pen.path(SHAPE, pen.paint(FUR.flat)),
        pen.path(
            "M12,-24C22,-19 26,-12 26,-4C27,6 25,14 20,20C16,25 11,27 8,28C19,18 21,-8 12,-24Z", tint(pen, FUR.deep)
        ),
        pen.path("M-5,-27q-1,-5 -5,-6q4,-1 6,2q0,-4 3,-6q0,5 1,8q2,-3 5,-3q-3,3 -3,6", pen.paint(FUR.flat)),
        pen.path(MASK, pen.paint(SKIN.flat)),
        pen.path("M17,3C17,6 18,8 18,8C24,14 19,27 0,27C12,25 17,16 12,8Z", tint(pen, SKIN.deep, 0.6)),
        pen.ellipse(-14, 12, 4, 2.8, tint(pen, "#ee8f83", 0.6)),
        pen.ellipse(14, 12, 4, 2.8, tint(pen, "#ee8f83", 0.6)),
        pen.path("M-3.4,7.4q1.4,-1.4 2.4,0.4M3.4,7.4q-1.4,-1.4 -2.4,0.4", pen.line()),
    ]
    look = {"sly": (2.4, 0.6), "glee": (0, -1), "calm": (-1.4, 0.8)}[mood]
    for side in (-1, 1):
        x = side * 9
        if mood == "glee" and side > 0:
            parts.append(pen.path("M3.6,-3Q9,-10 15,-3.6", pen.line(pen.width * 1.5)))
            continue
        parts.append(pen.ellipse(x, -4.6, 5.6, 6.6, pen.paint("#ffffff")))
        parts.append(pen.circle(x + look[0], -4 + look[1], 3.3, black(pen)))
        parts.append(
            pen.circle(x + look[0] + 1.1, -5.4 + look[1], 1.1, pen.paint("#ffffff", stroke="none", solid=True))
        )
        if mood == "sly":
            parts.append(pen.path(f"M{x - 6},-5.8A6,7 0 0 1 {x + 6},-5.8Z", pen.paint(SKIN.deep)))
    brow = (
        "M-16,-14Q-10,-18 -4,-12.6M16,-16Q10,-20 4.6,-15"
        if mood != "calm"
        else "M-15,-15Q-9,-18 -4,-15M15,-15Q9,-18 4,-15"
    )
    parts.append(pen.path(brow, pen.line(pen.width * 1.7)))
    if mood == "calm":
        parts.append(pen.path("M-10,15Q0,22 11,13.6M11,13.6q2,-0.4 3,-2", pen.line(pen.width * 1.2)))
    else:
        parts.append(pen.path("M-14,13Q0,18 14,13Q13,25 0,25Q-13,25 -14,13Z", pen.paint("#8d3b42", solid=True)))
        parts.append(
            pen.path(
                "M-13.4,13.4Q0,18 13.4,13.4Q13,17 11.6,18.6Q0,22 -11.6,18.6Q-13,17 -13.4,13.4Z",
                pen.paint("#ffffff", width=thin),
            )
        )
        parts.append(pen.path("M-6.6,16V20.4M0,16.6V21M6.6,16V20.4", pen.line(pen.width * 0.6)))
    fez = [
        pen.path("M-13,6L-9.6,-13Q0,-16 9.6,-13L13,6Q0,11 -13,6Z", pen.paint(SCARLET.flat)),
        pen.path("M3,-15Q7,-14.4 9.6,-13L13,6Q10,8 6.4,8.4Q6,-6 3,-15Z", tint(pen, SCARLET.deep)),
        pen.ellipse(0, -13, 9.6, 2.6, pen.paint(SCARLET.flat)),
        pen.path("M0,-13Q10,-18 15,-8", pen.line(pen.width * 1.2)),
        pen.path("M13,-9L17,-8.6L18.4,1L12.4,0.6Z", pen.paint(GOLD.flat)),
    ]
    parts.append(moved(pen, fez, 7, -30, 0.95, turn=14))
    return parts


def waistcoat(pen: Pen) -> list[BaseElement]:
    """Shoulders and the little waistcoat."""
    return [
        pen.path("M-24,60C-26,40 -18,27 0,27C18,27 26,40 24,60Z", pen.paint(FUR.flat)),
        pen.path("M-20,60C-22,44 -17,30 -9,28L0,44L9,28C17,30 22,44 20,60Z", pen.paint(SCARLET.flat)),
        pen.path("M-9,28L0,44L9,28Q0,33 -9,28Z", pen.paint(SKIN.flat)),
        pen.path("M-9,28L0,44L9,28", pen.line(pen.width * 2.2, GOLD.flat if not pen.low else None)),
        pen.path(discs([(0, 49.6), (0, 56)], 1.9), pen.paint(GOLD.flat, width=pen.width * 0.7)),
    ]


def koko_front(pen: Pen) -> Group:
    """Koko dangles his catch from a finger: look what was on the line."""
    pen = green(pen)
    tail = "M-20,60C-52,56 -56,26 -44,16C-36,10 -30,18 -35,23C-39,26 -42,22 -40,19"
    return pen.group(
        pen.path(tail, pen.line(8)),
        pen.path(tail, pen.line(5.6, FUR.flat if not pen.low else "#ffffff")),
        *limb(pen, "M2,46C34,54 54,10 37,-28", 8.4, FUR.flat),
        moved(pen, waistcoat(pen), -14, 2, 0.96),
        moved(pen, visage(pen, "glee"), -14, 6, 0.84, turn=-6),
        moved(pen, [bloomers(pen)], 29, -9, 0.47, turn=6),
        moved(pen, _fist(pen), 33, -31, 0.95, turn=-34),
        *limb(pen, "M32,-35L28,-26", 2.6, SKIN.flat),
        *limb(pen, "M-31,46C-40,56 -28,62 -22,50", 7.6, FUR.flat),
        moved(pen, _fist(pen), -21, 47, 0.8, turn=30),
        pen.path("M6,-36l2,-7M13,-33l6,-5", pen.line(pen.width * 1.3)),
    )


def _fist(pen: Pen) -> list[BaseElement]:
    return [
        pen.path("M-6,4C-8,-2 -5,-7 1,-7C7,-7 8,-2 6,2C4,6 -4,8 -6,4Z", pen.paint(SKIN.flat)),
        pen.path("M-1,-6.6V-1M3,-6V-1", pen.line(pen.width * 0.8)),
    ]


def koko_back(pen: Pen) -> Group:
    """Koko on the run, stockings flying, boxers for a scarf."""
    pen = green(pen)
    tail = "M-20,20C-44,22 -52,2 -44,-12C-38,-22 -26,-18 -30,-10C-33,-5 -39,-8 -37,-12"
    parts: list[BaseElement] = [
        pen.path("M-50,42H-36M-46,48H-26M-54,34H-44", pen.line(pen.width * 1.3)),
        pen.path(tail, pen.line(8)),
        pen.path(tail, pen.line(5.6, FUR.flat if not pen.low else "#ffffff")),
        moved(pen, [boxers(pen)], -26, -22, 0.36, turn=64),
        *limb(pen, "M12,10C28,4 34,14 44,8", 7.4, FUR.flat),
        moved(pen, _fist(pen), 45, 7, 0.9, turn=70),
        *limb(pen, "M-8,26C4,34 24,28 30,40L38,42", 8.4, FUR.flat),
        pen.path("M-14,6C-6,-4 18,-4 20,8C22,20 10,32 -6,32C-22,32 -22,14 -14,6Z", pen.paint(FUR.flat)),
        pen.path("M-14,6C-6,-4 18,-4 20,8C21,16 16,24 9,28C-4,24 -12,16 -17,10Z", pen.paint(SCARLET.flat)),
        pen.path("M9,28C-4,24 -12,16 -17,10", pen.line(pen.width * 2.2, GOLD.flat if not pen.low else None)),
        *limb(pen, "M-10,26C-20,34 -30,26 -40,32L-46,28", 8.4, FUR.flat),
        pen.path("M36,38Q46,38 50,44Q42,48 35,45ZM-42,27Q-48,20 -54,20Q-54,30 -46,33Z", pen.paint(SKIN.flat)),
        *limb(pen, "M-6,8C-18,2 -22,-4 -26,-6", 7.4, FUR.flat),
        moved(pen, visage(pen, "sly"), 17, -16, 0.82, turn=8),
    ]
    return pen.group(moved(pen, parts, 1, 1, 0.93))


def koko_icon(pen: Pen) -> Group:
    """Koko's head."""
    pen = green(pen, 2)
    return pen.group(moved(pen, visage(pen, "glee"), 0, 12, 1.22))
