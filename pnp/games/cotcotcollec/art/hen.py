"""The hen: one construction for all the ladies, who differ in plumage, posture, gaze and dress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, mid, num, point, polar, smooth, transform
from pnp.face.art.pen import Pen

from .head import Eyes, beak, gaze, rouge, wattles
from .palette import BEAK, Tone
from .plume import OPEN, Fingers, arm, tail
from .stage import cover, fine, tint

BUSTLE: Sequence[tuple[float, float, float, float]] = (
    (176, 24, 6, -7),
    (196, 30, 7, -8),
    (292, 30, 6.5, 8),
    (217, 36, 7.5, -8),
    (272, 38, 7.5, 8),
    (252, 40, 8, 6),
    (233, 38, 8, -3),
)
"""A tail dressed as a bustle: plumes as (angle, length, width, curl)."""


@dataclass(frozen=True)
class Plumage:
    """The colours of a hen: body, wing, and the plumes of her tail."""

    body: Tone
    wing: Tone
    tail: tuple[str, ...]
    speckle: str | None = None


@dataclass(frozen=True)
class Wing:
    """A gesture: elbow and hand, and how the feathers at its end are held."""

    elbow: Point
    hand: Point
    fingers: Fingers = OPEN
    shoulder: Point = (3, 6)
    width: float = 8.5


@dataclass(frozen=True)
class Leg:
    """A leg from the hip to the foot; `lift` turns the foot to a point."""

    hip: Point
    foot: Point
    lift: float = 0


STANDING = (Leg((-9, 30), (-10, 46)), Leg((6, 31), (7, 46)))


@dataclass(frozen=True)
class Hen:
    """One lady; she looks to the right."""

    plumage: Plumage
    eyes: Eyes = field(default_factory=Eyes)
    head: Point = (14, -29)
    tilt: float = 0
    lean: float = 0
    beak: str = "smirk"
    near: Wing | None = None
    far: Wing | None = None
    legs: tuple[Leg, ...] = STANDING
    plumes: Sequence[tuple[float, float, float, float]] = BUSTLE
    heels: str | None = None
    """The colour of her shoes, if she wears any."""


def silhouette(hen: Hen) -> list[Point]:
    """Head, neck and body as one closed line, from the throat round the belly and the back to the crown."""
    trunk = [(25, 5), (25, 17), (17.5, 28.5), (3, 34), (-12, 33), (-24, 25), (-30, 11), (-29, -2), (-17, -5)]
    body = transform([(x + 6, y - 20) for x, y in trunk], (-6, 20), hen.lean)
    skull = transform(
        [(8, 10.5), (11.6, 4), (10.8, -6.5), (3.6, -12), (-5.6, -10.6), (-11, -2.6), (-9.6, 7)], hen.head, hen.tilt
    )
    throat, nape = skull[0], skull[-1]
    front, behind = mid(throat, body[0], 0.5), mid(nape, body[-1], 0.5)
    front = (front[0] - 5.5, front[1] - 1)
    behind = (behind[0] + 3.5, behind[1] + 2.5)
    return [throat, front, *body, behind, nape, *skull[-2:0:-1]]


def trunk(pen: Pen, hen: Hen) -> list[BaseElement]:
    """The body with its shadow under belly and rump and a bib of small feathers."""
    line = silhouette(hen)
    body = hen.plumage.body
    belly, under = line[3:8], line[5]
    inner = [mid(p, line[9], s) for p, s in zip(reversed(belly), (0.16, 0.24, 0.3, 0.26, 0.12), strict=True)]
    bib = ""
    chest = mid(line[2], line[9], 0.3)
    for dx, dy in ((-2, -9), (6, -8), (-5, -2), (3, -1), (10, 1), (0, 6), (8, 8)):
        at = (chest[0] + dx, chest[1] + dy + 3)
        bib += f"M{point((at[0] - 2.2, at[1]))}q2.2,3 4.4,-0.4"
    spots = pen.line(fine(pen).width, hen.plumage.speckle if hen.plumage.speckle and not pen.low else None)
    return [
        pen.path(smooth(line), cover(pen, body.flat)),
        pen.path(smooth([*belly, *inner]), tint(pen, body.shade)),
        pen.path(
            smooth(
                [
                    mid(line[1], under, 0.08),
                    mid(line[2], under, 0.1),
                    mid(line[3], under, 0.16),
                    mid(line[2], under, 0.3),
                ]
            ),
            tint(pen, body.light),
        ),
        pen.path(bib, spots),
        pen.path(smooth(line), pen.line()),
    ]


def leg(pen: Pen, limb: Leg, hen: Hen, behind: bool) -> list[BaseElement]:
    """A feathered thigh like a bloomer, a thin shank and three toes, or a heeled shoe."""
    tone = hen.plumage.body
    (hx, hy), (fx, fy) = limb.hip, limb.foot
    knee = mid(limb.hip, limb.foot, 0.36)
    parts: list[BaseElement] = [pen.path(f"M{point(knee)}L{point((fx, fy - 1))}", pen.line(pen.width * 3.4))]
    parts.append(
        pen.path(
            f"M{point(knee)}L{point((fx, fy - 1))}",
            pen.line(pen.width * 1.5, BEAK.shade if behind else BEAK.flat)
            if not pen.low
            else pen.line(pen.width * 1.5, "#ffffff"),
        )
    )
    if hen.heels:
        shoe = (
            "M-4.6,-3.6C-2,-2 1.6,-3 3,-4C5,-1.6 10,-1.4 11.4,1.6C11.6,2.6 11,3 10,3L2.4,3"
            "C0,2.6 -1.4,0.6 -2.6,0.2L-3.6,3L-5.4,3C-5.8,0.6 -5.6,-2 -4.6,-3.6Z"
        )
        shape = [
            pen.path(shoe, pen.paint(hen.heels)),
            pen.rect(1.6, -3, 3.2, 3, pen.paint("#f9dd8e", width=pen.width * 0.8)),
        ]
    else:
        toes = (
            "M-1.4,-2.4C2,-2.6 8,-1.4 10.6,1C11.4,2.4 10,3 8.6,2.6L4,1.4C5,2 6,3 5.2,3.6C4,4.2 1,2.6 -1,1"
            "C-2.4,2.4 -5,3 -6,2.2C-6.8,1 -4,-0.6 -1.4,-2.4Z"
        )
        shape = [pen.path(toes, pen.paint(BEAK.shade if behind else BEAK.flat))]
    parts.append(pen.group(*shape, transform=f"translate({num(fx)} {num(fy)}) rotate({num(limb.lift)})"))
    bloom = [
        (hx - 7.5, hy - 6),
        (hx - 6.5, hy + 0.5),
        *((knee[0] + dx, knee[1] + dy) for dx, dy in ((-4, 0.4), (-1.8, 2), (0, 0.8), (1.8, 2.2), (4, 0.4))),
        (hx + 7, hy),
        (hx + 8, hy - 6),
    ]
    parts.append(pen.path(smooth(bloom, closed=False), pen.paint(tone.shade if behind else tone.flat)))
    return parts


def wing(pen: Pen, gesture: Wing, hen: Hen, behind: bool) -> list[BaseElement]:
    """A wing in its gesture; the far one lies in the shade."""
    tone = hen.plumage.wing
    if behind:
        tone = Tone(tone.shade, tone.shade, tone.flat)
    return arm(pen, gesture.shoulder, gesture.elbow, gesture.hand, tone, gesture.fingers, gesture.width)


def lower(pen: Pen, hen: Hen) -> list[BaseElement]:
    """Everything behind the face: tail, far wing, legs and body."""
    root = mid(silhouette(hen)[8], silhouette(hen)[9], 0.55)
    parts = tail(pen, (root[0] + 5, root[1] + 3), hen.plumes, hen.plumage.tail)
    if hen.far:
        parts += wing(pen, hen.far, hen, True)
    for i, limb in enumerate(hen.legs):
        parts += leg(pen, limb, hen, i == 0)
    parts += trunk(pen, hen)
    return parts


def face(pen: Pen, hen: Hen, hair: Sequence[BaseElement] = (), jewels: Sequence[BaseElement] = ()) -> Group:
    """The head's features in their place, with what she wears on top and what hangs from it."""
    crown = [pen.group(*hair, transform="translate(0 -1.6)")] if hair else []
    parts = [*rouge(pen), *wattles(pen), *crown, *gaze(pen, hen.eyes), *beak(pen, hen.beak), *jewels]
    return pen.group(*parts, transform=f"translate({num(hen.head[0])} {num(hen.head[1])}) rotate({num(hen.tilt)})")


