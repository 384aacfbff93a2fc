"""Sheets for cutting machines: registration marks, and pieces of one size clear of them.

All pieces of a sheet have the same orientation because the two axes of a machine are never scaled exactly alike:
rotated cards would come out in a different size. Neighbours keep a gap so that no line is cut twice. If there is a
published layout for the paper and the size, with cutting files for the machine, it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from pnp.geometry.matrix import Edges, Rect
from pnp.geometry.outline import Point
from pnp.geometry.units import Size
from pnp.sheet.cells import Cell, CellBlock, Gang, group_into_gangs, visible_bleeds
from pnp.sheet.grid import STRIP, Grid, grid_in
from pnp.sheet.impose import impose_sheet, printed_pages
from pnp.sheet.layout import Layout
from pnp.sheet.page import Page, Slot, bounds
from pnp.sheet.plan import Sheet
from pnp.spec.deck import Piece
from pnp.terms import Shape, Side


class MarkPattern(StrEnum):
    """The set of marks on a sheet."""

    THREE = "three"
    """A square in the upper left corner, angles in the upper right and lower left corners."""
    FOUR = "four"
    """An angle in each corner."""
    NONE = "none"


class Corner(NamedTuple):
    """A corner of the rectangle spanned by the marks: its position and the inward directions."""

    name: str
    """Name as in inkscape-silhouette: tl, tr, bl, br."""
    x: float
    y: float
    right: int
    down: int


@dataclass(frozen=True)
class Registration:
    """Registration marks as a machine expects them, in mm."""

    pattern: MarkPattern = MarkPattern.THREE
    inset: float = 10
    """Distance from the edges of the paper to the centre line of the angles."""
    arm: float = 20
    """Length of each arm of an angle, from its corner."""
    stroke: float = 0.3
    """Width of the lines."""
    square: float = 5
    """Side of the square; its corner is where that of an angle would be."""
    bordered: bool = False
    """Whether the square has a border line, as printed by Silhouette Studio."""
    clear: float = 20
    """Side of the square in each corner that must stay clear."""

    def corners(self, paper: Size) -> list[Corner]:
        """Return the corners that have a mark."""
        near, right, low = self.inset, paper.width - self.inset, paper.height - self.inset
        there = [
            Corner("tl", near, near, 1, 1), Corner("tr", right, near, -1, 1), Corner("bl", near, low, 1, -1),
            Corner("br", right, low, -1, -1),
        ]  # fmt: skip
        return there[: {MarkPattern.THREE: 3, MarkPattern.FOUR: 4, MarkPattern.NONE: 0}[self.pattern]]

    def is_square(self, corner: Corner) -> bool:
        """Return whether the mark in a corner is the square."""
        return self.pattern is MarkPattern.THREE and corner.name == "tl"

    def angle(self, corner: Corner) -> tuple[Point, Point, Point]:
        """Return the centre line of an angle: end of the horizontal arm, corner, end of the vertical arm."""
        x, y = corner.x, corner.y
        return (x + corner.right * self.arm, y), (x, y), (x, y + corner.down * self.arm)

    def boxes(self, paper: Size) -> list[Rect]:
        """Return the boxes to print in black."""
        boxes = []
        half = self.stroke / 2
        for corner in self.corners(paper):
            if self.is_square(corner):
                rim = half if self.bordered else 0
                boxes.append(Rect(corner.x - rim, corner.y - rim, self.square + 2 * rim, self.square + 2 * rim))
                continue
            left = corner.x - half if corner.right > 0 else corner.x - self.arm
            top = corner.y - half if corner.down > 0 else corner.y - self.arm
            boxes.append(Rect(left, corner.y - half, self.arm + half, self.stroke))
            boxes.append(Rect(corner.x - half, top, self.stroke, self.arm + half))
        return boxes

    def zones(self, paper: Size) -> list[Rect]:
        """Return the areas that must stay clear: one in each corner, up to the edges of the paper."""
        if self.pattern is MarkPattern.NONE:
            return []
        side = self.inset + self.clear
        right, low = paper.width - side, paper.height - side
        return [Rect(x, y, side, side) for y in (0, low) for x in (0, right)]

    def area(self, paper: Size) -> Rect:
        """Return the area that the machine can cut: the rectangle spanned by the marks."""
        return Rect(self.inset, self.inset, paper.width - 2 * self.inset, paper.height - 2 * self.inset)


SIZE_TOLERANCE: Final = 0.05
"""Tolerance for equal sizes, in mm."""
LABEL: Final = 8.5
"""Distance from the lower edge of the paper to the top of the label, in mm: outside the marks, where nothing is cut."""
BESIDE: Final = 5.0
"""Distance between the label and the corners that must stay clear, in mm."""


@dataclass(frozen=True)
class PublishedLayout:
    """A published layout for pieces of one size, for which cutting templates exist."""

    name: str
    """Name of the cutting template."""
    paper: Size
    """Size of the paper, wider than high if landscape."""
    size: Size
    """Size of a piece in this layout."""
    shape: Shape
    columns: int
    rows: int
    pitch: tuple[float, float]
    """Distance from one piece to the next, across and down."""
    corner: float
    """Corner radius of the template, in mm."""
    registration: Registration

    def fits(self, paper: Size, cell: Cell) -> bool:
        """Return whether the layout is for this paper, in either orientation, and for this cell."""
        return (
            cell.shape is self.shape
            and _same_size(cell.size, self.size)
            and _same_size(sorted(paper), sorted(self.paper))
        )

    def rects(self) -> list[Rect]:
        """Return the positions of the pieces, row by row, centred on the paper."""
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
    """What a machine requires of its sheets."""

    registration: Registration
    area: Size | None = None
    """Largest area that it can cut, in the centre of the sheet; None for everything between the marks."""
    published: tuple[PublishedLayout, ...] = ()
    """Published layouts, used where one fits."""


@dataclass(frozen=True)
class CutRun:
    """Sheets with pieces of one kind, to be cut one after the other."""

    decks: list[str]
    layout: Layout
    registration: Registration
    published: PublishedLayout | None
    """The layout that the sheets follow, if it is a published one."""
    pages: list[Page]


def plan_cut_runs(pieces: list[Piece], layout: Layout, machine: Machine) -> tuple[list[CutRun], list[str]]:
    """Return all sheets, grouped by kind of piece, and the names of decks whose pieces fit on no sheet."""
    runs: list[CutRun] = []
    too_large: list[str] = []
    for gang in group_into_gangs(pieces, layout):
        run = _run(gang, layout, machine)
        if run is None:
            too_large += dict.fromkeys(piece.deck.name for piece in gang.pieces)
        else:
            runs.append(run)
    return runs, too_large


def _run(gang: Gang, layout: Layout, machine: Machine) -> CutRun | None:
    """Return the sheets of a gang; None if not even one piece fits on a sheet."""
    registration, published = machine.registration, None
    found = _published(gang.cell, layout.paper.size, machine.published)
    if found is not None:
        published, cell = found
        gap = min(pitch - side for pitch, side in zip(published.pitch, cell.size, strict=True))
        paper = replace(layout.paper, size=published.paper)
        layout = replace(layout, paper=paper, gap=gap, bleed=min(layout.bleed, gap / 2))  # its marks are close
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
        for page in impose_sheet(Sheet(some, block, gang.stock, False), layout, number):
            pages.append(_with_registration_marks(page, layout.paper.size, registration))
    decks = list(dict.fromkeys(piece.deck.name for piece in gang.pieces))
    return CutRun(decks, layout, registration, published, printed_pages(pages, layout))


def _published(cell: Cell, paper: Size, layouts: Sequence[PublishedLayout]) -> tuple[PublishedLayout, Cell] | None:
    """Return the published layout for a cell, and the cell as rotated there; None if there is none."""
    if len(cell.parts) > 1:  # a standee folds, so its box is not what is cut
        return None
    for turned in (cell, cell.turned):
        for each in layouts:
            if each.fits(paper, turned):
                return each, turned
    return None


def _fullest(upright: Cell, layout: Layout, machine: Machine) -> tuple[Grid, list[Rect]] | None:
    """Return the grid that holds the most cells, and their positions; None if no cell fits.

    Cells too close to a mark are dropped. Among equals, prefer the grid that drops the fewest, then unrotated cells.
    """
    zones = machine.registration.zones(layout.paper.size)
    rim = Edges(*[layout.widest_bleed] * 4)
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
    """Return the areas to try: everything between the marks, and narrower ones that avoid the corners."""
    paper, bleed = layout.paper.size, layout.widest_bleed
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


def _block(cell: Cell, rects: list[Rect], layout: Layout, *, nested: bool) -> CellBlock:
    """Return the cells with their positions and bleeds."""
    inner = min(layout.bleed, (layout.gap or 0) / 2)
    bleeds = [Edges(*[inner] * 4) for _ in rects] if nested else visible_bleeds(rects, layout.bleed)
    around = bounds(rects)
    shelves = [] if around is None else [around]
    return CellBlock([cell] * len(rects), rects, bleeds, shelves, False, nested=nested)


def _with_registration_marks(page: Page, paper: Size, registration: Registration) -> Page:
    """Return the page with registration marks on its front and the label outside them; cutting lines are removed."""
    page.outlines, page.ruler = [], None
    if page.side is Side.FRONT:
        page.registration = registration.boxes(paper)
    begin = registration.inset + max(registration.clear, registration.arm) + BESIDE
    slot = Slot(Rect(begin, paper.height - LABEL, paper.width - 2 * begin, STRIP), False)
    around = page.bleed_box()
    page.label = None if around is not None and around.overlaps(slot.rect) else slot
    return page


def _same_size(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= SIZE_TOLERANCE for a, b in zip(one, other, strict=True))
