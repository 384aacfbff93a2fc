"""Inking: what turns an even outline into a drawn one.

Lines weigh more on the side away from the light, which comes from the upper left; open strokes thin towards their ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from math import cos, degrees, hypot, radians, sin

from svgwrite.base import BaseElement
from svgwrite.container import Group
from svgwrite.path import Path

from pnp.face.art.curve import Point, num, point
from pnp.face.art.pen import Drawing, Pen

WEIGHT = (0.42, 0.5)
"""How far the heavier line reaches to the right and down, in widths of the line."""
TINY = 9
"""Shapes smaller than this many widths of the line keep an even outline."""
SWELL = 1.3
"""Control points of a tapered stroke are this far from its axis, in widths of the line."""
CORNER = 50
"""Strokes that turn more sharply than this, in degrees, are lifted and set down again."""

Segment = tuple[Point, ...]
TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
TURN = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")


@dataclass(frozen=True)
class Turned:
    """How a group is turned and scaled inside the drawing: the linear part of its transformation."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1

    def within(self, transform: str) -> Turned:
        """Return the same for a group inside this one."""
        found = self
        for kind, numbers in TURN.findall(transform):
            values = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
            if kind == "rotate":
                u, v = cos(radians(values[0])), sin(radians(values[0]))
                found = Turned(
                    found.a * u + found.c * v,
                    found.b * u + found.d * v,
                    found.c * u - found.a * v,
                    found.d * u - found.b * v,
                )
            elif kind == "scale":
                x, y = values[0], values[-1]
                found = Turned(found.a * x, found.b * x, found.c * y, found.d * y)
        return found

    @property
    def size(self) -> float:
        """How much larger things appear, sideways."""
        return hypot(self.a, self.b)

    def back(self, x: float, y: float) -> Point:
        """Return the vector that appears as (x, y)."""
        det = self.a * self.d - self.b * self.c
        return (self.d * x - self.c * y) / det, (self.a * y - self.b * x) / det


def inked(drawing: Drawing, nib: float = 0.56) -> Drawing:
    """Return the drawing with its outlines inked; `nib` is the share of the pen's width that it uses for them."""

    def draw(pen: Pen) -> Group:
        return _inked(drawing(pen), Turned(), pen.outline, pen.width * nib)

    draw.__doc__ = drawing.__doc__
    return draw


def _inked(group: BaseElement, outer: Turned, outline: str, nib: float) -> Group:
    """Return a copy of a group with its outlines inked; a drawing may use one group twice, so nothing is changed."""
    turned = outer.within(str(group.attribs.get("transform", "")))
    parts: list[BaseElement] = []
    first: dict[str, int] = {}
    for part in group.elements:
        if isinstance(part, Group):
            parts.append(_inked(part, turned, outline, nib))
            continue
        d = _data(part)
        width = float(part.attribs.get("stroke-width", 0))
        fill = part.attribs.get("fill")
        if part.attribs.get("stroke") == outline and 0 < width * turned.size < nib * 1.3:
            if fill == "none" and d and "Z" not in d.upper():
                part = _tapered(part, d, width)
            elif "opacity" not in part.attribs and _extent(part) > TINY * width:
                at = first.get(d, len(parts))
                if fill != "none" or d in first:
                    parts.insert(at, _shadow(part, turned, outline, nib))
        if d:
            first.setdefault(d, len(parts))
        parts.append(part)
    copy = group.copy()
    copy.attribs, copy.elements = dict(group.attribs), parts
    found: Group = copy
    return found


def _data(part: BaseElement) -> str:
    return "".join(part.commands) if isinstance(part, Path) else ""


def _shadow(part: BaseElement, turned: Turned, outline: str, nib: float) -> BaseElement:
    """The same shape in ink, a little to the lower right, to be drawn under it."""
    x, y = turned.back(WEIGHT[0] * nib, WEIGHT[1] * nib)
    copy = part.copy()
    moved = f"translate({num(x)} {num(y)}) {part.attribs.get('transform', '')}".strip()
    copy.attribs = dict(part.attribs) | {"fill": outline, "transform": moved}
    return copy


