"""The ground of the health cards: each general's camp, while all is well and when it is not. All in millimetres.

A general lies over most of a card. Its foot shows while he is well: the table with his plans. Its head shows when he
is not: the standard that says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, mid, num, point, polyline
from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from .cut import Burin, black, block, cast, etch, sheet, shine, thin, tint
from .emblem import CHARGES
from .line import cuts, grass, rays, zigzag
from .palette import AZURE, BONE, BUFF, CLOTH, GOLD, IRON, LEATHER, PARCHMENT, RED, STEEL, VERT, VIOLET, WOOD, Tone

MIDDLE = 40.5
"""The middle of the camp; to the left of 18 is the strip of numbers."""
LOW, HIGH = -3.0, 66.0
"""The edges of the card with its bleed."""


class Country(NamedTuple):
    """The colours of a camp: sky, rays and dust in it, grass, and the two cloths of the tent."""

    sky: str
    ray: str
    dust: str
    grass: Tone
    cloth: Tone
    second: Tone


LANDS = {
    "crown": Country("#e3b62c", "#f0cd5e", "#d9aa22", Tone("#8f9a3c", "#6d7829", "#b3bb5c"), RED, BONE),
    "moon": Country("#3d3532", "#4d4440", "#5a504b", Tone("#57604a", "#3c4433", "#78816a"), VIOLET, GOLD),
    "oak": Country("#3b8052", "#4b9464", "#57a070", Tone("#5f8f3a", "#447026", "#86b45c"), BUFF, WOOD),
    "anchor": Country("#dcdcd4", "#ecece6", "#cbcbc3", Tone("#93a39b", "#6f8078", "#b8c4bd"), STEEL, AZURE),
}


def _sky(pen: Pen, land: Country, last: bool) -> list[BaseElement]:
    """A good morning; or an evening with more arrows than weather."""
    beams = rays((MIDDLE, 30), 0, 62, 26)
    parts: list[BaseElement] = [
        pen.rect(LOW, LOW, HIGH - LOW, HIGH - LOW, tint(pen, land.sky)),
        pen.path(beams, tint(pen, land.ray)),
        *grain(pen, [(LOW, LOW), (HIGH, LOW), (HIGH, 41), (LOW, 41)], land.dust, every=4.4, length=1.2, width=0.3),
    ]
    if last:
        parts.append(
            pen.path(
                "M-3,30C8,25 14,29 24,26C34,23 44,28 54,24C60,22 64,24 66,23L66,-3L-3,-3Z",
                pen.paint("#7a4a35", stroke="none", opacity=0.45),
            )
        )
    return parts


def _hail(pen: Pen) -> BaseElement:
    """Arrows on their way."""
    d = ""
    for x, y in ((22.6, 20.5), (59.8, 18.6), (59.2, 28), (25, 29.6)):
        d += f"M{num(x)},{num(y)}l-2.2,5.4M{num(x - 1)},{num(y + 0.6)}l2,0.8M{num(x - 1.5)},{num(y + 1.8)}l2,0.8"
    return pen.path(d, pen.line(0.55))


def _meadow(pen: Pen, land: Country) -> list[BaseElement]:
    edge = "M-3,41C10,38.6 22,41.4 34,40C46,38.6 56,41 66,39L66,66L-3,66Z"
    tufts = "".join(grass(x, y, 2.4) for x, y in ((19.2, 56), (58.6, 46.2), (19.4, 61), (20.2, 47.4), (60, 60.6)))
    field = [(-3.0, 42.0), (HIGH, 42.0), (HIGH, HIGH), (-3.0, HIGH)]
    return [
        pen.path(edge, pen.paint(land.grass.flat)),
        *grain(pen, field, land.grass.shade, every=3, length=1.3, width=0.35, turn=-80),
        etch(pen, tufts, 1.3),
    ]


def _panels(apex: Point, eave: Sequence[Point], sag: float) -> list[str]:
    """The panels of a roof, from its apex to its eave."""
    edges = [(mid(apex, end, 0.5)[0], mid(apex, end, 0.5)[1] + sag) for end in eave]
    return [
        f"M{point(apex)}Q{point(edges[i])} {point(eave[i])}L{point(eave[i + 1])}Q{point(edges[i + 1])} {point(apex)}Z"
        for i in range(len(eave) - 1)
    ]


def pavilion(pen: Pen, land: Country, last: bool) -> list[BaseElement]:
    """A round tent of two cloths with a scalloped edge."""
    left, right, top, low, foot = 21.2, 59.8, 17.0, 31.0, 47.0
    count = 8
    xs = [left + (right - left) * i / count for i in range(count + 1)]
    roof = _panels((MIDDLE, top), [(x, low) for x in xs], 2.2)
    walls = [
        f"M{num(a)},{num(low)}L{num(b)},{num(low)}L{num(mid_out(b))},{num(foot)}L{num(mid_out(a))},{num(foot)}Z"
        for a, b in pairwise(xs)
    ]
    step = (right - left) / count
    scallops = [f"M{num(x)},{num(low)}h{num(step)}v1.6q{num(-step / 2)},3 {num(-step)},0Z" for x in xs[:-1]]
    flap = f"M{MIDDLE},{num(low)}C38,37 36,42 34.6,{num(foot)}L46.4,{num(foot)}C45,42 43,37 {MIDDLE},{num(low)}Z"
    parts: list[BaseElement] = [pen.path(f"M56,{num(foot)}L66,43L66,52L34,52L22,{num(foot)}Z", cast(pen, 0.25))]
    for i, d in enumerate(walls):
        parts.append(
            pen.path(
                d, pen.paint((land.cloth, land.second)[i % 2].shade if i > 5 else (land.cloth, land.second)[i % 2].flat)
            )
        )
    parts += [
        pen.path(f"M{num(left)},{num(low)}H{num(right)}V{num(low + 4.6)}H{num(left)}Z", cast(pen, 0.28)),
        pen.path(flap, pen.paint("#2a1d18", solid=True)),
        pen.path(
            f"M{MIDDLE},{num(low)}C38,37 36,42 34.6,{num(foot)}L31.6,{num(foot)}C34,42 37,36 {MIDDLE},{num(low)}Z",
            pen.paint(land.second.light),
        ),
        pen.path(
            f"M{MIDDLE},{num(low)}C43,37 45,42 46.4,{num(foot)}L49.4,{num(foot)}C47,42 44,36 {MIDDLE},{num(low)}Z",
            pen.paint(land.second.shade),
        ),
    ]
    for i, d in enumerate(roof):
        parts.append(pen.path(d, pen.paint((land.cloth, land.second)[i % 2].flat)))
    parts += [
        pen.path("".join(roof[6:]), pen.paint(pen.outline, stroke="none", opacity=0.22)),
        *(
            pen.path(
                d, pen.paint((land.second, land.cloth)[i % 2].light if i < 4 else (land.second, land.cloth)[i % 2].flat)
            )
            for i, d in enumerate(scallops)
        ),
        pen.path(cuts([(60, 30.6), (52.4, 25.4), (45, 21), (41.2, 18)], 15, -2.6, 0.5), black(pen)),
    ]
    if last:
        parts += [
            pen.path("M27,27.6L29,24.8L30.6,26.6L33,24L34,27L31.6,29.6L28.4,29.4Z", pen.paint("#2a1d18", solid=True)),
            *_patch(pen, (50.5, 27), 14),
        ]
    return parts


def mid_out(x: float) -> float:
    """Where a wall reaches the ground that begins at x under the eave."""
    return MIDDLE + (x - MIDDLE) * 1.04


def hut(pen: Pen, land: Country, last: bool) -> list[BaseElement]:
    """A round house under a thatch that has not been cut since the last war."""
    walls = "M23,32L58,32L59,47L22,47Z"
    thatch = (
        "M17.6,36.6C20,26 31,17.6 40.5,16C50,17.6 61,26 63.4,36.6L59.6,35.4L57.6,38L54,35.6"
        "L50.8,38.2L47,35.6L43.6,38.2L40.5,35.8L37,38.2L33.8,35.6L30,38.2L27,35.6L23.4,38L21.4,35.4Z"
    )
    straw = "".join(
        f"M{num(MIDDLE + k * 1.1)},{num(18 + abs(k) * 0.35)}"
        f"Q{num(MIDDLE + k * 3)},{num(25 + abs(k) * 0.2)} {num(MIDDLE + k * 4.6)},{num(33.4 + abs(k) * 0.3)}"
        for k in (-4, -3, -2, -1, 0, 1, 2, 3, 4)
    )
    door = "M35.6,47L35.6,39C35.6,34.6 45.4,34.6 45.4,39L45.4,47Z"
    parts: list[BaseElement] = [
        pen.path(walls, pen.paint(WOOD.light)),
        pen.path("M24,36V47M27.6,36V47M31.4,36V47M49.6,36V47M53.2,36V47M57,36V47M23,42H35M46,42H58", thin(pen, 0.8)),
        pen.path("M49,32L58,32L59,47L50,47Z", cast(pen, 0.22)),
        pen.path("M23,35H58V40.4H22.6Z", cast(pen, 0.3)),
        pen.path(door, pen.paint("#2a1d18", solid=True)),
        pen.path(
            "M33.8,47L33.8,38.6C33.8,32.4 47.2,32.4 47.2,38.6L47.2,47"
            "L45.4,47L45.4,39C45.4,34.6 35.6,34.6 35.6,39L35.6,47Z",
            pen.paint(WOOD.flat),
        ),
        pen.path(thatch, pen.paint(land.cloth.flat)),
        pen.path(
            "M40.5,16C50,17.6 61,26 63.4,36.6L59.6,35.4L57.6,38L54,35.6L50.8,38.2C52,30 48,22 40.5,16Z",
            tint(pen, land.cloth.shade),
        ),
        etch(pen, straw, 1.3),
        pen.path("M31,22.6C37,26 44,26 50,22.6L50.8,24.6C44,28.2 37,28.2 30.2,24.6Z", pen.paint(land.second.flat)),
        pen.path(thatch, pen.line()),
    ]
    if last:
        parts += [
            pen.path("M25,30.4L28,26.6L30,29L32.6,27.4L33,31L29.6,33.4L26.4,33Z", pen.paint("#2a1d18", solid=True)),
            pen.path("M28.6,26C26,23 30,21.6 28,18.8M31.4,26.4C30,24.4 32.6,23.2 31.6,21.4", pen.line(0.7)),
        ]
    return [
        pen.path("M56,47L66,44L66,52L34,52L22,47Z", cast(pen, 0.25)),
        pen.group(*parts, transform=f"translate({num(MIDDLE * 0.11)} 0) scale(0.89 1)"),
    ]


def sail(pen: Pen, land: Country, last: bool) -> list[BaseElement]:
    """A tent made of a sail, between two posts that end in the heads of something that was never a hen."""
    apex, left, right, foot = (MIDDLE, 17.6), 22.0, 59.0, 47.0
    count = 9
    ends = [(left + (right - left) * i / count, foot) for i in range(count + 1)]
    bends = [(MIDDLE + (x - MIDDLE) * 0.94, 27.0) for x, _ in ends]
    opening = f"M{MIDDLE},29Q44.6,36 46.6,47L34.4,47Q36.4,36 {MIDDLE},29Z"
    parts: list[BaseElement] = [pen.path("M56,47L66,44L66,52L34,52L22,47Z", cast(pen, 0.25))]
    for i in range(count):
        tone = (land.second, land.cloth)[i % 2]
        d = (
            f"M{point(apex)}Q{point(bends[i])} {point(ends[i])}"
            f"L{point(ends[i + 1])}Q{point(bends[i + 1])} {point(apex)}Z"
        )
        parts.append(pen.path(d, pen.paint(tone.shade if i > 5 else tone.light if i % 2 else tone.flat)))
    parts += [
        pen.path(opening, pen.paint("#2a1d18", solid=True)),
        pen.path(f"M{MIDDLE},29Q36.4,36 34.4,47L30.4,47Q35,36 {MIDDLE},29Z", pen.paint(land.cloth.light)),
        pen.path(f"M{MIDDLE},29Q44.6,36 46.6,47L50.6,47Q46,36 {MIDDLE},29Z", pen.paint(land.cloth.shade)),
        pen.path(cuts([(58.8, 46.4), (57.4, 38), (53.6, 28), (47, 20.6)], 15, -2.4, 0.5), black(pen)),
    ]
    post = "M-1.1,26L-1.1,8C-1.1,3.4 1.6,0.6 5,0.6C7.6,0.6 9.6,2.2 10.4,4.4L6.6,5.2C4,5 2.6,5.8 2.4,8L2.2,26Z"
    for side, x in ((-1, 25.2), (1, 55.8)):
        parts.append(
            pen.group(
                pen.path(post, pen.paint(WOOD.flat if side < 0 else WOOD.shade)),
                pen.path("M3.4,0.8L2,-1.6L0.8,1.6L-1,0.2L-0.8,3.4L-2.4,2.8L-1.2,6.2", pen.paint(RED.flat)),
                pen.path(dots([(5.6, 2.6)], 0.75), pen.paint("#fffdf4", width=0.4)),
                pen.path(dots([(5.9, 2.7)], 0.3), black(pen)),
                etch(pen, "M-0.6,10L1.8,11.4M-0.6,13.4L1.8,14.8M-0.6,16.8L1.8,18.2M-0.6,20.2L1.8,21.6", 1),
                transform=f"translate({num(x)} 22) scale({num(0.5 * side)} 0.98)",
            )
        )
    if last:
        parts += [
            pen.path("M28.4,37L30.4,34.4L32,36L33.4,33.4L34,37L31.6,39.6L29,39Z", pen.paint("#2a1d18", solid=True)),
            *_patch(pen, (51.6, 36.6), -12),
        ]
    return parts


def _patch(pen: Pen, at: Point, turn: float) -> list[BaseElement]:
    """Whatever cloth was left."""
    return [
        pen.group(
            pen.rect(-2.4, -2, 4.8, 4, pen.paint(CLOTH.flat)),
            pen.path(
                "M-3,-1l1,0.2M-3,1l1,0.2M2,-1l1,0.2M2,1l1,0.2M-1,-2.6l0.1,1M1,-2.6l0.1,1M-1,1.6l0.1,1M1,1.6l0.1,1",
                pen.line(0.4),
            ),
            transform=f"translate({num(at[0])} {num(at[1])}) rotate({num(turn)})",
        )
    ]


def _standard(pen: Pen, land: Country, last: bool) -> list[BaseElement]:
    """A cloth from a crossbar on a pole, wide enough for an order."""
    high = 12.6 if last else 10.2
    low = 4.6 + high
    hem = polyline([(58.6, low), *zigzag((58.6, low), (22.4, low), 18, -1.1), (22.4, low)], closed=False)[1:]
    cloth = f"M22.4,4.6L58.6,4.6L{hem}Z"
    if last:
        cloth = f"M22.4,4.6L58.6,4.6L58.6,{num(low - 4)}L57.2,{num(low - 2.6)}L58.4,{num(low - 1.4)}L{hem}Z"
    return [
        pen.path(f"M{MIDDLE - 0.7},3L{MIDDLE + 0.7},3L{MIDDLE + 0.7},22L{MIDDLE - 0.7},22Z", pen.paint(WOOD.flat)),
        pen.group(pen.path(cloth, cast(pen, 0.3)), transform="translate(0.9 1)"),
        pen.path(cloth, pen.paint(PARCHMENT.light)),
        pen.path("M22.4,4.6H58.6V6.2H22.4Z", tint(pen, land.cloth.flat if land.cloth is not BUFF else VERT.flat)),
        pen.path(cuts([(58.4, 6), (58.5, low * 0.6), (58.4, low - 1)], 8, 1.3, 0.35), black(pen)),
        pen.path("M21.4,3.2H59.6V5H21.4Z", pen.paint(WOOD.light)),
        pen.path("M21.4,4.3H59.6V5H21.4Z", tint(pen, WOOD.shade)),
        pen.path(dots([(21.2, 4.1), (59.8, 4.1)], 1.1), pen.paint(GOLD.flat)),
        pen.path("M26,2.8v2.6M33,2.8v2.6M48,2.8v2.6M55,2.8v2.6", pen.line(0.6)),
    ]


def _table(pen: Pen) -> list[BaseElement]:
    """A trestle table; its cloth says the same as the standard."""
    top = "M24.4,41L56.6,41L60,47L21,47Z"
    hem = zigzag((59.4, 58.6), (21.6, 58.6), 19, -1.1)
    cloth = "M21.6,47L59.4,47" + "".join(f"L{point(p)}" for p in ((59.4, 58.6), *hem, (21.6, 58.6))) + "Z"
    return [
        pen.path("M22,57L60,57L66,60L66,63.6L25,62Z", cast(pen, 0.3)),
        pen.path("M25,57L23.6,61L25.6,61L27.6,57ZM54.6,57L56,61L58,61L57.2,57Z", pen.paint(WOOD.shade)),
        pen.path(cloth, pen.paint(PARCHMENT.light)),
        pen.path("M21.6,47L59.4,47L59.4,48.7L21.6,48.7Z", cast(pen, 0.26)),
        pen.path(cuts([(59.2, 48.4), (59.2, 53), (59.2, 58)], 8, 1.4, 0.35), black(pen)),
        pen.path(top, pen.paint(WOOD.light)),
        etch(pen, "M25,43C34,42.4 44,43.6 56.6,42.8M23,45.4C36,44.6 46,46 58.6,45.2", 0.6),
        pen.path(top, pen.line()),
    ]


def _map(pen: Pen, last: bool) -> list[BaseElement]:
    """The plan: round the enemy, and home by another way."""
    leaf = "M31.4,41.6C36,41 44,41.9 49.2,41.4L51.6,46.2C45,46.8 36,45.8 29.4,46.4Z"
    coast = "M30.6,44.4C33,43.4 34,44.6 36,43.8C37.4,43.2 37,42.4 38.6,41.8L31.4,41.7Z"
    route = "M35,45.6l1.2,-0.5M37.4,44.6l1.3,-0.4M40,43.9l1.3,-0.1M42.5,43.9l1.2,0.3M44.8,44.6l1,0.5"
    cross = "M46.6,45l2,0.9M48.6,44.8l-2,1.2"
    return [
        pen.group(pen.path(leaf, cast(pen, 0.3)), transform="translate(0.6 0.5)"),
        pen.path(leaf, pen.paint(PARCHMENT.light)),
        pen.path(coast, tint(pen, "#9fc3b4")),
        pen.path(route, pen.line(0.4)),
        pen.path(cross, pen.line(0.6, RED.flat if not pen.low else None)),
        *([pen.path("M40,43L42,41.9L43.6,43.2L45.4,42.1L46.4,43.4", pen.line(0.5))] if last else []),
    ]


def _mug(pen: Pen, x: float, spilt: bool) -> list[BaseElement]:
    body = "M-1.8,-4.6L1.8,-4.6L1.6,0L-1.6,0Z"
    frame = f"translate({num(x)} 45.2)" + (" rotate(84) translate(-1.6 -1)" if spilt else "")
    parts: list[BaseElement] = [
        pen.path("M1.7,-3.8C3.6,-3.8 3.6,-1 1.6,-1", pen.line(0.75)),
        pen.path(body, pen.paint(STEEL.flat)),
        pen.path("M0.5,-4.6L1.8,-4.6L1.6,0L0.6,0Z", tint(pen, STEEL.shade)),
        pen.ellipse(0, -4.6, 1.8, 0.55, pen.paint(BUFF.light, width=0.4)),
    ]
    puddle = (
        [pen.ellipse(x + 4.4, 45.8, 3.2, 0.7, tint(pen, BUFF.shade))]
        if spilt
        else [pen.ellipse(x + 1, 45.4, 2.6, 0.6, cast(pen))]
    )
    return [*puddle, sheet(pen, *parts, transform=frame)]


def _candle(pen: Pen, x: float, out: bool) -> list[BaseElement]:
    tall = 1.6 if out else 4.2
    top = 44.6 - tall
    flame = (
        f"M{num(x)},{num(top - 3)}"
        f"C{num(x + 1.5)},{num(top - 1.4)} {num(x + 0.9)},{num(top - 0.4)} {num(x)},{num(top - 0.4)}"
        f"C{num(x - 0.9)},{num(top - 0.4)} {num(x - 1.4)},{num(top - 1.4)} {num(x)},{num(top - 3)}Z"
    )
    smoke = (
        f"M{num(x)},{num(top - 0.4)}"
        f"C{num(x - 1.6)},{num(top - 2)} {num(x + 1.6)},{num(top - 3)} {num(x)},{num(top - 5)}"
    )
    return [
        pen.ellipse(x + 1, 45.2, 2.6, 0.7, cast(pen)),
        pen.ellipse(x, 44.8, 2, 0.7, pen.paint(GOLD.flat, width=0.45)),
        pen.rect(x - 0.8, top, 1.6, tall, pen.paint(BONE.light, width=0.45)),
        pen.path(smoke, pen.line(0.45)) if out else pen.path(flame, pen.paint(GOLD.light, width=0.45)),
    ]


def _egg_cup(pen: Pen, last: bool) -> list[BaseElement]:
    """Breakfast, which the king is too nervous to eat."""
    shell = "M54.2,39.6C55.6,39.6 56.5,41 56.5,42.4L51.9,42.4C51.9,41 52.8,39.6 54.2,39.6Z"
    crack = "L55.6,41.6L54.8,42.6L53.8,41.4L52.8,42.4L51.9,42.4Z"
    return [
        pen.ellipse(55.2, 45.6, 2.8, 0.6, cast(pen)),
        pen.path(
            "M51.6,42.2L56.8,42.2C56.6,43.8 55.6,44.2 54.8,44.4"
            "L55.8,45.6L52.6,45.6L53.6,44.4C52.8,44.2 51.8,43.8 51.6,42.2Z",
            pen.paint(GOLD.flat, width=0.45),
        ),
        pen.path(shell if not last else "M51.9,42.4L56.5,42.4" + crack, pen.paint("#fdf3df", width=0.45)),
        pen.path(
            "M52.2,40.6L51.8,38.2L53.2,39.4L54.2,37.6L55.2,39.4L56.6,38.2L56.2,40.6Z", pen.paint(GOLD.light, width=0.4)
        )
        if not last
        else pen.group(),
    ]


def _bag(pen: Pen) -> list[BaseElement]:
    """Packed, in case."""
    return [
        pen.ellipse(27.4, 45.8, 3.6, 0.7, cast(pen)),
        pen.path("M24.6,41.2C24.6,38.8 28,38.8 28,41.2", pen.line(0.8)),
        pen.rect(22.6, 41, 7.6, 4.7, pen.paint(LEATHER.flat), 0.6),
        pen.path("M27.6,41L30.2,41L30.2,45.7L28,45.7Z", tint(pen, LEATHER.shade)),
        pen.path("M24.4,41V45.7M28.2,41V45.7", pen.line(0.6, BUFF.flat if not pen.low else None)),
        pen.path("M22.6,42.8H30.2", thin(pen)),
    ]


def _elephant(pen: Pen, last: bool) -> list[BaseElement]:
    """One of those who crossed the mountains, to scale."""
    body = (
        "M-4,0L-4,-3.4C-4,-6 -1.6,-7 0.6,-6.6C2,-7.6 4.4,-7.4 5.2,-5.6C5.8,-4 5.4,-1.4 6.4,-0.4L5.6,0.4"
        "C4,-0.4 4,-2.4 3.6,-3L2.4,-2.8L2.4,0L0.8,0L0.8,-1.8L-2,-1.8L-2,0Z"
    )
    parts: list[BaseElement] = [
        pen.path(body, pen.paint(STEEL.flat)),
        pen.path("M1.8,-6.2C0.2,-6.4 -0.6,-4 1,-3C2.4,-2.8 2.8,-5 1.8,-6.2Z", pen.paint(STEEL.shade, width=0.4)),
        pen.path("M-3.4,-6L0,-7L0.2,-5.4L-3,-4.6Z", pen.paint(VIOLET.flat, width=0.4)),
        pen.circle(3.6, -5.4, 0.45, black(pen)),
        pen.path("M3.4,-2.8L5,-2.2", pen.line(0.8, "#ffffff")),
    ]
    turn = " rotate(168) translate(-1 6.6)" if last else ""
    return [pen.ellipse(27.6, 45.8, 5, 0.7, cast(pen)), sheet(pen, *parts, transform=f"translate(26.4 45.8){turn}")]


def _pot(pen: Pen, last: bool) -> list[BaseElement]:
    """A stew for a whole village, or for one chief."""
    steam = "" if last else "M24.6,38.6C23.4,37.4 25.6,36.4 24.4,35M27.4,38.4C26.2,37.2 28.4,36.2 27.2,34.8"
    return [
        pen.ellipse(27.4, 45.8, 4.4, 0.8, cast(pen)),
        pen.path("M22,40.6C20.6,44 23,45.8 26,45.8C29,45.8 31.4,44 30,40.6Z", pen.paint(IRON.flat)),
        pen.path("M27.6,40.6L30,40.6C31.4,44 29,45.8 26,45.8C28.4,44.8 28.6,42.4 27.6,40.6Z", tint(pen, IRON.shade)),
        pen.ellipse(26, 40.4, 4.3, 1, pen.paint(VERT.light if not last else IRON.shade, width=0.5)),
        pen.path(steam, pen.line(0.5)),
        pen.path("M23.4,42.6C23.4,43.6 24,44.4 24.6,44.8", shine(pen, "#ffffff", 0.9)),
    ]


def _comb(pen: Pen, last: bool) -> list[BaseElement]:
    """For the moustache; after the battle there is less to do."""
    teeth = "".join(f"M{num(52 + 0.9 * i)},43.6v{'2.2' if not last or i not in (2, 3) else '0.8'}" for i in range(7))
    return [
        pen.ellipse(55.4, 46, 3.4, 0.5, cast(pen)),
        pen.path(teeth, pen.line(0.5)),
        pen.path("M51.2,42L58.2,42L58.2,43.8L51.2,43.8Z", pen.paint(BONE.flat, width=0.5)),
    ]


def _horn(pen: Pen, last: bool) -> list[BaseElement]:
    """A horn to drink from, or to have drunk from."""
    horn = "M22,39.4L26,38.8C26.6,42 28.2,44 31,45.4C27,46.4 23,44.4 22,39.4Z"
    parts: list[BaseElement] = [
        pen.path(horn, pen.paint(BONE.flat, width=0.5)),
        pen.path("M24.6,39C25,42.4 27,45 31,45.4C28.4,45 25.6,43 25.4,39Z", tint(pen, BONE.shade)),
        pen.ellipse(24, 39.1, 2.1, 0.7, pen.paint(GOLD.light, width=0.45), turn=-8),
    ]
    return [pen.ellipse(28.2, 45.9, 4, 0.6, cast(pen)), sheet(pen, *parts)]


def _nest(pen: Pen, last: bool) -> list[BaseElement]:
    """Luggage that must be kept warm; it hatches at a bad moment."""
    egg = "M55,38.6C56.6,38.6 57.6,40.6 57.6,42L52.4,42C52.4,40.6 53.4,38.6 55,38.6Z"
    chick: list[BaseElement] = [
        pen.path(egg, pen.paint("#fdf3df", width=0.5)),
        pen.path(dots([(54.2, 40.2), (55.8, 41)], 0.35), tint(pen, "#b98a55")),
    ]
    if last:
        chick = [
            pen.circle(55, 40, 1.9, pen.paint(BUFF.light, width=0.5)),
            pen.path(dots([(54.4, 39.8), (55.8, 39.8)], 0.35), black(pen)),
            pen.path("M54.7,40.4L55.5,40.4L55.1,41.2Z", pen.paint("#f2a52c", width=0.25)),
            pen.path(
                "M52.4,43L52.4,41.4L53.4,42L54.2,41.2L55,42L55.8,41.2L56.8,42L57.6,41.4L57.6,43Z",
                pen.paint("#fdf3df", width=0.45),
            ),
        ]
    return [
        pen.ellipse(55.8, 45.6, 4, 0.7, cast(pen)),
        *chick,
        pen.path(
            "M50.8,42.2C52,43 58,43 59.2,42.2C59.4,44.4 57.6,45.6 55,45.6C52.4,45.6 50.6,44.4 50.8,42.2Z",
            pen.paint(WOOD.flat, width=0.5),
        ),
        etch(
            pen,
            "M51.4,43.4C53,44.4 55,43.4 57,44.4M52.6,44.8"
            "C54,44 56,45.2 58.6,43.6M50.4,42.6L49.6,41.6M59.4,42.8L60.2,41.8",
            0.7,
        ),
    ]


Props = Callable[[Pen, bool], list[BaseElement]]
TENTS: dict[str, Callable[[Pen, Country, bool], list[BaseElement]]] = {
    "crown": pavilion,
    "moon": pavilion,
    "oak": hut,
    "anchor": sail,
}
PROPS: dict[str, Props] = {
    "crown": lambda pen, last: [*_bag(pen), *_egg_cup(pen, last)],
    "moon": lambda pen, last: [*_elephant(pen, last), *_candle(pen, 55.4, last)],
    "oak": lambda pen, last: [*_pot(pen, last), *_comb(pen, last)],
    "anchor": lambda pen, last: [*_horn(pen, last), *_nest(pen, last)],
}
"""What lies on each general's table, left and right of the map."""


