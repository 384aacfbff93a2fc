"""The face of a bird of quality: eyes with lids and lashes, beak, wattles, all round the head's centre."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from svgwrite.base import BaseElement

from pnp.face.art.curve import num
from pnp.face.art.pen import Pen

from .palette import BEAK, INK, RED, RUBY
from .stage import fine, tint


@dataclass(frozen=True)
class Eyes:
    """How a lady looks: lids from 0 (staring) to 1 (shut), where to, and with which brows."""

    lid: float = 0.45
    far: float | None = None
    """The other eye's lid, where it differs (a wink)."""
    look: tuple[float, float] = (1.5, 1)
    slant: float = 0
    """Lids falling outwards (positive: haughty) or inwards (cross)."""
    shadow: str = "#8fb8c9"
    brow: float = 0
    """How high the brow is lifted; negative frowns."""
    lashes: bool = True


def eye(pen: Pen, x: float, y: float, rx: float, ry: float, lid: float, eyes: Eyes, outward: int) -> list[BaseElement]:
    """One eye: white, pupil with its spark, the painted lid and lashes on the outward side."""
    parts: list[BaseElement] = []
    chord = -ry + 2 * ry * min(max(lid, 0.04), 0.96)
    half = rx * sqrt(max(0.0, 1 - (chord / ry) ** 2))
    if lid < 0.9:
        parts.append(pen.ellipse(0, 0, rx, ry, pen.paint("#fffdf6")))
        r = min(rx, ry) * 0.48
        px = max(-rx + r, min(rx - r, eyes.look[0] * rx / 5))
        py = max(chord + r * 0.5, min(ry - r, eyes.look[1] * ry / 5 + max(0.0, chord * 0.5 + ry * 0.25)))
        parts.append(pen.circle(px, py, r, pen.paint(INK, stroke="none", solid=True)))
        parts.append(pen.circle(px + r * 0.3, py - r * 0.3, r * 0.36, pen.paint("#ffffff", stroke="none", solid=True)))
    sag = ry * (0.5 if lid >= 0.9 else 0.16)
    big = 1 if lid > 0.5 else 0
    cap = f"M{num(-half)},{num(chord)}A{num(rx)},{num(ry)} 0 {big} 1 {num(half)},{num(chord)}"
    if lid >= 0.9:
        cap = f"M{num(-rx)},{num(ry * 0.1)}A{num(rx)},{num(ry * 0.42)} 0 0 1 {num(rx)},{num(ry * 0.1)}"
        half, chord, sag = rx, ry * 0.1, ry * 0.6
    edge = f"Q0,{num(chord + sag * 2)} {num(-half)},{num(chord)}"
    crease = pen.width * (0.5 if lid >= 0.9 else 1)
    parts.append(pen.path(f"{cap}{edge}Z", pen.paint(eyes.shadow, width=crease)))
    rim = f"M{num(half)},{num(chord)}{edge}"
    if eyes.lashes:
        tip = outward * half
        for dx, dy in ((3.6, -3), (4.2, -1), (3.4, 1)):
            lash = f"q{num(outward * dx * 0.5)},{num(0.5 + dy * 0.1)} {num(outward * dx)},{num(dy)}"
            rim += f"M{num(tip - outward * 0.4)},{num(chord + 0.2)}{lash}"
    parts.append(pen.path(rim, pen.line(pen.width * 1.1)))
    return [pen.group(*parts, transform=f"translate({num(x)} {num(y)}) rotate({num(eyes.slant * -outward)})")]


def gaze(pen: Pen, eyes: Eyes) -> list[BaseElement]:
    """Both eyes in three-quarter view, and the brows."""
    far = eyes.lid if eyes.far is None else eyes.far
    parts = eye(pen, 11, -4.4, 4.1, 6, far, eyes, 1) + eye(pen, 2.4, -3.8, 5.4, 6.8, eyes.lid, eyes, -1)
    up = eyes.brow
    brow = f"M-3.8,{num(-11.4 - up * 0.5)}Q0.8,{num(-15 - up)} 5.8,{num(-12 - up * 0.3)}"
    brow += f"M9.4,{num(-12.2 - up * 0.2)}Q12.4,{num(-14.4 - up)} 15.2,{num(-11.4 - up * 0.5)}"
    parts.append(pen.path(brow, pen.line(pen.width * 1.2)))
    return parts


