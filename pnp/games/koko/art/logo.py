"""The title as a shop sign of the 1930s: KOKO swings, ALFRED stands to attention, the garden is on a ribbon."""

from __future__ import annotations

import re

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num
from pnp.face.art.pen import Drawing, Pen

from .curve import lobes
from .palette import BUTTER, GOLD, HEDGE, INK, MOSS, ROSE, SCARLET, WHITE
from .wash import black, flat, green, moved, tint

LETTERS: dict[str, tuple[float, str]] = {
    "A": (0.86, "M0,1L.43,0L.86,1M.14,.68L.72,.68"),
    "D": (0.8, "M0,0L0,1L.26,1C.62,1 .8,.78 .8,.5C.8,.22 .62,0 .26,0L0,0"),
    "E": (0.58, "M.58,0L0,0L0,1L.58,1M0,.62L.46,.62"),
    "F": (0.56, "M.56,0L0,0L0,1M0,.6L.44,.6"),
    "G": (0.92, "M.88,.16C.78,.06 .66,0 .5,0C.2,0 0,.22 0,.5C0,.78 .2,1 .5,1C.7,1 .86,.92 .92,.76L.92,.6L.58,.6"),
    "I": (0, "M0,0L0,1"),
    "J": (0.42, "M.42,0L.42,.7C.42,.9 .32,1 .18,1C.08,1 .02,.96 0,.88"),
    "K": (0.7, "M0,0L0,1M.66,0L0,.62M.2,.44L.7,1"),
    "L": (0.54, "M0,0L0,1L.54,1"),
    "N": (0.8, "M0,1L0,0L.8,1L.8,0"),
    "O": (1, "M.5,0C.78,0 1,.22 1,.5C1,.78 .78,1 .5,1C.22,1 0,.78 0,.5C0,.22 .22,0 .5,0"),
    "R": (0.66, "M0,1L0,0L.34,0C.56,0 .66,.14 .66,.31C.66,.48 .54,.62 .34,.62L0,.62M.32,.62L.66,1"),
    "S": (
        0.6,
        (
            "M.56,.16C.5,.05 .4,0 .3,0C.12,0 .02,.1 .02,.24C.02,.42 .16,.46 .3,.5"
            "C.46,.54 .6,.6 .6,.77C.6,.91 .48,1 .3,1C.16,1 .05,.94 0,.82"
        ),
    ),
    "T": (0.7, "M0,0L.7,0M.35,0L.35,1"),
    "U": (0.74, "M0,0L0,.64C0,.86 .14,1 .37,1C.6,1 .74,.86 .74,.64L.74,0"),
    "’": (0.06, "M.06,0L0,.22"),
    " ": (0.22, ""),
}
"""Each letter as the line a sign painter's brush follows, one unit high: its width and its strokes."""
NUMBER = re.compile(r"-?\d*\.?\d+,-?\d*\.?\d+")


