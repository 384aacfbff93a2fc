"""Imposing: pieces become pages. Decks of one size share sheets; different sizes go on different ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from pnp.deck import Piece
from pnp.errors import LayoutError, Problem
from pnp.outline import Outline
from pnp.sheet.cell import Cell, cell_of
from pnp.sheet.grid import EDGE, Grid, fit_grid
from pnp.sheet.gutter import gutter
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.marks import crop_marks, line_away, line_marks, slots, stop_before
from pnp.sheet.page import Edges, Page, Placement, Rect, Segment, Slot
from pnp.sheet.ticks import corner_ticks
from pnp.spec.model import Deck
from pnp.terms import Kind, Shape, Side, Stock


@dataclass
class Gang:
    """Pieces that share sheets, as printers gang them: one size, one shape, one kind of edge, one stock."""

    cell: Cell
    two_sided: bool
    gap: float
    stock: Stock
    pieces: list[Piece] = field(default_factory=list)


def impose(pieces: list[Piece], layout: Layout) -> list[Page]:
    """All pages in printing order; in a duplex layout every sheet has a front and a back, empty or not."""
    pages: list[Page] = []
    problems: list[Problem] = []
    sheet = 0
    for gang in _gangs(pieces, layout):
        folded = gang.two_sided and layout.sides is Sides.FOLD
        name = f"deck {gang.pieces[0].deck.name}"
        try:
            grid = fit_grid(gang.cell, gang.gap, layout, fold=folded, name=name)
        except LayoutError as error:
            problems += error.problems
            continue
        if len(gang.pieces) < grid.count:
            grid = grid.shrunk(len(gang.pieces))
        for first in range(0, len(gang.pieces), grid.count):
            sheet += 1
            batch = gang.pieces[first : first + grid.count]
            front = _front(batch, grid, layout, sheet, gang.stock, folded=folded)
            sheets = [front, _back(front, gang, grid, layout)] if layout.sides.duplex else [front]
            if layout.paper.single:  # others have room for a whole bleed
                for page in sheets:
                    page.placements = [placement.on_paper(layout.paper.size) for placement in page.placements]
            pages += sheets
    if problems:
        raise LayoutError(*problems)
    _check_on_paper(pages, layout)
    return pages


def _gangs(pieces: list[Piece], layout: Layout) -> list[Gang]:
    """The pieces sorted into gangs, in the order of the spec."""
    gangs: dict[object, Gang] = {}
    for piece in pieces:
        deck = piece.deck
        two_sided = deck.back is not None and deck.kind is not Kind.STANDEE
        cut = (deck.shape, deck.corner, deck.outline)
        stock = stock_of(deck, layout)
        key = (deck.size, deck.kind is Kind.STANDEE, deck.foot, cut, deck.edge, two_sided, stock)
        if key not in gangs:
            gangs[key] = Gang(cell_of(deck), two_sided, 0, stock)
        gangs[key].pieces.append(piece)
    for gang in gangs.values():
        fold = gang.two_sided and layout.sides is Sides.FOLD
        gang.gap = gutter(gang.pieces[0].deck, gang.cell, len(gang.pieces), layout, fold=fold)
    return list(gangs.values())


def stock_of(deck: Deck, layout: Layout) -> Stock:
    """What a deck is printed on in this layout: board over a printed back would hide it, so both are on card."""
    stock = deck.printed_on
    return Stock.CARD if stock is Stock.BOARD and layout.sides.duplex else stock


def _front(batch: list[Piece], grid: Grid, layout: Layout, sheet: int, stock: Stock, *, folded: bool) -> Page:
    """The front page of a sheet; in a fold layout it has the backs too."""
    paper = layout.paper.size
    sideways = grid.folds_sideways
    cells = [grid.rect(index) for index in range(len(batch))]
    mirrored = [cell.mirrored(paper, sideways=sideways) for cell in cells] if folded else []
    label, ruler = slots(grid, [*cells, *mirrored], layout)
    page = Page(Side.FRONT, sheet, label, ruler, stock)
    for index, (piece, cell) in enumerate(zip(batch, cells, strict=True)):
        room = grid.bleed(index, len(batch), layout.bleed)
        for part in grid.cell.parts:
            rect = part.rect.moved(cell.x, cell.y)
            bleed = _at_rim(rect, cell, room)
            page.placements.append(Placement(piece, part.side, rect, part.rotation, bleed, grid.pitch.nested))
        page.folds += [fold.moved(cell.x, cell.y) for fold in grid.cell.folds]
    if folded:
        fronts = page.placements
        page.placements = [*fronts, *(front.turned_over(paper, sideways=sideways) for front in fronts)]
        centre = (paper.width / 2, paper.height / 2)
        half = Rect(0, 0, centre[0] if sideways else paper.width, paper.height if sideways else centre[1])
        ends = (
            [(centre[0], 0.0), (centre[0], paper.height)] if sideways else [(0.0, centre[1]), (paper.width, centre[1])]
        )
        for x, y in ends:
            fold = Segment(*centre, x, y)
            for slot in page.slots:
                fold = stop_before(fold, slot.rect)
            page.folds.append(fold)
        if layout.marks:
            other = half.mirrored(paper, sideways=sideways)
            backs = page.placements[len(fronts) :]
            _mark(page, fronts, cells, layout, half)
            _mark(page, backs, mirrored, layout, other)
    elif layout.marks:
        _mark(page, page.placements, cells, layout, Rect(0, 0, *paper))
    page.outlines = _outlines(page, layout)
    return page


def _back(front: Page, gang: Gang, grid: Grid, layout: Layout) -> Page:
    """The back page of a sheet: every back behind its front, moved by the printer's offset; empty without backs."""
    paper = layout.paper.size
    placements: list[Placement] = []
    if gang.two_sided:
        placements = [
            placement.turned_over(paper, sideways=layout.turns_sideways).moved(*layout.offset)
            for placement in front.placements
        ]
    cells = [placement.rect for placement in placements]
    label, ruler = (_on_paper(slot, layout) for slot in slots(grid, cells, layout))
    page = Page(Side.BACK, front.sheet, label, ruler, front.stock, placements)
    if layout.marks:
        _mark(page, placements, cells, layout, Rect(0, 0, *paper))
    page.outlines = _outlines(page, layout)
    return page


