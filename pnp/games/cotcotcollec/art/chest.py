"""The treasure chest on every back: it cannot be shut any more, and somebody is inside."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, num, polyline, transform
from pnp.face.art.pen import PAPER, Pen

from .finery import ostrich
from .jewels import glint
from .palette import BURGUNDY, EMERALD, GOLD, INK, PEARL, RUBY, SAPPHIRE, WALNUT, Tone
from .stage import fine, tint


def coins(pen: Pen, places: list[Point]) -> list[BaseElement]:
    """Coins stamped with a hen's foot, lying about."""
    parts: list[BaseElement] = []
    for i, (x, y) in enumerate(places):
        parts.append(pen.ellipse(x, y, 6, 3.8, pen.paint((GOLD.flat, GOLD.light)[i % 2]), turn=(-16, 10, 24)[i % 3]))
        parts.append(
            pen.path(f"M{num(x - 2)},{num(y - 1)}l2,1.6l2,-1.6M{num(x)},{num(y - 1.6)}v3.2", fine(pen, 0.5).line())
        )
    return parts


def gem(pen: Pen, x: float, y: float, size: float, tone: Tone) -> list[BaseElement]:
    """A cut stone."""
    cut = [(-1, 0), (-0.5, -0.7), (0.5, -0.7), (1, 0), (0, 1)]
    outline = polyline(transform(cut, (x, y), scale=size))
    facets = polyline(transform([(-1, 0), (1, 0)], (x, y), scale=size), closed=False)
    facets += polyline(transform([(-0.4, 0), (0, 1), (0.4, 0)], (x, y), scale=size), closed=False)
    return [pen.path(outline, pen.paint(tone.flat)), pen.path(facets, fine(pen, 0.5).line())]


def lid(pen: Pen) -> list[BaseElement]:
    """The open lid, lined with quilted silk."""
    dome = "M-44,-6C-48,-32 -30,-46 0,-46C30,-46 48,-32 44,-6Z"
    lining = "M-37,-6C-40,-27 -25,-39 0,-39C25,-39 40,-27 37,-6Z"
    quilt = (
        "M-36,-20L-18,-36M-35,-8L-2,-39M-20,-6L16,-37M0,-6L29,-31M18,-6L37,-21M36,-20L18,-36M35,-8L2,-39"
        "M20,-6L-16,-37M0,-6L-29,-31M-18,-6L-37,-21"
    )
    return [
        pen.path(dome, pen.paint(WALNUT.flat)),
        pen.path("M-44,-6C-48,-32 -30,-46 0,-46C-22,-42 -41,-30 -39,-6Z", tint(pen, WALNUT.light)),
        pen.path("M-31,-39.5L-27,-33M31,-39.5L27,-33", pen.line(pen.width * 3.6)),
        pen.path("M-31,-39.5L-27,-33M31,-39.5L27,-33", pen.line(pen.width * 1.8, PAPER if pen.low else GOLD.flat)),
        pen.path(lining, pen.paint(BURGUNDY.light)),
        pen.path(quilt, pen.line(pen.width * 0.5, BURGUNDY.flat if not pen.low else None)),
        pen.path(
            "M-37,-6C-36,-18 -20,-27 4,-27C24,-27 37,-18 37,-6Z", pen.paint(INK, solid=not pen.low, stroke="none")
        ),
        pen.path(lining, pen.line()),
    ]


def lurker(pen: Pen) -> list[BaseElement]:
    """Two eyes in the dark under the lid."""
    almonds = "M0,-16C4,-22 11,-23 15,-20C14,-14 6,-12 0,-16ZM34,-16C30,-22 23,-23 19,-20C20,-14 28,-12 34,-16Z"
    lids = "M0,-16C4,-22 11,-23 15,-20C9,-20.4 4,-19 0,-16ZM34,-16C30,-22 23,-23 19,-20C25,-20.4 30,-19 34,-16Z"
    return [
        pen.path(almonds, pen.paint("#f6e27a")),
        pen.path(dots([(9, -17.4), (25, -17.4)], 2.3), pen.paint(INK, stroke="none", solid=True)),
        pen.path(lids, pen.paint("#e2762f")),
    ]