def folded(pen: Pen, hen: Hen, at: Point = (-6, 10), turn: float = 0) -> list[BaseElement]:
    """The near wing at rest along the body, three tiers of feathers."""
    tone = hen.plumage.wing
    shape = [
        (-14, -8),
        (0, -12),
        (13, -6),
        (13, 3),
        (6, 10),
        (-3, 9),
        (-5, 13),
        (-12, 10.6),
        (-15, 14),
        (-21, 8),
        (-25, 8),
        (-22, 0),
    ]
    d = smooth(transform(shape, at, turn))
    rows = "M-12,-1q3,4 6,0q3,4 6,-0.6q3,3.6 6,-1M-17,4q3.4,4 6.6,0.6q3,3.6 6,0q3,3 6,-1"
    return [
        pen.path(d, cover(pen, tone.flat)),
        pen.path(
            smooth(
                transform(
                    [
                        (-22, 2),
                        (-10, 5),
                        (4, 4),
                        (13, 2),
                        (6, 10),
                        (-3, 9),
                        (-5, 13),
                        (-12, 10.6),
                        (-15, 14),
                        (-21, 8),
                        (-25, 8),
                    ],
                    at,
                    turn,
                )
            ),
            tint(pen, tone.shade),
        ),
        pen.group(
            pen.path(rows, fine(pen).line()), transform=f"translate({num(at[0])} {num(at[1])}) rotate({num(turn)})"
        ),
        pen.path(d, pen.line()),
    ]


