"""Ladies of a certain age, and what they think of it all."""

from __future__ import annotations

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .body import arm, gown, shadow
from .curve import lobes
from .face import LONG, WIDE, Face, head
from .palette import (
    BROWN,
    FAIR,
    GOLD,
    LILAC,
    MINT,
    PEACH,
    POWDER,
    RASPBERRY,
    ROSE,
    ROSY,
    SILVER,
    SLATE,
    WHITE,
)
from .wash import green, limb, moved


def spinsters(pen: Pen) -> Group:
    """The twin Miss Pymms: one parasol, one opinion, two gasps."""
    pen = green(pen)

    def sister(way: int, cloth: str) -> list[BaseElement]:
        dress = MINT if cloth == "mint" else LILAC
        look = [
            pen.circle(0, -17, 5, pen.paint(SILVER.flat)),
            pen.path(
                "M-10.6,-2C-13,-18 13,-18 10.6,-2C14,2 12,8 10,9L-10,9C-12,8 -14,2 -10.6,-2Z", pen.paint(SILVER.flat)
            ),
            *head(
                pen,
                Face(
                    FAIR,
                    eyes="wide",
                    nose="long",
                    mouth="o",
                    brow=3,
                    slant=1,
                    shape=LONG,
                    way=0.5 * way,
                    look=(1.1 * way, 0.6),
                    ears=False,
                ),
            ),
            pen.path(
                "M-11.6,-3C-11,-14 -4,-13 0,-15.4C4,-13 11,-14 11.6,-3C13,-12 9,-18 0,-18C-9,-18 -13,-12 -11.6,-3Z",
                pen.paint(SILVER.flat),
            ),
        ]
        return [
            *gown(pen, dress, 10, 7, 13, 43, -2, 14),
            pen.path("M-4,-3V3.6Q0,6 4,3.6V-3Z", pen.paint(WHITE.flat)),
            pen.circle(0, 4, 1.6, pen.paint(GOLD.flat, width=pen.width * 0.7)),
            pen.path("M-7,14Q0,17 7,14", pen.line(pen.width * 0.8)),
            moved(pen, look, 0, -14, 0.84),
        ]

    roof = (
        "M-30,-25C-26,-42 -10,-48 0,-48C10,-48 26,-42 30,-25Q25,-29 20,-25"
        "Q15,-29.6 10,-25.4Q5,-30 0,-25.6Q-5,-30 -10,-25.4Q-15,-29.6 -20,-25"
        "Q-25,-29 -30,-25Z"
    )
    return pen.group(
        shadow(pen, width=25),
        pen.path("M0,-44V14", pen.line(pen.width * 1.6)),
        moved(pen, sister(1, "mint"), -11.6, 2),
        moved(pen, sister(-1, "lilac"), 11.6, 2),
        pen.path(roof, pen.paint(WHITE.flat)),
        pen.path(
            (
                "M-10,-25.4Q-9,-42 0,-48Q9,-42 10,-25.4Q5,-30 0,-25.6Q-5,-30 -10,-25.4Z"
                "M-30,-25C-26,-42 -10,-48 0,-48C-12,-44 -19,-36 -20,-25Q-25,-29 -30,-25Z"
                "M30,-25C26,-42 10,-48 0,-48C12,-44 19,-36 20,-25Q25,-29 30,-25Z"
            ),
            pen.paint(ROSE.flat),
        ),
        pen.path("M0,-48v-2.6", pen.line(pen.width * 1.6)),
        *arm(pen, (-18, 6), (-14, 20), (-2, 15), MINT, FAIR, 4.6, WHITE.flat),
        *arm(pen, (18, 6), (14, 20), (2, 19), LILAC, FAIR, 4.6, WHITE.flat),
    )


