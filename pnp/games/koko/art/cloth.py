"""Gentlemen of the cloth, the robe and the uniform."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .body import arm, buttons, coat, collar, fingers, gown, legs, shadow, shoes
from .curve import discs
from .face import LONG, WIDE, Face, head
from .palette import BROWN, BUTTER, DARK, FAIR, GOLD, NAVY, PLUM, ROSY, SCARLET, SILVER, SLATE, TAN, WATER, WHITE
from .wash import green, limb, moved, tint


def vicar(pen: Pen) -> Group:
    """The vicar: a cup of tea, a collar back to front, and spectacles that wish they were blind."""
    pen = green(pen)
    skull = [
        *head(pen, Face(eyes="glass", nose="long", mouth="wavy", brow=3.4, slant=2, shape=LONG, look=(0.8, 1))),
        pen.path("M-0.8,-2.8h1.6", pen.line()),
        pen.path(
            (
                "M-10.6,-9C-15.6,-9 -17.6,-2 -14.6,4C-13.6,1 -11.6,0 -11.4,-3ZM10.6,-9"
                "C15.6,-9 17.6,-2 14.6,4C13.6,1 11.6,0 11.4,-3Z"
            ),
            pen.paint(SILVER.flat),
        ),
        pen.path("M-2,-15.6q1,-3.4 -1.6,-5M1.4,-15.8q2.4,-2 1.8,-5", pen.line(pen.width * 0.8)),
    ]
    return pen.group(
        shadow(pen, width=16),
        *shoes(pen, (-4.6, 43.6), (4.6, 43.6)),
        *legs(pen, SLATE),
        *coat(pen, SLATE, 14, 11.4, 13, 33),
        pen.path("M0,9L0,32", pen.line(pen.width * 0.7)),
        *arm(pen, (-13, 2), (-19, 14), (-5, 16.4), SLATE, FAIR, cuff=WHITE.flat),
        pen.path("M-9,12.6Q0,17 9,12.6Q7,18.4 0,18.6Q-7,18.4 -9,12.6Z", pen.paint(WHITE.flat)),
        pen.path(
            "M-4.4,7H4.4Q4.4,13.6 0,13.6Q-4.4,13.6 -4.4,7ZM4.2,8.4q3.2,-0.4 2.6,2q-0.6,1.6 -3,1.4",
            pen.paint(WHITE.flat),
        ),
        *arm(pen, (13, 2), (19, 14), (6, 16), SLATE, FAIR, cuff=WHITE.flat),
        moved(pen, skull, 0, -20),
        pen.path("M-6,-4.4Q0,-0.6 6,-4.4L6,0.2Q0,4 -6,0.2Z", pen.paint(WHITE.flat)),
    )


def bishop(pen: Pen) -> Group:
    """The bishop: round, purple, blessing on account, eyes to heaven."""
    pen = green(pen)
    skull = [
        *head(
            pen,
            Face(ROSY, eyes="shut", nose="bulb", mouth="o", brow=4, slant=-0.4, shape=WIDE, heavy=1.6, brows="#8f9a92"),
        ),
        pen.path(
            "M-14,-3C-17,0 -17,5 -14.4,8C-13.6,4 -13,1 -14,-3ZM14,-3C17,0 17,5 14.4,8C13.6,4 13,1 14,-3Z",
            pen.paint(SILVER.flat),
        ),
        pen.path("M-12.4,-8.4C-11.6,-19 11.6,-19 12.4,-8.4Q0,-13.6 -12.4,-8.4Z", pen.paint(PLUM.flat)),
        pen.path("M4,-15.6Q11,-14 12.4,-8.4Q9,-10.2 5.6,-10.8Z", tint(pen, PLUM.deep)),
        pen.circle(0, -17, 1.6, pen.paint(PLUM.deep)),
        pen.path("M-6,15.4Q0,19.4 6,15.4", pen.line(pen.width * 0.8)),
    ]
    return pen.group(
        shadow(pen, width=22),
        *shoes(pen, (-6, 44), (6, 44)),
        *gown(pen, PLUM, 17, 19, 19, 42, -4, 16),
        pen.path("M-20,17Q0,24 20,17L20,24Q0,31 -20,24Z", pen.paint(SCARLET.flat)),
        pen.path("M-11,21.4l-4,17l5,1l2.4,-16.6Z", pen.paint(SCARLET.flat)),
        *buttons(pen, 0, (10, 15), SCARLET.flat),
        *buttons(pen, 0, (31, 36), SCARLET.flat),
        pen.path("M-8,-2C-6,8 -3,12 0,13C3,12 6,8 8,-2", pen.line(pen.width * 0.9, GOLD.deep if not pen.low else None)),
        pen.path("M-1.4,9.6h2.8v3h3v2.8h-3v5h-2.8v-5h-3v-2.8h3Z", pen.paint(GOLD.flat, width=pen.width * 0.8)),
        *arm(pen, (-15, 3), (-26, 14), (-13, 20), PLUM, ROSY, 7, WHITE.flat),
        *arm(pen, (15, 3), (27, 6), (22, -10), PLUM, ROSY, 7, WHITE.flat),
        *limb(pen, "M21.2,-12.4L20.6,-19M23.4,-12.4L23,-18.4", 1.9, ROSY.flat),
        moved(pen, skull, 0, -18),
    )


def admiral(pen: Pen) -> Group:
    """The admiral: cocked hat, white whiskers, telescope; he sights an unidentified garment."""
    pen = green(pen)
    skull = [
        *head(pen, Face(ROSY, eyes="happy", nose="bulb", mouth="none", brow=-9, way=0.7, cheeks=True)),
        pen.path(
            (
                "M-12.6,0C-15,10 -9,18.6 1,18.6C10,18.6 15,11 13.2,3C10,6 8,7 5.4,6.6"
                "Q2.6,9.6 -0.6,6.8C-5,8 -9.6,5 -12.6,0Z"
            ),
            pen.paint(WHITE.flat),
        ),
        pen.path("M8,16.2C12.6,13 14,8 13.2,3C12,5 10.6,6 9,6.6C10,10 9.6,13.6 8,16.2Z", tint(pen, WHITE.deep)),
        pen.path("M0.6,10.6q2,1.4 4,0", pen.line(pen.width * 0.8)),
        pen.path(
            "M-23,-9.4C-18,-12 -13,-25.4 0,-25.4C13,-25.4 18,-12 23,-9.4C15,-6 -15,-6 -23,-9.4Z", pen.paint(NAVY.flat)
        ),
        pen.path("M4,-25C14,-23 18,-12 23,-9.4C18,-7.4 12,-7 6,-6.9C11,-12 9,-20 4,-25Z", tint(pen, NAVY.deep)),
        pen.path(
            "M-21,-10C-15,-13.4 -12,-21.6 0,-22.4C12,-21.6 15,-13.4 21,-10",
            pen.line(pen.width * 1.3, GOLD.flat if not pen.low else None),
        ),
        pen.circle(0, -15.4, 3.4, pen.paint(SCARLET.flat)),
        pen.circle(0, -15.4, 1.3, pen.paint(BUTTER.flat, width=pen.width * 0.6)),
    ]
    scope = [
        pen.path("M-10,-3H2V3H-10Z", pen.paint(BROWN.flat)),
        pen.path("M2,-3.8H12V3.8H2Z", pen.paint(GOLD.flat)),
        pen.path("M12,-5H20V5H12Z", pen.paint(GOLD.flat)),
        pen.path("M2,1.2H12V3.8H2ZM12,1.6H20V5H12Z", tint(pen, GOLD.deep)),
        pen.ellipse(20, 0, 1.8, 5, pen.paint(WATER.flat)),
    ]
    return pen.group(
        shadow(pen, width=17),
        *shoes(pen, (-4.6, 43.6), (4.6, 43.6)),
        *legs(pen, WHITE),
        *coat(pen, NAVY, 16, 12, 14, 31),
        *collar(pen, -4, 5, 10, tie=NAVY.deep),
        *buttons(pen, -5.4, (8, 14, 20, 26), GOLD.flat),
        *buttons(pen, 4.6, (8, 14, 20, 26), GOLD.flat),
        *arm(pen, (-14, 3), (-25, 13), (-13, 19), NAVY, ROSY, cuff=GOLD.flat),
        pen.path("M-19,-1.6q5.6,-4.4 9,0.4l-1,2.2h-7.4ZM19,-1.6q-5.6,-4.4 -9,0.4l1,2.2h7.4Z", pen.paint(GOLD.flat)),
        moved(pen, skull, -2, -19),
        moved(pen, scope, 15, -21.6, turn=-6),
        *arm(pen, (14.6, 4), (27, 2), (19.6, -14.6), NAVY, ROSY, cuff=GOLD.flat),
    )


def colonel(pen: Pen) -> Group:
    """The colonel: crimson face and jacket, moustaches on end, the monocle on its way out."""
    pen = green(pen)
    red = ROSY._replace(flat="#f2a892", deep="#dd7f70")
    skull = [
        *head(
            pen,
            Face(
                red,
                eyes="pop",
                nose="bulb",
                mouth="none",
                brow=3.6,
                slant=-2.6,
                heavy=2,
                brows="#f4f2ea" if not pen.low else "#2b4636",
                look=(1, 0.4),
            ),
        ),
        pen.path(
            "M-8.4,-10.6q3,-4 6.4,-0.6M8.4,-10.6q-3,-4 -6.4,-0.6",
            pen.line(pen.width * 2.2, "#fffdf5" if not pen.low else None),
        ),
        pen.ellipse(0, 12, 2.6, 2.2, pen.paint("#8d3b42", solid=True)),
        pen.path(
            (
                "M0,5.4C-5,3.8 -9,7.6 -13.6,4.4C-17.4,1.4 -19.4,-3 -17.6,-7"
                "C-22.6,-3 -22.6,6 -15,9.6C-9,12.2 -3,11.4 0,8.4C3,11.4 9,12.2 15,9.6"
                "C22.6,6 22.6,-3 17.6,-7C19.4,-3 17.4,1.4 13.6,4.4C9,7.6 5,3.8 0,5.4Z"
            ),
            pen.paint(WHITE.flat),
        ),
        pen.path("M-6,-12.6q2.4,-2 4.6,-1.8", pen.line(pen.width * 0.8, "#ffffff" if not pen.low else "none")),
    ]
    monocle = [
        pen.circle(0, 0, 4.6, pen.paint("#e8f4f6", stroke=GOLD.deep if not pen.low else None, width=pen.width * 1.2)),
        pen.path("M-2,-1.6q1,-1.4 2.6,-1.2", pen.line(pen.width * 0.8, "#ffffff" if not pen.low else None)),
        pen.path("M0,4.8C3,14 -10,16 -14,24", pen.line(pen.width * 0.7)),
        pen.path("M6,-5l3,-2.6M7.6,0h4M-2,-7l-0.6,-3.6", pen.line(pen.width * 0.9)),
    ]
    return pen.group(
        shadow(pen, width=17),
        *shoes(pen, (-5, 43.6), (5, 43.6)),
        *legs(pen, NAVY),
        pen.path("M-8.4,28L-7.6,40M8.4,28L7.6,40", pen.line(pen.width, SCARLET.flat if not pen.low else None)),
        *coat(pen, SCARLET, 17, 13, 14, 29),
        pen.path("M-14,18.6Q0,23.4 14,18.6V22.6Q0,27.4 -14,22.6Z", pen.paint(WHITE.flat)),
        pen.path("M-14,-1L12,20", pen.line(pen.width * 2.4, WHITE.flat if not pen.low else "none")),
        *buttons(pen, 0, (2, 7, 12, 16.6), GOLD.flat),
        pen.path("M5.6,3h3v4.4h-3ZM10,3.6h3v4.4h-3Z", pen.paint(BUTTER.flat, width=pen.width * 0.7)),
        pen.path(discs([(7.1, 10), (11.5, 10.6)], 1.9), pen.paint(GOLD.flat, width=pen.width * 0.7)),
        *arm(pen, (-15.6, 3), (-30, 2), (-25, -9), SCARLET, red, 6.6, GOLD.flat),
        *fingers(pen, (-25, -10), -100, red),
        *arm(pen, (15.6, 3), (22, 16), (15, 25), SCARLET, red, 6.6, GOLD.flat),
        pen.path("M14,18L19,46", pen.line(pen.width * 2.2)),
        pen.path("M14,18L19,46", pen.line(pen.width * 0.8, BROWN.flat if not pen.low else "#ffffff")),
        moved(pen, skull, 0, -19),
        moved(pen, monocle, 25, -22),
    )


def judge(pen: Pen) -> Group:
    """The judge: full wig, scarlet robe, gavel up: order, order, and no bloomers in court."""
    pen = green(pen)
    wig = (
        "M0,-19C13,-19 18,-10 17.6,0C17.4,6 21,12 19.6,21C15,24 10,22 9.4,18"
        "C11,10 11.6,2 9,-6Q0,-11 -9,-6C-11.6,2 -11,10 -9.4,18C-10,22 -15,24 -19.6,21"
        "C-21,12 -17.4,6 -17.6,0C-18,-10 -13,-19 0,-19Z"
    )
    curls = (
        "M-15,-3q3,-1.6 4.6,0.6M-16,3.4q3,-1.6 5,0.6M-17,9.6q3.4,-1.8 5.6,0.6M-18,16"
        "q4,-2 6.6,0.4M15,-3q-3,-1.6 -4.6,0.6M16,3.4q-3,-1.6 -5,0.6M17,9.6"
        "q-3.4,-1.8 -5.6,0.6M18,16q-4,-2 -6.6,0.4M0,-18.6V-9.4M-8,-15.4q2,2 2.4,5.6"
        "M8,-15.4q-2,2 -2.4,5.6"
    )
    skull = [
        *head(
            pen,
            Face(
                TAN, eyes="lid", nose="hook", mouth="frown", brow=1, slant=-2.4, heavy=1.8, look=(-0.8, 0), ears=False
            ),
        ),
        pen.path(wig, pen.paint(SILVER.flat)),
        pen.path(
            "M9,-15C17,-12 18,-4 17.6,0C17.4,6 21,12 19.6,21Q16.6,22.6 14,22C17,10 14,-6 9,-15Z", tint(pen, SILVER.deep)
        ),
        pen.path(curls, pen.line(pen.width * 0.8)),
    ]
    gavel = [
        pen.path("M0,0L0,17", pen.line(pen.width * 3.4)),
        pen.path("M0,0L0,17", pen.line(pen.width * 1.4, BROWN.flat if not pen.low else "#ffffff")),
        pen.path("M-8,-5H8V5H-8Z", pen.paint(BROWN.flat)),
        pen.path("M-8,-6H-5V6H-8ZM5,-6H8V6H5Z", pen.paint(BROWN.deep)),
    ]
    return pen.group(
        shadow(pen, width=20),
        *shoes(pen, (-5, 44), (5, 44)),
        *gown(pen, SCARLET, 16, 15, 19, 42, -3, 14),
        pen.path("M-5,4L-6,42.6H6L5,4Z", pen.paint(WHITE.flat)),
        pen.path("M-5.4,14.6l2,2M0.6,12l2,2M-3.6,24l2,2M2.4,22l2,2M-4,34l2,2M2,32.6l2,2", pen.line(pen.width)),
        *arm(pen, (-14, 4), (-24, 14), (-13, 22), SCARLET, TAN, 7.4, WHITE.flat),
        moved(pen, gavel, 30, -34, turn=24),
        *arm(pen, (14, 4), (28, 6), (24.4, -19), SCARLET, TAN, 7.4, WHITE.flat),
        moved(pen, skull, 0, -20),
        pen.path("M-1,-4.4L-6,6L-0.6,6.4ZM1,-4.4L6,6L0.6,6.4Z", pen.paint(WHITE.flat)),
    )


def professor(pen: Pen) -> Group:
    """The professor: mortarboard askew, a scroll, and a theory of knickers."""
    pen = green(pen)
    skull = [
        pen.path(
            "M-12,-8C-22,-10 -24,2 -18,8C-15,8 -12,4 -12,0ZM12,-8C22,-10 24,2 18,8C15,8 12,4 12,0Z",
            pen.paint(WHITE.flat),
        ),
        *head(
            pen,
            Face(
                DARK,
                eyes="glass",
                nose="bulb",
                mouth="o",
                brow=4,
                slant=0.6,
                heavy=1.8,
                brows="#f4f2ea",
                look=(-1.2, 0.6),
            ),
        ),
        pen.path("M-0.8,-2.8h1.6", pen.line()),
        pen.path("M-4.6,13.4Q0,24 4.6,13.4Q0,16.4 -4.6,13.4Z", pen.paint(WHITE.flat)),
        pen.path("M-11.6,-9C-9,-15 9,-15 11.6,-9L11,-14H-11Z", pen.paint(SLATE.deep)),
        pen.path("M-20,-16L0,-24.4L20,-16L0,-9.4Z", pen.paint(SLATE.flat)),
        pen.path("M0,-16.4L-17,-11.6L-18,-3", pen.line(pen.width, GOLD.deep if not pen.low else None)),
        pen.path("M-19.6,-3.6h3.4l0.8,5.4h-5Z", pen.paint(GOLD.flat, width=pen.width * 0.8)),
    ]
    return pen.group(
        shadow(pen, width=20),
        *shoes(pen, (-5, 43.6), (5, 43.6)),
        *gown(pen, SLATE, 16, 16, 20, 40, -3, 14),
        pen.path("M-6,0L-8,40.6Q0,43 8,40.6L6,0Z", pen.paint(BROWN.flat)),
        *collar(pen, -3, 6, 9, tie=SCARLET.flat),
        *buttons(pen, 0, (13, 20, 27), BUTTER.flat),
        pen.path(
            "M-9,2C-13,14 -14,26 -15,40M9,2C13,14 14,26 15,40",
            pen.line(pen.width * 1.4, PLUM.flat if not pen.low else None),
        ),
        *arm(pen, (14, 4), (25, 14), (18, 24), SLATE, DARK, 7.4),
        pen.path("M12.4,27.6L27,18L29.6,22L15,31.6Z", pen.paint(WHITE.flat)),
        pen.path("M19.4,22.8l2.8,4", pen.line(pen.width * 1.6, SCARLET.flat if not pen.low else None)),
        *arm(pen, (-14, 4), (-28, 6), (-24, -9), SLATE, DARK, 7.4),
        *limb(pen, "M-24,-11L-23.4,-18", 1.9, DARK.flat),
        moved(pen, skull, 0, -18, turn=5),
    )
