"""Feathers: the plume of tails, fans and hats, and the winged arm that gestures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, cubic, mid, point, polar, smooth, transform
from pnp.face.art.pen import Pen

from .palette import Tone
from .stage import cover, fine, tint


def plume(
    pen: Pen, at: Point, angle: float, length: float, width: float, fill: str, curl: float = 0, quill: bool = True
) -> list[BaseElement]:
    """One feather from its root at `at`, pointing to `angle`; `curl` bends the tip to the side."""
    shape = [
        (0, 0),
        (length * 0.2, -width * 0.7),
        (length * 0.72, -width * 1.5 + curl * 0.1),
        (length * 0.96, curl * 0.8 - width * 0.3),
        (length * 1.06, curl + width * 0.2),
        (length * 1.0, curl * 1.3 + width * 0.7),
        (length * 0.86, curl + width * 0.72),
        (length * 0.6, curl * 0.45 + width * 0.8),
        (length * 0.3, width * 0.6),
        (0, 0),
    ]
    p = transform(shape, at, angle)
    parts: list[BaseElement] = [pen.path(cubic(*p), pen.paint(fill))]
    if quill:
        q = transform([(length * 0.12, 0), (length * 0.4, -width * 0.06), (length * 0.84, curl * 0.6)], at, angle)
        parts.append(pen.path(smooth(q, closed=False), pen.line(pen.width * 0.5)))
    return parts


def tail(
    pen: Pen, at: Point, plumes: Sequence[tuple[float, float, float, float]], tones: Sequence[str]
) -> list[BaseElement]:
    """A fan of plumes (angle, length, width, curl), drawn in turn in the colours."""
    parts: list[BaseElement] = []
    for i, (angle, length, width, curl) in enumerate(plumes):
        parts += plume(pen, at, angle, length, width, tones[i % len(tones)], curl)
    return parts


def sickle(pen: Pen, spine: Sequence[Point], width: float, fill: str, shade: str) -> list[BaseElement]:
    """A cock's long tail feather along a curved spine of four points, the tip drooping."""
    a, b, c, e = spine
    heel = polar(a, degrees(atan2(b[1] - a[1], b[0] - a[0])) + 90, width)
    side = degrees(atan2(c[1] - b[1], c[0] - b[0])) + 90
    inner_b, inner_c = polar(b, side, width * 1.7), polar(c, side, width * 1.5)
    d = f"M{point(a)}C{point(b)} {point(c)} {point(e)}C{point(inner_c)} {point(inner_b)} {point(heel)}Z"
    root = mid(a, heel)
    low = cubic(root, mid(b, inner_b, 0.6), mid(c, inner_c, 0.6), e, inner_c, inner_b, heel)
    quill = cubic(root, mid(b, inner_b), mid(c, inner_c), e, closed=False)
    return [
        pen.path(d, pen.paint(fill)),
        pen.path(low, tint(pen, shade)),
        pen.path(quill, fine(pen, 0.5).line()),
        pen.path(d, pen.line()),
    ]


Fingers = Sequence[tuple[float, float]]
"""The feathers at the end of a wing: angle off the arm's direction, and length."""

OPEN: Fingers = ((-42, 10), (-12, 14), (16, 13), (44, 9))
FIST: Fingers = ((-30, 7.5), (4, 8.5), (38, 7.5))
DAINTY: Fingers = ((-60, 12), (-14, 10), (12, 9), (40, 8))


def arm(
    pen: Pen, shoulder: Point, elbow: Point, hand: Point, tone: Tone, fingers: Fingers = OPEN, width: float = 9
) -> list[BaseElement]:
    """A wing as an arm: a round shoulder, bent at the elbow, feathers as fingers."""
    spine = [bent(shoulder, elbow, hand, t) for t in (0, 0.3, 0.55, 0.8, 1)]
    ways = [bent_way(shoulder, elbow, hand, t) for t in (0, 0.3, 0.55, 0.8, 1)]
    girth = [width * k for k in (0.95, 1, 0.86, 0.66, 0.52)]
    left = [polar(p, a - 90, g) for p, a, g in zip(spine, ways, girth, strict=True)]
    right = [polar(p, a + 90, g) for p, a, g in zip(spine, ways, girth, strict=True)]
    turn = ways[-1]
    cap = [polar(shoulder, ways[0] + 180 + a, width) for a in (-45, 0, 45)]
    d = smooth([right[0], *cap, *left], closed=False)
    angles = [turn + a for a, _ in fingers]
    valleys = [
        left[-1],
        *(polar(hand, (a + b) / 2, width * 0.62) for a, b in pairwise(angles)),
        right[-1],
    ]
    creases = ""
    for i, (angle, (_, length)) in enumerate(zip(angles, fingers, strict=True)):
        tip = polar(hand, angle, length + width * 0.4)
        w = width * 0.3
        a, b = valleys[i], valleys[i + 1]
        up, down = polar(tip, angle - 90, w), polar(tip, angle + 90, w)
        d += f"C{point(polar(polar(a, angle, length * 0.4), angle - 90, w * 0.5))} {point(up)} {point(tip)}"
        d += f"C{point(down)} {point(polar(polar(b, angle, length * 0.4), angle + 90, w * 0.5))} {point(b)}"
        if i:
            creases += f"M{point(a)}L{point(mid(a, hand, 0.8))}"
    d += smooth(right[::-1], closed=False).replace("M", "L", 1)
    for k in (1, 2):
        for side in (-0.5, 0.5):
            c = polar(spine[k], ways[k] + 90, side * girth[k])
            size = girth[k] * 0.4
            lip = [polar(c, ways[k] - 90, size), polar(c, ways[k], size * 1.1), polar(c, ways[k] + 90, size)]
            creases += smooth(lip, closed=False, tension=1.4)
    under = [*right, *(mid(p, q, 0.45) for p, q in zip(right[::-1], spine[::-1], strict=True))]
    return [
        pen.path(d, cover(pen, tone.flat)),
        pen.path(smooth(under), tint(pen, tone.shade)),
        pen.path(creases, fine(pen).line()),
        pen.path(d, pen.line()),
    ]


def bent(a: Point, b: Point, c: Point, t: float) -> Point:
    """A point on the arm's spine."""
    soft = mid(b, mid(a, c), 0.1)
    return mid(mid(a, soft, t), mid(soft, c, t), t)


def bent_way(a: Point, b: Point, c: Point, t: float) -> float:
    """The direction of the arm's spine, in degrees."""
    soft = mid(b, mid(a, c), 0.1)
    p, q = mid(a, soft, t), mid(soft, c, t)
    return degrees(atan2(q[1] - p[1], q[0] - p[0]))
