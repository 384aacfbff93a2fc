"""The chicken: compact, round as a cannonball, all of one build; plumage, lean and face make the person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, dots, mid, num, point, polar, smooth, transform
from pnp.face.art.pen import Pen

from .cut import RIM, black, etch, thin, tint
from .face import FURY, Eyes, beak, comb, gaze, wattle
from .line import blade, cuts
from .palette import BEAK, Tone
from .piece import Piece, piece

HEAD: Point = (7, -13)
"""The centre of the head."""

_TRUNK: Sequence[Point] = (
    (19, -8), (24.5, 3), (24, 15), (15, 26), (0, 30), (-15, 27.5), (-25.5, 17), (-26, 4), (-17.5, -3.5), (-8.5, -9.5),
    (-7.6, -19), (-1.4, -26.6), (8, -28), (16.6, -23), (19.6, -15),
)  # fmt: skip


@dataclass(frozen=True)
class Chicken:
    """One chicken that looks to the right."""

    plumage: Tone
    eyes: Eyes = FURY
    beak: str = "shut"
    collar: Tone | None = None
    """The feathers of head and neck, if they are not as the rest."""
    tail: Tone | None = None
    comb: bool = True
    bars: bool = False
    """Speckled breast."""


def tail(pen: Pen, bird: Chicken, raised: float = 0) -> Piece:
    """Four broad feathers, cut like blades."""
    tone = bird.tail or bird.plumage
    plan = ((186, 15, 9.5, -3), (256, 19, 9.5, 4), (208, 18.5, 10.5, -3), (232, 20.5, 10.5, 1))
    outlines, parts = [], []
    for i, (angle, length, width, curl) in enumerate(plan):
        d = blade((-19, 6), angle + raised, length, width, curl)
        outlines.append(d)
        parts.append(pen.path(d, pen.paint(tone.shade if i < 2 else tone.flat)))
    quills = "".join(
        f"M{point(polar((-19, 6), a + raised, 8))}L{point(polar((-19, 6), a + raised + c * 0.7, n - 3))}"
        for a, n, _, c in plan[2:]
    )
    return piece(pen, outlines, [*parts, etch(pen, quills)])


def leg(pen: Pen, hip: Point, foot: Point, turn: float = 0, behind: bool = False) -> Piece:
    """A short leg with a large foot that will not give way."""
    tone = BEAK.shade if behind else BEAK.flat
    toes = (
        "M-3,-3C-1,-4 2,-3.6 3,-2.4L10.6,1.6C11.6,3 10.4,4 9,3.6L4.4,2.6L6.4,4.4"
        "C6.4,5.6 4.6,5.8 3.4,5L-0.6,2L-5.4,4.4C-7,4.6 -7.4,3 -6.2,2Z"
    )
    shank = f"M{point(hip)}L{point((foot[0], foot[1] - 1))}"
    frame = f"translate({point(foot)}) rotate({num(turn)})".replace(",", " ")
    body: list[BaseElement] = [
        pen.path(shank, pen.line(pen.width * 3.2)),
        pen.group(pen.path(toes, pen.paint(tone)), transform=frame),
        pen.path(shank, pen.line(pen.width * 1.5, "#ffffff" if pen.low else tone)),
    ]
    rim = pen.group(pen.path(toes, pen.paint(pen.outline, width=pen.width * RIM, solid=True)), transform=frame)
    return Piece(pen.group(rim, pen.path(shank, pen.line(pen.width * 3.8))), pen.group(*body))


def legs(pen: Pen, stride: float = 0) -> list[Piece]:
    """Both legs; `stride` sets them apart, as in a charge."""
    return [
        leg(pen, (-7, 26), (-8 - stride, 36.5), -stride, behind=True),
        leg(pen, (8, 26), (8 + stride, 37 - stride * 0.35), stride * -1.4),
    ]


def trunk(pen: Pen, bird: Chicken) -> Piece:
    """Head and body in one, with a ragged collar, and the shadow cut in."""
    tone, neck = bird.plumage, bird.collar or bird.plumage
    d = smooth(_TRUNK)
    belly = [_TRUNK[i] for i in range(7, 1, -1)]
    inner = [mid(p, (2, 4), s) for p, s in zip(reversed(belly), (0.08, 0.22, 0.3, 0.3, 0.24, 0.1), strict=True)]
    cape = (
        "M-8.4,-13L-14,-6L-8,-5.6L-10,2.6L-3.4,0L-2,8L3.6,3.4L8,10L11.4,3.8L17,8.4L17.6,1L23.6,2L20,-9L14,-20L-2,-20Z"
    )
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(tone.flat)),
        pen.path(smooth([*belly, *inner]), tint(pen, tone.shade)),
    ]
    if bird.collar:
        parts.append(pen.path(smooth([*_TRUNK[9:], _TRUNK[0], (14, 0), (0, -4)]), tint(pen, neck.flat)))
    parts.append(pen.path(cape, tint(pen, neck.flat if bird.collar else tone.light)))
    rag = "M-9.6,-3.6L-10,2.6L-3.4,0L-2,8L3.6,3.4L8,10L11.4,3.8L17,8.4L17.6,1"
    parts.append(pen.path(rag, thin(pen)))
    if bird.bars:
        parts.append(
            pen.path(
                dots([(-12, 10), (-5, 14), (2, 12), (9, 15), (-1, 20), (15, 12), (-14, 18), (7, 21)], 1.3), black(pen)
            )
        )
    parts.append(pen.path(cuts([(-26, 5), (-25, 16), (-15, 27), (0, 29.6), (14, 26.4)], 15, -9, 1.9), black(pen)))
    parts.append(pen.path(d, pen.line()))
    return piece(pen, [d], parts)


def head(pen: Pen, bird: Chicken, tilt: float = 0) -> Piece:
    """What is on the head: comb, wattle, eyes and beak."""
    frame = f"translate({num(HEAD[0])} {num(HEAD[1])}) rotate({num(tilt)})"
    outlines: list[str] = ["M5.4,-1C10,-5 20,-4.6 27,3.2L25,9L6,8Z"]
    parts: list[BaseElement] = []
    if bird.comb:
        d, shapes = comb(pen)
        outlines.append(d)
        parts += shapes
        parts.append(pen.path("M-7,-12Q0,-17.6 8.6,-12L9.6,-8L-8,-7Z", tint(pen, (bird.collar or bird.plumage).light)))
    parts += [*wattle(pen), *gaze(pen, bird.eyes), *beak(pen, bird.beak)]
    return piece(pen, outlines, parts, frame)


def wing(pen: Pen, shoulder: Point, hand: Point, tone: Tone, grip: float | None = None, width: float = 8.0) -> Piece:
    """An arm of feathers from the shoulder to a fist; `grip` is the direction of what it holds."""
    dx, dy = hand[0] - shoulder[0], hand[1] - shoulder[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length

    def at(s: float, side: float) -> Point:
        return shoulder[0] + ux * s * length - uy * side, shoulder[1] + uy * s * length + ux * side

    top = [at(-0.16, 0), at(0.02, -width * 0.72), at(0.5, -width * 0.66), at(1.0, -width * 0.42)]
    d = (
        f"M{point(top[0])}Q{point(at(-0.12, -width * 0.7))} {point(top[1])}"
        f"Q{point(at(0.3, -width * 0.85))} {point(top[2])}L{point(top[3])}"
    )
    d += (
        f"L{point(at(1.02, width * 0.4))}L{point(at(0.74, width * 0.62))}"
        f"L{point(at(0.72, width * 1.02))}L{point(at(0.46, width * 0.72))}"
    )
    d += (
        f"L{point(at(0.4, width * 1.16))}L{point(at(0.16, width * 0.8))}L{point(at(0.04, width * 1.02))}"
        f"Q{point(at(-0.2, width * 0.6))} {point(top[0])}Z"
    )
    ribs = (
        f"M{point(at(0.7, width * 0.5))}L{point(at(0.86, -width * 0.06))}M{point(at(0.42, width * 0.6))}"
        f"L{point(at(0.6, 0))}M{point(at(0.12, width * 0.66))}L{point(at(0.32, width * 0.06))}"
    )
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(tone.flat)),
        etch(pen, ribs),
    ]
    outlines = [d]
    if grip is not None:
        for s in (-1, 1, 0):
            x, y = polar(hand, grip, s * 3.9)
            parts.append(pen.ellipse(x, y, 4.6, 2.7, pen.paint(tone.flat, width=pen.width * 0.8), turn=grip + 90))
        outlines.append(dots([hand], 5.6))
    return piece(pen, outlines, parts)


def flipper(pen: Pen, shoulder: Point, angle: float, tone: Tone, length: float = 22, width: float = 13) -> Piece:
    """An open wing of four feathers, thrown out."""
    outlines, parts = [], []
    for i, (turn, share) in enumerate(((34, 0.72), (17, 0.88), (0, 1.0), (-16, 0.92))):
        d = blade(shoulder, angle + turn, length * share, width * 0.62, -2)
        outlines.append(d)
        parts.append(pen.path(d, pen.paint(tone.flat if i > 1 else tone.shade)))
    cap = smooth(transform([(-5, -5), (5, -6.4), (11, -3), (11, 4), (4, 6.6), (-5, 5)], shoulder, angle))
    parts.append(pen.path(cap, pen.paint(tone.flat)))
    return piece(pen, [*outlines, cap], parts)
