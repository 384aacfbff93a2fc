"""What is set down on a tile, in millimetres: walks, spots to stand on, flowers, the letter's label, posts."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num, point, polar, polyline
from pnp.face.art.pen import PAPER as WHITE_PAPER
from pnp.face.art.pen import Drawing, Pen, Style

from .curve import discs, lobes, offset, points
from .curve import walk as along
from .hedge import cast
from .palette import (
    BROWN,
    BUTTER,
    CAST,
    CROWN,
    GRIT,
    HEDGE,
    INK,
    LAWN,
    LEAF,
    LILAC,
    PAPER,
    POWDER,
    ROSE,
    SCARLET,
    SHADE,
    STONE,
    WHITE,
    Wash,
)
from .plan import EDGE, FOOT, HALF, MARK, POST, SPOT, WALK, walk_line
from .wash import MM, flat, green, moved, tint

LETTERS = {
    "F": "M-0.75,1.45V-1.45H1.15M-0.75,-0.1H0.7M-1.35,1.45H-0.15",
    "J": "M0.65,-1.45V0.5A0.95,0.95 0 0 1 -1.2,0.65M-0.35,-1.45H1.3",
}
"""With a foot on the F and a head on the J: bare, each turned half round looks like the other."""
DARK = ("J",)
"""Letters in white on a dark label."""
ISLAND = (19.6, 15.4)
"""Half the width and half the height of the bed in the middle of a lawn."""
PLANTED = (
    (LILAC.flat, ROSE.flat, WHITE.flat),
    (BUTTER.flat, SCARLET.flat, WHITE.flat),
    (POWDER.flat, WHITE.flat, LILAC.flat),
)
"""The flowers of the beds: with an edge of pebbles, of brick, of hoops."""
BRICK = "#d9977a"
BED = "#b9d28b"
PEBBLES = 52
"""How many leaves grow round a guest's gravel; every fourth bears a flower."""


def gravel(pen: Pen) -> Group:
    """The round that a guest stands on: gravel in a ring of flowers."""
    pen = green(pen, MM)
    r = (SPOT - MM) / 2
    leaves = [polar((0, 0), 360 / PEBBLES * i, r - 0.62) for i in range(PEBBLES)]
    bloom = [polar((0, 0), 360 / PEBBLES * (i + 0.5), r - 0.6) for i in range(0, PEBBLES, 2)]
    parts: list[BaseElement] = [
        pen.circle(0.5, 0.6, r, tint(pen, CAST)),
        pen.circle(0, 0, r, pen.paint(LEAF)),
        *([] if pen.low else [pen.path(points(leaves), pen.line(0.7, HEDGE.flat))]),
    ]
    for k, colour in enumerate((ROSE.flat, WHITE.flat, BUTTER.flat)):
        parts.append(pen.path(discs(bloom[k::3], 0.4), pen.paint(colour, width=0.13)))
    parts += [
        pen.circle(0, 0, r, pen.line()),
        pen.circle(0, 0, r - 1.25, pen.paint(PAPER.flat, width=0.2)),
        *([] if pen.low else [pen.path(points(_grit(r - 2)), pen.line(0.34, PAPER.deep))]),
    ]
    return pen.group(*parts)


def paving(pen: Pen) -> Group:
    """The round that a symbol has: flagstones laid in rings, so that nobody takes it for a guest's."""
    pen = green(pen, MM)
    r = (SPOT - MM) / 2
    joints = "".join(
        f"M{point(polar((0, 0), a + shift, near))}L{point(polar((0, 0), a + shift, far))}"
        for near, far, count, shift in ((r - 3, r, 24, 0), (r - 7, r - 3, 16, 6), (r - 11, r - 7, 8, 12))
        for a in (360 / count * i for i in range(count))
    )
    rings = "".join(discs([(0, 0)], k) for k in (r - 3, r - 7, r - 11))
    return pen.group(
        pen.circle(0.5, 0.6, r, tint(pen, CAST)),
        pen.circle(0, 0, r, pen.paint(STONE.flat)),
        *([] if pen.low else [pen.path(points(_grit(r - 1)), pen.line(0.3, STONE.deep))]),
        pen.path(joints + rings, pen.line(0.2, STONE.deep if not pen.low else None)),
        pen.circle(0, 0, r, pen.line()),
    )


