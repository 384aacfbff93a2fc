"""The title, written by one very long dog: a letter for every costume, from the head at the W to the tail at the n."""

from __future__ import annotations

from svgwrite.container import Group

from pnp.face.art.curve import Point
from pnp.face.art.pen import PAPER, Pen

from .brush import FINE, Brush
from .curve import arcs, nodes, path
from .palette import CREAM, GOLD, INK, RED, WHITE
from .sailor import EAR, LOOK, SKULL, skull
from .trophy import BONE, BROWN, HEAP

LETTERS = (
    (
        "1,-31! 1.6,-20 5.4,-3 8,0 10.6,-3 13.8,-15 15.6,-19 17.4,-15 20.6,-3 23.2,0 25.8,-3 29.6,-18 32,-30!",
        WHITE,
        "#2d4d95",
    ),
    ("35.4,-22.4 40.2,-19.4! 40.4,-5 43,0 46.6,-2.4", "#a8744f", "#f2d9a0"),
    ("52.4,-19.4! 52.8,-0.6! 53.4,-9 57.6,-18.4 62,-19.4 64.8,-15 65,-4 67.4,0 71,0.4", "#f5a9b8", "#d33a66"),
    ("76.4,0.6 81.4,-1.8 81,-7 76.4,-10.6 74.6,-15.4 78,-19.8 83,-19.4", "#cfd8e0", "#77879a"),
    ("86.6,-23 90,-34! 90.2,-5 92.8,0 96.4,-1.4", "#f4f4f4", "#ee7d35"),
    (
        "100.4,-6 100.8,-14 106,-19.8 112.4,-16.6 114,-9.6 111.8,-2.8 106.4,0.2 101.4,-3 100.4,-9.6 102,-15.6 "
        "106.4,-19.6 112,-18.6 117,-18",
        "#f3cf45",
        "#d2362f",
    ),
    ("122.6,-19.6! 123,-0.6! 123.6,-9 127.8,-18.4 132.2,-19.4 135,-15 135.2,-4 136.6,0", LOOK.coat, LOOK.shade),
)
"""Runs of the dog's back bone, one after the other, with the colours of cloth and stripes."""
COLLAR = "-4,-25 1,-23.4 6,-25.6"
TAIL = "136,-2 141,-3.4 144.6,-10 143.6,-18"
WIDE, LINE, RIM = 6.4, 1.3, 1.6
"""The dog from back to belly, the line round it, and the light rim beyond the line."""
SCALE = 0.5764
MIDDLE: Point = (61.96, -18.35)
HEAD = (-2.0, -36.0, 4.0, 0.72)
BAR = (89.6, -22.4, 84.0, 0.64)
DOT = (42.8, -31, 4.0, 0.56)
"""Where the head, the bone of the t and the dot of the i are: x, y, turn and scale."""
LEGS = (21.6, 8.4, 133.4, 123.4)
LEG = "-2.4,-1! -2.2,4 -4.6,5.6 -4.4,7.2! 2,7.2! 2.2,-1!"


def logo(pen: Pen) -> Group:
    """The lettering, 100 wide round the origin."""
    brush = Brush(pen, bold=1.5 * SCALE).frame(-MIDDLE[0] * SCALE, -MIDDLE[1] * SCALE, 0, SCALE)
    head, bone, heap = (brush.frame(*place) for place in (HEAD, BAR, DOT))
    knots = [knot for letter, _, _ in LETTERS for knot in nodes(letter)]
    spine = arcs(brush._placed(knots), closed=False)

    def line(d: str, width: float, colour: str) -> None:
        brush.parts.append(pen.path(d, pen.line(width * SCALE, colour)))

    lines = [(path(spine, closed=False), WIDE)]
    for cord, width in ((TAIL, 2.2), (COLLAR, 1.6)):
        lines.append((path(arcs(brush._placed(cord), closed=False), closed=False), width))
    shapes = [(head, SKULL), (head, EAR), (bone, BONE), (heap, HEAP), *((brush.frame(x, 0), LEG) for x in LEGS)]
    lines += [(path(arcs(at._placed(outline))), 0.0) for at, outline in shapes]
    for wide, colour in ((2 * LINE + 2 * RIM, PAPER if pen.low else CREAM), (2 * LINE, INK)):
        for d, width in lines:
            line(d, width + wide, colour)
    for i, x in enumerate(LEGS):
        brush.frame(x, 0).thick(FINE).blob(LEG, LOOK.coat if i % 2 else "#a8501f")
    line(lines[1][0], 2.2, PAPER if pen.low else LOOK.coat)
    runs, start = [], 0
    for letter, cloth, stripe in LETTERS:
        end = start + len(nodes(letter))
        runs.append((path(spine[start:end], closed=False), cloth, stripe))
        start = end
    for run, cloth, _ in runs:
        line(run, WIDE, PAPER if pen.low else cloth)
    for run, _, stripe in runs:
        line(run, 0.6 if pen.low else 1.7, INK if pen.low else stripe)
    bone.blob(BONE, GOLD)
    heap.blob(HEAP, BROWN)
    heap.dots([(-3.4, 1.6), (3.4, 1.6)], 2.4, WHITE)
    heap.dots([(-3, 2), (3, 2)], 1.2)
    skull(head.thick(0.5), "half", (-0.5, 0.2))
    brush.limb(COLLAR, 1.6, RED, 0.5)
    return brush.group()
