"""The pen every drawing is made with: svgwrite shapes that know how much ink they may use.

A drawing is a function of a `Pen` that returns one svgwrite group, drawn in a box of 100 units around
the origin. It names its colours once; in low ink the pen turns fills to white and keeps the lines, so
that the same drawing serves both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from svgwrite.base import BaseElement
from svgwrite.container import Group
from svgwrite.path import Path
from svgwrite.shapes import Circle, Ellipse, Polygon, Rect

Drawing = Callable[["Pen"], Group]
"""A picture in a box of 100 units around the origin."""

Style = dict[str, str | float]
"""Fill, stroke and opacity of one shape, as svgwrite takes them."""

PAPER = "#ffffff"


@dataclass(frozen=True)
class Pen:
    """Makes shapes; `low` is true when ink must be saved."""

    low: bool = False
    outline: str = "#3b2418"
    """The colour of outlines."""
    width: float = 1.6
    """The width of outlines, in the drawing's units."""

    def paint(
        self,
        fill: str,
        *,
        stroke: str | None = None,
        width: float | None = None,
        solid: bool = False,
        opacity: float | None = None,
    ) -> Style:
        """An area: `stroke` None is the pen's outline, "none" no line; `solid` keeps the fill in low ink (an eye)."""
        line = self.outline if stroke is None else stroke
        saved = self.low and not solid and fill != "none"
        if saved:
            fill = PAPER if line != "none" else "none"
        style: Style = {"fill": fill}
        if line != "none":
            style |= {
                "stroke": line,
                "stroke_width": round(self.width if width is None else width, 3),
                "stroke_linejoin": "round",
                "stroke_linecap": "round",
            }
        if opacity is not None and not saved:
            style["opacity"] = opacity
        return style

    def line(self, width: float | None = None, stroke: str | None = None) -> Style:
        """A line without an area."""
        return self.paint("none", stroke=stroke, width=width)

    def group(self, *parts: BaseElement, transform: str = "") -> Group:
        """The parts as one group."""
        group = Group(debug=False)
        if transform:
            group["transform"] = transform
        for part in parts:
            group.add(part)
        return group

    def path(self, d: str, style: Style) -> Path:
        """A path."""
        return Path(d=d, debug=False, **style)

    def circle(self, x: float, y: float, r: float, style: Style) -> Circle:
        """A circle round (x, y)."""
        return Circle(center=(round(x, 2), round(y, 2)), r=round(r, 2), debug=False, **style)

    def ellipse(self, x: float, y: float, rx: float, ry: float, style: Style, turn: float = 0) -> Ellipse:
        """An ellipse round (x, y), turned by `turn` degrees."""
        shape = Ellipse(center=(round(x, 2), round(y, 2)), r=(round(rx, 2), round(ry, 2)), debug=False, **style)
        if turn:
            shape["transform"] = f"rotate({turn:g} {x:g} {y:g})"
        return shape

    def rect(self, x: float, y: float, w: float, h: float, style: Style, corner: float = 0) -> Rect:
        """A rectangle with its upper left corner at (x, y)."""
        return Rect(insert=(x, y), size=(w, h), rx=corner, ry=corner, debug=False, **style)

    def polygon(self, points: Iterable[tuple[float, float]], style: Style) -> Polygon:
        """A closed shape through the points."""
        return Polygon(points=list(points), debug=False, **style)