def island(pen: Pen, kind: int) -> Group:
    """The round bed in the middle of a lawn, where the walks end: one of three edges, and flowers, taller behind."""
    pen = green(pen, MM)

    def at(angle: float, inside: float) -> Point:
        x, y = polar((0, 0), angle, 1)
        return (x * (ISLAND[0] - inside), y * (ISLAND[1] - inside))

    behind = [at(a, 2.2) for a in range(184, 360, 11)]
    before = [at(a, 1.7) for a in range(12, 172, 9)]
    spikes = [(x + dx, y - 2.6 - dy) for x, y in behind for dx, dy in ((-0.7, 0.0), (0.8, 0.9))]
    stems = "".join(f"M{point((x, y))}V{num(y + 3.4)}" for x, y in spikes)
    parts: list[BaseElement] = [
        pen.ellipse(0.7, 0.9, *ISLAND, tint(pen, CAST)),
        pen.ellipse(0, 0, *ISLAND, pen.paint(BED, width=0.2)),
        *([] if pen.low else [pen.path(points(_grit(11)), pen.line(0.5, LAWN.flat))]),
        pen.path(stems, pen.line(0.2)),
        pen.path(discs(behind, 1.9), pen.paint(CROWN, width=0.5)),
        pen.path(discs(behind, 1.9), flat(pen, CROWN)),
    ]
    for k, colour in enumerate(PLANTED[kind]):
        parts.append(pen.path(discs(spikes[k::3], 0.62), pen.paint(colour, width=0.14)))
    parts += [
        pen.path(discs(before, 1.15), pen.paint(LEAF, width=0.4)),
        pen.path(discs(before, 1.15), flat(pen, LEAF)),
        pen.path(discs([(x, y - 0.4) for x, y in before], 0.45), pen.paint(PLANTED[kind][0], width=0.13)),
    ]
    if kind == 0:
        parts.append(pen.path(discs([at(a, 0) for a in range(0, 360, 5)], 0.5), pen.paint(WHITE.flat, width=0.14)))
    elif kind == 1:
        joints = "".join(f"M{point(at(a, -0.55))}L{point(at(a, 0.55))}" for a in range(0, 360, 5))
        parts += [
            pen.ellipse(0, 0, *ISLAND, pen.line(1.5)),
            pen.ellipse(0, 0, *ISLAND, pen.line(1.1, WHITE_PAPER if pen.low else BRICK)),
            pen.path(joints, pen.line(0.2)),
        ]
    else:
        hoops = discs([at(a, 0) for a in range(0, 360, 6)], 1.25)
        parts += [pen.path(hoops, pen.line(0.66)), pen.path(hoops, pen.line(0.32, WHITE.flat))]
    return pen.group(*parts)


def _grit(r: float) -> list[Point]:
    """Grains spread evenly over a round, like the seeds of a sunflower."""
    return [polar((0, 0), 137.508 * i, r * (i / 60) ** 0.5) for i in range(2, 60)]


def walk(split: str, side: str) -> Drawing:
    """The gravel walk from the middle of an open side to the middle of its lawn; it runs over the cut."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        line = walk_line(split, side)
        d = polyline(line, closed=False)
        edges = _edges(line, WALK / 2)
        grit = [p for k in (-2.1, -0.8, 0.7, 2) for p in along(offset(line, k), 3.3 + k * 0.2)]
        return pen.group(
            pen.path(d, _broad(pen, GRIT.flat, WALK)),
            *([] if pen.low else [pen.path(points(grit), pen.line(0.32, GRIT.deep))]),
            pen.path(discs(edges, 0.42), pen.paint(WHITE.flat, width=0.14)),
        )

    return draw


def verge(split: str, side: str) -> Drawing:
    """The grass in shade along a walk; all verges are drawn before the first walk, which may meet another."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        line = walk_line(split, side)
        shaded = line if split != "none" else [p for p in line if hypot(*p) > WALK * 0.8]
        ends = {} if split != "none" else {"stroke_linecap": "butt"}
        return pen.group(pen.path(polyline(shaded, closed=False), {**_broad(pen, CAST, WALK + 0.9), **ends}))

    return draw


