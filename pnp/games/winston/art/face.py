"""Faces: eyes, brows, noses and mouths; a dog looks to the left, with one eye beyond the bridge of the nose."""

from __future__ import annotations

from dataclasses import dataclass

from .brush import HAIR, Brush
from .curve import oval
from .palette import INK, RED, WHITE

HEART = "0,3.4! -3,0.2 -3,-2 -1.4,-2.8 0,-1.2! 1.4,-2.8 3,-2 3,0.2"


@dataclass(frozen=True)
class Eye:
    """Where an eye is, how large, and on which side of the nose: 1 near, −1 far."""

    x: float
    y: float
    r: float
    side: int = 1


def heart(brush: Brush, x: float, y: float, size: float, turn: float = 0, fill: str = RED) -> None:
    """A heart, 6 units wide."""
    brush.frame(x, y, turn, size).blob(HEART, fill, 0.45)


def eye(brush: Brush, at: Eye, mood: str, lid: str, look: tuple[float, float] = (-0.45, 0.1)) -> None:
    """One eye in a mood: open, half, wide, cross, sad, shut, glad, love, dizzy."""
    r = at.r
    place = brush.frame(at.x, at.y, 0, 1, at.side < 0).thick(0.5)
    if mood in ("shut", "glad"):
        bend = 0.75 if mood == "shut" else -0.8
        place.stroke(f"{-r},0 {-r * 0.5},{r * bend * 0.8} 0,{r * bend} {r * 0.5},{r * bend * 0.8} {r},0", 0.75)
        return
    if mood == "love":
        heart(brush, at.x, at.y + 0.2, r / 2.6)
        return
    if mood == "dizzy":
        place.blob(oval(0, 0, r, r * 1.05), WHITE)
        spiral = "0,0 0.5,0.3 0.2,0.9 -0.7,0.6 -0.9,-0.5 0.1,-1.3 1.3,-0.7 1.4,0.8"
        place.frame(0, 0, 0, r / 2.1).thread(spiral, 0.45)
        return
    wide = 1.18 if mood == "wide" else 1.0
    place.blob(oval(0, 0, r * wide, r * 1.08 * wide), WHITE)
    pupil = r * (0.3 if mood == "wide" else 0.5)
    px, py = look[0] * r * at.side, look[1] * r
    place.dot(px, py, pupil)
    if pupil > 0.7:
        place.dot(px - pupil * 0.3 * at.side, py - pupil * 0.4, pupil * 0.3, WHITE)
    lids = {"half": (0.0, 0.0), "cross": (0.35, -0.75), "sad": (-0.7, 0.3)}
    if mood in lids:
        inner, outer = lids[mood]
        left, right = inner * r, outer * r
        over = f"{-r * 1.12},{left} {-r * 0.8},{-r * 0.85} 0,{-r * 1.2} {r * 0.8},{-r * 0.85} {r * 1.12},{right}"
        if mood == "cross":
            over = f"{-r * 1.1},{left}! {-r * 1.05},{-r * 0.6} 0,{-r * 1.25} {r * 1.1},{right}!"
        if mood == "sad":
            over = f"{-r * 1.05},{left}! 0,{-r * 1.3} {r * 1.05},{-r * 0.7} {r * 1.12},{right}!"
        place.cover(over, lid)
        place.stroke(f"{-r * 1.12},{left} 0,{(left + right) / 2 - 0.1} {r * 1.15},{right}", 0.6)
        place.thread(over, 0.45)


def eyes(brush: Brush, near: Eye, far: Eye, mood: str, lid: str, look: tuple[float, float] = (-0.45, 0.1)) -> None:
    """Both eyes, the far one first."""
    eye(brush, far, mood, lid, look)
    eye(brush, near, mood, lid, look)


def brow(brush: Brush, at: Eye, rise: float, slant: float, fill: str = INK, thick: float = 1.1) -> None:
    """An eyebrow above an eye; a slant above 0 frowns."""
    place = brush.frame(at.x, at.y - at.r - rise, 0, 1, at.side < 0)
    place.stroke(f"{-at.r},{slant} 0,-0.5 {at.r},{-slant}", thick, fill)


def nose(brush: Brush, x: float, y: float, r: float = 2.7, turn: float = 12) -> None:
    """A wet nose."""
    brush.blob(oval(x, y, r, r * 0.82, turn), INK)
    brush.tint(oval(x - r * 0.25, y - r * 0.38, r * 0.34, r * 0.16, -10), WHITE)


def maw(brush: Brush, outline: str, width: float, tongue: str = "") -> None:
    """An open mouth: dark in any ink, and where ink is saved its tongue is left white."""
    throat = INK if brush.pen.low else "#7a2436"
    brush.blob(outline, throat, width)
    if tongue:
        brush.cover(tongue, "#ee8791")


def blush(brush: Brush, x: float, y: float, r: float = 2, fill: str = "#f0837a") -> None:
    """A warm cheek."""
    brush.glass(oval(x, y, r, r * 0.7), fill, 0.75)


def zees(brush: Brush, x: float, y: float, colour: str = INK) -> None:
    """Sleep, as it is written."""
    for dx, dy, size in ((0.0, 0.0, 1.0), (3.6, -4.2, 1.35), (8.2, -9.4, 1.75)):
        brush.frame(x + dx, y + dy, -8, size).thread("-1,-1! 1,-1! -1,1! 1,1!", 0.55, colour)


def tear(brush: Brush, x: float, y: float, size: float = 1) -> None:
    """A tear that takes its time."""
    brush.frame(x, y, 0, size).blob("0,-1.8! 1.1,0.4 0,1.5 -1.1,0.4", "#8ed0ea", HAIR)