def portrait(
    pen: Pen, hen: Hen, hair: Sequence[BaseElement] = (), jewels: Sequence[BaseElement] = ()
) -> list[BaseElement]:
    """The whole lady, her near wing last, so that it can lie over her dress and face."""
    parts = [*lower(pen, hen), face(pen, hen, hair, jewels)]
    if hen.near:
        parts += wing(pen, hen.near, hen, False)
    return parts


def pearls(pen: Pen, hen: Hen, fill: str = "#fdf7ee", drop: float = 0.5) -> list[BaseElement]:
    """A string of pearls low on the neck."""
    line = silhouette(hen)
    a, b = mid(line[1], line[2], drop * 0.4), mid(line[11], line[10], drop * 0.4)
    sag = polar(mid(a, b), 80, 9)
    beads = [(1 - t) ** 2 * a[0] + 2 * t * (1 - t) * sag[0] + t * t * b[0] for t in (i / 8 for i in range(9))]
    tall = [(1 - t) ** 2 * a[1] + 2 * t * (1 - t) * sag[1] + t * t * b[1] for t in (i / 8 for i in range(9))]
    return [pen.circle(x, y, 1.8, pen.paint(fill, width=pen.width * 0.8)) for x, y in zip(beads, tall, strict=True)]


def choker(pen: Pen, hen: Hen, fill: str, cameo: str = "#f9dd8e") -> list[BaseElement]:
    """A ribbon round the throat with a cameo."""
    line = silhouette(hen)
    a, b = mid(line[0], line[1], 0.8), mid(line[12], line[11], 0.75)
    c, e = (a[0] + 1, a[1] + 4.2), (b[0] - 1, b[1] + 4.2)
    low, high = mid(c, e), mid(a, b)
    d = f"M{point(a)}Q{point((high[0], high[1] + 4))} {point(b)}L{point(e)}Q{point((low[0], low[1] + 4))} {point(c)}Z"
    at = mid(mid(a, c), mid(b, e), 0.34)
    return [pen.path(d, pen.paint(fill)), pen.ellipse(at[0], at[1] + 2, 2.4, 3, pen.paint(cameo))]