def _extent(part: BaseElement) -> float:
    """The larger side of a shape, roughly."""
    kind, values = part.elementname, part.attribs
    if kind == "circle":
        return 2 * float(values["r"])
    if kind == "ellipse":
        return 2 * max(float(values["rx"]), float(values["ry"]))
    if kind == "rect":
        return max(float(values["width"]), float(values["height"]))
    spots = [p for segment in segments(_data(part)) for p in segment]
    if not spots:
        return 0
    return max(max(p[i] for p in spots) - min(p[i] for p in spots) for i in (0, 1))


def segments(d: str) -> list[Segment]:
    """Return the lines and curves of path data as tuples of 2 to 4 points; nothing for path data with arcs.

    >>> segments("M0,0q2,3 4,0L9,9")
    [((0.0, 0.0), (2.0, 3.0), (4.0, 0.0)), ((4.0, 0.0), (9.0, 9.0))]
    """
    tokens = TOKEN.findall(d)
    found: list[Segment] = []
    at: Point = (0.0, 0.0)
    start = at
    command, i = "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
            if command in "Zz":
                found.append((at, start))
                at = start
                continue
        kind = command.upper()
        if kind not in "MLHVQC":
            return []
        base = at if command.islower() else (0.0, 0.0)
        if kind in "HV":
            value = float(tokens[i])
            end = (base[0] + value, at[1]) if kind == "H" else (at[0], base[1] + value)
            found.append((at, end))
            at, i = end, i + 1
            continue
        count = {"M": 1, "L": 1, "Q": 2, "C": 3}[kind]
        numbers = [float(n) for n in tokens[i : i + 2 * count]]
        spots = [(base[0] + numbers[2 * k], base[1] + numbers[2 * k + 1]) for k in range(count)]
        if kind == "M":
            start, command = spots[0], "l" if command == "m" else "L"
        else:
            found.append((at, *spots))
        at, i = spots[-1], i + 2 * count
    return found


def _tapered(part: BaseElement, d: str, width: float) -> BaseElement:
    """An open stroke as a filled one that is thin at its ends; a stroke that bends softly stays as it is."""
    pieces = segments(d)
    if not pieces or any(_soft(a, b) for a, b in pairwise(pieces)):
        return part
    style = {"fill": part.attribs["stroke"], "stroke": part.attribs["stroke"], "stroke_width": round(width * 0.3, 3)}
    return Path("".join(_lens(piece, width * SWELL) for piece in pieces), debug=False, stroke_linejoin="round", **style)


def _soft(a: Segment, b: Segment) -> bool:
    """Tell whether a stroke goes on from one piece to the next without a corner."""
    if a[-1] != b[0]:
        return False
    (ax, ay), (bx, by) = _way(a[-2], a[-1]), _way(b[0], b[1])
    return degrees(abs(ax - bx) + abs(ay - by)) < CORNER


def _way(a: Point, b: Point) -> Point:
    size = hypot(b[0] - a[0], b[1] - a[1]) or 1
    return (b[0] - a[0]) / size, (b[1] - a[1]) / size


def _lens(piece: Segment, swell: float) -> str:
    """A stroke along a line or curve, as wide as `swell` in the middle and pointed at both ends."""
    a, b = piece[0], piece[-1]
    x, y = _way(a, b)
    nx, ny = -y * swell / 2, x * swell / 2
    bends = piece[1:-1] or (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),)
    letter = "Q" if len(bends) == 1 else "C"
    there = " ".join(point((u + nx, v + ny)) for u, v in bends)
    back = " ".join(point((u - nx, v - ny)) for u, v in reversed(bends))
    return f"M{point(a)}{letter}{there} {point(b)}{letter}{back} {point(a)}Z"
