"""The title, carved: gilt capitals on a bent line, a comb for the circumflex, an egg under the exclamation mark."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import Point, point
from pnp.face.art.pen import PAPER, Drawing, Pen, Style

from .cut import Burin, black, block, sheet, tint
from .line import cuts, tapers
from .palette import BEAK, BONE, GOLD, RED

CAP = 30.0
"""The height of capitals, in the units in which letters are drawn."""
TRACKING = 1.4
"""The space between two letters, in those units."""


class Letter(NamedTuple):
    """A capital from 0 to `CAP`: its outline, where light falls on it, and where shadow lies."""

    width: float
    outline: str
    light: str
    shade: str


_OVAL = (
    "M14,-0.8C23,-0.8 29,7 29,15.4C29,24.4 22.6,30.8 14,30.8C5.4,30.8 -1,24.4 -1,15.4C-1,7 5,-0.8 14,-0.8Z"
    "M14,5.2C10.4,5.2 8,10 8,15.4C8,21.4 10.4,24.8 14,24.8C17.6,24.8 20,21.4 20,15.4C20,10 17.6,5.2 14,5.2Z"
)
LETTERS = {
    "C": Letter(
        26.5,
        "M26,1L26,11L20.8,11Q19,5.4 14.6,5.4C10.6,5.4 8,9.6 8,15.2C8,21 10.6,24.6 15,24.6Q19.6,24.6 22,20.4L26.6,24"
        "Q21.6,30.8 14,30.8C5,30.8 -1,24.4 -1,15.2C-1,6 5.4,-0.8 14,-0.8Q18.4,-0.8 21.4,1.4L22.4,0Z",
        "M2,14C2,7.6 6,3 12,1.8",
        "M25,25C21,29 17,29.8 12,29.4",
    ),
    "O": Letter(28, _OVAL, "M2,14C2,7.6 6,2.8 12,1.6", "M27.4,16C27.4,23 22.6,28.8 14.6,29.4"),
    "Q": Letter(
        29,
        _OVAL + "M14.6,20.4L21.6,18.4Q24.4,26 33.4,29.4Q29.6,36.4 22.4,33.6Q17.4,30 14.6,20.4Z",
        "M2,14C2,7.6 6,2.8 12,1.6",
        "M23.6,31.6C27,33.4 29.6,32.6 31.6,30",
    ),
    "N": Letter(
        27.4,
        "M-0.8,0L9.4,0L19.4,16L19.4,4.4Q19.4,1.6 17.8,0L28.2,0Q27,2 27,5L27,31L20.6,31L8,12.4L8,25Q8.2,28.4 9.8,30"
        "L-0.8,30Q0.6,28 0.6,25L0.6,5Q0.6,2 -0.8,0Z",
        "M2.6,2.6C2.2,9 2.2,17 2.6,26",
        "M25.4,5C25.8,12 25.8,20 25.4,29",
    ),
    "U": Letter(
        26.6,
        "M-1,0L11,0Q9.2,2 9.2,5L9.2,18.6C9.2,22.6 10.8,24.6 13.6,24.6C16.4,24.6 18,22.6 18,18.6L18,5Q18,2 16.4,0L27.6,0"
        "Q26.2,2 26.2,5L26.2,19C26.2,26.6 21.4,30.8 13.4,30.8C5.4,30.8 0.6,26.8 0.6,19L0.6,5Q0.6,2 -1,0Z",
        "M3,2.4C2.6,8 2.6,14 3,20",
        "M24.6,8L24.6,19C24.6,25 20.6,29.2 13.6,29.4",
    ),
    "E": Letter(
        21.8,
        "M-1,0L21,0L21.6,9.4L18.8,9.4Q17.4,5.4 13.6,5.4L9.4,5.4"
        "L9.4,11.8L12.6,11.8Q14.8,11.6 15.2,9.6L17.6,9.6L17.6,19.6"
        "L15.2,19.6Q14.8,17.6 12.6,17.2L9.4,17.2L9.4,24.6L14.2,24.6Q18.2,24.4 20,20.2L22.8,20.2L21.8,30L-1,30"
        "Q0.6,28 0.6,25L0.6,5Q0.6,2 -1,0Z",
        "M3,2.4C2.6,9 2.6,18 3,27",
        "M3,29C9,28.6 15,28.6 20.6,29",
    ),
    "T": Letter(
        23.4,
        "M-0.2,0L23.8,0L24.4,10.2L21.6,10.2Q20.4,5.8 16.4,5.6L16.2,25Q16.2,28 18,30L5.6,30Q7.4,28 7.4,25L7.2,5.6"
        "Q3.2,5.8 2,10.2L-0.8,10.2Z",
        "M2,1.8C8,1.4 14,1.4 20,1.8",
        "M14.8,9C15.2,15 15.2,22 15.4,28.6",
    ),
    "-": Letter(9, "M-0.6,15L4.5,9.6L9.6,15L4.5,20.4Z", "", ""),
    "!": Letter(9, "M-0.8,-2.4Q4.6,-4.4 10,-2.4L7.4,17.6Q4.6,19.4 1.8,17.6Z", "M2,0C2,6 2.6,11 3.4,15", ""),
}
"""Flared capitals, as a chisel leaves them."""


def _mapped(d: str, place: Callable[[Point], Point]) -> str:
    """Return absolute path data with every point moved."""
    return re.sub(r"(-?[\d.]+),(-?[\d.]+)", lambda found: point(place((float(found[1]), float(found[2])))), d)


def _line(words: str, width: float, height: float, place: Callable[[Point], Point]) -> tuple[str, str, str]:
    """Return outlines, lights and shades of a line of capitals, centred on the origin and then moved."""
    total = sum(LETTERS[each].width + TRACKING for each in words) - TRACKING
    across, down = width / total, height / CAP
    left = -total / 2
    found = ["", "", ""]
    for each in words:
        letter, start = LETTERS[each], left

        def put(at: Point, start: float = start) -> Point:
            return place(((start + at[0]) * across, (at[1] - CAP / 2) * down))

        for i, d in enumerate((letter.outline, letter.light, letter.shade)):
            found[i] += _mapped(d, put)
        left += letter.width + TRACKING
    return found[0], found[1], found[2]


def _hill(at: Point) -> Point:
    """Bend a level line to an arch that is taller at its ends."""
    x, y = at
    return x, y * (1 + 0.00006 * x * x) + 0.0021 * x * x


def _arch(at: Point) -> Point:
    x, y = at
    return x - 2.4, y - 15 + 0.0026 * x * x


def _scroll(pen: Pen) -> list[BaseElement]:
    """The scroll above, with its ends behind it."""

    def edge(y: float, reach: float) -> list[Point]:
        return [_arch((reach * k / 4, y)) for k in range(-4, 5)]

    top, low = edge(-6.8, 33), edge(6.2, 33)
    body = (
        f"M{point(top[0])}Q{point((0, 2 * top[4][1] - (top[0][1] + top[8][1]) / 2))} {point(top[8])}"
        f"L{point(low[8])}Q{point((0, 2 * low[4][1] - (low[0][1] + low[8][1]) / 2))} {point(low[0])}Z"
    )
    tails = "M-30,-12L-46,-9.6L-42,-3L-45.4,4L-29,1ZM26,-12L42,-9.6L38,-3L41.4,4L25,1Z"
    folds = f"M{point(low[0])}L-29,1L-29,-5.4ZM{point(low[8])}L25,1L25,-5.4Z"
    return [
        pen.path(tails + body, pen.paint(BONE.light, stroke=PAPER if pen.low else BONE.light, width=4.4, solid=True)),
        pen.group(
            pen.path(tails + body, pen.paint(pen.outline, width=1.4, solid=True)), transform="translate(0.6 0.8)"
        ),
        pen.path(tails, pen.paint(RED.shade)),
        pen.path(folds, pen.paint("#5d0d10", solid=not pen.low)),
        pen.path(body, pen.paint(RED.flat)),
        pen.path(cuts([low[8], top[8]], 6, -3.4, 0.8) + cuts([top[0], low[0]], 6, -3.4, 0.8), black(pen)),
    ]


def logo(pen: Pen) -> Group:
    """The title of the game, 100 wide."""
    pen = Burin(low=pen.low, outline=block(pen).outline, width=1.1)
    small, _, _ = _line("COT-COT", 47, 8.4, lambda at: _arch((at[0] - 1.8, at[1] - 0.9)))
    big, lights, shades = _line("CONQUETE!", 91, 20, lambda at: _hill((at[0] - 0.6, at[1] + 5.4)))
    egg = (
        "M44.4,13.6C46.4,13.6 47.6,15.8 47.6,17.6C47.6,19.6 46.2,20.8 44.4,20.8"
        "C42.6,20.8 41.2,19.6 41.2,17.6C41.2,15.8 42.4,13.6 44.4,13.6Z"
    )
    comb = (
        "M17.2,-4.8C16.4,-6 16,-7 16.4,-8L18.5,-6.8L19.9,-9.2"
        "L21.7,-6.8L24.1,-8.6L24.3,-6L26.4,-6.3C26.4,-5.3 25.6,-4.2 24.7,-3.8Z"
    )

    def bare(colour: str) -> Style:
        return pen.paint(PAPER if pen.low else colour, stroke="none", solid=True)

    under = f"{big}{egg}{comb}"
    lift = "translate(0.8 1.5)"
    pale = pen.paint(BONE.light, stroke=PAPER if pen.low else BONE.light, width=5.2, solid=True)
    dark = pen.paint(pen.outline, width=2.6, solid=True)
    return sheet(
        pen,
        pen.path(under, pale),
        pen.group(pen.path(under, pale), transform=lift),
        *_scroll(pen),
        pen.path(small, pen.paint(pen.outline if pen.low else BONE.light, stroke="none", solid=True)),
        pen.group(pen.path(under, dark), transform=lift),
        pen.path(under, dark),
        pen.group(pen.path(big, tint(pen, "#8a5510")), transform="translate(0.5 0.9)"),
        pen.path(big, bare("#f2c03a")),
        pen.path(tapers(shades, 1.5), tint(pen, GOLD.shade)),
        pen.path(tapers(lights, 1.2), tint(pen, "#fff1b8")),
        pen.path(comb, bare(RED.flat)),
        pen.path(tapers("M17.8,-6.6C18.4,-5.7 19.4,-5.2 21,-5", 0.9), tint(pen, RED.light)),
        pen.path(egg, bare("#fdf3df")),
        pen.path(
            "M45.8,14.8C47,16 47.6,17.8 47,19.2C46.2,20.6 44.2,21 42.6,20.2C45.2,19.8 46.4,17.4 45.8,14.8Z",
            tint(pen, BEAK.light),
        ),
        transform="translate(-0.85 -0.7)",
    )


LOGOS: dict[str, Drawing] = {"logo": logo}