def trunk(pen: Pen) -> list[BaseElement]:
    """The box: boards, gilt bands, feet and a lock like a heart."""
    box = "M-46,4L46,4L42,42L-42,42Z"
    bands = "M-36,4L-26,4L-24,42L-33,42ZM36,4L26,4L24,42L33,42Z"
    studs: list[Point] = [(-31, 10), (-29.6, 24), (-28.6, 37), (31, 10), (29.6, 24), (28.6, 37)]
    lock = "M0,8C-5,4 -12,6 -12,13C-12,20 -5,24 0,30C5,24 12,20 12,13C12,6 5,4 0,8Z"
    return [
        pen.path(
            (
                "M-42,42C-45,44 -45,50 -40,50L-30,50C-27,48 -28,44 -30,42Z"
                "M42,42C45,44 45,50 40,50L30,50C27,48 28,44 30,42Z"
            ),
            pen.paint(GOLD.shade),
        ),
        pen.path(box, pen.paint(WALNUT.flat)),
        pen.path("M-43.4,30L43.4,30L42,42L-42,42Z", tint(pen, WALNUT.shade)),
        pen.path("M-44.6,17L44.6,17M-43.4,30L43.4,30M-14,17L-14,30M10,30L10,42M16,5L16,17", fine(pen).line()),
        pen.path(box, pen.line()),
        pen.path(bands, pen.paint(GOLD.flat)),
        pen.path(dots(studs, 1.7), pen.paint(GOLD.light, width=pen.width * 0.6)),
        pen.path("M-49,0L49,0L48,7L-48,7Z", pen.paint(GOLD.flat)),
        pen.path("M-46,2.4L44,2.4", pen.line(pen.width, "none" if pen.low else GOLD.light)),
        pen.path(lock, pen.paint(GOLD.light)),
        pen.path(
            "M0,12A3,3 0 0 1 1.6,17.4L2.6,22L-2.6,22L-1.6,17.4A3,3 0 0 1 0,12Z",
            pen.paint(INK, stroke="none", solid=True),
        ),
    ]


def chest(pen: Pen) -> Group:
    """The chest: open, overflowing, with a pair of eyes under the lid."""
    rose = Tone("#ef9fb2", "#cf7189", "#f9ccd6")
    beads: list[Point] = [
        (-41, 1),
        (-44, 6),
        (-45.4, 12),
        (-45, 18),
        (-42.6, 23.4),
        (-38.4, 26),
        (-34.6, 23),
        (-33.6, 17.4),
        (-34, 11.4),
        (-35, 6),
    ]
    return pen.group(
        *lid(pen),
        *lurker(pen),
        *ostrich(pen, [(-22, -2), (-27, -11), (-29, -20), (-26, -29), (-19, -34), (-12, -32), (-11, -27)], 5.6, rose),
        pen.path("M-20,0L-24,-15L-15.6,-9.6L-10,-19L-5,-9.6L3,-15L-1,0Z", pen.paint(GOLD.flat)),
        pen.path(dots([(-24, -16.4), (-10, -20.6), (3, -16.4)], 1.9), pen.paint(RUBY.flat, width=pen.width * 0.7)),
        *coins(pen, [(-33, -4), (32, -4), (8, -5), (20, -6), (-4, -2), (40, -1), (26, -1), (-26, -1), (14, -1)]),
        *gem(pen, 32, -8, 6, EMERALD),
        *gem(pen, 2, -5, 5.4, SAPPHIRE),
        pen.ellipse(-32, -7, 6.4, 8, pen.paint(SAPPHIRE.light), turn=-14),
        pen.path(
            "M-38.4,-7.6Q-33,-3.6 -26,-8.6M-37.4,-11.6Q-33,-8.6 -27.4,-12.6",
            pen.line(pen.width * 0.7, GOLD.shade if not pen.low else None),
        ),
        *trunk(pen),
        *(pen.circle(x, y, 2.5, pen.paint(PEARL.flat, width=pen.width * 0.8)) for x, y in beads),
        glint(pen, 44, -14, 6),
        glint(pen, -45, -32, 5),
    )
