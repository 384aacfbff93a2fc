"""Faces: what a chicken feels shows in its eyes, its brows and its beak. The head's centre is the origin."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from svgwrite.base import BaseElement

from pnp.face.art.curve import num, point, polyline
from pnp.face.art.pen import Pen

from .cut import black, etch, thin, tint
from .cut import shine as sparkle
from .palette import BEAK, RED


@dataclass(frozen=True)
class Eyes:
    """A look: how wide, where to, and how the brows stand."""

    size: float = 1.0
    pupil: float = 2.0
    look: tuple[float, float] = (1.6, 0.6)
    brow: float = 6.0
    """How far the inner end of the brow is lower than the outer: anger above 0, fear below."""
    lift: float = 0.0
    shut: bool = False
    far: bool = True
    mad: float = 1.0
    """How much larger the far eye is than it should be."""


FURY = Eyes(pupil=1.7, brow=7)
GRIM = Eyes(size=0.95, pupil=2.3, brow=3.5, lift=-2.6)
FEAR = Eyes(size=1.15, pupil=1.3, brow=-6, lift=3)
CALM = Eyes(shut=True, brow=-2, lift=2)
CRAZED = Eyes(size=1.1, pupil=1.4, brow=5, mad=1.45, look=(0.6, -0.4))
SLY = Eyes(size=0.95, pupil=2.4, brow=4, lift=-3.2, look=(2.4, 1.2))
WATCH = Eyes(size=1.05, pupil=2.1, brow=1.5, look=(2.6, 0))


def _eye(pen: Pen, x: float, y: float, r: float, eyes: Eyes) -> list[BaseElement]:
    if eyes.shut:
        lid = f"M{num(x - r)},{num(y - 0.6)}Q{num(x)},{num(y + r)} {num(x + r)},{num(y - 0.6)}"
        lash = f"M{num(x - r * 0.5)},{num(y + r * 0.36)}l-1,2.2M{num(x + r * 0.5)},{num(y + r * 0.36)}l1,2.2"
        return [pen.path(lid, pen.line(pen.width * 0.95)), pen.path(lash, thin(pen, 0.6))]
    dx, dy = eyes.look
    return [
        pen.ellipse(x, y, r * 0.94, r, pen.paint("#fffdf4", width=pen.width * 0.8)),
        pen.circle(x + dx * r / 5, y + dy * r / 5, eyes.pupil * (0.6 + r / 14), black(pen)),
    ]


def gaze(pen: Pen, eyes: Eyes) -> list[BaseElement]:
    """Both eyes under their brows."""
    r = 6.1 * eyes.size
    nx, ny, fx, fy = 1.2, -3.2, 11.4, -4.4
    parts: list[BaseElement] = []
    if eyes.far:
        parts += _eye(pen, fx, fy, r * 0.8 * eyes.mad, eyes)
    parts += _eye(pen, nx, ny, r, eyes)
    top = ny - r + 0.8 - eyes.lift
    inner, outer = top + eyes.brow * 0.55, top - eyes.brow * 0.35
    near = [
        (nx - r - 1.6, outer + 1.2),
        (nx - r * 0.4, outer - 1.6),
        (nx + r + 0.6, inner - 1.6),
        (nx + r + 0.8, inner + 2.2),
    ]
    parts.append(pen.path(polyline(near), black(pen)))
    if eyes.far:
        far = [(fx - 3.4, inner - 1.2), (fx - 3.2, inner + 2), (fx + 5.4, outer + 1.4), (fx + 2.6, outer - 1.2)]
        parts.append(pen.path(polyline(far), black(pen)))
    return parts


def beak(pen: Pen, kind: str) -> list[BaseElement]:
    """A hooked beak: shut, shouting, gritted, smug or whistling a spell."""
    line = pen.paint(BEAK.flat)
    low = pen.paint(BEAK.shade)
    shine = sparkle(pen, BEAK.light)
    if kind == "shout":
        return [
            pen.path("M6,4C8,12 13,17 21,17.5L23.5,14C19,11 16,7 15.5,3Z", low),
            pen.path(
                "M8.4,4.4C10,10 14,13.6 19.6,15L21.6,12.6C18,9.6 16,6.4 15.4,3.4Z",
                pen.paint("#6b1216", stroke="none", solid=True),
            ),
            pen.path("M12,10.6C13.6,8 17,8.6 20.2,13.2L19.4,14.8C16.4,14 13.8,12.6 12,10.6Z", tint(pen, RED.light)),
            pen.path("M5.4,-0.6C10,-5.4 20,-5.6 27.6,0.6L28.6,6.8L25.4,4.2C20,3.4 12,5.6 6.4,5Z", line),
            pen.path("M11,-1.6Q17.6,-3.2 23,0.8", shine),
        ]
    if kind == "grit":
        return [
            pen.path("M5.4,-1C10,-5 20,-4.4 26,2.4L27,9.6L22.4,13.4C15,14 9,12 6,8Z", line),
            pen.path("M6.4,5L9.4,6.8L12,4.4L15,7L17.8,4.8L20.8,7.6L23,5.6L26.4,8", pen.line(pen.width * 0.9)),
            pen.path("M11,-1.4Q17,-2.6 22,1.6", shine),
        ]
    if kind == "smug":
        return [
            pen.path("M7,5.4C9,10.6 15,12 20,8.6L15,4.4Z", low),
            pen.path("M5.4,-1C10,-5 21,-4.6 27,3.2L27.6,10.6L23.4,7.2C18,8.8 11,8.6 6.4,5.6C3.6,4 4,1 5.4,-1Z", line),
            etch(pen, "M6.4,5.6C4,6.4 1.6,5 0.6,2.4", 1.08),
            pen.path("M11,-1.2Q17,-2.6 22,1.8", shine),
        ]
    if kind == "whistle":
        return [
            pen.path("M7,4.6C10,10 17,11 24,7.4L16,3.6Z", low),
            pen.path("M5.4,-0.6C10,-4 19,-2.6 26.4,4L25,6.4C18,4 11,5.4 6.4,5Z", line),
        ]
    return [
        pen.path("M7,6C9.4,11.4 16,12.4 20.6,8.8L15,5Z", low),
        pen.path("M5.4,-1C10,-5 21,-4.6 27,3.2L27.8,11.4L23.4,8C18,7 11,6.6 6.4,6C3.6,4.6 4,1 5.4,-1Z", line),
        pen.path("M11,-1.2Q17,-2.6 22,1.8", shine),
    ]


def wattle(pen: Pen) -> list[BaseElement]:
    """The red drops under the beak."""
    return [
        pen.path(
            "M11,8.6C15,10 15.6,15.4 13.2,18.2C10.8,20 8,17.6 8.2,14.4C8.4,11.6 9.4,9.6 11,8.6Z", pen.paint(RED.shade)
        ),
        pen.path("M6,7.6C10,9.4 10.6,15.6 8,18.8C5.4,20.8 2.2,18 2.4,14.2C2.6,11 4,8.8 6,7.6Z", pen.paint(RED.flat)),
    ]


COMB = [
    (-9, -9),
    (-14, -15),
    (-9, -14.6),
    (-10, -22),
    (-4.4, -17.4),
    (-1.6, -25),
    (2.4, -17.6),
    (8, -22.4),
    (7, -13),
    (9, -8),
]


def comb(pen: Pen, at: tuple[float, float] = (0, 0)) -> tuple[str, list[BaseElement]]:
    """A ragged comb like a flame; its outline and its parts."""
    points = [(x + at[0], y + at[1]) for x, y in COMB]
    d = (
        f"M{point(points[0])}"
        + "".join(
            f"Q{point((p[0] + (q[0] - p[0]) * 0.2 + 1.2, p[1] + (q[1] - p[1]) * 0.8))} {point(q)}"
            for p, q in pairwise(points)
        )
        + "Z"
    )
    return d, [pen.path(d, pen.paint(RED.flat))]
