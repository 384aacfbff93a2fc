"""The treasures of the dressing table: feather fan, plumed hat and perfume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, mid, num, point, polar, smooth
from pnp.face.art.pen import Pen

from .palette import GLASS, GOLD, PEARL, RUBY, Tone
from .stage import fine, tint


def ostrich(pen: Pen, spine: Sequence[Point], width: float, tone: Tone) -> list[BaseElement]:
    """An ostrich plume: a soft lobed edge on both sides of a curved quill, the tip curling over."""
    left: list[Point] = []
    right: list[Point] = []
    n = len(spine) - 1
    for i in range(n):
        a, b = spine[i], spine[i + 1]
        dx, dy = b[0] - a[0], b[1] - a[1]
        size = (dx * dx + dy * dy) ** 0.5
        swell = width * (0.55 + 0.45 * min(1.0, (i + 1) / n * 1.6))
        ux, uy = dy / size, -dx / size
        left.append((a[0] + ux * swell, a[1] + uy * swell))
        right.append((a[0] - ux * swell, a[1] - uy * swell))
    tip = spine[-1]
    rim = [*left, tip, *reversed(right)]
    d = f"M{point(spine[0])}L{point(rim[0])}"
    for a, b in pairwise(rim):
        m = mid(a, b)
        nx, ny = b[1] - a[1], a[0] - b[0]
        size = max((nx * nx + ny * ny) ** 0.5, 0.01)
        reach = size * 0.5
        d += f"Q{point((m[0] + nx / size * reach, m[1] + ny / size * reach))} {point(b)}"
    d += "Z"
    barbs = ""
    for i in range(1, n):
        for edge in (left, right):
            barbs += f"M{point(spine[i - 1])}Q{point(mid(spine[i], edge[i], 0.3))} {point(mid(spine[i], edge[i], 0.7))}"
    return [
        pen.path(d, pen.paint(tone.flat)),
        pen.path(
            smooth([*(mid(p, q, 0.25) for p, q in zip(right, spine, strict=False)), *reversed(right)]),
            tint(pen, tone.shade),
        ),
        pen.path(barbs, fine(pen, 0.5).line()),
        pen.path(d + smooth(spine, closed=False), pen.line()),
    ]


def fan(pen: Pen) -> Group:
    """A fan of eyed feathers on gilt sticks, with a tassel."""
    pen = replace(pen, width=pen.width / 0.69)
    thin = fine(pen)
    pivot = (0.0, 36.0)
    parts: list[BaseElement] = []
    order = (0, 8, 1, 7, 2, 6, 3, 5, 4)
    for i in order:
        angle = -90 + (i - 4) * 16.5
        tip = polar(pivot, angle, 78 if i % 2 == 0 else 74)
        a, b = polar(pivot, angle - 8.5, 40), polar(pivot, angle + 8.5, 40)
        c, e = polar(pivot, angle - 13, 74), polar(pivot, angle + 13, 74)
        d = f"M{point(pivot)}L{point(a)}C{point(mid(a, c, 0.6))} {point(mid(c, tip, 0.3))} {point(tip)}"
        d += f"C{point(mid(e, tip, 0.3))} {point(mid(b, e, 0.6))} {point(b)}Z"
        parts.append(pen.path(d, pen.paint("#fdf1e6" if i % 2 == 0 else "#f3b8c4")))
        at = polar(pivot, angle, 64)
        parts.append(pen.ellipse(at[0], at[1], 7, 4.8, pen.paint("#3f8f93", width=thin.width), turn=angle))
        pupil = pen.paint(pen.outline if pen.low else "#22406e", stroke="none", solid=True)
        parts.append(pen.ellipse(*polar(pivot, angle, 65.5), 3, 2.2, pupil, turn=angle))
    leaf = polar(pivot, -90 - 73, 42), polar(pivot, -90 + 73, 42)
    parts.append(pen.path(f"M{point(pivot)}L{point(leaf[0])}A42,42 0 0 1 {point(leaf[1])}Z", pen.paint(RUBY.flat)))
    inner = polar(pivot, -163, 24), polar(pivot, -17, 24)
    hem = f"M{point(leaf[0])}A42,42 0 0 1 {point(leaf[1])}"
    hem += f"L{point(polar(pivot, -17, 37))}A37,37 0 0 0 {point(polar(pivot, -163, 37))}Z"
    parts.append(pen.path(hem, tint(pen, RUBY.shade)))
    flowers = [polar(pivot, -90 + k * 16.5, 31) for k in range(-3, 4)]
    parts.append(pen.path(dots(flowers, 2.2), pen.paint(PEARL.flat, width=thin.width)))
    parts.append(pen.path(f"M{point(pivot)}L{point(inner[0])}A24,24 0 0 1 {point(inner[1])}Z", pen.paint(GOLD.flat)))
    ribs = "".join(
        f"M{point(polar(pivot, -90 + (k - 4) * 16.5 + 8, 6))}L{point(polar(pivot, -90 + (k - 4) * 16.5 + 8, 42))}"
        for k in range(8)
    )
    parts.append(pen.path(ribs, thin.line()))
    parts.append(pen.circle(pivot[0], pivot[1], 4.6, pen.paint(GOLD.light)))
    parts.append(pen.path("M0,40C-3,42 2,43 0,45M-3.4,50L-2,44.6L2,44.6L3.4,50Z", pen.paint(RUBY.flat)))
    return pen.group(*parts, transform="translate(0 6) scale(0.69)")


def hat(pen: Pen) -> Group:
    """A hat one must turn sideways to get through doors with: brim, ruby band, three ostrich plumes."""
    pen = replace(pen, width=pen.width / 0.91)
    thin = fine(pen)
    violet = Tone("#8064ad", "#5d4486", "#a994cf")
    white = Tone("#fdf6ea", "#e6d6bd", "#ffffff")
    rose = Tone("#ef9fb2", "#cf7189", "#f9ccd6")
    back = ostrich(pen, [(-4, 2), (-12, -8), (-21, -17), (-31, -24), (-40, -26), (-46, -21), (-45, -14)], 8, violet)
    tall = ostrich(pen, [(2, 0), (-1, -12), (-1, -24), (4, -35), (13, -42), (21, -41), (24, -35)], 8.4, white)
    side = ostrich(pen, [(8, 2), (14, -7), (22, -14), (32, -18), (41, -16), (45, -9), (43, -3)], 7.6, rose)
    brim = "M-49,22C-52,12 -30,16 -12,17C6,18 28,8 44,12C54,15 48,30 30,33C8,37 -44,38 -49,22Z"
    crown = "M-24,21C-25,5 -21,-6 -16,-7C-6,-9 10,-10 18,-7C23,-4 24,8 24,19C10,25 -10,26 -24,21Z"
    return pen.group(
        *back,
        *side,
        *tall,
        pen.path(brim, pen.paint("#3d6e7e")),
        pen.path("M-48,24C-30,34 10,32 48,18C48,26 42,31 30,33C8,37 -40,38 -48,24Z", tint(pen, "#285260")),
        pen.path(brim, pen.line()),
        pen.path(crown, pen.paint("#4d8496")),
        pen.path("M8,-9C18,-8 23,-4 24,19C19,21 14,22.6 9,23.4C14,12 14,0 8,-9Z", tint(pen, "#386878")),
        pen.path("M-24,12C-10,17 10,16 24,9L24,19C10,25 -10,26 -24,21Z", pen.paint(RUBY.flat)),
        pen.path(crown, pen.line()),
        pen.rect(-7, 11, 13, 13, pen.paint(GOLD.flat), 2),
        pen.rect(-3.6, 14.4, 6.2, 6.2, pen.paint(RUBY.shade, width=thin.width), 1),
        pen.path("M-40,21Q-32,26 -22,27M30,27Q38,25 43,20", thin.line()),
        transform="translate(0.5 0) scale(0.91)",
    )


def perfume(pen: Pen) -> Group:
    """A cut-glass bottle with a silk bulb and a tassel, mid-puff."""
    thin = fine(pen)
    glass = "M-30,8C-30,-4 -20,-12 -8,-14L8,-14C20,-12 30,-4 30,8L24,40C22,46 -22,46 -24,40Z"
    mist: list[Point] = [(-33, -37), (-39, -33), (-39, -42), (-45, -36), (-45, -45), (-46, -28)]
    tassel = "M40,8L36,26L38.6,24.6L40.6,27L42.6,24.6L45.4,26L44,8Z"
    return pen.group(
        pen.path("M6,-34C18,-44 26,-36 30,-30", pen.line(pen.width * 2.6)),
        pen.path("M6,-34C18,-44 26,-36 30,-30", pen.line(pen.width * 1.1, "#ffffff" if pen.low else GOLD.light)),
        pen.path("M30,-30C24,-20 26,2 40,8C52,4 52,-20 40,-28C36,-31 32,-32 30,-30Z", pen.paint(RUBY.flat)),
        pen.path("M40,8C52,4 52,-20 40,-28C48,-14 46,0 40,8Z", tint(pen, RUBY.shade)),
        pen.path("M33,-28C29,-16 32,0 40,8M37,-29C38,-16 40,-4 40,8", thin.line()),
        pen.circle(31, -30, 3.4, pen.paint(GOLD.flat)),
        pen.path(tassel, pen.paint(GOLD.flat)),
        pen.circle(41.6, 9, 2.8, pen.paint(GOLD.light)),
        pen.path(glass, pen.paint(GLASS.light)),
        pen.path("M-28,14Q0,20 28,14L24,40C22,46 -22,46 -24,40Z", tint(pen, "#f2b04c")),
        pen.path("M17,16.4L28,14L24,40C22,46 6,45 4,44.6C14,40 18,30 17,16.4Z", tint(pen, "#d68a2c")),
        pen.path("M-28,14Q0,20 28,14M-8,-14L-16,8L-12,44M8,-14L16,8L12,44M-30,8L-16,8M16,8L30,8", thin.line()),
        pen.path("M-24,4Q-22,-4 -14,-8", pen.line(pen.width * 2, "none" if pen.low else "#ffffff")),
        pen.path(glass, pen.line()),
        pen.ellipse(0, 25, 11, 12, pen.paint(PEARL.flat)),
        pen.path(
            "M0,16C5,23 6,25 6,28A6,6 0 0 1 -6,28C-6,25 -5,23 0,16Z",
            pen.paint(pen.outline if pen.low else "#c9578a", width=thin.width, solid=True),
        ),
        pen.rect(-9, -23, 18, 10, pen.paint(GOLD.flat), 2),
        pen.path("M-6,-23L-4,-40L5,-40L7,-23Z", pen.paint(GOLD.flat)),
        pen.path("M-4,-37L-19,-39.6L-19,-33L-4.6,-31Z", pen.paint(GOLD.shade)),
        pen.circle(0.5, -43, 4, pen.paint(GOLD.light)),
        pen.path("M-23,-36.4L-29,-36.6M-23,-39.6L-28,-42.4M-23,-33L-28,-31", pen.line()),
        pen.path(dots(mist, 1.4), pen.paint("#ffffff", width=thin.width)),
        pen.path(f"M{num(-9)},-18L9,-18", thin.line()),
    )
