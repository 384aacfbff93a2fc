"""Grids: as many cells as fit on the paper, turned if that fits more, centred.

Outside the cut two strips along opposite edges are kept free: one for the label, one for the check ruler. A paper that
is no larger than a card holds one cell, in its middle, and has no strips and no margin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pnp.errors import LayoutError, Problem
from pnp.location import Location
from pnp.sheet.block import SEAM, Block
from pnp.sheet.cell import Cell
from pnp.sheet.layout import Layout
from pnp.sheet.margins import USUAL, Margins
from pnp.sheet.page import Edges, Rect, bounds
from pnp.sheet.pitch import Pitch, pitch_of
from pnp.units import Size

STRIP: Final = 4.0
"""The height of a strip for the label or the ruler."""
CLEAR: Final = 0.4
"""Between a strip and the bleed."""
SHORTEST_STRIP: Final = 60.0
LONGEST_WORDS: Final = 76.0
"""Where cells are so wide, label and ruler fit between two marks; else the marks need room of their own."""
MARK: Final = 2.5
"""The room kept for crop marks outside the bleed."""
EDGE: Final = 1.0
"""A mark ends so far from the paper's edge."""
FOLD_CLEARANCE: Final = 5.0
"""Between the fold and the bleed."""
_TINY: Final = 1e-6


@dataclass(frozen=True)
class Grid:
    """Cells in lines: rows, or columns where the pitch says so."""

    cell: Cell
    origin: tuple[float, float]
    pitch: Pitch
    lines: int
    even: int
    """How many cells there are in the first line, the third and so on."""
    odd: int
    """How many there are in the lines between."""
    gap: float
    area: Rect
    """What the cells may cover; they are centred in it."""
    upright_strips: bool
    """Whether the strips are along the left and right edge."""
    folds_sideways: bool = False
    """In a fold layout: whether the fold is upright, so that left meets right."""

    def shrunk(self, count: int) -> Grid:
        """The grid with no more rows and columns than this many pieces need, centred again."""
        even = min(self.even, count)
        odd = min(self.odd, max(count - even, 1))
        lines = next(number for number in range(1, count + 1) if _cells(number, even, odd) >= count)
        return replace(self, lines=lines, even=even, odd=odd).centred()

    @property
    def count(self) -> int:
        """How many cells there are."""
        return _cells(self.lines, self.even, self.odd)

    @property
    def room(self) -> Size:
        """What all cells take."""
        along = float(max(self.even, self.odd + (0.5 if self.pitch.staggered else 0)) if self.lines > 1 else self.even)
        columns, rows = (self.lines, along) if self.pitch.by_columns else (along, self.lines)
        width, height = self.cell.size
        return Size(
            columns * self.pitch.across - (self.pitch.across - width),
            rows * self.pitch.down - (self.pitch.down - height),
        )

    def centred(self) -> Grid:
        """The grid in the middle of its area."""
        area, used = self.area, self.room
        origin = (area.x + (area.width - used.width) / 2, area.y + (area.height - used.height) / 2)
        return replace(self, origin=origin)

    def _place(self, index: int) -> tuple[float, float]:
        """The column and the row of a cell, counted line by line."""
        pair, rest = divmod(index, self.even + self.odd)
        line, along = (2 * pair, rest) if rest < self.even else (2 * pair + 1, rest - self.even)
        place = along + (0.5 if self.pitch.staggered and line % 2 else 0)
        return (line, place) if self.pitch.by_columns else (place, line)

    def rect(self, index: int) -> Rect:
        """The box of a cell, counted line by line."""
        column, row = self._place(index)
        width, height = self.cell.size
        x, y = self.origin
        return Rect(x + column * self.pitch.across, y + row * self.pitch.down, width, height)

    def bleed(self, index: int, used: int, bleed: float) -> Edges:
        """How far a cell's bleed may show when the first `used` cells are filled: half the gap toward a neighbour."""
        inner = min(bleed, max(self.gap / 2, SEAM))
        if self.pitch.nested:
            return Edges(*[inner if used > 1 else bleed] * 4)
        if self.pitch.staggered:
            others = [self.rect(other) for other in range(used) if other != index]
            return Edges(*(min(bleed, max(room / 2, SEAM)) for room in self.rect(index).rooms(others)))
        line, along = divmod(index, self.even)
        in_line = along > 0, along + 1 < self.even and index + 1 < used
        across = line > 0, index + self.even < used
        left, right = across if self.pitch.by_columns else in_line
        top, bottom = in_line if self.pitch.by_columns else across
        return Edges(*(inner if neighbour else bleed for neighbour in (left, top, right, bottom)))

    def block(self, used: int, bleed: float) -> Block:
        """The first `used` cells where they lie."""
        rects = [self.rect(index) for index in range(used)]
        bleeds = [self.bleed(index, used, bleed) for index in range(used)]
        around = bounds(rects)
        shelves = [] if around is None else [around]
        cells = [self.cell] * used
        nested = self.pitch.nested
        return Block(cells, rects, bleeds, shelves, self.upright_strips, self.folds_sideways, nested)


def fit_grid(cell: Cell, gap: float, layout: Layout, *, fold: bool, where: Location) -> Grid:
    """Return the grid with the most cells; LayoutError when not even one fits."""
    if layout.paper.single:
        return _fit_one(cell, layout, fold=fold, where=where)
    grids = [
        grid
        for upright in (False, True)
        for turned in (False, True)
        for sideways in ((False, True) if fold else (False,))
        if (grid := _try(cell.turned if turned else cell, gap, layout, upright, fold, sideways)) is not None
    ]
    if not grids:
        message = f"{_no_fit(cell, layout, fold=fold)} with its margins, label and ruler"
        hint = "choose a larger --paper, or a smaller --margin or --bleed"
        raise LayoutError(Problem(where, message, hint, code="E0601"))
    return max(grids, key=lambda grid: grid.count)  # the first of equals: unturned, strips above and below