def _broad(pen: Pen, colour: str, width: float) -> Style:
    return pen.line(width, WHITE_PAPER if pen.low else colour)


def _edges(line: list[Point], aside: float) -> list[Point]:
    """Pebbles along both edges of a walk, away from the cut and from its end."""
    end = line[-1]
    return [
        (x, y)
        for k in (-aside, aside)
        for x, y in along(offset(line, k), 1.35)
        if max(abs(x), abs(y)) < HALF - EDGE - 0.6 and hypot(x - end[0], y - end[1]) > 2 * aside
    ]


def clump(pen: Pen, colour: Wash, other: Wash) -> Group:
    """A clump of flowers, about 7 mm wide."""
    pen = green(pen, MM)
    mounds = [(-2.2, 0.5), (0, -0.4), (2.3, 0.4), (-1, 1), (1.2, 1.1)]
    tall = [(-2.4, -1.2), (-0.4, -2.3), (1.7, -1.6)]
    low = [(-3, 0.6), (-1.2, 0.2), (0.6, -0.4), (2.2, 0.2), (3.1, 0.9)]
    return pen.group(
        pen.ellipse(0.9, 1.8, 3.9, 1.3, tint(pen, CAST)),
        pen.path("M-2.4,0.4V-1.4M-0.4,0.4V-2.4M1.7,0.4V-1.8", pen.line(0.22)),
        pen.path(discs(mounds, 1.35), pen.paint(LEAF, width=0.5)),
        pen.path(discs(mounds, 1.35), flat(pen, LEAF)),
        pen.path("M-2.6,0.8q0.3,-1 1,-1.2M-0.2,0.6q0.2,-1 0.9,-1.3M2,1q0,-0.8 0.7,-1.2", pen.line(0.2)),
        pen.path(lobe_flowers(tall, 0.85), pen.paint(colour.flat, width=0.16)),
        pen.path(discs(tall, 0.3), pen.paint(BUTTER.deep, stroke="none")),
        pen.path(discs(low, 0.5), pen.paint(other.flat, width=0.14)),
    )


def lobe_flowers(places: Iterable[Point], r: float) -> str:
    """Flowers of five petals as one path."""
    return "".join(lobes(at, r * 0.72, 5, r * 0.42, turn=18) for at in places)


def letter(name: str) -> Drawing:
    """The tile's letter on a gardener's label; its stake says which way is up."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        dark = name in DARK
        a = MARK / 2
        return pen.group(
            pen.ellipse(0.5, a + 1.7, 1.5, 0.45, tint(pen, SHADE)),
            pen.path(f"M-0.85,0H0.85V{num(a + 0.6)}L0,{num(a + 2)}L-0.85,{num(a + 0.6)}Z", pen.paint(BROWN.flat)),
            pen.rect(-a, -a, MARK, MARK, pen.paint(INK if dark else BUTTER.flat, solid=dark), 0.7),
            pen.path(LETTERS[name], pen.line(0.66, WHITE.flat if dark else None)),
        )

    return draw


def corner(post: Drawing, name: str) -> Drawing:
    """A post in one of the tile's corners."""

    def draw(pen: Pen) -> Group:
        at = (FOOT if "e" in name else -FOOT, FOOT if "s" in name else -FOOT)
        return pen.group(*cast(green(pen, MM), [at], POST / 2 - 0.2), moved(pen, [post(pen)], *at))

    return draw