def beak(pen: Pen, kind: str) -> list[BaseElement]:
    """The beak: shut with a smirk, open to sing, or pursed for a kiss."""
    thin = fine(pen)
    if kind == "open":
        lower = "M8.6,5C9,11 12,15.4 17,16C17.6,12 17,8.4 15,5.4Z"
        return [
            pen.path(lower, pen.paint(BEAK.shade)),
            pen.path(
                "M9.8,5.4C10,9 11.6,12 14.4,13.2C15.6,11 15.6,8 15,5.6Z",
                pen.paint(pen.outline if pen.low else "#7a1f2b", stroke="none", solid=True),
            ),
            pen.path("M10.6,10.4Q12.6,8.4 15.2,10.4Q15,12.4 14.4,13.2Q12,12.4 10.6,10.4Z", tint(pen, "#f08a84")),
            pen.path(
                "M7.4,1.6C10,-3 19,-2.6 24,5.4C24.6,6.6 24.2,8 23.4,8.2C19,4.6 13,6.4 8.2,5.8C6.4,5 6.6,3 7.4,1.6Z",
                pen.paint(BEAK.flat),
            ),
            pen.path("M11,0.6Q15.4,-0.6 19.4,2.8", pen.line(pen.width * 0.7, BEAK.light if not pen.low else "none")),
        ]
    if kind == "kiss":
        return [
            pen.path("M8.4,6.4C10,10.4 14.6,11 19.4,8.8C17,6.6 13,5.6 8.4,6.4Z", pen.paint(BEAK.shade)),
            pen.path(
                "M7.4,1.6C11,-2 19,0 23,7.2C23.4,8.6 22,9.6 20.6,9C17,6.6 13,6.8 8.2,6.4C6.4,5.4 6.6,3 7.4,1.6Z",
                pen.paint(BEAK.flat),
            ),
            pen.path("M11,1.2Q15.4,1 18.6,4.2", pen.line(pen.width * 0.7, BEAK.light if not pen.low else "none")),
        ]
    return [
        pen.path("M9,6.2C10.4,10.8 15.6,11.4 18.6,7.2C15,5.4 12,5.4 9,6.2Z", pen.paint(BEAK.shade)),
        pen.path(
            (
                "M7.4,1.2C10,-3 20,-3 24,6.2C24.6,7.8 24.2,9.4 23.4,9.8C21.6,6.8 17,7.6 13.4,7.4"
                "C11,7.2 9,6.8 8.2,6C6.4,5 6.6,2.8 7.4,1.2Z"
            ),
            pen.paint(BEAK.flat),
        ),
        pen.path(
            "M8.2,6C6.6,6.2 5.2,5.4 4.8,3.6" if kind == "smirk" else "M8.2,6C7,7 5.8,7.2 4.6,6.8",
            thin.line(pen.width * 0.8),
        ),
        pen.path("M13.6,1.4q1,-0.6 1.8,0.3", thin.line()),
        pen.path("M11,0Q15.4,-1.2 19.4,1.8", pen.line(pen.width * 0.7, BEAK.light if not pen.low else "none")),
    ]


def wattles(pen: Pen) -> list[BaseElement]:
    """The red drops under the beak, worn like earrings."""
    return [
        pen.path(
            "M13.4,9.4C16.4,10 17.4,14 16,17.4C14.8,19.6 12.4,19 11.8,16.8C11.2,14 11.6,11 13.4,9.4Z",
            pen.paint(RED.shade),
        ),
        pen.path(
            "M9.4,8.6C12.6,9.6 13.2,14.6 11.4,18.6C10,20.8 7.2,20 6.8,17.4C6.4,14 7,10.6 9.4,8.6Z", pen.paint(RED.flat)
        ),
        pen.path("M8.7,13Q8.3,15.4 8.9,17.2", pen.line(pen.width * 0.7, RED.light if not pen.low else "none")),
    ]


def rouge(pen: Pen) -> list[BaseElement]:
    """A round of rouge on the cheek."""
    return [pen.ellipse(0.8, 6.6, 3.6, 2.6, pen.paint(RUBY.light, stroke="none", opacity=0.55))]


def mouche(pen: Pen) -> list[BaseElement]:
    """A beauty spot of black taffeta beside the beak."""
    return [pen.circle(4.6, 9.6, 1.1, pen.paint(INK, stroke="none", solid=True))]


def earring(pen: Pen, fill: str) -> list[BaseElement]:
    """A drop of an earring where a hen would have an ear."""
    return [
        pen.path("M-5.6,4L-5.6,7", pen.line(pen.width * 0.8)),
        pen.path("M-5.6,7C-3.6,10 -3.4,13 -5.6,13C-7.8,13 -7.6,10 -5.6,7Z", pen.paint(fill, width=pen.width * 0.8)),
        pen.circle(-5.6, 3.4, 1.3, pen.paint("#f9dd8e", width=pen.width * 0.8)),
    ]