def _on_paper(slot: Slot | None, layout: Layout) -> Slot | None:
    """The slot moved with the backs, but not over the paper's edge."""
    if slot is None:
        return None
    width, height = layout.paper.size
    moved = slot.rect.moved(*layout.offset)
    x = max(0, min(max(moved.x, EDGE), width - EDGE - moved.width))
    y = max(0, min(max(moved.y, EDGE), height - EDGE - moved.height))
    return slot._replace(rect=moved._replace(x=x, y=y))


def _at_rim(rect: Rect, cell: Rect, room: Edges) -> Edges:
    """The bleed of a part: that of its cell where it touches the cell's rim, none inside."""
    return Edges(
        room.left if abs(rect.x - cell.x) < 1e-6 else 0,
        room.top if abs(rect.y - cell.y) < 1e-6 else 0,
        room.right if abs(rect.right - cell.right) < 1e-6 else 0,
        room.bottom if abs(rect.bottom - cell.bottom) < 1e-6 else 0,
    )


def _mark(page: Page, placements: list[Placement], cells: list[Rect], layout: Layout, area: Rect) -> None:
    """Mark the straight cuts of pieces that lie in these cells, within an area of the page.

    The edges of rectangles have crop marks and ticks, the sides of hexes have lines outside. What is round, has an
    outline of its own or is nested has none: it is cut along its line.
    """
    if any(placement.nested for placement in placements):
        return
    if any(placement.piece.deck.shape is Shape.HEX for placement in placements):
        page.marks += line_marks([placement.cut_line for placement in placements], cells, layout, area, page.slots)
        return
    free = {placement.rect for placement in placements if not placement.piece.deck.cut_line().marked}
    straight, others = (tuple(cell for cell in cells if (cell in free) is apart) for apart in (False, True))
    marks, ticks = _straight_marks(straight, others, layout, area, tuple(page.slots))
    page.marks += marks
    page.ticks += ticks


@lru_cache(maxsize=32)
def _straight_marks(
    cells: tuple[Rect, ...], others: tuple[Rect, ...], layout: Layout, area: Rect, slots: tuple[Slot, ...]
) -> tuple[list[Segment], list[Segment]]:
    """The marks and the ticks of cells among other pieces; most sheets of a deck have the same."""
    return crop_marks(cells, others, layout, area, slots), corner_ticks(cells, others)


def _outlines(page: Page, layout: Layout) -> list[Outline]:
    """The lines to cut along that crop marks do not show, round fronts: one cuts with the front up."""
    return [
        placement.on_page(line)
        for placement in page.placements
        if placement.side is Side.FRONT or placement.piece.deck.kind is Kind.STANDEE
        for cut in [placement.piece.deck.cut_line(placement.side)]
        if layout.marks or not cut.marked
        for line in cut.cut_lines(line_away(cut, placement.bleed))
    ]


def _check_on_paper(pages: list[Page], layout: Layout) -> None:
    """LayoutError when an offset pushes a piece over the paper's edge."""
    width, height = layout.paper.size
    single = layout.paper.single
    for page in pages:
        box = page.trim_box() if single else page.bleed_box()
        if box is None or page.side is Side.FRONT:
            continue
        over_edge = min(box.x, box.y) < -1e-6 or box.right > width + 1e-6 or box.bottom > height + 1e-6
        if over_edge or any(slot.rect.overlaps(box) for slot in page.slots):
            x, y = layout.offset
            found = f"{x:g},{y:g}, which moves backs over its edge" + ("" if single else " or over their label")
            hint = "a printer's drift is seldom more than 3 mm; a larger --margin leaves more room"
            if single:
                hint = "--offset 0,0 leaves backs in the middle of the page; a larger --paper has more room"
            raise LayoutError(Problem("--offset", "backs that stay on the paper", found, hint))
