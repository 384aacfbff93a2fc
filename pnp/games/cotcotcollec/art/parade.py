"""The cards out of the ordinary: the doubler with her mirror, and the joker who juggles."""

from __future__ import annotations

from dataclasses import replace

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots
from pnp.face.art.pen import Pen

from .finery import hat, perfume
from .hair import curls
from .head import Eyes
from .hen import Hen, Leg, Plumage, Wing, face, lower, portrait, wing
from .jewels import egg, ring, trophy
from .marks import TWICE, TWO
from .palette import GLASS, GOLD, RUBY, Tone
from .plume import FIST, OPEN
from .salon import BLACK, BUFF, ROSE, TUCKED, UPRIGHT, WHITE, ground, hers, nib
from .stage import fine, placed, shifted, tint


def mirror(pen: Pen) -> list[BaseElement]:
    """A tall oval glass in a gilt frame with a shell on top, on two scrolled feet."""
    return [
        pen.path("M-16,36C-22,38 -24,44 -30,47L30,47C24,44 22,38 16,36Z", pen.paint(GOLD.shade)),
        pen.ellipse(0, 0, 29, 41, pen.paint(GOLD.flat)),
        pen.ellipse(0, 0, 26.4, 38.4, pen.line(pen.width, "none" if pen.low else GOLD.light)),
        pen.ellipse(0, 0, 24, 36, pen.paint(GLASS.flat)),
        pen.path("M-14,-28L0,-35L-22,12L-23.6,2ZM6,-34L10,-32L-18,22L-20,18Z", tint(pen, GLASS.light)),
        pen.path(
            "M-9,-37C-16,-40 -14,-48 -7,-47C-5,-52 5,-52 7,-47C14,-48 16,-40 9,-37Q0,-34 -9,-37Z", pen.paint(GOLD.light)
        ),
        pen.path("M-5,-38L-7,-45M0,-37.4L0,-48M5,-38L7,-45", fine(pen).line()),
    ]


def times_two(pen: Pen) -> list[BaseElement]:
    """The sign ×2, fat and gilt."""
    return [
        pen.path(TWICE + TWO, pen.line(pen.width + 7)),
        pen.path(
            TWICE + TWO,
            pen.paint(
                "#ffffff" if pen.low else "#fffaf0", stroke="#fffaf0" if not pen.low else "#ffffff", width=7, solid=True
            ),
        ),
        pen.path(TWICE + TWO, pen.paint(RUBY.flat, width=pen.width)),
        pen.path(
            "M-36,-25L-24,-13M15,-24C19,-36 32,-40 40,-32", pen.line(pen.width * 2, "none" if pen.low else RUBY.light)
        ),
    ]


def doubler(pen: Pen) -> Group:
    """One hen of quality and one glass make two hens of quality; the one in the glass winks."""
    pen = nib(pen)
    s, r = 0.7, 0.52
    p, q = hers(pen, s), hers(pen, r)
    plumage = Plumage(ROSE, ROSE, (ROSE.shade, WHITE.flat, ROSE.flat))
    hen = Hen(
        plumage,
        Eyes(lid=0.5, look=(3, 1.5), slant=10, shadow="#6f8f9c", brow=2),
        head=(15, -28),
        tilt=-6,
        lean=-10,
        plumes=TUCKED,
        near=Wing((-16, 24), (4, 25), FIST, shoulder=(-6, 6)),
        heels="#44545e",
    )
    twin = replace(hen, eyes=replace(hen.eyes, lid=0.4, far=1), plumes=())
    return pen.group(
        ground(pen, -15, 47, 15),
        ground(pen, 22, 45.5, 27),
        shifted(pen, mirror(hers(pen, 0.94)), 22, 0, 0.94),
        shifted(pen, portrait(q, twin, curls(q, BUFF)), 27, 1, r, flip=True),
        shifted(pen, portrait(p, hen, curls(p, BUFF)), -17.4, 14, s),
        shifted(pen, times_two(hers(pen, 0.46)), 25, 31, 0.46, turn=-6),
    )


