"""Back pages: correction of printer drift, bleed of backs, and which back pages are printed."""

from __future__ import annotations

from dataclasses import replace

from pnp.geometry.matrix import Edges, Matrix, Rect
from pnp.geometry.units import points
from pnp.sheet.layout import Layout
from pnp.sheet.page import Page, Placement
from pnp.terms import Side


def back_correction(layout: Layout) -> Matrix:
    """Return the matrix that rotates and scales a back page, in mm from the upper left corner.

    The offset is already part of the placements, so the centre of rotation is moved by it.
    """
    (width, height), (x, y) = layout.paper.size, layout.offset
    return Matrix.about(width / 2 + x, height / 2 + y, layout.turn, layout.scale)


def back_correction_in_points(layout: Layout) -> Matrix:
    """Return the same matrix for a PDF page: in points, from the lower left corner."""
    (width, height), (x, y) = layout.paper.size, layout.offset
    return Matrix.about(points(width / 2 + x), points(height / 2 - y), -layout.turn, layout.scale)


def with_back_bleed(placements: list[Placement], cells: list[Rect], layout: Layout) -> list[Placement]:
    """Return the placements of a back page with the bleed of backs.

    The bleed reaches at most halfway to a neighbour, but never less far than on the front. All cells are neighbours,
    even those without a back.
    """
    if layout.back_bleed is None:
        return placements
    return [replace(each, bleed=_bleed(each, cells, layout)) for each in placements]


def _bleed(placement: Placement, cells: list[Rect], layout: Layout) -> Edges:
    if placement.nested:  # neighbours reach into its box, so the distance to them says nothing
        room = layout.reach if placement.bleed.left >= layout.bleed else placement.bleed.left
        room = room if layout.gap is None else max(min(room, layout.gap / 2), placement.bleed.left)
        return Edges(room, room, room, room)
    rooms = placement.rect.rooms(cell for cell in cells if cell != placement.rect)
    return Edges(*(max(own, min(layout.reach, room / 2)) for own, room in zip(placement.bleed, rooms, strict=True)))


def drop_empty_backs(pages: list[Page]) -> list[Page]:
    """Return the pages without the empty backs that nobody needs to print.

    These are the last back, and all backs if no sheet has one. Any other empty back stays: without it, the next front
    would be printed on the back of the sheet.
    """
    if not any(page.side is Side.BACK and page.placements for page in pages):
        return [page for page in pages if page.side is Side.FRONT]
    return pages[:-1] if pages[-1].side is Side.BACK and not pages[-1].placements else pages


def has_printed_backs(pages: list[Page]) -> bool:
    """Return whether anything is printed on the back of the paper."""
    return any(page.side is Side.BACK for page in pages)
