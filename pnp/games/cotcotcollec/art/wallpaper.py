"""The walls and the floor of the rooms: a paper with another pattern for every kind of card, and parquet.

Drawn in millimetres round the centre of a card of 63 × 88; the pattern runs a little under the frame.
"""

from __future__ import annotations

from collections.abc import Callable

from svgwrite.base import BaseElement

from pnp.face.art.curve import Point, dots, num, point, polar, polyline, star
from pnp.face.art.grain import grain
from pnp.face.art.pen import Pen

from .palette import MOTIFS
from .stage import tint

LEFT, RIGHT, TOP, FLOOR, BOTTOM = -27.4, 27.4, -39.8, 4.4, 25.0

Pattern = Callable[[], tuple[str, float]]
"""Gives a path and the width of its line; 0 fills it."""


def grid(step_x: float, step_y: float, staggered: bool = True, margin: float = 1.4) -> list[Point]:
    """Regular places on the wall, every other row shifted by half a step."""
    spots: list[Point] = []
    row, y = 0, TOP + step_y * 0.5
    while y < FLOOR - margin:
        x = -step_x * 8 + (step_x / 2 if staggered and row % 2 else 0)
        while x < RIGHT - margin + 0.5:
            if x > LEFT + margin - 0.5:
                spots.append((x, y))
            x += step_x
        y, row = y + step_y, row + 1
    return spots


def spotted() -> tuple[str, float]:
    """Polka dots."""
    return dots(grid(5.4, 4.4), 0.85), 0


def striped() -> tuple[str, float]:
    """Broad stripes."""
    return "".join(
        f"M{num(x)},{num(TOP)}h3.6V{num(FLOOR)}h-3.6Z" for x in (-25.2 + 7.2 * i for i in range(8)) if x < 24
    ), 0


def damask() -> tuple[str, float]:
    """Damask: a palmette between two leaves."""
    leaf = (
        "m0,-3.6c1.6,1.4 1.8,3 0,4.6c-1.8,-1.6 -1.6,-3.2 0,-4.6zm0.5,5.4c0.6,-1.8 2.6,-3 3.4,-1"
        "c0.2,1.4 -1.2,1.8 -1.6,1c-0.6,0.6 -0.4,1.6 -1.8,2zm-1,0c-0.6,-1.8 -2.6,-3 -3.4,-1"
        "c-0.2,1.4 1.2,1.8 1.6,1c0.6,0.6 0.4,1.6 1.8,2zm0.5,0.6c0.8,0.9 0.8,1.8 0,2.6c-0.8,-0.8 -0.8,-1.7 0,-2.6z"
    )
    return "".join(f"M{point(p)}{leaf}" for p in grid(10.8, 6.6, margin=4)), 0


def lozenges() -> tuple[str, float]:
    """Upright lozenges, point to point."""
    return "".join(f"M{point((x, y - 3.6))}l2.1,3.6l-2.1,3.6l-2.1,-3.6Z" for x, y in grid(5.4, 3.8, margin=3)), 0


def pinstripes() -> tuple[str, float]:
    """Fine double stripes."""
    return "".join(
        f"M{num(x)},{num(TOP)}V{num(FLOOR)}M{num(x + 1)},{num(TOP)}V{num(FLOOR)}"
        for x in (-26.1 + 4.6 * i for i in range(12))
    ), 0.35


def scallops() -> tuple[str, float]:
    """Scallops like roof tiles."""
    arcs = ""
    for row in range(10):
        y = TOP + 2 + row * 4.2
        shift = 3.4 if row % 2 else 0
        n = 8 - row % 2
        arcs += f"M{num(-27.2 + shift)},{num(y)}" + "a3.4,3.6 0 0 0 6.8,0" * n
    return arcs, 0.55


def lattice() -> tuple[str, float]:
    """A trellis with a bud at every crossing."""
    lines = ""
    for i in range(-8, 9):
        for way in (1, -1):
            ends: list[Point] = []
            for k in range(0, 103):
                y = TOP + k * 0.5
                x = way * (y - TOP) + i * 7.8
                if LEFT <= x <= RIGHT and y <= FLOOR:
                    ends.append((x, y))
            if len(ends) > 4:
                lines += f"M{point(ends[0])}L{point(ends[-1])}"
    return lines, 0.4


def chevrons() -> tuple[str, float]:
    """Chevrons."""
    return "".join(
        f"M-27.3,{num(TOP + 3.6 + 4.2 * i)}" + "l3.9,-3.2l3.9,3.2" * 7 for i in range(12) if TOP + 3.6 + 4.2 * i < FLOOR
    ), 0.8


def sprigs() -> tuple[str, float]:
    """Little flowers of five petals."""
    d = ""
    for p in grid(8.4, 6.2, margin=2.4):
        d += dots([polar(p, 72 * k - 90, 1) for k in range(5)], 0.62)
    return d, 0


