"""Artists, sportsmen and adventurers whom the Countess invites for colour."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .body import arm, buttons, coat, collar, fingers, legs, shadow, shoes
from .curve import discs
from .face import LONG, Face, head
from .palette import (
    BROWN,
    BUTTER,
    DARK,
    FAIR,
    GOLD,
    INK,
    LILAC,
    MINT,
    MOSS,
    NAVY,
    PEACH,
    POWDER,
    ROSY,
    SAND,
    SCARLET,
    SILVER,
    SLATE,
    TAN,
    TWEED,
    WATER,
    WHITE,
)
from .wash import black, green, limb, moved, tint


def explorer(pen: Pen) -> Group:
    """The explorer: he has seen the Orinoco, but never a lace like this one."""
    pen = green(pen)
    skull = [
        *head(pen, Face(ROSY, eyes="dot", nose="bulb", mouth="none", brow=-9, look=(1, -0.6), way=0.4)),
        pen.path(
            "M1.4,6C-3,4.4 -8,6 -10,11Q-5,12.6 1.4,8.6Q8,12.6 12.4,10.6C10.6,6 6,4.4 1.4,6Z", pen.paint(TWEED.flat)
        ),
        pen.path("M-2.4,12.6q4,1.6 7.4,-0.4", pen.line(pen.width * 0.8)),
        pen.path("M-13.6,-7C-13,-24 13,-24 13.6,-7Z", pen.paint(SAND.flat)),
        pen.path("M5,-19.4C12,-17 13.4,-12 13.6,-7H8C9,-12 8,-16 5,-19.4Z", tint(pen, SAND.deep)),
        pen.path("M-20,-4.6C-17,-11 17,-11 20,-4.6C13,-7.6 -13,-7.6 -20,-4.6Z", pen.paint(SAND.flat)),
        pen.path("M-13.4,-10.4Q0,-15 13.4,-10.4", pen.line(pen.width * 2, TWEED.deep if not pen.low else None)),
        pen.circle(0, -20.6, 1.8, pen.paint(SAND.deep)),
    ]
    mesh = "M-9,-5L5,9M-8,-10L9,6M-4,-12L11,2M9,-8L-6,9M4,-11L-10,3M11,-3L1,11"
    net = [
        pen.path("M0,12L3,44", pen.line(pen.width * 2.2)),
        pen.path("M-11,-2C-14,-18 14,-18 11,-2C9,14 -9,14 -11,-2Z", pen.paint("#ffffff", width=pen.width * 1.3)),
        pen.path(mesh, pen.line(pen.width * 0.5, INK)),
    ]
    return pen.group(
        shadow(pen, width=18),
        *limb(pen, "M-5,34L-5,42M5,34L5.6,42", 4.4, ROSY.flat),
        *limb(pen, "M-5,38.6L-5,42M5,38.6L5.6,42", 4.8, TWEED.flat),
        *shoes(pen, (-5, 44), (5.6, 44), BROWN.deep),
        *legs(pen, SAND, 26, 6, 32, 9),
        *coat(pen, SAND, 15, 12, 13.6, 28),
        *collar(pen, -4, 6, 8, SAND.flat, SCARLET.flat),
        pen.path("M-13,18.6Q0,22.4 13,18.6V22Q0,26 -13,22Z", pen.paint(BROWN.flat)),
        pen.path("M-10,6h6v6h-6ZM4,6h6v6h-6Z", pen.paint(SAND.flat, width=pen.width * 0.8)),
        pen.path("M-10,8h6M4,8h6", pen.line(pen.width * 0.7)),
        moved(pen, net, 30, -29, 0.94, turn=8),
        *arm(pen, (13.4, 3), (28, 8), (31, -6), SAND, ROSY, 6),
        *arm(pen, (-13.4, 3), (-27, 2), (-20.4, -13.6), SAND, ROSY, 6),
        moved(pen, skull, -3, -18),
        *limb(pen, "M-20,-13.6L-13,-20.4M-21,-15L-14.6,-22.6", 2, ROSY.flat),
    )


def poet(pen: Pen) -> Group:
    """The poet: a daffodil, a sigh; nothing rhymes with corset."""
    pen = green(pen)
    mane = "M-12,9C-21,8 -21,-10 -14,-14C-12,-22 4,-25 10,-18C18,-17 20,-4 15,2C18,6 16,11 12,10"
    skull = [
        pen.path(f"{mane}Z", pen.paint(BROWN.deep)),
        *head(
            pen, Face(FAIR, eyes="shut", nose="long", mouth="wavy", brow=3, slant=3.6, shape=LONG, way=-0.3, ears=False)
        ),
        pen.path(
            "M-11.4,-4C-14,-16 -2,-22 8,-18C16,-15 14,-4 11.4,0C11,-5 9,-9 6,-11C2,-7 -6,-4 -11.4,-4Z",
            pen.paint(BROWN.deep),
        ),
        pen.path(
            "M-6,-8.6Q2,-10 6,-15M-2,-6.6Q3,-8.6 5.4,-11.4",
            pen.line(pen.width * 0.7, BROWN.flat if not pen.low else None),
        ),
    ]
    bloom = [
        pen.path("M0,4Q4,22 -1,34", pen.line(pen.width * 1.8, MOSS.deep if not pen.low else None)),
        pen.path("M2,22Q9,16 10,8Q3,14 2,22Z", pen.paint(MOSS.flat)),
        pen.path("M0,0L-8,-5Q-8,2 -2,3L-6,9Q2,9 2,4L8,8Q9,0 3,-1L6,-8Q-2,-8 0,0Z", pen.paint(BUTTER.flat)),
        pen.circle(0.4, 0.6, 3.2, pen.paint(GOLD.flat)),
    ]
    return pen.group(
        shadow(pen, width=16),
        *shoes(pen, (-4.6, 43.6), (4.6, 43.6)),
        *legs(pen, LILAC, width=5.6),
        *coat(pen, MOSS, 13, 9.6, 13, 31),
        *collar(pen, -4, 6, 12),
        pen.path("M0,1C-4,-5 -12,-5 -11,1C-11,7 -4,6 0,1C4,6 11,7 11,1C12,-5 4,-5 0,1Z", pen.paint(LILAC.flat)),
        pen.path("M-1.6,2L-4,11L0,9L3,12L1.6,2Z", pen.paint(LILAC.flat)),
        pen.circle(0, 1.2, 1.9, pen.paint(LILAC.deep)),
        moved(pen, bloom, -24, -6),
        *arm(pen, (-12, 4), (-20, 20), (-24, 12), MOSS, FAIR, 5.6, WHITE.flat),
        moved(pen, skull, 2, -20, turn=10),
        *arm(pen, (12, 4), (30, -6), (17, -25), MOSS, FAIR, 5.6, WHITE.flat),
        *limb(pen, "M15,-26L9,-28.6M15,-25L9.6,-25.6", 1.7, FAIR.flat),
    )


def painter(pen: Pen) -> Group:
    """The painter: thumb up, one eye shut, measuring the proportions of the scandal."""
    pen = green(pen)
    skull = [
        *head(pen, Face(TAN, eyes="wink", nose="bulb", mouth="none", brow=2, slant=-1, way=-0.4)),
        pen.path(
            "M-1.4,7C-5,5.4 -8,8 -11,6.4C-9,11 -4,11 -1.4,8.6C1.4,11 6,11 8,6.4C5,8 2,5.4 -1.4,7Z",
            pen.paint(SLATE.deep, solid=True),
        ),
        pen.path("M-3.4,12.6L-1.4,19L0.8,12.6Q-1.4,13.8 -3.4,12.6Z", pen.paint(SLATE.deep, solid=True)),
        pen.path("M-12.6,-7C-24,-10 -20,-22 -4,-22C12,-23 20,-16 13.4,-7C8,-11 -6,-11 -12.6,-7Z", pen.paint(NAVY.flat)),
        pen.path("M4,-22.4C14,-21.6 18,-15 13.4,-7Q10.6,-9 7,-9.6C11,-14 9,-19 4,-22.4Z", tint(pen, NAVY.deep)),
        pen.path("M-3,-22l0.6,-3.6", pen.line(pen.width * 1.8)),
    ]
    palette = "M-15,2C-17,-9 -2,-14 9,-9C20,-4 18,9 8,10C2,10.6 3,5 -2,5C-6,5 -5,11 -9,10C-12,9 -14,6 -15,2Z"
    blobs = (
        (-9, -1, SCARLET.flat),
        (-4, -6, BUTTER.deep),
        (3, -7, WATER.deep),
        (9.6, -3, MOSS.deep),
        (10, 4, "#ffffff"),
    )
    return pen.group(
        shadow(pen, width=19),
        *shoes(pen, (-5, 44), (5, 44), BROWN.deep),
        *legs(pen, SLATE, 30, 5.4, 42),
        *coat(pen, POWDER, 15, 14, 19, 36),
        pen.path("M-12,30Q-6,34 0,31.4Q6,34.6 12,30M0,8V31", pen.line(pen.width * 0.7)),
        pen.path("M-7,-3C-4,2 4,2 7,-3L9,1Q0,7 -9,1Z", pen.paint(SCARLET.flat)),
        pen.path("M-2,4L-6,12L0,9L5,13L3,4Z", pen.paint(SCARLET.flat)),
        pen.path(discs([(-9, 20), (-6, 26)], 1.4), tint(pen, BUTTER.deep)),
        pen.path(discs([(7, 24), (10, 29)], 1.2), tint(pen, SCARLET.deep)),
        *arm(pen, (13, 4), (27, 6), (24, 18), POWDER, TAN, 6.4),
        moved(
            pen,
            [
                pen.path(palette, pen.paint(PEACH.flat)),
                *(pen.circle(x, y, 2, pen.paint(c, width=pen.width * 0.6)) for x, y, c in blobs),
            ],
            20,
            20,
            1.05,
        ),
        *arm(pen, (-13, 4), (-28, 8), (-27, -9), POWDER, TAN, 6.4),
        *limb(pen, "M-27.6,-11L-28.4,-16.4", 2.3, TAN.flat),
        moved(pen, skull, 1, -18, turn=-5),
    )


def golfer(pen: Pen) -> Group:
    """The golfer: plus fours, plus a pair that is not his."""
    pen = green(pen)
    skull = [
        *head(pen, Face(ROSY, eyes="wide", nose="tilt", mouth="gasp", brow=2, slant=2, way=0.5, look=(0.6, 1.6))),
        pen.path("M-12.8,-3C-13,-9 -10,-11 -8,-11L-9.6,-3Z", pen.paint(TWEED.deep)),
        pen.path("M-13.6,-8C-15,-19 12,-21 14.4,-9C21,-10 23,-7 20,-5.4C9,-9.4 -5,-9 -13.6,-8Z", pen.paint(TWEED.flat)),
        pen.path("M-8,-16L-6,-9M1,-18V-9M8,-16L8.6,-8.4M-12.6,-13Q0,-16 13,-12.6", pen.line(pen.width * 0.6)),
        pen.circle(1, -18, 1.6, pen.paint(TWEED.deep)),
    ]
    argyle = "M-6,6L-2,11L-6,16L-10,11ZM6,6L10,11L6,16L2,11ZM0,12L4,17L0,22L-4,17Z"
    return pen.group(
        shadow(pen, width=20),
        *limb(pen, "M-6,34L-6,42M6,34L6,42", 4.2, PEACH.flat),
        pen.path("M-8,36.4l4,1.6M-8,39.4l4,1.6M8,36.4l-4,1.6M8,39.4l-4,1.6", pen.line(pen.width * 0.7)),
        *shoes(pen, (-6, 44), (6, 44), BROWN.deep),
        pen.path(
            "M-12,23H12C15,30 14,36 9,37C4,37.6 2,34 0,29C-2,34 -4,37.6 -9,37C-14,36 -15,30 -12,23Z",
            pen.paint(TWEED.flat),
        ),
        pen.path("M-8,24L-9,36M-11.6,30H-2M8,24L9,36M11.6,30H2", pen.line(pen.width * 0.6)),
        *coat(pen, MINT, 15, 12, 12.6, 26),
        pen.path(argyle, pen.paint(BUTTER.flat, width=pen.width * 0.6)),
        *collar(pen, -4, 5, 7, tie=SCARLET.flat),
        *arm(pen, (-13, 3), (-26, 6), (-19, -6), MINT, ROSY, 6),
        *fingers(pen, (-19.4, -7), -80, ROSY),
        *arm(pen, (13, 3), (26, 10), (22, 20), MINT, ROSY, 6),
        pen.path("M20.6,12L27,43", pen.line(pen.width * 2)),
        pen.path("M25.4,41.6Q34,40 34.6,45Q30,47.4 26,45.6Z", pen.paint(SILVER.flat)),
        moved(pen, skull, -1, -19),
    )


def aviatrix(pen: Pen) -> Group:
    """The aviatrix: scarf in the wind of her own arrival."""
    pen = green(pen)
    skull = [
        pen.path(
            "M-12.6,6C-17,-8 -12,-19 0,-19C12,-19 17,-8 12.6,6L11,13Q8,9 9,4L-9,4Q-8,9 -11,13Z", pen.paint(TWEED.flat)
        ),
        *head(pen, Face(DARK, eyes="happy", nose="button", mouth="grin", brow=-9, ears=False)),
        pen.path(
            (
                "M-13.6,3C-15,-12 -9,-18.6 0,-18.6C9,-18.6 15,-12 13.6,3C12,6 10.4,4 10,1"
                "C10,-5 7,-8 0,-8C-7,-8 -10,-5 -10,1C-10.4,4 -12,6 -13.6,3Z"
            ),
            pen.paint(TWEED.flat),
        ),
        pen.path("M-14,-8.6Q0,-12.6 14,-8.6", pen.line(pen.width * 2.4, BROWN.deep if not pen.low else None)),
        pen.ellipse(-5.8, -12, 5.4, 4.4, pen.paint(WATER.flat, width=pen.width * 1.3)),
        pen.ellipse(5.8, -12, 5.4, 4.4, pen.paint(WATER.flat, width=pen.width * 1.3)),
        pen.path(
            "M-9,-13.4q1.6,-1.8 3.6,-1.4M2.6,-13.4q1.6,-1.8 3.6,-1.4",
            pen.line(pen.width, "#ffffff" if not pen.low else None),
        ),
        pen.path("M-11,8Q-9,13 -5,15M11,8Q9,13 5,15", pen.line(pen.width * 0.9)),
    ]
    return pen.group(
        shadow(pen, width=19),
        pen.path("M5,-2C16,-8 22,2 30,-6C36,-11 40,-4 44,-8C44,0 40,4 34,2C26,4 20,12 8,5Z", pen.paint(WHITE.flat)),
        pen.path("M36,-6l1.6,7M40,-6.4l0.6,7.4", pen.line(pen.width * 1.4, SCARLET.flat if not pen.low else None)),
        *legs(pen, SAND, 26, 6, 34, 8.6),
        *limb(pen, "M-5.4,35L-5.4,42M5.4,35L5.4,42", 5, BROWN.deep),
        *shoes(pen, (-5.4, 44), (5.4, 44), BROWN.deep),
        *coat(pen, MOSS, 16, 12, 13.6, 27),
        pen.path("M0,4V27M-12.6,20Q0,24 12.6,20", pen.line(pen.width * 0.8)),
        pen.path("M-9,-2L-11,7L-3,3ZM9,-2L11,7L3,3Z", pen.paint(PEACH.flat)),
        pen.path("M-9,-3.6Q0,4 9,-3.6L9.6,1Q0,8.6 -9.6,1Z", pen.paint(WHITE.flat)),
        *buttons(pen, 3, (11, 16), GOLD.flat),
        *arm(pen, (14, 4), (26, 14), (13, 19), MOSS, DARK, 6.6, PEACH.flat),
        *arm(pen, (-14, 4), (-31, 4), (-26, -14), MOSS, DARK, 6.6, PEACH.flat),
        *fingers(pen, (-26, -15.4), -100, DARK),
        moved(pen, skull, 0, -18, turn=-5),
    )


def detective(pen: Pen) -> Group:
    """The detective: he holds a clue, and it is trimmed with lace."""
    pen = green(pen)
    skull = [
        *head(
            pen,
            Face(FAIR, eyes="lid", nose="hook", mouth="prim", brow=2, slant=-1.4, shape=LONG, way=0.6, look=(1.2, 0)),
        ),
        pen.path("M-11.6,-5C-13,-21 12,-22 12.6,-6C4,-10 -4,-9 -11.6,-5Z", pen.paint(TWEED.flat)),
        pen.path(
            "M11,-9C18,-10 22,-6 21,-3C17,-6 13,-6 9,-7.4ZM-10,-9C-18,-9 -20,-4 -18,-1C-15,-4 -12,-5 -9,-6.4Z",
            pen.paint(TWEED.deep),
        ),
        pen.path("M-8,-15L-4,-8M0,-18.4L1,-8.6M8,-15.4L6,-8.4M-11,-12Q0,-15.6 11.6,-12", pen.line(pen.width * 0.6)),
        pen.path("M-3,-18.4C-8,-22 -7,-24 0,-20.4C7,-24 8,-22 4,-18.4Z", pen.paint(TWEED.deep)),
    ]
    glass = [
        pen.path("M-6,7L-14,18", pen.line(pen.width * 4)),
        pen.path("M-7,8.4L-13.6,17.6", pen.line(pen.width * 1.8, BROWN.flat if not pen.low else "#ffffff")),
        pen.circle(0, 0, 9.4, pen.paint("#e8f4f6", stroke=GOLD.deep if not pen.low else None, width=pen.width * 2)),
        pen.circle(0, 0, 10.4, pen.line(pen.width * 0.8)),
        pen.path("M-5.4,-3.4q2,-3 5,-3.2", pen.line(pen.width, "#ffffff" if not pen.low else None)),
    ]
    clue = "M-4.4,0L-3,-3L3,-3L4.4,0L3.6,5.6L1,5.6L0,2.4L-1,5.6L-3.6,5.6Z"
    return pen.group(
        shadow(pen, width=18),
        *shoes(pen, (-4.6, 44), (4.6, 44), BROWN.deep),
        *legs(pen, SLATE, 30),
        *coat(pen, TWEED, 14, 12, 17, 37),
        pen.path("M0,-4C12,-5 17,2 18,16Q9,20 0,17.6Q-9,20 -18,16C-17,2 -12,-5 0,-4Z", pen.paint(TWEED.flat)),
        pen.path("M6,-3.6C13,-2 17,4 18,16Q14,18 9,18.4C11,10 10,2 6,-3.6Z", tint(pen, TWEED.deep)),
        pen.path(
            "M-13,1L-11,17.6M-6,-3V18M6,-3V18M13,1L11,17.6M-16,6Q0,10 16,6M-17.6,12Q0,16 17.6,12",
            pen.line(pen.width * 0.5),
        ),
        *collar(pen, -4, 5, 6, tie=MOSS.deep),
        *arm(pen, (-15, 12), (-24, 20), (-15, 25), TWEED, FAIR, 6),
        moved(pen, skull, -4, -19),
        moved(pen, [*glass, pen.path(clue, pen.paint(SCARLET.flat, width=pen.width * 0.8))], 31, -16),
        *arm(pen, (15, 12), (27, 14), (18, 0.6), TWEED, FAIR, 6),
        *(
            pen.circle(x, y, r, pen.paint("#e8f4f6", width=pen.width * 0.7))
            for x, y, r in ((-29, 19, 2.4), (-34, 13, 1.8), (-28, 9.6, 3))
        ),
        pen.path("M-15,25l-9,2.4", pen.line(pen.width * 2, BROWN.deep if not pen.low else None)),
        pen.path("M-32,24H-25V30Q-28.4,32 -32,30Z", black(pen, INK if pen.low else BROWN.deep)),
    )
