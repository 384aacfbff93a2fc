"""Alfred: forty years of service, not one raised eyebrow; today makes two."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import star
from pnp.face.art.pen import Pen

from .palette import BUTTER, FAIR, GOLD, POWDER, ROSE, SILVER, WHITE, Wash
from .treats import coconut
from .wash import black, green, limb, moved, tint

TAILS = Wash("#5c6b78", "#3f4c59")
EGG = (
    "M0,-32C14,-32 20,-22 20,-8C20,4 19,14 15,22C11,30 5,33 0,33"
    "C-5,33 -11,30 -15,22C-19,14 -20,4 -20,-8C-20,-22 -14,-32 0,-32Z"
)


def visage(pen: Pen, stunned: bool) -> list[BaseElement]:
    """The long face: half-shut and dignified, or seeing stars."""
    parts: list[BaseElement] = []
    for side in (-1, 1):
        parts.append(pen.ellipse(side * 20, 2, 4.6, 7.4, pen.paint(FAIR.flat), turn=-10 * side))
        parts.append(pen.path(f"M{side * 20},0q{side * 2},2 0,5", pen.line(pen.width * 0.8)))
    tufts = "M-19,-14C-27,-15 -29,-4 -24,6C-21,8 -19,4 -19,0ZM19,-14C27,-15 29,-4 24,6C21,8 19,4 19,0Z"
    parts += [
        pen.path(EGG, pen.paint(FAIR.flat)),
        pen.path(
            "M9,-30C18,-26 20,-16 20,-8C20,4 19,14 15,22C12,28 8,31 5,32C15,16 17,-10 9,-30Z",
            tint(pen, FAIR.deep, 0.55),
        ),
        pen.path(tufts, pen.paint(SILVER.flat)),
        pen.path("M-26,-4q2,2 4,1M-25,1q2,1.6 4,0.6M26,-4q-2,2 -4,1M25,1q-2,1.6 -4,0.6", pen.line(pen.width * 0.7)),
        pen.path("M-9,-27q4,-3 9,-3", pen.line(pen.width * 1.4, "#ffffff" if not pen.low else "none")),
        pen.ellipse(-11, 8, 4.4, 3, tint(pen, "#ee8f83", 0.5)),
        pen.ellipse(11, 8, 4.4, 3, tint(pen, "#ee8f83", 0.5)),
    ]
    if stunned:
        for x in (-8.6, 8.6):
            parts.append(pen.circle(x, -5.4, 6.4, pen.paint("#ffffff")))
            parts.append(
                pen.path(
                    f"M{x},-5.4a1.4,1.4 0 0 1 2.4,1a2.8,2.8 0 0 1 -5,0.6a4,4 0 0 1 6.6,-4.2", pen.line(pen.width * 1.1)
                )
            )
        parts.append(pen.path("M-16,-17Q-9,-20 -4,-15M16,-15Q9,-20 4,-17", pen.line(pen.width * 2.2)))
        parts.append(pen.path("M-9,22q4.5,-5 9,0t9,-1", pen.line(pen.width * 1.3)))
        parts.append(pen.path("M1,22.4Q8,20 8,21C10,30 3,31 1,22.4Z", pen.paint("#e58a86")))
    else:
        for x in (-8.6, 8.6):
            parts.append(pen.ellipse(x, -5, 5.4, 4.6, pen.paint("#ffffff")))
            parts.append(pen.circle(x - 1.6, -3, 2.2, black(pen)))
            parts.append(pen.path(f"M{x - 5.8},-4.4A5.8,5.4 0 0 1 {x + 5.8},-4.4Z", pen.paint(FAIR.deep)))
            parts.append(pen.path(f"M{x - 4},1.6q4,2.4 8,0", pen.line(pen.width * 0.7)))
        parts.append(pen.path("M-15,-14Q-9,-17.4 -3.6,-14.6M15,-19Q9,-23 3.6,-17.6", pen.line(pen.width * 2.2)))
        parts.append(pen.path("M-8,22.4Q0,18.4 8,22.4M-3,27h6", pen.line(pen.width * 1.2)))
    parts.append(pen.path("M-2.4,-7C-2,2 -8,9 -6.6,13.6C-5,17 5,17 6.6,13.6C8,9 2,2 2.4,-7", pen.paint(FAIR.flat)))
    parts.append(pen.path("M2,0C4,5 8,9 6.6,13.6C5.6,16 2,16.4 0,16.2C4,12 3.6,6 2,0Z", tint(pen, FAIR.deep)))
    return parts


def livery(pen: Pen) -> list[BaseElement]:
    """Tailcoat, stiff shirt, striped waistcoat and bow tie."""
    return [
        pen.path("M-46,62C-46,36 -34,25 -12,22H12C34,25 46,36 46,62Z", pen.paint(TAILS.flat)),
        pen.path("M20,23.6C36,28 46,40 46,62H30C34,44 30,32 20,23.6Z", tint(pen, TAILS.deep)),
        pen.path("M-12,22L-15,62H15L12,22Z", pen.paint(WHITE.flat)),
        pen.path("M-13.6,46H13.6L15,62H-15Z", pen.paint(BUTTER.flat)),
        pen.path("M-9,46.6V62M-4.5,46.6V62M0,46.6V62M4.5,46.6V62M9,46.6V62", pen.line(pen.width * 0.8)),
        pen.path("M-12,22L-24,34L-16,38L-12,56M12,22L24,34L16,38L12,56", pen.paint(TAILS.flat)),
        pen.path("M-9,19L-12,29L0,31L12,29L9,19Z", pen.paint(WHITE.flat)),
        pen.path(
            "M0,30C-6,24 -13,25 -12,30C-13,36 -6,37 0,31C6,37 13,36 12,30C13,25 6,24 0,30Z",
            pen.paint(TAILS.deep, solid=True),
        ),
    ]


def alfred_front(pen: Pen) -> Group:
    """Alfred presents the tea, whatever happens behind him."""
    pen = green(pen)
    pot = [
        pen.path("M-9,8C-13,2 -10,-6 0,-6C10,-6 13,2 9,8Z", pen.paint(WHITE.flat)),
        pen.path("M-10,4C-16,4 -15,-5 -19,-6C-15,-9 -11,-4 -9.6,-1M10,-2C17,-5 17,7 9,5", pen.line(pen.width * 1.6)),
        pen.path("M-7,-5.4Q0,-10 7,-5.4ZM-1.6,-8.6a1.7,1.7 0 1 1 3.2,0Z", pen.paint(POWDER.flat)),
        pen.path("M-6,1q3,3 6,0t6,0", pen.line(pen.width * 0.9, ROSE.deep if not pen.low else None)),
        pen.path("M-17,-12q-3,-3 0,-6q3,-3 0,-6", pen.line(pen.width)),
    ]
    return pen.group(
        moved(pen, livery(pen), 6, 2),
        pen.path("M-9,44L-17,41L-16,49Z", pen.paint(ROSE.flat)),
        moved(pen, visage(pen, False), 10, -12, 0.96, turn=3),
        *limb(pen, "M-32,56C-48,50 -46,32 -36,25", 11, TAILS.flat),
        moved(pen, pot, -31, -2, 0.94),
        pen.ellipse(-32, 8, 18.6, 4.2, pen.paint(SILVER.flat)),
        pen.path("M-49,9Q-32,15.4 -15,9", pen.line(pen.width * 0.8)),
        *limb(pen, "M-38.6,27L-35,23.4", 10, WHITE.flat),
        moved(
            pen,
            [
                pen.path("M-40,17C-42,10 -36,8 -31,9C-26,9 -24,14 -26,18C-29,22 -38,22 -40,17Z", pen.paint(WHITE.flat)),
                pen.path("M-36,10V15M-31.6,9.6V15", pen.line(pen.width * 0.8)),
            ],
            0,
            3,
        ),
    )


def alfred_back(pen: Pen) -> Group:
    """Alfred and the coconut: a short intermission with stars."""
    pen = green(pen)
    stars = "".join(
        star(at, 6, 2.6, turn=-90 + t)
        for at, t in (((-34, -34), 0), ((-44, -12), 20), ((38, -32), 10), ((45, -8), -16))
    )
    parts: list[BaseElement] = [
        *livery(pen),
        moved(pen, visage(pen, True), 1, -8, 0.98, turn=-13),
        moved(
            pen,
            [pen.path("M-7,5C-9,-8 9,-8 7,5", pen.paint("#f2a892")), pen.path("M-3,-1.6l6,0M0,-4.6v6", pen.line())],
            -7,
            -40,
            1,
            turn=-14,
        ),
        moved(pen, [coconut(pen)], 14, -43, 0.26, turn=24),
        pen.path("M2,-46q3,-3 6,-2M26,-36q4,2 5,6", pen.line()),
        pen.path("M-42,-22C-24,-42 26,-44 42,-20", pen.line(pen.width * 0.8, GOLD.deep if not pen.low else None)),
        pen.path(stars, pen.paint(BUTTER.flat)),
        moved(
            pen,
            [
                pen.ellipse(0, 0, 21, 5.4, pen.paint(SILVER.flat)),
                pen.ellipse(0, -0.6, 16, 3.4, pen.line(pen.width * 0.7)),
            ],
            29,
            40,
            1,
            turn=-58,
        ),
    ]
    return pen.group(moved(pen, parts, 0, 4, 0.98))


def alfred_icon(pen: Pen) -> Group:
    """Alfred's head."""
    pen = green(pen, 2)
    bow = pen.path(
        "M0,40C-8,32 -17,33 -16,40C-17,48 -8,49 0,41C8,49 17,48 16,40C17,33 8,32 0,40Z",
        pen.paint(TAILS.deep, solid=True),
    )
    return pen.group(moved(pen, visage(pen, False), 0, -6, 1.24), bow)