def cap(pen: Pen) -> list[BaseElement]:
    """A fool's cap of three horns with bells, round the head's centre."""
    back = "M-8,-9C-18,-14 -28,-12 -31,0C-24,-6 -18,-4 -12,1Z"
    front = "M4,-11C10,-24 24,-28 31,-17C24,-18 19,-12 14,-7Z"
    top = "M-9,-6C-14,-20 -8,-30 1,-35C-1,-27 8,-19 8,-10Z"
    brim = "M-13,3C-12,-6 -4,-11 3,-12C8,-12.6 12,-11 15,-8L14,-5C6,-10 -4,-7 -9.4,4Z"
    return [
        pen.path(back, pen.paint("#3f8f93")),
        pen.path(front, pen.paint("#f2c84f")),
        pen.path(top, pen.paint(RUBY.flat)),
        pen.path("M-9,-6C-14,-20 -8,-30 1,-35C-5,-27 -6,-18 -3,-9Z", tint(pen, RUBY.shade)),
        pen.path(brim, pen.paint(GOLD.light)),
        pen.path(dots([(-31, 2), (31.6, -15), (1.4, -36.6)], 3.2), pen.paint(GOLD.flat)),
        pen.path("M-32.6,3h3.2M30,-14h3.2M-0.2,-35.6h3.2", fine(pen).line()),
    ]


def ruff(pen: Pen) -> list[BaseElement]:
    """A pointed collar in four colours with a bell on every point."""
    tones = (RUBY.flat, "#f2c84f", "#3f8f93", "#6a2c6e", RUBY.flat)
    tips = ((-16, 10), (-7, 15), (3, 16), (13, 12), (19, 4))
    roots = ((-9, -2), (-6, 1), (0, 3), (6, 2), (10, -1), (13, -5))
    parts: list[BaseElement] = []
    for (x, y), a, b, fill in zip(tips, roots, roots[1:], tones, strict=False):
        parts.append(pen.path(f"M{a[0]},{a[1]}L{x},{y}L{b[0]},{b[1]}Z", pen.paint(fill)))
        parts.append(pen.circle(x, y + 1, 2, pen.paint(GOLD.light)))
    return parts


def joker(pen: Pen) -> Group:
    """The fool of the yard juggles whatever is wanted."""
    pen = nib(pen)
    s = 0.69
    p = hers(pen, s)
    hen = Hen(
        Plumage(Tone("#f5e6c8", "#d9c195", "#fffaf0"), BLACK, (BLACK.flat, WHITE.flat, BLACK.shade)),
        Eyes(lid=0.12, far=0.3, look=(0, -4), shadow="#b98ac0", brow=4),
        head=(9, -22),
        tilt=-12,
        lean=-8,
        beak="open",
        plumes=UPRIGHT,
        near=Wing((-26, 12), (-33, -11), OPEN, shoulder=(-7, 8), width=7.5),
        far=Wing((38, 8), (42, -12), OPEN, shoulder=(14, 6), width=7.5),
        legs=(Leg((-10, 30), (-6, 46)), Leg((6, 31), (18, 40), -24)),
        heels="#6a2c6e",
    )
    flying = (
        (trophy, -37, -2, 0.25, -20),
        (egg, -24, -31, 0.27, -16),
        (perfume, 1, -41.5, 0.21, 6),
        (hat, 24, -35, 0.27, 18),
        (ring, 38, -10, 0.27, 20),
    )
    arcs = "M-34,-14q0,-5 3,-9M-15,-41q3,-3 6,-4M12,-46q4,0 7,2M37,-29q3,2 4,5"
    return pen.group(
        ground(pen, 0, 47, 16),
        shifted(
            pen,
            [
                *lower(p, hen),
                shifted(p, ruff(p), 4, -7, 1),
                face(p, hen, cap(p)),
                *(wing(p, hen.near, hen, False) if hen.near else []),
            ],
            -1,
            14.5,
            s,
        ),
        pen.path(arcs, fine(pen).line()),
        *(placed(pen, drawing, x, y, size, turn=turn) for drawing, x, y, size, turn in flying),
    )
