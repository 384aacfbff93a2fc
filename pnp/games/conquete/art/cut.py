"""How this hand cuts: heavy contours, heavier away from the light; flat tinctures; tapered cuts for shadow."""

from __future__ import annotations

from dataclasses import dataclass

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import PAPER, Pen, Style

from .line import tapers
from .palette import INK

HEAVY = 2.5
"""The width of outlines in a drawing of 100 units."""
RIM = 1.9
"""How much wider the rim behind a figure is."""
HALO = 3.3
"""How much wider the pale line behind that rim is."""
LEAN = (0.8, 0.9)
"""How far a rim leans away from the light, which comes from the upper left: lines are heavier on the shadow side."""


@dataclass(frozen=True)
class Burin(Pen):
    """A pen whose usual line is written once, on the sheet: shapes say only where they differ from it."""

    halo: str = ""
    """The colour of a pale line round a figure's rim, which parts it from what is behind; none if empty."""
    mirrored: bool = False
    """The figure will be drawn in a mirror, so that its light comes from the upper right here."""

    def paint(
        self,
        fill: str,
        *,
        stroke: str | None = None,
        width: float | None = None,
        solid: bool = False,
        opacity: float | None = None,
    ) -> Style:
        """An area, as the plain pen paints it, without what the sheet says already."""
        style = super().paint(fill, stroke=stroke, width=width, solid=solid, opacity=opacity)
        style.pop("stroke_linejoin", None)
        style.pop("stroke_linecap", None)
        if "stroke" not in style:
            style["stroke"] = "none"
        elif style["stroke"] == self.outline:
            del style["stroke"]
        if style.get("stroke_width") == self.width:
            del style["stroke_width"]
        elif "stroke_width" in style:
            style["stroke_width"] = round(float(style["stroke_width"]), 2)
        return style


def block(pen: Pen, scale: float = 1.0, halo: str = "", mirrored: bool = False) -> Burin:
    """The pen of this game; `scale` keeps lines heavy in a figure that will be drawn smaller."""
    return Burin(low=pen.low, outline=INK, width=round(HEAVY / scale, 2), halo=halo, mirrored=mirrored)


def sheet(pen: Pen, *parts: BaseElement, transform: str = "") -> Group:
    """The parts as one group that says how the burin's usual line looks."""
    group = pen.group(*parts, transform=transform)
    group["stroke"] = pen.outline
    group["stroke-width"] = pen.width
    group["stroke-linejoin"] = "round"
    group["stroke-linecap"] = "round"
    return group


def tint(pen: Pen, fill: str) -> Style:
    """A flat shadow or light without a line; nothing in low ink."""
    return pen.paint(fill, stroke="none")


def black(pen: Pen) -> Style:
    """Solid black: pupils and cuts, kept in low ink."""
    return pen.paint(pen.outline, stroke="none", solid=True)


def cast(pen: Pen, strength: float = 0.3) -> Style:
    """A shadow cast on what is behind; nothing in low ink."""
    return pen.paint(pen.outline, stroke="none", opacity=strength)


def thin(pen: Pen, share: float = 0.55) -> Style:
    """A line inside a shape."""
    return pen.line(pen.width * share)


def shine(pen: Pen, colour: str, share: float = 0.6) -> Style:
    """A highlight as a line; nothing in low ink."""
    return pen.line(pen.width * share, "none" if pen.low else colour)


def etch(pen: Pen, d: str, share: float = 0.75) -> BaseElement:
    """Lines inside a shape as a burin cuts them, from one point to another: widest in the middle."""
    return pen.path(tapers(d, pen.width * share), black(pen))


def rims(pen: Pen, *drawn: BaseElement) -> Group:
    """The rims of a figure, leaning away from the light."""
    x, y = LEAN
    mirrored = isinstance(pen, Burin) and pen.mirrored
    return pen.group(*drawn, transform=f"translate({-x if mirrored else x} {y})")


def contour(pen: Pen, *outlines: str) -> BaseElement:
    """The heavy black rim behind a figure, from the outlines of its parts."""
    return pen.path("".join(outlines), pen.paint(pen.outline, width=pen.width * RIM, solid=True))


def aura(pen: Pen, *outlines: str) -> list[BaseElement]:
    """The pale line behind a figure's rim, if the pen has one."""
    if not isinstance(pen, Burin) or not pen.halo:
        return []
    style = pen.paint(pen.halo, stroke=PAPER if pen.low else pen.halo, width=pen.width * HALO)
    return [pen.path("".join(outlines), style)]
