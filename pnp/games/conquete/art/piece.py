"""Pieces that a figure is put together from: each brings its own rim, and all rims lie behind all pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .cut import aura, contour, rims, sheet


class Piece(NamedTuple):
    """A part of a figure, the heavy rim that shows where nothing else covers it, and what shines behind that rim."""

    rim: BaseElement
    body: BaseElement
    halo: BaseElement | None = None


def piece(pen: Pen, outlines: Iterable[str], parts: Iterable[BaseElement], transform: str = "") -> Piece:
    """Parts drawn in their own frame, with the outlines that make their rim."""
    drawn = list(outlines)
    rim = pen.group(contour(pen, *drawn), transform=transform)
    behind = aura(pen, *drawn)
    halo = pen.group(*behind, transform=transform) if behind else None
    return Piece(rim, pen.group(*parts, transform=transform), halo)


def figure(pen: Pen, pieces: Iterable[Piece], transform: str = "") -> Group:
    """The pieces from back to front as one figure."""
    found = list(pieces)
    halos = [p.halo for p in found if p.halo]
    return sheet(pen, *halos, rims(pen, *(p.rim for p in found)), *(p.body for p in found), transform=transform)
