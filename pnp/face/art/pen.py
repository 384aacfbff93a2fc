"""The pen for drawings written in Python: svgwrite shapes in full or low ink.

A drawing is a function that takes a `Pen` and returns one svgwrite group, drawn in a box of 100 × 100 units around
the origin. It gives full colours only; in low ink the pen turns fills white and keeps the lines, so that one function
serves both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from svgwrite.base import BaseElement
from svgwrite.container import Group
from svgwrite.path import Path
from svgwrite.shapes import Circle, Ellipse, Polygon, Rect

Drawing = Callable[["Pen"], Group]
"""Function that draws in a box of 100 × 100 units around the origin."""

Style = dict[str, str | float]
"""Fill, stroke and opacity of a shape, as keyword arguments of svgwrite."""

PAPER = "#ffffff"


@dataclass(frozen=True)
class Pen:
    """Creates shapes, with white fills if `low` is true to save ink.

    >>> pen = Pen()
    >>> print(pen.circle(0, 0, 40, pen.paint("#e8c15a", stroke="none")).tostring())
    <circle cx="0" cy="0" fill="#e8c15a" r="40" />
    """

    low: bool = False
    outline: str = "#3b2418"
    """Colour of outlines."""
    width: float = 1.6
    """Width of outlines, in units of the drawing."""

    def paint(
        self,
        fill: str,
        *,
        stroke: str | None = None,
        width: float | None = None,
        solid: bool = False,
        opacity: float | None = None,
    ) -> Style:
        """Return the style of a filled area.

        By default it has the pen's outline; `stroke="none"` means no line. `solid` keeps the fill in low ink, for
        details such as an eye.
        """
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
        """Return the style of a line without a fill."""
        return self.paint("none", stroke=stroke, width=width)

    def group(self, *parts: BaseElement, transform: str = "") -> Group:
        """Return the parts as one group."""
        group = Group(debug=False)
        if transform:
            group["transform"] = transform
        for part in parts:
            group.add(part)
        return group

    def important(self, *parts: BaseElement, transform: str = "") -> Group:
        """Return the parts as a group that must not be cut off: `pnp check` reports it less than 1.5 mm from a cut."""
        group = self.group(*parts, transform=transform)
        group["class"] = "important"
        return group

    def path(self, d: str, style: Style) -> Path:
        """Return a path with the path data `d`."""
        return Path(d=d, debug=False, **style)

    def circle(self, x: float, y: float, r: float, style: Style) -> Circle:
        """Return a circle of radius `r` around (x, y)."""
        return Circle(center=(round(x, 2), round(y, 2)), r=round(r, 2), debug=False, **style)

    def ellipse(self, x: float, y: float, rx: float, ry: float, style: Style, turn: float = 0) -> Ellipse:
        """Return an ellipse around (x, y), rotated clockwise by `turn` degrees."""
        shape = Ellipse(center=(round(x, 2), round(y, 2)), r=(round(rx, 2), round(ry, 2)), debug=False, **style)
        if turn:
            shape["transform"] = f"rotate({turn:g} {x:g} {y:g})"
        return shape

    def rect(self, x: float, y: float, w: float, h: float, style: Style, corner: float = 0) -> Rect:
        """Return a rectangle with its upper left corner at (x, y) and corners of radius `corner`."""
        return Rect(insert=(x, y), size=(w, h), rx=corner, ry=corner, debug=False, **style)

    def polygon(self, points: Iterable[tuple[float, float]], style: Style) -> Polygon:
        """Return a closed polygon through the points."""
        return Polygon(points=list(points), debug=False, **style)