def _fit_one(cell: Cell, layout: Layout, *, fold: bool, where: Location) -> Grid:
    """One cell in the middle of the paper, or of its half, turned only where it does not fit otherwise."""
    paper = layout.paper
    width, height = paper.size
    half = FOLD_CLEARANCE + layout.bleed
    areas = {False: Size(width, height / 2 - half), True: Size(width / 2 - half, height)}
    for shown in (cell, cell.turned):
        for sideways, area in areas.items() if fold else [(False, paper.size)]:
            if shown.size.width <= area.width + _TINY and shown.size.height <= area.height + _TINY:
                return Grid(shown, (0, 0), Pitch(*shown.size), 1, 1, 1, 0, Rect(0, 0, *area), False, sideways).centred()
    hint = "choose a larger --paper, or print the decks that fit with --only DECK"
    raise LayoutError(Problem(where, _no_fit(cell, layout, fold=fold), hint, code="E0601"))


def _no_fit(cell: Cell, layout: Layout, *, fold: bool) -> str:
    paper = layout.paper
    return f"a piece of {cell.size} does not fit on {paper.name} ({paper.size})" + (" folded in two" if fold else "")


def usable(layout: Layout, *, upright: bool, fold: bool, sideways: bool, between: bool = False) -> Rect | None:
    """What cells may cover for one choice of strips and fold; None where the paper has no room for the strips.

    `between`: whether label and ruler stand between two marks, which then need no room of their own.
    """
    width, height = layout.paper.size
    marks = MARK if layout.marks else 0
    margins = layout.margin.balanced(sideways=sideways) if fold else layout.margins
    strip = STRIP + layout.reach + (CLEAR if between else CLEAR + marks)
    edges = [margin + strip if at % 2 == upright else outside(margin, layout) for at, margin in enumerate(margins)]
    top, right, bottom, left = edges
    area = Size(width - left - right, height - top - bottom)
    along = height - margins.top - margins.bottom if upright else width - margins.left - margins.right
    if along < SHORTEST_STRIP:
        return None
    if fold:
        half = FOLD_CLEARANCE + layout.bleed
        area = Size(width / 2 - half - left, area.height) if sideways else Size(area.width, height / 2 - half - top)
    return Rect(left, top, *area)


def _try(cell: Cell, gap: float, layout: Layout, upright: bool, fold: bool, sideways: bool) -> Grid | None:
    """The grid for one choice of strips, turn and fold."""
    between = (cell.size.height if upright else cell.size.width) >= LONGEST_WORDS
    room = usable(layout, upright=upright, fold=fold, sideways=sideways, between=between)
    if room is None:
        return None
    grid = grid_in(room, cell, gap, nest=layout.nest)
    return None if grid is None else replace(grid, upright_strips=upright, folds_sideways=sideways)


def grid_in(room: Rect, cell: Cell, gap: float, *, nest: bool) -> Grid | None:
    """The grid of the most cells in a box, in its middle; None where not even one fits."""
    area = Size(room.width, room.height)
    pitch = pitch_of(cell, gap, nest=nest)
    lines, even, odd = _lines(cell, pitch, area)
    if pitch.staggered and not odd:  # nothing lies between: a step of half a piece would be lost
        pitch = Pitch(cell.size.width + gap, cell.size.height + gap, by_columns=pitch.by_columns)
        lines, even, odd = _lines(cell, pitch, area)
    if lines < 1 or even < 1:
        return None
    return Grid(cell, (0, 0), pitch, lines, even, odd, gap, room, False).centred()


def outside(margin: float, layout: Layout) -> float:
    """How far pieces stay from an edge with that margin and no strip, so that marks and bleed have room."""
    marks = MARK if layout.marks else 0
    if margin > USUAL:
        return margin + layout.reach + marks
    return max(margin, layout.reach + (marks + EDGE if marks else 0))


def for_marks(layout: Layout, margins: Margins) -> Rect:
    """The part of the paper that marks are laid for; they end EDGE inside of it."""
    width, height = layout.paper.size
    kept = margins if not layout.paper.single else Margins.even(0)
    top, right, bottom, left = (margin - EDGE if margin > USUAL else 0 for margin in kept)
    return Rect(left, top, width - left - right, height - top - bottom)


def _lines(cell: Cell, pitch: Pitch, area: Size) -> tuple[int, int, int]:
    """How many lines of cells fit into an area, and how many cells into each line: the first, and the second."""
    columns = _fitting(area.width, cell.size.width, pitch.across)
    rows = _fitting(area.height, cell.size.height, pitch.down)
    lines, even = (columns, rows) if pitch.by_columns else (rows, columns)
    if not pitch.staggered or lines < 2:
        return lines, even, even
    if pitch.by_columns:
        return lines, even, _fitting(area.height - pitch.down / 2, cell.size.height, pitch.down)
    return lines, even, _fitting(area.width - pitch.across / 2, cell.size.width, pitch.across)


def _fitting(room: float, piece: float, step: float) -> int:
    """How many pieces fit side by side."""
    return max(0, int((room + (step - piece) + _TINY) // step))


def _cells(lines: int, even: int, odd: int) -> int:
    return lines // 2 * (even + odd) + lines % 2 * even
