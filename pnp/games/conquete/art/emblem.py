"""The four emblems, and the medallion with the skull."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.curve import dots, polar
from pnp.face.art.pen import Drawing, Pen

from .cut import block, cast, sheet, thin, tint
from .icons import sign
from .palette import GOLD, IRON, PARCHMENT, VERT


def _crown(pen: Pen) -> Group:
    d = "M-36,30L-44,-20L-22,2L0,-36L22,2L44,-20L36,30Z"
    return pen.group(
        pen.path(d, pen.paint(GOLD.flat)),
        pen.path(dots([(-44, -24), (0, -38), (44, -24)], 6), pen.paint(GOLD.light)),
        pen.path("M-35,18L35,18L33,36L-33,36Z", pen.paint(GOLD.light)),
    )


def _moon(pen: Pen) -> Group:
    d = "M14,-44C-22,-42 -44,-14 -36,16C-28,44 8,52 34,32C12,34 -6,22 -8,0C-10,-20 0,-36 14,-44Z"
    return pen.group(
        pen.path(d, pen.paint("#b9c7dd")),
        pen.path("M22,-22l4,10l10,4l-10,4l-4,10l-4,-10l-10,-4l10,-4z", pen.paint("#b9c7dd")),
    )


def _oak(pen: Pen) -> Group:
    d = (
        "M0,-46C12,-44 14,-34 10,-28C22,-34 32,-26 26,-14C38,-16 42,-2 32,6C40,14 32,26 20,22"
        "C16,30 8,30 4,26L4,48L-4,48L-4,26C-8,30 -16,30 -20,22C-32,26 -40,14 -32,6"
        "C-42,-2 -38,-16 -26,-14C-32,-26 -22,-34 -10,-28C-14,-34 -12,-44 0,-46Z"
    )
    return pen.group(
        pen.path(d, pen.paint(VERT.light)),
        pen.path("M0,24L0,-28M0,14L16,4M0,14L-16,4M0,-4L14,-14M0,-4L-14,-14", thin(pen, 0.8)),
    )


def _anchor(pen: Pen) -> Group:
    d = (
        "M-5,-22L-24,-22L-24,-11L-5,-11L-5,29C-16,27 -26,20 -29,10L-20,12L-37,-8L-45,17L-38,13"
        "C-34,30 -18,42 0,44C18,42 34,30 38,13L45,17L37,-8L20,12L29,10C26,20 16,27 5,29L5,-11L24,-11"
        "L24,-22L5,-22Z"
    )
    return pen.group(
        pen.circle(0, -33, 9, pen.line(pen.width * 2.4)),
        pen.circle(0, -33, 9, pen.line(pen.width * 0.8, "#ffffff" if pen.low else IRON.light)),
        pen.path(d, pen.paint(IRON.light)),
    )


CHARGES: dict[str, Callable[[Pen], Group]] = {"crown": _crown, "moon": _moon, "oak": _oak, "anchor": _anchor}
TINCTURES: dict[str, tuple[str, str]] = {
    "crown": ("#e3b62c", "#b3840f"),
    "moon": ("#37302d", "#5a504b"),
    "oak": ("#3b8052", "#265c39"),
    "anchor": ("#dcdcd4", "#a9aaa3"),
}
"""The colour of each army, and a second tone for its pattern."""


def emblem(name: str, pen: Pen) -> Group:
    """An emblem alone."""
    pen = block(pen, 0.4)
    return sheet(pen, CHARGES[name](pen))


def escutcheon(name: str, pen: Pen) -> Group:
    """An emblem on a shield of parchment."""
    pen = block(pen, 0.5)
    shape = "M-40,-46L40,-46C43,-4 33,30 0,48C-33,30 -43,-4 -40,-46Z"
    return sheet(
        pen,
        pen.group(pen.path(shape, cast(pen, 0.35)), transform="translate(5 6)"),
        pen.path(shape, pen.paint(PARCHMENT.light)),
        pen.path("M24,-44L40,-46C43,-4 33,30 0,48L-6,43C24,26 30,-8 24,-44Z", tint(pen, PARCHMENT.flat)),
        pen.path(shape, pen.line()),
        pen.group(CHARGES[name](pen), transform="translate(0 -5) scale(0.6)"),
    )


def medallion(name: str, pen: Pen) -> Group:
    """A bird's skull in a ring that the template colours; the emblem stands four times on the ring."""
    pen = block(pen, 0.8)
    parts: list[BaseElement] = [
        pen.circle(0, 0, 48, pen.line()),
        pen.circle(0, 0, 45, pen.line(pen.width * 0.5, TINCTURES[name][1])),
        pen.circle(0, 0, 27, pen.paint(PARCHMENT.light)),
        pen.group(sign("skull", pen), transform="translate(-1 1.5) scale(0.5)"),
    ]
    for k in range(4):
        x, y = polar((0, 0), k * 90 - 90, 37.6)
        parts.append(pen.circle(x, y, 11, pen.paint(PARCHMENT.light, width=pen.width * 0.7)))
        parts.append(pen.group(emblem(name, pen), transform=f"translate({x:.2f} {y:.2f}) rotate({k * 90}) scale(0.16)"))
    return sheet(pen, *parts)


EMBLEMS: dict[str, Drawing] = {
    **{f"emblem-{name}": partial(emblem, name) for name in CHARGES},
    **{f"escutcheon-{name}": partial(escutcheon, name) for name in CHARGES},
    **{f"medallion-{name}": partial(medallion, name) for name in CHARGES},
}
