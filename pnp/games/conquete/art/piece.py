"""Pieces that a figure is put together from: each brings its own rim, and all rims lie behind all pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.face.art.pen import Pen

from .cut import contour, sheet


class Piece(NamedTuple):
    """A part of a figure, and the heavy rim that shows where nothing else covers it."""

    rim: BaseElement
    body: BaseElement


def piece(pen: Pen, outlines: Iterable[str], parts: Iterable[BaseElement], transform: str = "") -> Piece:
    """Parts drawn in their own frame, with the outlines that make their rim."""
    rim = pen.group(contour(pen, *outlines), transform=transform)
    return Piece(rim, pen.group(*parts, transform=transform))


def figure(pen: Pen, pieces: Iterable[Piece], transform: str = "") -> Group:
    """The pieces from back to front as one figure."""
    found = list(pieces)
    return sheet(pen, *(p.rim for p in found), *(p.body for p in found), transform=transform)
