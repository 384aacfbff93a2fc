"""The title, lettered with a broad pen like the sign of a fashionable shop: the first letter is a hen with a comb."""

from __future__ import annotations

from math import atan2, pi, sin

from svgwrite.container import Group

from pnp.face.art.curve import Point, dots, num
from pnp.face.art.pen import PAPER, Pen
from pnp.face.art.stroke import ribbon, sampled

from .hair import comb
from .palette import BEAK, BURGUNDY, GOLD, INK, RUBY
from .stage import tint

HALF = 2.35
"""Half the width of a downstroke; a stroke across has a third of it."""
RIM = 3.4
"""How far the dark rim and the light one reach round the letters."""

Stroke = list[Point]
LETTERS: dict[str, tuple[float, list[Stroke]]] = {
    "C": (
        20.4,
        [
            [
                (17.6, -16.6),
                (15.4, -20.6),
                (10.6, -22.4),
                (5, -20),
                (1.8, -13.6),
                (1.8, -8),
                (5, -2),
                (10.4, 0.4),
                (15, -1),
                (18.4, -4.8),
            ]
        ],
    ),
    "o": (
        15.8,
        [
            [
                (8, -13.6),
                (4, -12),
                (1.8, -7),
                (3.6, -1.6),
                (7.8, 0.3),
                (11.8, -1.8),
                (13.6, -7),
                (11.6, -12),
                (8, -13.6),
                (5.4, -13),
            ]
        ],
    ),
    "t": (
        12.6,
        [[(5.4, -20.4), (4.9, -12), (4.6, -4.6), (6, -0.4), (9.4, -1.2)], [(0.2, -13.2), (5, -13.8), (10.2, -13.9)]],
    ),
    "l": (8.8, [[(1.4, -22.4), (3.4, -21.8), (3.6, -12), (3.6, -4.6), (4.8, -0.4), (7.8, -1.4)]]),
    "e": (
        14.4,
        [
            [
                (2.2, -6.6),
                (7, -7),
                (11.6, -8.2),
                (11, -12),
                (7.4, -13.6),
                (3.6, -11.8),
                (1.8, -7),
                (3.4, -1.8),
                (7.6, 0.3),
                (11, -0.8),
                (13, -3.4),
            ]
        ],
    ),
    "c": (
        13,
        [
            [
                (11.6, -10.6),
                (9.6, -13.2),
                (6.4, -13.4),
                (3.2, -11.4),
                (1.8, -7),
                (3.4, -1.8),
                (7.4, 0.3),
                (10.6, -0.8),
                (12.4, -3.4),
            ]
        ],
    ),
}
"""The skeleton of each letter, on a baseline at 0: how wide it is, and the way of the pen."""
TERMINALS: dict[str, Point] = {"C": (16.6, -16.4), "c": (10.6, -10.8)}
"""Where a letter begins with a ball."""


def lettered(stroke: Stroke, share: float = 1, aside: float = 0) -> str:
    """A stroke of the broad pen as an outline, heavy downwards, light across; a `share` of its width, moved aside."""
    line = sampled(stroke, 2)
    halves: list[float] = []
    for i in range(len(line)):
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        heavy = abs(sin(atan2(by - ay, bx - ax)))
        halves.append(HALF * (0.3 + 0.7 * heavy) * share if share == 1 else HALF * max(0.0, heavy - 0.5) * share)
    return ribbon([(x - aside, y - aside * 0.6) for x, y in line], halves)


def word(text: str, at: Point, share: float = 1, aside: float = 0) -> str:
    """The path data of a word that begins at a point of the baseline."""
    d, x = "", at[0]
    for letter in text:
        advance, strokes = LETTERS[letter]
        for stroke in strokes:
            d += lettered([(x + a, at[1] + b) for a, b in stroke], share, aside)
        if letter in TERMINALS and share == 1:
            a, b = TERMINALS[letter]
            d += dots([(x + a, at[1] + b)], 2.3 if letter == "C" else 2.1)
        x += advance
    return d


UPPER, LOWER = (-48.6, -2.6), (-36.4, 23.0)
"""Where the two lines begin."""


def logo(pen: Pen) -> Group:
    """The title in two lines, 100 wide."""
    dark, light = (INK, PAPER) if pen.low else (BURGUNDY.shade, "#fff3d6")
    x, y = UPPER
    hen = (x + 17.6, y - 17.4)
    tail = [
        [(x + 3.4, y - 12), (x - 1.6, y - 15), (x - 4.6, y - 20), (x - 3, y - 23)],
        [(x + 2.4, y - 8), (x - 3.4, y - 9.4), (x - 6.8, y - 14), (x - 6, y - 17)],
    ]
    swell = [2.1 * sin(pi * (0.12 + 0.86 * i / 9)) for i in range(10)]
    plumes = "".join(ribbon(sampled(way, 3), swell) for way in tail)
    letters = word("CotCot", UPPER) + word("Collec", LOWER) + dots([hen], 4.2)
    counters = dots([(x + 10, y - 10), (x + 59.2, y - 10), (LOWER[0] + 10, LOWER[1] - 10)], 8)
    counters += dots(
        [(x + 28, y - 7), (x + 77.4, y - 7), (LOWER[0] + 28, LOWER[1] - 7), (LOWER[0] + 61, LOWER[1] - 8)], 4
    )
    comma = ribbon(
        sampled([(47.2, -0.6), (50.6, 0.6), (50.6, 4.6), (46.8, 8.4)], 3),
        [0.4, 1.6, 2.4, 2.7, 2.6, 2.4, 2, 1.5, 0.9, 0.3],
    )
    shape = letters + plumes + comma + counters
    beak = "M3.2,-1.8C6,-2.6 9.4,-0.8 10.4,2C7.6,2.4 5,2.4 3,2Z"
    crest = pen.group(
        *comb(Pen(pen.low, dark, 1.4)), transform=f"translate({num(hen[0] - 0.4)} {num(hen[1] + 2.4)}) scale(0.56)"
    )
    head = f"translate({num(hen[0])} {num(hen[1])})"
    back = [
        pen.path(shape, pen.line(2 * RIM, light)),
        pen.path(dots([(hen[0] - 0.6, hen[1] - 6)], 5), pen.line(5, light)),
    ]
    return pen.group(
        *back,
        pen.group(pen.path(beak, pen.line(2 * RIM, light)), transform=head),
        pen.group(
            pen.path(shape, pen.paint(dark, stroke=dark, width=2 * RIM - 2.4, solid=True)),
            transform="translate(0.4 0.5)",
        ),
        crest,
        pen.group(pen.path(beak, pen.paint(BEAK.flat, stroke=dark, width=1.2)), transform=head),
        pen.path(plumes, pen.paint(PAPER if pen.low else RUBY.light, stroke="none", solid=True)),
        pen.path(letters + comma, pen.paint(PAPER if pen.low else GOLD.light, stroke="none", solid=True)),
        pen.path(word("CotCot", UPPER, 0.5, 0.9) + word("Collec", LOWER, 0.5, 0.9), tint(pen, "#fffaf0")),
        pen.group(
            pen.circle(1, -0.6, 1.5, pen.paint(INK, stroke="none", solid=True)),
            pen.circle(1.5, -1.1, 0.5, pen.paint(PAPER, stroke="none", solid=True)),
            transform=head,
        ),
        transform="translate(1.6 2.3) scale(0.851)",
    )
