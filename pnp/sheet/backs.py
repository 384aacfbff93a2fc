"""Back pages: what a printer's crooked back is corrected by, their own bleed, and which of them are printed at all."""

from __future__ import annotations

from dataclasses import replace

from pnp.sheet.layout import Layout
from pnp.sheet.matrix import Matrix
from pnp.sheet.page import Edges, Page, Placement, Rect
from pnp.terms import Side
from pnp.units import points


def correction(layout: Layout) -> Matrix:
    """Turns and scales a back page, in mm from the upper left corner.

    The offset is in its placements already, so the paper's centre has moved by it, too.
    """
    (width, height), (x, y) = layout.paper.size, layout.offset
    return Matrix.about(width / 2 + x, height / 2 + y, layout.turn, layout.scale)


def correction_in_points(layout: Layout) -> Matrix:
    """The same for a page of a PDF, whose points count from the lower left corner."""
    (width, height), (x, y) = layout.paper.size, layout.offset
    return Matrix.about(points(width / 2 + x), points(height / 2 - y), -layout.turn, layout.scale)


def bled(placements: list[Placement], cells: list[Rect], layout: Layout) -> list[Placement]:
    """Backs on a back page with the bleed of backs: half the way to a neighbour at most, unless fronts have more.

    Neighbours are all cells, also those with nothing on the back.
    """
    if layout.back_bleed is None:
        return placements
    return [replace(each, bleed=_bleed(each, cells, layout)) for each in placements]


def _bleed(placement: Placement, cells: list[Rect], layout: Layout) -> Edges:
    if placement.nested:  # whose boxes neighbours reach into
        room = layout.reach if placement.bleed.left >= layout.bleed else placement.bleed.left
        room = room if layout.gap is None else max(min(room, layout.gap / 2), placement.bleed.left)
        return Edges(room, room, room, room)
    rooms = placement.rect.rooms(cell for cell in cells if cell != placement.rect)
    return Edges(*(max(own, min(layout.reach, room / 2)) for own, room in zip(placement.bleed, rooms, strict=True)))


def needed(pages: list[Page]) -> list[Page]:
    """The pages without empty backs that no printer needs: the last one, and all where no sheet has a back.

    Any other empty back keeps the next front off the back of its sheet.
    """
    if not any(page.side is Side.BACK and page.placements for page in pages):
        return [page for page in pages if page.side is Side.FRONT]
    return pages[:-1] if pages[-1].side is Side.BACK and not pages[-1].placements else pages


def prints_backs(pages: list[Page]) -> bool:
    """Whether something is printed on the back of the paper."""
    return any(page.side is Side.BACK for page in pages)
