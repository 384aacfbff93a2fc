"""Grounds and rims of the round tokens, in millimetres: each kind has its own tint and its own pattern."""

from __future__ import annotations

from typing import NamedTuple

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import num, point, polar
from pnp.face.art.pen import Drawing, Pen

from .curve import discs, lobes
from .palette import BROWN, BUTTER, GOLD, MINT, MOSS, PAPER, RASPBERRY, ROSE, WHITE
from .wash import MM, flat, green, tint

REACH = 15.5
"""Half the canvas: radius and bleed."""
INSIDE = 9.7
"""The radius of the picture inside the rim."""


class Kind(NamedTuple):
    """How a kind of token looks: front ground, back ground, rim, pattern on the rim."""

    front: str
    back: str
    rim: str
    pattern: str


KINDS: dict[str, Kind] = {
    "koko": Kind("#fdf0c4", "#d9ecc4", GOLD.flat, "rays"),
    "alfred": Kind("#dfe9f3", "#f3e3da", "#5c6b78", "stripe"),
    "undies": Kind("#fff3ee", "#e9f1e4", RASPBERRY.deep, "lace"),
    "cover": Kind(PAPER.flat, "#eef4ea", MINT.flat, "doily"),
    "bottle": Kind("#f4ecd2", "#dfe7d6", BROWN.flat, "rope"),
    "coconut": Kind("#dceccf", "#e4eff4", MOSS.deep, "leaf"),
}


def ground(kind: str, side: str) -> Drawing:
    """The ground of a side: a flat tint and rays or a dotted wallpaper behind the picture."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        look = KINDS[kind]
        parts: list[BaseElement] = [
            pen.rect(-REACH, -REACH, 2 * REACH, 2 * REACH, flat(pen, look.front if side == "front" else look.back))
        ]
        if kind in ("koko", "undies"):
            rays = "".join(
                f"M0,0L{point(polar((0, 0), a, 13))}L{point(polar((0, 0), a + 11, 13))}Z" for a in range(0, 360, 22)
            )
            parts.append(pen.path(rays, tint(pen, "#ffffff", 0.55)))
        else:
            places = [(x + (1.5 if row % 2 else 0), row * 2.6) for row in range(-4, 5) for x in range(-12, 13, 3)]
            parts.append(pen.path(discs(places, 0.28), tint(pen, "#ffffff", 0.8)))
        return pen.group(*parts)

    return draw


def rim(kind: str) -> Drawing:
    """The rim, from the picture out to the bleed; its pattern tells the kind without colour."""

    def draw(pen: Pen) -> Group:
        pen = green(pen, MM)
        look = KINDS[kind]
        r = INSIDE
        hole = f"M{num(-r)},0a{num(r)},{num(r)} 0 1 0 {num(2 * r)},0a{num(r)},{num(r)} 0 1 0 {num(-2 * r)},0Z"
        ring = f"M{num(-REACH)},{num(-REACH)}H{num(REACH)}V{num(REACH)}H{num(-REACH)}Z{hole}"
        return pen.group(
            pen.path(ring, {**flat(pen, look.rim), "fill_rule": "evenodd"}),
            pen.important(*_pattern(pen, look.pattern), pen.circle(0, 0, r, pen.line(MM * 1.2))),
        )

    return draw


def _pattern(pen: Pen, name: str) -> list[BaseElement]:
    r = INSIDE
    line = pen.line(0.34)
    if name == "rays":
        zigzag = "".join(
            f"{'M' if i == 0 else 'L'}{point(polar((0, 0), i * 7.5, r + (1.05 if i % 2 else 0.3)))}" for i in range(48)
        )
        return [pen.path(zigzag + "Z", line)]
    if name == "stripe":
        return [pen.circle(0, 0, r + k, pen.line(0.3, "#ffffff" if not pen.low else None)) for k in (0.5, 0.95)]
    if name == "lace":
        return [
            pen.path(
                lobes((0, 0), r - 0.9, 26, 0.45) + _circle(r),
                {**pen.paint(WHITE.flat, width=0.22), "fill_rule": "evenodd"},
            ),
            pen.path(
                discs([polar((0, 0), 360 / 26 * (i + 0.5), r - 0.25) for i in range(26)], 0.2),
                pen.paint(ROSE.deep, stroke=None, width=0.12),
            ),
            *(
                [
                    pen.path(
                        discs([polar((0, 0), 10 * i, r + 0.74) for i in range(36)], 0.4),
                        pen.paint(pen.outline, stroke="none", solid=True),
                    )
                ]
                if pen.low
                else []
            ),
        ]
    if name == "doily":
        return [
            pen.path(
                discs([polar((0, 0), 12 * i, r + 0.74) for i in range(30)], 0.36), pen.paint(WHITE.flat, width=0.2)
            )
        ]
    if name == "rope":
        return [
            pen.path(
                "".join(
                    f"M{point(polar((0, 0), a, r + 0.2))}L{point(polar((0, 0), a + 5, r + 1.0))}"
                    for a in range(0, 360, 9)
                ),
                pen.line(0.34, BUTTER.flat if not pen.low else None),
            )
        ]
    return [
        pen.path(
            "".join(
                (
                    f"M{point(polar((0, 0), a, r + 0.75))}"
                    f"Q{point(polar((0, 0), a + 5, r + 0.1))} {point(polar((0, 0), a + 10, r + 0.75))}"
                    f"Q{point(polar((0, 0), a + 5, r + 1.1))} {point(polar((0, 0), a, r + 0.75))}Z"
                )
                for a in range(0, 360, 15)
            ),
            pen.paint(MINT.flat, width=0.2),
        )
    ]


def _circle(r: float) -> str:
    return f"M{num(-r)},0a{num(r)},{num(r)} 0 1 0 {num(2 * r)},0a{num(r)},{num(r)} 0 1 0 {num(-2 * r)},0Z"
