"""Write cut lines as SVG at true size, in layers that Inkscape, its extensions and Cricut Design Space can read.

Registration marks are in a layer named Regmarks, with the ids that inkscape-silhouette looks for: it reads their
positions and does not cut them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pnp.export.cutlines import CutLayer, CutLine
from pnp.geometry.units import Size, trim
from pnp.sheet.machine import Corner, Registration

HAIRLINE: Final = "0.1"
SVG_COLOURS: Final = {CutLayer.CREASE: "#0000ff", CutLayer.CUT: "#ff0000"}
NAMES: Final = {CutLayer.CREASE: "Crease", CutLayer.CUT: "Cut"}


def write_svg(paper: Size, lines: Iterable[CutLine], registration: Registration) -> bytes:
    """Return the SVG file of a sheet; `paper` is its size in mm."""
    width, height = (trim(side) for side in paper)
    marks = [_mark(corner, registration) for corner in registration.corners(paper)]
    there = list(lines)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
    ]
    if marks:
        parts += ['<g id="regmark" inkscape:groupmode="layer" inkscape:label="Regmarks">', *marks, "</g>"]
    for layer, colour in SVG_COLOURS.items():
        own = [each for each in there if each.layer is layer]
        if own:
            parts.append(
                f'<g id="{NAMES[layer].lower()}" inkscape:groupmode="layer" inkscape:label="{NAMES[layer]}" '
                f'fill="none" stroke="{colour}" stroke-width="{HAIRLINE}">'
            )
            parts += [f'<path d="{_data(each)}"/>' for each in own]
            parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""]).encode()


def _data(line: CutLine) -> str:
    """Return the path data of a line; an open line is not closed with Z."""
    drawn = line.line.svg()
    return drawn if line.closed else drawn.removesuffix(" Z")


def _mark(corner: Corner, registration: Registration) -> str:
    stroke = trim(registration.stroke)
    if registration.is_square(corner):
        side = trim(registration.square)
        border = f' stroke="#000000" stroke-width="{stroke}"' if registration.bordered else ""
        place = f'x="{trim(corner.x)}" y="{trim(corner.y)}"'
        return f'<rect id="regmark-{corner.name}" {place} width="{side}" height="{side}" fill="#000000"{border}/>'
    points = " L".join(f"{trim(x)} {trim(y)}" for x, y in registration.angle(corner))
    return f'<path id="regmark-{corner.name}" d="M{points}" fill="none" stroke="#000000" stroke-width="{stroke}"/>'