def written(letter: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """A letter's strokes with its upper left corner at (x, y), `size` high and swung by `turn` (a slope, small)."""
    wide = LETTERS[letter][0] / 2

    def place(match: re.Match[str]) -> str:
        u, v = (float(number) for number in match[0].split(","))
        du, dv = u - wide, v - 0.5
        return f"{num(x + size * (wide + du - dv * turn))},{num(y + size * (0.5 + dv + du * turn))}"

    return NUMBER.sub(place, LETTERS[letter][1])


def measured(text: str, size: float, gap: float) -> float:
    """The width of a line of letters."""
    return sum(LETTERS[letter][0] * size for letter in text) + gap * (len(text) - 1)


def line(text: str, y: float, size: float, gap: float, swing: tuple[float, ...] = (0,)) -> str:
    """A centred line of letters; they take their slopes from `swing` in turn."""
    x = -measured(text, size, gap) / 2
    d = ""
    for i, letter in enumerate(text):
        turn = swing[i % len(swing)]
        d += written(letter, x, y + turn * 4, size, turn)
        x += LETTERS[letter][0] * size + gap
    return d


def sign(pen: Pen, d: str, body: str, width: float, inline: str | None = None) -> list[BaseElement]:
    """Letters with an outline, a body and perhaps a fine line inside; the shadow side of the outline is heavier."""
    fine = [] if inline is None else [pen.path(d, pen.line(width * 0.17, inline if not pen.low else INK))]
    return [
        pen.path(d, pen.line(width + 2.2, WHITE.flat if not pen.low else "#ffffff")),
        pen.group(pen.path(d, pen.line(width + 1.5)), transform="translate(.35 .45)"),
        pen.path(d, pen.line(width + 1.1)),
        pen.path(d, pen.line(width, body if not pen.low else "#ffffff")),
        *fine,
    ]


def ribbon(pen: Pen, half: float, y: float, height: float) -> list[BaseElement]:
    """A ribbon with two tails behind a line of letters."""
    h, fold = height, 6.0
    top = (
        f"M{num(-half)},{num(y)}Q0,{num(y - 2.4)} {num(half)},{num(y)}"
        f"V{num(y + h)}Q0,{num(y + h - 2.4)} {num(-half)},{num(y + h)}Z"
    )
    tails = "".join(
        f"M{num(s * (half - fold))},{num(y + 2.6)}H{num(s * (half + 7))}L{num(s * (half + 3.6))},{num(y + 2.6 + h / 2)}"
        f"L{num(s * (half + 7))},{num(y + 2.6 + h)}H{num(s * (half - fold))}Z"
        for s in (-1, 1)
    )
    folds = "".join(
        (
            f"M{num(s * (half - fold))},{num(y + h - 0.6)}L{num(s * half)},{num(y + h)}"
            f"L{num(s * (half - fold))},{num(y + h + 2.6)}Z"
        )
        for s in (-1, 1)
    )
    return [
        pen.path(tails + top, pen.line(3, WHITE.flat if not pen.low else "#ffffff")),
        pen.path(tails, pen.paint(MOSS.deep)),
        pen.path(folds, black(pen)),
        pen.path(top, pen.paint(HEDGE.flat)),
        pen.path(
            (
                f"M{num(-half)},{num(y + h - 2)}Q0,{num(y + h - 4.4)} {num(half)},{num(y + h - 2)}"
                f"V{num(y + h)}Q0,{num(y + h - 2.4)} {num(-half)},{num(y + h)}Z"
            ),
            tint(pen, HEDGE.deep),
        ),
    ]


def logo(second: str, third: str, tall: float, space: float) -> Drawing:
    """The logo with KOKO on its first line, a name on the second and the rest on a ribbon."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, 0.8)
        size, gap = 16.0, 7.6
        first = line("KOKO", -20.6, size, gap, (-0.12, 0.09, -0.07, 0.13))
        half = measured("KOKO", size, gap) / 2
        tail = (
            f"M{num(half - 6)},-5C{num(half + 4)},0 {num(half + 12)},-7 {num(half + 9)},-14.6"
            f"C{num(half + 7)},-19.4 {num(half + 2)},-17 {num(half + 4.6)},-14.2"
        )
        fez = [
            pen.path("M-5,3L-3.7,-6Q0,-7.4 3.7,-6L5,3Q0,5 -5,3Z", pen.paint(SCARLET.flat)),
            pen.path("M1,-6.9Q3,-6.6 3.7,-6L5,3Q3.6,3.8 2.2,4Q2.6,-2 1,-6.9Z", tint(pen, SCARLET.deep)),
            pen.path("M0,-6Q4,-8.4 6.6,-4.4", pen.line()),
            pen.path("M5.6,-4.6L7.6,-4.4L8,0.4L5.2,0.2Z", pen.paint(GOLD.flat)),
        ]
        names = line(second, 0.9, tall, space)
        rest = line(third, 15.5, 5.2, 2.3)
        x = measured(second, tall, space) / 2 + 5.6
        flowers = ((-x, 0.9 + tall / 2, ROSE), (x, 0.9 + tall / 2, BUTTER)) if x < 48 else ()
        return pen.group(
            pen.path(tail, pen.line(5.2, WHITE.flat if not pen.low else "#ffffff")),
            pen.path(tail, pen.line(3.6)),
            pen.path(tail, pen.line(2, "#a97c54" if not pen.low else "#ffffff")),
            *ribbon(pen, measured(third, 5.2, 2.3) / 2 + 5, 12.8, 9.6),
            pen.path(rest, pen.line(1.7, "#fffdf5" if not pen.low else INK)),
            *sign(pen, first, SCARLET.deep, 4.4, "#fff1e2"),
            moved(pen, fez, -half + 0.7 * size + gap + size * 0.55, -22.2, 0.9, turn=12),
            *sign(pen, names, BUTTER.flat, 2.5),
            *(
                part
                for fx, fy, colour in flowers
                for part in (
                    pen.path(lobes((fx, fy), 2.2, 6, 0.9), pen.paint(colour.flat)),
                    pen.circle(fx, fy, 1.1, flat(pen, GOLD.flat)),
                    pen.circle(fx, fy, 1.1, pen.line(0.5)),
                )
            ),
        )

    return draw


def scaled(drawing: Drawing, scale: float, x: float, y: float) -> Drawing:
    """A drawing made larger or smaller round a point that becomes its origin."""

    def draw(pen: Pen) -> Group:
        return pen.group(drawing(pen), transform=f"scale({scale:g}) translate({num(x)} {num(y)})")

    return draw


LOGOS: dict[str, Drawing] = {
    "logo-fr": scaled(logo("ET ALFRED", "AU JARDIN", 9.4, 4.9), 1.01277, -1.47, 1.08),
    "logo-en": scaled(logo("AND ALFRED’S", "GARDEN", 8.4, 3.1), 0.98844, -0.25, 1.08),
}
"""The title in each language, 100 units wide."""