def governess(pen: Pen) -> Group:
    """The governess: one finger, no nonsense."""
    pen = green(pen)
    skull = [
        pen.circle(0, -20, 6, pen.paint(BROWN.flat)),
        *head(
            pen,
            Face(
                FAIR,
                eyes="glass",
                nose="hook",
                mouth="frown",
                brow=0.6,
                slant=-3,
                shape=LONG,
                heavy=1.4,
                way=-0.4,
                look=(-1, 0.2),
            ),
        ),
        pen.path(
            "M-11.8,-1C-14,-14 -8,-18.6 0,-18.6C8,-18.6 14,-14 11.8,-1C10,-8 5,-12.4 0,-13.4C-5,-12.4 -10,-8 -11.8,-1Z",
            pen.paint(BROWN.flat),
        ),
        pen.path("M0,-18.4V-13.4", pen.line(pen.width * 0.8)),
    ]
    return pen.group(
        shadow(pen, width=18),
        *gown(pen, POWDER, 12, 8, 18, 43, -3, 15),
        pen.path("M-8.4,15Q0,18.6 8.4,15L9.4,18.6Q0,22.4 -9.4,18.6Z", pen.paint(SLATE.deep)),
        pen.path("M-5,-4V3Q0,6 5,3V-4Z", pen.paint(WHITE.flat)),
        pen.path("M0,4L-5,2L-5,8ZM0,4L5,2L5,8Z", pen.paint(SLATE.deep)),
        pen.path("M0,22.4V42", pen.line(pen.width * 0.8)),
        pen.path("M6,12L22,8.6L25,22L9,25.6Z", pen.paint(RASPBERRY.flat)),
        pen.path("M9,25.6L25,22L25.4,24L9.6,27.6Z", pen.paint(WHITE.flat)),
        *arm(pen, (10.6, 2), (26, 8), (16, 21), POWDER, FAIR, 5.4, WHITE.flat),
        *arm(pen, (-10.6, 2), (-26, 8), (-23, -9), POWDER, FAIR, 5.4, WHITE.flat),
        *limb(pen, "M-23,-11L-22,-20", 1.9, FAIR.flat),
        moved(pen, skull, 0, -20, turn=-4),
    )


def dowager(pen: Pen) -> Group:
    """The dowager: ear trumpet up; she wants to hear it again, slowly."""
    pen = green(pen)
    cap = lobes((0, -8), 15, 13, 1.6)
    skull = [
        pen.path(cap, pen.paint(WHITE.flat)),
        *head(
            pen,
            Face(
                ROSY,
                eyes="wide",
                nose="bulb",
                mouth="smile",
                brow=2.4,
                slant=1,
                shape=WIDE,
                way=0.3,
                look=(1.4, -0.2),
                ears=False,
            ),
        ),
        pen.path(
            "M-14.4,-1C-14,-14 -5,-14.6 0,-12C5,-14.6 14,-14 14.4,-1C11,-8 5,-9.6 0,-9.4C-5,-9.6 -11,-8 -14.4,-1Z",
            pen.paint(SILVER.flat),
        ),
        pen.path("M-9,-19l4.4,3l-4.4,3ZM0,-19l-4.4,3l4.4,3Z", pen.paint(LILAC.deep)),
    ]
    trumpet = "M-3,1.4L16,8.6C20,10 22,-10 17.6,-9L-2,-2.6C-5,-2 -5,1 -3,1.4Z"
    return pen.group(
        shadow(pen, width=25),
        *gown(pen, SLATE, 15, 12, 25, 43, -3, 12),
        pen.path("M-22.6,33Q-17,37 -11.4,34Q-5.6,38 0,35Q5.6,38 11.4,34Q17,37 22.6,33", pen.line(pen.width)),
        pen.path("M-16,1C-12,10 -4,13 0,13C4,13 12,10 16,1C12,-4 -12,-4 -16,1Z", pen.paint(LILAC.flat)),
        pen.path(
            "M-14.6,4q2,3 4.6,1.6q1.4,4 5,2.6q2,4 5,3q3,1 5,-3q3.6,1.4 5,-2.6q2.6,1.4 4.6,-1.6",
            pen.line(pen.width * 0.8),
        ),
        pen.ellipse(0, 9.4, 2.6, 3.2, pen.paint(PEACH.flat)),
        *arm(pen, (-13, 5), (-25, 12), (-23, 22), SLATE, ROSY, 6.6, WHITE.flat),
        pen.path("M-23.4,20L-26,46", pen.line(pen.width * 2.4)),
        pen.path("M-28,20q4.6,-3.4 9.4,0", pen.line(pen.width * 2.4)),
        moved(pen, skull, 0, -16),
        moved(
            pen,
            [pen.path(trumpet, pen.paint(GOLD.flat)), pen.ellipse(17.8, 0, 2.6, 9.2, pen.paint(GOLD.deep))],
            18,
            -17,
            turn=-18,
        ),
        *arm(pen, (13, 5), (27, 6), (24, -13), SLATE, ROSY, 6.6, WHITE.flat),
    )
