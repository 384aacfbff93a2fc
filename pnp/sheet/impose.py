"""Imposing: pieces become pages. Decks of one size share sheets; different sizes go on different ones."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.deck import Piece
from pnp.errors import LayoutError, Problem
from pnp.outline import Outline
from pnp.sheet.backs import bled, correction, needed
from pnp.sheet.cell import Cell, cell_of
from pnp.sheet.grid import EDGE, Grid, fit_grid, for_marks
from pnp.sheet.layout import Layout, Sides
from pnp.sheet.marks import AWAY, crop_marks, line_marks, slots, stop_before
from pnp.sheet.page import Edges, Page, Placement, Rect, Segment, Slot
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
    """All pages in printing order; in a duplex layout a front and a back for each sheet, as far as needed."""
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
    return needed(pages) if layout.sides.duplex and pages else pages


def _gangs(pieces: list[Piece], layout: Layout) -> list[Gang]:
    """The pieces sorted into gangs, in the order of the spec."""
    gangs: dict[object, Gang] = {}
    for piece in pieces:
        deck = piece.deck
        two_sided = deck.back is not None and deck.kind is not Kind.STANDEE
        cut = (deck.shape, deck.corner, deck.outline)
        stock = stock_of(deck, layout)
        cell = cell_of(deck, layout.sides)
        key = (deck.size, deck.kind is Kind.STANDEE, deck.foot, cut, deck.edge, two_sided, stock, len(cell.parts))
        if key not in gangs:
            gangs[key] = Gang(cell, two_sided, _gap(deck, layout), stock)
        gangs[key].pieces.append(piece)
    return list(gangs.values())


def stock_of(deck: Deck, layout: Layout) -> Stock:
    """What a deck is printed on in this layout: board over a printed back would hide it, so both are on card."""
    stock = deck.printed_on
    return Stock.CARD if stock is Stock.BOARD and layout.sides.duplex else stock


def _gap(deck: Deck, layout: Layout) -> float:
    """The distance of neighbours: none where a flat edge is shared on both sides, else room for two bleeds."""
    if layout.gap is not None:
        return layout.gap
    flat = deck.edge is not None and (deck.edge.back is not None or deck.back is None)
    return 0 if flat else 2 * (layout.bleed if deck.back is None else layout.reach)


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
        within = for_marks(layout, layout.margin.balanced(sideways=sideways))
        half = within._replace(**{"width": centre[0] - within.x} if sideways else {"height": centre[1] - within.y})
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
            page.marks = [
                *_marks(fronts, cells, layout, half, page.slots),
                *_marks(backs, mirrored, layout, other, page.slots),
            ]
    elif layout.marks:
        page.marks = _marks(page.placements, cells, layout, for_marks(layout, layout.margins), page.slots)
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
        placements = bled(placements, layout)
    cells = [placement.rect for placement in placements]
    label, ruler = (_on_paper(slot, layout) for slot in slots(grid, cells, layout))
    page = Page(Side.BACK, front.sheet, label, ruler, front.stock, placements)
    if layout.marks:
        page.marks = _marks(placements, cells, layout, for_marks(layout, layout.margins), page.slots)
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


def _marks(
    placements: list[Placement], cells: list[Rect], layout: Layout, page: Rect, slots: list[Slot]
) -> list[Segment]:
    """The marks of straight cuts: along the edges of all cells, along the sides of hexes, none where pieces nest."""
    if any(placement.nested for placement in placements):
        return []
    if any(placement.piece.deck.shape is Shape.HEX for placement in placements):
        return line_marks([placement.cut_line for placement in placements], cells, layout, page, slots)
    return crop_marks(cells, layout, page, slots)


def _outlines(page: Page, layout: Layout) -> list[Outline]:
    """The lines to cut along that crop marks do not show; round corners are marks like these."""
    return [
        placement.on_page(line)
        for placement in page.placements
        for cut in [placement.piece.deck.cut_line(placement.side)]
        if layout.marks or not cut.marked
        for line in cut.cut_lines(AWAY)
    ]


def _check_on_paper(pages: list[Page], layout: Layout) -> None:
    """LayoutError when an offset pushes a piece over the paper's edge."""
    width, height = layout.paper.size
    single = layout.paper.single
    for page in pages:
        box = page.trim_box() if single else page.bleed_box()
        if box is None or page.side is Side.FRONT:
            continue
        over_label = any(slot.rect.overlaps(box) for slot in page.slots)
        if layout.corrected:
            box = correction(layout).box(box.x, box.y, box.right, box.bottom)
        over_edge = min(box.x, box.y) < -1e-6 or box.right > width + 1e-6 or box.bottom > height + 1e-6
        if over_edge or over_label:
            x, y = layout.offset
            found = f"{x:g},{y:g}, which moves backs over its edge" + ("" if single else " or over their label")
            if layout.corrected:
                found += f", turned by {layout.turn:g}° and scaled to {100 * layout.scale:g} %"
            hint = "a printer's drift is seldom more than 3 mm; a larger --margin leaves more room"
            if single:
                hint = "--offset 0,0 leaves backs in the middle of the page; a larger --paper has more room"
            if layout.corrected:
                hint = "--printer none leaves backs as they are; a larger --margin or --paper has more room"
            raise LayoutError(Problem("--offset", "backs that stay on the paper", found, hint))
