"""Impose the sheets of a plan: pages with fronts, backs, marks and cutting lines."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pnp.errors import LayoutError, Problem, option_location
from pnp.geometry.matrix import Edges, Matrix, Rect
from pnp.geometry.outline import Outline
from pnp.geometry.units import points
from pnp.sheet.board import mark_parts
from pnp.sheet.folding import mark_folds
from pnp.sheet.grid import EDGE, mark_area
from pnp.sheet.layout import Layout
from pnp.sheet.marks import corner_ticks, crop_marks, hex_marks, label_and_ruler_slots, outline_offset, shorten_before
from pnp.sheet.page import Page, Placement, Segment, Slot
from pnp.sheet.plan import Sheet, plan_sheets
from pnp.spec.deck import Piece
from pnp.terms import Shape, Side


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
        room = layout.widest_bleed if placement.bleed.left >= layout.bleed else placement.bleed.left
        room = room if layout.gap is None else max(min(room, layout.gap / 2), placement.bleed.left)
        return Edges(room, room, room, room)
    rooms = placement.rect.distances(cell for cell in cells if cell != placement.rect)
    return Edges(
        *(max(own, min(layout.widest_bleed, room / 2)) for own, room in zip(placement.bleed, rooms, strict=True))
    )


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


def impose(pieces: list[Piece], layout: Layout) -> list[Page]:
    """Return all pages in printing order: fronts, and in a duplex layout the backs that are needed."""
    pages: list[Page] = []
    for number, sheet in enumerate(plan_sheets(pieces, layout), 1):
        pages += impose_sheet(sheet, layout, number)
    return printed_pages(pages, layout)


def impose_sheet(sheet: Sheet, layout: Layout, number: int) -> list[Page]:
    """Return the front page of a sheet and, in a duplex layout, its back page."""
    front = _front(sheet, layout, number)
    sides = [front, _back(front, sheet, layout)] if layout.sides.duplex else [front]
    if layout.paper.single:  # larger paper always has room for the full bleed
        for page in sides:
            page.placements = [placement.on_paper(layout.paper.size) for placement in page.placements]
    return sides


def printed_pages(pages: list[Page], layout: Layout) -> list[Page]:
    """Return the pages to print; raise LayoutError if the offset pushes a piece over the edge of the paper."""
    _check_on_paper(pages, layout)
    return drop_empty_backs(pages) if layout.sides.duplex and pages else pages


def _front(sheet: Sheet, layout: Layout, number: int) -> Page:
    """Return the front page of a sheet; a folded sheet has its backs there as well."""
    paper, block = layout.paper.size, sheet.block
    sideways = block.folds_sideways
    cells = block.rects
    mirrored = [cell.mirrored(paper, sideways=sideways) for cell in cells] if sheet.folded else []
    free = _unmarked_cells(sheet)
    label, ruler = label_and_ruler_slots(block, [*cells, *mirrored], layout)
    page = Page(Side.FRONT, number, label, ruler, sheet.stock, block.shelves)
    for piece, cell, rect, room in zip(sheet.pieces, block.cells, cells, block.bleeds, strict=True):
        for part in cell.parts:
            box = part.rect.moved(rect.x, rect.y)
            bleed = _part_bleed(box, rect, room)
            page.placements.append(Placement(piece, part.side, box, part.rotation, bleed, block.nested))
        page.folds += [fold.moved(rect.x, rect.y) for fold in cell.folds]
    if sheet.folded:
        fronts = page.placements
        page.placements = [*fronts, *(front.turned_over(paper, sideways=sideways) for front in fronts)]
        page.shelves = [*block.shelves, *(shelf.mirrored(paper, sideways=sideways) for shelf in block.shelves)]
        centre = (paper.width / 2, paper.height / 2)
        within = mark_area(layout, layout.margin.balanced(sideways=sideways))
        half = within._replace(**{"width": centre[0] - within.x} if sideways else {"height": centre[1] - within.y})
        ends = (
            [(centre[0], 0.0), (centre[0], paper.height)] if sideways else [(0.0, centre[1]), (paper.width, centre[1])]
        )
        for x, y in ends:
            fold = Segment(*centre, x, y)
            for slot in page.slots:
                fold = shorten_before(fold, slot.rect)
            page.folds.append(fold)
        if layout.marks:
            other = half.mirrored(paper, sideways=sideways)
            backs = page.placements[len(fronts) :]
            _mark(page, fronts, cells, free, layout, half)
            behind = {cell.mirrored(paper, sideways=sideways) for cell in free}
            _mark(page, backs, mirrored, behind, layout, other)
    elif layout.marks:
        _mark(page, page.placements, cells, free, layout, mark_area(layout, layout.margins))
    mark_folds(page, layout)
    mark_parts(page, layout)
    page.outlines = _outlines(page, layout)
    return page


def _back(front: Page, sheet: Sheet, layout: Layout) -> Page:
    """Return the back page of a sheet, with every back behind its front and moved by the offset of the printer."""
    paper, sideways, block = layout.paper.size, layout.flips_sideways, sheet.block
    placements = [
        placement.turned_over(paper, sideways=sideways).moved(*layout.offset)
        for placement in front.placements
        if placement.piece.deck.has_reverse
    ]
    behind = block.rects if placements else []  # including cells without a back, so that no mark crosses one
    cells = [rect.mirrored(paper, sideways=sideways).moved(*layout.offset) for rect in behind]
    placements = with_back_bleed(placements, cells, layout)
    label, ruler = (_slot_on_paper(slot, layout) for slot in label_and_ruler_slots(block, cells, layout))
    shelves = [shelf.mirrored(paper, sideways=sideways).moved(*layout.offset) for shelf in front.shelves if placements]
    page = Page(Side.BACK, front.sheet, label, ruler, front.stock, shelves, placements)
    if layout.marks:
        free = {rect.mirrored(paper, sideways=sideways).moved(*layout.offset) for rect in _unmarked_cells(sheet)}
        _mark(page, placements, cells, free, layout, mark_area(layout, layout.margins))
    page.outlines = _outlines(page, layout)
    return page


def _slot_on_paper(slot: Slot | None, layout: Layout) -> Slot | None:
    """Return the slot moved with the backs, but kept on the paper."""
    if slot is None:
        return None
    width, height = layout.paper.size
    moved = slot.rect.moved(*layout.offset)
    x = max(0, min(max(moved.x, EDGE), width - EDGE - moved.width))
    y = max(0, min(max(moved.y, EDGE), height - EDGE - moved.height))
    return slot._replace(rect=moved._replace(x=x, y=y))


def _part_bleed(rect: Rect, cell: Rect, room: Edges) -> Edges:
    """Return the bleed of a part: that of its cell on shared edges, none inside."""
    return Edges(
        room.left if abs(rect.x - cell.x) < 1e-6 else 0,
        room.top if abs(rect.y - cell.y) < 1e-6 else 0,
        room.right if abs(rect.right - cell.right) < 1e-6 else 0,
        room.bottom if abs(rect.bottom - cell.bottom) < 1e-6 else 0,
    )


def _unmarked_cells(sheet: Sheet) -> set[Rect]:
    """Return the cells of pieces that are not cut along straight lines."""
    pairs = zip(sheet.pieces, sheet.block.rects, strict=True)
    return {rect for piece, rect in pairs if not piece.deck.cut_line().marked}


def _mark(
    page: Page, placements: list[Placement], cells: list[Rect], free: set[Rect], layout: Layout, area: Rect
) -> None:
    """Mark the straight cuts of the pieces in these cells, within an area of the page.

    Rectangles get crop marks and ticks, hexes get lines outside the bleed. Round and nested pieces and those with a
    custom outline get none: they are cut along their outline.
    """
    if any(placement.nested for placement in placements):
        return
    if any(placement.piece.deck.shape is Shape.HEX for placement in placements):
        page.marks += hex_marks([placement.cut_line for placement in placements], cells, layout, area, page.slots)
        return
    straight, others = (tuple(cell for cell in cells if (cell in free) is apart) for apart in (False, True))
    shelves = tuple(shelf for shelf in page.shelves if shelf.overlaps(area))
    marks, ticks = _straight_marks(straight, others, shelves, layout, area, tuple(page.slots))
    page.marks += marks
    page.ticks += ticks


@lru_cache(maxsize=32)
def _straight_marks(
    cells: tuple[Rect, ...],
    others: tuple[Rect, ...],
    shelves: tuple[Rect, ...],
    layout: Layout,
    area: Rect,
    slots: tuple[Slot, ...],
) -> tuple[list[Segment], list[Segment]]:
    """Return the crop marks and ticks of cells among other pieces (cached: most sheets of a deck have the same)."""
    return crop_marks(cells, others, shelves, layout, area, slots), corner_ticks(cells, others)


def _outlines(page: Page, layout: Layout) -> list[Outline]:
    """Return the cutting lines that crop marks do not show, only around fronts: people cut with the front facing up."""
    return [
        placement.to_page(line)
        for placement in page.placements
        if placement.side is Side.FRONT or placement.piece.deck.kind.folds_up
        for cut in [placement.piece.deck.knife_line(placement.side, placement.piece.id)]
        if layout.marks or not cut.marked
        for line in cut.cut_lines(outline_offset(cut, placement.bleed))
    ]


def _check_on_paper(pages: list[Page], layout: Layout) -> None:
    """Raise LayoutError if the offset pushes a piece over the edge of the paper."""
    width, height = layout.paper.size
    single = layout.paper.single
    for page in pages:
        box = page.trim_box() if single else page.bleed_box()
        if box is None or page.side is Side.FRONT:
            continue
        over_label = any(slot.rect.overlaps(box) for slot in page.slots)
        if layout.corrected:
            box = back_correction(layout).box(box.x, box.y, box.right, box.bottom)
        over_edge = min(box.x, box.y) < -1e-6 or box.right > width + 1e-6 or box.bottom > height + 1e-6
        if over_edge or over_label:
            x, y = layout.offset
            message = f"cannot be {x:g},{y:g}"
            if layout.corrected:
                message += f" with backs rotated by {layout.turn:g}° and scaled to {100 * layout.scale:g}%"
            message += ": backs would cross the edge of the paper" + ("" if single else " or their label")
            hint = "printers rarely drift by more than 3 mm; a larger --margin leaves more room"
            if single:
                hint = "--offset 0,0 keeps backs centred on the page; a larger --paper has more room"
            if layout.corrected:
                hint = "--printer none leaves backs as they are; a larger --margin or --paper has more room"
            raise LayoutError(Problem(option_location("--offset"), message, hint, code="E0605"))