def waves() -> tuple[str, float]:
    """Waves of sound."""
    rows = [TOP + 2.6 + 3.6 * i for i in range(15)]
    return "".join(f"M-27.3,{num(y)}" + "q2.28,-2.6 4.55,0q2.28,2.6 4.55,0" * 6 for y in rows if y < FLOOR - 1.2), 0.6


def rays() -> tuple[str, float]:
    """A glory of rays."""
    d = ""
    centre = (0.0, -8.0)
    for k in range(18):
        a, b = polar(centre, 20 * k, 19.4), polar(centre, 20 * k + 10, 19.4)
        d += f"M{point(centre)}L{point(a)}L{point(b)}Z"
    ring = star(centre, 26.6, 21.6, 18, 5)
    inner = star(centre, 21.6, 20.4, 18, 5)
    return d + ring + inner, 0


def checks() -> tuple[str, float]:
    """A chequered wall."""
    d = ""
    for row in range(8):
        for col in range(10):
            if (row + col) % 2 == 0:
                d += f"M{num(-27.3 + col * 5.46)},{num(TOP + row * 5.52)}h5.46v5.52h-5.46Z"
    return d, 0


def harlequin() -> tuple[str, float]:
    """Large harlequin lozenges."""
    return "".join(
        polyline([(x, y - 7.3), (x + 4.5, y), (x, y + 7.3), (x - 4.5, y)])
        for x in (-22.7, -13.6, -4.5, 4.5, 13.6, 22.7)
        for y in (-32.5, -17.7, -2.9)
    ), 0


PAPERS: dict[str, tuple[Pattern, str]] = {
    "ring": (spotted, "#f1fbf9"),
    "rug": (striped, "#4d8770"),
    "trophy": (damask, "#a8465f"),
    "necklace": (lozenges, "#a98dc8"),
    "showcase": (pinstripes, "#dcebf8"),
    "fan": (scallops, "#fbc3bb"),
    "egg": (lattice, "#7286b8"),
    "hat": (chevrons, "#fbe29a"),
    "perfume": (sprigs, "#e79fc0"),
    "gramophone": (waves, "#d3df96"),
    "rooster": (rays, "#f2b04c"),
    "doubler": (checks, "#b9c7cd"),
    "joker": (harlequin, "#e0b7cf"),
}
"""The pattern of every kind of card, and the colour it is printed in."""


def parquet(pen: Pen, wood: str = "#dfb072", seam: str = "#b98246") -> list[BaseElement]:
    """A floor of laid wood under the wall, with its grain."""
    seams = ""
    for k in range(-9, 10):
        a, b = k * 3.6, k * 6.6
        if abs(a) < RIGHT:
            x, y = b, BOTTOM
            if abs(b) > RIGHT:
                x = RIGHT if b > 0 else LEFT
                y = FLOOR + 2 + (x - a) / (b - a) * (BOTTOM - FLOOR - 2)
            seams += f"M{num(a)},{num(FLOOR + 2)}L{num(x)},{num(y)}"
            at = FLOOR + 4 + (k * 7 % 5) * 2.3
            across = (at - FLOOR - 2) / (BOTTOM - FLOOR - 2)
            left, right = a + (b - a) * across, a + 3.6 + 3 * across + (b - a) * across
            if abs(left) < RIGHT and abs(right) < RIGHT:
                seams += f"M{num(left)},{num(at)}H{num(right)}"
    boards: list[Point] = [(LEFT, FLOOR + 2), (RIGHT, FLOOR + 2), (RIGHT, BOTTOM), (LEFT, BOTTOM)]
    return [
        pen.rect(LEFT, FLOOR, RIGHT - LEFT, BOTTOM - FLOOR, tint(pen, wood)),
        *grain(pen, boards, seam, every=3.4, length=1.8, width=0.14, turn=84),
        pen.path(seams, pen.line(0.25, seam)),
    ]


def papered(pen: Pen, motif: str) -> list[BaseElement]:
    """A wall in the pattern and the colours of a kind of card."""
    pattern, colour = PAPERS[motif]
    d, width = pattern()
    style = pen.line(width, colour) if width else tint(pen, colour)
    if width:
        style["stroke_linecap"] = "butt"
    parts: list[BaseElement] = [
        pen.rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, tint(pen, MOTIFS[motif][0])),
        pen.path(d, style),
    ]
    if motif == "egg":
        parts.append(pen.path(dots([(x, y) for x, y in crossings()], 0.75), tint(pen, "#c9a24a")))
    return parts


def crossings() -> list[Point]:
    """Where the laths of the trellis cross."""
    return [
        (x, TOP + 3.9 * r)
        for r in range(14)
        for x in (7.8 * k + (3.9 if r % 2 else 0) for k in range(-4, 4))
        if LEFT + 1 < x < RIGHT - 1 and TOP + 3.9 * r < FLOOR - 1
    ]
