"""Faces of good society: an egg with a nose, two eyes that have seen something, brows and a mouth."""

from __future__ import annotations

from dataclasses import dataclass

from svgwrite.base import BaseElement

from pnp.face.art.curve import num
from pnp.face.art.pen import Pen

from .palette import FAIR, INK, Wash
from .wash import black, tint

MOUTH = "#8d3b42"
SKULL = "M0,-15C8.6,-15 13.4,-9 13.2,-1C13,8 7.6,15 0,15C-7.6,15 -13,8 -13.2,-1C-13.4,-9 -8.6,-15 0,-15Z"
LONG = "M0,-16C8,-16 11.6,-10 11.6,-2C11.6,6 8,18 0,18C-8,18 -11.6,6 -11.6,-2C-11.6,-10 -8,-16 0,-16Z"
WIDE = "M0,-14C8.6,-14 13.4,-9 14.6,0C16,9 9.6,15.4 0,15.4C-9.6,15.4 -16,9 -14.6,0C-13.4,-9 -8.6,-14 0,-14Z"

NOSES = {
    "button": "M-1.6,3.4q1.7,1.9 3.4,0",
    "bulb": "M-0.6,-2.4C-1,0 -4.2,1.4 -3.8,4C-3.4,6.4 3.6,6.6 4,4C4.2,1.4 1.2,0 0.8,-2.4",
    "long": "M-0.4,-4C0.4,0 -3.4,5.6 -2.6,7C-1.6,8.4 1.8,8 2.6,6.8",
    "hook": "M-1,-4.6C3,-3.4 6.6,1.8 5.6,5C5,6.6 1.6,6.4 -0.4,5",
    "tilt": "M0.4,-2.6C0.6,0.4 4.6,2 3.8,3.6C3.2,4.8 0.6,4.6 -0.6,4",
}


@dataclass(frozen=True)
class Face:
    """How someone looks: features, and which way (−1 left, 0 front, 1 right)."""

    skin: Wash = FAIR
    eyes: str = "dot"
    nose: str = "button"
    mouth: str = "prim"
    brow: float = 0
    """How high the brows are lifted."""
    slant: float = 0
    """Brows falling outwards (positive: distress) or inwards (negative: anger)."""
    way: float = 0
    look: tuple[float, float] = (0, 0)
    brows: str = INK
    heavy: float = 1
    """How thick the brows are."""
    shape: str = SKULL
    cheeks: bool = True
    ears: bool = True


def head(pen: Pen, face: Face) -> list[BaseElement]:
    """The head round the origin, without hair."""
    f = face.way * 3.6
    parts: list[BaseElement] = []
    if face.ears:
        reach = 13.6 if face.shape == WIDE else 12.4
        for side in (-1, 1):
            if side * face.way < 0.6:
                parts.append(pen.ellipse(side * reach, 1.4, 2.8, 3.8, pen.paint(face.skin.flat), turn=-12 * side))
    parts.append(pen.path(face.shape, pen.paint(face.skin.flat)))
    parts.append(pen.path("M6.4,-12.6C13,-8 13.4,5 5.6,13.4C9.6,5 10.6,-4 6.4,-12.6Z", tint(pen, face.skin.deep, 0.55)))
    if face.cheeks:
        for side in (-1, 1):
            parts.append(pen.ellipse(f + side * 7.4, 5, 3, 2.1, tint(pen, "#ee8f83", 0.55)))
    parts += mouth(pen, face.mouth, f)
    parts += [eye for side in (-1, 1) for eye in eyes(pen, face, f + side * 5, side)]
    parts.append(_nose(pen, face, f))
    if face.brow > -5:
        y = -8.6 - face.brow
        d = ""
        for side in (-1, 1):
            x = f + side * 5.2
            d += (
                f"M{num(x - 3)},{num(y - face.slant * side)}"
                f"Q{num(x)},{num(y - 2)} {num(x + 3)},{num(y + face.slant * side)}"
            )
        parts.append(pen.path(d, pen.line(pen.width * 1.1 * face.heavy, face.brows if not pen.low else INK)))
    return parts


def _nose(pen: Pen, face: Face, f: float) -> BaseElement:
    flip = " scale(-1 1)" if face.way < 0 or (face.way == 0 and face.nose == "hook") else ""
    shape = NOSES[face.nose]
    fill = face.skin.deep if face.nose == "bulb" else face.skin.flat
    if face.nose in ("button", "long"):
        return pen.group(pen.path(shape, pen.line(pen.width * 0.9)), transform=f"translate({num(f)} 0){flip}")
    return pen.group(pen.path(shape, pen.paint(fill, width=pen.width * 0.9)), transform=f"translate({num(f)} 0){flip}")


