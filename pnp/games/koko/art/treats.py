"""Bottle and coconut, tea and parasol."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .curve import discs
from .palette import BROWN, BUTTER, GOLD, LILAC, MINT, MOSS, PEACH, POWDER, ROSE, SCARLET, WHITE, Wash
from .wash import black, green, limb, moved, tint

GLASS = Wash("#8fb47c", "#688f58")
HUSK = Wash("#a37a52", "#7d583a")


def bottle(pen: Pen) -> Group:
    """A bottle with a paper label that says nothing."""
    pen = green(pen, 1.4)
    d = "M-7,-46H7V-24C7,-16 18,-14 18,-2V40Q18,46 12,46H-12Q-18,46 -18,40V-2C-18,-14 -7,-16 -7,-24Z"
    return pen.group(
        pen.path(d, pen.paint(GLASS.flat)),
        pen.path(
            "M3,-46H7V-24C7,-16 18,-14 18,-2V40Q18,46 12,46H6Q11,44 11,38V-2C11,-12 3,-16 3,-24Z", tint(pen, GLASS.deep)
        ),
        pen.path("M-14,-2V10M-4,-38V-24", pen.line(2.6, "#ffffff" if not pen.low else "none")),
        pen.path("M-8,-48H8V-38H-8Z", pen.paint(SCARLET.flat)),
        pen.path("M-18,6H18V34H-18Z", pen.paint(WHITE.flat)),
        pen.path("M-13,11H13V29H-13Z", pen.line(pen.width * 0.7)),
        pen.path(
            "M0,13.4L2.4,18L7.4,18.6L3.8,22L4.8,27L0,24.6L-4.8,27L-3.8,22L-7.4,18.6L-2.4,18Z",
            pen.paint(GOLD.flat, width=pen.width * 0.8),
        ),
    )


def bottle_front(pen: Pen) -> Group:
    """The bottle, and a small glass."""
    pen = green(pen, 1.4)
    cup = [
        pen.path("M-9,-10H9L6.6,10Q0,13 -6.6,10Z", pen.paint("#f3f8f4")),
        pen.path("M-8.2,-2H8.2L6.6,10Q0,13 -6.6,10Z", pen.paint(BUTTER.deep)),
    ]
    return pen.group(moved(pen, [bottle(pen)], -9, -1, 0.94, turn=-6), moved(pen, cup, 25, 31, 1.1))


def bottle_back(pen: Pen) -> Group:
    """The bottle lies down, empty; so would anyone."""
    pen = green(pen, 1.4)
    bubbles = [(31, -22, 4.2), (36, -32, 2.6), (23, -34, 3.2)]
    return pen.group(
        pen.ellipse(0, 30, 40, 6, tint(pen, "#8a9a63", 0.45)),
        moved(pen, [bottle(pen)], 0, 8, 0.92, turn=76),
        *(pen.circle(x, y, r, pen.paint("#e8f4f6")) for x, y, r in bubbles),
        pen.path("M-30,-24q4,-8 10,-2q-6,2 -4,8M-14,-34q3,-6 8,-2q-5,2 -3,7", pen.line(pen.width * 1.1)),
    )


def coconut(pen: Pen) -> Group:
    """A coconut, which seems to look back."""
    pen = green(pen, 1.4)
    hair = (
        "M-34,-8q6,4 8,10M-36,6q6,2 10,8M-30,20q6,0 10,6M-18,32q4,-4 10,-2M4,38"
        "q2,-6 8,-7M22,30q0,-6 6,-9M34,12q-4,-4 -2,-10M30,-16q-5,-1 -7,-6M-24,-24"
        "q4,0 7,4M-8,-35q2,3 6,3M14,-33q-1,4 2,7M-6,24q5,-2 9,1M14,20q3,-4 7,-3"
        "M-20,10q3,-3 7,-2"
    )
    return pen.group(
        pen.circle(0, 1, 39, pen.paint(HUSK.flat)),
        pen.path("M20,-33C40,-20 46,8 30,26C18,40 -4,44 -20,35C20,36 36,4 20,-33Z", tint(pen, HUSK.deep)),
        pen.path(hair, pen.line(pen.width * 0.8)),
        pen.ellipse(-11, -11, 5.4, 6.6, black(pen), turn=-10),
        pen.ellipse(10, -13, 5.4, 6.6, black(pen), turn=10),
        pen.ellipse(1, 5, 4.6, 6, black(pen)),
        pen.path("M-26,-18q5,-9 14,-12", pen.line(3, "#d8b48a" if not pen.low else "none")),
    )


def coconut_front(pen: Pen) -> Group:
    """The coconut with a leaf."""
    pen = green(pen, 1.4)
    leaf = (
        "M-40,-28C-24,-48 10,-50 34,-34C20,-36 14,-32 10,-34C8,-30 0,-30 -4,-33"
        "C-8,-28 -14,-28 -18,-30C-24,-24 -34,-24 -40,-28Z"
    )
    return pen.group(
        moved(pen, [coconut(pen)], 0, 6, 0.98),
        pen.path(leaf, pen.paint(MOSS.flat)),
        pen.path("M-38,-28C-20,-38 8,-42 32,-34.6", pen.line(pen.width * 0.8)),
    )


def coconut_back(pen: Pen) -> Group:
    """The coconut in flight."""
    pen = green(pen, 1.4)
    return pen.group(
        pen.path("M-43,22H-22M-48,8H-27M-44,-6H-28M-36,34H-16", pen.line(pen.width * 1.3)),
        moved(pen, [coconut(pen)], 12, 0, 0.82, turn=-24),
        pen.path("M36,-32l5,-7M43,-23l8,-4M27,-38l2,-8", pen.line(pen.width * 1.6)),
    )


def cup(pen: Pen) -> Group:
    """A steaming cup of tea on its saucer."""
    pen = green(pen, 1.4)
    return pen.group(
        pen.ellipse(0, 32, 42, 11, pen.paint(WHITE.flat)),
        pen.ellipse(0, 31, 28, 6, pen.paint(POWDER.flat, width=pen.width * 0.8)),
        pen.path("M24,2C44,-4 44,22 20,20", pen.line(8)),
        pen.path("M24,2C44,-4 44,22 20,20", pen.line(4.6, "#ffffff")),
        pen.path("M-28,-6H28C28,18 18,32 0,32C-18,32 -28,18 -28,-6Z", pen.paint(WHITE.flat)),
        pen.path("M12,-6H28C28,18 18,32 4,32C18,24 20,8 12,-6Z", tint(pen, WHITE.deep)),
        pen.ellipse(0, -6, 28, 7, pen.paint(WHITE.flat)),
        pen.ellipse(0, -5, 23, 4.8, pen.paint(BROWN.flat, width=pen.width * 0.8)),
        pen.path(discs([(-10, 12), (6, 15)], 4.4), pen.paint(ROSE.flat, width=pen.width * 0.8)),
        pen.path(
            "M-16,17q-5,-1 -6,-5q5,0 6,5ZM-3,18q3,4 0,7q-3,-3 0,-7ZM12,19q6,0 7,-4q-5,-1 -7,4Z",
            pen.paint(MOSS.flat, width=pen.width * 0.7),
        ),
        pen.path(
            "M-12,-16q-5,-6 0,-12q5,-6 0,-13M2,-16q-5,-7 0,-14q5,-7 0,-15M15,-16q-5,-6 0,-12q5,-6 0,-13",
            pen.line(pen.width * 1.1),
        ),
    )


def cover_front(pen: Pen) -> Group:
    """At tea: the cup, and a biscuit with a bite out of it."""
    pen = green(pen, 1.4)
    biscuit = [
        pen.path("M-11,0A11,11 0 1 1 4,10.4Q3,6 -1,7Q-1,2 -6,4Q-7,0 -11,0Z", pen.paint(PEACH.flat)),
        pen.path(discs([(-4, -5), (3, -6), (2, 0), (6, 3)], 1.2), black(pen, "#836043")),
    ]
    return pen.group(moved(pen, [cup(pen)], 1, 3, 0.92), moved(pen, biscuit, -28, 32, 0.9))


def cover_back(pen: Pen) -> Group:
    """A closed parasol and a hat on their peg: the guest has gone in."""
    pen = green(pen, 1.4)
    parts: list[BaseElement] = [
        *limb(pen, "M26,44L-26,-42", 2.2, BROWN.flat),
        *limb(pen, "M26,44C32,52 42,46 38,39", 2.2, BROWN.flat),
        pen.path(
            "M-23,-38C-20,-36 -2,-22 14,-2C20,6 21,16 20,24C12,25 6,22 0,14C-12,-2 -22,-26 -23,-38Z",
            pen.paint(ROSE.flat),
        ),
        pen.path("M-23,-38C-6,-16 8,6 20,24C16,8 8,-12 -23,-38Z", pen.paint(WHITE.flat)),
        pen.path("M-4,-4L11,-14L14,-9L0,2Z", pen.paint(LILAC.flat)),
        pen.ellipse(-16, 26, 27, 10.4, pen.paint(BUTTER.flat), turn=-8),
        pen.path("M-32,23C-33,6 -4,2 -2,18Q-16,28 -32,23Z", pen.paint(BUTTER.flat)),
        pen.path("M-32.4,18Q-16,22 -2.6,14L-2,19.4Q-16,28 -32,23.4Z", pen.paint(MINT.flat)),
        pen.path(discs([(-28, 17), (-22, 18.6), (-26, 22.6)], 3.2), pen.paint(SCARLET.flat, width=pen.width * 0.8)),
    ]
    return pen.group(moved(pen, parts, -1, -1, 0.92))
