"""The initiative card: a rooster who makes the sun rise, and a hen with a horn who makes the rooster rise."""

from __future__ import annotations

from math import cos, radians, sin

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, num, polyline, smooth
from pnp.face.art.grain import grain
from pnp.face.art.pen import Drawing, Pen

from .arms import held
from .banner import EDGE
from .chicken import HEAD, Chicken, head, legs, tail, trunk, wing
from .cut import black, block, cast, etch, sheet, shine, thin, tint
from .face import Eyes
from .helm import kettle
from .line import blade, cuts, grass
from .palette import BONE, BUFF, GOLD, RED, RUST, VERT, WHITE, WOOD, Tone
from .piece import Piece, figure, piece


def beams(at: Point, count: int, share: float = 0.5) -> str:
    """Beams from a point to the edge of the card and its bleed, no further."""

    def reach(angle: float) -> Point:
        dx, dy = cos(radians(angle)), sin(radians(angle))
        far = min(
            ((EDGE if dx > 0 else -EDGE) - at[0]) / dx if abs(dx) > 1e-9 else 1e9,
            ((EDGE if dy > 0 else -EDGE) - at[1]) / dy if abs(dy) > 1e-9 else 1e9,
        )
        return at[0] + dx * far, at[1] + dy * far

    step = 360 / count
    wedges = []
    for i in range(count):
        edge = [reach(i * step + step * share * k / 4) for k in range(5)]
        wedges.append(polyline([at, *edge]))
    return "".join(wedges)


def _sky(pen: Pen, at: Point, sky: str, beam: str) -> list[BaseElement]:
    hill = f"M-55,18C-40,10 -26,15 -12,13C6,11 20,18 34,13C44,10 50,11 55,13L55,{num(EDGE)}L-55,{num(EDGE)}Z"
    return [
        pen.rect(-EDGE, -EDGE, 2 * EDGE, 2 * EDGE, tint(pen, sky)),
        pen.path(beams(at, 22), tint(pen, beam)),
        *grain(pen, [(-EDGE, -EDGE), (EDGE, -EDGE), (EDGE, 10), (-EDGE, 10)], beam, every=6, length=1.8, width=0.5),
        pen.circle(at[0], at[1], 30, pen.paint("#fbd24e", width=pen.width * 0.9)),
        pen.path(
            cuts(
                [
                    (at[0] - 29, at[1] - 6),
                    (at[0] - 18, at[1] - 24),
                    (at[0] + 7, at[1] - 29),
                    (at[0] + 26, at[1] - 14),
                    (at[0] + 29, at[1] + 6),
                ],
                24,
                6,
                1.6,
            ),
            black(pen),
        ),
        pen.path(hill, pen.paint(VERT.flat)),
        *grain(pen, [(-EDGE, 20), (EDGE, 20), (EDGE, EDGE), (-EDGE, EDGE)], VERT.shade, every=5, length=2, turn=-80),
        pen.ellipse(4, 23, 24, 3.6, cast(pen)),
        etch(pen, grass(-42, 25, 7) + grass(40, 21, 7) + grass(44, 36, 6) + grass(-45, 38, 6), 1.2),
    ]


def _sickles(pen: Pen, tone: tuple[Tone, ...]) -> Piece:
    """A rooster's tail: sickle feathers, more than he needs."""
    plan = ((196, 24, 9, -8), (276, 26, 9, 9), (214, 29, 10, -9), (256, 31, 10, 8), (236, 33, 11, -2))
    outlines = [blade((-18, 6), a, n, w, c) for a, n, w, c in plan]
    parts = [pen.path(d, pen.paint(tone[i % len(tone)].flat)) for i, d in enumerate(outlines)]
    return piece(pen, outlines, parts)


def rooster(pen: Pen) -> Group:
    """He crows, therefore it is day."""
    p = block(pen, 1.15)
    bird = Chicken(RUST, Eyes(shut=True, brow=-3, lift=2), "shout", collar=BUFF)
    fence = "M-55,17L55,17L55,22L-55,22ZM-40,9L-34,9L-34,36L-40,36ZM34,9L40,9L40,36L34,36Z"
    notes = "M31,-36L36,-40M33,-29L40,-30M31,-22L37,-19"
    pieces = [
        _sickles(p, (VERT, Tone("#2d4f5e", "", ""), RED)),
        *legs(p, 1),
        trunk(p, bird),
        head(p, bird, -26),
        wing(p, (-4, 8), (-20, 22), RUST, None, 9),
    ]
    return sheet(
        p,
        *_sky(p, (0, -10), "#e8743b", "#f59a4f"),
        p.path(fence, p.paint(WOOD.flat)),
        p.path("M-50,19.6H-43M-30,19.6H-16M14,19.6H28M43,19.6H50M-37,25V32M37,25V32", thin(p, 0.6)),
        p.important(figure(p, pieces, "translate(-2 -11.6) scale(0.76)"), p.path(notes, p.line(p.width * 1.3))),
    )


def _horn(pen: Pen) -> Piece:
    """A war horn, larger than the breath behind it."""
    d = "M0,-2.4C10,-4 16,-8 20,-16C22,-22 26,-27 32,-29L46,-12C38,-11 33,-7 28,0C20,9 10,6 0,3Z"
    bell = smooth([(31, -30), (38, -28), (46, -18), (47.6, -11), (40, -13), (33, -22)])
    parts: list[BaseElement] = [
        pen.path(d, pen.paint(BONE.flat)),
        pen.path(cuts([(2, 3), (12, 5), (22, 3), (30, -5), (38, -11)], 12, -5, 1.4), black(pen)),
        pen.path("M9,-4L11,5.4M13,-6L16,5M22,-20L33,-7M24.6,-23.6L36,-10", pen.line(pen.width * 1.2)),
        pen.path(bell, pen.paint(GOLD.flat)),
        pen.path(smooth([(33, -27), (38, -25), (44, -17), (45, -13), (40, -16), (35, -22)]), black(pen)),
        pen.path("M6,-1C14,-3 18,-8 21,-14", shine(pen, "#ffffff", 0.8)),
    ]
    return piece(pen, [d, bell], parts, held((HEAD[0] + 22, HEAD[1] + 4), -4))


def herald(pen: Pen) -> Group:
    """She blows until something answers."""
    p = block(pen, 1.15)
    bird = Chicken(WHITE, Eyes(size=1.05, pupil=1.4, brow=5, look=(2, -1)), "whistle", comb=False)
    blast = "M31,-41L32,-46M38,-39L42,-43.6M42,-31L45.6,-31.6"
    pieces = [
        tail(p, bird, 10),
        *legs(p, 4),
        trunk(p, bird),
        head(p, bird, -12),
        kettle(p, -12),
        _horn(p),
        wing(p, (-3, 8), (25, -4), WHITE, 60, 8),
    ]
    return sheet(
        p,
        *_sky(p, (-8, -8), "#2f4f86", "#47699f"),
        p.important(figure(p, pieces, "translate(-15 -7) scale(0.72)"), p.path(blast, p.line(p.width * 1.3))),
    )


SCENES: dict[str, Drawing] = {"rooster": rooster, "herald": herald}