def eyes(pen: Pen, face: Face, x: float, side: int) -> list[BaseElement]:
    """One eye."""
    y = -2.6
    lx, ly = face.look
    kind = face.eyes
    if kind == "wink":
        kind = "happy" if side > 0 else "dot"
    if kind == "dot":
        return [pen.ellipse(x + lx * 0.6, y + ly * 0.6, 1.45, 2, black(pen))]
    if kind == "shut":
        return [pen.path(f"M{num(x - 3)},{num(y)}q3,2.8 6,0", pen.line())]
    if kind == "happy":
        return [pen.path(f"M{num(x - 2.8)},{num(y + 0.8)}q2.8,-3.4 5.6,0", pen.line(pen.width * 1.1))]
    if kind == "lid":
        return [
            pen.ellipse(x, y, 3, 3, pen.paint("#ffffff", width=pen.width * 0.7)),
            pen.ellipse(x + lx, y + 0.9, 1.4, 1.5, black(pen)),
            pen.path(
                f"M{num(x - 3.2)},{num(y - 0.2)}A3.2,3.2 0 0 1 {num(x + 3.2)},{num(y - 0.2)}Z",
                pen.paint(face.skin.deep, width=pen.width * 0.8),
            ),
        ]
    if kind == "glass":
        return [
            pen.ellipse(x + lx, y + ly, 1.3, 1.7, black(pen)),
            pen.circle(x, y, 4.3, pen.paint("none", width=pen.width * 0.8)),
            pen.path(
                f"M{num(x - 1.6)},{num(y - 2.8)}q-1.2,0.6 -1.4,2",
                pen.line(pen.width * 0.6, "#ffffff" if not pen.low else "none"),
            ),
        ]
    big = 4.1 if kind == "pop" else 3.5
    return [
        pen.ellipse(x, y, big * 0.92, big * 1.08, pen.paint("#ffffff", width=pen.width * 0.8)),
        pen.circle(x + lx, y + ly, 1.45, black(pen)),
    ]


def mouth(pen: Pen, kind: str, f: float) -> list[BaseElement]:
    """The mouth, from pursed to singing."""
    dark = black(pen, INK if pen.low else MOUTH)
    thin = pen.width * 0.9
    if kind == "o":
        return [pen.ellipse(f, 10, 2, 2.7, dark)]
    if kind == "gasp":
        return [pen.ellipse(f, 10.2, 3, 3.9, dark), pen.ellipse(f, 12.4, 1.9, 1.3, tint(pen, "#e58a86"))]
    if kind == "sing":
        return [
            pen.path(
                (
                    f"M{num(f - 5.4)},7C{num(f - 4)},5.6 {num(f + 4)},5.6 {num(f + 5.4)},7"
                    f"C{num(f + 5.4)},16 {num(f - 5.4)},16 {num(f - 5.4)},7Z"
                ),
                dark,
            ),
            pen.ellipse(f, 12, 2.8, 1.6, tint(pen, "#e58a86")),
        ]
    if kind == "grin":
        return [
            pen.path(
                (
                    f"M{num(f - 5)},7.6Q{num(f)},9.6 {num(f + 5)},7.6"
                    f"Q{num(f + 3.4)},13 {num(f)},13Q{num(f - 3.4)},13 {num(f - 5)},7.6Z"
                ),
                pen.paint("#ffffff", width=thin),
            )
        ]
    if kind == "smile":
        return [pen.path(f"M{num(f - 4.2)},8.6Q{num(f)},12.6 {num(f + 4.2)},8.6", pen.line(thin))]
    if kind == "frown":
        return [pen.path(f"M{num(f - 4)},11.4Q{num(f)},8 {num(f + 4)},11.4", pen.line(thin))]
    if kind == "wavy":
        return [pen.path(f"M{num(f - 5)},10.4q1.7,-2.4 3.3,0t3.3,0t3.3,0", pen.line(thin))]
    if kind == "lips":
        return [
            pen.path(
                (
                    f"M{num(f - 2.8)},9.6Q{num(f - 1)},7.6 {num(f)},8.8"
                    f"Q{num(f + 1)},7.6 {num(f + 2.8)},9.6Q{num(f)},12.4 {num(f - 2.8)},9.6Z"
                ),
                black(pen, INK if pen.low else "#c24a55"),
            )
        ]
    if kind == "none":
        return []
    return [
        pen.path(f"M{num(f - 2.4)},10Q{num(f)},8.8 {num(f + 2.4)},10", pen.line(thin)),
        pen.path(f"M{num(f - 1)},12.2h2", pen.line(thin * 0.7)),
    ]