def camp(name: str, last: bool, pen: Pen) -> Group:
    """A general's camp; its origin is the card's upper left corner."""
    pen = Burin(low=pen.low, outline=block(pen).outline, width=0.6)
    land = LANDS[name]
    shield = "M-3.6,-4L3.6,-4C3.9,-0.6 3,2.6 0,4.4C-3,2.6 -3.9,-0.6 -3.6,-4Z"
    charge = block(pen, 0.4)
    arms = pen.group(
        pen.group(pen.path(shield, cast(pen, 0.35)), transform="translate(0.6 0.7)"),
        pen.path(shield, pen.paint(PARCHMENT.light)),
        sheet(charge, CHARGES[name](charge), transform="translate(0 -0.4) scale(0.055)"),
        transform=f"translate({MIDDLE} 26.4) scale(1.25)",
    )
    (shade, *tent), (under, *table) = TENTS[name](pen, land, last), _table(pen)
    return sheet(
        pen,
        *_sky(pen, land, last),
        *_meadow(pen, land),
        shade,
        pen.important(*tent, *([_hail(pen)] if last else []), *_standard(pen, land, last), arms),
        under,
        pen.important(*table, *_map(pen, last), *PROPS[name](pen, last)),
    )


CAMPS: dict[str, Drawing] = {
    f"camp-{name}{'-last' if last else ''}": partial(camp, name, last) for name in LANDS for last in (False, True)
}
"""The camps by emblem."""
