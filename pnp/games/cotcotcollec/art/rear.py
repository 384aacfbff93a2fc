"""A lady from behind: back, wings and the fan of her tail, the head turned over a shoulder or away from us."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, mid, num, smooth, transform
from pnp.face.art.pen import Pen

from .head import Eyes
from .hen import Hen, Plumage, Wing, face, wing
from .palette import BEAK, Tone
from .plume import plume
from .stage import cover, fine, tint

FAN: Sequence[tuple[float, float, float, float]] = (
    (196, 24, 6, -5),
    (344, 24, 6, 5),
    (214, 29, 7, -4),
    (326, 29, 7, 4),
    (233, 32, 7.5, -3),
    (307, 32, 7.5, 3),
    (252, 34, 8, -2),
    (288, 34, 8, 2),
    (270, 35, 8, 0),
)
"""A tail spread towards us: plumes as (angle, length, width, curl)."""


@dataclass(frozen=True)
class Rear:
    """A lady seen from behind; the origin is that of `Hen`, with her feet at 46."""

    plumage: Plumage
    eyes: Eyes = field(default_factory=Eyes)
    head: Point = (7, -28)
    tilt: float = 0
    beak: str = "smirk"
    left: Wing | None = None
    right: Wing | None = None
    plumes: Sequence[tuple[float, float, float, float]] = FAN
    root: Point = (0, 28)
    """Where the tail grows."""
    heels: str | None = None
    legs: bool = True


def hen_of(rear: Rear) -> Hen:
    """The same lady for the drawings that know her from the side."""
    return Hen(rear.plumage, rear.eyes, rear.head, rear.tilt, beak=rear.beak)


def back(pen: Pen, rear: Rear) -> list[BaseElement]:
    """Everything but face and tail: raised wings, legs, body and folded wings, neck and skull."""
    tone = rear.plumage.body
    body = "M-8,-16C-20,-10 -29,2 -29,16C-29,30 -16,37 0,37C16,37 29,30 29,16C29,2 20,-10 8,-16Z"
    parts: list[BaseElement] = []
    for gesture in (rear.left, rear.right):
        if gesture:
            parts += wing(pen, gesture, hen_of(rear), False)
    if rear.legs:
        for x in (-9, 9):
            parts += foot(pen, x, rear.heels)
    skull = transform(
        [(9.6, 9), (11.6, 2), (10.8, -6.5), (3.6, -12), (-5.6, -10.6), (-11, -2.6), (-10.4, 8)], rear.head, rear.tilt
    )
    right, left = skull[0], skull[-1]
    line = [(18, 0), (13, -10), mid(right, (13, -10), 0.45), *skull, mid(left, (-13, -10), 0.45), (-13, -10), (-18, 0)]
    parts += [
        pen.path(body, cover(pen, tone.flat)),
        pen.path(
            "M8,-16C20,-10 29,2 29,16C29,30 16,37 0,37C-8,37 -16,35 -21,31C0,34 20,22 8,-16Z", tint(pen, tone.shade)
        ),
        pen.path(body, pen.line()),
    ]
    for way, gesture in ((-1, rear.left), (1, rear.right)):
        if gesture is None:
            parts.append(folded(pen, rear.plumage.wing, way))
    neck = smooth(line, closed=False)
    scales = "M-6,-8q3,3.6 6,0q3,3.6 6,0M-9,-2q3,3.6 6,0q3,3.6 6,0q3,3.6 6,0M-6,4q3,3.6 6,0q3,3.6 6,0"
    parts += [
        pen.path(neck + "Z", cover(pen, tone.flat)),
        pen.path(
            smooth(
                [(18, 0), (13, -10), line[2], right, skull[1], mid(skull[1], left, 0.2), mid(right, left, 0.4), (2, -8)]
            ),
            tint(pen, tone.shade),
        ),
        pen.path(scales, fine(pen).line()),
        pen.path(neck, pen.line()),
    ]
    return parts


def foot(pen: Pen, x: float, heels: str | None) -> list[BaseElement]:
    """A shank and a shoe from behind, or three toes."""
    shank = f"M{num(x)},34V45"
    if heels:
        shoe = (
            "M-3.6,-4C-2,-2.4 2,-2.4 3.6,-4C4.6,-1 4.6,0.6 3.4,2L1.2,1L1,3.4L-1,3.4L-1.2,1L-3.4,2"
            "C-4.6,0.6 -4.6,-1 -3.6,-4Z"
        )
        end: list[BaseElement] = [pen.path(shoe, pen.paint(heels))]
    else:
        toes = (
            "M-1.4,-3C0,-3.4 1.4,-3 1.6,-2C4,-1 7,0.6 7.6,2.4C6,3.6 3,2.4 1.4,1.4L0,3.6L-1.4,1.4"
            "C-3,2.4 -6,3.6 -7.6,2.4C-7,0.6 -4,-1 -1.4,-3Z"
        )
        end = [pen.path(toes, pen.paint(BEAK.shade))]
    return [
        pen.path(shank, pen.line(pen.width * 3.4)),
        pen.path(shank, pen.line(pen.width * 1.5, "#ffffff" if pen.low else BEAK.shade)),
        pen.group(*end, transform=f"translate({num(x)} 46)"),
    ]


def folded(pen: Pen, tone: Tone, way: int) -> BaseElement:
    """A wing at rest along one side of her back: -1 left, 1 right."""
    shape = (
        "M-12,-10C-23,-8 -33,2 -34,16C-34.4,22 -33,28 -30,31C-29,28 -28,27 -26.6,26"
        "C-26,29 -24.6,30.6 -22.6,31C-23,27 -22,25 -20.6,23C-19.6,25 -18,26 -16,26C-17,18 -13,4 -12,-10Z"
    )
    rows = "M-28,5q3,4 6.4,0.6q2.6,3 5.6,0.4M-31,13q3,4 6.4,0.8q2.6,3 5.6,0.4M-32,21q3,3.6 6,0.4q2.6,2.6 5.4,0"
    return pen.group(
        pen.path(shape, cover(pen, tone.flat if way < 0 else tone.shade)),
        pen.path(rows, fine(pen).line()),
        pen.path(shape, pen.line()),
        transform="" if way < 0 else "scale(-1 1)",
    )


def spread(pen: Pen, rear: Rear) -> list[BaseElement]:
    """The tail, fanned out towards us, and the down under it."""
    down = (
        "M-15,34C-17,28 -12,24 -8,26C-5,22 5,22 8,26C12,24 17,28 15,34C13,40 7,38 5,41C2,38 -2,38 -5,41"
        "C-7,38 -13,40 -15,34Z"
    )
    parts: list[BaseElement] = []
    for i, (angle, length, width, curl) in enumerate(rear.plumes):
        parts += plume(pen, rear.root, angle, length, width, rear.plumage.tail[i // 2 % len(rear.plumage.tail)], curl)
    x, y = rear.root
    tuft = pen.group(
        pen.path(down, pen.paint(rear.plumage.body.light)),
        pen.path("M-8,32q3,3 5.4,0q2.6,3.4 5.2,0q2.4,3 5.4,0", fine(pen).line()),
        transform=f"translate({num(x)} {num(y - 22)}) scale(0.8)",
    )
    return [*parts, tuft]


def glance(pen: Pen, rear: Rear, hair: Sequence[BaseElement] = (), jewels: Sequence[BaseElement] = ()) -> BaseElement:
    """Her face, turned to us over a shoulder."""
    return face(pen, hen_of(rear), hair, jewels)


def turned(
    pen: Pen, rear: Rear, hair: Sequence[BaseElement] = (), jewels: Sequence[BaseElement] = ()
) -> list[BaseElement]:
    """The whole lady, looking at us over her shoulder."""
    return [*back(pen, rear), glance(pen, rear, hair, jewels), *spread(pen, rear)]
