"""The health card: a strip of numbers along its left edge, which a general slides by. All in millimetres."""

from __future__ import annotations

from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num
from pnp.face.art.pen import Drawing, Pen

from .cut import Burin, black, block, cast, sheet, tint
from .line import cuts
from .palette import PARCHMENT

FIRST = 4.5
"""The middle of the uppermost row, from the upper cut."""
STEP = 3.6
ROWS = 16
LEFT, MIDDLE, RIGHT = 2.6, 10.2, 17.4
"""The strip: its left column, its right column, and its end; the general begins at 18."""


def strip(last: bool, pen: Pen) -> Group:
    """The strip without its numbers; its origin is the card's upper left corner."""
    pen = Burin(low=pen.low, outline=block(pen).outline, width=0.5)
    top, bottom = FIRST - STEP / 2 - 0.3, FIRST + STEP * (ROWS - 0.5) + 0.3
    rows = ROWS if last else ROWS - 1
    board = f"M{num(LEFT)},{num(top)}H{num(RIGHT)}V{num(bottom)}H{num(LEFT)}Z"
    start = MIDDLE if last else LEFT
    parts: list[BaseElement] = [
        pen.group(pen.path(board, cast(pen, 0.35)), transform="translate(0.8 0.9)"),
        pen.rect(LEFT, top, RIGHT - LEFT, bottom - top, pen.paint(PARCHMENT.light, stroke="none")),
    ]
    bands = "".join(
        f"M{num(start)},{num(FIRST + STEP * (k - 0.5))}H{num(RIGHT)}v{num(STEP)}H{num(start)}Z"
        for k in range(1, ROWS - 1, 2)
    )
    parts.append(pen.path(bands, tint(pen, "#e6cf9a")))
    if last:
        parts.append(pen.rect(LEFT, top, MIDDLE - LEFT, bottom - top, pen.paint("#2c201b")))
    else:
        dotted = "".join(
            f"M{num(x)},{num(FIRST + STEP * k)}h0.7" for k in range(1, rows, 2) for x in (10.2, 11.9, 13.6)
        )
        parts.append(pen.path(dotted, pen.line(0.35)))
    marks = "".join(f"M{num(RIGHT - 1.3)},{num(FIRST + STEP * k)}H{num(RIGHT)}" for k in range(rows))
    parts += [
        pen.path(marks, pen.line(0.45)),
        pen.rect(LEFT, top, RIGHT - LEFT, bottom - top, pen.line(), 0.8),
        pen.path(cuts([(RIGHT, top + 1), (RIGHT, bottom / 2), (RIGHT, bottom - 1)], 30, 0.7, 0.3), black(pen)),
    ]
    return sheet(pen, *parts)


def turnover(pen: Pen) -> Group:
    """Two bent arrows: turn the card."""
    pen = block(pen, 0.3)
    d = "M-30,-6C-28,-30 10,-40 26,-16M30,6C28,30 -10,40 -26,16"
    tips = "M36,-30L34,-4L12,-14ZM-36,30L-34,4L-12,14Z"
    return sheet(
        pen,
        pen.path(d, pen.line(pen.width * 1.1)),
        pen.path(tips, pen.paint(pen.outline, width=pen.width * 0.4, solid=True)),
    )


GAUGES: dict[str, Drawing] = {"strip": partial(strip, False), "strip-last": partial(strip, True), "turnover": turnover}
