"""Sheets for cutting machines: on each, pieces of one size that lie one way, clear of the registration marks.

One way, because the two axes of a machine are never scaled exactly alike: cards that lie across each other would come
out in two sizes. Neighbours keep a gap, so that no line is cut twice. Where somebody has published a layout for the
paper and the size, with files for the machine, pieces lie as it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pnp.deck import Piece
from pnp.sheet.block import Block, bleeds_between
from pnp.sheet.cell import Cell
from pnp.sheet.gang import Gang, gang_up
from pnp.sheet.grid import STRIP, Grid, grid_in
from pnp.sheet.impose import finished, lay_sheet
from pnp.sheet.layout import Layout
from pnp.sheet.page import Edges, Page, Rect, Slot, bounds
from pnp.sheet.plan import Sheet
from pnp.sheet.registration import Registration
from pnp.terms import Shape, Side
from pnp.units import Size

NEAR: Final = 0.05
"""Sizes that differ by no more mm are the same."""
LABEL: Final = 8.5
"""From the lower edge of the paper to the top of the label: outside the marks, where nothing is cut."""
BESIDE: Final = 5.0
"""Between the label and the corners where nothing may lie."""


@dataclass(frozen=True)
class PublishedLayout:
    """How pieces of one size lie on a paper for which people have cutting templates."""

    name: str
    """That of the template."""
    paper: Size
    """As it lies: wider than high where it lies on its side."""
    size: Size
    """Of a piece as it lies."""
    shape: Shape
    columns: int
    rows: int
    pitch: tuple[float, float]
    """From one piece to the next."""
    corner: float
    """The radius that its template rounds corners by."""
    registration: Registration

    def fits(self, paper: Size, cell: Cell) -> bool:
        """Whether it is for such a paper, whichever way it lies, and for such a piece."""
        return cell.shape is self.shape and _alike(cell.size, self.size) and _alike(sorted(paper), sorted(self.paper))

    def rects(self) -> list[Rect]:
        """Where the pieces lie, row by row: in the middle of the paper."""
        (width, height), (across, down) = self.size, self.pitch
        x = (self.paper.width - (self.columns - 1) * across - width) / 2
        y = (self.paper.height - (self.rows - 1) * down - height) / 2
        return [
            Rect(x + column * across, y + row * down, width, height)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class Machine:
    """What a machine needs of its sheets."""

    registration: Registration
    area: Size | None = None
    """The most it can cut of a sheet, in its middle; None for all between the marks."""
    published: tuple[PublishedLayout, ...] = ()
    """Layouts that are taken where one fits."""


@dataclass(frozen=True)
class CutRun:
    """Sheets with pieces of one kind, which are cut one after the other."""

    decks: list[str]
    layout: Layout
    registration: Registration
    published: PublishedLayout | None
    """The layout that they follow."""
    pages: list[Page]


def lay_runs(pieces: list[Piece], layout: Layout, machine: Machine) -> tuple[list[CutRun], list[str]]:
    """All sheets, those with pieces of one kind together, and the decks whose pieces are too large for any."""
    runs: list[CutRun] = []
    too_large: list[str] = []
    for gang in gang_up(pieces, layout):
        run = _run(gang, layout, machine)
        if run is None:
            too_large += dict.fromkeys(piece.deck.name for piece in gang.pieces)
        else:
            runs.append(run)
    return runs, too_large


def _run(gang: Gang, layout: Layout, machine: Machine) -> CutRun | None:
    """The sheets of a gang; None where not even one piece fits on one."""
    registration, published = machine.registration, None
    found = _published(gang.cell, layout.paper.size, machine.published)
    if found is not None:
        published, cell = found
        gap = min(pitch - side for pitch, side in zip(published.pitch, cell.size, strict=True))
        paper = replace(layout.paper, size=published.paper)
        layout = replace(layout, paper=paper, gap=gap, bleed=min(layout.bleed, gap / 2))  # its marks come near
        registration = replace(published.registration, pattern=registration.pattern)
        rects, nested = published.rects(), False
    else:
        fullest = _fullest(gang.cell, layout, machine)
        if fullest is None:
            return None
        grid, rects = fullest
        cell, nested = grid.cell, grid.pitch.nested
    pages: list[Page] = []
    for number, first in enumerate(range(0, len(gang.pieces), len(rects)), 1):
        some = gang.pieces[first : first + len(rects)]
        block = _block(cell, rects[: len(some)], layout, nested=nested)
        for page in lay_sheet(Sheet(some, block, gang.stock, False), layout, number):
            pages.append(_marked(page, layout.paper.size, registration))
    decks = list(dict.fromkeys(piece.deck.name for piece in gang.pieces))
    return CutRun(decks, layout, registration, published, finished(pages, layout))


def _published(cell: Cell, paper: Size, layouts: Sequence[PublishedLayout]) -> tuple[PublishedLayout, Cell] | None:
    """The published layout for a cell, and the cell turned as it lies there."""
    if len(cell.parts) > 1:  # a standee folds; its box is cut otherwise
        return None
    for turned in (cell, cell.turned):
        for each in layouts:
            if each.fits(paper, turned):
                return each, turned
    return None


def _fullest(upright: Cell, layout: Layout, machine: Machine) -> tuple[Grid, list[Rect]] | None:
    """The grid that holds the most cells, and where they lie; None where none fits.

    Those that would come near a mark are left out. Of equals the grid is taken that has to leave out fewest, then the
    one whose cells stand upright.
    """
    zones = machine.registration.zones(layout.paper.size)
    rim = Edges(*[layout.reach] * 4)
    best: tuple[Grid, list[Rect]] | None = None
    for cell in (upright, upright.turned):
        for room in _rooms(layout, machine):
            grid = grid_in(room, cell, layout.gap or 0, nest=layout.nest)
            if grid is None:
                continue
            rects = [grid.rect(index) for index in range(grid.count)]
            clear = [rect for rect in rects if not any(rect.grown(rim).overlaps(zone) for zone in zones)]
            if clear and (best is None or (len(clear), -grid.count) > (len(best[1]), -best[0].count)):
                best = grid, clear
    return best


def _rooms(layout: Layout, machine: Machine) -> list[Rect]:
    """What pieces may cover: all between the marks, or less of it, so that no corner is in the way."""
    paper, bleed = layout.paper.size, layout.reach
    whole = machine.registration.area(paper)
    if machine.area is not None:
        width, height = min(machine.area.width, whole.width), min(machine.area.height, whole.height)
        whole = Rect((paper.width - width) / 2, (paper.height - height) / 2, width, height)
    inner = whole.grown(Edges(*[-bleed] * 4))
    clear = machine.registration.inset + machine.registration.clear + bleed
    left, top = max(inner.x, clear), max(inner.y, clear)
    if not machine.registration.zones(paper):
        return [inner]
    narrow = Rect(left, inner.y, paper.width - 2 * left, inner.height)
    low = Rect(inner.x, top, inner.width, paper.height - 2 * top)
    return [inner, narrow, low]


def _block(cell: Cell, rects: list[Rect], layout: Layout, *, nested: bool) -> Block:
    """Cells where they lie, with their bleeds."""
    inner = min(layout.bleed, (layout.gap or 0) / 2)
    bleeds = [Edges(*[inner] * 4) for _ in rects] if nested else bleeds_between(rects, layout.bleed)
    around = bounds(rects)
    shelves = [] if around is None else [around]
    return Block([cell] * len(rects), rects, bleeds, shelves, False, nested=nested)


def _marked(page: Page, paper: Size, registration: Registration) -> Page:
    """The page with marks on its front, and a label outside of them; nothing shows the knife its way."""
    page.outlines, page.ruler = [], None
    if page.side is Side.FRONT:
        page.registration = registration.boxes(paper)
    begin = registration.inset + max(registration.clear, registration.arm) + BESIDE
    slot = Slot(Rect(begin, paper.height - LABEL, paper.width - 2 * begin, STRIP), False)
    around = page.bleed_box()
    page.label = None if around is not None and around.overlaps(slot.rect) else slot
    return page


def _alike(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))
